"""Dice as counts of the classes of faces that nothing can tell apart, and sums over all rolls of them.

Pure arithmetic: nothing of the rules stands here. All weights are whole numbers; a die shows class `c` with the chance
`weights[c] / 6`. Values along all counts of `n` dice are lists in the order of `Vectors.level(n)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import Final

SIDES: Final = 6
Vector = tuple[int, ...]
"""How many dice show each class."""


class Vectors:
    """All counts of dice over some classes, by number of dice.

    Args:
        weights: how many of the six faces are in each class.
    """

    def __init__(self, weights: Vector) -> None:
        self.weights = weights
        self._levels: dict[int, list[Vector]] = {}
        self._places: dict[int, dict[Vector, int]] = {}
        self._ups: dict[int, list[list[int]]] = {}

    def level(self, dice: int) -> list[Vector]:
        """All counts of so many dice, in rising order."""
        found = self._levels.get(dice)
        if found is None:
            found = self._levels[dice] = _counts(len(self.weights), dice)
        return found

    def places(self, dice: int) -> dict[Vector, int]:
        """The place of each of these counts in their level."""
        found = self._places.get(dice)
        if found is None:
            found = self._places[dice] = {vector: place for place, vector in enumerate(self.level(dice))}
        return found

    def ups(self, dice: int) -> list[list[int]]:
        """For each class, along the counts of so many dice, the place that one die more of that class leads to."""
        found = self._ups.get(dice)
        if found is None:
            above = self.places(dice + 1)
            found = self._ups[dice] = [
                [above[(*vector[:one], vector[one] + 1, *vector[one + 1 :])] for vector in self.level(dice)]
                for one in range(len(self.weights))
            ]
        return found

    def rolled(self, dice: int) -> list[int]:
        """In how many of the 6 ** dice ways each of these counts falls."""
        powers = [[weight**count for count in range(dice + 1)] for weight in self.weights]
        factorials = [factorial(count) for count in range(dice + 1)]
        whole = factorials[dice]
        found = []
        for vector in self.level(dice):
            ways = whole
            for one, count in enumerate(vector):
                if count:
                    ways = ways // factorials[count] * powers[one][count]
            found.append(ways)
        return found

    def expected(self, values: Sequence[int], dice: int) -> list[int]:
        """The values of `dice` dice summed over one that is still to be rolled, by the counts of the others; six times
        the mean.
        """
        found = [0] * len(self.level(dice - 1))
        first = True
        for weight, up in zip(self.weights, self.ups(dice - 1), strict=True):
            if first:
                found = [weight * values[place] for place in up]
                first = False
            elif weight == 1:
                found = [so_far + values[place] for so_far, place in zip(found, up, strict=True)]
            else:
                found = [so_far + weight * values[place] for so_far, place in zip(found, up, strict=True)]
        return found

    def spread(self, masses: Sequence[int], dice: int) -> list[int]:
        """Masses of `dice` dice after one more is rolled: the sum is six times what it was."""
        found = [0] * len(self.level(dice + 1))
        for weight, up in zip(self.weights, self.ups(dice), strict=True):
            for mass, place in zip(masses, up, strict=True):
                if mass:
                    found[place] += weight * mass
        return found


@lru_cache(maxsize=64)
def vectors(weights: Vector) -> Vectors:
    """The counts over classes of these weights; kept, since attacks share them."""
    return Vectors(weights)


def _counts(classes: int, dice: int) -> list[Vector]:
    if classes == 1:
        return [(dice,)]
    return [(first, *rest) for first in range(dice + 1) for rest in _counts(classes - 1, dice - first)]
