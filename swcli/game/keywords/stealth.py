"""Stealth: this unit can't be attacked, nor become the defender, while it is untapped and has no damage counter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game.keyword import Keyword, Kind, Label, Objections

if TYPE_CHECKING:
    from swcli.game.game import Game


def unattackable(g: Game, unit: int) -> Objections:
    """The clause by which it can't be attacked now (stealth.not-attacked)."""
    if g.has(unit, "stealth") and not g.tapped[unit] and not g.damage[unit]:
        yield "stealth.not-attacked", "stealth"


KEYWORD = Keyword(
    name="Stealth",
    label=Label.ISOLATED,
    kind=Kind.STATIC,
    moment="declare",
    summary="This unit can't be attacked while it is untapped and has no damage counter.",
    valued=False,
    belongs="stealth.not-attacked",
    unattackable=unattackable,
)
