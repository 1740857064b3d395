"""Damage: pending, prevented, placed, discarded (rules.md section 5; damage.*, prevention.*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from swcli.game import targets, units
from swcli.game.boons import GONE
from swcli.game.frames import Attack, Damage, DamageEvent
from swcli.game.pop import open_pop
from swcli.game.registry import REGISTRY

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def preventable(g: Game, source: int) -> bool:
    """Whether damage of this source can be prevented now; cards (below 0) say so themselves."""
    if source < 0:
        return True
    return not any(REGISTRY[name].unpreventable for name in g.as_source(source).abilities)


def make(g: Game, source: int, target: int, amount: int, kind: str, can_prevent: bool = True) -> Damage:
    """A new instance, announced as pending; whoever asks puts it where it belongs."""
    damage = Damage(source, target, amount, kind, can_prevent and preventable(g, source))
    if g.rec:
        name = g.rec.new_damage(damage)
        if g.rec.pops:
            g.rec.pops[-1].changed |= {name}
        untouched = tuple(f"{keyword.key}.other-damage" for keyword in targets.protecting(g, target))
        g.emit(
            "pending",
            kind,
            unit=max(source, -1),
            other=target,
            amount=amount,
            damage=name,
            clauses=untouched if kind != "attack" else (),
            preventable=damage.preventable,
            **card_name(g, source),
        )
    return damage


def beyond_prevention(g: Game, damage: Damage) -> Iterator[tuple[str, str]]:
    """What forbids playing prevention on damage that can't be prevented (ruling prevention-of-unpreventable)."""
    if not damage.preventable and damage in pending_on(g, damage.target):
        g.touch("prevention-of-unpreventable")
        if g.table.rulings.prevention_of_unpreventable == "illegal":
            yield "prevention.needs-damage", "cannot-be-prevented"


def card_name(g: Game, source: int) -> dict[str, Any]:
    """The name of the card whose damage it is, for the trace; nothing if it is a unit's."""
    return {"card": g.table.cards[-1 - source].name} if source < 0 else {}


def why_unpreventable(g: Game, damage: Damage) -> tuple[str, ...]:
    """The clause of the keyword by which an instance can't be prevented, if it is a keyword's doing."""
    if damage.preventable or damage.source < 0:
        return ()
    return tuple(
        REGISTRY[name].belongs for name in g.as_source(damage.source).abilities if REGISTRY[name].unpreventable
    )


def say_unpreventable(g: Game, damage: Damage, unit: int) -> None:
    """Record that the keyword by which its source's damage can't be prevented has made a difference, if it is one."""
    if damage.preventable or damage.source < 0:
        return
    for keyword in g.as_source(damage.source).abilities:
        if REGISTRY[keyword].unpreventable:
            g.emit(
                "fired",
                "unpreventable",
                unit=damage.source,
                other=unit,
                ability=REGISTRY[keyword].name,
                damage=g.rec.damage_id(damage) if g.rec else "",
                clauses=(REGISTRY[keyword].belongs,),
            )


def refresh(g: Game) -> None:
    """Abilities have come or gone: look again at which pending damage can be prevented (ferocity.unpreventable)."""
    for place, frame in enumerate(g.frames):
        if isinstance(frame, DamageEvent | Attack) and frame.pending:
            seen = tuple(sorted(_seen_again(g, damage) for damage in frame.pending))
            g.frames[place] = frame._replace(pending=seen)


def _seen_again(g: Game, damage: Damage) -> Damage:
    # What a card does may be unpreventable by itself, so it is never made preventable again.
    can = preventable(g, damage.source) and (damage.preventable or damage.kind != "effect")
    if can == damage.preventable:
        return damage
    again = damage._replace(preventable=can)
    if g.rec:
        g.rec.change_damage(damage, again)
    return again


def begin(g: Game, pending: tuple[Damage, ...], attack: bool = False) -> None:
    """Damage done at one moment begins its way through prevention, placement and discard."""
    g.frames.append(DamageEvent(0, tuple(sorted(pending)), attack))


def join(g: Game, damage: Damage) -> None:
    """A new instance becomes pending in the prevention POP that is open."""
    event = g.event
    assert event is not None
    g.set_event(pending=tuple(sorted((*event.pending, damage))))


def pending_on(g: Game, unit: int) -> list[Damage]:
    """The instances that are pending on a unit in the innermost damage event, before placement."""
    event = g.event
    return [] if event is None else [damage for damage in event.pending if damage.target == unit]


def concerns(g: Game, instance: Instance) -> bool:
    """Whether a prevention ability has to do with a damage event: damage is or was pending on its unit."""
    event, attack, unit = g.event, g.attack, instance.bearer
    if event is None:
        return False
    return (event.attack and attack is not None and attack.defender == unit) or any(
        damage.target == unit for damage in event.pending
    )


