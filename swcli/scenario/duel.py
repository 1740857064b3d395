"""One attack without a file: a unit against another, their abilities in a few words as on the command line."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from swcli.game.ability import Ability, Stat
from swcli.game.boons import ARENAS
from swcli.game.position import Player, Position, State
from swcli.game.rulings import Rulings
from swcli.game.table import Table, UnitInfo
from swcli.scenario.ability_text import parse_ability
from swcli.scenario.faults import visible
from swcli.scenario.keyword_names import IGNORE
from swcli.scenario.script import Entry, Script
from swcli.scenario.text_tools import Piece, TextError, piece

ATTACKER: Final = 0
DEFENDER: Final = 1
IDS: Final = ("attacker", "defender")
PLAYERS: Final = ("dark", "light")
ENOUGH: Final = 1_000_000
"""The health of a unit for which none is given: no attack discards it."""

_COMMA = re.compile(r"[,;|]")


class AbilitiesError(Exception):
    """A list of abilities that is not understood.

    Attributes:
        text: the list. faults: what is wrong, in order; places are those in `text`.
    """

    def __init__(self, text: str, faults: list[TextError]) -> None:
        super().__init__(text)
        self.text = text
        self.faults = faults

    def render(self) -> list[str]:
        """Every fault with the list, a caret under its place, and what to write instead."""
        return [self._one(fault) for fault in self.faults]

    def _one(self, fault: TextError) -> str:
        start = max(0, fault.start - 60)
        before, meant = visible(self.text[start : fault.start]), visible(self.text[fault.start : fault.end])
        line = before + meant + visible(self.text[fault.end : start + 100])
        # A text that is kept but not adjudicated has its place in a file alone.
        told = fault.hint.replace(IGNORE, "leave it out, if it does not matter here")
        hint = f"\nhint: {told}" if told else ""
        return f"{fault.code} {fault.message}\n  {line}\n  {' ' * len(before)}{'^' * max(1, len(meant))}{hint}"


class Fighter(NamedTuple):
    """One of the two units.

    Attributes:
        power, health: as they stand.
        abilities: in the order in which they were written; changes of power and health are counted in.
        force: what its player has.
    """

    power: int = 0
    health: int = ENOUGH
    abilities: tuple[Ability | Stat, ...] = ()
    force: int = 0


def read_abilities(text: str) -> tuple[Ability | Stat, ...]:
    """The abilities of a list such as `Parry 2, Armor, Pay 1 Force -> Evade 2`.

    A comma also stands within some abilities: a part that is none by itself is read together with those after it.

    Raises:
        AbilitiesError: with everything in it that is not understood.
    """
    whole = piece(text)
    found: list[Ability | Stat] = []
    faults: list[TextError] = []
    parts = list(whole.split(_COMMA))
    while parts:
        first = None
        for count in range(1, len(parts) + 1):
            together = _joined(whole, parts[:count])
            try:
                found.append(parse_ability(together.text, ("this unit",)))
            except TextError as error:
                first = first or TextError(
                    error.code, error.message, error.start + together.at, error.end + together.at, error.hint
                )
                continue
            break
        else:
            assert first is not None
            faults.append(first)
            count = 1
        del parts[:count]
    if faults:
        raise AbilitiesError(text, faults)
    return tuple(found)


def _joined(whole: Piece, parts: list[Piece]) -> Piece:
    return whole.cut(parts[0].at - whole.at, parts[-1].end - whole.at)


def duel(
    attacker: Fighter, defender: Fighter, player: int = 0, rulings: Rulings | None = None
) -> tuple[Position, Script]:
    """The opening position and the script of one attack whose dice are not given.

    Args:
        attacker: the unit that attacks.
        defender: the unit that is attacked.
        player: whose unit attacks: a place in `PLAYERS`.
        rulings: the readings of contested questions.
    """
    owners = (player, 1 - player)
    units = tuple(_unit(*each) for each in zip(IDS, owners, (attacker, defender), strict=True))
    force = {owners[ATTACKER]: attacker.force, owners[DEFENDER]: defender.force}
    table = Table(PLAYERS, units, rulings=rulings)
    state = State(
        tuple(Player(force=force[place]) for place in range(len(PLAYERS))),
        (0,) * len(units),
        (False,) * len(units),
        (ARENAS[-1],) * len(units),
        (),
    )
    return Position(table, state), (Entry("attack", ("script", 0), unit=ATTACKER, target=DEFENDER),)


def _unit(name: str, player: int, fighter: Fighter) -> UnitInfo:
    stats = {"power": fighter.power, "speed": 0, "health": fighter.health}
    abilities = []
    for one in fighter.abilities:
        if isinstance(one, Stat):
            stats[one.stat] += one.amount
        else:
            abilities.append(one)
    title = f"the {name}"
    return UnitInfo(name, title, player, stats["speed"], stats["power"], stats["health"], abilities=tuple(abilities))
