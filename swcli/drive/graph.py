"""What a walk finds: a graph of positions, each with who decides there and what comes of each answer."""

from __future__ import annotations

from typing import Final, NamedTuple

from swcli.game.plays import Option
from swcli.game.position import Position

CHANCE: Final = -1
END: Final = -2
UNKNOWN: Final = -3
"""Who decides at a node, where it is no player: a die, nobody any more, or it was not looked at."""

BEGIN: Final = "begin"
SKIP: Final = "skip"
"""Options that are no answers: an entry of the script begins, or can't be made in this line and is left out."""


class Node(NamedTuple):
    """Where a line stands: the entry of the script, what of its plays and dice is still to come, the position.

    `made` has a bit for each play of the entry that was made for a player who does as the script says; `dice` are
    attack dice still to fall; `side` those of the roll going on, or of the card just played; `back` those given for
    the Retaliates still to come: (unit, faces).
    """

    entry: int
    made: int
    dice: tuple[int, ...]
    side: tuple[int, ...]
    back: tuple[tuple[int, tuple[int, ...]], ...]
    position: Position


class Graph:
    """What was walked.

    Attributes:
        nodes: the nodes; 0 is the start. Those that were met but not looked at have no edges, and are decided by
            UNKNOWN.
        who: for each node the deciding player, or CHANCE, END, UNKNOWN.
        edges: for each node its (option, number of the node it leads to), in the order of the options.
        ends: the nodes at which the script is over.
        complete: whether everything was looked at.
        seconds: how long it took.
        opening: the position at the start as it was given, before anything was merged.
        shortest: for each node the length of a shortest line to it and its last step, once `solve` has asked.
    """

    def __init__(self, opening: Position) -> None:
        self.opening = opening
        self.nodes: list[Node] = []
        self.who: list[int] = []
        self.edges: list[tuple[tuple[Option, int], ...]] = []
        self.ends: list[int] = []
        self.complete = True
        self.seconds = 0.0
        self.shortest: tuple[list[tuple[int, int]], list[tuple[int, Option]]] | None = None
        self._order: list[int] | None = None
        self._endless = False

    def add(self, node: Node) -> int:
        """Add a node that nothing is known of yet; returns its number."""
        self.nodes.append(node)
        self.who.append(UNKNOWN)
        self.edges.append(())
        return len(self.nodes) - 1

    def decide(self, number: int, who: int, edges: list[tuple[Option, int]]) -> None:
        """Say of a node who decides there, and what comes of each option."""
        self.who[number] = who
        self.edges[number] = tuple(edges)
        if who == END:
            self.ends.append(number)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.opening.table.players)

    def order(self) -> list[int]:
        """All nodes that can be reached, each after those that it leads to, but where lines go round in a circle."""
        if self._order is None:
            found: list[int] = []
            seen = bytearray(len(self.nodes))  # 1: on the way down, 2: done
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
                    if seen[target] == 1:
                        self._endless = True
                else:
                    seen[number] = 2
                    found.append(number)
            self._order = found
        return self._order

    @property
    def endless(self) -> bool:
        """Whether some lines go round in a circle for ever: damage deflected free of charge, by a contested ruling."""
        self.order()
        return self._endless

    def lines(self) -> int | None:
        """How many ways there are to play it out; faces of a die that nothing can tell apart count as one. None if
        there is no end to them.
        """
        count = [0] * len(self.nodes)
        for number in self.order():
            edges = self.edges[number]
            count[number] = sum(count[target] for _, target in edges) if edges else 1
        return None if self.endless else count[0]
