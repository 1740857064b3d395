"""Reading: bytes to plain data with places, and plain data to a scenario; hostile files within bounds."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from swcli.game.ability import Ability, Part, Selector, Stat
from swcli.game.cards import Card, Counters, DoDamage, GainForce, Give, Lose, Move, Prevent, Reroll
from swcli.game.position import Player
from swcli.game.rulings import Rulings
from swcli.game.table import EquipmentInfo, Grant
from swcli.scenario.context import Unread
from swcli.scenario.faults import ScenarioError
from swcli.scenario.models import ScenarioForm
from swcli.scenario.places import Spot
from swcli.scenario.read import MAX_BYTES, Document, from_data, is_scenario, parse, read
from swcli.scenario.script import NOBODY, SENT_NOWHERE, Entry, Play
from swcli.scenario.setup import NO_EQUIP_COST, Scenario, load
from swcli.scenario.yaml_text import read_yaml, scalar

EXAMPLE = """\
swcli: 1                         # format version; optional, 1 when left out
title: Sidious strikes, Ahsoka deflects
notes: Free text, shown in the report.        # optional

players:                         # optional; force and build_points default to 0
  dark:  {force: 4}
  light: {force: 6, build_points: 2}

units:
  sidious:
    name: Darth Sidious (P)      # shown in the report; the id when left out
    player: dark
    arena: character             # space | ground | character | build
    speed: 30
    power: 6
    health: 8
    abilities:                   # written as on the card
      - Parry 1
      - Riposte 1
      - Pay 1 Force -> Evade 2
  ahsoka:
    name: Ahsoka Tano (H)
    player: light
    arena: character
    speed: 50
    power: 5
    health: 5
    damage: 1                    # damage counters already on it; default 0
    tapped: false                # default false
    abilities:
      - "Upkeep: Each player draws a card"
      - Stun 1
      - Pay 1 Force -> Critical Hit 1 for this attack
      - Pay 2 Force -> Parry 1 until end of turn
      - Pay 4 Force -> Deflect 2
      - Pay 2 Force -> Evade 2

equipment:                       # optional
  saber:
    name: Exar Kun's Lightsaber (A)
    player: dark
    equip: Pay 3 Force           # its Equip cost
    grants: [{to: [Jedi, Sith], get: [Parry 1, Overkill]}]

script:                          # what happened, in order
  - attack: {by: sidious, target: ahsoka, roll: [6, 4, 1, 5, 2, 3]}
    plays:
      - deflect: {by: ahsoka, to: sidious}
      - evade:   {by: sidious, prevent: 1}
      - evade:   {by: ahsoka, prevent: 1}

expect:
  units:
    ahsoka:  {damage: 1, discarded: false}
    sidious: {damage: 1, power: 5}
  players:
    dark:  {force: 3}
    light: {force: 0}
  fired: [ahsoka Deflect, ahsoka Evade, sidious Evade, ahsoka Stun]
  not_fired: [sidious Parry]
"""

UNITS = """\
units:
  a: {name: Anakin (A), player: dark, arena: ground, health: 5, abilities: [%s]}
  b: {player: light, arena: ground, health: 5}
