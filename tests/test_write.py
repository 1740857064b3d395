"""Scenarios written: data to YAML and back, scripts to data and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swcli.scenario.faults import UNSAFE
from swcli.scenario.read import parse, read
from swcli.scenario.script import Entry, Play, Script
from swcli.scenario.setup import load
from swcli.scenario.write import card_bodies, scenario_data
from swcli.scenario.yaml_writer import WIDTH, one_line, yaml_text

ROOT = Path(__file__).parent.parent
GALLERY = sorted((ROOT / "scenarios").rglob("*.yaml"))


def again(data: dict[str, Any]) -> Any:
    document = parse(yaml_text(data).encode("utf-8"), "again.yaml")
    assert not document.flaws
    return document.data


# -- YAML

safe = st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda text: not UNSAFE.search(text))
odd = st.text("ab:#, -[]{}'\"+12.\n>|&*!%@`~?", max_size=8)
text = st.one_of(safe, odd, st.sampled_from(("yes", "No", "~", "null", "1", "1.5", "0x1", "- a", "a: b", "a #b", "")))
keys = st.one_of(
    st.sampled_from(("units", "abilities", "plays", "script", "notes", "players", "grants", "evade#2")),
    text.filter(lambda key: key and "\n" not in key and "\r" not in key and len(key) < 100),
)
values = st.recursive(
    st.one_of(text, st.integers(-50, 50), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(keys, values, min_size=1, max_size=4))
def test_yaml_means_the_data_that_it_was_made_of(data: dict[str, Any]) -> None:
    assert again(data) == data


def test_yaml_is_in_blocks_with_what_is_short_on_one_line() -> None:
    data = {
        "title": "A title",
        "notes": "One line.\nAnd another.\n",
        "players": {"dark": {"force": 4}},
        "units": {
            "a": {"player": "dark", "subtypes": ["Sith", "Lord, Dark"], "abilities": ["Upkeep: [tap]", "Parry 1"]}
        },
        "script": [
            {
                "attack": {"by": "a", "target": "b", "roll": [6, 5]},
                "plays": [{"evade#2": {"by": "a", "of": "b Riposte"}}],
            },
            {"end": "turn"},
        ],
    }
    assert yaml_text(data) == (
        "title: A title\n"
        "notes: |\n  One line.\n  And another.\n"
        "players:\n  dark: {force: 4}\n"
        'units:\n  a:\n    player: dark\n    subtypes: [Sith, "Lord, Dark"]\n'
        '    abilities:\n      - "Upkeep: [tap]"\n      - Parry 1\n'
        "script:\n"
        "  - attack: {by: a, target: b, roll: [6, 5]}\n    plays:\n      - evade#2: {by: a, of: b Riposte}\n"
        "  - end: turn\n"
    )


def test_what_is_too_long_for_a_line_is_broken_at_its_items_alone() -> None:
    data = {"expect": {"cites": [f"clause.{number}" for number in range(20)]}}
    rows = yaml_text(data).splitlines()
    assert rows[:3] == ["expect:", "  cites:", "    - clause.0"] and max(map(len, rows)) <= WIDTH
    assert one_line({"by": "a", "roll": [1, 2]}) == "{by: a, roll: [1, 2]}"


# -- scripts


def bare(script: Script) -> list[Entry]:
    """A script without the places in its file."""

    def off(play: Play | None) -> Play | None:
        return play and play._replace(path=())

    return [
        entry._replace(path=(), act=off(entry.act), plays=tuple(play._replace(path=()) for play in entry.plays))
        for entry in script
    ]


@pytest.mark.parametrize("file", GALLERY, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_script_of_the_gallery_is_read_again_as_it_was(file: Path) -> None:
    document = read(file)
    scenario = load(document)
    table = scenario.position.table
    data = scenario_data(document.data, table, card_bodies(document.data, scenario.script), scenario.script)
    found = load(parse(yaml_text(data).encode("utf-8"), "again.yaml"))
    numbered = any(
        isinstance(play.ability, int) for entry in scenario.script for play in (entry.act, *entry.plays) if play
    )
    assert numbered or bare(found.script) == bare(scenario.script)
    assert found.position.table.cards == table.cards
    assert found.position.state == scenario.position.state
    assert {"seed", "expect"}.isdisjoint(data)
