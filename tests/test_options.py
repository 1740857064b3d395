"""`swcli options`: what each player may do at an event of the trace, and why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from swcli.drive.chances import chances
from swcli.drive.script import resolve
from swcli.report.record import fields
from swcli.scenario.read import from_data, read
from swcli.scenario.setup import load
from tests.shell import ROOT, run

FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))

DUEL = """\
players: {dark: {force: 2}, light: {force: 5}}
units:
  sidious: {player: dark, arena: character, power: 6, health: 8, abilities: [Overkill, Pay 3 Force -> Evade 2]}
  ahsoka:
    player: light
    arena: character
    power: 5
    health: 5
    abilities: [Stun 1, Pay 1 Force -> Critical Hit 1 for this attack, Pay 4 Force -> Deflect 2, Pay 2 Force -> Evade 2]
  obiwan: {player: light, arena: character, power: 5, health: 5, abilities: [Pay 1 Force -> Retaliate 1, Lucky 1]}
script:
  - attack: {by: sidious, target: ahsoka, roll: [6, 5, 4, 3, 2, 1]}
    plays:
      - evade: {by: ahsoka, prevent: 1}
"""


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("options") / "duel.yaml"
    file.write_text(DUEL)
    return str(file)


@pytest.fixture(scope="module")
def events(duel: str) -> list[dict[str, Any]]:
    found = json.loads(run("resolve", "--format", "json", duel).stdout)["events"]
    assert isinstance(found, list)
    return found


def number(events: list[dict[str, Any]], kind: str, step: str, **more: Any) -> int:
    """The number of the first such event."""
    wanted = {"kind": kind, "step": step, **more}
    return next(int(event["seq"]) for event in events if wanted.items() <= event.items())


def at(duel: str, seq: int) -> dict[str, Any]:
    done = run("options", "--at", str(seq), "--format", "json", duel)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["format"] == "swcli.options/1" and found["event"]["seq"] == seq
    return found  # type: ignore[no-any-return]


def test_at_a_play_it_says_what_else_could_have_been_played(duel: str, events: list[dict[str, Any]]) -> None:
    found = at(duel, number(events, "played", "damage prevention"))
    assert found["event"]["text"] == "Ahsoka plays Evade 2 on d1"
    assert found["choice"]["player"] == "light" and found["choice"]["pop"] == "damage prevention"
    assert found["pending"] == ["3 damage pending on ahsoka (d1), from sidious"]
    assert found["players"]["dark"] == []
    offers = {offer["text"]: offer for offer in found["players"]["light"]}
    assert offers["pass"]["play"] is None
    evade = offers["ahsoka: Evade 2 on 3 damage"]
    assert evade["play"] == {"evade": {"by": "ahsoka", "prevent": 2}}
    assert evade["effects"] == ["pays 2 Force, 3 left", "1 of d1 still pending on ahsoka"]
    deflect = offers["ahsoka: Deflect 2 on 3 damage to obiwan"]
    assert deflect["play"] == {"deflect": {"by": "ahsoka", "to": "obiwan"}}
    assert "2 damage pending on obiwan" in deflect["effects"]


def test_of_what_can_not_be_used_it_says_why_with_clauses(duel: str, events: list[dict[str, Any]]) -> None:
    found = at(duel, number(events, "played", "damage prevention"))
    (evade,) = found["not_playable"]
    assert (evade["unit"], evade["ability"]) == ("sidious", "Evade 2")
    assert evade["reasons"] == [{"text": "nothing is pending on sidious", "clauses": ["prevention.needs-damage"]}]
    elsewhere = {(one["unit"], one["ability"]): one["reasons"][0] for one in found["not_played_here"]}
    assert elsewhere["obiwan", "Lucky 1"] == {"text": "it is played in the re-roll POP", "clauses": ["lucky.pop"]}
    assert "by itself" in elsewhere["ahsoka", "Stun 1"]["text"]
    assert set(elsewhere) == {
        ("sidious", "Overkill"),
        ("ahsoka", "Stun 1"),
        ("ahsoka", "Pay 1 Force -> Critical Hit 1 for this attack"),
        ("obiwan", "Retaliate 1"),
        ("obiwan", "Lucky 1"),
    }


def test_both_players_are_told_apart_by_whose_choice_it_is(duel: str, events: list[dict[str, Any]]) -> None:
    seq = number(events, "pop", "attack")
    done = run("options", "--at", str(seq), duel)
    assert "Dark has the choice after it, in the attack POP of attack 1." in done.stdout
    assert "Dark may\n  > pass\n" in done.stdout
    assert 'Light could, were it his choice\n  > ahsoka: "Critical Hit 1 for this attack"\n' in done.stdout
    assert "- Retaliate 1 of obiwan: obiwan is not being attacked" in done.stdout


def test_a_pop_in_which_nobody_could_play_says_so_with_the_reasons(duel: str, events: list[dict[str, Any]]) -> None:
    seq = number(events, "pop", "re-roll")
    found = at(duel, seq)
    assert found["nobody_can_play"] and [one["unit"] for one in found["not_playable"]] == ["obiwan"]
    assert found["not_playable"][0]["reasons"][0]["clauses"] == ["lucky.defending"]
    text = run("options", "--at", str(seq), duel).stdout
    assert "Nobody could play anything in the re-roll POP." in text and "Played in the re-roll POP, but not now" in text
    empty = at(duel, number(events, "pop", "unit discard"))
    assert empty["nobody_can_play"] and empty["not_playable"] == []


def test_an_event_between_two_pops_leads_to_the_next_one(duel: str, events: list[dict[str, Any]]) -> None:
    seq = number(events, "roll", "roll")
    text = run("options", "--at", str(seq), duel).stdout
    assert f"The next choice after it is that of Dark, in the re-roll POP of attack 1 (event {seq + 1})." in text
    last = run("options", "--at", str(len(events)), duel).stdout
    assert "Nobody has any choice after it." in last


def test_numbers_are_those_that_resolve_shows(duel: str, events: list[dict[str, Any]]) -> None:
    text = run("resolve", "--numbers", duel).stdout
    seq = number(events, "played", "damage prevention")
    assert f"> #{seq} Ahsoka plays Evade 2 on d1" in text
    assert f"#{number(events, 'pop', 're-roll')} re-roll POP" in text
    assert "#" not in run("resolve", duel).stdout


def test_numbers_that_are_not_there_are_wrong_use(duel: str, events: list[dict[str, Any]], tmp_path: Path) -> None:
    for wrong in ("0", "-3", str(len(events) + 1)):
        done = run("options", "--at", wrong, duel)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"has the events 1 to {len(events)}" in done.stderr
    bare = tmp_path / "bare.yaml"
    bare.write_text(DUEL.partition("script:")[0])
    assert "has no events: there is no script" in run("options", "--at", "1", str(bare)).stderr
    assert run("options", duel).returncode == 2
    assert run("options", "--at", "1", "nowhere.yaml").returncode == 3


def test_a_script_that_is_refused_is_told_up_to_there(tmp_path: Path) -> None:
    file = tmp_path / "refused.yaml"
    file.write_text(DUEL.replace("prevent: 1", "prevent: 3"))
    events = json.loads(run("resolve", "--format", "json", str(file)).stdout)["events"]
    found = at(str(file), len(events))
    assert found["choice"]["player"] == "light" and len(found["players"]["light"]) > 3
    beyond = run("options", "--at", str(len(events) + 1), str(file))
    assert beyond.returncode == 2 and "there the script is refused" in beyond.stderr


def test_what_answered_an_upkeep_or_overkill_stands_for_that_choice() -> None:
    file = str(ROOT / "scenarios/upkeep/choose-the-tap.yaml")
    assert [offer["effects"] for offer in at(file, 2)["players"]["dark"]][-1] == ["taps"]
    overkill = str(ROOT / "scenarios/overkill/moves-nothing.yaml")
    events = json.loads(run("resolve", "--format", "json", overkill).stdout)["events"]
    seq = number(events, "not-fired", "pending damage", ability="Overkill")
    found = at(overkill, seq)
    assert found["choice"]["kind"] == "overkill" and len(found["players"][found["choice"]["player"]]) > 1


# -- the choices that a script meets


@pytest.mark.parametrize("file", FILES[::3], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_stopping_at_every_choice_changes_nothing_of_the_trace(file: Path) -> None:
    data = read(file).data
    scenario, other = load(from_data(data)), load(from_data(data))
    met = chances(scenario.position, scenario.script, scenario.seed)
    ruling = resolve(other.position, other.script, other.seed)
    table = scenario.position.table
    assert [fields(event, table) for event in met.ruling.events] == [fields(event, table) for event in ruling.events]
    assert (met.ruling.error is None) == (ruling.error is None)
    seens = [chance.seen for chance in met.chances]
    assert seens == sorted(seens)
    for event in ruling.events:
        chance = met.at(event.seq)
        if event.kind == "played" and event.step != "after":
            assert chance is not None and chance.seen < event.seq and chance.choice.player == event.player
