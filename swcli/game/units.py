"""Units: tapping, leaving an arena, counters, the check of health (damage.discard, gone.*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import damage as pending
from swcli.game.boons import BUILD, GONE
from swcli.game.frames import DamageEvent

if TYPE_CHECKING:
    from swcli.game.game import Game


def tap(g: Game, unit: int, tapped: bool, ability: str = "") -> None:
    """Tap or untap a unit; says so only where that changes something."""
    if g.tapped[unit] != tapped:
        g.tapped[unit] = tapped
        g.emit("moved", "tap" if tapped else "untap", unit=unit, ability=ability)


def put_counters(g: Game, unit: int, amount: int, ability: str) -> None:
    """Put damage counters on a unit or take them off; that is not damage."""
    before = g.damage[unit]
    g.damage[unit] = max(0, before + amount)
    g.emit("placed", "counters", unit=unit, ability=ability, amount=g.damage[unit] - before, total=g.damage[unit])
    check_health(g)


def retreat(g: Game, unit: int, ability: str) -> None:
    """A unit goes to the build zone."""
    g.emit("moved", "retreat", unit=unit, ability=ability)
    for along in (unit, *_pilots(g, [unit])):
        _leave(g, along, BUILD)
    check_health(g)


def discard(g: Game, found: list[int], reason: str, ability: str = "", clauses: tuple[str, ...] = ()) -> None:
    """Units go to the discard pile, all at the same moment."""
    for unit in found:
        g.emit(
            "discarded",
            reason,
            unit=unit,
            ability=ability,
            amount=g.damage[unit],
            clauses=clauses,
            health=g.sheet(unit).health,
        )
    pilots = _pilots(g, found)
    for unit in pilots:
        g.emit("discarded", "with-its-unit", unit=unit, other=g.table.units[unit].pilots, amount=g.damage[unit])
    for unit in (*found, *pilots):
        _leave(g, unit, GONE)
    check_health(g)


def _pilots(g: Game, found: list[int]) -> list[int]:
    """The pilots of units that leave: they go along (rules.md section 7)."""
    return [
        unit
        for unit, info in enumerate(g.table.units)
        if info.pilots in found and unit not in found and g.arenas[unit] != GONE
    ]


def beyond_health(g: Game) -> list[int]:
    """The units whose damage counters reach their health."""
    frail = g.frail
    return [
        unit
        for unit, place in enumerate(g.arenas)
        if (g.damage[unit] or unit in frail) and place != GONE and g.damage[unit] >= g.sheet(unit).health
    ]


def check_health(g: Game) -> None:
    """Discard at once every unit whose counters reach its health; those hurt by damage wait for their discard POP."""
    waiting = {damage.target for frame in g.frames if type(frame) is DamageEvent for damage in frame.placed}
    found = [unit for unit in beyond_health(g) if unit not in waiting]
    if found:
        discard(g, found, "health-fell", clauses=("damage.discard",))


def _leave(g: Game, unit: int, place: str) -> None:
    g.arenas[unit] = place
    for equipment, bearer in enumerate(g.attached):
        if bearer == unit:
            g.attached[equipment] = -1
            g.emit("moved", "detached", unit=unit, ability=g.table.equipment[equipment].name)
    if place == GONE:
        g.boons = tuple(boon for boon in g.boons if boon.bearer != unit)
    g.forget_surroundings()
    pending.drop(g, unit)
