"""Contents of a team's panel: squares in large figures, painted, deaths; its slimes, or what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.cabinets.slime.rules import TeamView
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import draw_number, slime
from game.cabinets.slime.stage.tones import skin_tones
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND
from game.engine.stage import Look, Surroundings
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.ground.texts import grouped
from game.kit.drawing.speech import bubble
from game.kit.panel import forms
from game.kit.panel.forms import Panel, Row
from game.kit.panel.items import Item, Note

_WIDE = 300.0
"""Inner width of a panel from which on slimes or a bubble are shown beside the figures."""
_LEAST_BUBBLE = 90.0
"""The least width in which a bubble's text can be read."""
_HEAD, _STEP = 34.0, 40.0
"""Height of a slime in a panel, and the distance from one slime to the next."""


def panel_of(given: Surroundings, team: TeamView, slimes: Sequence[Figure]) -> Panel:
    """Return a team's panel. A wide one has figures with words and the slimes beside them; a narrow one has figures
    with icons and the team's message below.
    """
    look, line = given.looks[slimes[0].team], given.texts.line
    tone = skin_tones(look.colour).middle
    squares = forms.Figure(str(team.squares), line("slime_stage.squares"), "", tone)
    painted = forms.Figure(grouped(team.painted), line("slime_stage.painted"), "wand-sparkles", SAND)
    deaths = forms.Figure(str(team.deaths), line("slime_stage.deaths"), "skull", SAND)
    in_words, roster = forms.words((squares, painted, deaths)), _Roster(look, slimes)
    signs = [forms.signs((squares, deaths, painted)[:many]) for many in (3, 2)]
    said = [Row([Note(team.message, tone=PAPER, shortens=True)])] if team.message else []
    told = [[row, *said] for row in signs] if said else []
    return [[in_words._replace(ends=[roster])], *told, *([row] for row in signs)]


def draw_message(canvas: Canvas, typeface: Typeface, look: Look, message: str, box: Box, *, faint: bool) -> None:
    """Draw a team's message in a bubble beside its name, if the panel is wide enough; `box` is the panel's inside."""
    place = _beside_name(typeface, look, box)
    if box.width >= _WIDE and message and place.width >= _LEAST_BUBBLE:
        lines = typeface.lines_in(message, place.width - 34, max(1.0, place.height - 6), theme.CAPTION, Weight.SEMIBOLD)
        bubble(canvas, typeface, lines, place.left + 4, place.centery, faint=faint)


def _beside_name(typeface: Typeface, look: Look, box: Box) -> Box:
    """Return the room right of the team's name, above its figures, up to its clock."""
    high = typeface.leading(theme.CAPTION) + 6
    left = box.left + typeface.grown(18) + 16 + typeface.measure(look.name, theme.LABEL, Weight.SEMIBOLD)
    return Box(left, box.top - typeface.leading(theme.LABEL) / 2 - 2 - high / 2, box.right - 40 - left, high)


@dataclass(frozen=True, slots=True)
class _Roster(Item):
    """The five slimes with their numbers, and below each how often it died."""

    look: Look
    slimes: Sequence[Figure]

    @property
    def flexes(self) -> bool:
        return True

    def size(self, typeface: Typeface) -> tuple[float, float]:
        return _STEP * len(self.slimes), _HEAD + typeface.leading(theme.CAPTION) + 2

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        step, head = box.width / len(self.slimes), min(_HEAD, box.width / len(self.slimes) - 4, box.height * 0.6)
        low = min(box.bottom, box.centery + self.size(typeface)[1] / 2) - typeface.leading(theme.CAPTION) / 2 + 2
        size = typeface.grown(11)
        for figure in self.slimes:
            x, y = box.left + (figure.number - 0.5) * step, low - typeface.leading(theme.CAPTION) / 2 - head / 2 - 2
            body = canvas.px(head), canvas.px(head * 1.04)
            drawn = slime(figure.team, figure.heading, *body, self.look.colour, self.look.pattern)
            canvas.put_middle(drawn, x, y)
            draw_number(canvas, typeface, figure.number, x + head * 0.4, y + head * 0.34, self.look.colour, 18)
            canvas.put_middle(icon("skull", canvas.px(size), MUTED), x - size * 0.55, low)
            tone = SAND if figure.deaths else MUTED
            typeface.line(canvas, str(figure.deaths), x + 3, low, theme.CAPTION, Weight.SEMIBOLD, tone)
