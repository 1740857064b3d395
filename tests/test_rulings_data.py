"""The contested rulings as data: complete, each read at one place, shown by scenarios, and chosen by name."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path

import pytest

from swcli.drive.script import resolve
from swcli.drive.sensitivity import under
from swcli.game.rulings import BY_NAME, RULINGS, SETTLED, Rulings
from swcli.game.sheet import plain_name
from swcli.report.judged import ExitStatus, Judged, judge
from swcli.report.receipt import rules_hash
from swcli.report.rulings import UnknownRuling, chosen, document
from swcli.report.sensitivity import difference
from tests.shell import HIT, ROOT, Write, run, writer

RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
PAGE = ROOT / "docs" / "rulings.md"
ENGINE = {path: path.read_text("utf-8") for path in (ROOT / "swcli" / "game").rglob("*.py")}
READINGS = [(ruling.name, reading) for ruling in RULINGS for reading in ruling.readings]
OTHERS = [(ruling.name, reading) for ruling in RULINGS for reading in ruling.readings[1:]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


@cache
def shown(name: str, reading: str) -> Judged:
    """The scenario that shows a reading, judged."""
    return judge(str(ROOT / BY_NAME[name].scenario(reading)))


# -- the data


def test_the_table_of_readings_and_the_list_of_rulings_are_of_the_same_questions() -> None:
    assert [field.replace("_", "-") for field in Rulings._fields] == [ruling.name for ruling in RULINGS]
    for ruling in RULINGS:
        assert Rulings().reading(ruling.name) == ruling.readings[0], "the first reading is the default"
        assert len(ruling.readings) > 1


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.name)
def test_it_is_said_in_whole_sentences_what_it_is_about(ruling: object) -> None:
    assert ruling in RULINGS
    assert isinstance(ruling, type(RULINGS[0]))
    assert ruling.question.endswith("?") and ruling.reason.endswith(".")
    for meaning in ruling.meanings.values():
        assert meaning[0].isupper() and meaning.endswith((".", ")."))


def test_every_open_question_of_the_rules_is_a_ruling_or_it_is_said_why_not() -> None:
    table = RULES.partition("## 9. Open questions")[2].partition("## 10.")[0]
    questions = re.findall(r"^\| (Q\d+) \|", table, re.MULTILINE)
    assert len(questions) == len(set(questions)) == 33
    asked = [ruling.asked for ruling in RULINGS if ruling.asked.startswith("Q")]
    assert sorted([*asked, *SETTLED]) == sorted(questions), "each once"
    clauses = {clause for text in SETTLED.values() for clause in re.findall(r"clause ([a-z-]+\.[a-z-]+)", text)}
    from swcli.game.clauses import CLAUSES

    assert len(clauses) > 5 and clauses <= set(CLAUSES)


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.name)
def test_it_is_read_and_noted_at_one_place_of_the_engine(ruling: object) -> None:
    assert isinstance(ruling, type(RULINGS[0]))
    field = ruling.name.replace("-", "_")
    # canonical.py asks too, which of two marks can be forgotten; it decides nothing.
    rules = "\n".join(text for path, text in ENGINE.items() if path.name not in ("rulings.py", "canonical.py"))
    assert len(re.findall(rf"rulings\.{field}\b", rules)) == 1
    assert len(re.findall(rf'(?:touch|touched\.add)\("{ruling.name}"\)', rules)) == 1


def test_the_page_is_made_from_the_data() -> None:
    if os.environ.get("SWCLI_UPDATE"):
        PAGE.write_text(document(), "utf-8")
    assert PAGE.read_text("utf-8") == document(), "run with SWCLI_UPDATE=1"
    for target in re.findall(r"\]\(([^)#]+)\)", document()):
        assert (PAGE.parent / target).is_file(), target


# -- the gallery


def test_every_scenario_of_the_folder_shows_a_reading() -> None:
    known = {BY_NAME[name].scenario(reading).rpartition("/")[2].removesuffix(".yaml") for name, reading in READINGS}
    for path in (ROOT / "scenarios" / "contested").iterdir():
        assert any(path.stem == name or path.stem.startswith(f"{name}-") for name in known), path.name


@pytest.mark.parametrize(("name", "reading"), READINGS)
def test_a_scenario_shows_the_reading(name: str, reading: str) -> None:
    """It chooses this reading and no other, expects something, and rests on it: under each other one it would fail."""
    found = shown(name, reading)
    assert found.status is ExitStatus.OK, [fault.message for fault in found.faults]
    assert found.ruling is not None and found.setup is not None and found.checks
    default = reading == BY_NAME[name].readings[0]
    assert found.scenario.get("rulings") == (None if default else {name: reading})
    assert name in found.ruling.touched
    for other in BY_NAME[name].readings:
        if other != reading:
            again = judge(str(ROOT / BY_NAME[name].scenario(reading)), rulings={name: other})
            # Where Parry prevents up to X and nobody says how much, it is X.
            assert (again.status is not ExitStatus.OK) != ((name, reading) == ("parry-amount", "x"))


@pytest.mark.parametrize(("name", "reading"), OTHERS)
def test_the_scenarios_of_a_ruling_expect_something_else(name: str, reading: str) -> None:
    first, second = (shown(name, one).scenario["expect"] for one in (BY_NAME[name].readings[0], reading))
    assert first != second


# -- choosing


def test_readings_are_chosen_by_texts() -> None:
    assert chosen([]) == {}
    assert chosen(["deflect-source=instance", " parry-amount = up-to "]) == {
        "deflect-source": "instance",
        "parry-amount": "up-to",
    }
    assert chosen(["deflect-source=unit", "deflect-source=unit"]) == {"deflect-source": "unit"}
    rulings = Rulings().choose(chosen(["deflect-source=instance"]))
    assert rulings == Rulings(deflect_source="instance")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deflect-sauce=unit", "there is no ruling `deflect-sauce`; did you mean `deflect-source`?"),
        ("parry=x", "there is no ruling `parry`; did you mean `parry-amount`?"),
        ("zzz=x", "there is no ruling `zzz`; `swcli rulings` lists them"),
        ("deflect-source=units", "`deflect-source` has no reading `units`; did you mean `unit`?"),
        ("deflect-source=both", "`deflect-source` has no reading `both`; write `unit` or `instance`"),
        ("deflect-source", "`deflect-source` does not say which reading; write NAME=READING"),
        ("=unit", "there is no ruling ``; `swcli rulings` lists them"),
    ],
)
def test_what_is_not_understood_is_said_with_what_was_perhaps_meant(text: str, message: str) -> None:
    with pytest.raises(UnknownRuling, match=re.escape(message)):
        chosen([text])


def test_one_ruling_is_not_read_in_two_ways() -> None:
    with pytest.raises(UnknownRuling, match="read in two ways"):
        chosen(["deflect-source=unit", "deflect-source=instance"])


@pytest.mark.parametrize("command", ["resolve", "check", "validate"])
def test_an_unknown_ruling_is_wrong_use_of_every_command_that_takes_one(command: str) -> None:
    done = run(command, "--ruling", "deflect-source=units", "scenarios/contested")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"swcli {command}: --ruling: `deflect-source` has no reading `units`; did you mean `unit`?\n"
    )


def test_the_command_line_goes_before_the_file() -> None:
    file = "scenarios/contested/stun-per-placement-each.yaml"
    plain, chosen_again = run("resolve", file), run("resolve", "-r", "stun-per-placement=each", file)
    assert plain.returncode == 0 and chosen_again.stdout == plain.stdout
    other = run("resolve", "--ruling", "stun-per-placement=once", file)
    assert other.returncode == 1 and "x tyranus.power" not in plain.stdout
    assert "x units.tyranus.power: expected 5, found 6" in other.stdout


def test_check_takes_a_reading_for_all_files() -> None:
    done = run("check", "-r", "riposte-after-discard=no", "scenarios/riposte", "scenarios/stun")
    assert done.returncode == 1
    failed = [line for line in done.stdout.splitlines() if line.startswith("x scenarios/")]
    assert len(failed) == 1 and failed[0].startswith("x scenarios/riposte/from-the-grave.yaml")


def test_validate_takes_a_reading(write: Write) -> None:
    assert run("validate", "-r", "parry-amount=up-to", write("a.yaml", HIT)).returncode == 0


# -- telling


def test_rulings_lists_all_with_their_readings() -> None:
    text = run("rulings").stdout
    for ruling in RULINGS:
        assert f"\n{ruling.name}\n" in f"\n{text}"
        for reading in ruling.readings:
            assert re.search(rf"^    {re.escape(reading)}( \(default\))?: ", text, re.MULTILINE)
    found = json.loads(run("rulings", "--format", "json").stdout)
    assert [one["name"] for one in found] == [ruling.name for ruling in RULINGS]


def test_rulings_explains_one() -> None:
    done = run("rulings", "deflect-source")
    text = " ".join(done.stdout.split())
    ruling = BY_NAME["deflect-source"]
    for part in (ruling.question, ruling.reason, *ruling.meanings.values(), "docs/rules.md, section 9, Q1"):
        assert part in text
    assert "scenarios/contested/deflect-source-instance.yaml" in text
    assert run("explain", "deflect-source").stdout == done.stdout
    found = json.loads(run("rulings", "deflect-source", "-f", "json").stdout)
    assert found["default"] == "unit" and found["readings"] == dict(ruling.meanings)
    assert found["scenarios"]["unit"] == "scenarios/contested/deflect-source-unit.yaml"


def test_rulings_does_not_know_every_name() -> None:
    done = run("rulings", "deflect-sorce")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "swcli rulings: there is no ruling `deflect-sorce`; did you mean `deflect-source`?\n"


# -- receipts


def test_the_readings_in_force_are_part_of_what_is_hashed() -> None:
    hashes = {rules_hash()} | {rules_hash(Rulings().choose({name: reading})) for name, reading in OTHERS}
    assert len(hashes) == 1 + len(OTHERS)


def test_a_record_says_what_was_chosen_and_replays(write: Write) -> None:
    file = "scenarios/contested/stun-per-placement-once.yaml"
    first = json.loads(run("resolve", "-f", "json", "-r", "stun-per-placement=each", file).stdout)
    assert first["scenario"]["rulings"] == {"stun-per-placement": "each"}
    again = json.loads(run("resolve", "-f", "json", "-", stdin=json.dumps(first["scenario"])).stdout)
    assert again["receipt"] == first["receipt"] and again["events"] == first["events"]
    plain = json.loads(run("resolve", "-f", "json", file).stdout)
    assert plain["receipt"]["rules"] != first["receipt"]["rules"]


# -- what cards are called is no ruling, but the default of this one rests on it


def test_a_reading_is_taken_by_a_table_and_not_by_the_program() -> None:
    """Two tables with other readings may be looked at in turn."""
    found = shown("jedi-includes-dark-jedi", "no")
    assert found.setup is not None and found.ruling is not None
    position = found.setup.position
    place = [plain_name(unit.name) for unit in position.table.units].index("sora bulq")
    other = under(position, Rulings(jedi_includes_dark_jedi="yes"))
    assert [one.sheet(place).power for one in (position, other, position, other)] == [4, 5, 4, 5]
    again = resolve(other, found.setup.script)
    assert difference(found.ruling, again)["refused"] == [
        None,
        "SW403 the rules ask for 5 attack dice (power 4 +1 (Equipment and other units)), and 4 are given",
    ]
