"""Card text to abilities: the forms of the format page, the variants of real cards, and what is refused and where."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swcli.game.ability import Ability, Part, Selector, Stat
from swcli.scenario.ability_text import (
    as_printed,
    from_parts,
    parse_ability,
    parse_keyword,
    spoken,
)
from swcli.scenario.cost_text import alternatives_text, cost_text, parse_alternatives, parse_cost, parse_payment
from swcli.scenario.selector_text import parse_subtypes
from swcli.scenario.text_tools import TextError


def force(amount: int) -> Part:
    return Part("force", amount, f"Pay {amount} Force")


TAP = Part("tap", 1, "Tap")
CRITICAL_1 = Ability("critical-hit", 1, text="Critical Hit 1")
LUCKY_1 = Ability("lucky", 1, text="Lucky 1")


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("Parry 1", Ability("parry", 1, text="Parry 1")),
        ("parry 1.", Ability("parry", 1, text="Parry 1")),
        ("Critical  Hit 2", Ability("critical-hit", 2, text="Critical Hit 2")),
        ("Armor", Ability("armor", text="Armor")),
        ("Accuracy -1", Ability("accuracy", -1, text="Accuracy -1")),
        ("Accuracy +1", Ability("accuracy", 1, text="Accuracy 1")),
        ("Retaliate 2", Ability("retaliate", 2, text="Retaliate 2")),
        ("Pay 2 Force -> Evade 2", Ability("evade", 2, (force(2),), "Evade 2")),
        ("PAY 2 FORCE → EVADE 2", Ability("evade", 2, (force(2),), "Evade 2")),
        ("Pay 2 Force->Evade 2", Ability("evade", 2, (force(2),), "Evade 2")),
        ("1 Force pay -> Evade 1", Ability("evade", 1, (force(1),), "Evade 1")),
        ("Pay 0 Force -> Intercept", Ability("intercept", cost=(), text="Intercept")),
        ("Tap -> Deflect 1", Ability("deflect", 1, (TAP,), "Deflect 1")),
        ("tap this unit -> Deflect 1", Ability("deflect", 1, (TAP,), "Deflect 1")),
        ("Pay 1 Force, [tap] -> Evade 3", Ability("evade", 3, (force(1), TAP), "Evade 3")),
        ("[TAP], 2 Force pay -> Evade 3", Ability("evade", 3, (TAP, force(2)), "Evade 3")),
        ("Pay 1 Force [tap] -> Evade 3", Ability("evade", 3, (force(1), TAP), "Evade 3")),
        ("Evade 4 (Prevent up to 3 damage to this unit.)", Ability("evade", 4, text="Evade 4")),
        ("+1 power", Stat("power", 1)),
        ("-10 Speed", Stat("speed", -10)),
        ("+2 health", Stat("health", 2)),
        ("\u22121 power", Stat("power", -1)),
    ],
)
def test_plain_abilities(text: str, ability: Ability | Stat) -> None:
    assert parse_ability(text) == ability


@pytest.mark.parametrize(
    ("text", "bonuses", "until", "shown"),
    [
        (
            "Pay 1 Force -> Critical Hit 1 for this attack",
            (CRITICAL_1,),
            "attack",
            "Pay 1 Force -> Critical Hit 1 for this attack",
        ),
        (
            "Pay 1 Force -> Ahsoka gets Critical Hit 1 for this attack.",
            (CRITICAL_1,),
            "attack",
            "Pay 1 Force -> Critical Hit 1 for this attack",
        ),
        (
            "Pay 1 Force -> this unit gets +2 power, Lucky 1, and Critical Hit 1 until end of battle",
            (Stat("power", 2), LUCKY_1, CRITICAL_1),
            "battle",
            "Pay 1 Force -> +2 power, Lucky 1 and Critical Hit 1 until end of battle",
        ),
        (
            "Pay 1 Force -> +2 power and Critical Hit 1 this turn",
            (Stat("power", 2), CRITICAL_1),
            "turn",
            "Pay 1 Force -> +2 power and Critical Hit 1 until end of turn",
        ),
        (
            "Pay 1 Force -> Ahsoka Tano gets “Pay 2 Force -> Evade 2.” until the end of the turn",
            (Ability("evade", 2, (force(2),), "Evade 2"),),
            "turn",
            'Pay 1 Force -> "Pay 2 Force -> Evade 2" until end of turn',
        ),
        (
            "Pay 1 Force -> it gets 'Pay 2 Force -> Evade 2' for this attack",
            (Ability("evade", 2, (force(2),), "Evade 2"),),
            "attack",
            'Pay 1 Force -> "Pay 2 Force -> Evade 2" for this attack',
        ),
    ],
)
def test_activated_bonuses(text: str, bonuses: tuple[Stat | Ability, ...], until: str, shown: str) -> None:
    assert parse_ability(text, ["Ahsoka Tano (H)"]) == Ability(
        "bonus", cost=(force(1),), text=shown, bonuses=bonuses, until=until
    )


def test_the_four_source_cards() -> None:
    sidious = "Darth Sidious (P)"
    gift = parse_ability("Each of your other Dark Jedi and Sith gets Critical Hit 1 and Lucky 1.", [sidious])
    assert gift == Ability(
        "gift",
        text="Each of your other Dark Jedi and Sith gets Critical Hit 1 and Lucky 1",
        bonuses=(CRITICAL_1, LUCKY_1),
        select=Selector((("dark", "jedi"), ("sith",)), other=True),
    )
    # The typo is the real card's; the name stands at the end of his.
    text = "As long as your have another unique Sith in the Character arena, Sidious can't be attacked."
    assert parse_ability(text, [sidious]) == Ability(
        "unattackable",
        text="As long as you have another unique Sith in the Character arena, Sidious can't be attacked",
        select=Selector((("sith",),), other=True, unique=True, arena="character"),
    )
    assert parse_ability("[Tap] -> Untap one of your Apprentices.", [sidious]) == Ability(
        "untap",
        cost=(TAP,),
        text="Tap -> Untap one of your Apprentices",
        select=Selector((("apprentice",),)),
    )
    cards = "Remove 3 cards from your discard pile from the game"
    text = f'"{cards} -> Exar gets +2 power and Critical Hit 2 for this attack."'
    assert parse_ability(text, ["Exar Kun"]) == Ability(
        "bonus",
        cost=(Part("pile", 3, cards),),
        text=f"{cards} -> +2 power and Critical Hit 2 for this attack",
        bonuses=(Stat("power", 2), Ability("critical-hit", 2, text="Critical Hit 2")),
        until="attack",
    )
    upkeep = parse_ability("Upkeep: Each player draws a card")
    assert upkeep == Ability(
        "upkeep",
        text="Upkeep: Each player draws a card",
        alternatives=((Part("each-draw", 1, "Each player draws a card"),),),
    )


def test_other_forms() -> None:
    any_arena = "As long as you have another Sith in any arena, this unit cannot be attacked"
    assert parse_ability(any_arena) == Ability(
        "unattackable", text=any_arena, select=Selector((("sith",),), other=True)
    )
    text = "Pay 1 Force -> Untap one of your other unique Sith Lords"
    assert parse_ability(text) == Ability(
        "untap", cost=(force(1),), text=text, select=Selector((("sith", "lord"),), other=True, unique=True)
    )
    text = 'Each of your Imperial units gets +10 speed and "Pay 1 Force -> Evade 1"'
    assert parse_ability(text) == Ability(
        "gift",
        text=text,
        bonuses=(Stat("speed", 10), Ability("evade", 1, (force(1),), "Evade 1")),
        select=Selector((("imperial",),)),
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Pay 2 Force", [("force", 2)]),
        ("Pay 0 Force", []),
        ("Pay 1 build point, 1 Force", [("build", 1), ("force", 1)]),
        ("Pay 2 build points and tap", [("build", 2), ("tap", 1)]),
        ("Pay 4 Force, discard a card from your hand", [("force", 4), ("hand", 1)]),
        ("Discard 2 cards from your hand", [("hand", 2)]),
        ("Discard the top card from your deck", [("deck", 1)]),
        ("Discard the top 3 cards of your deck", [("deck", 3)]),
        ("Put 2 damage counters on this unit", [("counters", 2)]),
        ("Remove 3 cards from your discard pile from the game", [("pile", 3)]),
        ("Draw a card", [("draw", 1)]),
        ("Gain 1 Force", [("gain", 1)]),
        ("Each player gains 2 Force", [("each-gain", 2)]),
    ],
)
def test_costs(text: str, parts: list[tuple[str, int]]) -> None:
    cost = parse_cost(text)
    assert [(part.kind, part.amount) for part in cost] == parts
    assert parse_cost(cost_text(cost)) == cost


def test_upkeep_separates_alternatives() -> None:
    text = "Pay 1 build point, discard 1 card from your hand, or tap this unit"
    costs = parse_alternatives(text)
    assert [[part.kind for part in cost] for cost in costs] == [["build"], ["hand"], ["tap"]]
    assert alternatives_text(costs) == "Pay 1 build point, discard a card from your hand, or tap this unit"
    assert parse_alternatives(alternatives_text(costs)) == costs
    ability = parse_ability("Upkeep: Pay 1 Force and tap this unit or pay 2 Force")
    assert isinstance(ability, Ability)
    assert ability.alternatives == ((force(1), TAP), (force(2),))
    joint = parse_ability("Upkeep: Pay 1 Force, tap this unit or Pay 2 build points")
    assert isinstance(joint, Ability)
    assert [[part.kind for part in cost] for cost in joint.alternatives] == [["force", "tap"], ["build"]]
    named = parse_ability("Upkeep: Pay 1 build point or tap Ahsoka", ["Ahsoka Tano"])
    assert isinstance(named, Ability)
    assert named.text == "Upkeep: Pay 1 build point or tap this unit"
    assert parse_payment("Tap Ahsoka") == (TAP,)


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("", "SW221", ""),
        ("Evede 2", "SW220", "Evede 2"),
        ("Pay 2 Force -> Evede 2", "SW220", "Evede 2"),
        ("Protect 3", "SW222", "Protect 3"),
        ("Tap -> Hidden Cost 3", "SW222", "Hidden Cost 3"),
        ("Bounty: Draw a card", "SW222", "Bounty: Draw a card"),
        ("Switch: Armor/Stealth", "SW222", "Switch: Armor/Stealth"),
        ("Evade", "SW223", "Evade"),
        ("Evade 0", "SW223", "0"),
        ("Evade -1", "SW223", "-1"),
        ("Accuracy 0", "SW223", "0"),
        ("Armor 2", "SW223", "2"),
        ("Shields X, where X is the number of Jedi", "SW223", "Shields X, where X is the number of Jedi"),
        ("2 power", "SW223", "2 power"),
        ("Evade 1001", "SW204", "1001"),
        ("Evade " + "9" * 400, "SW204", "9" * 400),
        ("Pay 1001 Force -> Evade 1", "SW204", "Pay 1001 Force"),
        ("Pay 1 -> Evade 1", "SW224", "Pay 1"),
        ("Pay X Force -> Evade X", "SW224", "Pay X Force"),
        ("Pay 1 Force, sing -> Evade 1", "SW224", "sing"),
        ("Tap one of your Jedi -> Evade 1", "SW224", "Tap one of your Jedi"),
        ("-> Evade 1", "SW224", "-"),
        ("Pay 1 Force ->", "SW221", ""),
        ("Pay 1 Force -> Parry 1", "SW225", "Parry 1"),
        ("Pay 1 Force -> +1 power", "SW225", "+1 power"),
        ("Pay 1 Force -> this unit gets +1 power", "SW225", "this unit gets +1 power"),
        ("Pay 1 Force", "SW225", "Pay 1 Force"),
        ("[tap]", "SW225", "[tap]"),
        ("Critical Hit 1 for this attack", "SW225", "Critical Hit 1 for this attack"),
        ("Upkeep", "SW225", "Upkeep"),
        ("Pay 3 Force -> Equip", "SW225", "Equip"),
        ("Pay 1 Force -> +2 power for its next attack", "SW221", "for its next attack"),
        ("Pay 1 Force -> Ahsoka gets Parry 1 until end of game", "SW221", "until end of game"),
        ("Pay 1 Force -> Vader gets Parry 1 for this attack", "SW226", "Vader"),
        ("Pay 1 Force, tap Luke -> Evade 1", "SW226", "Luke"),
        ("Parry 1, Overkill", "SW221", "Parry 1, Overkill"),
        ("Parry 1 | Overkill", "SW221", "Parry 1 | Overkill"),
        ("Each of your Characters gets Accuracy 1", "SW221", "Characters"),
        ("Each of your Jedi in this arena gets Parry 1", "SW221", "Jedi in this arena"),
        ("Each of your non-Jedi gets Parry 1", "SW221", "non-Jedi"),
        ("Pay 2 Force -> Evade 2 and Deflect 1", "SW221", "and Deflect 1"),
        ("When this unit attacks, draw a card", "SW221", "When this unit attacks, draw a card"),
        ("bonus", "SW220", "bonus"),
        ("ignored", "SW220", "ignored"),
    ],
)
def test_refusals_have_code_and_place(text: str, code: str, marked: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_ability(text, ["Ahsoka Tano"])
    assert (caught.value.code, text[caught.value.start : caught.value.end]) == (code, marked)


def test_names_are_words_side_by_side_without_the_version() -> None:
    text = "Pay 1 Force -> {} gets Parry 1 for this attack"
    for name in ("Ahsoka", "ahsoka tano", "Ahsoka Tano (H)", "Tano", "this unit", "it"):
        parse_ability(text.format(name), ["Ahsoka Tano (H)"])
    for name in ("Tano Ahsoka", "Ahs", "H"):
        with pytest.raises(TextError):
            parse_ability(text.format(name), ["Ahsoka Tano (H)"])


def test_selectors_are_lower_case_and_singular() -> None:
    assert parse_subtypes("Dark Jedi, Sith Lords or Apprentices") == (
        ("dark", "jedi"),
        ("sith", "lord"),
        ("apprentice",),
    )


def test_structured_forms_say_the_same() -> None:
    assert from_parts("Evade", 2, ((force(2),),)) == parse_ability("Pay 2 Force -> Evade 2")
    assert from_parts("intercept", None, ((),)) == parse_ability("Pay 0 Force -> Intercept")
    assert from_parts("critical-hit", 1) == CRITICAL_1
    assert from_parts("Accuracy", -1) == parse_ability("Accuracy -1")
    assert from_parts("power", -2) == Stat("power", -2)
    bonus = "Pay 1 Force -> Critical Hit 1 for this attack"
    assert from_parts("Critical Hit", 1, ((force(1),),), "attack") == parse_ability(bonus)
    upkeep = parse_ability("Upkeep: Pay 1 Force or tap this unit")
    assert from_parts("Upkeep", None, ((force(1),), (TAP,))) == upkeep


def test_keywords_that_are_only_spoken_of() -> None:
    assert parse_keyword("Shields") == ("shields", None)
    assert parse_keyword("critical hit 2") == ("critical-hit", 2)
    assert spoken("Pay 1 Force → Ahsoka gets Critical Hit 1 for this attack.") == (
        "Pay 1 Force -> Critical Hit 1 for this attack"
    )
    assert spoken("pay 1 force -> Ahsoka gets critical") == "pay 1 force -> critical"
    assert spoken("Pay 2 Force -> Evade 2") == "Evade 2"


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_in_place(text: str) -> None:
    try:
        ability = parse_ability(text, ["Ahsoka"])
    except TextError as error:
        assert 0 <= error.start < error.end <= max(1, len(text) + 1)
    else:
        assert parse_ability(as_printed(ability), ["Ahsoka"]) == ability


WORDS = [
    *(
        "Pay 1 Force",
        "->",
        "Evade 2",
        "+1 power",
        "Upkeep:",
        "[tap]",
        "this unit gets",
        "each of your",
        "untap one of your",
    ),
    *("as long as you have another", "in any arena", "can't be attacked", "for this attack", "until end of turn"),
    *("Sith", "and", "or", "X", ",", ".", "-", "(", ")", '"', "'"),
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_any_shuffled_card_text_is_read_or_refused_in_place(text: str) -> None:
    test_any_text_is_read_or_refused_in_place.hypothesis.inner_test(text)  # type: ignore[attr-defined]
