"""`swcli odds` as a shell sees it: what is printed, exit statuses, what wrong use is told."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.shell import ROOT, UNITS, Write, run, writer

SIDIOUS = "scenarios/odds/sidious.yaml"
KIT = "scenarios/odds/intercept.yaml"
ONE = ("--power", "2", "--critical-hit", "1", "--vs", "Parry 1")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def found(*words: str, stdin: str | None = None) -> Any:
    done = run("odds", *words, "--format", "json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


# -- what is printed


def test_text_has_means_shares_and_what_is_presumed() -> None:
    done = run("odds", *ONE, "--health", "2")
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    # By hand, of 36 rolls: 2 damage of 66, 55, 54, 45, 44 less and more by the 6; see the JSON test for all of them.
    assert "Power 2, Critical Hit 1 against Parry 1, health 2" in text
    assert "Damage to the defender damage chance at least exact" in text
    assert "Both players make the best of every choice" in text
    assert "Open hands and known effects are presumed" in text


def test_shares_are_fractions_and_right() -> None:
    """Two dice by hand: each pair of faces with its hits, 1 more for a 6, 1 less for a 1."""
    wanted: dict[int, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            hits = (first >= 4) + (second >= 4)
            pending = hits + (6 in (first, second))
            damage = max(0, pending - (1 in (first, second)))
            wanted[damage] = wanted.get(damage, Fraction(0)) + Fraction(1, 36)
    data = found(*ONE)
    unit = data["units"]["defender"]
    assert {int(amount): Fraction(share) for amount, share in unit["damage"].items()} == wanted
    assert all("/" in share for share in unit["damage"].values())
    assert Fraction(unit["expected_damage"]) == sum(amount * share for amount, share in wanted.items())
    assert unit["discarded"] == "0/1"
    assert data["objective"] == {
        "text": "damage",
        "player": "dark",
        "value": unit["expected_damage"],
        "decimal": unit["expected_damage_decimal"],
    }
    assert Fraction(data["fired"]["attacker Critical Hit"]) == Fraction(11, 36)


def test_csv_has_the_same_as_json() -> None:
    data = found(SIDIOUS)
    done = run("odds", SIDIOUS, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    damage = {row["of"]: row["value"] for row in rows if (row["unit"], row["measure"]) == ("ahsoka", "damage")}
    assert damage == data["units"]["ahsoka"]["damage"]
    fired = {f"{row['unit']} {row['of']}": row["value"] for row in rows if row["measure"] == "fired"}
    assert fired == data["fired"]
    assert all(float(Fraction(row["value"])) == float(row["decimal"]) for row in rows)
    assert {row["case"] for row in rows} == {SIDIOUS}


def test_a_file_may_come_from_standard_input() -> None:
    text = (ROOT / SIDIOUS).read_text("utf-8")
    mine, other = found("-", stdin=text), found(SIDIOUS)
    assert mine["file"] == "<stdin>"
    assert {**mine, "file": None} == {**other, "file": None}


def test_flags_are_the_same_as_a_file(write: Write) -> None:
    file = write(
        "duel.yaml",
        """
players: {dark: {force: 4}, light: {force: 4}}
units:
  attacker: {player: dark, arena: character, power: 5, health: 900, abilities: [Overkill, Critical Hit 2, Lucky 1]}
  defender:
    player: light
    arena: character
    health: 5
    abilities: [Parry 2, Armor, Pay 1 Force -> Evade 2]
