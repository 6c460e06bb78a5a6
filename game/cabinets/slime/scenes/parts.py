"""What stands around the field in a contest: a card for each team with its banner, its roster of slimes,
and the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.cabinets.slime.rules import Heading, TeamView
from game.cabinets.slime.scenes.banner import draw_banner
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import draw_number, slime
from game.cabinets.slime.stage.tones import skin_tones
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, SAND, Colour, mix
from game.engine.layer import Layer
from game.engine.light import shine
from game.engine.ornament import badge, hang_lantern
from game.engine.sprites import faded, sprite
from game.engine.stage import Look
from game.engine.text import Anchor, Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.textile import pattern_wash
from game.engine.vector import arc, circle, linear, path, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.kit.drawing.speech import bubble

_PAD = 4.0
"""Margin around a banner, so that its picture is 80 wide, as the contest recommends."""
_FIGURE_GAP = 18.0
_ARROWS = {
    Heading.RIGHT: "arrow-right",
    Heading.UP: "arrow-up",
    Heading.LEFT: "arrow-left",
    Heading.DOWN: "arrow-down",
}


@dataclass(frozen=True)
class Standing:
    """The contents of a team's card at one moment."""

    team: TeamView
    message: str
    lost: bool
    """Whether the team's client is disconnected."""


class TeamCard:
    """A team's card: banner, name, message and figures; A's card is laid out from the left, B's mirrored from the
    right.
    """

    def __init__(self, style: Style, box: Box, seat: int, look: Look) -> None:
        self.box = box
        self._style = style
        self._seat = seat
        self._look = look
        self._layer = Layer(margin=40)

    def draw(self, canvas: Canvas, standing: Standing) -> None:
        """Draw the card; it is painted again only when the standing changes."""
        self._layer.draw(canvas, self.box, standing, lambda part: self._paint(part, standing))

    def _paint(self, canvas: Canvas, standing: Standing) -> None:
        box, look = self.box, self._look
        area = canvas.pixels(box)
        faces.glass_panel(canvas, box)
        wash = pattern_wash(look.colour, look.pattern, area.width, area.height, canvas.px(theme.CORNER))
        canvas.put(faded(wash, 0.5), box.left, box.top)
        side = box.height - 2 * _PAD
        left = self._from_edge(_PAD, side)
        draw_banner(canvas, self._seat, look, Box(left, box.top + _PAD, side, side))
        begin = _PAD + side + 14
        end = box.width - 14 - self._paint_figures(canvas, standing.team, box.width - 28 - begin - self._name_width)
        self._paint_name(canvas, begin, end)
        self._paint_words(canvas, standing, begin, end)

    @property
    def _name_width(self) -> float:
        typeface = self._style.typeface
        return typeface.grown(18) + 8 + typeface.measure(self._look.name, theme.LABEL, Weight.SEMIBOLD)

    @property
    def _mirrored(self) -> bool:
        return self._seat == 1

    def _from_edge(self, start: float, length: float) -> float:
        """Return the left end of something `length` wide that lies `start` from the card's outer edge."""
        return self.box.right - start - length if self._mirrored else self.box.left + start

    @property
    def _anchor(self) -> Anchor:
        return "right" if self._mirrored else "left"

    @property
    def _name_y(self) -> float:
        return self.box.top + 4 + self._style.typeface.leading(theme.LABEL) / 2

    def _paint_name(self, canvas: Canvas, begin: float, end: float) -> None:
        typeface, look = self._style.typeface, self._look
        size = typeface.grown(18)
        canvas.put_middle(
            badge(look.shape, look.colour, canvas.px(size)), self._from_edge(begin, size) + size / 2, self._name_y
        )
        start = begin + size + 8
        name = fitted(typeface, look.name, end - start, theme.LABEL)
        x = self._from_edge(start, 0.0)
        bright = theme.TEXT_BRIGHT
        typeface.line(canvas, name, x, self._name_y, theme.LABEL, Weight.SEMIBOLD, bright, self._anchor, shadow=1)

    def _paint_words(self, canvas: Canvas, standing: Standing, begin: float, end: float) -> None:
        """Paint the team's message, or that its client is disconnected."""
        typeface = self._style.typeface
        top = self._name_y + typeface.leading(theme.LABEL) / 2
        room = Box(self._from_edge(begin, end - begin), top, end - begin, self.box.bottom - 6 - top)
        if standing.lost:
            icon = typeface.grown(16)
            x = self._from_edge(begin, icon) + icon / 2
            faces.draw_icon(canvas, "wifi-off", x, room.top + room.height / 2 - 4, icon, theme.WARNING)
            words = self._style.texts.line("slime_server.team_lost")
            start = begin + icon + 8
            self._paint_lines(canvas, words, start, end, room, theme.WARNING)
        elif standing.message:
            self._paint_bubble(canvas, standing.message, begin, end, room)

    def _paint_lines(self, canvas: Canvas, words: str, begin: float, end: float, room: Box, colour: Colour) -> None:
        typeface = self._style.typeface
        lines = typeface.lines_in(words, end - begin, room.height, theme.CAPTION, Weight.SEMIBOLD)
        leading = typeface.leading(theme.CAPTION)
        y = room.centery - 4 - leading * (len(lines) - 1) / 2
        for line in lines:
            x = self._from_edge(begin, 0.0)
            typeface.line(canvas, line, x, y, theme.CAPTION, Weight.SEMIBOLD, colour, self._anchor)
            y += leading

    def _paint_bubble(self, canvas: Canvas, message: str, begin: float, end: float, room: Box) -> None:
        """Paint the message in a paper bubble with its tip towards the banner, in the largest type that fits."""
        typeface = self._style.typeface
        widest = end - begin - 24
        size = next(
            (
                size
                for size in (theme.BODY, theme.CAPTION)
                if typeface.height_of(message, widest, size, Weight.SEMIBOLD) <= room.height - 8
            ),
            theme.CAPTION,
        )
        lines = typeface.lines_in(message, widest, room.height - 8, size, Weight.SEMIBOLD)
        x = self._from_edge(begin - 2, 0.0)
        bubble(canvas, typeface, lines, x, room.centery - 2, size, mirrored=self._mirrored)

    def _paint_figures(self, canvas: Canvas, team: TeamView, room: float) -> float:
        """Paint squares at the inner edge, then deaths and painted where there is room; return the width they take."""
        typeface, line = self._style.typeface, self._style.texts.line
        tone = skin_tones(self._look.colour).middle
        low = self.box.bottom - 6 - typeface.leading(theme.CAPTION) / 2
        middle = (self.box.top + 4 + low - typeface.leading(theme.CAPTION) / 2) / 2 + 2
        used = _FIGURE_GAP
        for key, value, size, colour in (
            ("slime_stage.squares", team.squares, theme.TITLE, tone),
            ("slime_stage.deaths", team.deaths, theme.LABEL, SAND),
            ("slime_stage.painted", team.painted, theme.LABEL, SAND),
        ):
            word, number = line(key), str(value)
            wide = max(typeface.measure(word, theme.CAPTION), typeface.measure("000", size, Weight.BOLD))
            if used > _FIGURE_GAP and used + wide > room:
                break
            x = self.box.left + used + wide / 2 if self._mirrored else self.box.right - used - wide / 2
            typeface.line(canvas, number, x, middle, size, Weight.BOLD, colour, "middle", shadow=1)
            typeface.line(canvas, word, x, low, theme.CAPTION, Weight.REGULAR, theme.TEXT_MUTED, "middle")
            used += wide + _FIGURE_GAP
        return used


