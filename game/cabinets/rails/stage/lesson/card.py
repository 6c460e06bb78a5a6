"""The card of a lesson: its sentence, the number of trains, and a curve on which the meter's reading moves."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.cards.sheet import INK, MUTED, Drawn, Sheet
from game.cabinets.rails.stage.lesson.course import LessonCourse
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.tree import Of, Row

_WIDE: Final = 316.0
_CHART: Final = 150.0
_LEAST_CHART: Final = 90.0


class LessonCard(Card):
    """The card of a lesson, at the right; visible while a lesson runs."""

    paper = True

    def __init__(self, play: Play) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self.course: LessonCourse | None = None

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its content, unless the card of a selected thing is there.

        Its chart shrinks where the card would reach below `bottom`, but stays high enough to be read.
        """
        if self.course is None or self.play.selected.kind:
            self.hide()
            return
        wide = min(440.0, self.typeface.grown(26) / 26 * _WIDE)
        sheet = Sheet(self.style, wide)
        self._write(sheet, self.course)
        column = sheet.column
        high = min(column.high(sheet.width), max(bottom - top - 22, column.low(sheet.width)))
        self.stand(Box(right - wide, top, wide, high + 22), column)

    def _write(self, sheet: Sheet, course: LessonCourse) -> None:
        texts, lesson = self.surroundings.texts, course.lesson
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
                sheet.put(
                    Of(Drawn(self.style, partial(self._chart, course)), high=_CHART, low=_LEAST_CHART, yields=True)
                )
        self._next(sheet, course)

    def _paragraph(self, sheet: Sheet, course: LessonCourse) -> None:
        """Write the current sentence in room for the longest of its neighbours, so that the knob below stays put."""
        typeface = sheet.typeface
        high = max(typeface.height_of(text, sheet.width, theme.BODY) for text in course.sentences())

        def paint(canvas: Canvas, box: Box) -> None:
            typeface.paragraph(canvas, course.sentence(), box, theme.BODY, colour=INK)

        sheet.room(high, paint, 0)

    def _trains(self, sheet: Sheet, course: LessonCourse) -> None:
        """Lay the control for the number of trains: fewer, the number, more."""
        high = max(38.0, sheet.typeface.leading(theme.BODY) + 10)
        fewer = Knob(self.style, "fewer", lambda: course.set_target(course.target - 1), sign="minus")
        more = Knob(self.style, "more", lambda: course.set_target(course.target + 1), sign="plus")
        words = self._words(self.line("lesson.vehicles" if course.mixed else "lesson.trains", count=course.target))
        row = Of(fewer, wide=high), Of(words, grow=1), Of(more, wide=high)
        sheet.put(Row(*row, gap=6, high=high, fill=True))

    def _words(self, text: str, size: float = theme.BODY) -> OneLine:
        return OneLine(self.style, text, size=size, weight=Weight.BOLD, colour=INK, anchor="middle")

    def _rate(self, sheet: Sheet, course: LessonCourse) -> None:
        """Write the meter's reading; its room stays empty until there is one."""
        words = "" if course.rate is None else self.line("lesson.rate", rate=f"{course.rate:,}")
        sheet.put(Of(self._words(words, theme.CAPTION)), 0)

    def _next(self, sheet: Sheet, course: LessonCourse) -> None:
        if course.done:
            sheet.text(self.line("lesson.done"), theme.GOOD_ON_PAPER, weight=Weight.BOLD)
            return
        broken = course.phase == "broken"
        words = self.line("lesson.break" if course.phase == "measure" else "lesson.mend" if broken else "lesson.next")
        high = max(44.0, sheet.typeface.leading(theme.BODY) + 16)
        sign = "wand-sparkles" if broken else "chevron-right"
        knob = Knob(self.style, "lesson.next", course.go_on, words, sign, lit=True)
        knob.enabled = not (course.busy or course.waits)
        sheet.knobs(knob, high=high)

    def _chart(self, course: LessonCourse, canvas: Canvas, box: Box) -> None:
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
