"""Where a train is drawn at each moment: the track it runs over, and how far its head was at which tick.

Views say where a train is at their tick and when its head entered each piece; between those moments it moves evenly.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.stage.ground.geometry import ANGLES, MIDDLES, SAMPLES, length, line
from game.cabinets.rails.track.pieces import CORNER, HALF_TILE, STEPS, STRAIGHT, TILE, bend, edges, opposite

_KEPT: Final = 64
"""Number of pieces kept behind the head; the longest train covers no more."""
_TURN: Final = ANGLES / (2 * math.pi)


class Piece(NamedTuple):
    """A piece of a train's way in the direction of travel; `tiles` is more than 1 on a bridge or tunnel."""

    x: int
    y: int
    leg: int
    """The piece's leg; for a bridge or tunnel a straight leg in its direction, on the tile where it is entered."""
    tiles: int = 1

    @property
    def units(self) -> int:
        """Length of the piece in units of the rules."""
        return TILE * self.tiles if self.leg >> 1 < STRAIGHT else CORNER

    @property
    def beyond(self) -> tuple[int, int, int]:
        """The tile that the piece's end leads to, and the edge over which that tile is entered."""
        leave = edges(self.leg >> 1, self.leg & 1)[1]
        across, down = STEPS[leave]
        return self.x + across * self.tiles, self.y + down * self.tiles, opposite(leave)


class Spot(NamedTuple):
    """A point of the map in tiles, and a direction in 64ths of a full turn."""

    x: float
    y: float
    angle: int


