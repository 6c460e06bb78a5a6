"""How a lesson is played: the layout builds itself, trains come and go, then something is broken and mended."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import Buy, Call, Dock, Group, Halt, Model, Platforms, Sell, Stop
from game.cabinets.rails.contract.views import VehicleState, VehicleView
from game.cabinets.rails.lessons.lessons import LESSONS, Lesson
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.person.sounds import HAMMER
from game.cabinets.rails.stage.sight.sight import Sight

PREFIX: Final = "lesson_"
WAGONS: Final = 5
BETWEEN: Final = 0.35
"""Seconds between two gestures of a layout that builds itself."""
_WINDOW: Final = 2400
"""Ticks over which the meter counts."""
_LEAST: Final = 320
_FEW: Final = {"one": 1, "two": 2, "crash": 2}
"""Trains of steps that are about so many."""


def lesson_of(yard: str) -> Lesson | None:
    """The lesson that an option names; None for any other yard."""
    name = yard.removeprefix(PREFIX)
    return LESSONS[name]() if yard.startswith(PREFIX) and name in LESSONS else None


class LessonCourse:
    """How far one learner has come."""

    def __init__(self, play: Play, lesson: Lesson) -> None:
        self.play = play
        self.lesson = lesson
        self.place = -1
        """Which step is told; from their number on: measuring, broken, mended."""
        self.target = 0
        """How many trains are to run."""
        self.moved_to: tuple[int, int] | None = None
        """A tile to look at, once."""
        self._building: deque[Group] = deque()
        self._pause = 0.0
        self._asked = 0
        """Vehicles that were there or asked for when one was bought last."""
        self._counted: deque[tuple[int, int]] = deque()

    @property
    def measuring(self) -> bool:
        """Whether the learner sets the number of trains."""
        return self.place >= len(self.lesson.steps)

    @property
    def phase(self) -> str:
        """What the sentence is about."""
        steps = self.lesson.steps
        if self.place < len(steps):
            return steps[max(0, self.place)].name
        return ("measure", "broken", "mended")[self.place - len(steps)]

    @property
    def done(self) -> bool:
        """Whether it was gone through."""
        return self.place >= len(self.lesson.steps) + (2 if self.lesson.broken else 0)

    @property
    def busy(self) -> bool:
        """Whether the layout still builds itself."""
        return bool(self._building) or bool(self.play.builder.outbox)

    def sentence(self) -> str:
        """What is said now."""
        return self._sentence(self.phase)

    def sentences(self) -> Sequence[str]:
        """What is said on this card, as it looks now, one after the other."""
        steps = [step.name for step in self.lesson.steps]
        shown = ["measure", *(["broken", "mended"] if self.lesson.broken else [])] if self.measuring else steps
        return [self._sentence(phase) for phase in shown]

    def _sentence(self, phase: str) -> str:
        texts = self.play.surroundings.texts
        if phase == "measure":
            return texts.line("rails_stage.lesson.measure" if self.lesson.curve else "rails_stage.lesson.watch")
        return texts.line(self.lesson.sentence(phase))

    def go_on(self) -> None:
        """To the next step."""
        if self.done:
            return
        self.place += 1
        steps = self.lesson.steps
        if self.place < len(steps):
            step = steps[self.place]
            self._building.extend(step.groups)
            self.moved_to = step.x, step.y
            if not step.groups and self._ready:
                self.target = min(self.lesson.best, _FEW.get(step.name, self.lesson.best))
        elif self.phase == "measure":
            self.target = self.lesson.best
            self.play.pace.speed = 4
            self.moved_to = self._middle or self.moved_to
        elif self.phase == "broken":
            self._building.extend(self.lesson.broken)
            self.target = self.lesson.broken_with or self.lesson.best
            self._counted.clear()
        else:
            self._building.extend(self.lesson.mended)
            self._counted.clear()

    @property
    def _middle(self) -> tuple[int, int] | None:
        """A tile in the midst of all stations: from there the whole layout is watched."""
        sight = self.play.sight
        if sight is None or not sight.view.stations:
            return None
        tiles = [one.tile for one in sight.view.stations] + [tile for part in sight.parts.values() for tile in part]
        xs, ys = [tile % sight.size for tile in tiles], [tile // sight.size for tile in tiles]
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

    @property
    def _ready(self) -> bool:
        """Whether there are stations to go between."""
        sight = self.play.sight
        return sight is not None and len(sight.view.stations) >= 2

    def set_target(self, trains: int) -> None:
        """So many trains are to run: the meter counts anew."""
        most = max([*self.lesson.curve, self.lesson.best, 2])
        self.target = max(1, min(most, trains))
        self._counted.clear()

    def see(self, sight: Sight) -> None:
        """The match went on: buy, or lift off what is too many."""
        self._counted.append((sight.view.tick, sum(sight.view.units)))
        while self._counted and self._counted[0][0] < sight.view.tick - _WINDOW:
            self._counted.popleft()
        vehicles = sight.view.vehicles
        if self._asked and len(vehicles) != self._asked and self.play.builder.outbox:
            return
        if len(vehicles) < self.target and not self.busy and self._ready:
            self.play.builder.add((self._buy(vehicles),))
            self._asked = len(vehicles) + 1
        elif len(vehicles) > self.target and not self.busy:
            self._lift(vehicles[-1])

    def _buy(self, vehicles: Sequence[VehicleView]) -> Buy:
        """The next vehicle: train n follows list n; the second one is slower where trains are to crash."""
        number = len(vehicles)
        orders: tuple[tuple[Call, ...], ...] = self.lesson.orders
        model: Model = "freight"
        if self.lesson.name == "transfer":
            model = ("ship", "truck")[number % 2]
        elif self.lesson.name == "signals" and number % 2:
            model = "express"
        goods = WAGONS if model in ("freight", "express") else 0
        if number >= len(orders):
            return Buy(model, goods, 0, (), vehicles[number % len(orders)].id)
        return Buy(model, goods, 0, orders[number % len(orders)])

    def _lift(self, last: VehicleView) -> None:
        """Take the last vehicle off the map, where it stands."""
        if last.state in (VehicleState.STOP, VehicleState.WAITING, VehicleState.YARD):
            self.play.do(Sell((last.id,)))
        elif last.why != last.why.HALTED:
            self.play.do(Halt((last.id,)))

    def update(self, seconds: float) -> None:
        """Let the layout build itself, gesture by gesture."""
        self._pause -= seconds
        if self._building and self._pause <= 0 and not self.play.builder.outbox:
            self._pause = BETWEEN
            self.play.builder.add((_by_id(self._building.popleft()),))
            self.play.surroundings.play_sound(HAMMER)

    @property
    def rate(self) -> int | None:
        """Units in 10,000 ticks, as far as was measured with this number of trains; None before that says anything."""
        if len(self._counted) < 2:
            return None
        (begun, before), (now, after) = self._counted[0], self._counted[-1]
        return (after - before) * 10_000 // (now - begun) if now - begun >= _LEAST else None

    @property
    def measured_share(self) -> float:
        """How much of the time that the meter needs has passed."""
        if len(self._counted) < 2:
            return 0.0
        return min(1.0, (self._counted[-1][0] - self._counted[0][0]) / _WINDOW)


def _by_id(group: Group) -> Group:
    """A gesture that is a plan of its own: the n-th station of a lesson has the id n."""
    if isinstance(group, Platforms | Stop | Dock) and group.station < 0:
        return msgspec.structs.replace(group, station=-group.station)
    return group
