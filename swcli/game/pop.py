"""Play-or-pass chances: who chooses, and when one ends (pop.*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import plays
from swcli.game.frames import Pop
from swcli.game.position import Choice
from swcli.game.recorder import PopFacts

if TYPE_CHECKING:
    from swcli.game.game import Game

FIRST = 0
"""The player with the first choice in every POP: the first of `Table.players`, Dark unless the file says otherwise."""


def open_pop(g: Game, name: str) -> None:
    """Open a play-or-pass chance; the first player has the first choice (pop.dark-first)."""
    empty = not g.hand and not g.live(name)
    if empty and not g.every_choice:
        if g.rec:  # both players pass
            g.emit("pop", "empty", ability=name, step=name)
            g.rec.triggered = False
        return
    g.frames.append(Pop(name, _starter(g, name)))
    if g.rec:
        g.rec.open_pop(len(g.frames), empty)
        # A trace is the same wherever a run stops: nothing more is told of a POP for which nobody has anything.
        g.emit("pop", "empty" if empty else "opens", ability=name, opens=not empty)
    if name == "re-roll" and not empty and all(plays.any_play(g, player) for player in range(len(g.players))):
        g.touch("lucky-order")


def _starter(g: Game, name: str) -> int:
    """Who has the first choice (ruling lucky-order)."""
    return _other(g, FIRST) if name == "re-roll" and g.table.rulings.lucky_order == "light-first" else FIRST


def step(g: Game, pop: Pop) -> None:
    """Ask the player whose choice it is, unless passing is his only answer."""
    if not g.every_choice and g.until != pop.name:
        could = _could(g, pop)
        if not could or g.until is not None:
            pass_by(g, pop, idle=not could)
            return
    g.question = Choice(pop.player, "pop", pop.name)


def _could(g: Game, pop: Pop) -> bool:
    """Whether the player has anything to play. Where nobody will play, one look at all abilities serves to the end."""
    if not g.hand and not g.live(pop.name, pop.player):
        return False
    if g.rec is None or g.until is None:
        return plays.any_play(g, pop.player)
    facts = g.rec.pops[-1]
    if facts.survey is None:
        facts.survey = plays.survey(g)
    return plays.able(g, facts.survey, pop.player)


def pass_by(g: Game, pop: Pop, idle: bool) -> None:
    """The player passes; two passes in a row end the POP (pop.two-passes). `idle`: there was nothing that he could
    play.
    """
    if g.rec:
        facts = g.rec.pops[-1]
        event = None if facts.empty else g.emit("pass", "nothing-to-play" if idle else "passes", player=pop.player)
        if event and pop.player == FIRST and not idle and not facts.players and not facts.passed:
            facts.first_pass = event.seq
        facts.passed |= {pop.player}
    if pop.passes:
        if g.rec:
            plays.remark_unplayed(g)
            g.rec.close_pop()
        g.frames.pop()
    else:
        g.frames[-1] = Pop(pop.name, _other(g, pop.player), pop.passes + 1)


def played(g: Game, place: int) -> None:
    """The player of the POP at `place` on the stack has played: the other chooses next (pop.alternate)."""
    pop = g.frames[place]
    assert isinstance(pop, Pop)
    g.frames[place] = Pop(pop.name, _other(g, pop.player))


def clauses_of_play(g: Game, pop: Pop, seq: int) -> tuple[str, ...]:
    """What the order of POPs contributes to a play that is about to be recorded as event `seq`."""
    assert g.rec is not None
    facts: PopFacts = g.rec.pops[-1]
    found: list[str] = []
    if pop.player in facts.passed:
        found.append("pop.alternate")
    if facts.triggered and not facts.players:
        found.append("pop.triggers-first")
    if pop.player != FIRST and _starter(g, pop.name) == FIRST:
        g.rec.amend(facts.first_pass, "pop.dark-first")
        first_plays = [event for player, event in facts.players if player == FIRST]
        if facts.players and facts.players[0][0] == FIRST:
            g.rec.amend(first_plays[0], "pop.dark-first")
    facts.players = (*facts.players, (pop.player, seq))
    return tuple(found)


def _other(g: Game, player: int) -> int:
    return (player + 1) % len(g.players)
