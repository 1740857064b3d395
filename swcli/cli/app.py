"""The commands and their options. What a command does is imported when it is called, so that the rest starts fast."""

from __future__ import annotations

from typing import Annotated, Literal

import typer


def _help(what: str, *examples: str, after: str = "") -> str:
    """Help text with its examples; the control character keeps lines as they are."""
    title = "Examples" if len(examples) > 1 else "Example"
    lines = "".join(f"\n  {example}" for example in examples)
    return f"{what}\n\n\b\n{title}:{lines}{after}"


STATUS = """

\b
Exit status:
  0    resolved, and every expectation holds
  1    an expectation does not hold
  2    wrong use of the command
  3    the file can't be read or is no valid scenario
  4    a play is refused; a decision or die is missing or left over
  70   a fault of swcli itself
  74   the output can't be written
  130  interrupted
With several files, the highest that occurred."""

EXAMPLE = "scenarios/source-cards/01-ahsoka-tano-whole-text.yaml"
EXPLORED = "scenarios/explore/heavy.yaml"
ODDS = "scenarios/odds/sidious-and-ahsoka.yaml"

app = typer.Typer(
    name="swcli",
    help=_help(
        "Adjudicate Star Wars TCG battles: say what is on the table, read what happens and why.",
        f"swcli resolve {EXAMPLE}",
        "swcli check scenarios",
        "swcli explain deflect",
        after=STATUS,
    ),
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: rich would double the time it takes
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _maybe_named(given: str | None) -> str | None:
    """The same of a file that may be left out."""
    return given if given is None else str(_named(given))


def _named(given: str | list[str]) -> str | list[str]:
    """Names of files; an empty one is a slip of the shell, such as a variable that is not set."""
    if not all([given] if isinstance(given, str) else given):
        raise typer.BadParameter("a file name is empty")
    return given


Format = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="text for people, json for programs.")]
Files = Annotated[
    list[str],
    typer.Argument(callback=_named, metavar="FILE...", help="Scenarios, YAML or JSON; - reads standard input."),
]

Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", min=0, max=10**18 - 1, metavar="N", help="Roll the dice that the file does not give, by this seed."
    ),
]

Chosen = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        "-r",
        metavar="NAME=READING",
        help="Take this reading of a contested ruling, whatever the file says; may be repeated.",
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        from swcli import __version__

        typer.echo(f"swcli {__version__}")
        raise typer.Exit()


