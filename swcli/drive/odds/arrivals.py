"""How likely each leaf of a solved block of dice is, and what takes effect on the way there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from swcli.drive.odds.block import Stage, Throw
from swcli.drive.odds.effects import Fired, fired, shown
from swcli.drive.odds.lucky import Picks
from swcli.drive.odds.solved import Solved, translated
from swcli.drive.odds.vectors import SIDES, Vector
from swcli.game import engine
from swcli.game.frames import Counts
from swcli.game.recorder import Recorder

NOTHING: Final[Fired] = frozenset()


class Arrival(NamedTuple):
    """How a leaf is reached: its number, what took effect in the dice, and with what chance."""

    leaf: int
    fired: Fired
    chance: Fraction


def arrivals(solved: Solved, told: bool = False) -> list[Arrival]:
    """How likely each leaf is.

    Args:
        solved: the block.
        told: tell also what takes effect on the way; without, every `fired` is empty.
    """
    return _Forward(solved, told).run()


def reached(solved: Solved) -> dict[Stage, tuple[int, list[int]]]:
    """How likely the counts of each stage are: whole numbers over a power of six."""
    forward = _Forward(solved, False)
    forward.run()
    found = {}
    for stage, masses in forward.masses.items():
        if masses.found:
            found[stage] = masses.found[NOTHING]
    return found


class _Masses:
    """Chances along the counts of a stage, as whole numbers over a power of six, by what has taken effect."""

    def __init__(self) -> None:
        self.found: dict[Fired, tuple[int, list[int]]] = {}

    def add(self, what: Fired, power: int, masses: list[int]) -> None:
        """Add chances over a power of six."""
        if what not in self.found:
            self.found[what] = (power, masses)
            return
        old, have = self.found[what]
        top = max(old, power)
        first, second = SIDES ** (top - old), SIDES ** (top - power)
        self.found[what] = (top, [first * a + second * b for a, b in zip(have, masses, strict=True)])


class _Forward:
    def __init__(self, solved: Solved, told: bool) -> None:
        self.solved = solved
        self.told = told
        self.masses = {stage: _Masses() for stage in solved.block.stages}
        self.arrived: defaultdict[tuple[int, Fired], Fraction] = defaultdict(Fraction)

    def run(self) -> list[Arrival]:
        first = self.solved.block.first
        self._throw(first, NOTHING, first.total, first.faces.vectors.rolled(first.total))
        for stage in self.solved.block.stages:
            for what, (power, masses) in self.masses[stage].found.items():
                self._stage(stage, what, power, masses)
        return [Arrival(leaf, what, chance) for (leaf, what), chance in self.arrived.items() if chance]

    def _throw(self, throw: Throw, what: Fired, power: int, masses: list[int]) -> None:
        """Go on from a throw; `masses` are along the counts of all its dice."""
        faces = throw.faces
        level = faces.vectors.level(throw.total)
        looks = faces.looks(throw.total)
        onto: dict[tuple[Throw | Stage, Fired], list[int]] = {}
        for look, landing in throw.landings.items():
            here = [place for place in looks[look] if masses[place]]
            if not here:
                continue
            if landing.target is None:
                leaf = self.solved.landed[throw][look]
                found = [(level[place], masses[place]) for place in here]
                self._leave(leaf, what, throw, found, power, partial(_landed, throw))
                continue
            after = what | _landed(throw, faces.real(level[here[0]])) if self.told else what
            target = landing.target
            moved = onto.setdefault((target, after), [0] * len(target.faces.vectors.level(throw.total)))
            for place, there in zip(here, translated(throw, landing, here), strict=True):
                moved[there] += masses[place]
        for (target, after), moved in onto.items():
            if isinstance(target, Stage):
                self.masses[target].add(after, power, moved)
                continue
            dice = moved
            for lying in range(target.lying, target.total):
                dice = target.faces.vectors.spread(dice, lying)
            self._throw(target, after, power + target.dice, dice)

    def _stage(self, stage: Stage, what: Fired, power: int, masses: list[int]) -> None:
        chosen = self.solved.chosen[stage]
        for number, edge in enumerate(stage.edges):
            mine = [mass if one == number else 0 for mass, one in zip(masses, chosen.edge, strict=True)]
            if not any(mine):
                continue
            after, top, picked = what, power, chosen.picks[number]
            if picked is not None:
                mine, top = _rerolled(stage, picked, mine, power)
                if self.told:
                    after |= _announced(stage, number)
            if edge.stage is not None:
                self.masses[edge.stage].add(after, top, mine)
                continue
            level, leaves = stage.faces.vectors.level(stage.dice), self.solved.left[stage, number]
            for places in stage.faces.looks(stage.dice).values():
                found = [(level[place], mine[place]) for place in places if mine[place]]
                if found:
                    end = partial(_finished, stage, number)
                    self._leave(leaves[places[0]], after, stage, found, top, end)

    def _leave(
        self,
        leaf: int,
        what: Fired,
        at: Throw | Stage,
        found: list[tuple[Vector, int]],
        power: int,
        end: Callable[[Counts], Fired],
    ) -> None:
        """Arrive at a leaf with dice of one look; `end` tells what takes effect with real dice as they are left."""
        scale = SIDES**power
        if not self.told:
            self.arrived[leaf, what] += Fraction(sum(mass for _, mass in found), scale)
            return
        for dice, mass in shown(at.position, at.faces, found):
            self.arrived[leaf, what | end(dice)] += mass / scale


def _landed(throw: Throw, dice: Counts) -> Fired:
    before, rest = throw.start(dice)
    return fired(before, lambda rec: engine.roll(before, rest, rec))


def _finished(stage: Stage, number: int, dice: Counts) -> Fired:
    there, option = stage.last(stage.edges[number], dice)
    return fired(there, lambda rec: engine.answer(there, option, rec))


def _announced(stage: Stage, number: int) -> Fired:
    """What is played as dice are about to be picked up."""

    def announce(rec: Recorder) -> None:
        engine.answer(stage.position, stage.edges[number].option, rec)

    return fired(stage.position, announce)


def _rerolled(stage: Stage, picked: Picks, masses: list[int], power: int) -> tuple[list[int], int]:
    """Chances along all counts after the dice picked up have fallen, and the power of six that they are over."""
    vectors, dice = stage.faces.vectors, stage.dice
    kept: list[list[int]] = [[0] * len(vectors.level(dice - number)) for number in range(picked.most + 1)]
    for mass, (number, place) in zip(masses, picked.best, strict=True):
        if mass:
            kept[number][place] += mass * SIDES ** (picked.most - number)
    rolled = kept[picked.most]
    for number in range(picked.most - 1, -1, -1):
        rolled = [a + b for a, b in zip(vectors.spread(rolled, dice - number - 1), kept[number], strict=True)]
    return rolled, power + picked.most
