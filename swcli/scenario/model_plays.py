"""Plays and card effects, as pydantic models: see `models`."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import (  # noqa: TID253 - a part of `models`, the home of pydantic
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from swcli.scenario.model_parts import (
    MOST_ITEMS,
    MOST_UNITS,
    AbilityItem,
    CardText,
    Change,
    Cost,
    Count,
    Faces,
    Form,
    Id,
    Maybe,
    Name,
    PopName,
    Until,
    clean_schema,
    fault,
    single,
)


class Played(Form):
    """What every play may say."""

    pop: Maybe[PopName] = Field(None, description="The POP in which it is played.")


class ByUnit(Played):
    """A play of a unit."""

    by: Id = Field(description="The unit that plays it.")


class UseForm(ByUnit):
    """An activated ability of a unit is used."""

    ability: Annotated[
        Annotated[Annotated[int, Field(ge=1, le=MOST_ITEMS)], Tag("<number>")] | Annotated[CardText, Tag("<text>")],
        Discriminator(lambda value: "<number>" if isinstance(value, int | float) else "<text>"),
    ] = Field(description="Its text, or enough of it, or its place in `abilities`, counted from 1.")
    to: Maybe[Id] = Field(None, description="The unit that it is used on.")


class RetaliateForm(ByUnit):
    """Retaliate is played."""

    roll: Maybe[Faces] = Field(None, description="Its dice of damage, rolled at the end of the attack.")


class LuckyForm(ByUnit):
    """Lucky is used."""

    reroll: Faces = Field(description="The faces picked up.")
    to: Maybe[Faces] = Field(None, description="The faces they became.")


class OverkillForm(Played):
    """Excess hits are moved."""

    to: Maybe[Id] = Field(None, description="The unit to which they are moved.")
    hits: Maybe[Count] = Field(None, description="How many.")


class EvadeForm(ByUnit):
    """Evade is played."""

    prevent: Maybe[Count] = Field(None, description="How much is prevented.")
    of: Maybe[Name] = Field(None, description="The damage meant: `UNIT`, `UNIT KEYWORD`, or its id in the trace.")


class ParryForm(ByUnit):
    """Parry prevents; needed only where its player may choose how much (ruling `parry-amount`)."""

    prevent: Maybe[Count] = Field(None, description="How much is prevented.")


class DeflectForm(EvadeForm):
    """Deflect is played."""

    to: Maybe[Id] = Field(None, description="The unit to which the damage is sent; `none` sends nothing on.")


class UpkeepForm(ByUnit):
    """An Upkeep is paid."""

    pay: Maybe[CardText] = Field(
        None, description="The cost that is paid, in the words of the ability; `none` declines."
    )


class EquipForm(Played):
    """An Equipment is attached."""

    card: Id = Field(description="The Equipment.")
    to: Maybe[Id] = Field(None, description="The unit that gets it.")


class GiveForm(Form):
    """A unit gets a bonus for a time."""

    unit: Id = Field(description="The unit.")
    ability: Maybe[AbilityItem] = Field(None, description="An ability that it gets.")
    power: Maybe[Change] = Field(None, description="A change of its power.")
    speed: Maybe[Change] = Field(None, description="A change of its speed.")
    health: Maybe[Change] = Field(None, description="A change of its health.")
    until: Until = Field(description="How long it lasts.")
    against: Maybe[
        Annotated[
            Annotated[Id, Tag("<text>")]
            | Annotated[list[Name], Field(min_length=1, max_length=MOST_ITEMS), Tag("<list>")],
            Discriminator(lambda value: "<list>" if isinstance(value, list) else "<text>"),
        ]
    ] = Field(None, description="It counts only against this unit, or against units of these subtypes.")


class LoseForm(Form):
    """A unit loses an ability for a time."""

    unit: Id = Field(description="The unit.")
    ability: CardText = Field(
        description="A keyword: every instance is lost; with a value, the instances of that value."
    )
    until: Until = Field("turn", description="How long it lasts.")


class PreventForm(Form):
    """Damage pending on a unit is prevented."""

    unit: Id = Field(description="The unit.")
    amount: Maybe[Count] = Field(None, description="How much is prevented.")
    all: Maybe[Literal[True]] = Field(None, description="All of it.")
    of: Maybe[Name] = Field(None, description="The damage meant, as in a play.")


class DamageForm(Form):
    """Damage is done to a unit."""

    unit: Id = Field(description="The unit.")
    amount: Maybe[Count] = Field(None, description="How much, if no dice are rolled.")
    dice: Maybe[Count] = Field(None, description="How many dice of damage.")
    roll: Maybe[Faces] = Field(None, description="Their faces.")
    unpreventable: bool = Field(False, description="Whether it can't be prevented.")


class CountersForm(Form):
    """Damage counters are put on a unit or removed; that is no damage."""

    unit: Id = Field(description="The unit.")
    amount: Change = Field(description="How many; negative: removed.")


class RerollForm(Form):
    """Attack dice are rolled again."""

    dice: Faces = Field(description="The faces picked up.")
    to: Maybe[Faces] = Field(None, description="The faces they became.")
    triggered: bool = Field(False, description="It happens by itself, before the re-roll POP opens.")


class ForceForm(Form):
    """A player gains or loses Force."""

    player: Id = Field(description="The player.")
    amount: Change = Field(description="How much; negative: lost.")


Units = Annotated[
    Annotated[Id, Tag("<text>")] | Annotated[list[Id], Field(min_length=1, max_length=MOST_UNITS), Tag("<list>")],
    Discriminator(lambda value: "<list>" if isinstance(value, list) else "<text>"),
]


class EffectForm(Played):
    """What a card outside the keyword list does: one or more actions, carried out in the order of this list."""

    by: Id = Field(description="The player who plays the card.")
    name: Maybe[Name] = Field(None, description="The card's name.")
    cost: Maybe[Cost] = Field(None, description="What it costs; nothing when left out.")
    source: Maybe[Id] = Field(None, description="The unit whose damage it is; the card itself when left out.")
    give: Maybe[GiveForm] = Field(None, description="A unit gets a bonus.")
    lose: Maybe[LoseForm] = Field(None, description="A unit loses an ability.")
    prevent: Maybe[PreventForm] = Field(None, description="Damage is prevented.")
    damage: Maybe[DamageForm] = Field(None, description="Damage is done.")
    counters: Maybe[CountersForm] = Field(None, description="Damage counters are put or removed.")
    reroll: Maybe[RerollForm] = Field(None, description="Attack dice are rolled again.")
    tap: Maybe[Units] = Field(None, description="Units tap.")
    untap: Maybe[Units] = Field(None, description="Units untap.")
    retreat: Maybe[Units] = Field(None, description="Units retreat to the build zone.")
    discard: Maybe[Units] = Field(None, description="Units are discarded.")
    force: Maybe[ForceForm] = Field(None, description="A player gains or loses Force.")


NUMBERED: Final = ("intercept", "retaliate", "evade", "deflect", "upkeep")
"""Plays of an ability of which a unit may have several: `evade#2` is its second Evade."""
PLAYS: Final = (*NUMBERED, "use", "lucky", "overkill", "parry", "equip", "order", "effect", "pass")


def _play_schema(schema: dict[str, Any]) -> None:
    clean_schema(schema)
    fields = schema["properties"]
    del fields["number"]
    schema["patternProperties"] = {f"^{play}#[1-9][0-9]?$": fields[play] for play in NUMBERED}
    schema["minProperties"] = 1
    schema["maxProperties"] = 2


class PlayForm(Form):
    """One play: a mapping with the one key that says what is played. `pop` may stand in it or beside it."""

    model_config = ConfigDict(json_schema_extra=_play_schema)

    intercept: Maybe[ByUnit] = Field(None, description="A unit takes the place of the defender.")
    use: Maybe[UseForm] = Field(None, description="An activated bonus or the like is used.")
    retaliate: Maybe[RetaliateForm] = Field(None, description="Retaliate.")
    lucky: Maybe[LuckyForm] = Field(None, description="Lucky: attack dice are rolled again.")
    overkill: Maybe[OverkillForm] = Field(None, description="Overkill: excess hits are moved.")
    parry: Maybe[ParryForm] = Field(None, description="Parry, where its player chooses how much it prevents.")
    evade: Maybe[EvadeForm] = Field(None, description="Evade.")
    deflect: Maybe[DeflectForm] = Field(None, description="Deflect.")
    upkeep: Maybe[UpkeepForm] = Field(None, description="Upkeep.")
    equip: Maybe[EquipForm] = Field(None, description="An Equipment is attached.")
    order: Maybe[Annotated[list[Name], Field(min_length=1, max_length=MOST_ITEMS)]] = Field(
        None, description="Lines `UNIT KEYWORD`: the order of triggered effects that are due at once."
    )
    effect: Maybe[EffectForm] = Field(None, description="A card outside the keyword list.")
    pass_: Maybe[Id] = Field(None, alias="pass", description="A player passes.")
    pop: Maybe[PopName] = Field(None, description="The POP in which it is played.")
    number: int = 0

    @model_validator(mode="before")
    @classmethod
    def _one_play(cls, value: Any) -> Any:
        if type(value) is not dict:
            return value
        verb = single(value, "play", PLAYS, ("pop",))
        name, sharp, number = verb.partition("#")
        if not sharp:
            return value
        if name in PLAYS and name not in NUMBERED:
            raise fault("SW206", f"`{name}` takes no number", f"only {', '.join(NUMBERED)} do", key=verb)
        if not (number.isascii() and number.isdigit() and number[0] != "0" and len(number) < 3):
            raise fault("SW206", f"`#` is followed by a number from 1 to 99, as in `{name}#2`", key=verb)
        return {name: value[verb], "number": int(number), **({"pop": value["pop"]} if "pop" in value else {})}
