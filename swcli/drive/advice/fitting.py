"""Short decision lists: ordered rules, of which the first that holds counts, that say exactly what a table says.

A case is a row of whole numbers, one for each feature, with the set of actions that are right for it (a bit for each).
Cases that no test can tell apart are one cell; sets of cells are kept as the bits of whole numbers, which makes
thousands of possible rules cheap to try. A few of the best beginnings of lists are carried on at a time, rule by rule,
until what is left can be left to one last rule without conditions. Only rules that are right in all of the cells that
earlier rules leave over are ever added, so that a list which ends is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from swcli.drive.advice.grid import Bound, Grid, Part, Parts, merged

_WIDTH: Final = 8
"""Beginnings of lists that are carried on at a time."""
_WIDE: Final = 5
"""Rules after which only a third of them is carried on."""
_LEVELS: Final = 25
"""Rules that a list may have before the search gives up being clever, and from twice as many on it just ends."""
_WORK: Final = 12_000_000
"""How much the search may do, in tries of a rule in 64 cells or fewer: as much as takes about a second."""
_SEEDS: Final = 4
"""Cells whose widest rules are added to those with at most two tests."""
_THREE: Final = 36
"""Tests so few or fewer are tried by threes, too."""
_ACTIONS: Final = 40
"""Actions that are tried with all conditions, those that are right most often."""
_TRIED: Final = 8
"""Actions that are tried for one of those cells."""


class Found(NamedTuple):
    """A rule: where all tests hold, the action is right."""

    tests: tuple[Bound, ...]
    action: int


_List = tuple[tuple[Parts, int], ...]


def fit(
    cases: Sequence[Sequence[int]],
    right: Sequence[int],
    lengths: Sequence[int],
    cuts: Sequence[Sequence[int]],
    hard: Sequence[int],
) -> list[Found]:
    """A list that is as short as can be found; its last rule has no tests.

    Args:
        cases: the features of each case.
        right: for each case the actions that are right, as bits.
        lengths: how long each action is to read; of equal lists, the one with short actions is better.
        cuts: for each feature the values which tests may tell from lower ones, rising.
        hard: for each feature how hard it is to see, 0 for easily.

    Raises:
        ValueError: cases which no cut tells apart have no action in common.
    """
    grid = Grid(cases, right, len(lengths), cuts, hard)
    best = _Search(grid, lengths).run()
    return [Found(tuple(map(grid.test, parts)), action) for parts, action in best]


class _Move(NamedTuple):
    """A rule that may come next: what it would leave for the end, what it covers, and the rule."""

    left: int
    covered: int
    parts: Parts
    action: int


class _Search:
    def __init__(self, grid: Grid, lengths: Sequence[int]) -> None:
        self.grid = grid
        self.lengths = lengths
        self.order = sorted(range(len(lengths)), key=lambda action: lengths[action])
        self.work = 0
        self.unit = 1 + len(grid.keys) // 64
        self.parts = grid.parts()
        self.rules = self._rules()

    def run(self) -> _List:
        """The best list found."""
        states: dict[int, _List] = {self.grid.all: ()}
        for level in range(_LEVELS):
            ends = [self._simple(rules, end) for cells, rules in states.items() for end in self._ends(cells)]
            if ends:
                return self._clear(min(ends, key=self._cost))
            if self.work > _WORK:
                break
            states = self._grown(states, _WIDTH if level < _WIDE else _WIDTH // 3)
        cells, rules = next(iter(states.items()))
        return self._greedy(cells, rules)

    # -- lists

    def _grown(self, states: dict[int, _List], width: int) -> dict[int, _List]:
        """The best lists with one more rule, by the cells that they leave over, the most hopeful first."""
        grown: dict[int, tuple[int, int, _List]] = {}
        for cells, rules in states.items():
            for move in self._moves(cells):
                longer = (*rules, (move.parts, move.action))
                size = sum(len(parts) for parts, _ in longer)
                rest = cells & ~self.grid.mask(move.parts)
                if rest not in grown or grown[rest][:2] > (move.left, size):
                    grown[rest] = move.left, size, longer
        hopeful = sorted(grown, key=lambda rest: grown[rest][:2])[:width]
        short = sorted(grown, key=lambda rest: (rest.bit_count(), grown[rest][:2]))[: width // 3]
        return {rest: grown[rest][2] for rest in (*hopeful, *short)}

    def _greedy(self, cells: int, rules: _List) -> _List:
        """A list carried on to its end without looking around."""
        while True:
            end = next(self._ends(cells), None)
            if end is not None:
                return self._simple(rules, end) if len(rules) < 2 * _LEVELS else (*rules, ((), end))
            parts, action = max(
                self._wide(cells, cells), key=lambda rule: (self.grid.mask(rule[0]) & cells).bit_count()
            )
            rules = (*rules, (parts, action))
            cells &= ~self.grid.mask(parts)

    def _ends(self, cells: int) -> Iterator[int]:
        """Actions that are right in all of some cells, short ones first."""
        return (action for action in self.order if not cells & ~self.grid.right[action])

    def _cost(self, rules: _List) -> tuple[int, int, int, int]:
        parts = [part for parts, _ in rules for part in parts]
        return (
            len(rules),
            len(parts),
            sum(self.lengths[action] for _, action in rules),
            sum(10 * hard + steps for hard, steps in map(self.grid.weight, parts)),
        )

    # -- rules

    def _rules(self) -> dict[int, Parts]:
        """Conditions of one or two tests, of three if tests are few, by their cells; for the same cells, the best."""
        parts = self.parts[: max(20, int((_WORK / self.unit / 40) ** 0.5))]
        masks = [self.grid.mask((part,)) for part in parts]
        rules: dict[int, Parts] = {mask: (part,) for mask, part in zip(masks, parts, strict=True)}
        for (one, first), (other, second) in combinations(zip(masks, parts, strict=True), 2):
            both = one & other
            # Two bounds of one feature read like one test.
            if both not in rules or (len(rules[both]) == 2 and first.feature == second.feature):
                rules[both] = first, second
        if len(parts) <= _THREE:
            for (one, first), (other, second), (more, third) in combinations(zip(masks, parts, strict=True), 3):
                rules.setdefault(one & other & more, (first, second, third))
        return rules

    def _moves(self, cells: int) -> list[_Move]:
        """Good rules for what is left: right wherever they hold there."""
        wrong = self._wrong(cells)
        ends = sorted([bad for _, bad in wrong], key=int.bit_count)[:3]
        seen: dict[int, _Move] = {}
        self.work += len(self.rules) * self.unit * (2 + len(wrong) // 2) + _SEEDS * _TRIED * 200 * self.unit
        for mask, parts in self.rules.items():
            covered = mask & cells
            if covered in seen or not covered:
                continue
            for action, bad in wrong:
                if not covered & bad:
                    left = min([(end & ~covered).bit_count() for end in ends])
                    seen[covered] = _Move(left, -covered.bit_count(), parts, action)
                    break
        for parts, action in self._wide(cells, ends[0]):
            covered = self.grid.mask(parts) & cells
            if covered not in seen:
                left = min([(end & ~covered).bit_count() for end in ends])
                seen[covered] = _Move(left, -covered.bit_count(), parts, action)
        moves = seen.values()
        near = sorted(moves, key=lambda move: (move.left, len(move.parts), move.covered))[:_WIDTH]
        wide = sorted(moves, key=lambda move: (move.covered, len(move.parts)))[: _WIDTH // 2]
        return near + wide

    def _wrong(self, cells: int) -> list[tuple[int, int]]:
        """The actions worth trying, short ones first, each with the cells in which it is wrong."""
        wrong = [(action, cells & ~self.grid.right[action]) for action in self.order]
        if len(wrong) > _ACTIONS:
            most = sorted([bad.bit_count() for _, bad in wrong])[_ACTIONS]
            wrong = [(action, bad) for action, bad in wrong if bad.bit_count() <= most]
        found: list[tuple[int, int]] = []
        for action, bad in wrong:
            if bad != cells and not any(not worse & ~bad for _, worse in found):
                found.append((action, bad))
        return found

    def _wide(self, cells: int, wanted: int, seeds: int = _SEEDS, tried: int = _TRIED) -> Iterator[tuple[Parts, int]]:
        """Rules for some of the wanted cells that can't be made wider, with as many tests as it takes."""
        for _ in range(seeds):
            if not wanted:
                return
            seed = (wanted & -wanted).bit_length() - 1
            wanted &= wanted - 1
            known = [(cells & ~right, action) for action, right in enumerate(self.grid.right) if right >> seed & 1]
            for bad, action in sorted(known, key=lambda each: each[0].bit_count())[:tried]:
                for order in self._orders(self.grid.keys[seed]):
                    parts = self._widened(order, bad)
                    wanted &= ~self.grid.mask(parts)
                    yield parts, action

    def _orders(self, key: tuple[int, ...]) -> Iterator[Parts]:
        """All tests that hold in a cell only, in orders in which to leave them out."""
        parts = tuple([Part(feature, step, step) for feature, step in enumerate(key)])
        yield parts
        # What is not there is often worth a test.
        yield tuple(sorted(parts, key=lambda part: (-self.grid.hard[part.feature], part.low == 0, -part.low)))

    def _widened(self, parts: Parts, bad: int) -> Parts:
        """Tests that hold in no bad cell, as few and wide as taking away in turn makes them."""
        return self._loosened(parts, lambda tests: not self.grid.mask(tests) & bad)

    # -- making simpler

    def _loosened(self, parts: Parts, fine: Callable[[Parts], bool]) -> Parts:
        """Tests left out or made wider in turn, as long as that is fine."""
        place = 0
        while place < len(parts):
            before, part, after = parts[:place], parts[place], parts[place + 1 :]
            if fine((*before, *after)):
                parts = (*before, *after)
                continue
            for wider in self._wider(part):
                if fine((*before, wider, *after)):
                    parts = (*before, wider, *after)
                    break
            else:
                place += 1
        return parts

    def _wider(self, part: Part) -> Iterator[Part]:
        """A test with one bound less, or with a bound further out."""
        feature, low, high = part
        last = len(self.grid.cuts[feature])
        if low and high < last:
            yield Part(feature, low, last)
            yield Part(feature, 0, high)
        if low > 1 or (low and high < last):
            yield Part(feature, low - 1, high)
        if high < last - 1 or (low and high < last):
            yield Part(feature, low, high + 1)

    def _simple(self, rules: _List, end: int) -> _List:
        """A list without the rules and tests it can do without, and with the shortest actions that are right."""
        rules = (*rules, ((), end))
        before: _List = ()
        while before != rules:
            before = rules
            for place in range(len(rules) - 2, -1, -1):
                first, (parts, action), rest = rules[:place], rules[place], rules[place + 1 :]
                if self._exact((*first, *rest)):
                    rules = (*first, *rest)
                    continue
                rules = (*first, (self._loosened(parts, self._fine(first, action, rest)), action), *rest)
        return self._short(rules)

    def _clear(self, rules: _List) -> _List:
        """A list with tests that are easier to read, as many."""
        for place, (_, action) in enumerate(rules):
            for spot in range(len(rules[place][0])):
                parts = rules[place][0]
                for easy in self.parts:
                    if self.grid.weight(easy) >= self.grid.weight(parts[spot]):
                        break
                    clear = (*parts[:spot], easy, *parts[spot + 1 :])
                    if self._exact((*rules[:place], (clear, action), *rules[place + 1 :])):
                        rules = (*rules[:place], (clear, action), *rules[place + 1 :])
                        break
        return self._short(rules)

    def _short(self, rules: _List) -> _List:
        """A list with one test for each feature, and with the shortest actions that are right."""
        left, short = self.grid.all, []
        for parts, _ in rules:
            here = self.grid.mask(parts) & left
            short.append((tuple(merged(parts)), next(self._ends(here))))
            left &= ~here
        return tuple(short)

    def _fine(self, first: _List, action: int, rest: _List) -> Callable[[Parts], bool]:
        """Whether a list is right with given tests for the rule between its first and last ones."""
        return lambda tests: self._exact((*first, (tests, action), *rest))

    def _exact(self, rules: _List) -> bool:
        """Whether a list is right in every cell."""
        left = self.grid.all
        for parts, action in rules:
            here = self.grid.mask(parts) & left
            if here & ~self.grid.right[action]:
                return False
            left &= ~here
        return True
