"""From a file to a game: table, opening position, script and expectations; and all that is wrong with them, at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from swcli.game.ability import Ability, Part, Stat
from swcli.game.cards import Give, Lose
from swcli.game.keywords import REGISTRY
from swcli.game.position import Player, Position, State
from swcli.game.rulings import RULINGS, Rulings
from swcli.game.sheet import has_subtype, sheet_of
from swcli.game.sheet import words as subtype_words
from swcli.game.table import EquipmentInfo, Grant, Table, UnitInfo
from swcli.scenario import models
from swcli.scenario.context import Context, Unread, unique
from swcli.scenario.cost_text import parse_cost
from swcli.scenario.faults import Fault, nearest, shown, words
from swcli.scenario.form import check
from swcli.scenario.model_parts import AbilityParts, CostParts
from swcli.scenario.read import Document
from swcli.scenario.script import NOBODY, Path, Script
from swcli.scenario.setup_expect import Expect, read_expect
from swcli.scenario.setup_script import ScriptReader
from swcli.scenario.text_tools import ARROW, TextError, piece

VERSION: Final = 1
PLAYERS: Final = ("dark", "light")
NO_EQUIP_COST: Final = (Part("force", 10**9, "an Equip cost that the file does not give"),)
"""The cost of an Equipment that is attached from the start and for which the file gives none: more than anyone has."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


class Scenario(NamedTuple):
    """A scenario, ready to be run.

    Attributes:
        title, notes: as written, or empty.
        position: the opening position. script: what happened. expect: what must come out, or None.
        seed: for dice that the file does not give, or None.
        data: the plain data as read, from which `load(from_data(data))` makes the same scenario again.
        unread: text of cards that is kept but not adjudicated.
        remarks: (place in the file, sentence) of readings that a judge might not expect.
    """

    title: str
    notes: str
    position: Position
    script: Script
    expect: Expect | None
    seed: int | None
    data: Any
    unread: tuple[Unread, ...] = ()
    remarks: tuple[tuple[Path, str], ...] = ()


def load(document: Document) -> Scenario:
    """Make a scenario of what was read.

    Raises:
        ScenarioError: with every fault of text, form and meaning.
    """
    checked = check(document)
    faults = checked.faults
    scenario = None
    if checked.form is not None:
        builder = _Builder(document, checked.form, Context(document, checked, checked.form))
        scenario = builder.build()
        faults = faults + builder.context.faults
    if document.flaws:
        faults = _with_flaws(document, faults)
    if scenario is None or faults:
        raise document.error(faults)
    return scenario


def _with_flaws(document: Document, faults: list[Fault]) -> list[Fault]:
    """The flaws of the text, and those faults that are not merely their consequence."""
    spots = [document.spot(flaw.path) for flaw in document.flaws]
    own = [Fault(f.code, f.message, f.hint, document.file, f.line, f.column, f.end) for f in document.flaws]
    places = {(spot.line, spot.column) for spot in spots} | {(spot.key_line, spot.key_column) for spot in spots}
    places |= {(fault.line, fault.column) for fault in own}
    return own + [fault for fault in faults if (fault.line, fault.column) not in places]


