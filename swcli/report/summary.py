"""The one sentence that a judge can read out, made only of what mattered.

Each attack becomes a lead ("Sidious does 6 to Ahsoka: 4 hits and Critical Hit 2") and, unit by unit, what then
became of it ("Ahsoka deflects 2 back at Sidious, takes 4 and survives with 1 health left"). A long script is summed
up by its results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from swcli.game.events import Event
from swcli.game.position import Position
from swcli.game.sheet import sheet_of
from swcli.report.names import Count, Names, listed, possessive

MOST: Final = 3
"""So many attacks, build steps and effects are told one by one; of more, only what came of them."""


def summary(opening: Position, position: Position, events: Sequence[Event]) -> str:
    """The sentence for a whole trace, with its full stop."""
    names = Names(opening.table)
    scenes = _scenes(events)
    told = [text for text in (_Scene(names, scene).text() for scene in scenes) if text]
    if len(told) > MOST:
        attacks = sum(1 for event in events if (event.kind, event.reason) == ("declare", "attack"))
        told = [_results(names, opening, position, attacks)]
    sentence = "; then ".join(told) or "nothing changes"
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _scenes(events: Sequence[Event]) -> list[list[Event]]:
    """The events cut where an attack, a build step or anything else at the top begins."""
    scenes: list[list[Event]] = []
    attack = -1
    for event in events:
        if event.kind == "declare" or event.attack != attack or not scenes:
            scenes.append([])
            attack = event.attack
        scenes[-1].append(event)
    return scenes


SURVIVES = "survives"


def _folded(acts: list[str]) -> list[str]:
    """Acts in their order, those that happened more than once said once."""
    times = Counter(acts)
    return [
        act if count == 1 else f"{act} {'twice' if count == 2 else f'{count} times'}" for act, count in times.items()
    ]


def _results(names: Names, opening: Position, position: Position, attacks: int) -> str:
    table = opening.table
    before, after = opening.state, position.state
    context = (after.arenas, after.attached, after.boons)
    parts = []
    for unit in range(len(table.units)):
        taken = after.damage[unit] - before.damage[unit]
        if after.arenas[unit] != before.arenas[unit] and after.arenas[unit] == "discard pile":
            parts.append(f"{names.unit(unit)} is discarded")
        elif taken > 0:
            left = sheet_of(table, context, unit).health - after.damage[unit]
            parts.append(f"{names.unit(unit)} has taken {taken} ({left} health left)")
    lead = f"after {Count(attacks):attack}" if attacks else "in the end"
    return f"{lead}, {listed(parts)}" if parts else f"{lead}, no unit is damaged"


class _Scene:
    """One attack, build step or effect."""

    def __init__(self, names: Names, events: Iterable[Event]) -> None:
        self._names = names
        self._leads: list[str] = []
        self._acts: dict[str, list[str]] = {}
        self._fate: dict[str, str] = {}
        self._attacker = self._defender = -1
        self._hits = -1
        self._with: list[str] = []
        self._added: list[str] = []
        self._blow: list[str] = []
        self._sent: list[str] | None = None
        self._left: dict[str, tuple[int, int]] = {}
        self._dropped: dict[str, int] = {}
        for event in events:
            handler = getattr(self, f"_see_{event.kind.replace('-', '_')}", None)
            if handler:
                handler(event)

    def text(self) -> str:
        """What happened in it, without full stop; empty if nothing worth telling did."""
        attacker, defender = self._names.unit(self._attacker), self._names.unit(self._defender)
        if self._blow:
            hits = listed([f"{Count(self._hits):hit}{self._circumstances()}", *self._added])
            self._leads.append(f"{attacker} does {listed(self._blow)}: {hits}")
            if defender not in self._fate:
                self._do(self._defender, "takes nothing")
        elif self._hits == 0:
            self._leads.append(f"{attacker} does nothing to {defender}: no hits{self._circumstances()}")
        parts = list(self._leads)
        for subject in sorted(self._acts, key=lambda name: name != defender):
            acts = [*_folded(self._acts[subject]), *([self._ending(subject)] if subject in self._fate else [])]
            parts.append(f"{subject} {listed(acts)}")
        return "; ".join(parts)

    def _ending(self, subject: str) -> str:
        """What became of a unit: whether it survives with what is left of its health now, what was dropped with it."""
        fate = self._fate[subject]
        if fate == SURVIVES and subject in self._left:
            total, health = self._left[subject]
            return f"{fate} with {health - total} health left"
        if subject in self._dropped:
            return f"{fate}, so that {self._dropped[subject]} damage is dropped"
        return fate

    def _do(self, unit: int, act: str) -> list[str]:
        acts = self._acts.setdefault(self._names.unit(unit), [])
        acts.append(act)
        return acts

    def _circumstances(self) -> str:
        return f" {listed(self._with)}" if self._with else ""

    # -- the events that matter, by kind

    def _see_declare(self, event: Event) -> None:
        if event.reason == "attack":
            self._attacker, self._defender = event.unit, event.other

    def _see_note(self, event: Event) -> None:
        if event.reason == "no-dice":
            self._leads.append(f"no dice are rolled, since {self._names.unit(event.unit)} has left the arena")

    def _see_roll(self, event: Event) -> None:
        if event.reason == "hits":
            self._hits = event.amount or 0
        elif event.reason == "attack" and not event.amount:
            self._leads.append(f"{self._names.unit(event.unit)} rolls no dice against {self._names.unit(event.other)}")

    def _see_fired(self, event: Event) -> None:
        name = self._names.unit(event.unit)
        keyword = self._names.keyword(event)
        if event.reason == "new-defender":
            self._leads.append(f"{name} intercepts for {self._names.unit(event.other)}")
            self._defender = event.unit
        elif event.reason == "hits-differ":
            self._with.append(f"with {keyword}" if event.unit == self._attacker else f"against {keyword}")
        elif event.reason == "fewer-dice":
            self._with.append(f"against {keyword}")
        elif event.reason == "more-dice":
            self._with.append(f"with {keyword}")
        elif event.reason == "lucky" and event.amount:
            self._with.append(f"after {possessive(name)} {keyword}")
        elif event.reason == "more-damage":
            self._added.append(keyword)
        elif event.reason == "power-lost":
            self._do(event.other, f"gets -{event.amount} power")
        elif event.reason == "upkeep":
            self._do(event.unit, "has its Upkeep paid")
        elif event.reason == "attached":
            self._leads.append(f"{event.data.get('name')} is attached to {name}")

    def _see_not_fired(self, event: Event) -> None:
        if event.reason == "cannot-be-attacked":
            self._leads.append(f"{self._names.unit(event.unit)} intercepts in vain")
        elif event.reason == "cannot-pay":
            self._do(event.unit, "has its Upkeep ignored, since it can't be paid")

    def _see_pending(self, event: Event) -> None:
        source, target = self._names.source(event), self._names.unit(event.other)
        if event.reason == "attack":
            self._blow.insert(0, f"{event.amount} to {target}")
        elif event.reason == "overkill":
            self._blow.append(f"{event.amount} to {target} by Overkill")
        elif event.reason == "deflect":
            if self._sent:
                at = "back at" if event.other == self._attacker else "to"
                self._sent[-1] += " onto itself" if event.other == event.unit else f" {at} {target}"
                self._sent = None
        elif event.reason == "effect":
            self._leads.append(f"{source} does {event.amount} to {target}")
        else:
            self._do(event.unit, f"does {event.amount} to {target} by {event.reason.title()}")

    def _see_prevented(self, event: Event) -> None:
        self._sent = None
        verb = {"Evade": "evades", "Parry": "parries", "Deflect": "deflects"}.get(event.ability)
        if event.reason == "unpreventable" and verb:
            self._do(event.unit, f"plays {event.ability} in vain, since the damage can't be prevented")
        elif event.reason == "unpreventable":
            self._leads.append(f"{event.ability} is played in vain, since the damage can't be prevented")
        elif event.amount and verb:
            acts = self._do(event.unit, f"{verb} {event.amount}")
            self._sent = acts if verb == "deflects" else None
        elif event.amount:
            self._leads.append(f"{event.ability} prevents {event.amount} to {self._names.unit(event.other)}")

    def _see_placed(self, event: Event) -> None:
        if event.reason == "counters":
            sign = "gets" if (event.amount or 0) >= 0 else "loses"
            self._do(event.unit, f"{sign} {Count(abs(event.amount or 0)):damage counter}")
            self._change(self._names.unit(event.unit), event.amount or 0, 0)
            return
        by = {"riposte": " from Riposte", "retaliate": " from Retaliate"}.get(event.reason, "")
        if event.reason == "deflect":
            by = " by Deflect"
        self._do(event.other, f"takes {event.amount}{by}")
        total, health = event.data.get("total"), event.data.get("health")
        if isinstance(total, int) and isinstance(health, int):
            name = self._names.unit(event.other)
            self._left[name] = (total, health)
            self._fate[name] = SURVIVES

    def _change(self, name: str, counters: int, health: int) -> None:
        """Counters or health of a unit changed, apart from damage placed."""
        if name in self._left:
            total, whole = self._left[name]
            self._left[name] = (total + counters, whole + health)

    def _see_gained(self, event: Event) -> None:
        if event.reason == "given" and event.ability == "health":
            self._change(self._names.unit(event.unit), 0, event.amount or 0)

    def _see_lost(self, event: Event) -> None:
        name = self._names.unit(event.unit)
        if event.reason == "duration" and event.data.get("stat") == "health":
            self._change(name, 0, -(event.amount or 0))
        elif event.reason == "damage-dropped":
            self._dropped[name] = self._dropped.get(name, 0) + (event.amount or 0)

    def _see_discarded(self, event: Event) -> None:
        name = self._names.unit(event.unit)
        self._acts.setdefault(name, [])
        self._fate[name] = f"is discarded by {event.ability}" if event.reason == "effect" else "is discarded"

    def _see_moved(self, event: Event) -> None:
        if event.reason in ("retreat", "untap"):
            self._do(event.unit, {"retreat": "retreats", "untap": "untaps"}[event.reason])
