"""Texts cut or chosen to fit their room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.engine.text import Typeface, Weight
from game.engine.text.wrapping import shortened


def fitted(typeface: Typeface, name: str, room: float, size: float, weight: Weight = Weight.SEMIBOLD) -> str:
    """Return a name that a person gave, cut to fit a width; names may be of any length, layouts may not.

    The cut is meant, so nothing is recorded in `overflows`; `Typeface.cut` is for words of the program's own.
    """
    measure = partial(typeface.measure, size=size, weight=weight)
    return name if measure(name) <= room else shortened(name, room, measure)


def fitting_size(typeface: Typeface, text: str, room: float, sizes: Sequence[float]) -> float:
    """Return the first of several sizes, the largest first, at which a semibold text fits a width; else the last."""
    return next((size for size in sizes if typeface.measure(text, size, Weight.SEMIBOLD) <= room), sizes[-1])


def first_fitting(typeface: Typeface, lines: Sequence[str], room: float, size: float) -> str:
    """Return the first of several wordings that fits a width, the longest first; if none does, the last one, cut and
    recorded in `overflows`.
    """
    fit = next((line for line in lines if typeface.measure(line, size) <= room), None)
    return typeface.cut(lines[-1], room, size) if fit is None else fit


def fitted_end(typeface: Typeface, text: str, room: float, size: float) -> str:
    """Return a text that fits a width: one too long keeps its end, which says most about a path."""
    while len(text) > 1 and typeface.measure(text, size) > room:
        text = "…" + text.removeprefix("…")[1:]
    return text
