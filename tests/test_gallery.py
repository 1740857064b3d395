"""The gallery: every scenario is a ruling that holds, is reproducible, and obeys the bookkeeping of the rules."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from swcli.drive.halt import CODES, Ruling
from swcli.game.clauses import CLAUSES
from swcli.report.checking import Tally, scenarios
from swcli.report.expect import cited
from swcli.report.judged import ExitStatus, Judged, judge, judge_document
from swcli.report.receipt import trace_hash
from swcli.report.record import record
from swcli.scenario.read import from_data

ROOT = Path(__file__).parent.parent
GALLERY = ROOT / "scenarios"
FILES = sorted(
    path.relative_to(ROOT).as_posix() for path in GALLERY.rglob("*") if path.is_file() and path.suffix != ".md"
)


@cache
def judged(file: str) -> Judged:
    """The judgement of a file of the gallery; each is judged once."""
    return judge(str(ROOT / file))


def ruling(file: str) -> Ruling:
    found = judged(file).ruling
    assert found is not None, [fault.message for fault in judged(file).faults]
    return found


def names(value: object) -> list[str]:
    """What stands in a file as one name or as a list of names."""
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list) else []


def test_the_gallery_is_there_and_all_of_it_is_scenarios() -> None:
    """Nothing in the folder escapes these tests by its ending, or by its place."""
    assert len(FILES) > 200
    assert {Path(file).suffix for file in FILES} == {".yaml"}
    assert [found for found, _ in scenarios([str(GALLERY)])] == [str(ROOT / file) for file in FILES]


@pytest.mark.parametrize("file", FILES)
def test_expectations_hold(file: str) -> None:
    found = judged(file)
    differences = [check.difference() for check in found.checks if not check.held]
    assert found.checks, "it expects nothing"
    assert not differences
    assert found.status is ExitStatus.OK, [fault.message for fault in found.faults]


@pytest.mark.parametrize("file", FILES)
def test_the_script_is_played_to_its_end_or_refused_as_expected(file: str) -> None:
    """Nothing is open at the end: no question, no attack half over; unless the script was stopped, as it should be."""
    found = ruling(file)
    if "illegal" in judged(file).scenario["expect"]:  # type: ignore[operator]  # a mapping: the file is valid
        assert found.status == "refused"
        return
    assert found.status == "resolved"
    assert found.position.question is None
    assert found.position.state.frames == ()


@pytest.mark.parametrize("file", FILES)
def test_record_can_be_replayed(file: str) -> None:
    """From the JSON that `resolve` prints, the same trace comes out again, event by event."""
    first = json.loads(json.dumps(record(judged(file))))
    again = json.loads(json.dumps(record(judge_document(from_data(first["scenario"])))))
    assert again["receipt"] == first["receipt"]
    assert again["events"] == first["events"]
    assert again["outcome"] == first["outcome"]
    assert first["receipt"]["trace"] == trace_hash(first["events"]), "the hash is not of the events that are printed"


@pytest.mark.parametrize("file", FILES)
def test_damage_is_conserved(file: str) -> None:
    """Whatever becomes pending is prevented, placed or dropped, to the last point; a script that was stopped may leave
    some of it open.
    """
    open_damage = balance(ruling(file))
    if ruling(file).status == "resolved":
        assert not +open_damage, f"still pending at the end: {dict(open_damage)}"
    assert not -open_damage, f"more came of it than was pending: {dict(open_damage)}"


def balance(ruling: Ruling) -> Counter[str]:
    """What is left of each instance of damage: what was pending, less all that became of it."""
    left: Counter[str] = Counter()
    for event in ruling.events:
        if event.damage and event.amount is not None:
            if event.kind == "pending":
                left[event.damage] += event.amount
            elif event.kind in ("prevented", "placed") or event.reason == "damage-dropped":
                left[event.damage] -= event.amount
    return left


@pytest.mark.parametrize("file", FILES)
def test_nobody_pays_what_he_does_not_have(file: str) -> None:
    """Force and build points go down by what is paid, and never below zero."""
    state = ruling(file).opening.state
    have = {
        "force": [player.force for player in state.players],
        "build": [player.build_points for player in state.players],
    }
    for event in ruling(file).events:
        if event.kind == "paid" and event.reason in have:
            have[event.reason][event.player] -= event.amount or 0
            assert event.data["left"] == have[event.reason][event.player] >= 0
        elif event.kind in ("gained", "lost") and event.reason == "force":
            sign = 1 if event.kind == "gained" else -1
            have["force"][event.player] += sign * (event.amount or 0)
            assert event.data["left"] == have["force"][event.player] >= 0
    if ruling(file).status == "resolved":
        assert [player.force for player in ruling(file).position.state.players] == have["force"]
        assert [player.build_points for player in ruling(file).position.state.players] == have["build"]


@pytest.mark.parametrize("file", FILES)
def test_clauses_cited_exist(file: str) -> None:
    assert cited(ruling(file)) - set(CLAUSES) == set()


@pytest.mark.parametrize("file", FILES)
def test_it_has_a_title_and_names_what_it_is_about(file: str) -> None:
    """By clause; the files of published rulings are named after the ruling instead, see test_rulings.py."""
    found = judged(file).scenario
    assert found.get("title"), "titles stand in lists and over reports"
    expect: Any = found["expect"]
    named = set(names(expect.get("cites")) + names(expect.get("illegal")))
    assert named - set(CLAUSES) - set(CODES) == set()
    if not file.startswith("scenarios/rulings/"):
        assert named & set(CLAUSES), "name at least one clause in `cites` or `illegal`"


@pytest.fixture(scope="module")
def coverage() -> dict[str, list[str]]:
    """The clauses with the files that exercise them, as `swcli check --coverage` counts."""
    tally = Tally()
    for found in scenarios([str(GALLERY)]):
        tally.add(found)
    assert tally.status is ExitStatus.OK
    return tally.coverage()


@pytest.mark.parametrize("clause", CLAUSES)
def test_clause_is_exercised(clause: str, coverage: dict[str, list[str]]) -> None:
    assert coverage[clause], f"no scenario's trace or refusal cites {clause}"
