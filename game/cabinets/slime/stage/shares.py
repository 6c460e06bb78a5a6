"""A chart of how two seats share a board, turn by turn: one area grows from the foot, the other from the top."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, SAND, Colour, mix
from game.engine.ornament import khatam
from game.engine.sprites import put, sprite
from game.engine.vector import linear, path, points, rect, svg


class Extent(NamedTuple):
    """The ranges of a chart's axes."""

    turns: int
    most: int
    """The most that both seats can have together: the height of the chart."""


class History:
    """The scores of both seats after each turn, as far as they are known."""

    def __init__(self, first: Sequence[int]) -> None:
        self._known: dict[int, Sequence[int]] = {0: first}

    def learn(self, scores: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Add pairs of a turn and both seats' scores after it."""
        self._known.update(scores)

    def until(self, turn: int) -> tuple[tuple[int, int, int], ...]:
        """Return (turn, first score, second score) of all known turns up to `turn`, ascending."""
        return tuple((known, ours, theirs) for known, (ours, theirs) in sorted(self._known.items()) if known <= turn)


@sprite(kept=4)
def _areas(
    width_px: int,
    height_px: int,
    history: tuple[tuple[int, int, int], ...],
    extent: Extent,
    first: tuple[Colour, Colour],
    second: tuple[Colour, Colour],
) -> pygame.Surface:
    """Render the chart's areas; turns still to come are a faint field."""
    wide, high = width_px, height_px

    def at(turn: int, height: float) -> tuple[float, float]:
        return turn / extent.turns * wide, high * (1 - height / extent.most)

    radius = min(6.0, high / 8)
    body = rect(0, 0, wide, high, radius, PAPER, fill_opacity=0.07)
    last = history[-1][0] if history else 0
    if last > 0:
        low = [at(turn, ours) for turn, ours, _ in history]
        top = [at(turn, extent.most - theirs) for turn, _, theirs in history]
        end = last / extent.turns * wide
        body += path(points([*low, *reversed(top)]), SAND, fill_opacity=0.22)
        body += path(points([*low, (end, high), (0, high)]), "url(#first)")
        body += path(points([*top, (end, 0), (0, 0)]), "url(#second)")
        line = max(1.2, high / 36)
        body += path(points(low, closed=False), "none", mix(first[0], PAPER, 0.6), line)
        body += path(points(top, closed=False), "none", mix(second[0], PAPER, 0.6), line)
    defs = linear("first", [(0, first[0]), (1, first[1])], 0, 0, 0, 1)
    defs += linear("second", [(0, second[1]), (1, second[0])], 0, 0, 0, 1)
    chart = svg(body, width_px, height_px, defs=defs, oversample=3).copy()
    mask = svg(rect(0, 0, wide, high, radius, "#FFFFFF"), width_px, height_px)
    chart.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return chart


def draw_shares(
    canvas: Canvas, box: Box, history: History, turn: int, extent: Extent, colours: Sequence[tuple[Colour, Colour]]
) -> None:
    """Draw the chart with a line at the current turn. `colours` are each seat's two colours: of its front and of its
    edge.
    """
    area = canvas.pixels(box)
    put(canvas.surface, _areas(area.width, area.height, history.until(turn), extent, *colours), *area.topleft)
    x = area.left + round(turn / extent.turns * area.width)
    pygame.draw.line(canvas.surface, PAPER, (x, area.top), (x, area.bottom - 1), max(1, canvas.px(1.5)))
    if area.height >= canvas.px(24):
        canvas.put_middle(khatam(canvas.px(11), PAPER, "#D9643A"), box.left + turn / extent.turns * box.width, box.top)
