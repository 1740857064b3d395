"""What the program says to the shell."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """What the program says to the shell; of several files, the highest."""

    OK = 0
    """Resolved (or refused, where that was expected), and every expectation holds."""
    EXPECTATION = 1
    """An expectation does not hold."""
    USAGE = 2
    """Wrong use of the command."""
    INVALID = 3
    """The file can't be read or is no valid scenario."""
    REFUSED = 4
    """A play is refused; a decision or die is missing or left over."""
    INTERNAL = 70
    """A fault of swcli itself."""
    OUTPUT = 74
    """The output can't be written."""
    INTERRUPTED = 130
    """Interrupted from the keyboard."""