"""


def loaded(text: str) -> Scenario:
    return load(parse(text.encode()))


def with_plays(*plays: str, abilities: str = "", more: str = "") -> Scenario:
    lines = "".join(f"      - {play}\n" for play in plays)
    return loaded(UNITS % abilities + more + f"script:\n  - attack: {{by: a, target: b}}\n    plays:\n{lines}")


def codes(raw: bytes, file: str = "x.yaml") -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        load(parse(raw, file))
    assert len(str(caught.value)) < 40_000
    return [fault.code for fault in caught.value.faults]


# -- plain data


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("+5", 5),
        ("-3", -3),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("2024-01-01", "2024-01-01"),
        ("+1 power", "+1 power"),
        ("-", "-"),
        (".", "."),
        ("1\u0663", "1\u0663"),
        ("=", "="),
    ],
)
def test_scalars_by_the_core_schema(text: str, value: object) -> None:
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


def test_quoted_text_is_text() -> None:
    assert read_yaml('["1", \'true\', "null", |-\n 1\n]'.replace("|-\n 1\n", "'~'"), []) == ["1", "true", "null", "~"]
    assert read_yaml("a: |\n  1\n  2\n", []) == {"a": "1\n2\n"}


def test_the_same_data_as_the_usual_loader() -> None:
    assert parse(EXAMPLE.encode()).data == yaml.safe_load(EXAMPLE)


def test_bom_and_line_ends() -> None:
    plain = parse(EXAMPLE.encode())
    for raw in (
        b"\xef\xbb\xbf" + EXAMPLE.encode(),
        EXAMPLE.replace("\n", "\r\n").encode(),
        EXAMPLE.replace("\n", "\r").encode(),
    ):
        document = parse(raw)
        assert document.data == plain.data
        for path in (("units", "ahsoka", "abilities", 2), ("script", 0, "plays", 1, "evade", "prevent")):
            assert document.spot(path) == plain.spot(path)


def test_places_in_yaml_and_json() -> None:
    document = parse(EXAMPLE.encode())
    assert document.spot(("title",)) == Spot(2, 8, 40, 2, 1, 6)
    assert document.spot(("units", "ahsoka", "power")) == Spot(26, 12, 13, 26, 5, 10)
    assert document.spot(("script", 0, "attack", "roll", 2)) == Spot(46, 56, 57)
    assert document.spot(("units", "nobody", "power")) == document.spot(("units",))
    assert document.spot(()) == Spot(1, 1)
    fault = document.fault("SW221", "", ("units", "ahsoka", "abilities", 0), part=(8, 12))
    assert (fault.line, fault.column, fault.end) == (31, 18, 22)
    text = json.dumps(document.data, indent=1)
    as_json = parse(text.encode(), "x.json")
    assert as_json.data == document.data
    line = text.splitlines().index('    "Parry 1",') + 1
    assert as_json.spot(("units", "sidious", "abilities", 0)) == Spot(line, 5, 14)
    numbered = parse(b"script:\n- plays:\n  - evade#2: {by: a}\n")
    assert numbered.spot(("script", 0, "plays", 0, "evade", "by")).column == 19
    assert from_data(document.data).spot(("title",)) == Spot(0, 0)


def test_json_or_yaml() -> None:
    assert parse(b'{"a": "\\ud83d\\ude00", "b": 1e3}').data == {"a": "\U0001f600", "b": 1000.0}
    assert parse(b"{a: 1, b: [x, y]}").data == {"a": 1, "b": ["x", "y"]}
    assert parse(b'{"a": 010}').data == {"a": 10}
    with pytest.raises(ScenarioError):
        parse(b"{a: 1}", "x.JSON")
    lone = parse(b'{"a": "\\ud800"}')
    assert [flaw.code for flaw in lone.flaws] == ["SW106"]


def test_what_looks_like_a_scenario() -> None:
    assert is_scenario(parse(EXAMPLE.encode()))
    assert not is_scenario(parse(b"services: {web: {image: x}}"))
    assert not is_scenario(parse(b"[1]"))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(EXAMPLE.encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    document = read("-")
    assert document.file == "<stdin>"
    assert load(document).title == "Sidious strikes, Ahsoka deflects"
    endless = io.BytesIO(b"#" * (5 * MAX_BYTES))
    monkeypatch.setattr(Stdin, "buffer", endless)
    with pytest.raises(ScenarioError) as caught:
        read("-")
    assert [fault.code for fault in caught.value.faults] == ["SW104"]
    assert endless.tell() == MAX_BYTES + 1
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ScenarioError):
        read("-")


# -- hostile files


def test_large_files_are_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    start = time.perf_counter()
    with pytest.raises(ScenarioError) as caught:
        read(file)
    assert caught.value.faults[0].message == "the file has 50,000,000 bytes; a scenario may have 1,048,576 bytes"
    assert time.perf_counter() - start < 0.1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_and_devices_do_not_hang(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    for name in (pipe, Path("/dev/zero"), Path("/dev/tty"), Path("/proc/self/fd")):
        found: list[str] = []

        def look(name: Path = name, found: list[str] = found) -> None:
            try:
                read(name)
            except ScenarioError as error:
                found.extend(fault.code for fault in error.faults)

        worker = threading.Thread(target=look, daemon=True)
        worker.start()
        worker.join(5)
        assert found in (["SW102"], ["SW101"], ["SW103"])


def test_unreadable_files(tmp_path: Path) -> None:
    file = tmp_path / "secret.yaml"
    file.write_text(EXAMPLE)
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(ScenarioError) as caught:
        read(file)
    assert [fault.code for fault in caught.value.faults] == ["SW103"]


NEST = 10_000
ONE_UNIT = b"units: {a: {player: dark, arena: ground, health: 1}}\n"
HOSTILE = {
    "flow nesting": b"units: " + b"[" * NEST + b"]" * NEST,
    "mapping nesting": b"{a: " * NEST,
    "block nesting": b"".join(b" " * depth + b"a:\n" for depth in range(1200)),
    "dash nesting": b"- " * NEST,
    "question nesting": b"? " * NEST,
    "json nesting": b'{"a":' * NEST + b"1" + b"}" * NEST,
    "json list nesting": b"[" * NEST,
    "digits": b"units: {a: {player: dark, arena: ground, health: " + b"9" * 10_000 + b"}}",
    "json digits": b'{"units": {"a": {"player": "dark", "arena": "ground", "health": ' + b"9" * 10_000 + b"}}}",
    "hex digits": b"units: {a: {player: dark, arena: ground, health: 0x" + b"f" * 10_000 + b"}}",
    "bomb": b"a: &a [x,x,x,x]\n"
    + b"".join(b"%c: &%c [*%c,*%c,*%c,*%c]\n" % (c, c, c - 1, c - 1, c - 1, c - 1) for c in range(98, 112)),
    "many keys": b"".join(b"k%d: 1\n" % number for number in range(49_000)),
    "one key many times": b"title: 1\n" * 40_000,
    "many units": b"units:\n" + b"".join(b" u%d: {power: x}\n" % number for number in range(24_000)),
    "many plays": ONE_UNIT + b"script:\n- attack: {by: a, target: a}\n  plays:\n" + b"  - {}\n" * 30_000,
    "many entries": ONE_UNIT + b"script:\n" + b"- {end: turn}\n" * 30_000,
    "long key": b"x" * 500_000 + b": 1\n",
    "long text": b"title: " + b"x" * 1_000_000,
    "long ability": b"units: {a: {player: dark, arena: ground, health: 1, abilities: ['" + b"a " * 200_000 + b"']}}",
    "many bad abilities": b"units:\n"
    + b"".join(
        b" u%d: {player: dark, arena: ground, health: 1, abilities: [%s]}\n"
        % (n, b",".join(b"Evad%d" % k for k in range(90)))
        for n in range(199)
    ),
    "quotes": b"units: {a: {player: dark, arena: ground, health: 1, abilities: ["
    + b",".join([b"'''a ''a'"] * 90)
    + b"]}}",
    "deep quotes": b"units: {a: {player: dark, arena: ground, health: 1, abilities: ['" + b"\"''" * 150 + b"']}}",
    "NUL": b"\0" * 1000,
    "control": b"title: \x1b[2J\n",
    "DEL": b"title: \x7f\n",
    "next line": "title: a\u0085b\n".encode(),
    "random tags": b"!!python/object/apply:os.system ['true']",
    "directive": b"%TAG ! tag:x,2000:\n---\n!a b\n",
    "infinity": b"seed: -.inf\nunits: {}\n",
    "nan": b'{"seed": NaN, "units": {}}',
    "surrogates": b'{"units": {"\\ud800": {}}}',
    "half a character": "title: é".encode()[:-1],
    "newlines": b"\n" * 1_000_000,
    "blanks": b" " * 1_000_000,
    "commas": b"[" + b"," * 1_000_000,
    "documents": b"---\n" * 200_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("file", ["x.yaml", "x.json"])
def test_hostile_files_are_refused_in_bounds(name: str, file: str) -> None:
    start = time.perf_counter()
    assert codes(HOSTILE[name], file)
    assert time.perf_counter() - start < 5


def test_a_small_stack_is_enough(tmp_path: Path) -> None:
    """No nesting may end the process: tried in a thread of a process of its own, with a stack of 256 KiB."""
    code = """
