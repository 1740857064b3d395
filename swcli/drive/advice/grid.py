"""Cases that no test can tell apart are one cell; sets of cells are kept as the bits of whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Bound(NamedTuple):
    """A feature lies within bounds, both included; None is no bound."""

    feature: int
    low: int | None
    high: int | None

    def holds(self, case: Sequence[int]) -> bool:
        """Whether a case passes."""
        value = case[self.feature]
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


class Part(NamedTuple):
    """A test by the steps between which a feature lies."""

    feature: int
    low: int
    high: int


Parts = tuple[Part, ...]
"""Tests that all have to hold."""


def mixed(cases: Sequence[Sequence[int]], right: Sequence[int], cuts: Sequence[Sequence[int]]) -> bool:
    """Whether cases which no cut tells apart have no action in common."""
    return not all(_cells(cases, right, cuts).values())


def _cells(
    cases: Sequence[Sequence[int]], right: Sequence[int], cuts: Sequence[Sequence[int]]
) -> dict[tuple[int, ...], int]:
    """The cells, by the step each feature is on, with the actions that are right in all of their cases."""
    steps = []
    for feature, places in enumerate(cuts):
        values = {case[feature] for case in cases}
        steps.append({value: sum(cut <= value for cut in places) for value in values})
    cells: dict[tuple[int, ...], int] = {}
    for case, actions in zip(cases, right, strict=True):
        key = tuple([step[value] for step, value in zip(steps, case, strict=True)])
        cells[key] = cells.get(key, actions) & actions
    return cells


class Grid:
    """The cells as bits: which lie below a step of a feature, and in which an action is right."""

    def __init__(
        self,
        cases: Sequence[Sequence[int]],
        right: Sequence[int],
        actions: int,
        cuts: Sequence[Sequence[int]],
        hard: Sequence[int],
    ) -> None:
        cells = _cells(cases, right, cuts)
        if not all(cells.values()):
            raise ValueError("cases that look the same have no action in common")
        self.cuts = cuts
        self.hard = hard
        self.least = [min(column) for column in zip(*cases, strict=True)]
        self.keys = list(cells)
        self.all = (1 << len(cells)) - 1
        self.right = [bits([known >> action & 1 for known in cells.values()]) for action in range(actions)]
        self.below: list[list[int]] = []
        for feature, places in enumerate(cuts):
            column = [key[feature] for key in self.keys]
            self.below.append([bits([step < place for step in column]) for place in range(len(places) + 2)])

    def mask(self, parts: Parts) -> int:
        """The cells in which all of some tests hold."""
        cells = self.all
        for feature, low, high in parts:
            cells &= self.below[feature][high + 1] & ~self.below[feature][low]
        return cells

    def parts(self) -> list[Part]:
        """The tests that tell some cells from others, short ones first, no two of them alike."""
        found: dict[int, Part] = {}
        tests = [
            Part(feature, low, high)
            for feature, places in enumerate(self.cuts)
            for last in [len(places)]
            for low in range(last + 1)
            for high in {low, last, 0 if low else last}
            if low <= high and (low or high < last)
        ]
        for part in sorted(tests, key=self.weight):
            found.setdefault(self.mask((part,)), part)
        return [part for mask, part in found.items() if mask not in (0, self.all)]

    def weight(self, part: Part) -> tuple[int, int]:
        """How hard a test is to read: none, some, so many or more, so many or fewer, just so many, between numbers."""
        feature, low, high = part
        hard, last = self.hard[feature], len(self.cuts[feature])
        if low == 0:
            return hard + (0 if high == 0 else 2), high
        if high == last:
            return hard + (0 if low == 1 else 1), low
        return hard + (3 if low == high else 4), low

    def test(self, part: Part) -> Bound:
        """A test in the values of its feature."""
        feature, low, high = part
        places = self.cuts[feature]
        most = places[high] - 1 if high < len(places) else None
        if low == 0:
            return Bound(feature, most if most == self.least[feature] else None, most)
        return Bound(feature, places[low - 1], most)


def merged(parts: Parts) -> Iterator[Part]:
    """Tests with one for each feature, in order."""
    spans: dict[int, tuple[int, int]] = {}
    for feature, low, high in parts:
        least, most = spans.get(feature, (low, high))
        spans[feature] = max(low, least), min(high, most)
    return (Part(feature, *span) for feature, span in spans.items())


def bits(flags: Sequence[int]) -> int:
    """The whole number whose bit n is flag n."""
    return int("".join(["1" if flag else "0" for flag in reversed(flags)]) or "0", 2)
