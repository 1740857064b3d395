"""What the documents show is what the program does. `SWCLI_UPDATE=1` rewrites what is shown; review the diff."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
SCHEMA = ROOT / "docs" / "scenario.schema.json"
UPDATE = bool(os.environ.get("SWCLI_UPDATE"))

FILE = re.compile(r"```yaml\n# (?P<name>\S+)\n(?P<text>.*?)```", re.DOTALL)
SHOWN = re.compile(r"```console\n\$ (?P<command>swcli [^\n]*)\n(?P<output>.*?)```", re.DOTALL)


def run(command: str, folder: Path) -> str:
    """The output of a command as a reader sees it: standard output, then standard error."""
    words = shlex.split(command)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        env.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-m", "swcli", *words[1:]], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the README shows."""
    place = tmp_path_factory.mktemp("readme")
    for found in FILE.finditer(README.read_text("utf-8")):
        (place / found["name"]).write_text(f"# {found['name']}\n{found['text']}", "utf-8")
    return place


def test_every_output_in_the_readme_is_what_the_command_prints(folder: Path) -> None:
    text = README.read_text("utf-8")
    commands = [found["command"] for found in SHOWN.finditer(text)]
    assert len(commands) >= 4
    wanted = SHOWN.sub(lambda found: f"```console\n$ {found['command']}\n{run(found['command'], folder)}```", text)
    if UPDATE:
        README.write_text(wanted, "utf-8")
    assert wanted == text or UPDATE


def test_set_up_commands_name_files_and_extras_that_exist() -> None:
    commands = [line for line in README.read_text("utf-8").splitlines() if line.startswith("python3.11 -m venv ")]
    assert len(commands) == 2
    resolve, tests = commands
    (scenario,) = re.findall(r"swcli resolve (\S+)$", resolve)
    assert (ROOT / scenario).is_file()
    assert "'.[test]'" in tests and "\ntest = [" in (ROOT / "pyproject.toml").read_text("utf-8")


def test_the_first_scenario_of_the_set_up_resolves() -> None:
    (line,) = [row for row in README.read_text("utf-8").splitlines() if ".venv/bin/swcli" in row]
    assert "receipt: swcli" in run(line.rpartition(".venv/bin/")[2], ROOT)


def test_every_command_and_option_is_in_the_readme() -> None:
    text = README.read_text("utf-8")
    commands = re.findall(r"^  (\w+) ", run("swcli -h", ROOT).partition("Commands:")[2], re.MULTILINE)
    assert sorted(commands) == [
        *("check", "explain", "explore", "matrix", "odds", "options", "resolve", "rulings", "schema", "validate")
    ]
    for command in commands:
        assert f"`swcli {command}" in text, command
        for option in re.findall(r"--[a-z-]+", run(f"swcli {command} -h", ROOT).partition("Options:")[2]):
            assert option == "--help" or option in text, f"{option} of {command}"


def test_every_exit_status_is_in_the_readme() -> None:
    from swcli.report.judged import ExitStatus

    text = README.read_text("utf-8")
    for status in ExitStatus:
        assert f"\n| {int(status)} | " in text, status


def test_links_lead_to_files() -> None:
    for page in (README, ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), target


def test_folders_named_by_contributing_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for path in re.findall(r"`((?:swcli|scenarios|tests|docs)/[a-z_./]+)`", text):
        assert (ROOT / path).exists(), path


def test_the_schema_in_the_docs_is_the_one_that_is_printed() -> None:
    printed = run("swcli schema", ROOT)
    if UPDATE:
        SCHEMA.parent.mkdir(exist_ok=True)
        SCHEMA.write_text(printed, "utf-8")
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(printed)


def test_nothing_but_keywords_of_the_game_is_promised() -> None:
    from swcli.report.explaining import keywords

    text = " ".join((ROOT / "CHANGELOG.md").read_text("utf-8").split())
    for keyword in keywords():
        assert keyword.name in text, keyword.name