class Roster:
    """A team's five slimes below its lantern, which is lit while the team's client is connected."""

    def __init__(self, style: Style, box: Box, seat: int, look: Look) -> None:
        """`box` begins at the lantern's chain."""
        self._style = style
        self._box = box
        self._seat = seat
        self._look = look
        self._panel = Box(box.left, box.top + 104, box.width, box.height - 104)
        self._layer = Layer(margin=32)

    def draw(self, canvas: Canvas, figures: Sequence[Figure], lost: bool) -> None:
        """Draw the lantern and the slimes."""
        hang_lantern(canvas, self._box.centerx, self._box.top + 10, 84, lit=not lost, chain_length=10, reach=1.6)
        key = tuple((figure.heading, figure.deaths) for figure in figures)
        self._layer.draw(canvas, self._panel, key, lambda part: self._paint(part, figures))

    def _paint(self, canvas: Canvas, figures: Sequence[Figure]) -> None:
        box, look = self._panel, self._look
        area = canvas.pixels(box)
        faces.glass_panel(canvas, box)
        wash = pattern_wash(look.colour, look.pattern, area.width, area.height, canvas.px(theme.CORNER))
        canvas.put(faded(wash, 0.3), box.left, box.top)
        high = box.height / len(figures)
        for number, figure in enumerate(figures):
            self._paint_slime(canvas, figure, Box(box.left, box.top + number * high, box.width, high))
            if number:
                faces.draw_rule(canvas, box.left + 16, box.right - 16, box.top + number * high)

    def _paint_slime(self, canvas: Canvas, figure: Figure, box: Box) -> None:
        typeface, look = self._style.typeface, self._look
        size = 46.0
        x, y = box.left + 42, box.centery
        drawn = slime(self._seat, figure.heading, canvas.px(size), canvas.px(size * 1.04), look.colour, look.pattern)
        canvas.put_middle(drawn, x, y)
        draw_number(canvas, typeface, figure.number, x + 20, y + 16, look.colour)
        tone = mix(look.colour, PAPER, 0.25)
        faces.draw_icon(canvas, _ARROWS[figure.heading], box.left + 90, y - 14, 18, tone, 3.0)
        sign = typeface.grown(13)
        told = SAND if figure.deaths else theme.TEXT_MUTED
        faces.draw_icon(canvas, "skull", box.left + 84, y + 14, sign, theme.TEXT_MUTED)
        left = box.left + 84 + sign / 2 + 3
        typeface.line(canvas, str(figure.deaths), left, y + 14, theme.CAPTION, Weight.SEMIBOLD, told)


