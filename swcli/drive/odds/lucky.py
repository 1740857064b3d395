"""Which dice to re-roll: the best choice of up to so many dice, for every count of dice at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from swcli.drive.odds.columns import DICE, FORCE, SCORE, Columns
from swcli.drive.odds.vectors import SIDES, Vector, Vectors


class Picks(NamedTuple):
    """Which dice are re-rolled.

    Attributes:
        most: the most dice that may be re-rolled, no more than lie there.
        best: along the counts of all dice (how many are re-rolled, place of those kept in their level).
        wishes: for each number of dice re-rolled, along the counts of those kept, how well the player likes that; None
            where it was not to be kept.
    """

    most: int
    best: list[tuple[int, int]]
    wishes: list[list[int]] | None = None

    def alike(self, vectors: Vectors, dice: int, place: int) -> Iterator[Vector]:
        """All dice that may be picked up at a count and are liked best, as many as the best ones and those included:
        the ones kept, by class.
        """
        assert self.wishes is not None
        number, kept = self.best[place]
        wishes, places = self.wishes[number], vectors.places(dice - number)
        best = wishes[kept]
        for left in _parts(vectors.level(dice)[place], dice - number):
            if wishes[places[left]] == best:
                yield left


def _parts(counts: Vector, dice: int) -> Iterator[Vector]:
    """All ways to take so many dice out of some."""
    if len(counts) == 1:
        if dice <= counts[0]:
            yield (dice,)
        return
    rest = sum(counts[1:])
    for first in range(max(0, dice - rest), min(counts[0], dice) + 1):
        for others in _parts(counts[1:], dice - first):
            yield (first, *others)


def picks(
    vectors: Vectors, dice: int, most: int, player: int, after: Columns, scale: int, keep: bool = False
) -> tuple[Picks, Columns]:
    """The best dice to re-roll at every count, and what that is worth there.

    Args:
        vectors: the counts.
        dice: how many dice lie there.
        most: how many may be re-rolled.
        player: who picks them.
        after: the worth along all counts once they have been re-rolled.
        scale: what it is over (see `Columns`).
        keep: keep also how well every other choice is liked.
    """
    most = min(most, dice)
    tables = [after]
    for number in range(most):
        tables.append(tables[-1].over(lambda column, left=dice - number: vectors.expected(column, left), 1))  # type: ignore[misc]
    power = after.power + most
    unit = scale * SIDES**power
    lifted = tuple(
        table.lifted(power).more(DICE + player, number * unit) if number else table.lifted(power)
        for number, table in enumerate(tables)
    )
    wishes = _wishes(lifted, player)
    best = _best(vectors, dice, wishes)
    return Picks(most, best, wishes if keep else None), _gathered(lifted, best)


def _gathered(tables: tuple[Columns, ...], ways: list[tuple[int, int]]) -> Columns:
    """The worth of some ways along all counts."""
    found: list[list[int] | None] = []
    for number in range(len(tables[0].columns)):
        columns = [table.columns[number] for table in tables]
        if all(column is None for column in columns):
            found.append(None)
            continue
        full = [column or [0] * table.size for column, table in zip(columns, tables, strict=True)]
        found.append([full[dice][place] for dice, place in ways])
    return Columns(tables[0].power, tuple(found))


def _best(vectors: Vectors, dice: int, wishes: list[list[int]]) -> list[tuple[int, int]]:
    """Adds the dice picked up back one at a time, keeping the best way for each count."""
    most = len(wishes) - 1
    values = wishes[most]
    ways = [(most, place) for place in range(len(values))]
    for level in range(dice - most, dice):
        number = dice - level - 1
        more = list(wishes[number])
        chosen = [(number, place) for place in range(len(more))]
        for up in vectors.ups(level):
            for value, way, place in zip(values, ways, up, strict=True):
                if value > more[place]:
                    more[place] = value
                    chosen[place] = way
                elif value == more[place] and way != chosen[place] and _sooner(vectors, dice, way, chosen[place]):
                    chosen[place] = way
        values, ways = more, chosen
    return ways


def _wishes(tables: tuple[Columns, ...], player: int) -> list[list[int]]:
    """For each number of dice re-rolled, along the counts of those kept, one number that is the higher the better the
    player likes it: the score counts first, then the Force that he spends, then the dice that he re-rolls.
    """
    places = (FORCE + player, DICE + player)
    most = 1 + max((max(column) for table in tables for place in places if (column := table.columns[place])), default=0)
    sign = most * most if player == 0 else -most * most
    found = []
    for table in tables:
        score = table.columns[SCORE]
        assert score is not None
        wish = [sign * one for one in score]
        for place, factor in zip(places, (most, 1), strict=True):
            column = table.columns[place]
            if column:
                wish = [so_far - factor * one for so_far, one in zip(wish, column, strict=True)]
        found.append(wish)
    return found


def _sooner(vectors: Vectors, dice: int, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether the first of two ways that a player likes equally comes first in the order of options: dice are picked
    up by rising face, and to stop comes before any face.
    """
    if first[0] == second[0]:
        return first[1] < second[1]  # who keeps fewer of the low faces picks up more of them
    # Never seen: two ways of picking up another number of dice are liked equally only if the same player picks up
    # dice again later, and then fewer.
    return first[0] < second[0]
