"""Several odds side by side: one attack at several powers, or two scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.names import Names
from swcli.report.odds import Asked, bar, notes
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
        bars: columns for bars, 0 for none: of the chance of the goal, or of the damage to the defender.
        full: whether bars may be drawn with block characters.
    """
    first = cases[0][1]
    names = Names(first.opening.table)
    hurt = [
        unit for unit in range(len(first.odds.units)) if any(any(asked.odds.units[unit].damage) for _, asked in cases)
    ]
    goal = first.objective.goal
    head = ["power", *([goal.text] if goal is not None else [])]
    for unit in hurt:
        head += [f"damage to {names.unit(unit)}", "discarded"]
    values = [asked.value for _, asked in cases]
    if goal is None and hurt:
        values = [asked.odds.units[hurt[-1]].expected_damage for _, asked in cases]
    top = max(values)
    rows = []
    for (power, asked), value in zip(cases, values, strict=True):
        row = [power, *([percent(asked.value)] if goal is not None else [])]
        for unit in hurt:
            odds = asked.odds.units[unit]
            row += [mean(odds.expected_damage), percent(odds.discarded)]
        rows.append((*row, *([bar(value / top, bars, full)] if top > 0 and bars else [])))
    right = frozenset(head)
    if top > 0 and bars:
        head.append("")
    return [
        Line("title", first.title),
        Gap(),
        Grid(tuple(head), tuple(rows), right),
        Gap(),
        *(Line("note", text) for text in notes(*(asked for _, asked in cases))),
    ]


def versus_page(cases: Sequence[Case], width: int) -> list[Block]:
    """Two scenarios beside each other, unit by unit, and the difference.

    Args:
        cases: the two.
        width: columns there are.
    """
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
    room = min(24, max(8, (width - max(len(row[0]) for row in rows) - 20) // 2))
    heads = [_short(one, room), _short(two, room)]
    if heads[0] == heads[1]:
        heads = [f"1: {_short(one, room - 3)}", f"2: {_short(two, room - 3)}"]
    head = ("", *heads, "difference")
    return [
        Line("title", f"{first.title} / {second.title}"),
        Gap(),
        Grid(head, tuple(rows), frozenset(head[1:])),
        Gap(),
        *(Line("note", text) for text in notes(first, second)),
    ]


def _short(name: str, room: int) -> str:
    """The end of a file's name, which tells files apart."""
    return name if len(name) <= room else f"...{name[3 - room :]}"


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
