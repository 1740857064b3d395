"""Lucky X: in the re-roll POP up to X attack dice may be re-rolled, of its own attack or of one against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import dice
from swcli.game.frames import Pick, Rolling
from swcli.game.keyword import Keyword, Kind, Label, Objections
from swcli.game.position import Choice

if TYPE_CHECKING:
    from swcli.game.frames import Attack
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def concerns(g: Game, lucky: Instance) -> bool:
    """Whether its unit attacks, is attacked, or was until another intercepted."""
    attack = g.attack
    return attack is not None and lucky.bearer in (attack.attacker, attack.defender, *attack.attacked)


def options(g: Game, lucky: Instance) -> Iterator[tuple[()]]:
    """It is announced first; the dice are picked one at a time after that."""
    yield ()


def objections(g: Game, lucky: Instance) -> Objections:
    """What forbids it: the dice are neither its unit's nor rolled against it."""
    attack = g.attack
    if attack is None or (
        lucky.bearer not in (attack.attacker, attack.defender) and not _was_defender(g, lucky, attack)
    ):
        yield (
            "lucky.defending" if attack and g.owner(lucky.bearer) != g.owner(attack.attacker) else "lucky.attacking",
            "not-attacker-or-defender",
        )


def _was_defender(g: Game, lucky: Instance, attack: Attack) -> bool:
    """Whether its unit was the defender before an Intercept, if that is enough (ruling lucky-of-the-intercepted)."""
    if lucky.bearer not in attack.attacked:
        return False
    g.touch("lucky-of-the-intercepted")
    return g.table.rulings.lucky_of_the_intercepted == "yes"


def play(g: Game, lucky: Instance) -> None:
    """All values of the unit make one use (lucky.cumulative), of no more dice than were rolled (lucky.dice-rolled)."""
    attack = g.attack
    assert attack is not None
    value = g.sheet(lucky.bearer).total("lucky")
    most = min(value, attack.rolled)
    if g.rec:
        g.rec.facts["lucky"] = (lucky.bearer, value, most)
    g.frames.append(Pick(g.owner(lucky.bearer), most))


def picked(g: Game, count: int) -> None:
    """For the trace: the dice are picked, `count` of them."""
    attack, rec = g.attack, g.rec
    if rec is None or attack is None:
        return
    unit, value, most = rec.facts["lucky"]
    g.emit(
        "fired",
        "lucky",
        unit=unit,
        ability="Lucky",
        value=value,
        amount=count,
        dice=tuple(rec.dice[place][-1] for place in rec.picked),
        clauses=(
            "lucky.attacking" if unit == attack.attacker else "lucky.defending",
            "lucky.pop",
            *(("lucky.cumulative",) if len(g.sheet(unit).of("lucky")) > 1 else ()),
            *(("lucky.up-to",) if count < most else ()),
            *(("lucky.dice-rolled",) if most < value else ()),
            *(("lucky.after-triggered",) if rec.facts.get("triggered re-roll") else ()),
        ),
    )


# -- picking dice


def ask(g: Game, pick: Pick) -> None:
    """Ask for the next die to pick up."""
    g.question = Choice(pick.player, "pick", "re-roll")


def picks(g: Game, pick: Pick) -> Iterator[tuple[str, int]]:
    """What may be picked up next, by rising face, or 0 to stop (lucky.up-to)."""
    yield ("pick", 0)
    attack = g.attack
    assert attack is not None
    for face in range(pick.last, 7):
        if attack.dice[face - 1]:
            yield ("pick", face)


def pick_objections(g: Game, pick: Pick, face: int) -> Objections:
    """What forbids picking up a die that shows `face` (lucky.dice-rolled, lucky.up-to)."""
    attack = g.attack
    assert attack is not None
    if face and not attack.dice[face - 1]:
        yield "lucky.dice-rolled", "faces-not-there"
    elif face and face < pick.last:
        yield "lucky.up-to", "not-in-order"


def take(g: Game, pick: Pick, face: int) -> None:
    """Pick up one die, or stop; then the dice picked up are rolled."""
    attack = g.attack
    assert attack is not None
    if face:
        if g.rec:
            g.rec.pick(face)
        g.set_attack(dice=dice.with_face(attack.dice, face, -1))
        pick = pick._replace(left=pick.left - 1, picked=dice.with_face(pick.picked, face), last=face)
        g.frames[-1] = pick
    if not face or not pick.left:
        count = sum(pick.picked)
        picked(g, count)
        g.frames.pop()
        if count:
            dice.roll(g, Rolling("re-roll", g.owner(attack.attacker), count))


KEYWORD = Keyword(
    name="Lucky",
    label=Label.CUMULATIVE,
    kind=Kind.STATIC,
    moment="re-roll",
    summary="Up to X dice of its own attack, or of an attack against it, may be re-rolled once.",
    belongs="lucky.pop",
    limit="lucky.once",
    concerns=concerns,
    options=options,
    objections=objections,
    play=play,
)
