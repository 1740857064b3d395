"""Shields X: an attacker rolls X fewer attack dice against this unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.game import Game


def dice(g: Game, defender: int) -> int:
    """The change of the number of attack dice against this unit (shields.power)."""
    return -g.sheet(defender).total("shields")


KEYWORD = Keyword(
    name="Shields",
    label=Label.CUMULATIVE,
    kind=Kind.STATIC,
    moment="roll",
    summary="An attacker rolls X fewer attack dice against this unit.",
    belongs="shields.at-the-roll",
    at_roll=True,
    dice=dice,
)
