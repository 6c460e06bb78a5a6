"""Reads what others wrote; its length is bounded before any work is done on it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

DIGITS: Final = 15
"""Digits of a whole number in a file; sizes, places and milliseconds have fewer."""
LONGEST: Final = 256
"""Signs of a text that is composed: composing takes the square of a run of marks."""
_WHOLE = re.compile(r"-?[0-9]+")
_SIGNED = DIGITS + 1


def whole_number(text: str) -> int | None:
    """A whole number in decimal digits, with a sign or blanks around it or not; None for anything else.

    >>> whole_number(" -12 "), whole_number("²"), whole_number("9" * 5000)
    (-12, None, None)
    """
    text = text.strip()
    return int(text) if len(text) <= _SIGNED and _WHOLE.fullmatch(text) else None


def composed(text: str) -> str | None:
    """A line as NFC with single blanks; None for one that is longer than any word or sentence in a file of ours."""
    text = " ".join(text.split())
    return unicodedata.normalize("NFC", text) if len(text) <= LONGEST else None