script: [{attack: {by: attacker, target: defender}}]
""",
    )
    flags = found(
        *("--power", "5", "--critical-hit", "2", "--lucky", "1", "--with", "Overkill", "--health", "5", "--force", "4"),
        *("--vs", "Parry 2, Armor, Pay 1 Force -> Evade 2"),
    )
    assert found(file)["units"] == flags["units"]
    assert found(file)["fired"] == flags["fired"]


def test_nothing_and_everything_only_where_it_is_certain() -> None:
    text = run("odds", "--power", "20", "--vs", "Shields 1", "--health", "19").stdout
    assert "the defender Shields 100 %" in " ".join(text.split())
    rows = [row.split() for row in text.splitlines()]
    assert ["19", "<0.01", "%", "<0.01", "%", "1/524288"] in rows
    assert ["1", "<0.01", "%", ">99.99", "%", "19/524288"] in rows
    assert any(row[:3] == ["the", "defender", "9.5000"] and row[-2:] == ["<0.01", "%"] for row in rows)


def test_several_powers_are_a_table() -> None:
    data = found("--power", "1..4", "--vs", "Armor")
    assert data["format"] == "swcli.odds-powers/1"
    means = [one["units"]["defender"]["expected_damage"] for one in data["powers"]]
    assert means == ["1/3", "2/3", "1/1", "4/3"]
    rows = [row.split() for row in run("odds", "--power", "1..4", "--vs", "Armor").stdout.splitlines()]
    assert ["3", "1", "0", "%"] in [row[:4] for row in rows]


def test_two_scenarios_beside_each_other() -> None:
    done = run("odds", SIDIOUS, "--versus", KIT)
    assert done.returncode == 0
    assert "damage to ahsoka" in done.stdout and "damage to kit" in done.stdout
    sides = found(SIDIOUS, "--versus", KIT)["sides"]
    assert [side["file"] for side in sides] == [SIDIOUS, KIT]
    assert sides[0] == found(SIDIOUS)
    same = run("odds", *ONE, "--versus", SIDIOUS)
    assert same.returncode == 0


def test_what_is_played_for() -> None:
    data = found(KIT, "--objective", "kit discarded")
    assert data["objective"]["player"] == "dark"
    assert data["objective"]["value"] == data["units"]["kit"]["discarded"]
    # Whoever plays for damage lets it be; now the clone intercepts.
    assert Fraction(found(KIT)["units"]["kit"]["discarded"]) > Fraction(data["units"]["kit"]["discarded"])
    assert data["fired"]["clone Intercept"] == "1/1"
    other = found(KIT, "--objective", "kit survives")
    assert other["objective"]["player"] == "light"
    assert Fraction(other["objective"]["value"]) == 1 - Fraction(data["objective"]["value"])
    force = found(KIT, "--objective", "force of light >= 2", "--player", "light")
    assert force["objective"]["value"] == "1/1"


def test_a_goal_at_several_powers() -> None:
    data = found("--power", "3..5", "--objective", "damage on defender >= 3", "--player", "dark")
    assert [one["objective"]["value"] for one in data["powers"]] == ["1/8", "5/16", "1/2"]
    shown = run("odds", "--power", "3..5", "--objective", "damage on defender >= 3", "--player", "dark").stdout
    assert ["4", "31.25", "%"] in [row.split()[:3] for row in shown.splitlines()]


def test_keywords_that_never_take_effect_are_told() -> None:
    data = found("--power", "3", "--with", "Overkill", "--vs", "Intercept, Pay 1 Force -> Evade 2")
    assert data["fired"] == {"attacker Overkill": "0/1", "defender Evade": "0/1", "defender Intercept": "0/1"}


def test_ways_to_play() -> None:
    means = {
        how: Fraction(found(SIDIOUS, "--play", how)["units"]["ahsoka"]["expected_damage"])
        for how in ("optimal", "never", "always", "script")
    }
    assert means["never"] == means["script"] > means["always"] >= means["optimal"]
    mixed = found(SIDIOUS, "--play", "never", "--play", "light=optimal")
    assert mixed["play"] == {"dark": "never", "light": "optimal"}
    assert Fraction(mixed["units"]["ahsoka"]["expected_damage"]) == means["optimal"]


def test_plays_that_are_not_legal_in_some_lines(write: Write) -> None:
    file = write(
        "a.yaml",
        UNITS + "script: [{attack: {by: maul, target: luke}, plays: [{evade: {by: luke, prevent: 2}}]}]",
    )
    data = found(file, "--play", "script")
    # There is nothing to evade unless one of four dice hits.
    assert data["left_out"] == {"script[0].plays[0]": "1/16"}
    shown = " ".join(run("odds", file, "--play", "script").stdout.split())
    assert "Left out with a chance of 6.25 %, not being legal then: line 6, script[0].plays[0]." in shown
    rows = csv.DictReader(io.StringIO(run("odds", file, "--play", "script", "--format", "csv").stdout))
    assert {row["of"]: row["value"] for row in rows if row["measure"] == "left_out"} == data["left_out"]


@pytest.mark.parametrize(("power", "chance"), [(1, "1/2"), (2, "1/4"), (3, "1/8")])
def test_a_card_is_left_out_where_nothing_is_pending(write: Write, power: int, chance: str) -> None:
    file = write(
        "a.yaml",
        f"""
units:
  vader: {{player: dark, arena: character, power: {power}, health: 9}}
  luke: {{player: light, arena: character, power: 2, health: 9}}
script:
  - attack: {{by: vader, target: luke}}
    plays:
      - effect: {{by: light, pop: damage prevention, name: Shield, prevent: {{unit: luke, amount: 1}}}}
