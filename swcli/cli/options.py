"""`swcli options`: what each player may do at an event of the trace, and why not."""

from __future__ import annotations

import sys
from typing import Any

from swcli.cli.common import ExitStatus, say_json, show
from swcli.cli.files import opened
from swcli.cli.rulings import choose
from swcli.drive.chances import chances
from swcli.drive.writing import as_play
from swcli.game.plays import PASS, Option
from swcli.game.position import Position
from swcli.game.recorder import Recorder
from swcli.report.options_at import find, page, record
from swcli.scenario.faults import visible
from swcli.scenario.write import card_bodies, play_data


def run(name: str, number: int, format: str, seed: int | None, rulings: list[str] | None) -> ExitStatus:
    """Print what may be done at event `number` of a file's trace."""
    readings = choose("options", rulings)
    if readings is None:
        return ExitStatus.USAGE
    source = opened(name, readings)
    if source is None:
        return ExitStatus.INVALID
    file, document, scenario = source
    met = chances(scenario.position, scenario.script, scenario.seed if seed is None else seed)
    most = len(met.ruling.events)
    if not 1 <= number <= most:
        has = f"has the events 1 to {most}" if most else "has no events: there is no script"
        stopped = "; there the script is refused" if met.ruling.error else ""
        print(f"swcli options: --at {number}: the trace of {visible(file)} {has}{stopped}", file=sys.stderr)
        return ExitStatus.USAGE
    table = scenario.position.table
    cards = card_bodies(document.data, scenario.script)
    plays = [play for entry in scenario.script for play in (entry.act, *entry.plays) if play]

    def as_data(position: Position, option: Option, rec: Recorder) -> dict[str, Any]:
        if option == PASS or option[0] == "pick":
            return {}
        return play_data(table, cards, as_play(position, option, rec, plays))

    found = find(met, number, as_data)
    if format == "json":
        say_json(record(found, file), one_line=False)
    else:
        show(page(found))
    return ExitStatus.OK
