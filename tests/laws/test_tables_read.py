"""What is read at every table: no letter below ten pixels in the smallest window, and figures grow with texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from game.cabinets.listed import CABINETS, TEMPLATES
from game.engine.canvas import Canvas
from game.engine.text import LEAST_PX, Typeface
from tests.showroom.scenes import render

SMALL = (960, 540)
PICTURED = 0.55
"""Scale below which a board is a small picture beside others, in which nothing is read."""
FIGURE = re.compile(r"[−+×]?\d+%?")
KEPT = {"rails": re.compile(r"\d")}
"""Digits that are no figures: keys at the corners of buttons."""


def read(game: str, text_size: int) -> Mapping[str, Sequence[float]]:
    """Every line at a game's table, with the sizes in pixels that it is set at."""
    found: dict[str, list[float]] = defaultdict(list)
    usual = Typeface.line

    def measuring(
        self: Typeface, canvas: Canvas, string: str, x: float, y: float, size: float = 16, *rest: Any, **more: Any
    ) -> float:
        if canvas.scale >= PICTURED:
            found[string].append(round(self.size_in_pixels(size, canvas.scale), 2))
        return usual(self, canvas, string, x, y, size, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Typeface, "line", measuring)
        render("table", game, 3, 1 if game == "workshop" else 12, SMALL, "ko", text_size)
    return {string: sorted(sizes) for string, sizes in found.items()}


def games() -> Iterator[object]:
    """All but the patterns; the one whose figures shrank once is not slow."""
    for game in CABINETS.names:
        if game not in TEMPLATES:
            yield pytest.param(game, marks=[] if game == "gems" else [pytest.mark.slow])


@pytest.mark.parametrize("game", [*games()])
def test_nothing_is_below_ten_pixels_and_figures_grow_with_texts(game: str) -> None:
    usual, large = read(game, 100), read(game, 150)
    assert {string: sizes for lines in (usual, large) for string, sizes in lines.items() if sizes[0] < LEAST_PX} == {}
    shared = [
        string
        for string in usual.keys() & large.keys()
        if FIGURE.fullmatch(string) and not (game in KEPT and KEPT[game].fullmatch(string))
    ]
    shrunk = {
        string: (usual[string], large[string])
        for string in shared
        if len(usual[string]) == len(large[string])
        and any(now <= before for before, now in zip(usual[string], large[string], strict=True))
    }
    assert shrunk == {}
