"""What `swcli odds` is asked about: scenarios from files, or attacks given by flags."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Final, NamedTuple

from swcli.cli.common import WrongUse
from swcli.drive.begin import begin
from swcli.game.ability import Ability, Stat
from swcli.game.engine import Refused
from swcli.game.position import Position
from swcli.game.rulings import Rulings
from swcli.report.exit_status import ExitStatus
from swcli.scenario.ability_text import parse_ability
from swcli.scenario.duel import ENOUGH, PLAYERS, AbilitiesError, Fighter, duel, read_abilities
from swcli.scenario.faults import shown
from swcli.scenario.script import Path, Script

MOST: Final = 1000
"""The largest number that a flag takes, as in a file."""
MOST_POWERS: Final = 100
_POWERS = re.compile(r"(\d{1,30})(?:\s*(?:\.\.|-)\s*(\d{1,30}))?")
_IGNORED: Final = ("expect", "seed")


class Refusal(Exception):
    """What was asked is refused, and that has been said."""

    def __init__(self, status: ExitStatus) -> None:
        super().__init__(status)
        self.status = status


class Flags(NamedTuple):
    """An attack by flags: numbers of the attacker's keywords, lists of abilities as text; None where not given."""

    power: str | None = None
    critical_hit: int | None = None
    accuracy: int | None = None
    lucky: int | None = None
    fury: int | None = None
    attacker_has: str | None = None
    defender_has: str | None = None
    health: int | None = None
    attacker_health: int | None = None
    force: int | None = None
    by: str | None = None

    @property
    def keywords(self) -> tuple[tuple[str, int | None], ...]:
        """The keywords of the attacker that have a flag of their own."""
        names = ("Critical Hit", "Accuracy", "Lucky", "Fury")
        return tuple(zip(names, (self.critical_hit, self.accuracy, self.lucky, self.fury), strict=True))

    @property
    def given(self) -> list[str]:
        """The flags that were given, as written."""
        names = {"attacker_has": "--with", "defender_has": "--vs"}
        return [
            names.get(field, f"--{field.replace('_', '-')}")
            for field, value in zip(self._fields, self, strict=True)
            if value is not None
        ]


class Case(NamedTuple):
    """One thing to find the odds of.

    Attributes:
        name: the file or the power. file: the file or empty.
        title: of the scenario. position, script: what is played.
        ignored: keys of the file that have no bearing on odds.
        remarks: what of the file is not adjudicated, or was read as might not be expected.
        endless_health: whether no health was given.
        refuse: says why the first entry of the script can't be made, and raises Refusal.
        line_of: tells the line of a place in the file; None where there is no file.
    """

    name: str
    file: str
    title: str
    position: Position
    script: Script
    ignored: tuple[str, ...]
    remarks: tuple[str, ...]
    endless_health: bool
    refuse: Callable[[Refused], None]
    line_of: Callable[[Path], int] | None = None

    @property
    def called(self) -> str:
        """How to speak of it in a message."""
        return self.file or f"--power {self.name}"

    def refuse_if_illegal(self) -> None:
        """Say so if the first entry of the script can't be made.

        Raises:
            Refusal: it can't.
        """
        try:
            begin(self.position, self.script[0])
        except Refused as refused:
            self.refuse(refused)


# -- files


def from_file(name: str, readings: dict[str, str]) -> list[Case]:
    """The scenario of a file.

    Raises:
        Refusal: it is no valid scenario; its faults have been printed.
    """
    from swcli.cli.common import complain
    from swcli.cli.files import opened
    from swcli.report.assumed import of_file
    from swcli.report.judged import judge_document

    found = opened(name, readings)
    if found is None:
        raise Refusal(ExitStatus.INVALID)
    file, document, scenario = found

    def refuse(refused: Refused) -> None:
        complain(judge_document(document))
        raise Refusal(ExitStatus.REFUSED)

    def line_of(path: Path) -> int:
        return document.spot(path).line

    ignored = tuple(key for key in _IGNORED if isinstance(document.data, dict) and key in document.data)
    title, remarks = scenario.title or file, tuple(of_file(scenario))
    return [Case(file, file, title, scenario.position, scenario.script, ignored, remarks, False, refuse, line_of)]


