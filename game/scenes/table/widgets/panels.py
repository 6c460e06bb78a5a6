"""A seat's panel: its name, a lantern that is lit while it moves, what it owns, its time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.cabinets.listed import CABINETS
from game.core.levels import level_of
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, SAND, WHITE, mix, yarns
from game.engine.layer import Layer
from game.engine.light import drop_shadow, shine
from game.engine.ornament import GLASS, badge, card, hang_lantern, outline
from game.engine.ornament.brass import LANTERN_RATIO
from game.engine.sprites import clipped, put, sprite
from game.engine.stage import Look
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import first_fitting, fitted, fitting_size
from game.engine.textile import pattern_strip, pattern_wash
from game.engine.vector import arc, circle, icon, path, rect, svg
from game.ground.texts import Texts
from game.scenes.feeds.feed import SeatInfo
from game.scenes.staging.kinds import level_name

STRIP = 16.0
PADDING = 16.0
RING, NARROW_RING = 36.0, 28.0
"""Diameters of the deadline's ring in a normal and in a narrow panel."""
_RING_STEPS = 72
_SIGN = 40.0
"""The largest side of the sign that a person drew."""


def seat_lines(info: SeatInfo, game: str, texts: Texts, *, alone: bool) -> tuple[str, ...]:
    """Return texts that say who plays a seat, the longest first. `alone`: only one person sits at this screen."""
    if info.role:
        return (info.role,)
    if info.bot is None:
        return (texts.line("table.seat.you" if info.person and alone else "table.seat.person"),)
    if level_of(info.bot, CABINETS[game].bots) is None:
        return (texts.line("table.seat.own_bot"),)
    level = level_name(info.bot, game, texts)
    return texts.line("table.seat.bot", level=level_name(info.bot, game, texts, told=True)), level


_SLIM = 150.0
"""A low panel below this width has no room beside the name: ring and beads lie over its end."""


