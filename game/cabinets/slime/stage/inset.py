"""The whole match as a small picture: on a stall's screen, and in the setup's preview.

The field is wide and these pictures are not, so there is room for the score above it and the chart below it.
"""

from __future__ import annotations

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.layout import FRAME
from game.cabinets.slime.stage.picture import Figure, Picture
from game.cabinets.slime.stage.shares import History
from game.cabinets.slime.stage.side import draw_areas
from game.cabinets.slime.stage.slime import draw_slime
from game.cabinets.slime.stage.tones import skin_tones
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.text import Weight

FIGURES_SIZE = 2.1
"""Scale of the slimes where the field is small, against those at the table."""
_LEAST_BAND = 90.0
_SCORE = 0.52
"""Type size of the score as a share of the band above the field, and its upper limit."""
_MOST_SCORE = 112.0


def is_inset(canvas: Canvas) -> bool:
    """Whether a canvas shows only this picture: the field reaches from side to side."""
    bounds = canvas.bounds
    around = min(bounds.width - FRAME.width, bounds.height - FRAME.height)
    return abs(around) < 2 / canvas.scale


def draw_around(canvas: Canvas, given: Surroundings, picture: Picture, history: History) -> None:
    """Draw the score above and the chart below the field, where there is room."""
    bounds, looks, typeface = canvas.bounds, given.looks, given.typeface
    band = -bounds.top
    if band < _LEAST_BAND:
        return
    middle = bounds.top + band * 0.52
    score_size = min(_MOST_SCORE, band * _SCORE)
    size = score_size * 100 / typeface.text_size
    head = score_size / 31
    for team, (heading, x, inner) in enumerate(((Heading.RIGHT, 0.17, 0.375), (Heading.LEFT, 0.83, 0.625))):
        look, x = looks[team], FRAME.width * x
        shine(canvas, x, middle, score_size * 1.4, look.colour, 0.35, 1.6)
        draw_slime(canvas, look, Figure(team, 1, heading, x, middle + 6 * head), head, lit=False)
        score, tone = str(picture.teams[team].squares), skin_tones(look.colour).middle
        typeface.line(canvas, score, FRAME.width * inner, middle, size, Weight.BOLD, tone, "middle")
    typeface.line(canvas, ":", FRAME.centerx, middle - 6, size * 0.8, Weight.BOLD, PAPER, "middle")
    chart = Box(FRAME.left + 24, FRAME.height + band * 0.26, FRAME.width - 48, band * 0.48)
    draw_areas(canvas, chart, history, picture.turn, picture.turns, looks)