""",
    )
    assert found(file)["left_out"] == {"script[0].plays[0]": chance}


def test_entries_that_can_not_be_made_are_told(write: Write) -> None:
    file = write(
        "a.yaml",
        """
units:
  vader: {player: dark, arena: character, power: 3, health: 3}
  luke: {player: light, arena: character, power: 2, health: 2, damage: 1}
  han: {player: light, arena: character, power: 2, health: 2}
script:
  - attack: {by: vader, target: luke}
  - attack: {by: luke, target: vader}
  - attack: {by: vader, target: han}
""",
    )
    # Luke is discarded unless all three dice miss; Vader is tapped.
    assert found(file)["left_out"] == {"script[1]": "7/8", "script[2]": "1/1"}


def test_dice_that_are_not_needed_are_told(write: Write) -> None:
    text = UNITS + "script: [{attack: {by: maul, target: luke, roll: [6, 5, 4, 1, 2, 2]}}]"
    shown = " ".join(run("odds", write("a.yaml", text)).stdout.split())
    assert "In some lines 2 dice were not needed: line 6, script[0].attack.roll." in shown


def test_what_is_not_adjudicated_is_told(write: Write) -> None:
    text = UNITS.replace("Evade 2]", 'Evade 2, {text: "Draw a card.", ignore: true}, "+1 power"]')
    file = write("a.yaml", text + "script: [{attack: {by: maul, target: luke}}]")
    for command in ("odds", "explore"):
        shown = " ".join(run(command, file).stdout.split())
        assert 'Not adjudicated: "Draw a card." of luke.' in shown
        assert "+1 power is counted in the power of luke." in shown


def test_the_order_of_two_luckys_is_told() -> None:
    data = found("--power", "5", "--critical-hit", "3", "--lucky", "2", "--vs", "Parry 2, Lucky 2")
    first = {who: Fraction(value) for who, value in data["lucky_order"]["first"].items()}
    assert float(first["dark"]) == pytest.approx(2.621007917)  # re-rolls first, the defender answers
    assert first["dark"] < Fraction(data["objective"]["value"]) < first["light"]
    assert found("--power", "5", "--lucky", "2")["lucky_order"] is None
    text = run("odds", "--power", "5", "--lucky", "2", "--vs", "Lucky 1").stdout
    assert "The order of the two Luckys" in text


def test_a_strategy_is_told() -> None:
    text = run("odds", "--power", "6", "--critical-hit", "1", "--lucky", "2", "--strategy").stdout
    assert "always: re-roll all misses, up to two" in text
    told = found(KIT, "--strategy")["strategy"]
    assert {one["player"] for one in told} == {"dark", "light"}
    assert all(one["rules"] for one in told)


CARD = """
players: {dark: {force: 3}, light: {force: 3}}
units:
  a: {player: dark, arena: ground, power: 3, health: 4, abilities: [Lucky 1]}
  d: {player: light, arena: ground, power: 1, health: 2, abilities: [Parry 1, Lucky 1]}
script:
  - attack: {by: a, target: d}
    plays:
      - PLAY
"""


@pytest.mark.parametrize(
    "play",
    [
        "effect: {by: light, pop: attack end, name: Bomb, damage: {unit: a, dice: 1}}",
        "lucky: {by: a, reroll: [1], to: [4]}",
        "lucky: {by: d, reroll: [6]}",
    ],
)
def test_a_strategy_speaks_of_dice_that_are_looked_at_one_by_one(write: Write, play: str) -> None:
    file = write("a.yaml", CARD.replace("PLAY", play))
    told = found(file, "--strategy")["strategy"]
    about_dice = [rule for one in told if "Lucky" in one["where"] for rule in one["rules"]]
    assert 1 <= len(about_dice) < 20
    assert any("re-roll" in rule for rule in about_dice)
    assert not any("0 hits" in rule or "is attacked" in rule for rule in about_dice)


def test_a_written_lucky_picks_up_the_faces_that_it_names(write: Write) -> None:
    file = write("a.yaml", CARD.replace("power: 3", "power: 2").replace("PLAY", "lucky: {by: a, reroll: [6], to: [1]}"))
    data = found(file, "--play", "script")
    assert data["fired"]["a Lucky"] == "11/36"
    assert data["left_out"] == {"script[0].plays[0]": "25/36"}


def test_a_written_lucky_falls_as_any_die_does(write: Write) -> None:
    """One die against Armor, Parry and Riposte: faces are alike in groups of unequal size."""
    text = CARD.replace("power: 3", "power: 1").replace("[Parry 1, Lucky 1]", "[Armor, Parry 1, Riposte 1]")
    file = write("a.yaml", text.replace("PLAY", "lucky: {by: a, reroll: [3]}"))
    data = found(file, "--play", "script")
    # 5 and 6 hit; a 3 is rolled again.
    assert data["units"]["d"]["expected_damage"] == "7/18"
    assert data["fired"]["d Riposte"] == "7/36"


WRITTEN = """
players: {dark: {force: 0}, light: {force: 4}}
units:
  a: {player: dark, arena: character, power: 2, health: 3, abilities: [Lucky 1]}
  b: {player: light, arena: character, power: 3, health: 4, abilities: [Lucky 1, Pay 1 Force -> Evade 1]}
