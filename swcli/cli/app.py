"""The commands and their options. What a command does is imported when it is called, so that the rest starts fast."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

app = typer.Typer(
    name="swcli",
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: rich would double the time it takes
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Format = Annotated[
    Literal["text", "json"],
    typer.Option("--format", "-f", help="text for people, json for programs.", show_default=True),
]
Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Scenarios, YAML or JSON; - reads standard input.")]


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
    """Adjudicate Star Wars TCG battles: say what is on the table, read what happens and why.

    \b
    Examples:
      swcli resolve scenarios/deflect/sidious-and-ahsoka.yaml
      swcli check scenarios
      swcli explain deflect

    \b
    Exit status:
      0   resolved, and every expectation holds
      1   an expectation does not hold
      2   wrong use of the command
      3   the file can't be read or is no valid scenario
      4   a play is refused; a decision or die is missing or left over
      70  a fault of swcli itself; 130 when interrupted
    With several files, the highest that occurred.
    """


@app.command()
def resolve(
    files: Files,
    format: Format = "text",
    explain: Annotated[
        Literal["outcome", "fired", "full"],
        typer.Option(
            "--explain",
            "-e",
            help="How much of the trace: the outcome; also what fired and was played; or all, "
            "with what did not fire and why.",
        ),
    ] = "full",
    seed: Annotated[
        int | None, typer.Option("--seed", help="Roll the dice that the file does not give, by this seed.")
    ] = None,
) -> None:
    """Play a scenario by the rules and tell what happens, step by step, with the rule for each step.

    \b
    Examples:
      swcli resolve scenarios/deflect/sidious-and-ahsoka.yaml
      swcli resolve --explain outcome scenarios/deflect/sidious-and-ahsoka.yaml
      cat scenarios/deflect/sidious-and-ahsoka.yaml | swcli resolve - --format json
    """
    from swcli.cli import resolve as command

    raise typer.Exit(command.run(files, format, explain, seed))


@app.command()
def check(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Scenarios, and folders of scenarios.")],
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List every clause with the scenarios that exercise it.")
    ] = False,
    format: Format = "text",
) -> None:
    """Run every scenario that says what must come out, and show where it does not.

    A clause counts as exercised by a file if its trace, or its refusal, cites it.

    \b
    Examples:
      swcli check scenarios
      swcli check --coverage scenarios
      swcli check --coverage --format json scenarios
    """
    from swcli.cli import check as command

    raise typer.Exit(command.run(paths, coverage, format))


@app.command()
def validate(files: Files) -> None:
    """Read scenarios without playing them, and report every fault with its place in the file.

    \b
    Example:
      swcli validate scenarios/deflect/sidious-and-ahsoka.yaml
    """
    from swcli.cli import validate as command

    raise typer.Exit(command.run(files))


@app.command()
def schema() -> None:
    """Print the JSON Schema of scenario files, for editors and other programs.

    \b
    Example:
      swcli schema > scenario.schema.json
    """
    from swcli.cli import schema as command

    raise typer.Exit(command.run())


@app.command()
def explain(
    about: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEYWORD | CLAUSE | CODE | RULING]", help="What to explain; without it, the list."),
    ] = None,
) -> None:
    """Explain a keyword, a clause of the rules, an error code or a named ruling.

    \b
    Examples:
      swcli explain
      swcli explain critical hit
      swcli explain deflect.once-per-source
      swcli explain SW401
    """
    from swcli.cli import explain as command

    raise typer.Exit(command.run(" ".join(about or ())))
