"""Armor: dice hit this unit only on 5 or more, dice of damage too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import dice
from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.game import Game

HIT = 5


def threshold(g: Game, unit: int, attack_dice: bool) -> int:
    """What a die must reach to hit this unit (armor.five, armor.dice-of-damage); 0 without Armor.

    For attack dice the Armor counts that was there at the roll.
    """
    if attack_dice:
        return HIT if dice.at_roll(g, unit, "armor") or _gained_since(g, unit) else 0
    return HIT if g.has(unit, "armor") else 0


def _gained_since(g: Game, unit: int) -> bool:
    """Whether it has got Armor since the roll, and that counts (ruling armor-gained-late)."""
    if not g.has(unit, "armor"):
        return False
    g.touch("armor-gained-late")
    return g.table.rulings.armor_gained_late == "counts"


KEYWORD = Keyword(
    name="Armor",
    label=Label.ISOLATED,
    kind=Kind.STATIC,
    moment="hits",
    summary="Dice hit this unit only on 5 or more.",
    valued=False,
    belongs="armor.five",
    at_roll=True,
    threshold=threshold,
)
