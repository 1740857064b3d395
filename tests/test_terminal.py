"""`swcli resolve -i` as a person uses it: through a pseudo-terminal, and with answers from a pipe."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.shell import ROOT, run

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import select
import struct
import termios

DUEL = """\
title: A duel
players: {dark: {force: 2}, light: {force: 9}}
units:
  sidious:
    name: Darth Sidious (P)
    player: dark
    arena: character
    power: 6
    health: 8
    abilities: [Pay 1 Force -> Evade 2]
  ahsoka:
    name: Ahsoka Tano (H)
    player: light
    arena: character
    power: 5
    health: 5
    abilities:
      - Stun 1
      - Lucky 1
      - Pay 1 Force -> Critical Hit 1 for this attack
      - Pay 4 Force -> Deflect 2
      - Pay 2 Force -> Evade 2
"""
SCRIPT = "script:\n  - attack: {by: sidious, target: ahsoka, roll: [6, 5, 4, 3, 2, 1]}\n"
WINDOW = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
START = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C is a signal
signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may ignore it
os.execv(sys.executable, [sys.executable, "-m", "swcli", *sys.argv[1:]])
"""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Window:
    """The program in a window of a terminal; what it writes is read up to each prompt."""

    def __init__(self, *words: str, rows: int = 24, columns: int = 80, **env: str) -> None:
        mine, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        clean = {name: text for name, text in os.environ.items() if name not in WINDOW}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "resolve", "-i", *words],
            cwd=ROOT,
            env={**clean, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **env},
            stdin=its,
            stdout=its,
            stderr=its,
            start_new_session=True,
        )
        os.close(its)
        self.fd = mine
        self.raw = ""

    def read(self, until: str, seconds: float = 60) -> str:
        """What it writes, up to a pattern at the end."""
        found, end = "", time.monotonic() + seconds
        while not re.search(until + r"\Z", COLOURS.sub("", found)):
            left = end - time.monotonic()
            assert left > 0 and select.select([self.fd], [], [], left)[0], f"waiting for {until!r}; so far: {found}"
            try:
                got = os.read(self.fd, 65536).decode("utf-8", "replace")
            except OSError:  # the other end is closed
                got = ""
            assert got, f"it ended before {until!r}; so far: {found}"
            found += got
        self.raw += found
        return COLOURS.sub("", found).replace("\r\n", "\n")

    def type(self, line: str, until: str = r"\n\w+> ") -> str:
        """Type a line, and read up to the next prompt."""
        os.write(self.fd, line.encode() + b"\n")
        return self.read(until)

    def key(self, key: bytes) -> str:
        """Press a key that ends it, and read the rest."""
        os.write(self.fd, key)
        return self.rest()

    def rest(self) -> str:
        """Everything up to the end."""
        found = b""
        while select.select([self.fd], [], [], 60)[0]:
            try:
                got = os.read(self.fd, 65536)
            except OSError:
                break
            if not got:
                break
            found += got
        text = found.decode("utf-8", "replace")
        self.raw += text
        self.process.wait(timeout=60)
        return COLOURS.sub("", text).replace("\r\n", "\n")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.fd)


@pytest.fixture
def window() -> Iterator[Any]:
    """Opens windows, and closes them."""
    opened: list[Window] = []

    def open_window(*words: str, **how: Any) -> Window:
        opened.append(Window(*words, **how))
        return opened[-1]

    yield open_window
    for one in opened:
        one.close()


@pytest.fixture
def duel(tmp_path: Path) -> str:
    (tmp_path / "duel.yaml").write_text(DUEL)
    (tmp_path / "attack.yaml").write_text(DUEL + SCRIPT)
    return str(tmp_path / "duel.yaml")


def receipt(text: str) -> str:
    """The hashes of the last receipt."""
    return " ".join(text[text.rindex("receipt: ") :].split("\n+ saved")[0].split())


# -- a whole session


