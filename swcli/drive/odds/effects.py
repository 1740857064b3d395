"""What takes effect: asked of the engine's own trace, for single answers and for dice that look alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from swcli.drive.odds.block import Faces
from swcli.drive.odds.vectors import Vector
from swcli.game.canonical import sight
from swcli.game.events import effect
from swcli.game.frames import Counts
from swcli.game.position import Position
from swcli.game.recorder import Recorder
from swcli.game.resumed import resumed

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
    if all(len(part) == 1 for part in parts):
        yield Shown(faces.real(found[0][0]), Fraction(sum(mass for _, mass in found)))
        return
    totals: defaultdict[tuple[int, ...], int] = defaultdict(int)
    unsure = [place for place, part in enumerate(parts) if len(part) > 1]
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


def _parts(faces: tuple[int, ...], seen: tuple[object, ...]) -> list[list[int]]:
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
        showing = [group[0] for bit, group in enumerate(groups) if masks.get(place, 1) >> bit & 1] if count else []
        for face in showing:
            found[face - 1] += 1
        if showing:
            found[showing[0] - 1] += count - len(showing)
    return (*found,)  # type: ignore[return-value]  # six counts