import sys, threading
from swcli.scenario.read import parse, ScenarioError
from swcli.scenario.setup import load
def run():
    for raw in (b"["*10000, b"- "*10000, b'{"a":'*10000, b"? "*10000, b'['*400 + b']'*400, b'['*400 + b'1' + b']'*400):
        for file in ("x.yaml", "x.json"):
            try:
                load(parse(raw, file))
            except ScenarioError:
                print("refused")
threading.stack_size(256 * 1024)
thread = threading.Thread(target=run)
thread.start()
thread.join()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1]
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "refused\n" * 12, "")


def check_any(raw: bytes, file: str) -> None:
    try:
        scenario = load(parse(raw, file))
    except ScenarioError as error:
        assert error.faults
        str(error)
        for fault in error.faults:
            assert fault.line >= 0
            assert "\x1b" not in fault.render(error.source)
    else:
        assert isinstance(scenario, Scenario)


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["x.yaml", "x.json"]))
def test_any_bytes_are_read_or_refused(raw: bytes, file: str) -> None:
    check_any(raw, file)


YAML_BITS = [
    *"{}[]:,-?&*!|>'\"%@`#~ \n\ta",
    *(": ", "- ", "\n  ", "units", "script", "plays", "<<", "!!str", "&x ", "*x", "---\n", "1e9", "null", "\\u0000"),
]


