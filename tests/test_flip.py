"""What would change it: every flip is checked by really changing the file and resolving it again."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from swcli.drive.flip import Change, Flips, flips
from swcli.drive.goal import parse
from swcli.drive.script import resolve
from swcli.scenario.read import from_data, read
from swcli.scenario.setup import load
from tests.shell import run

SCENARIOS = Path(__file__).parent.parent / "scenarios"
CASES = [
    ("deflect/chain.yaml", "damage on jaina >= 2"),
    ("critical-hit/once.yaml", "damage on {target} <= 3"),
    ("riposte/values-add-up.yaml", "damage on {by} >= 2"),
    ("evade/partial.yaml", "damage on {target} >= 1"),
    ("battles/03-horax-against-the-peacekeepers.yaml", "force of light >= 1"),
]


def _load(name: str) -> dict[str, Any]:
    data: dict[str, Any] = read(SCENARIOS / name).data
    return data


def _flips(name: str, goal: str) -> tuple[dict[str, Any], Flips, str]:
    data = _load(name)
    attack = next(entry["attack"] for entry in data["script"] if "attack" in entry)
    text = goal.format(**{key: value for key, value in attack.items() if isinstance(value, str)})
    scenario = load(from_data(data))
    return data, flips(scenario.position, scenario.script, parse(text, scenario.position.table)), text


def _changed(data: dict[str, Any], change: Change) -> dict[str, Any] | None:
    """The file with this change made by hand; None for changes that are no edit of one value."""
    changed = deepcopy(data)
    if change.kind == "die" and "roll" in change.path:
        _, entry, _, _, place = change.path
        changed["script"][entry]["attack"]["roll"][place] = change.after
    elif change.kind == "force":
        player = ("dark", "light")[change.player]
        changed.setdefault("players", {}).setdefault(player, {})["force"] = change.after
    elif change.kind == "ruling":
        changed["rulings"] = {change.name: change.after}
    elif change.kind == "keyword" and change.before is None:
        unit = list(changed["units"].values())[change.unit]
        valued = change.name not in ("Armor", "Overkill", "Ferocity", "Stealth")
        unit.setdefault("abilities", []).append(f"{change.name} 1" if valued else change.name)
    else:
        return None
    return changed


@pytest.mark.parametrize(("name", "goal"), CASES)
def test_every_flip_holds_in_the_file_that_is_really_changed(name: str, goal: str) -> None:
    """Where nothing of the script had to be left out, the strict driver comes to the same as the flip says."""
    data, found, text = _flips(name, goal)
    checked = 0
    for flip in found.flips:
        changed = _changed(data, flip.change)
        if changed is None or flip.dropped or flip.surplus or flip.chance:
            continue
        scenario = load(from_data(changed))
        ruling = resolve(scenario.position, scenario.script)
        assert ruling.error is None, flip.change
        reached = parse(text, scenario.position.table).holds(ruling.position)
        assert reached == (flip.answer == "certain") != (found.answer == "certain"), flip.change
        checked += 1
    assert checked, f"no flip of {name} could be checked"


@pytest.mark.parametrize(("name", "goal"), CASES)
def test_no_die_is_missed(name: str, goal: str) -> None:
    """Every other face of every attack die, tried by hand: those that turn the goal are all among the flips."""
    data, found, text = _flips(name, goal)
    listed = {(flip.change.path, flip.change.after) for flip in found.flips if flip.change.kind == "die"}
    for number, entry in enumerate(data["script"]):
        for place, face in enumerate(entry.get("attack", {}).get("roll", ())):
            for other in {1, 2, 3, 4, 5, 6} - {face}:
                changed = deepcopy(data)
                changed["script"][number]["attack"]["roll"][place] = other
                scenario = load(from_data(changed))
                ruling = resolve(scenario.position, scenario.script)
                if ruling.error:
                    continue
                turned = parse(text, scenario.position.table).holds(ruling.position) != (found.answer == "certain")
                assert turned == ((("script", number, "attack", "roll", place), other) in listed)


def test_smallest_first_and_nothing_twice() -> None:
    """The list is sorted by size, and no change stands in it twice."""
    _, found, _ = _flips(*CASES[0])
    sizes = [flip.change.size for flip in found.flips]
    assert sizes == sorted(sizes)
    shown = [(f.change.kind, f.change.path, f.change.after, f.change.name, f.change.player) for f in found.flips]
    assert len(shown) == len(set(map(str, shown)))


def test_command() -> None:
    """Text, JSON, a goal that is not understood, and options that do not go together."""
    file = str(SCENARIOS / "deflect" / "chain.yaml")
    text = run("explore", "--flip", "damage on jaina >= 2", file)
    assert text.returncode == 0
    assert "single changes turn it" in text.stdout
    assert "Jaina Solo has Deflect 2 instead of 1" in text.stdout
    data = json.loads(run("explore", "--flip", "damage on jaina >= 2", "--format", "json", file).stdout)
    assert data["goal"] == {"text": "damage on jaina >= 2", "answer": "certain"}
    assert data["flips"][0]["answer"] == "impossible"
    wrong = run("explore", "--flip", "jaina wins", file)
    assert wrong.returncode == 2
    assert "^^^^" in wrong.stderr
    assert run("explore", "--flip", "jaina survives", "--player", "dark", file).returncode == 2
