"""The current ranking: everybody's grade with its six parts, the best first, and which player is followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import pygame

from game.cabinets.l4g.rules.grading import GRADE, grades_of
from game.cabinets.l4g.rules.views import PlayerState, View
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.token import COLOURS, draw_name, draw_token
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, MUTED, PAPER, SAND, Colour, mix
from game.engine.layer import Layer
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import rect, svg
from game.engine.widgets.parts import faces

FULL: Final = 400
"""The best whole grade there can be."""
NOTHING_YET: Final = "–"
PARTS: Final = (PlayerState.SURVIVOR, PlayerState.CORPSE, PlayerState.INFECTED)
"""The states, each with two parts in the ranking, *most* before *total*."""
DROPPED: Final = 2
_BAR_WIDE, _BAR_GAP, _PAIR_GAP = 11.0, 4.0, 12.0
_PADDING = 14.0


class Line(NamedTuple):
    """One player in the ranking."""

    rank: int
    number: int
    state: PlayerState
    grades: tuple[int, ...]
    """The grades of the six parts."""
    grade: int


def ranking(view: View, guests: int) -> tuple[Line, ...]:
    """Return everybody by grade, ties by number; empty for viewers with a seat, who may not know it."""
    if view.number >= 0 or not view.scores:
        return ()
    graded = grades_of([msgspec.structs.astuple(scores) for scores in view.scores], guests)
    states = {player.number: player.state for player in view.players}
    order = sorted(range(len(graded)), key=lambda number: (-graded[number][GRADE], number))
    return tuple(
        Line(rank, number, states[number], tuple(graded[number][:GRADE]), graded[number][GRADE])
        for rank, number in enumerate(order, 1)
    )


def dropped(grades: Sequence[int]) -> frozenset[int]:
    """Return the indices of the two parts that do not count."""
    return frozenset(sorted(range(len(grades)), key=lambda part: (grades[part], part))[:DROPPED])


@sprite(kept=512)
def _bar(width_px: int, height_px: int, filled_px: int, colour: Colour, counts: bool) -> pygame.Surface:
    """Return one part of a grade as a bar; hollow if it is dropped."""
    body = rect(0, 0, width_px, height_px, width_px / 4, PAPER, fill_opacity=0.08)
    top = height_px - filled_px
    if filled_px > 0 and counts:
        body += rect(0, top, width_px, filled_px, min(width_px / 4, filled_px / 2), colour)
        body += rect(0, top, width_px * 0.36, filled_px, min(width_px / 4, filled_px / 2), "#FFFFFF", fill_opacity=0.16)
    elif filled_px > 0:
        half = 0.6
        body += rect(half, top + half, width_px - 2 * half, max(1, filled_px - 2 * half), width_px / 5, colour,
                     mix(colour, INK, 0.2), 1.1, fill_opacity=0.14, stroke_opacity=0.7)  # fmt: skip
    return svg(body, width_px, height_px)


class Ranking:
    """Draws the ranking, and knows which player's line is at a point."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._layers: list[Layer] = []
        self._heading = Layer(margin=32)
        self.first = 0
        """How many lines the ranking is scrolled down."""
        self.rows: list[tuple[Box, Line]] = []
        """The lines that are visible, each with its box."""
        self.told_apart = False
        """Whether grades say something yet: at first everybody has the best one."""

    @property
    def step(self) -> float:
        """The height of a line with the gap below it."""
        given = self._surroundings
        return max(32.0, given.least_press, given.typeface.leading(theme.BODY) + 8)

    def scroll(self, by: int) -> None:
        """Scroll down by `by` lines."""
        self.first = max(0, self.first + by)

    def at(self, x: float, y: float) -> int | None:
        """Return the number of the player whose line is at a point; None if there is none."""
        return next((line.number for box, line in self.rows if box.collidepoint(x, y)), None)

    def draw(self, canvas: Canvas, box: Box, lines: Sequence[Line], picture: Picture, focus: int | None) -> None:
        """Draw the heading and as many lines as there is height for, always including the followed player."""
        typeface = self._surroundings.typeface
        self._heading.draw(canvas, box, typeface.text_size, lambda part: self._paint_heading(part, box))
        top = box.top + 20 + typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION)
        high = self.step
        count = max(1, int((box.bottom - 8 - top) / high))
        self.first = min(self.first, max(0, len(lines) - count))
        shown = list(lines[self.first : self.first + count])
        followed = next((line for line in lines if line.number == focus), None)
        if followed and followed not in shown:
            shown[-1] = followed
        while len(self._layers) < len(shown):
            self._layers.append(Layer())
        self.rows = []
        self.told_apart = any(line.grade < FULL for line in lines)
        for place, line in enumerate(shown):
            figure = picture.figures.get(line.number)
            line = line._replace(state=figure.state if figure else line.state)
            row = Box(box.left + 8, top + place * high, box.width - 16, high - 3)
            self.rows.append((row, line))
            key = (line, line.number == focus, typeface.text_size, self.told_apart)
            self._layers[place].draw(canvas, row, key, self._painter(row, line, line.number == focus))
        if len(lines) > count:
            track = Box(box.right - 6, top, 3, count * high - 3)
            faces.draw_face(canvas, track, faces.ROW_OVER, 1.5, 0)
            thumb = Box(track.left, top + track.height * self.first / len(lines), 3, track.height * count / len(lines))
            faces.draw_face(canvas, thumb, faces.SCROLL_THUMB, 1.5, 0)

    def _painter(self, box: Box, line: Line, followed: bool):  # type: ignore[no-untyped-def]
        return lambda part: self._paint_line(part, box, line, followed)

    def _bars_left(self, box: Box) -> float:
        typeface = self._surroundings.typeface
        grade = typeface.measure("400", theme.BODY, Weight.BOLD)
        return box.right - 10 - max(grade, 52) - 14 - 6 * _BAR_WIDE - 3 * _BAR_GAP - 2 * _PAIR_GAP

    def _bar_x(self, box: Box, part: int) -> float:
        pair, second = divmod(part, 2)
        return self._bars_left(box) + pair * (2 * _BAR_WIDE + _BAR_GAP + _PAIR_GAP) + second * (_BAR_WIDE + _BAR_GAP)

    def _paint_heading(self, canvas: Canvas, box: Box) -> None:
        typeface, texts = self._surroundings.typeface, self._surroundings.texts
        faces.glass_panel(canvas, box)
        row = Box(box.left + 8, box.top, box.width - 16, box.height)
        y = box.top + 12 + typeface.leading(theme.LABEL) / 2
        typeface.line(canvas, texts.line("l4g_stage.ranking"), box.left + _PADDING, y, theme.LABEL, Weight.BOLD, PAPER)
        below = y + (typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION)) / 2
        legend = texts.line("l4g_stage.legend")
        room = self._bar_x(row, 0) - box.left - _PADDING - 10
        if typeface.measure(legend, theme.CAPTION) <= room:
            typeface.line(canvas, legend, box.left + _PADDING, below, theme.CAPTION, Weight.REGULAR, MUTED)
        letters = (texts.line("l4g_stage.most_letter"), texts.line("l4g_stage.total_letter"))
        for part in range(6):
            x = self._bar_x(row, part) + _BAR_WIDE / 2
            typeface.line(canvas, letters[part % 2], x, below, theme.CAPTION, Weight.SEMIBOLD, MUTED, "middle")
            if part % 2 == 0:
                draw_token(canvas, typeface, PARTS[part // 2], x + (_BAR_WIDE + _BAR_GAP) / 2, y, 8.5)
        grade = texts.line("l4g_stage.grade")
        typeface.line(canvas, grade, row.right - 10, y, theme.CAPTION, Weight.SEMIBOLD, SAND, "right")
        of = texts.line("l4g_stage.of_full", full=FULL)
        if typeface.measure(of, theme.CAPTION) <= row.right - 10 - self._bar_x(row, 5) - _BAR_WIDE - 4:
            typeface.line(canvas, of, row.right - 10, below, theme.CAPTION, Weight.REGULAR, MUTED, "right")

    def _paint_line(self, canvas: Canvas, box: Box, line: Line, followed: bool) -> None:
        typeface = self._surroundings.typeface
        y = box.centery
        faces.draw_face(canvas, box, faces.ROW_CHOSEN if followed else faces.ROW_OVER, 8)
        first_three = line.rank <= 3
        tone, weight = (LANTERN, Weight.BOLD) if first_three else (MUTED, Weight.REGULAR)
        wide = typeface.measure("00", theme.BODY, Weight.BOLD)
        x = box.left + 8 + wide
        typeface.line(canvas, str(line.rank), x, y, theme.BODY, weight, tone, "right")
        x += 18
        draw_token(canvas, typeface, line.state, x, y, 9.5)
        x += 14 + wide
        typeface.line(canvas, str(line.number), x, y, theme.BODY, Weight.SEMIBOLD, PAPER, "right")
        x += 8
        room = self._bars_left(box) - x - 8
        if room > 36:
            draw_name(canvas, self._surroundings, line.number, x, y, room, theme.CAPTION, SAND)
        self._paint_grades(canvas, box, line)

    def _paint_grades(self, canvas: Canvas, box: Box, line: Line) -> None:
        typeface = self._surroundings.typeface
        if not self.told_apart:
            typeface.line(canvas, NOTHING_YET, box.right - 10, box.centery, theme.BODY, Weight.BOLD, MUTED, "right")
            return
        high = box.height - 8
        hollow = dropped(line.grades)
        for part, grade in enumerate(line.grades):
            filled = canvas.px(high * grade / 100)
            made = _bar(canvas.px(_BAR_WIDE), canvas.px(high), filled, COLOURS[PARTS[part // 2]], part not in hollow)
            canvas.put(made, self._bar_x(box, part), box.top + 4)
        right = box.right - 10
        y = box.centery - 3
        typeface.line(canvas, str(line.grade), right, y, theme.BODY, Weight.BOLD, PAPER, "right")
        wide = max(52.0, typeface.measure("400", theme.BODY, Weight.BOLD))
        track = Box(right - wide, box.bottom - 6, wide, 3)
        faces.draw_face(canvas, track, faces.ROW_OVER, 1.5, 0)
        if line.grade:
            track.width *= line.grade / FULL
            faces.draw_face(canvas, track, faces.FILLED, 1.5, 0)
