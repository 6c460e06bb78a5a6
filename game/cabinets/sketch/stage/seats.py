"""The rows of seats beside the paper: each with its brush, a sample of its lines, its points, and the votes for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import pygame

from game.cabinets.sketch.stage.freehand.ink import line_body
from game.cabinets.sketch.stage.freehand.paper import brush, ink_colour
from game.cabinets.sketch.stage.places import SIDE_GAP, Places
from game.cabinets.sketch.stage.telling import Picture
from game.cabinets.sketch.state import NOBODY, View
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER, ROSE, SAND, Colour
from game.engine.light import shine
from game.engine.ornament import SHEET, badge, outline
from game.engine.sprites import sprite
from game.engine.stage import Look, Surroundings
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted, fitting_size
from game.engine.vector import icon, svg
from game.ground.texts import Texts
from game.kit.drawing.sheet import draw_sheet
from game.kit.marks import COST, PLAIN, pill

_SAMPLE: Final = (6, 30, 40, 12, 80, 30, 120, 48, 160, 26)
_SAMPLE_BOX: Final = (0.0, 0.0, 166.0, 60.0)
SAMPLE_SHAPE: Final = _SAMPLE_BOX[2] / _SAMPLE_BOX[3]
"""Aspect ratio of a line sample: width divided by height."""


@sprite(kept=24)
def _line_sample(seat: Seat, colour: Colour, width_px: int, height_px: int) -> pygame.Surface:
    return svg(line_body(_SAMPLE, seat, colour), width_px, height_px, box=_SAMPLE_BOX, oversample=3)


def draw_sample(canvas: Canvas, box: Box, seat: Seat, look: Look) -> None:
    """Draw a sample of a seat's lines on a scrap of paper."""
    draw_sheet(canvas, box, 5, SHEET)
    area = canvas.pixels(box)
    canvas.put(_line_sample(seat, ink_colour(look), area.width, area.height), box.left, box.top)


def draw_outline(canvas: Canvas, box: Box, *, strong: bool) -> None:
    """Draw an outline around a row: `strong` for the seat that draws or is chosen, faint for one that may be chosen."""
    area = canvas.pixels(box)
    line = canvas.px(3.5 if strong else 1.5)
    made = outline(area.width, area.height, canvas.px(10), LANTERN, line, 1.0 if strong else 0.5)
    canvas.put(made, box.left, box.top)


