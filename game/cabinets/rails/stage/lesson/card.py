"""The card of a lesson: its sentence, the number of trains, and a curve on which the meter's reading moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, Knob, draw_knob
from game.cabinets.rails.stage.cards.sheet import INK, MUTED, Sheet
from game.cabinets.rails.stage.lesson.course import LessonCourse
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET
from game.engine.text import Weight
from game.kit.drawing.sheet import draw_sheet

_WIDE: Final = 316.0
_CHART: Final = 150.0
_LEAST_CHART: Final = 90.0


class LessonCard(Card):
    """The card of a lesson, at the right; visible while a lesson runs."""

    def __init__(self, play: Play) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self.course: LessonCourse | None = None
        self._knobs: list[Knob] = []
        self._chart_high = _CHART

    def lay(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its content, unless the card of a selected thing is there.

        Its chart shrinks where the card would reach below `bottom`, but stays high enough to be read.
        """
        if self.course is None or self.play.selected.kind:
            self.box, self._knobs = Box(0, 0, 0, 0), []
            return
        wide = min(440.0, self.typeface.grown(26) / 26 * _WIDE)
        whole = Box(right - wide, top, wide, bottom - top)
        self._chart_high = _CHART
        beyond = self._height(whole) - whole.height
        if beyond > 0:
            self._chart_high = max(_LEAST_CHART, _CHART - beyond)
        self.box = Box(whole.left, top, wide, self._height(whole))

    def _height(self, whole: Box) -> float:
        assert self.course is not None
        sheet = Sheet(None, self.typeface, whole)
        self._write(sheet, self.course)
        return sheet.y - whole.top + 8

    def knobs(self) -> Sequence[Knob]:
        return self._knobs

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        if self.course is None:
            return
        drop_shadow(canvas, self.box, CORNER, 10, 140, 5)
        draw_sheet(canvas, self.box, CORNER, SHEET)
        self._write(Sheet(canvas, self.typeface, self.box), self.course)
        for knob in self._knobs:
            draw_knob(canvas, self.typeface, knob, hover)

    def _write(self, sheet: Sheet, course: LessonCourse) -> None:
        texts, lesson = self.surroundings.texts, course.lesson
        self._knobs = []
        sheet.heading(texts.line(lesson.sentence("name")))
        whole = len(lesson.steps) + (3 if lesson.broken else 1)
        sheet.text(self.line("lesson.step", number=max(1, course.place + 1), whole=whole), MUTED)
        sheet.gap(2)
        self._paragraph(sheet, course)
        sheet.gap(4)
        if course.measuring:
            self._trains(sheet, course)
            if lesson.curve:
                self._rate(sheet, course)
                box = sheet.room(self._chart_high)
                if sheet.canvas:
                    self._chart(sheet.canvas, box, course)
        self._next(sheet, course)

    def _paragraph(self, sheet: Sheet, course: LessonCourse) -> None:
        """Write the current sentence in room for the longest of its neighbours, so that the knob below stays put."""
        typeface = sheet.typeface
        high = typeface.leading(theme.BODY)
        rows = max(len(typeface.wrap(text, sheet.width, theme.BODY)) for text in course.sentences())
        if sheet.canvas:
            for row, one in enumerate(typeface.wrap(course.sentence(), sheet.width, theme.BODY)):
                typeface.line(sheet.canvas, one, sheet.left, sheet.y + (row + 0.5) * high, theme.BODY, colour=INK)
        sheet.y += rows * high

    def _trains(self, sheet: Sheet, course: LessonCourse) -> None:
        """Lay the control for the number of trains: fewer, the number, more."""
        high = max(38.0, sheet.typeface.leading(theme.BODY) + 10)
        box = sheet.room(high)
        fewer = Knob("fewer", Box(box.left, box.top, high, high), lambda: course.set_target(course.target - 1))
        more = Knob("more", Box(box.right - high, box.top, high, high), lambda: course.set_target(course.target + 1))
        fewer.sign, more.sign = "minus", "plus"
        self._knobs += [fewer, more]
        if sheet.canvas:
            words = self.line("lesson.vehicles" if course.mixed else "lesson.trains", count=course.target)
            y = box.centery
            room = box.width - 2 * high - 12
            sheet.typeface.line(
                sheet.canvas, words, box.centerx, y, theme.BODY, Weight.BOLD, INK, "middle", max_width=room
            )

    def _rate(self, sheet: Sheet, course: LessonCourse) -> None:
        """Write the meter's reading; its room stays empty until there is one."""
        rate, high = course.rate, sheet.typeface.leading(theme.CAPTION)
        if sheet.canvas and rate is not None:
            words, x = self.line("lesson.rate", rate=f"{rate:,}"), (sheet.left + sheet.right) / 2
            y, room = sheet.y + high / 2, sheet.width
            sheet.typeface.line(sheet.canvas, words, x, y, theme.CAPTION, Weight.BOLD, INK, "middle", max_width=room)
        sheet.y += high

    def _next(self, sheet: Sheet, course: LessonCourse) -> None:
        if course.done:
            sheet.text(self.line("lesson.done"), theme.GOOD_ON_PAPER, weight=Weight.BOLD)
            return
        broken = course.phase == "broken"
        words = self.line("lesson.break" if course.phase == "measure" else "lesson.mend" if broken else "lesson.next")
        high = max(44.0, sheet.typeface.leading(theme.BODY) + 16)
        box = sheet.room(high)
        knob = Knob("lesson.next", box, course.go_on, words, "wand-sparkles" if broken else "chevron-right", lit=True)
        knob.enabled = not (course.busy or course.waits)
        self._knobs.append(knob)

    def _chart(self, canvas: Canvas, box: Box, course: LessonCourse) -> None:
        """Draw the curve measured beforehand, and a mark for the meter's reading in this match."""
        curve = course.lesson.curve
        most, top = max(curve), max(curve.values()) * 1.12
        typeface, left = self.typeface, box.left + 8
        plot = Box(left, box.top + 6, box.right - left - 6, box.height - typeface.leading(theme.CAPTION) - 10)

        def at(trains: float, units: float) -> tuple[int, int]:
            x = plot.left + plot.width * (trains - 0.5) / (most + 0.2)
            return canvas.pixel(x, plot.bottom - plot.height * min(1.0, units / top))

        surface = canvas.surface
        pygame.draw.line(surface, MUTED, canvas.pixel(plot.left, plot.bottom), canvas.pixel(plot.right, plot.bottom), 1)
        points = [at(trains, units) for trains, units in sorted(curve.items())]
        if len(points) > 1:
            pygame.draw.lines(surface, "#B98F52", False, points, max(2, canvas.px(2.4)))
        for trains, units in sorted(curve.items()):
            x, y = at(trains, units)
            pygame.draw.circle(surface, theme.RUST if units == 0 else "#8A5A2A", (x, y), canvas.px(4))
            size = 11 * 100 / typeface.text_size
            label = plot.left + plot.width * (trains - 0.5) / (most + 0.2)
            typeface.line(canvas, str(trains), label, plot.bottom + 9, size, Weight.BOLD, MUTED, "middle")
        rate = course.rate
        if rate is not None and self.play.sight is not None:
            spot = at(course.target, rate)
            foot = at(course.target, 0)
            pygame.draw.line(surface, theme.GOOD_ON_PAPER, foot, spot, max(2, canvas.px(3)))
            pygame.draw.circle(surface, theme.GOOD_ON_PAPER, spot, canvas.px(6))
