"""`swcli odds`: the exact odds of a scenario, or of one attack that is given by flags."""

from __future__ import annotations

import sys
from collections.abc import Callable
from shutil import get_terminal_size
from typing import NamedTuple

from swcli.cli.common import ExitStatus, WrongUse, fancy, player_named, say, say_json, show
from swcli.cli.odds_asked import Case, Flags, Refusal, from_file, from_flags
from swcli.cli.progress import Progress
from swcli.drive.explore import Stopped
from swcli.drive.goal import GoalError
from swcli.drive.odds.block import TooManyDice
from swcli.drive.odds.objective import Objective
from swcli.drive.odds.order import luckys
from swcli.drive.odds.players import POLICIES, Policy
from swcli.drive.odds.solve import Endless, solve
from swcli.report.odds import Asked, page
from swcli.report.odds_beside import powers_page, powers_record, versus_page, versus_record
from swcli.report.odds_record import HEAD, record, rows
from swcli.report.text import WIDTH
from swcli.scenario.faults import nearest, shown, words


class Wanted(NamedTuple):
    """What is asked of the command, beside the file or the flags.

    Attributes:
        objective, player: as written, or None. play: as written. versus: another file, or None.
        strategy: whether to say what each player should do. plot: a file for a picture, or None.
        most: how many positions to look at. format: `text`, `json` or `csv`.
    """

    objective: str | None
    player: str | None
    play: list[str]
    versus: str | None
    strategy: bool
    plot: str | None
    most: int
    format: str


