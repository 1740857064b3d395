"""The engine: positions in, positions out. It stops at every choice and every roll, and never prints, asks or rolls.

    position = begin_attack(position, attacker=0, target=1)
    while position.question:
        position = answer(position, next(iter(options(position))))

A position that is given is never changed. What happens in between is told to a `Recorder`, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from swcli.game import attack, build, damage, dice, lasting, plays, pop, targets
from swcli.game.frames import Attack, Build, DamageEvent, Pick, Pop, Rolling
from swcli.game.game import Game
from swcli.game.keywords import lucky, overkill, parry, upkeep
from swcli.game.plays import PASS, Option
from swcli.game.plays import Reasons as Reasons
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.game.sheet import Instance

FACES = frozenset(range(1, 7))


class Refused(Exception):
    """An answer or a beginning that the rules don't allow.

    Attributes:
        option: what was refused. reasons: every (clause, reason) that forbids it.
    """

    def __init__(self, option: Option, reasons: Reasons) -> None:
        super().__init__(option, reasons)
        self.option = option
        self.reasons = reasons

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that forbid it, each once."""
        return tuple(dict.fromkeys(clause for clause, _ in self.reasons if clause))


# -- beginning something, when nothing is going on


def begin_attack(
    position: Position,
    attacker: int,
    target: int,
    allowed: bool = False,
    rec: Recorder | None = None,
    stop: bool = False,
    until: str | None = None,
) -> Position:
    """An attack is declared and runs to its first question.

    Args:
        position: nothing may be open in it.
        attacker: the unit that attacks, a place in the table's units.
        target: the unit attacked.
        allowed: a card allows an attack that the rules alone don't (own unit, tapped attacker, another arena).
        rec: told what happens.
        stop: stop also at choices whose only answer is to pass.
        until: ask for plays in the POP of this name alone, `""` for none: in all others both players pass.

    Raises:
        Refused: the attack is not legal (attack.legal-target, attack.cannot-be-attacked, stealth.not-attacked).
    """
    g = Game(position, rec, stop)
    g.until = until
    _refuse(("attack", attacker, target), tuple(targets.objections(g, attacker, target, allowed)))
    attack.declare(g, attacker, target, allowed)
    return _run(g)


def begin_build(position: Position, player: int, rec: Recorder | None = None, stop: bool = False) -> Position:
    """The build step of a player begins and runs to its first question."""
    g = Game(position, rec, stop)
    build.begin(g, player)
    return _run(g)


def play_between(position: Position, option: Option, rec: Recorder | None = None, stop: bool = False) -> Position:
    """A card or an ability is played between attacks.

    Raises:
        Refused: it may not be played there.
    """
    g = Game(position, rec, stop)
    _refuse(option, tuple(plays.objections(g, option)))
    plays.perform(g, option)
    return _run(g)


def end(position: Position, what: str, rec: Recorder | None = None) -> Position:
    """The battle (`battle`) or the turn (`turn`) ends: what lasts until then stops; a new turn forgets what was
    used.
    """
    g = Game(position, rec)
    g.emit("declare", f"end-{what}")
    lasting.end(g, *(("attack", "battle") if what == "battle" else ("attack", "battle", "turn")))
    if what == "turn":
        g.marks = ()
    return _run(g)


def deal(position: Position, cards: tuple[int, ...]) -> Position:
    """The cards that may be played from now on, places in `Table.cards`; others are taken back."""
    if position.state.hand == cards:
        return position
    return Position(position.table, position.state._replace(hand=cards))


# -- going on


def advance(position: Position, rec: Recorder | None = None, stop: bool = False) -> Position:
    """Run to the next question; a position that has one is returned as it is."""
    if position.question:
        return position
    return _run(Game(position, rec, stop))


def pass_all(position: Position, rec: Recorder | None = None, until: str = "") -> Position:
    """Pass, and go on passing for both players in every POP but that named `until`, till something has to be answered.

    The same as answering `PASS` again and again, in one go.
    """
    g = Game(position, rec)
    _refuse(PASS, tuple(_objections(g, PASS)))
    frame = g.frames[-1]
    assert isinstance(frame, Pop)
    g.question = None
    g.until = until
    pop.pass_by(g, frame, idle=g.rec is not None and not plays.any_play(g, frame.player))
    return _run(g)


def answer(
    position: Position,
    option: Option,
    rec: Recorder | None = None,
    stop: bool = False,
    legal: bool = False,
    until: str | None = None,
) -> Position:
    """Answer the open question and run to the next one.

    Args:
        position: has a question.
        option: one of `options(position)`; `("roll", face)` for a die.
        rec: told what happens.
        stop: stop also at choices whose only answer is to pass.
        legal: the option is known to be among `options(position)`, so that nothing has to be checked again.
        until: as in `begin_attack`.

    Raises:
        Refused: the option is not allowed; the reasons are all that forbid it.
    """
    g = Game(position, rec, stop)
    g.until = until
    if not legal:
        _refuse(option, tuple(_objections(g, option)))
    _carry_out(g, option)
    return _run(g)


def successors(position: Position) -> Iterator[tuple[Option, Position]]:
    """Every answer to the open question with the position that comes of it, in the order of `options`."""
    for option in options(position):
        g = Game(position)
        _carry_out(g, option)
        yield option, _run(g)


