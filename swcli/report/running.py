"""What a reader of a trace has to keep in mind: the dice as they lie, and how pending damage comes about."""

from __future__ import annotations

from typing import Final

from swcli.game.events import Event
from swcli.game.keywords import REGISTRY
from swcli.report.blocks import Die


class Running:
    """Follows the events of a trace in order."""

    keywords: Final = frozenset(keyword.name for keyword in REGISTRY.values() if keyword.printed)

    def __init__(self) -> None:
        self._dice: list[Die] = []
        self._hits = 0
        self._added: list[tuple[str, int]] = []
        self._moved = 0

    def see(self, event: Event) -> None:
        """Take the next event into account."""
        key = (event.kind, event.reason)
        if key == ("declare", "attack"):
            self.__init__()  # type: ignore[misc]  # a new attack starts from nothing
        elif key == ("roll", "attack"):
            self._dice = [Die(face) for face in event.dice]
        elif key == ("roll", "fury"):
            self._dice += [Die(face) for face in event.dice]
        elif key == ("roll", "hits"):
            self._hits = event.amount or 0
            needed, bonus = event.data.get("needed"), event.data.get("bonus")
            if isinstance(needed, int) and isinstance(bonus, int):
                self._dice = [die._replace(hit=die.face + bonus >= needed) for die in self._dice]
        elif event.kind == "re-roll":
            old, now = event.data.get("old"), event.data.get("all")
            if isinstance(old, tuple) and isinstance(now, tuple):
                self._reroll(old, event.dice, now)
        elif key == ("fired", "more-damage"):
            self._added.append((event.ability, event.amount or 0))
        elif key == ("fired", "hits-moved"):
            self._moved = event.amount or 0

    def _reroll(self, old: tuple[int, ...], new: tuple[int, ...], now: tuple[int, ...]) -> None:
        """Mark the dice that were re-rolled; one that shows the same face again counts too, an untouched one first."""
        dice = list(self._dice)
        taken: set[int] = set()
        for before, after in zip(old, new, strict=True):
            places = [
                (self._dice[place].rerolled, place)
                for place, face in enumerate(now)
                if place not in taken and self._dice[place].face == before and face == after
            ]
            if places:
                place = min(places)[1]
                taken.add(place)
                dice[place] = Die(after, rerolled=True)
        self._dice = dice

    def dice(self, event: Event) -> tuple[Die, ...]:
        """The dice to be drawn with an event: all attack dice as they lie, or the dice of damage."""
        if event.kind == "re-roll" or (event.kind == "roll" and event.reason in ("attack", "fury", "hits")):
            return tuple(self._dice)
        if event.kind == "roll":
            needed = event.data.get("needed")
            return tuple(Die(face, hit=face >= needed if isinstance(needed, int) else None) for face in event.dice)
        return ()

    def arithmetic(self, event: Event) -> str:
        """How an attack's pending damage comes about, where it is more than the hits."""
        if event.reason != "attack" or not (self._added or self._moved):
            return ""
        parts = [f"{self._hits} hits" if self._hits != 1 else "1 hit"]
        if self._moved:
            parts.append(f"- {self._moved} (Overkill)")
        parts += [f"+ {amount} ({name})" for name, amount in self._added]
        return f": {' '.join(parts)} = {event.amount}"