script:
  - attack: {by: a, target: b}
    plays:
      - PLAY
"""


@pytest.mark.parametrize(
    ("play", "mean", "silent"),
    [
        # Dark's Lucky makes two hits of one with 1/2, and Evade takes one of them.
        ("{pass: light, pop: re-roll}", "1/2", ["b Lucky"]),
        # Light's Lucky leaves two hits of two with 1/2.
        ("{pass: dark, pop: re-roll}", "1/8", ["a Lucky"]),
        # The same without Evade: 1/4 no hit and half of them one after the re-roll, 1/2 one and half of them two, ...
        ("pass: light", "11/8", ["b Lucky", "b Evade"]),
    ],
)
def test_who_passes_by_the_script_plays_nothing(write: Write, play: str, mean: str, silent: list[str]) -> None:
    data = found(write("a.yaml", WRITTEN.replace("PLAY", play)))
    assert data["units"]["b"]["expected_damage"] == mean
    assert [data["fired"][what] for what in silent] == ["0/1"] * len(silent)


@pytest.mark.parametrize("how", ["optimal", "always", "script", "never"])
def test_what_a_written_evade_leaves_open_is_as_much_as_it_can(write: Write, how: str) -> None:
    text = WRITTEN.replace("Evade 1", "Evade 2").replace("[Lucky 1]", "[]").replace("[Lucky 1, ", "[")
    data = found(write("a.yaml", text.replace("PLAY", "evade: {by: b}")), "--play", how)
    assert data["units"]["b"]["expected_damage"] == "0/1"
    assert data["fired"]["b Evade"] == "3/4"


def test_dice_of_a_lucky_that_is_left_out_do_not_fall(write: Write) -> None:
    text = WRITTEN.replace("[Lucky 1]", "[Parry 1]").replace("Lucky 1, Pay 1 Force -> Evade 1", "Lucky 1")
    data = found(write("a.yaml", text.replace("PLAY", "lucky: {by: b, reroll: [6], to: [1]}")))
    assert data["left_out"] == {"script[0].plays[0]": "25/36"}
    assert data["units"]["b"]["expected_damage"] == "17/36"


def test_force_paid_between_attacks_counts(write: Write) -> None:
    file = write(
        "a.yaml",
        """
players: {dark: {force: 3}, light: {force: 3}}
units:
  a: {player: dark, arena: character, power: 3, health: 4, abilities: ["Upkeep: Pay 1 Force"]}
  d: {player: light, arena: character, power: 1, health: 2}
script:
  - build: dark
  - effect: {by: light, cost: {force: 1}, untap: a}
  - attack: {by: a, target: d}
