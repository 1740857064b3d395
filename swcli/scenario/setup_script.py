"""The script of a file as plain values: entries, plays, and the cards that `effect` plays deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from swcli.game.ability import Ability, Stat
from swcli.game.cards import (
    Action,
    Card,
    Counters,
    DoDamage,
    GainForce,
    Give,
    Lose,
    Move,
    Prevent,
    Reroll,
)
from swcli.game.sheet import plain_name, words
from swcli.scenario import model_plays as models
from swcli.scenario.ability_text import parse_keyword, spoken
from swcli.scenario.context import Context
from swcli.scenario.cost_text import cost_text, parse_payment
from swcli.scenario.faults import shown
from swcli.scenario.keyword_names import find
from swcli.scenario.models import EntryForm
from swcli.scenario.script import NOBODY, SENT_NOWHERE, Entry, Path, Play, Script
from swcli.scenario.selector_text import parse_subtypes
from swcli.scenario.text_tools import TextError, squeezed

NAMELESS: Final = "effect"
_DAMAGE_ID = re.compile(r"d[0-9]+")
_NOT_VERBS: Final = frozenset(("pop", "number"))
_MOVES: Final = ("tap", "untap", "retreat", "discard")
_ACTIONS: Final = ("give", "lose", "prevent", "damage", "counters", "reroll", *_MOVES, "force")


class ScriptReader:
    """Reads a script; `cards` are those that its effects deal, in the order of the file.

    `places` has for each unit the place in the table of each ability of the file, NOBODY for one that has none.
    """

    def __init__(self, context: Context, places: Sequence[Sequence[int]]) -> None:
        self.context = context
        self.places = places
        self.cards: list[Card] = []
        self.meant: list[tuple[str, Path]] = []
        self.losses: list[tuple[Lose, Path]] = []

    def read(self, entries: list[EntryForm]) -> Script:
        """All entries."""
        script = tuple(self._entry(entry, ("script", number)) for number, entry in enumerate(entries))
        self._check_meant()
        return script

    def _entry(self, entry: EntryForm, path: Path) -> Entry:
        context = self.context
        if entry.attack is not None:
            attack, at = entry.attack, (*path, "attack")
            unit = context.unit(attack.by, (*at, "by"))
            target = context.unit(attack.target, (*at, "target"))
            plays = self._plays(entry, path, unit, "attack")
            rolls = tuple(attack.roll or ())
            return Entry("attack", path, unit, target, rolls=rolls, allowed_by=attack.allowed_by or "", plays=plays)
        if entry.build is not None:
            player = context.player(entry.build, (*path, "build"))
            return Entry("build", path, player=player, plays=self._plays(entry, path, NOBODY, "build"))
        if entry.effect is not None:
            act = self._effect(entry.effect, (*path, "effect"), path, None, "effect")
            return Entry("effect", path, act=act, plays=self._plays(entry, path, NOBODY, "between"))
        if entry.use is not None:
            use = entry.use
            act = self._use(use, (*path, "use"), path, use.pop or "")
            if use.pop:
                context.fault("SW209", "between attacks there is no POP", (*path, "use", "pop"), key=True)
            return Entry("use", path, act.unit, act.to, act=act)
        return Entry("end", path, what=entry.end or "")

    def _plays(self, entry: EntryForm, path: Path, attacker: int, where: str) -> tuple[Play, ...]:
        return tuple(
            self._play(play, (*path, "plays", number), attacker, where) for number, play in enumerate(entry.plays)
        )

    # -- plays

    def _play(self, form: models.PlayForm, path: Path, attacker: int, where: str) -> Play:
        context = self.context
        (verb,) = form.model_fields_set - _NOT_VERBS
        if verb == "pass_":
            return Play("pass", context.player(form.pass_ or "", (*path, "pass")), path, pop=form.pop or "")
        if verb == "order":
            return self._order(form.order or [], path, form.pop or "")
        body: Any = getattr(form, verb)
        at = (*path, verb)
        pop = body.pop or form.pop or ""
        if body.pop and form.pop:
            context.fault("SW209", "`pop` is given twice", (*path, "pop"), "keep one of the two", key=True)
        if verb == "effect":
            return self._effect(body, at, path, pop, where)
        if verb == "equip":
            return self._equip(body, at, path, pop)
        if verb == "overkill":
            to = context.maybe_unit(body.to, (*at, "to"))
            return Play("overkill", self.context.owner(attacker), path, to=to, amount=body.hits, pop=pop)
        if verb == "use":
            return self._use(body, at, path, pop)
        unit = context.unit(body.by, (*at, "by"))
        play = Play(verb, self.context.owner(unit), path, unit, form.number, pop=pop)
        if verb == "retaliate":
            return play._replace(rolls=tuple(body.roll or ()))
        if verb == "lucky":
            return play._replace(faces=tuple(body.reroll), rolls=tuple(body.to or ()))
        if verb == "upkeep":
            return play._replace(pay=self._payment(body.pay, (*at, "pay")))
        if verb == "parry":
            return play._replace(amount=body.prevent)
        if verb == "evade":
            return play._replace(amount=body.prevent, of=self._of(body.of, (*at, "of")))
        if verb == "deflect":
            to = SENT_NOWHERE if body.to == "none" else context.maybe_unit(body.to, (*at, "to"))
            return play._replace(amount=body.prevent, of=self._of(body.of, (*at, "of")), to=to)
        return play

    def _use(self, body: models.UseForm, at: Path, path: Path, pop: str) -> Play:
        unit = self.context.unit(body.by, (*at, "by"))
        ability: str | int
        if isinstance(body.ability, int):
            ability = self._numbered(body.ability, unit, body.by, (*at, "ability"))
        else:
            ability = spoken(body.ability)
        to = self.context.maybe_unit(body.to, (*at, "to"))
        return Play("use", self.context.owner(unit), path, unit, to=to, ability=ability, pop=pop)

    def _numbered(self, number: int, unit: int, name: str, path: Path) -> int:
        """An ability counted in the file, as counted in the table."""
        places = self.places[unit] if unit != NOBODY else ()
        if unit == NOBODY:
            return number
        if number > len(places):
            count = f"{len(places)} abilities" if len(places) != 1 else "1 ability"
            self.context.fault("SW215", f"{shown(name)} has {count}, so there is no number {number}", path)
        elif places[number - 1] == NOBODY:
            self.context.fault("SW215", f"ability {number} of {shown(name)} is a change that is always there", path)
        else:
            return places[number - 1] + 1
        return number

    def _payment(self, text: str | None, path: Path) -> str:
        if text is None:
            return ""
        if squeezed(text).lower() == "none":
            return "none"
        try:
            return cost_text(parse_payment(text))
        except TextError as error:
            self.context.text_fault(error, path)
            return ""

    def _equip(self, body: models.EquipForm, at: Path, path: Path, pop: str) -> Play:
        context = self.context
        card = context.equipment_card(body.card, (*at, "card"))
        to = context.maybe_unit(body.to, (*at, "to"))
        player = NOBODY
        if card != NOBODY:
            info = context.form.equipment[body.card]
            player = context.players.get(info.player, NOBODY)
            if info.equip is None:
                where: Path = ("equipment", body.card)
                context.fault(
                    "SW202", f"`equip` is missing in `equipment.{body.card}`", where, "write its Equip cost", key=True
                )
        return Play("equip", player, path, to=to, card=card, pop=pop)

    def _order(self, lines: list[str], path: Path, pop: str) -> Play:
        context = self.context
        found: list[str] = []
        owners: list[int] = []
        for number, line in enumerate(lines):
            at = (*path, "order", number)
            name, _, rest = squeezed(line).partition(" ")
            owners.append(self.context.owner(context.unit(name, at)))
            keyword = find(rest)
            if keyword is None:
                context.fault("SW233", f"{shown(line)} is no line `UNIT KEYWORD`", at, "as in `sidious Riposte`")
            found.append(f"{name} {keyword.name if keyword else rest}")
        known = [owner for owner in owners if owner != NOBODY]
        if len(set(known)) > 1:
            other = next(number for number, owner in enumerate(owners) if owner not in (NOBODY, known[0]))
            hint = "write an `order` for each player"
            context.fault("SW216", "this line is of the other player", (*path, "order", other), hint)
        return Play("order", known[0] if known else NOBODY, path, order=tuple(found), pop=pop)

    def _of(self, text: str | None, path: Path) -> str:
        if text is None:
            return ""
        self.meant.append((squeezed(text), path))
        return squeezed(text)

    def _check_meant(self) -> None:
        """Every `of` names a unit, a damage id, or a card of the script (which may come later than the play)."""
        if not self.meant:
            return
        cards = {plain_name(card.name) for card in self.cards}
        for text, path in self.meant:
            name, _, rest = text.partition(" ")
            if (not rest and _DAMAGE_ID.fullmatch(name)) or plain_name(text) in cards:
                continue
            if self.context.unit(name, path) != NOBODY and rest and not _kind_of_damage(rest):
                hint = "write `UNIT`, `UNIT KEYWORD` or the damage's id in the trace"
                self.context.fault("SW233", f"{shown(rest)} does no damage of its own", path, hint)

    # -- effects

    def _effect(self, body: models.EffectForm, at: Path, path: Path, pop: str | None, where: str) -> Play:
        """An effect; `pop` is None for one that is an entry of its own."""
        context = self.context
        player = context.player(body.by, (*at, "by"))
        if pop is None:
            pop = ""
            if body.pop:
                context.fault("SW209", "between attacks there is no POP", (*at, "pop"), key=True)
        elif not pop and where != "build":
            context.fault("SW202", "`pop` is missing in this effect", at, "say in which POP it is played", key=True)
        actions: list[Action] = []
        rolls: list[int] = []
        for name in _ACTIONS:
            form = getattr(body, name)
            if form is not None:
                actions += self._action(name, form, (*at, name), rolls)
        if not actions and not any(getattr(body, name) is not None for name in _ACTIONS):
            context.fault(
                "SW209", "this effect does nothing", at, f"it has one or more of {', '.join(_ACTIONS)}", key=True
            )
        if body.reroll and body.damage and body.damage.dice:
            hint = "write them as two effects, so that it is clear which dice were rolled for what"
            context.fault(
                "SW209", "an effect can't re-roll dice and do dice of damage", (*at, "reroll"), hint, key=True
            )
        for name in ("give", "lose") if where != "attack" else ():
            form = getattr(body, name)
            if form is not None and form.until == "attack":
                what = "no attack is going on here, to whose end it could last"
                context.fault("SW209", what, (*at, name, "until"), "write `battle` or `turn`")
        if body.reroll and body.reroll.triggered and pop not in ("", "re-roll"):
            beside = not body.pop
            hint = "write `pop: re-roll`"
            context.fault(
                "SW209",
                "a triggered re-roll happens before the re-roll POP opens, in no other",
                (*(path if beside else at), "pop"),
                hint,
            )
        card = len(self.cards)
        source = context.maybe_unit(body.source, (*at, "source"))
        cost = context.cost(body.cost, (*at, "cost"))
        self.cards.append(Card(body.name or NAMELESS, player, pop, cost, tuple(actions), source))
        of = self._of(body.prevent.of, (*at, "prevent", "of")) if body.prevent else ""
        faces = tuple(body.reroll.dice) if body.reroll else ()
        return Play("effect", player, path, of=of, faces=faces, rolls=tuple(rolls), card=card, pop=pop)

    def _action(self, name: str, form: Any, at: Path, rolls: list[int]) -> list[Action]:
        context = self.context
        if name == "force":
            return [GainForce(context.player(form.player, (*at, "player")), form.amount)]
        if name in _MOVES:
            if isinstance(form, str):
                return [Move(name, context.unit(form, at))]
            return [Move(name, context.unit(each, (*at, number))) for number, each in enumerate(form)]
        if name == "reroll":
            rolls += form.to or ()
            return [Reroll(tuple(form.dice), form.triggered)]
        unit = context.unit(form.unit, (*at, "unit"))
        if name == "give":
            return self._give(form, unit, at)
        if name == "lose":
            lost = self._lose(form, unit, (*at, "ability"))
            self.losses += [(action, at) for action in lost]
            return list(lost)
        if name == "prevent":
            if (form.amount is None) == (form.all is None):
                context.fault("SW209", "`prevent` has either `amount` or `all`", at, key=True)
            return [Prevent(unit, form.amount)]
        if name == "damage":
            if (form.amount is None) == (form.dice is None):
                context.fault("SW209", "`damage` has either `amount` or `dice`", at, key=True)
            elif form.roll is not None and form.dice is None:
                context.fault("SW209", "`roll` goes with `dice`", (*at, "roll"), key=True)
            rolls += form.roll or ()
            return [DoDamage(unit, form.amount or 0, form.dice or 0, not form.unpreventable)]
        return [Counters(unit, form.amount)]

    def _give(self, form: models.GiveForm, unit: int, at: Path) -> list[Action]:
        context = self.context
        bonuses: list[Stat | Ability] = [
            Stat(stat, amount) for stat in ("power", "speed", "health") if (amount := getattr(form, stat)) is not None
        ]
        if form.ability is not None:
            info = context.form.units.get(form.unit)
            names = (info.name or form.unit,) if info else (form.unit,)
            ability = context.ability(form.ability, (*at, "ability"), form.unit, names)
            if isinstance(ability, Ability) and ability.keyword == "ignored":
                context.fault("SW209", "an ability that is given can't be ignored", (*at, "ability"))
            elif ability is not None:
                bonuses.append(ability)
        elif not bonuses:
            context.fault("SW209", "`give` has one of `ability`, `power`, `speed` and `health`", at, key=True)
        if form.against is not None and any(not isinstance(bonus, Stat) or bonus.stat != "power" for bonus in bonuses):
            hint = "write what holds against everybody in an effect of its own"
            context.fault("SW209", "`against` limits a change of power alone", (*at, "against"), hint, key=True)
        return [Give(unit, bonus, form.until, self._against(form.against, (*at, "against"))) for bonus in bonuses]

    def _against(self, item: str | list[str] | None, path: Path) -> int | tuple[tuple[str, ...], ...] | None:
        if item is None:
            return None
        if isinstance(item, str):
            return self.context.unit(item, path)
        found: list[tuple[str, ...]] = []
        for number, subtype in enumerate(item):
            try:
                found += parse_subtypes(subtype)
            except TextError as error:
                self.context.text_fault(error, (*path, number))
        return tuple(found)

    def _lose(self, form: models.LoseForm, unit: int, path: Path) -> list[Lose]:
        try:
            keyword, value = parse_keyword(form.ability)
        except TextError as error:
            self.context.text_fault(error, path)
            return []
        return [Lose(unit, keyword, value, form.until)]


def _kind_of_damage(text: str) -> bool:
    return " ".join(words(text)) in ("attack", "overkill", "deflect", "riposte", "retaliate", "effect")
