"""Who answers where odds are asked for: the script first, then each player as it is asked for (`--play`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, get_args

from swcli.drive.explore import Walker
from swcli.drive.graph import Node
from swcli.drive.ways import pop_of
from swcli.game import engine
from swcli.game.frames import Damage, Rolling
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.resumed import resumed
from swcli.scenario.script import Entry, Path, Script

Policy = Literal["optimal", "never", "always", "script"]
POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)
PREVENTION: Final = "damage prevention"


class Players(Walker):
    """Walks a script in which the choices that it does not make are made by policies.

    Args:
        script: the entries in order.
        policies: for each player how he makes the choices that the script does not make.
        sharp: see `Walker`.

    Attributes:
        missed: what of the script the last answer left out, as it ended an entry or came to one that can't be made.
    """

    def __init__(self, script: Script, policies: tuple[Policy, ...], sharp: bool = False) -> None:
        written = any(play.verb == "lucky" for entry in script for play in entry.plays)
        super().__init__(script, frozenset(), sharp, exact=written)
        self.policies = policies
        self.missed: frozenset[Path] = frozenset()

    def rerolls(self, node: Node, player: int) -> bool:
        """Whether a player may choose to re-roll dice that are about to be rolled at a node."""
        return self.policies[player] == "optimal" and not _passes(self.script[node.entry], player, "re-roll")

    def follow(self, node: Node) -> Iterator[tuple[Option, Node]]:
        """Every answer that may be given at a node with the node it leads to."""
        question = node.position.question
        if not isinstance(question, Choice):
            yield from super().follow(node)
            return
        place, options = self._answers(node, question)
        seen: set[Option] = set()
        for option in options:
            if option not in seen:  # two instances of damage may be alike
                seen.add(option)
                yield option, self._after(node, option, engine.answer(node.position, option, legal=True), place)

    def rolls_freely(self, node: Node) -> bool:
        """Whether the dice of an attack are about to be rolled, and no more is said of them than the rules say: the
        file gives none of them, and plays nothing that re-rolls any.
        """
        question, position = node.position.question, node.position
        if not isinstance(question, Roll) or question.purpose != "attack" or node.dice or node.side:
            return False
        top = position.state.frames[-1]
        if position.state.hand or not isinstance(top, Rolling) or sum(top.faces):
            return False
        entry = self.script[node.entry]
        return not any(
            not node.made >> place & 1 and pop_of(position, play) == "re-roll"
            for place, play in self._follower.mine(entry)
        )

    def leave(self, node: Node, position: Position) -> Node:
        """The node at a position that the dice of an attack have led to from a node at which they were rolled."""
        return self._after(node, PASS, position)

    def _after(self, node: Node, option: Option, position: Position, place: int = -1) -> Node:
        self.missed = frozenset()
        return super()._after(node, option, position, place)

    def _skip(self, node: Node) -> tuple[Option, Node]:
        found = super()._skip(node)
        self.missed |= {self.script[node.entry].path}
        return found

    def _note(self, node: Node) -> None:
        super()._note(node)
        self.missed = self._left_out(node)

    def _answers(self, node: Node, choice: Choice) -> tuple[int, list[Option]]:
        """The place of the play of the script that is made here, or -1, and the answers that may be given. What a play
        of the script leaves open is its player's choice.
        """
        entry, position = self.script[node.entry], node.position
        policy = self.policies[choice.player]
        written = self._follower.written(entry, node.made, position)
        if written is not None:
            place, options = written
            return place, options if policy == "optimal" else options[:1]
        free = not _passes(entry, choice.player, choice.pop)
        if policy == "optimal" and free:
            return -1, list(engine.options(position))
        if policy == "always" and choice.kind == "pop" and choice.pop == PREVENTION and free:
            return -1, [_prevention(position)]
        return -1, [next(engine.options(position))]


def _passes(entry: Entry, player: int, pop: str) -> bool:
    """Whether the script says that a player passes in a POP; a pass that names none holds for all of the entry."""
    return any(play.verb == "pass" and play.player == player and play.pop in ("", pop) for play in entry.plays)


def _prevention(position: Position) -> Option:
    """The first play that prevents damage, as much as it can; else a pass.

    What it may do on top of that (Deflect) goes to the unit whose damage it is, if it can, else to nobody.
    """
    best: tuple[int, bool] = (0, False)
    found = PASS
    for option in engine.options(position):
        damage = next((item for item in option if isinstance(item, Damage)), None)
        if damage is None or (found != PASS and option[:3] != found[:3]):
            continue
        rec = resumed(position)
        engine.answer(position, option, rec, legal=True)
        prevented = next((event.amount or 0 for event in rec.events if event.kind == "prevented"), 0)
        back = option[0] == "deflect" and option[-1] == damage.source
        if prevented and (prevented, back) > best:
            best, found = (prevented, back), option
    return found
