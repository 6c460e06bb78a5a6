"""The script of a movement from one view to the next: a timeline with named delays, sounds and effects.

A movement is a function of its share of time, 0 to 1. Hurrying drops the rest of the script and shows the goal at rest,
so nothing may rely on a movement having been shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from game.core.rules import Seat
from game.engine.canvas import Canvas
from game.engine.stage import Surroundings
from game.engine.tween import Easing, Point, Progress, Timeline, ease_in_out, ease_out, linear

SHORT: Final = 0.15
"""Seconds of every movement under reduced motion, and of short rests."""
_LOW: Final = 60.0
"""Design units between the stage's upper or lower edge and the point that stands for a seat in that corner."""


class Effect(Protocol):
    """Something visible only while it moves, such as a flying coin, rising words or a burst."""

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        """Draw the effect when `share` (0 to 1) of its time is over."""


class Script:
    """The movements still to come, with the surroundings they need.

    `then`, `call` and `rest` start when everything added before has ended; `beside` starts together with the latest of
    them. Movements added to the timeline `aside` start at once and may continue while a person chooses.
    """

    def __init__(self, surroundings: Surroundings, delays: Mapping[str, int], width: float, height: float) -> None:
        self.surroundings = surroundings
        self.aside = Timeline()
        self._main = Timeline()
        self._delays = delays
        self._corners = ((0.0, _LOW), (width, _LOW), (width, height - _LOW), (0.0, height - _LOW))
        self._effects: dict[int, tuple[Effect, float]] = {}
        self._sounds: list[str] = []

    @property
    def busy(self) -> bool:
        """Whether a movement runs that a player must wait for."""
        return self._main.busy

    @property
    def moving(self) -> bool:
        """Whether any movement runs, waited for or not."""
        return self._main.busy or self.aside.busy

    @property
    def reduced(self) -> bool:
        """Whether the person asked for reduced motion: short fades instead of movements."""
        return self.surroundings.reduced_motion

    @property
    def watched(self) -> bool:
        """Whether nobody at this screen plays, so that all here only watch."""
        return not any(look.person for look in self.surroundings.looks)

    @property
    def effects(self) -> Iterator[tuple[Effect, float]]:
        """The effects visible now, each with the share of its time that is over, in the order they appeared."""
        yield from self._effects.values()

    def begin(self) -> None:
        """Drop everything and take the speed of the surroundings for what is added from now on."""
        self.clear()
        self._main.speed = self.aside.speed = self.surroundings.speed

    def clear(self) -> None:
        """Drop all movements, effects and sounds without playing them."""
        self._main.clear()
        self.aside.clear()
        self._effects.clear()
        self._sounds.clear()

    def hurry(self) -> None:
        """Drop everything, but play the last of the sounds still to come."""
        unheard = self._sounds[-1:]
        self.clear()
        for sound in unheard:
            self.surroundings.play_sound(sound)

    def beat(self) -> None:
        """End a beat: what was added since the last one is meant to be read, and an impatient press skips one beat at a
        time.
        """
        self._main.beat()

    @property
    def in_beat(self) -> bool:
        """Whether a beat is running that has not ended."""
        return self._main.in_beat

    def skip(self) -> bool:
        """Jump to the end of the running beat, unless it has only just begun. Return whether a beat was running."""
        return self._main.skip()

    def update(self, seconds: float) -> None:
        """Advance all movements by `seconds`."""
        self._main.update(seconds)
        self.aside.update(seconds)

    def seconds(self, name: str) -> float:
        """Return how long the movement `name` takes, by the person's settings or else by the game's own delays."""
        return self.surroundings.delays.get(name, self._delays[name]) / 1000

    def anchor(self, seat: Seat) -> Point:
        """Return the point from which a seat's things come: that of its panel, or a corner of the stage if there are no
        panels.
        """
        return self.surroundings.anchors.get(seat, self._corners[seat % len(self._corners)])

    def then(self, seconds: float, show: Progress, easing: Easing = linear) -> None:
        """Add a movement after everything added before."""
        self._main.then(seconds, show, easing)

    def beside(self, seconds: float, show: Progress, easing: Easing = linear, delay: float = 0.0) -> None:
        """Add a movement that begins `delay` seconds after the latest `then`, `call` or `rest`."""
        self._main.beside(seconds, show, easing, delay)

    def call(self, change: Callable[[], None]) -> None:
        """Add a change that takes no time."""
        self._main.call(change)

    def rest(self, seconds: float = 0.0) -> None:
        """Add a pause: what follows begins `seconds` after everything added before has ended."""
        self._main.wait(seconds)

    def move(self, seconds: float, show: Progress, easing: Easing = ease_out) -> None:
        """Add a movement after everything added before; under reduced motion show its end at once and rest shortly."""
        if self.reduced:
            self.call(lambda: show(1.0))
            self.rest(SHORT)
        else:
            self.then(seconds, show, easing)

    def sound(self, sound: str, delay: float | None = None) -> None:
        """Add a sound after everything added before, or `delay` seconds after the latest movement began."""
        self._sounds.append(sound)

        def heard(share: float) -> None:
            if share >= 1:
                self._sounds.remove(sound)
                self.surroundings.play_sound(sound)

        if delay is None:
            self._main.then(0.0, heard, linear)
        else:
            self._main.beside(0.0, heard, linear, delay)

    def effect(self, effect: Effect, seconds: float, easing: Easing = linear) -> None:
        """Add an effect that is visible for `seconds`, after everything added before."""
        self._main.then(seconds, self._seen(effect), easing)

    def effect_beside(
        self, effect: Effect, seconds: float, easing: Easing = linear, delay: float = 0.0, *, waits: bool = True
    ) -> None:
        """Add an effect that begins `delay` seconds after the latest movement began.

        If it does not `wait`, a person may choose while it runs, and `delay` counts from now.
        """
        timeline = self._main if waits else self.aside
        timeline.beside(seconds, self._seen(effect), easing, delay)

    def fly(
        self, effect: Effect, seconds: float, delay: float = 0.0, arrived: Callable[[], None] | None = None
    ) -> None:
        """Add an effect that flies, beginning `delay` seconds after the latest movement began; under reduced motion it
        arrives at once.

        `arrived` is called once at its end.
        """
        seen, waiting = self._seen(effect), [arrived] if arrived else []

        def flown(share: float) -> None:
            seen(share)
            if share >= 1 and waiting:  # just before the end an eased share may already be 1
                waiting.pop()()

        self._main.beside(0.0 if self.reduced else seconds, flown, ease_in_out, delay)

    def _seen(self, effect: Effect) -> Progress:
        def seen(share: float) -> None:
            if share < 1:
                self._effects[id(effect)] = effect, share
            else:
                self._effects.pop(id(effect), None)

        return seen
