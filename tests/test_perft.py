"""Proof of the options: the engine's list of plays is held against one that is found by trying everything.

`perft.json` has the exact number of lines of each length from some positions. They are counted anew on every run, by
the engine's options and by trying everything (`blind.py`); where the two differ, the first answers at which they do are
printed with their shares. After a wanted change of the rules, `SWCLI_UPDATE=1` writes the numbers anew: look at the
diff.
"""

from __future__ import annotations

import json
import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from swcli.drive.script import reach, resolve
from swcli.game import engine
from swcli.game.plays import Option
from swcli.game.position import Choice, Position
from swcli.scenario.faults import ScenarioError
from swcli.scenario.read import read
from swcli.scenario.setup import load
from tests.blind import Start, accepted, begun, offered, perft, question_of, refusal, sayable, split
from tests.brute import scenario_of, small

ROOT = Path(__file__).parent.parent
FILE = ROOT / "tests" / "perft.json"
UPDATE = bool(os.environ.get("SWCLI_UPDATE"))
COUNTS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


@cache
def start(file: str, pop: str) -> Start:
    """Where a POP opens for the first time as the file plays it, or its first question."""
    scenario = load(read(str(ROOT / file)))
    if pop:
        ruling = resolve(scenario.position, scenario.script, scenario.seed)
        first = next(e.seq for e in ruling.events if (e.kind, e.reason, e.ability) == ("pop", "opens", pop))
        reached = reach(scenario.position, scenario.script, first, scenario.seed)
        assert isinstance(reached.position.question, Choice) and reached.position.question.pop == pop
        return Start(reached.position, scenario.script, reached.entry)
    entry = 0
    position = begun(scenario.position, scenario.script, entry)
    while position.question is None:
        entry += 1
        position = begun(position, scenario.script, entry)
    return Start(position, scenario.script, entry)


def differences(where: Start, depth: int) -> str:
    """The first answers, with how many lines go on from each, where the two counts are not the same."""
    ours, theirs = split(where, depth, offered), split(where, depth, accepted)
    lines = [f"{question_of(where.position)}, depth {depth}: answer, by options, by trying everything"]
    for option in dict.fromkeys((*ours, *theirs)):
        if ours.get(option) != theirs.get(option):
            lines.append(f"  {option}: {ours.get(option, 'not offered')}, {theirs.get(option, 'refused')}")
    return "\n".join(lines)


@pytest.mark.parametrize("number", range(len(COUNTS)), ids=[f"{c['file']}@{c['pop']}" for c in COUNTS])
def test_lines_are_counted_alike_and_as_written(number: int) -> None:
    entry = COUNTS[number]
    where = start(entry["file"], entry["pop"])
    ours = [perft(where, depth, offered) for depth in range(1, len(entry["lines"]) + 1)]
    theirs = [perft(where, depth, accepted) for depth in range(1, len(entry["lines"]) + 1)]
    wrong = next((depth for depth, (a, b) in enumerate(zip(ours, theirs, strict=True), 1) if a != b), 0)
    assert not wrong, differences(where, wrong)
    if UPDATE:
        entry["lines"] = ours
        rows = ",\n".join(f"  {json.dumps(count)}" for count in COUNTS)
        FILE.write_text(f"[\n{rows}\n]\n", "utf-8")
    assert ours == entry["lines"], differences(where, len(ours)) or ours


def test_the_difference_is_told_by_first_answers() -> None:
    where = start("scenarios/deflect/layered.yaml", "damage prevention")
    left_out = offered(where.position)[1]

    def less(position: Position) -> list[Option]:
        return [option for option in accepted(position) if option != left_out]

    ours, theirs = split(where, 1, offered), split(where, 1, less)
    assert set(ours) - set(theirs) == {left_out} and all(ours[option] == count for option, count in theirs.items())


# -- every question of many small games


def questions(seed: int, most: int = 60) -> list[Position]:
    """The questions that come up in one random game of a small scenario."""
    rng = random.Random(seed)
    try:
        scenario = scenario_of(small(seed))
    except ScenarioError:
        return []
    found: list[Position] = []
    position = scenario.position
    for entry in range(len(scenario.script)):
        position = begun(position, scenario.script, entry)
        while position.question and len(found) < most:
            found.append(position)
            options = offered(position)
            position = engine.answer(position, options[0] if rng.random() < 0.3 else rng.choice(options))
        if position.question:
            break
    return found


@pytest.mark.parametrize("batch", range(6))
def test_what_is_offered_is_accepted_and_all_else_is_refused_with_a_reason(batch: int) -> None:
    asked = 0
    for seed in range(batch * 40, batch * 40 + 40):
        for position in questions(seed):
            asked += 1
            options = offered(position)
            for option in options:
                assert refusal(position, option) is None, option
                assert not isinstance(position.question, Choice) or not engine.objections(position, option)
            for option in sayable(position):
                reasons = refusal(position, option)
                if option in options:
                    assert reasons is None, option
                else:
                    assert reasons, (question_of(position), option, "is accepted, and was not offered")
                    assert all(reason for _, reason in reasons)
                    assert (
                        any(clause for clause, _ in reasons)
                        or option[0] in ("pick", "roll")
                        or dice_are_asked_for(position)
                    )
    assert asked > 100


def dice_are_asked_for(position: Position) -> bool:
    """Whether dice are asked for: anything else is refused as no answer at all, by no clause of the rules."""
    question = position.question
    return not isinstance(question, Choice) or question.kind == "pick"
