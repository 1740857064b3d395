"""What the parts of `setup` share: the ids of a file, its faults, and how costs and abilities are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, cast

from swcli.game.ability import Ability, Cost, Part, Stat
from swcli.game.sheet import plain_name
from swcli.scenario.ability_text import from_parts, parse_ability
from swcli.scenario.cost_text import parse_alternatives, parse_cost, part
from swcli.scenario.faults import Fault, nearest, shown
from swcli.scenario.form import MOST_FAULTS, Checked, dotted
from swcli.scenario.model_parts import AbilityParts, CostParts
from swcli.scenario.models import ScenarioForm
from swcli.scenario.read import Document
from swcli.scenario.script import NOBODY, Path
from swcli.scenario.text_tools import TextError, reminders

_PARTS: Final = {
    "force": "force",
    "build_points": "build",
    "hand": "hand",
    "discard_pile": "pile",
    "deck": "deck",
    "counters": "counters",
}


class Unread(NamedTuple):
    """Text of a card that is kept but not adjudicated: `owner` is the id of the unit or Equipment, `path` its place."""

    owner: str
    text: str
    path: Path


class Context:
    """The state of one `load`.

    Attributes:
        players, units, equipment: the ids in order, each with its place. owners: the player of each unit.
        unread: what is not adjudicated.
        faults: what is wrong so far; setup goes on with stand-ins.
    """

    def __init__(self, document: Document, checked: Checked, form: ScenarioForm) -> None:
        self.document = document
        self.form = form
        self.checked = checked
        self.players: dict[str, int] = {}
        self.owners: list[int] = []
        self.units: dict[str, int] = {name: place for place, name in enumerate(form.units)}
        self.equipment: dict[str, int] = {name: place for place, name in enumerate(form.equipment)}
        self.unread: list[Unread] = []
        self.faults: list[Fault] = []

    def fault(
        self,
        code: str,
        message: str,
        path: Path,
        hint: str = "",
        *,
        key: bool = False,
        span: tuple[int, int] | None = None,
    ) -> None:
        """Note a fault; see `Document.fault`."""
        place = self.checked.original(path)
        # What was cut out for a fault of form may be just what is missing here.
        cut = code in ("SW202", "SW209") and any(at[: len(place)] == place for at in self.checked.faulty)
        if not self.full and not cut:
            self.faults.append(self.document.fault(code, message, place, hint, key=key, part=span))

    @property
    def full(self) -> bool:
        """Whether there are so many faults that looking for more is waste."""
        return len(self.faults) >= MOST_FAULTS

    def text_fault(self, error: TextError, path: Path, *, spans: bool = True) -> None:
        """Note that card text at a place cannot be read."""
        self.fault(error.code, error.message, path, error.hint, span=(error.start, error.end) if spans else None)

    # -- ids

    def set_players(self, names: Iterable[str]) -> None:
        """Take the players, in order of priority."""
        self.players = {name: place for place, name in enumerate(dict.fromkeys(names))}
        self.owners = [self.players.get(unit.player, NOBODY) for unit in self.form.units.values()]

    def owner(self, unit: int) -> int:
        """The player of a unit; NOBODY of none."""
        return NOBODY if unit == NOBODY else self.owners[unit]

    def player(self, name: str, path: Path, *, key: bool = False) -> int:
        """The place of a player, NOBODY with a fault if there is none of that name."""
        place = self.players.get(name)
        if place is None and self.full:
            return NOBODY
        if place is None:
            known = " and ".join(f"`{each}`" for each in self.players)
            hint = f"the players are {known}"
            self.fault("SW211", f"{shown(name)} is no player", path, hint, key=key)
            return NOBODY
        return place

    def unit(self, name: str, path: Path, *, key: bool = False) -> int:
        """The place of a unit, NOBODY with a fault if there is none of that id."""
        place = self.units.get(name)
        if place is None and self.full:
            return NOBODY
        if place is None:
            if name not in self.checked.lost:
                self.fault("SW210", f"{shown(name)} is no unit", path, self._instead(name), key=key)
            return NOBODY
        return place

    def equipment_card(self, name: str, path: Path) -> int:
        """The place of an Equipment, NOBODY with a fault if there is none of that id."""
        place = self.equipment.get(name)
        if place is None and self.full:
            return NOBODY
        if place is None:
            if name not in self.checked.lost:
                near = nearest(name, self.equipment)
                hint = f"did you mean `{near}`?" if near else "Equipment is listed under `equipment:`"
                self.fault("SW212", f"{shown(name)} is no Equipment", path, hint)
            return NOBODY
        return place

    def maybe_unit(self, name: str | None, path: Path) -> int:
        """The place of a unit that may be left out."""
        return NOBODY if name is None else self.unit(name, path)

    def _instead(self, name: str) -> str:
        for known, unit in self.form.units.items():
            if unit.name and plain_name(unit.name) == plain_name(name):
                return f"use its id `{known}`"
        near = nearest(name, self.units)
        if near:
            return f"did you mean `{near}`?"
        return f"the units are {', '.join(list(self.units)[:20])}"

    # -- costs and abilities

    def cost(self, item: str | CostParts | None, path: Path) -> Cost:
        """A cost as text or in parts; free of charge where it is left out or cannot be read."""
        if item is None:
            return ()
        if isinstance(item, CostParts):
            return _cost_of(item)
        try:
            return parse_cost(item)
        except TextError as error:
            self.text_fault(error, path)
            return ()

    def ability(self, item: str | AbilityParts, path: Path, owner: str, names: Iterable[str]) -> Ability | Stat | None:
        """An ability as text or in parts; None, with a fault, if it cannot be read.

        Text that is to be ignored, and reminder text, is added to `unread`.
        """
        if self.full:
            return None
        if isinstance(item, AbilityParts):
            if item.text is None:
                return self._from_parts(item, path)
            other = next((key for key in ("keyword", "value", "cost", "until") if getattr(item, key) is not None), "")
            if other:
                self.fault("SW209", f"`text` and `{other}` do not go together", (*path, other), key=True)
                return None
            if item.ignore:
                self.unread.append(Unread(owner, item.text, self.checked.original(path)))
                return Ability("ignored", text=item.text)
            item, path = item.text, (*path, "text")
        try:
            ability = parse_ability(item, names)
        except TextError as error:
            self.text_fault(error, path)
            return None
        for text in reminders(item):
            self.unread.append(Unread(owner, text, self.checked.original(path)))
        return ability

    def _from_parts(self, item: AbilityParts, path: Path) -> Ability | Stat | None:
        if item.keyword is None:
            self.fault("SW202", f"`keyword` or `text` is missing in `{dotted(path)}`", path)
            return None
        if item.ignore:
            self.fault("SW209", "`ignore` goes with `text` alone", (*path, "ignore"), key=True)
            return None
        try:
            return from_parts(item.keyword, item.value, self._costs(item, path), item.until or "")
        except TextError as error:
            self.text_fault(error, path, spans=False)
            return None

    def _costs(self, item: AbilityParts, path: Path) -> tuple[Cost, ...]:
        """The alternatives of a printed cost: more than one for Upkeep alone."""
        given = item.cost
        upkeep = item.keyword is not None and item.keyword.lower() == "upkeep"
        if given is None:
            return ()
        if isinstance(given, list):
            if not upkeep:
                self.fault("SW209", "only Upkeep has a list of alternative costs", (*path, "cost"), key=True)
                return ()
            return tuple(self.cost(each, (*path, "cost", place)) for place, each in enumerate(given))
        if upkeep and isinstance(given, str):
            try:
                return parse_alternatives(given)
            except TextError as error:
                self.text_fault(error, (*path, "cost"))
                return ()
        return (self.cost(given, (*path, "cost")),)


def _cost_of(item: CostParts) -> Cost:
    found: list[Part] = [
        part(kind, amount) for field, kind in _PARTS.items() if (amount := cast("int", getattr(item, field)))
    ]
    if item.tap:
        found.append(part("tap", 1))
    return tuple(found)


def unique(values: Iterable[Any]) -> bool:
    """Whether no value stands twice."""
    listed = list(values)
    return len(set(listed)) == len(listed)
