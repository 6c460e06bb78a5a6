"""Texts for the room there is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.engine.text import Typeface, Weight
from game.engine.text.wrapping import shortened


def fitted(typeface: Typeface, name: str, room: float, size: float) -> str:
    """A name a person gave, cut to the room there is: names may be as long as they like, layouts may not."""
    measure = partial(typeface.measure, size=size, weight=Weight.SEMIBOLD)
    return name if measure(name) <= room else shortened(name, room, measure)


def first_fitting(typeface: Typeface, lines: Sequence[str], room: float, size: float) -> str:
    """The first of several ways to say something, the longest first, that there is room for; else the last, cut."""
    return next(
        (line for line in lines if typeface.measure(line, size) <= room), fitted(typeface, lines[-1], room, size)
    )


def fitted_end(typeface: Typeface, text: str, room: float, size: float) -> str:
    """A text for a line of that width; of one too long the end is kept, as it says most of a path."""
    while len(text) > 1 and typeface.measure(text, size) > room:
        text = "…" + text.removeprefix("…")[1:]
    return text
