"""Pictures of odds: how damage is spread, or how it grows with power."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from swcli.report import plots
from swcli.report.names import Names
from swcli.report.odds import Asked


def draw(path: str, cases: Sequence[tuple[str, Asked]], beside: bool) -> None:
    """Draw odds into a file.

    Args:
        path: ends in `.svg` or `.png`.
        cases: names and odds: one case, two beside each other, or one for each power.
        beside: whether two scenarios are set beside each other.
    """
    first = cases[0][1]
    if len(cases) == 1 or beside:
        plots.distribution(path, first.title if len(cases) == 1 else "Damage", _series(cases))
        return
    names = Names(first.opening.table)
    hurt = [
        unit for unit in range(len(first.odds.units)) if any(any(asked.odds.units[unit].damage) for _, asked in cases)
    ]
    series = [
        (names.unit(unit), [float(asked.odds.units[unit].expected_damage) for _, asked in cases]) for unit in hurt
    ]
    plots.curve(path, first.title, [int(name) for name, _ in cases], series, "power", "expected damage")


def _series(cases: Sequence[tuple[str, Asked]]) -> list[tuple[str, dict[int, Fraction]]]:
    """The damage of every unit that may get any; where nobody may, of the units that are attacked."""
    found: list[tuple[str, dict[int, Fraction]]] = []
    for name, asked in cases:
        names = Names(asked.opening.table)
        prefix = f"{name}: " if len(cases) > 1 else ""
        targets = {entry.target for entry in asked.script if entry.kind == "attack"}
        hurt = {unit for unit, odds in enumerate(asked.odds.units) if any(odds.damage)} or targets
        found += [(f"{prefix}{names.unit(unit)}", asked.odds.units[unit].damage) for unit in sorted(hurt)]
    return found
