"""What is going on, as frames on a stack: an attack, a damage event within it, a POP within that. Immutable values.

Each frame has a `step`, the next thing to do; the modules that own the frames (`attack`, `damage`, `pop`, `dice`,
`build`) carry the steps out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ATTACK_STEP_NAMES = (
    "declare",
    "attack",
    "roll",
    "roll",
    "re-roll",
    "hits",
    "pending damage",
    "pending damage",
    "attack end",
    "attack end",
    "attack end",
    "after",
)
"""What the trace calls the step that an attack is in, by its `step`."""

DAMAGE_STEP_NAMES = (
    "damage prevention",
    "damage prevention",
    "damage prevention",
    "damage placement",
    "damage placement",
    "unit discard",
    "unit discard",
    "unit discard",
)
"""The same for a damage event."""

Counts = tuple[int, int, int, int, int, int]
"""How many dice show each face, from 1 to 6."""


class Damage(NamedTuple):
    """One instance of pending damage.

    `source` is the unit that does it, or -1 - n for card n; `kind` is `attack`, `overkill`, `deflect`, `riposte`,
    `retaliate` or `effect`. `marks` are the abilities already played on this
    instance and allowed once for each.
    """

    source: int
    target: int
    amount: int
    kind: str
    preventable: bool = True
    marks: tuple[int, ...] = ()


class Delayed(NamedTuple):
    """An effect due when the attack ends: `kind` is `retaliate` (`amount` dice) or `riposte` (`amount` damage)."""

    kind: str
    unit: int
    target: int
    amount: int


class Attack(NamedTuple):
    """An attack.

    `defender` is the unit attacked now, in `arena`; `attacked` are those before it (intercept.has-been-attacked).
    `used` are the instances played in the attack POP and the re-roll POP. `dice` counts the faces until hits are
    counted; `rolled` is their number. `snapshot` are the instances that had to be there at the roll. `hits` and
    `naturals` are what the final dice showed, `bonus` is damage added to the hits. `moved` is Overkill's (unit,
    hits). `pending` waits for the damage prevention POP.
    """

    step: int
    attacker: int
    defender: int
    arena: str
    allowed: bool
    attacked: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    delayed: tuple[Delayed, ...] = ()
    dice: Counts = (0, 0, 0, 0, 0, 0)
    rolled: int = 0
    snapshot: tuple[int, ...] = ()
    hits: int = 0
    bonus: int = 0
    naturals: tuple[int, ...] = ()
    moved: tuple[int, int] | None = None
    pending: tuple[Damage, ...] = ()


class DamageEvent(NamedTuple):
    """Damage done at one moment, on its way through prevention, placement and discard.

    `attack` tells the attack's own event from others. `deflected` are the marks (Deflect instance, source) of its
    prevention POP; `placed` what became counters whose units have not been checked for discard yet.
    """

    step: int
    pending: tuple[Damage, ...]
    attack: bool
    deflected: tuple[tuple[int, int], ...] = ()
    placed: tuple[Damage, ...] = ()


class Pop(NamedTuple):
    """A play-or-pass chance: whose choice it is, and how many passed in a row."""

    name: str
    player: int
    passes: int = 0


class Pick(NamedTuple):
    """Dice being picked up for a re-roll, one at a time and by rising face; at most `left` more."""

    player: int
    left: int
    picked: Counts = (0, 0, 0, 0, 0, 0)
    last: int = 1


class Rolling(NamedTuple):
    """Dice being rolled: `left` to go; `faces` so far. `purpose` says what for; `unit` and `target` for dice of
    damage.
    """

    purpose: str
    player: int
    left: int
    faces: Counts = (0, 0, 0, 0, 0, 0)
    source: int = -1
    target: int = -1
    kind: str = ""
    preventable: bool = True


class Build(NamedTuple):
    """A player's build step; `due` are the Upkeeps still to be settled."""

    player: int
    step: int = 0
    due: tuple[int, ...] = ()


_PLACES: dict[type, dict[str, int]] = {
    kind: {name: place for place, name in enumerate(kind._fields)} for kind in (Attack, DamageEvent)
}


def changed(frame: Attack | DamageEvent, changes: dict[str, Any]) -> Any:
    """The frame with some fields changed: what `_replace` does, in half the time."""
    values: list[Any] = list(frame)
    places = _PLACES[type(frame)]
    for name, value in changes.items():
        values[places[name]] = value
    return tuple.__new__(type(frame), values)


Frame = Attack | DamageEvent | Pop | Pick | Rolling | Build
