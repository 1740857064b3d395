"""How long a matrix takes: units generated from a seed, every one of them against every one.

    python benchmarks/matrix.py [UNITS] [SEED] [JOBS]

Writes the units to a file (200 of seed 1, power up to 10, the usual mixes of keywords, Lucky and Evade among them),
runs `swcli matrix` on it as a shell would, on all cores unless JOBS says otherwise, and prints seconds and cells a
second; and, as seconds say more about the machine, how many cells are solved in the time that one plain attack (power
5, no abilities) takes to be solved on one core in the same run.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from swcli.drive.odds.matrix import fighters, plan, solved  # noqa: E402 - after the path is set
from swcli.game.rulings import Rulings  # noqa: E402
from swcli.scenario.read import from_data  # noqa: E402
from swcli.scenario.setup import load  # noqa: E402

FORCE = 4
MENU = (
    ("Lucky 1", 20),
    ("Lucky 2", 12),
    ("Pay 1 Force -> Evade 1", 14),
    ("Pay 1 Force -> Evade 2", 14),
    ("Pay 2 Force -> Evade 3", 8),
    ("Pay 1 Force -> Deflect 1", 8),
    ("Pay 2 Force -> Deflect 2", 8),
    ("Parry 1", 12),
    ("Parry 2", 8),
    ("Armor", 14),
    ("Shields 1", 10),
    ("Shields 2", 8),
    ("Critical Hit 1", 14),
    ("Critical Hit 2", 10),
    ("Accuracy 1", 12),
    ("Accuracy 2", 6),
    ("Stun 1", 8),
    ("Fury 1", 10),
    ("Fury 2", 6),
    ("Ferocity", 6),
    ("Overkill", 8),
    ("Riposte 1", 8),
    ("Retaliate 1", 6),
    ("Pay 1 Force -> Retaliate 2", 4),
    ("Pay 1 Force -> +2 power for this attack", 8),
    ("Pay 1 Force -> Critical Hit 1 for this attack", 6),
)
"""Abilities with how often they come, out of about 250."""


def units(number: int, seed: int) -> dict[str, dict[str, Any]]:
    """So many units, half of them Dark's, all in one arena so that all may attack each other."""
    rng = random.Random(seed)
    texts, weights = zip(*MENU, strict=True)
    found: dict[str, dict[str, Any]] = {}
    for place in range(number):
        abilities: dict[str, str] = {}
        for _ in range(rng.choices(range(5), (10, 30, 30, 20, 10))[0]):
            text = rng.choices(texts, weights)[0]
            abilities.setdefault(text.rstrip(" 0123456789"), text)
        found[f"u{place:03}"] = {
            "player": ("dark", "light")[place % 2],
            "arena": "character",
            "speed": 10 * rng.randint(1, 8),
            "power": rng.randint(1, 10),
            "health": rng.randint(2, 9),
            "abilities": list(abilities.values()),
        }
    return found


def plain() -> float:
    """Seconds in which one plain attack is solved."""
    bare = {"arena": "character", "power": 5, "health": 5}
    data = {"units": {"a": {**bare, "player": "dark"}, "b": {**bare, "player": "light"}}, "script": []}
    both = fighters(load(from_data(data)).position)
    duel = plan(both[:1], both[1:], Rulings(), "optimal").duel(0)
    took = []
    for _ in range(101):
        began = time.perf_counter()
        solved(duel)
        took.append(time.perf_counter() - began)
    return median(took)


def spent_by_children() -> float:
    """Seconds that processes started here have had a core: they count on a machine that has other work as well."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> None:
    """Generate, run, and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    jobs = ["--jobs", sys.argv[3]] if len(sys.argv) > 3 else []
    data = {"players": {"dark": {"force": FORCE}, "light": {"force": FORCE}}, "units": units(number, seed)}
    reference = plain()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "units.json")
        file.write_text(json.dumps({**data, "script": []}), "utf-8")
        words = [sys.executable, "-m", "swcli", "matrix", str(file), "--format", "json", *jobs]
        began, spent = time.perf_counter(), spent_by_children()
        done = subprocess.run(
            words, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True, check=True
        )
        took, spent = time.perf_counter() - began, spent_by_children() - spent
    found = json.loads(done.stdout)
    cells = len(found["cells"])
    print(f"{cells:,} cells ({found['solved']:,} that differ): {took:.1f} s, {cells / took:,.0f} cells/s")
    print(f"seconds of all cores together: {spent:.1f}, {spent / cells * 1000:.2f} ms a cell")
    print(f"one plain attack on one core: {reference * 1000:.2f} ms")
    print(f"cells in that time: {cells / took * reference:.2f}")


if __name__ == "__main__":
    main()
