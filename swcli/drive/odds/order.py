"""How much the order of the two Luckys is worth, where both players have one to use on the same dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from swcli.drive.odds.solve import Found, score_if, solve
from swcli.game.position import Position
from swcli.game.rulings import RULINGS
from swcli.game.table import Table

RULING: Final = "lucky-order"


class Order(NamedTuple):
    """Scores of the first player, by the order of the Luckys.

    Attributes:
        first: for each player the score if he had to use his first, be it on no dice, and the other one answered.
        reading, other: the other reading of who has the first choice in the re-roll POP, and the score by it.
    """

    first: tuple[Fraction, ...]
    reading: str
    other: Fraction


def luckys(position: Position, found: Found, most: int) -> Order | None:
    """The scores by the order of the Luckys; None where there is no re-roll POP in which both players have a choice.

    Args:
        position: the opening position.
        found: the odds of it.
        most: how many positions to look at before giving up.
    """
    space, players = found.space, found.space.players
    both = any(
        len(stage.edges) > 1 and stage.edges[0].stage is not None and len(stage.edges[0].stage.edges) > 1
        for block in space.blocks.values()
        for stage in block.block.stages
    )
    if not both:
        return None
    table = position.table
    readings = next(ruling.readings for ruling in RULINGS if ruling.name == RULING)
    reading = next(one for one in readings if one != table.rulings.lucky_order)
    rulings = table.rulings._replace(lucky_order=reading)
    other = Table(table.players, table.units, table.equipment, table.cards, rulings)
    again = solve(
        Position(other, position.state), players.script, players.policies, space.objective, told=False, most=most
    )
    return Order(tuple(score_if(found, player) for player in range(len(table.players))), reading, again.odds.score)
