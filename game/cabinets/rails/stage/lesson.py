"""A lesson: its course, in which the layout builds itself and is broken and repaired, and the card that tells it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import cached_property, partial
from typing import Final

import msgspec
import pygame

from game.cabinets.rails.contract.actions import Buy, Call, Dock, Group, Halt, Platforms, Sell, Stop
from game.cabinets.rails.contract.models import Model
from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.presentation import HAMMER
from game.cabinets.rails.stage.cards.knobs import Card
from game.cabinets.rails.stage.cards.sheet import INK, MUTED, Drawn, Sheet
from game.cabinets.rails.stage.field.ghosts import built_of
from game.cabinets.rails.stage.person.pace import SPEEDS
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.yards.lessons import LESSONS, Lesson
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.tree import Of, Row

PREFIX: Final = "lesson_"
WAGONS: Final = 5
BETWEEN: Final = 0.35
"""Seconds between two building steps of a layout that builds itself."""
WHOLE: Final = -1
"""Says that the camera is to show all that the lesson builds."""
_WINDOW: Final = 2400
"""Number of latest ticks over which the meter counts deliveries."""
_LEAST: Final = 320
_FEW: Final = {"one": 1, "two": 2, "crash": 2}
"""Number of trains that run during steps about that number of trains, by the step's name."""
_WIDE: Final = 316.0
_CHART: Final = 150.0
_LEAST_CHART: Final = 90.0


def lesson_of(yard: str) -> Lesson | None:
    """Return the lesson that the option `yard` names; None if it names another yard."""
    name = yard.removeprefix(PREFIX)
    return LESSONS[name]() if yard.startswith(PREFIX) and name in LESSONS else None


