"""The plain form of a report: the same bytes on every machine, 100 columns, ASCII signs, no colour."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import TextWrapper
from typing import Final

from swcli.report.blocks import MARKS, Block, Die, Gap, Grid, Line
from swcli.scenario.faults import visible

WIDTH: Final = 100
"""Columns of the plain form. It does not follow the terminal: what is piped must not depend on a window."""


def render(blocks: Iterable[Block], width: int = WIDTH) -> str:
    """The report as text, ending with a newline."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Gap):
            if lines and lines[-1]:
                lines.append("")
        elif isinstance(block, Grid):
            lines += _grid(block)
        else:
            lines += _line(block, width)
    return "\n".join(lines) + "\n"


def clean(text: str) -> str:
    """Text of a file, safe to print on one line: line ends become blanks, control characters are written out."""
    return visible(" ".join(text.split()) if "\n" in text or "\t" in text else text)


def die(die: Die) -> str:
    """A die as text: its face, with a star when it was re-rolled."""
    return f"{die.face}*" if die.rerolled else str(die.face)


def with_dice(text: str, dice: tuple[Die, ...]) -> str:
    """A sentence with the dice drawn behind it."""
    return f"{text}: {' '.join(die(each) for each in dice)}" if dice else text


def _line(line: Line, width: int) -> list[str]:
    mark = line.mark or MARKS.get(line.style, "")
    text = with_dice(clean(line.text), line.dice)
    if line.clauses:
        text += f" [{', '.join(line.clauses)}]"
    indent = "  " * line.indent
    wrapper = TextWrapper(
        width=width,
        initial_indent=f"{indent}{mark} " if mark else indent,
        subsequent_indent=indent
        + (" " * (len(mark) + 1) if mark else "  " if line.style == "note" else "    " if line.indent else ""),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.wrap(text) or [""]


def _grid(grid: Grid) -> list[str]:
    rows = [grid.head, *(tuple(clean(cell) for cell in row) for row in grid.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(grid.head))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if name in grid.right else cell.ljust(width)
            for name, cell, width in zip(grid.head, row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
