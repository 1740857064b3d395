"""What takes effect: asked of the engine's own trace, for single answers and for dice that look alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from swcli.drive.begin import begin
from swcli.drive.graph import BEGIN, SKIP, Node
from swcli.drive.odds.block import Faces
from swcli.drive.odds.vectors import Vector
from swcli.game import engine
from swcli.game.canonical import Sight, sight
from swcli.game.events import effect
from swcli.game.frames import Counts
from swcli.game.plays import Option
from swcli.game.position import Position
from swcli.game.recorder import Recorder
from swcli.game.resumed import resumed
from swcli.scenario.script import Script

Fired = frozenset[tuple[str, str]]
"""Ids of units and Equipment with the keywords that took effect or were played."""


def fired(position: Position, run: Callable[[Recorder], object]) -> Fired:
    """What takes effect or is played in what comes of a position.

    Args:
        position: where it begins.
        run: goes on from there, telling a recorder.
    """
    rec = resumed(position)
    run(rec)
    ids = [unit.id for unit in position.table.units]
    return frozenset(filter(None, (effect(event, ids) for event in rec.events)))


def paid(position: Position, run: Callable[[Recorder], object]) -> tuple[int, int]:
    """The Force that each player pays in what comes of a position; see `fired`."""
    rec = resumed(position)
    run(rec)
    found = [0, 0]
    for event in rec.events:
        if event.kind == "paid" and event.reason == "force":
            found[event.player] += event.amount or 0
    return found[0], found[1]


def answering(script: Script, node: Node, option: Option) -> Callable[[Recorder], None]:
    """Gives an answer at a node, telling a recorder."""
    position = node.position

    def answer(rec: Recorder) -> None:
        if option[0] == BEGIN:
            begin(position, script[node.entry], rec)
        elif option[0] == "roll":
            engine.roll(position, option[1:], rec)
        elif option[0] != SKIP:
            engine.answer(position, option, rec)

    return answer


class Shown(NamedTuple):
    """Real dice, and how many of the ways in which dice of the same look fall are like them to the trace."""

    dice: Counts
    mass: Fraction


def shown(position: Position, faces: Faces, found: list[tuple[Vector, int]]) -> Iterator[Shown]:
    """Dice of one look, parted by what only the trace can tell: whether a face is among them that Accuracy or Armor
    makes a hit or a miss. Within a class any face is as likely as another.

    Args:
        position: at which they lie or are rolled.
        faces: the classes there.
        found: counts by class, with their chance over some scale.
    """
    seen = sight(position, sharp=True)
    assert seen is not None
    parts = [_parts(one, seen) for one in faces.classes]
    # Classes in which a keyword makes a hit or a miss of some face: which of their parts show is to be told.
    unsure = [place for place, part in enumerate(parts) if any(_depends(seen[group[0] - 1]) for group in part)]
    totals: defaultdict[tuple[int, ...], int] = defaultdict(int)
    example: dict[tuple[int, ...], Vector] = {}
    for counts, mass in found:
        key = tuple(counts[place] for place in unsure)
        totals[key] += mass
        example.setdefault(key, counts)
    grouped: dict[tuple[int, ...], tuple[Vector, Fraction]] = {}
    for key, mass in totals.items():
        ways = [
            _shares(tuple(len(group) for group in parts[place]), count)
            for place, count in zip(unsure, key, strict=True)
        ]
        for choice in product(*ways):
            share = Fraction(mass)
            for _, chance in choice:
                share *= chance
            pattern = tuple(mask for mask, _ in choice)
            before = grouped.get(pattern, (example[key], Fraction(0)))
            grouped[pattern] = (before[0], before[1] + share)
    for pattern, (counts, share) in grouped.items():
        yield Shown(_dice(faces, parts, counts, dict(zip(unsure, pattern, strict=True))), share)


def _depends(look: tuple[bool, int, tuple[bool, ...]]) -> bool:
    """Whether a face hits only with some keyword, or only without."""
    hit, _, without = look
    return any(other != hit for other in without)


def _parts(faces: tuple[int, ...], seen: Sight) -> list[list[int]]:
    groups: dict[object, list[int]] = {}
    for face in faces:
        groups.setdefault(seen[face - 1], []).append(face)
    return list(groups.values())


@lru_cache(maxsize=4096)
def _shares(sizes: tuple[int, ...], dice: int) -> tuple[tuple[int, Fraction], ...]:
    """For dice of one class: which of its parts show (as bits), with what chance."""
    whole = sum(sizes) ** dice
    inside = {}
    for mask in range(1 << len(sizes)):
        inside[mask] = sum(size for place, size in enumerate(sizes) if mask >> place & 1) ** dice
    exact = {}
    for mask in inside:
        ways = 0
        for part in inside:
            if part & mask == part:
                ways += (-1) ** (mask ^ part).bit_count() * inside[part]
        if ways:
            exact[mask] = Fraction(ways, whole)
    return tuple(exact.items())


def _dice(faces: Faces, parts: list[list[list[int]]], counts: Vector, masks: dict[int, int]) -> Counts:
    found = [0] * 6
    for place, count in enumerate(counts):
        groups = parts[place]
        mask = masks.get(place, 1 if count else 0)
        showing = [group[0] for bit, group in enumerate(groups) if mask >> bit & 1]
        for face in showing:
            found[face - 1] += 1
        if showing:
            found[showing[0] - 1] += count - len(showing)
    return (*found,)  # type: ignore[return-value]  # six counts
