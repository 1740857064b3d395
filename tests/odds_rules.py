"""The rules of one attack, stated once more from docs/rules.md and the clauses: nothing here rests on `swcli`.

Dice are real faces, all of them; nothing is merged but equal states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, Final, NamedTuple

from tests.odds_cases import PLAYERS, Ability, Case

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
