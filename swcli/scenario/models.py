"""The form of a scenario file, as pydantic models: which keys there are, what they take, and within what bounds.

What the words mean (ids, ability text, clauses) is checked in `setup`. Nothing is converted: text is text, a number a
number, and null is never allowed, since a key with nothing behind it is a slip.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import (
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    ValidationError,
    model_validator,
)

from swcli.scenario.model_parts import (
    MOST,
    MOST_ENTRIES,
    MOST_ITEMS,
    MOST_UNITS,
    AbilityItem,
    AnyAbility,
    Arena,
    Cost,
    Count,
    Faces,
    Form,
    Health,
    Id,
    Maybe,
    Name,
    Place,
    Result,
    Text,
    fault,
    kind_of,
    single,
)
from swcli.scenario.model_plays import (
    EffectForm,
    PlayForm,
    UseForm,
)

__all__ = ["ScenarioForm", "ValidationError"]


class PlayerForm(Form):
    """What a player has."""

    force: Count = Field(0, description="Force.")
    build_points: Count = Field(0, description="Build points.")
    discard_pile: Count = Field(0, description="Number of cards in the discard pile.")
    hand: Count = Field(0, description="Number of cards in hand.")


class UnitForm(Form):
    """A unit in play: its values as they stand, without what Equipment and abilities of this file add."""

    name: Maybe[Name] = Field(None, description="Name shown in the report; the id when left out.")
    player: Id = Field(description="Whose unit it is.")
    arena: Maybe[Arena] = Field(None, description="Where it is. A unit that pilots another may leave it out.")
    speed: Count = Field(0, description="Speed.")
    power: Count = Field(0, description="Power.")
    health: Health = Field(description="Health.")
    damage: Count = Field(0, description="Damage counters already on it.")
    tapped: bool = Field(False, description="Whether it is tapped.")
    abilities: Annotated[list[AbilityItem], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=list, description="Its abilities, as on the card."
    )
    subtypes: Annotated[list[Name], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=list, description="Its subtypes."
    )
    unique: bool = Field(False, description="Whether it is unique.")
    pilots: Maybe[Id] = Field(None, description="The unit that it pilots.")
    stacked: bool = Field(False, description="Whether it lies under the top card of a stack.")

    @model_validator(mode="before")
    @classmethod
    def _no_catalogue(cls, value: Any) -> Any:
        if isinstance(value, dict) and "card" in value:
            raise fault("SW240", "`card:` needs the card catalogue, which this version does not have", key="card")
        return value


class GrantParts(Form):
    """What an Equipment gives to units of some subtypes or names."""

    to: Annotated[list[Name], Field(min_length=1, max_length=MOST_ITEMS)] = Field(
        description="Subtypes or names of units."
    )
    get: Annotated[list[AbilityItem], Field(min_length=1, max_length=MOST_ITEMS)] = Field(description="What they get.")


Grant = Annotated[
    AnyAbility | Annotated[GrantParts, Tag("<grant>")],
    Discriminator(lambda value: kind_of(value) if not isinstance(value, list) else "<text>"),
]


class EquipmentForm(Form):
    """An Equipment card."""

    name: Maybe[Name] = Field(None, description="Name shown in the report; the id when left out.")
    player: Id = Field(description="Whose card it is.")
    equip: Maybe[Cost] = Field(None, description="Its Equip cost; needed where it is not attached from the start.")
    grants: Annotated[list[Grant], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=list, description="What it gives to its unit."
    )
    fits: Annotated[list[Name], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=list, description="Subtypes of units that may have it; any when left out."
    )
    attached_to: Maybe[Id] = Field(None, description="The unit that has it from the start.")


class AttackForm(Form):
    """An attack."""

    by: Id = Field(description="The attacker.")
    target: Id = Field(description="The unit that is attacked.")
    roll: Maybe[Faces] = Field(None, description="The attack dice, in order.")
    allowed_by: Maybe[Name] = Field(None, description="The card that allows an attack which the rules alone don't.")


ENTRIES: Final = ("attack", "build", "battle", "effect", "use", "end")
_WITH_PLAYS: Final = ("attack", "build", "effect")
Plays = Annotated[list[PlayForm], Field(max_length=MOST)]


class EntryForm(Form):
    """One entry of the script: a mapping with the one key that says what happened, and perhaps `plays`."""

    attack: Maybe[AttackForm] = Field(None, description="One attack.")
    build: Maybe[Id] = Field(None, description="The build step of a player.")
    effect: Maybe[EffectForm] = Field(None, description="A card effect between attacks.")
    use: Maybe[UseForm] = Field(None, description="An activated ability that is used between attacks.")
    end: Maybe[Literal["battle", "turn"]] = Field(None, description="What ends here.")
    plays: Plays = Field(default_factory=list, description="What was played, in order.")

    @model_validator(mode="before")
    @classmethod
    def _one_entry(cls, value: Any) -> Any:
        if type(value) is not dict:
            return value
        kind = single(value, "entry", ENTRIES, ("plays", "attacks"))
        if kind == "battle":
            hint = "write the attacks as `attack:` entries, in the order in which they were made"
            raise fault("SW240", "`battle:` (attacks in speed order) is not yet adjudicated", hint, key="battle")
        if "plays" in value and kind not in _WITH_PLAYS:
            raise fault("SW209", f"`{kind}` takes no `plays`", key="plays")
        return value


class ExpectUnitForm(Form):
    """What must be true of a unit at the end, or of an Equipment."""

    damage: Maybe[Result] = Field(None, description="Damage counters on it.")
    power: Maybe[Result] = Field(None, description="Its power.")
    speed: Maybe[Result] = Field(None, description="Its speed.")
    health: Maybe[Result] = Field(None, description="Its health.")
    tapped: Maybe[bool] = Field(None, description="Whether it is tapped.")
    discarded: Maybe[bool] = Field(None, description="Whether it was discarded.")
    arena: Maybe[Place] = Field(None, description="Where it is.")
    attached: Maybe[
        Annotated[
            Annotated[Id, Tag("<text>")] | Annotated[list[Id], Field(max_length=MOST_UNITS), Tag("<list>")],
            Discriminator(lambda value: "<list>" if isinstance(value, list) else "<text>"),
        ]
    ] = Field(None, description="Of a unit: the Equipment on it. Of an Equipment: the unit that has it. Or `none`.")


class ExpectPlayerForm(Form):
    """What a player must have at the end."""

    force: Maybe[Result] = Field(None, description="Force.")
    build_points: Maybe[Result] = Field(None, description="Build points.")


Lines = Annotated[list[Text], Field(max_length=MOST)]


class ExpectForm(Form):
    """What must come out."""

    units: dict[str, ExpectUnitForm] = Field(default_factory=dict, description="By the unit's id.")
    players: dict[str, ExpectPlayerForm] = Field(default_factory=dict, description="By player.")
    fired: Lines = Field(default_factory=list, description="Lines `UNIT KEYWORD`: it took effect.")
    not_fired: Lines = Field(default_factory=list, description="Lines `UNIT KEYWORD`: it did not.")
    illegal: Maybe[Text] = Field(
        None,
        description="The script is refused, and this clause is among those cited, or this (SW401 ...) is the code.",
    )
    cites: Lines = Field(default_factory=list, description="Clauses that the trace or the refusal cites.")


class ScenarioForm(Form):
    """A scenario: who has what in play, what was rolled, what was played, and what must come out."""

    swcli: int = Field(1, description="Version of the format.", ge=1)
    title: Maybe[Text] = Field(None, description="Title shown in the report.")
    notes: Maybe[Annotated[str, StringConstraints(max_length=20_000)]] = Field(
        None, description="Free text shown in the report."
    )
    players: Annotated[dict[str, PlayerForm], Field(max_length=2)] = Field(
        default_factory=dict, description="What the players have."
    )
    priority: Maybe[Annotated[list[Id], Field(min_length=2, max_length=2)]] = Field(
        None,
        description="Who has the first choice in every POP, then the other; `[dark, light]` when left out.",
    )
    units: Annotated[dict[str, UnitForm], Field(min_length=1, max_length=MOST_UNITS)] = Field(
        description="The units, by ids of letters, digits, - and _."
    )
    equipment: Annotated[dict[str, EquipmentForm], Field(max_length=MOST_UNITS)] = Field(
        default_factory=dict, description="Equipment cards, by id."
    )
    script: Annotated[list[EntryForm], Field(max_length=MOST_ENTRIES)] = Field(
        default_factory=list, description="What happened, in order."
    )
    expect: Maybe[ExpectForm] = Field(None, description="What must come out of it.")
    seed: Maybe[Annotated[int, Field(ge=0, lt=10**18)]] = Field(
        None, description="Rolls dice that the file does not give."
    )
    rulings: dict[str, Text] = Field(
        default_factory=dict, description="Readings of contested questions: name to reading."
    )
