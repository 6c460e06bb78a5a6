"""What may be drawn and written, whoever asks."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from game.cabinets.sketch.drawing.lists import MOST_LETTERS
from game.cabinets.sketch.drawing.points import HEIGHT, WIDTH, ink_of, pairs
from game.cabinets.sketch.state import LONGEST_HAND, MOST_NUMBERS


def stroke_refusal(points: Sequence[int], took: int, longest: int) -> str | None:
    """Why these numbers are no stroke, as a text key; `longest` 0 is no limit."""
    if not 2 <= len(points) <= MOST_NUMBERS or len(points) % 2:
        return "sketch.refuse.points"
    if not all(0 <= x < WIDTH for x in points[::2]) or not all(0 <= y < HEIGHT for y in points[1::2]):
        return "sketch.refuse.outside"
    places = pairs(points)
    if any(here == there for here, there in pairwise(places)):
        return "sketch.refuse.equal"
    if longest and ink_of(places) > longest:
        return "sketch.refuse.ink"
    return None if 0 <= took <= LONGEST_HAND else "sketch.refuse.took"


def written(text: str) -> str | None:
    """A guess as the game keeps it; None where it is too long, empty, or holds what cannot be read."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    readable = all(unicodedata.category(sign)[0] != "C" for sign in text)
    return text if readable and 1 <= len(text) <= MOST_LETTERS else None