class LessonCourse:
    """A learner's progress in one lesson."""

    def __init__(self, play: Play, lesson: Lesson) -> None:
        self.play = play
        self.lesson = lesson
        self.place = -1
        """Index of the current step; after the last step come measuring, broken, and mended."""
        self.target = 0
        """Number of trains that should run."""
        self.look: int | None = None
        """A tile for the camera to go near once, or `WHOLE`; None afterwards."""
        self.crashed = False
        """Whether trains have collided."""
        self._wrecks = False
        self._building: deque[Group] = deque()
        self._pause = 0.0
        self._asked = 0
        """Number of vehicles present or ordered when the last one was bought."""
        self._counted: deque[tuple[int, int]] = deque()

    @property
    def mixed(self) -> bool:
        """Whether ships and trucks run here instead of trains."""
        return self.lesson.name == "transfer"

    @property
    def measuring(self) -> bool:
        """Whether the lesson's steps are over and the learner now sets the number of trains."""
        return self.place >= len(self.lesson.steps)

    @property
    def phase(self) -> str:
        """The name of the current step, which its sentence belongs to."""
        steps = self.lesson.steps
        if self.place < len(steps):
            return steps[max(0, self.place)].name
        return ("measure", "broken", "mended")[self.place - len(steps)]

    @property
    def done(self) -> bool:
        """Whether the learner has reached the end of the lesson."""
        return self.place >= len(self.lesson.steps) + (2 if self.lesson.broken else 0)

    @property
    def busy(self) -> bool:
        """Whether the layout is still building itself."""
        return bool(self._building) or bool(self.play.builder.outbox)

    @property
    def waits(self) -> bool:
        """Whether the sentence is still to come true: the collision that it tells of, or that wrecks are cleared."""
        return (self.phase == "crash" and not self.crashed) or (self.phase == "guard" and self._wrecks)

    def sentence(self) -> str:
        """Return the sentence of the current step."""
        return self._sentence(self.phase)

    def sentences(self) -> Sequence[str]:
        """Return all sentences that the card shows in its present form, in order."""
        steps = [step.name for step in self.lesson.steps]
        shown = ["measure", *(["broken", "mended"] if self.lesson.broken else [])] if self.measuring else steps
        return [self._sentence(phase) for phase in shown]

    def _sentence(self, phase: str) -> str:
        texts = self.play.surroundings.texts
        if phase == "measure":
            return texts.line("rails_stage.lesson.measure" if self.lesson.curve else "rails_stage.lesson.watch")
        return texts.line(self.lesson.sentence(phase))

    def go_on(self) -> None:
        """Go on to the next step; do nothing at the end."""
        if self.done:
            return
        self.place += 1
        steps = self.lesson.steps
        if self.place < len(steps):
            step = steps[self.place]
            self._building.extend(step.groups)
            self.look = None if self.crashed and not step.groups else WHOLE
            self._clear_up()
            if not step.groups and self._ready:
                self.target = min(self.lesson.best, _FEW.get(step.name, self.lesson.best))
        elif self.phase == "measure":
            self.target = self.lesson.best
            self.play.pace.speed = 4
            self.look = WHOLE
        elif self.phase == "broken":
            self._building.extend(self.lesson.broken)
            self.target = self.lesson.broken_with or self.lesson.best
            self._counted.clear()
        else:
            self._building.extend(self.lesson.mended)
            self._counted.clear()

    @cached_property
    def tiles(self) -> Collection[int]:
        """The tiles of all that the lesson's steps build, and of what stands on its land."""
        groups = [group for step in self.lesson.steps for group in step.groups]
        return {*built_of(groups, self.play.sight, 0), *(one.tile for one in self.lesson.land.industries)}

    @property
    def _ready(self) -> bool:
        """Whether there are two stations for trains to run between."""
        return len(self.play.sight.stations) >= 2

    def set_target(self, trains: int) -> None:
        """Set the number of trains that should run, and restart the meter."""
        most = max([*self.lesson.curve, self.lesson.best, 2])
        self.target = max(1, min(most, trains))
        self._counted.clear()

    def see(self) -> None:
        """Take in a view; buy a vehicle if there are too few, or remove one if there are too many."""
        sight = self.play.sight
        self._counted.append((sight.view.tick, sum(sight.view.units)))
        while self._counted and self._counted[0][0] < sight.view.tick - _WINDOW:
            self._counted.popleft()
        vehicles = sight.view.vehicles
        self._look_for_wrecks(sight)
        if self._asked and len(vehicles) != self._asked and self.play.builder.outbox:
            return
        if len(vehicles) < self.target and not self.busy and self._ready and self._has_room(vehicles):
            self.play.builder.add((self._buy(vehicles),))
            self._asked = len(vehicles) + 1
        elif len(vehicles) > self.target and not self.busy and not self._wrecks:
            self._lift(vehicles[-1])

    def _has_room(self, vehicles: Sequence[VehicleView]) -> bool:
        """Return whether the next vehicle may come: where two are to collide, once the one before runs at full speed,
        so that it is set down behind that one, and not at the other station.
        """
        if self.lesson.collisions != "classic" or not vehicles:
            return True
        return vehicles[-1].speed >= vehicles[-1].model.limit

    def _look_for_wrecks(self, sight: Sight) -> None:
        """Go near when trains have collided, and run no others until there are signals."""
        wrecks = [one for one in sight.view.vehicles if one.state == VehicleState.WRECK]
        cleared, self._wrecks = self._wrecks and not wrecks, bool(wrecks)
        if wrecks and not self.crashed:
            self.crashed, self.target = True, 0
            self.look = wrecks[0].tile
        if cleared:
            self.play.pace.speed = 1

    def _clear_up(self) -> None:
        """Let the time pass quickly in which wrecks lie on the track, once nobody has to look at them."""
        if self._wrecks:
            self.play.pace.speed = SPEEDS[-1]

    def _buy(self, vehicles: Sequence[VehicleView]) -> Buy:
        """Return the purchase of the next vehicle, with the lesson's orders and model for that number."""
        number = len(vehicles)
        orders: tuple[tuple[Call, ...], ...] = self.lesson.orders
        model: Model = "freight"
        if self.mixed:
            model = ("ship", "truck")[number % 2]
        elif self.lesson.name == "signals" and number % 2:
            model = "express"
        goods = {"freight": WAGONS, "express": 1}.get(model, 0)
        if number >= len(orders):
            return Buy(model, goods, 0, (), vehicles[number % len(orders)].id)
        return Buy(model, goods, 0, orders[number % len(orders)])

    def _lift(self, last: VehicleView) -> None:
        """Remove a vehicle from the map, or first halt it if it is moving."""
        if last.state in (VehicleState.STOP, VehicleState.WAITING, VehicleState.YARD):
            self.play.do(Sell((last.id,)))
        elif last.why != last.why.HALTED:
            self.play.do(Halt((last.id,)))

    def update(self, seconds: float) -> None:
        """Advance the lesson by some seconds: the layout builds itself step by step."""
        self._pause -= seconds
        if self._building and self._pause <= 0 and not self.play.builder.outbox:
            self._pause = BETWEEN
            self.play.builder.add((_by_id(self._building.popleft()),))
            self.play.surroundings.play_sound(HAMMER)

    @property
    def rate(self) -> int | None:
        """Units delivered per 10,000 ticks with this number of trains; None until enough ticks are measured."""
        if len(self._counted) < 2:
            return None
        (begun, before), (now, after) = self._counted[0], self._counted[-1]
        return (after - before) * 10_000 // (now - begun) if now - begun >= _LEAST else None


def _by_id(group: Group) -> Group:
    """Return a lesson's group as a plan of its own, with the n-th station of the lesson named by the id n."""
    if isinstance(group, Platforms | Stop | Dock) and group.station < 0:
        return msgspec.structs.replace(group, station=-group.station)
    return group


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
        sheet = Sheet(self.style, self.wide(_WIDE, 440.0))
        self._write(sheet, self.course)
        high = min(sheet.high, max(bottom - top - 22, sheet.column.low(sheet.width)))
        self.stand(Box(right - sheet.wide, top, sheet.wide, high + 22), sheet.column)

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
        fewer = sheet.knob("fewer", partial(course.set_target, course.target - 1), "minus")
        more = sheet.knob("more", partial(course.set_target, course.target + 1), "plus")
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
        sign, enabled = "wand-sparkles" if broken else "chevron-right", not (course.busy or course.waits)
        knob = sheet.knob("lesson.next", course.go_on, sign, words, lit=True, enabled=enabled)
        sheet.knobs(knob, high=sheet.tall(44.0, 16))

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
        if rate is not None:
            spot = at(course.target, rate)
            foot = at(course.target, 0)
            pygame.draw.line(surface, theme.GOOD_ON_PAPER, foot, spot, max(2, canvas.px(3)))
            pygame.draw.circle(surface, theme.GOOD_ON_PAPER, spot, canvas.px(6))