class _Builder:
    """Builds the parts one after the other, going on with stand-ins after a fault."""

    def __init__(self, document: Document, form: models.ScenarioForm, context: Context) -> None:
        self.document = document
        self.form = form
        self.context = context
        self.remarks: list[tuple[Path, str]] = []
        self.places: list[list[int]] = []
        self.changes_health = False

    def build(self) -> Scenario:
        """The whole scenario, of use if no faults were noted."""
        form, context = self.form, self.context
        if form.swcli != VERSION:
            context.fault(
                "SW208", f"this is format version {shown(form.swcli)}", ("swcli",), f"write `swcli: {VERSION}`"
            )
        players = self._players()
        rulings = self._rulings()
        units = tuple(self._unit(place, name, unit) for place, (name, unit) in enumerate(form.units.items()))
        equipment = tuple(self._equipment(name, card) for name, card in form.equipment.items())
        reader = ScriptReader(context, self.places)
        script = reader.read(form.script)
        table = Table(tuple(context.players), units, equipment, tuple(reader.cards), rulings)
        position = Position(table, self._opening(players))
        self._check_health(position)
        self._check_attached(position)
        self._note_losses(table, reader.losses)
        expect = read_expect(context, form.expect, _abilities(table)) if form.expect else None
        return Scenario(
            form.title or "",
            form.notes or "",
            position,
            script,
            expect,
            form.seed,
            self.document.data,
            tuple(context.unread),
            tuple(self.remarks),
        )

    # -- players and rulings

    def _players(self) -> tuple[Player, ...]:
        form, context = self.form, self.context
        names = form.priority or PLAYERS
        if not unique(names):
            context.fault("SW209", f"`priority` names {shown(names[0])} twice", ("priority", 1))
            names = PLAYERS
        context.set_players(names)
        found = [Player() for _ in context.players]
        for name, player in form.players.items():
            place = context.player(name, ("players", name), key=True)
            if place != NOBODY:
                found[place] = Player(player.force, player.build_points, player.discard_pile, player.hand)
        return tuple(found)

    def _rulings(self) -> Rulings:
        taken: dict[str, str] = {}
        if not self.form.rulings:
            return Rulings()
        known = {ruling.name: ruling for ruling in RULINGS}
        for name, reading in self.form.rulings.items():
            ruling = known.get(name)
            path: Path = ("rulings", name)
            if ruling is None:
                near = nearest(name, known)
                hint = f"did you mean `{near}`?" if near else f"there is {', '.join(known)}"
                self.context.fault("SW231", f"there is no ruling {shown(name)}", path, hint, key=True)
            elif reading not in ruling.readings:
                what = f"{shown(name)} has no reading {shown(reading)}"
                self.context.fault("SW232", what, path, f"write {words(ruling.readings)}")
            else:
                taken[name.replace("-", "_")] = reading
        return Rulings(**taken)

    # -- units and Equipment

    def _unit(self, place: int, name: str, unit: models.UnitForm) -> UnitInfo:
        context = self.context
        path: Path = ("units", name)
        self._check_id(name, path)
        title = unit.name or name
        stats = {"power": unit.power, "speed": unit.speed, "health": unit.health}
        abilities: list[Ability] = []
        places: list[int] = []
        for number, item in enumerate(unit.abilities):
            at = (*path, "abilities", number)
            ability = context.ability(item, at, name, (title,))
            if isinstance(ability, Stat):
                # A table's unit has no place for a change that is simply printed; it is counted in.
                stats[ability.stat] += ability.amount
                self.remarks.append(
                    (at, f"{ability.amount:+d} {ability.stat} is counted in the {ability.stat} of {title}")
                )
                places.append(NOBODY)
                continue
            places.append(len(abilities))
            if ability is not None:
                abilities.append(ability)
                self._note_health(ability)
        self.places.append(places)
        pilots = context.maybe_unit(unit.pilots, (*path, "pilots"))
        if pilots == place:
            context.fault("SW209", "a unit can't pilot itself", (*path, "pilots"))
        if unit.arena is None and unit.pilots is None:
            context.fault("SW202", f"`arena` is missing in `units.{shown(name)[1:-1]}`", path, key=True)
        return UnitInfo(
            name,
            title,
            max(0, context.player(unit.player, (*path, "player"))),
            stats["speed"],
            stats["power"],
            stats["health"],
            tuple(unit.subtypes),
            unit.unique,
            pilots,
            unit.stacked,
            tuple(abilities),
        )

    def _equipment(self, name: str, card: models.EquipmentForm) -> EquipmentInfo:
        context = self.context
        path: Path = ("equipment", name)
        self._check_id(name, path)
        if name in context.units:
            context.fault("SW214", f"{shown(name)} is a unit, too", path, "give the Equipment another id", key=True)
        if card.equip is None and card.attached_to is None:
            context.fault(
                "SW202",
                f"`equip` is missing in `equipment.{shown(name)[1:-1]}`",
                path,
                "write its Equip cost",
                key=True,
            )
        grants: list[Grant] = []
        for number, item in enumerate(card.grants):
            at = (*path, "grants", number)
            if isinstance(item, models.GrantParts):
                got = [self._granted(each, (*at, "get", n), name, item.to) for n, each in enumerate(item.get)]
                grants.append(Grant(tuple(item.to), tuple(each for each in got if each is not None)))
            else:
                one = self._granted(item, at, name, ())
                grants.append(Grant((), () if one is None else (one,)))
        return EquipmentInfo(
            name,
            card.name or name,
            max(0, context.player(card.player, (*path, "player"))),
            self._equip_cost(card, (*path, "equip")),
            tuple(grants),
            tuple(card.fits),
        )

    def _granted(
        self, item: str | AbilityParts, path: Path, owner: str, names: list[str] | tuple[str, ...]
    ) -> Stat | Ability | None:
        ability = self.context.ability(item, path, owner, names)
        if isinstance(ability, Ability) and ability.keyword == "ignored":
            return None
        self._note_health(ability)
        return ability

    def _equip_cost(self, card: models.EquipmentForm, path: Path) -> tuple[Part, ...]:
        if card.equip is None:
            return NO_EQUIP_COST
        if isinstance(card.equip, CostParts):
            return self.context.cost(card.equip, path)
        whole = piece(card.equip)
        arrow = ARROW.search(whole.mask)
        if arrow is None:
            return self.context.cost(card.equip, path)
        if whole.text[arrow.end() :].strip().lower() != "equip":
            found = whole.cut(arrow.end(), len(whole.text))
            hint = "write what the Equipment gives under `grants`"
            self.context.text_fault(found.error("SW224", "only `Equip` may follow the cost here", hint), path)
        try:
            return parse_cost(whole.text[: arrow.start()])
        except TextError as error:
            self.context.text_fault(error, path)
            return ()

    def _check_id(self, name: str, path: Path) -> None:
        if name == "none":
            self.context.fault("SW207", "`none` can't be an id: `to: none` sends nothing on", path, key=True)
        elif not _ID.fullmatch(name):
            hint = "ids are made of letters, digits, `-` and `_`, at most 100; the name goes under `name`"
            self.context.fault("SW207", f"{shown(name)} is no id", path, hint, key=True)

    def _note_health(self, ability: Ability | Stat | None) -> None:
        """Remember whether anything here changes health: only then can an undamaged unit be without any."""
        items = (ability,) if isinstance(ability, Stat) else ability.bonuses if ability else ()
        self.changes_health = self.changes_health or any(isinstance(i, Stat) and i.stat == "health" for i in items)

    # -- the opening position

    def _opening(self, players: tuple[Player, ...]) -> State:
        units = self.form.units.values()
        return State(
            players,
            tuple(unit.damage for unit in units),
            tuple(unit.tapped for unit in units),
            tuple(self._arena(unit) for unit in units),
            tuple(
                self.context.maybe_unit(card.attached_to, ("equipment", name, "attached_to"))
                for name, card in self.form.equipment.items()
            ),
        )

    def _arena(self, unit: models.UnitForm) -> str:
        if unit.arena is not None:
            return unit.arena
        seen: set[int] = set()
        at: models.UnitForm | None = unit
        while at is not None and at.arena is None and id(at) not in seen:
            seen.add(id(at))
            at = self.form.units.get(at.pilots or "")
        return at.arena if at is not None and at.arena is not None else "build"

    def _check_health(self, position: Position) -> None:
        state = position.state
        for place, (name, unit) in enumerate(self.form.units.items()):
            if not (unit.damage or self.changes_health):
                continue
            health = sheet_of(position.table, (state.arenas, state.attached, ()), place).health
            if unit.damage >= health:
                path: Path = ("units", name, "damage") if unit.damage else ("units", name)
                hint = "such a unit would have been discarded: leave it out, or correct the numbers"
                what = f"{shown(name)} has {unit.damage} damage and {health} health"
                self.context.fault("SW213", what, path, hint, key=not unit.damage)

    def _check_attached(self, position: Position) -> None:
        """Equipment is on units that it could be attached to."""
        if not self.form.equipment:
            return
        table = position.table
        # By the wider reading: what is told of a file's text is not to hang on a contested question.
        rulings = table.rulings._replace(jedi_includes_dark_jedi="yes")
        wide = Table(table.players, table.units, table.equipment, table.cards, rulings)
        for place, (name, card) in enumerate(self.form.equipment.items()):
            unit = position.state.attached[place]
            if unit == NOBODY or not self.form.units:
                continue
            path: Path = ("equipment", name, "attached_to")
            info, bearer = table.equipment[place], table.units[unit]
            if card.player in self.context.players and self.context.owners[unit] not in (NOBODY, info.player):
                hint = f"correct `player` of one of the two, or attach it to a unit of {shown(card.player)}"
                self.context.fault("SW217", f"{shown(bearer.id)} is a unit of the other player", path, hint)
            elif info.fits and not has_subtype(wide, bearer, tuple(map(subtype_words, info.fits))):
                hint = f"add to the `subtypes` of {shown(bearer.id)}, or correct `fits`"
                what = f"{shown(name)} does not fit {shown(bearer.id)}: it is none of {', '.join(info.fits)}"
                self.context.fault("SW217", what, path, hint)

    def _note_losses(self, table: Table, losses: Sequence[tuple[Lose, Path]]) -> None:
        """Remark on abilities to be lost that the unit has not and nothing in the file can give it."""
        for loss, path in losses:
            if loss.unit == NOBODY:
                continue
            given: list[Stat | Ability] = [
                each for unit in table.units for own in unit.abilities for each in own.bonuses
            ]
            given += table.units[loss.unit].abilities
            given += [item for card in table.equipment for grant in card.grants for item in grant.get]
            given += [
                action.bonus
                for card in table.cards
                for action in card.actions
                if isinstance(action, Give) and action.unit == loss.unit
            ]
            if not any(one.keyword == loss.keyword and loss.value in (None, one.value) for one in _all_in(given)):
                value = "" if loss.value is None else f" {loss.value}"
                what = f"{REGISTRY[loss.keyword].name}{value}"
                unit = table.units[loss.unit].name
                self.remarks.append((path, f"{unit} loses nothing: nothing in the file gives it {what}"))


def _all_in(todo: list[Stat | Ability]) -> Iterator[Ability]:
    """The abilities of a list, and what they give in turn."""
    while todo:
        ability = todo.pop()
        if isinstance(ability, Ability):
            yield ability
            todo += ability.bonuses


def _abilities(table: Table) -> Iterator[Ability]:
    """All abilities of a table: printed, given by Equipment and cards, and what abilities give in turn."""
    todo: list[Stat | Ability] = [ability for unit in table.units for ability in unit.abilities]
    todo += [item for card in table.equipment for grant in card.grants for item in grant.get]
    todo += [action.bonus for card in table.cards for action in card.actions if isinstance(action, Give)]
    return _all_in(todo)
