"""The command line as a shell sees it: exit statuses, streams, formats, colour, start-up."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from swcli import __version__
from swcli.game.clauses import CLAUSES
from swcli.game.events import KINDS, POPS

ROOT = Path(__file__).parent.parent
GALLERY = ROOT / "scenarios"
GOOD = "scenarios/deflect/send-back.yaml"
UNITS = """
units:
  maul: {player: dark, arena: character, power: 4, health: 4}
  luke: {player: light, arena: character, power: 5, health: 5, abilities: [Pay 1 Force -> Evade 2]}
players: {light: {force: 1}}
"""
HIT = UNITS + "script: [{attack: {by: maul, target: luke, roll: [6, 5, 1, 1]}}]\n"


def run(*words: str, cwd: Path = ROOT, stdin: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, "-m", "swcli", *words],
        cwd=cwd,
        input=stdin,
        env={**clean, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """Write a file and return its path."""

    def writer(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, "utf-8")
        return str(tmp_path / name)

    return writer


# -- exit statuses and streams


def test_resolved_is_0_with_the_report_on_standard_output_alone() -> None:
    done = run("resolve", GOOD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith(f"receipt: swcli {__version__}, rules ")


def test_an_expectation_that_does_not_hold_is_1(write: Callable[[str, str], str]) -> None:
    done = run("resolve", write("a.yaml", HIT + "expect: {units: {luke: {damage: 3}}}\n"))
    assert (done.returncode, done.stderr) == (1, "")
    assert "x units.luke.damage: expected 3, found 2" in done.stdout


def test_wrong_use_is_2_and_says_what_is_right() -> None:
    for words in (["resolv", GOOD], ["resolve"], ["resolve", "--format", "xml", GOOD], ["resolve", "--sed", "1", GOOD]):
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert "swcli" in done.stderr and "Traceback" not in done.stderr
    assert "Did you mean 'resolve'?" in run("resolv").stderr


def test_a_file_that_is_not_there_is_3() -> None:
    done = run("resolve", "nowhere.yaml")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("nowhere.yaml: SW101 ")


def test_all_faults_of_an_invalid_file_are_reported_at_once_with_their_places(write: Callable[[str, str], str]) -> None:
    file = write("a.yaml", HIT.replace("Evade", "Evad").replace("by: maul", "by: maull"))
    for command in ("resolve", "validate"):
        done = run(command, file)
        assert (done.returncode, done.stdout) == (3, "")
        places = re.findall(rf"^{re.escape(file)}:(\d+):(\d+): SW2\d\d ", done.stderr, re.MULTILINE)
        assert [int(line) for line, _ in places] == [4, 6]
        assert done.stderr.count("^") > 2 and "`Evade`" in done.stderr


def test_a_refused_play_is_4_with_place_clause_and_options(write: Callable[[str, str], str]) -> None:
    file = write(
        "a.yaml",
        UNITS + "script:\n- attack: {by: maul, target: luke, roll: [6, 5, 1, 1]}\n  plays:\n"
        "  - evade: {by: luke, prevent: 3}\n",
    )
    done = run("resolve", file)
    assert done.returncode == 4
    assert done.stderr.startswith(f"{file}:9:5: SW401 ")
    assert "[evade.up-to]" in done.stderr and "hint: possible here: pass; Evade 2 of luke" in done.stderr
    assert "4 dice" in done.stdout, "what happened up to there is told"


def test_an_expected_refusal_is_0_and_another_one_1(write: Callable[[str, str], str]) -> None:
    script = (
        UNITS + "script: [{attack: {by: maul, target: luke, roll: [1]}, plays: [{evade: {by: luke, prevent: 3}}]}]\n"
    )
    missing = run("resolve", write("a.yaml", script))
    assert missing.returncode == 4 and "SW403" in missing.stderr
    script = script.replace("[1]", "[6, 5, 1, 1]")
    met = run("resolve", write("b.yaml", script + "expect: {illegal: evade.up-to}\n"))
    assert (met.returncode, met.stderr) == (0, "") and "Refused, as expected: " in met.stdout
    other = run("resolve", write("c.yaml", script + "expect: {illegal: cost.payable}\n"))
    assert other.returncode == 1 and "refused by: expected cost.payable, found evade.up-to" in other.stdout


def test_of_several_files_the_highest_status_counts(write: Callable[[str, str], str]) -> None:
    bad = write("a.yaml", HIT + "expect: {units: {luke: {damage: 3}}}\n")
    done = run("resolve", GOOD, bad, "nowhere.yaml", GOOD)
    assert done.returncode == 3
    assert done.stdout.count("receipt: ") == 3 and done.stdout.count("== ") == 3


def test_an_internal_error_is_one_line_and_70() -> None:
    code = (
        "import swcli.cli.schema as command\n"
        "def broken(): raise KeyError('x\\ny')\n"
        "command.run = broken\n"
        "import sys; sys.argv = ['swcli', 'schema']\n"
        "from swcli.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 70 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and "please report" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_interrupted_is_130_and_silent() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "swcli", "resolve", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with pytest.raises(subprocess.TimeoutExpired):  # by then it waits for standard input
        process.wait(1.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=10)
    assert (process.returncode, output, errors) == (130, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -m swcli schema | head -n 1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{\n", "")


# -- input


def test_standard_input_is_read_for_a_dash() -> None:
    text = (ROOT / GOOD).read_text("utf-8")
    by_name, by_dash = run("resolve", GOOD), run("resolve", "-", stdin=text)
    assert by_dash.stdout == by_name.stdout
    faulty = run("resolve", "-", stdin="units: {}\nscrpt: []\n")
    assert faulty.returncode == 3 and faulty.stderr.startswith("<stdin>:")


def test_a_seed_rolls_missing_dice_the_same_each_time(write: Callable[[str, str], str]) -> None:
    file = write("a.yaml", HIT.replace(", roll: [6, 5, 1, 1]", ""))
    assert run("resolve", file).returncode == 4
    first, again, other = (run("resolve", "--seed", seed, file) for seed in ("1", "1", "2"))
    assert first.returncode == 0 and first.stdout == again.stdout != other.stdout
    assert "rolled by seed 1" in first.stdout


# -- JSON


def record(*words: str, **more: str) -> dict[str, Any]:
    found = json.loads(run("resolve", "--format", "json", *words, **more).stdout)
    assert isinstance(found, dict)
    return found


def test_json_has_exactly_the_documented_keys() -> None:
    page = (ROOT / "docs" / "scenario-format.md").read_text("utf-8").partition("## `--format json`")[2]
    found = record(GOOD)
    for key in found:
        assert f"`{key}`" in page, key
    assert len(found) == 11
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


def test_json_of_a_refusal_and_of_an_invalid_file(write: Callable[[str, str], str]) -> None:
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


def test_the_scenario_in_the_json_replays_to_the_same_trace(write: Callable[[str, str], str]) -> None:
    file = write("a.yaml", HIT.replace(", roll: [6, 5, 1, 1]", ""))
    first = record("--seed", "7", file)
    again = record("-", stdin=json.dumps(first["scenario"]))
    assert again["receipt"] == first["receipt"] and again["events"] == first["events"]


def test_title_notes_and_expectations_are_not_part_of_the_scenarios_hash(write: Callable[[str, str], str]) -> None:
    plain = record(write("a.yaml", HIT))
    titled = record(write("b.yaml", HIT + "title: T\nnotes: N\nexpect: {units: {luke: {damage: 2}}}\n"))
    other = record(write("c.yaml", HIT.replace("6, 5", "6, 1")))
    assert plain["receipt"] == titled["receipt"]
    assert plain["receipt"]["scenario"] != other["receipt"]["scenario"]
    assert plain["receipt"]["trace"] != other["receipt"]["trace"]


# -- check


def test_check_tells_each_scenario_and_the_difference(write: Callable[[str, str], str], tmp_path: Path) -> None:
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


def test_check_json_and_coverage(write: Callable[[str, str], str], tmp_path: Path) -> None:
    good = write("good.yaml", HIT + "title: fine\nexpect: {units: {luke: {damage: 2}}}\n")
    plain = json.loads(run("check", "--format", "json", good).stdout)
    assert plain == {"scenarios": [{"file": good, "title": "fine", "passed": True, "differences": []}]}
    found = json.loads(run("check", "--coverage", "--format", "json", str(tmp_path)).stdout)
    assert list(found["coverage"]) == list(CLAUSES)
    assert found["coverage"]["dice.hit"] == [Path(good).as_posix()] and found["coverage"]["parry.once"] == []
    text = run("check", "--coverage", good).stdout
    assert "+ dice.hit: 1" in text and "x parry.once: none" in text


# -- schema, explain, version, help


def test_the_schema_accepts_the_gallery_and_refuses_a_misspelt_key() -> None:
    from jsonschema import Draft202012Validator

    from swcli.scenario.read import read

    schema = json.loads(run("schema").stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for file in GALLERY.rglob("*.yaml"):
        errors = [error.message for error in validator.iter_errors(read(file).data)]
        assert not errors, (file, errors)
    assert not validator.is_valid({"unit": {}})


def test_explain_tells_keywords_clauses_codes_and_rulings() -> None:
    assert "cumulative, triggered; pending damage POP" in run("explain", "critical", "hit").stdout
    assert CLAUSES["evade.up-to"] in run("explain", "evade.up-to").stdout
    assert "SW401: " in run("explain", "sw401").stdout
    assert (
        "by default" in run("explain", "deflect-source").stdout or "default" in run("explain", "deflect-source").stdout
    )
    listed = run("explain").stdout
    for name in ("Critical Hit X", "deflect-source", "SW201", "pop (5)"):
        assert name in listed
    unknown = run("explain", "deflct")
    assert (unknown.returncode, unknown.stdout) == (2, "") and "did you mean `deflect`?" in unknown.stderr.lower()


def test_the_console_script_is_there() -> None:
    import tomllib
    from importlib import import_module

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, function = project["scripts"]["swcli"].partition(":")
    assert callable(getattr(import_module(module), function))


def test_version_is_one_line() -> None:
    assert run("--version").stdout == f"swcli {__version__}\n"


def test_help_is_the_same_by_both_names_and_its_examples_work(tmp_path: Path) -> None:
    (tmp_path / "scenarios").symlink_to(GALLERY)
    (tmp_path / "swcli").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m swcli "$@"\n')
    (tmp_path / "swcli").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    for command in ([], ["resolve"], ["check"], ["validate"], ["schema"], ["explain"]):
        text = run(*command, "-h").stdout
        assert text == run(*command, "--help").stdout
        examples = re.findall(r"^ +((?:swcli|cat) .*)$", text.partition("Example")[2], re.MULTILINE)
        assert examples, command
        for example in examples:
            done = subprocess.run(["sh", "-c", example], cwd=tmp_path, env=env, capture_output=True, check=False)
            assert (done.returncode, done.stderr) == (0, b""), example


# -- colour and width


ESCAPE = "\x1b["
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3\d|4\d|9\d|10\d)(?:;[\d;]*)?m")


def test_a_pipe_gets_plain_text_of_fixed_width() -> None:
    done = run("resolve", GOOD, COLUMNS="40")
    assert ESCAPE not in done.stdout and done.stdout.isascii()
    assert done.stdout == run("resolve", GOOD, COLUMNS="200", TERM="xterm-256color").stdout
    assert done.stdout == run("resolve", GOOD, NO_COLOR="1").stdout
    assert done.stdout == run("resolve", GOOD, LC_ALL="C", PYTHONIOENCODING="ascii").stdout


def test_force_color_and_no_color() -> None:
    assert COLOUR.search(run("resolve", GOOD, FORCE_COLOR="1").stdout)
    assert not COLOUR.search(run("resolve", GOOD, FORCE_COLOR="1", NO_COLOR="1").stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("columns", "no_color"), [(80, ""), (120, ""), (80, "1")])
def test_a_terminal_gets_colour_and_its_own_width(columns: int, no_color: str) -> None:
    text = on_terminal(["resolve", "scenarios/battles/01-sidious-and-maul-against-ahsoka.yaml"], columns, no_color)
    lines = re.sub(r"\x1b\[[\d;]*m", "", text).splitlines()
    assert columns - 10 < max(map(len, lines)) <= columns
    assert bool(COLOUR.search(text)) is not bool(no_color)
    assert "5*" in text, "the re-rolled die shows without colour too"


def on_terminal(words: list[str], columns: int, no_color: str) -> str:
    import fcntl
    import pty
    import struct
    import termios

    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    env = {**clean, "TERM": "xterm-256color", **({"NO_COLOR": no_color} if no_color else {})}
    process = subprocess.Popen([sys.executable, "-m", "swcli", *words], cwd=ROOT, env=env, stdout=theirs)
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:  # Linux says so when the other side has closed
        pass
    os.close(ours)
    assert process.wait(30) == 0
    return b"".join(parts).decode("utf-8")


# -- start-up


@pytest.mark.parametrize(
    ("words", "banned"),
    [
        (["--version"], {"pydantic", "rich", "yaml"}),
        (["--help"], {"pydantic", "rich", "yaml"}),
        (["resolve", "--help"], {"pydantic", "rich", "yaml"}),
        (["explain", "deflect"], {"pydantic", "rich", "yaml"}),
        (["resolve", GOOD], {"rich"}),
        (["check", "scenarios/deflect"], {"rich"}),
        (["schema"], {"rich", "yaml"}),
    ],
)
def test_nothing_slow_is_loaded_without_need(words: list[str], banned: set[str]) -> None:
    code = (
        "import sys\n"
        "from swcli.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    clean = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, env=clean, capture_output=True, text=True, check=True
    )
    assert not banned & set(done.stderr.split())


def test_completion_loads_nothing_slow() -> None:
    done = run(_SWCLI_COMPLETE="complete_bash", COMP_WORDS="swcli res", COMP_CWORD="1")
    assert done.stdout.strip() == "resolve"