def _carry_out(g: Game, option: Option) -> None:
    """Do what a legal answer to the open question says."""
    question = g.question
    g.question = None
    frame = g.frames[-1]
    if isinstance(question, Roll):
        assert isinstance(frame, Rolling)
        dice.lay(g, frame, option[1:])
    elif isinstance(frame, Pick):
        lucky.take(g, frame, option[1])
    elif isinstance(frame, Attack):
        if option == PASS:
            overkill.decline(g)
        else:
            overkill.take(g, *option[1:])
    elif isinstance(frame, DamageEvent):
        parry.take(g, option[2])
    elif isinstance(frame, Build) and option[0] == "upkeep":
        upkeep.settle(g, frame, *option[1:])
    elif option == PASS:
        if isinstance(frame, Pop):
            pop.pass_by(g, frame, idle=g.rec is not None and not plays.any_play(g, frame.player))
        elif isinstance(frame, Build):
            build.end(g, frame)
    else:
        plays.perform(g, option)


def roll(
    position: Position,
    faces: Sequence[int],
    rec: Recorder | None = None,
    stop: bool = False,
    until: str | None = None,
) -> Position:
    """Answer the open roll and those that follow at once: the same as one `answer` for each die, but in one go.

    Args:
        position: its question is a roll.
        faces: at least one and at most `question.left` faces, each from 1 to 6.
        rec: told what happens.
        stop: stop also at choices whose only answer is to pass.
        until: as in `begin_attack`.

    Raises:
        Refused: a face is none, or no die is asked for.
    """
    g = Game(position, rec, stop)
    frame = g.frames[-1] if g.frames else None
    if not isinstance(frame, Rolling) or not 0 < len(faces) <= frame.left or not FACES.issuperset(faces):
        raise Refused(("roll", *faces), (("", "roll-needed"),))
    dice.lay(g, frame, faces)
    g.question = None
    g.until = until
    return _run(g)


def options(position: Position) -> Iterator[Option]:
    """Every answer to the open question, in a fixed order; lazily, as there may be many."""
    g = Game(position)
    question = g.question
    if isinstance(question, Roll):
        for face in sorted(FACES):
            yield ("roll", face)
    elif isinstance(question, Choice):
        frame = g.frames[-1]
        if isinstance(frame, Pick):
            yield from lucky.picks(g, frame)
        elif question.kind == "overkill":
            yield from overkill.choices(g)
        elif question.kind == "parry":
            yield from parry.choices(g)
        elif isinstance(frame, Build) and question.kind == "upkeep":
            yield from upkeep.choices(g, frame)
        else:
            yield PASS
            yield from plays.plays_of(g, question.player)


def plays_by(position: Position, player: int) -> Iterator[Option]:
    """Every play that a player could make in the POP or build step that is open, were it his choice now."""
    yield from plays.plays_of(Game(position), player)


def unplayable(position: Position) -> Iterator[tuple[Instance, Reasons]]:
    """The abilities that live in the POP that is open and can't be played now, each with everything that forbids it."""
    g = Game(position)
    for instance, could, reasons in plays.survey(g, everything=True):
        if not could:
            yield instance, reasons


def objections(position: Position, option: Option) -> Reasons:
    """Every (clause, reason) that forbids a play in this position, whoever's choice it is; empty if it is legal."""
    return tuple(_objections(Game(position), option, any_player=True))


def note(position: Position, rec: Recorder, reason: str, **facts: Any) -> None:
    """Let a driver say something in the trace; it changes nothing."""
    Game(position, rec).emit("note", reason, **facts)


def _objections(g: Game, option: Option, any_player: bool = False) -> Iterator[tuple[str, str]]:
    question = g.question
    frame = g.frames[-1] if g.frames else None
    verb = option[0]
    if isinstance(question, Roll):
        if verb != "roll" or option[1] not in FACES:
            yield "", "roll-needed"
    elif isinstance(frame, Pick):
        if verb != "pick":
            yield "", "pick-needed"
        else:
            yield from lucky.pick_objections(g, frame, option[1])
    elif verb in ("roll", "pick"):
        yield "", "no-die-asked-for"
    elif verb == "overkill":
        if not isinstance(question, Choice) or question.kind != "overkill":
            yield "overkill.final" if g.attack and g.attack.moved else "overkill.excess", "not-asked"
        yield from overkill.objections(g, *option[1:])
    elif verb == "parry":
        if not isinstance(question, Choice) or question.kind != "parry":
            yield "parry.natural-one", "not-asked"
        else:
            yield from parry.objections(g, *option[1:])
    elif verb == "upkeep":
        if isinstance(frame, Build):
            yield from upkeep.objections(g, frame, *option[1:])
        else:
            yield "upkeep.build-step-start", "other-pop"
    elif verb != "pass":
        if isinstance(question, Choice) and question.kind in ("overkill", "parry", "upkeep"):
            yield "upkeep.build-step-start" if question.kind == "upkeep" else "pop.triggers-first", "trigger-first"
        elif not any_player and isinstance(question, Choice) and plays.player_of(g, option) != question.player:
            yield "pop.alternate", "not-his-choice"
        yield from plays.objections(g, option)
    elif isinstance(question, Choice) and question.kind == "upkeep":
        yield "upkeep.must-pay", "can-be-paid"
    elif isinstance(question, Choice) and question.kind == "parry":
        yield "pop.triggers-first", "trigger-first"


def _refuse(option: Option, reasons: Reasons) -> None:
    if reasons:
        raise Refused(option, reasons)


_STEPPERS: dict[type, Callable[..., None]] = {
    Attack: attack.step,
    DamageEvent: damage.step,
    Pop: pop.step,
    Pick: lucky.ask,
    Rolling: dice.step,
    Build: build.step,
}


def _run(g: Game) -> Position:
    """Carry out steps until something is asked or nothing is going on."""
    frames = g.frames
    while frames and g.question is None:
        frame = frames[-1]
        _STEPPERS[type(frame)](g, frame)
    return g.freeze()
