"""Easings, and movements composed of them.

An easing is a pure function of progress with easing(0) == 0 and easing(1) == 1. A Timeline plays movements one after
another and side by side; it is told how much time has passed and never reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from game.engine.stillness import still_while

Easing: TypeAlias = Callable[[float], float]
Point: TypeAlias = tuple[float, float]


def linear(t: float) -> float:
    """Return t: an even pace."""
    return t


def ease_out(t: float) -> float:
    """Return an eased t (cubic) that slows down towards the end: the standard of the arcade."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """Return an eased t (cubic) that starts and ends slowly."""
    return 4 * t**3 if t < 0.5 else 1 - 4 * (1 - t) ** 3


def back(t: float) -> float:
    """Return an eased t that overshoots the end by a tenth and comes back."""
    overshoot = 1.70158
    return 1 + (overshoot + 1) * (t - 1) ** 3 + overshoot * (t - 1) ** 2


def arc(t: float) -> float:
    """Return a height, not an easing: 0 at both ends and 1 in the middle, for hops and thrown coins."""
    return 4 * t * (1 - t)


def lerp(start: float, end: float, t: float) -> float:
    """Return the number that lies `t` of the way from `start` to `end`; exact at both ends."""
    return start * (1 - t) + end * t


def lerp_point(start: Point, end: Point, t: float) -> Point:
    return lerp(start[0], end[0], t), lerp(start[1], end[1], t)


@dataclass
class Tween:
    """A number that moves from `start` to `end` within `seconds`.

    >>> tween = Tween(0, 10, seconds=2, easing=linear)
    >>> tween.update(0.5)
    >>> tween.value, tween.done
    (2.5, False)
    """

    start: float
    end: float
    seconds: float
    easing: Easing = ease_out
    elapsed: float = 0.0

    @property
    def progress(self) -> float:
        """Share of the time that has passed, 0 to 1."""
        return 1.0 if self.seconds <= 0 else min(1.0, self.elapsed / self.seconds)

    @property
    def value(self) -> float:
        """The number at the present time."""
        return self.end if self.done else lerp(self.start, self.end, self.easing(self.progress))

    @property
    def done(self) -> bool:
        return self.elapsed >= self.seconds

    @property
    def still_for(self) -> float:
        """Seconds for which the number stays the same; see stillness.py."""
        return still_while(self.done)

    def update(self, seconds: float) -> None:
        """Advance the time by `seconds`."""
        self.elapsed += seconds

    def finish(self) -> None:
        """Jump to the end."""
        self.elapsed = self.seconds


Progress: TypeAlias = Callable[[float], None]
"""Called with the eased progress of a movement; the last call always gets exactly easing(1)."""


@dataclass
class _Motion:
    """One movement of a Timeline: it begins at `begin` and takes `seconds`, both in the timeline's own time."""

    begin: float
    seconds: float
    easing: Easing
    show: Progress

    @property
    def end(self) -> float:
        """Time at which the movement ends, computed exactly as the timeline computes its own end."""
        return self.begin + self.seconds


BEAT: Final = 0.6
"""The least seconds for which a beat is shown, however impatient the person is."""


@dataclass
class Timeline:
    """Movements one after another (`then`, `wait`, `call`) and side by side (`beside`).

    `speed` divides every duration: 2.0 is twice as fast, 0 shows everything at the next update.

    >>> seen = []
    >>> timeline = Timeline().then(1, seen.append, linear).call(lambda: seen.append("there"))
    >>> timeline.update(0.25); timeline.update(5.0); seen, timeline.busy
    ([0.25, 1.0, 'there'], False)
    """

    speed: float = 1.0
    _now: float = 0.0
    _last: float = 0.0  # time at which the latest `then` begins
    _end: float = 0.0
    _motions: list[_Motion] = field(default_factory=list)
    _beats: list[float] = field(default_factory=list)  # times at which the beats end that have not ended
    _begun: float = 0.0  # time at which the running beat began

    @property
    def busy(self) -> bool:
        """Whether a movement or a wait has not ended yet."""
        return bool(self._motions) or self._now < self._end

    def then(self, seconds: float, show: Progress, easing: Easing = ease_out) -> Timeline:
        """Add a movement that begins when everything added before has ended."""
        self._last = max(self._end, self._now)
        return self.beside(seconds, show, easing)

    def beside(self, seconds: float, show: Progress, easing: Easing = ease_out, delay: float = 0.0) -> Timeline:
        """Add a movement that begins `delay` seconds after the latest `then` began."""
        begin = self._last + self._scaled(delay)
        length = self._scaled(seconds)
        self._motions.append(_Motion(begin, length, easing, show))
        self._end = max(self._end, begin + length)
        return self

    def wait(self, seconds: float) -> Timeline:
        """Let what is added next begin `seconds` after everything added before has ended."""
        self._last = self._end = max(self._end, self._now) + self._scaled(seconds)
        return self

    def call(self, action: Callable[[], None]) -> Timeline:
        """Call `action` once, when everything added before has ended."""
        return self.then(0.0, lambda _: action(), linear)

    def beat(self) -> Timeline:
        """End a beat: `skip` jumps to the end of what was added since the last beat."""
        self._beats.append(self._end)
        return self

    @property
    def in_beat(self) -> bool:
        """Whether a beat is running or still to come."""
        return any(end > self._now for end in self._beats)

    def skip(self) -> bool:
        """Jump to the end of the running beat, unless it has only just begun. Return whether a beat was running."""
        while self._beats and self._beats[0] <= self._now:
            self._begun = self._beats.pop(0)
        if self._beats and self._now - self._begun >= self._scaled(BEAT):
            self._now = self._beats[0]
            self._show()
            return True
        return bool(self._beats)

    def update(self, seconds: float) -> None:
        """Advance by `seconds`: show every running movement, in the order of their ends, then of adding.

        Movements may add further ones while they are shown; those begin with the next update.
        """
        self._now += seconds
        self._show()

    def _show(self) -> None:
        """Show every movement running at the present time."""
        due = [motion for motion in self._motions if motion.begin <= self._now]
        due.sort(key=lambda motion: motion.end)
        for motion in due:
            if self._now >= motion.end:
                self._motions.remove(motion)
                motion.show(motion.easing(1.0))
            else:
                motion.show(motion.easing((self._now - motion.begin) / motion.seconds))

    def finish(self) -> None:
        """Jump to the end of everything, including movements that the last ones add."""
        while self.busy:
            self._now = max(self._now, self._end)  # adding the difference could fall short by a rounding error
            self._show()

    def clear(self) -> None:
        """Drop all movements without showing them."""
        self._motions.clear()
        self._beats.clear()
        self._end = self._last = self._begun = self._now

    def _scaled(self, seconds: float) -> float:
        return seconds / self.speed if self.speed > 0 else 0.0
