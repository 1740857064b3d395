"""Goals: what somebody wants to be true at the end, as a few words.

    ahsoka survives and damage on ahsoka <= 2 and force of dark >= 1

A goal is one or more conditions joined by `and`; `not` may stand before a condition. Conditions are

* `UNIT survives`, `UNIT discarded`, `UNIT tapped`, `UNIT untapped`
* `damage on UNIT`, `power of UNIT`, `health of UNIT` (what is left), `force of PLAYER`, `build points of PLAYER`, each
  with `<`, `<=`, `=`, `!=`, `>=` or `>` and a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Final, NamedTuple

from swcli.game.boons import GONE
from swcli.game.position import Position
from swcli.game.table import Table

Test = Callable[[Position], bool]

_COMPARE: Final = {"<=": le, ">=": ge, "!=": ne, "==": eq, "=": eq, "<": lt, ">": gt}
_STATES: Final = ("survives", "discarded", "tapped", "untapped")
_AMOUNTS: Final = {
    "damage on": "unit",
    "power of": "unit",
    "health of": "unit",
    "force of": "player",
    "build points of": "player",
}
_TOKEN: Final = re.compile(r"\s*(<=|>=|!=|==|[<>=]|-?\d+|[^\s<>=!]+)")


class GoalError(Exception):
    """A goal that is not understood.

    Attributes:
        text: the goal. column: where the fault is, from 1. message: what is wrong. hint: what to write instead.
    """

    def __init__(self, text: str, column: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.text = text
        self.column = column
        self.message = message
        self.hint = hint


class Goal(NamedTuple):
    """A goal: its text and the tests that all have to hold at the end."""

    text: str
    tests: tuple[Test, ...]

    def holds(self, position: Position) -> bool:
        """Whether it is reached in a position."""
        return all(test(position) for test in self.tests)


def parse(text: str, table: Table) -> Goal:
    """Read a goal for a table.

    Raises:
        GoalError: it is not understood, or names no unit or player of the table.
    """
    return _Reader(text, table).read()


class _Reader:
    def __init__(self, text: str, table: Table) -> None:
        self.text = text
        self.table = table
        self.tokens: list[tuple[str, int]] = []
        place = 0
        while match := _TOKEN.match(text, place):
            self.tokens.append((match[1].lower(), match.start(1) + 1))
            place = match.end()
        if text[place:].strip():
            raise GoalError(text, place + 1, f"{text[place:].strip()[:20]!r} is not understood", _HINT)
        self.place = 0

    def read(self) -> Goal:
        tests = [self._condition()]
        while self.place < len(self.tokens):
            if self._next() != "and":
                self.place -= 1
                self._fail("conditions are joined by `and`", "write `and` between two conditions")
            tests.append(self._condition())
        return Goal(" ".join(self.text.split()), tuple(tests))

    def _condition(self) -> Test:
        if self._peek() == "not":
            self.place += 1
            test = self._condition()
            return lambda position: not test(position)
        for words, kind in _AMOUNTS.items():
            count = len(words.split())
            if [token for token, _ in self.tokens[self.place : self.place + count]] == words.split():
                self.place += count
                return self._amount(words, kind)
        unit = self._unit()
        if self._peek() == "is":
            self.place += 1
        state = self._next()
        if state not in _STATES:
            self.place -= 1
            self._fail("this says nothing of the unit", f"write {', '.join(f'`{word}`' for word in _STATES)}")
        if state in ("survives", "discarded"):
            return lambda position: (position.state.arenas[unit] == GONE) == (state == "discarded")
        return lambda position: position.state.tapped[unit] == (state == "tapped")

    def _amount(self, words: str, kind: str) -> Test:
        place = self._unit() if kind == "unit" else self._player()
        sign = self._next()
        if sign not in _COMPARE:
            self.place -= 1
            self._fail("a comparison is missing", "write `<`, `<=`, `=`, `!=`, `>=` or `>` and a number")
        number = self._next()
        if not re.fullmatch(r"-?\d{1,6}", number):
            self.place -= 1
            self._fail("a number is missing", "write a whole number")
        compare, wanted = _COMPARE[sign], int(number)
        read = _READERS[words]
        return lambda position: bool(compare(read(position, place), wanted))

    def _unit(self) -> int:
        return self._place([unit.id for unit in self.table.units], "unit")

    def _player(self) -> int:
        return self._place(list(self.table.players), "player")

    def _place(self, names: list[str], kind: str) -> int:
        token = self._next()
        lower = [name.lower() for name in names]
        if token in lower:
            return lower.index(token)
        self.place -= 1
        from difflib import get_close_matches

        near = get_close_matches(token, lower, 1)
        hint = f"did you mean `{near[0]}`?" if near else f"there is {', '.join(names[:8])}"
        self._fail(f"there is no {kind} {token!r}" if token else f"a {kind} is missing", hint)
        raise AssertionError

    def _peek(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self.place += 1
        return token

    def _fail(self, message: str, hint: str) -> None:
        column = self.tokens[self.place][1] if self.place < len(self.tokens) else len(self.text) + 1
        raise GoalError(self.text, column, message, hint)


_HINT: Final = "write for instance `ahsoka survives and damage on sidious >= 2`"

_READERS: Final[dict[str, Callable[[Position, int], int]]] = {
    "damage on": lambda position, unit: position.state.damage[unit],
    "power of": lambda position, unit: position.sheet(unit).power,
    "health of": lambda position, unit: position.sheet(unit).health - position.state.damage[unit],
    "force of": lambda position, player: position.state.players[player].force,
    "build points of": lambda position, player: position.state.players[player].build_points,
}
