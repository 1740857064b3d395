"""For every clause of the rules, changes of the source that break it: its predicate, its label or its effect.

`test_clauses.py` makes each of them and demands that a scenario notices. A snippet that no longer matches its file has
to be written anew: break the clause itself, in behaviour where that is possible, and as little else as possible.
"""

from __future__ import annotations

from typing import Final

from tests.mutate import Mutation

_CRITICAL_HIT = "game/keywords/critical_hit.py"
_DEFLECT = "game/keywords/deflect.py"
_EVADE = "game/keywords/evade.py"
_FURY = "game/keywords/fury.py"
_INTERCEPT = "game/keywords/intercept.py"
_LUCKY = "game/keywords/lucky.py"
_OVERKILL = "game/keywords/overkill.py"
_PARRY = "game/keywords/parry.py"
_RETALIATE = "game/keywords/retaliate.py"
_RIPOSTE = "game/keywords/riposte.py"
_STUN = "game/keywords/stun.py"
_UPKEEP = "game/keywords/upkeep.py"
_ATTACK = "game/attack.py"
_DAMAGE = "game/damage.py"
_DICE = "game/dice.py"
_PLAYS = "game/plays.py"
_POP = "game/pop.py"
_SHEET = "game/sheet.py"
_TARGETS = "game/targets.py"
_UNITS = "game/units.py"
_ENTRY_CHOICES = "drive/entry/choices.py"
_ENTRY_PLAYS = "drive/entry/plays.py"
_ENTRY_RUN = "drive/entry/run.py"
_WAYS = "drive/ways.py"

_FIRST_FACES = "(g.rec.first_faces() if g.rec else attack.naturals)"
_LAST_FACES = "(g.rec.faces() if g.rec else attack.naturals)"
_HOW_MANY = "(g.rec.faces().count(FACE) if g.rec else 1)"


def _never_by_reroll(face: int, instead: int) -> Mutation:
    """A re-rolled die shows another face (a hit or miss as before) in place of a natural one."""
    return Mutation(
        _DICE,
        "counts[face - 1] += 1",
        f'counts[({instead} if face == {face} and rolling.purpose == "re-roll" else face) - 1] += 1',
    )


_PARRY_SEES_ALL_DICE = Mutation(
    _PARRY, "bool(value) and FACE in attack.naturals", f"bool(value) and FACE in {_LAST_FACES}"
)
"""Natural faces that nothing in the attack may look at are not kept; this looks at the dice themselves."""

