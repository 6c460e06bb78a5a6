"""The course of a lesson: the layout builds itself, trains come and go, then something is broken and repaired."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import Buy, Call, Dock, Group, Halt, Platforms, Sell, Stop
from game.cabinets.rails.contract.models import Model
from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.stage.person.pace import SPEEDS
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.person.sounds import HAMMER
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.yards.lessons import LESSONS, Lesson

PREFIX: Final = "lesson_"
WAGONS: Final = 5
BETWEEN: Final = 0.35
"""Seconds between two building steps of a layout that builds itself."""
_WINDOW: Final = 2400
"""Number of latest ticks over which the meter counts deliveries."""
_LEAST: Final = 320
_FEW: Final = {"one": 1, "two": 2, "crash": 2}
"""Number of trains that run during steps about that number of trains, by the step's name."""


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
        self.moved_to: tuple[int, int] | None = None
        """A tile for the camera to move to once; None afterwards."""
        self.closer: bool | None = None
        """Whether the camera is to go near once, or far; None to leave it."""
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
            self.moved_to = step.x, step.y
            self.closer = False if self.crashed and step.groups else None
            self._clear_up()
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
        """The tile amid all stations, from which the camera sees the whole layout; None without stations."""
        sight = self.play.sight
        if sight is None or not sight.view.stations:
            return None
        tiles = [one.tile for one in sight.view.stations] + [tile for part in sight.parts.values() for tile in part]
        xs, ys = [tile % sight.size for tile in tiles], [tile // sight.size for tile in tiles]
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

    @property
    def _ready(self) -> bool:
        """Whether there are two stations for trains to run between."""
        sight = self.play.sight
        return sight is not None and len(sight.view.stations) >= 2

    def set_target(self, trains: int) -> None:
        """Set the number of trains that should run, and restart the meter."""
        most = max([*self.lesson.curve, self.lesson.best, 2])
        self.target = max(1, min(most, trains))
        self._counted.clear()

    def see(self, sight: Sight) -> None:
        """Take in a view; buy a vehicle if there are too few, or remove one if there are too many."""
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
            self.moved_to, self.closer = (wrecks[0].tile % sight.size, wrecks[0].tile // sight.size), True
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
