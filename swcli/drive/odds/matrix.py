"""Every unit of some against every unit of others, each pair alone on a fresh table: what an attack comes to.

Pure: who solves the cells, in what order and where, is for others to say. Cells that nothing in the rules can tell
apart are one cell here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Final, NamedTuple, TypeVar

from swcli.drive.explore import Stopped
from swcli.drive.odds.block import TooManyDice
from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Policy
from swcli.drive.odds.solve import Endless, solve
from swcli.game import engine
from swcli.game.ability import Ability, Cost, Stat
from swcli.game.boons import GONE
from swcli.game.engine import Refused
from swcli.game.plays import Reasons
from swcli.game.position import Player, Position, State
from swcli.game.rulings import Rulings
from swcli.game.table import EquipmentInfo, Grant, Table, UnitInfo
from swcli.scenario.script import Entry, Script

ATTACKER: Final = 0
DEFENDER: Final = 1
SCRIPT: Final[Script] = (Entry("attack", (), ATTACKER, DEFENDER),)
_PLAYERS: Final = ("first", "second")

TOO_MANY_DICE: Final = "too-many-dice"
TOO_MANY_POSITIONS: Final = "too-many-positions"
ENDLESS: Final = "endless"

_Item = TypeVar("_Item")


class Fighter(NamedTuple):
    """A unit as it comes to the table, without what the rules don't look at: ids, the words of abilities.

    Attributes:
        info: as printed; not under another card, nor a pilot, unless `stacked` says so.
        equipment: what is attached to it.
        arena, damage, tapped: as it stands.
        means: what its player has.
    """

    info: UnitInfo
    equipment: tuple[EquipmentInfo, ...]
    arena: str
    damage: int
    tapped: bool
    means: Player


class Duel(NamedTuple):
    """An attack of one unit on another: all that its odds hang on."""

    attacker: Fighter
    defender: Fighter
    rulings: Rulings
    policy: Policy


class Cell(NamedTuple):
    """What a duel comes to.

    Attributes:
        damage: what is done to the defender, as expected; None where there are no odds.
        discarded: how likely the defender is discarded; None where there are no odds.
        reasons: every (clause, reason) for which there are none: the attack is not legal, or it is too much to look at.
        rulings: names of the contested rulings that it rests on.
    """

    damage: Fraction | None
    discarded: Fraction | None
    reasons: Reasons = ()
    rulings: tuple[str, ...] = ()


class Plan(NamedTuple):
    """What there is to solve: each of the attackers with each of the defenders, none of them twice.

    Attributes:
        attackers, defenders: those that differ.
        rows, columns: for each unit that was given its place among these.
        rulings: the readings of contested questions. policy: how both players make their choices.
    """

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    rulings: Rulings
    policy: Policy

    @property
    def size(self) -> int:
        """How many duels there are."""
        return len(self.attackers) * len(self.defenders)

    def duel(self, number: int) -> Duel:
        """One of the duels, numbered from 0."""
        row, column = divmod(number, len(self.defenders))
        return duel(self.attackers[row], self.defenders[column], self.rulings, self.policy)

    def number(self, row: int, column: int) -> int:
        """The number of the duel of two of the units that were given."""
        return self.rows[row] * len(self.defenders) + self.columns[column]

    def key(self) -> str:
        """A hash of all that the cells hang on."""
        return sha256(repr((self.attackers, self.defenders, self.rulings, self.policy)).encode("utf-8")).hexdigest()


def plan(attackers: Sequence[Fighter], defenders: Sequence[Fighter], rulings: Rulings, policy: Policy) -> Plan:
    """What has to be solved for some units against others.

    Args:
        attackers: each keeps its player, and is untapped.
        defenders: each is put on the side of the attacker's opponent.
        rulings: the readings of contested questions.
        policy: how both players make their choices.
    """
    first, rows = _distinct([one._replace(tapped=False) for one in attackers])
    second, columns = _distinct([_of_player(one, 0) for one in defenders])
    return Plan(first, second, rows, columns, rulings, policy)


def fighters(position: Position, force: int | None = None) -> list[Fighter]:
    """The units of a table, each as it would come to another one.

    Args:
        position: where they stand.
        force: what their players have, instead of what they have there.
    """
    return [_fighter(position, unit, force) for unit in range(len(position.table.units))]


def duel(attacker: Fighter, defender: Fighter, rulings: Rulings, policy: Policy) -> Duel:
    """Two units put on opposite sides: the attacker, untapped, stays on its own."""
    return Duel(attacker._replace(tapped=False), _of_player(defender, 1 - attacker.info.player), rulings, policy)


def opening(duel: Duel) -> Position:
    """The position before the attack: the attacker is the first unit, the defender the second."""
    pair = (duel.attacker, duel.defender)
    worn = [(unit, card) for unit, one in enumerate(pair) for card in one.equipment]
    table = Table(_PLAYERS, tuple([one.info for one in pair]), tuple([card for _, card in worn]), (), duel.rulings)
    means = {one.info.player: one.means for one in pair}
    state = State(
        tuple([means[player] for player in range(len(_PLAYERS))]),
        tuple([one.damage for one in pair]),
        tuple([one.tapped for one in pair]),
        tuple([one.arena for one in pair]),
        tuple([unit for unit, _ in worn]),
    )
    return Position(table, state)


def solved(duel: Duel, progress: Callable[[int], None] | None = None) -> Cell:
    """The odds of a duel, or why there are none.

    Args:
        duel: who fights.
        progress: see `solve`.
    """
    position = opening(duel)
    why = ""
    try:
        engine.begin_attack(position, ATTACKER, DEFENDER)
        found = solve(position, SCRIPT, (duel.policy, duel.policy), Objective(), told=False, progress=progress)
    except Refused as refused:
        return Cell(None, None, refused.reasons)
    except TooManyDice:
        why = TOO_MANY_DICE
    except Stopped:
        why = TOO_MANY_POSITIONS
    except Endless:
        why = ENDLESS
    if why:
        return Cell(None, None, (("", why),))
    odds = found.odds.units[DEFENDER]
    return Cell(odds.expected_damage, odds.discarded, (), tuple(sorted(position.table.touched)))


def solve_all(duels: Sequence[Duel]) -> tuple[list[Cell], float]:
    """The odds of several duels, and the seconds that they took: a piece of work for another process."""
    began = time.perf_counter()
    return [solved(each) for each in duels], time.perf_counter() - began


# -- what the rules look at


def _fighter(position: Position, unit: int, force: int | None) -> Fighter:
    table, state = position.table, position.state
    info = table.units[unit]
    worn = [card for card, bearer in zip(table.equipment, state.attached, strict=True) if bearer == unit]
    named = any(grant.to for card in worn for grant in card.grants)
    plain = info._replace(
        id="",
        name=info.name if named else "",
        # Where the one unit is that it pilots, or the card that lies on it, is no matter: it is not there by itself.
        pilots=-1,
        stacked=info.stacked or info.pilots >= 0,
        abilities=tuple([_plain(ability) for ability in info.abilities]),
    )
    means = state.players[info.player]
    return Fighter(
        plain,
        tuple([_plain_card(card) for card in worn]),
        state.arenas[unit] if state.arenas[unit] != GONE else "",
        state.damage[unit],
        state.tapped[unit],
        means if force is None else means._replace(force=force),
    )


def _of_player(fighter: Fighter, player: int) -> Fighter:
    if fighter.info.player == player:
        return fighter
    return fighter._replace(
        info=fighter.info._replace(player=player),
        equipment=tuple([card._replace(player=player) for card in fighter.equipment]),
    )


def _plain_card(card: EquipmentInfo) -> EquipmentInfo:
    grants = [Grant(grant.to, tuple([_plain_item(item) for item in grant.get])) for grant in card.grants]
    return card._replace(id="", name="", equip=_plain_cost(card.equip), grants=tuple(grants))


def _plain_item(item: Stat | Ability) -> Stat | Ability:
    return _plain(item) if isinstance(item, Ability) else item


def _plain(ability: Ability) -> Ability:
    return ability._replace(
        text="",
        cost=None if ability.cost is None else _plain_cost(ability.cost),
        alternatives=tuple([_plain_cost(cost) for cost in ability.alternatives]),
        bonuses=tuple([_plain_item(item) for item in ability.bonuses]),
    )


def _plain_cost(cost: Cost) -> Cost:
    return tuple([part._replace(text="") for part in cost])


def _distinct(items: Sequence[_Item]) -> tuple[tuple[_Item, ...], tuple[int, ...]]:
    """Those that differ, and for each item its place among them."""
    known: dict[_Item, int] = {}
    places = [known.setdefault(item, len(known)) for item in items]
    return tuple(known), tuple(places)
