"""The receipt of a ruling: which program, rules, scenario and trace it was, so that it can be reproduced and
compared.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final, NamedTuple

from swcli.game.clauses import CLAUSES
from swcli.game.rulings import RULINGS, Rulings

SHORT: Final = 12
"""So many digits of a hash are shown in text; JSON has them all."""

COMMENTARY: Final = ("title", "notes", "expect")
"""Keys of a scenario that do not change what happens."""


class Receipt(NamedTuple):
    """Version of swcli, and SHA-256 of the rules, the scenario and the trace, as hexadecimal digits.

    Of a file that is no valid scenario, scenario and trace are None: there are none.
    """

    version: str
    rules: str
    scenario: str | None
    trace: str | None

    def line(self) -> str:
        """The receipt in one line."""
        scenario, trace = ((digits or "none")[:SHORT] for digits in (self.scenario, self.trace))
        return f"receipt: swcli {self.version}, rules {self.rules[:SHORT]}, scenario {scenario}, trace {trace}"


def canonical(data: object) -> str:
    """`data` as JSON in the one form that is hashed: keys sorted, no spaces, plain ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(data: object) -> str:
    """SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(data).encode("ascii")).hexdigest()


def rules_hash(rulings: Rulings | None = None) -> str:
    """The hash of all that the rules say: the clauses, the contested questions, and the readings in force."""
    return digest(
        {
            "clauses": CLAUSES,
            "rulings": [
                [ruling.name, ruling.question, list(ruling.meanings.items()), ruling.reason] for ruling in RULINGS
            ],
            "readings": (rulings or Rulings())._asdict(),
        }
    )


def scenario_hash(data: object) -> str:
    """The hash of a scenario as read, without its title, its notes and what it expects."""
    if isinstance(data, dict):
        data = {key: _in_order(key, value) for key, value in data.items() if key not in COMMENTARY}
    return digest(data)


def _in_order(key: str, value: object) -> object:
    """Units and Equipment as pairs, since what comes first in the file comes first in the game."""
    return list(value.items()) if key in ("units", "equipment") and isinstance(value, dict) else value


def trace_hash(events: list[dict[str, Any]]) -> str:
    """The hash of a whole trace as JSON, without the sentences: other words for the same events are no other trace."""
    return digest([{key: value for key, value in event.items() if key != "text"} for event in events])