""",
    )
    players = found(file)["players"]
    assert (players["dark"]["force_spent"], players["light"]["force_spent"]) == ("1/1", "1/1")


def test_notes_on_two_scenarios_say_of_which_they_are(write: Write) -> None:
    first = write("a.yaml", CARD.replace("PLAY", "evade: {by: d, prevent: 1}"))
    shown = " ".join(run("odds", first, "--versus", KIT).stdout.split())
    assert f"{first}: Never legal, and left out: line 9, script[0].plays[0]" in shown


# -- what is loaded, and how it ends


def test_json_of_flags_loads_neither_pydantic_nor_rich() -> None:
    code = (
        "import sys; sys.argv = ['swcli', 'odds', '--power', '5', '--lucky', '1', '--vs', 'Parry 1, Lucky 1', "
        "'--format', 'json']\n"
        "from swcli.cli.app import app\n"
        "try:\n    app(prog_name='swcli')\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('pydantic', 'rich', 'yaml', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((), 2, "there is neither a file nor an attack"),
        (("--vs", "Parry 1"), 2, "--power: --vs is given, and no power of the attacker"),
        (("--power", "x"), 2, "`x` is no power\nhint: write a number, `7`, or two, `3..12`"),
        (("--power", "7..3"), 2, "hint: write `3..7`"),
        (("--power", "1..500"), 2, "500 powers are too many"),
        (("--power", "1001"), 2, "1,001 is too large"),
        (("--power", "1..1000000"), 2, "1,000,000 is too large"),
        (("--power", "3", "--vs", "Fortitude"), 2, "hint: leave it out, if it does not matter here"),
        (("--power", "3", "--vs", "Luck 1", "--with", ","), 2, "swcli odds: --with: SW221"),
        (("--power", "3", "--objective", ""), 2, "--objective: it is empty"),
        (("--power", "3", "--objective", "damage on defender => 3"), 2, "`=>` is no comparison"),
        (("--power", "3", "--objective", "defender tapped or attacker tapped"), 2, "there is no `or`: ask twice"),
        (("-", "--versus", "-"), 2, "standard input can be read once"),
        (("--power", "3", "--vs", "Pary 1, Evade"), 2, "--vs: SW220 `Pary` is no keyword\n  Pary 1, Evade\n  ^^^^"),
        (
            ("--power", "3", "--vs", "Parry 1, Evade"),
            2,
            "SW223 Evade needs a value\n  Parry 1, Evade\n           ^^",
        ),
        (("--power", "3", "--play", "bes"), 2, "--play: `bes` is no way to play"),
        (("--power", "3", "--play", "drak=never"), 2, "there is no player `drak`\nhint: did you mean `dark`?"),
        (("--power", "3", "--objective", "luke discarded"), 2, "--objective: there is no unit `luke`"),
        (("--power", "3", "--objective", "force of dark = 1"), 2, "it is not said who wants"),
        (("--power", "3", "--objective", "damage", "--player", "dark"), 2, "--player: it says who wants a goal"),
        (
            ("--power", "3", "--vs", "Stealth"),
            4,
            "the defender has Stealth, is untapped and has no damage counter [stealth",
        ),
        (("--power", "60", "--critical-hit", "1", "--vs", "Parry 1, Riposte 1"), 2, "60 dice that differ"),
        (("--power", "3..4", "--strategy"), 2, "--strategy: it is told for one case"),
        (("--power", "3..4", "--versus", SIDIOUS), 2, "--versus: several powers"),
        ((SIDIOUS, "--power", "3"), 2, "--power: not together with FILE"),
        (("no.yaml",), 3, "no.yaml: SW101 there is no such file"),
        (("--power", "3", "--versus", "no.yaml"), 3, "no.yaml: SW101 there is no such file"),
        (("scenarios/explore/heavy.yaml", "--most", "500"), 1, "stopped at --most 500 positions"),
        (("scenarios/stealth/no-target.yaml",), 4, "stealth.not-attacked"),
    ],
)
def test_wrong_use_is_told(words: tuple[str, ...], status: int, said: str) -> None:
    done = run("odds", *words)
    assert done.returncode == status
    assert said in done.stderr
    assert done.stdout == "" and "Traceback" not in done.stderr


def test_a_scenario_without_a_script_has_no_odds(write: Write) -> None:
    done = run("odds", write("a.yaml", UNITS))
    assert done.returncode == 2
    assert "there is nothing to play" in done.stderr


def test_a_script_without_an_attack_has_no_damage(write: Write) -> None:
    file = write("a.yaml", UNITS + "script: [{end: battle}]")
    done = run("odds", file)
    assert done.returncode == 2
    assert "there is no attack in the script" in done.stderr
    assert found(file, "--objective", "luke survives")["objective"]["value"] == "1/1"


def test_damage_that_goes_to_and_fro_for_ever_has_no_odds(write: Write) -> None:
    file = write(
        "a.yaml",
        """
units:
  a: {player: dark, arena: character, power: 2, health: 4, abilities: [Pay 0 Force -> Deflect 1]}
  b: {player: light, arena: character, power: 2, health: 4, abilities: [Pay 0 Force -> Deflect 1]}
script: [{attack: {by: a, target: b}}]
""",
    )
    done = run("odds", file, "--ruling", "deflect-source=instance")
    assert done.returncode == 2
    assert "some lines go on for ever" in done.stderr


def test_nothing_is_written_but_what_was_asked_for(tmp_path: Path) -> None:
    before = sorted(os.listdir(ROOT))
    done = run("odds", *ONE, cwd=tmp_path)
    assert done.returncode == 0
    assert os.listdir(tmp_path) == [] and sorted(os.listdir(ROOT)) == before
