"""The odds of one attack by brute force: every roll and every choice tried, in exact fractions.

Nothing here rests on `swcli`: the rules of an attack are stated once more, from docs/rules.md and the clauses, so that
what the program finds can be held against it. Dice are real faces, all of them; nothing is merged but equal states.

* `Case` is a table with an attack; `Case.data()` is the scenario that says the same.
* `Rules` says what comes next of a state of the attack: who chooses among what, or what the dice may show.
* `solve` plays the attack as well as both players can and says what comes of it.
* `generated` makes a case of a seed; `MANY` are seeds that together use everything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, Final, Literal, NamedTuple

PLAYERS: Final = ("dark", "light")
"""Dark has the first choice in every POP."""

ACTIVATED: Final = ("Retaliate", "Intercept", "Evade", "Deflect")
"""Keywords that are paid for and played, each instance by itself."""
TOLD: Final = ("Critical Hit", "Fury", "Lucky", "Overkill", "Stun", "Parry", "Riposte", *ACTIVATED)
"""Keywords of which it is told how likely they fire or are played."""
STATIC: Final = ("Accuracy", "Armor", "Shields", "Ferocity")


# -- the table


class Ability(NamedTuple):
    """One ability as printed; `cost` is Force, None where no cost is printed."""

    keyword: str
    value: int = 0
    cost: int | None = None

    @property
    def text(self) -> str:
        printed = f"{self.keyword} {self.value}" if self.value else self.keyword
        return printed if self.cost is None else f"Pay {self.cost} Force -> {printed}"


class Unit(NamedTuple):
    """A unit in the arena of the attack."""

    id: str
    player: str
    power: int
    health: int
    abilities: tuple[Ability, ...] = ()
    damage: int = 0


class Case(NamedTuple):
    """One attack: the units in the order of the table, who attacks whom, and the Force of dark and light."""

    units: tuple[Unit, ...]
    attacker: str
    defender: str
    force: tuple[int, int] = (0, 0)

    def data(self) -> dict[str, Any]:
        """The scenario: this attack, without a roll and without plays."""
        return {
            "players": {player: {"force": force} for player, force in zip(PLAYERS, self.force, strict=True)},
            "units": {
                unit.id: {
                    "player": unit.player,
                    "arena": "character",
                    "power": unit.power,
                    "health": unit.health,
                    "damage": unit.damage,
                    "abilities": [ability.text for ability in unit.abilities],
                }
                for unit in self.units
            },
            "script": [{"attack": {"by": self.attacker, "target": self.defender}}],
        }


def keywords_of(case: Case) -> frozenset[tuple[str, str]]:
    """The keywords on the table, each with the part that its unit has: `attacker`, `defender` or `bystander`."""
    parts = {case.attacker: "attacker", case.defender: "defender"}
    return frozenset(
        (parts.get(unit.id, "bystander"), ability.keyword) for unit in case.units for ability in unit.abilities
    )


# -- states of an attack

Mark = tuple[int, int]
"""One ability: the place of its unit on the table, and its place on the unit."""


class Damage(NamedTuple):
    """An instance of pending damage; `played` are the Evades and Deflects that were played on it."""

    source: int
    target: int
    amount: int
    kind: str
    preventable: bool
    played: tuple[Mark, ...] = ()


class Due(NamedTuple):
    """What is due when the attack ends: dice of damage (Retaliate) or damage (Riposte) by a unit to the attacker."""

    keyword: str
    unit: int
    amount: int


class State(NamedTuple):
    """An attack at some moment.

    `phase` says what comes next. `turn` is the player who has the choice in a POP, `passed` whether the other has just
    passed. `attacked` were defenders before an Intercept. `used` are the abilities played in the attack POP and the
    units that have used their Lucky. `dice` are the faces that lie there. Of a Lucky under way `picker` chooses up to
    `left` more dice, none lower than `lowest`; `picked` are in hand. `deflected` are Deflects, each with a source.
    """

    phase: str
    force: tuple[int, int]
    counters: tuple[int, ...]
    gone: tuple[bool, ...]
    defender: int
    turn: int = 0
    passed: bool = False
    attacked: frozenset[int] = frozenset()
    used: frozenset[Mark] = frozenset()
    due: tuple[Due, ...] = ()
    dice: tuple[int, ...] = ()
    picker: int = 0
    left: int = 0
    lowest: int = 1
    picked: int = 0
    hits: int = 0
    naturals: frozenset[int] = frozenset()
    pending: tuple[Damage, ...] = ()
    deflected: frozenset[tuple[Mark, int]] = frozenset()


class Step(NamedTuple):
    """One answer or one roll: what it is called, the state it leads to, and what happens on the way.

    `weight` is how likely the roll is. `spent` is the Force, and `rerolled` the number of dice, that whoever chose it
    pays and picks up. `fired` are the keywords that fire or are played, each with its unit; `placed` the new counters
    of each unit.
    """

    name: tuple[Any, ...]
    state: State
    weight: Fraction = Fraction(1)
    spent: int = 0
    rerolled: int = 0
    fired: frozenset[tuple[int, str]] = frozenset()
    placed: tuple[int, ...] = ()


CHANCE: Final = -1


class Node(NamedTuple):
    """What may come next: the player who chooses, or CHANCE, and the steps, in order; none when all is over."""

    player: int
    steps: tuple[Step, ...]


PASS: Final = ("pass",)
NOBODY: Final = -1


@cache
def rolls(count: int) -> tuple[tuple[Fraction, tuple[int, ...]], ...]:
    """Every roll of so many dice, faces rising, with its chance."""
    found = []
    for faces in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for same in Counter(faces).values():
            ways //= factorial(same)
        found.append((Fraction(ways, 6**count), faces))
    return tuple(found)


# -- the rules


class Rules:
    """The rules of one attack."""

    def __init__(self, case: Case) -> None:
        self.units = case.units
        places = {unit.id: place for place, unit in enumerate(case.units)}
        self.attacker = places[case.attacker]
        self.owners = tuple(PLAYERS.index(unit.player) for unit in case.units)
        self._totals: tuple[dict[str, int], ...] = tuple({} for _ in case.units)
        for unit, totals in zip(case.units, self._totals, strict=True):
            for ability in unit.abilities:
                totals[ability.keyword] = totals.get(ability.keyword, 0) + ability.value
        self.start = State(
            "attack",
            case.force,
            tuple(unit.damage for unit in case.units),
            (False,) * len(case.units),
            places[case.defender],
        )
        self._phases: dict[str, Callable[[State], Node]] = {
            "attack": self._attack_pop,
            "roll": self._roll,
            "fury": self._fury,
            "re-roll": self._reroll_pop,
            "pick": self._pick,
            "again": self._again,
            "overkill": self._overkill,
            "prevention": self._prevention_pop,
            "placement": self._placement,
            "end": self._end,
            "over": lambda state: Node(CHANCE, ()),
        }

    def node(self, state: State) -> Node:
        """What may come next."""
        return self._phases[state.phase](state)

    # what units have

    def total(self, unit: int, keyword: str) -> int:
        """All values of a keyword on a unit together."""
        return self._totals[unit].get(keyword, 0)

    def has(self, unit: int, keyword: str) -> bool:
        return keyword in self._totals[unit]

    def _abilities(self, state: State, player: int, *keywords: str) -> Iterator[tuple[Mark, Ability]]:
        """The abilities of a player's units that are still there and can be paid: by unit, those of one keyword
        together, in the order in which keywords, and abilities of one keyword, are printed.
        """
        for place, unit in enumerate(self.units):
            if self.owners[place] == player and not state.gone[place]:
                for keyword in dict.fromkeys(ability.keyword for ability in unit.abilities):
                    for number, ability in enumerate(unit.abilities):
                        if ability.keyword == keyword in keywords and (ability.cost or 0) <= state.force[player]:
                            yield (place, number), ability

    # POPs

    def _pop(self, state: State, plays: Iterator[Step], afterwards: Callable[[State], State]) -> Node:
        """Play or pass; two passes in a row end the POP."""
        if state.passed:
            passing = Step(PASS, afterwards(state._replace(turn=0, passed=False)))
        else:
            passing = Step(PASS, state._replace(turn=1 - state.turn, passed=True))
        return Node(state.turn, (passing, *plays))

    def _play(self, state: State, mark: Mark, *how: Any, **changes: Any) -> Step:
        """An ability is played: its cost is paid, what it does happens, and the other player has the next chance."""
        unit, number = mark
        ability = self.units[unit].abilities[number]
        cost = ability.cost or 0
        dark, light = state.force
        after = state._replace(
            force=(dark - cost, light) if state.turn == 0 else (dark, light - cost),
            turn=1 - state.turn,
            passed=False,
            **changes,
        )
        return Step((ability.keyword, mark, *how), after, spent=cost, fired=frozenset({(unit, ability.keyword)}))

    # A2: the attack POP

    def _attack_pop(self, state: State) -> Node:
        def roll(after: State) -> State:
            return after._replace(phase="roll", used=frozenset(), attacked=frozenset())

        return self._pop(state, self._attack_plays(state), roll)

    def _attack_plays(self, state: State) -> Iterator[Step]:
        for mark, ability in self._abilities(state, state.turn, "Retaliate", "Intercept"):
            unit = mark[0]
            if mark in state.used:
                continue
            used = state.used | {mark}
            if ability.keyword == "Retaliate":
                if unit == state.defender or unit in state.attacked:
                    due = (*state.due, Due("Retaliate", unit, ability.value))
                    yield self._play(state, mark, used=used, due=due)
            elif unit not in (self.attacker, state.defender) and state.turn == self.owners[state.defender]:
                attacked = state.attacked | {state.defender}
                yield self._play(state, mark, used=used, attacked=attacked, defender=unit)

    # A3: the roll

    def _roll(self, state: State) -> Node:
        count = max(0, self.units[self.attacker].power - self.total(state.defender, "Shields"))
        if not count:
            return Node(CHANCE, (Step(("roll",), state._replace(phase="end")),))
        fury = self.total(self.attacker, "Fury")
        return Node(
            CHANCE,
            tuple(
                Step(
                    ("roll", *faces), state._replace(phase="fury" if fury and 4 in faces else "re-roll", dice=faces), w
                )
                for w, faces in rolls(count)
            ),
        )

    def _fury(self, state: State) -> Node:
        return self._lay(state, self.total(self.attacker, "Fury"), frozenset({(self.attacker, "Fury")}))

    def _again(self, state: State) -> Node:
        return self._lay(state._replace(picked=0), state.picked)

    def _lay(self, state: State, count: int, fired: frozenset[tuple[int, str]] = frozenset()) -> Node:
        """So many dice more are rolled; then the re-roll POP is open."""
        return Node(
            CHANCE,
            tuple(
                Step(
                    ("roll", *faces),
                    state._replace(phase="re-roll", dice=tuple(sorted((*state.dice, *faces)))),
                    weight,
                    fired=fired,
                )
                for weight, faces in rolls(count)
            ),
        )

    # A4: the re-roll POP

    def _reroll_pop(self, state: State) -> Node:
        return self._pop(state, self._luckies(state), self._count)

    def _luckies(self, state: State) -> Iterator[Step]:
        for unit in sorted({self.attacker, state.defender}):
            value, mark = self.total(unit, "Lucky"), (unit, -1)
            if value and self.owners[unit] == state.turn and mark not in state.used:
                after = state._replace(
                    phase="pick",
                    turn=1 - state.turn,
                    passed=False,
                    used=state.used | {mark},
                    picker=state.turn,
                    left=min(value, len(state.dice)),
                )
                yield Step(("Lucky", unit), after, fired=frozenset({(unit, "Lucky")}))

    def _pick(self, state: State) -> Node:
        """Dice are picked up one at a time, by rising face, as far as faces can be told apart."""
        steps = [Step(("pick", 0), self._rolled_again(state))]
        for least in range(state.lowest, 7):
            face = next((face for face in state.dice if self.least(state, face) == least), 0)
            if face:
                dice = list(state.dice)
                dice.remove(face)
                after = state._replace(dice=tuple(dice), left=state.left - 1, lowest=least, picked=state.picked + 1)
                steps.append(
                    Step(("pick", least), after if after.left else self._rolled_again(after), rerolled=1),
                )
        return Node(state.picker, tuple(steps))

    @staticmethod
    def _rolled_again(state: State) -> State:
        return state._replace(phase="again" if state.picked else "re-roll", picker=0, left=0, lowest=1)

    def least(self, state: State, face: int) -> int:
        """The least face that nothing in this attack can tell from this one, now that the first roll is over."""
        watched = set()
        if self.total(state.defender, "Parry"):
            watched.add(1)
        if self.total(state.defender, "Riposte"):
            watched.add(2)
        if self.total(self.attacker, "Critical Hit"):
            watched.add(6)
        if face in watched:
            return face
        hit = self._hits(state, face)
        return min(other for other in range(1, 7) if other not in watched and self._hits(state, other) == hit)

    def _hits(self, state: State, face: int) -> bool:
        needed = 5 if self.has(state.defender, "Armor") else 4
        return face + self.total(self.attacker, "Accuracy") >= needed

    # A5 and A6: hits are counted, Overkill divides them, Critical Hit adds damage, Parry prevents some

    def _count(self, state: State) -> State:
        hits = sum(self._hits(state, face) for face in state.dice)
        riposte = self.total(state.defender, "Riposte")
        due = state.due
        if riposte and 2 in state.dice:
            due += (Due("Riposte", state.defender, riposte),)
        naturals = frozenset(state.dice) & {1, 6}
        return state._replace(phase="overkill", hits=hits, naturals=naturals, due=due, dice=(), used=frozenset())

    def _overkill(self, state: State) -> Node:
        steps = [self._divide(state, NOBODY, 0)]
        if self.has(self.attacker, "Overkill"):
            excess = state.hits - (self.units[state.defender].health - state.counters[state.defender])
            for unit in range(len(self.units)):
                if unit != state.defender:
                    steps += [self._divide(state, unit, count) for count in range(1, excess + 1)]
        return Node(self.owners[self.attacker], tuple(steps))

    def _divide(self, state: State, second: int, moved: int) -> Step:
        """So many hits go to a second unit; what is left and what Critical Hit adds is on the defender."""
        fired: set[tuple[int, str]] = {(self.attacker, "Overkill")} if moved else set()
        bonus = self.total(self.attacker, "Critical Hit") if 6 in state.naturals else 0
        if bonus:
            fired.add((self.attacker, "Critical Hit"))
        amount = state.hits - moved + bonus
        preventable = not self.has(self.attacker, "Ferocity")
        parry = self.total(state.defender, "Parry")
        if amount and parry and 1 in state.naturals and preventable:
            fired.add((state.defender, "Parry"))
            amount = max(0, amount - parry)
        pending = []
        if amount:
            pending.append(Damage(self.attacker, state.defender, amount, "attack", preventable))
        if moved:
            pending.append(Damage(self.attacker, second, moved, "overkill", preventable))
        after = state._replace(hits=0, naturals=frozenset())
        name = ("Overkill", second, moved) if moved else PASS
        return Step(name, self._pend(after, *pending), fired=frozenset(fired))

    def _pend(self, state: State, *pending: Damage) -> State:
        """Damage of one moment is pending; where there is none, what is due at the end of the attack comes next."""
        return state._replace(phase="prevention" if pending else "end", pending=tuple(sorted(pending)))

    # A7: the damage prevention POP

    def _prevention_pop(self, state: State) -> Node:
        return self._pop(state, self._preventions(state), lambda after: after._replace(phase="placement"))

    def _preventions(self, state: State) -> Iterator[Step]:
        for mark, ability in self._abilities(state, state.turn, "Evade", "Deflect"):
            for damage in dict.fromkeys(state.pending):
                if damage.target != mark[0]:
                    continue
                most = min(ability.value, damage.amount) if damage.preventable else 0
                if ability.keyword == "Evade":
                    if mark not in damage.played:
                        for amount in range(most, -1, -1):
                            pending = self._less(state, damage, amount, mark)
                            yield self._play(state, mark, damage, amount, pending=pending)
                elif (mark, damage.source) not in state.deflected:
                    deflected = state.deflected | {(mark, damage.source)}
                    less = self._less(state, damage, most, mark)
                    yield self._play(state, mark, damage, NOBODY, pending=less, deflected=deflected)
                    if most:
                        for target in range(len(self.units)):
                            if not state.gone[target]:
                                sent = Damage(mark[0], target, most, "deflect", not self.has(mark[0], "Ferocity"))
                                pending = tuple(sorted((*less, sent)))
                                yield self._play(state, mark, damage, target, pending=pending, deflected=deflected)

    @staticmethod
    def _less(state: State, damage: Damage, amount: int, mark: Mark) -> tuple[Damage, ...]:
        """What is pending when so much of one damage has been prevented."""
        pending = list(state.pending)
        pending.remove(damage)
        if amount < damage.amount:
            played = tuple(sorted((*damage.played, mark)))
            pending.append(damage._replace(amount=damage.amount - amount, played=played))
        return tuple(sorted(pending))

    # A8 and A9: placement and discard

    def _placement(self, state: State) -> Node:
        placed = [0] * len(self.units)
        fired: set[tuple[int, str]] = set()
        for damage in state.pending:
            placed[damage.target] += damage.amount
            if damage.source != damage.target and self.total(damage.source, "Stun"):
                fired.add((damage.source, "Stun"))
        counters = tuple(a + b for a, b in zip(state.counters, placed, strict=True))
        gone = tuple(
            was or count >= unit.health for was, count, unit in zip(state.gone, counters, self.units, strict=True)
        )
        after = state._replace(phase="end", counters=counters, gone=gone, pending=(), deflected=frozenset())
        return Node(CHANCE, (Step(("placed",), after, fired=frozenset(fired), placed=tuple(placed)),))

    # A10: the end of the attack

    def _end(self, state: State) -> Node:
        """What is due happens one after the other, as it was created, as long as the attacker is there."""
        if not state.due or state.gone[self.attacker]:
            return Node(CHANCE, (Step(("over",), state._replace(phase="over", due=())),))
        due, after = state.due[0], state._replace(due=state.due[1:])
        preventable = not self.has(due.unit, "Ferocity")
        if due.keyword == "Riposte":
            damage = Damage(due.unit, self.attacker, due.amount, "riposte", preventable)
            fired = frozenset({(due.unit, "Riposte")})
            return Node(CHANCE, (Step(("due",), self._pend(after, damage), fired=fired),))
        needed = 5 if self.has(self.attacker, "Armor") else 4
        steps = []
        for weight, faces in rolls(due.amount):
            hits = sum(face >= needed for face in faces)
            pending = [Damage(due.unit, self.attacker, hits, "retaliate", preventable)] if hits else []
            steps.append(Step(("roll", *faces), self._pend(after, *pending), weight))
        return Node(CHANCE, tuple(steps))


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


# -- cases

ATTACKING: Final = {
    "Critical Hit": 0.35,
    "Accuracy": 0.25,
    "Lucky": 0.35,
    "Overkill": 0.35,
    "Stun": 0.3,
    "Fury": 0.25,
    "Ferocity": 0.1,
    "Evade": 0.35,
    "Deflect": 0.2,
    "Armor": 0.2,
    "Parry": 0.1,
    "Riposte": 0.05,
    "Shields": 0.05,
}
DEFENDING: Final = {
    "Evade": 0.5,
    "Deflect": 0.35,
    "Parry": 0.4,
    "Riposte": 0.4,
    "Retaliate": 0.35,
    "Lucky": 0.35,
    "Armor": 0.25,
    "Shields": 0.2,
    "Stun": 0.25,
    "Ferocity": 0.1,
    "Critical Hit": 0.1,
    "Overkill": 0.05,
}
STANDING_BY: Final = {
    "Intercept": 0.6,
    "Evade": 0.3,
    "Deflect": 0.25,
    "Parry": 0.2,
    "Riposte": 0.2,
    "Retaliate": 0.2,
    "Lucky": 0.15,
    "Armor": 0.15,
    "Shields": 0.1,
    "Stun": 0.1,
}
"""How often units of each part have a keyword."""

MOST_DICE: Final = 5
"""The most dice that an attack of a generated case can roll, those of Fury counted."""
MOST_PREVENTIONS: Final = 4
"""The most Evades and Deflects that a generated case has; a Deflect that may go to bystanders, too, counts as two."""


def generated(seed: int) -> Case:
    """A random attack, small enough to be solved here in a moment."""
    rng = random.Random(seed)
    attacker = rng.choice(PLAYERS)
    defender = PLAYERS[1 - PLAYERS.index(attacker)]
    parts = [("a", attacker, ATTACKING), ("b", defender, DEFENDING)]
    for name in "cd"[: rng.choice((0, 0, 1, 1, 1, 2))]:
        parts.append((name, defender if rng.random() < 0.75 else attacker, STANDING_BY))
    units = [_unit(rng, *part) for part in parts]
    units = _thinned(rng, units)
    dice = rng.choice((0, 1, 2, 2, 3, 3, 3, 4, 4))
    fury, shields = (
        sum(a.value for a in unit.abilities if a.keyword == key)
        for unit, key in ((units[0], "Fury"), (units[1], "Shields"))
    )
    units[0] = units[0]._replace(power=max(0, min(dice + shields, MOST_DICE - fury)))
    rng.shuffle(units)
    return Case(tuple(units), "a", "b", (rng.choice((0, 1, 2, 2, 3, 4)), rng.choice((0, 1, 2, 2, 3, 4))))


def _unit(rng: random.Random, name: str, player: str, often: dict[str, float]) -> Unit:
    abilities: list[Ability] = []
    for keyword, chance in often.items():
        if rng.random() < chance:
            abilities.append(_ability(rng, keyword))
            if rng.random() < 0.15:
                abilities.append(_ability(rng, keyword))
    rng.shuffle(abilities)
    health = rng.choice((1, 2, 2, 3, 3, 4, 5))
    damage = rng.randrange(health) if rng.random() < 0.25 else 0
    return Unit(name, player, rng.randint(0, 3), health, tuple(abilities), damage)


def _ability(rng: random.Random, keyword: str) -> Ability:
    if keyword in ("Armor", "Ferocity", "Overkill"):
        return Ability(keyword)
    if keyword == "Accuracy":
        return Ability(keyword, rng.choice((1, 1, 2, -1, -2)))
    if keyword == "Intercept":
        return Ability(keyword, 0, rng.choice((None, 0, 1, 1, 2)))
    if keyword == "Retaliate":
        return Ability(keyword, rng.choice((1, 2, 2, 3)), rng.choice((None, None, 1, 2)))
    if keyword in ("Evade", "Deflect"):
        return Ability(keyword, rng.choice((1, 1, 2, 2, 3)), rng.choice((0, 1, 1, 1, 2, 2)))
    return Ability(keyword, rng.choice((1, 1, 2)))


def _thinned(rng: random.Random, units: list[Unit]) -> list[Unit]:
    """The units with no more Evades and Deflects together than can be tried in all ways."""
    while True:
        found = [
            (place, number)
            for place, unit in enumerate(units)
            for number, ability in enumerate(unit.abilities)
            if ability.keyword in ("Evade", "Deflect")
            for _ in range(2 if ability.keyword == "Deflect" and len(units) > 2 else 1)
        ]
        if len(found) <= MOST_PREVENTIONS:
            return units
        place, number = rng.choice(found)
        abilities = list(units[place].abilities)
        del abilities[number]
        units[place] = units[place]._replace(abilities=tuple(abilities))


MANY: Final = range(80)
"""Seeds whose cases together use every keyword, on each part that may have it."""
