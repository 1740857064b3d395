#!/usr/bin/env python3
"""The mean damage of an attack by throwing dice many times, each side re-rolling by a fixed habit.

    python benchmarks/monte_carlo.py --power 7 --critical-hit 2 --parry 2 --lucky 2 --defender-lucky 2
    python benchmarks/monte_carlo.py --power 5 --accuracy 1 --fury 2 --trials 200000 --seed 1

It is what players of the game use today, written once more in plain Python, to hold `swcli odds` against: see `odds.py`
and `peers.py`. It knows the attacker's power, Critical Hit, Accuracy, Fury and Lucky, and the defender's Parry and
Lucky; one side re-rolls first, then the other. Armor is one Accuracy less, and Shields are dice less.

Habits, the same for both sides:

safe   re-roll up to Lucky of the dice that are bad: for the attacker misses, ones first, but not sixes that add a
       Critical Hit; for the defender hits, sixes first, but not ones that let him Parry.
bold   the same, and as long as Lucky is not used up good dice, too, while there is no six for the attacker's Critical
       Hit, or no one for the defender's Parry.
none   nothing is re-rolled.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable
from math import sqrt
from typing import Final, NamedTuple

TRIALS: Final = 1_000_000
FACES: Final = (1, 2, 3, 4, 5, 6)


class Attack(NamedTuple):
    """What is on both units. `lucky` and `defender_lucky` are the dice that each side may re-roll."""

    power: int
    critical_hit: int = 0
    accuracy: int = 0
    fury: int = 0
    lucky: int = 0
    parry: int = 0
    defender_lucky: int = 0


Habit = Callable[[Attack, list[int]], list[int]]
"""Says which of the dice that lie there a side re-rolls."""


class Manners(NamedTuple):
    """How each side re-rolls, and who does so first."""

    attacker: str = "safe"
    defender: str = "safe"
    order: str = "attacker"


# -- one trial


def roll(rng: random.Random, count: int) -> list[int]:
    """So many dice."""
    return rng.choices(FACES, k=count)


def trial(attack: Attack, manners: Manners, rng: random.Random) -> int:
    """The damage of one attack."""
    dice = roll(rng, attack.power)
    if attack.fury and 4 in dice:
        dice += roll(rng, attack.fury)
    for habit in habits(attack, manners):
        again = habit(attack, dice)
        if again:
            for die in again:
                dice.remove(die)
            dice += roll(rng, len(again))
    return damage(attack, dice)


def damage(attack: Attack, dice: Iterable[int]) -> int:
    """What dice come to: hits, the Critical Hit for a six, less the Parry for a one."""
    least = 4 - attack.accuracy
    total = sum(die >= least for die in dice)
    if 6 in dice:
        total += attack.critical_hit
    if 1 in dice:
        total -= attack.parry
    return max(0, total)


# -- habits


def habits(attack: Attack, manners: Manners) -> list[Habit]:
    """The habits of those who have a Lucky, in the order in which they re-roll."""
    found = []
    if attack.lucky and manners.attacker != "none":
        found.append(ATTACKERS[manners.attacker])
    if attack.defender_lucky and manners.defender != "none":
        found.append(DEFENDERS[manners.defender])
    return found if manners.order == "attacker" else found[::-1]


def attacker_safe(attack: Attack, dice: list[int]) -> list[int]:
    """Misses, the lowest first."""
    least = 4 - attack.accuracy
    bad = [die for die in dice if die < least and not (die == 6 and attack.critical_hit)]
    return sorted(bad)[: attack.lucky]


def attacker_bold(attack: Attack, dice: list[int]) -> list[int]:
    """Misses, and hits while there is no six."""
    if attack.critical_hit and 6 not in dice:
        return sorted(dice)[: attack.lucky]
    return attacker_safe(attack, dice)


def defender_safe(attack: Attack, dice: list[int]) -> list[int]:
    """Hits, the highest first."""
    least = 4 - attack.accuracy
    bad = [die for die in dice if die >= least and not (die == 1 and attack.parry)]
    return sorted(bad, reverse=True)[: attack.defender_lucky]


def defender_bold(attack: Attack, dice: list[int]) -> list[int]:
    """Hits, and misses while there is no one."""
    if attack.parry and 1 not in dice:
        return sorted(dice, reverse=True)[: attack.defender_lucky]
    return defender_safe(attack, dice)


ATTACKERS: Final[dict[str, Habit]] = {"safe": attacker_safe, "bold": attacker_bold}
DEFENDERS: Final[dict[str, Habit]] = {"safe": defender_safe, "bold": defender_bold}


# -- many trials


def simulate(attack: Attack, manners: Manners, trials: int, seed: int | None) -> Counter[int]:
    """How often each damage came."""
    rng = random.Random(seed)
    return Counter(trial(attack, manners, rng) for _ in range(trials))


def mean_and_error(found: Counter[int]) -> tuple[float, float]:
    """The mean damage, and its standard error."""
    trials = found.total()
    mean = sum(amount * count for amount, count in found.items()) / trials
    variance = sum(count * (amount - mean) ** 2 for amount, count in found.items()) / trials
    return mean, sqrt(variance / trials)


def main() -> None:
    """Read the options, throw the dice, print the mean and how often each damage came."""
    parser = argparse.ArgumentParser(description="The damage of an attack by a Monte Carlo; see the top of the file.")
    parser.add_argument("--power", type=int, required=True)
    for name in Attack._fields[1:]:
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=0)
    parser.add_argument("--attacker", choices=("safe", "bold", "none"), default="safe", help="the attacker's habit")
    parser.add_argument("--defender", choices=("safe", "bold", "none"), default="safe", help="the defender's habit")
    parser.add_argument("--order", choices=("attacker", "defender"), default="attacker", help="who re-rolls first")
    parser.add_argument("--trials", type=int, default=TRIALS)
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    attack = Attack(*(getattr(given, name) for name in Attack._fields))
    found = simulate(attack, Manners(given.attacker, given.defender, given.order), given.trials, given.seed)
    mean, error = mean_and_error(found)
    print(f"mean damage {mean:.4f}, standard error {error:.4f}, {given.trials:,} trials")
    for amount, count in sorted(found.items()):
        print(f"{amount:>4} {count / given.trials:8.3%}")


if __name__ == "__main__":
    main()
