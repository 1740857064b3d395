"""`swcli explore` as a shell sees it: output, JSON, exit statuses, progress, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from swcli.drive.explore import Walker
from swcli.drive.solve import Outcome, outcomes
from swcli.game.position import Player
from swcli.report.names import Names
from swcli.report.outcome_table import grids_of, overview
from swcli.report.text import render
from swcli.scenario.read import from_data
from swcli.scenario.setup import load
from tests.shell import ROOT, Write, run, writer

DUEL = """
title: A duel
players: {dark: {force: 1}, light: {force: 1}}
units:
  maul: {player: dark, arena: character, power: 4, health: 4, abilities: [Pay 1 Force -> Evade 1]}
  luke: {player: light, arena: character, power: 5, health: 3, abilities: [Pay 1 Force -> Deflect 1]}
script:
  - attack: {by: maul, target: luke, roll: [6, 5, 4, 1]}
    plays:
      - deflect: {by: luke, to: none}
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def explored(*words: str) -> dict[str, Any]:
    done = run("explore", "--format", "json", *words)
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_text_has_counts_outcomes_lines_and_what_is_presumed(write: Write) -> None:
    done = run("explore", write("a.yaml", DUEL))
    assert (done.returncode, done.stderr) == (0, "")
    assert "A duel\n6 lines, 10 positions, 6 outcomes.\n" in done.stdout
    assert "discarded: nobody in 4, luke in 2\n" in done.stdout
    assert "#  maul  luke         dark Force  light Force" in done.stdout
    assert "1. nobody plays anything" in done.stdout
    assert "luke: Deflect 1 on 3 damage to maul; maul: Evade 1 on 1 damage" in done.stdout
    assert "Open hands and known effects are presumed" in done.stdout
    few = run("explore", "--limit", "1", write("a.yaml", DUEL)).stdout
    assert "1 of 6 outcomes" in few and "2. " not in few


def test_a_goal_is_answered_with_a_line_or_a_strategy(write: Write) -> None:
    file = write("a.yaml", DUEL)
    forced = run("explore", "-g", "luke survives", file).stdout
    assert "+ Light can force it, against every answer of the other." in forced
    assert "> 3 on luke from maul; Force dark 1, light 1: luke: Deflect 1 on 3 damage to " in forced
    possible = run("explore", "-g", "luke discarded", "--player", "dark", file).stdout
    assert "+ Possible, but Dark can't force it." in possible and "for instance: nobody plays anything" in possible
    assert "x Impossible: no line reaches it." in run("explore", "-g", "maul discarded", file).stdout
    assert "+ Certain: every line reaches it" in run("explore", "-g", "damage on maul <= 1", file).stdout
    passing = run("explore", "-g", "luke discarded", "--player", "light", file).stdout
    assert "Light only has to pass, at every chance." in passing


def test_missing_dice_are_chance(write: Write) -> None:
    file = write("a.yaml", DUEL.replace(", roll: [6, 5, 4, 1]", ""))
    found = explored("-g", "luke survives", file)
    assert found["goal"]["answer"] == "possible" and found["goal"]["forced_by"] == []
    assert {one["player"] for one in found["goal"]["line"]} <= {None, "light", "dark"}
    certain = run("explore", "-g", "maul survives", file).stdout
    assert "Certain: every line reaches it, whatever anybody plays and whatever the dice show." in certain
    assert any("maul rolls" in step["text"] for one in found["outcomes"] for step in one["line"])


def test_json_has_exactly_the_documented_keys(write: Write) -> None:
    page = (ROOT / "docs" / "explore.md").read_text("utf-8").partition("## `--format json`")[2]
    found = explored("-g", "luke survives", write("a.yaml", DUEL))
    for key in [*found, *found["goal"], *found["outcomes"][0], *found["goal"]["strategy"][0]]:
        assert f"`{key}`" in page, key
    assert (found["format"], found["complete"], found["stopped"]) == ("swcli.explore/1", True, None)
    assert (found["lines"], found["positions"], len(found["outcomes"])) == (6, 10, 6)
    assert found["free"] == {"players": ["dark", "light"], "from": 0}
    assert found["outcomes"][0]["units"]["luke"]["discarded"] is True
    assert found["outcomes"][0]["players"]["light"]["force"] == 1
    assert found["outcomes"][0]["line"] == []
    assert found["goal"]["text"] == "luke survives" and found["goal"]["answer"] == "forced"
    assert found["goal"]["forced_by"] == ["light"] and "line" not in found["goal"]
    assert found["goal"]["strategy"][0]["pending"] == [{"source": "maul", "target": "luke", "amount": 3}]
    assert explored(write("b.yaml", DUEL))["goal"] is None


