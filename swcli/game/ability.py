"""What is printed on a card, parsed: costs, bonuses, selectors, abilities. Plain immutable values; no text is read
here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Until = Literal["attack", "battle", "turn"]


class Part(NamedTuple):
    """One part of a cost.

    `kind` says what is paid: `force`, `build` (build points), `tap` (the bearer), `hand` (cards discarded from hand),
    `pile` (cards of the discard pile removed from the game), `deck` (top cards of the deck discarded), `counters`
    (damage counters put on the bearer), `draw` / `each-draw` (its player / each player draws), `gain` / `each-gain`
    (Force gained). `amount` is a count, 1 for a tap.
    """

    kind: str
    amount: int
    text: str = ""


Cost = tuple[Part, ...]
"""All parts of a cost; empty: free of charge, though it has to be played."""


class Stat(NamedTuple):
    """A change of `power`, `speed` or `health` by `amount`, which may be negative."""

    stat: str
    amount: int


class Selector(NamedTuple):
    """Which units an ability speaks of: one of `subtypes` (lower case, singular words), and the rest as printed.

    `arena` is an arena's name, or empty for any; `other` leaves out the bearer; `unique` asks for unique units.
    """

    subtypes: tuple[tuple[str, ...], ...]
    other: bool = False
    unique: bool = False
    arena: str = ""


class Ability(NamedTuple):
    """One ability as printed.

    `keyword` is its key in the registry: a keyword (`critical-hit`) or one of the kinds that are not keywords (`bonus`,
    `untap`, `gift`, `unattackable`, `ignored`). `cost` is None where none is printed. `alternatives` are Upkeep's
    costs, `bonuses` and `until` belong to activated bonuses and gifts, `select` to all that speak of other units.
    """

    keyword: str
    value: int = 0
    cost: Cost | None = None
    text: str = ""
    alternatives: tuple[Cost, ...] = ()
    bonuses: tuple[Stat | Ability, ...] = ()
    until: str = ""
    select: Selector | None = None