def run(name: str | None, flags: Flags, wanted: Wanted, rulings: list[str] | None) -> ExitStatus:
    """Find the odds and print them.

    Args:
        name: the file, or None for an attack given by flags.
        flags: that attack.
        wanted: the rest of the options.
        rulings: readings of contested questions, as written.
    """
    from swcli.cli.rulings import choose

    if wanted.plot is not None:
        from swcli.report.odds_plot import draw
        from swcli.report.pictures import ready

    sys.set_int_max_str_digits(0)  # a fraction may have as many digits as it needs
    readings = choose("odds", rulings)
    if readings is None:
        return ExitStatus.USAGE
    try:
        if wanted.plot is not None:
            _plot(wanted.plot, lambda: ready(wanted.plot or ""))
        if wanted.versus == name == "-":
            raise WrongUse("--versus: standard input can be read once\nhint: give one of the two as a file")
        cases = from_file(name, readings) if name is not None else from_flags(flags, readings)
        if wanted.versus is not None:
            if len(cases) > 1:
                raise WrongUse("--versus: several powers can't be set beside a file\nhint: give one --power")
            cases += from_file(wanted.versus, readings)
            if cases[0].name == cases[1].name:
                cases[1] = cases[1]._replace(name=f"{cases[1].name} (2)")
        _check(wanted, cases)
        found = _found(cases, wanted)
        if wanted.plot is not None:
            _plot(wanted.plot, lambda: draw(wanted.plot or "", found, wanted.versus is not None))
    except Refusal as refusal:
        return refusal.status
    except KeyboardInterrupt:
        print("swcli odds: interrupted", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    except WrongUse as error:
        print(f"swcli odds: {error}", file=sys.stderr)
        return ExitStatus.USAGE
    except Stopped:
        print(
            f"swcli odds: stopped at --most {wanted.most:,} positions: odds of a part of all lines would be wrong\n"
            "hint: a larger --most takes longer and more memory; fewer units, abilities or less Force make fewer",
            file=sys.stderr,
        )
        return ExitStatus.EXPECTATION
    _print(found, wanted)
    return ExitStatus.OK


# -- finding


def _check(wanted: Wanted, cases: list[Case]) -> None:
    if wanted.strategy and (len(cases) > 1 or wanted.format == "csv"):
        raise WrongUse("--strategy: it is told for one case, as text or JSON\nhint: give one --power, and no --versus")
    for case in cases:
        if not case.script:
            raise WrongUse(
                f"{case.called}: there is nothing to play\nhint: give its `script:` an `attack:` without `roll:`"
            )


def _found(cases: list[Case], wanted: Wanted) -> list[tuple[str, Asked]]:
    found = []
    progress = _Telling(len(cases))
    try:
        for case in cases:
            progress.case(case.name)
            found.append((case.name, _ask(case, wanted, progress)))
    finally:
        progress.clear()
    return found


def _ask(case: Case, wanted: Wanted, progress: Callable[[int], None]) -> Asked:
    players = case.position.table.players
    policies = _policies(wanted.play, players)
    objective = _objective(case, wanted)
    case.refuse_if_illegal()
    try:
        found = solve(case.position, case.script, policies, objective, True, wanted.strategy, wanted.most, progress)
        order = luckys(case.position, found, wanted.most)
    except TooManyDice as error:
        raise WrongUse(
            f"{case.called}: {error.args[0]} dice that differ in so many ways are too many\n"
            "hint: give fewer dice, or fewer keywords that look at natural faces"
        ) from None
    except Endless:
        raise WrongUse(
            f"{case.called}: some lines go on for ever, damage being deflected to and fro free of charge\n"
            "hint: leave the ruling deflect-source at its default, or give the Deflects a cost"
        ) from None
    return Asked(
        case.file,
        case.title,
        case.position,
        case.script,
        policies,
        objective,
        found,
        order,
        case.ignored,
        case.remarks,
        case.endless_health,
        case.line_of,
    )


def _policies(play: list[str], players: tuple[str, ...]) -> tuple[Policy, ...]:
    found: list[Policy] = ["optimal"] * len(players)
    for text in play:
        who, equals, policy = text.rpartition("=")
        chosen = (player_named(who, players, "--play"),) if equals else range(len(players))
        if policy not in POLICIES:
            near = nearest(policy, POLICIES)
            hint = f"did you mean `{near}`?" if near else f"write {words(POLICIES)}"
            raise WrongUse(f"--play: {shown(policy)} is no way to play\nhint: {hint}")
        for place in chosen:
            found[place] = policy
    return tuple(found)


def _objective(case: Case, wanted: Wanted) -> Objective:
    from swcli.drive.goal import parse, whose

    table = case.position.table
    attacks = any(entry.kind == "attack" for entry in case.script)
    if not attacks and (wanted.objective is None or wanted.objective.strip().lower() == "damage"):
        raise WrongUse(
            f"{case.called}: there is no attack in the script\nhint: add one, or say what is played for by --objective"
        )
    if wanted.objective is None or wanted.objective.strip().lower() == "damage":
        if wanted.player is not None:
            raise WrongUse("--player: it says who wants a goal, and there is none\nhint: add --objective GOAL")
        return Objective()
    if not wanted.objective.strip():
        raise WrongUse("--objective: it is empty\nhint: write `damage`, or a goal such as `defender discarded`")
    try:
        goal = parse(wanted.objective, table)
    except GoalError as error:
        where = f"--objective, for {case.called}" if wanted.versus is not None else "--objective"
        raise WrongUse(f"{where}: {error.render()}") from None
    if wanted.player is None:
        player = whose(goal.text, table)
        if player is None:
            raise WrongUse(
                f"--objective: it is not said who wants `{goal.text}`\nhint: add --player {words(table.players)}"
            )
        return Objective(goal, player)
    return Objective(goal, player_named(wanted.player, table.players, "--player"))


# -- printing


def _print(found: list[tuple[str, Asked]], wanted: Wanted) -> None:
    width = get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    full = fancy()
    if wanted.format == "csv":
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(HEAD)
        for name, asked in found:
            writer.writerows(rows(name, asked))
        say(text.getvalue())
    elif wanted.versus is not None:
        if wanted.format == "json":
            say_json(versus_record(found), one_line=False)
        else:
            show(versus_page(found, width))
    elif len(found) > 1:
        if wanted.format == "json":
            say_json(powers_record(found), one_line=False)
        else:
            show(powers_page(found, max(0, min(40, width - 60)), full))
    else:
        _print_one(found[0][1], wanted, width, full)


def _print_one(asked: Asked, wanted: Wanted, width: int, full: bool) -> None:
    if wanted.format == "json":
        data = record(asked)
        if wanted.strategy:
            from swcli.report.odds_strategy import strategy_record

            data["strategy"] = strategy_record(asked)
        say_json(data, one_line=False)
        return
    blocks = page(asked, width, full)
    if wanted.strategy:
        from swcli.report.odds_strategy import strategy

        place = next(number for number, block in enumerate(blocks) if getattr(block, "style", "") == "note")
        blocks[place:place] = strategy(asked)
    show(blocks)


def _plot(path: str, draw: Callable[[], None]) -> None:
    """Draw a picture, or look whether that can be done.

    Raises:
        Refusal: it can't, which has been said.
    """
    from swcli.report.pictures import PlotError

    try:
        draw()
    except PlotError as error:
        print(f"swcli odds: --plot: {error}", file=sys.stderr)
        raise Refusal(error.status) from None


class _Telling:
    """Tells how many positions were found, and of which power if there are several."""

    def __init__(self, cases: int) -> None:
        self._progress = Progress()
        self._cases = cases
        self._case = ""

    def case(self, name: str) -> None:
        """The next case begins."""
        self._case = f"power {name}: " if self._cases > 2 else ""

    def __call__(self, positions: int) -> None:
        """There are so many positions."""
        self._progress.say(lambda seconds: f"{self._case}{positions:,} positions, {seconds:.0f} s")

    def clear(self) -> None:
        """Say no more."""
        self._progress.clear()
