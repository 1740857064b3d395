#!/usr/bin/env python3
"""What `swcli odds` costs: how it grows with the dice, and beside a Monte Carlo of the same attack.

    python benchmarks/odds.py            # all of it, some minutes
    python benchmarks/odds.py --quick    # fewer rounds, to see that it runs
    python benchmarks/odds.py growing    # one part

growing     from 2 to 30 dice with Critical Hit 2 against Parry 2 and Riposte 1 (five kinds of faces), Lucky 4 on both
            sides: seconds inside the process and its peak memory, each in a process of its own. Limit: 20 dice take at
            most 16 times as long as 10. Then the whole process of the command line for 20 dice: at most 6 s and 400 MB.
comparing   whole processes in turns: `swcli odds` for seven dice, Critical Hit 2, Parry 2 and Lucky 2 on both sides,
            both players at their best, against `monte_carlo.py` with a million trials of the same attack. Limit: 1/20.

Of repeated measurements the median counts. The exit status is 1 where a limit is exceeded.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bench import env, line, swcli  # noqa: E402 - after the path is set, so that it runs without installing

MONTE_CARLO: Final = ROOT / "benchmarks" / "monte_carlo.py"
DICE: Final = range(2, 31)
GROWN: Final = (20, 10)
GROWTH: Final = 16
SECONDS: Final = 6
MEGABYTES: Final = 400
FRACTION: Final = 20
"""The limits."""

exceeded: list[str] = []


class Run(NamedTuple):
    """What a process took, and what it printed."""

    seconds: float
    megabytes: float
    output: str


def run(words: list[str]) -> Run:
    """Run a process to its end.

    Raises:
        SystemExit: it failed.
    """
    start = perf_counter()
    process = subprocess.Popen(words, env=env(), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    took = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(words)}: exit status {process.returncode}")
    return Run(took, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10), output)


def limited(what: str, value: float, shown: str, limit: float, target: str) -> None:
    """Print a figure that has a limit."""
    line(what, shown, target)
    if value > limit:
        exceeded.append(f"{what}: {shown}, the limit is {target}")


# -- how it grows


def solving(dice: int) -> float:
    """Seconds that the odds of so many dice take, start-up and reading left out; infinite where they are refused."""
    from swcli.drive.odds.block import TooManyDice
    from swcli.drive.odds.objective import Objective
    from swcli.drive.odds.solve import solve
    from swcli.scenario.read import from_data
    from swcli.scenario.setup import load

    place = {"arena": "character", "health": 5}
    attacker = {**place, "player": "dark", "power": dice, "abilities": ["Critical Hit 2", "Lucky 4"]}
    defender = {**place, "player": "light", "power": 1, "abilities": ["Parry 2", "Riposte 1", "Lucky 4"]}
    units = {"a": attacker, "b": defender}
    scenario = load(from_data({"units": units, "script": [{"attack": {"by": "a", "target": "b"}}]}))
    start = perf_counter()
    try:
        solve(scenario.position, scenario.script, ("optimal", "optimal"), Objective())
    except TooManyDice:
        return inf
    return perf_counter() - start


def growing(rounds: int) -> None:
    """The curve over the number of dice."""

    def inside(dice: int) -> tuple[float, float]:
        done = run([sys.executable, __file__, "--dice", str(dice)])
        return float(done.output), done.megabytes

    print(f"growing: Lucky 4 on both sides, Critical Hit 2, Parry 2, Riposte 1; median of {rounds} rounds")
    print(f"  {'dice':>4} {'seconds':>8} {'MB':>5}")
    for dice in DICE:
        found = [inside(dice) for _ in range(rounds)]
        took, used = median(each[0] for each in found), max(each[1] for each in found)
        print(f"  {dice:>4} {took:>8.3f} {used:>5.0f}", flush=True)
        if took == inf:
            exceeded.append(f"{dice} dice are refused")
    many, few = GROWN
    ratio = median(inside(many)[0] / inside(few)[0] for _ in range(2 * rounds + 1))
    limited(f"{many} dice / {few} dice", ratio, f"{ratio:.1f}", GROWTH, f"at most {GROWTH}")
    words = ["odds", "--power", str(many), "--critical-hit", "2", "--lucky", "4"]
    words += ["--vs", "Parry 2, Riposte 1, Lucky 4", "--format", "json"]
    whole = [run([sys.executable, "-m", "swcli", *words]) for _ in range(rounds)]
    took, used = median(each.seconds for each in whole), max(each.megabytes for each in whole)
    limited(f"whole process, {many} dice", took, f"{took:.2f} s", SECONDS, f"at most {SECONDS} s")
    limited("  its peak memory", used, f"{used:.0f} MB", MEGABYTES, f"at most {MEGABYTES} MB")


# -- beside a Monte Carlo


def comparing(rounds: int) -> None:
    """Whole processes in turns."""
    ours = [*swcli(), "odds", "--power", "7", "--critical-hit", "2", "--lucky", "2", "--vs", "Parry 2, Lucky 2"]
    theirs = [sys.executable, str(MONTE_CARLO), "--power", "7", "--critical-hit", "2", "--lucky", "2"]
    theirs += ["--parry", "2", "--defender-lucky", "2", "--seed", "1"]
    run(ours)
    pairs = [(run(ours).seconds, run(theirs).seconds) for _ in range(rounds)]
    print(f"comparing: seven dice, Critical Hit 2, Parry 2, Lucky 2 on both sides; {rounds} pairs in turns")
    line("swcli odds, exact, both players at their best", f"{median(a for a, _ in pairs):.3f} s")
    line("Monte Carlo, a million trials, fixed habits", f"{median(b for _, b in pairs):.3f} s")
    line("lowest and highest ratio", " ".join(f"1/{f(b / a for a, b in pairs):.1f}" for f in (max, min)))
    faster = median(b / a for a, b in pairs)
    limited("ratio", 1 / faster, f"1/{faster:.1f}", 1 / FRACTION, f"at most 1/{FRACTION}")


MEASURED: Final = {"growing": (growing, 3, 1), "comparing": (comparing, 11, 3)}
"""What can be measured, with the number of rounds and that of a quick run."""


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="What `swcli odds` costs; see the top of the file.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--dice", type=int, metavar="N", help="only print the seconds that N dice take, for `growing`")
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"{', '.join(MEASURED)}; all when left out")
    wanted = parser.parse_args()
    if wanted.dice:
        print(solving(wanted.dice))
        return
    unknown = set(wanted.what) - set(MEASURED)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}: choose from {', '.join(MEASURED)}")
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, (measure, rounds, quick) in MEASURED.items():
        if not wanted.what or name in wanted.what:
            measure(quick if wanted.quick else rounds)
    for each in exceeded:
        print(f"over the limit: {each}")
    sys.exit(1 if exceeded else 0)


if __name__ == "__main__":
    main()