class SeatPanel:
    """The panel of one seat. `lines` say who plays the seat, the longest first; the first that fits is shown."""

    def __init__(self, box: Box, seat: int, typeface: Typeface, look: Look, lines: Sequence[str]) -> None:
        self.box = box
        self.seat = seat
        self._typeface = typeface
        self._look = look
        self._lines = lines
        self._layer = Layer(margin=48)

    def large(self, box: Box) -> SeatPanel:
        """Return a panel of the same seat in another box."""
        return SeatPanel(box, self.seat, self._typeface, self._look, self._lines)

    @property
    def _narrow(self) -> bool:
        """Whether the panel is too low for a lantern beside a second line."""
        return self.box.height < 120

    @property
    def _tight(self) -> bool:
        """Whether there is no width for a lantern: the frame alone tells who moves."""
        return self.box.width < 200 or self._low

    @property
    def _low(self) -> bool:
        """Whether there is only room for the name and one line below it."""
        return self.box.height < 80

    @property
    def _strip(self) -> float:
        return STRIP / 2 if self._low else STRIP

    @property
    def lantern_height(self) -> float:
        """Height of the lantern's metal; larger text makes it smaller."""
        return min(100.0, self.box.height * 0.62) * (1 - 0.4 * (self._typeface.text_size - 100) / 50)

    @property
    def sign_place(self) -> Box | None:
        """Where the sign that a person drew has room, at the foot of the lantern; None in a tight panel."""
        if self._tight:
            return None
        high, box = self.lantern_height, self.box
        side = min(_SIGN, 0.7 * (box.height - high))
        x = box.left + STRIP + PADDING + (high * LANTERN_RATIO - side) / 2
        return Box(x, box.bottom - 6 - side, side, side)

    @property
    def text_left(self) -> float:
        """Left edge of the name and of the game's content."""
        if self._tight:
            return self.box.left + self._strip + PADDING / 2
        return self.box.left + STRIP + PADDING + self.lantern_height * LANTERN_RATIO + PADDING

    @property
    def _name_y(self) -> float:
        leading = self._typeface.leading(self._name_size)
        return self.box.top + (2 + leading / 2 if self._low else 10 + leading / 2)

    @property
    def _name_size(self) -> float:
        return theme.BODY if self._low else theme.LABEL

    @property
    def _line_y(self) -> float:
        return self._name_y + (self._typeface.leading(theme.LABEL) + self._typeface.leading(theme.CAPTION)) / 2 - 3

    @property
    def content(self) -> Box:
        """Box in which the stage draws what the seat owns."""
        top = self._name_y + self._typeface.leading(self._name_size) / 2
        if self._low:
            return Box(self.text_left, top - 2, self._right - self.text_left, self.box.bottom - 2 - top)
        if not self._narrow:
            top = self._line_y + self._typeface.leading(theme.CAPTION) / 2
        top += 2
        left = self.text_left
        bottom = self.box.bottom - 8 - (RING if self._tight else 0)
        return Box(left, top, self._right - left, bottom - top)

    @property
    def _right(self) -> float:
        return self.box.right - PADDING / (2 if self._tight else 1)

    @property
    def _sign(self) -> tuple[float, float]:
        """Where ring and beads end at the right, and their middle: beside the name, else at the foot."""
        y = self.box.bottom - 8 - RING / 2 if self._tight and not self._low else self._name_y
        return self.box.right - PADDING, y

    @property
    def anchor(self) -> tuple[float, float]:
        """Point that things which go to or come from the seat fly to and from."""
        return self.content.left + 40, self.content.centery

    def draw(self, canvas: Canvas, moving: bool, away: str = "") -> None:
        """Draw the panel without the game's content. `away`: why the seat's player is away; empty if present."""
        self._layer.draw(canvas, self.box, (moving, away), lambda part: self._paint(part, moving, away))

    def draw_ring(self, canvas: Canvas, seconds_left: float, seconds: float) -> None:
        """Draw the deadline as a ring that burns down, with the seconds in it."""
        size = NARROW_RING if self._narrow else RING
        right, y = self._sign
        if self._low:
            right, y = self.box.right - 6, self.box.top + 4 + size / 2
        y += 0 if self._narrow or self._tight else 4
        draw_deadline(canvas, self._typeface, right - size / 2, y, size, seconds_left, seconds)

    def draw_thinking(self, canvas: Canvas, phase: float) -> None:
        """Draw three beads that rise one after another while a computer thinks."""
        right, y = self._sign
        for number in range(3):
            height = max(0.0, math.sin((phase - number * 0.16) * math.tau)) * 4
            bead = _bead(canvas.px(7))
            canvas.put_middle(bead, right - 8 - (2 - number) * 12, y - height)

    def _paint(self, canvas: Canvas, moving: bool, away: str) -> None:
        box, look = self.box, self._look
        drop_shadow(canvas, box, theme.CORNER, 14, 110, 6)
        if moving:
            shine(canvas, box.left + 70, box.centery, 150, LANTERN, 0.16, 1.6)
        area = canvas.pixels(box)
        corner = canvas.px(theme.CORNER)
        canvas.put(card(area.width, area.height, corner, GLASS), box.left, box.top)
        wash = pattern_wash(look.colour, look.pattern, area.width, area.height, corner)
        canvas.put(_dimmed(wash, moving), box.left, box.top)
        canvas.put(_strip(look.colour, look.pattern, canvas.px(self._strip), area.height, corner), box.left, box.top)
        if moving:
            line = outline(area.width, area.height, corner, LANTERN, max(2, canvas.px(2)))
            canvas.put(line, box.left, box.top)
        if not self._tight:
            self._paint_lantern(canvas, moving)
        self._paint_name(canvas, away)

    def _paint_lantern(self, canvas: Canvas, moving: bool) -> None:
        box, high = self.box, self.lantern_height
        x = box.left + STRIP + PADDING + high * LANTERN_RATIO / 2
        hang = (box.height - high) / 2
        before = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.pixels(box))
        hang_lantern(canvas, x, box.top + hang, high, lit=moving, chain_length=hang, reach=1.7)
        canvas.surface.set_clip(before)

    def _paint_name(self, canvas: Canvas, away: str) -> None:
        typeface, look = self._typeface, self._look
        size = typeface.grown(18)
        left = self.text_left
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(size)), left + size / 2, self._name_y)
        slim = self._low and self.box.width < _SLIM
        name_left = left + size + (4 if slim else 8)
        beside = 0 if slim else NARROW_RING if self._low else 0 if self._tight else RING + 4
        room = self._right - name_left - beside
        sizes = (theme.BODY, theme.CAPTION) if self._low else (self._name_size, theme.BODY)
        name_size = fitting_size(typeface, look.name, room, sizes)
        typeface.line(
            canvas,
            fitted(typeface, look.name, room, name_size),
            name_left,
            self._name_y,
            name_size,
            Weight.SEMIBOLD,
            theme.TEXT_BRIGHT,
            max_width=room,
            shadow=1,
        )
        if away:
            self._paint_away(canvas, away)
        elif not self._narrow:
            room = self._right - left
            line = first_fitting(typeface, self._lines, room, theme.CAPTION)
            typeface.line(canvas, line, left, self._line_y, theme.CAPTION, colour=theme.TEXT_MUTED)

    def _paint_away(self, canvas: Canvas, away: str) -> None:
        """Paint a sign over the lantern and, where there is a line for it, the reason in place of who plays."""
        typeface, box = self._typeface, self.box
        size = typeface.grown(24)
        x, y = box.left + STRIP + PADDING + self.lantern_height * LANTERN_RATIO / 2, box.centery
        if self._tight:
            x, y = box.right - size if self._low else box.centerx, self._sign[1]
        canvas.put_middle(icon("wifi-off", canvas.px(size), theme.WARNING), x, y)
        if not self._narrow:
            room = self._right - self.text_left
            said = typeface.cut(away, room, theme.CAPTION)
            typeface.line(canvas, said, self.text_left, self._line_y, theme.CAPTION, Weight.SEMIBOLD, theme.WARNING)


