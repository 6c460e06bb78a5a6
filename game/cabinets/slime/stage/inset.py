"""The whole match in a small picture: a stall's screen, the setup's preview.

The field is wide and such pictures are not, so there is room above it for the score and below it for the chart.
"""

from __future__ import annotations

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.layout import FRAME, FRAME_HEIGHT, FRAME_WIDTH
from game.cabinets.slime.stage.picture import Picture
from game.cabinets.slime.stage.side import History, draw_areas
from game.cabinets.slime.stage.slime import draw_slime
from game.cabinets.slime.stage.tones import skin_tones
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.light import dusk, shine
from game.engine.stage import Surroundings
from game.engine.text import Weight

FIGURES_SIZE = 2.1
"""How much larger than at the table slimes are where the field is small."""
_LEAST_BAND = 90.0
_SCORE = 0.52
"""Size of the score's figures as a share of the band, and the most it grows to."""
_MOST_SCORE = 112.0


def is_inset(canvas: Canvas) -> bool:
    """Whether a canvas holds this picture alone: the field reaches from one of its sides to the other."""
    bounds = canvas.bounds
    around = min(bounds.width - FRAME_WIDTH, bounds.height - FRAME_HEIGHT)
    return abs(around) < 2 / canvas.scale


def draw_behind(canvas: Canvas) -> None:
    """The evening behind the field."""
    width, height = canvas.surface.get_size()
    canvas.surface.blit(dusk(width, height), (0, 0))


def draw_around(canvas: Canvas, surroundings: Surroundings, picture: Picture, history: History) -> None:
    """Score and chart above and below the field, where there is room."""
    bounds = canvas.bounds
    band = -bounds.top
    if band < _LEAST_BAND:
        return
    middle = bounds.top + band * 0.52
    looks, typeface = surroundings.looks, surroundings.typeface
    score_size = min(_MOST_SCORE, band * _SCORE)
    size = score_size * 100 / typeface.text_size
    head = score_size / 31
    for team, x in ((0, FRAME_WIDTH * 0.17), (1, FRAME_WIDTH * 0.83)):
        look = looks[team]
        shine(canvas, x, middle, score_size * 1.4, look.colour, 0.35, 1.6)
        heading = Heading.RIGHT if team == 0 else Heading.LEFT
        draw_slime(canvas, team, heading, x, middle + 6 * head, look.colour, look.pattern, size=head, lit=False)
        tone = skin_tones(look.colour).middle
        score, inner = str(picture.teams[team].squares), FRAME_WIDTH * (0.375 if team == 0 else 0.625)
        typeface.line(canvas, score, inner, middle, size, Weight.BOLD, tone, "middle")
    typeface.line(canvas, ":", FRAME_WIDTH / 2, middle - 6, size * 0.8, Weight.BOLD, PAPER, "middle")
    chart = Box(FRAME.left + 24, FRAME_HEIGHT + band * 0.26, FRAME_WIDTH - 48, band * 0.48)
    draw_areas(canvas, chart, history, picture.turn, looks)
