"""Many outcomes at a glance, and as a table of what differs among them, as wide as the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from swcli.drive.solve import Outcome
from swcli.game.boons import BUILD, GONE
from swcli.report.blocks import Grid
from swcli.report.names import Names, listed


def overview(names: Names, rows: Sequence[Outcome]) -> Iterator[str]:
    """The outcomes in a few lines: who is discarded how often, and between what the numbers lie."""
    groups: Counter[str] = Counter()
    for row in rows:
        gone = [names.unit(unit) for unit, place in enumerate(row.arenas) if place == GONE]
        groups[listed(gone) if gone else "nobody"] += 1
    common = groups.most_common(6)
    if len(groups) == 1:
        yield f"discarded: {common[0][0]}{'' if len(rows) == 1 else ' in all of them'}"
    else:
        more = f"; {len(groups) - 6} other groups" if len(groups) > 6 else ""
        yield f"discarded: {', '.join(f'{who} in {count:,}' for who, count in common)}{more}"
    damage = [f"{names.unit(unit)} {_range(row.damage[unit] for row in rows)}" for unit in range(len(rows[0].damage))]
    yield f"damage: {', '.join(damage)}"
    players = range(len(rows[0].players))
    force = [f"{names.player(place)} {_range(row.players[place].force for row in rows)}" for place in players]
    yield f"Force left: {', '.join(force)}"


def _range(values: Iterator[int]) -> str:
    found = sorted(set(values))
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"


def grids_of(
    names: Names, rows: Sequence[Outcome], held: Sequence[bool] | None, shown: int, width: int
) -> tuple[list[Grid], list[str]]:
    """The first rows as tables with the columns in which outcomes differ, and the heads of those for which there is no
    room beside damage and Force.

    Args:
        names: of the table.
        rows: all outcomes.
        held: for each whether a goal is reached in it, or None.
        shown: how many rows are wanted.
        width: columns of the page.
    """
    if not shown:
        return [], []
    main, others = _columns(names, rows, held)
    parts, left = _parts(main, others, width)
    return [_grid(part, shown) for part in parts], left


class _Column(NamedTuple):
    """A column of the table: its head, and a cell for each outcome."""

    head: str
    cells: list[str]

    @property
    def width(self) -> int:
        """Characters it takes, with the space to the next one."""
        return max(len(self.head), *map(len, self.cells)) + 3


def _columns(names: Names, rows: Sequence[Outcome], held: Sequence[bool] | None) -> tuple[list[_Column], list[_Column]]:
    """The columns in which outcomes differ: number, goal, damage and Force; and all others."""
    table = names.table
    main = [_Column("#", [str(place) for place in range(1, len(rows) + 1)])]
    if held is not None:
        main.append(_Column("goal", ["yes" if reached else "no" for reached in held]))
    others: list[_Column] = []
    for unit, info in enumerate(table.units):
        main.append(_Column(info.id, [_damage(row, unit) for row in rows]))
        others.append(_Column(f"{info.id} tapped", ["yes" if row.tapped[unit] else "no" for row in rows]))
        others.append(_Column(f"{info.id} power", [str(row.powers[unit]) for row in rows]))
        others.append(_Column(f"{info.id} speed", [str(row.speeds[unit]) for row in rows]))
        others.append(_Column(f"{info.id} health", [str(row.healths[unit]) for row in rows]))
    for place, card in enumerate(table.equipment):
        on = [table.units[row.attached[place]].id if row.attached[place] >= 0 else "-" for row in rows]
        others.append(_Column(f"{card.id} on", on))
    for place, player in enumerate(table.players):
        main.append(_Column(f"{player} Force", [str(row.players[place].force) for row in rows]))
        for what, word in (("build_points", "build points"), ("hand", "hand"), ("discard_pile", "discard pile")):
            others.append(_Column(f"{player} {word}", [str(getattr(row.players[place], what)) for row in rows]))
    return [main[0], *_differing(main[1:])], _differing(others)


def _differing(columns: list[_Column]) -> list[_Column]:
    return [column for column in columns if len(set(column.cells)) > 1]


def _damage(row: Outcome, unit: int) -> str:
    place = {GONE: "discarded", BUILD: "build zone"}.get(row.arenas[unit], "")
    return f"{row.damage[unit]} {place}".rstrip()


def _parts(main: list[_Column], others: list[_Column], width: int) -> tuple[list[list[_Column]], list[str]]:
    """The columns as tables that are not wider than the page, each with the number first; and the heads of those for
    which there is no room beside the main ones.
    """
    parts = [main[:1]]
    for column in main[1:]:
        if sum(other.width for other in (*parts[-1], column)) > width:
            parts.append(main[:1])
        parts[-1].append(column)
    left = []
    for column in others:
        if sum(other.width for other in (*parts[-1], column)) > width:
            left.append(column.head)
        else:
            parts[-1].append(column)
    return [part for part in parts if len(part) > 1], left


def _grid(part: list[_Column], shown: int) -> Grid:
    rows = zip(*(column.cells[:shown] for column in part), strict=True)
    return Grid(tuple(column.head for column in part), tuple(rows), frozenset({"#"}))
