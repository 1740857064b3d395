"""What a refused script is told: the reason and the place that help to put the file right."""

from __future__ import annotations

import pytest

from swcli.drive.script import resolve
from swcli.report.errors import fault
from swcli.scenario.faults import Fault
from swcli.scenario.read import parse
from swcli.scenario.setup import load

UNITS = """\
players: {dark: {force: 9, build_points: 5}, light: {force: 9}}
units:
  a: {player: dark, arena: character, power: 3, health: 9, abilities: [Lucky 1]}
  b:
    player: light
    arena: character
    health: 9
    abilities: [Evade 1, Retaliate 2, Stun 1, Pay 1 Force -> +1 power for this attack, Riposte 1, Parry 1]
  c: {player: light, arena: character, health: 3, abilities: [Intercept]}
script:
"""


def refusal(script: str) -> Fault:
    """What stops a script."""
    document = parse((UNITS + script).encode(), "s.yaml")
    scenario = load(document)
    error = resolve(scenario.position, scenario.script).error
    assert error is not None
    return fault(error, document)


def attack(*plays: str, roll: str = "[6, 6, 4]") -> str:
    """An attack with plays."""
    return f"  - attack: {{by: a, target: b, roll: {roll}}}\n    plays:\n" + "".join(
        f"      - {one}\n" for one in plays
    )


@pytest.mark.parametrize("of", ["d9", "b Riposte", "c"])
def test_damage_that_is_not_pending_is_named(of: str) -> None:
    for play in (
        f"evade: {{by: b, prevent: 1, of: {of}}}",
        f"effect: {{by: light, pop: damage prevention, prevent: {{unit: b, all: true, of: {of}}}}}",
    ):
        found = refusal(attack(play))
        assert found.code == "SW401"
        assert found.message.endswith(
            f" in the damage prevention POP: no such damage ({of}) comes to be pending on b [prevention.needs-damage]"
        )


def test_damage_that_is_pending_later_is_refused_for_what_forbids_it_then() -> None:
    bolt = "effect: {by: dark, pop: damage prevention, name: Bolt, damage: {unit: b, amount: 2}}"
    found = refusal(attack("pass: light", bolt, "evade: {by: b, prevent: 2, of: Bolt}"))
    assert "more than its value [evade.up-to]" in found.message
    found = refusal(attack("evade: {by: b, prevent: 2, of: a}"))
    assert "more than its value [evade.up-to]" in found.message


def column(line: str, what: str) -> int:
    """The column of a piece of a line of the file."""
    return line.index(what) + 1


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ("retaliate: {by: b, roll: §[4, 5, 6]}", "1 die left over (6): the rules ask for 2 (Retaliate 2)"),
        ("retaliate#1: {by: b, roll: §[4, 5, 6, 6]}", "2 dice left over (6 6): the rules ask for 2 (Retaliate 2)"),
        ("lucky: {by: a, reroll: [4], to: §[5, 6]}", "1 die left over (6): the rules ask for 1 (1 die re-rolled)"),
        (
            "effect: {by: dark, pop: re-roll, reroll: {dice: [4], to: §[5, 6]}}",
            "1 die left over (6): the rules ask for 1 (1 die re-rolled)",
        ),
        (
            "effect: {by: dark, pop: attack, damage: {unit: b, dice: 2, roll: §[1, 1, 6]}}",
            "1 die left over (6): the rules ask for 2 (2 dice of damage)",
        ),
    ],
)
def test_dice_left_over_say_how_many_are_asked_for_and_why(play: str, message: str) -> None:
    found = refusal(attack(play.replace("§", "")))
    assert (found.code, found.message) == ("SW404", message)
    assert found.column == column(f"      - {play}", "§")


def test_dice_of_an_effect_between_attacks_are_counted_too() -> None:
    found = refusal("  - effect: {by: dark, damage: {unit: b, dice: 1, roll: [1, 6]}}\n")
    assert (found.code, found.message) == ("SW404", "1 die left over (6): the rules ask for 1 (1 die of damage)")
    assert found.column == column("  - effect: {by: dark, damage: {unit: b, dice: 1, roll: [1, 6]}}", "[1")


def test_ability_that_is_no_use_is_named_with_the_play_that_it_is() -> None:
    wrong = "it is no ability for `use`: {} is played as `{}:`"
    for ability, text, why in (
        (1, "Evade 1", wrong.format("Evade", "evade")),
        ("Evade", "Evade", wrong.format("Evade", "evade")),
        (2, "Retaliate 2", wrong.format("Retaliate", "retaliate")),
        (3, "Stun 1", "it is not played: it happens by itself, or counts as long as it is there"),
        (6, "Parry 1", "it is not played: it happens by itself, or counts as long as it is there"),
        ("Armor", "Armor", "b has no such ability to play"),
    ):
        for script in (attack(f"use: {{by: b, ability: {ability}}}"), f"  - use: {{by: b, ability: {ability}}}\n"):
            found = refusal(script)
            assert found.code == "SW406"
            assert found.message.startswith(f'"{text}" of b is refused')
            assert found.message.endswith(why)
    found = refusal(attack("use: {by: b, ability: 4}", "use: {by: b, ability: 4}"))
    assert found.message == (
        '"Pay 1 Force -> +1 power for this attack" of b is refused in the attack POP: '
        "it was used already [bonus.once-per-attack]"
    )


def test_order_of_what_is_not_due_at_one_moment() -> None:
    found = refusal(attack("order: [b Stun, b Riposte]"))
    assert found.message.endswith("these are not due at one moment, so there is no order to choose [delayed.order]")
    found = refusal(attack("order: [b Riposte, b Retaliate]"))
    assert found.message.endswith("in the order in which they were created [delayed.order]")
    found = refusal("  - build: light\n    plays:\n      - order: [b Upkeep, c Upkeep]\n")
    assert found.message.endswith("none of them is due [upkeep.order]")


def test_refusal_of_a_play_that_was_made_later_is_forgotten() -> None:
    bolt = "effect: {by: dark, pop: damage prevention, name: Bolt, damage: {unit: b, amount: 2}}"
    found = refusal(attack("pass: light", bolt, "evade: {by: b, prevent: 1, of: Bolt}", "evade: {by: b, of: d9}"))
    assert "no such damage (d9)" in found.message
