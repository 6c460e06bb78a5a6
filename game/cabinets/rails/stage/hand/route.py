"""Choose where a line starts and ends for a clicked point, and search the cheapest track between the two in slices, so
that no frame waits for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import Final

from game.cabinets.rails.stage.hand.autorail import end_of, may_follow, nearest
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.sight.tracks import Open
from game.cabinets.rails.track.pieces import KINDS, Place, conflict
from game.cabinets.rails.world.land import HILL, PLAIN, STREET, WATER, WOOD
from game.engine.tween import Point

_NEAR = 1.2
"""Distance in tiles within which a click means an open end."""


def ends_near(sight: Sight, point: Point, company: int) -> list[Open]:
    """Return the open ends that a point means: the nearest one nearby, else those of the platform or empty tile there.

    Each is given as the tile that track from it leads to, and the edge over which that tile is entered.
    """
    ends = sight.ends_of(company)
    if end := nearest(ends, point, _NEAR):
        return [end]
    x, y = math.floor(point[0]), math.floor(point[1])
    station = sight.station_at(y * sight.size + x)
    if station:
        return [end for end in ends if sight.tracks.station_behind(end) == station]
    return [Open(x, y, enter) for enter in range(4)]


WAYS: Final = ("cheapest", "shortest", "straightest")
"""The alternatives that Tab switches between."""
_COST: Final[Mapping[int, int]] = {PLAIN: 100, WOOD: 200, HILL: 300}
_BENDS: Final = (10, 10, 400)
"""The cost of a bend in each of the three alternatives, in coins."""
_A_SLICE: Final = 400
"""Number of pieces searched per slice."""
_MOST: Final = 120_000


class Route:
    """A search in progress for track that leads from one of some open ends to one of others."""

    def __init__(self, sight: Sight, company: int, starts: list[Open], goals: list[Open], other: int) -> None:
        self._sight = sight
        self._company = company
        self._other = other % len(WAYS)
        self._goals = {goal.across for goal in goals}
        self._aim = goals[0].point if goals else (0.0, 0.0)
        self.found: list[Place] = []
        """The pieces of the track, once the search is `done`."""
        self.done = not starts or not goals
        self._steps = self._search(starts)

    def go_on(self) -> None:
        """Continue the search by one slice."""
        if not self.done:
            self.done = next(self._steps, True)

    def _search(self, starts: list[Open]) -> Iterator[bool]:
        heap: list[tuple[int, int, Place]] = []
        cost: dict[Place, int] = {}
        before: dict[Place, Place | None] = {}
        number = 0
        for start in starts:
            for leave in range(4):
                if leave != start.enter:
                    place = Place(start.x, start.y, start.enter, leave)
                    price = self._price(place)
                    if price is not None:
                        cost[place], before[place] = price, None
                        heappush(heap, (price + self._left(place), number, place))
                        number += 1
        looked = 0
        while heap and looked < _MOST:
            _rank, _number, place = heappop(heap)
            looked += 1
            end = end_of(place)
            if end in self._goals:
                self._trace(place, before)
                yield True
                return
            for leave in range(4):
                after = Place(end.x, end.y, end.enter, leave)
                if leave == end.enter or not may_follow(place, after):
                    continue
                price = self._price(after)
                if price is None:
                    continue
                bend = 0 if after.kind == place.kind else _BENDS[self._other]
                whole = cost[place] + price + bend
                if whole < cost.get(after, 1 << 60):
                    cost[after], before[after] = whole, place
                    heappush(heap, (whole + self._left(after), number, after))
                    number += 1
            if looked % _A_SLICE == 0:
                yield False
        yield True

    def _trace(self, place: Place | None, before: Mapping[Place, Place | None]) -> None:
        while place is not None:
            self.found.append(place)
            place = before[place]
        self.found.reverse()

    def _price(self, place: Place) -> int | None:
        """Return the cost of a piece in coins; None if it cannot be built."""
        sight = self._sight
        if not (0 <= place.x < sight.size and 0 <= place.y < sight.size):
            return None
        tile = place.y * sight.size + place.x
        price = _COST.get(sight.land.terrain[tile])
        if price is None or sight.land.terrain[tile] in (WATER, STREET):
            return None
        if self._other:
            price = 100
        built = sight.works.get(tile)
        if built is None:
            return price if place.kind < 2 else price * 71 // 100
        if built.company != self._company or built.station or built.span[0] >= 0:
            return None
        if built.pieces >> place.kind & 1:
            return 1
        touching = any(built.pieces >> kind & 1 and conflict(kind, place.kind) for kind in range(len(KINDS)))
        return None if built.signals and touching else price

    def _left(self, place: Place) -> int:
        end = end_of(place)
        across, down = abs(end.point[0] - self._aim[0]), abs(end.point[1] - self._aim[1])
        return int(100 * max(across, down) + 42 * min(across, down))