class SeatRows:
    """Draws the rows of all seats."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._given = surroundings

    def draw(self, canvas: Canvas, places: Places, picture: Picture, *, dim: Seat, nods: Collection[Seat] = ()) -> None:
        """Draw all rows. `dim` is the only seat that is lit, NOBODY for all; `nods` are the seats that have
        answered.
        """
        for seat in range(places.seats):
            row = places.row(seat)
            draw = self._draw_low_row if places.upright else self._draw_row
            draw(canvas, row, seat, picture, lit=dim in (seat, NOBODY))
            if seat in nods:
                canvas.put_middle(icon("check", canvas.px(17), LANTERN, 3.6), row.left + 29, row.centery + 8)

    def _draw_row(self, canvas: Canvas, box: Box, seat: Seat, picture: Picture, *, lit: bool) -> None:
        view = picture.view
        look = self._given.looks[seat]
        draws = view.artist == seat
        if draws:
            shine(canvas, box.left + 60, box.centery, 120, LANTERN, 0.3, 1.6, 0.5)
        draw_sheet(canvas, box, 10)
        if draws:
            draw_outline(canvas, box, strong=True)
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(22)), box.left + 20, box.centery)
        self._draw_line(canvas, box, seat, look, out=draws)
        right = self._draw_points(canvas, box, picture.points[seat])
        if picture.votes and view.counts:
            right = self._draw_votes(canvas, box, seat, view, right)
        right = self._draw_role(canvas, box, seat, view, right, odd=picture.odd == seat)
        left = box.left + 122
        name = fitted(self._given.typeface, look.name, right - left - 6, theme.BODY)
        ink = PAPER if draws else SAND if lit else theme.TEXT_FAINT
        self._given.typeface.line(canvas, name, left, box.centery, theme.BODY, Weight.SEMIBOLD, ink)

    def _draw_low_row(self, canvas: Canvas, box: Box, seat: Seat, picture: Picture, *, lit: bool) -> None:
        """Draw a row half as wide: the sample of lines is below the name, or small beside it where the row is low."""
        view, look, typeface = picture.view, self._given.looks[seat], self._given.typeface
        draws, high = view.artist == seat, box.height >= typeface.leading(theme.BODY) + 22
        if draws:
            shine(canvas, box.centerx, box.centery, box.width * 0.4, LANTERN, 0.3, 1.6, 0.5)
        draw_sheet(canvas, box, 10)
        if draws:
            draw_outline(canvas, box, strong=True)
        canvas.put_middle(
            badge(look.shape, look.colour, canvas.px(min(22, box.height - 6))), box.left + 20, box.centery
        )
        left, y = box.left + 38, box.centery
        if high:
            lower = Box(left, box.bottom - 22, 66, 17)
            y = (box.top + lower.top) / 2 + 1
        else:
            lower = Box(left, box.top + 5, 24, box.height - 10)
            left = lower.right + 6
        draw_sample(canvas, lower, seat, look)
        if draws:
            made = brush(canvas.px(SIDE_GAP - 6), canvas.px(min(30, box.height)), look.colour)
            canvas.put_middle(made, lower.right + (10 if high else -8), lower.centery)
        points = picture.points[seat]
        right = free = self._draw_points(canvas, box, points, 8.0, str(points))
        beside = Box(box.left, lower.top, box.width, lower.height)
        if picture.votes and view.counts:
            free = self._draw_votes(canvas, beside, seat, view, free)
        free = self._draw_role(canvas, beside, seat, view, free, odd=picture.odd == seat)
        right = right if high else free
        ink = PAPER if draws else SAND if lit else theme.TEXT_FAINT
        size = fitting_size(typeface, look.name, right - left - 4, (theme.BODY, theme.CAPTION))
        name = fitted(typeface, look.name, right - left - 4, size)
        typeface.line(canvas, name, left, y, size, Weight.SEMIBOLD, ink)

    def _draw_line(self, canvas: Canvas, box: Box, seat: Seat, look: Look, *, out: bool) -> None:
        """Draw a sample of the seat's lines, and the brush beside it while the seat draws."""
        draw_sample(canvas, Box(box.left + 38, box.top + 5, 74, box.height - 10), seat, look)
        if out:
            made = brush(canvas.px(SIDE_GAP - 4), canvas.px(box.height + 4), look.colour)
            canvas.put_middle(made, box.left - SIDE_GAP / 2, box.centery)

    def _draw_points(self, canvas: Canvas, box: Box, points: int, edge: float = 14.0, widest: str = "00") -> float:
        """Draw a seat's points; return where the room left of points as wide as `widest` ends."""
        text, typeface = str(points), self._given.typeface
        right = box.right - edge
        typeface.line(canvas, text, right, box.centery, theme.LABEL, Weight.BOLD, PAPER, "right")
        return right - typeface.measure(widest, theme.LABEL, Weight.BOLD) - 8

    def _draw_votes(self, canvas: Canvas, box: Box, seat: Seat, view: View, right: float) -> float:
        """Draw the shapes of the seats that voted for this seat, or only their number where votes are hidden. Returns
        the new right end of the free room.
        """
        if view.counts[seat] and not view.votes:
            pill(canvas, self._given.typeface, f"×{view.counts[seat]}", right - 18, box.centery, PLAIN)
            return right - 40
        return draw_voters(canvas, self._given.looks, view.votes, seat, right, box.centery)

    def _draw_role(self, canvas: Canvas, box: Box, seat: Seat, view: View, right: float, *, odd: bool) -> float:
        """Draw whether the seat is the master, was voted out, or was the odd one. Returns the new right end of the free
        room.
        """
        if view.master == seat:
            size = canvas.px(19)
            canvas.put_middle(icon("crown", size, LANTERN, 2.4), right - 11, box.centery)
            return right - 28
        if odd:
            return draw_odd(canvas, self._given.typeface, self._given.texts, right, box.centery)
        if view.suspect == seat and not view.revealed:
            canvas.put_middle(icon("eye", canvas.px(18), ROSE, 2.4), right - 11, box.centery)
            return right - 28
        return right


def draw_voters(
    canvas: Canvas, looks: Sequence[Look], votes: Sequence[Seat], seat: Seat, right: float, y: float
) -> float:
    """Draw the shapes of the known voters for a seat, leftwards from `right`; return their left end."""
    for voter, named in reversed(list(enumerate(votes))):
        if named == seat:
            right -= 20
            canvas.put_middle(badge(looks[voter].shape, looks[voter].colour, canvas.px(17)), right + 9, y)
    return right


def draw_odd(canvas: Canvas, typeface: Typeface, texts: Texts, right: float, y: float) -> float:
    """Draw the label "odd one" leftwards from `right`; return its left end."""
    text = texts.line("sketch.stage.odd")
    wide = typeface.measure(text, theme.CAPTION, Weight.BOLD) + 16
    pill(canvas, typeface, text, right - wide / 2, y, COST)
    return right - wide - 6
