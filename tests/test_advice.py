"""Advice in few rules: exact for anything, short for what players really do, and in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import factorial
from operator import gt, lt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swcli.drive.advice.rules import Choice, Decision, Face, Part, Rule, advise, smallest
from swcli.report.advice import legend, worded, worded_choices

Counts = tuple[int, ...]
ONE, MISS, HIT, SIX = Face((1,), False, 1), Face((2, 3), False, 0), Face((4, 5), True, 0), Face((6,), True, 6)
USUAL = [ONE, MISS, HIT, SIX]
RIPOSTE = [ONE, Face((2,), False, 2), Face((3,), False, 0), HIT, SIX]


def rolls(dice: int, kinds: int) -> Iterator[Counts]:
    if kinds == 1:
        yield (dice,)
        return
    for count in range(dice + 1):
        for rest in rolls(dice - count, kinds - 1):
            yield (count, *rest)


def minus(counts: Counts, removed: Counts) -> Counts:
    return tuple(count - gone for count, gone in zip(counts, removed, strict=True))


def decided(faces: list[Face], dice: int, bonus: int, lucky: tuple[int, int], riposte: int = 0) -> list[list[Decision]]:
    """What attacker and defender do with Lucky for most and least damage; Critical Hit and Parry have a value each."""

    def worth(counts: Counts) -> int:
        shown = {face.natural for face, count in zip(faces, counts, strict=True) if count}
        hits = sum(count for face, count in zip(faces, counts, strict=True) if face.hit)
        return 4 * max(0, hits + bonus * (6 in shown) - bonus * (1 in shown)) - riposte * (2 in shown)

    values = {counts: worth(counts) for counts in rolls(dice, len(faces))}
    found: list[list[Decision]] = []
    for most, better in ((lucky[1], lt), (lucky[0], gt)):
        after = [values]
        for more in range(1, most + 1):
            after.append({
                counts: sum(
                    len(face.faces) * after[-1][(*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])]
                    for kind, face in enumerate(faces)
                )
                for counts in rolls(dice - more, len(faces))
            })  # fmt: skip
        ways = [way for way in product(range(most + 1), repeat=len(faces)) if sum(way) <= most]
        ways.sort(key=lambda way: (sum(way), way))
        values, decisions = {}, []
        for counts in rolls(dice, len(faces)):
            best: list[Counts] = []
            for way in ways:
                left = minus(counts, way)
                if min(left) >= 0:
                    value = after[sum(way)][left] * 6 ** (most - sum(way))
                    if not best or better(value, values[counts]):
                        best, values[counts] = [way], value
                    elif value == values[counts] and sum(way) == sum(best[0]):
                        best.append(way)
            weight = factorial(dice)
            for face, count in zip(faces, counts, strict=True):
                weight = weight * len(face.faces) ** count // factorial(count)
            decisions.append(Decision(counts, best[0], weight, tuple(best[1:])))
        found.insert(0, decisions)
    return found


def strict(decisions: list[Decision]) -> list[Decision]:
    return [each._replace(also=()) for each in decisions]


def replayed(rules: list[Rule], counts: Counts) -> Rule:
    """The first rule that holds, found anew."""
    for rule in rules:
        for subject, low, high in rule.conditions:
            assert not isinstance(subject, str)
            number = sum(counts[kind] for kind in subject)
            if number < (low or 0) or (high is not None and number > high):
                break
        else:
            return rule
    raise AssertionError("no rule holds")


def picked_up(rule: Rule, counts: Counts) -> Counts:
    """What a person picks up who reads a rule die by die."""
    hand = [0] * len(counts)
    for take in rule.takes:
        while hand[take.kind] < counts[take.kind] and hand[take.kind] != take.limit and sum(hand) < rule.most:
            hand[take.kind] += 1
    return tuple(hand)


def exact(rules: list[Rule], decisions: list[Decision]) -> None:
    shares: list[Part] = [0] * len(rules)
    for each in decisions:
        rule = replayed(rules, each.counts)
        assert picked_up(rule, each.counts) == rule.removed(each.counts)
        assert rule.removed(each.counts) in (each.removed, *each.also)
        shares[[other is rule for other in rules].index(True)] += each.weight
    assert shares == [rule.share for rule in rules]
    assert [bool(rule.conditions) for rule in rules] == [True] * (len(rules) - 1) + [False]


@pytest.mark.parametrize(
    ("faces", "dice", "bonus", "lucky", "riposte", "bounds"),
    [
        (USUAL, 5, 1, (1, 1), 0, (1, 2, 2, 2)),
        (USUAL, 7, 2, (2, 2), 0, (1, 3, 2, 3)),
        (USUAL, 9, 3, (4, 4), 0, (1, 4, 2, 4)),
        (RIPOSTE, 5, 1, (2, 1), 1, (3, 3, 6, 3)),
        (RIPOSTE, 7, 2, (2, 2), 1, (4, 6, 8, 6)),
        (USUAL, 20, 2, (4, 4), 0, (1, 3, 2, 3)),
    ],
)
def test_what_players_do_is_said_exactly_in_few_rules(
    faces: list[Face], dice: int, bonus: int, lucky: tuple[int, int], riposte: int, bounds: tuple[int, ...]
) -> None:
    both = decided(faces, dice, bonus, lucky, riposte)
    sizes = []
    for tables in (both, [strict(table) for table in both]):
        for most, table in zip(lucky, tables, strict=True):
            rules = advise(faces, table, most)
            exact(rules, table)
            sizes.append(len(rules))
    assert all(size <= bound for size, bound in zip(sizes, bounds, strict=True)), sizes


def test_seven_dice_with_critical_hit_parry_and_lucky_in_words() -> None:
    attacker, defender = decided(USUAL, 7, 2, (2, 2))
    assert worded(advise(USUAL, attacker, 2), USUAL) == ["always: re-roll 1s, then misses, up to two dice"]
    rules = advise(USUAL, defender, 2)
    assert worded(rules, USUAL, "make the attacker re-roll") == [
        "a 1, at most two hits: make the attacker re-roll all 6s, up to two",
        "a 1, four or more dice that miss: make the attacker re-roll one hit",
        "otherwise: make the attacker re-roll 6s, then hits, up to two dice",
    ]
    assert legend(rules, USUAL) == "a hit is a 4 or 5"


def said(faces: list[Face], dice: int, most: int, policy: Mapping[Counts, Counts]) -> list[str]:
    """The words for a policy that passes wherever it says nothing."""
    none = (0,) * len(faces)
    decisions = [Decision(counts, policy.get(counts, none)) for counts in rolls(dice, len(faces))]
    rules = advise(faces, decisions, most)
    exact(rules, decisions)
    return worded(rules, faces)


def test_words_are_those_of_a_person() -> None:
    assert said(USUAL, 3, 2, {}) == ["always: pass"]
    one_miss = {c: (1, 1, 0, 0) for c in rolls(3, 4) if not c[3] and c[0] == 1 and c[1]}
    assert said(USUAL, 3, 2, one_miss) == ["no 6, a miss, just one 1: re-roll the 1 and one miss", "otherwise: pass"]
    either = {c: (1, 0, 0, 0) if c[0] else (0, 1, 0, 0) for c in rolls(3, 4) if c[0] or c[1]}
    assert said(USUAL, 3, 1, either) == ["always: re-roll a 1, else a miss"]
    assert said(USUAL, 3, 3, {c: (0, c[1], 0, 0) for c in rolls(3, 4)}) == ["always: re-roll all misses"]
    assert said(USUAL, 3, 2, {c: (0, min(2, c[1]), 0, 0) for c in rolls(3, 4)}) == [
        "always: re-roll all misses, up to two"
    ]
    assert said(USUAL, 4, 2, {c: (0, 2, 0, 0) for c in rolls(4, 4) if c[1] == 3}) == [
        "just three misses: re-roll two misses",
        "otherwise: pass",
    ]
    assert said(USUAL, 2, 2, {c: (0, 0, 0, 2) for c in rolls(2, 4) if c[3] == 2}) == [
        "two or more 6s: re-roll both 6s",
        "otherwise: pass",
    ]


def test_dice_of_several_kinds_are_counted_together() -> None:
    assert said(USUAL, 3, 1, {c: (0, 1, 0, 0) for c in rolls(3, 4) if c[2] + c[3] == 2 and c[1]}) == [
        "two or more dice that hit: re-roll any miss",
        "otherwise: pass",
    ]
    together = {c: (0, 0, 1, 0, 0) for c in rolls(6, 5) if c[0] + c[1] in (2, 3) and c[2]}
    assert said(RIPOSTE, 6, 1, together) == [
        "two or three 1s and 2s together: re-roll a miss",
        "otherwise: pass",
    ]


def test_facts_help_where_dice_alone_say_little() -> None:
    decisions = [
        Decision(c, (0, 0, 0, 0) if c[2] + c[3] + 2 * (c[3] > 0) - 2 * (c[0] > 0) >= 4 else (0, min(1, c[1]), 0, 0))
        for c in rolls(7, 4)
    ]
    damage = [c[2] + c[3] + 2 * (c[3] > 0) - 2 * (c[0] > 0) for c in rolls(7, 4)]
    rules = advise(USUAL, decisions, 1, {"{} damage as it stands": damage})
    assert worded(rules, USUAL) == ["4 or more damage as it stands: pass", "otherwise: re-roll a miss"]


def test_where_nothing_can_be_done_one_passes() -> None:
    assert advise(USUAL, [], 2) == []
    assert worded(advise(USUAL, [Decision((0, 0, 0, 0), (0, 0, 0, 0))], 2), USUAL) == ["always: pass"]
    assert worded(advise([HIT], [Decision((3,), (0,))], 0), [HIT]) == ["always: pass"]


def test_decisions_that_cannot_be_followed_are_refused() -> None:
    with pytest.raises(ValueError, match="can't be picked up"):
        advise(USUAL, [Decision((1, 0, 0, 0), (0, 1, 0, 0))], 1)
    with pytest.raises(ValueError, match="can't be picked up"):
        advise(USUAL, [Decision((2, 0, 0, 0), (2, 0, 0, 0))], 1)
    with pytest.raises(ValueError, match="decided twice"):
        advise(USUAL, [Decision((1, 0, 0, 0), (0, 0, 0, 0))] * 2, 1)


@given(data=st.data(), dice=st.integers(1, 4), faces=st.sampled_from([USUAL, RIPOSTE, [ONE, MISS]]))
@settings(max_examples=40, deadline=None)
def test_any_policy_is_said_exactly(data: st.DataObject, dice: int, faces: list[Face]) -> None:
    most = data.draw(st.integers(1, 6))
    ways = [way for way in product(range(min(most, dice) + 1), repeat=len(faces)) if sum(way) <= most]
    decisions = []
    for counts in rolls(dice, len(faces)):
        there = [way for way in ways if min(minus(counts, way)) >= 0]
        right = data.draw(st.lists(st.sampled_from(there), min_size=1, max_size=2))
        decisions.append(Decision(counts, right[0], 1, tuple(right[1:])))
    rules = advise(faces, decisions, most)
    exact(rules, decisions)
    assert len(rules) <= len(decisions)
    assert len(set(worded(rules, faces))) == len(rules)


# -- other choices


def chosen(rules: list[Choice[str]], names: list[str], facts: Counts) -> str:
    for conditions, action, _ in rules:
        numbers = [(facts[names.index(str(subject))], low, high) for subject, low, high in conditions]
        if all((low is None or number >= low) and (high is None or number <= high) for number, low, high in numbers):
            return action
    raise AssertionError("no rule holds")


def test_choices_by_facts_in_words() -> None:
    names = ["{} damage pending", "Force", "Evade is spent|Evade is not spent"]

    def best(pending: int, force: int, spent: int) -> str:
        return "pass" if spent or force < 2 or not pending else "Evade 2: prevent 2" if pending > 1 else "Evade 1"

    cases = [(facts, best(*facts)) for facts in product(range(7), range(5), range(2))]
    rules = smallest(cases, names)
    assert worded_choices(rules) == [
        "Evade is not spent, 2 or more damage pending, Force 2 or more: Evade 2: prevent 2",
        "Evade is not spent, 1 or more damage pending, Force 2 or more: Evade 1",
        "otherwise: pass",
    ]
    assert sum(rule.share for rule in rules) == len(cases)
    assert all(chosen(rules, names, facts) == action for facts, action in cases)


def test_facts_are_told_by_numbers() -> None:
    words = worded_choices(smallest([((n,), str(n in (3, 4))) for n in range(8)], ["{} Force"]))
    assert words == ["3 or 4 Force: True", "otherwise: False"]
    words = worded_choices(smallest([((n,), str(max(n, 0))) for n in range(-1, 2)], ["Force"]))
    assert words == ["Force 1 or more: 1", "otherwise: 0"]


def test_one_choice_is_made_always_and_none_needs_no_rule() -> None:
    assert worded_choices(smallest([((1,), "pass"), ((2,), "pass")], ["Force"])) == ["always: pass"]
    assert smallest([], ["Force"]) == []


def test_two_choices_for_the_same_facts_are_refused() -> None:
    with pytest.raises(ValueError, match="no action in common"):
        smallest([((1, 2), "pass"), ((1, 2), "Evade")], ["Force", "{} pending"])


@given(
    table=st.dictionaries(
        st.tuples(st.integers(-2, 4), st.integers(0, 3), st.integers(0, 1)), st.sampled_from("abc"), min_size=1
    )
)
@settings(max_examples=100, deadline=None)
def test_any_table_of_facts_is_said_exactly(table: dict[Counts, str]) -> None:
    names = ["balance", "{} pending", "tapped|untapped"]
    rules = smallest(list(table.items()), names)
    assert all(chosen(rules, names, facts) == action for facts, action in table.items())
    assert not rules[-1].conditions
    assert len(worded_choices(rules)) == len(rules) <= len(table)
