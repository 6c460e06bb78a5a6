"""What moves from one view to the next: one timeline, delays by name, sounds, things that fly, words that rise.

A movement is a function of its share of time, from 0 to 1. Whoever hurries drops the rest of the script and shows the
goal at rest, so nothing may depend on a movement having been shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from game.core.rules import Seat
from game.engine.canvas import Canvas
from game.engine.stage import Surroundings
from game.engine.tween import Easing, Point, Progress, Timeline, ease_in_out, ease_out, linear

SHORT: Final = 0.15
"""Seconds of every movement under reduced motion, and of small rests."""
_LOW: Final = 60.0
"""How far from the stage's upper or lower edge a seat's corner is."""


class Effect(Protocol):
    """Something that is to be seen only while it moves: a coin in the air, words that rise, a burst."""

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        """Draw it when `share` of its time is over."""


class Script:
    """The movements to come, and what they need to know of the surroundings.

    `then`, `call` and `rest` follow what was added before and are waited for; `beside` begins with the latest of them.
    What is added to `aside` may go on while a person chooses already; it counts from the moment it is added.
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
        """Whether something moves that a player waits for."""
        return self._main.busy

    @property
    def moving(self) -> bool:
        """Whether anything moves."""
        return self._main.busy or self.aside.busy

    @property
    def reduced(self) -> bool:
        """Whether movement is to be replaced by short fades."""
        return self.surroundings.reduced_motion

    @property
    def watched(self) -> bool:
        """Whether nobody at this screen plays."""
        return not any(look.person for look in self.surroundings.looks)

    @property
    def effects(self) -> Iterator[tuple[Effect, float]]:
        """What is to be seen now, with the share of its time that is over, in the order it appeared."""
        yield from self._effects.values()

    def begin(self) -> None:
        """Drop what is left, and let what is added move at the speed of the surroundings."""
        self.clear()
        self._main.speed = self.aside.speed = self.surroundings.speed

    def clear(self) -> None:
        """Drop everything, in silence."""
        self._main.clear()
        self.aside.clear()
        self._effects.clear()
        self._sounds.clear()

    def hurry(self) -> None:
        """Drop everything; of the sounds still to come the last is heard."""
        unheard = self._sounds[-1:]
        self.clear()
        for sound in unheard:
            self.surroundings.play_sound(sound)

    def beat(self) -> None:
        """End a beat: what was added since the last one is to be read; an impatient press skips one beat at a time."""
        self._main.beat()

    @property
    def in_beat(self) -> bool:
        """Whether a beat has not come to its end."""
        return self._main.in_beat

    def skip(self) -> bool:
        """Go to the end of the beat under way, unless it has only just begun. Returns whether there is one."""
        return self._main.skip()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._main.update(seconds)
        self.aside.update(seconds)

    def seconds(self, name: str) -> float:
        """How long a movement takes, by the settings or else by the game's own delays."""
        return self.surroundings.delays.get(name, self._delays[name]) / 1000

    def anchor(self, seat: Seat) -> Point:
        """Where a seat's things come from and go to: its panel, or its corner of the stage where no panels are."""
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
        """Let nothing begin until everything added before has ended, and some seconds more."""
        self._main.wait(seconds)

    def move(self, seconds: float, show: Progress, easing: Easing = ease_out) -> None:
        """Add a movement; under reduced motion its end alone, and a short rest."""
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
        """Add something that is seen for so long, after everything added before."""
        self._main.then(seconds, self._seen(effect), easing)

    def effect_beside(
        self, effect: Effect, seconds: float, easing: Easing = linear, delay: float = 0.0, *, waits: bool = True
    ) -> None:
        """Add something that is seen from `delay` seconds after the latest movement began."""
        timeline = self._main if waits else self.aside
        timeline.beside(seconds, self._seen(effect), easing, delay)

    def fly(
        self, effect: Effect, seconds: float, delay: float = 0.0, arrived: Callable[[], None] | None = None
    ) -> None:
        """Add an effect on its way to somewhere; under reduced motion it is there at once."""
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
