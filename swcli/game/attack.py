"""The attack sequence, top to bottom in the order of rules.md section 3.2, a function a step (attack.*, gone.*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import damage, dice, effects, lasting, units
from swcli.game.frames import Attack, Damage, Rolling
from swcli.game.pop import open_pop
from swcli.game.registry import DICE, DIE, REGISTRY, THRESHOLD

if TYPE_CHECKING:
    from swcli.game.game import Game


def declare(g: Game, attacker: int, target: int, allowed: bool) -> None:
    """A1: the attack is declared; the attacker taps before anything else (attack.tap)."""
    if g.rec:
        g.rec.begin_attack()
    g.frames.append(Attack(0, attacker, target, g.arenas[target], allowed))
    g.emit("declare", "attack", unit=attacker, other=target, opens=True, allowed=allowed, arena=g.arenas[target])
    if not g.tapped[attacker]:
        g.tapped[attacker] = True
        g.emit("moved", "tap", unit=attacker, clauses=("attack.tap",))


def step(g: Game, attack: Attack) -> None:
    """Carry out the next step of the attack."""
    # Spelled out, since it happens millions of times: attack._replace(step=attack.step + 1)
    g.frames[0] = tuple.__new__(Attack, (attack.step + 1, *attack[1:]))
    STEPS[attack.step](g, attack)


def _attack_pop(g: Game, attack: Attack) -> None:
    """A2: the last moment to change who fights and with what."""
    open_pop(g, "attack")


def _roll(g: Game, attack: Attack) -> None:
    """A3: the attack dice, and the snapshot of what has to be there at the roll."""
    if not g.in_play(attack.attacker) or not g.in_play(attack.defender):
        gone = attack.defender if g.in_play(attack.attacker) else attack.attacker
        g.emit("note", "no-dice", unit=gone, clauses=("gone.no-defender",))
        g.set_attack(step=STEPS.index(_delayed), used=())
        return
    count = dice.number(g, attack)
    g.set_attack(snapshot=dice.snapshot(g, attack), used=())
    if g.rec:
        g.rec.facts["number"] = number_facts(g, attack, count)
    if count:
        dice.roll(g, Rolling("attack", g.owner(attack.attacker), count))


def number_facts(g: Game, attack: Attack, number: int) -> dict[str, object]:
    """How the number of attack dice comes about, for the trace and for errors about dice."""
    info = g.table.units[attack.attacker]
    changes = tuple(
        (boon.amount, boon.origin)
        for boon in g.boons
        if boon.bearer == attack.attacker and boon.what == "power" and lasting.holds_against(g, boon, attack.defender)
    )
    power = g.sheet(attack.attacker).power + lasting.against_power(g, attack.attacker, attack.defender)
    return {
        "printed": info.power,
        "changes": changes,
        "power": power,
        "granted": power - info.power - sum(amount for amount, _ in changes),
        "less": tuple((keyword.name, keyword.dice(g, attack.defender)) for keyword in DICE if keyword.dice),
        "number": number,
    }


def _first_roll(g: Game, attack: Attack) -> None:
    """The dice lie; what looks at the first roll looks now (fury.*)."""
    if g.rec:
        _record_roll(g, attack)
    for keyword in g.asked("roll"):
        if keyword.trigger:
            keyword.trigger(g)


def _record_roll(g: Game, attack: Attack) -> None:
    assert g.rec is not None
    facts = g.rec.facts["number"]
    stunned = any(origin[0] == lasting.STUN for _, origin in facts["changes"])
    g.emit(
        "roll",
        "attack",
        unit=attack.attacker,
        other=attack.defender,
        dice=g.rec.faces(),
        amount=attack.rolled,
        clauses=("dice.power",) + (("stun.until-end-of-battle",) if stunned else ()),
        **facts,
    )
    for keyword in DICE:
        if not g.present(keyword.key):
            continue
        assert keyword.dice is not None
        less = keyword.dice(g, attack.defender)
        if less and dice.number(g, attack) != max(0, facts["power"]):
            g.emit(
                "fired",
                "fewer-dice",
                unit=attack.defender,
                ability=keyword.name,
                value=-less,
                amount=max(0, facts["power"]) - attack.rolled,
                clauses=(f"{keyword.key}.power",),
            )
        for old in attack.attacked:
            if keyword.dice(g, old) and old != attack.defender:
                g.emit(
                    "not-fired",
                    "not-defender-at-roll",
                    unit=old,
                    ability=keyword.name,
                    value=-keyword.dice(g, old),
                    clauses=(f"{keyword.key}.at-the-roll",),
                )


def _rerolls(g: Game, attack: Attack) -> None:
    """A4: all triggered re-rolls, one after the other, then the re-roll POP."""
    if not attack.rolled:
        return
    if effects.triggered_reroll(g):
        g.set_attack(step=attack.step)
        return
    open_pop(g, "re-roll")


def _hits(g: Game, attack: Attack) -> None:
    """A5: hits are counted and natural faces read from the final dice; Riposte is set now."""
    bonus = dice.die_bonus(g, attack.attacker)
    needed = dice.threshold(g, attack.defender, attack_dice=True)
    found = dice.hits(attack.dice, bonus, needed)
    naturals = tuple(face for face, count in enumerate(attack.dice, 1) if count)
    wanted = dice.wanted(g)
    later = tuple(face for face in naturals if face in wanted)
    asked = tuple(g.asked("hits"))
    g.set_attack(hits=found, naturals=naturals if asked else later, dice=dice.NONE, used=(), attacked=())
    if g.rec and attack.rolled:
        _record_hits(g, attack, bonus, needed, found)
    for keyword in asked:
        if keyword.trigger:
            keyword.trigger(g)
    if asked:
        g.set_attack(naturals=later)


def _record_hits(g: Game, attack: Attack, bonus: int, needed: int, found: int) -> None:
    rec = g.rec
    assert rec is not None
    rec.facts["die bonus"] = bonus
    rec.facts["hits"] = found
    g.emit(
        "roll",
        "hits",
        unit=attack.attacker,
        other=attack.defender,
        dice=rec.faces(),
        amount=found,
        clauses=("dice.hit",),
        bonus=bonus,
        needed=needed,
    )
    for keyword in (*DIE, *THRESHOLD):
        if not attack.snapshot and not g.present(keyword.key):
            continue
        unit = attack.attacker if keyword.die else attack.defender
        if dice.at_roll(g, unit, keyword.key) or g.has(unit, keyword.key):
            without = dice.hits(
                attack.dice,
                bonus - keyword.die(g, unit) if keyword.die else bonus,
                dice.threshold(g, unit, True, keyword.key) if keyword.threshold else needed,
            )
            late = sum(instance.value for instance in dice.late(g, unit, keyword.key))
            value = sum(instance.value for instance in dice.at_roll(g, unit, keyword.key))
            if without != found:
                g.emit(
                    "fired",
                    "hits-differ",
                    unit=unit,
                    ability=keyword.name,
                    value=value or None,
                    amount=found - without,
                    clauses=(keyword.belongs,),
                    without=without,
                    hits=found,
                )
            elif dice.at_roll(g, unit, keyword.key):
                g.emit("not-fired", "no-difference", unit=unit, ability=keyword.name, value=value or None)
            if keyword.threshold and dice.late(g, unit, keyword.key) and not keyword.threshold(g, unit, True):
                g.emit("not-fired", "too-late", unit=unit, ability=keyword.name)
            if late and keyword.die and dice.hits(attack.dice, bonus + late, needed) != found:
                g.emit(
                    "not-fired",
                    "too-late",
                    unit=unit,
                    ability=keyword.name,
                    value=late,
                    clauses=(f"{keyword.key}.too-late",),
                )
    for keyword in DICE:
        for instance in g.sheet(attack.defender).of(keyword.key) if g.present(keyword.key) else ():
            if instance.id not in attack.snapshot:
                g.emit(
                    "not-fired",
                    "too-late",
                    unit=attack.defender,
                    ability=keyword.name,
                    value=instance.value,
                    clauses=(f"{keyword.key}.at-the-roll",),
                )


def _overkill(g: Game, attack: Attack) -> None:
    """A6: Overkill divides the hits, before any bonus is added."""
    trigger = REGISTRY["overkill"].trigger
    assert trigger is not None
    trigger(g)


def _pending(g: Game, attack: Attack) -> None:
    """A6: what adds damage fires, the damage is pending, the pending damage POP opens."""
    if g.rec:
        g.rec.triggered = attack.moved is not None
    for keyword in g.asked("pending damage"):
        if keyword.trigger:
            keyword.trigger(g)
    attack = g.attack or attack
    found: list[Damage] = []
    moved = attack.moved[1] if attack.moved else 0
    if attack.hits - moved + attack.bonus > 0:
        found.append(damage.make(g, attack.attacker, attack.defender, attack.hits - moved + attack.bonus, "attack"))
    if attack.moved and moved:
        found.append(damage.make(g, attack.attacker, attack.moved[0], moved, "overkill"))
    # What the dice showed has done its work, but for what still looks at it when damage is prevented.
    g.set_attack(pending=tuple(found), hits=0, bonus=0, rolled=0)
    for one in found:
        if not g.in_play(one.target):
            damage.drop(g, one.target)
    open_pop(g, "pending damage")


def _damage(g: Game, attack: Attack) -> None:
    """A7 to A9: prevention, placement and discard, for all that is pending together."""
    if attack.pending:
        g.set_attack(pending=(), moved=None)
        damage.begin(g, attack.pending, attack=True)
    elif attack.moved or attack.naturals or attack.snapshot:
        g.set_attack(moved=None, naturals=(), snapshot=())


def _delayed(g: Game, attack: Attack) -> None:
    """A10: what was set for the end of the attack happens, one effect at a time, in the order of creation
    (delayed.order).
    """
    if not attack.delayed:
        return
    first, *rest = attack.delayed
    g.set_attack(step=attack.step, delayed=tuple(rest))
    if g.rec:
        g.rec.facts.setdefault("delayed", len(attack.delayed))
    keyword = REGISTRY[first.kind]
    if not g.in_play(first.target):
        g.emit(
            "lost",
            "delayed-dropped",
            unit=first.unit,
            other=first.target,
            ability=keyword.name,
            value=first.amount,
            clauses=("gone.damage-dropped",),
        )
    elif keyword.due:
        keyword.due(g, first)


def _end_pop(g: Game, attack: Attack) -> None:
    """A10: the attack end POP."""
    open_pop(g, "attack end")


def _over(g: Game, attack: Attack) -> None:
    """A11: the attack is over; what lasted for it stops."""
    lasting.end(g, "attack")
    g.emit("note", "attack-over", unit=attack.attacker)
    g.frames.pop()
    if g.rec:
        g.rec.end_attack()
    units.check_health(g)


STEPS = (
    _attack_pop,
    _roll,
    _first_roll,
    _rerolls,
    _hits,
    _overkill,
    _pending,
    _damage,
    _delayed,
    _end_pop,
    _over,
)