def test_player_and_from_say_whose_choices_are_free(write: Write) -> None:
    file = write("a.yaml", DUEL)
    assert len(explored("--player", "dark", file)["outcomes"]) == 1, "Light deflects to nobody, as the file says"
    light = explored("--player", "light", file)
    assert light["free"]["players"] == ["light"] and len(light["outcomes"]) == 4, "Dark plays nothing"
    both = explored("--player", "light", "-g", "luke survives", file)
    assert both["free"]["players"] == ["dark", "light"] and both["goal"]["player"] == "light"
    events = json.loads(run("resolve", "--format", "json", file).stdout)["events"]
    played = next(event["seq"] for event in events if event["kind"] == "played")
    assert len(explored("--from", str(played), file)["outcomes"]) == 1
    assert len(explored("--from", "1", file)["outcomes"]) == 6
    text = run("explore", "--from", "1", "--player", "light", file).stdout
    assert "Free after event 1: every choice of Light.\n" in text
    assert "Dark plays what the file says" in text


# -- exit statuses


def test_wrong_use_is_2_with_place_and_hint(write: Write) -> None:
    file = write("a.yaml", DUEL)
    done = run("explore", "--goal", "luk survives", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "swcli explore: --goal: there is no unit `luk`\n  luk survives\n  ^^^\nhint: did you mean `luke`?\n"
    )
    done = run("explore", "--player", "ligth", file)
    assert (done.returncode, done.stdout) == (2, "") and "did you mean `light`?" in done.stderr
    done = run("explore", "--from", "999", file)
    assert (done.returncode, done.stdout) == (2, "") and re.search("no event 999, only [0-9]+\nhint: ", done.stderr)
    for words in (["--from", "-1", file], ["--most", "0", file], ["--limit", "x", file], [file, file], []):
        done = run("explore", *words)
        assert (done.returncode, done.stdout) == (2, "") and "Traceback" not in done.stderr
    done = run("explore", "--ruling", "nonsense=1", file)
    assert done.returncode == 2 and "nonsense" in done.stderr


def test_an_invalid_file_is_3_and_a_refused_beginning_4(write: Write) -> None:
    invalid = run("explore", write("a.yaml", DUEL.replace("target: luke", "target: lukke")))
    assert (invalid.returncode, invalid.stdout) == (3, "") and "did you mean `luke`?" in invalid.stderr
    assert run("explore", "nowhere.yaml").returncode == 3
    file = write("b.yaml", DUEL.replace("deflect: {by: luke, to: none}", "evade: {by: maul, prevent: 1}"))
    whole = run("explore", file)
    assert whole.returncode == 0, "what the file says was played is free, legal or not"
    late = run("explore", "--from", "900", file)
    assert (late.returncode, late.stdout) == (4, "") and "SW401" in late.stderr


