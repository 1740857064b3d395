"""`swcli schema`: the JSON Schema of scenario files."""

from __future__ import annotations

from typing import Final

from swcli.cli.common import ExitStatus, say_json

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def run() -> ExitStatus:
    """Print the schema, made from the models that read scenarios."""
    from swcli.scenario.models import ScenarioForm

    say_json({"$schema": DIALECT, **ScenarioForm.model_json_schema()}, one_line=False)
    return ExitStatus.OK
