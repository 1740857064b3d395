"""What things are called in a report: units, players, numbers of things."""

from __future__ import annotations

from collections import Counter

from swcli.game.events import Event
from swcli.game.table import Table

_PLURALS = {"die": "dice", "Force": "Force", "health": "health", "damage": "damage", "power": "power"}


class Count(int):
    """A number that knows how to stand before a noun: `f"{Count(2):hit}"` is `2 hits`, `f"{Count(2):+}"` is `+2`."""

    def __format__(self, noun: str) -> str:
        """The number alone, with its sign for `+`, or with the noun in the form that it asks for."""
        if not noun:
            return str(int(self))
        if noun == "+":
            return f"{int(self):+d}"
        head, _, last = noun.rpartition(" ")
        if self != 1:
            noun = f"{head} {_PLURALS.get(last, last + 's')}".strip()
        return f"{int(self)} {noun}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th` ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def possessive(name: str) -> str:
    """The name with 's, or with ' after an s."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def faces(dice: tuple[int, ...]) -> str:
    """Dice as text: `6 4 1`."""
    return " ".join(map(str, dice))


class Names:
    """The names of one table.

    In sentences a unit goes by its name without the version in brackets, unless that leaves two units with one name.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        plain = [unit.name.split(" (", 1)[0].strip() or unit.name for unit in table.units]
        times = Counter(plain)
        fulls = Counter(unit.name for unit in table.units)
        self._units = [
            plain[place]
            if times[plain[place]] == 1
            else unit.name
            if fulls[unit.name] == 1
            else f"{unit.name} [{unit.id}]"
            for place, unit in enumerate(table.units)
        ]

    def unit(self, place: int) -> str:
        """A unit, or the card for places below zero (-1 - n is card n)."""
        if place >= 0:
            return self._units[place]
        cards = self.table.cards
        return cards[-1 - place].name if -1 - place < len(cards) else "a card"

    def source(self, event: Event) -> str:
        """The unit of an event or, if it is a card's doing, the card."""
        card = event.data.get("card")
        return str(card) if event.unit < 0 and card else self.unit(event.unit)

    def player(self, place: int) -> str:
        """A player, as the start of a sentence."""
        name = self.table.players[place] if 0 <= place < len(self.table.players) else "nobody"
        return name[:1].upper() + name[1:]

    def keyword(self, event: Event) -> str:
        """The ability of an event with its value: `Evade 2`; of one that is no keyword what it does, in quotes."""
        if "->" in event.ability:
            return f'"{event.ability.partition("->")[2].strip()}"'
        return event.ability if event.value is None else f"{event.ability} {event.value}"
