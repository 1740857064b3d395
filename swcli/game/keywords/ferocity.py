"""Ferocity: no damage whose source is this unit can be prevented (ferocity.unpreventable)."""

from __future__ import annotations

from swcli.game.keyword import Keyword, Kind, Label

KEYWORD = Keyword(
    name="Ferocity",
    label=Label.ISOLATED,
    kind=Kind.STATIC,
    moment="damage prevention",
    summary="Damage from this unit can't be prevented.",
    valued=False,
    belongs="ferocity.unpreventable",
    unpreventable=True,
    of_damage=True,
)
