"""The commands about odds. What one does is imported when it is called, so that the rest starts fast."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from swcli.cli.base import ODDS, OTHERS, Chosen, app, helped, maybe_named, named


@app.command(
    short_help="Find the exact odds of a scenario or an attack.",
    help=helped(
        "Find exactly how likely everything is that may come of a scenario or of one attack: dice that are not given "
        "are chance, and both players make the best of their choices. Open hands and known effects are presumed.",
        'swcli odds --power 5 --vs "Parry 1, Pay 1 Force -> Evade 2" --force 2',
        'swcli odds --power 3..9 --lucky 2 --vs "Lucky 2, Armor"',
        'swcli odds --power 6 --lucky 2 --vs "Parry 2" --strategy',
        f"swcli odds {ODDS}",
        f'swcli odds --objective "ahsoka discarded" -f json {ODDS}',
        after="\n\nWhat is computed, and how: docs/odds.md. Exit status 1: stopped at --most.",
    ),
)
def odds(
    file: Annotated[
        str | None,
        typer.Argument(
            callback=maybe_named, metavar="[FILE]", help="A scenario, YAML or JSON; - reads standard input."
        ),
    ] = None,
    power: Annotated[
        str | None,
        typer.Option(
            "--power",
            metavar="N|A..B",
            help="Instead of a file: the attacker's power, up to 1,000, or up to 100 powers.",
        ),
    ] = None,
    critical_hit: Annotated[
        int | None, typer.Option("--critical-hit", min=0, max=1000, metavar="N", help="The attacker's Critical Hit.")
    ] = None,
    accuracy: Annotated[
        int | None,
        typer.Option("--accuracy", min=-1000, max=1000, metavar="N", help="The attacker's Accuracy."),
    ] = None,
    lucky: Annotated[
        int | None, typer.Option("--lucky", min=0, max=1000, metavar="N", help="The attacker's Lucky.")
    ] = None,
    fury: Annotated[
        int | None, typer.Option("--fury", min=0, max=1000, metavar="N", help="The attacker's Fury.")
    ] = None,
    attacker_has: Annotated[
        str | None, typer.Option("--with", metavar="ABILITIES", help="More of the attacker's abilities.")
    ] = None,
    defender_has: Annotated[
        str | None, typer.Option("--vs", metavar="ABILITIES", help="The defender's abilities.")
    ] = None,
    health: Annotated[
        int | None, typer.Option("--health", min=1, max=1000, metavar="N", help="The defender's health left.")
    ] = None,
    attacker_health: Annotated[
        int | None,
        typer.Option("--attacker-health", min=1, max=1000, metavar="N", help="The attacker's health left."),
    ] = None,
    force: Annotated[
        int | None, typer.Option("--force", min=0, max=1000, metavar="N", help="The Force that each has.")
    ] = None,
    by: Annotated[
        Literal["dark", "light"] | None, typer.Option("--by", help="Whose unit attacks; dark unless said.")
    ] = None,
    play: Annotated[
        list[str] | None,
        typer.Option(
            "--play",
            metavar="[PLAYER=]HOW",
            help="How choices are made that the script does not make: optimal, never, always or script; of both "
            "players or of one. May be repeated.",
        ),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option("--objective", metavar="damage|GOAL", help="What is played for: damage, or a goal as in explore."),
    ] = None,
    player: Annotated[str | None, typer.Option("--player", help="Who wants the goal.")] = None,
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Say what each player should do, by what the dice show.")
    ] = False,
    versus: Annotated[
        str | None, typer.Option("--versus", metavar="FILE2", help="Set the odds of another scenario beside it.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw the odds into this .svg or .png.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, metavar="N", help="Give up after so many positions.")] = 150_000,
    format: Annotated[
        Literal["text", "json", "csv"],
        typer.Option("--format", "-f", help="text for people, json and csv for programs, with fractions."),
    ] = "text",
    ruling: Chosen = None,
) -> None:
    """Run the command `odds`."""
    from swcli.cli.odds import Wanted, run
    from swcli.cli.odds_asked import Flags

    flags = Flags(
        power, critical_hit, accuracy, lucky, fury, attacker_has, defender_has, health, attacker_health, force, by
    )
    if file is not None and flags.given:
        raise typer.BadParameter("not together with FILE, which says that itself", param_hint=flags.given[0])
    wanted = Wanted(objective, player, play or [], versus, strategy, plot, most, format)
    raise typer.Exit(run(file, flags, wanted, ruling))


@app.command(
    short_help="Exact odds of every unit of a file against every unit of another.",
    help=helped(
        "Let every unit of a file attack every unit of another, or of the same one, each pair alone on a fresh table: "
        "the damage that the defender gets, as expected, and the chance that it is discarded, exactly. The attacker "
        "keeps its player and is untapped, the defender is put on the other side; Force, damage counters and attached "
        "Equipment are as in the files.",
        f"swcli matrix {ODDS}",
        f"swcli matrix {ODDS} {OTHERS} --force 4",
        f"swcli matrix {ODDS} --format csv > matrix.csv",
        f"swcli matrix {ODDS} --plot matrix.svg",
        f"swcli matrix {ODDS} --resume cells.jsonl --jobs 2 --format json",
        after="\n\nCells that only ids and names tell apart are solved once. Exit status 130: interrupted; what is "
        "done is kept with --resume.",
    ),
)
def matrix(
    attackers: Annotated[
        str, typer.Argument(callback=named, metavar="ATTACKERS", help="A scenario; - reads standard input.")
    ],
    defenders: Annotated[
        str | None,
        typer.Argument(callback=maybe_named, metavar="[DEFENDERS]", help="Another; left out: the same units again."),
    ] = None,
    play: Annotated[
        Literal["optimal", "never", "always"],
        typer.Option(
            "--play",
            "-p",
            help="How both players choose: for as much damage as possible, or as little; never playing anything; or "
            "preventing damage wherever they can.",
        ),
    ] = "optimal",
    force: Annotated[
        int | None,
        typer.Option("--force", min=0, max=1_000_000, metavar="N", help="Give each player so much Force."),
    ] = None,
    format: Annotated[
        Literal["text", "csv", "json"],
        typer.Option("--format", "-f", help="text for people, csv for spreadsheets, json for programs."),
    ] = "text",
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw the expected damage as an .svg or .png, too.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, max=1024, metavar="N", help="So many processes; all cores if left out."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="FILE", help="Keep finished cells there, and go on with those that it has."),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Have a Dask cluster solve the cells: its scheduler's address."),
    ] = None,
    ruling: Chosen = None,
) -> None:
    """Run the command `matrix`."""
    from swcli.cli import matrix as command

    if jobs is not None and dask is not None:
        raise typer.BadParameter("it goes without --dask: the cluster has its own workers", param_hint="--jobs")
    wanted = command.Wanted(attackers, defenders, play, force, format, plot, jobs, resume, dask)
    raise typer.Exit(command.run(wanted, ruling))
