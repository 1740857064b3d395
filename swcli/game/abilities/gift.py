"""`Each of your [other] SUBTYPES gets BONUSES`: as long as its unit is in an arena. `sheet.py` works it out."""

from __future__ import annotations

from swcli.game.keyword import Keyword, Kind, Label

ABILITY = Keyword(
    name="Gift",
    label=Label.LAYERED,
    kind=Kind.STATIC,
    moment="always",
    summary="Each of its player's units of a subtype has what it says, as long as its own unit is in an arena.",
    valued=False,
    printed=False,
)
