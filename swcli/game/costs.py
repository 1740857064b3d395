"""Costs: whether they can be paid, and paying them (cost.payable)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import units
from swcli.game.ability import Cost

if TYPE_CHECKING:
    from swcli.game.game import Game

FOR_THE_PLAYERS = frozenset({"hand", "pile", "deck", "draw", "each-draw"})
"""Parts in which cards move outside the battle: checked and counted here, carried out by the players."""


def payable(g: Game, player: int, bearer: int, cost: Cost) -> bool:
    """Whether `player` can pay the whole cost now; `bearer` is the unit whose ability it is, or -1."""
    force = build = hand = pile = 0
    for part in cost:
        if part.kind == "force":
            force += part.amount
        elif part.kind == "build":
            build += part.amount
        elif part.kind == "hand":
            hand += part.amount
        elif part.kind == "pile":
            pile += part.amount
        elif part.kind == "tap" and (bearer < 0 or g.tapped[bearer]):
            return False
    have = g.players[player]
    return force <= have.force and build <= have.build_points and hand <= have.hand and pile <= have.discard_pile


def pay(g: Game, player: int, bearer: int, cost: Cost, what: str) -> None:
    """Pay a cost that can be paid; `what` is what it is paid for, for the trace."""
    hurt = False
    for part in cost:
        have = g.players[player]
        amount = part.amount
        if part.kind == "force":
            g.players[player] = have._replace(force=have.force - amount)
        elif part.kind == "build":
            g.players[player] = have._replace(build_points=have.build_points - amount)
        elif part.kind == "hand":
            g.players[player] = have._replace(hand=have.hand - amount, discard_pile=have.discard_pile + amount)
        elif part.kind == "pile":
            g.players[player] = have._replace(discard_pile=have.discard_pile - amount)
        elif part.kind == "deck":
            g.players[player] = have._replace(discard_pile=have.discard_pile + amount)
        elif part.kind == "draw":
            g.players[player] = have._replace(hand=have.hand + amount)
        elif part.kind == "each-draw":
            g.players[:] = [each._replace(hand=each.hand + amount) for each in g.players]
        elif part.kind == "gain":
            gain_force(g, player, amount)
        elif part.kind == "each-gain":
            for each in range(len(g.players)):
                gain_force(g, each, amount)
        elif part.kind == "tap":
            g.tapped[bearer] = True
        elif part.kind == "counters":
            g.damage[bearer] += amount
            hurt = True
        if g.rec and part.kind not in ("gain", "each-gain"):
            g.emit(
                "paid",
                "for-the-players" if part.kind in FOR_THE_PLAYERS else part.kind,
                player=player,
                unit=bearer,
                ability=what,
                amount=amount,
                part=part.kind,
                text=part.text,
                left=g.players[player].build_points if part.kind == "build" else g.players[player].force,
            )

    if hurt:
        units.check_health(g)


def gain_force(g: Game, player: int, amount: int) -> None:
    """A player gains Force, or loses it (negative): never below zero, what is not there is not lost."""
    have = g.players[player]
    force = max(0, have.force + amount)
    g.players[player] = have._replace(force=force)
    if g.rec:
        if g.rec.pops and force > have.force:
            gained = g.rec.pops[-1].gained
            gained[player] = gained.get(player, 0) + force - have.force
        g.emit("gained" if amount >= 0 else "lost", "force", player=player, amount=abs(force - have.force), left=force)


def force_of(cost: Cost) -> int:
    """The Force that a cost asks for."""
    return sum(part.amount for part in cost if part.kind == "force")
