"""Tools for reading card text: faults with their place in the text, a mask for quotes, parts between separators.

Nothing here changes the length of a text, so that a place found in it is the place in what was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class TextError(ValueError):
    """Card text that cannot be read.

    Attributes:
        code: a key of `faults.CODES`.
        message, hint: as in `Fault`.
        start, end: the characters that are meant, from 0, `end` excluded.
    """

    def __init__(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = max(end, start + 1)
        self.hint = hint


class Piece(NamedTuple):
    """A piece of a text and the place where it starts.

    Attributes:
        text: as written, typographic marks made plain.
        mask: the same with everything inside quotes blanked out, so that separators in there are not seen.
        at: the place of its first character in the whole text.
    """

    text: str
    mask: str
    at: int

    @property
    def end(self) -> int:
        """The place behind its last character."""
        return self.at + len(self.text)

    def cut(self, start: int, end: int) -> Piece:
        """The piece from `start` to `end`, counted within this one, without blanks around it."""
        text = self.text[start:end]
        lead = len(text) - len(text.lstrip())
        body = text.strip()
        return Piece(body, self.mask[start + lead : start + lead + len(body)], self.at + start + lead)

    def group(self, found: re.Match[str], name: str | int) -> Piece:
        """The piece that a group of a match in `mask` found."""
        return self.cut(*found.span(name))

    def split(self, separator: re.Pattern[str]) -> Iterator[Piece]:
        """The pieces between separators."""
        start = 0
        for found in separator.finditer(self.mask):
            yield self.cut(start, found.start())
            start = found.end()
        yield self.cut(start, len(self.text))

    def error(self, code: str, message: str, hint: str = "") -> TextError:
        """A fault of this piece."""
        return TextError(code, message, self.at, self.end, hint)


# Separators take no blanks before them: pieces are stripped anyway, and long runs of blanks would cost the square of
# their length.
ARROW = re.compile(r"->|→")
LIST = re.compile(r",\s*(?:(?:and|or)\s)?|(?<=\s)(?:and|or)(?=\s)", re.IGNORECASE)
AND = re.compile(r",\s*(?:and\s)?|(?<=\s)and(?=\s)|(?<!,)\s(?=\[tap\])", re.IGNORECASE)
OR = re.compile(r"(?<=\s)or(?=\s)", re.IGNORECASE)
LISTED = re.compile(r",\s*(?:or\s)?|(?<=\s)or(?=\s)", re.IGNORECASE)
LISTED_OR = re.compile(r",\s*or\s", re.IGNORECASE)

_PLAIN = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2212": "-", "\u2013": "-"}
    | dict.fromkeys("\t\n\r\u00a0", " ")
)
_REMINDER = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r"\"[^\"]*\"|(?<![\w'])'(?:[^']|'(?=\w))*'(?!\w)")


def piece(text: str) -> Piece:
    """A whole text, ready to be read: typographic marks plain, reminder text in brackets and final stop left out."""
    plain = text.translate(_PLAIN)
    if "(" in plain:
        plain = _REMINDER.sub(lambda found: " " * len(found[0]), plain)
    mask = plain
    if "'" in plain or '"' in plain:
        mask = _QUOTED.sub(lambda found: found[0][0] + "\0" * (len(found[0]) - 2) + found[0][-1], plain)
    whole = Piece(plain, mask, 0).cut(0, len(plain))
    return whole.cut(0, len(whole.text.rstrip(". ")))


def unquoted(part: Piece) -> Piece | None:
    """What stands inside the quotes around a piece, None without them; a final stop in them is left out."""
    # The mask has to blank out all of it: `"a" and "b"` begins and ends with quotes, too.
    if len(part.text) < 2 or part.text[0] not in "\"'" or part.text[-1] != part.text[0] or part.mask[1:-1].strip("\0"):
        return None
    inner = piece(part.text[1:-1])
    return inner._replace(at=inner.at + part.at + 1)


def squeezed(text: str) -> str:
    """A text with single blanks."""
    return " ".join(text.split())


def reminders(text: str) -> list[str]:
    """The reminder texts in brackets that `piece` leaves out; `(P)` and the like are versions of a name, none."""
    return [found[0] for found in _REMINDER.finditer(text) if len(found[0]) > 4] if "(" in text else []
