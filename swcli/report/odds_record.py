"""The odds of a script as plain data for JSON, and as rows for CSV; fractions are text `p/q`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from swcli.report.odds import Asked, effects, notes, where
from swcli.report.shares import fraction

FORMAT: Final = "swcli.odds/1"
HEAD: Final = ("case", "unit", "measure", "of", "value", "decimal")
"""The columns of CSV: which case (a file or a power), which unit or player, what is told, of what amount or keyword."""


def record(asked: Asked) -> dict[str, Any]:
    """Everything that is known, as plain data."""
    table, odds = asked.opening.table, asked.odds
    data: dict[str, Any] = {
        "format": FORMAT,
        "file": asked.file or None,
        "title": asked.title,
        "objective": {
            "text": asked.objective.goal.text if asked.objective.goal is not None else "damage",
            "player": table.players[asked.wanting],
            "value": fraction(asked.value),
            "decimal": float(asked.value),
        },
        "play": dict(zip(table.players, asked.policies, strict=True)),
        "units": {
            info.id: {
                "expected_damage": fraction(unit.expected_damage),
                "expected_damage_decimal": float(unit.expected_damage),
                "damage": {str(amount): fraction(chance) for amount, chance in unit.damage.items()},
                "discarded": fraction(unit.discarded),
                "discarded_decimal": float(unit.discarded),
            }
            for info, unit in zip(table.units, odds.units, strict=True)
        },
        "fired": {f"{who} {ability}": fraction(chance) for (who, ability), chance in sorted(effects(asked).items())},
        "players": {
            name: {
                "force": player.force,
                "force_spent": fraction(spent),
                "dice_rerolled": fraction(dice),
            }
            for name, player, spent, dice in zip(
                table.players, asked.opening.state.players, odds.force, odds.dice, strict=True
            )
        },
        "left_out": {where(path): fraction(chance) for path, chance in sorted(odds.missed.items(), key=str)},
        "lucky_order": _order(asked),
        "positions": odds.positions,
        "presumed": notes(asked),
        "rulings": sorted(table.touched),
    }
    return data


def _order(asked: Asked) -> dict[str, Any] | None:
    if asked.order is None:
        return None
    order = asked.order
    players = asked.opening.table.players
    return {
        "first": {name: fraction(asked.seen(score)) for name, score in zip(players, order.first, strict=True)},
        "reading": asked.opening.table.rulings.lucky_order,
        "value": fraction(asked.value),
        "other_reading": order.reading,
        "other_value": fraction(asked.seen(order.other)),
    }


def rows(case: str, asked: Asked) -> Iterator[tuple[str, ...]]:
    """The same as rows of CSV, without what is said in words."""
    table, odds = asked.opening.table, asked.odds

    def row(who: str, measure: str, of: object, value: Fraction) -> tuple[str, ...]:
        return (case, who, measure, str(of), fraction(value), repr(float(value)))

    yield row(table.players[asked.wanting], "objective", "", asked.value)
    for info, unit in zip(table.units, odds.units, strict=True):
        yield row(info.id, "expected_damage", "", unit.expected_damage)
        yield row(info.id, "discarded", "", unit.discarded)
        for amount, chance in unit.damage.items():
            yield row(info.id, "damage", amount, chance)
    for (who, ability), chance in sorted(effects(asked).items()):
        yield row(who, "fired", ability, chance)
    for name, spent, dice in zip(table.players, odds.force, odds.dice, strict=True):
        yield row(name, "force_spent", "", spent)
        yield row(name, "dice_rerolled", "", dice)
    for path, chance in sorted(odds.missed.items(), key=str):
        yield row("", "left_out", where(path), chance)
    if asked.order:
        for name, score in zip(table.players, asked.order.first, strict=True):
            yield row(name, "lucky_first", "", asked.seen(score))
        yield row("", "lucky_order", asked.order.reading, asked.seen(asked.order.other))