@given(st.lists(st.sampled_from(YAML_BITS), max_size=60).map("".join), st.sampled_from(["x.yaml", "x.json"]))
@settings(max_examples=300, deadline=None)
def test_any_yaml_is_read_or_refused(text: str, file: str) -> None:
    check_any(text.encode(), file)


def _paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in items for found in _paths(value, (*path, key)))]


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_change_of_a_good_file_is_read_or_refused(data: st.DataObject) -> None:
    document = yaml.safe_load(EXAMPLE)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([path for path in _paths(document) if path]))
        at = document
        for step in path[:-1]:
            at = at[step]
        what = data.draw(st.sampled_from(["delete", "replace", "rename"]))
        if what == "delete":
            del at[path[-1]]
        elif what == "replace" or isinstance(at, list):
            at[path[-1]] = data.draw(PLAIN)
        else:
            at[data.draw(st.text(max_size=6))] = at.pop(path[-1])
    check_any(json.dumps(document).encode(), "x.json")
    try:
        load(from_data(document))
    except ScenarioError as error:
        assert all(fault.line == 0 for fault in error.faults)


# -- scenarios


def test_the_example_of_the_format_page() -> None:
    scenario = loaded(EXAMPLE)
    table, state = scenario.position.table, scenario.position.state
    assert (scenario.title, scenario.notes) == ("Sidious strikes, Ahsoka deflects", "Free text, shown in the report.")
    assert table.players == ("dark", "light")
    assert state.players == (Player(4), Player(6, 2))
    assert [unit.id for unit in table.units] == ["sidious", "ahsoka"]
    assert [unit.name for unit in table.units] == ["Darth Sidious (P)", "Ahsoka Tano (H)"]
    assert (state.damage, state.tapped, state.arenas, state.attached) == (
        (0, 1),
        (False, False),
        ("character",) * 2,
        (-1,),
    )
    assert state.hand == ()
    assert [ability.keyword for ability in table.units[1].abilities] == [
        "upkeep",
        "stun",
        "bonus",
        "bonus",
        "deflect",
        "evade",
    ]
    assert table.equipment == (
        EquipmentInfo(
            "saber",
            "Exar Kun's Lightsaber (A)",
            0,
            (Part("force", 3, "Pay 3 Force"),),
            (Grant(("Jedi", "Sith"), (Ability("parry", 1, text="Parry 1"), Ability("overkill", text="Overkill"))),),
        ),
    )
    attack = ("script", 0)
    assert scenario.script == (
        Entry(
            "attack",
            attack,
            0,
            1,
            rolls=(6, 4, 1, 5, 2, 3),
            plays=(
                Play("deflect", 1, (*attack, "plays", 0), 1, to=0),
                Play("evade", 0, (*attack, "plays", 1), 0, amount=1),
                Play("evade", 1, (*attack, "plays", 2), 1, amount=1),
            ),
        ),
    )
    assert scenario.expect is not None
    assert scenario.expect.units == ((1, "damage", 1), (1, "discarded", False), (0, "damage", 1), (0, "power", 5))
    assert scenario.expect.players == ((0, "force", 3), (1, "force", 0))
    assert scenario.expect.fired == (
        ("ahsoka", "deflect"),
        ("ahsoka", "evade"),
        ("sidious", "evade"),
        ("ahsoka", "stun"),
    )
    assert scenario.expect.not_fired == (("sidious", "parry"),)
    assert (scenario.seed, scenario.unread, scenario.remarks) == (None, (), ())


