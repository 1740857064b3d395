"""Events in words: the one place where the text of a trace is made.

`SENTENCES` maps the kind and reason of an event to its sentence, a template whose operands are the event's fields
and data (see `Operands`), or a function where a template won't do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from swcli.game.events import Event
from swcli.game.table import Table
from swcli.report.blocks import Die
from swcli.report.names import Count, Names, faces, listed, ordinal, possessive
from swcli.report.reasons import NOT_FIRED, NOT_PLAYED, OBJECTIONS, UNPLAYABLE
from swcli.report.running import Running
from swcli.report.text import with_dice

UNTIL: Final = {"attack": "for this attack", "battle": "until end of battle", "turn": "until end of turn"}


class Operands(dict[str, Any]):
    """The operands of templates: an event's fields and data by name, with names for places and `Count` for numbers."""

    def __init__(self, event: Event, names: Names) -> None:
        super().__init__({key: _operand(value) for key, value in event.data.items()})
        self.update(
            unit=names.source(event),
            units=possessive(names.source(event)),
            other=names.unit(event.other),
            player=names.player(event.player),
            ability=event.ability,
            keyword=names.keyword(event),
            value=_operand(event.value),
            amount=_operand(event.amount),
            damage=event.damage,
            dice=faces(event.dice),
        )
        if "until" in self:
            self["until"] = UNTIL.get(str(self["until"]), self["until"])
        self.event = event
        self.names = names

    def __missing__(self, key: str) -> str:
        return "?"

    def unit_at(self, key: str) -> str:
        """The name of the unit whose place is an operand."""
        place = self.event.data.get(key, -1)
        return self.names.unit(place) if isinstance(place, int) else "?"


def _operand(value: object) -> object:
    return Count(value) if isinstance(value, int) and not isinstance(value, bool) else value


Sentence = str | Callable[[Operands, Running], str]


# -- sentences that a template can't make


def number_of_dice(names: Names, facts: Mapping[str, Any], defender: str = "the defender") -> str:
    """How a number of attack dice comes about: `power 5 -1 (Stun of Ahsoka) -2 (Shields of the defender)`."""
    parts = [f"power {facts['printed']}"]
    for amount, (kind, place) in facts["changes"]:
        by = {0: "its bonus", 1: f"Stun of {names.unit(place)}"}.get(kind) or names.unit(-1 - place)
        parts.append(f"{amount:+d} ({by})")
    if facts["granted"]:
        parts.append(f"{facts['granted']:+d} (Equipment and other units)")
    parts += [f"{amount:+d} ({name} of {defender})" for name, amount in facts["less"] if amount]
    return " ".join(parts)


def _rolls(o: Operands, running: Running) -> str:
    return f"{o['unit']} rolls {o['amount']:die} ({number_of_dice(o.names, o.event.data, o['other'])})"


def _hits(o: Operands, running: Running) -> str:
    bonus = f"die {o['bonus']:+}, " if o["bonus"] else ""
    return f"{o['amount']:hit} ({bonus}{o['needed']} or more)"


def _fury(o: Operands, running: Running) -> str:
    return f"{Count(len(o.event.dice)):die} more for Fury: {o['dice']}; the dice now"


def _dice_of_damage(o: Operands, running: Running) -> str:
    return (
        f"{o['unit']} rolls dice of damage against {o['other']}: {o['amount']:hit}, each die of {o['needed']} or more"
    )


def _reroll(o: Operands, running: Running) -> str:
    return f"{faces(o['old'])} re-rolled: {o['dice']}; the dice now"


def _pending(o: Operands, running: Running) -> str:
    event = o.event
    how = {
        "attack": f"from {possessive(o['unit'])} attack",
        "overkill": f"moved by {possessive(o['unit'])} Overkill",
        "deflect": f"from {possessive(o['unit'])} Deflect",
        "riposte": f"from {possessive(o['unit'])} Riposte",
        "retaliate": f"from {possessive(o['unit'])} Retaliate",
    }.get(event.reason, f"from {o['unit']}")
    sum_ = running.arithmetic(event)
    unpreventable = "" if o["preventable"] else "; it can't be prevented"
    return f"{o['amount']} damage pending on {o['other']} ({o['damage']}), {how}{sum_}{unpreventable}"


