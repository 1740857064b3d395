"""Contested questions of the rules and the readings that may be taken of them. The first reading is the default."""

from __future__ import annotations

from typing import Final, NamedTuple


class Rulings(NamedTuple):
    """The readings in force, one field for each question of `RULINGS` (dashes become underscores)."""

    jedi_includes_dark_jedi: str = "no"
    deflect_source: str = "unit"
    critical_hit_in_excess: str = "no"
    riposte_after_discard: str = "yes"
    stun_per_placement: str = "once"


class Ruling(NamedTuple):
    """A contested question: its `name`, the `question`, its `readings` (default first) and the `reason` for the
    default.
    """

    name: str
    question: str
    readings: tuple[str, ...]
    reason: str


RULINGS: Final[tuple[Ruling, ...]] = (
    Ruling(
        "jedi-includes-dark-jedi",
        "Does an ability that speaks of Jedi also mean Dark Jedi?",
        ("no", "yes"),
        "Cards that mean both name both.",
    ),
    Ruling(
        "deflect-source",
        "Deflect works once for each source: is that each unit (or card), or each instance of damage?",
        ("unit", "instance"),
        "The text says source where Evade says instance, and only this reading ends free loops (Q1).",
    ),
    Ruling(
        "critical-hit-in-excess",
        "Does Critical Hit damage count for the excess that Overkill may move?",
        ("no", "yes"),
        "Overkill speaks of hits; the bonus is damage (Q3).",
    ),
    Ruling(
        "riposte-after-discard",
        "Is Riposte's damage done if its unit was discarded after the dice set it?",
        ("yes", "no"),
        "It is already triggered; Retaliate is the stated model (Q5).",
    ),
    Ruling(
        "stun-per-placement",
        "When several damages of one unit are placed on one unit at the same moment, does it stun once or for each?",
        ("once", "each"),
        "It damages it once (Q7).",
    ),
)
