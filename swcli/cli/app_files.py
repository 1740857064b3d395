"""The commands about files and rules. What one does is imported when it is called, so that the rest starts fast."""

from __future__ import annotations

from typing import Annotated

import typer

from swcli.cli.base import EXAMPLE, Chosen, Files, Format, app, helped, named


@app.command(
    short_help="Run scenarios against what they expect.",
    help=helped(
        "Run every scenario that says what must come out, and show where it does not. A clause counts as exercised by "
        "a file if its trace, or its refusal, cites it.",
        "swcli check scenarios",
        "swcli check --coverage scenarios",
        "swcli check --coverage --format json scenarios",
    ),
)
def check(
    paths: Annotated[
        list[str], typer.Argument(callback=named, metavar="PATH...", help="Scenarios, and folders of scenarios.")
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
    help=helped(
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
    help=helped(
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
    help=helped(
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
    help=helped(
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
