"""Upkeep: when its player's first build step of the turn starts, one of its costs has to be paid if one can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import costs
from swcli.game.boons import BUILD, GONE
from swcli.game.frames import Build
from swcli.game.keyword import Keyword, Kind, Label, Objections
from swcli.game.position import Choice
from swcli.game.sheet import Instance

if TYPE_CHECKING:
    from swcli.game.game import Game

MARK = "upkeep"
NOT_PAID = -1
"""In an option, instead of the place of a cost: no cost of this Upkeep is paid."""


def fall_due(g: Game, player: int) -> tuple[int, ...]:
    """The Upkeeps that are due when a build step starts, once each turn (upkeep.build-step-start, .everywhere)."""
    found = [
        instance
        for unit in range(len(g.arenas))
        if g.owner(unit) == player and g.arenas[unit] != GONE
        for instance in g.sheet(unit).of("upkeep")
    ]
    if g.rec:
        for unit, info in enumerate(g.table.units):
            if info.player == player and info.stacked and any(a.keyword == "upkeep" for a in info.abilities):
                g.emit("not-fired", "under-the-top-card", unit=unit, ability="Upkeep")
    if (MARK, player) in g.marks:
        for instance in found:
            _emit(g, instance, "not-fired", "asked-this-turn", ("upkeep.build-step-start",))
        return ()
    g.marks = tuple(sorted((*g.marks, (MARK, player))))
    return tuple(instance.id for instance in found)


def settle_or_ask(g: Game, build: Build) -> None:
    """Settle an Upkeep where nothing is open, else ask which one is next and how it is paid."""
    if len(build.due) == 1 and not g.every_choice:
        ways = payable(g, g.table.instances[build.due[0]])
        if len(ways) < 2:
            settle(g, build, build.due[0], ways[0] if ways else NOT_PAID)
            return
    g.question = Choice(build.player, "upkeep", BUILD)


def payable(g: Game, upkeep: Instance) -> list[int]:
    """The places of the costs that can be paid in full."""
    return [
        place
        for place, cost in enumerate(upkeep.ability.alternatives)
        if costs.payable(g, g.owner(upkeep.bearer), upkeep.bearer, cost)
    ]


def choices(g: Game, build: Build) -> Iterator[tuple[str, int, int]]:
    """Each Upkeep that is due, with each way to pay it; not paid only where none can be (upkeep.must-pay, .order)."""
    for number in build.due:
        for way in payable(g, g.table.instances[number]) or [NOT_PAID]:
            yield ("upkeep", number, way)


def objections(g: Game, build: Build, number: int, way: int) -> Objections:
    """What forbids settling this Upkeep in this way now."""
    if number not in build.due:
        yield "upkeep.build-step-start", "not-due"
        return
    ways = payable(g, g.table.instances[number])
    if way == NOT_PAID and ways:
        yield "upkeep.must-pay", "can-be-paid"
    elif way != NOT_PAID and way not in ways:
        yield "cost.payable", "cost"


def settle(g: Game, build: Build, number: int, way: int) -> None:
    """Pay one of its costs, or ignore it where none can be paid."""
    upkeep = g.table.instances[number]
    ways = payable(g, upkeep)
    several = [other for other in build.due if g.table.instances[other].bearer == upkeep.bearer]
    clauses = _clauses(g, upkeep, len(several) > 1 or _split(g, upkeep), number != build.due[0])
    g.frames[-1] = build._replace(due=tuple(other for other in build.due if other != number))
    if way == NOT_PAID:
        _emit(g, upkeep, "not-fired", "cannot-pay", ("upkeep.cannot-pay", "cost.payable", *clauses))
        return
    _emit(
        g,
        upkeep,
        "fired",
        "upkeep",
        (
            "upkeep.build-step-start",
            "upkeep.must-pay",
            *(("upkeep.choose-cost",) if len(ways) > 1 else ()),
            *clauses,
        ),
    )
    costs.pay(g, g.owner(upkeep.bearer), upkeep.bearer, upkeep.ability.alternatives[way], "Upkeep")


def _split(g: Game, upkeep: Instance) -> bool:
    return len(g.sheet(upkeep.bearer).of("upkeep")) > 1


def _clauses(g: Game, upkeep: Instance, layered: bool, out_of_order: bool) -> tuple[str, ...]:
    info = g.table.units[upkeep.bearer]
    aside = g.arenas[upkeep.bearer] == BUILD or info.pilots >= 0
    return (
        *(("upkeep.layered",) if layered else ()),
        *(("upkeep.everywhere",) if aside else ()),
        *(("upkeep.order",) if out_of_order else ()),
    )


def _emit(g: Game, upkeep: Instance, kind: str, reason: str, clauses: tuple[str, ...]) -> None:
    g.emit(kind, reason, unit=upkeep.bearer, ability="Upkeep", clauses=clauses, text=upkeep.ability.text)


KEYWORD = Keyword(
    name="Upkeep",
    label=Label.LAYERED,
    kind=Kind.TRIGGERED,
    moment="build step start",
    summary="When its player's first build step of the turn starts, one of its costs has to be paid if one can be.",
    valued=False,
    belongs="upkeep.build-step-start",
)
