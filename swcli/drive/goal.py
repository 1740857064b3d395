"""Goals: what somebody wants to be true at the end, as a few words.

    ahsoka survives and damage on ahsoka <= 2 and force of dark >= 1

A goal is one or more conditions joined by `and`; `not` may stand before a condition. Conditions are

* `UNIT survives`, `UNIT discarded`, `UNIT tapped`, `UNIT untapped`; `is` may stand before the last word
* `damage on UNIT`, `power of UNIT`, `speed of UNIT`, `health of UNIT` (what is left), `force of PLAYER`, `build points
  of PLAYER`, each with `<`, `<=`, `=`, `!=`, `>=` or `>` and a whole number.

Units and players go by their ids in the file; upper and lower case are alike where that leaves no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Final, NamedTuple, NoReturn

from swcli.game.boons import GONE
from swcli.game.position import Position
from swcli.game.table import Table
from swcli.scenario.faults import nearest, shown, visible, words

Test = Callable[[Position], bool]

_COMPARE: Final = {"<=": le, ">=": ge, "!=": ne, "==": eq, "=": eq, "<": lt, ">": gt}
_STATES: Final = ("survives", "discarded", "tapped", "untapped")
_READERS: Final[dict[str, Callable[[Position, int], int]]] = {
    "damage on": lambda position, unit: position.state.damage[unit],
    "power of": lambda position, unit: position.sheet(unit).power,
    "speed of": lambda position, unit: position.sheet(unit).speed,
    "health of": lambda position, unit: position.sheet(unit).health - position.state.damage[unit],
    "force of": lambda position, player: position.state.players[player].force,
    "build points of": lambda position, player: position.state.players[player].build_points,
}
"""Amounts that a goal may speak of."""
_OF_PLAYERS: Final = ("force of", "build points of")
_TOKEN: Final = re.compile(r"\s*(<=|>=|!=|==|[<>=]|[^\s<>=!]+|!)")
_NUMBER: Final = re.compile(r"[+-]?\d{1,6}")
_MOST: Final = 5000
"""A goal is a few words: a longer text is none."""


class GoalError(Exception):
    """A goal that is not understood.

    Attributes:
        text: the goal. column: where the fault is, counted from 1. end: the column after the last character that is
            meant. message: what is wrong, without full stop. hint: what to write instead.
    """

    def __init__(self, text: str, column: int, end: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.text = text
        self.column = column
        self.end = end
        self.message = message
        self.hint = hint

    def render(self) -> str:
        """The fault in full: message, the goal with a caret under the place, the hint."""
        start = max(0, self.column - 61)
        before, meant = visible(self.text[start : self.column - 1]), visible(self.text[self.column - 1 : self.end - 1])
        line = before + meant + visible(self.text[self.end - 1 : start + 100])
        return f"{self.message}\n  {line}\n  {' ' * len(before)}{'^' * max(1, len(meant))}\nhint: {self.hint}"


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


def whose(text: str, table: Table) -> int | None:
    """The player who is bound to want a goal: for a unit that is discarded the opponent of its player, for one that
    survives its player; None of any other goal.
    """
    words_ = text.split()
    if len(words_) not in (2, 3) or (len(words_) == 3 and words_[1].lower() != "is"):
        return None
    names = {unit.id.lower(): unit.player for unit in table.units}
    exact = {unit.id: unit.player for unit in table.units}
    owner = exact.get(words_[0], names.get(words_[0].lower()))
    state = words_[-1].lower()
    if owner is None or state not in ("survives", "discarded"):
        return None
    return owner if state == "survives" else 1 - owner


class _Token(NamedTuple):
    """A word of a goal as written, and where it stands (columns from 1)."""

    text: str
    column: int

    @property
    def word(self) -> str:
        """The word as keywords are compared."""
        return self.text.lower()


class _Reader:
    def __init__(self, text: str, table: Table) -> None:
        self.text = text
        self.table = table
        self.units = [unit.id for unit in table.units]
        if len(text) > _MOST:
            raise GoalError(text, 1, 2, "this is too long for a goal", _HINT)
        self.tokens = [_Token(match[1], match.start(1) + 1) for match in _TOKEN.finditer(text)]
        self.place = 0

    def read(self) -> Goal:
        tests = [self._condition()]
        while self.place < len(self.tokens):
            if self._peek() != "and":
                either = self._peek() == "or"
                hint = "there is no `or`: ask twice" if either else "write `and` between two conditions"
                self._fail(f"{self._shown()} stands where `and` is expected", hint)
            self.place += 1
            tests.append(self._condition())
        return Goal(" ".join(self.text.split()), tuple(tests))

    # -- conditions

    def _condition(self) -> Test:
        wanted = True
        while self._peek() == "not" and self._peek(1) not in (*_STATES, "is"):
            self.place += 1
            wanted = not wanted
        test = self._amount() or self._state()
        return test if wanted else lambda position: not test(position)

    def _state(self) -> Test:
        unit = self._one(self.units, "unit")
        if self._peek() == "is":
            self.place += 1
        state = self._peek()
        if state not in _STATES:
            what = f"{self._shown()} says nothing of a unit" if state else "it is not said what becomes of the unit"
            self._fail(what, _near(state, _STATES) or f"write {words(_STATES)}")
        self.place += 1
        if state in ("survives", "discarded"):
            return lambda position: (position.state.arenas[unit] == GONE) == (state == "discarded")
        return lambda position: position.state.tapped[unit] == (state == "tapped")

    def _amount(self) -> Test | None:
        """A condition on an amount, or None if none begins here."""
        for phrase, read in _READERS.items():
            count = len(phrase.split())
            if [token.word for token in self.tokens[self.place : self.place + count]] == phrase.split():
                self.place += count
                names, kind = (self.table.players, "player") if phrase in _OF_PLAYERS else (self.units, "unit")
                of = self._one(names, kind)
                compare = _COMPARE.get(self._peek())
                if compare is None:
                    self._fail("a comparison is missing", "write `<`, `<=`, `=`, `!=`, `>=` or `>` and a number")
                self.place += 1
                if self._peek() in _COMPARE:
                    both = f"{self.tokens[self.place - 1].text}{self._peek()}"
                    meant = both[::-1] if both[::-1] in _COMPARE else "<=` or `>="
                    self._fail(f"`{both}` is no comparison", f"write `{meant}`")
                if not _NUMBER.fullmatch(self._peek()):
                    self._fail("a whole number is missing", "write a number of at most six digits, such as `2`")
                wanted = int(self._peek())
                self.place += 1
                return lambda position: bool(compare(read(position, of), wanted))
        return None

    def _one(self, names: Sequence[str], kind: str) -> int:
        """The place of the unit or player named here."""
        written = self.tokens[self.place].text if self.place < len(self.tokens) else ""
        alike = [place for place, name in enumerate(names) if name.lower() == written.lower()]
        exact = [place for place in alike if names[place] == written]
        if not written:
            self._fail(f"a {kind} is missing", f"there is {words(names[:8])}" if self.tokens else _HINT)
        if not alike:
            hint = "" if kind == "player" else _near(f"{written.lower()} {self._peek(1)}", tuple(_READERS))
            self._fail(
                f"there is no {kind} {shown(written)}", hint or _near(written, names) or f"there is {words(names[:8])}"
            )
        if len(alike) > 1 and not exact:
            self._fail(f"{shown(written)} may be {words([names[place] for place in alike])}", "write it as in the file")
        self.place += 1
        return (exact or alike)[0]

    # -- words

    def _peek(self, ahead: int = 0) -> str:
        place = self.place + ahead
        return self.tokens[place].word if place < len(self.tokens) else ""

    def _shown(self) -> str:
        return shown(self.tokens[self.place].text) if self.place < len(self.tokens) else "nothing"

    def _fail(self, message: str, hint: str) -> NoReturn:
        if self.place < len(self.tokens):
            token = self.tokens[self.place]
            raise GoalError(self.text, token.column, token.column + len(token.text), message, hint)
        column = len(self.text.rstrip()) + 2 if self.tokens else 1
        raise GoalError(self.text, column, column + 1, message, hint)


def _near(word: str, known: Sequence[str]) -> str:
    found = nearest(word, known)
    return f"did you mean `{found}`?" if found else ""


_HINT: Final = "write for instance `ahsoka survives and damage on sidious >= 2`"
