"""Events: what happened, as values. The engine emits them to a recorder that may be absent; text is made in
`report`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

POPS: Final = (
    "attack",
    "re-roll",
    "pending damage",
    "damage prevention",
    "damage placement",
    "unit discard",
    "attack end",
)
"""The play-or-pass chances of an attack, in their order."""

KINDS: Final = (
    "declare",
    "pop",
    "roll",
    "re-roll",
    "fired",
    "not-fired",
    "played",
    "pass",
    "pending",
    "prevented",
    "placed",
    "discarded",
    "gained",
    "lost",
    "paid",
    "moved",
    "note",
)


class Event:
    """One thing that happened.

    Attributes:
        seq: its number in the trace, from 1.
        parent: `seq` of the event that it belongs under, 0 for none.
        attack: number of the attack it belongs to, 0 outside one.
        step: a POP's name, or `declare`, `roll`, `hits`, `build`, `after`.
        kind: one of `KINDS`.
        reason: why, or of which sort: a constant that `report` puts into words with `data` as operands.
        player, unit, other: places in the table's players and units, -1 for none; `other` is the unit acted on.
        ability: the keyword or ability that did it, as the trace names it; empty for none.
        value: X of the ability. amount: what was dealt, prevented, paid ... None where it does not apply.
        damage: id of the instance of damage, `d1`, or empty.
        dice: faces in the order rolled, or empty.
        clauses: ids of the clauses without which this would have come out otherwise.
        data: further operands of the reason.
    """

    __slots__ = (
        "ability",
        "amount",
        "attack",
        "clauses",
        "damage",
        "data",
        "dice",
        "kind",
        "other",
        "parent",
        "player",
        "reason",
        "seq",
        "step",
        "unit",
        "value",
    )

    def __init__(
        self,
        seq: int,
        parent: int,
        attack: int,
        step: str,
        kind: str,
        reason: str,
        player: int,
        unit: int,
        other: int,
        ability: str,
        value: int | None,
        amount: int | None,
        damage: str,
        dice: tuple[int, ...],
        clauses: tuple[str, ...],
        data: dict[str, object],
    ) -> None:
        self.seq = seq
        self.parent = parent
        self.attack = attack
        self.step = step
        self.kind = kind
        self.reason = reason
        self.player = player
        self.unit = unit
        self.other = other
        self.ability = ability
        self.value = value
        self.amount = amount
        self.damage = damage
        self.dice = dice
        self.clauses = clauses
        self.data = data


def effect(event: Event, ids: Sequence[str]) -> tuple[str, str] | None:
    """The ability that took effect or was played by an event, with the id of its unit or Equipment; None of others.

    Args:
        event: any event.
        ids: of the table's units.
    """
    if event.kind not in ("fired", "played") or not event.ability:
        return None
    equipment = event.data.get("equipment")
    if isinstance(equipment, str):
        return equipment, event.ability
    return (ids[event.unit], event.ability) if event.unit >= 0 else None
