"""How exploring grows: the scenario of `scenarios/explore/heavy.yaml` with more and more bystanders who can Deflect.

    python benchmarks/explore.py [MOST BYSTANDERS] [MOST POSITIONS]

Prints, for each number of bystanders from 1 to the most (6), the lines, the positions they are merged to, outcomes,
seconds, and microseconds a position; and at the end the memory it took. Walks of more than the most positions (150,000,
as in `swcli explore`) are stopped, and marked with >.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from swcli.drive.explore import Walker
from swcli.drive.solve import outcomes
from swcli.scenario.read import from_data
from swcli.scenario.setup import Scenario, load

FIGHTER = [
    "Lucky 1",
    "Pay 1 Force -> Evade 1",
    "Pay 2 Force -> Evade 2",
    "Pay 1 Force -> Deflect 1",
    "Pay 2 Force -> Deflect 2",
]


def scenario(bystanders: int) -> Scenario:
    """Vader attacks Luke, with so many bystanders on both sides in turn."""
    place = {"arena": "character"}
    units: dict[str, Any] = {
        "vader": {**place, "player": "dark", "power": 6, "health": 6, "abilities": [*FIGHTER, "Critical Hit 1"]},
        "luke": {**place, "player": "light", "power": 5, "health": 5, "abilities": [*FIGHTER, "Parry 1"]},
    }
    for number in range(bystanders):
        player = ("light", "dark")[number % 2]
        abilities = ["Pay 1 Force -> Deflect 1"]
        units[f"b{number + 1}"] = {**place, "player": player, "power": 3, "health": 4, "abilities": abilities}
    attack = {"attack": {"by": "vader", "target": "luke", "roll": [6, 5, 4, 1, 2, 3]}}
    players = {"dark": {"force": 3}, "light": {"force": 3}}
    return load(from_data(json.loads(json.dumps({"players": players, "units": units, "script": [attack]}))))


def main() -> None:
    """Walk them all and print the table."""
    bystanders = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 150_000
    print(
        f"{'bystanders':>10} {'lines':>20} {'positions':>10} {'outcomes':>9}"
        f" {'lines/position':>15} {'seconds':>8} {'us/position':>12}"
    )
    for number in range(1, bystanders + 1):
        case = scenario(number)
        walker = Walker(case.script, frozenset({0, 1}))
        began = time.perf_counter()
        graph = walker.walk(walker.start(case.position), most)
        seconds = time.perf_counter() - began
        lines, positions = graph.lines() or 0, len(graph.nodes)
        more = "" if graph.complete else ">"
        print(
            f"{number:>10} {more + f'{lines:,}':>20} {more + f'{positions:,}':>10} {len(outcomes(graph)):>9,}"
            f" {lines / positions:>15,.0f} {seconds:>8.2f} {seconds / positions * 1e6:>12.0f}",
            flush=True,
        )
    print(f"memory: {_memory()} MB at most")


def _memory() -> int:
    try:
        import resource
    except ImportError:  # there is none on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak // (1 << 20 if sys.platform == "darwin" else 1 << 10))


if __name__ == "__main__":
    main()
