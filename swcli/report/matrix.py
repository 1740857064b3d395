"""A matrix in words, as rows of CSV and as plain data: what an attack of every unit on every other one comes to."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from swcli.drive.odds.matrix import ENDLESS, TOO_MANY_DICE, TOO_MANY_POSITIONS, Cell, Plan
from swcli.game.table import UnitInfo
from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.names import Count
from swcli.report.reasons import OBJECTIONS
from swcli.report.shares import fraction, percent
from swcli.scenario.faults import visible

FORMAT: Final = "swcli.matrix/1"
HEAD: Final = (
    "attacker",
    "defender",
    "expected_damage",
    "expected_damage_decimal",
    "discarded",
    "discarded_decimal",
    "reason",
)
"""The columns of CSV."""
NONE: Final = "-"
"""A cell for which there are no odds, in text."""
LONGEST: Final = 16
"""Ids are cut to so many characters in text."""
_GAP: Final = 3
"""Blanks between columns, at most."""

REASONS: Final = {
    **OBJECTIONS,
    "stealth": "the defender has Stealth, is untapped and has no damage counter",
    "condition-holds": "the defender can't be attacked, as one of its abilities says",
    "other-arena": "the two are in different arenas",
    "target-not-in-arena": "the defender does not stand in an arena by itself",
    TOO_MANY_DICE: "there are too many dice",
    TOO_MANY_POSITIONS: "there are too many positions to look at",
    ENDLESS: "some lines go on for ever, as contested rulings are read here",
}
"""Why there are no odds."""
PLAYED: Final = {
    "optimal": "both players make the best of all their choices: as much damage as possible, or as little",
    "never": "nobody plays anything that need not be played",
    "always": "damage is prevented wherever it can be, as much as it can, and nothing else is played",
}


class Matrix(NamedTuple):
    """A matrix with what was asked for.

    Attributes:
        files: of the attackers and of the defenders, as named.
        attackers, defenders: as printed.
        plan: what was solved. cells: by number in the plan, all of them.
        force: what every player has instead of what the files say, or None.
    """

    files: tuple[str, str]
    attackers: tuple[UnitInfo, ...]
    defenders: tuple[UnitInfo, ...]
    plan: Plan
    cells: Mapping[int, Cell]
    force: int | None

    def cell(self, row: int, column: int) -> Cell:
        """What comes of an attack."""
        return self.cells[self.plan.number(row, column)]

    def pairs(self) -> Iterator[tuple[UnitInfo, UnitInfo, Cell]]:
        """All pairs, row by row."""
        for row, attacker in enumerate(self.attackers):
            for column, defender in enumerate(self.defenders):
                yield attacker, defender, self.cell(row, column)


# -- text


def page(matrix: Matrix, width: int) -> list[Block]:
    """The report for people.

    Args:
        matrix: what was found.
        width: columns there are.
    """
    rows, columns = len(matrix.attackers), len(matrix.defenders)
    mine, theirs = map(visible, matrix.files)
    grid, shown = _grid(matrix, width)
    blocks: list[Block] = [
        Line("title", f"{Count(rows):attacker} against {Count(columns):defender}"),
        Line("ruling", "Expected damage to the defender, and the chance that it is discarded."),
        Line("note", f"Attackers: {mine}; defenders: {theirs}."),
        Gap(),
        grid,
        Gap(),
    ]
    if shown < columns:
        text = f"{shown} of {columns} defenders are shown: --format csv and json have all, --plot FILE.png draws them."
        blocks.append(Line("note", text))
    return [*blocks, *(Line("note", text) for text in notes(matrix))]


def notes(matrix: Matrix) -> list[str]:
    """What has to be kept in mind."""
    force = "the Force that its file gives" if matrix.force is None else f"{matrix.force} Force"
    found = [
        f"Each pair is alone on a fresh table, on opposite sides, each player with {force}; damage counters and "
        "attached Equipment are as in the file, and the attacker is untapped.",
        f"{PLAYED[matrix.plan.policy].capitalize()}. Open hands and known effects are presumed.",
    ]
    none = [cell for _, _, cell in matrix.pairs() if cell.reasons]
    if none:
        times = Counter(_whys(cell)[0] for cell in none)
        told = "; ".join(f"{why} ({count:,})" for why, count in times.most_common())
        found.append(f"No odds ({NONE}) for {Count(len(none)):pair}: {told}.")
    names = rulings(matrix)
    if names:
        found.append(f"Some cells rest on how contested rulings are read: {', '.join(names)} (swcli rulings).")
    return found


def rulings(matrix: Matrix) -> list[str]:
    """The contested rulings that cells rest on."""
    return sorted({name for cell in matrix.cells.values() for name in cell.rulings})


def reason(cell: Cell) -> str:
    """Why there are no odds for a pair; empty where there are."""
    clauses = _clauses(cell)
    return "; ".join(_whys(cell)) + (f" [{', '.join(clauses)}]" if clauses else "")


def _whys(cell: Cell) -> list[str]:
    texts = [REASONS.get(why, why.replace("-", " ")).format_map({"unit": "the defender"}) for _, why in cell.reasons]
    return list(dict.fromkeys(texts))


def _clauses(cell: Cell) -> list[str]:
    return list(dict.fromkeys(clause for clause, _ in cell.reasons if clause))


def _grid(matrix: Matrix, width: int) -> tuple[Grid, int]:
    """The table, and how many defenders there is room for."""
    names = [_cut(info.id) for info in matrix.attackers]
    left = width - max(len("attacker"), *map(len, names))
    columns: list[list[str]] = []
    for column, info in enumerate(matrix.defenders):
        cells = [_text(matrix.cell(row, column)) for row in range(len(names))]
        found = [_cut(info.id), *_aligned(cells)]
        left -= max(map(len, found)) + _GAP
        if left < 0 and columns:
            break
        columns.append(found)
    # A head may not stand twice: ids that are cut to the same text are told apart by number.
    heads = ["attacker"]
    for column, (head, *_) in enumerate(columns, 1):
        heads.append(head if head not in heads else f"{head[: LONGEST - 5]}#{column}")
    rows = [(name, *(cells[row] for _, *cells in columns)) for row, name in enumerate(names)]
    return Grid(tuple(heads), tuple(rows), frozenset(heads[1:])), len(columns)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}.."


def _text(cell: Cell) -> tuple[str, str]:
    if cell.damage is None or cell.discarded is None:
        return (NONE, "")
    return _damage(cell.damage), percent(cell.discarded, 0)


def _aligned(cells: list[tuple[str, str]]) -> list[str]:
    """Damage and chance, each under the others of its column."""
    damage, chance = (max(len(cell[place]) for cell in cells) for place in (0, 1))
    return [f"{first:>{damage}} {second:>{chance}}" for first, second in cells]


def _damage(value: Fraction) -> str:
    """A mean with two decimals; what is none is 0, and what is nearly none is not."""
    if value == 0:
        return "0"
    return f"{float(value):.2f}" if value >= Fraction(1, 200) else "<0.01"


# -- CSV and JSON


def table(matrix: Matrix) -> str:
    """The matrix as CSV, a row each cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for attacker, defender, cell in matrix.pairs():
        row = _row(attacker, defender, cell)
        writer.writerow(["" if row[name] is None else row[name] for name in HEAD])
    return text.getvalue()


