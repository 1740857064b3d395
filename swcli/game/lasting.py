"""Changes that last: bonuses and losses until the end of the attack, the battle or the turn (bonus.duration)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import damage, units
from swcli.game.ability import Ability, Stat
from swcli.game.boons import GONE, Boon
from swcli.game.cards import Lose
from swcli.game.registry import REGISTRY
from swcli.game.sheet import has_subtype

if TYPE_CHECKING:
    from swcli.game.game import Game

UNIT, STUN, CARD = 0, 1, 2
"""Where a change comes from: a unit's own bonus, a unit's Stun, a card."""

Against = int | tuple[tuple[str, ...], ...] | None


def give(
    g: Game, bearer: int, what: Stat | Ability | Lose, ends: str, origin: tuple[int, int], against: Against = None
) -> None:
    """`bearer` gets (or loses) `what` until the end of `ends`; changes of a stat by the same origin are added up."""
    if g.arenas[bearer] == GONE:
        return
    if isinstance(what, Stat):
        boon = Boon(bearer, what.stat, what.amount, ends, origin, against)
        for old in g.boons:
            if old._replace(amount=what.amount) == boon:
                boon = boon._replace(amount=boon.amount + old.amount)
                g.boons = tuple(other for other in g.boons if other is not old)
                break
    else:
        boon = Boon(bearer, "ability", g.table.grant(what), ends, origin, against)
    set_boons(g, (*g.boons, boon))


def set_boons(g: Game, boons: tuple[Boon, ...]) -> None:
    """Replace all lasting changes; a unit whose health falls to its damage by that is discarded at once."""
    _keep(g, boons)
    for bearer in dict.fromkeys(boon.bearer for boon in boons if _is_loss(boon)):
        below = -g.sheet(bearer).power
        if below > 0:
            g.touch("power-below-zero")
            if g.table.rulings.power_below_zero == "zero":
                boons = _less_lost(boons, bearer, below)
                _keep(g, boons)
    damage.refresh(g)
    units.check_health(g)


def _keep(g: Game, boons: tuple[Boon, ...]) -> None:
    g.boons = tuple(sorted((boon for boon in boons if boon.amount or boon.what == "ability"), key=_order))
    g.forget_surroundings()


def _is_loss(boon: Boon) -> bool:
    return boon.what == "power" and boon.amount < 0 and boon.against is None


def _less_lost(boons: tuple[Boon, ...], bearer: int, below: int) -> tuple[Boon, ...]:
    """The changes with so much less power lost by `bearer`, the latest losses first."""
    found: list[Boon] = []
    for boon in reversed(boons):
        if boon.bearer == bearer and _is_loss(boon):
            less = min(below, -boon.amount)
            below -= less
            boon = boon._replace(amount=boon.amount + less)
        found.append(boon)
    return tuple(reversed(found))


def _order(boon: Boon) -> tuple[int, str, int, str, tuple[int, int], str]:
    return (boon.bearer, boon.what, boon.amount, boon.ends, boon.origin, str(boon.against))


def end(g: Game, *ends: str) -> None:
    """The attack, the battle or the turn is over: what lasted until then stops."""
    over = tuple(boon for boon in g.boons if boon.ends in ends)
    if not over:
        return
    if g.rec:
        for boon in over:
            what = g.table.granted[boon.amount] if boon.what == "ability" else None
            g.emit(
                "lost" if not isinstance(what, Lose) else "gained",
                "duration",
                unit=boon.bearer,
                amount=boon.amount if what is None else None,
                ability=what.text if isinstance(what, Ability) else REGISTRY[what.keyword].name if what else boon.what,
                clauses=("stun.until-end-of-battle",) if boon.origin[0] == STUN else ("bonus.duration",),
                ends=boon.ends,
                stat=boon.what,
            )
    set_boons(g, tuple(boon for boon in g.boons if boon.ends not in ends))


def holds_against(g: Game, boon: Boon, defender: int) -> bool:
    """Whether a bonus that is limited to some defenders holds against this one (intercept.effects-recheck)."""
    if isinstance(boon.against, int):
        return boon.against == defender
    return boon.against is None or has_subtype(g.table, g.table.units[defender], boon.against)


def against_power(g: Game, attacker: int, defender: int) -> int:
    """Power that the attacker has against this defender alone."""
    return sum(
        boon.amount
        for boon in g.boons
        if boon.against is not None
        and boon.bearer == attacker
        and boon.what == "power"
        and holds_against(g, boon, defender)
    )
