"""Evade X: prevents up to X of one damage pending on this unit, the amount chosen by its player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import damage
from swcli.game.frames import Damage
from swcli.game.keyword import Keyword, Kind, Label, Objections

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def options(g: Game, evade: Instance) -> Iterator[tuple[Damage, int]]:
    """Every instance pending on the unit, with every amount that makes a difference (evade.up-to, evade.partial)."""
    for pending in damage.pending_on(g, evade.bearer):
        most = min(evade.value, pending.amount) if pending.preventable else 0
        for amount in range(most, -1, -1):
            yield pending, amount


def objections(g: Game, evade: Instance, pending: Damage, amount: int) -> Objections:
    """What forbids it: nothing pending there, used on this instance already, or more than X."""
    if pending not in damage.pending_on(g, evade.bearer):
        yield "prevention.needs-damage", "nothing-pending"
    yield from damage.beyond_prevention(g, pending)
    if evade.id in pending.marks:
        yield "evade.once-per-instance", "used-on-instance"
    most = min(evade.value, pending.amount) if pending.preventable else 0
    if not 0 <= amount <= most:
        yield "evade.up-to", "more-than-value" if amount > evade.value else "more-than-pending"
    if most and not amount:
        g.touch("evade-nothing")
        if g.table.rulings.evade_nothing == "illegal":
            yield "evade.up-to", "prevents-nothing"


def play(g: Game, evade: Instance, pending: Damage, amount: int) -> None:
    """Prevent the chosen amount, as far as that much is pending."""
    clauses: tuple[str, ...] = ("evade.up-to",)
    if g.rec:
        if pending.preventable and amount < min(evade.value, pending.amount):
            clauses += ("evade.partial",)
        if any(other.id in pending.marks for other in g.sheet(evade.bearer).of("evade")):
            clauses += ("evade.layered",)
        if g.rec.again:
            clauses += ("evade.once-per-instance",)
    damage.prevent(
        g, pending, amount, unit=evade.bearer, ability="Evade", value=evade.value, clauses=clauses, mark=evade.id
    )


KEYWORD = Keyword(
    name="Evade",
    label=Label.LAYERED,
    kind=Kind.ACTIVATED,
    moment="damage prevention",
    summary="Prevents up to X of one pending damage to this unit; its player chooses how much.",
    belongs="prevention.needs-damage",
    concerns=damage.concerns,
    options=options,
    objections=objections,
    play=play,
)
