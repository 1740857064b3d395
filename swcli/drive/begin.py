"""How an entry of the script begins, for every driver that goes on by itself from there."""

from __future__ import annotations

from swcli.drive.ways import ways
from swcli.game import engine
from swcli.game.engine import Refused
from swcli.game.position import Position
from swcli.game.recorder import Recorder
from swcli.scenario.script import Entry


def begin(position: Position, entry: Entry, rec: Recorder | None = None, every_choice: bool = False) -> Position:
    """The position once an entry has begun, with the cards of its plays dealt.

    Args:
        position: the position between entries.
        entry: what begins.
        rec: gets the events, if given.
        every_choice: whether to stop also where passing is the only answer.

    Raises:
        Refused: it can't begin.
    """
    plays = (entry.act, *entry.plays)
    position = engine.deal(position, tuple(play.card for play in plays if play and play.verb == "effect"))
    if entry.kind == "attack":
        return engine.begin_attack(position, entry.unit, entry.target, bool(entry.allowed_by), rec, every_choice)
    if entry.kind == "build":
        return engine.begin_build(position, entry.player, rec, every_choice)
    if entry.kind == "end":
        return engine.end(position, entry.what, rec)
    assert entry.act is not None
    legal, reasons = ways(position, entry.act, rec or Recorder())
    if not legal:
        raise Refused((), reasons)
    return engine.play_between(position, legal[0], rec, every_choice)
