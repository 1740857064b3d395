"""`swcli explore --flip GOAL`: the smallest changes of a scenario that turn a goal."""

from __future__ import annotations

import sys

from swcli.cli.common import ExitStatus, say_json, show
from swcli.cli.files import opened
from swcli.cli.progress import Progress
from swcli.cli.rulings import choose
from swcli.drive.flip import flips
from swcli.drive.goal import GoalError, parse
from swcli.report.flipping import as_json, flipping


def run(name: str, goal: str, limit: int, format: str, rulings: list[str] | None = None) -> ExitStatus:
    """Look for the changes and print them.

    Args:
        name: the file.
        goal: as written.
        limit: how many changes to print.
        format: `text` or `json`.
        rulings: readings of contested questions, as written.
    """
    readings = choose("explore", rulings)
    if readings is None:
        return ExitStatus.USAGE
    source = opened(name, readings)
    if source is None:
        return ExitStatus.INVALID
    scenario = source.scenario
    try:
        wanted = parse(goal, scenario.position.table)
    except GoalError as error:
        print(f"swcli explore: --flip: {error.render()}", file=sys.stderr)
        return ExitStatus.USAGE
    progress = Progress()
    try:
        found = flips(
            scenario.position,
            scenario.script,
            wanted,
            lambda tried: progress.say(lambda _: f"{tried} changes tried"),
        )
    finally:
        progress.clear()
    if format == "json":
        say_json({"file": name, **as_json(scenario.position, wanted, found)}, one_line=False)
    else:
        show(flipping(scenario.position, wanted, found, limit))
    return ExitStatus.OK if found.complete else ExitStatus.INTERRUPTED
