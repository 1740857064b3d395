"""How a position stands, as plain data: for the JSON of a trace, for expectations, for the closing table."""

from __future__ import annotations

from typing import Any

from swcli.game.boons import GONE
from swcli.game.position import Position
from swcli.report.blocks import Grid

Standing = dict[str, dict[str, Any]]


def units(position: Position) -> Standing:
    """Unit id to damage, power, speed, health, tapped, discarded and arena."""
    state = position.state
    found: Standing = {}
    for place, info in enumerate(position.table.units):
        sheet = position.sheet(place)
        found[info.id] = {
            "damage": state.damage[place],
            "power": sheet.power,
            "speed": sheet.speed,
            "health": sheet.health,
            "tapped": state.tapped[place],
            "discarded": state.arenas[place] == GONE,
            "arena": state.arenas[place],
        }
    return found


def players(position: Position) -> Standing:
    """Player to Force and build points."""
    return {
        name: {"force": player.force, "build_points": player.build_points}
        for name, player in zip(position.table.players, position.state.players, strict=True)
    }


def attached(position: Position) -> dict[str, str | None]:
    """Equipment id to the id of the unit that has it, None where it is on no unit."""
    table = position.table
    return {
        info.id: table.units[bearer].id if bearer >= 0 else None
        for info, bearer in zip(table.equipment, position.state.attached, strict=True)
    }


# -- the closing tables


def unit_grid(before: Position, after: Position) -> Grid:
    """All units, each value as `before -> after` where it changed."""
    old, new = units(before), units(after)
    rows = []
    for info in before.table.units:
        a, b = old[info.id], new[info.id]
        rows.append(
            (
                info.name,
                before.table.players[info.player],
                _change(str(a["arena"]), str(b["arena"])),
                _change(str(a["damage"]), str(b["damage"])),
                _change(str(a["health"]), str(b["health"])),
                _change(str(a["power"]), str(b["power"])),
                _change(str(a["speed"]), str(b["speed"])),
                _change("yes" if a["tapped"] else "no", "yes" if b["tapped"] else "no"),
            )
        )
    return Grid(("unit", "player", "arena", "damage", "health", "power", "speed", "tapped"), tuple(rows))


def player_grid(before: Position, after: Position) -> Grid:
    """Both players, each value as `before -> after` where it changed."""
    old, new = players(before), players(after)
    rows = tuple(
        (
            name,
            _change(str(old[name]["force"]), str(new[name]["force"])),
            _change(str(old[name]["build_points"]), str(new[name]["build_points"])),
        )
        for name in before.table.players
    )
    return Grid(("player", "Force", "build points"), rows)


def equipment_grid(before: Position, after: Position) -> Grid | None:
    """The Equipment and where it is; None without any."""
    table = before.table
    if not table.equipment:
        return None
    rows = []
    for place, info in enumerate(table.equipment):
        where = [
            table.units[bearer].name if bearer >= 0 else "-"
            for bearer in (before.state.attached[place], after.state.attached[place])
        ]
        rows.append((info.name, table.players[info.player], _change(*where)))
    return Grid(("Equipment", "player", "on"), tuple(rows))


def _change(before: str, after: str) -> str:
    return before if before == after else f"{before} -> {after}"
