"""The program itself, and what the options of its commands have in common."""

from __future__ import annotations

from typing import Annotated, Literal

import typer


def helped(what: str, *examples: str, after: str = "") -> str:
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
ODDS = "scenarios/odds/sidious.yaml"
OTHERS = "scenarios/odds/intercept.yaml"

app = typer.Typer(
    name="swcli",
    help=helped(
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


def maybe_named(given: str | None) -> str | None:
    """The same of a file that may be left out."""
    return given if given is None else str(named(given))


def named(given: str | list[str]) -> str | list[str]:
    """Names of files; an empty one is a slip of the shell, such as a variable that is not set."""
    if not all([given] if isinstance(given, str) else given):
        raise typer.BadParameter("a file name is empty")
    return given


Format = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="text for people, json for programs.")]
Files = Annotated[
    list[str],
    typer.Argument(callback=named, metavar="FILE...", help="Scenarios, YAML or JSON; - reads standard input."),
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