@app.callback()
def swcli(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Options that stand before a command."""


@app.command(
    short_help="Play a scenario and tell what happens, and why.",
    help=_help(
        "Play a scenario by the rules and tell what happens, step by step, with the rule for each step.",
        f"swcli resolve {EXAMPLE}",
        f"swcli resolve --explain outcome {EXAMPLE}",
        f"swcli resolve --sensitivity {EXAMPLE}",
        f"swcli resolve -i --save played.yaml {EXAMPLE}",
        f"cat {EXAMPLE} | swcli resolve - --format json",
    ),
)
def resolve(
    files: Files,
    format: Format = "text",
    explain: Annotated[
        Literal["outcome", "fired", "full"],
        typer.Option(
            "--explain",
            "-e",
            help="How much of the trace: the outcome; also what was rolled, fired and played; or all, with what did "
            "not fire and why.",
        ),
    ] = "full",
    seed: Seed = None,
    ruling: Chosen = None,
    sensitivity: Annotated[
        bool,
        typer.Option(
            "--sensitivity", help="Try every other reading of contested rulings, and other orders: what would change."
        ),
    ] = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", "-n", help="Show the number of each event, for `swcli options --at`.")
    ] = False,
    interactive: Annotated[
        bool,
        typer.Option(
            "--interactive",
            "-i",
            help="Play it: attacks and dice as the file has them, every choice asked. Without a script, what comes "
            "next is asked, too.",
        ),
    ] = False,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="With -i: write what was played, as a scenario with its script."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="With --save: write over a file that is there.")] = False,
) -> None:
    """Run the command `resolve`."""
    from swcli.cli import resolve as command

    if interactive:
        if numbers:
            raise typer.BadParameter(
                "it goes without -i: use it on the file that --save writes", param_hint="--numbers"
            )
        raise typer.Exit(command.play(files, format, explain, seed, ruling, sensitivity, save, force))
    if save is not None or force:
        raise typer.BadParameter("it goes with -i", param_hint="--save" if save is not None else "--force")
    raise typer.Exit(command.run(files, format, explain, seed, ruling, sensitivity, numbers))


@app.command(
    short_help="List what each player may do at an event of the trace.",
    help=_help(
        "Say what each player may do at an event of the trace, what it would do and cost, and of every other ability "
        "that is there why it can't be used. A play or a pass stands for the choice that it answered, anything else "
        "for the next choice. The numbers of the events: swcli resolve --numbers, or seq in its JSON.",
        f"swcli resolve --numbers {EXAMPLE}",
        f"swcli options --at 20 {EXAMPLE}",
        f"swcli options --at 20 --format json {EXAMPLE}",
    ),
)
def options(
    file: Annotated[str, typer.Argument(callback=_named, metavar="FILE", help="A scenario; - reads standard input.")],
    at: Annotated[int, typer.Option("--at", "-a", metavar="N", help="The number of the event.")],
    format: Format = "text",
    seed: Seed = None,
    ruling: Chosen = None,
) -> None:
    """Run the command `options`."""
    from swcli.cli import options as command

    raise typer.Exit(command.run(file, at, format, seed, ruling))


@app.command(
    short_help="Walk every legal line, and say whether a goal can be had.",
    help=_help(
        "Take the position and the dice of a scenario, let the players choose as they like, and walk every legal line: "
        "how many there are, which outcomes they have, and a shortest line to each. With --goal: whether it is "
        "impossible, possible, certain, or can be forced, and how. Dice that the file does not give are chance. Open "
        "hands and known effects are presumed.",
        f"swcli explore {EXPLORED}",
        f'swcli explore --goal "luke survives" --player light {EXPLORED}',
        f"swcli explore --player light --from 7 {EXPLORED}",
        f'swcli explore --flip "luke survives" {EXPLORED}',
        after="\n\nThe goal language: docs/explore.md. Exit status 1: stopped at --most before all was looked at; 130: "
        "interrupted, after printing what is known so far.",
    ),
)
def explore(
    file: Annotated[
        str, typer.Argument(callback=_named, metavar="FILE", help="A scenario, YAML or JSON; - reads standard input.")
    ],
    start: Annotated[
        int,
        typer.Option("--from", min=0, metavar="N", help="Only choices after event N of the trace are free."),
    ] = 0,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            help="Without a goal: only this player chooses, the other does what the file says. With one: both choose, "
            "and the question is whether this player can force it.",
        ),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option("--goal", "-g", help='What has to be true at the end: "ahsoka survives and force of dark = 0".'),
    ] = None,
    flip: Annotated[
        str | None,
        typer.Option(
            "--flip", metavar="GOAL", help="Instead: the smallest changes of the scenario that turn this goal."
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="How many outcomes to print; JSON has all.")] = 20,
    most: Annotated[
        int, typer.Option("--most", min=1, help="Stop after so many positions; the default takes less than 500 MB.")
    ] = 150_000,
    format: Format = "text",
    ruling: Chosen = None,
) -> None:
    """Run the command `explore`."""
    if flip is not None:
        if start or player or goal:
            raise typer.BadParameter("it stands without --from, --player and --goal", param_hint="--flip")
        from swcli.cli import flip as flipped

        raise typer.Exit(flipped.run(file, flip, limit, format, ruling))
    from swcli.cli import explore as command

    raise typer.Exit(command.run(file, start, player, goal, limit, most, format, ruling))


@app.command(
    short_help="Find the exact odds of a scenario or an attack.",
    help=_help(
        "Find exactly how likely everything is that may come of a scenario or of one attack: dice that are not given "
        "are chance, and both players make the best of their choices. Open hands and known effects are presumed.",
        'swcli odds --power 5 --critical-hit 1 --vs "Parry 1, Pay 1 Force -> Evade 2" --health 4 --force 2',
        'swcli odds --power 3..9 --lucky 2 --vs "Lucky 2, Armor"',
        'swcli odds --power 6 --lucky 2 --vs "Parry 2" --strategy',
        f"swcli odds {ODDS}",
        f'swcli odds --objective "ahsoka discarded" --format json {ODDS}',
        after="\n\nWhat is computed, and how: docs/odds.md. Exit status 1: stopped at --most.",
    ),
)
def odds(
    file: Annotated[
        str | None,
        typer.Argument(
            callback=_maybe_named, metavar="[FILE]", help="A scenario, YAML or JSON; - reads standard input."
        ),
    ] = None,
    power: Annotated[
        str | None,
        typer.Option("--power", metavar="N|A..B", help="Instead of a file: the attacker's power, or several."),
    ] = None,
    critical_hit: Annotated[
        int | None, typer.Option("--critical-hit", min=0, max=1000, help="The attacker's Critical Hit.")
    ] = None,
    accuracy: Annotated[
        int | None, typer.Option("--accuracy", min=-1000, max=1000, help="The attacker's Accuracy.")
    ] = None,
    lucky: Annotated[int | None, typer.Option("--lucky", min=0, max=1000, help="The attacker's Lucky.")] = None,
    fury: Annotated[int | None, typer.Option("--fury", min=0, max=1000, help="The attacker's Fury.")] = None,
    attacker_has: Annotated[
        str | None, typer.Option("--with", metavar="ABILITIES", help="More of the attacker's abilities.")
    ] = None,
    defender_has: Annotated[
        str | None, typer.Option("--vs", metavar="ABILITIES", help="The defender's abilities.")
    ] = None,
    health: Annotated[int | None, typer.Option("--health", min=1, max=1000, help="The defender's health left.")] = None,
    attacker_health: Annotated[
        int | None, typer.Option("--attacker-health", min=1, max=1000, help="The attacker's health left.")
    ] = None,
    force: Annotated[int | None, typer.Option("--force", min=0, max=1000, help="The Force that each has.")] = None,
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
    most: Annotated[int, typer.Option("--most", min=1, help="Give up after so many positions.")] = 150_000,
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
        raise typer.BadParameter("it stands without a file, which says that itself", param_hint=flags.given[0])
    wanted = Wanted(objective, player, play or [], versus, strategy, plot, most, format)
    raise typer.Exit(run(file, flags, wanted, ruling))


@app.command(
    short_help="Exact odds of every unit of a file against every unit of another.",
    help=_help(
        "Let every unit of a file attack every unit of another, or of the same one, each pair alone on a fresh table: "
        "the damage that the defender gets, as expected, and the chance that it is discarded, exactly. The attacker "
        "keeps its player and is untapped, the defender is put on the other side; Force, damage counters and attached "
        "Equipment are as in the files.",
        f"swcli matrix {EXPLORED}",
        "swcli matrix dark.yaml light.yaml --force 4",
        "swcli matrix dark.yaml light.yaml --format csv > matrix.csv",
        "swcli matrix dark.yaml light.yaml --plot matrix.svg",
        "swcli matrix cards.yaml --resume cells.jsonl --jobs 8 --format json",
        after="\n\nCells that only ids and names tell apart are solved once. Exit status 130: interrupted; what is "
        "done is kept with --resume.",
    ),
)
def matrix(
    attackers: Annotated[
        str, typer.Argument(callback=_named, metavar="ATTACKERS", help="A scenario; - reads standard input.")
    ],
    defenders: Annotated[
        str | None,
        typer.Argument(callback=_maybe_named, metavar="[DEFENDERS]", help="Another; left out: the same units again."),
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


@app.command(
    short_help="Run scenarios against what they expect.",
    help=_help(
        "Run every scenario that says what must come out, and show where it does not. A clause counts as exercised by "
        "a file if its trace, or its refusal, cites it.",
        "swcli check scenarios",
        "swcli check --coverage scenarios",
        "swcli check --coverage --format json scenarios",
    ),
)
def check(
    paths: Annotated[
        list[str], typer.Argument(callback=_named, metavar="PATH...", help="Scenarios, and folders of scenarios.")
    ],
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List every clause with the scenarios that exercise it.")
    ] = False,
    format: Format = "text",
    ruling: Chosen = None,
) -> None:
    """Run the command `check`."""
    from swcli.cli import check as command

    raise typer.Exit(command.run(paths, coverage, format, ruling))


@app.command(
    short_help="Report every fault of scenario files.",
    help=_help(
        "Read scenarios without playing them, and report every fault with its place in the file.",
        f"swcli validate {EXAMPLE}",
    ),
)
def validate(files: Files, ruling: Chosen = None) -> None:
    """Run the command `validate`."""
    from swcli.cli import validate as command

    raise typer.Exit(command.run(files, ruling))


@app.command(
    short_help="Print the JSON Schema of scenario files.",
    help=_help(
        "Print the JSON Schema of scenario files, for editors and other programs.",
        "swcli schema > scenario.schema.json",
    ),
)
def schema() -> None:
    """Run the command `schema`."""
    from swcli.cli import schema as command

    raise typer.Exit(command.run())


@app.command(
    short_help="List contested questions of the rules, and their readings.",
    help=_help(
        "List the contested questions of the rules with the readings that may be taken of them, or explain one.",
        "swcli rulings",
        "swcli rulings deflect-source",
        "swcli rulings --format json",
    ),
)
def rulings(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The ruling to explain.")] = None,
    format: Format = "text",
) -> None:
    """Run the command `rulings`."""
    from swcli.cli import rulings as command

    raise typer.Exit(command.run(name, format))


@app.command(
    short_help="Explain a keyword, clause, code or ruling.",
    help=_help(
        "Explain a keyword, a clause of the rules, an error code or a named ruling; without any, list what there is.",
        "swcli explain",
        "swcli explain critical hit",
        "swcli explain deflect.once-per-source",
        "swcli explain SW401",
    ),
)
def explain(
    about: Annotated[
        list[str] | None, typer.Argument(metavar="[KEYWORD | CLAUSE | CODE | RULING]", help="What to explain.")
    ] = None,
) -> None:
    """Run the command `explain`."""
    from swcli.cli import explain as command

    raise typer.Exit(command.run(" ".join(about or ())))
