"""What does not change while a scenario runs: printed units, Equipment, cards, priority, rulings. Compared by
identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from swcli.game.ability import Ability, Cost, Stat
from swcli.game.cards import Card, Lose
from swcli.game.rulings import Rulings

if TYPE_CHECKING:
    from swcli.game.sheet import Context, Instance, Sheet, Surroundings


class UnitInfo(NamedTuple):
    """A unit as printed. `player` is the place in `Table.players`; `subtypes` are as written; `pilots` a unit or -1."""

    id: str
    name: str
    player: int
    speed: int
    power: int
    health: int
    subtypes: tuple[str, ...] = ()
    unique: bool = False
    pilots: int = -1
    stacked: bool = False
    abilities: tuple[Ability, ...] = ()


class Grant(NamedTuple):
    """What an Equipment gives; `to` names subtypes or unit names, empty: to whatever unit has it."""

    to: tuple[str, ...]
    get: tuple[Stat | Ability, ...]


class EquipmentInfo(NamedTuple):
    """An Equipment card; `fits` limits it to units of these subtypes, empty: any unit of its player."""

    id: str
    name: str
    player: int
    equip: Cost
    grants: tuple[Grant, ...] = ()
    fits: tuple[str, ...] = ()


class Table:
    """The table of one scenario: all that is fixed. Positions share it; it also keeps what is worked out once.

    `aside` are the units that are not in an arena by themselves: pilots, and those under the top card of a stack.
    `touched` collects the names of the rulings that a position of this table depended on.

    Args:
        players: ids in order of priority; the first has the first choice in every POP (pop.dark-first).
        units, equipment, cards: in the order of the file; the engine speaks of them by their place here.
        rulings: the readings taken of contested questions.
    """

    __slots__ = (
        "_granted",
        "aside",
        "cards",
        "equipment",
        "gifts",
        "granted",
        "instances",
        "interned",
        "players",
        "rulings",
        "sheets",
        "surroundings",
        "touched",
        "units",
    )

    def __init__(
        self,
        players: tuple[str, ...],
        units: tuple[UnitInfo, ...],
        equipment: tuple[EquipmentInfo, ...] = (),
        cards: tuple[Card, ...] = (),
        rulings: Rulings | None = None,
    ) -> None:
        self.players = players
        self.units = units
        self.equipment = equipment
        self.cards = cards
        self.rulings = rulings or Rulings()
        self.aside = frozenset(place for place, info in enumerate(units) if info.pilots >= 0 or info.stacked)
        self.granted: list[Ability | Lose] = []
        self._granted: dict[Ability | Lose, int] = {}
        self.instances: list[Instance] = []
        self.interned: dict[tuple[object, ...], int] = {}
        self.gifts: dict[int, tuple[tuple[int, Ability], ...]] = {}
        self.sheets: dict[tuple[object, ...], Sheet] = {}
        self.surroundings: dict[Context, Surroundings] = {}
        self.touched: set[str] = set()

    def grant(self, what: Ability | Lose) -> int:
        """The place of `what` in `granted`, where boons look up abilities given and taken away; kept when new."""
        place = self._granted.get(what)
        if place is None:
            place = self._granted[what] = len(self.granted)
            self.granted.append(what)
        return place