def test_a_scenario_can_be_replayed_from_its_data() -> None:
    scenario = loaded(EXAMPLE)
    again = load(from_data(json.loads(json.dumps(scenario.data))))
    assert again.script == scenario.script
    assert again.expect == scenario.expect
    assert again.position.state == scenario.position.state
    assert again.position.table.units == scenario.position.table.units


def test_other_players_pilots_and_rulings() -> None:
    scenario = loaded("""\
players: {empire: {force: 1, discard_pile: 2, hand: 3}}
priority: [rebels, empire]
rulings: {stun-per-placement: each}
seed: 7
units:
  x: {player: rebels, arena: space, health: 3, power: 2, subtypes: [Rebel Starfighter], unique: true}
  luke: {player: rebels, health: 4, pilots: x}
  under: {player: empire, arena: build, health: 1, stacked: true}
""")
    table, state = scenario.position.table, scenario.position.state
    assert table.players == ("rebels", "empire")
    assert state.players == (Player(), Player(1, 0, 2, 3))
    assert state.arenas == ("space", "space", "build")
    assert (table.units[0].subtypes, table.units[0].unique) == (("Rebel Starfighter",), True)
    assert (table.units[0].pilots, table.units[1].pilots, table.units[2].stacked) == (NOBODY, 0, True)
    assert table.rulings == Rulings(stun_per_placement="each")
    assert (scenario.seed, scenario.expect, scenario.script) == (7, None, ())


def test_structured_abilities_and_texts_that_are_ignored() -> None:
    text = (
        "{keyword: Evade, value: 2, cost: {force: 2, tap: true}}, {keyword: Lucky, value: 1}, "
        "{text: Can fly, ignore: true}, {text: Armor}, Evade 1 (Prevent up to 1 damage.), "
        "{keyword: Upkeep, cost: [{build_points: 1}, tap this unit]}, {keyword: Upkeep, cost: Pay 1 Force or tap}, "
        "{keyword: power, value: -1}, {keyword: Stun, value: 1, cost: Pay 1 Force, until: turn}"
    )
    scenario = loaded(
        UNITS % text.replace("cost: Pay", "cost: 'Pay").replace("or tap}", "or tap'}").replace(", until", "', until")
    )
    unit = scenario.position.table.units[0]
    assert [ability.text for ability in unit.abilities] == [
        "Evade 2",
        "Lucky 1",
        "Can fly",
        "Armor",
        "Evade 1",
        "Upkeep: Pay 1 build point or tap this unit",
        "Upkeep: Pay 1 Force or tap this unit",
        "Pay 1 Force -> Stun 1 until end of turn",
    ]
    assert unit.abilities[0].cost == (Part("force", 2, "Pay 2 Force"), Part("tap", 1, "Tap"))
    assert unit.power == -1
    assert scenario.unread == (
        Unread("a", "Can fly", ("units", "a", "abilities", 2)),
        Unread("a", "(Prevent up to 1 damage.)", ("units", "a", "abilities", 4)),
    )
    assert scenario.remarks == ((("units", "a", "abilities", 7), "-1 power is counted in the power of Anakin (A)"),)


