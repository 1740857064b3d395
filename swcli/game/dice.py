"""Dice: how many are rolled, one at a time; what hits; natural faces (dice.*; rules.md section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from swcli.game import damage, lasting
from swcli.game.frames import Attack, Counts, Pop, Rolling
from swcli.game.keyword import Keyword
from swcli.game.position import Roll
from swcli.game.registry import DICE, DIE, NATURALS, REGISTRY, REMARKS, REROLLED, THRESHOLD
from swcli.game.sheet import Instance

if TYPE_CHECKING:
    from swcli.game.game import Game

NONE: Counts = (0, 0, 0, 0, 0, 0)
HIT = 4


def with_face(counts: Counts, face: int, change: int = 1) -> Counts:
    """Counts with one die more (or less) that shows `face`."""
    changed = list(counts)
    changed[face - 1] += change
    return tuple(changed)  # type: ignore[return-value]  # six counts stay six


def add(first: Counts, second: Counts) -> Counts:
    """Two groups of dice together."""
    return tuple(a + b for a, b in zip(first, second, strict=True))  # type: ignore[return-value]  # six and six


# -- rolling


def number(g: Game, attack: Attack) -> int:
    """How many attack dice are rolled: power and its modifiers less the defender's Shields, never below zero
    (dice.power).
    """
    power = g.sheet(attack.attacker).power + lasting.against_power(g, attack.attacker, attack.defender)
    less = sum(keyword.dice(g, attack.defender) for keyword in DICE if keyword.dice)
    return max(0, power + less)


def roll(g: Game, rolling: Rolling) -> None:
    """Dice are to be rolled; they are asked for one at a time."""
    g.frames.append(rolling)


def step(g: Game, rolling: Rolling) -> None:
    """Ask for the next die, or hand the dice to those who wait for them."""
    if rolling.left:
        g.question = Roll(rolling.player, rolling.purpose, rolling.left)
        return
    g.frames.pop()
    faces: tuple[int, ...] = ()
    if g.rec:
        faces = tuple(g.rec.buffer)
        g.rec.buffer = []
    if rolling.purpose == "damage":
        _damage_dice(g, rolling, faces)
    else:
        attack = g.attack
        assert attack is not None
        g.set_attack(dice=add(attack.dice, rolling.faces), rolled=attack.rolled + _new(rolling))
        if g.rec:
            _record(g, rolling, faces)


def _new(rolling: Rolling) -> int:
    return 0 if rolling.purpose == "re-roll" else sum(rolling.faces)


def lay(g: Game, rolling: Rolling, faces: Sequence[int]) -> None:
    """The next dice show these faces."""
    counts = list(rolling.faces)
    for face in faces:
        counts[face - 1] += 1
    g.frames[-1] = rolling._replace(left=rolling.left - len(faces), faces=(*counts,))  # type: ignore[arg-type]  # still six
    if g.rec:
        g.rec.buffer += faces


def _record(g: Game, rolling: Rolling, faces: tuple[int, ...]) -> None:
    rec = g.rec
    assert rec is not None
    if rolling.purpose == "re-roll":
        before = rec.faces()
        old = rec.rerolled(faces)
        after = rec.faces()
        g.emit(
            "re-roll",
            "re-roll",
            player=rolling.player,
            dice=faces,
            clauses=tuple(
                f"{keyword.key}.reroll-effects"
                for keyword, unit in _watching(g)
                if g.has(unit, keyword.key) and (keyword.natural in before) != (keyword.natural in after)
            ),
            old=old,
            all=after,
        )
        for keyword in REROLLED:
            if keyword.rerolled:
                keyword.rerolled(g, before, after)
        return
    rec.dice += [[face] for face in faces]
    if rolling.purpose == "fury":
        g.emit("roll", "fury", player=rolling.player, unit=rolling.source, dice=faces, ability="Fury", all=rec.faces())


def _watching(g: Game) -> Iterable[tuple[Keyword, int]]:
    """The keywords that look for a natural face after re-rolls, each with the unit that may have it here."""
    attack = g.attack
    assert attack is not None
    for keyword in NATURALS:
        yield keyword, attack.defender if keyword.against else attack.attacker


# -- hits


def die_bonus(g: Game, unit: int) -> int:
    """What is added to each attack die of a unit."""
    return sum(keyword.die(g, unit) for keyword in DIE if keyword.die)


def threshold(g: Game, unit: int, attack_dice: bool, skip: str = "") -> int:
    """What a die must reach to hit a unit; `skip` leaves one keyword out, to see what it did."""
    return max(
        HIT,
        *(
            keyword.threshold(g, unit, attack_dice)
            for keyword in THRESHOLD
            if keyword.threshold and keyword.key != skip
        ),
        0,
    )


def hits(counts: Counts, bonus: int, needed: int) -> int:
    """How many dice hit: face and bonus reach what is needed (dice.hit)."""
    return sum(count for face, count in enumerate(counts, 1) if face + bonus >= needed)


def _damage_dice(g: Game, rolling: Rolling, faces: tuple[int, ...]) -> None:
    """Dice of damage have been rolled: 4 or more hits, 5 or more against Armor, and nothing else counts."""
    needed = threshold(g, rolling.target, attack_dice=False)
    found = hits(rolling.faces, 0, needed)
    if g.rec:
        armored = found != hits(rolling.faces, 0, HIT)
        g.emit(
            "roll",
            "dice-of-damage",
            player=rolling.player,
            unit=max(rolling.source, -1),
            other=rolling.target,
            dice=faces,
            amount=found,
            clauses=("dice.hit",) + (("armor.dice-of-damage",) if armored else ()),
            needed=needed,
            **damage.card_name(g, rolling.source),
        )
        if armored:
            g.emit("fired", "armor", unit=rolling.target, ability="Armor", clauses=("armor.dice-of-damage",))
        for keyword in REMARKS:
            if keyword.remark:
                keyword.remark(g, rolling.source, rolling.target, faces)
    if found:
        new = damage.make(g, rolling.source, rolling.target, found, rolling.kind, rolling.preventable)
        top = g.frames[-1] if g.frames else None
        if isinstance(top, Pop) and top.name == "damage prevention":
            damage.join(g, new)
        else:
            damage.begin(g, (new,))


# -- the snapshot taken at the roll


def snapshot(g: Game, attack: Attack) -> tuple[int, ...]:
    """The instances on attacker and defender that have to be there when the dice are rolled."""
    return tuple(
        instance.id
        for unit in dict.fromkeys((attack.attacker, attack.defender))
        for name, group in g.sheet(unit).abilities.items()
        if REGISTRY[name].at_roll or REGISTRY[name].dated
        for instance in group
    )


def at_roll(g: Game, unit: int, keyword: str) -> list[Instance]:
    """The instances of a keyword that were there at the roll and still are; a unit that has left has none any more."""
    attack = g.attack
    if attack is None or not attack.snapshot:
        return []
    instances = g.table.instances
    then = [
        instances[number]
        for number in attack.snapshot
        if instances[number].bearer == unit and instances[number].keyword == keyword
    ]
    if not then:
        return then
    now = g.sheet(unit).of(keyword)
    still = [instance for instance in then if instance in now]
    if len(still) < len(then):
        g.touch("keyword-lost-after-the-roll")
        if g.table.rulings.keyword_lost_after_the_roll == "kept":
            return then
    return still


def late(g: Game, unit: int, keyword: str) -> list[Instance]:
    """The instances of a keyword that a unit has got since the roll."""
    attack = g.attack
    if attack is None or not g.present(keyword):
        return []
    return [instance for instance in g.sheet(unit).of(keyword) if instance.id not in attack.snapshot]


# -- natural faces


def wanted(g: Game) -> set[int]:
    """The natural faces that something in this attack still looks for, once hits are counted."""
    attack = g.attack
    assert attack is not None
    if not attack.snapshot:
        return set()
    return {keyword.natural for keyword, unit in _watching(g) if keyword.at_roll and at_roll(g, unit, keyword.key)}


def watched(g: Game) -> set[int]:
    """The natural faces that something in this attack looks for, or may still come to look for, before hits are
    counted.
    """
    return {
        keyword.natural
        for keyword, unit in _watching(g)
        if (at_roll(g, unit, keyword.key) if keyword.at_roll else g.has(unit, keyword.key))
    }


def shows(g: Game, face: int) -> bool:
    """For the trace: whether the final dice of the attack show a natural face."""
    return g.rec is not None and face in g.rec.faces()


def natural_clauses(g: Game, keyword: Keyword, fires: bool) -> tuple[str, ...]:
    """What the final dice have to do with a keyword that looks for a natural face: clauses that made the difference."""
    assert g.rec is not None
    face = keyword.natural
    final = g.rec.faces()
    found: list[str] = []
    if fires and final.count(face) > 1:
        found.append(f"{keyword.key}.once")
    if (face in g.rec.first_faces()) != (face in final):
        found.append(f"{keyword.key}.after-rerolls")
    if not fires and face not in final and _by_accuracy(face, final, g.rec.facts.get("die bonus", 0)):
        found.append(f"{keyword.key}.accuracy")
    return tuple(found)


def no_natural(g: Game, keyword: Keyword, unit: int, value: int) -> None:
    """Say that a keyword did not fire for want of its natural face."""
    if g.rec:
        g.emit(
            "not-fired",
            "no-natural",
            unit=unit,
            ability=keyword.name,
            value=value,
            dice=g.rec.faces(),
            clauses=(_natural(keyword), *natural_clauses(g, keyword, False)),
            face=keyword.natural,
        )


def too_late(g: Game, keyword: Keyword, unit: int, value: int) -> None:
    """Say that a keyword was gained after the roll; the clause is cited where its face shows."""
    matters = shows(g, keyword.natural)
    g.emit(
        "not-fired",
        "too-late",
        unit=unit,
        ability=keyword.name,
        value=value,
        clauses=(f"{keyword.key}.too-late",) if matters else (),
        face=keyword.natural,
    )


def not_attack_dice(g: Game, keyword: Keyword, unit: int) -> None:
    """Say that a keyword does not look at dice of damage, though its face shows among them."""
    g.emit(
        "not-fired",
        "not-attack-dice",
        unit=unit,
        ability=keyword.name,
        value=g.sheet(unit).total(keyword.key),
        clauses=(f"{keyword.key}.attack-dice-only",),
        face=keyword.natural,
    )


def _natural(keyword: Keyword) -> str:
    return f"{keyword.key}.natural-{('one', 'two', 'three', 'four', 'five', 'six')[keyword.natural - 1]}"


def _by_accuracy(face: int, final: tuple[int, ...], bonus: int) -> bool:
    """Whether Accuracy takes a die to this face or, at the ends of the scale, beyond it."""
    if not bonus:
        return False
    if face == 6:
        return any(one + bonus >= 6 for one in final)
    if face == 1:
        return any(one + bonus <= 1 for one in final)
    return any(one + bonus == face for one in final)
