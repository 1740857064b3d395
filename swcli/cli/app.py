"""The program with all its commands, which its help lists in the order of these imports."""

from __future__ import annotations

# isort: off
from swcli.cli.base import app
from swcli.cli import app_play as app_play  # resolve, options, explore
from swcli.cli import app_odds as app_odds  # odds, matrix
from swcli.cli import app_files as app_files  # check, validate, schema, rulings, explain

__all__ = ["app"]