def test_what_can_not_be_lost_is_remarked() -> None:
    def remarks(more: str) -> list[str]:
        effect = "effect: {by: dark, name: X, lose: {unit: a, ability: Evade 2}}"
        text = f"""\
units:
  a: {{player: dark, arena: ground, health: 3, name: Anakin, abilities: [Evade 1, Pay 1 Force -> Armor this turn]}}
  b: {{player: light, arena: ground, health: 3, abilities: [Evade 2]}}
{more}
script:
  - {effect}
  - {effect.replace("Evade 2", "Evade")}
  - {effect.replace("Evade 2", "Armor")}
  - effect: {{by: dark, give: {{unit: b, ability: Evade 2, until: turn}}}}
"""
        return [text for _, text in loaded(text).remarks]

    assert remarks("") == ["Anakin loses nothing: nothing in the file gives it Evade 2"]
    assert remarks("equipment:\n  e: {player: dark, equip: Pay 1 Force, grants: [Evade 2]}") == []


def test_equipment() -> None:
    more = """\
equipment:
  one:
    player: dark
    equip: Pay 1 build point -> Equip
    fits: [Jedi]
    grants: [Armor, +1 power, {text: x, ignore: true}]
  two:
    player: dark
    attached_to: a
    grants: [{to: [Anakin], get: [Pay 1 Force -> Anakin gets Stun 1 for this attack]}]
"""
    scenario = loaded(UNITS % "" + more)
    one, two = scenario.position.table.equipment
    assert one.equip == (Part("build", 1, "Pay 1 build point"),)
    assert one.fits == ("Jedi",)
    assert one.grants == (Grant((), (Ability("armor", text="Armor"),)), Grant((), (Stat("power", 1),)), Grant((), ()))
    assert (two.equip, two.grants[0].to) == (NO_EQUIP_COST, ("Anakin",))
    assert scenario.position.state.attached == (NOBODY, 0)
    assert [unread.owner for unread in scenario.unread] == ["one"]


def test_health_counts_what_the_file_adds() -> None:
    more = "equipment:\n  e: {player: dark, equip: Pay 1 Force, attached_to: a, grants: [%s health]}\n"
    assert loaded((UNITS % "").replace("health: 5, ab", "health: 5, damage: 6, ab") + more % "+2")
    text = UNITS % "" + more % "-5"
    assert codes(text.encode()) == ["SW213"]
    text = (
        UNITS.replace("player: light", "player: dark, subtypes: [Sith], damage: 4") % "Each of your Sith gets -1 health"
    )
    assert codes(text.encode()) == ["SW213"]


