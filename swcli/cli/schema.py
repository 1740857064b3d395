"""`swcli schema`: the JSON Schema of scenario files."""

from __future__ import annotations

from swcli.cli.common import ExitStatus, say_json


def run() -> ExitStatus:
    """Print the schema, made from the models that read scenarios."""
    from swcli.scenario.form import json_schema

    say_json(json_schema(), one_line=False)
    return ExitStatus.OK