def draw_deadline(
    canvas: Canvas, typeface: Typeface, x: float, y: float, size: float, seconds_left: float, seconds: float
) -> None:
    """Draw a ring of diameter `size` that burns down, with the seconds left in it."""
    share = max(0.0, min(1.0, seconds_left / seconds)) if seconds else 0.0
    urgent = seconds_left <= 5
    canvas.put_middle(_ring(canvas.px(size), round(share * _RING_STEPS), urgent), x, y)
    count = str(max(0, math.ceil(seconds_left)))
    colour = theme.BAD if urgent else theme.TEXT_BRIGHT
    fits = typeface.measure(count, theme.BODY, Weight.BOLD) <= size - 14
    typeface.line(canvas, count, x, y, theme.BODY if fits else theme.CAPTION, Weight.BOLD, colour, "middle")


@sprite(kept=64)
def _strip(colour: str, pattern: str, width_px: int, height_px: int, corner_px: int) -> pygame.Surface:
    """Render the band of cloth at a panel's edge, with round outer corners and a stitched line inside."""
    cloth = pattern_strip(yarns(colour), pattern, width_px, height_px).copy()
    shade = svg(
        path(f"M{width_px - 0.75} 0V{height_px}", "none", mix(colour, WHITE, 0.45), 1.5, stroke_opacity=0.8),
        width_px,
        height_px,
    )
    put(cloth, shade, 0, 0)
    mask = svg(rect(0, 0, width_px * 2 + corner_px, height_px, corner_px, WHITE), width_px, height_px)
    return clipped(cloth, mask)


@sprite(kept=32)
def _dimmed(wash: pygame.Surface, bright: bool) -> pygame.Surface:
    """Render the seat's wash of colour, fainter while the seat does not move."""
    copy = wash.copy()
    part = 255 if bright else 72
    copy.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


@sprite(kept=160)
def _ring(size_px: int, step: int, urgent: bool) -> pygame.Surface:
    """Render the deadline's ring with `step` 72nds left."""
    colour = theme.BAD if urgent else LANTERN
    body = circle(50, 50, 44, INK, SAND, 2, fill_opacity=0.45, stroke_opacity=0.15)
    if step >= _RING_STEPS:
        body += circle(50, 50, 43, "none", colour, 8)
    elif step > 0:
        body += path(arc(50, 50, 43, 0, step / _RING_STEPS), "none", colour, 8)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=8)
def _bead(size_px: int) -> pygame.Surface:
    return svg(circle(10, 10, 9, LANTERN), size_px, size_px, box=(0, 0, 20, 20), oversample=4)
