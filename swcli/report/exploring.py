"""What an exploration found, in words and as JSON: how many lines, which outcomes and how to reach them, the goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from swcli.drive import real
from swcli.drive.goal import Goal
from swcli.drive.graph import CHANCE, Graph
from swcli.drive.solve import Outcome, Result, Step, line_to
from swcli.game.position import Position
from swcli.report import lines, outcome
from swcli.report.blocks import Block, Gap, Line
from swcli.report.names import Names, listed
from swcli.report.outcome_table import grids_of, overview
from swcli.report.plan import Advice, advice
from swcli.scenario.script import Script

FORMAT: Final = "swcli.explore/1"
MOST_ADVICE: Final = 40
"""So many chances of a strategy are told in text; JSON has them all."""

OPEN_HANDS: Final = (
    "Open hands and known effects are presumed: everybody knows all that the file says, dice included, and nobody plays"
    " a card that it does not name."
)
DICE: Final = "Dice that the file does not give are chance; a face stands for all that make the same difference there."
COUNT: Final = "A line is one way to play it out; positions with the same future count as one."


class Explored(NamedTuple):
    """An exploration.

    Attributes:
        file, title: of the scenario.
        script: as it was walked. graph: what was walked.
        first: the entry of the script in which it began. event: after which event it began, 0 for the start.
        free: the players who chose as they liked. player: the one who was asked about, or None.
        outcomes: from `solve.outcomes`. goal, result: what was asked and what is known of it, or None.
        stopped: why it was not finished, or empty.
        remarks: what of the file is not adjudicated, or was read as might not be expected.
    """

    file: str
    title: str
    script: Script
    graph: Graph
    first: int
    event: int
    free: tuple[int, ...]
    player: int | None
    outcomes: dict[Outcome, list[int]]
    goal: Goal | None
    result: Result | None
    stopped: str
    remarks: tuple[str, ...] = ()

    @property
    def opening(self) -> Position:
        """The position at which it began."""
        return self.graph.opening


def exploring(found: Explored, limit: int, width: int) -> list[Block]:
    """The report for people.

    Args:
        found: what was found.
        limit: how many outcomes to print.
        width: columns there are.
    """
    names = Names(found.opening.table)
    blocks: list[Block] = [Line("title", found.title), Line("ruling", _counts(found))]
    if found.stopped:
        blocks.append(Line("failed", f"{found.stopped}: what follows is what is known so far."))
    blocks += [*(Line("note", note) for note in _presumed(found, names)), Gap()]
    if found.goal and found.result:
        blocks += [*_goal(found, names, found.goal, found.result), Gap()]
    if found.outcomes:
        blocks += [*_outcomes(found, names, limit, width), Gap()]
    blocks += [Line("note", note) for note in _notes(found)]
    return blocks


def _notes(found: Explored) -> list[str]:
    """What has to be kept in mind."""
    touched = sorted(found.opening.table.touched)
    rulings = [f"Some lines rest on how contested rulings are read: {', '.join(touched)} (swcli rulings)."]
    return [*found.remarks, COUNT, DICE, OPEN_HANDS, *(rulings if touched else ())]


def _number(count: int | None) -> str:
    return "endlessly many" if count is None else f"{count:,}"


def _counts(found: Explored) -> str:
    graph = found.graph
    count, positions, outcomes = graph.lines(), len(graph.nodes), len(found.outcomes)
    known = "at least " if found.stopped else ""
    parts = [
        f"{known}{_number(count)} line{'s' if count != 1 else ''}",
        f"{positions:,} position{'s' if positions != 1 else ''}",
        f"{outcomes:,} outcome{'s' if outcomes != 1 else ''}",
    ]
    return f"{parts[0][:1].upper()}{parts[0][1:]}, {parts[1]}, {parts[2]}."


def _presumed(found: Explored, names: Names) -> Iterator[str]:
    """What was freed, and what was not."""
    start = f"after event {found.event}" if found.event else "from the start"
    players = [names.player(player) for player in found.free]
    rest = [names.player(player) for player in range(found.graph.players) if player not in found.free]
    yield f"Free {start}: every choice of {listed(players)}."
    if rest:
        yield (
            f"{listed(rest)} plays what the file says, as soon as it is legal; what is not legal in a line is left out."
        )


# -- the goal


def _goal(found: Explored, names: Names, goal: Goal, result: Result) -> Iterator[Block]:
    yield Line("ruling", f"Goal: {goal.text}")
    yield from (Line("held" if good else "failed", text) for good, text in _answer(found, names, result))
    if result.line and not result.strategy:
        yield Line("plain", f"for instance: {_sentence(found, names, result.line)}", 1)
    if result.strategy:
        told = advice(names, found.script, found.graph, result.strategy)
        plays = [one for one in told if one.plays]
        who = names.player(result.strategy[0].who)
        if plays:
            yield Line("plain", f"What {who} does, passing at every other chance:", 1)
            yield from _strategy(plays)
        else:
            yield Line("plain", f"{who} only has to pass, at every chance.", 1)
        if len(plays) > MOST_ADVICE:
            yield Line("plain", f"... and {len(plays) - MOST_ADVICE} more chances (--format json)", 2)


def _answer(found: Explored, names: Names, result: Result) -> Iterator[tuple[bool, str]]:
    """The answer as (good news, sentence)."""
    chance = any(
        who == CHANCE and len(edges) > 1 for who, edges in zip(found.graph.who, found.graph.edges, strict=True)
    )
    dice = " and whatever the dice show" if chance else ""
    if result.answer == "impossible":
        yield False, "Impossible: no line reaches it."
    elif result.answer == "unknown":
        yield False, "Not known: no line that was looked at reaches it."
    elif result.answer == "certain":
        yield True, f"Certain: every line reaches it, whatever anybody plays{dice}."
    elif result.answer == "forced":
        forced = listed([names.player(player) for player in result.forced_by])
        each = "each of them alone, " if len(result.forced_by) > 1 else ""
        yield True, f"{forced} can force it, {each}against every answer of the other{dice}."
    else:
        asked = found.free if found.player is None else (found.player,)
        whom = " or ".join(names.player(player) for player in asked)
        yield (
            True,
            f"Possible, but it is not known whether {whom} can force it."
            if found.stopped
            else f"Possible, but {whom} can't force it.",
        )


def _strategy(plays: list[Advice]) -> Iterator[Block]:
    """The chances with what to do, under the POP in which they come."""
    pop = ""
    for one in plays[:MOST_ADVICE]:
        if one.where != pop:
            pop = one.where
            yield Line("step", pop, 2)
        yield Line("played", f"{one.when}: {one.do}", 3)


def _sentence(found: Explored, names: Names, line: tuple[Step, ...]) -> str:
    return lines.sentence(names, found.script, _said(found, names, line))


def _said(found: Explored, names: Names, line: tuple[Step, ...]) -> list[lines.Said]:
    made, _ = real.played(found.graph, found.script, line)
    return lines.said(names, found.script, made, found.first)


# -- the outcomes


def _outcomes(found: Explored, names: Names, limit: int, width: int) -> Iterator[Block]:
    rows = list(found.outcomes)
    yield Line("attack", "Outcomes")
    yield from (Line("plain", text, 1) for text in overview(names, rows))
    yield Gap()
    held = None
    if found.goal:
        ends = [found.graph.nodes[numbers[0]].position for numbers in found.outcomes.values()]
        held = [found.goal.holds(end) for end in ends]
    shown = min(limit, len(rows))
    grids, left = grids_of(names, rows, held, shown, width)
    for grid in grids:
        yield grid
        yield Gap()
    if left:
        yield Line("note", f"Not shown, though different in some: {', '.join(left)} (--format json).")
    if shown < len(rows):
        yield Line("note", f"{shown} of {len(rows):,} outcomes, by length of line; --limit shows more, JSON has all.")
    if left or shown < len(rows):
        yield Gap()
    if shown:
        yield Line("attack", "A short line to each" if found.stopped else "A shortest line to each")
    for place, result in enumerate(rows[:shown], 1):
        text = _sentence(found, names, line_to(found.graph, found.outcomes[result]))
        yield Line("plain", f"{place}. {text}", 1)


# -- JSON


def record(found: Explored) -> dict[str, Any]:
    """The same as plain data, with all outcomes and the whole strategy."""
    table = found.opening.table
    names = Names(table)
    graph = found.graph
    return {
        "format": FORMAT,
        "file": found.file,
        "title": found.title,
        "free": {"players": [table.players[player] for player in found.free], "from": found.event},
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "lines": graph.lines(),
        "positions": len(graph.nodes),
        "outcomes": [_outcome(found, names, ends) for ends in found.outcomes.values()],
        "goal": _goal_record(found, names, found.goal, found.result) if found.goal and found.result else None,
        "presumed": [*_presumed(found, names), *_notes(found)],
        "rulings": sorted(table.touched),
    }


def _outcome(found: Explored, names: Names, ends: list[int]) -> dict[str, Any]:
    position = found.graph.nodes[ends[0]].position
    return {
        "units": outcome.units(position),
        "players": {
            name: {**standing, "hand": player.hand, "discard_pile": player.discard_pile}
            for (name, standing), player in zip(outcome.players(position).items(), position.state.players, strict=True)
        },
        "equipment": outcome.attached(position),
        "line": _line(found, names, line_to(found.graph, ends)),
    }


def _line(found: Explored, names: Names, line: tuple[Step, ...]) -> list[dict[str, Any]]:
    """A line as its steps: who decides (None for dice), in which entry of the script (from 1), of whom it is said, and
    what.
    """
    table = found.opening.table
    return [
        {
            "player": table.players[one.who] if one.who >= 0 else None,
            "entry": one.entry + 1,
            "text": one.whole,
        }
        for one in _said(found, names, line)
    ]


def _goal_record(found: Explored, names: Names, goal: Goal, result: Result) -> dict[str, Any]:
    table = found.opening.table
    data: dict[str, Any] = {
        "text": goal.text,
        "answer": result.answer,
        "player": None if found.player is None else table.players[found.player],
        "forced_by": [table.players[player] for player in result.forced_by],
    }
    if result.strategy:
        data["strategy"] = [one.record() for one in advice(names, found.script, found.graph, result.strategy)]
    elif result.line:
        data["line"] = _line(found, names, result.line)
    return data
