"""Exploring: every legal line from a position, with equal positions merged into one graph.

The players named in `free` choose as they like; the others play what the script says, as far as it is legal there. Dice
that the script gives are used in order; those that it does not give are chance. Nothing of the rules stands here: what
may be answered, and what comes of it, is the engine's to say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from swcli.drive.script import Reached
from swcli.drive.ways import pop_of, ways
from swcli.game import engine
from swcli.game.canonical import canonical, faces
from swcli.game.cards import Reroll
from swcli.game.engine import Refused
from swcli.game.frames import Rolling
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.scenario.script import Path, Play, Script

CHANCE: Final = -1
END: Final = -2
UNKNOWN: Final = -3
"""Who decides at a node, where it is no player: a die, nobody any more, or it was not looked at."""

BEGIN: Final = "begin"
SKIP: Final = "skip"
"""Options that are no answers: an entry of the script begins, or can't be made in this line and is left out."""


class Node(NamedTuple):
    """Where a line stands: the entry of the script, what of its plays and dice is still to come, the position.

    `made` is, for each player, how many plays of the entry he has behind him; `dice` are attack dice still to fall;
    `side` are dice of a re-roll or a card that was just played; `back` those given for Retaliates: (unit, faces).
    """

    entry: int
    made: tuple[int, ...]
    dice: tuple[int, ...]
    side: tuple[int, ...]
    back: tuple[tuple[int, tuple[int, ...]], ...]
    position: Position


