"""What a position is worth, for one position and for a whole level of dice at once, as whole numbers over one scale.

The five columns are the score (which the first player wants high and the second low), the Force that the first and the
second player still spend, and the attack dice that each of them still re-rolls, all as expected from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from swcli.drive.odds.vectors import SIDES

Number = int | Fraction
Worth = tuple[Number, Number, Number, Number, Number]
"""Score, Force spent by each player, dice re-rolled by each player."""

SCORE: Final = 0
FORCE: Final = 1
DICE: Final = 3
NOTHING: Final[Worth] = (0, 0, 0, 0, 0)


def rank(worth: Worth, player: int) -> tuple[Number, Number, Number]:
    """What a player likes best, as a key of which the least is best: the score, then the least Force of his own, then
    the fewest dice that he re-rolls.
    """
    return (-worth[SCORE] if player == 0 else worth[SCORE], worth[FORCE + player], worth[DICE + player])


class Columns(NamedTuple):
    """The worth of every count of a level. A column that is zero throughout is None.

    Attributes:
        power: the numbers are over `scale` * 6 ** power, `scale` being the same for all columns that meet.
        columns: score, Force, Force, dice, dice.
    """

    power: int
    columns: tuple[list[int] | None, ...]

    @property
    def size(self) -> int:
        """How many counts there are."""
        return len(next(column for column in self.columns if column is not None))

    def lifted(self, power: int) -> Columns:
        """The same over a higher power of six."""
        factor = SIDES ** (power - self.power)
        if factor == 1:
            return self
        return Columns(power, tuple(column and [factor * one for one in column] for column in self.columns))

    def over(self, what: Callable[[list[int]], list[int]], power: int = 0) -> Columns:
        """What a linear function makes of each column; it raises the power of six."""
        return Columns(self.power + power, tuple(None if column is None else what(column) for column in self.columns))

    def more(self, place: int, amount: int) -> Columns:
        """The same with `amount`, over the scale of the columns, added to one column."""
        columns = list(self.columns)
        old = columns[place]
        columns[place] = [amount] * self.size if old is None else [one + amount for one in old]
        return Columns(self.power, tuple(columns))


def columns(worths: Sequence[Worth], scale: int) -> Columns:
    """Worths as columns over a scale that all their denominators divide."""
    found: list[list[int] | None] = []
    for place in range(len(NOTHING)):
        column = [int(worth[place] * scale) for worth in worths]
        found.append(column if place == SCORE or any(column) else None)
    return Columns(0, tuple(found))
