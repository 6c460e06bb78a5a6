"""A level made again step by step, from the notes of its method."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.cabinets.workshop.stage.shown import Thing

KEPT_EVERY = 64
"""Steps between two maps that are kept whole: a step back plays so many again at the most."""
MOST_TRACES = 160


class Step(NamedTuple):
    """One step: the squares that it sets, what it is about, the line that is done, the counters after it."""

    squares: tuple[tuple[int, int, int, int, bytes], ...] = ()
    """Left, top, width, height and the characters: one for all, or one each in reading order."""
    about: tuple[tuple[float, float, float, float], ...] = ()
    line: int = -1
    beside: tuple[int, ...] = ()
    """Lines that are done with it: chances that grow, a list that is looked through."""
    counters: tuple[tuple[str, int], ...] = ()
    thing: tuple[str, int, int] | None = None
    """What is put on a square: its kind, column and row."""
    beat: tuple[int, int, int] | None = None
    """Where a beat lies: column, width and verb."""
    graph: tuple[str, tuple[int, ...]] | None = None
    """What is done to a graph, as it was noted."""


class Steps:
    """The maps after each of a level's steps."""

    def __init__(self, width: int, height: int, ground: int, steps: Sequence[Step], last: bytes) -> None:
        """`last`: the map of the finished level, shown after the last step whatever the steps add up to."""
        self.width, self.height = width, height
        self.steps = steps
        self.last = last
        self.has_graph = any(step.graph is not None for step in steps)
        """Whether a graph is rewritten in them."""
        self._kept: list[bytes] = [bytes([ground]) * (width * height)]

    def __len__(self) -> int:
        return len(self.steps)

    def signs(self, count: int) -> bytes:
        """The map after so many steps."""
        return self.last if count >= len(self.steps) else self.built(count)

    def built(self, count: int) -> bytes:
        """What so many steps add up to."""
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
        """The step that was done last; an empty one before the first."""
        return self.steps[count - 1] if 0 < count <= len(self.steps) else Step()

    def traces(self, count: int) -> tuple[tuple[float, float, float, float], ...]:
        """What the latest `MOST_TRACES` steps before were about: the cuts of a partition, a digger's way."""
        earlier = self.steps[max(0, count - 1 - MOST_TRACES) : max(0, count - 1)]
        return tuple(dict.fromkeys(box for step in earlier for box in step.about))

    def looked(self, count: int) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
        """Line and rectangle of what each of so many steps considered, without changing it."""
        return ((step.line, step.about[0]) for step in self.steps[:count] if step.about and not step.squares)

    def things(self, count: int) -> tuple[Thing, ...]:
        """What stands on squares after so many steps."""
        return tuple(Thing(*step.thing) for step in self.steps[:count] if step.thing is not None)

    def beats(self, count: int) -> list[tuple[int, int, int]]:
        """Column, width and verb of the beats after so many steps."""
        return [step.beat for step in self.steps[:count] if step.beat is not None]

    def counters(self, count: int) -> dict[str, int]:
        """The counters after so many steps: of each name what was said last."""
        found: dict[str, int] = {}
        for step in self.steps[max(0, count - 400) : count]:
            found.update(step.counters)
        return found


class Player:
    """Plays steps in time: so many a second, round and round if it is asked to."""

    def __init__(self) -> None:
        self.count = 0
        """Steps there are."""
        self.step = 0
        self.playing = False
        self.speed = 10.0
        self.repeats = False
        self.rest = 1.2
        """Seconds at the end before it begins again."""
        self.stops: Sequence[int] = ()
        """Steps that a figure draws one by one."""
        self._since = 0.0

    def load(self, count: int, *, play: bool = False) -> None:
        """There are other steps now: stand after the last, or play from the first."""
        self.count = count
        self.playing = play and count > 0
        self.step = 0 if self.playing else count
        self._since = 0.0

    def seek(self, step: int) -> None:
        """Stand after so many steps."""
        self.step = max(0, min(self.count, step))
        self.playing, self.repeats = False, False

    def go(self, by: int) -> None:
        """A step ahead, or back."""
        self.seek(self.step + by)

    def stop_at(self, by: int) -> None:
        """Stand at the next of the steps that a figure draws, or at the one before; without any at an end."""
        marks = [0, *self.stops, self.count]
        ahead = [mark for mark in marks if (mark - self.step) * by > 0]
        self.seek(min(ahead, key=lambda mark: abs(mark - self.step), default=self.step))

    def toggle(self) -> None:
        """Play, from the start where it is at its end; or pause."""
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
    """The place of the fastest speed that is no faster than wanted.

    >>> speed_near((1, 2, 5, 10), 7.0), speed_near((1, 2, 5, 10), 0.5)
    (2, 0)
    """
    return max(0, bisect_right(speeds, wanted) - 1)