def _preventer(o: Operands, running: Running) -> str:
    return f"{o['keyword']} of {o['unit']}" if o.event.ability in running.keywords else str(o["ability"])


def _prevents_nothing(o: Operands, running: Running) -> str:
    return f"{_preventer(o, running)} prevents 0 of {o['damage']}: it can't be prevented"


def _prevented(o: Operands, running: Running) -> str:
    by = _preventer(o, running)
    left = f"{o['amount'] + o['left']} - {o['amount']} = {o['left']} still pending on {o['other']}"
    return f"{by} prevents {o['amount']} of {o['damage']}: {left}"


def _placed(o: Operands, running: Running) -> str:
    return f"{o['amount']:damage counter} on {o['other']} ({o['damage']}): {o['total']} on {o['health']} health"


def _counters(o: Operands, running: Running) -> str:
    counters = f"{Count(abs(o['amount'])):damage counter} {'put on' if o['amount'] >= 0 else 'taken off'}"
    return f"{counters} {o['unit']} by {o['ability']}, now {o['total']}; this is not damage"


def _added(o: Operands, running: Running) -> str:
    values = o["instances"]
    total = f" ({' + '.join(map(str, values))} = {o['value']})" if len(values) > 1 else ""
    return f"{o['keyword']} of {o['unit']} fires{total}"


def _more_damage(o: Operands, running: Running) -> str:
    return f"{_added(o, running)}: a natural 6 shows, {o['amount']} more damage"


def _prevents(o: Operands, running: Running) -> str:
    return f"{_added(o, running)}: a natural 1 shows, {o['amount']} prevented"


def _power_lost(o: Operands, running: Running) -> str:
    return f"{_added(o, running)}: {o['other']} gets -{o['amount']} power until end of battle, now {o['power']}"


def _lucky(o: Operands, running: Running) -> str:
    what = f"picks up {o['dice']} to re-roll" if o.event.dice else "picks up no die"
    return f"{o['keyword']} of {o['unit']}: {o['player']} {what}"


def _hits_moved(o: Operands, running: Running) -> str:
    defender = o.unit_at("defender")
    moved = f"Overkill of {o['unit']}: {o['amount']} of {o['hits']:hit} moved to {o['other']}"
    return f"{moved} ({o['excess']} beyond the health of {defender}), {o['left']} left on {defender}"


def _attached(o: Operands, running: Running) -> str:
    items = [*(f"{amount:+d} {stat}" for stat, amount in o["stats"])]
    items += [f'"{text}"' if "->" in text else text for text in o["grants"]]
    grants = f" and gives it {listed(items)}" if items else " and gives it nothing"
    before = f" (it was on {o.unit_at('moved_from')})" if o["moved_from"] >= 0 else ""
    return f"{o['name']} is attached to {o['unit']}{before}{grants}"


def _played(o: Operands, running: Running) -> str:
    place, of = o["number"]
    which = f" (its {ordinal(place)})" if of > 1 else ""
    on = f" on {o['damage']}" if o.event.damage else ""
    return f"{o['unit']} plays {o['keyword']}{which}{on}"


def _not_fired(o: Operands, running: Running) -> str:
    reason = o.event.reason
    subject = f"{o['keyword']} of {o['unit']}" if o.event.unit >= 0 else o["keyword"]
    if reason == NOT_PLAYED:
        return f"{subject} was not played"
    if reason == "no-way" and o.event.step == "damage prevention":
        reason = "nothing-pending"
    elif reason == "no-way" and "Untap" in o["ability"]:
        reason = "nothing-to-untap"
    if "reasons" in o:  # an ability that is played, at the end of its POP
        why = UNPLAYABLE.get(reason) or OBJECTIONS.get(reason, reason)
        return f"{subject} could not be played: {why.format_map(o)}"
    return f"{subject} did not fire: {NOT_FIRED.get(reason, reason).format_map(o)}"


