"""Where things stand in a file: the place of every key and value, and the faults of reading that belong to one."""

from __future__ import annotations

from typing import Final, NamedTuple

from swcli.scenario.script import Path

MAX_DEPTH: Final = 64
MAX_VALUES: Final = 100_000
MAX_DIGITS: Final = 18
MAX_FLAWS: Final = 200
"""So many flaws of one text are noted; more of them help nobody."""


class Spot(NamedTuple):
    """The place of a value and of its key, all counted from 1; `end` is the column after the last character.

    `end` is 0 where the value goes on over several lines; the key's place is 0 for items of a list.
    """

    line: int
    column: int
    end: int = 0
    key_line: int = 0
    key_column: int = 0
    key_end: int = 0


Places = dict[Path, Spot]
"""The place of every path of a file; the whole file is the empty path."""


class Flaw(NamedTuple):
    """A fault of the text itself, found while it is turned into plain data; `path` is what it makes unusable."""

    code: str
    message: str
    hint: str
    path: Path
    line: int
    column: int
    end: int = 0


class Unreadable(Exception):
    """Reading cannot go on after this flaw."""

    def __init__(self, flaw: Flaw) -> None:
        self.flaw = flaw
        super().__init__(flaw.message)
