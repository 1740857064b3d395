"""Plays: which are allowed, what forbids one, and carrying one out. An option is a tuple that begins with what is
played:

* `("pass",)`
* `(keyword, instance id, ...)`: an activated ability; what follows depends on the keyword (`keywords/`, `abilities/`)
* `("effect", card, damage or None)`: a card
* `("equip", equipment, unit)`: an Equipment, in a build step
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from swcli.game import costs, effects, equipment, pop
from swcli.game.ability import Cost
from swcli.game.boons import BUILD
from swcli.game.frames import Pop
from swcli.game.keyword import Label
from swcli.game.registry import REGISTRY
from swcli.game.sheet import Instance

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.table import Table

Option = tuple[Any, ...]
Reasons = tuple[tuple[str, str], ...]
"""Pairs (clause, reason) that forbid something; the clause is empty where no clause of the rules says it."""
PASS: Option = ("pass",)


def any_play(g: Game, player: int) -> bool:
    """Whether `player` has anything to play in the POP or build step that is open."""
    return next(plays_of(g, player), None) is not None


def plays_of(g: Game, player: int) -> Iterator[Option]:
    """Every legal play of `player` now, in a fixed order: by unit and ability, then cards, then Equipment."""
    for instance in g.live(g.pop, player):
        yield from plays_with(g, instance)
    for card in g.hand:
        if g.table.cards[card].player == player:
            for args in effects.options(g, card):
                option: Option = ("effect", card, *args)
                if next(objections(g, option), None) is None:
                    yield option
    if g.pop == BUILD:
        for place, info in enumerate(g.table.equipment):
            if info.player == player:
                for unit in range(len(g.arenas)):
                    option = ("equip", place, unit)
                    if next(objections(g, option), None) is None:
                        yield option


def plays_with(g: Game, instance: Instance) -> Iterator[Option]:
    """Every legal play of one ability instance now."""
    keyword = REGISTRY[instance.keyword]
    attack = g.attack
    # What `_general` looks at, for an instance that lives here, without making up the reasons.
    if (
        keyword.options is None
        or (attack and keyword.limit and mark_of(instance) in attack.used)
        or (instance.cost and not costs.payable(g, g.owner(instance.bearer), instance.bearer, instance.cost))
    ):
        return
    for args in keyword.options(g, instance):
        if keyword.objections is None or next(keyword.objections(g, instance, *args), None) is None:
            yield (instance.keyword, instance.id, *args)


def mark_of(instance: Instance) -> int:
    """What is kept in `Attack.used`: the instance or, of a keyword whose values make one use, its unit."""
    return -1 - instance.bearer if adds_up(instance) else instance.id


def adds_up(instance: Instance) -> bool:
    """Whether all instances of the keyword on a unit count as one."""
    return REGISTRY[instance.keyword].label in (Label.CUMULATIVE, Label.ISOLATED)


def player_of(g: Game, option: Option) -> int:
    """Who would make this play."""
    if option[0] == "effect":
        return g.table.cards[option[1]].player
    if option[0] == "equip":
        return g.table.equipment[option[1]].player
    return g.owner(g.table.instances[option[1]].bearer)


def objections(g: Game, option: Option) -> Iterator[tuple[str, str]]:
    """Every (clause, reason) that forbids a play now; whose choice it is is not looked at."""
    if option[0] == "effect":
        card = g.table.cards[option[1]]
        if option[1] not in g.hand:
            yield "effect.pop", "card-not-in-hand"
        if not costs.payable(g, card.player, -1, card.cost):
            yield "cost.payable", "cost"
        yield from effects.objections(g, *option[1:])
    elif option[0] == "equip":
        yield from equipment.objections(g, *option[1:])
    else:
        instance = g.table.instances[option[1]]
        keyword = REGISTRY[instance.keyword]
        yield from _general(g, instance)
        if keyword.objections:
            yield from keyword.objections(g, instance, *option[2:])


def cost_of(table: Table, option: Option) -> Cost:
    """What an answer costs its player; nothing for a pass, a die or the like."""
    if option[0] == "effect":
        return table.cards[option[1]].cost
    if option[0] == "equip":
        return table.equipment[option[1]].equip
    if option[0] == "upkeep":
        return table.instances[option[1]].ability.alternatives[option[2]] if option[2] >= 0 else ()
    if option[0] in REGISTRY and len(option) > 1 and REGISTRY[option[0]].options:
        return table.instances[option[1]].cost
    return ()


def _general(g: Game, instance: Instance) -> Iterator[tuple[str, str]]:
    """What forbids any play of an instance: its unit is gone, the POP is another, it was used, or it can't be paid."""
    keyword = REGISTRY[instance.keyword]
    if not g.in_play(instance.bearer):
        yield "gone.no-plays", "unit-gone"
    elif instance not in g.sheet(instance.bearer).of(instance.keyword):
        yield "", "ability-gone"
    elif adds_up(instance) and instance is not g.sheet(instance.bearer).of(instance.keyword)[0]:
        yield f"{keyword.key}.cumulative", "counted-with-the-first"
    if g.pop != keyword.moment and not (keyword.between and not g.frames):
        yield keyword.belongs, "other-pop"
    yield from _spent(g, instance)


