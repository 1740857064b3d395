"""`swcli rulings`: the contested questions of the rules and their readings; and `--ruling`, which chooses them."""

from __future__ import annotations

import sys

from swcli.cli.common import ExitStatus, say_json, show
from swcli.game.rulings import RULINGS
from swcli.report.rulings import UnknownRuling, chosen, everything, find, page, record


def run(name: str | None, format: str) -> ExitStatus:
    """List the rulings, or explain one."""
    if name is None:
        if format == "json":
            say_json([record(ruling) for ruling in RULINGS], one_line=False)
        else:
            show(everything())
        return ExitStatus.OK
    try:
        ruling = find(name)
    except UnknownRuling as unknown:
        print(f"swcli rulings: {unknown}", file=sys.stderr)
        return ExitStatus.USAGE
    if format == "json":
        say_json(record(ruling), one_line=False)
    else:
        show(page(ruling))
    return ExitStatus.OK


def choose(command: str, options: list[str] | None) -> dict[str, str] | None:
    """The readings that `--ruling` chooses; None, with a word on standard error, where there are no such."""
    try:
        return chosen(options or [])
    except UnknownRuling as unknown:
        print(f"swcli {command}: --ruling: {unknown}", file=sys.stderr)
        return None
