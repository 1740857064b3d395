"""The program with all its commands, which its help lists in the order of these imports."""

from __future__ import annotations

# isort: off
from swcli.cli.base import app
from swcli.cli import app_play as app_play  # resolve, options, explore
from swcli.cli import app_odds as app_odds  # odds, matrix
from swcli.cli import app_files as app_files  # check, validate, schema, rulings, explain

__all__ = ["app", "narrow"]


def narrow(words: list[str]) -> None:
    """Leave only the command that is called, if one is: to make the others takes a tenth of a short run.

    Args:
        words: of the command line, after the program.
    """
    named = {info.callback.__name__: info for info in app.registered_commands if info.callback}
    if words and words[0] in named:
        app.registered_commands[:] = [named[words[0]]]