def _spent(g: Game, instance: Instance) -> Iterator[tuple[str, str]]:
    """What forbids an instance that lives here: it was used, or it can't be paid."""
    keyword = REGISTRY[instance.keyword]
    attack = g.attack
    if attack and keyword.limit and mark_of(instance) in attack.used:
        yield keyword.limit, "used"
    player = g.owner(instance.bearer)
    if instance.cost and not costs.payable(g, player, instance.bearer, instance.cost):
        yield "cost.payable", "cost"
        rest = tuple(part for part in instance.cost if part.kind != "tap")
        attacks = attack is not None and attack.attacker == instance.bearer
        if attacks and len(rest) < len(instance.cost) and costs.payable(g, player, -1, rest):
            yield "attack.tap", "attacker-tapped"


def perform(g: Game, option: Option) -> None:
    """Carry out a legal play: pay its whole cost, then what it does (pop.no-stack)."""
    if option[0] == "effect":
        card = g.table.cards[option[1]]
        announce(g, option, card.name, card.cost, -1, ("effect.pop",) if card.pop else ())
        g.hand = tuple(other for other in g.hand if other != option[1])
        effects.play(g, *option[1:])
    elif option[0] == "equip":
        equipment.play(g, *option[1:])
    else:
        instance = g.table.instances[option[1]]
        keyword = REGISTRY[instance.keyword]
        if keyword.limit and g.attack:
            g.set_attack(used=(*g.attack.used, mark_of(instance)))
        name = keyword.name if keyword.printed else instance.ability.text
        announce(g, option, name, instance.cost, instance.bearer)
        if keyword.play:
            keyword.play(g, instance, *option[2:])


def announce(
    g: Game, option: Option, name: str, cost: Cost, bearer: int, clauses: tuple[str, ...] = (), other: int = -1
) -> None:
    """Record a play and pay its cost."""
    player = player_of(g, option)
    frame = g.frames[-1] if g.frames else None
    if g.rec:
        seq = len(g.rec.events) + 1
        if g.rec.pops:
            g.rec.pops[-1].survey = None
        if isinstance(frame, Pop):
            clauses += pop.clauses_of_play(g, frame, seq)
            facts = g.rec.pops[-1]
            gained = facts.gained.get(player, 0)
            if gained and costs.force_of(cost) > g.players[player].force - gained:
                clauses += ("pop.no-stack",)
        damage = next((g.rec.damage_id(item) for item in option if type(item).__name__ == "Damage"), "")
        if damage and g.rec.pops and damage in g.rec.pops[-1].changed and "pop.no-stack" not in clauses:
            clauses += ("pop.no-stack",)
        if option[0] not in ("effect", "equip"):
            if g.rec.pops:
                g.rec.again = option[1] in g.rec.pops[-1].played
                g.rec.pops[-1].played |= {option[1]}
            played = g.table.instances[option[1]]
            total = g.sheet(played.bearer).total(played.keyword) if adds_up(played) else played.value
            value = total or None
        else:
            value = None
        g.emit(
            "played",
            option[0],
            player=player,
            unit=bearer,
            other=other,
            ability=name,
            value=value,
            damage=damage,
            clauses=clauses,
            number=_number(g, option),
            cost=cost,
        )
    if isinstance(frame, Pop):
        pop.played(g, len(g.frames) - 1)
    costs.pay(g, player, bearer, cost, name)


def _number(g: Game, option: Option) -> tuple[int, int]:
    """Which of how many instances of its kind on its unit is played, from 1."""
    if option[0] in ("effect", "equip"):
        return (1, 1)
    instance = g.table.instances[option[1]]
    group = g.sheet(instance.bearer).of(instance.keyword)
    if adds_up(instance):
        return (1, 1)
    return (group.index(instance) + 1 if instance in group else 1, len(group))


Survey = tuple[tuple[Instance, bool, Reasons], ...]
"""Every ability that lives in the open POP, whether it can be played now, and if not, why."""


def survey(g: Game, everything: bool = False) -> Survey:
    """Look at every ability that lives in the open POP and has to do with what is going on; or at `everything`."""
    found: list[tuple[Instance, bool, Reasons]] = []
    for instance in g.live(g.pop):
        concerns = REGISTRY[instance.keyword].concerns
        if everything or concerns is None or concerns(g, instance):
            found.append((instance, *_look(g, instance)))
    return tuple(found)


def _look(g: Game, instance: Instance) -> tuple[bool, Reasons]:
    """Whether an ability that lives in the open POP can be played, and what forbids its first way if not."""
    keyword = REGISTRY[instance.keyword]
    assert keyword.options is not None
    spent = tuple(_spent(g, instance))
    first: Reasons | None = None
    for args in keyword.options(g, instance):
        reasons = tuple(keyword.objections(g, instance, *args)) if keyword.objections else ()
        if not reasons and not spent:
            return True, ()
        first = (*spent, *reasons) if first is None else first
        if spent:
            break
    return False, (("", "no-way"),) if first is None else first


def able(g: Game, looked: Survey, player: int) -> bool:
    """Whether a player has anything to play, by what a survey saw of the abilities."""
    if any(could for instance, could, _ in looked if g.table.units[instance.bearer].player == player):
        return True
    return bool(g.hand) and any_play(g, player)


def remark_unplayed(g: Game) -> None:
    """At the end of a POP, say of every ability that lives here and was not played why not, or that it could be."""
    assert g.rec is not None
    facts = g.rec.pops[-1]
    for instance, could, reasons in facts.survey or survey(g):
        if instance.id in facts.played:
            continue
        keyword = REGISTRY[instance.keyword]
        g.emit(
            "not-fired",
            "not-played" if could else reasons[0][1],
            unit=instance.bearer,
            ability=keyword.name if keyword.printed else instance.ability.text,
            value=instance.value or None,
            clauses=tuple(dict.fromkeys(clause for clause, _ in reasons if clause)),
            reasons=tuple(reason for _, reason in reasons),
        )
