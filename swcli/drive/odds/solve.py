"""The odds: each choice made as it is asked for, then how likely everything is that may come of it.

Three passes over the graph: what every node is worth and what is chosen there, from the ends back; how likely every
node is, from the start on; and for each keyword how likely it is to take effect from a node on, from the ends back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from swcli.drive.graph import CHANCE, END
from swcli.drive.odds.arrivals import Arrival, arrivals
from swcli.drive.odds.columns import DICE, FORCE, NOTHING, Number, Worth, rank
from swcli.drive.odds.effects import Fired, answering, fired
from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Players, Policy
from swcli.drive.odds.space import Edge, Space
from swcli.game.boons import GONE
from swcli.game.position import Position
from swcli.scenario.script import Path, Script

Shares = dict[int, Fraction]
"""Amounts with their chances, by rising amount."""


class Endless(Exception):
    """Some lines go round in a circle for ever, by a contested ruling."""


class UnitOdds(NamedTuple):
    """What comes of a unit: the damage counters that it gets, their mean, the chance that it is discarded."""

    damage: Shares
    expected_damage: Fraction
    discarded: Fraction


class Odds(NamedTuple):
    """The odds of a script.

    Attributes:
        score: what the objective is worth to the first player (the opposite to the second), as expected.
        units: along the table's units.
        fired: for ids of units and Equipment and their keywords the chance that it takes effect or is played at least
            once; None if that was not asked.
        force: for each player the Force spent, as expected. dice: the attack dice re-rolled by Lucky, as expected.
        missed: for plays of the script the chance that they are left out.
        positions: how many were looked at.
    """

    score: Fraction
    units: tuple[UnitOdds, ...]
    fired: dict[tuple[str, str], Fraction] | None
    force: tuple[Fraction, ...]
    dice: tuple[Fraction, ...]
    missed: dict[Path, Fraction]
    positions: int


class Found(NamedTuple):
    """Odds with all that they rest on.

    Attributes:
        odds: the odds. space: the graph.
        chosen: for each node at which there is a choice the place of the answer that is taken.
        chances: how likely each node is.
    """

    odds: Odds
    space: Space
    chosen: dict[int, int]
    chances: list[Fraction]


def solve(
    position: Position,
    script: Script,
    policies: tuple[Policy, ...],
    objective: Objective,
    told: bool = True,
    keep: bool = False,
    most: int = 150_000,
    progress: Callable[[int], None] | None = None,
) -> Found:
    """The odds of a script.

    Args:
        position: the opening position.
        script: the entries in order; dice that it does not give are chance.
        policies: for each player how he makes the choices that the script does not make.
        objective: what those play for who make the best of their choices.
        told: find also how likely each keyword is to take effect.
        keep: keep what a strategy needs to tell of dice that are as good as others.
        most: how many positions to look at before giving up.
        progress: told how many there are, many times a second.

    Raises:
        Stopped: there are more positions.
        TooManyDice: an attack has more dice than can be looked at.
        Endless: some lines have no end.
    """
    space = Space(Players(script, policies, sharp=told), objective)
    space.grow(position, most, progress)
    order = space.order()
    if order is None:
        raise Endless
    worths, chosen = _backward(space, order, None, lambda: progress(len(space.nodes)) if progress else None, keep)
    chances, arrived = _forward(space, order, chosen, told)
    units, missed = _ends(space, position, chosen, chances, arrived)
    worth = [Fraction(number) for number in worths[0]]
    players = range(len(position.table.players))
    odds = Odds(
        worth[0],
        units,
        _effects(space, order, chosen, chances, arrived) if told else None,
        tuple(worth[FORCE + player] for player in players),
        tuple(worth[DICE + player] for player in players),
        missed,
        len(space.nodes),
    )
    return Found(odds, space, chosen, chances)


# -- what is chosen


def score_if(found: Found, first: int) -> Fraction:
    """The score if in each attack a player had to use his Lucky, be it on no dice, before the other one may use his.

    Args:
        found: the odds.
        first: the player.
    """
    order = found.space.order()
    assert order is not None
    return Fraction(_backward(found.space, order, first)[0][0][0])


def _backward(
    space: Space,
    order: list[int],
    first: int | None = None,
    tell: Callable[[], None] = lambda: None,
    keep: bool = False,
) -> tuple[list[Worth], dict[int, int]]:
    worths: list[Worth] = [NOTHING] * len(space.nodes)
    chosen: dict[int, int] = {}
    for number in order:
        edges, who = space.edges[number], space.who[number]
        if number in space.blocks:
            block, after = space.blocks[number], [_of(edge, who, worths) for edge in edges]
            worths[number] = block.solve(after, tell, keep) if first is None else block.solved_if(after, first)
        elif who == END:
            worths[number] = (space.objective.final(space.nodes[number].position), 0, 0, 0, 0)
        elif who == CHANCE:
            worths[number] = _mean([(edge.weight, _of(edge, who, worths)) for edge in edges])
        else:
            values = [_of(edge, who, worths) for edge in edges]
            best = min(range(len(edges)), key=lambda place: rank(values[place], who))
            chosen[number] = best
            worths[number] = values[best]
    return worths, chosen


def _of(edge: Edge, who: int, worths: list[Worth]) -> Worth:
    """What an answer is worth: what it leads to, and what it adds itself."""
    worth = worths[edge.target]
    if not (edge.gained or any(edge.force) or edge.dice):
        return worth
    more: list[Number] = list(worth)
    more[0] += edge.gained
    for player, force in enumerate(edge.force):
        more[FORCE + player] += force
    if who >= 0:
        more[DICE + who] += edge.dice
    return (*more,)  # type: ignore[return-value]  # five columns


def _mean(parts: list[tuple[int, Worth]]) -> Worth:
    if len(parts) == 1:
        return parts[0][1]
    whole = sum(weight for weight, _ in parts)
    means = [sum(weight * worth[place] for weight, worth in parts) for place in range(len(NOTHING))]
    return tuple(Fraction(mean, whole) if mean else 0 for mean in means)  # type: ignore[return-value]  # five columns


# -- how likely it is


def _forward(
    space: Space, order: list[int], chosen: dict[int, int], told: bool
) -> tuple[list[Fraction], dict[int, list[Arrival]]]:
    chances = [Fraction(0)] * len(space.nodes)
    chances[0] = Fraction(1)
    arrived: dict[int, list[Arrival]] = {}
    for number in reversed(order):
        if not chances[number]:
            continue
        for share, edge in _taken(space, number, chosen, arrived, told):
            chances[edge.target] += chances[number] * share
    return chances, arrived


def _taken(
    space: Space, number: int, chosen: dict[int, int], arrived: dict[int, list[Arrival]], told: bool = False
) -> list[tuple[Fraction, Edge]]:
    """The answers that may be given at a node, with their chances."""
    edges = space.edges[number]
    if number in space.blocks:
        if number not in arrived:
            arrived[number] = arrivals(space.blocks[number], told)
        return [(one.chance, edges[one.leaf]) for one in arrived[number]]
    if number in chosen:
        return [(Fraction(1), edges[chosen[number]])]
    whole = sum(edge.weight for edge in edges)
    return [(Fraction(edge.weight, whole), edge) for edge in edges]


def _ends(
    space: Space, opening: Position, chosen: dict[int, int], chances: list[Fraction], arrived: dict[int, list[Arrival]]
) -> tuple[tuple[UnitOdds, ...], dict[Path, Fraction]]:
    units = range(len(opening.table.units))
    damage: list[defaultdict[int, Fraction]] = [defaultdict(Fraction) for _ in units]
    discarded = [Fraction(0)] * len(units)
    missed: defaultdict[Path, Fraction] = defaultdict(Fraction)
    for number, chance in enumerate(chances):
        if not chance:
            continue
        if space.who[number] != END:
            for share, edge in _taken(space, number, chosen, arrived):
                for path in edge.missed:
                    missed[path] += chance * share
            continue
        state = space.nodes[number].position.state
        for unit in units:
            damage[unit][state.damage[unit] - opening.state.damage[unit]] += chance
            if state.arenas[unit] == GONE and opening.state.arenas[unit] != GONE:
                discarded[unit] += chance
    found = []
    for unit in units:
        shares = dict(sorted(damage[unit].items()))
        mean = sum((amount * share for amount, share in shares.items()), Fraction(0))
        found.append(UnitOdds(shares, mean, discarded[unit]))
    return tuple(found), dict(missed)


# -- what takes effect


def _effects(
    space: Space, order: list[int], chosen: dict[int, int], chances: list[Fraction], arrived: dict[int, list[Arrival]]
) -> dict[tuple[str, str], Fraction]:
    """For everything that takes effect in some line that is taken, the chance that it does so at least once."""
    later: list[dict[tuple[str, str], Fraction]] = [{} for _ in space.nodes]
    for number in order:
        if not chances[number] or space.who[number] == END:
            continue
        parts: list[tuple[Fraction, Fired, int]]
        edges = space.edges[number]
        if number in space.blocks:
            parts = [(one.chance, one.fired, edges[one.leaf].target) for one in arrived[number]]
        else:
            node = space.nodes[number]
            parts = [
                (share, fired(node.position, answering(space.players.script, node, edge.option)), edge.target)
                for share, edge in _taken(space, number, chosen, arrived)
            ]
        here: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
        for share, now, target in parts:
            for what in now:
                here[what] += share
            for what, chance in later[target].items():
                if what not in now:
                    here[what] += share * chance
        later[number] = dict(here)
    return later[0]
