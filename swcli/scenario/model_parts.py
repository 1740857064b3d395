"""What the models of a scenario file share: bounds, plain types, costs and abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import (  # noqa: TID253 - a part of `models`, the home of pydantic
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
)
from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")
    Maybe: TypeAlias = T | None
else:

    class Maybe:
        """`Maybe[X]` is X to pydantic: a key that may be left out, but takes no null. Left out, it is None."""

        def __class_getitem__(cls, item: Any) -> Any:
            """X itself."""
            return item


MOST: Final = 1000
MOST_UNITS: Final = 200
MOST_ENTRIES: Final = 2000
MOST_ITEMS: Final = 100

Arena = Literal["space", "ground", "character", "build"]
Place = Literal["space", "ground", "character", "build", "discard pile"]
Until = Literal["attack", "battle", "turn"]
PopName = Literal[
    "attack", "re-roll", "pending damage", "damage prevention", "damage placement", "unit discard", "attack end"
]

Count = Annotated[int, Field(ge=0, le=MOST)]
Health = Annotated[int, Field(ge=1, le=MOST)]
Change = Annotated[int, Field(ge=-MOST, le=MOST)]
Result = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[list[Face], Field(max_length=MOST)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
CardText = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Id = Name


def clean_schema(schema: dict[str, Any]) -> None:
    """Take null out of a schema: it only says that a key was left out, and a file may not say it."""
    for field in schema.get("properties", {}).values():
        if field.get("default", 0) is None:
            del field["default"]


class Form(BaseModel):
    """What all parts of a file have in common."""

    # Built when first used, all at once: building each alone costs twice the time.
    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True, json_schema_extra=clean_schema)


TAGS: Final = frozenset(("<list>", "<text>", "<parts>", "<grant>", "<number>"))
"""Names of the ways to write a thing; they stand in the locations of pydantic's errors."""


def kind_of(value: Any) -> str:
    """Which of the ways to write an ability or a cost this is, so that a fault is reported for that way alone."""
    if isinstance(value, list):
        return "<list>"
    if not isinstance(value, dict):
        return "<text>"
    return "<grant>" if "get" in value or "to" in value else "<parts>"


class CostParts(Form):
    """A cost in parts, all of which are paid. `{}` is free of charge."""

    force: Count = Field(0, description="Force paid.")
    build_points: Count = Field(0, description="Build points paid.")
    tap: bool = Field(False, description="The unit taps.")
    hand: Count = Field(0, description="Cards discarded from hand.")
    discard_pile: Count = Field(0, description="Cards of the discard pile removed from the game.")
    deck: Count = Field(0, description="Top cards of the deck discarded.")
    counters: Count = Field(0, description="Damage counters put on the unit.")


CostItem = Annotated[CardText, Tag("<text>")] | Annotated[CostParts, Tag("<parts>")]
Cost = Annotated[CostItem, Discriminator(lambda value: "<parts>" if isinstance(value, dict) else "<text>")]
Costs = Annotated[
    CostItem | Annotated[list[Cost], Field(min_length=1, max_length=20), Tag("<list>")],
    Discriminator(lambda value: kind_of(value) if not isinstance(value, dict) else "<parts>"),
]


class AbilityParts(Form):
    """An ability in parts, `{keyword: Evade, value: 2, cost: {force: 2}}`, or a text kept but not adjudicated."""

    keyword: Maybe[Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z -]*$", max_length=60)]] = Field(
        None, description="A keyword, or `power`, `speed`, `health` for a change of that."
    )
    value: Maybe[Change] = Field(None, description="The keyword's value, or the change.")
    cost: Maybe[Costs] = Field(
        None, description="The printed cost, as text or in parts; for Upkeep also a list of alternatives."
    )
    until: Maybe[Until] = Field(None, description="Makes it an activated bonus that lasts so long.")
    text: Maybe[Text] = Field(None, description="The ability as on the card, instead of its parts.")
    ignore: bool = Field(False, description="Keep the text, do not adjudicate it, and say so in the report.")


AnyAbility = Annotated[CardText, Tag("<text>")] | Annotated[AbilityParts, Tag("<parts>")]
AbilityItem = Annotated[AnyAbility, Discriminator(lambda value: "<parts>" if isinstance(value, dict) else "<text>")]


def fault(code: str, message: str, hint: str = "", key: str = "") -> PydanticCustomError:
    """A fault of form that a validator finds; `key` is the key that is meant, within what is validated."""
    return PydanticCustomError(code, "{message}", {"message": message, "hint": hint, "key": key})


def single(value: dict[str, Any], what: str, known: tuple[str, ...], beside: tuple[str, ...]) -> str:
    """The one key of `value` that says what it is."""
    found = [key for key in value if key not in beside]
    if len(found) == 1 and (found[0] in known or (what == "play" and found[0].partition("#")[0] in known)):
        return found[0]
    article = "an" if what == "entry" else "a"
    if not found:
        raise fault("SW206", f"this {what} does not say what happens", f"it has one key of {', '.join(known)}")
    for key in found:
        if key.partition("#")[0] not in known:
            raise fault("SW201", key, what, key=key)
    if len(found) == 1:
        raise fault("SW206", f"{article} {what} takes no number", f"write `{found[0].partition('#')[0]}`", key=found[0])
    hint = "each starts with `- ` on a line of its own"
    raise fault(
        "SW206",
        f"`{found[0]}` and `{found[1]}` stand in one {what}",
        f"{article} {what} has one key; {hint}",
        key=found[1],
    )