def payment(o: Operands) -> str:
    """What was paid, as the end of a sentence: `pays 4 Force, 2 left`."""
    amount: Count = o["amount"]
    return {
        "force": f"pays {amount:Force}, {o['left']} left",
        "build": f"pays {amount:build point}, {o['left']} left",
        "tap": "taps",
        "counters": f"takes {amount:damage counter}",
        "hand": f"discards {amount:card} from hand",
        "pile": f"removes {amount:card} of the discard pile from the game",
        "deck": f"discards the top {amount:card} of the deck",
        "draw": f"draws {amount:card}",
        "each-draw": f"each player draws {amount:card}",
    }.get(str(o["part"]), str(o["text"]))


def _paid(o: Operands, running: Running) -> str:
    who = {"tap": o["unit"], "counters": o["unit"], "each-draw": f"{o['player']} pays,"}.get(
        str(o["part"]), o["player"]
    )
    return f"{who} {payment(o)} for {o['keyword']}"


def _lasts(o: Operands, running: Running) -> str:
    what = o["ability"] if o.event.amount is None else f"{o['amount']:+} {o['ability']}"
    by = f", by {o['by']}" if o["by"] else ""
    against = o.get("against")
    if isinstance(against, int):
        what += f" against {o.names.unit(against)}"
    elif against:
        what += f" against {' or '.join(' '.join(words).title() for words in against)}"
    return f"{o['unit']} gets {what} {o['until']}{by}"


def _carried(o: Operands, running: Running) -> str:
    subject = f"{str(o['ability']).title()} of {o['unit']}" if o.event.unit >= 0 else f"The card of {o['player']}"
    return f"{subject} was carried past an open {o['pop']} POP, to the next moment at which it can be made"


def _ends(o: Operands, running: Running) -> str:
    what = o["ability"] if o.event.amount is None else f"{o['amount']:+} {o['stat']}"
    return f"{possessive(o['unit'])} {what} ends with the {o['ends']}"


