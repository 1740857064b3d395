"""`As long as you have another [unique] SUBTYPE in the ARENA arena, this unit can't be attacked`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game.keyword import Keyword, Kind, Label, Objections
from swcli.game.sheet import selects

if TYPE_CHECKING:
    from swcli.game.game import Game


def unattackable(g: Game, unit: int) -> Objections:
    """The clause by which it can't be attacked now (attack.cannot-be-attacked)."""
    for instance in g.sheet(unit).of("unattackable"):
        selector = instance.ability.select
        if selector and any(
            other != unit
            and g.in_play(other)
            and selector.arena in ("", g.arenas[other])
            and selects(g.table, selector, unit, other)
            for other in range(len(g.arenas))
        ):
            yield "attack.cannot-be-attacked", "condition-holds"


ABILITY = Keyword(
    name="Unattackable",
    label=Label.ISOLATED,
    kind=Kind.STATIC,
    moment="declare",
    summary="Its unit can't be attacked as long as the unit that it names is there.",
    valued=False,
    printed=False,
    unattackable=unattackable,
)
