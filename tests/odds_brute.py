"""The odds of one attack by brute force: every roll and every choice tried, in exact fractions.

Nothing here rests on `swcli`, so that what the program finds can be held against it.

* `odds_cases`: `Case` is a table with an attack, `Case.data()` the scenario that says the same; `generated` makes one
  of a seed, and `MANY` are seeds that together use everything.
* `odds_rules`: `Rules` says what comes next of a state of the attack: who chooses among what, or what dice may show.
* `solve` plays the attack as well as both players can and says what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, NamedTuple

from tests.odds_cases import PLAYERS, TOLD, Case
from tests.odds_rules import CHANCE, NOBODY, Node, Rules, State, Step

# -- solving

Objective = Literal["damage"] | tuple[Literal["discard"], str]
Play = Literal["best", "never", "always"]


class Value(NamedTuple):
    """What is expected from a state on: the score, and of each player the Force spent and the dice re-rolled."""

    score: Fraction
    spent: tuple[Fraction, Fraction]
    rerolled: tuple[Fraction, Fraction]


class Outlook(NamedTuple):
    """How likely things are from a state on: the new counters of each unit, that it is discarded in the end, and that
    keywords fire.
    """

    damage: tuple[dict[int, Fraction], ...]
    gone: tuple[Fraction, ...]
    fired: dict[tuple[int, str], Fraction]


class Answer(NamedTuple):
    """What comes of an attack.

    Attributes:
        value: the expected score.
        damage: of each unit, how likely it gets so many counters in the attack; only what can happen.
        discarded: how likely each unit is discarded.
        fired: how likely each of the keywords in `TOLD` that is on the table fires, or is played, at least once.
        force: the Force that each player is expected to spend.
        rerolled: the number of dice that each player is expected to re-roll.
        defender: the unit that is the defender at the roll.
        states: how many states were looked at.
    """

    value: Fraction
    damage: dict[str, dict[int, Fraction]]
    discarded: dict[str, Fraction]
    fired: dict[tuple[str, str], Fraction]
    force: dict[str, Fraction]
    rerolled: dict[str, Fraction]
    defender: str
    states: int


class Solver:
    """The game of one attack, solved from its end: the value of each state, and what is chosen there."""

    def __init__(self, rules: Rules, objective: Objective, play: Play) -> None:
        self.rules = rules
        self.play = play
        self.nodes: dict[State, Node] = {}
        self.values: dict[State, Value] = {}
        self.chosen: dict[State, Step] = {}
        self.outlooks: dict[State, Outlook] = {}
        self.doomed = NOBODY
        """The unit whose discard is the score, or NOBODY for damage on the defender."""
        self.wants_more = rules.owners[rules.attacker]
        if objective != "damage":
            self.doomed = next(place for place, unit in enumerate(rules.units) if unit.id == objective[1])
            self.wants_more = 1 - rules.owners[self.doomed]

    def value(self, state: State) -> Value:
        """What both players' best (or prescribed) play leads to."""
        found = self.values.get(state)
        if found is None:
            found = self.values[state] = self._value(state)
        return found

    def _value(self, state: State) -> Value:
        node = self.rules.node(state)
        if not node.steps:
            zero = Fraction(0)
            score = Fraction(state.gone[self.doomed]) if self.doomed != NOBODY else zero
            return Value(score, (zero, zero), (zero, zero))
        if node.player == CHANCE:
            self.nodes[state] = node
            if len(node.steps) == 1:
                return self._after(state, node, node.steps[0])
            after = [(step.weight, self._after(state, node, step)) for step in node.steps]
            return Value(
                _mean((weight, value.score) for weight, value in after),
                _both(lambda player: _mean((weight, value.spent[player]) for weight, value in after)),
                _both(lambda player: _mean((weight, value.rerolled[player]) for weight, value in after)),
            )
        if self.play != "best":
            step = node.steps[0] if self.play == "never" else _first_prevention(state, node)
            self.chosen[state] = step
            return self._after(state, node, step)
        best: tuple[Fraction, Fraction, Fraction] | None = None
        best_value = None
        for step in node.steps:
            value = self._after(state, node, step)
            cares = (
                -value.score if node.player == self.wants_more else value.score,
                value.spent[node.player],
                value.rerolled[node.player],
            )
            if best is None or cares < best:
                best, best_value = cares, value
                self.chosen[state] = step
        assert best_value is not None
        return best_value

    def _after(self, state: State, node: Node, step: Step) -> Value:
        """What is expected from before a step on."""
        value = self.value(step.state)
        if step.placed and self.doomed == NOBODY:
            value = value._replace(score=value.score + step.placed[state.defender])
        if step.spent or step.rerolled:
            spent, rerolled = list(value.spent), list(value.rerolled)
            spent[node.player] += step.spent
            rerolled[node.player] += step.rerolled
            value = Value(value.score, (spent[0], spent[1]), (rerolled[0], rerolled[1]))
        return value

    def outlook(self, state: State) -> Outlook:
        """How likely things are from here on, once values are known."""
        found = self.outlooks.get(state)
        if found is None:
            found = self.outlooks[state] = self._outlook(state)
        return found

    def _outlook(self, state: State) -> Outlook:
        units = range(len(self.rules.units))
        if state.phase == "over":
            return Outlook(tuple({0: Fraction(1)} for _ in units), tuple(map(Fraction, state.gone)), {})
        steps = (self.chosen[state],) if state in self.chosen else self.nodes[state].steps
        damage: tuple[dict[int, Fraction], ...] = tuple({} for _ in units)
        gone = [Fraction(0) for _ in units]
        fired: dict[tuple[int, str], Fraction] = {}
        for step in steps:
            after, weight = self.outlook(step.state), step.weight
            for unit in units:
                new = step.placed[unit] if step.placed else 0
                gone[unit] += weight * after.gone[unit]
                for amount, chance in after.damage[unit].items():
                    damage[unit][amount + new] = damage[unit].get(amount + new, Fraction(0)) + weight * chance
            for key in step.fired | after.fired.keys():
                chance = Fraction(1) if key in step.fired else after.fired[key]
                fired[key] = fired.get(key, Fraction(0)) + weight * chance
        return Outlook(damage, tuple(gone), fired)


