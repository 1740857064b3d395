"""What would change it: the smallest changes of a scenario that turn a goal from reached to not reached, or back.

One thing is changed at a time, and the script is followed as far as it is then legal: plays that became illegal are
left out, dice that are not needed any more are dropped from the end, dice that are missing are chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from swcli.drive.explore import CHANCE, Graph, Node, Walker
from swcli.drive.goal import Goal
from swcli.drive.solve import Answer, Outcome, Step, outcome_of, solve
from swcli.game import engine
from swcli.game.ability import Ability
from swcli.game.keyword import Kind
from swcli.game.keywords import REGISTRY
from swcli.game.plays import PASS
from swcli.game.position import Choice, Position, Roll
from swcli.game.rulings import RULINGS
from swcli.game.table import Table, UnitInfo
from swcli.scenario.script import Entry, Path, Script

KINDS: Final = ("die", "play", "force", "keyword", "ruling")
"""The kinds of change, in the order in which equally small ones are listed."""


class Change(NamedTuple):
    """One change.

    `kind` is one of KINDS and `size` how large it is, the least first. `path` is where in the file it is, where it is
    there. What is changed is said by `before` and `after`: faces, amounts of Force, values of a keyword (None: not
    there), readings of a ruling, or what a player answers (in `position`); `unit`, `player` and `name` say of what.
    """

    kind: str
    size: int
    before: object
    after: object
    path: Path = ()
    unit: int = -1
    player: int = -1
    name: str = ""
    step: Step | None = None
    position: Position | None = None


class Flip(NamedTuple):
    """A change that turns the result: what then holds of the goal, the outcomes, and what had to be left out for it.

    `outcomes` are the outcomes that may then come (one, unless dice are chance); `chance` tells whether dice are
    chance; `dropped` where plays stand that became illegal; `surplus` how many dice were left over.
    """

    change: Change
    answer: Answer
    outcomes: tuple[Outcome, ...]
    chance: bool
    dropped: tuple[Path, ...]
    surplus: int


class Flips(NamedTuple):
    """What holds of the goal as things are, and every single change that turns it, smallest first.

    `tried` changes were tried; `complete` tells whether these were all.
    """

    answer: Answer
    flips: tuple[Flip, ...]
    tried: int
    complete: bool = True


def flips(opening: Position, script: Script, goal: Goal, progress: Callable[[int], None] | None = None) -> Flips:
    """Every single change that turns the answer to a goal.

    Args:
        opening: the position before the script.
        script: what happened.
        goal: what is looked at at the end.
        progress: called with the number of changes tried so far; may raise KeyboardInterrupt to end the search.
    """
    base = Walker(script, frozenset())
    graph = base.walk(base.start(opening))
    answer = solve(graph, goal).answer
    found: list[Flip] = []
    tried = 0
    complete = True
    try:
        for change, position, entries, start in _changes(opening, script, base, graph):
            tried += 1
            walker = Walker(entries, frozenset())
            walked = walker.walk(start or walker.start(position))
            turned = solve(walked, goal).answer
            if turned != answer:
                outcomes = dict.fromkeys(outcome_of(walked.nodes[end].position) for end in walked.ends)
                chance = any(
                    who == CHANCE and len(edges) > 1 for who, edges in zip(walked.who, walked.edges, strict=True)
                )
                surplus = max((count for _, count in walker.surplus), default=0)
                found.append(
                    Flip(change, turned, tuple(outcomes), chance, tuple(sorted(walker.dropped, key=str)), surplus)
                )
            if progress:
                progress(tried)
    except KeyboardInterrupt:
        complete = False
    found.sort(key=lambda flip: (flip.change.size, KINDS.index(flip.change.kind)))
    return Flips(answer, tuple(found), tried, complete)


Variant = tuple[Change, Position, Script, Node | None]


def _changes(opening: Position, script: Script, walker: Walker, graph: Graph) -> Iterator[Variant]:
    yield from _dice(opening, script)
    yield from _plays(opening, script, walker, graph)
    for player, have in enumerate(opening.state.players):
        for step in (-1, 1):
            if have.force + step >= 0:
                change = Change("force", 1, have.force, have.force + step, ("players",), player=player)
                players = list(opening.state.players)
                players[player] = have._replace(force=have.force + step)
                yield change, Position(opening.table, opening.state._replace(players=tuple(players))), script, None
    yield from _keywords(opening, script)
    yield from _rulings(opening, script)


# -- dice


def _dice(opening: Position, script: Script) -> Iterator[Variant]:
    for number, entry in enumerate(script):
        for changed, before, after, path in _entry_dice(entry):
            change = Change("die", abs(after - before), before, after, path, unit=entry.unit)
            yield change, opening, (*script[:number], changed, *script[number + 1 :]), None


def _entry_dice(entry: Entry) -> Iterator[tuple[Entry, int, int, Path]]:
    """An entry with one die changed, for every die and every other face."""
    for rolls, before, after, place in _other(entry.rolls):
        yield entry._replace(rolls=rolls), before, after, (*entry.path, "attack", "roll", place)
    for number, play in enumerate(entry.plays):
        for rolls, before, after, place in _other(play.rolls):
            plays = (*entry.plays[:number], play._replace(rolls=rolls), *entry.plays[number + 1 :])
            yield entry._replace(plays=plays), before, after, (*play.path, place)


def _other(rolls: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
    for place, before in enumerate(rolls):
        for after in range(1, 7):
            if after != before:
                yield (*rolls[:place], after, *rolls[place + 1 :]), before, after, place


# -- plays


def _plays(opening: Position, script: Script, walker: Walker, graph: Graph) -> Iterator[Variant]:
    """At every choice of the line as it went, each other answer; from there on the script is followed again."""
    number = 0
    while graph.edges[number]:
        node = graph.nodes[number]
        taken, target = graph.edges[number][0]
        question = node.position.question
        if isinstance(question, Choice):
            for option, position in engine.successors(node.position):
                if option != taken:
                    after = walker.went(node, question.player, position, option)
                    step = Step(number, question.player, option)
                    size = 1 if PASS in (option, taken) else 2
                    change = Change(
                        "play", size, taken, option, player=question.player, step=step, position=node.position
                    )
                    yield change, opening, script, after
        elif isinstance(question, Roll) and len(graph.edges[number]) > 1:
            return  # from here on dice are chance, and there is no one line any more
        number = target


# -- keywords


def _keywords(opening: Position, script: Script) -> Iterator[Variant]:
    """Each printed keyword gone, or one more or less; each that works by itself and a fighting unit does not have."""
    fighting = {unit for entry in script for unit in (entry.unit, entry.target) if unit >= 0}
    for unit, info in enumerate(opening.table.units):
        for place, ability in enumerate(info.abilities):
            if REGISTRY[ability.keyword].printed:
                for new, change in _changed(unit, info, place, ability):
                    abilities = (*info.abilities[:place], *new, *info.abilities[place + 1 :])
                    yield _keyword(opening, script, unit, info, abilities, change)
        have = {ability.keyword for ability in info.abilities}
        for keyword in REGISTRY.values():
            by_itself = keyword.kind is not Kind.ACTIVATED and keyword.name not in NEEDS_SOMEBODY
            if unit in fighting and keyword.printed and by_itself and keyword.key not in have:
                value = 1 if keyword.valued else 0
                text = f"{keyword.name} 1" if keyword.valued else keyword.name
                change = Change("keyword", 2, None, 1, ("units", info.id), unit, name=keyword.name)
                abilities = (*info.abilities, Ability(keyword.key, value, None, text))
                yield _keyword(opening, script, unit, info, abilities, change)


NEEDS_SOMEBODY: Final = ("Lucky", "Upkeep")
"""Keywords that do nothing by being there: somebody has to use them, or to pay."""


def _changed(unit: int, info: UnitInfo, place: int, ability: Ability) -> Iterator[tuple[tuple[Ability, ...], Change]]:
    """What may stand in the place of one printed keyword: nothing, or the same with one more or less."""
    keyword = REGISTRY[ability.keyword]
    path: Path = ("units", info.id, "abilities", place)
    value = ability.value if keyword.valued else 1
    yield (), Change("keyword", 2, value, None, path, unit, name=keyword.name)
    if keyword.valued:
        for changed in (value - 1, value + 1):
            if changed > 0 or keyword.name == "Accuracy":
                new = ability._replace(value=changed, text=f"{keyword.name} {changed}")
                yield (new,), Change("keyword", 1, value, changed, path, unit, name=keyword.name)


def _keyword(
    opening: Position, script: Script, unit: int, info: UnitInfo, abilities: tuple[Ability, ...], change: Change
) -> Variant:
    table = opening.table
    units = (*table.units[:unit], info._replace(abilities=abilities), *table.units[unit + 1 :])
    changed = Table(table.players, units, table.equipment, table.cards, table.rulings)
    return change, Position(changed, opening.state), script, None


def _rulings(opening: Position, script: Script) -> Iterator[Variant]:
    table = opening.table
    for ruling in RULINGS:
        field = ruling.name.replace("-", "_")
        before = getattr(table.rulings, field)
        for reading in ruling.readings:
            if reading != before:
                rulings = table.rulings._replace(**{field: reading})
                changed = Table(table.players, table.units, table.equipment, table.cards, rulings)
                change = Change("ruling", 1, before, reading, ("rulings",), name=ruling.name)
                yield change, Position(changed, opening.state), script, None
