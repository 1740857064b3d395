"""What to do with dice that lie on the table, as few rules as can be found, and exact.

`advise` takes what is right for every roll that there may be and gives ordered rules, of which the first that holds
counts: when so many dice of some faces lie there, pick up these and those. `smallest` does the same for any other
choice, by facts with names. What both give has been held against every case before. `report/advice.py`
has the words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, Generic, NamedTuple, TypeVar

from swcli.drive.advice.fitting import Found, fit
from swcli.drive.advice.grid import mixed
from swcli.drive.advice.plans import Counts, Plan, applied, length, plans_for

Action = TypeVar("Action", bound=Hashable)
Part = Fraction | int
"""How likely something is, on any scale."""

_FEW: Final = 500
"""So many rolls or fewer may all be told apart."""
_SHORT: Final = 3
"""A list with so many rules or fewer is not looked for again with other counts told apart."""
_FITS: Final = 3
"""How often a list is looked for."""
_TOLD: Final = 1
"""Counts above what may be re-rolled that conditions tell apart, unless more are needed."""


class Face(NamedTuple):
    """A kind of dice: faces which nothing tells apart.

    Attributes:
        faces: rising. hit: whether they hit.
        natural: the face that something looks for (a natural 1, 2 or 6), 0 for none.
    """

    faces: tuple[int, ...]
    hit: bool
    natural: int


class Decision(NamedTuple):
    """What is right for one roll.

    Attributes:
        counts: the dice that show each kind.
        removed: those to pick up and roll again; none is to pass.
        weight: how likely the roll is.
        also: other ways to pick up dice that are just as good; rules may use any, if that makes them shorter.
    """

    counts: Counts
    removed: Counts
    weight: Part = 1
    also: tuple[Counts, ...] = ()


class Condition(NamedTuple):
    """A number lies within bounds, both included; None is no bound.

    Attributes:
        subject: the kinds of dice that are counted together, or the name of a fact.
    """

    subject: tuple[int, ...] | str
    low: int | None
    high: int | None


class Take(NamedTuple):
    """Dice of one kind to pick up.

    Attributes:
        kind: which. limit: how many at most, None for all.
        shown: the fewest and most of them that lie there where the rule counts.
        taken: the fewest and most of them that are picked up there.
    """

    kind: int
    limit: int | None
    shown: tuple[int, int]
    taken: tuple[int, int]


class Rule(NamedTuple):
    """When all conditions hold, pick up dice of some kinds, the first first, until it is `most` or no more lie there.

    Attributes:
        conditions: none in the last rule. takes: none is to pass.
        most: dice that may be picked up in all.
        capped: whether there is a roll for which `most` keeps some of these dice on the table.
        share: how likely it is that the rule counts, on the scale of the weights.
    """

    conditions: tuple[Condition, ...]
    takes: tuple[Take, ...]
    most: int
    capped: bool
    share: Part

    def removed(self, counts: Counts) -> Counts:
        """The dice to pick up from a roll."""
        return applied(tuple((take.kind, take.limit) for take in self.takes), counts, self.most)


class Choice(NamedTuple, Generic[Action]):
    """When all conditions hold, this action is right; `share` is the number of cases in which the rule counts."""

    conditions: tuple[Condition, ...]
    action: Action
    share: int


def advise(
    faces: Sequence[Face], decisions: Sequence[Decision], most: int, facts: Mapping[str, Sequence[int]] | None = None
) -> list[Rule]:
    """Rules that say for every roll what is right; the last one has no conditions.

    Args:
        faces: the kinds of dice, by least face.
        decisions: one for each roll; all with the same number of dice.
        most: dice that may be re-rolled.
        facts: more that a person sees, a number for each decision by its name, such as the damage as it stands.

    Raises:
        ValueError: a decision picks up dice that are not there or too many, or a roll is decided twice.
    """
    _check(decisions, most)
    if not decisions:
        return []
    plans, right = plans_for([(each.counts, (each.removed, *each.also)) for each in decisions], most)
    groups = _groups(faces)
    cases = [tuple([sum([each.counts[kind] for kind in group]) for group in groups]) for each in decisions]
    names = list(facts or ())
    if facts:
        cases = [(*case, *more) for case, more in zip(cases, zip(*facts.values(), strict=True), strict=True)]
    found = _found(cases, right, [length(plan) for plan in plans], groups, most)
    subjects: list[tuple[int, ...] | str] = [*groups, *names]
    rules: list[Rule] = []
    for (tests, action), here in zip(found, _counting(found, cases), strict=True):
        conditions = tuple(Condition(subjects[test.feature], test.low, test.high) for test in tests)
        rules.append(_rule(conditions, plans[action], most, [decisions[case] for case in here]))
    return rules


def smallest(cases: Sequence[tuple[tuple[int, ...], Action]], names: Sequence[str]) -> list[Choice[Action]]:
    """Rules that say for all facts which action is right; the last one has no conditions.

    Args:
        cases: facts, whole numbers, with what is right then.
        names: what the facts are.

    Raises:
        ValueError: two actions are right for the same facts.
    """
    facts = [case for case, _ in cases]
    actions = list(dict.fromkeys(action for _, action in cases))
    right = [1 << actions.index(action) for _, action in cases]
    cuts = [sorted(set(values))[1:] for values in zip(*facts, strict=True)]
    found = fit(facts, right, [1] * len(actions), cuts, [0] * len(cuts)) if cases else []
    rules = []
    for (tests, action), here in zip(found, _counting(found, facts), strict=True):
        conditions = tuple(Condition(names[test.feature], test.low, test.high) for test in tests)
        rules.append(Choice(conditions, actions[action], len(here)))
        if any(cases[case][1] != actions[action] for case in here):
            raise AssertionError("a rule is not right where it counts")
    return rules


def _check(decisions: Sequence[Decision], most: int) -> None:
    """Refuse decisions that can't be followed."""
    seen = set()
    for counts, removed, _, also in decisions:
        if counts in seen:
            raise ValueError(f"the roll {counts} is decided twice")
        seen.add(counts)
        for each in (removed, *also):
            if sum(each) > most or any(taken > there for taken, there in zip(each, counts, strict=True)):
                raise ValueError(f"{each} can't be picked up from {counts} with {most} dice at most")


