"""Lines and single answers in few words: "Vader: Lucky re-rolls 3 into 5; Luke: Deflect 1 on 4 damage to b1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from swcli.drive.graph import BEGIN, CHANCE, SKIP
from swcli.drive.real import Made
from swcli.drive.solve import is_play
from swcli.game.frames import Damage, DamageEvent, Rolling
from swcli.game.keywords import REGISTRY
from swcli.game.plays import PASS, Option
from swcli.game.position import Position, Roll
from swcli.report import labels
from swcli.report.names import Count, Names, faces, ordinal, possessive
from swcli.scenario.script import NOBODY, Entry, Script


class Said(NamedTuple):
    """One step of a line in words: who does it (a player's place, or CHANCE), in which entry of the script, and what
    is done, by whom it is said to be done.
    """

    who: int
    entry: int
    by: str
    text: str


def said(names: Names, script: Script, made: Sequence[Made], first: int) -> list[Said]:
    """The steps of a line that are worth telling: no passes, no dice that the file gives.

    Args:
        names: of the table.
        script: of the walk.
        made: the answers of the line.
        first: the entry of the script in which the line begins.
    """
    found: list[Said] = []
    entry = first
    place = 0
    while place < len(made):
        one = made[place]
        verb = one.option[0]
        count = 1
        if verb in (BEGIN, SKIP):
            entry = one.option[1]
            if verb == SKIP:
                found.append(Said(CHANCE, entry, "", f"{_entry(names, script[entry])} can't be made"))
        elif verb == "roll":
            count = _run(made, place)
            if any(len(other.option) == 2 and _is_chance(other) for other in made[place : place + count]):
                found.append(Said(CHANCE, entry, *_dice(names, made[place : place + count])))
        elif verb == "lucky":
            count = 1 + sum(1 for _ in _picks(made[place + 1 :]))
            text, used = _lucky(made[place : place + count], made[place + count :])
            found.append(Said(one.who, entry, by(one.position, names, one.option), text))
            count += used
        elif is_play(one.option):
            found.append(Said(one.who, entry, by(one.position, names, one.option), does(one.position, names, one.option)))
        place += count
    return found


def text(names: Names, script: Script, steps: Sequence[Said]) -> str:
    """A line as one sentence without full stop."""
    parts: list[str] = []
    entry = -1
    for step in steps:
        what = f"{step.by}: {step.text}" if step.by else step.text
        if len(script) > 1 and step.entry != entry:
            what = f"in {_entry(names, script[step.entry])}, {what}" if step.by else what
            entry = step.entry
        parts.append(what)
    return "; ".join(parts) or "nobody plays anything"


# -- parts of a line


def _picks(made: Sequence[Made]) -> Iterator[Made]:
    for one in made:
        if one.option[0] != "pick":
            return
        yield one


def _run(made: Sequence[Made], place: int) -> int:
    """How many answers from here on are dice of one roll."""
    count = 0
    first = made[place].position.state.frames
    for one in made[place:]:
        question = one.position.question
        if not isinstance(question, Roll) or (count and _starts(one.position)) or len(one.position.state.frames) != len(first):
            break
        count += 1
    return count


def _starts(position: Position) -> bool:
    frame = position.state.frames[-1]
    return isinstance(frame, Rolling) and not sum(frame.faces)


def _is_chance(one: Made) -> bool:
    return one.option[0] == "roll" and one.who == CHANCE


def _dice(names: Names, made: Sequence[Made]) -> tuple[str, str]:
    """What was rolled, and for whom."""
    frame = made[0].position.state.frames[-1]
    attack = made[0].position.attack_of() if hasattr(made[0].position, "attack_of") else None
    assert attack is None and isinstance(frame, Rolling)
    rolled = faces(tuple(face for one in made for face in one.option[1:]))
    return "dice", rolled


def _lucky(made: Sequence[Made], rest: Sequence[Made]) -> tuple[str, int]:
    """What a Lucky does: the dice picked up and what they become; and how many answers after it are these dice."""
    picked = tuple(one.option[1] for one in made if one.option[0] == "pick" and one.option[1])
    if not picked:
        return "Lucky re-rolls nothing", 0
    count = _run(rest, 0) if rest and isinstance(rest[0].position.question, Roll) else 0
    became = tuple(face for one in rest[:count] for face in one.option[1:])
    return f"Lucky re-rolls {faces(picked)} into {faces(became)}", count
