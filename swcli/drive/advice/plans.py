"""Plans: orders in which to pick up dice, and in which rolls each does what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from swcli.drive.advice.grid import bits

Counts = tuple[int, ...]
"""A number for each kind of dice."""
Plan = tuple[tuple[int, int | None], ...]
"""Kinds in the order in which to pick up dice, with how many at most of each, None for all."""
_Row = tuple[Counts, tuple[Counts, ...]]
"""Dice of a roll, and all that is right to pick up from it."""

_LIMITS: Final = 4
"""Above this, an action limits a kind to just so many dice only where a roll needs it."""
_PLANS: Final = 200
"""Plans worth trying: those that are right most often, besides others that are right where none of these is."""


def applied(plan: Plan, counts: Counts, most: int) -> Counts:
    """The dice that a plan picks up from a roll, at most so many."""
    removed = [0] * len(counts)
    for kind, limit in plan:
        removed[kind] = min(counts[kind], most if limit is None else min(limit, most))
        most -= removed[kind]
    return tuple(removed)


def length(plan: Plan) -> int:
    """How long a plan is to read."""
    return sum(1 if limit is None else 2 for _, limit in plan)


def plans_for(decisions: Sequence[tuple[Counts, Sequence[Counts]]], most: int) -> tuple[list[Plan], list[int]]:
    """Plans worth trying, and for each decision those that do what is right, as bits.

    Args:
        decisions: the dice of a roll, with all that is right to pick up from it.
        most: dice that may be picked up.
    """
    rows: dict[_Row, int] = {}
    row_of = []
    for counts, right in decisions:
        low = tuple([min(count, most) for count in counts])
        row_of.append(rows.setdefault((low, tuple(sorted(set(right)))), len(rows)))
    best: dict[int, Plan] = {}
    for plan, where in sorted(_tried(list(rows), most), key=lambda each: length(each[0])):
        best.setdefault(where, plan)
    plans: list[tuple[int, Plan]] = []
    covered = 0
    for where in sorted(best, key=lambda each: (-each.bit_count(), length(best[each]))):
        if len(plans) >= _PLANS and not where & ~covered:
            continue
        if not any(not where & ~more and length(plan) <= length(best[where]) for more, plan in plans):
            plans.append((where, best[where]))
            covered |= where
    sets = [0] * len(rows)
    for bit, (where, _) in enumerate(plans):
        while where:
            row = where.bit_length() - 1
            sets[row] |= 1 << bit
            where ^= 1 << row
    return [plan for _, plan in plans], [sets[row] for row in row_of]


def _tried(rows: Sequence[_Row], most: int) -> Iterator[tuple[Plan, int]]:
    """Plans that are right in some row, with the rows in which they are, as bits.

    A row has what a roll shows and all that is right for it. A plan grows kind by kind; the rows that it is still right
    for are kept by how many dice may yet be picked up, one number of bits for each.
    """
    wide = max(len(right) for _, right in rows)
    pairs = [(counts, right[layer % len(right)]) for layer in range(wide) for counts, right in rows]
    kinds = [kind for kind in range(len(pairs[0][0])) if any(gone[kind] for _, gone in pairs)]
    limits: list[int | None] = [None, *range(1, min(most, _LIMITS))]

    taken = {kind: [bits([gone[kind] == number for _, gone in pairs]) for number in range(most + 1)] for kind in kinds}
    done = [bits([sum(gone) == most - left for _, gone in pairs]) for left in range(most + 1)]
    fine = {
        (kind, limit, left): bits(
            [
                removed[kind] == min(counts[kind], left if limit is None else min(limit, left))
                for counts, removed in pairs
            ]
        )
        for kind in kinds
        for limit in limits
        for left in range(1, most + 1)
    }
    all_rows = (1 << len(rows)) - 1

    def grow(plan: Plan, lefts: list[int], count: int) -> Iterator[tuple[Plan, int]]:
        right = 0
        for left, here in enumerate(lefts):
            right |= here & done[left]
        folded = 0
        while right:
            folded |= right & all_rows
            right >>= len(rows)
        if folded:
            yield plan, folded
        for kind in kinds:
            if any(kind == other for other, _ in plan):
                continue
            for limit in limits[: 1 + max(0, count - 1)]:
                after = lefts[:1] + [0] * most
                for left in range(1, most + 1):
                    here = lefts[left] & fine[kind, limit, left]
                    for number in range(left + 1):
                        after[left - number] |= here & taken[kind][number]
                if after != lefts and any(after[:-1]):
                    yield from grow((*plan, (kind, limit)), after, count if limit is None else count - limit)

    yield from grow((), [0] * most + [(1 << len(pairs)) - 1], most)
    for gone in dict.fromkeys(gone for _, gone in pairs) if most > _LIMITS else ():
        plan = tuple((kind, number) for kind, number in enumerate(gone) if number)
        yield plan, bits([applied(plan, counts, most) in right for counts, right in rows])
