"""The engine by its public functions: where it stops, what may be answered, what comes of it, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from swcli.game import engine
from swcli.game.boons import GONE
from swcli.game.engine import Refused
from swcli.game.events import POPS
from swcli.game.frames import Attack, Build, Damage, DamageEvent, Pop
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.scenario.read import parse
from swcli.scenario.setup import load

DARK, LIGHT = 0, 1


def table(text: str) -> Position:
    """The opening position of a scenario."""
    return load(parse(text.encode("utf-8"))).position


def duel(a: str = "[]", b: str = "[]", force: int = 9, more: str = "") -> Position:
    """Unit 0 (dark, power 3, health 4) and unit 1 (light, the same) with these abilities; `more` units follow."""
    return table(
        f"""
        players: {{dark: {{force: {force}}}, light: {{force: {force}}}}}
        units:
          a: {{player: dark, arena: character, power: 3, health: 4, abilities: {a}}}
          b: {{player: light, arena: character, power: 3, health: 4, abilities: {b}}}
          {more}
        """
    )


def with_cards(effects: str, a: str = "[]", b: str = "[]", more: str = "") -> Position:
    """The duel with all cards dealt that the effects of an attack name."""
    position = load(
        parse(
            f"""
        players: {{dark: {{force: 9}}, light: {{force: 9}}}}
        units:
          a: {{player: dark, arena: character, power: 3, health: 4, abilities: {a}}}
          b: {{player: light, arena: character, power: 3, health: 4, abilities: {b}}}
          {more}
        script:
          - attack: {{by: a, target: b}}
            plays: {effects}
        """.encode()
        )
    ).position
    return engine.deal(position, tuple(range(len(position.table.cards))))


def offered(position: Position) -> list[Option]:
    return list(engine.options(position))


def option(position: Position, keyword: str, unit: int, *rest: object, nth: int = 0) -> Option:
    """An option for an ability of a unit, whether it is offered or not."""
    return (keyword, position.sheet(unit).of(keyword)[nth].id, *rest)


def play(position: Position, keyword: str, unit: int, *rest: object, nth: int = 0) -> Position:
    """Play an ability of a unit."""
    return engine.answer(position, option(position, keyword, unit, *rest, nth=nth))


def card(position: Position, number: int, damage: Damage | None = None) -> Position:
    """Play a card."""
    return engine.answer(position, ("effect", number, damage))


def passes(position: Position, times: int = 1, stop: bool = False) -> Position:
    """Pass so many times."""
    for _ in range(times):
        position = engine.answer(position, PASS, stop=stop)
    return position


def to_the_end(position: Position, faces: Sequence[int] = ()) -> Position:
    """Pass everywhere and roll these dice until nothing is asked any more."""
    left = list(faces)
    while position.question:
        if isinstance(position.question, Roll):
            position = engine.answer(position, ("roll", left.pop(0)))
        else:
            position = passes(position)
    assert not left, "dice are left over"
    return position


def asked(position: Position) -> tuple[int, str]:
    """Whose choice it is, and in which POP."""
    assert isinstance(position.question, Choice)
    return position.question.player, position.question.pop


def pending(position: Position) -> list[Damage]:
    """What is pending in the innermost damage event."""
    events = [frame for frame in position.state.frames if isinstance(frame, DamageEvent)]
    return list(events[-1].pending) if events else []


def refusal(position: Position, option: Option) -> Refused:
    with pytest.raises(Refused) as caught:
        engine.answer(position, option)
    assert caught.value.option == option
    return caught.value


BONUS = "['Pay 1 Force -> +1 power for this attack', 'Pay 1 Force -> Accuracy 1 for this attack']"


# -- POPs


def test_first_player_chooses_first_whoever_attacks() -> None:
    assert asked(engine.begin_attack(duel(BONUS, BONUS), 0, 1)) == (DARK, "attack")
    assert asked(engine.begin_attack(duel(BONUS, BONUS), 1, 0)) == (DARK, "attack")


def test_players_take_turns_one_play_at_a_time() -> None:
    position = engine.begin_attack(duel(BONUS, BONUS), 0, 1)
    position = play(position, "bonus", 0)
    assert asked(position) == (LIGHT, "attack")
    position = play(position, "bonus", 1)
    assert asked(position) == (DARK, "attack")


def test_pass_does_not_shut_a_player_out() -> None:
    position = passes(engine.begin_attack(duel(BONUS, BONUS), 0, 1))
    assert asked(position) == (LIGHT, "attack")
    position = play(position, "bonus", 1)
    assert asked(position) == (DARK, "attack")
    position = play(position, "bonus", 0)
    assert asked(position) == (LIGHT, "attack")


def test_two_passes_in_a_row_end_a_pop() -> None:
    position = passes(engine.begin_attack(duel(BONUS, BONUS), 0, 1), 2)
    assert position.question == Roll(DARK, "attack", 3)


def test_passes_with_a_play_between_them_do_not_end_a_pop() -> None:
    position = passes(engine.begin_attack(duel(BONUS, BONUS), 0, 1))
    position = passes(play(position, "bonus", 1))
    assert asked(position) == (LIGHT, "attack")


def test_who_has_nothing_to_play_is_not_asked() -> None:
    position = engine.begin_attack(duel("[]", BONUS), 0, 1)
    assert asked(position) == (LIGHT, "attack")
    position = play(position, "bonus", 1)
    assert asked(position) == (LIGHT, "attack"), "Dark passes by itself; one more pass would end the POP"
    assert engine.begin_attack(duel(), 0, 1).question == Roll(DARK, "attack", 3)


def test_with_stop_every_pop_of_an_attack_asks_both_players() -> None:
    position = engine.begin_attack(duel(), 0, 1, stop=True)
    found: list[object] = []
    while position.question:
        if isinstance(position.question, Roll):
            found.append("roll")
            position = engine.roll(position, [6, 1, 1], stop=True)
        else:
            found.append(asked(position))
            position = passes(position, stop=True)
    before, after = POPS[:1], POPS[1:]
    both = [[(player, pop) for pop in pops for player in (DARK, LIGHT)] for pops in (before, after)]
    assert found == [*both[0], "roll", *both[1]]


def test_pops_of_damage_open_only_for_damage() -> None:
    position = engine.begin_attack(duel(), 0, 1, stop=True)
    position = engine.roll(passes(position, 2, stop=True), [1, 2, 3], stop=True)
    position = passes(position, 4, stop=True)
    assert asked(position) == (DARK, "attack end")


def test_pass_all_goes_to_the_next_question_that_is_no_pop() -> None:
    position = engine.begin_attack(duel(BONUS, BONUS), 0, 1)
    assert engine.pass_all(position).question == Roll(DARK, "attack", 3)
    rolled = engine.roll(engine.pass_all(position), [6, 6, 6])
    assert rolled.question is None


def test_roll_takes_some_or_all_of_the_dice() -> None:
    position = engine.begin_attack(duel(), 0, 1)
    assert engine.roll(position, [6, 5]).question == Roll(DARK, "attack", 1)
    assert engine.roll(engine.roll(position, [6, 5]), [4]) == engine.roll(position, [6, 5, 4])
    for wrong in ([], [7], [0], [1, 1, 1, 1]):
        with pytest.raises(Refused):
            engine.roll(position, wrong)


# -- beginning and between


def test_attacker_taps_before_anything_else() -> None:
    position = engine.begin_attack(duel("['[tap] -> +2 power for this attack', Pay 0 Force -> Evade 1]"), 0, 1)
    assert position.question == Roll(DARK, "attack", 3), "what costs a tap can't be paid any more"
    assert position.state.tapped[0]


def test_illegal_attack_is_refused_with_every_reason() -> None:
    position = table(
        """
        units:
          a: {player: dark, arena: character, power: 3, health: 4, tapped: true}
          b: {player: dark, arena: ground, health: 4, abilities: [Stealth]}
        """
    )
    with pytest.raises(Refused) as caught:
        engine.begin_attack(position, 0, 1)
    assert [reason for _, reason in caught.value.reasons] == ["attacker-tapped", "own-unit", "other-arena", "stealth"]
    assert caught.value.clauses == ("attack.legal-target", "stealth.not-attacked")


def test_card_allows_what_the_rules_alone_do_not_but_not_what_an_ability_forbids() -> None:
    position = table(
        """
        units:
          a: {player: dark, arena: character, power: 3, health: 4, tapped: true}
          b: {player: dark, arena: ground, health: 4}
          c: {player: dark, arena: ground, health: 4, abilities: [Stealth]}
          d: {player: light, arena: build, health: 4}
        """
    )
    assert engine.begin_attack(position, 0, 1, allowed=True).question == Roll(DARK, "attack", 3)
    for target in (2, 3):
        with pytest.raises(Refused):
            engine.begin_attack(position, 0, target, allowed=True)


def test_unattackable_as_long_as_the_condition_holds() -> None:
    position = table(
        """
        units:
          a: {player: light, arena: character, power: 3, health: 4}
          sidious: {player: dark, arena: character, health: 4, subtypes: [Sith], abilities: ["As long as you have
            another unique Sith in any arena, this unit can't be attacked"]}
          maul: {player: dark, arena: ground, health: 4, subtypes: [Sith], unique: true}
        script:
          - effect: {by: light, retreat: maul}
        """
    )
    with pytest.raises(Refused) as caught:
        engine.begin_attack(position, 0, 1)
    assert caught.value.clauses == ("attack.cannot-be-attacked",)
    alone = engine.play_between(engine.deal(position, (0,)), ("effect", 0, None))
    assert engine.begin_attack(alone, 0, 1).question == Roll(LIGHT, "attack", 3)


def test_cards_are_dealt_and_taken_back() -> None:
    position = with_cards("[effect: {by: dark, pop: attack, force: {player: dark, amount: 1}}]")
    assert engine.deal(position, (0,)) is position
    assert ("effect", 0, None) in offered(engine.begin_attack(position, 0, 1))
    assert engine.begin_attack(engine.deal(position, ()), 0, 1).question == Roll(DARK, "attack", 3)


def test_card_is_played_once_and_by_its_player_in_its_pop() -> None:
    position = engine.begin_attack(
        with_cards("[effect: {by: light, pop: attack, force: {player: dark, amount: 1}}]", BONUS), 0, 1
    )
    assert refusal(position, ("effect", 0, None)).clauses == ("pop.alternate",)
    played = card(passes(position), 0)
    assert played.state.players[DARK].force == 10
    assert refusal(played, ("effect", 0, None)).reasons == (
        ("pop.alternate", "not-his-choice"),
        ("effect.pop", "card-not-in-hand"),
    )


def test_between_attacks_cards_without_a_pop_are_played() -> None:
    position = table(
        """
        units:
          a: {player: dark, arena: character, health: 4}
        script:
          - effect: {by: dark, damage: {unit: a, amount: 3}}
        """
    )
    with pytest.raises(Refused):
        engine.play_between(position, ("effect", 0, None))
    after = engine.play_between(engine.deal(position, (0,)), ("effect", 0, None))
    assert after.question is None
    assert after.state.damage == (3,)


def test_untapping_ability_is_used_between_attacks_and_in_an_attack_pop() -> None:
    position = table(
        """
        units:
          a: {player: dark, arena: character, health: 4, abilities: ["[tap] -> Untap one of your Sith"]}
          maul: {player: dark, arena: character, health: 4, power: 1, subtypes: [Sith], tapped: true}
          b: {player: light, arena: character, health: 4}
        """
    )
    between = engine.play_between(position, option(position, "untap", 0, 1))
    assert between.state.tapped == (True, False, False)
    attack = engine.begin_attack(between, 1, 2)
    assert attack.question == Roll(DARK, "attack", 1), "its cost can't be paid a second time"
    with pytest.raises(Refused) as caught:
        engine.play_between(position, option(position, "untap", 0, 2))
    assert caught.value.reasons == (("bonus.once-per-attack", "not-such-a-unit"),)


def test_advance_goes_nowhere_from_a_question_and_from_a_position_where_nothing_goes_on() -> None:
    position = engine.begin_attack(duel(BONUS), 0, 1)
    assert engine.advance(position) is position
    assert engine.advance(duel()).question is None


def test_note_is_told_and_changes_nothing() -> None:
    rec, position = Recorder(), duel()
    engine.note(position, rec, "carried", unit=1)
    assert [(event.kind, event.reason, event.unit) for event in rec.finished()] == [("note", "carried", 1)]


# -- dice


def test_number_of_dice_is_power_less_shields_and_never_below_zero() -> None:
    assert engine.begin_attack(duel("[]", "[Shields 1, Shields 1]"), 0, 1).question == Roll(DARK, "attack", 1)
    none = engine.begin_attack(duel("[]", "[Shields 5]"), 0, 1)
    assert none.question is None
    assert none.state.frames == ()


def test_bonuses_for_the_attack_count_when_the_dice_are_rolled() -> None:
    position = play(engine.begin_attack(duel(BONUS), 0, 1), "bonus", 0)
    assert passes(position).question == Roll(DARK, "attack", 4)
    after = to_the_end(position, [1, 1, 1, 1])
    assert after.sheet(0).power == 3, "and end with it"


@pytest.mark.parametrize(
    ("given", "damage"), [("Critical Hit 2", 1), ("Accuracy 3", 1), ("+2 power", 1), ("Lucky 1", 1)]
)
def test_what_comes_after_the_roll_comes_too_late(given: str, damage: int) -> None:
    """Critical Hit, Accuracy and power have to be there at the roll."""
    what = f"power: {given.split()[0]}" if "power" in given else f"ability: {given}"
    position = with_cards(f"[effect: {{by: dark, pop: re-roll, give: {{unit: a, {what}, until: attack}}}}]")
    position = engine.roll(engine.begin_attack(position, 0, 1), [6, 3, 3])
    assert to_the_end(card(position, 0)).state.damage == (0, damage)


def test_what_is_lost_after_the_roll_is_lost() -> None:
    """It has to be there at the roll, and at its moment."""
    effects = "[effect: {by: light, pop: re-roll, lose: {unit: a, ability: Critical Hit}}]"
    position = engine.roll(engine.begin_attack(with_cards(effects, "[Critical Hit 2]"), 0, 1), [6, 3, 3])
    assert to_the_end(position).state.damage == (0, 3)
    assert to_the_end(card(position, 0)).state.damage == (0, 1)


def test_armor_and_accuracy_decide_what_hits() -> None:
    def damage(a: str, b: str, faces: list[int]) -> int:
        return to_the_end(engine.roll(engine.begin_attack(duel(a, b), 0, 1), faces)).state.damage[1]

    assert damage("[]", "[]", [3, 4, 5]) == 2
    assert damage("[]", "[Armor, Armor]", [3, 4, 5]) == 1
    assert damage("[Accuracy 1]", "[Armor]", [3, 4, 5]) == 2
    assert damage("[Accuracy -1]", "[Armor]", [4, 5, 6]) == 1


def test_fury_adds_dice_once_and_before_re_rolls() -> None:
    position = engine.roll(engine.begin_attack(duel("[Fury 2, Lucky 1]"), 0, 1), [4, 4, 1])
    assert position.question == Roll(DARK, "fury", 2)
    position = engine.roll(position, [4, 1])
    assert asked(position) == (DARK, "re-roll")
    no_four = engine.roll(engine.begin_attack(duel("[Fury 2, Lucky 1]"), 0, 1), [1, 2, 3])
    no_four = engine.answer(engine.answer(play(no_four, "lucky", 0), ("pick", 3)), ("roll", 4))
    assert no_four.question is None, "a 4 by a re-roll does not count"


def test_lucky_picks_dice_by_rising_face_and_no_more_than_it_may() -> None:
    position = engine.roll(engine.begin_attack(duel("[Lucky 1, Lucky 1]"), 0, 1), [5, 1, 1])
    position = play(position, "lucky", 0)
    assert offered(position) == [("pick", 0), ("pick", 1), ("pick", 5)]
    assert refusal(position, ("pick", 2)).clauses == ("lucky.dice-rolled",)
    assert refusal(position, PASS).reasons == (("", "pick-needed"),)
    position = engine.answer(position, ("pick", 5))
    assert offered(position) == [("pick", 0)]
    assert refusal(position, ("pick", 1)).clauses == ("lucky.up-to",)
    assert engine.answer(position, ("pick", 0)).question == Roll(DARK, "re-roll", 1)


def test_defending_lucky_has_the_attackers_player_roll() -> None:
    position = engine.roll(engine.begin_attack(duel("[]", "[Lucky 2]"), 0, 1), [6, 6, 6])
    assert asked(position) == (LIGHT, "re-roll")
    position = engine.answer(play(position, "lucky", 1), ("pick", 6))
    position = engine.answer(position, ("pick", 0))
    assert position.question == Roll(DARK, "re-roll", 1)
    assert to_the_end(position, [1]).state.damage == (0, 2)


def test_lucky_is_used_once_per_attack_by_each_unit_that_has_it() -> None:
    position = engine.roll(engine.begin_attack(duel("[Lucky 1, Lucky 2]", "[Lucky 1]"), 0, 1), [1, 2, 3])
    position = play(position, "lucky", 0)
    assert refusal(position, ("pick", 4)).clauses == ("lucky.dice-rolled",)
    position = engine.answer(position, ("pick", 0))
    assert asked(position) == (LIGHT, "re-roll")
    assert engine.answer(play(position, "lucky", 1), ("pick", 0)).question is None


def test_triggered_re_rolls_come_before_the_pop() -> None:
    effects = "[effect: {by: light, pop: re-roll, reroll: {dice: [6], triggered: true}}]"
    position = engine.roll(engine.begin_attack(with_cards(effects, "[Lucky 1]"), 0, 1), [6, 1, 1])
    assert isinstance(position.question, Roll) and position.question.purpose == "re-roll"
    assert asked(engine.answer(position, ("roll", 2))) == (DARK, "re-roll")


# -- damage


def test_evade_offers_every_amount_that_makes_a_difference() -> None:
    position = engine.roll(engine.begin_attack(duel("[]", "[Pay 1 Force -> Evade 5]"), 0, 1), [6, 6, 1])
    (damage,) = pending(position)
    evade = option(position, "evade", 1)
    assert offered(position) == [PASS, (*evade, damage, 2), (*evade, damage, 1), (*evade, damage, 0)]
    assert refusal(position, (*evade, damage, 6)).clauses == ("evade.up-to",)
    after = engine.answer(position, (*evade, damage, 1))
    assert after.state.damage == (0, 1)
    assert after.state.players[LIGHT].force == 8


def test_each_evade_is_played_once_on_each_damage() -> None:
    evades = "[Pay 1 Force -> Evade 1, Pay 1 Force -> Evade 1]"
    position = engine.roll(engine.begin_attack(duel("[]", evades), 0, 1), [6, 6, 6])
    (damage,) = pending(position)
    position = play(position, "evade", 1, damage, 1)
    (left,) = pending(position)
    assert refusal(position, option(position, "evade", 1, left, 1)).clauses == ("evade.once-per-instance",)
    assert play(position, "evade", 1, left, 1, nth=1).state.damage == (0, 1)


def test_deflect_sends_as_much_as_it_prevents_to_any_unit_of_its_arena_or_to_nobody() -> None:
    more = """c: {player: light, arena: character, health: 4}
          d: {player: light, arena: ground, health: 4}"""
    position = engine.roll(engine.begin_attack(duel("[]", "[Pay 1 Force -> Deflect 2]", more=more), 0, 1), [6, 6, 6])
    (damage,) = pending(position)
    deflect = option(position, "deflect", 1)
    assert offered(position) == [PASS, *((*deflect, damage, unit) for unit in (-1, 0, 1, 2))]
    assert refusal(position, (*deflect, damage, 3)).clauses == ("deflect.same-arena",)
    assert engine.answer(position, (*deflect, damage, 0)).state.damage == (2, 1, 0, 0)
    assert engine.answer(position, (*deflect, damage, 2)).state.damage == (0, 1, 2, 0)
    assert engine.answer(position, (*deflect, damage, -1)).state.damage == (0, 1, 0, 0)


def test_deflect_is_played_once_for_each_source_but_deflected_damage_may_be_deflected() -> None:
    deflect = "[Pay 1 Force -> Deflect 1]"
    position = engine.roll(engine.begin_attack(duel(deflect, deflect), 0, 1), [6, 6, 6])
    assert asked(position) == (LIGHT, "damage prevention"), "nothing is pending on the attacker"
    (damage,) = pending(position)
    position = play(position, "deflect", 1, damage, 0)
    assert asked(position) == (DARK, "damage prevention")
    back = next(one for one in pending(position) if one.kind == "deflect")
    assert (back.source, back.target, back.amount) == (1, 0, 1)
    position = play(position, "deflect", 0, back, 1)
    assert position.question is None, "both damages pending on unit 1 are of a source on which it has played"
    assert position.state.damage == (0, 3)


def test_unpreventable_damage_may_be_prevented_in_vain() -> None:
    position = engine.roll(
        engine.begin_attack(duel("[Ferocity]", "[Pay 1 Force -> Evade 2, Pay 1 Force -> Deflect 2]"), 0, 1), [6, 6, 1]
    )
    (damage,) = pending(position)
    evade, deflect = option(position, "evade", 1), option(position, "deflect", 1)
    assert offered(position) == [PASS, (*evade, damage, 0), (*deflect, damage, -1)]
    after = engine.answer(position, (*evade, damage, 0))
    assert after.state.players[LIGHT].force == 8
    assert to_the_end(after).state.damage == (0, 2)


def test_damage_of_an_effect_in_the_attack_pop_opens_pops_of_its_own() -> None:
    effects = "[effect: {by: dark, pop: attack, damage: {unit: b, amount: 3}}]"
    position = engine.begin_attack(with_cards(effects, "[]", "[Pay 1 Force -> Evade 1, Retaliate 1]"), 0, 1)
    position = card(position, 0)
    assert [type(frame) for frame in position.state.frames] == [Attack, Pop, DamageEvent, Pop]
    assert asked(position) == (LIGHT, "damage prevention")
    (damage,) = pending(position)
    position = play(position, "evade", 1, damage, 1)
    assert position.state.damage == (0, 2)
    assert asked(position) == (LIGHT, "attack"), "play goes on where it was, with the other player's choice"
    assert passes(position).question == Roll(DARK, "attack", 3)


def test_damage_of_an_effect_in_the_prevention_pop_joins_it() -> None:
    effects = "[effect: {by: light, pop: damage prevention, damage: {unit: a, amount: 1}}]"
    position = engine.begin_attack(with_cards(effects, "[Pay 1 Force -> Evade 1]"), 0, 1)
    position = card(engine.roll(position, [6, 1, 1]), 0)
    assert asked(position) == (DARK, "damage prevention")
    assert sum(isinstance(frame, DamageEvent) for frame in position.state.frames) == 1
    assert [(one.target, one.amount) for one in pending(position)] == [(0, 1), (1, 1)]
    assert passes(position).state.damage == (1, 1)


def test_dice_of_damage_in_the_prevention_pop_join_it_too() -> None:
    effects = "[effect: {by: light, pop: damage prevention, damage: {unit: a, dice: 2}}]"
    position = engine.begin_attack(with_cards(effects, "[Pay 1 Force -> Evade 1]"), 0, 1)
    position = card(engine.roll(position, [6, 1, 1]), 0)
    assert position.question == Roll(LIGHT, "damage", 2)
    position = engine.roll(position, [4, 3])
    assert [(one.target, one.amount) for one in pending(position)] == [(0, 1), (1, 1)]


def test_damage_is_placed_together_and_units_are_discarded_together() -> None:
    position = table(
        """
        players: {light: {force: 1}}
        units:
          a: {player: dark, arena: character, power: 8, health: 4}
          b: {player: light, arena: character, power: 3, health: 4, abilities: [Pay 1 Force -> Deflect 4]}
        """
    )
    position = engine.roll(engine.begin_attack(position, 0, 1), [6] * 8)
    (damage,) = pending(position)
    after = play(position, "deflect", 1, damage, 0)
    assert after.state.damage == (4, 4)
    assert after.state.arenas == (GONE, GONE)


def test_discard_waits_for_the_placement_pop() -> None:
    effects = "[effect: {by: light, pop: damage placement, counters: {unit: b, amount: -1}}]"
    position = engine.begin_attack(with_cards(effects, "['Pay 0 Force -> +1 power for this attack']"), 0, 1)
    position = engine.roll(play(position, "bonus", 0), [6, 6, 6, 6])
    assert asked(position) == (LIGHT, "damage placement")
    assert position.state.damage == (0, 4)
    assert passes(position).state.arenas[1] == GONE
    assert card(position, 0).state.arenas[1] == "character"


def test_health_that_falls_discards_at_once() -> None:
    effects = "[effect: {by: dark, pop: attack, give: {unit: b, health: -4, until: turn}}]"
    position = card(engine.begin_attack(with_cards(effects), 0, 1), 0)
    assert position.state.arenas[1] == GONE
    assert position.question is None, "no dice are rolled without a defender"


def test_stun_counts_from_the_next_roll_until_the_battle_ends() -> None:
    position = to_the_end(engine.begin_attack(duel("[Stun 2]"), 0, 1), [6, 1, 1])
    assert position.sheet(1).power == 1
    assert engine.begin_attack(position, 1, 0).question == Roll(LIGHT, "attack", 1)
    assert engine.end(position, "battle").sheet(1).power == 3


# -- gone units


def test_what_is_pending_on_a_unit_that_leaves_is_dropped() -> None:
    effects = "[effect: {by: light, pop: damage prevention, retreat: b}]"
    position = engine.roll(engine.begin_attack(with_cards(effects, "[]", "[Evade 1]"), 0, 1), [6, 6, 6])
    position = card(position, 0)
    assert position.state.arenas[1] == "build"
    assert position.state.damage == (0, 0)


def test_unit_that_is_gone_plays_nothing_more() -> None:
    effects = "[effect: {by: dark, pop: damage prevention, discard: b}]"
    position = engine.roll(engine.begin_attack(with_cards(effects, "[]", "[Evade 1]"), 0, 1), [6, 6, 6])
    (damage,) = pending(position)
    evade = option(position, "evade", 1, damage, 1)
    after = card(position, 0)
    assert after.question is None
    reasons = engine.objections(after, evade)
    assert ("gone.no-plays", "unit-gone") in reasons
    assert ("prevention.needs-damage", "nothing-pending") in reasons


def test_retaliate_is_done_even_by_a_unit_that_is_gone() -> None:
    position = engine.begin_attack(duel("[]", "[Retaliate 2]"), 0, 1)
    position = play(position, "retaliate", 1)
    assert engine.roll(position, [6, 6, 6]).question == Roll(LIGHT, "damage", 2)
    position = engine.begin_attack(duel("[]", "['Pay 0 Force -> -1 health for this attack', Retaliate 2]"), 0, 1)
    position = engine.roll(play(play(position, "retaliate", 1), "bonus", 1), [6, 6, 6])
    assert position.state.arenas[1] == GONE
    assert to_the_end(position, [4, 4]).state.damage == (2, 3)


def test_nothing_is_done_at_the_end_to_an_attacker_that_is_gone() -> None:
    effects = "[effect: {by: light, pop: unit discard, discard: a}, effect: {by: light, pop: attack end, tap: b}]"
    position = engine.begin_attack(with_cards(effects, "[]", "[Retaliate 2]"), 0, 1)
    position = engine.roll(play(position, "retaliate", 1), [6, 1, 1])
    assert asked(position) == (LIGHT, "unit discard")
    assert asked(card(position, 0)) == (LIGHT, "attack end"), "no dice of damage are rolled"


def test_defender_gone_before_the_dice_takes_none_but_the_attack_has_its_end() -> None:
    effects = "[effect: {by: light, pop: attack, retreat: b}, effect: {by: light, pop: attack end, untap: a}]"
    position = card(engine.begin_attack(with_cards(effects), 0, 1), 0)
    assert asked(position) == (LIGHT, "attack end")
    assert isinstance(position.state.frames[0], Attack)


# -- Overkill


def overkill(a: str = "[Overkill]", more: str = "c: {player: light, arena: character, health: 4}") -> Position:
    """Three hits against one health left."""
    position = table(
        f"""
        units:
          a: {{player: dark, arena: character, power: 3, health: 4, abilities: {a}}}
          b: {{player: light, arena: character, health: 4, damage: 3}}
          {more}
        """
    )
    return engine.roll(engine.begin_attack(position, 0, 1), [6, 6, 6])


def test_overkill_moves_none_to_all_of_the_excess_to_one_other_unit() -> None:
    more = """c: {player: light, arena: character, health: 4}
          d: {player: dark, arena: ground, health: 4}"""
    position = overkill(more=more)
    assert position.question == Choice(DARK, "overkill", "pending damage")
    assert offered(position) == [PASS, *(("overkill", unit, hits) for unit in (0, 2) for hits in (1, 2))]
    assert engine.answer(position, ("overkill", 2, 2)).state.damage == (0, 4, 2, 0)
    assert engine.answer(position, ("overkill", 2, 1)).state.damage == (0, 5, 1, 0)
    assert engine.answer(position, PASS).state.damage == (0, 6, 0, 0)
    assert refusal(position, ("overkill", 2, 3)).clauses == ("overkill.excess", "overkill.defender-first")
    assert refusal(position, ("overkill", 3, 1)).clauses == ("overkill.excess",)
    assert refusal(position, ("overkill", 1, 1)).clauses == ("overkill.excess",)


def test_overkill_is_decided_before_plays_and_before_critical_hit() -> None:
    position = overkill("[Overkill, Overkill, Critical Hit 2]")
    after = engine.answer(position, ("overkill", 2, 2))
    assert after.state.damage == (0, 6, 2), "the bonus stays on the defender, and is no excess"


def test_overkill_is_not_asked_without_excess_or_without_another_unit() -> None:
    assert engine.roll(engine.begin_attack(duel("[Overkill]"), 0, 1), [6, 6, 6]).question is None
    alone = table(
        """
        units:
          a: {player: dark, arena: character, power: 3, health: 4, abilities: [Overkill]}
          b: {player: light, arena: ground, health: 1}
        """
    )
    assert engine.roll(engine.begin_attack(alone, 0, 1, allowed=True), [6, 6, 6]).question is None


def test_overkill_can_not_be_decided_twice() -> None:
    position = overkill("[Overkill]", "c: {player: light, arena: character, health: 4, abilities: [Evade 2]}")
    position = engine.answer(position, ("overkill", 2, 2))
    assert asked(position) == (LIGHT, "damage prevention")
    assert "overkill.excess" in refusal(position, ("overkill", 2, 1)).clauses


# -- attack end


def test_effects_at_the_end_happen_in_the_order_of_their_creation() -> None:
    """Retaliates as they were played, then Riposte, which the dice set; each with POPs of its own."""
    position = engine.begin_attack(duel("[Pay 1 Force -> Evade 1]", "[Retaliate 1, Retaliate 2, Riposte 1]"), 0, 1)
    position = play(play(position, "retaliate", 1, nth=1), "retaliate", 1)
    position = engine.roll(position, [2, 1, 1])
    assert position.question == Roll(LIGHT, "damage", 2)
    position = engine.roll(position, [4, 1])
    assert [(one.kind, one.amount) for one in pending(position)] == [("retaliate", 1)]
    position = passes(position)
    assert position.question == Roll(LIGHT, "damage", 1)
    position = engine.roll(position, [1])
    assert [(one.kind, one.amount) for one in pending(position)] == [("riposte", 1)]
    assert to_the_end(position).state.damage == (2, 0)


def test_only_the_final_defender_ripostes_and_parries() -> None:
    more = "c: {player: light, arena: character, health: 9, abilities: [Pay 1 Force -> Intercept, Riposte 1, Parry 1]}"
    position = engine.begin_attack(duel("[]", "[Riposte 3, Parry 3, Retaliate 1]", more=more), 0, 1)
    position = play(position, "intercept", 2)
    position = to_the_end(play(position, "retaliate", 1), [1, 2, 6, 6])
    assert position.state.damage == (2, 0, 0), "Retaliate 1 of the unit attacked first, Riposte 1 of the other"


def test_intercept_that_can_not_become_the_defender_costs_all_the_same() -> None:
    more = "c: {player: light, arena: character, health: 9, abilities: [Pay 1 Force -> Intercept, Stealth]}"
    position = play(engine.begin_attack(duel(more=more), 0, 1), "intercept", 2)
    assert position.state.players[LIGHT].force == 8
    attack = position.state.frames[0]
    assert isinstance(attack, Attack) and attack.defender == 1
    assert to_the_end(position, [6, 6, 1]).state.damage == (0, 2, 0)


def test_nothing_is_left_of_an_attack_when_it_is_over() -> None:
    position = to_the_end(play(engine.begin_attack(duel(BONUS), 0, 1), "bonus", 0), [6, 6, 1, 1])
    assert position.state.frames == ()
    assert position.state.boons == ()
    assert position.question is None


# -- build steps


UPKEEPS = """
players: {dark: {force: 2, build_points: 1}}
units:
  a: {player: dark, arena: character, health: 4, abilities: ["Upkeep: Pay 2 Force or tap"]}
  b: {player: dark, arena: build, health: 4, abilities: ["Upkeep: Pay 1 Force", "Upkeep: Pay 1 build point"]}
  c: {player: light, arena: character, health: 4, abilities: ["Upkeep: tap"]}
"""


def test_upkeeps_are_settled_in_any_order_and_each_has_to_be_paid_if_it_can_be() -> None:
    position = engine.begin_build(table(UPKEEPS), DARK)
    first, second, third = (position.sheet(unit).of("upkeep")[nth].id for unit, nth in ((0, 0), (1, 0), (1, 1)))
    assert position.question == Choice(DARK, "upkeep", "build")
    assert offered(position) == [
        ("upkeep", number, way) for number, way in ((first, 0), (first, 1), (second, 0), (third, 0))
    ]
    assert refusal(position, ("upkeep", first, -1)).clauses == ("upkeep.must-pay",)
    assert refusal(position, PASS).clauses == ("upkeep.must-pay",)
    position = engine.answer(position, ("upkeep", first, 0))
    assert position.state.players[DARK].force == 0
    assert offered(position) == [("upkeep", second, -1), ("upkeep", third, 0)]
    assert refusal(position, ("upkeep", second, 0)).clauses == ("cost.payable",)
    assert refusal(position, ("upkeep", first, 1)).clauses == ("upkeep.build-step-start",)
    position = engine.answer(position, ("upkeep", second, -1))
    assert position.question is None, "the last one has one way and is settled by itself"
    assert position.state.players[DARK].build_points == 0
    assert position.state.tapped == (False, False, False), "the other player's are not due"


def test_upkeep_is_due_once_each_turn() -> None:
    position = engine.begin_build(table(UPKEEPS), LIGHT)
    assert position.state.tapped == (False, False, True)
    assert engine.begin_build(position, LIGHT) == position
    assert ("upkeep", LIGHT) in position.state.marks
    assert engine.end(position, "battle").state.marks == position.state.marks
    assert engine.end(position, "turn").state.marks == ()


SABER = """
players: {dark: {force: 9}}
units:
  a: {player: dark, arena: character, power: 3, health: 4, subtypes: [Sith]}
  b: {player: dark, arena: character, power: 3, health: 4, subtypes: [Droid]}
  c: {player: light, arena: character, power: 3, health: 4, subtypes: [Sith]}
equipment:
  saber: {player: dark, equip: Pay 3 Force, fits: [Sith, Droid], grants: [+1 power, {to: [Sith], get: [Parry 1]}]}
script:
  - effect: {by: light, discard: a}
"""


def test_equipment_is_attached_moved_and_detached() -> None:
    position = engine.begin_build(table(SABER), DARK)
    assert position.question == Choice(DARK, "build", "build")
    assert offered(position) == [PASS, ("equip", 0, 0), ("equip", 0, 1)]
    assert refusal(position, ("equip", 0, 2)).clauses == ("equip.attach",)
    on_a = engine.answer(position, ("equip", 0, 0))
    assert (on_a.sheet(0).power, len(on_a.sheet(0).of("parry"))) == (4, 1)
    assert on_a.question is None, "once each turn"
    again = engine.answer(engine.begin_build(engine.end(on_a, "turn"), DARK), ("equip", 0, 1))
    assert (again.sheet(0).power, len(again.sheet(0).of("parry"))) == (3, 0)
    assert (again.sheet(1).power, len(again.sheet(1).of("parry"))) == (4, 0), "it is no Sith"
    gone = engine.play_between(engine.deal(on_a, (0,)), ("effect", 0, None))
    assert gone.state.attached == (-1,)


def test_equip_is_refused_with_every_reason() -> None:
    position = engine.begin_build(table(SABER), DARK)
    position = engine.answer(position, ("equip", 0, 0))
    reasons = engine.objections(position, ("equip", 0, 2))
    assert [clause for clause, _ in reasons] == ["equip.own-build-step", "equip.once-per-turn", "equip.attach"]


# -- abilities from elsewhere


def test_gift_is_there_as_long_as_its_giver_is() -> None:
    position = table(
        """
        units:
          a: {player: dark, arena: character, power: 3, health: 4, subtypes: [Sith], abilities: ["Each of your other
            Sith gets +1 power and Stun 1"]}
          b: {player: dark, arena: ground, power: 3, health: 4, subtypes: [Sith Lord]}
          c: {player: light, arena: ground, power: 3, health: 4, subtypes: [Sith]}
        script:
          - effect: {by: light, retreat: a}
        """
    )
    assert [position.sheet(unit).power for unit in range(3)] == [3, 4, 3]
    assert [len(position.sheet(unit).of("stun")) for unit in range(3)] == [0, 1, 0]
    gone = engine.play_between(engine.deal(position, (0,)), ("effect", 0, None))
    assert gone.sheet(1).power == 3


def test_activated_bonus_is_used_once_per_attack() -> None:
    position = play(engine.begin_attack(duel(BONUS), 0, 1), "bonus", 0)
    assert refusal(position, option(position, "bonus", 0)).clauses == ("bonus.once-per-attack",)
    assert play(position, "bonus", 0, nth=1).state.players[DARK].force == 7
    after = to_the_end(position, [1, 1, 1, 1])
    again = engine.begin_attack(after, 0, 1, allowed=True)
    assert option(again, "bonus", 0) in offered(again)


# -- refusals


def test_refusal_carries_every_clause_that_forbids_the_play() -> None:
    abilities = "[Pay 9 Force -> Evade 1, Pay 9 Force -> Intercept]"
    more = f"c: {{player: light, arena: ground, health: 4, abilities: {abilities}}}"
    position = engine.begin_attack(duel("[]", abilities, force=1, more=more), 0, 1, stop=True)
    damage = Damage(0, 1, 1, "attack")
    evade = option(position, "evade", 1, damage, 2)
    assert refusal(passes(position, stop=True), evade).clauses == (
        "prevention.needs-damage",
        "cost.payable",
        "evade.up-to",
    )
    assert refusal(position, evade).clauses[0] == "pop.alternate"
    intercept = option(position, "intercept", 2)
    assert engine.objections(position, intercept) == (
        ("cost.payable", "cost"),
        ("intercept.new-defender", "other-arena"),
    )


def test_objections_do_not_ask_whose_choice_it_is() -> None:
    position = engine.begin_attack(duel(BONUS, BONUS), 0, 1)
    other = option(position, "bonus", 1)
    assert engine.objections(position, other) == ()
    assert refusal(position, other).reasons == (("pop.alternate", "not-his-choice"),)


def test_die_is_needed_before_anything_else() -> None:
    position = engine.begin_attack(duel("[]", "[Evade 1]"), 0, 1)
    assert offered(position) == [("roll", face) for face in range(1, 7)]
    for wrong in (PASS, ("roll", 0), ("roll", 7)):
        assert refusal(position, wrong).reasons == (("", "roll-needed"),)


def test_pass_is_no_answer_where_something_has_to_be_decided() -> None:
    position = engine.begin_build(table(UPKEEPS), DARK)
    frame = position.state.frames[-1]
    assert isinstance(frame, Build) and len(frame.due) == 3
    assert refusal(position, PASS).reasons == (("upkeep.must-pay", "can-be-paid"),)


# -- faults that the generated games of test_properties.py have found


def test_lucky_is_not_used_again_when_its_first_instance_is_lost() -> None:
    effects = "[effect: {by: dark, pop: re-roll, lose: {unit: a, ability: Lucky 1}}]"
    position = engine.roll(engine.begin_attack(with_cards(effects, "[Lucky 1, Lucky 2]"), 0, 1), [1, 2, 3])
    position = engine.answer(play(position, "lucky", 0), ("pick", 0))
    position = card(position, 0)
    assert not isinstance(position.question, Choice), "there is nothing more to play"


def test_lucky_is_used_once_by_whichever_instance() -> None:
    position = engine.roll(engine.begin_attack(duel("[Lucky 1, Lucky 2]", "[Lucky 1]"), 0, 1), [1, 2, 3])
    position = engine.answer(play(position, "lucky", 0), ("pick", 0))
    second = engine.objections(position, option(position, "lucky", 0, nth=1))
    assert second == (("lucky.cumulative", "counted-with-the-first"), ("lucky.once", "used"))


def test_evade_prevents_no_less_than_nothing() -> None:
    position = engine.roll(engine.begin_attack(duel("[]", "[Pay 1 Force -> Evade 1]"), 0, 1), [6, 6, 1])
    (damage,) = pending(position)
    assert refusal(position, option(position, "evade", 1, damage, -1)).clauses == ("evade.up-to",)


def test_overkill_moves_at_least_one_hit() -> None:
    for hits in (0, -1):
        assert "overkill.excess" in refusal(overkill(), ("overkill", 2, hits)).clauses


def test_die_is_refused_where_none_is_asked_for() -> None:
    position = engine.begin_attack(duel(BONUS, BONUS), 0, 1)
    for wrong in (("roll", 0), ("roll", 6), ("pick", 0), ("pick", 6)):
        assert refusal(position, wrong).reasons


def test_cost_of_damage_counters_that_reach_health_discards_at_once() -> None:
    ability = "Put 1 damage counter on this unit -> Retaliate 1"
    position = engine.begin_attack(duel("[]", f"[{', '.join([ability] * 4)}]"), 0, 1)
    for nth in range(4):
        position = play(position, "retaliate", 1, nth=nth)
    assert position.state.damage[1] == 4
    assert position.state.arenas[1] == GONE


def test_effect_that_prevents_damage_to_a_unit_and_discards_it() -> None:
    effects = (
        "[effect: {by: light, pop: damage prevention, prevent: {unit: b, all: true}, "
        "give: {unit: b, health: -4, until: turn}}]"
    )
    position = engine.roll(engine.begin_attack(with_cards(effects), 0, 1), [6, 1, 1])
    (damage,) = pending(position)
    after = card(position, 0, damage)
    assert after.state.arenas[1] == GONE


def test_effects_at_the_end_are_told_as_such() -> None:
    rec = Recorder()
    position = engine.begin_attack(duel("[]", "[Riposte 1]"), 0, 1, rec=rec)
    engine.roll(position, [2, 1, 1], rec)
    (event,) = [event for event in rec.finished() if (event.kind, event.ability) == ("fired", "Riposte")]
    assert event.step == "attack end"
