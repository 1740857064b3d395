"""A trace told as it grows says what it says at the end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from swcli.drive.chances import chances
from swcli.report.blocks import Block, Line
from swcli.report.reasons import NOT_PLAYED
from swcli.report.tracing import Growing, trace
from swcli.scenario.read import read
from swcli.scenario.setup import load

FILES = sorted((Path(__file__).parent.parent / "scenarios").rglob("*.yaml"))


def told(blocks: Iterable[Block]) -> list[tuple[str, int]]:
    """Lines by text and indent; POPs in which nothing happened, each on a line of its own."""
    found = []
    for block in blocks:
        if isinstance(block, Line):
            names, silent, how = block.text.partition(" POP: ")
            parts = [f"{name} POP: {how}" for name in names.split(", ")] if silent else [block.text]
            found += [(part, block.indent) for part in parts]
    return found


@pytest.mark.parametrize("file", FILES[::4], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_piece_by_piece_it_is_the_whole(file: Path) -> None:
    scenario = load(read(file))
    met = chances(scenario.position, scenario.script, scenario.seed)
    events = [event for event in met.ruling.events if event.reason != NOT_PLAYED]
    whole = told(trace(met.ruling._replace(events=events), "full"))
    growing = Growing(scenario.position.table, "full")
    pieces: list[Block] = []
    for seen in [*(chance.seen for chance in met.chances), len(met.ruling.events)]:
        pieces += growing.more(met.ruling.events[:seen], seen == len(met.ruling.events))
    assert told(pieces) == whole


@pytest.mark.parametrize("file", FILES[::40], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_going_back_and_on_again_leaves_nothing_out(file: Path) -> None:
    scenario = load(read(file))
    met = chances(scenario.position, scenario.script, scenario.seed)
    events = met.ruling.events
    straight = Growing(scenario.position.table, "full")
    for chance in met.chances:
        if chance.seen > len(events):
            continue
        straight.more(events[: chance.seen], False)
        rest = told(straight.more(events, True))
        back = Growing(scenario.position.table, "full")
        back.more(events, True)
        back.again(events[: chance.seen])
        assert told(back.more(events, True)) == rest
        straight.again(events[: chance.seen])
