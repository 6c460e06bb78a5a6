"""The words of a round as paper lanterns on a string, the newest first and brightest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.cabinets.words.glosses import gloss
from game.cabinets.words.state import Said
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, OUTLINE, PAPER, SAND, Colour, mix
from game.engine.ornament import badge
from game.engine.patterns import PATTERNS
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import linear, path, rect, svg
from game.kit.drawing.speech import PADDING, bubble

_SIDE = 26.0
"""Of a lantern, on either side of its word, for a text of theme.BODY."""
_STOPS = 24
_MEANING = 220.0
_CORD = 10.0
"""From the string down to a lantern."""


@sprite(kept=160)
def lantern(width_px: int, height_px: int, colour: Colour, lit: bool) -> pygame.Surface:
    """Paper over ribs, round at both ends, with brass above and below."""
    wide, high = 100 * width_px / max(1, height_px), 100.0
    bulge = 22.0
    body = f"M{bulge} 14H{wide - bulge}Q{wide} 50 {wide - bulge} 86H{bulge}Q0 50 {bulge} 14Z"
    paper = (
        (mix(colour, PAPER, 0.75), mix(colour, PAPER, 0.4)) if lit else (mix(colour, INK, 0.45), mix(colour, INK, 0.7))
    )
    light = linear("paper", [(0, paper[0]), (1, paper[1])])
    drawn = path(body, "url(#paper)", OUTLINE, 4)
    for share in (0.0, 1.0):
        x = bulge + share * (wide - 2 * bulge)
        drawn += path(f"M{x} 14Q{x + (share - 0.5) * 14} 50 {x} 86", "none", mix(colour, INK, 0.5), 3)
    for y in (6, 84):
        drawn += rect(wide / 2 - 22, y, 44, 10, 3, "#C98C38", OUTLINE, 2)
    return svg(drawn, width_px, height_px, defs=light, box=(0, 0, wide, high), oversample=3)


def draw_lanterns(
    canvas: Canvas, surroundings: Surroundings, chain: Sequence[Said], box: Box, size: float = theme.BODY
) -> None:
    """As many of the last words as there is room for, each in the colour of who said it."""
    scale = size / theme.BODY
    high = 40.0 * scale * surroundings.typeface.grown(1)
    for row, top in _rows(surroundings, chain, box, size, high):
        _draw_string(canvas, box, top, scale)
        for said, place, newest in row:
            look, area = surroundings.looks[said.seat], canvas.pixels(place)
            middle = place.centerx
            sag = _sag(box, middle)
            canvas.surface.fill(SAND, canvas.pixels(Box(middle - 1, top + sag, 2, place.top - top + 4)))
            canvas.put(lantern(area.width, area.height, look.colour, newest), place.left, place.top + sag)
            y = place.centery + sag
            ink = theme.TEXT_ON_PAPER if newest else PAPER
            sign = badge(PATTERNS[look.pattern].shape, look.colour, canvas.px(13 * scale))
            canvas.put_middle(sign, place.left + 19 * scale, y)
            weight = Weight.BOLD if newest else Weight.SEMIBOLD
            surroundings.typeface.line(canvas, said.word, place.left + 31 * scale, y, size, weight, ink)


def lantern_at(
    surroundings: Surroundings, chain: Sequence[Said], box: Box, x: float, y: float, size: float = theme.BODY
) -> tuple[Said, Box] | None:
    """The word whose lantern hangs there, and where it is."""
    high = 40.0 * size / theme.BODY * surroundings.typeface.grown(1)
    for row, _ in _rows(surroundings, chain, box, size, high):
        for said, place, _newest in row:
            hung = Box(place.left, place.top + _sag(box, place.centerx), place.width, place.height)
            if hung.collidepoint(x, y):
                return said, hung
    return None


def draw_told(canvas: Canvas, surroundings: Surroundings, said: Said, place: Box, right: float) -> None:
    """Above a lantern: its points, its time, and what the word means, where that is known."""
    typeface = surroundings.typeface
    points = surroundings.texts.line("words.stage.told", points=said.points, seconds=f"{said.spent / 1000:.1f}")
    lines = [points, *typeface.wrap(meaning, _MEANING, theme.CAPTION)] if (meaning := gloss(said.word)) else [points]
    wide = max(typeface.measure(line, theme.CAPTION, Weight.SEMIBOLD) for line in lines) + 2 * PADDING + 12
    mirrored = place.right + wide > right
    bubble(canvas, typeface, lines, place.left if mirrored else place.right, place.centery, mirrored=mirrored)


def _rows(
    surroundings: Surroundings, chain: Sequence[Said], box: Box, size: float, high: float
) -> Iterator[tuple[list[tuple[Said, Box, bool]], float]]:
    """The lanterns of each string, with where they hang, and the height of the string."""
    scale, step = size / theme.BODY, high + 2 * _CORD
    x, top = box.left, box.top
    row: list[tuple[Said, Box, bool]] = []
    for number, said in enumerate(reversed(chain)):
        word = surroundings.typeface.measure(said.word, size, Weight.BOLD)
        wide = min(box.width, word + 2 * _SIDE * scale)
        if row and x + wide > box.right:
            yield row, top
            x, top, row = box.left, top + step, []
        if top + step > box.bottom + 1:
            return
        row.append((said, Box(x, top + _CORD, wide, high), number == 0))
        x += wide + 8 * scale
    if row:
        yield row, top


def _sag(box: Box, x: float) -> float:
    """How far the string hangs down at a point: it is held at both ends."""
    share = (x - box.left) / box.width
    return 24 * share * (1 - share)


def _draw_string(canvas: Canvas, box: Box, top: float, scale: float) -> None:
    stops = [box.left + box.width * step / _STOPS for step in range(_STOPS + 1)]
    ends = [canvas.pixel(x, top + _sag(box, x)) for x in stops]
    pygame.draw.lines(canvas.surface, SAND, False, ends, max(1, canvas.px(1.4 * scale)))
