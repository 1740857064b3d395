"""What an exploration found, in words and as JSON: how many lines, which outcomes and how to reach them, the goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from swcli.drive import real
from swcli.drive.goal import Goal
from swcli.drive.graph import CHANCE, Graph
from swcli.drive.solve import Outcome, Result, Step, line_to
from swcli.game.boons import BUILD, GONE
from swcli.game.position import Position
from swcli.report import lines, outcome
from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.names import Names, listed
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
    blocks += [Line("note", note) for note in (COUNT, DICE, OPEN_HANDS)]
    return blocks


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
    return f"{parts[0][:1].upper()}{parts[0][1:]}, {parts[1]}, {parts[2]} ({graph.seconds:.1f} seconds)."


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
        yield Line("plain", f"What {who} does, passing at every other chance:", 1)
        yield from _strategy(plays)
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


# -- the table


def _outcomes(found: Explored, names: Names, limit: int, width: int) -> Iterator[Block]:
    rows = list(found.outcomes)
    yield Line("attack", "Outcomes")
    yield from (Line("plain", text, 1) for text in _overview(found, names))
    if any(GONE in row.arenas for row in rows):
        yield Line("plain", "below, numbers under a unit are its damage, and x tells that it is discarded", 1)
    yield Gap()
    shown = min(limit, len(rows))
    main, others = _columns(found, names)
    parts, left = _parts(main, others, width)
    for part in parts if shown else ():
        yield _grid(part, shown)
        yield Gap()
    if left:
        yield Line("note", f"Not shown, though different in some: {', '.join(left)} (--format json).")
    if shown < len(rows):
        yield Line("note", f"{shown} of {len(rows):,} outcomes, by length of line; --limit shows more, JSON has all.")
    if left or shown < len(rows):
        yield Gap()
    if shown:
        yield Line("attack", "A shortest line to each")
    for place, result in enumerate(rows[:shown], 1):
        text = _sentence(found, names, line_to(found.graph, found.outcomes[result]))
        yield Line("plain", f"{place}. {text}", 1)


def _overview(found: Explored, names: Names) -> Iterator[str]:
    """The outcomes at a glance: who is discarded how often, and between what the numbers lie."""
    table = found.opening.table
    rows = list(found.outcomes)
    groups: Counter[str] = Counter()
    for result in rows:
        gone = [names.unit(unit) for unit, place in enumerate(result.arenas) if place == GONE]
        groups[listed(gone) if gone else "nobody"] += 1
    common = groups.most_common(6)
    if len(groups) == 1:
        yield f"discarded: {common[0][0]} in all of them"
    else:
        more = f"; {len(groups) - 6} other groups" if len(groups) > 6 else ""
        yield f"discarded: {', '.join(f'{who} in {count:,}' for who, count in common)}{more}"
    damage = [f"{names.unit(unit)} {_range(r.damage[unit] for r in rows)}" for unit in range(len(table.units))]
    yield f"damage: {', '.join(damage)}"
    force = [
        f"{names.player(place)} {_range(r.players[place].force for r in rows)}" for place in range(len(table.players))
    ]
    yield f"Force left: {', '.join(force)}"


def _range(values: Iterator[int]) -> str:
    found = sorted(set(values))
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"


class _Column(NamedTuple):
    """A column of the table: its head, and a cell for each outcome."""

    head: str
    cells: list[str]

    @property
    def width(self) -> int:
        """Characters it takes, with the space to the next one."""
        return max(len(self.head), *map(len, self.cells)) + 3


def _columns(found: Explored, names: Names) -> tuple[list[_Column], list[_Column]]:
    """The columns in which outcomes differ: number, goal, damage and Force; and all others."""
    table = found.opening.table
    rows = list(found.outcomes)
    main = [_Column("#", [str(place) for place in range(1, len(rows) + 1)])]
    if found.goal:
        ends = [found.graph.nodes[numbers[0]].position for numbers in found.outcomes.values()]
        main.append(_Column("goal", ["yes" if found.goal.holds(end) else "no" for end in ends]))
    others: list[_Column] = []
    for unit, info in enumerate(table.units):
        main.append(_Column(info.id, [_damage(row, unit) for row in rows]))
        others.append(_Column(f"{info.id} tapped", ["yes" if row.tapped[unit] else "no" for row in rows]))
        others.append(_Column(f"{info.id} power", [str(row.powers[unit]) for row in rows]))
        others.append(_Column(f"{info.id} speed", [str(row.speeds[unit]) for row in rows]))
        others.append(_Column(f"{info.id} health", [str(row.healths[unit]) for row in rows]))
    for place, card in enumerate(table.equipment):
        on = [table.units[row.attached[place]].id if row.attached[place] >= 0 else "-" for row in rows]
        others.append(_Column(f"{card.id} on", on))
    for place, player in enumerate(table.players):
        main.append(_Column(f"{player} Force", [str(row.players[place].force) for row in rows]))
        for what, word in (("build_points", "build points"), ("hand", "hand"), ("discard_pile", "discard pile")):
            others.append(_Column(f"{player} {word}", [str(getattr(row.players[place], what)) for row in rows]))
    return [main[0], *_differing(main[1:])], _differing(others)


def _differing(columns: list[_Column]) -> list[_Column]:
    return [column for column in columns if len(set(column.cells)) > 1]


def _damage(result: Outcome, unit: int) -> str:
    place = {GONE: " x", BUILD: " build"}.get(result.arenas[unit], "")
    return f"{result.damage[unit]}{place}"


def _parts(main: list[_Column], others: list[_Column], width: int) -> tuple[list[list[_Column]], list[str]]:
    """The columns as tables that are not wider than the page, each with the number first; and the heads of those for
    which there is no room beside the main ones.
    """
    parts = [main[:1]]
    for column in main[1:]:
        if sum(other.width for other in (*parts[-1], column)) > width:
            parts.append(main[:1])
        parts[-1].append(column)
    left = []
    for column in others:
        if sum(other.width for other in (*parts[-1], column)) > width:
            left.append(column.head)
        else:
            parts[-1].append(column)
    return [part for part in parts if len(part) > 1], left


def _grid(part: list[_Column], shown: int) -> Grid:
    rows = zip(*(column.cells[:shown] for column in part), strict=True)
    return Grid(tuple(column.head for column in part), tuple(rows), frozenset({"#"}))


# -- JSON


def record(found: Explored) -> dict[str, Any]:
    """The same as plain data, with all outcomes and the whole strategy."""
    table = found.opening.table
    names = Names(table)
    graph = found.graph
    notes = [*_presumed(found, names), COUNT, DICE, OPEN_HANDS]
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
        "presumed": notes,
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
