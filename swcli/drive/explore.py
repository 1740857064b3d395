"""Exploring: every legal line from a position, with equal positions merged into one graph.

The players named in `free` choose as they like; the others play what the script says, as far as it is legal there.
Dice that the script gives fall as given (see `given.py`); those that it does not give are chance. Nothing of the rules
stands here: what may be answered, and what comes of it, is the engine's to say.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from swcli.drive import given
from swcli.drive.begin import begin
from swcli.drive.graph import BEGIN, CHANCE, END, SKIP, UNKNOWN, Graph, Node
from swcli.drive.script import Reached, resolve
from swcli.game import engine
from swcli.game.canonical import canonical, faces
from swcli.game.engine import Refused
from swcli.game.events import Event
from swcli.game.frames import ATTACK_STEP_NAMES, Attack, Frame, Rolling
from swcli.game.plays import Option
from swcli.game.position import Position, Roll, State
from swcli.scenario.script import Path, Script

__all__ = ["BEGIN", "CHANCE", "END", "SKIP", "UNKNOWN", "Graph", "Node", "Stopped", "Walker"]

EVERY: Final = 64
"""A walk reports its progress once in so many positions: some twenty times a second."""

_DICE_LIE: Final = ATTACK_STEP_NAMES.index("re-roll")
"""The step of an attack from which on no more of its own dice are rolled."""


class Stopped(Exception):
    """Raised by a progress callback to end a walk; what is known so far is kept."""


class Walker:
    """Walks the lines of a script from a start.

    Args:
        script: the entries in order.
        free: places of the players who choose as they like.
        sharp: keep apart faces that only the trace can tell apart.
        exact: keep all faces apart, so that a re-roll of the script picks up those faces that it names, and no others.

    Attributes:
        dropped: where in the file the plays stand that did not fit in some line.
        surplus: (entry, number) of attack dice that were not needed in some line.
    """

    def __init__(self, script: Script, free: frozenset[int], sharp: bool = False, exact: bool = False) -> None:
        self.script = script
        self.free = free
        self.sharp = sharp
        self.exact = exact
        self.dropped: set[Path] = set()
        self.surplus: set[tuple[int, int]] = set()
        self._follower = given.Follower(free, exact)
        self._kinds = given.names_damage(script, free)
        self._opening: Position | None = None

    def start(self, position: Position) -> Node:
        """The node before the first entry."""
        if self._kinds:
            ruling = resolve(position, self.script)
            self.script = given.without_ids(self.script, ruling.events, position.table)
        self._opening = position
        return self._before(0, position)

    def at(self, reached: Reached, trace: Sequence[Event] = ()) -> Node:
        """The node at which a script stands that was run up to an event; `trace` is that of the whole script, if it
        could be run.
        """
        position = reached.position
        if self._kinds:
            self.script = given.without_ids(self.script, trace or reached.events, position.table)
        self._opening = position
        if position.question is None:
            return self._before(reached.entry + (reached.entry < len(self.script)), position)
        entry = self.script[reached.entry]
        # A triggered re-roll that has just begun by itself is still among the plays to come, but its card is gone.
        gone = [play for play in reached.plays if play.verb == "effect" and play.card not in position.state.hand]
        left = {play.path for play in reached.plays if play not in gone}
        made = sum(1 << place for place, play in self._follower.mine(entry) if play.path not in left)
        side, back = reached.side, reached.back
        top = position.state.frames[-1]
        if isinstance(top, Rolling) and not side:
            if top.kind == "retaliate":
                side, back = _first(back, top.source)
            elif gone:
                side = given.of_card(entry, gone[-1].card)
        return Node(reached.entry, made, reached.dice, side, back, self._canonical(position))

    def walk(self, start: Node, most: int = 5_000_000, progress: Callable[[Graph], None] | None = None) -> Graph:
        """Every line from a node.

        Args:
            start: where to begin.
            most: how many positions to look at before giving up.
            progress: called many times a second; may raise Stopped.
        """
        graph = Graph(self._opening or start.position)
        began = time.perf_counter()
        known: dict[Node, int] = {start: graph.add(start)}
        shared = _Shared()
        todo = [0]
        looked = 0
        # Everything made here lasts until the end, and nothing is garbage that refers to itself: looking for some
        # again and again would take a third of the time.
        collecting = gc.isenabled()
        gc.disable()
        try:
            while todo:
                number = todo.pop()
                node = graph.nodes[number]
                edges: list[tuple[Option, int]] = []
                new: list[int] = []
                for option, after in self.follow(node):
                    target = known.get(after)
                    if target is None:
                        after = shared.node(after)
                        target = known[after] = graph.add(after)
                        new.append(target)
                    edges.append((shared.option(option), target))
                graph.decide(number, self.who(node), edges)
                todo += reversed(new)  # passes first: a walk that is stopped shall know the plainest lines
                looked += 1
                if len(graph.nodes) > most:
                    raise Stopped
                if progress and not looked % EVERY:
                    graph.seconds = time.perf_counter() - began
                    progress(graph)
        except (Stopped, KeyboardInterrupt):
            graph.complete = False
        finally:
            if collecting:
                gc.enable()
        graph.seconds = time.perf_counter() - began
        return graph

    def who(self, node: Node) -> int:
        """Who decides at a node."""
        question = node.position.question
        if question is None:
            return END if node.entry >= len(self.script) else CHANCE
        return CHANCE if isinstance(question, Roll) else question.player

    def went(self, node: Node, player: int, position: Position, option: Option) -> Node:
        """The node after another answer of a player than the script's, with the position that comes of it; a play of
        the script that would have been made here is not made at all.
        """
        place, _ = self._follower.next(self.script[node.entry], node.made, node.position)
        return self._after(node, option, position, place)

    # -- what comes of a node

    def follow(self, node: Node) -> Iterator[tuple[Option, Node]]:
        """Every option at a node with the node it leads to."""
        question = node.position.question
        if question is None:
            if node.entry < len(self.script):
                yield self._begin(node)
        elif isinstance(question, Roll):
            yield from self._roll(node, question)
        elif question.player in self.free:
            seen: set[Option] = set()
            for option, position in engine.successors(node.position):
                if option not in seen:  # two instances of damage may be alike
                    seen.add(option)
                    yield option, self._after(node, option, position)
        else:
            place, option = self._follower.next(self.script[node.entry], node.made, node.position)
            yield option, self._after(node, option, engine.answer(node.position, option, legal=True), place)

    def _canonical(self, position: Position) -> Position:
        return canonical(position, self._kinds, self.sharp, self.exact)

    def _before(self, entry: int, position: Position) -> Node:
        """The node before an entry; cards that were not played are forgotten with the one in which they could be."""
        dice = self.script[entry].rolls if entry < len(self.script) else ()
        return Node(entry, 0, dice, (), (), self._canonical(engine.deal(position, ())))

    def _begin(self, node: Node) -> tuple[Option, Node]:
        try:
            position = begin(node.position, self.script[node.entry])
        except Refused:
            return self._skip(node)
        option: Option = (BEGIN, node.entry)
        return option, self._after(node, option, position)

    def _skip(self, node: Node) -> tuple[Option, Node]:
        """An entry that can't be made in this line is left out, with all its plays."""
        self._note(node)
        return (SKIP, node.entry), self._before(node.entry + 1, node.position)

    def _after(self, node: Node, option: Option, position: Position, place: int = -1) -> Node:
        """The node after an answer; when nothing is going on any more, the one before the next entry.

        `place` is that of the play of the script that was made by it, or -1.
        """
        entry = self.script[node.entry]
        made = node.made | 1 << place if place >= 0 else node.made
        if position.state.hand != node.position.state.hand:
            made |= self._follower.gone(entry, node.position, position)
        if position.question is None:
            self._note(node._replace(made=made))
            return self._before(node.entry + 1, position)
        dice, side, back = node.dice, node.side, node.back
        frames = position.state.frames
        top = frames[-1]
        if option[0] == BEGIN and entry.kind == "effect":
            side = given.of_card(entry, entry.act.card) if entry.act else ()
        elif option[0] == "effect":
            side = given.of_card(entry, option[1])
        elif option[0] == "retaliate" and any(play.verb == "retaliate" for play in entry.plays):
            unit = position.table.instances[option[1]].bearer
            back = (*back, (unit, given.of_retaliate(entry, node.position, option[1])))
        if isinstance(top, Rolling):
            if not sum(top.faces) and top.left:
                if top.kind == "retaliate":
                    side, back = _first(back, top.source)
                elif option[0] == "pick":
                    side = given.of_lucky(entry, node.position, option[1], self.exact)
                elif top.purpose == "re-roll" and option[0] != "effect":
                    side = given.of_triggered(entry, node.position, position, side)
        elif not any(isinstance(frame, Rolling) for frame in frames):
            side = ()
        if dice and _dice_lie(frames):
            self.surplus.add((node.entry, len(dice)))
            dice = ()
        return Node(node.entry, made, dice, side, back, self._canonical(position))

    def _note(self, node: Node) -> None:
        """Keep what an entry of the script left over: plays that did not fit, dice that nobody asked for."""
        self.dropped |= self._left_out(node)
        if node.dice:
            self.surplus.add((node.entry, len(node.dice)))

    def _left_out(self, node: Node) -> frozenset[Path]:
        """The plays of a node's entry that have not been made."""
        return frozenset(
            play.path
            for place, play in self._follower.mine(self.script[node.entry])
            # An Upkeep about which there is nothing to decide is settled without being asked for.
            if not node.made >> place & 1 and play.verb != "upkeep"
        )

    # -- dice

    def _roll(self, node: Node, roll: Roll) -> Iterator[tuple[Option, Node]]:
        own = roll.purpose in ("attack", "fury")
        dice = node.dice if own else node.side
        if dice:
            few, rest = dice[: roll.left], dice[roll.left :]
            after = node._replace(dice=rest) if own else node._replace(side=rest)
            option = ("roll", *few)
            yield option, self._after(after, option, engine.roll(node.position, few))
            return
        for face in range(1, 7) if self.exact else sorted(set(faces(node.position, self.sharp))):
            option = ("roll", face)
            yield option, self._after(node, option, engine.roll(node.position, (face,)))


