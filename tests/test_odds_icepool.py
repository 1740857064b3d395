"""`swcli odds` held against the dice library icepool, as fractions: whole distributions, not only means.

icepool knows nothing of the game. What is stated here again is small: what dice come to, and which re-rolls a player
likes best; all chances are the library's. Of choices that are liked equally the one with the fewest dice re-rolled is
taken, then the first in the order of options: to pass or stop first, then the lowest face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import icepool
import pytest

from swcli.drive.odds.objective import Objective
from swcli.drive.odds.solve import Odds, solve
from swcli.scenario.read import from_data
from swcli.scenario.setup import load

Dice = tuple[int, ...]
"""Faces that lie there, rising."""


class Attack(NamedTuple):
    power: int
    accuracy: int = 0
    armor: bool = False
    critical_hit: int = 0
    fury: int = 0
    lucky: int = 0
    parry: int = 0
    shields: int = 0
    defender_lucky: int = 0
    by: str = "dark"

    # -- for swcli

    def odds(self) -> Odds:
        attacker = {
            "Accuracy": self.accuracy, "Critical Hit": self.critical_hit, "Fury": self.fury, "Lucky": self.lucky,
        }  # fmt: skip
        defender = {"Parry": self.parry, "Shields": self.shields, "Lucky": self.defender_lucky}
        other = "light" if self.by == "dark" else "dark"
        data: dict[str, Any] = {
            "units": {
                "a": {
                    "player": self.by, "arena": "character", "power": self.power, "health": 5,
                    "abilities": [f"{name} {value}" for name, value in attacker.items() if value],
                },
                "b": {
                    "player": other, "arena": "character", "power": 1, "health": 5,
                    "abilities": [f"{name} {value}" for name, value in defender.items() if value]
                    + ["Armor"] * self.armor,
                },
            },
            "script": [{"attack": {"by": "a", "target": "b"}}],
        }  # fmt: skip
        scenario = load(from_data(data))
        return solve(scenario.position, scenario.script, ("optimal", "optimal"), Objective()).odds

    # -- for icepool

    @property
    def dice(self) -> int:
        return max(0, self.power - self.shields)

    def hits(self, face: int) -> bool:
        return face + self.accuracy >= (5 if self.armor else 4)

    def damage(self, hits: int, one: bool, six: bool) -> int:
        return max(0, hits + self.critical_hit * six - self.parry * one)

    def damage_of(self, dice: Dice) -> int:
        return self.damage(sum(map(self.hits, dice)), 1 in dice, 6 in dice)

    def least(self, face: int) -> int:
        """The least face that makes the same difference."""
        watched = ({1} if self.parry else set()) | ({6} if self.critical_hit else set())
        if face in watched:
            return face
        return min(other for other in range(1, 7) if other not in watched and self.hits(other) == self.hits(face))

    def die(self) -> icepool.Die[int]:
        return icepool.d6.map(self.least)

    def picks(self, dice: Dice, most: int) -> Iterator[Dice]:
        """What may be picked up, in the order of options; nothing comes first."""
        yield from sorted({gone for count in range(most + 1) for gone in combinations(dice, count)})

    def again(self, dice: Dice, gone: Dice) -> icepool.Die[Dice]:
        """The dice after some of them have been re-rolled."""
        kept = list(dice)
        for face in gone:
            kept.remove(face)
        new = self.die().pool(len(gone)).expand()
        return new.map(lambda faces: tuple(sorted((*kept, *faces))), star=False)


def shares(die: icepool.Die[int]) -> dict[int, Fraction]:
    return {amount: Fraction(quantity, die.denominator()) for amount, quantity in die.items() if quantity}


def agree(attack: Attack, die: icepool.Die[int], rerolled: tuple[Fraction, Fraction] | None = None) -> None:
    odds = attack.odds()
    assert odds.units[1].damage == shares(die)
    assert odds.units[1].expected_damage == die.mean()
    if rerolled is not None:
        assert odds.dice == rerolled


# -- nobody re-rolls


class Struck(icepool.MultisetEvaluator[int, int]):
    """The damage of a pool of dice, face by face."""

    def __init__(self, attack: Attack) -> None:
        self.attack = attack

    def next_state(self, state: Any, order: icepool.Order, face: int, count: int) -> tuple[int, bool, bool]:
        hits, one, six = state or (0, False, False)
        return hits + count * self.attack.hits(face), one or (count > 0 and face == 1), six or (count > 0 and face == 6)

    def final_outcome(self, state: Any, *_: Any, **__: Any) -> int:
        return self.attack.damage(*(state or (0, False, False)))


PLAIN = [
    Attack(1),
    Attack(3, shields=3),
    Attack(4, accuracy=-1, critical_hit=2, parry=1),
    Attack(6, armor=True, shields=2, critical_hit=1),
    Attack(7, critical_hit=2, parry=2),
    Attack(8, accuracy=3, parry=3),
    Attack(9, accuracy=-3, critical_hit=4, parry=1),
    Attack(12, accuracy=1, armor=True, critical_hit=1, parry=4, shields=1),
    Attack(20, critical_hit=3, parry=2),
    Attack(30, accuracy=2, armor=True, critical_hit=2, parry=30, shields=4),
    Attack(40, accuracy=-1, critical_hit=5, parry=25),
]


@pytest.mark.parametrize("attack", PLAIN, ids=str)
def test_no_re_rolls(attack: Attack) -> None:
    agree(attack, Struck(attack).evaluate(icepool.d6.pool(attack.dice)))


@pytest.mark.parametrize(
    "attack",
    [Attack(1, fury=2), Attack(3, fury=1, critical_hit=2, parry=1), Attack(6, fury=3, accuracy=-1, parry=2)],
    ids=str,
)
def test_fury(attack: Attack) -> None:
    def after(dice: Dice) -> icepool.Die[int] | int:
        if 4 not in dice:
            return attack.damage_of(dice)
        more = icepool.d6.pool(attack.fury).expand()
        return more.map(lambda faces: attack.damage_of((*dice, *faces)), star=False)

    agree(attack, icepool.d6.pool(attack.dice).expand().map(after, star=False))


# -- one player may re-roll


ONE = [
    Attack(1, lucky=1),
    Attack(2, lucky=4, critical_hit=1),
    Attack(4, lucky=2, accuracy=-1, critical_hit=3, parry=1),
    Attack(5, lucky=2, critical_hit=3, parry=2),
    Attack(5, lucky=1, accuracy=3, parry=2),
    Attack(5, lucky=2, accuracy=3, parry=5, critical_hit=2),
    Attack(6, lucky=3, armor=True, critical_hit=2, parry=2, shields=1),
    Attack(7, lucky=2, critical_hit=2, parry=2, by="light"),
    Attack(10, lucky=1, accuracy=1, critical_hit=1, parry=3),
    Attack(1, defender_lucky=1),
    Attack(3, defender_lucky=4, parry=1),
    Attack(4, defender_lucky=2, accuracy=-1, critical_hit=3, parry=1),
    Attack(5, defender_lucky=2, critical_hit=3, parry=2),
    Attack(5, defender_lucky=2, accuracy=3, critical_hit=2, parry=4),
    Attack(6, defender_lucky=3, armor=True, critical_hit=2, parry=2, shields=1),
    Attack(7, defender_lucky=2, critical_hit=2, parry=2, by="light"),
    Attack(10, defender_lucky=1, accuracy=1, critical_hit=1, parry=3),
]


@pytest.mark.parametrize("attack", ONE, ids=str)
def test_one_player_has_a_choice(attack: Attack) -> None:
    attacks = bool(attack.lucky)
    most = attack.lucky or attack.defender_lucky

    @cache
    def damage(kept: Dice, count: int) -> icepool.Die[int]:
        new = attack.die().pool(count).expand()
        return new.map(lambda faces: attack.damage_of((*kept, *faces)), star=False)

    def best(dice: Dice) -> icepool.Die[tuple[int, int]]:
        found = []
        for gone in attack.picks(dice, most):
            kept = list(dice)
            for face in gone:
                kept.remove(face)
            die = damage(tuple(kept), len(gone))
            found.append(((-die.mean() if attacks else die.mean()), len(gone), die))
        _, count, die = min(found, key=lambda each: each[:2])
        return die.map(lambda amount: (amount, count))

    pool = attack.die().pool(attack.dice).expand()
    both = pool.map(best, star=False)
    dice = both.marginals[1].mean()
    mine = attacks == (attack.by == "dark")
    agree(attack, both.marginals[0], (dice, Fraction(0)) if mine else (Fraction(0), dice))


# -- both players may re-roll: dark first, then in turns, until both pass in a row


Result = tuple[int, int, int]
"""The damage, and the dice that dark and light re-roll."""


def played(attack: Attack) -> icepool.Die[Result]:
    """What comes of the re-roll POP, as nested maps: a roll, and after it the best that the player can do."""
    dark_attacks = attack.by == "dark"
    values = (attack.lucky, attack.defender_lucky) if dark_attacks else (attack.defender_lucky, attack.lucky)

    @cache
    def pop(dice: Dice, ready: tuple[bool, bool], turn: int, passed: bool) -> icepool.Die[Result]:
        """`ready`: who still has his Lucky. `turn`: 0 for dark. `passed`: the other has just passed."""
        if not any(ready):
            return icepool.Die([(attack.damage_of(dice), 0, 0)])
        ways = [lambda: icepool.Die([(attack.damage_of(dice), 0, 0)]) if passed else pop(dice, ready, 1 - turn, True)]
        if ready[turn]:
            left = (False, ready[1]) if turn == 0 else (ready[0], False)
            for gone in attack.picks(dice, values[turn]):
                ways.append(lambda gone=gone: used(dice, gone, left, turn))
        return max((way() for way in ways), key=likes(turn))

    @cache
    def after(kept: Dice, count: int, left: tuple[bool, bool], turn: int) -> icepool.Die[Result]:
        spent = (0, count, 0) if turn == 0 else (0, 0, count)

        def then(faces: Dice) -> icepool.Die[Result]:
            die = pop(tuple(sorted((*kept, *faces))), left, 1 - turn, False)
            return die.map(lambda *result: tuple(a + b for a, b in zip(result, spent, strict=True)), star=True)

        return attack.die().pool(count).expand().map(then, star=False)

    def used(dice: Dice, gone: Dice, left: tuple[bool, bool], turn: int) -> icepool.Die[Result]:
        kept = list(dice)
        for face in gone:
            kept.remove(face)
        return after(tuple(kept), len(gone), left, turn)

    def likes(turn: int) -> Callable[[icepool.Die[Result]], tuple[Fraction, Fraction]]:
        sign = 1 if (turn == 0) == dark_attacks else -1
        return lambda die: (sign * die.marginals[0].mean(), -die.marginals[1 + turn].mean())

    return attack.die().pool(attack.dice).expand().map(lambda dice: pop(dice, (True, True), 0, False), star=False)


BOTH = [
    Attack(1, lucky=1, defender_lucky=1),
    Attack(1, lucky=1, defender_lucky=1, by="light"),
    Attack(2, lucky=2, defender_lucky=1, critical_hit=2, parry=1),
    Attack(3, lucky=1, defender_lucky=2, accuracy=-1, critical_hit=3, parry=1),
    Attack(3, lucky=2, defender_lucky=2, critical_hit=3, parry=2, by="light"),
    Attack(4, lucky=1, defender_lucky=1, critical_hit=2, parry=3),
    Attack(4, lucky=2, defender_lucky=1, accuracy=3, parry=2, by="light"),
    Attack(5, lucky=2, defender_lucky=2, critical_hit=3, parry=2),
    Attack(5, lucky=1, defender_lucky=1, armor=True, critical_hit=1, parry=2, by="light"),
    Attack(5, lucky=4, defender_lucky=4, accuracy=1, critical_hit=2, parry=2),
    Attack(7, lucky=2, defender_lucky=2, critical_hit=2, parry=2),
    Attack(7, lucky=3, defender_lucky=2, critical_hit=2, parry=2, by="light"),
    Attack(8, lucky=2, defender_lucky=1, critical_hit=3, parry=2),
]


@pytest.mark.parametrize("attack", BOTH, ids=str)
def test_both_players_have_a_choice(attack: Attack) -> None:
    die = played(attack)
    agree(attack, die.marginals[0], (die.marginals[1].mean(), die.marginals[2].mean()))
