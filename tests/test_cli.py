"""The command line as a shell sees it: exit statuses, streams, input, help, colour, start-up."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from swcli import __version__
from swcli.game.clauses import CLAUSES
from tests.shell import GALLERY, GOOD, HIT, ROOT, UNITS, Write, run, writer


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


# -- exit statuses and streams


def test_resolved_is_0_with_the_report_on_standard_output_alone() -> None:
    done = run("resolve", GOOD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith(f"receipt: swcli {__version__}, rules ")


def test_an_expectation_that_does_not_hold_is_1(write: Write) -> None:
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


def test_all_faults_of_an_invalid_file_are_reported_at_once_with_their_places(write: Write) -> None:
    file = write("a.yaml", HIT.replace("Evade", "Evad").replace("by: maul", "by: maull"))
    for command in ("resolve", "validate"):
        done = run(command, file)
        assert (done.returncode, done.stdout) == (3, "")
        places = re.findall(rf"^{re.escape(file)}:(\d+):(\d+): SW2\d\d ", done.stderr, re.MULTILINE)
        assert [int(line) for line, _ in places] == [4, 6]
        assert done.stderr.count("^") > 2 and "`Evade`" in done.stderr


def test_a_refused_play_is_4_with_place_clause_and_options(write: Write) -> None:
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


def test_an_expected_refusal_is_0_and_another_one_1(write: Write) -> None:
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


def test_of_several_files_the_highest_status_counts(write: Write) -> None:
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


def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in which `swcli` is the program."""
    program = f'swcli() {{ {shlex.quote(sys.executable)} -m swcli "$@"; }}; '
    environment = {**os.environ, **env}
    return subprocess.run(
        ["bash", "-c", program + command], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words",
    [
        f"resolve {GOOD}",
        f"resolve --format json {GOOD}",
        "check scenarios/deflect",
        "schema",
        "explain",
        "rulings",
        f"validate {GOOD}",
        f"explore {GOOD}",
        f"options --at 3 {GOOD}",
        "--help",
        "resolve --help",
        "--version",
    ],
)
@pytest.mark.parametrize(
    ("where", "why"), [(">/dev/full", "No space left on device"), (">&-", "standard output is closed")]
)
def test_output_that_can_not_be_written_is_one_line_and_74(words: str, where: str, why: str) -> None:
    done = shell(f"swcli {words} {where}")
    assert (done.returncode, done.stdout) == (74, "")
    assert done.stderr == f"swcli: the output can't be written: {why}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_in_colour_or_diagnostics_that_can_not_be_written_are_no_fault_of_swcli_either() -> None:
    done = shell(f"swcli resolve {GOOD} >/dev/full", FORCE_COLOR="1")
    assert done.returncode == 74 and done.stderr.startswith("swcli: the output can't be written: ")
    assert shell("swcli resolve nowhere.yaml 2>/dev/full").returncode == 74
    done = shell("swcli resolve nowhere.yaml 2>&-")
    assert (done.returncode, done.stdout) == (3, ""), "a diagnostic does not end up in the results"
    assert shell("swcli resolv >&-").returncode == 2, "nothing was to be written there"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_closed_standard_input_is_3(write: Write) -> None:
    done = shell("swcli resolve - <&-")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "<stdin>: SW103 the file cannot be read: standard input is closed\n"
    done = shell(f"swcli resolve -i {shlex.quote(write('a.yaml', UNITS))} <&-")
    assert done.returncode == 3 and done.stderr.endswith("can't be read: standard input is closed\n")
    assert len(done.stderr.splitlines()) == 1


def test_an_empty_file_name_is_wrong_use() -> None:
    for words in (
        ["resolve", ""],
        ["check", GOOD, ""],
        ["validate", ""],
        ["explore", ""],
        ["options", "--at", "1", ""],
    ):
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, "") and "a file name is empty" in done.stderr


@pytest.mark.parametrize("command", [["resolve"], ["options", "--at", "1"]])
def test_a_seed_of_the_command_line_has_the_bounds_of_one_in_a_file(command: list[str]) -> None:
    for seed in ("-1", str(10**18), "x"):
        done = run(*command, "--seed", seed, GOOD)
        assert (done.returncode, done.stdout) == (2, "") and "'--seed'" in done.stderr
    assert run(*command, "--seed", str(10**18 - 1), GOOD).returncode == 0


