"""What a file expects to come out, as plain values; ids, keywords and clauses checked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from swcli.game.ability import Ability
from swcli.game.clauses import CLAUSES
from swcli.scenario import models
from swcli.scenario.ability_text import spoken
from swcli.scenario.context import Context
from swcli.scenario.faults import nearest, shown
from swcli.scenario.keyword_names import IGNORE, OTHERS, find, not_adjudicated, printed
from swcli.scenario.script import NOBODY, Path
from swcli.scenario.text_tools import squeezed

UNIT_FIELDS = ("damage", "power", "speed", "health", "tapped", "discarded", "arena")


class Expect(NamedTuple):
    """What must come out.

    Attributes:
        units: (place of the unit, field, value); for `attached`, value is the places of the Equipment on it, in order.
        equipment: (place of the Equipment, place of the unit that must have it, or NOBODY).
        players: (place of the player, `force` or `build_points`, value).
        fired, not_fired: (id of the unit or Equipment, keyword or text of the ability in lower case).
        illegal: the clause that must be among those by which the script is refused, or empty.
        cites: clauses that the trace, or the refusal, must cite.
    """

    units: tuple[tuple[int, str, int | bool | str | tuple[int, ...]], ...] = ()
    equipment: tuple[tuple[int, int], ...] = ()
    players: tuple[tuple[int, str, int], ...] = ()
    fired: tuple[tuple[str, str], ...] = ()
    not_fired: tuple[tuple[str, str], ...] = ()
    illegal: str = ""
    cites: tuple[str, ...] = ()


def read_expect(context: Context, form: models.ExpectForm, abilities: Iterable[Ability]) -> Expect:
    """The expectations of a file; `abilities` are all that its units and Equipment have."""
    units: list[tuple[int, str, int | bool | str | tuple[int, ...]]] = []
    equipment: list[tuple[int, int]] = []
    for name, wanted in form.units.items():
        path: Path = ("expect", "units", name)
        if name in context.equipment:
            equipment += _equipment(context, wanted, name, path)
            continue
        place = context.unit(name, path, key=True)
        units += [(place, field, value) for field in UNIT_FIELDS if (value := getattr(wanted, field)) is not None]
        if wanted.attached is not None:
            units.append((place, "attached", _on_unit(context, wanted.attached, (*path, "attached"))))
    players = [
        (context.player(name, ("expect", "players", name), key=True), field, value)
        for name, had in form.players.items()
        for field in ("force", "build_points")
        if (value := getattr(had, field)) is not None
    ]
    texts = {ability.text.lower() for ability in abilities}
    if form.illegal is not None and not re.fullmatch(r"SW4\d\d", form.illegal):
        _clause(context, form.illegal, ("expect", "illegal"))
    for number, clause in enumerate(form.cites):
        _clause(context, clause, ("expect", "cites", number))
    return Expect(
        tuple(units),
        tuple(equipment),
        tuple(players),
        tuple(_line(context, line, ("expect", "fired", n), texts) for n, line in enumerate(form.fired)),
        tuple(_line(context, line, ("expect", "not_fired", n), texts) for n, line in enumerate(form.not_fired)),
        form.illegal or "",
        tuple(form.cites),
    )


def _equipment(context: Context, wanted: models.ExpectUnitForm, name: str, path: Path) -> list[tuple[int, int]]:
    for field in UNIT_FIELDS:
        if getattr(wanted, field) is not None:
            hint = "of an Equipment only `attached` can be expected"
            context.fault("SW209", f"an Equipment has no `{field}`", (*path, field), hint, key=True)
    if wanted.attached is None:
        return []
    at: Path = (*path, "attached")
    if isinstance(wanted.attached, list):
        context.fault(
            "SW203", "an Equipment is on one unit, not on a list of them", at, "write `attached: UNIT` or `none`"
        )
        return []
    bearer = NOBODY if wanted.attached == "none" else context.unit(wanted.attached, at)
    return [(context.equipment[name], bearer)]


def _on_unit(context: Context, attached: str | list[str], path: Path) -> tuple[int, ...]:
    """The places of the Equipment that must be on a unit."""
    if isinstance(attached, str):
        return () if attached == "none" else (context.equipment_card(attached, path),)
    return tuple(sorted(context.equipment_card(each, (*path, n)) for n, each in enumerate(attached)))


def _clause(context: Context, clause: str, path: Path) -> None:
    if clause not in CLAUSES:
        near = nearest(clause, CLAUSES)
        hint = f"did you mean `{near}`?" if near else "`swcli explain` lists the clauses"
        context.fault("SW230", f"there is no clause {shown(clause, 60)}", path, hint)


def _line(context: Context, line: str, path: Path, texts: set[str]) -> tuple[str, str]:
    name, _, rest = squeezed(line).partition(" ")
    if not rest:
        hint = "write `UNIT KEYWORD`, as in `ahsoka Deflect`"
        context.fault("SW233", f"{shown(line)} names no keyword", path, hint)
        return name, ""
    if name not in context.equipment:
        context.unit(name, path)
    keyword = find(rest)
    if keyword is not None:
        return name, keyword.name.lower()
    text = spoken(rest).lower()
    if text in texts:
        return name, text
    valued = re.fullmatch(r"(.*\S) [-+]?\d+", rest)
    keyword = find(valued[1]) if valued else None
    other = not_adjudicated(rest)
    if keyword is not None:
        context.fault("SW233", f"{shown(line)} names a value", path, f"write `{name} {keyword.name}`")
    elif other:
        context.fault("SW222", f"the keyword {shown(other)} is not yet adjudicated", path, IGNORE)
    else:
        near = nearest(rest, (*(each.name for each in printed().values()), *OTHERS))
        context.fault("SW220", f"{shown(rest, 60)} is no keyword", path, f"did you mean `{near}`?" if near else "")
    return name, text