MUTATIONS: Final[dict[str, tuple[Mutation, ...]]] = {
    # -- critical-hit
    "critical-hit.cumulative": (
        Mutation(
            _CRITICAL_HIT,
            'return sum(instance.value for instance in dice.at_roll(g, attack.attacker, "critical-hit"))',
            'return max([0, *(one.value for one in dice.at_roll(g, attack.attacker, "critical-hit"))])',
        ),
    ),
    "critical-hit.triggered": (
        Mutation(_CRITICAL_HIT, "    if added:\n        g.set_attack", "    if False:\n        g.set_attack"),
    ),
    "critical-hit.natural-six": (
        Mutation(_CRITICAL_HIT, "if FACE not in attack.naturals:", "if FACE in attack.naturals:"),
        Mutation(_CRITICAL_HIT, "FACE = 6", "FACE = 5"),
    ),
    "critical-hit.once": (
        Mutation(_CRITICAL_HIT, "    return sum(instance.value", f"    return {_HOW_MANY} * sum(instance.value"),
    ),
    "critical-hit.after-rerolls": (
        Mutation(_CRITICAL_HIT, "if FACE not in attack.naturals:", f"if FACE not in {_FIRST_FACES}:"),
    ),
    "critical-hit.too-late": (
        Mutation(
            _CRITICAL_HIT,
            'dice.at_roll(g, attack.attacker, "critical-hit")',
            'g.sheet(attack.attacker).of("critical-hit")',
            also=(Mutation(_CRITICAL_HIT, "if FACE not in attack.naturals:", f"if FACE not in {_LAST_FACES}:"),),
        ),
    ),
    "critical-hit.accuracy": (
        Mutation(
            _CRITICAL_HIT,
            "if FACE not in attack.naturals:",
            f"if not any(face + dice.die_bonus(g, attack.attacker) >= FACE for face in {_LAST_FACES}):",
        ),
    ),
    "critical-hit.reroll-effects": (_never_by_reroll(6, 5),),
    "critical-hit.attack-dice-only": (
        Mutation(
            _DICE,
            "    if found:\n",
            "    if found and rolling.source >= 0 and rolling.faces[5]:\n"
            '        found += g.sheet(rolling.source).total("critical-hit")\n'
            "    if found:\n",
        ),
    ),
    # -- deflect
    "deflect.layered": (
        Mutation(
            _DEFLECT,
            "and (deflect.id, pending.source) in event.deflected",
            "and any(source == pending.source and g.table.instances[one].bearer == deflect.bearer"
            " for one, source in event.deflected)",
        ),
    ),
    "deflect.prevent": (
        Mutation(_DEFLECT, "        pending,\n        deflect.value,", "        pending,\n        0,"),
    ),
    "deflect.maximum": (
        Mutation(_WAYS, "if play.amount != (", "if play.amount > ("),
        Mutation(_DEFLECT, "        pending,\n        deflect.value,", "        pending,\n        deflect.value - 1,"),
    ),
    "deflect.may-damage": (
        Mutation(
            _DEFLECT, "if target != NOBODY and not (g.in_play(target)", "if target == NOBODY or not (g.in_play(target)"
        ),
        Mutation(_DEFLECT, "if prevented and target != NOBODY:", "if prevented and target == NOBODY:"),
    ),
    "deflect.any-unit": (
        Mutation(_DEFLECT, "not (g.in_play(target) and", "not (g.owner(target) != g.owner(deflect.bearer) and"),
        Mutation(_DEFLECT, "not (g.in_play(target) and", "not (not (g.attack and target == g.attack.attacker) and"),
        Mutation(_DEFLECT, "not (g.in_play(target) and", "not (target != deflect.bearer and"),
    ),
    "deflect.same-arena": (
        Mutation(
            _DEFLECT,
            "(g.in_play(target) and g.arenas[target] == g.arenas[deflect.bearer]):",
            "g.in_play(target):",
        ),
        Mutation(
            _DEFLECT,
            "(g.in_play(target) and g.arenas[target] == g.arenas[deflect.bearer]):",
            '(g.arenas[target] in ("build", g.arenas[deflect.bearer])):',
        ),
    ),
    "deflect.equal": (
        Mutation(_DEFLECT, "deflect.bearer, target, prevented,", "deflect.bearer, target, deflect.value,"),
    ),
    "deflect.new-damage": (
        Mutation(_DEFLECT, "make(g, deflect.bearer, target, prevented,", "make(g, pending.source, target, prevented,"),
    ),
    "deflect.chain": (
        Mutation(
            _DEFLECT,
            "if pending not in damage.pending_on(g, deflect.bearer):",
            'if pending.kind == "deflect" or pending not in damage.pending_on(g, deflect.bearer):',
        ),
    ),
    "deflect.once-per-source": (
        Mutation(_DEFLECT, "and (deflect.id, pending.source) in event.deflected", "and False"),
        Mutation(
            _DEFLECT,
            "and (deflect.id, pending.source) in event.deflected",
            "and any(mark[0] == deflect.id for mark in event.deflected)",
        ),
    ),
    "deflect.placed-last": (
        Mutation(
            _DEFLECT,
            'damage.join(g, damage.make(g, deflect.bearer, target, prevented, "deflect"))',
            'damage.begin(g, (damage.make(g, deflect.bearer, target, prevented, "deflect"),))',
        ),
    ),
    # -- evade
    "evade.layered": (
        Mutation(
            _EVADE,
            "if evade.id in pending.marks:",
            'if any(one.id in pending.marks for one in g.sheet(evade.bearer).of("evade")):',
        ),
    ),
    "evade.up-to": (
        Mutation(_EVADE, "if not 0 <= amount <= most:", "if False:"),
        Mutation(_EVADE, "g, pending, amount, unit=", "g, pending, 0, unit="),
    ),
    "evade.partial": (Mutation(_EVADE, "g, pending, amount, unit=", "g, pending, evade.value, unit="),),
    "evade.once-per-instance": (
        Mutation(_EVADE, "if evade.id in pending.marks:", "if False:"),
        Mutation(_EVADE, "    play=play,\n", '    play=play,\n    limit="evade.once-per-instance",\n'),
    ),
    # -- parry
    "parry.cumulative": (
        Mutation(
            _PARRY,
            "return sum(instance.value for instance in _counting(g, unit))",
            "return max([0, *(instance.value for instance in _counting(g, unit))])",
        ),
    ),
    "parry.natural-one": (
        Mutation(_PARRY, "bool(value) and FACE in attack.naturals", "bool(value) and FACE not in attack.naturals"),
        Mutation(_PARRY, "FACE = 1", "FACE = 2"),
    ),
    "parry.once": (
        Mutation(_PARRY, "g, pending, amount, unit=unit,", f"g, pending, amount * {_HOW_MANY}, unit=unit,"),
    ),
    "parry.after-rerolls": (
        Mutation(_PARRY, "bool(value) and FACE in attack.naturals", f"bool(value) and FACE in {_FIRST_FACES}"),
    ),
    "parry.own-damage": (
        Mutation(_PARRY, "fires = bool(value)", "fires = unit != attack.attacker and bool(value)"),
        Mutation(
            _PARRY,
            'return dice.at_roll(g, unit, "parry")',
            'return [one for each in {unit, g.frames[0].attacker} for one in dice.at_roll(g, each, "parry")]',
            also=(_PARRY_SEES_ALL_DICE,),
        ),
    ),
    "parry.unpreventable": (
        Mutation(
            _PARRY,
            "and pending is not None and pending.preventable",
            "and pending is not None",
            also=(
                Mutation(
                    _DAMAGE,
                    "min(amount, damage.amount) if damage.preventable else 0",
                    'min(amount, damage.amount) if damage.preventable or ability == "Parry" else 0',
                ),
            ),
        ),
    ),
    "parry.too-late": (
        Mutation(
            _PARRY,
            'return dice.at_roll(g, unit, "parry")',
            'return list(g.sheet(unit).of("parry"))',
            also=(_PARRY_SEES_ALL_DICE,),
        ),
    ),
    "parry.accuracy": (
        Mutation(
            _PARRY,
            "bool(value) and FACE in attack.naturals",
            f"bool(value) and any(one + dice.die_bonus(g, attack.attacker) <= FACE for one in {_LAST_FACES})",
        ),
    ),
    "parry.reroll-effects": (_never_by_reroll(1, 2),),
    "parry.attack-dice-only": (
        Mutation(
            _DICE,
            "    if found:\n",
            "    if found and rolling.faces[0]:\n"
            '        found = max(0, found - g.sheet(rolling.target).total("parry"))\n'
            "    if found:\n",
        ),
    ),
    # -- stun
    "stun.cumulative": (
        Mutation(
            _STUN,
            '    value = g.as_source(unit).total("stun")\n    lost',
            '    value = max(one.value for one in g.sheet(unit).of("stun"))\n    lost',
        ),
    ),
    "stun.damages": (Mutation(_STUN, 'Stat("power", -lost)', 'Stat("power", lost)'),),
    "stun.another-unit": (Mutation(_STUN, "if target == unit:", "if False:"),),
    "stun.counters-placed": (
        Mutation(
            _STUN,
            "mine = [placed for placed in event.placed if",
            'spent = [one for one, _ in g.rec.facts.get("spent", ())] if g.rec else []\n'
            "        mine = [placed for placed in (*event.placed, *spent) if",
        ),
    ),
    "stun.any-damage": (
        Mutation(_STUN, "if placed.source == unit]", 'if placed.source == unit and placed.kind == "attack"]'),
    ),
    "stun.deflect": (
        Mutation(_STUN, "if placed.source == unit]", 'if placed.source == unit and placed.kind != "deflect"]'),
        Mutation(
            _STUN,
            "if placed.source == unit]",
            'if placed.source == unit or (placed.kind == "deflect" and g.attack and g.attack.attacker == unit)]',
        ),
    ),
    "stun.until-end-of-battle": (
        Mutation(_STUN, 'Stat("power", -lost), "battle"', 'Stat("power", -lost), "attack"'),
        Mutation(_STUN, 'Stat("power", -lost), "battle"', 'Stat("power", -lost), "turn"'),
    ),
    # -- upkeep
    "upkeep.layered": (
        Mutation(
            _UPKEEP,
            "due=tuple(other for other in build.due if other != number)",
            "due=tuple(one for one in build.due if g.table.instances[one].bearer != upkeep.bearer)",
        ),
    ),
    "upkeep.build-step-start": (
        Mutation(_UPKEEP, "if (MARK, player) in g.marks:", "if False:"),
        Mutation(_UPKEEP, "return tuple(instance.id for instance in found)", "return ()"),
    ),
    "upkeep.must-pay": (Mutation(_UPKEEP, "if way == NOT_PAID and ways:", "if False:"),),
    "upkeep.choose-cost": (
        Mutation(_UPKEEP, "upkeep.ability.alternatives[way],", "upkeep.ability.alternatives[ways[0]],"),
    ),
    "upkeep.cannot-pay": (Mutation(_UPKEEP, "    if way == NOT_PAID:\n", "    if False:\n"),),
    "upkeep.everywhere": (
        Mutation(_SHEET, '_UPKEEP_PLACES = (*ARENAS, "build")', "_UPKEEP_PLACES = ARENAS"),
        Mutation(_SHEET, 'item.keyword == "upkeep" and not', 'item.keyword == "upkeep" and info.pilots < 0 and not'),
        Mutation(_SHEET, 'item.keyword == "upkeep" and not info.stacked', 'item.keyword == "upkeep"'),
    ),
    "upkeep.order": (Mutation(_UPKEEP, "if number not in build.due:", "if number != build.due[0]:"),),
    # -- lucky
    "lucky.cumulative": (Mutation(_LUCKY, 'value = g.sheet(lucky.bearer).total("lucky")', "value = lucky.value"),),
    "lucky.attacking": (
        Mutation(
            _LUCKY,
            "lucky.bearer not in (attack.attacker, attack.defender)",
            "lucky.bearer != attack.defender",
        ),
    ),
    "lucky.defending": (
        Mutation(
            _LUCKY,
            "lucky.bearer not in (attack.attacker, attack.defender)",
            "lucky.bearer != attack.attacker",
        ),
        Mutation(
            _LUCKY,
            "lucky.bearer not in (attack.attacker, attack.defender)",
            "lucky.bearer not in (attack.attacker, attack.defender, *attack.attacked)",
        ),
    ),
    "lucky.pop": (
        Mutation(
            _LUCKY,
            "lucky.bearer not in (attack.attacker, attack.defender)",
            "attack.used or lucky.bearer not in (attack.attacker, attack.defender)",
        ),
    ),
    "lucky.once": (Mutation(_LUCKY, 'limit="lucky.once"', 'limit=""'),),
    "lucky.after-triggered": (
        Mutation(
            _ATTACK,
            "    if effects.triggered_reroll(g):\n        g.set_attack(step=attack.step)\n        return\n",
            "    effects.triggered_reroll(g)\n",
        ),
    ),
    "lucky.dice-rolled": (
        Mutation(_LUCKY, "most = min(value, attack.rolled)", "most = min(value, attack.rolled - 1)"),
        Mutation(_LUCKY, "most = min(value, attack.rolled)", "most = value"),
    ),
    "lucky.up-to": (
        Mutation(_LUCKY, "        if count:\n", "        if count and not pick.left:\n"),
        Mutation(_LUCKY, "most = min(value, attack.rolled)", "most = attack.rolled"),
    ),
    # -- riposte
    "riposte.cumulative": (
        Mutation(
            _RIPOSTE,
            'value = g.sheet(unit).total("riposte")',
            'value = max([0, *(one.value for one in g.sheet(unit).of("riposte"))])',
        ),
    ),
    "riposte.natural-two": (
        Mutation(_RIPOSTE, "if FACE in attack.naturals:", "if FACE not in attack.naturals:"),
        Mutation(_RIPOSTE, "FACE = 2", "FACE = 3"),
    ),
    "riposte.attack-end": (
        Mutation(
            _RIPOSTE,
            'g.set_attack(delayed=(*attack.delayed, Delayed("riposte", unit, attack.attacker, value)))',
            'due(g, Delayed("riposte", unit, attack.attacker, value))',
        ),
    ),
    "riposte.once": (Mutation(_RIPOSTE, "attack.attacker, value)))", f"attack.attacker, value * {_HOW_MANY})))"),),
    "riposte.after-rerolls": (Mutation(_RIPOSTE, "if FACE in attack.naturals:", f"if FACE in {_FIRST_FACES}:"),),
    "riposte.accuracy": (
        Mutation(
            _RIPOSTE,
            "if FACE in attack.naturals:",
            f"if any(one + dice.die_bonus(g, attack.attacker) == FACE for one in {_LAST_FACES}):",
        ),
    ),
    "riposte.reroll-effects": (_never_by_reroll(2, 3),),
    "riposte.attack-dice-only": (
        Mutation(
            _RIPOSTE,
            "dice.not_attack_dice(g, KEYWORD, target)",
            'due(g, Delayed("riposte", target, source, g.sheet(target).total("riposte")))',
        ),
    ),
    "riposte.survives": (Mutation(_RIPOSTE, 'if g.table.rulings.riposte_after_discard == "no":', "if True:"),),
    # -- intercept
    "intercept.selective": (
        Mutation(
            _PLAYS,
            "return -1 - instance.bearer if adds_up(instance) else instance.id",
            'return -1 - instance.bearer if adds_up(instance) or instance.keyword == "intercept" else instance.id',
        ),
    ),
    "intercept.new-defender": (
        Mutation(_INTERCEPT, "g.set_attack(defender=unit,", "g.set_attack(defender=old,"),
        Mutation(_INTERCEPT, "if g.arenas[unit] != attack.arena:", "if False:"),
    ),
    "intercept.same-attack": (
        Mutation(
            _INTERCEPT,
            "    old = attack.defender\n",
            '    old = attack.defender\n    lasting.end(g, "attack")\n',
        ),
        Mutation(_INTERCEPT, "attacked=(*attack.attacked, old))", "attacked=(*attack.attacked, old), delayed=())"),
    ),
    "intercept.many": (
        Mutation(_INTERCEPT, "if unit == attack.defender:", "if attack.attacked or unit == attack.defender:"),
        Mutation(_INTERCEPT, 'limit="intercept.many"', 'limit=""'),
    ),
    "intercept.has-been-attacked": (
        Mutation(_INTERCEPT, "attacked=(*attack.attacked, old))", "attacked=attack.attacked)"),
    ),
    "intercept.not-prevention": (
        Mutation(
            _PLAYS,
            "if g.pop != keyword.moment and",
            'if instance.keyword != "intercept" and g.pop != keyword.moment and',
        ),
    ),
    "intercept.own-attacker": (
        Mutation(_INTERCEPT, "if unit == attack.attacker:", "if False:"),
        Mutation(_INTERCEPT, "if unit == attack.attacker:", "if g.owner(unit) == g.owner(attack.attacker):"),
    ),
    "intercept.cannot-be-attacked": (Mutation(_INTERCEPT, "    if reasons:\n", "    if False:\n"),),
    "intercept.for-this-attack": (
        Mutation(
            _INTERCEPT,
            "    old = attack.defender\n",
            "    old = attack.defender\n"
            '    again = [one for one in g.boons if (one.what, one.ends) == ("power", "attack")]\n'
            "    lasting.set_boons(g, (*g.boons, *again))\n",
        ),
    ),
    "intercept.effects-recheck": (
        Mutation("game/lasting.py", "return boon.against == defender", "return True"),
        Mutation("game/lasting.py", "return boon.against is None or has_subtype(", "return True or has_subtype("),
    ),
    "intercept.no-replay": (
        Mutation(_INTERCEPT, "attacked=(*attack.attacked, old))", "attacked=(*attack.attacked, old), used=())"),
    ),
    # -- equip
    "equip.attach": (Mutation("game/equipment.py", "g.attached[equipment] = unit", "g.attached[equipment] = before"),),
    "equip.own-build-step": (
        Mutation(
            "game/equipment.py",
            "or frame.player != info.player:",
            "or False:",
            also=(
                Mutation(
                    "game/build.py",
                    'Choice(build.player, "build", "build")',
                    'Choice(1 - build.player, "build", "build")',
                ),
            ),
        ),
        Mutation(
            "game/equipment.py",
            "if g.pop != BUILD or not isinstance(frame, Build) or frame.player != info.player:",
            "if False:",
            also=(Mutation(_WAYS, '"upkeep": BUILD}', '"upkeep": BUILD, "equip": "attack"}'),),
        ),
    ),
    "equip.once-per-turn": (Mutation("game/equipment.py", "if (MARK, equipment) in g.marks:", "if False:"),),
    # -- overkill
    "overkill.isolated": (
        Mutation(
            _OVERKILL,
            '        if len(g.sheet(attack.attacker).of("overkill")) > 1:\n',
            "        if False:\n",
        ),
    ),
    "overkill.excess": (
        Mutation(_OVERKILL, "if most and others(g, attack):", "if False:"),
        Mutation(_OVERKILL, "and g.in_play(unit) and g.arenas[unit] == arena", "and g.in_play(unit)"),
    ),
    "overkill.controller-decides": (
        Mutation(_OVERKILL, "g.set_attack(moved=(unit, count))", "g.set_attack(moved=(unit, most))"),
        Mutation(
            _OVERKILL,
            '_not(g, attack, "not-moved", ("overkill.controller-decides", *_isolated(g, attack)))',
            "take(g, others(g, attack)[0], excess(g, attack))",
        ),
    ),
    "overkill.final": (
        Mutation(
            _OVERKILL,
            "g.set_attack(moved=(unit, count))",
            "g.set_attack(moved=(unit, count), step=attack.step - (not attack.moved))",
            also=(Mutation(_OVERKILL, "    if attack.moved:\n", "    if False:\n"),),
        ),
    ),
    "overkill.defender-first": (
        Mutation(_OVERKILL, "beyond = max(0, attack.hits - ", "beyond = max(attack.hits, attack.hits - "),
    ),
    "overkill.remainder": (
        Mutation(
            _OVERKILL,
            "g.set_attack(moved=(unit, count))",
            "g.set_attack(moved=(unit, count), hits=attack.hits - most + count)",
        ),
    ),
    "overkill.by-ability": (
        Mutation(
            _ATTACK,
            'attack.moved[0], moved, "overkill")',
            'attack.moved[0], max(0, moved - g.sheet(attack.moved[0]).total("parry")), "overkill")',
        ),
        Mutation(
            _ATTACK,
            'attack.moved[0], moved, "overkill")',
            'attack.moved[0], max(0, moved - g.sheet(attack.moved[0]).total("shields")), "overkill")',
        ),
    ),
    "overkill.other-prevention": (
        Mutation(_DAMAGE, "can_prevent and preventable(g, source)", 'kind != "overkill" and preventable(g, source)'),
    ),
    "overkill.in-tandem": (
        Mutation(
            _ATTACK,
            "damage.begin(g, attack.pending, attack=True)",
            "for one in attack.pending:\n            damage.begin(g, (one,), attack=True)",
        ),
    ),
    # -- pop
    "pop.dark-first": (Mutation(_POP, "FIRST = 0", "FIRST = 1"),),
    "pop.alternate": (
        Mutation(_POP, "Pop(pop.name, _other(g, pop.player))", "Pop(pop.name, pop.player)"),
        Mutation(
            _POP,
            "Pop(pop.name, _other(g, pop.player))",
            "Pop(pop.name, pop.player if pop.passes else _other(g, pop.player))",
        ),
    ),
    "pop.two-passes": (
        Mutation(_POP, "    if pop.passes:\n", "    if pop.passes > 1:\n"),
        Mutation(_POP, "    if pop.passes:\n", "    if True:\n"),
        Mutation(_POP, "Pop(pop.name, _other(g, pop.player))", "Pop(pop.name, _other(g, pop.player), pop.passes)"),
    ),
    "pop.no-stack": (
        Mutation(
            _PLAYS,
            "effects.play(g, *option[1:])",
            'late = g.rec.facts.setdefault("late", []) if g.rec and g.pop else None\n'
            "        effects.play(g, *option[1:]) if late is None else late.append(option[1:])",
            also=(
                Mutation(
                    _POP,
                    "            g.rec.close_pop()\n",
                    '            for args in reversed(g.rec.facts.pop("late", [])):\n'
                    "                plays.effects.play(g, *args)\n"
                    "            g.rec.close_pop()\n",
                ),
            ),
        ),
    ),
    "pop.triggers-first": (
        Mutation(_DAMAGE, "STEPS = (_triggers, _prevention_pop,", "STEPS = (_prevention_pop, _triggers,"),
    ),
    "cost.payable": (
        Mutation("game/costs.py", "return force <= have.force and", "return"),
        Mutation("game/costs.py", "(bearer < 0 or g.tapped[bearer])", "bearer < 0"),
        Mutation("game/costs.py", "force = max(0, have.force + amount)", "force = have.force + amount"),
    ),
    "damage.placement-together": (
        Mutation(
            _DAMAGE,
            "g.damage[damage.target] = before + damage.amount",
            "alive = before < g.sheet(damage.target).health\n"
            "        g.damage[damage.target] = before + (damage.amount if alive else 0)",
        ),
    ),
    "damage.discard": (
        Mutation(_UNITS, "g.damage[unit] >= g.sheet(unit).health", "g.damage[unit] > g.sheet(unit).health"),
        Mutation(_UNITS, "found = [unit for unit in beyond_health(g) if unit not in waiting]", "found: list[int] = []"),
    ),
    "damage.beyond-health": (
        Mutation(
            _DAMAGE,
            "g.damage[damage.target] = before + damage.amount",
            "g.damage[damage.target] = min(g.sheet(damage.target).health, before + damage.amount)",
        ),
    ),
    "dice.power": (
        Mutation(_DICE, "power = g.sheet(attack.attacker).power +", "power = g.table.units[attack.attacker].power +"),
        Mutation(_DICE, "return max(0, power + less)", "return max(1, power + less)"),
    ),
    "dice.hit": (Mutation(_DICE, "\nHIT = 4\n", "\nHIT = 3\n"),),
    "prevention.needs-damage": (
        Mutation(
            _DAMAGE,
            "for damage in event.pending if damage.target == unit]",
            "for damage in event.pending]",
            also=(
                Mutation(_WAYS, "dict.fromkeys(frame.pending) if one.target == unit]", "dict.fromkeys(frame.pending)]"),
            ),
        ),
    ),
    "prevention.unpreventable": (
        Mutation(
            _EVADE,
            "if pending not in damage.pending_on(g, evade.bearer):",
            "if not pending.preventable or pending not in damage.pending_on(g, evade.bearer):",
        ),
        Mutation(_DAMAGE, "min(amount, damage.amount) if damage.preventable else 0", "min(amount, damage.amount)"),
    ),
    # -- accuracy, armor, shields, fury
    "accuracy.each-die": (
        Mutation("game/keywords/accuracy.py", "return sum(instance.value", "return 0 * sum(instance.value"),
        Mutation("game/keywords/accuracy.py", "return sum(instance.value", "return sum(abs(instance.value)"),
    ),
    "accuracy.too-late": (
        Mutation("game/keywords/accuracy.py", 'dice.at_roll(g, unit, "accuracy")', 'g.sheet(unit).of("accuracy")'),
    ),
    "armor.five": (
        Mutation(
            "game/keywords/armor.py", 'HIT if dice.at_roll(g, unit, "armor") or _gained_since(g, unit) else 0', "0"
        ),
        Mutation(
            "game/keywords/armor.py",
            'HIT if dice.at_roll(g, unit, "armor") or _gained_since(g, unit) else 0',
            'HIT + dice.die_bonus(g, g.attack.attacker) if g.attack and g.has(unit, "armor") else 0',
        ),
    ),
    "armor.dice-of-damage": (Mutation("game/keywords/armor.py", 'HIT if g.has(unit, "armor") else 0', "0"),),
    "shields.power": (
        Mutation("game/keywords/shields.py", "return -g.sheet(defender)", "return 0 * g.sheet(defender)"),
    ),
    "shields.at-the-roll": (
        Mutation(
            _DICE,
            "less = sum(keyword.dice(g, attack.defender)",
            "first = (*attack.attacked, attack.defender)[0]\n    less = sum(keyword.dice(g, first)",
        ),
    ),
    "fury.natural-four": (
        Mutation(_FURY, "fours = attack.dice[FACE - 1]", "fours = not attack.dice[FACE - 1]"),
        Mutation(_FURY, "g.owner(unit), value, dice.NONE", "g.owner(unit), value * fours, dice.NONE"),
    ),
    "fury.before-rerolls": (
        Mutation(
            _FURY,
            '    if attack and g.has(attack.attacker, "fury") and (FACE in old) != (FACE in new):\n',
            '    if attack and g.has(attack.attacker, "fury") and (FACE in old) != (FACE in new):\n'
            "        trigger(g)\n",
        ),
    ),
    # -- retaliate
    "retaliate.attack-end": (
        Mutation(
            _RETALIATE,
            "g.set_attack(delayed=(*attack.delayed, Delayed(",
            "due(g, (Delayed(",
        ),
        Mutation(_RETALIATE, "if g.arenas[retaliate.bearer] != g.arenas[attack.attacker]:", "if False:"),
    ),
    "retaliate.once-per-attack": (
        Mutation(_RETALIATE, 'limit="retaliate.once-per-attack"', 'limit=""'),
        Mutation(
            _RETALIATE,
            "if retaliate.bearer != attack.defender and retaliate.bearer not in attack.attacked:",
            "if False:",
        ),
    ),
    "retaliate.survives": (
        Mutation(
            _RETALIATE,
            "    if g.rec:\n        elsewhere",
            "    if not g.in_play(delayed.unit):\n        return\n    if g.rec:\n        elsewhere",
        ),
        Mutation(
            _RETALIATE,
            "    if g.rec:\n        elsewhere",
            "    if delayed.unit != attack.defender:\n        return\n    if g.rec:\n        elsewhere",
        ),
    ),
    "retaliate.dice-of-damage": (
        Mutation(
            _DICE,
            "found = hits(rolling.faces, 0, needed)",
            'found = hits(rolling.faces, g.sheet(max(0, rolling.source)).total("accuracy"), needed)',
        ),
        Mutation(
            _RETALIATE,
            "g.owner(delayed.unit), delayed.amount, dice.NONE",
            'g.owner(delayed.unit), max(0, delayed.amount - g.sheet(delayed.target).total("shields")), dice.NONE',
        ),
    ),
    # -- ferocity, stealth
    "ferocity.unpreventable": (Mutation("game/keywords/ferocity.py", "unpreventable=True", "unpreventable=False"),),
    "stealth.not-attacked": (
        Mutation("game/keywords/stealth.py", 'if g.has(unit, "stealth") and', "if False and"),
        Mutation("game/keywords/stealth.py", "and not g.tapped[unit]", ""),
        Mutation("game/keywords/stealth.py", "and not g.damage[unit]", ""),
    ),
    "stealth.other-damage": (
        Mutation(
            _DAMAGE,
            "damage = Damage(source, target, amount, kind,",
            'hidden = g.has(target, "stealth") and not g.tapped[target] and not g.damage[target]\n'
            '    damage = Damage(source, target, 0 if hidden and kind != "attack" else amount, kind,',
        ),
    ),
    # -- attack
    "attack.legal-target": (
        Mutation(_TARGETS, "if g.owner(target) == g.owner(attacker):", "if False:"),
        Mutation(_TARGETS, "if g.arenas[target] != g.arenas[attacker] and", "if False and"),
        Mutation(_TARGETS, "elif g.tapped[attacker] and not allowed:", "elif False:"),
        Mutation(_TARGETS, "    elif not allowed:\n", "    else:\n"),
    ),
    "attack.cannot-be-attacked": (
        Mutation(
            "game/abilities/unattackable.py", 'yield "attack.cannot-be-attacked", "condition-holds"', "yield from ()"
        ),
    ),
    "attack.tap": (
        Mutation(_ATTACK, "g.tapped[attacker] = True", "g.tapped[attacker] = False"),
        Mutation(
            _ATTACK,
            "g.tapped[attacker] = True",
            "g.tapped[attacker] = False",
            also=(
                Mutation(_ATTACK, "    g.frames.pop()\n", "    g.frames.pop()\n    g.tapped[attack.attacker] = True\n"),
            ),
        ),
    ),
    # -- gone
    "gone.no-plays": (
        Mutation(
            _PLAYS,
            "if not g.in_play(instance.bearer):",
            "if False:",
            also=(
                Mutation(_SHEET, "whole = fields(info, arena)", "whole = True"),
                Mutation(_WAYS, "if play.unit != NOBODY and not fields(", "if False and not fields("),
            ),
        ),
    ),
    "gone.damage-dropped": (
        Mutation(_DAMAGE, "if isinstance(frame, DamageEvent | Attack) and any(", "if False and any("),
        Mutation(_ATTACK, "if not g.in_play(first.target):", "if False:"),
    ),
    "gone.no-defender": (
        Mutation(_ATTACK, "if not g.in_play(attack.attacker) or not g.in_play(attack.defender):", "if False:"),
        Mutation(
            _ATTACK,
            "if not g.in_play(attack.attacker) or not g.in_play(attack.defender):",
            "if not g.in_play(attack.defender):",
        ),
    ),
    "delayed.order": (Mutation(_ATTACK, "first, *rest = attack.delayed", "*rest, first = attack.delayed"),),
    # -- bonus, effect, choice
    "bonus.once-per-attack": (
        Mutation("game/abilities/bonus.py", 'limit="bonus.once-per-attack"', 'limit=""'),
        Mutation(
            _PLAYS, "if g.pop != keyword.moment and", 'if instance.keyword != "bonus" and g.pop != keyword.moment and'
        ),
    ),
    "bonus.duration": (
        Mutation("game/lasting.py", "if boon.ends in ends)\n    if", "if False)\n    if"),
        Mutation("game/abilities/bonus.py", "item, bonus.ability.until,", 'item, "attack",'),
    ),
    "effect.pop": (
        Mutation(
            "game/effects.py",
            "if g.pop != info.pop and",
            "if False and",
            also=(Mutation(_ENTRY_RUN, 'or play.pop not in ("", question.pop)', "or False"),),
        ),
    ),
    "choice.required": (
        Mutation(_ENTRY_PLAYS, "if len(legal) > 1:", "if False:"),
        Mutation(_ENTRY_CHOICES, "if len(ways_open) > 1:", "if False:"),
    ),
}
"""Clause to the changes that break it, one at a time."""

MEANINGLESS: Final[dict[str, str]] = {}
"""Clauses that can't be broken in a way that a scenario could show, with the reason."""
