#!/usr/bin/env python3
"""How fast swcli is, as ratios measured on one machine in one run: seconds alone would say more about the machine.

    python benchmarks/bench.py            # all four, a few minutes
    python benchmarks/bench.py --quick    # fewer rounds, to see that it runs
    python benchmarks/bench.py resolving processes    # some of them

Run it with the Python of an environment in which swcli's dependencies are installed. What it measures:

resolving   the whole gallery from plain data to the final position with its trace, against reading the same YAML with
            `yaml.load(..., CSafeLoader)`, the usual fast parser for it. Target: at most 2.0.
checking    `swcli check` on 1,000 files of the gallery on one core, in files a second, and against reading the same
            files with `yaml.load`. Target: 300 files a second.
processes   whole processes, started in turns: `swcli resolve` of one attack against a Python that only imports what
            such a program needs (typer, yaml, pydantic, rich; target 1.5), and `swcli --version` against a Python that
            does nothing (target 8).
walking     positions a second while every line of a small attack is played out, dice and all, as in chess engines'
            perft.

Of repeated measurements the median counts. Nothing here is a test: a slow machine fails nothing.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import yaml  # noqa: TID253 - it is what swcli is held against

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from swcli.drive.script import resolve  # noqa: E402 - after the path is set, so that it runs without installing
from swcli.game import engine  # noqa: E402
from swcli.game.position import Position  # noqa: E402
from swcli.scenario.read import from_data, parse, read  # noqa: E402
from swcli.scenario.setup import load  # noqa: E402

GALLERY = sorted((ROOT / "scenarios").rglob("*.yaml"))
FILES = 1000

ATTACK = """
title: One attack
players: {light: {force: 2}}
units:
  maul: {player: dark, arena: character, speed: 50, power: 4, health: 4}
  luke: {player: light, arena: character, speed: 40, power: 5, health: 5, abilities: [Pay 1 Force -> Evade 2]}
script:
  - attack: {by: maul, target: luke, roll: [6, 5, 1, 1]}
    plays:
      - evade: {by: luke, prevent: 1}
"""
WALKED = """
players: {dark: {force: 3}, light: {force: 3}}
units:
  maul: {player: dark, arena: character, power: 3, health: 5, abilities: [Critical Hit 1, Pay 1 Force -> Evade 2]}
  luke: {player: light, arena: character, power: 3, health: 5, abilities: [Parry 1, Lucky 1, Pay 2 Force -> Deflect 2]}
"""
IMPORTS = (
    "import typer, yaml; from pydantic import BaseModel; from rich.console import Console; from rich.table import Table"
)


def seconds(work: Callable[[], object]) -> float:
    """How long `work` takes."""
    gc.collect()
    start = perf_counter()
    work()
    return perf_counter() - start


def in_turns(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """Median seconds of two pieces of work done in turns, and the median of their ratios, each taken of neighbours."""
    pairs = [(seconds(first), seconds(second)) for _ in range(rounds)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs)


def line(what: str, value: str, target: str = "") -> None:
    """Print one figure."""
    print(f"  {what:<66} {value:>12}{f'   target {target}' if target else ''}", flush=True)


# -- (a) plain data to final position


def resolving(rounds: int) -> None:
    """Resolving the gallery against parsing its YAML."""
    texts = [path.read_text("utf-8") for path in GALLERY]
    data = [read(path).data for path in GALLERY]

    def parsing() -> None:
        for text in texts:
            yaml.load(text, yaml.CSafeLoader)

    def playing() -> None:
        for each in data:
            scenario = load(from_data(each))
            resolve(scenario.position, scenario.script, scenario.seed)

    first = seconds(playing)
    ours, parsed, ratio = in_turns(playing, parsing, rounds)
    print(f"resolving: the {len(GALLERY)} files of the gallery, median of {rounds} rounds")
    line("the very first round: models built, no ability text read before", f"{first * 1000:.0f} ms")
    line("plain data to final position with trace", f"{ours * 1000:.0f} ms")
    line("yaml.load(text, CSafeLoader) of the same files", f"{parsed * 1000:.0f} ms")
    line("ratio", f"{ratio:.2f}", "at most 2.0")


# -- (b) swcli check


def checking(rounds: int) -> None:
    """`swcli check` on many files, start-up included, on one core."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"{place:04}.yaml" for place in range(FILES)]
        for place, file in enumerate(files):
            shutil.copyfile(GALLERY[place % len(GALLERY)], file)
        command = [*swcli(), "check", name]
        environment = {**env(), "PYTHONDONTWRITEBYTECODE": ""}

        def check() -> None:
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True, preexec_fn=one_core)

        def parsing() -> None:
            for file in files:
                yaml.load(file.read_bytes(), yaml.CSafeLoader)

        check()
        ours, parsed, ratio = in_turns(check, parsing, rounds)
    print(f"checking: {FILES} files copied from the gallery, median of {rounds} rounds")
    line("swcli check", f"{FILES / ours:.0f} files/s", "300 files/s")
    line("reading and yaml.load of the same files", f"{FILES / parsed:.0f} files/s")
    line("ratio", f"{ratio:.2f}")


