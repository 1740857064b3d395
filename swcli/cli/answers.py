"""What a person types, understood: numbers of options, and dice."""

from __future__ import annotations

from swcli.scenario.faults import shown


class Unclear(Exception):
    """An answer that can't be taken; the text says why."""


def number(text: str, most: int) -> int:
    """A number from 1 to `most`, as a place."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 0 < int(text) <= most):
        wanted = f"a number from 1 to {most}" if most > 1 else "the number 1"
        raise Unclear(f"{shown(text)} is no answer here: {wanted}, or a command (h lists them)")
    return int(text) - 1


def dice_faces(text: str) -> tuple[int, ...]:
    """Faces of dice: `6 4 1`, `6,4,1` and `641` alike."""
    digits = text.replace(",", " ").replace(" ", "")
    wrong = next((digit for digit in digits if digit not in "123456"), "")
    if wrong:
        raise Unclear(f"{shown(wrong)} is no face of a die: type faces from 1 to 6, as in 6 4 1")
    return tuple(map(int, digits))
