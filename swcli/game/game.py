"""The working copy of a position: what `advance` and `answer` change between two questions, and the primitives they
use.

Nothing outside `swcli.game` sees one: positions go in, positions come out. Keywords read it and act through it.
"""

from __future__ import annotations

from typing import Any

from swcli.game.boons import ARENAS, BUILD, GONE
from swcli.game.events import Event
from swcli.game.frames import (
    ATTACK_STEP_NAMES,
    DAMAGE_STEP_NAMES,
    Attack,
    Build,
    DamageEvent,
    Frame,
    Pick,
    Pop,
    Rolling,
    changed,
)
from swcli.game.keyword import Keyword
from swcli.game.position import Choice, Position, Roll, State
from swcli.game.recorder import Recorder
from swcli.game.registry import REGISTRY, at
from swcli.game.sheet import Instance, Sheet, Surroundings, last_sheet, sheet_in, surroundings


class Game:
    """A position being moved on.

    Attributes:
        table: what is fixed. rec: the recorder, or None. every_choice: stop also where passing is the only answer.
        until: the one POP in which to ask for plays, `""` for none; in all others everybody passes. None asks in all.
        players, damage, tapped, arenas, attached: lists along the table. boons, marks, hand: as in `State`.
        frames: what is going on, innermost last. question: set when the game has to stop.
    """

    __slots__ = (
        "_around",
        "arenas",
        "attached",
        "boons",
        "damage",
        "every_choice",
        "frames",
        "hand",
        "marks",
        "players",
        "question",
        "rec",
        "table",
        "tapped",
        "until",
    )

    def __init__(self, position: Position, rec: Recorder | None = None, every_choice: bool = False) -> None:
        state = position.state
        self.table = position.table
        self.rec = rec
        self.every_choice = every_choice
        self.until: str | None = None
        self.players = list(state.players)
        self.damage = list(state.damage)
        self.tapped = list(state.tapped)
        self.arenas = list(state.arenas)
        self.attached = list(state.attached)
        self.boons = state.boons
        self.marks = state.marks
        self.hand = state.hand
        self.frames: list[Frame] = list(state.frames)
        self.question: Choice | Roll | None = state.question
        self._around: Surroundings | None = position.around

    def freeze(self) -> Position:
        """The position as it stands."""
        return Position(
            self.table,
            State(
                tuple(self.players),
                tuple(self.damage),
                tuple(self.tapped),
                tuple(self.arenas),
                tuple(self.attached),
                self.boons,
                self.marks,
                self.hand,
                tuple(self.frames),
                self.question,
            ),
            self._around,
        )

    # -- what units have

    @property
    def around(self) -> Surroundings:
        """What follows from where units are, what is attached to them and what lasts on them."""
        around = self._around
        if around is None:
            around = surroundings(self.table, (tuple(self.arenas), tuple(self.attached), self.boons))
            self._around = around
        return around

    def forget_surroundings(self) -> None:
        """Something that abilities depend on has changed."""
        self._around = None

    def sheet(self, unit: int) -> Sheet:
        """A unit's stats and abilities now."""
        around = self._around or self.around
        return around.sheets[unit] or sheet_in(self.table, around, unit)

    def as_source(self, unit: int) -> Sheet:
        """A unit's abilities as the source of damage: those of a discarded unit still hold for the damage it does."""
        if self.arenas[unit] != GONE:
            return self.sheet(unit)
        last = last_sheet(self.table, self._around or self.around, unit)
        if any(REGISTRY[keyword].of_damage for keyword in last.abilities):
            self.touch("source-after-discard")
        return last if self.table.rulings.source_after_discard == "yes" else self.sheet(unit)

    def in_play(self, unit: int) -> bool:
        """Whether a unit stands in an arena by itself."""
        return self.arenas[unit] in ARENAS and unit not in self.table.aside

    def owner(self, unit: int) -> int:
        """The player whose unit it is."""
        return self.table.units[unit].player

    def health_left(self, unit: int) -> int:
        """Health less damage counters."""
        return self.sheet(unit).health - self.damage[unit]

    def has(self, unit: int, keyword: str) -> bool:
        """Whether a unit has a keyword now."""
        return bool(self.sheet(unit).of(keyword))

    @property
    def frail(self) -> list[int]:
        """The units that have no health left even without a counter."""
        return self._index().frail

    def present(self, keyword: str) -> list[int]:
        """The units that have a keyword now, in order."""
        around = self._around
        if around is None or not around.indexed:
            around = self._index()
        if keyword not in around.keywords:
            return []
        return [unit for unit in range(len(self.arenas)) if keyword in self.sheet(unit).abilities]

    def asked(self, moment: str, everybody: bool = False) -> list[Keyword]:
        """The triggered keywords to ask at a moment: those that some unit has, or had at the roll; or all."""
        around = self._around or self.around
        if not around.indexed:
            self._index()
        there = around.keywords
        attack = self.attack
        then = attack is not None and bool(attack.snapshot)
        return [keyword for keyword in at(moment) if everybody or keyword.key in there or (then and keyword.at_roll)]

    def live(self, pop: str, player: int = -1) -> tuple[Instance, ...]:
        """The instances that are played in a POP (by one player), by unit and ability.

        Of keywords that add up, the first instance stands for all.
        """
        around = self._around or self.around
        if not around.indexed:
            self._index()
        return around.lives.get((pop, player), ())

    def _index(self) -> Surroundings:
        """The surroundings with all instances sorted by keyword and by POP."""
        around = self._around or self.around
        if around.indexed:
            return around
        around.indexed = True
        lives = around.lives
        for unit, info in enumerate(self.table.units):
            sheet = self.sheet(unit)
            if sheet.health <= 0:
                around.frail.append(unit)
            around.keywords |= sheet.abilities.keys()
            for pop, instances in sheet.plays.items():
                for key in ((pop, -1), (pop, info.player)):
                    lives[key] = lives.get(key, ()) + instances
        return around

    # -- frames

    @property
    def attack(self) -> Attack | None:
        """The attack going on; it is always the outermost frame."""
        frame = self.frames[0] if self.frames else None
        return frame if type(frame) is Attack else None

    def set_attack(self, **changes: Any) -> None:
        """Change the attack going on."""
        attack = self.frames[0]
        assert isinstance(attack, Attack)
        self.frames[0] = changed(attack, changes)

    @property
    def event(self) -> DamageEvent | None:
        """The innermost damage event."""
        for frame in reversed(self.frames):
            if type(frame) is DamageEvent:
                return frame
        return None

    def set_event(self, **changes: Any) -> None:
        """Change the innermost damage event."""
        place = self._event_place()
        event = self.frames[place]
        assert isinstance(event, DamageEvent)
        self.frames[place] = changed(event, changes)

    def _event_place(self) -> int:
        for place in range(len(self.frames) - 1, -1, -1):
            if type(self.frames[place]) is DamageEvent:
                return place
        return -1

    @property
    def pop(self) -> str:
        """The name of the POP that is open, `build` in a build step, or empty."""
        frame = self.frames[-1] if self.frames else None
        if type(frame) is Pop:
            return frame.name
        return BUILD if type(frame) is Build else ""

    @property
    def step(self) -> str:
        """The step that the innermost frame is in, as the trace names it."""
        for frame in reversed(self.frames):
            if type(frame) is Pop:
                return frame.name
            if type(frame) is DamageEvent:
                return DAMAGE_STEP_NAMES[frame.step]
            if type(frame) is Attack:
                return ATTACK_STEP_NAMES[frame.step]
            if type(frame) is Build:
                return BUILD
            if type(frame) is Pick:
                return "re-roll"
            if type(frame) is Rolling and frame.purpose in ("re-roll", "attack", "fury"):
                return "re-roll" if frame.purpose == "re-roll" else "roll"
        return "after"

    # -- the trace

    def emit(
        self,
        kind: str,
        reason: str,
        *,
        unit: int = -1,
        other: int = -1,
        player: int = -1,
        ability: str = "",
        value: int | None = None,
        amount: int | None = None,
        damage: str = "",
        dice: tuple[int, ...] = (),
        clauses: tuple[str, ...] = (),
        opens: bool = False,
        step: str = "",
        **data: object,
    ) -> Event | None:
        """Record an event, if anyone listens; `opens` puts the events of the same frame under it.

        `step` is the step it belongs to where that is not the one going on.
        """
        rec = self.rec
        if rec is None:
            return None
        if player < 0 and unit >= 0:
            player = self.table.units[unit].player
        frames = self.frames
        seq, parent = rec.place(len(frames), opens)
        last = frames[-1] if frames else None
        event = Event(
            seq,
            parent,
            rec.attack,
            step or (last.name if type(last) is Pop else self.step),
            kind,
            reason,
            player,
            unit,
            other,
            ability,
            value,
            amount,
            damage,
            dice,
            clauses,
            data,
        )
        rec.events.append(event)
        return event

    def triggered(self, reason: str, **facts: Any) -> None:
        """Record that a triggered keyword fired; plays of the POP that it precedes come after it
        (pop.triggers-first).
        """
        if self.rec:
            self.emit("fired", reason, **facts)
            self.rec.triggered = True

    def touch(self, ruling: str) -> None:
        """Note that the outcome rests on a contested ruling."""
        self.table.touched.add(ruling)
