"""JSON text to plain data, strictly. The standard parser does the work; places and flaws come from a second look."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any, Final

from swcli.scenario.faults import UNSAFE, shown
from swcli.scenario.places import MAX_DEPTH, MAX_DIGITS, MAX_FLAWS, MAX_VALUES, Flaw, Places, Spot, Unreadable

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+')
_LINE_END = re.compile("\r\n|\r|\n")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)
_TOO_DEEP: Final = f"mappings and lists are nested more than {MAX_DEPTH} deep"
_LONG = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")
_SAFE_BRACKETS: Final = 400
"""With no more brackets than these no depth can trouble the parser, so that counting them is check enough."""


def read_json(text: str, flaws: list[Flaw], places: Places | None = None) -> Any:
    """The plain data that `text` says; arguments and errors as in `read_yaml`."""
    if text.count("[") + text.count("{") > _SAFE_BRACKETS:
        _check_depth(text)
    doubtful = False

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubtful
        made = dict(found)
        if len(made) != len(found):
            doubtful = True
        return made

    def odd(_: str) -> int:
        nonlocal doubtful
        doubtful = True
        return 0

    def real(digits: str) -> float:
        value = float(digits)
        return odd(digits) if value in (float("inf"), float("-inf")) else value

    def integer(digits: str) -> int:
        return int(digits) if len(digits.lstrip("-")) <= MAX_DIGITS else odd(digits)

    # A parse_int of one's own slows every integer down; few texts have digits enough to need it.
    parse_int = integer if _LONG.search(text) else None
    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_constant=odd, parse_float=real, parse_int=parse_int)
    except json.JSONDecodeError as error:
        look = _Look(text, flaws, places)
        raise Unreadable(
            Flaw("SW111", f"this is not valid JSON: {_reason(error)}", "", (), *look.at(error.pos))
        ) from None
    except RecursionError:
        raise Unreadable(Flaw("SW118", _TOO_DEEP, "", (), 1, 1)) from None
    if doubtful or "\\" in text or places is not None or len(text) > 2 * MAX_VALUES:
        _Look(text, flaws, places).all()
    return data


class _Look:
    """The second look at text that is known to be JSON: notes places and flaws, with a stack of its own.

    `path` is where the next value goes, and `frames` has for each step of it the keys of that mapping so far, or None
    for a list.
    """

    def __init__(self, text: str, flaws: list[Flaw], places: Places | None) -> None:
        self.text = text
        self.flaws = flaws
        self.places = places
        self.starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self.path: list[str | int] = []
        self.frames: list[set[str] | None] = []

    def all(self) -> None:
        """Go through all tokens."""
        path, frames = self.path, self.frames
        key: re.Match[str] | None = None
        wants_key = False
        count = 0
        for token in _TOKEN.finditer(self.text):
            mark = token[0]
            if mark in "]}":
                frames.pop()
                path.pop()
                wants_key = False
            elif mark == ",":
                wants_key = frames[-1] is not None
                if not wants_key:
                    path[-1] = int(path[-1]) + 1
            elif mark == ":":
                continue
            elif wants_key:
                key = token
                self.key(token)
                wants_key = False
            else:
                count += 1
                if count > MAX_VALUES:
                    problem = f"the file holds more than {MAX_VALUES:,} keys and values"
                    raise Unreadable(Flaw("SW120", problem, "", (), *self.at(token.start())))
                self.value(token, key)
                key = None
                if mark in "{[":
                    wants_key = mark == "{"
                    frames.append(set() if wants_key else None)
                    path.append(0)

    def key(self, token: re.Match[str]) -> None:
        """Take a key: the path now leads to its value."""
        name = json.loads(token[0])
        keys = self.frames[-1]
        self.path[-1] = name
        self.characters(name, token)
        if keys is not None:
            if name in keys:
                first = self.places.get(tuple(self.path)) if self.places is not None else None
                hint = (
                    f"it first stands in line {first.key_line}; keep one of the two" if first else "keep one of the two"
                )
                self.flaw("SW112", f"the key {shown(name)} is given twice in one mapping", hint, token)
            keys.add(name)

    def value(self, token: re.Match[str], key: re.Match[str] | None) -> None:
        """Take the start of a value: note its place, and what is wrong with it."""
        mark = token[0]
        if mark[0] == '"':
            self.characters(json.loads(mark), token)
        elif mark in ("NaN", "Infinity", "-Infinity"):
            self.flaw("SW119", f"{shown(mark)} is no number that can be used", "", token)
        elif mark[-1].isdigit() and mark.lstrip("-").isdigit():
            if len(mark.lstrip("-")) > MAX_DIGITS:
                self.flaw("SW119", f"this number has more than {MAX_DIGITS} digits", "", token)
        elif mark[-1].isdigit() and float(mark) in (float("inf"), float("-inf")):
            self.flaw("SW119", "this number is too large", "", token)
        if self.places is not None:
            end = 0 if mark in "{[" else self.at(token.end())[1]
            spot = Spot(*self.at(token.start()), end)
            if key is not None:
                line, column = self.at(key.start())
                spot = spot._replace(key_line=line, key_column=column, key_end=self.at(key.end())[1])
            self.places[tuple(self.path)] = spot

    def characters(self, text: str, token: re.Match[str]) -> None:
        """Refuse characters that escapes have smuggled in."""
        if UNSAFE.search(text):
            self.flaw("SW106", f"{shown(text)} holds a character that is not allowed", "leave it out", token)

    def flaw(self, code: str, message: str, hint: str, token: re.Match[str]) -> None:
        """Note something that is not allowed."""
        if len(self.flaws) < MAX_FLAWS:
            self.flaws.append(
                Flaw(code, message, hint, tuple(self.path), *self.at(token.start()), self.at(token.end())[1])
            )

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in characters, from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def _check_depth(text: str) -> None:
    depth = 0
    for found in _BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise Unreadable(Flaw("SW118", _TOO_DEEP, "", (), *_Look(text, [], None).at(found.start())))
        elif found[0] in "]}":
            depth -= 1


def _reason(error: json.JSONDecodeError) -> str:
    reason = error.msg
    return reason[:1].lower() + reason[1:] if reason[1:2].islower() else reason
