"""The damage of an attack by fixed habits, and by the best that one side can do after the other, every roll counted.

`peers.py` sets it beside `swcli odds`; it shares nothing with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial
from typing import Final

from benchmarks.monte_carlo import Attack, Habit, Manners, damage, habits

HABITS: Final = Manners()
"""What players do if nothing else is said."""

Dice = tuple[int, ...]
"""Faces that lie there, rising."""


class Table:
    """The dice of an attack as far as anybody looks at them: misses alike and hits alike, but for ones that let the
    defender Parry and sixes of a Critical Hit.
    """

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.faces = Counter(self.least(face) for face in range(1, 7))

    def least(self, face: int) -> int:
        """The least face that makes the same difference."""
        return min(other for other in range(1, 7) if self._seen(other) == self._seen(face))

    def _seen(self, face: int) -> tuple[bool, bool, bool]:
        attack = self.attack
        return face + attack.accuracy >= 4, face == 1 and attack.parry > 0, face == 6 and attack.critical_hit > 0

    def first(self) -> Iterator[tuple[Fraction, Dice]]:
        """The first roll, with the dice of Fury, each way with its chance."""
        attack = self.attack
        if not attack.fury:
            yield from throws(attack.power, tuple(self.faces.items()))
            return
        for chance, dice in throws(attack.power, tuple((face, 1) for face in range(1, 7))):
            merged = sorted(map(self.least, dice))
            for more, added in throws(attack.fury if 4 in dice else 0, tuple(self.faces.items())):
                yield chance * more, tuple(sorted((*merged, *added)))


@cache
def throws(count: int, faces: tuple[tuple[int, int], ...]) -> list[tuple[Fraction, Dice]]:
    """Every way in which so many dice fall, with its chance; `faces` with how many of the six each stands for."""
    weights = dict(faces)
    found = []
    for dice in combinations_with_replacement(sorted(weights), count):
        ways = factorial(count)
        for face, same in Counter(dice).items():
            ways = ways // factorial(same) * weights[face] ** same
        found.append((Fraction(ways, 6**count), dice))
    return found


def habitual(attack: Attack, manners: Manners = HABITS) -> dict[int, Fraction]:
    """How likely each damage is if both sides keep to their habits."""
    table = Table(attack)
    lying: defaultdict[Dice, Fraction] = defaultdict(Fraction)
    for chance, dice in table.first():
        lying[dice] += chance
    for habit in habits(attack, manners):
        lying = _after(table, lying, habit)
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for dice, chance in lying.items():
        found[damage(attack, dice)] += chance
    return dict(sorted(found.items()))


def _after(table: Table, lying: Mapping[Dice, Fraction], habit: Habit) -> defaultdict[Dice, Fraction]:
    found: defaultdict[Dice, Fraction] = defaultdict(Fraction)
    for dice, chance in lying.items():
        gone = habit(table.attack, list(dice))
        for more, fallen in throws(len(gone), tuple(table.faces.items())):
            found[tuple(sorted((*without(dice, gone), *fallen)))] += chance * more
    return found


def without(dice: Dice, gone: list[int] | Dice) -> Dice:
    """The dice that are left."""
    left = list(dice)
    for face in gone:
        left.remove(face)
    return tuple(left)


def best_in_order(attack: Attack, order: str = "attacker") -> Fraction:
    """The mean damage if one side re-rolls first, then the other, both at their best and knowing what the other will
    do; without a play-or-pass chance.
    """
    table = Table(attack)
    sides = [("attacker", attack.lucky), ("defender", attack.defender_lucky)]
    if order == "defender":
        sides.reverse()

    @cache
    def worth(dice: Dice, stage: int) -> Fraction:
        if stage == len(sides):
            return Fraction(damage(attack, dice))
        who, lucky = sides[stage]
        ways = {gone for count in range(lucky + 1) for gone in combinations(dice, count)}
        best: Callable[[Iterator[Fraction]], Fraction] = max if who == "attacker" else min
        return best(rolled(without(dice, gone), len(gone), stage + 1) for gone in ways)

    @cache
    def rolled(dice: Dice, count: int, stage: int) -> Fraction:
        if not count:
            return worth(dice, stage)
        return sum(
            (
                Fraction(weight, 6) * rolled(tuple(sorted((*dice, face))), count - 1, stage)
                for face, weight in table.faces.items()
            ),
            Fraction(0),
        )

    return sum((chance * worth(dice, 0) for chance, dice in table.first()), Fraction(0))


def best_alone(attack: Attack) -> Fraction:
    """The mean damage of an attacker at his best whom nobody answers, from the binomial theorem.

    Each die is a six, another hit or a miss; of dice re-rolled it only matters how many there are, and whether a six is
    among those kept. It knows neither Parry nor Fury.
    """
    chance = Fraction(min(6, max(0, 3 + attack.accuracy)), 6)
    six = Fraction(1, 6)
    assert chance >= six, "a six that misses would be a fourth kind of die"
    total = Fraction(0)
    for sixes in range(attack.power + 1):
        for hits in range(attack.power - sixes + 1):
            misses = attack.power - sixes - hits
            ways = comb(attack.power, sixes) * comb(attack.power - sixes, hits)
            likely = ways * six**sixes * (chance - six) ** hits * (1 - chance) ** misses
            total += likely * max(
                sixes + hits - max(0, again - misses)
                + again * chance
                + attack.critical_hit * (1 if sixes else 1 - (1 - six) ** again)
                for again in range(min(attack.lucky, hits + misses) + 1)
            )  # fmt: skip
    return total


def mean(shares: dict[int, Fraction]) -> Fraction:
    """The mean of amounts with their chances."""
    return sum((amount * share for amount, share in shares.items()), Fraction(0))