def test_dice_were_rolled_by_a_seed_only_where_some_were(write: Write) -> None:
    said = "Dice that the file does not give were rolled by seed 7."
    assert said not in run("resolve", "--seed", "7", write("a.yaml", HIT)).stdout
    assert said not in run("resolve", write("b.yaml", "seed: 7" + HIT)).stdout
    assert said in run("resolve", "--seed", "7", write("c.yaml", HIT.replace(", roll: [6, 5, 1, 1]", ""))).stdout
    assert said in run("resolve", "--seed", "7", write("d.yaml", HIT.replace("[6, 5, 1, 1]", "[6]"))).stdout


def test_a_file_of_a_folder_with_a_misspelt_expect_fails_and_does_not_vanish(tmp_path: Path) -> None:
    write = writer(tmp_path)
    write("a.yaml", HIT + "expct: {units: {luke: {damage: 3}}}\n")
    write("b.yaml", HIT + "expect: {units: {luke: {damage: 2}}}\n")
    write("c.yaml", HIT)
    for words in (["check", str(tmp_path)], ["check", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml")]):
        done = run(*words)
        assert done.returncode == 3 and "1 passed, 1 failed" in done.stdout
        assert "SW201 unknown key `expct`" in " ".join(done.stdout.split()) and "did you mean `expect`?" in done.stderr
    told = " ".join(run("check", str(tmp_path)).stdout.split())
    assert f"skipped {(tmp_path / 'c.yaml').as_posix()}: expects nothing" in told


def test_a_refusal_cites_each_clause_once(write: Write) -> None:
    script = HIT.replace("1]}}", "1]}, plays: [{evade: {by: luke, prevent: 1, pop: attack}}]}")
    done = run("resolve", write("a.yaml", script))
    assert done.returncode == 4
    why = "it is played in another POP, and nothing is pending on luke [prevention.needs-damage]"
    assert done.stderr.splitlines()[0].endswith(why)


def test_one_die_that_is_missing_is_a_die(write: Write) -> None:
    done = run("resolve", write("a.yaml", HIT.replace("power: 4", "power: 1").replace("[6, 5, 1, 1]", "[]")))
    assert done.returncode == 4 and "the rules ask for 1 attack die (" in done.stderr
    lucky = HIT.replace("health: 4}", "health: 4, abilities: [Lucky 1]}")
    lucky = lucky.replace("1]}}", "1]}, plays: [{lucky: {by: maul, reroll: [1], to: []}}]}")
    done = run("resolve", write("b.yaml", lucky))
    assert done.returncode == 4 and "the rules ask for 1 die of the re-roll, and none is given" in done.stderr


def test_an_amount_that_is_missing_is_asked_for_as_such(write: Write) -> None:
    script = HIT.replace("1]}}", "1]}, plays: [{evade: {by: luke}}]}")
    done = run("resolve", write("a.yaml", script))
    assert done.returncode == 4
    what = "SW405 Evade of luke can be played for several amounts in the damage prevention POP: say how much"
    assert f"{what} [choice.required]" in done.stderr
    assert "possible here: Evade 2 of luke: prevent 0 to 2 of 2 from maul" in done.stderr


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


def test_a_seed_rolls_missing_dice_the_same_each_time(write: Write) -> None:
    file = write("a.yaml", HIT.replace(", roll: [6, 5, 1, 1]", ""))
    assert run("resolve", file).returncode == 4
    first, again, other = (run("resolve", "--seed", seed, file) for seed in ("1", "1", "2"))
    assert first.returncode == 0 and first.stdout == again.stdout != other.stdout
    assert "rolled by seed 1" in first.stdout


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
    for command in (
        [],
        ["resolve"],
        ["options"],
        ["check"],
        ["validate"],
        ["schema"],
        ["explain"],
        ["odds"],
        ["matrix"],
    ):
        text = run(*command, "-h").stdout
        assert text == run(*command, "--help").stdout
        examples = re.findall(r"^ +((?:swcli|cat) .*)$", text.partition("Example")[2], re.MULTILINE)
        assert examples, command
        for example in examples:
            if " -i " in example:
                continue  # it asks a person
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
        (["explore", GOOD], {"rich"}),
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
