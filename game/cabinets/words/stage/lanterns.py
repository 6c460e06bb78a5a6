"""The words of a round as paper lanterns on a string, the newest first and brightest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import pygame

from game.cabinets.words.glosses import gloss
from game.cabinets.words.state import Said, View
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
"""Width of a lantern on either side of its word, for a text of size theme.BODY."""
_STOPS = 24
_MEANING = 220.0
_CORD = 10.0
"""Distance from the string down to a lantern."""


@sprite(kept=160)
def lantern(width_px: int, height_px: int, colour: Colour, lit: bool) -> pygame.Surface:
    """Return a lantern: paper over ribs, round at both ends, with brass above and below."""
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
    canvas: Canvas,
    surroundings: Surroundings,
    chain: Sequence[Said],
    box: Box,
    size: float = theme.BODY,
    lit: Collection[str] = (),
) -> None:
    """Draw the last words, as many as there is room for, each in the colour of its seat.

    The words in `lit` and the last one are lit; `size` is the greatest text size: each word fits its lantern.
    """
    size = _fitting(surroundings, chain, box, size)
    scale = size / theme.BODY
    bright = {*lit, *(said.word for said in chain[-1:])}
    strings: set[float] = set()
    for said, place, top in _hung(surroundings, chain, box, size):
        if top not in strings:
            strings.add(top)
            _draw_string(canvas, box, top, scale)
        look, area, shines = surroundings.looks[said.seat], canvas.pixels(place), said.word in bright
        canvas.surface.fill(SAND, canvas.pixels(Box(place.centerx - 1, place.top - _CORD, 2, _CORD + 4)))
        canvas.put(lantern(area.width, area.height, look.colour, shines), place.left, place.top)
        sign = badge(PATTERNS[look.pattern].shape, look.colour, canvas.px(13 * scale))
        canvas.put_middle(sign, place.left + 19 * scale, place.centery)
        ink, weight = (theme.TEXT_ON_PAPER, Weight.BOLD) if shines else (PAPER, Weight.SEMIBOLD)
        surroundings.typeface.line(canvas, said.word, place.left + 31 * scale, place.centery, size, weight, ink)


def _fitting(surroundings: Surroundings, chain: Sequence[Said], box: Box, size: float) -> float:
    """Return the largest text size, up to `size`, at which no word that hangs is wider than the box."""
    for _ in range(6):  # where letters are smaller, more words hang; and large ones shrink less than their size
        words = [said.word for said, _, _ in _hung(surroundings, chain, box, size)]
        longest = max((surroundings.typeface.measure(word, size, Weight.BOLD) for word in words), default=0.0)
        size *= min(1.0, box.width / (longest + 2 * _SIDE * size / theme.BODY))
    return size


def with_lanterns(view: View) -> Sequence[Said]:
    """Return the chain preceded by an empty lantern for each seat, for a picture that has nothing else to show."""
    return (*(Said("", seat, 0, 0) for seat in reversed(view.order or range(len(view.points)))), *view.chain)


def lantern_at(
    surroundings: Surroundings, chain: Sequence[Said], box: Box, x: float, y: float
) -> tuple[Said, Box] | None:
    """Return the word whose lantern hangs at a point, and the lantern's box; None if there is none."""
    hung = _hung(surroundings, chain, box, theme.BODY)
    return next(((said, place) for said, place, _ in hung if place.collidepoint(x, y)), None)


def draw_told(canvas: Canvas, surroundings: Surroundings, said: Said, place: Box, right: float) -> None:
    """Draw a bubble beside a lantern: the word's points, its time and, if known, its meaning."""
    typeface = surroundings.typeface
    points = surroundings.texts.line("words.stage.told", points=said.points, seconds=f"{said.spent / 1000:.1f}")
    lines = [points, *typeface.wrap(meaning, _MEANING, theme.CAPTION)] if (meaning := gloss(said.word)) else [points]
    wide = max(typeface.measure(line, theme.CAPTION, Weight.SEMIBOLD) for line in lines) + 2 * PADDING + 12
    mirrored = place.right + wide > right
    bubble(canvas, typeface, lines, place.left if mirrored else place.right, place.centery, mirrored=mirrored)


def _hung(
    surroundings: Surroundings, chain: Sequence[Said], box: Box, size: float
) -> Iterator[tuple[Said, Box, float]]:
    """Yield each lantern's word, its box and the height of its string, the newest first."""
    scale = size / theme.BODY
    high = 40.0 * scale * surroundings.typeface.grown(1)
    x, top = box.left, box.top
    for said in reversed(chain):
        wide = min(box.width, surroundings.typeface.measure(said.word, size, Weight.BOLD) + 2 * _SIDE * scale)
        if x > box.left and x + wide > box.right:
            x, top = box.left, top + high + 2 * _CORD
        if top + high + 2 * _CORD > box.bottom + 1:
            return
        yield said, Box(x, top + _CORD + _sag(box, x + wide / 2), wide, high), top
        x += wide + 8 * scale


def _sag(box: Box, x: float) -> float:
    """Return how far the string hangs down at `x`; it is fixed at both ends of `box`."""
    share = (x - box.left) / box.width
    return 24 * share * (1 - share)


def _draw_string(canvas: Canvas, box: Box, top: float, scale: float) -> None:
    stops = [box.left + box.width * step / _STOPS for step in range(_STOPS + 1)]
    ends = [canvas.pixel(x, top + _sag(box, x)) for x in stops]
    pygame.draw.lines(canvas.surface, SAND, False, ends, max(1, canvas.px(1.4 * scale)))
