"""The script of a scenario as plain values: what happened, entry by entry, play by play. Units, Equipment and cards are
places in the table; whatever only makes sense while the script runs (`of`, an ability's text) stays text.
"""

from __future__ import annotations

from typing import NamedTuple

NOBODY = -1
SENT_NOWHERE = -2
"""`to: none` of a Deflect."""

Path = tuple[str | int, ...]
"""Where something stands in the file: keys and indexes from the top."""


class Play(NamedTuple):
    """One play as written.

    Attributes:
        verb: `intercept`, `use`, `retaliate`, `lucky`, `overkill`, `parry`, `evade`, `deflect`, `upkeep`, `equip`,
            `order`, `effect` or `pass`.
        player: who plays: the place in the table's players.
        path: where it stands in the file (the list item).
        unit: `by`, a place in the table's units, or NOBODY.
        number: n of `evade#n`, 0 where it is not written.
        to: target unit, NOBODY where it is not written, SENT_NOWHERE for `to: none`.
        amount: `prevent` or `hits`, None where it is not written.
        of: the damage it is about, as written, or empty.
        ability: what `use` names: text, or the place in `abilities` counted from 1.
        faces: dice picked up by a re-roll. rolls: the faces that its dice then show (re-roll, Retaliate, dice of an
        effect). pay: the cost as written in `upkeep`; `none` if the player declines.
        order: lines `UNIT KEYWORD` of `order`.
        card: place in the table's cards (`effect`) or Equipment (`equip`), or NOBODY.
        pop: the POP it names, or empty.
    """

    verb: str
    player: int
    path: Path
    unit: int = NOBODY
    number: int = 0
    to: int = NOBODY
    amount: int | None = None
    of: str = ""
    ability: str | int = ""
    faces: tuple[int, ...] = ()
    rolls: tuple[int, ...] = ()
    pay: str = ""
    order: tuple[str, ...] = ()
    card: int = NOBODY
    pop: str = ""


class Entry(NamedTuple):
    """One entry of the script.

    `kind` is `attack`, `build`, `effect`, `use` or `end`. `unit` attacks or uses, `target` is attacked, `player`
    builds. `rolls` are the attack dice in order. `what` is `battle` or `turn` for an `end`. The single play of an
    `effect` or `use` entry is `act`; `plays` are those that answer it, or those of the attack or build step.
    """

    kind: str
    path: Path
    unit: int = NOBODY
    target: int = NOBODY
    player: int = NOBODY
    rolls: tuple[int, ...] = ()
    allowed_by: str = ""
    what: str = ""
    act: Play | None = None
    plays: tuple[Play, ...] = ()


Script = tuple[Entry, ...]
