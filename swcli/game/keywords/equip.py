"""Equip: in its player's own build step, once each turn, an Equipment is attached to a unit. See
`game/equipment.py`.
"""

from __future__ import annotations

from swcli.game.keyword import Keyword, Kind, Label

KEYWORD = Keyword(
    name="Equip",
    label=Label.SELECTIVE,
    kind=Kind.ACTIVATED,
    moment="build",
    summary="Attaches the Equipment to a unit, which then has what the Equipment grants.",
    valued=False,
    belongs="equip.own-build-step",
)
