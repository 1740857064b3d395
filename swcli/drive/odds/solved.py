"""A block of dice solved: what it is worth, and which dice each player re-rolls, for all counts of dice at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

from swcli.drive.odds.block import Block, Edge, Landing, Look, Stage, Throw
from swcli.drive.odds.columns import DICE, FORCE, SCORE, Columns, Worth, columns
from swcli.drive.odds.lucky import Picks, picks
from swcli.drive.odds.vectors import SIDES, Vector
from swcli.game import engine
from swcli.game.position import Position


class Chosen(NamedTuple):
    """What is chosen at a stage: along its counts the number of the edge, and for each edge its picks (None: a pass,
    or an answer that is not looked at).
    """

    edge: list[int]
    picks: list[Picks | None]


class Decided(NamedTuple):
    """What is chosen for some dice.

    Attributes:
        counts: the dice by class. removed: those picked up, all zero for a pass.
        alike: tells what could be picked up as well: as many dice, with the same score and Force spent.
    """

    counts: Vector
    removed: Vector
    alike: Callable[[], list[Vector]]


class Solved:
    """A block with what it leads to.

    Args:
        block: the dice.
        leaf: the number of the leaf that a position is; called once for each way in which dice can look in the end.

    Attributes:
        landed: for each throw the leaves that it leads to at once, by the look of its dice.
        left: for each stage and edge that leaves the dice, along its counts, the leaf.
        chosen: for each stage what is chosen there, once it is solved.
    """

    def __init__(self, block: Block, leaf: Callable[[Position], int]) -> None:
        self.block = block
        self.landed: dict[Throw, dict[Look, int]] = {}
        self.left: dict[tuple[Stage, int], list[int]] = {}
        self.chosen: dict[Stage, Chosen] = {}
        self._values: dict[Stage, Columns] = {}
        self._throws: dict[Throw, Columns] = {}
        self._scale = 1
        self._first: int | None = None
        self._keep = False
        self._find(block.first, leaf)
        for stage in block.stages:
            for number, edge in enumerate(stage.edges):
                if edge.stage is None:
                    self.left[stage, number] = _along(stage, edge, leaf)

    def _find(self, throw: Throw, leaf: Callable[[Position], int]) -> None:
        if throw in self.landed:
            return
        found = self.landed[throw] = {}
        for look, landing in throw.landings.items():
            if landing.more:
                self._find(landing.more, leaf)
            elif not landing.stage:
                found[look] = leaf(landing.position)

    def solve(self, worths: list[Worth], tell: Callable[[], None] = lambda: None, keep: bool = False) -> Worth:
        """What the block is worth if each player who has a choice makes the best of it.

        Args:
            worths: of the leaves.
            tell: called now and then.
            keep: keep what `decisions` needs to tell of other dice that are as good.
        """
        self._keep = keep
        self._scale = lcm(*(value.denominator for worth in worths for value in worth))
        self._leaves = columns(worths, self._scale)
        for stage in reversed(self.block.stages):
            tell()
            self._choose(stage)
        values = self._thrown(self.block.first)
        self._values.clear()  # they are large, and have done their work
        self._throws.clear()
        scale = self._scale * SIDES**values.power
        worth = [Fraction(column[0], scale) if column else 0 for column in values.columns]
        return (*worth,)  # type: ignore[return-value]  # five columns

    def solved_if(self, worths: list[Worth], first: int) -> Worth:
        """What the block would be worth if a player had to use his Lucky, be it on no dice, before the other one may.

        Args:
            worths: of the leaves.
            first: the player.
        """
        other = copy(self)
        other.chosen, other._values, other._throws, other._first = {}, {}, {}, first
        return other.solve(worths)

    def _allowed(self, stage: Stage) -> tuple[bool, list[int]]:
        """Whether the player may pass at a stage, and the numbers of the other answers that he may give."""
        others = list(range(1, len(stage.edges)))
        if self._first is None or not others:
            return True, others
        if stage.player == self._first:
            return False, others
        then = stage.edges[0].stage
        waits = then is not None and then.player == self._first and len(then.edges) > 1
        return True, [] if waits else others

    def decisions(self, stage: Stage) -> Iterator[Decided]:
        """What is chosen at a stage, for each count."""
        chosen = self.chosen[stage]
        vectors = stage.faces.vectors
        level = vectors.level(stage.dice)
        for place, counts in enumerate(level):
            found = chosen.picks[chosen.edge[place]]
            if found is None:
                yield Decided(counts, (0,) * len(counts), lambda: [])
            else:
                dice, kept = found.best[place]
                best = vectors.level(stage.dice - dice)[kept]
                alike = partial(_alike, found, stage, place)
                yield Decided(counts, _less(counts, best), alike if found.wishes else lambda: [])

    def _after(self, stage: Stage, number: int) -> Columns:
        edge = stage.edges[number]
        if edge.stage is not None:
            return self._values[edge.stage]
        leaves = self.left[stage, number]
        return self._leaves.over(lambda column: [column[leaf] for leaf in leaves])

    def _choose(self, stage: Stage) -> None:
        vectors, dice, player = stage.faces.vectors, stage.dice, stage.player
        may_pass, numbers = self._allowed(stage)
        values = self._after(stage, 0)
        chosen = [0] * len(vectors.level(dice))
        found: list[Picks | None] = [None] * len(stage.edges)
        for number in numbers:
            most = stage.edges[number].most
            after = self._after(stage, number)
            found[number], other = picks(vectors, dice, most, player, after, self._scale, self._keep)
            power = max(values.power, other.power)
            other, values = other.lifted(power), values.lifted(power)
            better = _better(other, values, player) if may_pass or number > 1 else list(range(len(chosen)))
            for place in better:
                chosen[place] = number
            values = _merged(values, other, better)
        self._values[stage] = values
        self.chosen[stage] = Chosen(chosen, found)

    def _thrown(self, throw: Throw) -> Columns:
        """What a throw is worth, along the counts of the dice that lie there before it."""
        known = self._throws.get(throw)
        if known is not None:
            return known
        level = throw.faces.vectors.level(throw.total)
        parts = [self._landed(throw, look, landing) for look, landing in throw.landings.items()]
        power = max(values.power for values, _ in parts)
        parts = [(values.lifted(power), places) for values, places in parts]
        found: list[list[int] | None] = []
        for number in range(len(self._leaves.columns)):
            whole = [0] * len(level) if number == SCORE else None
            for values, places in parts:
                column = values.columns[number]
                if column is not None:
                    whole = whole or [0] * len(level)
                    for here, there in places:
                        whole[here] = column[there]
            found.append(whole)
        result = Columns(power, tuple(found))
        if not throw.lying:
            ways = throw.faces.vectors.rolled(throw.total)
            result = result.over(lambda column: [sum(map(int.__mul__, ways, column))], throw.total)
        for dice in range(throw.total, throw.lying or throw.total, -1):
            result = result.over(lambda column, dice=dice: throw.faces.vectors.expected(column, dice), 1)  # type: ignore[misc]
        self._throws[throw] = result
        return result

    def _landed(self, throw: Throw, look: Look, landing: Landing) -> tuple[Columns, list[tuple[int, int]]]:
        """The values that a landing leads to, and which counts of the throw have which place in them."""
        here = throw.faces.looks(throw.total)[look]
        if landing.target is None:
            leaf = self.landed[throw][look]
            return self._leaves, [(place, leaf) for place in here]
        values = self._thrown(landing.more) if landing.more else self._values[landing.target]  # type: ignore[index]
        return values, list(zip(here, translated(throw, landing, here), strict=True))


def _alike(found: Picks, stage: Stage, place: int) -> list[Vector]:
    vectors = stage.faces.vectors
    counts = vectors.level(stage.dice)[place]
    return [_less(counts, kept) for kept in found.alike(vectors, stage.dice, place)]


def _less(counts: Vector, kept: Vector) -> Vector:
    return tuple(a - b for a, b in zip(counts, kept, strict=True))


def translated(throw: Throw, landing: Landing, here: list[int]) -> list[int]:
    """For some counts of a throw their places among those of what it lands on, where fewer faces may be told apart."""
    target = landing.target
    assert target is not None
    if target.faces == throw.faces:
        return here
    into = throw.faces.into(target.faces)
    places, level = target.faces.vectors.places(throw.total), throw.faces.vectors.level(throw.total)
    found = []
    for place in here:
        there = [0] * len(target.faces.classes)
        for count, one in zip(level[place], into, strict=True):
            there[one] += count
        found.append(places[tuple(there)])
    return found


def _along(stage: Stage, edge: Edge, leaf: Callable[[Position], int]) -> list[int]:
    """The leaves of an edge along the counts of a stage."""
    level = stage.faces.vectors.level(stage.dice)
    result = [0] * len(level)
    for places in stage.faces.looks(stage.dice).values():
        number = leaf(engine.answer(*stage.last(edge, stage.faces.real(level[places[0]])), legal=True))
        for place in places:
            result[place] = number
    return result


def _better(other: Columns, values: Columns, player: int) -> list[int]:
    """The counts at which another way is better for a player than what he has."""
    first, second = other.columns[SCORE], values.columns[SCORE]
    assert first is not None and second is not None
    found = []
    for place, (a, b) in enumerate(zip(first, second, strict=True)):
        better = (a > b) == (player == 0) if a != b else _rest(other, place, player) < _rest(values, place, player)
        if better:
            found.append(place)
    return found


def _rest(values: Columns, place: int, player: int) -> tuple[int, int]:
    force, dice = values.columns[FORCE + player], values.columns[DICE + player]
    return (force[place] if force else 0, dice[place] if dice else 0)


def _merged(values: Columns, other: Columns, better: list[int]) -> Columns:
    """The first worths, but the others where those are better."""
    found: list[list[int] | None] = []
    for mine, theirs in zip(values.columns, other.columns, strict=True):
        if mine is None and theirs is None:
            found.append(None)
            continue
        column = [0] * values.size if mine is None else list(mine)
        for place in better:
            column[place] = 0 if theirs is None else theirs[place]
        found.append(column)
    return Columns(values.power, tuple(found))