class TurnMedal:
    """The number of turns played, in a ring that fills up."""

    def __init__(self, typeface: Typeface, x: float, y: float, size: float) -> None:
        self._typeface = typeface
        self._x, self._y, self._size = x, y, size
        self._layer = Layer(margin=24)

    def draw(self, canvas: Canvas, turn: int, turns: int) -> None:
        box = Box(self._x - self._size / 2, self._y - self._size / 2, self._size, self._size)
        self._layer.draw(canvas, box, (turn, turns), lambda part: self._paint(part, turn, turns))

    def _paint(self, canvas: Canvas, turn: int, turns: int) -> None:
        shine(canvas, self._x, self._y, self._size * 0.8, LANTERN, 0.3, 1.5)
        canvas.put_middle(_ring(canvas.px(self._size), round(72 * turn / turns)), self._x, self._y)
        fixed = 100 / self._typeface.text_size
        shrink = self._typeface.measure("000", theme.TITLE * fixed, Weight.BOLD)
        size = theme.TITLE * fixed * min(1.0, self._size * 0.62 / shrink)
        y = self._y - self._size * 0.05
        self._typeface.line(canvas, str(turn), self._x, y, size, Weight.BOLD, PAPER, "middle", shadow=1)
        low = self._y + self._size * 0.24
        small = theme.CAPTION * fixed
        self._typeface.line(canvas, f"/ {turns}", self._x, low, small, Weight.SEMIBOLD, theme.TEXT_MUTED, "middle")


def draw_told(canvas: Canvas, typeface: Typeface, words: str, box: Box) -> None:
    """Write a sentence into a box in the largest type that fits, on one or more lines; nothing where none fits."""
    sizes = (theme.HEADING, theme.LABEL, theme.BODY, theme.CAPTION)
    size = next((size for size in sizes if fits(typeface, words, box, size)), 0)
    lines = typeface.wrap(words, box.width, size, Weight.SEMIBOLD) if size else ()
    y = box.centery - typeface.leading(size) * (len(lines) - 1) / 2
    for line in lines:
        typeface.line(canvas, line, box.left, y, size, Weight.SEMIBOLD, theme.TEXT)
        y += typeface.leading(size)


def fits(typeface: Typeface, words: str, box: Box, size: float) -> bool:
    """Whether a whole text fits into a box."""
    return typeface.height_of(words, box.width, size, Weight.SEMIBOLD) <= box.height


@sprite(kept=4)
def _ring(size_px: int, step: int) -> pygame.Surface:
    """Render a brass ring, lit for `step` 72nds of its round."""
    defs = linear("brass", [(0, "#F2CF8A"), (0.5, "#A87632"), (1, "#6E4A1C")], 0, 0, 1, 1)
    body = circle(50, 50, 49, INK) + circle(50, 50, 47.5, "none", "url(#brass)", 2.5)
    body += circle(50, 50, 42, "#211A42", "#3A2F63", 7)
    if step >= 72:
        body += circle(50, 50, 42, "none", LANTERN, 7)
    elif step > 0:
        body += path(arc(50, 50, 42, 0, step / 72), "none", LANTERN, 7)
    body += circle(50, 50, 37.5, "none", "url(#brass)", 1.5)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=3)