def test_stopped_at_most_is_1_and_says_so(write: Write) -> None:
    file = write("a.yaml", DUEL)
    done = run("explore", "--most", "3", "-g", "luke survives", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert "At least " in done.stdout and "x Stopped at --most 3 positions: what follows" in done.stdout
    found = json.loads(run("explore", "--most", "1", "-g", "luke survives", "-f", "json", file).stdout)
    assert found["complete"] is False and found["goal"]["answer"] == "unknown"


def test_standard_input_is_read_for_a_dash() -> None:
    done = run("explore", "-", stdin=DUEL)
    assert done.returncode == 0 and "6 outcomes" in done.stdout
    refused = run("explore", "--from", "900", "-", stdin=DUEL.replace("to: none", "to: nobody"))
    assert refused.returncode == 3 and "<stdin>:" in refused.stderr


# -- a long walk


def long_scenario() -> str:
    units: dict[str, dict[str, Any]] = {
        "vader": {"player": "dark", "abilities": ["Lucky 1", "Pay 1 Force -> Evade 2", "Pay 1 Force -> Deflect 2"]},
        "luke": {"player": "light", "abilities": ["Lucky 1", "Pay 1 Force -> Evade 2", "Pay 1 Force -> Deflect 2"]},
    }
    for number in range(6):
        units[f"b{number}"] = {"player": ("dark", "light")[number % 2], "abilities": ["Pay 1 Force -> Deflect 1"]}
    for unit in units.values():
        unit |= {"arena": "character", "power": 6, "health": 6}
    attack = {"attack": {"by": "vader", "target": "luke", "roll": [6, 5, 4, 1, 2, 3]}}
    players = {"dark": {"force": 6}, "light": {"force": 6}}
    return json.dumps({"players": players, "units": units, "script": [attack]})


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
def test_progress_is_shown_on_a_terminal_and_ctrl_c_prints_what_is_known(write: Write) -> None:
    import pty

    file = write("long.json", long_scenario())
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "swcli", "explore", "--format", "json", "-g", "luke survives", file],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    while b" positions, " not in seen:
        seen += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    os.set_blocking(ours, False)
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:  # nothing more, or the other side has closed
        pass
    os.close(ours)
    assert process.returncode == 130
    assert re.search(rb"\r[0-9,]+ positions, [0-9,]+ outcomes, [0-9]+ s", seen) and b"Traceback" not in seen
    assert b"\n" not in seen, "one line, rewritten"
    found = json.loads(output)
    assert (found["complete"], found["stopped"]) == (False, "Interrupted")
    assert found["positions"] > 64 and found["goal"]["answer"] in ("unknown", "possible", "forced")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_nothing_is_said_about_progress_in_a_pipe(write: Write) -> None:
    file = write("long.json", long_scenario())
    done = run("explore", "--most", "3000", file, FORCE_COLOR="1")
    assert done.returncode == 1 and done.stderr == ""


# -- many outcomes


def many() -> tuple[Names, list[Outcome]]:
    """A table of twelve units with long names, and a thousand outcomes."""
    units = {f"clone-trooper-{n}": {"player": "light", "arena": "ground", "power": 1, "health": 9} for n in range(12)}
    position = load(from_data({"units": units, "script": []})).position
    rows = [
        Outcome(
            (a, b, c) * 4, ("ground",) * 12, (True,) * 12, (a,) * 12, (), (Player(b), Player(c)), (0,) * 12, (9,) * 12
        )
        for a, b, c in product(range(10), repeat=3)
    ]
    return Names(position.table), rows


@pytest.mark.parametrize("width", [80, 120])
def test_a_thousand_outcomes_stay_readable(width: int) -> None:
    names, rows = many()
    grids, left = grids_of(names, rows, None, 20, width)
    for grid in grids:
        lines = render([grid], width).splitlines()
        assert len(lines) == 21 and max(map(len, lines)) <= width
        assert grid.head[0] == "#"
    shown = [head for grid in grids for head in grid.head if head != "#"]
    assert len(shown) + len(left) == 12 + 12 + 2, "damage, power and Force differ"
    assert {f"clone-trooper-{n}" for n in range(12)} <= set(shown), "damage is always shown"
    assert [text.partition(":")[0] for text in overview(names, rows)] == ["discarded", "damage", "Force left"]


def test_columns_that_are_the_same_in_all_outcomes_are_left_out() -> None:
    names, rows = many()
    same = [row._replace(damage=(1,) * 12, powers=(1,) * 12) for row in rows]
    grids, left = grids_of(names, same, [True] * len(same), 5, 100)
    assert [grid.head for grid in grids] == [("#", "dark Force", "light Force")] and not left


def test_one_outcome_needs_no_table(write: Write) -> None:
    file = write("a.yaml", DUEL.replace("force: 1", "force: 0"))
    done = run("explore", file)
    assert "1 line, " in done.stdout and "1 outcome." in done.stdout and "#" not in done.stdout
    assert "1. nobody plays anything" in done.stdout


def test_the_walk_of_a_script_without_entries_is_one_line() -> None:
    scenario = load(from_data({"units": {"a": {"player": "dark", "arena": "space", "health": 1}}, "script": []}))
    walker = Walker(scenario.script, frozenset({0, 1}))
    graph = walker.walk(walker.start(scenario.position))
    assert (graph.lines(), len(outcomes(graph)), graph.complete) == (1, 1, True)
