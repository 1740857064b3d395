"""Text that a scenario keeps but that is not adjudicated; the report says so."""

from __future__ import annotations

from swcli.game.keyword import Keyword, Kind, Label

ABILITY = Keyword(
    name="Ignored",
    label=Label.LAYERED,
    kind=Kind.STATIC,
    moment="never",
    summary="Text that is not adjudicated.",
    valued=False,
    printed=False,
)