class _Shared:
    """Makes nodes of parts that others have, too: they take half the memory."""

    def __init__(self) -> None:
        self._options: dict[Option, Option] = {}
        self._frames: dict[tuple[type, Frame], Frame] = {}
        # One dictionary for each part: what stands for a tap in one may equal a number in another.
        self._parts: list[dict[Any, Any]] = [{} for _ in State._fields]

    def option(self, option: Option) -> Option:
        """An option that is equal to this one."""
        return self._options.setdefault(option, option)

    def node(self, node: Node) -> Node:
        """A node that is equal to this one."""
        position = node.position
        frames = tuple(self._frames.setdefault((type(frame), frame), frame) for frame in position.state.frames)
        whole = position.state._replace(frames=frames)
        state = State._make(known.setdefault(part, part) for known, part in zip(self._parts, whole, strict=True))
        return node._replace(position=Position(position.table, state, position.around))


def _first(
    back: tuple[tuple[int, tuple[int, ...]], ...], unit: int
) -> tuple[tuple[int, ...], tuple[tuple[int, tuple[int, ...]], ...]]:
    """The dice given for the next Retaliate of a unit, and what is left."""
    for place, (other, dice) in enumerate(back):
        if other == unit:
            return dice, (*back[:place], *back[place + 1 :])
    return (), back


def _dice_lie(frames: tuple[Frame, ...]) -> bool:
    """Whether no more dice of the attack's own are to come."""
    attack = frames[0]
    return isinstance(attack, Attack) and attack.step >= _DICE_LIE
