"""What a report is made of, before anybody decides how it looks: lines and grids."""

from __future__ import annotations

from typing import Literal, NamedTuple

Style = Literal[
    "title",  # of the scenario
    "note",  # free text of the file, and what was assumed
    "ruling",  # the sentence that a judge reads out
    "attack",  # a new attack, build step or effect
    "step",  # a step or POP in it
    "fired",
    "not-fired",
    "played",
    "refused",
    "dice",
    "plain",
    "held",
    "failed",
    "receipt",
]

MARKS: dict[Style, str] = {"fired": "+", "not-fired": "-", "played": ">", "refused": "x", "held": "+", "failed": "x"}
"""The sign in front of a line, so that nothing is told by colour alone."""


class Die(NamedTuple):
    """An attack die as it lies: its face, whether it was re-rolled, and whether it hits (None: not known yet)."""

    face: int
    rerolled: bool = False
    hit: bool | None = None


class Line(NamedTuple):
    """One line of a report.

    Attributes:
        style: what it is, which decides on sign and colour.
        text: the sentence, without the dice.
        indent: how deep it stands, in steps.
        dice: dice drawn behind the text.
        clauses: what it rests on, drawn behind everything.
        mark: a sign in front of it, instead of the one of its style.
    """

    style: Style
    text: str
    indent: int = 0
    dice: tuple[Die, ...] = ()
    clauses: tuple[str, ...] = ()
    mark: str = ""


class Grid(NamedTuple):
    """A table: the heads of its columns and its rows; columns named in `right` are numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[str] = frozenset()


class Gap(NamedTuple):
    """An empty line."""


Block = Line | Grid | Gap