def _groups(faces: Sequence[Face]) -> list[tuple[int, ...]]:
    """Kinds that a person counts together: each kind alone, all hits, all misses, and two kinds of three or more."""
    groups: list[tuple[int, ...]] = [(kind,) for kind in range(len(faces))]
    for hit in (True, False):
        same = tuple(kind for kind, face in enumerate(faces) if face.hit == hit)
        if 1 < len(same) < len(faces):
            groups.append(same)
        if len(same) > 2:
            groups += combinations(same, 2)
    return groups


def _found(
    cases: Sequence[Counts], right: Sequence[int], lengths: Sequence[int], groups: Sequence[Counts], most: int
) -> list[Found]:
    """The shortest list of those whose conditions may tell these or those numbers from lower ones."""
    full = [sorted(set(values))[1:] for values in zip(*cases, strict=True)]
    hard = [len(group) - 1 for group in groups] + [0] * (len(full) - len(groups))
    best: list[Found] = []
    fits = 0
    for cuts in _tries(full, len(groups), most, len(cases) <= _FEW):
        if fits == _FITS or len(best) in range(1, _SHORT + 1):
            break
        if not mixed(cases, right, cuts):
            fits += 1
            found = fit(cases, right, lengths, cuts, hard)
            best = min(best or found, found, key=lambda each: _cost(each, lengths))
    return best or fit(cases, right, lengths, full, hard)


def _tries(full: list[list[int]], groups: int, most: int, few: bool) -> Iterator[list[list[int]]]:
    """Numbers to tell from lower ones, for each feature: low ones, more where there are few rolls; facts after dice."""
    dice, facts = full[:groups], full[groups:]
    low = [[cut for cut in cuts if cut <= most + _TOLD] for cuts in dice]
    some = [dice, low] if few else [low, *([*low[:place], cuts, *low[place + 1 :]] for place, cuts in enumerate(dice))]
    none: list[list[int]] = [[] for _ in facts]
    yield some[0] + none
    if facts:
        yield some[0] + facts
    yield from (cuts + none for cuts in some[1:])
    if facts:
        yield from (cuts + facts for cuts in some[1:])


def _cost(found: Sequence[Found], lengths: Sequence[int]) -> tuple[int, int, int]:
    """How long a list is: rules, conditions, actions."""
    return len(found), sum(len(each.tests) for each in found), sum(lengths[each.action] for each in found)


def _counting(found: Sequence[Found], cases: Sequence[Sequence[int]]) -> list[list[int]]:
    """The cases in which each rule counts."""
    left = list(range(len(cases)))
    counting = []
    for tests, _ in found:
        here = [case for case in left if all(test.holds(cases[case]) for test in tests)]
        counting.append(here)
        there = set(here)
        left = [case for case in left if case not in there]
    if left:
        raise AssertionError("no rule is left for some cases")
    return counting


def _rule(conditions: tuple[Condition, ...], plan: Plan, most: int, here: Sequence[Decision]) -> Rule:
    """A rule with what it means where it counts, which has to be right."""
    takes = []
    removed = [applied(plan, each.counts, most) for each in here]
    if any(gone not in (each.removed, *each.also) for each, gone in zip(here, removed, strict=True)):
        raise AssertionError("a rule is not right where it counts")
    for kind, limit in plan:
        shown = [each.counts[kind] for each in here]
        taken = [each[kind] for each in removed]
        if max(taken):
            takes.append(Take(kind, limit, (min(shown), max(shown)), (min(taken), max(taken))))
    free = tuple((take.kind, take.limit) for take in takes)
    capped = any(applied(free, each.counts, sum(each.counts)) != gone for each, gone in zip(here, removed, strict=True))
    return Rule(conditions, tuple(takes), most, capped, sum([each.weight for each in here]))
