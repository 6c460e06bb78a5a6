"""Parts of a contest's hall: a place for each team, and the star between them."""

from __future__ import annotations

import math

from game.cabinets.slime.net.server import Team
from game.cabinets.slime.rules import Heading
from game.cabinets.slime.scenes.banner import draw_banner
from game.cabinets.slime.scenes.contest import TEAM_LETTERS
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import draw_slime
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, SAND
from game.engine.light import shine
from game.engine.ornament import badge, khatam, outline
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.textile import pattern_wash
from game.engine.tween import arc
from game.engine.widgets.parts.style import Style
from game.scenes.contest.parts import draw_place

_PLACES = (Box(40, 128, 500, 324), Box(740, 128, 500, 324))
_MIDDLE = (640.0, 290.0)
_STAR = 150.0
_BANNER = 156.0
_GAP = 14.0
_MARGIN = 24.0
_SLIME = 3.1
"""Scale of a waiting slime in the hall, against one on the field."""
_BOUNCE = 1.6
"""Seconds between a waiting slime's hops."""


class TeamPlace:
    """The place of a team in the hall: its banner and name once its client is connected, a hopping slime until then."""

    def __init__(self, style: Style, seat: int) -> None:
        self._style = style
        self._seat = seat
        self._box = _PLACES[seat]

    def draw(self, canvas: Canvas, team: Team, look: Look, now: float) -> None:
        """Draw the place; `now` is in seconds of any clock."""
        if team.connected:
            self._draw_present(canvas, team, look)
        else:
            self._draw_absent(canvas, look, now)

    def _draw_present(self, canvas: Canvas, team: Team, look: Look) -> None:
        box, typeface = self._box, self._style.typeface
        area = canvas.pixels(box)
        corner = canvas.px(theme.CORNER)
        draw_place(canvas, box, taken=True)
        canvas.put(pattern_wash(look.colour, look.pattern, area.width, area.height, corner), box.left, box.top)
        canvas.put(outline(area.width, area.height, corner, LANTERN, canvas.px(2)), box.left, box.top)
        high, low = typeface.leading(theme.TITLE), typeface.leading(theme.LABEL)
        top = box.centery - (_BANNER + _GAP + high + low) / 2
        draw_banner(canvas, self._seat, look, Box(box.centerx - _BANNER / 2, top, _BANNER, _BANNER))
        y = top + _BANNER + _GAP + high / 2
        self._draw_name(canvas, look, y)
        words = fitted(typeface, team.message or self._style.texts.line("slime_server.there"), self._room, theme.LABEL)
        colour = theme.TEXT if team.message else theme.GOOD
        y += (high + low) / 2
        typeface.line(canvas, words, box.centerx, y, theme.LABEL, Weight.SEMIBOLD, colour, "middle")

    @property
    def _room(self) -> float:
        """The width available for text."""
        return self._box.width - 2 * _MARGIN

    def _draw_name(self, canvas: Canvas, look: Look, y: float) -> None:
        """Draw the team's badge and name, in smaller type where the name is long."""
        typeface = self._style.typeface
        side = typeface.grown(28)
        room = self._room - side - 12
        large = typeface.measure(look.name, theme.TITLE, Weight.BOLD) <= room
        size = theme.TITLE if large else theme.HEADING
        name = fitted(typeface, look.name, room, size)
        x = self._box.centerx - (typeface.measure(name, size, Weight.BOLD) + side + 12) / 2
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        typeface.line(canvas, name, x + side + 12, y, size, Weight.BOLD, theme.TEXT_BRIGHT, shadow=2)

    def _draw_absent(self, canvas: Canvas, look: Look, now: float) -> None:
        box, seat, typeface = self._box, self._seat, self._style.typeface
        draw_place(canvas, box, taken=False)
        hop = 0.0 if self._style.reduced_motion else arc((now / _BOUNCE + 0.5 * seat) % 1.0)
        heading = (Heading.RIGHT, Heading.LEFT)[seat]
        place = (box.centerx, box.top + 144)
        figure = Figure(seat, 1, heading, *place, stretch=0.12 * (hop - 0.4), height=34 * hop)
        draw_slime(canvas, look, figure, _SLIME)
        words = self._style.texts.line("slime_server.absent", team=TEAM_LETTERS[seat])
        words = fitted(typeface, words, self._room, theme.HEADING)
        y = box.bottom - 40 - typeface.leading(theme.HEADING) / 2
        typeface.line(canvas, words, box.centerx, y, theme.HEADING, Weight.BOLD, SAND, "middle", shadow=1)


def draw_between(canvas: Canvas, style: Style, seconds: float) -> None:
    """Draw the star between the teams, with "vs", or with the seconds left before the match."""
    x, y = _MIDDLE
    lit = seconds > 0
    if lit:
        shine(canvas, x, y, _STAR, LANTERN, 0.5, 1.5)
    ground, line = ("#7A3E14", LANTERN) if lit else ("#2A2350", "#8A74C0")
    canvas.put_middle(khatam(canvas.px(_STAR), ground, line), x, y)
    words = str(math.ceil(seconds)) if lit else style.texts.line("slime_server.versus")
    size = (theme.DISPLAY if lit else theme.TITLE) * 100 / style.typeface.text_size
    style.typeface.line(canvas, words, x, y, size, Weight.BOLD, PAPER, "middle", outline=2, edge=INK)
