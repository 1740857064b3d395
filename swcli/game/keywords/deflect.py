"""Deflect X: prevents X of one damage pending on this unit and may do as much to any unit in its arena."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import damage
from swcli.game.frames import Damage
from swcli.game.keyword import Keyword, Kind, Label, Objections

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.sheet import Instance

NOBODY = -1
"""The target of a Deflect that sends nothing on (deflect.may-damage)."""


def options(g: Game, deflect: Instance) -> Iterator[tuple[Damage, int]]:
    """Every instance pending on the unit, sent on to nobody or to any unit of its arena (deflect.any-unit)."""
    for pending in damage.pending_on(g, deflect.bearer):
        yield pending, NOBODY
        if pending.preventable:
            for unit in range(len(g.arenas)):
                if g.in_play(unit) and g.arenas[unit] == g.arenas[deflect.bearer]:
                    yield pending, unit


def objections(g: Game, deflect: Instance, pending: Damage, target: int) -> Objections:
    """What forbids it: nothing pending there, used on this source already, or a target in another place."""
    if pending not in damage.pending_on(g, deflect.bearer):
        yield "prevention.needs-damage", "nothing-pending"
    yield from damage.beyond_prevention(g, pending)
    yield from _used(g, deflect, pending)
    if target != NOBODY and not pending.preventable:
        yield "prevention.unpreventable", "sends-nothing"
    if target != NOBODY and not (g.in_play(target) and g.arenas[target] == g.arenas[deflect.bearer]):
        yield "deflect.same-arena", "target-elsewhere"


def _used(g: Game, deflect: Instance, pending: Damage) -> Objections:
    """Whether it was played on this source already (ruling deflect-source)."""
    event = g.event
    on_source = event is not None and (deflect.id, pending.source) in event.deflected
    on_instance = deflect.id in pending.marks
    if on_source != on_instance:
        g.touch("deflect-source")
    if on_source if g.table.rulings.deflect_source == "unit" else on_instance:
        yield "deflect.once-per-source", "used-on-source"


def play(g: Game, deflect: Instance, pending: Damage, target: int) -> None:
    """Prevent as much as possible up to X, and send the same on as new damage whose source is this unit."""
    event = g.event
    assert event is not None
    clauses = _clauses(g, deflect, pending, target) if g.rec else ()
    g.set_event(deflected=tuple(sorted((*event.deflected, (deflect.id, pending.source)))))
    prevented = damage.prevent(
        g,
        pending,
        deflect.value,
        unit=deflect.bearer,
        ability="Deflect",
        value=deflect.value,
        clauses=clauses,
        mark=deflect.id,
    )
    if prevented and target != NOBODY:
        if g.rec:
            g.rec.facts["deflected"] = (*g.rec.facts.get("deflected", ()), (pending.source, target))
        damage.join(g, damage.make(g, deflect.bearer, target, prevented, "deflect"))


def _clauses(g: Game, deflect: Instance, pending: Damage, target: int) -> tuple[str, ...]:
    event = g.event
    assert event is not None
    found: list[str] = []
    prevented = min(deflect.value, pending.amount) if pending.preventable else 0
    if prevented:
        found += ["deflect.may-damage", "deflect.prevent", "deflect.maximum"]
    if target != NOBODY and prevented:
        found += ["deflect.new-damage", "deflect.any-unit"]
        if prevented < deflect.value:
            found.append("deflect.equal")
    if pending.kind == "deflect":
        found.append("deflect.chain")
    mine = {instance.id for instance in g.sheet(deflect.bearer).of("deflect")}
    if any(mark[0] in mine and mark[0] != deflect.id for mark in event.deflected):
        found.append("deflect.layered")
    if any(mark[0] == deflect.id for mark in event.deflected):
        found.append("deflect.once-per-source")
    return tuple(found)


KEYWORD = Keyword(
    name="Deflect",
    label=Label.LAYERED,
    kind=Kind.ACTIVATED,
    moment="damage prevention",
    summary="Prevents X of one pending damage to this unit and may do as much to a unit in its arena.",
    belongs="prevention.needs-damage",
    concerns=damage.concerns,
    options=options,
    objections=objections,
    play=play,
)
