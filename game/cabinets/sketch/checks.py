"""What may be drawn and written, whoever asks."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from game.cabinets.sketch.state import HEIGHT, LONGEST_HAND, MOST_LETTERS, MOST_NUMBERS, WIDTH


def stroke_refusal(points: Sequence[int], took: int, longest: int) -> str | None:
    """Why these numbers are no stroke, as a text key; `longest` 0 is no limit."""
    if not 2 <= len(points) <= MOST_NUMBERS or len(points) % 2:
        return "sketch.refuse.points"
    if not all(0 <= x < WIDTH for x in points[::2]) or not all(0 <= y < HEIGHT for y in points[1::2]):
        return "sketch.refuse.outside"
    places = list(zip(points[::2], points[1::2], strict=True))
    if any(here == there for here, there in pairwise(places)):
        return "sketch.refuse.equal"
    if longest and ink_of(points) > longest:
        return "sketch.refuse.ink"
    return None if 0 <= took <= LONGEST_HAND else "sketch.refuse.took"


def ink_of(points: Sequence[int]) -> int:
    """The length of a stroke: distances rounded down, in canvas units.

    >>> ink_of((0, 0, 3, 4, 4, 5))
    6
    """
    places = zip(points[::2], points[1::2], strict=True)
    return sum(isqrt((x - left) ** 2 + (y - top) ** 2) for (left, top), (x, y) in pairwise(places))


def written(text: str) -> str | None:
    """A guess as the game keeps it; None where it is too long, empty, or holds what cannot be read."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    readable = all(unicodedata.category(sign)[0] != "C" for sign in text)
    return text if readable and 1 <= len(text) <= MOST_LETTERS else None
