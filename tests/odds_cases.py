"""Cases for the brute force of odds: a table with one attack, and cases made of a seed."""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

PLAYERS: Final = ("dark", "light")
"""Dark has the first choice in every POP."""

ACTIVATED: Final = ("Retaliate", "Intercept", "Evade", "Deflect")
"""Keywords that are paid for and played, each instance by itself."""
TOLD: Final = ("Critical Hit", "Fury", "Lucky", "Overkill", "Stun", "Parry", "Riposte", *ACTIVATED)
"""Keywords of which it is told how likely they fire or are played."""
STATIC: Final = ("Accuracy", "Armor", "Shields", "Ferocity")


# -- the table


class Ability(NamedTuple):
    """One ability as printed; `cost` is Force, None where no cost is printed."""

    keyword: str
    value: int = 0
    cost: int | None = None

    @property
    def text(self) -> str:
        printed = f"{self.keyword} {self.value}" if self.value else self.keyword
        return printed if self.cost is None else f"Pay {self.cost} Force -> {printed}"


class Unit(NamedTuple):
    """A unit in the arena of the attack."""

    id: str
    player: str
    power: int
    health: int
    abilities: tuple[Ability, ...] = ()
    damage: int = 0


class Case(NamedTuple):
    """One attack: the units in the order of the table, who attacks whom, and the Force of dark and light."""

    units: tuple[Unit, ...]
    attacker: str
    defender: str
    force: tuple[int, int] = (0, 0)

    def data(self) -> dict[str, Any]:
        """The scenario: this attack, without a roll and without plays."""
        return {
            "players": {player: {"force": force} for player, force in zip(PLAYERS, self.force, strict=True)},
            "units": {
                unit.id: {
                    "player": unit.player,
                    "arena": "character",
                    "power": unit.power,
                    "health": unit.health,
                    "damage": unit.damage,
                    "abilities": [ability.text for ability in unit.abilities],
                }
                for unit in self.units
            },
            "script": [{"attack": {"by": self.attacker, "target": self.defender}}],
        }


def keywords_of(case: Case) -> frozenset[tuple[str, str]]:
    """The keywords on the table, each with the part that its unit has: `attacker`, `defender` or `bystander`."""
    parts = {case.attacker: "attacker", case.defender: "defender"}
    return frozenset(
        (parts.get(unit.id, "bystander"), ability.keyword) for unit in case.units for ability in unit.abilities
    )


# -- cases

ATTACKING: Final = {
    "Critical Hit": 0.35,
    "Accuracy": 0.25,
    "Lucky": 0.35,
    "Overkill": 0.35,
    "Stun": 0.3,
    "Fury": 0.25,
    "Ferocity": 0.1,
    "Evade": 0.35,
    "Deflect": 0.2,
    "Armor": 0.2,
    "Parry": 0.1,
    "Riposte": 0.05,
    "Shields": 0.05,
}
DEFENDING: Final = {
    "Evade": 0.5,
    "Deflect": 0.35,
    "Parry": 0.4,
    "Riposte": 0.4,
    "Retaliate": 0.35,
    "Lucky": 0.35,
    "Armor": 0.25,
    "Shields": 0.2,
    "Stun": 0.25,
    "Ferocity": 0.1,
    "Critical Hit": 0.1,
    "Overkill": 0.05,
}
STANDING_BY: Final = {
    "Intercept": 0.6,
    "Evade": 0.3,
    "Deflect": 0.25,
    "Parry": 0.2,
    "Riposte": 0.2,
    "Retaliate": 0.2,
    "Lucky": 0.15,
    "Armor": 0.15,
    "Shields": 0.1,
    "Stun": 0.1,
}
"""How often units of each part have a keyword."""

MOST_DICE: Final = 5
"""The most dice that an attack of a generated case can roll, those of Fury counted."""
MOST_PREVENTIONS: Final = 4
"""The most Evades and Deflects that a generated case has; a Deflect that may go to bystanders, too, counts as two."""


def generated(seed: int) -> Case:
    """A random attack, small enough to be solved here in a moment."""
    rng = random.Random(seed)
    attacker = rng.choice(PLAYERS)
    defender = PLAYERS[1 - PLAYERS.index(attacker)]
    parts = [("a", attacker, ATTACKING), ("b", defender, DEFENDING)]
    for name in "cd"[: rng.choice((0, 0, 1, 1, 1, 2))]:
        parts.append((name, defender if rng.random() < 0.75 else attacker, STANDING_BY))
    units = [_unit(rng, *part) for part in parts]
    units = _thinned(rng, units)
    dice = rng.choice((0, 1, 2, 2, 3, 3, 3, 4, 4))
    fury, shields = (
        sum(a.value for a in unit.abilities if a.keyword == key)
        for unit, key in ((units[0], "Fury"), (units[1], "Shields"))
    )
    units[0] = units[0]._replace(power=max(0, min(dice + shields, MOST_DICE - fury)))
    rng.shuffle(units)
    return Case(tuple(units), "a", "b", (rng.choice((0, 1, 2, 2, 3, 4)), rng.choice((0, 1, 2, 2, 3, 4))))


def _unit(rng: random.Random, name: str, player: str, often: dict[str, float]) -> Unit:
    abilities: list[Ability] = []
    for keyword, chance in often.items():
        if rng.random() < chance:
            abilities.append(_ability(rng, keyword))
            if rng.random() < 0.15:
                abilities.append(_ability(rng, keyword))
    rng.shuffle(abilities)
    health = rng.choice((1, 2, 2, 3, 3, 4, 5))
    damage = rng.randrange(health) if rng.random() < 0.25 else 0
    return Unit(name, player, rng.randint(0, 3), health, tuple(abilities), damage)


def _ability(rng: random.Random, keyword: str) -> Ability:
    if keyword in ("Armor", "Ferocity", "Overkill"):
        return Ability(keyword)
    if keyword == "Accuracy":
        return Ability(keyword, rng.choice((1, 1, 2, -1, -2)))
    if keyword == "Intercept":
        return Ability(keyword, 0, rng.choice((None, 0, 1, 1, 2)))
    if keyword == "Retaliate":
        return Ability(keyword, rng.choice((1, 2, 2, 3)), rng.choice((None, None, 1, 2)))
    if keyword in ("Evade", "Deflect"):
        return Ability(keyword, rng.choice((1, 1, 2, 2, 3)), rng.choice((0, 1, 1, 1, 2, 2)))
    return Ability(keyword, rng.choice((1, 1, 2)))


def _thinned(rng: random.Random, units: list[Unit]) -> list[Unit]:
    """The units with no more Evades and Deflects together than can be tried in all ways."""
    while True:
        found = [
            (place, number)
            for place, unit in enumerate(units)
            for number, ability in enumerate(unit.abilities)
            if ability.keyword in ("Evade", "Deflect")
            for _ in range(2 if ability.keyword == "Deflect" and len(units) > 2 else 1)
        ]
        if len(found) <= MOST_PREVENTIONS:
            return units
        place, number = rng.choice(found)
        abilities = list(units[place].abilities)
        del abilities[number]
        units[place] = units[place]._replace(abilities=tuple(abilities))


MANY: Final = range(80)
"""Seeds whose cases together use every keyword, on each part that may have it."""