def test_a_whole_session_at_a_terminal_of_80_columns(window: Any, duel: str, tmp_path: Path) -> None:
    file = tmp_path / "played.yaml"
    terminal = window("--seed", "1", "--save", str(file), duel)
    start = terminal.read("next> ")
    assert "A duel" in start and "1 an attack" in start and "done that was all" in start
    assert "Who attacks?" in terminal.type("1")
    assert "Whom does Darth Sidious attack?" in terminal.type("1")
    attack = terminal.type("2")
    assert "Attack 1: Darth Sidious attacks Ahsoka Tano" in attack
    assert "Light, attack POP: play or pass" in attack and "Enter pass" in attack
    assert "pays 1 Force, 8 left; Ahsoka Tano gets Critical Hit 1 for this attack" in " ".join(attack.split())
    dice = terminal.type("")
    assert "6 attack dice of Darth Sidious (power 6)" in dice and dice.endswith("dice> ")
    assert "wanted, 2 given" in terminal.type("6 5")
    assert "is no face of a die" in terminal.type("6 5 4 3 2 7")
    lucky = terminal.type("6 5 4 3 2 1")
    assert "Lucky" in lucky and lucky.endswith("light> ")
    explained = terminal.type("?")
    assert "Lucky X" in explained and "lucky.once" in explained
    assert "up to 1 die may be picked up" in terminal.type("1")
    assert "1 die to re-roll" in terminal.type("6")
    prevention = terminal.type("r")
    assert "6 re-rolled:" in prevention and "damage pending on Ahsoka Tano" in prevention
    assert "Deflect 2" in prevention and "Evade 2" in prevention
    both = terminal.type("?")
    assert "Deflect X: activated" in both and "Evade X: activated" in both
    assert "deflect.once-per-source" in terminal.type("? 1")
    assert "stun.damages" in terminal.type("? stun")
    assert "there is no keyword, clause or ruling `nonsense`" in terminal.type("? nonsense")
    back = terminal.type("u")
    assert "Taken back." in back and "1 die to re-roll" in back and back.endswith("dice> ")
    again = terminal.type("1")
    assert "6 re-rolled: 1" in again
    assert "is no answer here" in terminal.type("77")
    assert "could" not in terminal.type("w")
    assert "unit" in terminal.type("s") and "health" in terminal.type("s")
    assert "take back the last answer" in terminal.type("h")
    assert "Deflect 2" in terminal.type("o")
    evade = next(row for row in again.splitlines() if "Evade 2 on" in row).split()[0]
    assert "Ahsoka Tano plays Evade 2 on d1 (pays 2 Force, 7 left)" in terminal.type(evade)
    terminal.type("", until=r"next> ")
    os.write(terminal.fd, b"done\n")
    end = terminal.rest()
    assert "evades 2" in end and terminal.process.returncode == 0
    assert "Assumed" not in end, "whoever was asked has assumed nothing"
    assert max(map(len, COLOURS.sub("", terminal.raw).replace("\r", "").split("\n"))) <= 80
    assert set(re.findall(r"\x1b\[?[^a-zA-Z]*([a-zA-Z])", terminal.raw)) <= {"m"}, "colour, and nothing that moves"
    script = file.read_text()
    assert "- attack: {by: sidious, target: ahsoka, roll: [6, 5, 4, 3, 2, 1]}" in script
    assert "- lucky: {by: ahsoka, reroll: [6], to: [1]}" in script and "- evade: {by: ahsoka, prevent: 2}" in script
    resolved = run("resolve", str(file))
    assert resolved.returncode == 0 and receipt(resolved.stdout) == receipt(end)


def test_a_file_with_a_script_is_played_with_its_attacks_and_dice(window: Any, duel: str) -> None:
    terminal = window(duel.replace("duel.yaml", "attack.yaml"), NO_COLOR="1")
    assert "Light, attack POP" in terminal.read("light> ")
    assert "6 5 4 3 2 1" in " ".join(terminal.type("").split())
    assert not re.search(r"\x1b\[[0-9;]*[39][0-7]", terminal.raw), "no colour where none is wanted"
    terminal.type("")
    assert terminal.type("").endswith("next> ")
    assert "a number says what comes next" in terminal.type("")
    os.write(terminal.fd, b"done\n")
    assert "receipt: " in terminal.rest() and terminal.process.returncode == 0


def test_a_long_list_comes_in_pages(window: Any, duel: str) -> None:
    terminal = window(duel.replace("duel.yaml", "attack.yaml"), rows=12, TERM="dumb")
    terminal.read("light> ")
    terminal.type("")
    first = terminal.type("")
    assert "m more: " in first and first.count("\n") <= 20 and "Enter pass" in first
    more = terminal.type("m")
    assert "Evade" in more or "Deflect" in more
    assert "\x1b" not in terminal.raw
    assert terminal.key(b"\x04").strip() == "left before the end: no ruling"


# -- leaving