def test_every_play() -> None:
    more = "equipment:\n  saber: {player: light, equip: Pay 1 Force}\n"
    scenario = with_plays(
        "intercept#2: {by: b}",
        "use: {by: a, ability: 3}",
        "use: {by: a, ability: 'Pay 1 Force → Anakin gets Stun 1 for this attack.', to: b, pop: attack}",
        "retaliate: {by: b, roll: [1, 6]}",
        "lucky: {by: a, reroll: [1, 2], to: [5, 6]}",
        "overkill: {to: b, hits: 2}",
        "evade#3: {by: b, prevent: 0, of: a Riposte}",
        "deflect: {by: b, to: none, of: d2, prevent: 1}",
        "upkeep: {by: a, pay: Tap Anakin}",
        "upkeep#2: {by: a, pay: none}",
        "equip: {card: saber, to: b}",
        "order: [a riposte, 'a  Critical Hit']",
        "pass: light",
        "{pass: dark, pop: unit discard}",
        abilities="Armor, +1 power, Pay 1 Force -> Stun 1 for this attack",
        more=more,
    )
    (entry,) = scenario.script
    base = ("script", 0, "plays")
    assert entry.plays == (
        Play("intercept", 1, (*base, 0), 1, 2),
        Play("use", 0, (*base, 1), 0, ability=2),
        Play("use", 0, (*base, 2), 0, to=1, ability="Pay 1 Force -> Stun 1 for this attack", pop="attack"),
        Play("retaliate", 1, (*base, 3), 1, rolls=(1, 6)),
        Play("lucky", 0, (*base, 4), 0, faces=(1, 2), rolls=(5, 6)),
        Play("overkill", 0, (*base, 5), to=1, amount=2),
        Play("evade", 1, (*base, 6), 1, 3, amount=0, of="a Riposte"),
        Play("deflect", 1, (*base, 7), 1, to=SENT_NOWHERE, amount=1, of="d2"),
        Play("upkeep", 0, (*base, 8), 0, pay="Tap"),
        Play("upkeep", 0, (*base, 9), 0, 2, pay="none"),
        Play("equip", 1, (*base, 10), to=1, card=0),
        Play("order", 0, (*base, 11), order=("a Riposte", "a Critical Hit")),
        Play("pass", 1, (*base, 12)),
        Play("pass", 0, (*base, 13), pop="unit discard"),
    )


def test_effects_become_cards() -> None:
    scenario = with_plays(
        "effect: {by: dark, pop: attack, name: Rage, cost: 'Pay 2 Force', source: a, "
        "give: {unit: a, power: 2, until: attack, against: b}, lose: {unit: b, ability: Shields}, "
        "counters: {unit: a, amount: -1}, tap: b, untap: [a, b], force: {player: light, amount: -2}}",
        "effect: {by: light, pop: damage prevention, prevent: {unit: b, all: true, of: Rage}}",
        "effect: {by: light, pop: re-roll, reroll: {dice: [6, 6], to: [1, 2], triggered: true}}",
        "effect: {by: light, pop: attack end, damage: {unit: a, dice: 2, roll: [4, 4], unpreventable: true}}",
        "effect: {by: light, pop: attack, give: {unit: a, power: -1, until: turn, against: [Jedi, Dark Jedi]}}",
    )
    rage, saved, again, blast, slow = scenario.position.table.cards
    assert rage == Card(
        "Rage",
        0,
        "attack",
        (Part("force", 2, "Pay 2 Force"),),
        (
            Give(0, Stat("power", 2), "attack", 1),
            Lose(1, "shields", None, "turn"),
            Counters(0, -1),
            Move("tap", 1),
            Move("untap", 0),
            Move("untap", 1),
            GainForce(1, -2),
        ),
        0,
    )
    assert saved == Card("effect", 1, "damage prevention", (), (Prevent(1, None),))
    assert again.actions == (Reroll((6, 6), True),)
    assert blast.actions == (DoDamage(0, 0, 2, False),)
    assert slow.actions == (Give(0, Stat("power", -1), "turn", (("jedi",), ("dark", "jedi"))),)
    plays = scenario.script[0].plays
    assert [(play.verb, play.player, play.card) for play in plays] == [("effect", n > 0, n) for n in range(5)]
    assert (plays[1].of, plays[2].faces, plays[2].rolls, plays[3].rolls) == ("Rage", (6, 6), (1, 2), (4, 4))


