"""The attacks of docs/odds-compared.md, and what is said of them there; `peers.py` finds the numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from benchmarks.monte_carlo import Attack

BOTH: Final = Attack(7, critical_hit=2, lucky=2, parry=2, defender_lucky=2)
"""The attack for which all habits are shown."""
EVEN: Final = Attack(5, lucky=2, defender_lucky=2)


class Row(NamedTuple):
    """An attack that both can say, and why the answers differ."""

    attack: Attack
    why: str
    by: str = "dark"


class Beyond(NamedTuple):
    """An attack that the Monte Carlo can't say.

    Attributes:
        words: for `swcli odds`. attack: what the Monte Carlo knows of it. shown: what to show of the answer: (unit,
            `damage` or `discarded`). why: what is left out. file: a scenario, on standard input.
    """

    words: str
    attack: Attack
    shown: tuple[tuple[str, str], ...]
    why: str
    file: str = ""


ROWS: Final = (
    Row(Attack(5, critical_hit=3, parry=2), "Nobody has a choice."),
    Row(Attack(10, accuracy=-1, critical_hit=1, parry=3), "Nobody has a choice."),
    Row(Attack(4, critical_hit=1, fury=2, parry=1), "Nobody has a choice: the dice of Fury are rolled at once."),
    Row(Attack(6, lucky=2), "Only hits count, and to pick up misses is all that there is to do: the habit is right."),
    Row(
        Attack(5, critical_hit=3, lucky=2, parry=2),
        "Here, too: a hit is worth as much as another try at a 6, which may show a 1.",
    ),
    Row(
        Attack(5, critical_hit=5, lucky=2, parry=1),
        "With so high a Critical Hit, and no 6 yet, hits are worth giving up for another try; the habit never does.",
    ),
    Row(
        Attack(5, accuracy=3, lucky=2, parry=2),
        "With Accuracy 3 a 1 hits, so that the habit lets it lie; but it is what lets the defender Parry.",
    ),
    Row(
        Attack(5, critical_hit=3, parry=2, defender_lucky=2),
        "With a 1 on the table Parry takes two hits by itself; to pick those up is to risk a 6. The habit does.",
    ),
    Row(EVEN, "The order alone, see below: both habits are right."),
    Row(BOTH, "The order; and habits: the defender's, say, picks up hits that Parry takes."),
    Row(
        BOTH,
        "The same: if Light attacks, the defender has the first choice in the POP, which changes nothing here.",
        "light",
    ),
    Row(Attack(10, critical_hit=3, lucky=4, parry=2, defender_lucky=4), "The order; and the habits, as above."),
    Row(
        Attack(4, critical_hit=1, fury=2, lucky=1, parry=1, defender_lucky=1),
        "The order; and the habits. The dice of Fury are rolled before all re-rolls.",
    ),
)

ALONE: Final = (
    Attack(5, critical_hit=3, lucky=2),
    Attack(10, critical_hit=3, lucky=4),
    Attack(6, accuracy=1, critical_hit=1, lucky=3),
    Attack(8, accuracy=-1, critical_hit=2, lucky=2),
    Attack(4, critical_hit=5, lucky=2),
)

FILE: Final = """units:
  vader: {player: dark, arena: character, power: 6, health: 6, abilities: [Overkill, Critical Hit 1, Lucky 2]}
  luke: {player: light, arena: character, power: 5, health: 2, abilities: [Parry 1]}
  leia: {player: light, arena: character, power: 3, health: 2}
script:
  - attack: {by: vader, target: luke}
"""

ATTACKER_DISCARDED: Final = ' --objective "attacker discarded" --player light'

BEYOND: Final = (
    Beyond(
        '--power 5 --critical-hit 2 --vs "Pay 1 Force -> Evade 2" --force 2',
        Attack(5, critical_hit=2),
        (("defender", "damage"),),
        "There is no Force and no prevention by choice. To take 2 off the mean would be wrong, too: there is "
        "not always so much to prevent.",
    ),
    Beyond(
        '--power 5 --critical-hit 2 --vs "Pay 1 Force -> Evade 2" --force 2 --health 4',
        Attack(5, critical_hit=2),
        (("defender", "discarded"),),
        "The chance that the defender is discarded; the Monte Carlo's is the share of trials with at least 4 damage.",
    ),
    Beyond(
        '--power 5 --lucky 1 --vs "Pay 2 Force -> Deflect 2" --force 2 --attacker-health 2' + ATTACKER_DISCARDED,
        Attack(5, lucky=1),
        (("defender", "damage"), ("attacker", "discarded")),
        "Two hits sent back discard the attacker. His player knows: with just two hits he re-rolls one of them.",
    ),
    Beyond(
        '--power 6 --vs "Parry 1, Riposte 2, Lucky 1"',
        Attack(6, parry=1, defender_lucky=1),
        (("defender", "damage"), ("attacker", "damage")),
        "A natural 2 in the end hurts the attacker. Both still play for the damage to the defender only.",
    ),
    Beyond(
        '--power 6 --vs "Parry 1, Riposte 2, Lucky 1" --attacker-health 2' + ATTACKER_DISCARDED,
        Attack(6, parry=1, defender_lucky=1),
        (("defender", "damage"), ("attacker", "discarded")),
        "The same, but Light uses the Lucky to get a natural 2, whatever damage comes of it.",
    ),
    Beyond(
        '--power 4 --vs "Pay 1 Force -> Retaliate 3" --force 1 --attacker-health 2' + ATTACKER_DISCARDED,
        Attack(4),
        (("defender", "damage"), ("attacker", "discarded")),
        "Damage by other dice, at the end of the attack.",
    ),
    Beyond(
        '- --objective "leia discarded"',
        Attack(6, critical_hit=1, lucky=2, parry=1),
        (("luke", "damage"), ("leia", "discarded")),
        "A third unit, and hits that are divided once the dice are known. It takes four of them: two have to "
        "stay on Luke, and what Critical Hit adds can't be moved.",
        FILE,
    ),
)
