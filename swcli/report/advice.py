"""Rules of advice in words, each as "when: do"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from swcli.drive.advice.rules import Choice, Condition, Face, Rule, Take

_NUMBERS: Final = (
    "no",
    *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
)
_PLAIN: Final = ("miss", "hit")


class _Name(NamedTuple):
    """What dice are called: one of them, and some."""

    one: str
    some: str


def worded(rules: Sequence[Rule], faces: Sequence[Face], verb: str = "re-roll") -> list[str]:
    """Each rule as "when: do"; the last one as "otherwise: do", or "always: do" if there is no other.

    Args:
        rules: from `advise`.
        faces: the kinds of dice that they speak of.
        verb: what is done with dice, such as "re-roll" or "make the attacker re-roll".
    """
    names = _names(faces)
    return [f"{_when(rule.conditions, faces, len(rules))}: {_action(rule, names, verb)}" for rule in rules]


def worded_choices(rules: Sequence[Choice[str]]) -> list[str]:
    """Each rule from `smallest` as "when: do", with its action as it stands.

    A fact's name is followed by the number, which takes the place of {} if the name has it: "{} damage pending". The
    name of a fact that is 0 or 1 may say what each means: "Evade is spent|Evade is not spent" for 1 and 0.
    """
    return [f"{_when(rule.conditions, (), len(rules))}: {rule.action}" for rule in rules]


def legend(rules: Sequence[Rule], faces: Sequence[Face]) -> str:
    """What words for plain dice mean, as "a miss is a 2 or 3, a hit is a 4 or 5"; empty if no rule has any."""
    used = {take.kind for rule in rules for take in rule.takes}
    used |= {kind for rule in rules for each in rule.conditions if len(each.subject) == 1 for kind in _kinds(each)}
    said = [
        f"a {name.one} is a {_either(map(str, face.faces))}"
        for kind, (name, face) in enumerate(zip(_names(faces), faces, strict=True))
        if kind in used and name.one in _PLAIN
    ]
    return ", ".join(said)


def _names(faces: Sequence[Face]) -> list[_Name]:
    plain = [face.hit for face in faces if not face.natural]
    names = []
    for face in faces:
        if not face.natural and plain.count(face.hit) == 1:
            names.append(_Name("hit", "hits") if face.hit else _Name("miss", "misses"))
        else:
            names.append(_Name(_either(map(str, face.faces)), _either(f"{each}s" for each in face.faces)))
    return names


def _kinds(condition: Condition) -> tuple[int, ...]:
    """The kinds of dice that a condition speaks of."""
    return () if isinstance(condition.subject, str) else condition.subject


def _either(words: Iterable[str]) -> str:
    """Words as "2, 3 or 4"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _number(number: int) -> str:
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


# -- when


def _when(conditions: Sequence[Condition], faces: Sequence[Face], rules: int) -> str:
    if not conditions:
        return "otherwise" if rules > 1 else "always"
    return ", ".join([_condition(each, faces) for each in sorted(conditions, key=_order)])


def _order(condition: Condition) -> tuple[bool, int, tuple[int, ...]]:
    """Dice before facts; of dice, what is there or not before how many there are."""
    fact, low, high = condition
    return isinstance(fact, str), 0 if high == 0 else 1 if (low, high) == (1, None) else 2, _kinds(condition)


def _condition(condition: Condition, faces: Sequence[Face]) -> str:
    subject, low, high = condition
    return _fact(subject, low, high) if isinstance(subject, str) else _dice(condition, faces)


def _dice(condition: Condition, faces: Sequence[Face]) -> str:
    """A condition on dice."""
    kinds = _kinds(condition)
    names = [_names(faces)[kind] for kind in kinds]
    if len(kinds) == 1:
        return _many(condition, names[0].one, names[0].some)
    same = tuple(kind for kind, face in enumerate(faces) if face.hit == faces[kinds[0]].hit)
    if kinds == same:
        hit = faces[kinds[0]].hit
        return _many(
            condition, "die that hits" if hit else "die that misses", "dice that hit" if hit else "dice that miss"
        )
    if condition.high == 0:
        return " and ".join([f"no {name.one}" for name in names])
    if (condition.low, condition.high) == (1, None):
        return _either(f"a {name.one}" for name in names)
    return _many(
        condition, _either(name.one for name in names), f"{' and '.join(name.some for name in names)} together"
    )


def _many(condition: Condition, one: str, some: str) -> str:
    """So many of something."""
    _, low, high = condition
    if high == 0:
        return f"no {one}"
    if (low, high) == (1, None):
        return f"a {one}"
    if high is None:
        return f"{_number(low or 0)} or more {some}"
    if low == high:
        return f"just {_number(high)} {one if high == 1 else some}"
    if not low:
        return f"at most {_number(high)} {one if high == 1 else some}"
    least, most = (_number(low), _number(high)) if high < len(_NUMBERS) else (str(low), str(high))
    return f"{least} {'or' if high == low + 1 else 'to'} {most} {some}"


def _fact(name: str, low: int | None, high: int | None) -> str:
    """A condition on a fact."""
    if "|" in name:
        return name.split("|")[0 if low == 1 else 1]
    if low == high:
        number = str(high)
    elif high is None:
        number = f"{low} or more"
    else:
        number = f"at most {high}" if low is None else f"{low} {'or' if high == low + 1 else 'to'} {high}"
    return name.replace("{}", "no" if number == "0" else number) if "{}" in name else f"{name} {number}"


# -- do


def _action(rule: Rule, names: Sequence[_Name], verb: str) -> str:
    takes = rule.takes
    if not takes:
        return "pass"
    if not rule.capped or all(take.taken[0] == take.taken[1] for take in takes):
        *first, last = [_taken(take, names[take.kind]) for take in takes]
        return f"{verb} {', '.join(first)} and {last}" if first else f"{verb} {last}"
    if rule.most == 1:
        return f"{verb} {', else '.join([f'a {names[take.kind].one}' for take in takes])}"
    if len(takes) == 1:
        return f"{verb} all {names[takes[0].kind].some}, up to {_number(rule.most)}"
    kinds = [_taken(take, names[take.kind]) if take.limit else _first(take, names[take.kind]) for take in takes]
    return f"{verb} {', then '.join(kinds)}, up to {_number(rule.most)} dice"


def _first(take: Take, name: _Name) -> str:
    """Dice of which as many are picked up as may be."""
    return f"the {name.one}" if take.shown == (1, 1) else name.some


def _taken(take: Take, name: _Name) -> str:
    """Dice picked up where nothing else counts."""
    fewest, most = take.taken
    if take.taken == take.shown and (take.limit is None or fewest == most):
        if most == 1:
            return f"{'the' if fewest else 'any'} {name.one}"
        return f"both {name.some}" if fewest == most == 2 else f"all {name.some}"
    if most == 1:
        return f"one {name.one}"
    return f"{_number(most)} {name.some}" if fewest == most else f"up to {_number(most)} {name.some}"
