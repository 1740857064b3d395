"""Selectors: which units card text speaks of, as `Dark Jedi and Sith` in `Each of your other Dark Jedi and Sith`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from swcli.game.sheet import words
from swcli.scenario.faults import shown
from swcli.scenario.keyword_names import IGNORE
from swcli.scenario.text_tools import LIST, Piece, piece

_TYPES: Final = frozenset(("unit", "character", "space", "ground", "card", "equipment", "location", "subordinate"))
_CONDITIONS = re.compile(
    r"(?:non-.*|an?|in|with|without|when|that|attack(?:ing|ed)|(?:un)?damaged|(?:un)?tapped|opponent's|printed|total|this|any"
    r"|arena|as|long|if)"
)


@lru_cache(maxsize=1024)
def parse_subtypes(text: str) -> tuple[tuple[str, ...], ...]:
    """The subtypes of a selector, each as its words (lower case, plural s dropped): `Dark Jedi and Sith`.

    Raises:
        TextError: a card type, or a condition that cannot be read.
    """
    return read_subtypes(piece(text))


def read_subtypes(whole: Piece) -> tuple[tuple[str, ...], ...]:
    """`parse_subtypes` for a piece of a text."""
    return tuple(_subtype(each) for each in whole.split(LIST))


def _subtype(part: Piece) -> tuple[str, ...]:
    given = part.text.lower().split()
    if len(given) > 1 and given[-1] in ("unit", "units"):
        given = given[:-1]
    wanted = words(" ".join(given))
    if not wanted:
        raise part.error("SW221", "a subtype is missing here", "as in `Each of your other Sith gets Critical Hit 1`")
    if any(_CONDITIONS.fullmatch(word) for word in given):
        raise part.error("SW221", f"{shown(part.text, 60)} is no subtype: conditions are not understood here", IGNORE)
    if not _TYPES.isdisjoint((wanted[0], wanted[-1])):
        raise part.error("SW221", f"{shown(part.text, 60)} is a card type, not a subtype", IGNORE)
    return wanted