class Graph:
    """What was walked: a graph without cycles, each node with who decides there and what comes of each option.

    Attributes:
        nodes: the nodes; 0 is the start.
        who: for each node the deciding player, or CHANCE, END, UNKNOWN.
        edges: for each node its (option, number of the node it leads to), in the order of the options.
        complete: whether everything was looked at.
        seconds: how long it took.
        shortest: for each node the length of a shortest line to it and its last step, once `solve` has asked.
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.who: list[int] = []
        self.edges: list[tuple[tuple[Option, int], ...]] = []
        self.complete = True
        self.seconds = 0.0
        self._order: list[int] | None = None
        self.shortest: tuple[list[tuple[int, int]], list[tuple[int, Option]]] | None = None

    @property
    def ends(self) -> list[int]:
        """The nodes at which the script is over."""
        return [number for number, who in enumerate(self.who) if who == END]

    def order(self) -> list[int]:
        """All nodes, each after those that it leads to."""
        if self._order is None:
            found: list[int] = []
            seen = bytearray(len(self.nodes))
            stack: list[tuple[int, int]] = [(0, 0)]
            seen[0] = 1
            while stack:
                number, place = stack.pop()
                edges = self.edges[number]
                while place < len(edges):
                    target = edges[place][1]
                    place += 1
                    if not seen[target]:
                        seen[target] = 1
                        stack.append((number, place))
                        stack.append((target, 0))
                        break
                else:
                    found.append(number)
            self._order = found
        return self._order

    def lines(self) -> int:
        """How many ways there are to play it out; faces of a die that nothing can tell apart count as one."""
        count = [0] * len(self.nodes)
        for number in self.order():
            edges = self.edges[number]
            count[number] = sum(count[target] for _, target in edges) if edges else 1
        return count[0]


class Stopped(Exception):
    """Raised by a progress callback to end a walk; what is known so far is kept."""


class Walker:
    """Walks the lines of a script from a start.

    Args:
        script: the entries in order.
        free: places of the players who choose as they like.

    Attributes:
        dropped: where in the file the plays stand that did not fit in some line.
        surplus: (entry, number) of attack dice that were not needed in some line.
    """

    def __init__(self, script: Script, free: frozenset[int]) -> None:
        self.script = script
        self.free = free
        self.dropped: set[Path] = set()
        self.surplus: set[tuple[int, int]] = set()
        self._rec = Recorder()

    def start(self, position: Position) -> Node:
        """The node before the first entry."""
        return self._before(0, position)

    def at(self, reached: Reached) -> Node:
        """The node at which a script stands that was run up to an event."""
        position = reached.position
        if position.question is None:
            return self._before(reached.entry + (reached.entry < len(self.script)), position)
        entry = self.script[reached.entry]
        made = tuple(
            len(self._mine(entry.plays, player)) - len(self._mine(reached.plays, player))
            for player in range(len(position.table.players))
        )
        return Node(reached.entry, made, reached.dice, reached.side, reached.back, canonical(position))

    def walk(self, start: Node, most: int = 5_000_000, progress: Callable[[Graph], None] | None = None) -> Graph:
        """Every line from a node.

        Args:
            start: where to begin.
            most: how many positions to look at before giving up.
            progress: called every few thousand positions; may raise Stopped.
        """
        graph = Graph()
        began = time.perf_counter()
        known: dict[Node, int] = {start: 0}
        graph.nodes.append(start)
        graph.who.append(UNKNOWN)
        graph.edges.append(())
        todo = [0]
        try:
            while todo:
                number = todo.pop()
                node = graph.nodes[number]
                edges: list[tuple[Option, int]] = []
                for option, after in self.follow(node):
                    target = known.get(after)
                    if target is None:
                        target = known[after] = len(graph.nodes)
                        graph.nodes.append(after)
                        graph.who.append(UNKNOWN)
                        graph.edges.append(())
                        todo.append(target)
                    edges.append((option, target))
                graph.edges[number] = tuple(edges)
                graph.who[number] = self.who(node)
                if len(graph.nodes) > most:
                    raise Stopped
                if progress and not number % 256:
                    graph.seconds = time.perf_counter() - began
                    progress(graph)
        except (Stopped, KeyboardInterrupt):
            graph.complete = False
        graph.seconds = time.perf_counter() - began
        return graph

    def who(self, node: Node) -> int:
        """Who decides at a node."""
        question = node.position.question
        if question is None:
            return END if node.entry >= len(self.script) else CHANCE
        return CHANCE if isinstance(question, Roll) else question.player

    def went(self, node: Node, player: int, position: Position, option: Option, taken: Option) -> Node:
        """The node after another answer than the script's; a play of the script that was `taken` here is not made."""
        made = node.made
        if taken != PASS:
            made = (*made[:player], made[player] + 1, *made[player + 1 :])
        return self._after(node, position, made=made)

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
            for option, position in engine.successors(node.position):
                yield option, self._after(node, position)
        else:
            yield self._scripted(node, question)

    def _before(self, entry: int, position: Position) -> Node:
        dice = self.script[entry].rolls if entry < len(self.script) else ()
        return Node(entry, (0,) * len(position.table.players), dice, (), (), canonical(position))

    def _after(self, node: Node, position: Position, **changes: object) -> Node:
        """The node after an answer; when nothing is going on any more, the one before the next entry."""
        if position.question is None:
            self._note(node, changes)
            return self._before(node.entry + 1, position)
        after = node._replace(position=canonical(position), **changes)  # type: ignore[arg-type]  # fields of Node
        return after

    def _note(self, node: Node, changes: dict[str, object]) -> None:
        """Keep what an entry of the script left over: plays that did not fit, dice that nobody asked for."""
        last = node._replace(**changes)  # type: ignore[arg-type]  # fields of Node
        for player in range(len(last.made)):
            if player not in self.free:
                plays = self._mine(self.script[node.entry].plays, player)
                self.dropped |= {play.path for play in plays[last.made[player] :]}
        if last.dice:
            self.surplus.add((node.entry, len(last.dice)))

    def _begin(self, node: Node) -> tuple[Option, Node]:
        entry = self.script[node.entry]
        cards = tuple(play.card for play in (entry.act, *entry.plays) if play and play.verb == "effect")
        position = engine.deal(node.position, cards)
        try:
            if entry.kind == "attack":
                position = engine.begin_attack(position, entry.unit, entry.target, bool(entry.allowed_by))
            elif entry.kind == "build":
                position = engine.begin_build(position, entry.player)
            elif entry.kind == "end":
                position = engine.end(position, entry.what)
            else:
                assert entry.act is not None
                return self._between(node, position, entry.act)
        except Refused:
            return (SKIP, node.entry), self._before(node.entry + 1, node.position)
        return (BEGIN, node.entry), self._after(node, position)

    def _between(self, node: Node, position: Position, act: Play) -> tuple[Option, Node]:
        legal, _ = ways(position, act, self._rec)
        if not legal:
            return (SKIP, node.entry), self._before(node.entry + 1, node.position)
        return (BEGIN, node.entry), self._after(node, engine.play_between(position, legal[0]), side=act.rolls)

    def _roll(self, node: Node, roll: Roll) -> Iterator[tuple[Option, Node]]:
        frame = node.position.state.frames[-1]
        assert isinstance(frame, Rolling)
        given, rest = self._given(node, roll, frame)
        if given:
            few = given[: roll.left]
            position = engine.roll(node.position, few)
            yield ("roll", *few), self._after(node, position, **rest(given[roll.left :]))
            return
        least = faces(node.position) if roll.purpose == "re-roll" else (1, 2, 3, 4, 5, 6)
        for face in sorted(set(least)):
            yield ("roll", face), self._after(node, engine.roll(node.position, (face,)))

    def _given(
        self, node: Node, roll: Roll, frame: Rolling
    ) -> tuple[tuple[int, ...], Callable[[tuple[int, ...]], dict[str, object]]]:
        """The dice that the file gives for a roll, and what is left of them in the node."""
        if roll.purpose in ("attack", "fury"):
            return node.dice, lambda left: {"dice": left}
        if frame.kind == "retaliate":
            mine = next((dice for unit, dice in node.back if unit == frame.source and dice), ())
            others = tuple(pair for pair in node.back if pair != (frame.source, mine))
            return mine, lambda left: {"back": (*others, (frame.source, left)) if left else others}
        if roll.purpose == "re-roll" and not node.side:
            return self._triggered(node), lambda left: {"side": left}
        return node.side, lambda left: {"side": left}

    def _triggered(self, node: Node) -> tuple[int, ...]:
        """The dice given for a triggered re-roll of this entry that has just begun by itself."""
        cards = node.position.table.cards
        for play in self.script[node.entry].plays:
            if (
                play.verb == "effect"
                and play.card not in node.position.state.hand
                and any(isinstance(action, Reroll) and action.triggered for action in cards[play.card].actions)
            ):
                return play.rolls
        return ()

    # -- players who play what the script says

    def _scripted(self, node: Node, question: Choice) -> tuple[Option, Node]:
        """The next play of the script that is this player's and legal here, leaving out those before it; else a
        pass.
        """
        player = question.player
        mine = self._mine(self.script[node.entry].plays, player)
        for place in range(node.made[player], len(mine)):
            play = mine[place]
            if pop_of(node.position, play) != question.pop or play.pop not in ("", question.pop):
                continue
            legal, _ = ways(node.position, play, self._rec)
            if legal:
                return legal[0], self._make(node, player, place + 1, play, legal[0])
        options = engine.options(node.position)
        first = next(options)
        if question.kind == "overkill" or first == PASS:
            first = PASS
        return first, self._after(node, engine.answer(node.position, first, legal=True))

    def _mine(self, plays: tuple[Play, ...], player: int) -> list[Play]:
        return [play for play in plays if play.player == player and play.verb not in ("pass", "order")]

    def _make(self, node: Node, player: int, made: int, play: Play, option: Option) -> Node:
        position = engine.answer(node.position, option, legal=True)
        side = play.rolls if play.verb == "effect" else ()
        back = node.back
        if play.verb == "retaliate":
            back = (*back, (play.unit, play.rolls))
        elif play.verb == "lucky":
            pairs = sorted(zip(play.faces, play.rolls, strict=False))
            side = tuple(face for _, face in pairs)
            for face, _ in pairs:
                position = engine.answer(position, ("pick", face))
            if isinstance(position.question, Choice) and position.question.kind == "pick":
                position = engine.answer(position, ("pick", 0))
        counts = (*node.made[:player], made, *node.made[player + 1 :])
        return self._after(node, position, made=counts, side=side, back=back)
