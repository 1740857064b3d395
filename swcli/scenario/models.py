"""The form of a scenario file, as pydantic models: which keys there are, what they take, and within what bounds.

What the words mean (ids, ability text, clauses) is checked in `setup`. Nothing is converted: text is text, a number a
number, and null is never allowed, since a key with nothing behind it is a slip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from typing import Optional as Maybe
else:

    class Maybe:
        """`Maybe[X]` is X to pydantic: a key that may be left out, but takes no null. Left out, it is None."""

        def __class_getitem__(cls, item: Any) -> Any:
            """X itself."""
            return item


__all__ = ["ScenarioForm", "ValidationError"]

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
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+$", max_length=100)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]


def _clean_schema(schema: dict[str, Any]) -> None:
    # None only says that the key was left out; a file may not say it.
    for field in schema.get("properties", {}).values():
        if field.get("default", 0) is None:
            del field["default"]


class Form(BaseModel):
    """What all parts of a file have in common."""

    # Built when first used, all at once: building each alone costs twice the time.
    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True, json_schema_extra=_clean_schema)


def _kind(value: Any) -> str:
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
    Discriminator(lambda value: _kind(value) if not isinstance(value, dict) else "<parts>"),
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


_AbilityItem = Annotated[CardText, Tag("<text>")] | Annotated[AbilityParts, Tag("<parts>")]
AbilityItem = Annotated[_AbilityItem, Discriminator(lambda value: "<parts>" if isinstance(value, dict) else "<text>")]


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
        [], description="Its abilities, as on the card."
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
    _AbilityItem | Annotated[GrantParts, Tag("<grant>")],
    Discriminator(lambda value: _kind(value) if not isinstance(value, list) else "<text>"),
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
        [], description="Subtypes of units that may have it; any when left out."
    )
    attached_to: Maybe[Id] = Field(None, description="The unit that has it from the start.")


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
PLAYS: Final = (*NUMBERED, "use", "lucky", "overkill", "equip", "order", "effect", "pass")


def _play_schema(schema: dict[str, Any]) -> None:
    _clean_schema(schema)
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
        verb = _single(value, "play", PLAYS, ("pop",))
        name, sharp, number = verb.partition("#")
        if not sharp:
            return value
        if name in PLAYS and name not in NUMBERED:
            raise fault("SW206", f"`{name}` takes no number", f"only {', '.join(NUMBERED)} do", key=verb)
        if not (number.isascii() and number.isdigit() and number[0] != "0" and len(number) < 3):
            raise fault("SW206", f"`#` is followed by a number from 1 to 99, as in `{name}#2`", key=verb)
        return {name: value[verb], "number": int(number), **({"pop": value["pop"]} if "pop" in value else {})}


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
        kind = _single(value, "entry", ENTRIES, ("plays", "attacks"))
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
    illegal: Maybe[Text] = Field(None, description="The script is refused, and this clause is among those cited.")
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
        {}, description="Equipment cards, by id."
    )
    script: Annotated[list[EntryForm], Field(max_length=MOST_ENTRIES)] = Field(
        [], description="What happened, in order."
    )
    expect: Maybe[ExpectForm] = Field(None, description="What must come out.")
    seed: Maybe[Annotated[int, Field(ge=0, lt=10**18)]] = Field(
        None, description="Rolls dice that the file does not give."
    )
    rulings: dict[str, Text] = Field(
        default_factory=dict, description="Readings of contested questions: name to reading."
    )


def fault(code: str, message: str, hint: str = "", key: str = "") -> PydanticCustomError:
    """A fault of form that a validator finds; `key` is the key that is meant, within what is validated."""
    return PydanticCustomError(code, "{message}", {"message": message, "hint": hint, "key": key})


def _single(value: dict[str, Any], what: str, known: tuple[str, ...], beside: tuple[str, ...]) -> str:
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
    hint = "each starts with `- ` on a line of its own"
    raise fault(
        "SW206",
        f"`{found[0]}` and `{found[1]}` stand in one {what}",
        f"{article} {what} has one key; {hint}",
        key=found[1],
    )
