"""What programs read: the JSON of `resolve`, and `check` with its coverage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from swcli.game.clauses import CLAUSES
from swcli.game.events import KINDS, POPS
from tests.shell import GALLERY, GOOD, HIT, ROOT, UNITS, Write, run, writer


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


# -- JSON


def record(*words: str, stdin: str | None = None) -> dict[str, Any]:
    found = json.loads(run("resolve", "--format", "json", *words, stdin=stdin).stdout)
    assert isinstance(found, dict)
    return found


def test_json_has_exactly_the_documented_keys() -> None:
    page = (ROOT / "docs" / "scenario-format.md").read_text("utf-8").partition("## `--format json`")[2]
    found = record(GOOD)
    for key in found:
        assert f"`{key}`" in page, key
    assert len(found) == 12
    assert found["format"] == "swcli.trace/1" and found["status"] == "resolved" and found["error"] is None
    assert set(found["receipt"]) == {"version", "rules", "scenario", "trace"}
    assert set(found["outcome"]) == {"units", "players"}
    assert set(found["outcome"]["units"]["yoda"]) == {
        "damage", "power", "speed", "health", "tapped", "discarded", "arena",
    }  # fmt: skip
    assert found["outcome"]["players"]["light"] == {"force": 1, "build_points": 0}


def test_json_events_have_the_documented_fields() -> None:
    always = {"seq", "attack", "step", "kind", "text"}
    may = {"player", "unit", "ability", "value", "amount", "damage", "dice", "clauses"}
    steps = {*POPS, "declare", "roll", "hits", "build", "after"}
    for file in sorted(GALLERY.glob("battles/*.yaml")):
        found = record(str(file.relative_to(ROOT)))
        units, players = found["scenario"]["units"], {"dark", "light"}
        for place, event in enumerate(found["events"], 1):
            assert always <= set(event) <= always | may
            assert event["seq"] == place and event["kind"] in KINDS and event["step"] in steps
            assert event.get("unit") is None or event["unit"] in units
            assert event.get("player") is None or event["player"] in players
            assert set(event.get("clauses", ())) <= set(CLAUSES)
            assert set(event.get("dice", ())) <= set(range(1, 7))


def test_json_of_a_refusal_and_of_an_invalid_file(write: Write) -> None:
    script = (
        "script: [{attack: {by: maul, target: luke, roll: [6, 5, 1, 1]}, plays: [{evade: {by: luke, prevent: 3}}]}]\n"
    )
    refused = record(write("a.yaml", UNITS + script))
    assert (refused["status"], refused["exit_code"]) == ("refused", 4)
    assert set(refused["error"]) == {"message", "code", "file", "line", "column", "clauses", "options"}
    assert refused["error"]["clauses"] == ["evade.up-to"] and refused["error"]["options"][0] == "pass"
    assert refused["events"], "what happened up to there"
    invalid = record(write("b.yaml", UNITS + "scrpt: []\n"))
    assert (invalid["status"], invalid["exit_code"], invalid["error"]["code"]) == ("invalid", 3, "SW201")
    assert (invalid["outcome"], invalid["events"]) == (None, [])
    unreadable = record("nowhere.yaml")
    assert (unreadable["status"], unreadable["scenario"], unreadable["error"]["line"]) == ("invalid", None, 0)


def test_json_of_several_files_is_one_line_each() -> None:
    done = run("resolve", "--format", "json", GOOD, "nowhere.yaml", GOOD)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["exit_code"] for line in lines] == [0, 3, 0]


def test_explain_levels_are_views_of_one_record() -> None:
    full, fired, outcome = (record("--explain", level, GOOD) for level in ("full", "fired", "outcome"))
    assert full["receipt"] == fired["receipt"] == outcome["receipt"]
    seqs = [{event["seq"] for event in found["events"]} for found in (outcome, fired, full)]
    assert seqs[0] < seqs[1] < seqs[2]
    assert all(event in full["events"] for event in fired["events"])


def test_the_scenario_in_the_json_replays_to_the_same_trace(write: Write) -> None:
    file = write("a.yaml", HIT.replace(", roll: [6, 5, 1, 1]", ""))
    first = record("--seed", "7", file)
    again = record("-", stdin=json.dumps(first["scenario"]))
    assert again["receipt"] == first["receipt"] and again["events"] == first["events"]


def test_title_notes_and_expectations_are_not_part_of_the_scenarios_hash(write: Write) -> None:
    plain = record(write("a.yaml", HIT))
    titled = record(write("b.yaml", HIT + "title: T\nnotes: N\nexpect: {units: {luke: {damage: 2}}}\n"))
    other = record(write("c.yaml", HIT.replace("6, 5", "6, 1")))
    assert plain["receipt"] == titled["receipt"]
    assert plain["receipt"]["scenario"] != other["receipt"]["scenario"]
    assert plain["receipt"]["trace"] != other["receipt"]["trace"]


def test_an_invalid_file_has_no_hash_of_a_scenario_or_a_trace(write: Write) -> None:
    for text in (HIT.replace("Evade", "Evad"), "units: [", ""):
        done = run("resolve", "--format", "json", "--seed", "3", write("a.yaml", text))
        receipt = json.loads(done.stdout)["receipt"]
        assert done.returncode == 3 and len(receipt["rules"]) == 64
        assert (receipt["scenario"], receipt["trace"]) == (None, None)


# -- check


def test_check_tells_each_scenario_and_the_difference(write: Write, tmp_path: Path) -> None:
    write("good.yaml", HIT + "title: fine\nexpect: {units: {luke: {damage: 2}}}\n")
    write("bad.yml", HIT + "title: wrong\nexpect: {units: {luke: {damage: 3}}, fired: [luke Evade]}\n")
    write("none.yaml", HIT)
    write("other.json", '{"name": "no scenario"}')
    write("notes.txt", "not looked at")
    done = run("check", str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "")
    assert f"+ {tmp_path.as_posix()}/good.yaml: fine" in done.stdout
    assert "x units.luke.damage: expected 3, found 2" in done.stdout
    assert "luke Evade fired: it did not" in done.stdout
    assert done.stdout.count("skipped ") == 2 and "notes.txt" not in done.stdout
    assert "1 passed, 1 failed, 2 skipped; " in done.stdout.splitlines()[-1]


def test_check_that_finds_no_scenario_is_no_success(tmp_path: Path) -> None:
    assert run("check", str(tmp_path)).returncode == 1
    assert run("check", str(tmp_path / "nowhere")).returncode == 3


def test_check_json_and_coverage(write: Write, tmp_path: Path) -> None:
    good = write("good.yaml", HIT + "title: fine\nexpect: {units: {luke: {damage: 2}}}\n")
    plain = json.loads(run("check", "--format", "json", good).stdout)
    assert plain == {"scenarios": [{"file": good, "title": "fine", "passed": True, "differences": []}]}
    found = json.loads(run("check", "--coverage", "--format", "json", str(tmp_path)).stdout)
    assert list(found["coverage"]) == list(CLAUSES)
    assert found["coverage"]["dice.hit"] == [Path(good).as_posix()] and found["coverage"]["parry.once"] == []
    text = run("check", "--coverage", good).stdout
    assert "+ dice.hit: 1" in text and "x parry.once: none" in text
