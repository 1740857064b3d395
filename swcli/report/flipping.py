"""What would change it, in words and as JSON: each change that turns a goal, smallest first, with its new outcome."""

from __future__ import annotations

from typing import Any

from swcli.drive.flip import Change, Flip, Flips
from swcli.drive.goal import Goal
from swcli.drive.solve import Outcome
from swcli.game.boons import GONE
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position
from swcli.report import lines
from swcli.report.blocks import Block, Gap, Line
from swcli.report.names import Names

_ANSWERS = {
    "certain": "is reached",
    "impossible": "is not reached",
    "possible": "depends on dice",
    "forced": "is reached",
}


def flipping(opening: Position, goal: Goal, found: Flips, limit: int) -> list[Block]:
    """The report: how things stand, then every change with what then comes out.

    Args:
        opening: the position before the script, whose units and players are named.
        goal: what was asked.
        found: the changes that turn it.
        limit: how many changes to print.
    """
    names = Names(opening.table)
    blocks: list[Block] = [
        Line("ruling", f"As it went, {goal.text!r} {_ANSWERS.get(found.answer, found.answer)}."),
        Gap(),
    ]
    if not found.flips:
        blocks.append(Line("plain", f"None of {found.tried} single changes turns that."))
    else:
        head = f"{len(found.flips)} of {found.tried} single changes turn it, the smallest first:"
        blocks += [Line("step", head), Gap()]
    for flip in found.flips[:limit]:
        blocks.append(Line("played", change(names, flip.change), 1))
        blocks.append(Line("plain", _then(opening, names, flip), 3))
    if not found.complete:
        blocks.append(Line("plain", f"Interrupted after {found.tried} changes; there may be more.", 1))
    if len(found.flips) > limit:
        blocks.append(Line("plain", f"... and {len(found.flips) - limit} more (--limit, or --format json)", 1))
    blocks += [Gap(), Line("note", OPEN_HANDS)]
    return blocks


OPEN_HANDS = (
    "The script is followed as far as it is legal after the change. Open hands and known effects are presumed: nobody "
    "plays a card that the file does not name."
)


def change(names: Names, what: Change) -> str:
    """One change in words."""
    if what.kind == "die":
        return f"a die shows {what.after} instead of {what.before}{_where(names, what)}"
    if what.kind == "force":
        return f"{names.player(what.player)} has {what.after} Force instead of {what.before}"
    if what.kind == "ruling":
        return f"the contested ruling {what.name} is read as {what.after!r} instead of {what.before!r}"
    if what.kind == "keyword":
        unit = names.unit(what.unit)
        if what.after is None:
            return f"{unit} does not have {what.name}"
        if what.before is None:
            return f"{unit} has {what.name}"
        return f"{unit} has {what.name} {what.after} instead of {what.before}"
    assert what.step is not None and what.position is not None
    if what.step.option == PASS:
        return f"not made: {_play(what.position, names, _option(what.before))}"
    if what.before == PASS:
        return f"made: {_play(what.position, names, what.step.option)}{_when(what.position)}"
    instead = lines.action(what.position, names, _option(what.before))
    return f"{_play(what.position, names, what.step.option)}, instead of {instead}"


def _play(position: Position, names: Names, option: Option) -> str:
    return f"{lines.subject(position, names, option)}: {lines.action(position, names, option)}"


def _when(position: Position) -> str:
    question = position.question
    return f", in the {question.pop} POP" if isinstance(question, Choice) and question.kind == "pop" else ""


def _option(value: object) -> tuple[Any, ...]:
    assert isinstance(value, tuple)
    return value


def _where(names: Names, what: Change) -> str:
    """Which die of the file it is; dice and entries of the script count from 1."""
    entry = next((step + 1 for step in what.path if isinstance(step, int)), 0)
    number = next((step + 1 for step in reversed(what.path) if isinstance(step, int)), 0)
    if "roll" in what.path and "attack" in what.path:
        return f" (die {number} of the attack of {names.unit(what.unit)}, entry {entry} of the script)"
    return f" (a die of a play in entry {entry} of the script)"


def _then(opening: Position, names: Names, flip: Flip) -> str:
    text = {"certain": "then it is reached", "impossible": "then it is not reached"}.get(
        flip.answer, "then it depends on dice"
    )
    if len(flip.outcomes) == 1:
        text += f": {outcome(opening, names, flip.outcomes[0])}"
    elif flip.outcomes:
        text += f" ({len(flip.outcomes)} outcomes may come)"
    notes = []
    if flip.dropped:
        notes.append(f"{len(flip.dropped)} play{'s' if len(flip.dropped) > 1 else ''} of the file left out")
    if flip.surplus:
        notes.append(f"{flip.surplus} dice of the file are not needed")
    if flip.chance:
        notes.append("dice that the file does not give are chance")
    return f"{text}; {', '.join(notes)}" if notes else text


def outcome(opening: Position, names: Names, result: Outcome) -> str:
    """What differs from the opening: damage, discards, Force."""
    state = opening.state
    parts = []
    for unit, (before, after) in enumerate(zip(state.damage, result.damage, strict=True)):
        if result.arenas[unit] == GONE != state.arenas[unit]:
            parts.append(f"{names.unit(unit)} is discarded")
        elif after != before:
            parts.append(f"{names.unit(unit)} has {after} damage")
    for player, (old, new) in enumerate(zip(state.players, result.players, strict=True)):
        if old.force != new.force:
            parts.append(f"{names.player(player)} has {new.force} Force")
    return ", ".join(parts) or "nothing changes"


def as_json(opening: Position, goal: Goal, found: Flips) -> dict[str, Any]:
    """The same as plain data."""
    names = Names(opening.table)
    return {
        "goal": {"text": goal.text, "answer": found.answer},
        "tried": found.tried,
        "complete": found.complete,
        "flips": [
            {
                "kind": flip.change.kind,
                "size": flip.change.size,
                "text": change(names, flip.change),
                "path": list(flip.change.path),
                "answer": flip.answer,
                "outcomes": [outcome(opening, names, result) for result in flip.outcomes],
                "chance": flip.chance,
                "dropped": [list(path) for path in flip.dropped],
                "surplus": flip.surplus,
            }
            for flip in found.flips
        ],
    }
