"""docs/odds-compared.md is what its command prints, and means what it says; figures of others that have to come out."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction

import pytest

from benchmarks import peers
from benchmarks.compared import ALONE, BOTH, ROWS
from benchmarks.counted import best_alone, best_in_order, habitual, mean
from benchmarks.monte_carlo import Attack, Manners, damage, mean_and_error, simulate
from tests.shell import ROOT

PAGE = ROOT / "docs" / "odds-compared.md"
THROWN = re.compile(r"(?P<exact>\d+\.\d{4}) \| (?P<mean>\d+\.\d{4}) ± (?P<error>\d+\.\d{4})")
NO_DICE = "0 ± 0"


def test_the_page_is_what_the_command_prints() -> None:
    text = PAGE.read_text("utf-8")
    assert len(THROWN.findall(text)) == len(ROWS)
    wanted = THROWN.sub(lambda found: f"{found['exact']} | {NO_DICE}", text)
    assert peers.page(lambda attack: NO_DICE) == wanted, "python benchmarks/peers.py > docs/odds-compared.md"


def test_dice_that_were_thrown_are_near_what_the_habits_come_to() -> None:
    for found in THROWN.finditer(PAGE.read_text("utf-8")):
        assert abs(float(found["exact"]) - float(found["mean"])) < 4 * float(found["error"])


def test_where_nobody_answers_order_and_player_are_no_matter() -> None:
    for attack, _, by in ROWS:
        if not (attack.lucky and attack.defender_lucky):
            assert (
                peers.mean_of(peers.words_of(attack, by)) == best_in_order(attack) == best_in_order(attack, "defender")
            )


def test_the_rules_lie_between_the_two_orders() -> None:
    for attack, _, by in ROWS:
        if attack.lucky and attack.defender_lucky:
            mean_by_the_rules = peers.mean_of(peers.words_of(attack, by))
            assert best_in_order(attack) < mean_by_the_rules < best_in_order(attack, "defender")


def test_the_attacker_alone() -> None:
    for attack in ALONE:
        assert peers.mean_of(peers.words_of(attack)) == best_alone(attack) == best_in_order(attack)


def test_habits_are_never_better_than_the_best() -> None:
    for attacker in ("safe", "bold", "none"):
        lone = BOTH._replace(defender_lucky=0)
        assert mean(habitual(lone, Manners(attacker=attacker))) <= best_in_order(lone)
        other = BOTH._replace(lucky=0)
        assert mean(habitual(other, Manners(defender=attacker))) >= best_in_order(other)


@pytest.mark.parametrize(("dice", "wanted"), [(5, "3.235982510"), (10, "5.846754738"), (20, "10.973930563")])
def test_means_that_others_have_found(dice: int, wanted: str) -> None:
    attack = Attack(dice, critical_hit=3, parry=2)
    assert f"{float(peers.mean_of(peers.words_of(attack))):.9f}" == wanted
    assert f"{float(mean(habitual(attack))):.9f}" == wanted


@pytest.mark.parametrize(
    ("dice", "lucky", "wanted"),
    [(5, 2, "2.621007917"), (10, 2, "5.348517109"), (5, 4, "2.289310743"), (10, 4, "5.046025555")],
)
def test_means_that_others_have_found_with_the_attacker_first(dice: int, lucky: int, wanted: str) -> None:
    attack = Attack(dice, critical_hit=3, lucky=lucky, parry=2, defender_lucky=lucky)
    assert f"{float(best_in_order(attack)):.9f}" == wanted


# -- the Monte Carlo


@pytest.mark.parametrize(
    ("attack", "manners"),
    [
        (Attack(4, critical_hit=2, fury=2, parry=1), Manners()),
        (Attack(4, critical_hit=3, accuracy=-1, lucky=2, parry=2, defender_lucky=1), Manners("bold", "safe")),
        (
            Attack(3, critical_hit=3, accuracy=3, lucky=1, parry=2, defender_lucky=2),
            Manners("safe", "bold", "defender"),
        ),
        (Attack(3, critical_hit=1, accuracy=-3, fury=1, lucky=1, parry=1, defender_lucky=1), Manners()),
    ],
)
def test_it_throws_what_the_habits_come_to(attack: Attack, manners: Manners) -> None:
    exact = habitual(attack, manners)
    assert sum(exact.values()) == 1
    found = simulate(attack, manners, 20_000, 7)
    thrown, error = mean_and_error(found)
    assert abs(thrown - mean(exact)) < 4 * error
    assert found.keys() <= exact.keys()


def test_damage() -> None:
    attack = Attack(4, critical_hit=2, parry=1)
    assert [damage(attack, dice) for dice in ([1, 2, 3, 3], [1, 4, 4, 6], [6, 6, 6, 6], [2, 4, 5, 3])] == [0, 4, 6, 2]


def test_the_same_seed_throws_the_same_dice() -> None:
    words = ["--power", "3", "--lucky", "1", "--trials", "500", "--seed", "3"]
    outputs = {
        subprocess.run(
            [sys.executable, "benchmarks/monte_carlo.py", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    (output,) = outputs
    assert output.startswith("mean damage ") and "500 trials" in output
    assert Fraction(sum(round(float(line.split()[1][:-1]) * 1000) for line in output.splitlines()[1:]), 1000) == 100
