"""Faults found while reading a scenario, each with a stable code and its place, and how they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from swcli.scenario.codes import CODES

__all__ = ["CODES", "MAX_FAULTS", "Fault", "ScenarioError", "excerpt", "nearest", "shown", "visible"]

MAX_FAULTS: Final = 50
"""So many faults of one file are reported; a hostile file could have a hundred thousand."""

UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
"""Characters that may stand in no scenario and are never printed as they are; line ends and tabs are allowed."""

_HIDDEN = re.compile(UNSAFE.pattern[:-1] + "\t\n\r]")
_LINE_END = re.compile("\r\n|\r|\n")


class Fault(NamedTuple):
    """One fault of a file.

    Attributes:
        code: a key of `CODES`.
        message: what is wrong, in a sentence without full stop.
        hint: what to write instead, or empty.
        file: the file as it was named; `<stdin>` for standard input.
        line, column: the place, counted from 1, columns in characters; 0 where the fault is the whole file's.
        end: the column after the last character that is meant, on the same line; 0 for just the one.
    """

    code: str
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    end: int = 0

    @property
    def where(self) -> str:
        """The place as compilers write it: `file:line:column`, or the file alone."""
        return f"{visible(self.file)}:{self.line}:{self.column}" if self.line else visible(self.file)

    def render(self, source: str = "") -> str:
        """The fault in full: place, code and message, the line of `source` with a caret, the hint."""
        lines = [f"{self.where}: {self.code} {self.message}" if self.file else f"{self.code} {self.message}"]
        if self.line and source:
            lines.append(excerpt(source, self.line, self.column, self.end))
        if self.hint:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


class ScenarioError(Exception):
    """A file that cannot be read or is no valid scenario (exit status 3).

    Attributes:
        faults: every fault found, in the order of their places; at most `MAX_FAULTS`.
        left_out: how many more there are.
        source: the text of the file, for excerpts; empty where it could not be read.
    """

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        ordered = sorted(set(faults), key=lambda fault: (fault.line, fault.column, fault.code, fault.message))
        self.faults = tuple(ordered[:MAX_FAULTS])
        self.left_out = len(ordered) - len(self.faults)
        self.source = source
        super().__init__(self.faults)

    def __str__(self) -> str:
        """All faults with their excerpts, a blank line between them."""
        shown_faults = [fault.render(self.source) for fault in self.faults]
        if self.left_out:
            shown_faults.append(f"and {self.left_out} more faults, at least")
        return "\n\n".join(shown_faults)


def excerpt(source: str, line: int, column: int, end: int = 0, width: int = 100) -> str:
    """The line of `source` at a place (as in `Fault`), with a caret line below.

    Long lines are cut to about `width` characters around the column; control characters are made visible.

    Returns:
        Two lines without a final line end.
    """
    lines = _lines(source)
    text = lines[line - 1] if line <= len(lines) else ""
    column = min(max(column, 1), len(text) + 1)
    end = min(max(end, column + 1), len(text) + 1) if end else column + 1
    first = 0 if len(text) <= width else max(0, min(column - 1 - width // 2, len(text) - width))
    last = min(len(text), first + width)
    lead = "…" if first else ""
    before = lead + visible(text[first : column - 1])
    marked = visible(text[column - 1 : min(end - 1, last)])
    after = visible(text[min(end - 1, last) : last]) + ("…" if last < len(text) else "")
    margin = " " * len(str(line))
    # The pointer line has to be padded by what the terminal shows, not by the number of characters.
    return f"  {line} | {before}{marked}{after}\n  {margin} | {' ' * _columns(before)}{'^' * max(1, _columns(marked))}"


def visible(text: str) -> str:
    """`text` safe to print: control characters, lone surrogates and the like written out, tabs as blanks."""
    if _HIDDEN.search(text) is None:
        return text
    return _HIDDEN.sub(lambda found: " " if found[0] == "\t" else ascii(found[0])[1:-1], text)


def shown(value: object, most: int = 40) -> str:
    """A short name for a value of a file, safe to print: text and numbers in backquotes and cut, the rest by kind."""
    if isinstance(value, str):
        text = visible(value[: most + 1])
        return f"`{text[:most]}…`" if len(text) > most else f"`{text}`"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, int):
        # Reading bounds integers to 18 digits; data handed in by a program may hold any.
        return f"`{value}`" if value.bit_length() < 100 else "a huge number"
    if isinstance(value, float):
        return f"`{value}`"
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "something else"


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The one of `known` that looks most like `word`, or empty if none does."""
    if len(word) > 60:
        return ""
    from difflib import get_close_matches  # Needed for faulty files alone: 17 ms of start-up saved.

    spelt = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), spelt, 1, cutoff)
    return spelt[found[0]] if found else ""


def words(items: Sequence[str], joint: str = "or") -> str:
    """`a`, `b` or `c`, each in backquotes."""
    quoted = [f"`{item}`" for item in items]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"


@lru_cache(maxsize=1)
def _lines(source: str) -> list[str]:
    return _LINE_END.split(source)


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)
