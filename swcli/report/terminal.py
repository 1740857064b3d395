"""The form of a report for a terminal: colour, drawn dice, as wide as the window. The one module that loads rich."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from swcli.report.blocks import MARKS, Block, Die, Gap, Grid, Line, Style
from swcli.report.text import WIDTH, clean

STYLES: Final[dict[Style, str]] = {
    "title": "bold",
    "note": "italic",
    "ruling": "bold",
    "attack": "bold cyan",
    "step": "cyan",
    "fired": "green",
    "not-fired": "dim",
    "played": "yellow",
    "refused": "bold red",
    "plain": "",
    "held": "green",
    "failed": "bold red",
    "receipt": "dim",
}
"""Colour by what a line is. Each of these lines also has a sign or a place of its own: colour is never all there is."""

_DICE: Final = {True: "black on green", False: "white on bright_black", None: "reverse"}


def show(blocks: Iterable[Block]) -> None:
    """Print a report to standard output."""
    # A pipe that is made to look like a terminal has no window to follow.
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH
    console = Console(width=width, highlight=False, markup=False, emoji=False)
    drawn = _can_draw(console)
    gap = True
    for block in blocks:
        if isinstance(block, Gap):
            if not gap:
                console.print()
        elif isinstance(block, Grid):
            console.print(_table(block, drawn))
        else:
            console.print(_line(block))
        gap = isinstance(block, Gap)


def _can_draw(console: Console) -> bool:
    """Whether the terminal's encoding has lines to draw with."""
    try:
        "─┼".encode(console.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return sys.platform != "win32" or not console.legacy_windows


def _line(line: Line) -> Padding:
    style = STYLES[line.style]
    text = Text(style=style)
    text.append(clean(line.text))
    if line.dice:
        text.append(": ")
        for die in line.dice:
            _draw(text, die)
    if line.clauses:
        text.append(f" [{', '.join(line.clauses)}]", style="not bold dim italic")
    mark = line.mark or MARKS.get(line.style)
    indent = 2 * line.indent
    if not mark:
        return Padding(text, (0, 0, 0, indent), expand=False)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=len(mark), no_wrap=True)
    grid.add_column()
    grid.add_row(Text(mark, style=style), text)
    return Padding(grid, (0, 0, 0, indent), expand=False)


def _draw(text: Text, die: Die) -> None:
    """A die as a tile; one that was re-rolled is underlined and has a star, so that it shows without colour too."""
    star, line = ("*", " underline") if die.rerolled else (" ", "")
    text.append(f" {die.face}{star}", style=f"not dim {_DICE[die.hit]}{line}")
    text.append(" ")


def _table(grid: Grid, drawn: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD if drawn else box.ASCII2, show_edge=False, pad_edge=False, header_style="bold")
    for name in grid.head:
        table.add_column(name, justify="right" if name in grid.right else "left", overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(clean(cell)) for cell in row))
    return table