def record(matrix: Matrix) -> dict[str, Any]:
    """Everything that is known, as plain data."""
    return {
        "format": FORMAT,
        "attackers": _side(matrix.files[0], matrix.attackers),
        "defenders": _side(matrix.files[1], matrix.defenders),
        "play": matrix.plan.policy,
        "force": matrix.force,
        "solved": matrix.plan.size,
        "cells": [
            {**_row(attacker, defender, cell), "clauses": _clauses(cell)} for attacker, defender, cell in matrix.pairs()
        ],
        "presumed": notes(matrix),
        "rulings": rulings(matrix),
    }


def _side(file: str, units: tuple[UnitInfo, ...]) -> dict[str, Any]:
    return {"file": file, "units": [{"id": info.id, "name": info.name} for info in units]}


def _row(attacker: UnitInfo, defender: UnitInfo, cell: Cell) -> dict[str, Any]:
    """One cell; None for what there is not."""
    values: list[Any] = []
    for value in (cell.damage, cell.discarded):
        values += [None, None] if value is None else [fraction(value), decimal(value)]
    return dict(zip(HEAD, (attacker.id, defender.id, *values, reason(cell) or None), strict=True))


def decimal(value: Fraction) -> float:
    """The nearest number; what is not certain is not told as 0 or 1."""
    number = float(value)
    if value != 1 and number == 1:
        return math.nextafter(1, 0 if value < 1 else 2)
    return number


# -- a picture


def heat(matrix: Matrix) -> tuple[list[str], list[str], list[list[float | None]]]:
    """Names of rows and columns and the expected damage, for a heat map; None where there are no odds."""
    values = [
        [
            None if (damage := matrix.cell(row, column).damage) is None else float(damage)
            for column in range(len(matrix.defenders))
        ]
        for row in range(len(matrix.attackers))
    ]
    return [info.id for info in matrix.attackers], [info.id for info in matrix.defenders], values
