"""The commands that play a scenario. What one does is imported when it is called, so that the rest starts fast."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from swcli.cli.base import EXAMPLE, EXPLORED, Chosen, Files, Format, Seed, app, helped, named


@app.command(
    short_help="Play a scenario and tell what happens, and why.",
    help=helped(
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
    help=helped(
        "Say what each player may do at an event of the trace, what it would do and cost, and of every other ability "
        "that is there why it can't be used. A play or a pass stands for the choice that it answered, anything else "
        "for the next choice. The numbers of the events: swcli resolve --numbers, or seq in its JSON.",
        f"swcli resolve --numbers {EXAMPLE}",
        f"swcli options --at 20 {EXAMPLE}",
        f"swcli options --at 20 --format json {EXAMPLE}",
    ),
)
def options(
    file: Annotated[str, typer.Argument(callback=named, metavar="FILE", help="A scenario; - reads standard input.")],
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
    help=helped(
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
        str, typer.Argument(callback=named, metavar="FILE", help="A scenario, YAML or JSON; - reads standard input.")
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