def _mean(chances: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((weight * number for weight, number in chances if number), Fraction(0))


def _both(of: Callable[[int], Fraction]) -> tuple[Fraction, Fraction]:
    return of(0), of(1)


def _first_prevention(state: State, node: Node) -> Step:
    """The first prevention that may be played, at its maximum; a Deflect sends on to where the damage came from."""
    able = [step for step in node.steps[1:] if step.name[2].preventable] if state.phase == "prevention" else []
    if able:
        first = able[0]
        if first.name[0] == "Evade":
            return first
        damage = first.name[2]
        back = (*first.name[:3], damage.source)
        return next((step for step in node.steps if step.name == back), first)
    return node.steps[0]


def solve(case: Case, objective: Objective = "damage", play: Play = "best") -> Answer:
    """Play an attack and say what comes of it.

    Args:
        case: the attack.
        objective: what the score is: the damage placed on the unit that is the defender at the roll, which the
            attacker's player wants more of; or `("discard", unit)`, the chance that this unit is discarded, which the
            opponent of its player wants more of.
        play: "best" for both players as well as they can. Among answers with the same expected score a player takes
            one for which he is expected to spend the least Force, among those one for which he re-rolls the fewest
            dice, among those the first. "never": nobody plays anything. "always": every Evade and Deflect is played as
            soon as it prevents something, the first in the order of options, at its maximum, and nothing else.
    """
    rules = Rules(case)
    solver = Solver(rules, objective, play)
    value = solver.value(rules.start)
    outlook = solver.outlook(rules.start)
    state = rules.start
    while state.phase == "attack":
        state = solver.chosen[state].state
    ids = [unit.id for unit in case.units]
    return Answer(
        value.score,
        {name: dict(sorted(outlook.damage[place].items())) for place, name in enumerate(ids)},
        {name: outlook.gone[place] for place, name in enumerate(ids)},
        {
            (unit.id, ability.keyword): outlook.fired.get((place, ability.keyword), Fraction(0))
            for place, unit in enumerate(case.units)
            for ability in unit.abilities
            if ability.keyword in TOLD
        },
        dict(zip(PLAYERS, value.spent, strict=True)),
        dict(zip(PLAYERS, value.rerolled, strict=True)),
        ids[state.defender],
        len(solver.values),
    )
