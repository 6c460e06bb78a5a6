"""Reads texts that people or files supply; their length is limited before any work is done on them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

DIGITS: Final = 15
"""Most digits of a whole number in a file; sizes, places and milliseconds have fewer."""
LONGEST: Final = 256
"""Most characters of a text to be normalised, because that takes quadratic time in a run of combining marks."""
_WHOLE = re.compile(r"-?[0-9]+")
_SIGNED = DIGITS + 1


def whole_number(text: str) -> int | None:
    """Return a whole number written in decimal digits, perhaps with a minus sign and blanks around it; else None.

    >>> whole_number(" -12 "), whole_number("²"), whole_number("9" * 5000)
    (-12, None, None)
    """
    text = text.strip()
    return int(text) if len(text) <= _SIGNED and _WHOLE.fullmatch(text) else None


def composed(text: str) -> str | None:
    """Return a line in NFC with single blanks; None where it is longer than `LONGEST`."""
    text = " ".join(text.split())
    return unicodedata.normalize("NFC", text) if len(text) <= LONGEST else None