@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"q\n"], ids=["Ctrl-C", "Ctrl-D", "q"])
def test_leaving_is_clean_and_saves_nothing(window: Any, duel: str, tmp_path: Path, key: bytes) -> None:
    file = tmp_path / "played.yaml"
    terminal = window("--save", str(file), duel.replace("duel.yaml", "attack.yaml"))
    terminal.read("light> ")
    end = terminal.key(key)
    assert end.endswith("left before the end: no ruling, and nothing is saved\n")
    assert "Traceback" not in end and terminal.process.returncode == 130 and not file.exists()


# -- answers from a pipe


def play(file: str, answers: str, *words: str) -> Any:
    return run("resolve", "-i", *words, file, stdin=answers)


def test_answers_may_come_from_a_pipe_and_end_where_nothing_is_going_on(duel: str) -> None:
    done = play(duel, "1\n1\n2\n\n6 5 4 3 2 1\n\n\n")
    assert done.returncode == 0 and "light> \n" in done.stdout and "dice> 6 5 4 3 2 1\n" in done.stdout
    assert "Darth Sidious does 3 to Ahsoka Tano" in done.stdout
    broken = play(duel, "1\n1\n2\n\n6 5")
    assert broken.returncode == 130 and broken.stderr == "left before the end: no ruling\n"


def test_an_attack_that_needs_a_card_asks_for_its_name(duel: str, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    done = play(duel, "1\n1\n1\nFury of the Dark Side\n\nr\n\n\n\ndone\n", "--save", str(file), "--seed", "4")
    assert "is refused: the target is a unit of the attacker's own player [attack.legal-target]." in " ".join(
        done.stdout.split()
    )
    assert "allowed_by: Fury of the Dark Side" in file.read_text()
    assert run("resolve", str(file)).returncode == 0
    none = play(duel, "1\n1\n1\n\ndone\n")
    assert none.returncode == 0 and "Attack 1" not in none.stdout


def test_what_a_file_expects_is_kept_if_it_holds(duel: str, tmp_path: Path) -> None:
    source = duel.replace("duel.yaml", "expects.yaml")
    Path(source).write_text(DUEL + SCRIPT + "expect: {units: {ahsoka: {damage: 3}}}\n")
    kept, left_out = tmp_path / "kept.yaml", tmp_path / "left-out.yaml"
    assert "the one there is holds" in play(source, "\n\n\ndone\n", "--save", str(kept)).stdout
    assert "expect:" in kept.read_text()
    evaded = play(source, "\n\n4\n\ndone\n", "--save", str(left_out))
    assert evaded.returncode == 0, evaded.stdout
    assert "it is left out" in evaded.stdout and "expect:" not in left_out.read_text()


def test_saving_writes_the_named_file_alone_and_over_none_that_is_there(duel: str, tmp_path: Path) -> None:
    file = tmp_path / "played.yaml"
    before = set(os.listdir(tmp_path))
    assert play(duel, "done\n", "--save", str(file)).returncode == 0
    assert set(os.listdir(tmp_path)) == before | {"played.yaml"}
    file.write_text("mine")
    refused = play(duel, "done\n", "--save", str(file))
    assert refused.returncode == 2 and "is there already; --force writes over it" in refused.stderr
    assert file.read_text() == "mine" and refused.stdout == ""
    assert play(duel, "done\n", "--save", str(file), "--force").returncode == 0
    assert file.read_text().startswith("title: A duel\n")
    json = tmp_path / "played.json"
    assert play(duel, "2\ndone\n", "--save", str(json)).returncode == 0
    assert run("resolve", str(json)).returncode == 0


def test_wrong_use_is_told_before_anything_is_asked(duel: str, tmp_path: Path) -> None:
    for words, what in (
        (["-i", "-"], "name a file"),
        (["-i", duel, duel], "one file at a time"),
        (["-i", "--format", "json", duel], "text"),
        (["-i", "--force", duel], "--force goes with --save"),
        (["--save", "x.yaml", duel], "-i"),
        (["-i", "--save", str(tmp_path), duel], "is a folder"),
        (["-i", "--save", str(tmp_path / "no" / "x"), duel], "there is no folder"),
        (["-i", "--numbers", duel], "--numbers"),
    ):
        done = run("resolve", *words, stdin="")
        assert (done.returncode, done.stdout) == (2, "") and what in done.stderr, words
    assert run("resolve", "-i", "nowhere.yaml", stdin="").returncode == 3
