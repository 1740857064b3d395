"""Cards outside the keyword list, as a scenario puts them into play: one-use effects dealt to a player."""

from __future__ import annotations

from typing import NamedTuple

from swcli.game.ability import Ability, Cost, Stat


class Give(NamedTuple):
    """`bonus` for `unit` until the end of attack, battle or turn; `against` limits it to a defender (unit) or
    subtypes.
    """

    unit: int
    bonus: Stat | Ability
    until: str
    against: int | tuple[tuple[str, ...], ...] | None = None


class Lose(NamedTuple):
    """`unit` loses every instance of `keyword` (of that `value` alone, where given)."""

    unit: int
    keyword: str
    value: int | None
    until: str


class Prevent(NamedTuple):
    """`amount` (None: all) of one damage pending on `unit` is prevented."""

    unit: int
    amount: int | None


class DoDamage(NamedTuple):
    """Damage to `unit`: `amount` plain, or `dice` dice of damage (the other is 0)."""

    unit: int
    amount: int
    dice: int
    preventable: bool


class Counters(NamedTuple):
    """Damage counters put on `unit`, or taken off it (negative); not damage."""

    unit: int
    amount: int


class Reroll(NamedTuple):
    """Attack dice showing `faces` are rolled again; `triggered`: before the re-roll POP, by itself."""

    faces: tuple[int, ...]
    triggered: bool


class Move(NamedTuple):
    """`verb` (`tap`, `untap`, `retreat`, `discard`) done to `unit`."""

    verb: str
    unit: int


class GainForce(NamedTuple):
    """`player` gains `amount` Force, or loses it (negative; never below zero)."""

    player: int
    amount: int


Action = Give | Lose | Prevent | DoDamage | Counters | Reroll | Move | GainForce


class Card(NamedTuple):
    """An effect that `player` may play once, in `pop` (empty: between attacks or in the build step).

    `source` is the unit whose damage it is, or -1: the card itself.
    """

    name: str
    player: int
    pop: str
    cost: Cost
    actions: tuple[Action, ...]
    source: int = -1
