"""Dice as counts of classes, and the classes that an attack gives them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swcli.drive.begin import begin
from swcli.drive.odds import block
from swcli.drive.odds.block import Block, TooManyDice, faces_at
from swcli.drive.odds.columns import columns
from swcli.drive.odds.effects import shown
from swcli.drive.odds.lucky import picks
from swcli.drive.odds.vectors import vectors
from swcli.game import engine
from swcli.game.canonical import sight
from swcli.game.position import Choice, Position, Roll
from swcli.scenario.duel import Fighter, duel, read_abilities
from tests.shell import ROOT

WEIGHTS = st.sampled_from(
    [some for size in range(1, 6) for some in product(range(1, 7), repeat=size) if sum(some) == 6]
)


def rolling(power: int, own: str = "", others: str = "") -> Position:
    """An attack about to be rolled."""
    attacker = Fighter(power, abilities=read_abilities(own) if own else (), force=3)
    defender = Fighter(0, abilities=read_abilities(others) if others else (), force=3)
    position, script = duel(attacker, defender)
    return begin(position, script[0])


@pytest.mark.parametrize(
    ("own", "others", "classes"),
    [
        ("", "", [(1, 2, 3), (4, 5, 6)]),
        ("Critical Hit 1", "", [(1, 2, 3), (4, 5), (6,)]),
        ("Critical Hit 1", "Parry 1, Riposte 1", [(1,), (2,), (3,), (4, 5), (6,)]),
        ("Fury 1", "Parry 1", [(1,), (2, 3), (4,), (5, 6)]),
        ("Accuracy 1", "Armor", [(1, 2, 3), (4, 5, 6)]),
        ("Accuracy -2, Critical Hit 1", "", [(1, 2, 3, 4, 5), (6,)]),
        ("Accuracy 3", "Parry 2", [(1,), (2, 3, 4, 5, 6)]),
        ("", "Armor, Evade 1", [(1, 2, 3, 4), (5, 6)]),
        # What the other side has looks at nothing here.
        ("Parry 1, Riposte 1", "Critical Hit 1, Fury 1", [(1, 2, 3), (4, 5, 6)]),
    ],
)
def test_classes_come_from_the_keywords_in_play(own: str, others: str, classes: list[tuple[int, ...]]) -> None:
    assert list(faces_at(rolling(1, own, others)).classes) == classes


def test_after_the_first_roll_fury_looks_at_nothing_any_more() -> None:
    position = engine.roll(rolling(2, "Fury 2, Lucky 1", "Parry 1"), (4, 1))
    assert isinstance(position.question, Roll) and position.question.purpose == "fury"
    assert list(faces_at(position).classes) == [(1,), (2, 3), (4, 5, 6)]
    position = engine.roll(position, (6, 2))
    assert isinstance(position.question, Choice)
    assert list(faces_at(position).classes) == [(1,), (2, 3), (4, 5, 6)]


def test_the_trace_tells_more_faces_apart() -> None:
    seen = sight(rolling(1, "Accuracy 1", "Armor"), sharp=True)
    assert seen is not None
    # 4 hits by Accuracy alone, 3 would hit without Armor; 5 and 6 hit anyway, 1 and 2 never do.
    assert [seen.index(what) + 1 for what in seen] == [1, 1, 3, 4, 5, 5] or [seen.index(what) + 1 for what in seen] == [
        1,
        1,
        3,
        4,
        5,
        6,
    ]


@given(WEIGHTS, st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_rolls_are_counted_right(weights: tuple[int, ...], dice: int) -> None:
    found = vectors(weights)
    sides = [one for one, weight in enumerate(weights) for _ in range(weight)]
    counted = Counter(tuple(roll.count(one) for one in range(len(weights))) for roll in product(sides, repeat=dice))
    assert dict(zip(found.level(dice), found.rolled(dice), strict=True)) == counted
    assert found.level(dice) == sorted(found.level(dice))
    rolled = [1]
    for lying in range(dice):
        rolled = found.spread(rolled, lying)
    assert rolled == found.rolled(dice)


@given(WEIGHTS, st.integers(1, 4), st.integers(1, 3), st.integers(0, 1), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_best_dice_are_picked_up(
    weights: tuple[int, ...], dice: int, most: int, player: int, random: object
) -> None:
    """Every way to pick up dice is tried, for each count."""
    found = vectors(weights)
    level = found.level(dice)
    scores = [random.randint(0, 3) for _ in level]  # type: ignore[attr-defined]
    after = columns([(score, 0, 0, 0, 0) for score in scores], 1)
    chosen, worth = picks(found, dice, most, player, after, 1, keep=True)
    sign = 1 if player == 0 else -1

    def mean(kept: tuple[int, ...]) -> Fraction:
        missing = dice - sum(kept)
        total = Fraction(0)
        for counts, ways in zip(found.level(missing), found.rolled(missing), strict=True):
            both = tuple(a + b for a, b in zip(kept, counts, strict=True))
            total += Fraction(ways * scores[found.places(dice)[both]], 6**missing)
        return total

    for place, counts in enumerate(level):
        ways = [
            (-sign * mean(kept), dice - sum(kept), kept)
            for kept in product(*(range(count + 1) for count in counts))
            if dice - sum(kept) <= most
        ]
        best = min(ways)  # of equal ones the fewest dice, then those of the lowest faces
        number, kept_place = chosen.best[place]
        assert (number, found.level(dice - number)[kept_place]) == (best[1], best[2])
        assert set(chosen.alike(found, dice, place)) == {
            kept for value, number, kept in ways if (value, number) == best[:2]
        }
        score = worth.columns[0]
        assert score is not None
        assert Fraction(score[place], 6**worth.power) == -sign * best[0]


def test_shares_of_faces_within_a_class() -> None:
    """Two misses against Armor: a 4 is among them with 7/16, as 1 - (3/4) ** 2."""
    position = rolling(2, "", "Armor")
    faces = faces_at(position)
    assert list(faces.classes) == [(1, 2, 3, 4), (5, 6)]
    found: Counter[bool] = Counter()
    for one in shown(position, faces, [((2, 0), 16)]):
        assert sum(one.dice) == 2
        found[one.dice[3] > 0] += one.mass  # type: ignore[assignment]  # fractions, whole here
    assert found == {True: 7, False: 9}


@pytest.mark.parametrize(("others", "most"), [("Parry 2, Lucky 4, Riposte 1", 41), ("Parry 2, Lucky 4", 83)])
def test_the_most_dice_are_those_of_the_page(others: str, most: int) -> None:
    found = faces_at(rolling(most, "Critical Hit 2, Lucky 4", others))
    block._check(found, most, 4)
    with pytest.raises(TooManyDice):
        block._check(found, most + 1, 4)
    assert f"more than {most}" in " ".join((ROOT / "docs" / "odds.md").read_text("utf-8").split())


def test_more_dice_than_can_be_looked_at_are_refused() -> None:
    Block(rolling(30, "Critical Hit 1, Lucky 3", "Parry 1, Riposte 1"), lambda player: True)
    for own, others in (
        ("Critical Hit 1", "Parry 1, Riposte 1"),
        ("Critical Hit 1, Lucky 60", "Parry 1"),
        ("Lucky 1000", ""),
    ):
        with pytest.raises(TooManyDice):
            Block(rolling(1000 if "1000" in own else 90, own, others), lambda player: True)
