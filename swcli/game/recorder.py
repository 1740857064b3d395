"""The recorder: numbers events and keeps the facts that only the trace needs, so that positions stay free of history.

It knows each die's faces from first to last, gives instances of damage their ids, and remembers of each open POP who
passed and what was played, which is what citations rest on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from swcli.game.events import Event
from swcli.game.frames import Damage

if TYPE_CHECKING:
    from swcli.game.plays import Survey


class PopFacts:
    """What happened in one open POP.

    `passed` are the players who passed; `first_pass` is the event in which the first player passed although he could
    have played; `players` are those who played; `gained` is Force gained by player; `changed` are ids of damage that a
    play here made or changed; `triggered` says that a trigger resolved before the plays; `empty` that nobody has
    anything that is played here; `seq` is the event in which it opened; `survey` what was seen of all abilities that
    live here, as long as nothing is played.
    """

    __slots__ = (
        "changed",
        "depth",
        "empty",
        "first_pass",
        "gained",
        "passed",
        "played",
        "players",
        "seq",
        "survey",
        "triggered",
    )

    def __init__(self, depth: int, triggered: bool, empty: bool = False, seq: int = 0) -> None:
        self.depth = depth
        self.triggered = triggered
        self.empty = empty
        self.seq = seq
        self.survey: Survey | None = None
        self.first_pass: int = 0
        self.passed: frozenset[int] = frozenset()
        self.players: tuple[tuple[int, int], ...] = ()
        self.played: frozenset[int] = frozenset()
        self.gained: dict[int, int] = {}
        self.changed: frozenset[str] = frozenset()

    def copy(self) -> PopFacts:
        """A copy that later changes do not reach."""
        other = PopFacts(self.depth, self.triggered, self.empty, self.seq)
        other.survey = self.survey
        other.first_pass = self.first_pass
        other.passed = self.passed
        other.players = self.players
        other.played = self.played
        other.gained = dict(self.gained)
        other.changed = self.changed
        return other


class Mark(NamedTuple):
    """A point in a recording to come back to."""

    events: int
    dice: tuple[tuple[int, ...], ...]
    picked: tuple[int, ...]
    buffer: tuple[int, ...]
    pending: tuple[tuple[str, Damage], ...]
    numbers: tuple[int, int, int]
    heads: tuple[tuple[int, int], ...]
    pops: tuple[PopFacts, ...]
    triggered: bool
    amended: tuple[tuple[int, str], ...]
    facts: tuple[tuple[str, Any], ...]


class Recorder:
    """Collects the events of one run, in order.

    Attributes:
        events: what was recorded so far.
        dice: the attack dice of the attack going on, each with the faces it showed, the last one counting.
        buffer: faces of the dice being rolled now, in order.
        picked: places in `dice` of those picked up for a re-roll.
        attack: number of the attack going on, 0 outside one.
        triggered: whether a trigger resolved since the last POP opened.
        prefer: id of the instance of damage that a play names, where several are alike.
        again: whether the ability being played was played before in the same POP.
        facts: further facts of the attack that citations rest on, cleared when it ends.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.dice: list[list[int]] = []
        self.picked: list[int] = []
        self.buffer: list[int] = []
        self.attack = 0
        self.attacks = 0
        self.prefer = ""
        self.facts: dict[str, Any] = {}
        self.triggered = False
        self.again = False
        self.pops: list[PopFacts] = []
        self._pending: list[tuple[str, Damage]] = []
        self._ids = 0
        self._heads: list[tuple[int, int]] = []
        self._amended: list[tuple[int, str]] = []

    # -- events

    def place(self, depth: int, opens: bool) -> tuple[int, int]:
        """Number and parent of the next event; `depth` is the number of frames, `opens` puts what follows under it."""
        heads = self._heads
        seq = len(self.events) + 1
        if opens:
            while heads and heads[-1][0] >= depth:
                heads.pop()
            parent = heads[-1][1] if heads else 0
            heads.append((depth, seq))
            return seq, parent
        while heads and heads[-1][0] > depth:
            heads.pop()
        return seq, heads[-1][1] if heads else 0

    def amend(self, seq: int, clause: str) -> None:
        """Add a clause to an earlier event, which turned out to matter only now."""
        if seq and clause not in self.events[seq - 1].clauses and (seq, clause) not in self._amended:
            self._amended.append((seq, clause))

    def finished(self) -> list[Event]:
        """The events with all amendments."""
        for seq, clause in self._amended:
            self.events[seq - 1].clauses = (*self.events[seq - 1].clauses, clause)
        self._amended.clear()
        return self.events

    # -- coming back

    def mark(self) -> Mark:
        """A point to `rewind` to."""
        return Mark(
            len(self.events),
            tuple(tuple(die) for die in self.dice),
            tuple(self.picked),
            tuple(self.buffer),
            tuple(self._pending),
            (self.attack, self.attacks, self._ids),
            tuple(self._heads),
            tuple(pop.copy() for pop in self.pops),
            self.triggered,
            tuple(self._amended),
            tuple(self.facts.items()),
        )

    def rewind(self, mark: Mark) -> None:
        """Forget what was recorded after `mark`."""
        del self.events[mark.events :]
        self.dice = [list(die) for die in mark.dice]
        self.picked = list(mark.picked)
        self.buffer = list(mark.buffer)
        self._pending = list(mark.pending)
        self.attack, self.attacks, self._ids = mark.numbers
        self._heads = list(mark.heads)
        self.pops = [pop.copy() for pop in mark.pops]
        self.triggered = mark.triggered
        self._amended = list(mark.amended)
        self.facts = dict(mark.facts)

    # -- POPs

    def open_pop(self, depth: int, empty: bool = False) -> None:
        """A POP opens as frame number `depth`, in the next event; `empty`: nobody has anything that is played in it."""
        self.pops.append(PopFacts(depth, self.triggered, empty, len(self.events) + 1))
        self.triggered = False

    def close_pop(self) -> None:
        """The innermost POP ends."""
        depth = self.pops.pop().depth
        while self._heads and self._heads[-1][0] >= depth:
            self._heads.pop()

    # -- attacks and dice

    def begin_attack(self) -> None:
        """A new attack starts: its dice and facts are yet to come."""
        self.attacks += 1
        self.attack = self.attacks
        self.dice = []
        self.facts = {}

    def end_attack(self) -> None:
        """The attack is over."""
        self.attack = 0

    def faces(self) -> tuple[int, ...]:
        """The attack dice as they lie now, in the order in which they were first rolled."""
        return tuple(die[-1] for die in self.dice)

    def first_faces(self) -> tuple[int, ...]:
        """The attack dice as they first fell."""
        return tuple(die[0] for die in self.dice)

    def pick(self, face: int) -> None:
        """A die that shows `face` is picked up; one that was not re-rolled before, if there is a choice."""
        best = [
            (len(die), place) for place, die in enumerate(self.dice) if die[-1] == face and place not in self.picked
        ]
        self.picked.append(min(best)[1])

    def rerolled(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The picked dice fall as `faces`; returns what they showed before."""
        before = tuple(self.dice[place][-1] for place in self.picked)
        for place, face in zip(self.picked, faces, strict=True):
            self.dice[place].append(face)
        self.picked = []
        return before

    # -- instances of damage

    def new_damage(self, damage: Damage) -> str:
        """The id of a new instance."""
        self._ids += 1
        name = f"d{self._ids}"
        self._pending.append((name, damage))
        return name

    def change_damage(self, old: Damage, new: Damage | None) -> str:
        """The id of an instance that changed, or went (None); the preferred one of several alike."""
        alike = [place for place, (_, damage) in enumerate(self._pending) if damage == old]
        place = next((place for place in alike if self._pending[place][0] == self.prefer), alike[0])
        name = self._pending[place][0]
        if new is None:
            del self._pending[place]
        else:
            self._pending[place] = (name, new)
        return name

    def damage_id(self, damage: Damage) -> str:
        """The id of a pending instance; the preferred one of several alike, empty if it is not pending."""
        alike = [name for name, other in self._pending if other == damage]
        return self.prefer if self.prefer in alike else alike[0] if alike else ""

    def damage_called(self, name: str) -> Damage | None:
        """The pending instance with this id, as it stands now."""
        return next((damage for other, damage in self._pending if other == name), None)

    def was_damage(self, name: str) -> bool:
        """Whether an instance with this id has been pending at some time."""
        return name[:1] == "d" and name[1:].isdigit() and 0 < int(name[1:]) <= self._ids