def one_core() -> None:
    """Keep a child to one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


# -- (c) whole processes


def swcli() -> list[str]:
    """The command as users have it: the console script of this Python's environment, or the module without one."""
    script = Path(sys.executable).parent / "swcli"
    return [str(script)] if script.exists() else [sys.executable, "-m", "swcli"]


def env() -> dict[str, str]:
    """An environment in which swcli is found and prints to a pipe."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}


def processes(rounds: int) -> None:
    """Start-up, the way a judge's shell loop feels it."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "attack.yaml")
        file.write_text(ATTACK, "utf-8")

        def run(*words: str) -> Callable[[], object]:
            return lambda: subprocess.run(words, env=env(), stdout=subprocess.DEVNULL, check=True)

        python = sys.executable
        compared = (
            ("swcli resolve", [*swcli(), "resolve", str(file)], "python -c 'import ...'", IMPORTS, "1.5"),
            ("swcli --version", [*swcli(), "--version"], "python -c pass", "pass", "8"),
        )
        print(f"processes: started in turns, median of {rounds} pairs; swcli is `{' '.join(swcli())}`")
        for what, words, other, code, target in compared:
            ours, reference = run(*words), run(python, "-c", code)
            ours(), reference()
            mine, theirs, ratio = in_turns(ours, reference, rounds)
            line(what, f"{mine * 1000:.0f} ms")
            line(other, f"{theirs * 1000:.0f} ms")
            line("ratio", f"{ratio:.2f}", f"at most {target}")


# -- (d) positions a second


def walk(position: Position) -> tuple[int, int]:
    """How many positions and lines there are below a position; equal ones that are reached again count again."""
    if not position.question:
        return 1, 1
    positions, lines = 1, 0
    for option in engine.options(position):
        below = walk(engine.answer(position, option, legal=True))
        positions, lines = positions + below[0], lines + below[1]
    return positions, lines


def walking(rounds: int) -> None:
    """Every line of a small attack."""
    opening = load(parse(WALKED.encode("utf-8"))).position
    start = engine.begin_attack(opening, 0, 1)
    took = median(seconds(lambda: walk(start)) for _ in range(rounds))
    positions, lines = walk(start)
    print(f"walking: every line of an attack of three dice, median of {rounds} rounds")
    line("positions, lines", f"{positions:,}, {lines:,}")
    line("positions a second", f"{positions / took:,.0f}")


MEASURED: dict[str, tuple[Callable[[int], None], int, int]] = {
    "resolving": (resolving, 15, 3),
    "checking": (checking, 5, 1),
    "processes": (processes, 40, 5),
    "walking": (walking, 5, 1),
}
"""What can be measured, with the number of rounds and that of a quick run."""


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="How fast swcli is, as ratios; see the top of the file.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"{', '.join(MEASURED)}; all when left out")
    wanted = parser.parse_args()
    unknown = set(wanted.what) - set(MEASURED)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}: choose from {', '.join(MEASURED)}")
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, (measure, rounds, quick) in MEASURED.items():
        if not wanted.what or name in wanted.what:
            measure(quick if wanted.quick else rounds)


if __name__ == "__main__":
    main()