def prevent(
    g: Game,
    damage: Damage,
    amount: int,
    *,
    unit: int,
    ability: str,
    value: int | None,
    clauses: tuple[str, ...] = (),
    mark: int = -1,
) -> int:
    """Prevent up to `amount` of one pending instance; returns what was prevented: 0 where it can't be.

    `mark` is the ability instance that is marked as played on it, or -1.
    """
    event = g.event
    if event is None or damage not in event.pending:
        return 0  # its unit has left the arena, by the very play perhaps that was to save it
    prevented = min(amount, damage.amount) if damage.preventable else 0
    left = damage._replace(amount=damage.amount - prevented)
    if mark >= 0:
        left = left._replace(marks=tuple(sorted((*left.marks, mark))))
    rest = list(event.pending)
    rest.remove(damage)
    if left.amount:
        rest.append(left)
    g.set_event(pending=tuple(sorted(rest)))
    if g.rec:
        name = g.rec.change_damage(damage, left if left.amount else None)
        if not left.amount:
            g.rec.facts["spent"] = (*g.rec.facts.get("spent", ()), (left, name))
        if g.rec.pops:
            g.rec.pops[-1].changed |= {name}
        if damage.kind == "overkill" and prevented:
            clauses = (*clauses, "overkill.other-prevention")
        if not damage.preventable:
            clauses = (*clauses, "prevention.unpreventable", *why_unpreventable(g, damage))
            say_unpreventable(g, left if left.amount else damage, unit)
        g.emit(
            "prevented",
            "prevented" if damage.preventable else "unpreventable",
            unit=unit,
            ability=ability,
            value=value,
            amount=prevented,
            damage=name,
            clauses=clauses,
            left=left.amount,
            other=damage.target,
        )
    return prevented


def drop(g: Game, unit: int) -> None:
    """A unit has left its arena: what is pending on it is dropped (gone.damage-dropped)."""
    for place, frame in enumerate(g.frames):
        if isinstance(frame, DamageEvent | Attack) and any(damage.target == unit for damage in frame.pending):
            for damage in frame.pending:
                if damage.target == unit and g.rec:
                    g.emit(
                        "lost",
                        "damage-dropped",
                        unit=unit,
                        amount=damage.amount,
                        damage=g.rec.change_damage(damage, None),
                        clauses=("gone.damage-dropped",),
                    )
            rest = tuple(damage for damage in frame.pending if damage.target != unit)
            g.frames[place] = frame._replace(pending=rest)


# -- the steps of a damage event


def step(g: Game, event: DamageEvent) -> None:
    """Carry out the next step of a damage event."""
    # Spelled out, since it happens millions of times: event._replace(step=event.step + 1)
    g.frames[-1] = tuple.__new__(DamageEvent, (event.step + 1, *event[1:]))
    STEPS[event.step](g)


def _triggers(g: Game) -> None:
    for keyword in g.asked("damage prevention"):
        if keyword.trigger:
            keyword.trigger(g)
    if g.question is None:
        forget_dice(g)


def forget_dice(g: Game) -> None:
    """Once all triggers of the attack's prevention have resolved, nobody looks at its dice any more."""
    attack = g.attack
    if g.event and g.event.attack and attack and (attack.naturals or attack.snapshot):
        g.set_attack(naturals=(), snapshot=())


def _prevention_pop(g: Game) -> None:
    open_pop(g, "damage prevention")


def _place(g: Game) -> None:
    event = g.event
    assert event is not None
    for damage in event.pending:
        before = g.damage[damage.target]
        g.damage[damage.target] = before + damage.amount
        if g.rec:
            kinds = {other.kind for other in event.pending}
            together = ("damage.placement-together",) if len(event.pending) > 1 else ()
            tandem = ("overkill.in-tandem",) if {"attack", "overkill"} <= kinds else ()
            deflected = ("deflect.placed-last",) if g.rec.facts.get("deflected") else ()
            health = g.sheet(damage.target).health
            beyond = ("damage.beyond-health",) if before + damage.amount > health else ()
            g.emit(
                "placed",
                damage.kind,
                unit=max(damage.source, -1),
                other=damage.target,
                amount=damage.amount,
                damage=g.rec.change_damage(damage, None),
                clauses=together + tandem + deflected + beyond,
                total=before + damage.amount,
                **card_name(g, damage.source),
                health=health,
            )
    g.set_event(placed=event.pending, pending=(), deflected=())
    after_discard = any(one.source >= 0 and g.arenas[one.source] == GONE for one in event.pending)
    for keyword in g.asked("damage placement", after_discard):
        if keyword.trigger:
            keyword.trigger(g)
    if g.rec:
        g.rec.facts.pop("spent", None)
        g.rec.facts.pop("deflected", None)
    _discard_at_once(g)


def _discard_at_once(g: Game) -> None:
    """Discard before the placement POP instead of after it (ruling discard-timing)."""
    may_save = any(g.table.cards[card].pop == "damage placement" for card in g.hand) or g.live("damage placement")
    if may_save and units.beyond_health(g):
        g.touch("discard-timing")
    if g.table.rulings.discard_timing == "at-placement":
        _discard(g)


def _placement_pop(g: Game) -> None:
    open_pop(g, "damage placement")


def _discard(g: Game) -> None:
    g.set_event(placed=())
    found = units.beyond_health(g)
    if found:
        units.discard(g, found, "health-reached", clauses=("damage.discard",))


def _discard_pop(g: Game) -> None:
    open_pop(g, "unit discard")


def _over(g: Game) -> None:
    g.frames.pop()


STEPS = (_triggers, _prevention_pop, _place, _placement_pop, _discard, _discard_pop, _over)
