"""Accuracy X: X is added to each of this unit's attack dice; natural faces stay what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import dice
from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.game import Game


def die(g: Game, unit: int) -> int:
    """What is added to each attack die: all that was there at the roll (accuracy.each-die, accuracy.too-late)."""
    return sum(instance.value for instance in dice.at_roll(g, unit, "accuracy"))


KEYWORD = Keyword(
    name="Accuracy",
    label=Label.CUMULATIVE,
    kind=Kind.STATIC,
    moment="hits",
    summary="X is added to each of this unit's attack dice before hits are counted; X may be negative.",
    belongs="accuracy.each-die",
    at_roll=True,
    die=die,
)
