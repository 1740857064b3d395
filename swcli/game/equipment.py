"""Equipment cards: what may be attached to what, and attaching it; the keyword Equip plays it (equip.*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import costs, plays, units
from swcli.game.ability import Stat
from swcli.game.boons import BUILD
from swcli.game.frames import Build
from swcli.game.sheet import granted, has_subtype, words

if TYPE_CHECKING:
    from swcli.game.game import Game

MARK = "equip"


def objections(g: Game, equipment: int, unit: int) -> Iterator[tuple[str, str]]:
    """Every (clause, reason) that forbids attaching an Equipment to a unit now."""
    info = g.table.equipment[equipment]
    frame = g.frames[-1] if g.frames else None
    if g.pop != BUILD or not isinstance(frame, Build) or frame.player != info.player:
        yield "equip.own-build-step", "not-own-build-step"
    if (MARK, equipment) in g.marks:
        yield "equip.once-per-turn", "used"
    if not costs.payable(g, info.player, -1, info.equip):
        yield "cost.payable", "cost"
    target = g.table.units[unit]
    if target.player != info.player or not g.in_play(unit):
        yield "equip.attach", "not-own-unit-in-arena"
    elif info.fits and not has_subtype(g.table, target, tuple(words(subtype) for subtype in info.fits)):
        yield "equip.attach", "does-not-fit"


def play(g: Game, equipment: int, unit: int) -> None:
    """Pay the Equip cost and attach the Equipment; the unit that had it loses what it granted."""
    info = g.table.equipment[equipment]
    plays.announce(g, ("equip", equipment, unit), "Equip", info.equip, -1, ("equip.own-build-step",), other=unit)
    g.marks = tuple(sorted((*g.marks, (MARK, equipment))))
    before = g.attached[equipment]
    g.attached[equipment] = unit
    g.forget_surroundings()
    g.emit(
        "fired",
        "attached",
        player=info.player,
        unit=unit,
        ability="Equip",
        clauses=("equip.attach",),
        equipment=info.id,
        name=info.name,
        moved_from=before,
        grants=tuple(
            instance.ability.text
            for group in g.sheet(unit).abilities.values()
            for instance in group
            if instance.origin == (1, equipment)
        ),
        stats=tuple(item for item in granted(g.table, equipment, unit) if isinstance(item, Stat)),
    )
    units.check_health(g)
