"""A line that grows on other screens while it is drawn: its messages, and how a stranger's messages are checked.

A message is a row of whole numbers packed by MessagePack: whether it holds the whole line or only what is new, its
number, and places as steps from the place before. A whole line without places wipes the line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from game.cabinets.sketch.freehand.curves import Place
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH, flat, inside
from game.cabinets.sketch.freehand.smoothing import Smoother, rounded, thinned

MORE, WHOLE = 0, 1
EVERY: Final = 10
"""Each message of this number is the whole line, which repairs what lost messages left out; unless the line is so long
that the whole of it only fits into a message when it is told roughly.
"""
WIPES: Final = 2
"""How often a line may be begun again in a turn."""
MOST_BYTES: Final = 500
_MOST_PLACES: Final = 12_000
_NEAR: Final = 24.0
"""Canvas units by which a whole line may differ from the places seen before: enough to simplify the line, too few to
replace it.
"""
_LOOKS: Final = 12
_ROUGHEST: Final = 6.0
"""The roughest simplification of a whole line that certainly lies near the places seen before."""
_NUMBERS: Final = msgspec.msgpack.Decoder(list[int])


class Telling:
    """The sender of a growing line: packs what is new into messages."""

    def __init__(self) -> None:
        self._number = 0
        self._told = 0
        """How many places of the hand have been sent."""
        self._last = (0, 0)

    def news(self, hand: Sequence[Place], line: Smoother) -> bytes | None:
        """Return a message with what is new in the hand's places; None where nothing is new. `line` is the hand
        smoothed, of which a whole line consists.
        """
        if len(hand) == self._told:
            return None
        wiped, fresh = len(hand) < self._told, rounded(hand[self._told :])
        self._number += 1
        more = self._packed(MORE, fresh) if self._told and not wiped else None
        places, data = fresh, more
        if more is None or self._number % EVERY == 0:
            whole, rough = ((), 0.0) if wiped else (line.points, line.tolerance)
            while (packed := self._packed(WHOLE, whole)) is None:
                whole, rough = thinned(whole, len(whole) // 2, rough)
            if more is None or rough < _ROUGHEST:
                places, data = whole, packed
        self._told = 0 if wiped else len(hand)
        self._last = places[-1] if places else self._last
        return data

    def _packed(self, kind: int, places: Sequence[tuple[int, int]]) -> bytes | None:
        """Pack a message; None for one that would be too long."""
        before = (0, 0) if kind == WHOLE else self._last
        numbers = [kind, self._number]
        for place in places:
            numbers += [place[0] - before[0], place[1] - before[1]]
            before = place
        data = msgspec.msgpack.encode(numbers)
        return data if len(data) <= MOST_BYTES else None


class Growing:
    """The receiver of a growing line. Messages that are malformed, or more than a turn may have, are ignored."""

    def __init__(self, longest: int) -> None:
        self._longest = longest or math.inf
        self._places: list[tuple[int, int]] = []
        self._far = 0.0
        """The length of the way through the places."""
        self._expected = 0
        self._wipes = 0
        self.line = Smoother()
        """The line as it is shown."""

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers of the line's points."""
        return flat(self.line.points)

    def take(self, data: bytes) -> None:
        """Take one more message from a stranger; never raises."""
        try:
            numbers = _NUMBERS.decode(data)
        except msgspec.MsgspecError:
            return
        if len(numbers) < 2 or len(numbers) % 2 or numbers[0] not in (MORE, WHOLE):
            return
        kind, number = numbers[:2]
        if kind == MORE and (number != self._expected or not self._places):
            return
        x, y = (0, 0) if kind == WHOLE else self._places[-1]
        fresh = []
        for right, down in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + right, y + down
            if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
                return
            fresh.append((x, y))
        if kind == WHOLE and not self._follows(fresh):
            return
        before, far = ([], 0.0) if kind == WHOLE else (self._places, self._far)
        far += sum(math.dist(a, b) for a, b in pairwise([*before[-1:], *fresh]))
        if len(before) + len(fresh) > _MOST_PLACES or far > 1.1 * self._longest:
            return
        self._places, self._far, self._expected = [*before, *fresh], far, number + 1
        if kind == WHOLE:
            self.line = Smoother(inside(fresh))
        else:
            self.line.add((float(x), float(y)) for x, y in fresh)

    def _follows(self, whole: Sequence[tuple[int, int]]) -> bool:
        """Whether a whole line continues the line seen before. Without this check a stranger could show a moving
        picture.
        """
        seen = self._places
        if not whole:
            self._wipes += bool(seen)
            return self._wipes <= WIPES
        return all(_away(place, whole) < _NEAR for place in seen[:: max(1, len(seen) // _LOOKS)])


def _away(place: Place, line: Sequence[Place]) -> float:
    """Return the distance of a place from a line."""
    far = math.dist(place, line[0])
    for (ax, ay), (bx, by) in pairwise(line):
        long = (bx - ax) ** 2 + (by - ay) ** 2
        part = ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / long if long else 0.0
        part = min(1.0, max(0.0, part))
        far = min(far, math.dist(place, (ax + part * (bx - ax), ay + part * (by - ay))))
    return far
