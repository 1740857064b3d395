"""What a ruling depends on, in words and as JSON: see `swcli.drive.sensitivity`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final

from swcli.drive.halt import Halt, Ruling
from swcli.drive.sensitivity import MOST_ORDERS, Sensitivity, Variant
from swcli.report import outcome
from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.errors import message
from swcli.report.judged import Judged
from swcli.report.names import Count, Names, listed

WIDTH: Final = 42
"""Columns of what would change, in the table."""
WIDTH_OF_READING: Final = 26
"""Columns of the other reading, or the other order."""

Difference = dict[str, Any]
"""What comes out otherwise: `units`, `players` and `equipment` by id, each field as [before, after], and `refused`, the
messages of what stopped the script, None where nothing did. Without any of these nothing changes.
"""


def asked(judged: Judged, progress: Callable[[int], None] | None = None) -> Sensitivity | None:
    """Everything that was tried; None for a file that is no valid scenario. `progress`: see `drive.sensitivity`."""
    from swcli.drive.sensitivity import sensitivity

    scenario, ruling = judged.setup, judged.ruling
    if scenario is None or ruling is None:
        return None
    seed = scenario.seed if judged.seed is None else judged.seed
    return sensitivity(scenario.position, scenario.script, ruling, seed, progress)


def dependence(judged: Judged) -> list[tuple[Variant, Difference]]:
    """What the outcome of a file depends on, nobody having asked: what would change it, and how."""
    found = _tried(judged)
    return _changing(found.base, found.variants) if found else []


def _tried(judged: Judged) -> Sensitivity | None:
    from swcli.drive.sensitivity import dependence as tried

    scenario, ruling = judged.setup, judged.ruling
    if scenario is None or ruling is None:
        return None
    seed = scenario.seed if judged.seed is None else judged.seed
    return tried(scenario.position, scenario.script, ruling, seed)


def _changing(base: Ruling, variants: Iterable[Variant]) -> list[tuple[Variant, Difference]]:
    """The variants that come out otherwise; of the orders of one build step, one for each outcome."""
    found: list[tuple[Variant, Difference]] = []
    for variant in variants:
        change = difference(base, variant.result)
        if change and not any(_same(variant, other) and change == known for other, known in found):
            found.append((variant, change))
    return found


def _same(one: Variant, other: Variant) -> bool:
    return one.kind == other.kind == "upkeeps" and one.entry == other.entry


# -- what comes out otherwise


def difference(base: Ruling, other: Ruling) -> Difference:
    """How another outcome differs; a script that is refused has no other outcome than that."""
    found: Difference = {}
    if _stop(base.error) != _stop(other.error):
        found["refused"] = [_said(base.error), _said(other.error)]
        if other.error:
            return found
    for key, standing in (("units", outcome.units), ("players", outcome.players)):
        before, after = standing(base.position), standing(other.position)
        changed = {name: _fields(fields, after[name]) for name, fields in before.items() if fields != after[name]}
        if changed:
            found[key] = changed
    where, there = outcome.attached(base.position), outcome.attached(other.position)
    moved = {name: {"attached": [unit, there[name]]} for name, unit in where.items() if unit != there[name]}
    if moved:
        found["equipment"] = moved
    return found


def _fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {field: [value, after[field]] for field, value in before.items() if value != after[field]}


def _stop(error: Halt | None) -> object:
    return error and (error.code, error.path, error.reason, error.reasons)


def _said(error: Halt | None) -> str | None:
    return f"{error.code} {message(error)}" if error else None


def _sentences(base: Ruling, change: Difference) -> list[str]:
    """What would change, a phrase for each unit and player."""
    names = Names(base.opening.table)
    table = base.opening.table
    units = {info.id: names.unit(place) for place, info in enumerate(table.units)}
    found = []
    if "refused" in change:
        refused = change["refused"][1]
        what = "be refused" if str(refused).startswith(("SW401", "SW402")) else "no longer fit"
        found.append(f"the script would {what}: {refused}" if refused else "the script would not be refused")
    for name, fields in change.get("units", {}).items():
        found.append(f"{units[name]}: {', '.join(_unit_words(fields))}")
    for name, fields in change.get("players", {}).items():
        shown = {"force": "Force", "build_points": "build points"}
        parts = [f"{shown[field]} {a} -> {b}" for field, (a, b) in fields.items()]
        found.append(f"{names.player(table.players.index(name))}: {', '.join(parts)}")
    for name, fields in change.get("equipment", {}).items():
        card = next(info.name for info in table.equipment if info.id == name)
        a, b = (units.get(unit, "nobody") for unit in fields["attached"])
        found.append(f"{card}: on {a} -> on {b}")
    return found


def _unit_words(fields: Mapping[str, list[Any]]) -> Iterator[str]:
    for field, (before, after) in fields.items():
        if field == "discarded":
            yield "is discarded" if after else "is not discarded"
        elif field == "tapped":
            yield "is tapped" if after else "is untapped"
        elif field != "arena":
            yield f"{field} {before} -> {after}"
        elif "discarded" not in fields:
            yield f"{before} -> {after}"


# -- the lines of a plain report


def lines(judged: Judged) -> list[Block]:
    """What the outcome depends on: a line for each reading and order that would change it."""
    found = _tried(judged)
    if found is None:
        return []
    base = found.base
    made: list[Block] = []
    for variant, change in _changing(base, found.variants):
        then = "; ".join(_sentences(base, change))
        if variant.kind == "reading":
            now = base.opening.table.rulings.reading(variant.ruling)
            text = f"Depends on the contested ruling {variant.ruling}, read as `{now}`; read as `{variant.reading}`: "
        else:
            where = f"the order of Upkeeps in build step {variant.nth}, which the file does not give"
            text = f"Depends on {where}; as {_order(Names(base.opening.table), variant)}: "
        made.append(Line("note", f"{text}{then}."))
    if found.cut:
        text = f"Whether it depends on the order of Upkeeps in {Count(found.cut):more build step} was not looked at."
        made.append(Line("note", f"{text} (--sensitivity does)"))
    return [*made, Gap()] if made else []


# -- the table of `--sensitivity`


def blocks(base: Ruling, found: Sensitivity) -> list[Block]:
    """The table of everything that was tried, and what was not."""
    rows: list[tuple[str, str, str]] = []
    for variant, change, count in _grouped(base, found):
        ruling, reading = _called(base, variant)
        if variant.kind == "lucky":
            then = [f"not possible: {change['refused'][1]}"] if change.get("refused") else _sentences(base, change)
        else:
            then = _sentences(base, change)
        phrases = then or ["nothing"]
        if count > 1:
            phrases[-1] += f" (the same in {count} ways)"
        cells = [piece for phrase in phrases for piece in wrap(phrase, WIDTH, break_long_words=False)]
        rows += zip_longest([ruling], wrap(reading, WIDTH_OF_READING, break_long_words=False), cells, fillvalue="")
    head = Line("attack", "Sensitivity: other readings of contested rulings, and other orders")
    grid = Grid(("ruling", "other reading", "what would change"), tuple(rows))
    made: list[Block] = (
        [head, grid] if rows else [head, Line("plain", "Nothing else to try: no ruling matters here.", 1)]
    )
    made += (
        [Gap(), Line("note", f"Makes no difference here: {listed(list(found.untouched))}.")] if found.untouched else []
    )
    if found.cut:
        made.append(Line("note", f"{found.cut} more orders were not tried: {MOST_ORDERS} of each are."))
    if found.stopped:
        runs = f"{found.runs:,} {'run' if found.runs == 1 else 'runs'} of the script"
        why = "Interrupted" if found.stopped == "interrupted" else "Stopped at the limit"
        made.append(Line("note", f"{why} after {runs}: other readings and orders were not tried."))
    return [*made, Gap()]


def _grouped(base: Ruling, found: Sensitivity) -> list[tuple[Variant, Difference, int]]:
    """All variants with what they change; orders of one build step with the same outcome as one, and how many."""
    groups: list[tuple[Variant, Difference, int]] = []
    for variant in found.variants:
        change = difference(base, variant.result)
        for place, (other, known, count) in enumerate(groups):
            if _same(variant, other) and change == known:
                groups[place] = (other, known, count + 1)
                break
        else:
            groups.append((variant, change, 1))
    return groups


def _called(base: Ruling, variant: Variant) -> tuple[str, str]:
    """The first two cells of a row."""
    names = Names(base.opening.table)
    if variant.kind == "reading":
        return variant.ruling, variant.reading
    if variant.kind == "parry":
        (parry,) = variant.made
        return (
            variant.ruling,
            f"{variant.reading}: {names.unit(parry.unit)} parries {parry.number} in attack {variant.nth}",
        )
    if variant.kind == "upkeeps":
        return f"order of Upkeeps, build step {variant.nth}", _order(names, variant)
    return f"order of Lucky, attack {variant.nth}", _order(names, variant)


def _order(names: Names, variant: Variant) -> str:
    units = [one.unit for one in variant.made]
    parts = []
    for one in variant.made:
        number = f" #{one.number}" if one.number and units.count(one.unit) > 1 else ""
        pay = {"": "", "none": " (not paid)"}.get(one.pay, f" ({one.pay})")
        parts.append(f"{names.unit(one.unit)}{number}{pay}")
    return ", ".join(parts)


# -- JSON


def depends_on(judged: Judged) -> list[dict[str, Any]]:
    """What the outcome depends on, as JSON."""
    ruling = judged.ruling
    return [_record(ruling, variant, change) for variant, change in dependence(judged)] if ruling else []


def record(base: Ruling, found: Sensitivity) -> dict[str, Any]:
    """Everything that was tried, as JSON."""
    return {
        "tried": [_record(base, variant, difference(base, variant.result)) for variant in found.variants],
        "untouched": list(found.untouched),
        "orders_not_tried": found.cut,
        "stopped": found.stopped or None,
    }


def _record(base: Ruling, variant: Variant, change: Difference) -> dict[str, Any]:
    table = base.opening.table
    found: dict[str, Any] = {"kind": variant.kind}
    if variant.ruling:
        found |= {
            "ruling": variant.ruling,
            "reading": table.rulings.reading(variant.ruling),
            "instead": variant.reading,
        }
    if variant.entry >= 0:
        found["entry"] = variant.entry
    if variant.kind == "parry":
        (parry,) = variant.made
        found |= {"unit": table.units[parry.unit].id, "prevents": parry.number}
    elif variant.kind == "lucky":
        found["order"] = [f"{table.units[one.unit].id} Lucky" for one in variant.made]
    elif variant.kind == "upkeeps":
        found["order"] = [
            {"unit": table.units[one.unit].id, "upkeep": one.number, **({"pay": one.pay} if one.pay else {})}
            for one in variant.made
        ]
    return {**found, "changes": change}
