"""Replay the making of a level step by step, from the notes of its method."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.cabinets.workshop.stage.shown import Thing

KEPT_EVERY = 64
"""Number of steps between two cached maps: going one step back replays at most so many."""
MOST_TRACES = 160


class Step(NamedTuple):
    """One step of a level's making: the squares it sets, the part it is about, its line of pseudocode, its counters."""

    squares: tuple[tuple[int, int, int, int, bytes], ...] = ()
    """Left, top, width, height and the characters set there: one for all squares, or one each in reading order."""
    about: tuple[tuple[float, float, float, float], ...] = ()
    line: int = -1
    beside: tuple[int, ...] = ()
    """Further lines of pseudocode that run in this step, such as growing chances or the search of a list."""
    counters: tuple[tuple[str, int], ...] = ()
    thing: tuple[str, int, int] | None = None
    """A thing put on a square: its kind, column and row."""
    beat: tuple[int, int, int] | None = None
    """A beat of a platform level: its column, width and verb."""
    graph: tuple[str, tuple[int, ...]] | None = None
    """A change of a graph, as the method noted it."""


class Steps:
    """The maps of a level after each step of its making."""

    def __init__(self, width: int, height: int, ground: int, steps: Sequence[Step], last: bytes) -> None:
        """Take the steps, from a map filled with `ground`; after the last one the finished map `last` is shown."""
        self.width, self.height = width, height
        self.steps = steps
        self.last = last
        self.has_graph = any(step.graph is not None for step in steps)
        """Whether any step rewrites a graph."""
        self._kept: list[bytes] = [bytes([ground]) * (width * height)]

    def __len__(self) -> int:
        return len(self.steps)

    def signs(self, count: int) -> bytes:
        """Return the map after so many steps, one character per square; after all steps, the finished level's."""
        return self.last if count >= len(self.steps) else self.built(count)

    def built(self, count: int) -> bytes:
        """Return the map that so many steps add up to."""
        wanted = count // KEPT_EVERY
        while len(self._kept) <= wanted:
            first = (len(self._kept) - 1) * KEPT_EVERY
            self._kept.append(self._done(self._kept[-1], first, first + KEPT_EVERY))
        return self._done(self._kept[wanted], wanted * KEPT_EVERY, count)

    def _done(self, before: bytes, first: int, end: int) -> bytes:
        if first == end:
            return before
        signs = bytearray(before)
        for step in self.steps[first:end]:
            for left, top, wide, high, sign in step.squares:
                line = sign * wide if len(sign) == 1 else b""
                for row in range(high):
                    start = (top + row) * self.width + left
                    signs[start : start + wide] = line or sign[row * wide : (row + 1) * wide]
        return bytes(signs)

    def at(self, count: int) -> Step:
        """Return the step that was done last after so many steps; an empty step at the start."""
        return self.steps[count - 1] if 0 < count <= len(self.steps) else Step()

    def traces(self, count: int) -> tuple[tuple[float, float, float, float], ...]:
        """Return the boxes that the latest `MOST_TRACES` earlier steps were about, such as a partition's cuts."""
        earlier = self.steps[max(0, count - 1 - MOST_TRACES) : max(0, count - 1)]
        return tuple(dict.fromkeys(box for step in earlier for box in step.about))

    def looked(self, count: int) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
        """Yield line and rectangle of each of the first `count` steps that examined something without a change."""
        return ((step.line, step.about[0]) for step in self.steps[:count] if step.about and not step.squares)

    def things(self, count: int) -> tuple[Thing, ...]:
        """Return the things on squares after so many steps."""
        return tuple(Thing(*step.thing) for step in self.steps[:count] if step.thing is not None)

    def beats(self, count: int) -> list[tuple[int, int, int]]:
        """Return column, width and verb of each beat after so many steps."""
        return [step.beat for step in self.steps[:count] if step.beat is not None]

    def counters(self, count: int) -> dict[str, int]:
        """Return the counters after so many steps, each with its latest value."""
        found: dict[str, int] = {}
        for step in self.steps[max(0, count - 400) : count]:
            found.update(step.counters)
        return found


class Player:
    """Plays steps over time at a speed in steps per second, repeatedly if asked to."""

    def __init__(self) -> None:
        self.count = 0
        """The number of steps."""
        self.step = 0
        self.playing = False
        self.speed = 10.0
        self.repeats = False
        self.rest = 1.2
        """Seconds of pause at the end before playing starts again."""
        self.stops: Sequence[int] = ()
        """Steps that a figure shows, in order."""
        self._since = 0.0

    def load(self, count: int, *, play: bool = False) -> None:
        """Take another number of steps: go to the end, or play from the start."""
        self.count = count
        self.playing = play and count > 0
        self.step = 0 if self.playing else count
        self._since = 0.0

    def seek(self, step: int) -> None:
        """Pause at the point after so many steps."""
        self.step = max(0, min(self.count, step))
        self.playing, self.repeats = False, False

    def go(self, by: int) -> None:
        """Pause and go `by` steps ahead, or back if negative."""
        self.seek(self.step + by)

    def stop_at(self, by: int) -> None:
        """Pause at the next step that a figure shows (the previous one if `by` is negative), or else at the end."""
        marks = [0, *self.stops, self.count]
        ahead = [mark for mark in marks if (mark - self.step) * by > 0]
        self.seek(min(ahead, key=lambda mark: abs(mark - self.step), default=self.step))

    def toggle(self) -> None:
        """Play, from the start if all steps are over, or pause."""
        self.playing = not self.playing
        self.repeats = False
        if self.playing and self.step >= self.count:
            self.step = 0
        self._since = 0.0

    def update(self, seconds: float) -> None:
        if not self.playing:
            return
        self._since += seconds
        if self.step >= self.count:
            if not self.repeats:
                self.playing = False
            elif self._since >= self.rest:
                self.step, self._since = 0, 0.0
            return
        due = int(self._since * self.speed)
        if due:
            self._since -= due / self.speed
            self.step = min(self.count, self.step + due)
            if self.step >= self.count:
                self._since = 0.0


def speed_near(speeds: Sequence[int], wanted: float) -> int:
    """Return the index of the fastest of ascending speeds that is not faster than wanted; 0 if all are.

    >>> speed_near((1, 2, 5, 10), 7.0), speed_near((1, 2, 5, 10), 0.5)
    (2, 0)
    """
    return max(0, bisect_right(speeds, wanted) - 1)
