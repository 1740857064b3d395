"""Lasting changes on units, and the places units can be in."""

from __future__ import annotations

from typing import Final, NamedTuple

ARENAS: Final = ("space", "ground", "character")
BUILD: Final = "build"
GONE: Final = "discard pile"


class Boon(NamedTuple):
    """A lasting change on `bearer` that ends with the attack, the battle or the turn.

    `what` is `power`, `speed`, `health` (with `amount`) or `ability` (`amount` is the place in `Table.granted` of
    what is given or lost). `origin` is (0, unit) for a unit's bonus, (1, unit) for its Stun, (2, card) for a card;
    `against` limits a bonus to some defenders.
    """

    bearer: int
    what: str
    amount: int
    ends: str
    origin: tuple[int, int]
    against: int | tuple[tuple[str, ...], ...] | None = None