def test_entries() -> None:
    scenario = loaded(
        UNITS % "'[tap] -> Untap one of your Sith'"
        + """\
script:
  - build: light
    plays: [pass: light, effect: {by: light, tap: b}]
  - effect: {by: dark, damage: {unit: b, amount: 1}}
    plays:
      - evade: {by: b}
  - use: {by: a, ability: 1, to: a}
  - attack: {by: a, target: b, allowed_by: A card}
  - end: battle
  - end: turn
"""
    )
    build, effect, use, attack, battle, turn = scenario.script
    assert (build.kind, build.player, [play.verb for play in build.plays]) == ("build", 1, ["pass", "effect"])
    assert effect.act == Play("effect", 0, ("script", 1), card=1)
    assert [play.verb for play in effect.plays] == ["evade"]
    assert scenario.position.table.cards[1].pop == ""
    assert use == Entry("use", ("script", 2), 0, 0, act=Play("use", 0, ("script", 2), 0, to=0, ability=1))
    assert (attack.unit, attack.target, attack.allowed_by) == (0, 1, "A card")
    assert [(entry.kind, entry.what) for entry in (battle, turn)] == [("end", "battle"), ("end", "turn")]


def test_expectations_about_equipment_and_bonuses() -> None:
    scenario = loaded(
        UNITS % "Pay 1 Force -> Stun 1 for this attack"
        + """\
equipment: {e: {player: dark, equip: Pay 1 Force}, f: {player: dark, equip: Pay 1 Force}}
expect:
  units: {e: {attached: a}, f: {attached: none}, a: {attached: [f, e]}, b: {attached: []}}
  fired: [e Equip, 'a Pay 1 Force → this unit gets Stun 1 for this attack']
  illegal: evade.partial
  cites: [evade.partial, dice.hit]
"""
    )
    expect = scenario.expect
    assert expect is not None
    assert expect.equipment == ((0, 0), (1, NOBODY))
    assert expect.units == ((0, "attached", (0, 1)), (1, "attached", ()))
    assert expect.fired == (("e", "equip"), ("a", "pay 1 force -> stun 1 for this attack"))
    assert (expect.illegal, expect.cites) == ("evade.partial", ("evade.partial", "dice.hit"))


def test_selectors_reach_the_table() -> None:
    scenario = loaded(UNITS % "'Each of your other Dark Jedi and Sith gets Lucky 1'")
    (gift,) = scenario.position.table.units[0].abilities
    assert gift.select == Selector((("dark", "jedi"), ("sith",)), other=True)


def test_the_schema_describes_every_key() -> None:
    schema = ScenarioForm.model_json_schema()
    forms = [schema, *schema["$defs"].values()]
    assert all("description" in form for form in forms)
    for form in forms:
        for name, field in form["properties"].items():
            # Pydantic leaves out a description that the form referred to has, too.
            assert field.get("description") or field.get("$ref"), (form["title"], name)
            assert field.get("default", 0) is not None
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(yaml.safe_load(EXAMPLE))
    good = yaml.safe_load(EXAMPLE)
    good["script"][0]["plays"] = [{"evade#2": {"by": "ahsoka"}}, {"pass": "dark", "pop": "attack"}]
    assert validator.is_valid(good)
    bad: dict[str, Any]
    for bad in ({"evade#x": {"by": "ahsoka"}}, {"evede": {}}, {}, {"evade": None}):
        good["script"][0]["plays"] = [bad]
        assert not validator.is_valid(good)


def test_reading_loads_no_pydantic() -> None:
    code = (
        "import sys; from swcli.scenario.read import parse; parse(b'a: 1'); "
        "print([name for name in ('pydantic', 'rich', 'difflib') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1]
    )
    assert done.stdout == "[]\n"


def test_reading_is_no_dearer_than_the_usual_loader() -> None:
    raw = EXAMPLE.encode()

    def best(work: Any) -> float:
        found = []
        for _ in range(20):
            start = time.perf_counter()
            work()
            found.append(time.perf_counter() - start)
        return min(found)

    assert best(lambda: parse(raw)) < 1.2 * best(lambda: yaml.load(raw, Loader=yaml.CSafeLoader))
    document: Document = parse(raw)
    load(document)
    assert best(lambda: load(document)) < 3 * best(lambda: yaml.load(raw, Loader=yaml.CSafeLoader))
