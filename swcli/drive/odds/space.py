"""Everything that may come of a script, as a graph: positions, answers and dice, the dice of an attack in one block."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final, NamedTuple

from swcli.drive.explore import Stopped
from swcli.drive.graph import BEGIN, END, Node
from swcli.drive.odds.block import Block
from swcli.drive.odds.effects import answering, paid
from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Players
from swcli.drive.odds.solved import Solved
from swcli.game.canonical import faces
from swcli.game.costs import force_of
from swcli.game.frames import Build
from swcli.game.plays import Option, cost_of
from swcli.game.position import Choice, Position, Roll
from swcli.scenario.script import Path

EVERY: Final = 64
"""Progress is told once in so many positions."""
ANSWERS: Final = 6
"""So many answers a position, on average, are looked at before giving up."""


class Edge(NamedTuple):
    """An answer, or what a die shows.

    Attributes:
        option: the answer. target: the number of the node that it leads to.
        weight: how many of the six faces it stands for; 1 where a player answers.
        gained: what it adds to the score. force: the Force that each player spends. dice: those that its player
            re-rolls.
        missed: plays of the script that are left out with it.
    """

    option: Option
    target: int
    weight: int
    gained: int
    force: tuple[int, int] = (0, 0)
    dice: int = 0
    missed: frozenset[Path] = frozenset()


class Space:
    """What may come of a script.

    Args:
        players: who answers. objective: what is played for.

    Attributes:
        nodes: the nodes; 0 is the start. who: for each node the player who answers, CHANCE or END.
        edges: for each node its answers; for a block of dice the leaves that it may lead to.
        blocks: the blocks, by the node at which their first die is rolled.
    """

    def __init__(self, players: Players, objective: Objective) -> None:
        self.players = players
        self.objective = objective
        self.nodes: list[Node] = []
        self.who: list[int] = []
        self.edges: list[list[Edge]] = []
        self.blocks: dict[int, Solved] = {}
        self._known: dict[Node, int] = {}

    def grow(self, position: Position, most: int, progress: Callable[[int], None] | None = None) -> None:
        """Find everything that may come of a position.

        Args:
            position: the opening position.
            most: how many positions to find before giving up.
            progress: told how many there are, many times a second.

        Raises:
            Stopped: there are more.
            TooManyDice: an attack has more dice than can be looked at.
        """
        collecting = gc.isenabled()
        gc.disable()  # as in `explore`: all that is made lasts
        try:
            self._number(self.players.start(position))
            done = answers = 0
            while done < len(self.nodes):
                self._look(done)
                done += 1
                answers += len(self.edges[done - 1])
                if len(self.nodes) > most or answers > ANSWERS * most:
                    raise Stopped
                if progress and not done % EVERY:
                    progress(len(self.nodes))
        finally:
            if collecting:
                gc.enable()

    def _number(self, node: Node) -> int:
        number = self._known.get(node)
        if number is None:
            number = self._known[node] = len(self.nodes)
            self.nodes.append(node)
            self.who.append(END)
            self.edges.append([])
        return number

    def _look(self, number: int) -> None:
        node, players = self.nodes[number], self.players
        self.who[number] = players.who(node)
        if players.rolls_freely(node):
            self._block(number, node)
            return
        position, question = node.position, node.position.question
        found = self.edges[number]
        for option, after in players.follow(node):
            weight = _weight(players, node, question, option) if isinstance(question, Roll) else 1
            gained = self.objective.gained(position, after.position)
            force, dice = (0, 0), 0
            if isinstance(question, Choice):
                force = _own(question.player, force_of(cost_of(position.table, option)))
                dice = int(option[0] == "pick" and option[1] > 0)
            if option[0] == BEGIN or (position.state.frames and isinstance(position.state.frames[0], Build)):
                force = paid(position, answering(players.script, node, option))  # costs are paid by themselves there
            found.append(Edge(option, self._number(after), weight, gained, force, dice, players.missed))

    def _block(self, number: int, node: Node) -> None:
        found: dict[Edge, int] = {}

        def leaf(position: Position) -> int:
            after = self.players.leave(node, position)
            gained = self.objective.gained(node.position, position)
            edge = Edge(("dice",), self._number(after), 1, gained, missed=self.players.missed)
            return found.setdefault(edge, len(found))

        self.blocks[number] = Solved(Block(node.position, lambda player: self.players.rerolls(node, player)), leaf)
        self.edges[number] = list(found)

    def order(self) -> list[int] | None:
        """All nodes, each after those that it leads to; None if some lead round in a circle."""
        found: list[int] = []
        seen = bytearray(len(self.nodes))  # 1: on the way down, 2: done
        stack = [(0, 0)]
        seen[0] = 1
        while stack:
            number, place = stack.pop()
            edges = self.edges[number]
            while place < len(edges):
                target = edges[place].target
                place += 1
                if not seen[target]:
                    seen[target] = 1
                    stack += ((number, place), (target, 0))
                    break
                if seen[target] == 1:
                    return None
            else:
                seen[number] = 2
                found.append(number)
        return found


def _own(player: int, force: int) -> tuple[int, int]:
    return (force, 0) if player == 0 else (0, force)


def _weight(players: Players, node: Node, roll: Roll, option: Option) -> int:
    """How many of a die's faces look like the one in an option; dice that the file gives are certain."""
    given = node.dice if roll.purpose in ("attack", "fury") else node.side
    if given or players.exact:  # where all faces are kept apart, each is one of six
        return 1
    least = faces(node.position, players.sharp)
    return least.count(least[option[1] - 1])
