"""What a card outside the keyword list does, action by action (effect.pop)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import costs, damage, dice, lasting, units
from swcli.game.ability import Ability, Stat
from swcli.game.boons import BUILD, GONE
from swcli.game.cards import Action, Counters, DoDamage, GainForce, Give, Lose, Move, Prevent, Reroll
from swcli.game.frames import Counts, Damage, Pop, Rolling
from swcli.game.registry import REGISTRY

if TYPE_CHECKING:
    from swcli.game.game import Game


def options(g: Game, card: int) -> Iterator[tuple[Damage | None]]:
    """What follows the card in an option: the instance of damage that it prevents, or None."""
    for action in g.table.cards[card].actions:
        if isinstance(action, Prevent):
            for one in damage.pending_on(g, action.unit):
                yield (one,)
            return
    yield (None,)


def objections(g: Game, card: int, prevented: Damage | None) -> Iterator[tuple[str, str]]:
    """Every (clause, reason) that forbids playing the card now, its cost apart."""
    info = g.table.cards[card]
    if g.pop != info.pop and not (not info.pop and g.pop == BUILD):
        yield "effect.pop", "other-pop"
    for action in info.actions:
        if isinstance(action, Prevent):
            if prevented is None or prevented not in damage.pending_on(g, action.unit):
                yield "prevention.needs-damage", "nothing-pending"
            else:
                yield from damage.beyond_prevention(g, prevented)
        elif isinstance(action, Reroll):
            if action.triggered:
                yield "lucky.after-triggered", "triggered-earlier"
            elif not _there(g, action.faces):
                yield "lucky.dice-rolled", "faces-not-there"
        elif not isinstance(action, GainForce) and g.arenas[action.unit] == GONE:
            yield "gone.no-plays", "unit-gone"


def play(g: Game, card: int, prevented: Damage | None) -> None:
    """Carry out a card whose cost is paid. Damage comes last: in a prevention POP it joins, else it opens its own
    POPs.
    """
    info = g.table.cards[card]
    todo = sorted(info.actions, key=_turn)
    for action in todo:
        if isinstance(action, Give):
            g.emit(
                "gained",
                "given",
                unit=action.unit,
                ability=name_of(action.bonus),
                amount=action.bonus.amount if isinstance(action.bonus, Stat) else None,
                until=action.until,
                by=info.name,
                against=action.against,
            )
            lasting.give(g, action.unit, action.bonus, action.until, (lasting.CARD, card), action.against)
        elif isinstance(action, Lose):
            _take_away(g, card, action)
        elif isinstance(action, Prevent):
            assert prevented is not None
            amount = prevented.amount if action.amount is None else action.amount
            damage.prevent(g, prevented, amount, unit=action.unit, ability=info.name, value=action.amount)
        elif isinstance(action, Counters):
            units.put_counters(g, action.unit, action.amount, info.name)
        elif isinstance(action, Move):
            _move(g, action, info.name)
        elif isinstance(action, GainForce):
            costs.gain_force(g, action.player, action.amount)
        elif isinstance(action, DoDamage):
            _do_damage(g, card, action)
        else:
            pick_up(g, info.player, action.faces)


def _take_away(g: Game, card: int, action: Lose) -> None:
    have = g.sheet(action.unit).of(action.keyword)
    found = any(action.value in (None, instance.value) for instance in have)
    lasting.give(g, action.unit, action, action.until, (lasting.CARD, card))
    g.emit(
        "lost" if found else "note",
        "taken" if found else "nothing-to-take",
        unit=action.unit,
        ability=REGISTRY[action.keyword].name,
        value=action.value,
        until=action.until,
    )


def _turn(action: Action) -> int:
    """Prevention first, while what it prevents is there; damage and re-rolls last, as they open something new."""
    return 0 if isinstance(action, Prevent) else 2 if isinstance(action, DoDamage | Reroll) else 1


def name_of(bonus: Stat | Ability) -> str:
    """A bonus as the trace names it: `power`, or the ability's text."""
    return bonus.stat if isinstance(bonus, Stat) else bonus.text


def _move(g: Game, action: Move, name: str) -> None:
    if action.verb in ("tap", "untap"):
        units.tap(g, action.unit, action.verb == "tap", name)
    elif action.verb == "retreat":
        units.retreat(g, action.unit, name)
    else:
        units.discard(g, [action.unit], "effect", name)


def _do_damage(g: Game, card: int, action: DoDamage) -> None:
    info = g.table.cards[card]
    source = info.source if info.source >= 0 else -1 - card
    if not g.in_play(action.unit):
        g.emit("lost", "damage-dropped", unit=action.unit, amount=action.amount, clauses=("gone.damage-dropped",))
    elif action.dice:
        dice.roll(
            g, Rolling("damage", info.player, action.dice, dice.NONE, source, action.unit, "effect", action.preventable)
        )
    elif action.amount:
        new = damage.make(g, source, action.unit, action.amount, "effect", action.preventable)
        top = g.frames[-1] if g.frames else None
        if isinstance(top, Pop) and top.name == "damage prevention":
            damage.join(g, new)
        else:
            damage.begin(g, (new,))


# -- re-rolls


def _there(g: Game, faces: tuple[int, ...]) -> bool:
    attack = g.attack
    return attack is not None and all(faces.count(face) <= attack.dice[face - 1] for face in faces)


def pick_up(g: Game, player: int, faces: tuple[int, ...]) -> None:
    """Attack dice that show these faces are rolled again."""
    attack = g.attack
    assert attack is not None
    left: Counts = attack.dice
    for face in sorted(faces):
        left = dice.with_face(left, face, -1)
        if g.rec:
            g.rec.pick(face)
    g.set_attack(dice=left)
    if faces:
        # Whoever has dice re-rolled, the attacker's player rolls them.
        dice.roll(g, Rolling("re-roll", g.owner(attack.attacker), len(faces)))


def triggered_reroll(g: Game) -> bool:
    """Carry out the next triggered re-roll, if any; all of them come before the re-roll POP (lucky.after-triggered)."""
    for card in g.hand:
        info = g.table.cards[card]
        for action in info.actions:
            if isinstance(action, Reroll) and action.triggered:
                g.hand = tuple(other for other in g.hand if other != card)
                if not _there(g, action.faces):
                    g.emit("not-fired", "faces-not-there", ability=info.name, player=info.player, dice=action.faces)
                    return True
                g.emit("fired", "triggered-reroll", ability=info.name, player=info.player, dice=action.faces)
                if g.rec:
                    g.rec.facts["triggered re-roll"] = True
                    g.rec.triggered = True
                pick_up(g, info.player, action.faces)
                return True
    return False