class Course:
    """The way of one train from its tail forward, and the position of its head over time."""

    def __init__(self, way: Sequence[Piece], on: int, offset: float, tick: float) -> None:
        """Start a course with the head `offset` units into the piece with the index `on`."""
        self._way: list[Piece] = list(way)
        self._starts: list[float] = []
        self._end = 0.0
        for piece in self._way:
            self._starts.append(self._end)
            self._end += piece.units
        self._on = on
        """The index of the piece that the head is on at the last known tick."""
        self._ticks = [tick]
        self._heads = [self._starts[on] + offset]
        self._samples: dict[int, tuple[float, int, tuple[tuple[float, float, float], ...]]] = {}

    @property
    def on(self) -> Piece:
        """The piece that the head is on at the last known tick."""
        return self._way[self._on]

    def run(self, entered: Iterable[tuple[float, Piece]], offset: float, tick: float) -> None:
        """Let the head enter pieces, each at its tick, and be `offset` units into the last one at `tick`.

        The first of these pieces follows the one the head was on.
        """
        for when, piece in entered:
            self._on += 1
            self._put(self._on, piece)
            self._add_knot(when, self._starts[self._on])
        self._add_knot(tick, self._starts[self._on] + offset)
        self._forget()

    def foresee(self, ahead: Iterable[Piece]) -> None:
        """Append the pieces that lie ahead of the head, so that its last piece is drawn with the right bend."""
        wanted, first = list(ahead), self._on + 1
        if self._way[first:] == wanted:
            return
        for place, piece in enumerate(wanted, first):
            self._put(place, piece)
        if first + len(wanted) < len(self._way):
            self._cut(first + len(wanted))

    def _put(self, place: int, piece: Piece) -> None:
        """Let a piece be the one at this index of the way; what lay there and beyond goes if it was another."""
        if place < len(self._way):
            if self._way[place] == piece:
                return
            self._cut(place)
        self._append(piece)

    def _append(self, piece: Piece) -> None:
        self._samples.pop(len(self._way) - 1, None)
        self._way.append(piece)
        self._starts.append(self._end)
        self._end += piece.units

    def _cut(self, count: int) -> None:
        """Keep only the first pieces of the way."""
        for number in range(count, len(self._way)):
            self._samples.pop(number, None)
        self._samples.pop(count - 1, None)
        del self._way[count:], self._starts[count:]
        self._end = self._starts[-1] + self._way[-1].units

    def _add_knot(self, tick: float, head: float) -> None:
        if tick > self._ticks[-1]:
            self._ticks.append(tick)
            self._heads.append(max(head, self._heads[-1]))
        elif tick == self._ticks[-1]:
            self._heads[-1] = max(head, self._heads[-1])

    def _forget(self) -> None:
        """Drop pieces and moments that lie far behind."""
        spare = self._index(self._heads[0]) - _KEPT
        if spare > _KEPT:
            del self._way[:spare], self._starts[:spare]
            self._on -= spare
            self._samples.clear()
        if len(self._ticks) > _KEPT:
            del self._ticks[: -_KEPT // 2], self._heads[: -_KEPT // 2]

    def head(self, tick: float) -> float:
        """Return the distance of the head from the start of the way at a tick, in units."""
        ticks, heads = self._ticks, self._heads
        if tick >= ticks[-1]:
            return heads[-1]
        if tick <= ticks[0]:
            return heads[0]
        place = bisect_right(ticks, tick)
        share = (tick - ticks[place - 1]) / (ticks[place] - ticks[place - 1])
        return heads[place - 1] + (heads[place] - heads[place - 1]) * share

    def _index(self, far: float) -> int:
        return max(0, min(len(self._starts) - 1, bisect_right(self._starts, far - 1e-6) - 1))

    def piece(self, far: float) -> Piece:
        """Return the piece at a distance along the way."""
        return self._way[self._index(far)]

    def under(self, long: float) -> tuple[list[Piece], float]:
        """Return the pieces under a train of this length, from its tail on, and how far its tail is into the first."""
        tail = max(0.0, self._heads[-1] - long)
        first = self._index(tail + 2e-6)
        return self._way[first : self._on + 1], tail - self._starts[first]

    def spots(self, head: float, count: int) -> list[Spot]:
        """Return where the first `count` vehicles of a train are, each half a tile long, from the head back."""
        found = []
        starts, samples = self._starts, self._samples
        far = head - HALF_TILE / 2
        index = self._index(far)
        for _ in range(count):
            while index > 0 and far < starts[index]:
                index -= 1
            entry = samples.get(index) or self._sampled(index)
            place = (far - starts[index]) * entry[0]
            number = max(0, min(entry[1], int(place)))
            share = place - number
            (ax, ay, ta), (bx, by, tb) = entry[2][number], entry[2][number + 1]
            turn = ta + (tb - ta) * share
            found.append(Spot(ax + (bx - ax) * share, ay + (by - ay) * share, round(turn) % ANGLES))
            far -= HALF_TILE
        return found

    def _sampled(self, index: int) -> tuple[float, int, tuple[tuple[float, float, float], ...]]:
        """Return for a piece its samples per unit, the index of its last sample but one, and its samples on the map."""
        piece = self._way[index]
        if piece.tiles > 1:
            entry = self._sampled_span(piece)
        else:
            before, after = (self._way[n].leg if 0 <= n < len(self._way) else -1 for n in (index - 1, index + 1))
            turn_in = bend(before, piece.leg) if before >= 0 else 0
            turn_out = bend(piece.leg, after) if after >= 0 else 0
            points, last = [], None
            for x, y, angle in line(piece.leg, turn_in, turn_out):
                turn = angle * _TURN
                while last is not None and turn - last > ANGLES / 2:
                    turn -= ANGLES
                while last is not None and last - turn > ANGLES / 2:
                    turn += ANGLES
                points.append((piece.x + x, piece.y + y, turn))
                last = turn
            entry = SAMPLES / length(piece.leg), SAMPLES - 1, tuple(points)
        self._samples[index] = entry
        return entry

    @staticmethod
    def _sampled_span(piece: Piece) -> tuple[float, int, tuple[tuple[float, float, float], ...]]:
        enter, leave = edges(piece.leg >> 1, piece.leg & 1)
        (ax, ay), (bx, by) = MIDDLES[enter], MIDDLES[leave]
        across, down = STEPS[leave]
        more = piece.tiles - 1
        turn = ANGLES / 4 * leave
        start = piece.x + ax, piece.y + ay, turn
        end = piece.x + bx + across * more, piece.y + by + down * more, turn
        return 1 / piece.units, 0, (start, end)
