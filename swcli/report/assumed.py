"""What a ruling rests on that nobody wrote down: plays not made, and what is left to the players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.drive.halt import Ruling
from swcli.drive.script import resolve
from swcli.report.blocks import Line
from swcli.report.judged import Judged
from swcli.report.names import Names, listed
from swcli.report.reasons import NOT_PLAYED

if TYPE_CHECKING:
    from swcli.scenario.setup import Scenario


def lines(judged: Judged, ruling: Ruling, asked: bool = False) -> list[Line]:
    """The closing notes of a report, in a fixed order; `asked`: every choice was asked, so no play is assumed."""
    names = Names(ruling.opening.table)
    return [
        Line("note", text, 1)
        for text in (
            *(() if asked else _not_played(ruling, names)),
            *_for_the_players(ruling, names),
            *(of_file(judged.setup) if judged.setup else ()),
            *_rolled(judged),
        )
    ]


def _not_played(ruling: Ruling, names: Names) -> Iterator[str]:
    found: dict[tuple[str, str, str], dict[int, None]] = {}
    for event in ruling.events:
        if event.kind == "not-fired" and event.reason == NOT_PLAYED:
            key = (names.player(event.player), names.keyword(event), names.unit(event.unit))
            found.setdefault(key, {})[event.attack] = None
    for (player, ability, unit), attacks in found.items():
        numbers = [str(attack) for attack in attacks if attack]
        where = (
            f" in attack {listed(numbers)}"
            if len(numbers) == 1
            else f" in attacks {listed(numbers)}"
            if numbers
            else ""
        )
        yield f"{player} could have played {ability} of {unit}{where}, and did not."


def _for_the_players(ruling: Ruling, names: Names) -> Iterator[str]:
    for event in ruling.events:
        if event.kind == "paid" and event.reason == "for-the-players":
            what = f"{names.keyword(event)} of {names.unit(event.unit)}" if event.unit >= 0 else names.keyword(event)
            yield f"For the players to do: {event.data.get('text')} (for {what})."


def of_file(scenario: Scenario) -> Iterator[str]:
    """What of a file is not adjudicated, and how it was read where that might not be expected."""
    names = Names(scenario.position.table)
    for place, unit in enumerate(scenario.position.table.units):
        for ability in unit.abilities:
            if ability.keyword == "ignored":
                yield f'Not adjudicated: "{ability.text}" of {names.unit(place)}.'
    for _, text in scenario.remarks:
        yield f"{text[:1].upper()}{text[1:]}."


def _rolled(judged: Judged) -> Iterator[str]:
    scenario, ruling = judged.setup, judged.ruling
    if scenario is None or ruling is None:
        return
    seed = scenario.seed if judged.seed is None else judged.seed
    if seed is None:
        return
    # Without the seed the same script stops at the first die that the file does not give, if there is one.
    error = resolve(ruling.opening, scenario.script).error
    if error is not None and error.reason == "die-missing":
        yield f"Dice that the file does not give were rolled by seed {seed}."