# -- flags


def from_flags(flags: Flags, readings: dict[str, str]) -> list[Case]:
    """One attack for each power.

    Raises:
        WrongUse: a flag is missing or not understood.
    """
    if flags.power is None and flags.given:
        raise WrongUse(f"--power: {flags.given[0]} is given, and no power of the attacker\nhint: add `--power 5`, say")
    if flags.power is None:
        raise WrongUse(
            "there is neither a file nor an attack\n"
            'hint: write `swcli odds FILE`, or `swcli odds --power 5 --vs "Parry 1"`'
        )
    powers = _powers(flags.power)
    own, others, wrong = _abilities("--with", flags.attacker_has), _abilities("--vs", flags.defender_has), []
    for found in (own, others):
        if isinstance(found, str):
            wrong.append(found)
    if isinstance(own, str) or isinstance(others, str):
        raise WrongUse("\nswcli odds: ".join(wrong))
    for name, value in flags.keywords:
        if value:
            own += (parse_ability(f"{name} {value}"),)
    rulings = Rulings(**{name.replace("-", "_"): reading for name, reading in readings.items()})
    player = PLAYERS.index(flags.by or PLAYERS[0])
    cases = []
    for power in powers:
        attacker = Fighter(power, flags.attacker_health or ENOUGH, own, flags.force or 0)
        defender = Fighter(0, flags.health or ENOUGH, others, flags.force or 0)
        position, script = duel(attacker, defender, player, rulings)
        name = str(power)
        cases.append(Case(name, "", _title(flags, power), position, script, (), (), flags.health is None, _refuse))
    return cases


def _refuse(refused: Refused) -> None:
    from swcli.report.matrix import REASONS

    clauses = f" [{', '.join(refused.clauses)}]" if refused.clauses else ""
    why = refused.reasons[0][1] if refused.reasons else ""
    print(
        f"swcli odds: the attack is not legal: {REASONS.get(why, why.replace('-', ' '))}{clauses}\n"
        "hint: a file says how things stand: that a unit is tapped or damaged, say",
        file=sys.stderr,
    )
    raise Refusal(ExitStatus.REFUSED)


def _powers(text: str) -> list[int]:
    found = _POWERS.fullmatch(text.strip())
    if found is None:
        raise WrongUse(f"--power: {shown(text)} is no power\nhint: write a number, `7`, or two, `3..12`")
    first = int(found[1])
    last = int(found[2]) if found[2] else first
    if max(first, last) > MOST:
        raise WrongUse(f"--power: {max(first, last):,} is too large: at most {MOST:,}")
    if last < first:
        raise WrongUse(f"--power: {shown(text)} goes down\nhint: write `{last}..{first}`")
    if last - first >= MOST_POWERS:
        raise WrongUse(f"--power: {last - first + 1} powers are too many: at most {MOST_POWERS}")
    return list(range(first, last + 1))


def _abilities(flag: str, text: str | None) -> tuple[Ability | Stat, ...] | str:
    """The abilities of a list, or what is wrong with it."""
    if text is None or not text.strip():
        return ()
    try:
        return read_abilities(text)
    except AbilitiesError as error:
        return "\nswcli odds: ".join(f"{flag}: {text}" for text in error.render())


def _title(flags: Flags, power: int) -> str:
    own = [f"{name} {value}" for name, value in flags.keywords if value]
    own += [flags.attacker_has] if flags.attacker_has else []
    own += [f"health {flags.attacker_health}"] if flags.attacker_health else []
    powers = _powers(flags.power or "0")
    attacker = f"Power {power if len(powers) == 1 else f'{powers[0]}..{powers[-1]}'}" + (
        f", {', '.join(own)}" if own else ""
    )
    defender = f" against {flags.defender_has}" if flags.defender_has else ""
    health = f", health {flags.health}" if flags.health else ""
    force = f"; {flags.force} Force each" if flags.force else ""
    return attacker + defender + health + force
