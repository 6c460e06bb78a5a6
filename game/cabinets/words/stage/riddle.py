"""The hidden word of the quiz: a tile for each syllable; below them the seats that found it and the wrong guesses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from game.cabinets.words.state import View
from game.core.language.hangul import made_of
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, MUTED, PAPER, ROSE, SAND, TEAL, Colour
from game.engine.ornament import GLASS, SHEET, Face, badge, pill
from game.engine.patterns import PATTERNS
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.kit.drawing.sheet import draw_sheet

_TILE, _GAP = 104.0, 10.0
_HIGH = 34.0


def draw_tiles(canvas: Canvas, surroundings: Surroundings, view: View, box: Box) -> None:
    """Draw a tile for each syllable as far as it is seen: a whole one on paper, others on dark glass."""
    signs = view.seen or tuple(view.drawn)
    tile = min(_TILE, (box.width + _GAP) / max(1, len(signs)) - _GAP)
    x = box.centerx - (len(signs) * (tile + _GAP) - _GAP) / 2
    for sign in signs:
        place = Box(x, box.centery - tile / 2, tile, tile)
        text, face, ink = _face(sign)
        draw_sheet(canvas, place, 12, face)
        size = tile * 0.62 / surroundings.typeface.grown(1)
        surroundings.typeface.line(canvas, text, place.centerx, place.centery, size, Weight.BOLD, ink, "middle")
        if len(sign) == 2:
            canvas.surface.fill(theme.RUST, canvas.pixels(Box(place.left + 16, place.bottom - 12, tile - 32, 4)))
        x += tile + _GAP


def _face(sign: str) -> tuple[str, Face, Colour]:
    """Return the text of a sign, the surface it stands on and its ink; initial and vowel are joined to a syllable."""
    if len(sign) == 2:
        return made_of(*sign), GLASS, LANTERN
    whole = sign >= "가" or "a" <= sign <= "z"
    return (sign, SHEET, theme.TEXT_ON_PAPER) if whole else (sign, GLASS, LANTERN)


def draw_guesses(canvas: Canvas, surroundings: Surroundings, view: View, box: Box) -> None:
    """Draw which seats found the word, in order, which gave up, and the wrong words, the newest first."""
    typeface = surroundings.typeface
    x, y = box.left, box.top
    for seat, text, sign, colour in _lines(surroundings, view):
        wide = 58 + typeface.measure(text, theme.BODY, Weight.SEMIBOLD)
        if x + wide > box.right:
            x, y = box.left, y + _HIGH + 6
            if y + _HIGH > box.bottom:
                return
        look = surroundings.looks[seat]
        area = canvas.pixels(Box(x, y, wide, _HIGH))
        canvas.put(pill(area.width, area.height, INK, 0.7, look.colour), x, y)
        middle = y + _HIGH / 2
        canvas.put_middle(badge(PATTERNS[look.pattern].shape, look.colour, canvas.px(16)), x + 18, middle)
        canvas.put_middle(icon(sign, canvas.px(18), colour, 2.4), x + 38, middle)
        ink = PAPER if colour == TEAL else SAND if colour == ROSE else MUTED
        typeface.line(canvas, text, x + 50, middle, theme.BODY, Weight.SEMIBOLD, ink)
        x += wide + 8


def _lines(surroundings: Surroundings, view: View) -> Iterator[tuple[int, str, str, Colour]]:
    solved = ((each.seat, f"+{each.points}", "check", TEAL) for each in view.solved)
    out = ((seat, surroundings.texts.line("words.stage.out"), "flag", MUTED) for seat in view.out)
    wrong = ((missed.seat, missed.text or "…", "x", ROSE) for missed in reversed(view.tries))
    return chain(solved, out, wrong)
