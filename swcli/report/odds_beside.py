"""Several odds side by side: one attack at several powers, or two scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.names import Names
from swcli.report.odds import Asked, notes
from swcli.report.odds_record import record
from swcli.report.shares import mean, percent, signed

FORMAT_POWERS: Final = "swcli.odds-powers/1"
FORMAT_VERSUS: Final = "swcli.odds-versus/1"

Case = tuple[str, Asked]
"""A name (a power, a file) and the odds."""


def powers_page(cases: Sequence[Case], bars: int, full: bool) -> list[Block]:
    """A row a power: what is expected of the defender and of the attacker.

    Args:
        cases: by power.
        bars: columns for bars of expected damage, 0 for none.
        full: whether bars may be drawn with block characters.
    """
    from swcli.report.odds import bar

    first = cases[0][1]
    names = Names(first.opening.table)
    hurt = [
        unit for unit in range(len(first.odds.units)) if any(any(asked.odds.units[unit].damage) for _, asked in cases)
    ]
    top = max((asked.odds.units[unit].expected_damage for _, asked in cases for unit in hurt), default=Fraction(0))
    head = ["power"]
    for unit in hurt:
        head += [f"damage to {names.unit(unit)}", "discarded"]
    rows = []
    for power, asked in cases:
        row = [power]
        for unit in hurt:
            odds = asked.odds.units[unit]
            row += [mean(odds.expected_damage), percent(odds.discarded)]
        if hurt and bars:
            row.append(bar(asked.odds.units[hurt[-1]].expected_damage / top, bars, full))
        rows.append(tuple(row))
    if hurt and bars:
        head.append("")
    right = frozenset(name for name in head if name)
    return [
        Line("title", first.title),
        Gap(),
        Grid(tuple(head), tuple(rows), right),
        Gap(),
        *(Line("note", text) for text in notes(first)),
    ]


def versus_page(cases: Sequence[Case]) -> list[Block]:
    """Two scenarios beside each other, unit by unit, and the difference."""
    (one, first), (two, second) = cases
    rows: list[tuple[str, ...]] = []

    def compared(what: str, show: Any, a: Fraction | None, b: Fraction | None, percents: bool = False) -> None:
        change = ""
        if a is not None and b is not None:
            points = float(100 * (b - a))
            change = "same" if a == b else f"{points:+.2f} points" if percents else signed(b - a)
        rows.append((what, "-" if a is None else show(a), "-" if b is None else show(b), change))

    chances = first.objective.goal is not None
    compared("what is played for", percent if chances else mean, first.value, second.value, chances)
    a_units, b_units = _by_id(first), _by_id(second)
    for unit in dict.fromkeys((*a_units, *b_units)):
        a, b = a_units.get(unit), b_units.get(unit)
        if all(one is None or not any(one.damage) for one in (a, b)):
            continue
        compared(f"damage to {unit}", mean, a and a.expected_damage, b and b.expected_damage)
        compared(f"{unit} is discarded", percent, a and a.discarded, b and b.discarded, True)
        amounts = sorted({*(a.damage if a else ()), *(b.damage if b else ())})
        for amount in amounts:
            compared(
                f"{unit} gets {amount}",
                percent,
                a and a.damage.get(amount, Fraction(0)),
                b and b.damage.get(amount, Fraction(0)),
                True,
            )
    for player in range(2):
        name = first.opening.table.players[player]
        compared(f"Force spent by {name}", mean, first.odds.force[player], second.odds.force[player])
    head = ("", _short(one), _short(two), "difference")
    said = list(dict.fromkeys((*notes(first), *notes(second))))
    return [
        Line("title", f"{first.title} / {second.title}"),
        Gap(),
        Grid(head, tuple(rows), frozenset(head[1:])),
        Gap(),
        *(Line("note", text) for text in said),
    ]


def _short(name: str) -> str:
    """The end of a file's name, which tells files apart."""
    return name if len(name) <= 24 else f"...{name[-21:]}"


def _by_id(asked: Asked) -> dict[str, Any]:
    return dict(zip((info.id for info in asked.opening.table.units), asked.odds.units, strict=True))


def powers_record(cases: Sequence[Case]) -> dict[str, Any]:
    """The odds at each power as plain data."""
    return {
        "format": FORMAT_POWERS,
        "powers": [{"power": int(power), **record(asked)} for power, asked in cases],
    }


def versus_record(cases: Sequence[Case]) -> dict[str, Any]:
    """Both odds as plain data."""
    return {"format": FORMAT_VERSUS, "sides": [record(asked) for _, asked in cases]}
