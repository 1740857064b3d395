"""What a unit has at a moment: its stats and the instances of its abilities, from all sources, combined by label.

Instances count in a fixed order: printed ones, those of Equipment in the order of the file, gifts by the unit that
gives them, then bonuses and cards. An instance is known by (bearer, origin, ordinal), which a table turns into a small
number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from swcli.game.ability import Ability, Selector, Stat
from swcli.game.boons import ARENAS, Boon
from swcli.game.cards import Lose
from swcli.game.keyword import Label
from swcli.game.registry import REGISTRY

if TYPE_CHECKING:
    from swcli.game.table import Table, UnitInfo

PRINTED, EQUIPMENT, GIFT, GIVEN = 0, 1, 2, 3

Context = tuple[tuple[str, ...], tuple[int, ...], tuple[Boon, ...]]
"""All that abilities depend on: the units' places, the Equipment's bearers, the lasting changes."""


SheetKey = tuple[int, str, tuple[int, ...], tuple[int, ...], tuple[Boon, ...]]
"""All that one sheet depends on: the unit, its place, the gifts it gets, its Equipment, what has been given to it."""


class Instance:
    """One instance of an ability on a unit.

    `id` is its place in `Table.instances`; `origin` is (kind of origin, place of the giver): see the constants above.
    """

    __slots__ = ("ability", "bearer", "cost", "id", "keyword", "origin", "value")

    def __init__(self, number: int, bearer: int, origin: tuple[int, int], ability: Ability) -> None:
        self.id = number
        self.bearer = bearer
        self.origin = origin
        self.ability = ability
        self.keyword = ability.keyword
        self.value = ability.value
        self.cost = ability.cost or ()


class Sheet:
    """A unit's stats with everything that changes them, its ability instances by keyword, and by the POP of their play.

    Of keywords that add up, the first instance stands for all in `plays`.
    """

    __slots__ = ("abilities", "health", "plays", "power", "speed")

    def __init__(self, power: int, speed: int, health: int, abilities: dict[str, tuple[Instance, ...]]) -> None:
        self.power = power
        self.speed = speed
        self.health = health
        self.abilities = abilities
        self.plays: dict[str, tuple[Instance, ...]] = {}
        for name, group in abilities.items():
            keyword = REGISTRY[name]
            if keyword.options:
                some = group[:1] if keyword.label in (Label.CUMULATIVE, Label.ISOLATED) else group
                self.plays[keyword.moment] = self.plays.get(keyword.moment, ()) + some

    def of(self, keyword: str) -> tuple[Instance, ...]:
        """Its instances of a keyword, in order; empty if it has none."""
        return self.abilities.get(keyword, ())

    def total(self, keyword: str) -> int:
        """The sum of the values of a cumulative keyword; 0 without one."""
        return sum(instance.value for instance in self.abilities.get(keyword, ()))


@lru_cache(maxsize=4096)
def words(subtype: str) -> tuple[str, ...]:
    """The words of a subtype as selectors compare them: lower case, a plural s dropped, dashes apart."""
    return tuple(_singular(word) for word in subtype.lower().replace("-", " ").split())


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def has_subtype(table: Table, info: UnitInfo, wanted: tuple[tuple[str, ...], ...]) -> bool:
    """Whether a unit is of one of the subtypes: the words stand side by side in one of its own."""
    only_dark_jedi = False
    for subtype in info.subtypes:
        for group in subtype.split(" - "):
            have = words(group)
            for want in wanted:
                for start in range(len(have) - len(want) + 1):
                    if have[start : start + len(want)] == want:
                        if want[0] != "jedi" or not start or have[start - 1] != "dark":
                            return True
                        only_dark_jedi = True
    if only_dark_jedi:
        table.touched.add("jedi-includes-dark-jedi")
    return only_dark_jedi and table.rulings.jedi_includes_dark_jedi == "yes"


def selects(table: Table, selector: Selector, bearer: int, unit: int) -> bool:
    """Whether `unit` is one that an ability of `bearer` speaks of; where it stands is not looked at."""
    info = table.units[unit]
    return (
        info.player == table.units[bearer].player
        and not (selector.other and unit == bearer)
        and not (selector.unique and not info.unique)
        and has_subtype(table, info, selector.subtypes)
    )


def plain_name(name: str) -> str:
    """A name without the trailing version in brackets, in lower case: `Exar Kun (B)` is `exar kun`."""
    return name.split(" (", 1)[0].strip().lower()


class Surroundings:
    """What follows from one context, worked out when first asked for: the sheets of all units, and who may play where.

    `lives` maps (POP, player, or -1 for both) to the instances that are played there, `keywords` are
    those that some unit has; `frail` are units without health. They are empty until `indexed`.
    """

    __slots__ = ("context", "frail", "indexed", "keywords", "lives", "sheets")

    def __init__(self, context: Context, units: int) -> None:
        self.context = context
        self.sheets: list[Sheet | None] = [None] * units
        self.indexed = False
        self.lives: dict[tuple[str, int], tuple[Instance, ...]] = {}
        self.keywords: set[str] = set()
        self.frail: list[int] = []


MOST_SURROUNDINGS = 20_000
"""How many are kept; a search that meets more starts afresh, which costs time but never changes an answer."""


def surroundings(table: Table, context: Context) -> Surroundings:
    """The surroundings of a context; one for each."""
    found = table.surroundings.get(context)
    if found is None:
        if len(table.surroundings) > MOST_SURROUNDINGS:
            table.surroundings.clear()
        found = table.surroundings[context] = Surroundings(context, len(table.units))
    return found


def sheet_in(table: Table, around: Surroundings, unit: int) -> Sheet:
    """The sheet of a unit; worked out once in each surroundings."""
    sheet = around.sheets[unit]
    if sheet is None:
        # Only what concerns the unit itself matters: most changes leave the sheets of all others as they are.
        arenas, attached, boons = around.context
        own = tuple(boon for boon in boons if boon.bearer == unit) if boons else ()
        on = tuple(place for place, bearer in enumerate(attached) if bearer == unit) if unit in attached else ()
        around.sheets[unit] = sheet = _sheet(table, (unit, arenas[unit], _active(table, arenas, unit), on, own))
    return sheet


def _sheet(table: Table, key: SheetKey) -> Sheet:
    found = table.sheets.get(key)
    if found is None:
        if len(table.sheets) > MOST_SURROUNDINGS:
            table.sheets.clear()
        found = table.sheets[key] = _work_out(table, *key)
    return found


def last_sheet(table: Table, around: Surroundings, unit: int) -> Sheet:
    """What a unit that has been discarded still is as the source of damage: its abilities as if it were in an arena."""
    arenas, _, _ = around.context
    there = (*arenas[:unit], ARENAS[0], *arenas[unit + 1 :])
    return _sheet(table, (unit, ARENAS[0], _active(table, there, unit), (), ()))


def sheet_of(table: Table, context: Context, unit: int) -> Sheet:
    """The sheet of a unit in a context."""
    return sheet_in(table, surroundings(table, context), unit)


def fields(info: UnitInfo, arena: str) -> bool:
    """Whether a unit stands in an arena by itself: not in the build zone, piloting, or under another card."""
    return arena in ARENAS and info.pilots < 0 and not info.stacked


def _gifts(table: Table, unit: int) -> tuple[tuple[int, Ability], ...]:
    """The gifts that speak of a unit, each with the unit that gives it, wherever that stands."""
    found = table.gifts.get(unit)
    if found is None:
        found = table.gifts[unit] = tuple(
            (giver, ability)
            for giver, other in enumerate(table.units)
            for ability in other.abilities
            if ability.keyword == "gift" and ability.select and selects(table, ability.select, giver, unit)
        )
    return found


def _active(table: Table, arenas: tuple[str, ...], unit: int) -> tuple[int, ...]:
    """Which of the gifts that speak of a unit are given now: their givers stand in an arena."""
    return tuple(
        place for place, (giver, _) in enumerate(_gifts(table, unit)) if fields(table.units[giver], arenas[giver])
    )


def _work_out(
    table: Table, unit: int, arena: str, gifts: tuple[int, ...], on: tuple[int, ...], boons: tuple[Boon, ...]
) -> Sheet:
    info = table.units[unit]
    found: list[tuple[tuple[int, int], Stat | Ability]] = [((PRINTED, 0), ability) for ability in info.abilities]
    for place in on:
        found += [((EQUIPMENT, place), item) for item in granted(table, place, unit)]
    for place in gifts:
        giver, ability = _gifts(table, unit)[place]
        found += [((GIFT, giver), item) for item in ability.bonuses]
    stats = {"power": info.power, "speed": info.speed, "health": info.health}
    losses: list[Lose] = []
    for boon in boons:
        if boon.against is None:
            if boon.what == "ability":
                given = table.granted[boon.amount]
                if isinstance(given, Lose):
                    losses.append(given)
                else:
                    found.append(((GIVEN + boon.origin[0], boon.origin[1]), given))
            else:
                stats[boon.what] += boon.amount
    abilities: dict[str, list[Instance]] = {}
    whole = fields(info, arena)
    repeated: dict[tuple[tuple[int, int], int], int] = {}
    for origin, item in found:
        if isinstance(item, Stat):
            stats[item.stat] += item.amount
        elif (whole or (item.keyword == "upkeep" and not info.stacked and arena in _UPKEEP_PLACES)) and not (
            losses and any(loss.keyword == item.keyword and loss.value in (None, item.value) for loss in losses)
        ):
            # By identity: the table keeps every ability, and the same text read twice is one value.
            same = (origin, id(item))
            ordinal = repeated[same] = repeated.get(same, -1) + 1
            abilities.setdefault(item.keyword, []).append(_intern(table, unit, origin, ordinal, item))
    return Sheet(
        stats["power"],
        max(0, stats["speed"]),
        stats["health"],
        {keyword: tuple(group) for keyword, group in abilities.items()},
    )


_UPKEEP_PLACES = (*ARENAS, "build")


def granted(table: Table, equipment: int, unit: int) -> list[Stat | Ability]:
    """What an Equipment gives to a unit that has it: by its name or subtype where the card says so."""
    info = table.units[unit]
    return [
        item for grant in table.equipment[equipment].grants if _granted_to(table, info, grant.to) for item in grant.get
    ]


def _granted_to(table: Table, info: UnitInfo, to: tuple[str, ...]) -> bool:
    if not to:
        return True
    return plain_name(info.name) in {plain_name(name) for name in to} or has_subtype(
        table, info, tuple(words(name) for name in to)
    )


def _intern(table: Table, bearer: int, origin: tuple[int, int], ordinal: int, ability: Ability) -> Instance:
    # Places shift as gifts come and go: the ability itself, and its repetition within one origin, tell instances apart.
    key = (bearer, origin, ordinal, id(ability))
    number = table.interned.get(key)
    if number is None:
        number = table.interned[key] = len(table.instances)
        table.instances.append(Instance(number, bearer, origin, ability))
    return table.instances[number]