SENTENCES: Final[dict[tuple[str, str], Sentence]] = {
    ("declare", "attack"): "{unit} attacks {other}",
    ("declare", "build"): "Build step of {player}",
    ("declare", "end-battle"): "The battle ends",
    ("declare", "end-turn"): "The turn ends",
    ("pop", "opens"): "{ability} POP",
    ("pop", "empty"): "{ability} POP: nobody has anything to play",
    ("pass", "passes"): "{player} passes",
    ("pass", "nothing-to-play"): "{player} has nothing to play and passes",
    ("pass", "build-over"): "{player} is done building",
    ("roll", "attack"): _rolls,
    ("roll", "fury"): _fury,
    ("roll", "hits"): _hits,
    ("roll", "dice-of-damage"): _dice_of_damage,
    ("re-roll", "re-roll"): _reroll,
    ("pending", ""): _pending,
    ("prevented", "prevented"): _prevented,
    ("prevented", "unpreventable"): _prevents_nothing,
    ("placed", ""): _placed,
    ("placed", "counters"): _counters,
    ("discarded", "health-reached"): "{unit} is discarded: {amount:damage counter} on {health} health",
    ("discarded", "health-fell"): "{unit} is discarded at once: {amount:damage counter} on {health} health",
    ("discarded", "effect"): "{unit} is discarded by {ability}",
    ("discarded", "with-its-unit"): "{unit} is discarded with {other}, which it pilots",
    ("fired", "hits-differ"): "{keyword} of {unit} fires: {without:hit} without it, {hits} with it",
    ("fired", "fewer-dice"): "{keyword} of {unit} fires: {amount:die} fewer",
    ("fired", "more-dice"): "{keyword} of {unit} fires: a natural 4 in the first roll, {amount:die} more",
    ("fired", "more-damage"): _more_damage,
    ("fired", "prevents"): _prevents,
    ("fired", "damage-at-end"): "{keyword} of {unit} fires: {amount:damage} to {other} as the attack ends",
    ("fired", "dice-at-end"): "{keyword} of {unit}: {value:die} of damage against {other} as the attack ends",
    ("fired", "new-defender"): "{unit} intercepts and is the defender now, instead of {other}",
    ("fired", "lucky"): _lucky,
    ("fired", "hits-moved"): _hits_moved,
    ("fired", "power-lost"): _power_lost,
    ("fired", "upkeep"): "Upkeep of {unit} is paid",
    ("fired", "attached"): _attached,
    ("fired", "unpreventable"): "Ferocity of {unit} fires: its damage can't be prevented",
    ("fired", "armor"): "Armor of {unit} fires: dice of damage hit it on 5 or more",
    ("fired", "stealth"): "Stealth of {unit} fires: it can't be attacked",
    ("fired", "triggered-reroll"): "{ability} has {dice} re-rolled, before the re-roll POP",
    ("not-fired", ""): _not_fired,
    ("played", ""): _played,
    ("played", "effect"): "{player} plays {ability}",
    ("played", "equip"): "{player} plays Equip on {other}",
    ("played", "bonus"): "{unit} uses {keyword}",
    ("played", "untap"): "{unit} uses {keyword}",
    ("paid", ""): _paid,
    ("moved", "tap"): "{unit} taps",
    ("moved", "untap"): "{unit} untaps",
    ("moved", "retreat"): "{unit} retreats to the build zone",
    ("moved", "detached"): "{ability} is detached from {unit} and goes to the build zone",
    ("gained", "force"): "{player} gains {amount:Force}, now {left}",
    ("lost", "force"): "{player} loses {amount:Force}, now {left}",
    ("gained", "given"): _lasts,
    ("note", "nothing-to-take"): "{unit} has no {keyword} to lose",
    ("lost", "taken"): "{unit} loses {keyword} {until}",
    ("lost", "duration"): _ends,
    ("gained", "duration"): "the loss of {ability} of {unit} ends with the {ends}",
    ("lost", "damage-dropped"): "{amount:damage} to {unit} is dropped: it has left the arena",
    ("lost", "delayed-dropped"): "{keyword} of {unit} does nothing: {other} has left the arena",
    ("note", "no-dice"): "No dice are rolled: {unit} has left the arena",
    ("note", "attack-over"): "The attack is over",
    ("note", "set-for-attack-end"): (
        "{keyword} of {unit} is set by a natural {face}: {value:damage} to {other} when the attack ends"
    ),
    ("note", "before-rerolls"): "{keyword} of {unit} has fired already, before its natural 4 was re-rolled",
    ("note", "carried"): _carried,
}
"""Kind and reason of an event to its sentence; an empty reason stands for all other reasons of the kind."""


class Wording:
    """Words for the events of one trace, told in order: what an event means may rest on those before it."""

    def __init__(self, table: Table) -> None:
        self.names = Names(table)
        self._running = Running()

    def tell(self, event: Event) -> tuple[str, tuple[Die, ...]]:
        """The sentence for the next event, and the dice to be drawn behind it."""
        self._running.see(event)
        sentence = SENTENCES.get((event.kind, event.reason)) or SENTENCES.get((event.kind, ""))
        operands = Operands(event, self.names)
        if sentence is None:
            text = f"{event.kind}: {event.reason} ({operands['unit']}, {operands['keyword']})"
        elif isinstance(sentence, str):
            text = sentence.format_map(operands)
        else:
            text = sentence(operands, self._running)
        return text[:1].upper() + text[1:], self._running.dice(event)


def sentences(table: Table, events: Iterable[Event]) -> list[str]:
    """The sentence of every event, dice included."""
    wording = Wording(table)
    return [with_dice(*wording.tell(event)) for event in events]
