"""What every movement is written down with: one timeline, delays by name, sounds that hurrying keeps quiet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.cabinets.marrakech.presentation import DELAYS
from game.cabinets.marrakech.stage.layout import FRAME, Point
from game.core.rules import Seat
from game.engine.stage import Surroundings
from game.engine.tween import Easing, Progress, Timeline, ease_out, linear

SHORT: Final = 0.15
"""Seconds of every movement under reduced motion, and of small rests."""

_CORNERS: tuple[Point, ...] = ((0, 60), (FRAME, 60), (FRAME, FRAME - 60), (0, FRAME - 60))


class Script:
    """A timeline of movements to come, and what they need to know of the surroundings."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._timeline = Timeline()
        self._hurrying = False
        self._unheard: str | None = None

    @property
    def busy(self) -> bool:
        """Whether something still moves."""
        return self._timeline.busy

    @property
    def reduced(self) -> bool:
        """Whether movement is to be replaced by short fades."""
        return self._surroundings.reduced_motion

    @property
    def instant(self) -> bool:
        """Whether everything is to be shown at once."""
        return self._surroundings.speed <= 0

    def keep_pace(self) -> None:
        """Let what is added from now on move at the speed of the surroundings."""
        self._timeline.speed = self._surroundings.speed

    def clear(self) -> None:
        """Drop everything that is to come."""
        self._timeline.clear()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._timeline.update(seconds)

    def hurry(self) -> None:
        """Bring every movement to its end; of the sounds on the way only the last is heard."""
        self._hurrying, self._unheard = True, None
        self._timeline.finish()
        self._hurrying = False
        if self._unheard:
            self._surroundings.play_sound(self._unheard)

    def seconds(self, name: str) -> float:
        """How long a movement takes, by the settings or else by DELAYS."""
        return self._surroundings.delays.get(name, DELAYS[name]) / 1000

    def anchor(self, seat: Seat) -> Point:
        """Where a seat's things come from and go to: its panel, or its corner of the board."""
        return self._surroundings.anchors.get(seat, _CORNERS[seat % len(_CORNERS)])

    def then(self, seconds: float, show: Progress, easing: Easing = linear) -> None:
        """Add a movement after everything added before."""
        self._timeline.then(seconds, show, easing)

    def beside(self, seconds: float, show: Progress, easing: Easing, delay: float) -> None:
        """Add a movement that begins `delay` seconds after the latest `then` or `rest` began."""
        self._timeline.beside(seconds, show, easing, delay)

    def call(self, change: Callable[[], None]) -> None:
        """Add a change that takes no time."""
        self._timeline.call(change)

    def rest(self, seconds: float = 0.0) -> None:
        """Let nothing begin until everything added before has ended, and some seconds more."""
        self._timeline.wait(seconds)

    def sound(self, sound: str) -> None:
        """Add a sound."""
        self.call(lambda: self.sound_now(sound))

    def sound_now(self, sound: str) -> None:
        """Play a sound, unless what it belongs to is being hurried."""
        if self._hurrying:
            self._unheard = sound
        else:
            self._surroundings.play_sound(sound)

    def move(self, seconds: float, show: Progress, easing: Easing = ease_out) -> None:
        """Add a movement; under reduced motion its end alone, and a short rest."""
        if self.reduced:
            self.call(lambda: show(1.0))
            self.rest(SHORT)
        else:
            self.then(seconds, show, easing)
