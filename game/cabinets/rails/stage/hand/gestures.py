"""Turn a drag from one point of the map to another into groups of a plan, for each tool. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.building.tracks import as_rail
from game.cabinets.rails.contract.actions import (
    EDGE_NAMES,
    Clear,
    Dock,
    Group,
    Platforms,
    Road,
    Signal,
    Signals,
    Span,
    Stop,
    What,
)
from game.cabinets.rails.stage.ground.geometry import ends
from game.cabinets.rails.stage.hand.autorail import drawn, heading_between
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.coded import NOBODY, Built
from game.cabinets.rails.track.pieces import KIND_OF, KINDS, Place, conflict, edges, write_run
from game.cabinets.rails.track.signals import SignalModel
from game.cabinets.rails.world.land import HILL, HOUSE, ROCK, STREET, WATER
from game.engine.tween import Point

_SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1), (1, 1), (-1, -1))


def doubled(way: Sequence[Place], other: int, gap: int) -> list[Group]:
    """Return groups for a track, the track beside it, and signals; `other` chooses among the sides that have room."""
    second = beside(way, other)
    found: list[Group] = [as_rail(list(way))]
    if not second:
        return found
    back = [Place(place.x, place.y, place.leave, place.enter) for place in reversed(second)]
    found.append(as_rail(second))
    for line in (way, back):
        if len(line) > 1:
            first = line[0]
            found.append(Signals(first.x, first.y, EDGE_NAMES[first.enter], EDGE_NAMES[first.leave], gap))
    return found


def beside(way: Sequence[Place], other: int = 0) -> list[Place]:
    """Return the run of track moved aside by one tile so that it never touches the first; empty if no side fits."""
    taken: dict[tuple[int, int], list[int]] = {}
    for place in way:
        taken.setdefault((place.x, place.y), []).append(KIND_OF[place.enter, place.leave])
    fitting = []
    for across, down in _SIDES:
        moved = [Place(place.x + across, place.y + down, place.enter, place.leave) for place in way]
        if not any(
            kind == place.kind or conflict(kind, place.kind)
            for place in moved
            for kind in taken.get((place.x, place.y), ())
        ):
            fitting.append(moved)
    return fitting[other % len(fitting)] if fitting else []


TOOLS: Final = ("rail", "line", "double", "signals", "platforms", "span", "road", "dock", "blueprint", "clear")
"""Ids of the tools, in the order of their keys 1 … 9 and 0."""
GAPS: Final = (4, 6, 8, 12, 2)
"""Distances between the signals of a line in tiles, the usual one first."""
LENGTHS: Final = (4, 5, 6, 8, 3)
"""Lengths in tiles of a platform placed by a click, the usual one first."""
_MOST_SPAN: Final = {"bridge": 8, "tunnel": 12}
_WHAT: Final[tuple[What, ...]] = ("NS", "EW", "NE", "ES", "SW", "NW")


class Drag(NamedTuple):
    """A drag of the pointer over the map, in tiles, and the variant of it that the person chose."""

    pressed: Point
    pointer: Point
    first: int
    """The heading in which the drag started (0 … 7); -1 while it has not moved far enough."""
    company: int
    other: int = 0
    """Which of several alternatives is chosen (Tab)."""
    turn: int = 0
    """How often the drawn thing was turned (R)."""

    @property
    def start(self) -> tuple[int, int]:
        """Column and row of the tile where the drag started."""
        return math.floor(self.pressed[0]), math.floor(self.pressed[1])

    @property
    def end(self) -> tuple[int, int]:
        """Column and row of the tile under the pointer."""
        return math.floor(self.pointer[0]), math.floor(self.pointer[1])

    @property
    def moved(self) -> bool:
        """Whether the pointer has left the tile where the drag started."""
        return self.start != self.end


def rail(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return the groups of a track, straight with at most one bend."""
    way = drawn(drag.pressed, drag.pointer, drag.first, sight.ends_of(drag.company)) if drag.first >= 0 else []
    return [as_rail(way)] if way else []


def double(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return the groups of a double track, straight with at most one bend, with one-way signals on both tracks."""
    way = drawn(drag.pressed, drag.pointer, drag.first, sight.ends_of(drag.company)) if drag.first >= 0 else []
    return doubled(way, drag.other, GAPS[drag.turn % len(GAPS)]) if way else []


def legs_at(sight: Sight, point: Point) -> Iterator[tuple[float, int, int]]:
    """Yield (distance from the point to the leg's end, tile, leg) for each leg on a point's tile."""
    x, y = math.floor(point[0]), math.floor(point[1])
    if not (0 <= x < sight.size and 0 <= y < sight.size):
        return
    tile = y * sight.size + x
    built = sight.works.get(tile)
    for kind in range(len(KINDS)):
        if built and built.pieces >> kind & 1:
            for leg in (2 * kind, 2 * kind + 1):
                ex, ey = ends(leg)[1]
                yield math.dist((x + ex, y + ey), point), tile, leg


def signals(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return signal groups: a click switches one-way, two-way, reversed, none; a drag signs the whole line."""
    found = min(legs_at(sight, drag.pressed), default=None)
    if found is None:
        return []
    _far, tile, leg = found
    built = sight.works[tile]
    if drag.moved:
        ahead = min(legs_at(sight, drag.pressed), key=lambda each: _against(each[2], drag))
        place = _place(ahead[1], ahead[2], sight.size)
        gap = GAPS[drag.other % len(GAPS)]
        return [Signals(place.x, place.y, EDGE_NAMES[place.enter], EDGE_NAMES[place.leave], gap)]
    return [_cycled(tile, leg, built, sight.size)]


def _against(leg: int, drag: Drag) -> float:
    """Return how far a leg leads away from the drag's direction; the smallest value leads best along it."""
    (ax, ay), (bx, by) = ends(leg)
    dx, dy = drag.pointer[0] - drag.pressed[0], drag.pointer[1] - drag.pressed[1]
    return -((bx - ax) * dx + (by - ay) * dy)


def _cycled(tile: int, leg: int, built: Built, size: int) -> Group:
    """Return the group that replaces a piece's signal with the next kind in the cycle."""
    standing = dict(built.signals)
    same = [each for each in standing if each >> 1 == leg >> 1]
    place = _place(tile, leg, size)
    here = Signal(place.x, place.y, EDGE_NAMES[place.enter], EDGE_NAMES[place.leave], "one_way")
    if not same:
        return here
    stands = same[0]
    there = _place(tile, stands, size)
    if standing[stands] < len(SignalModel):
        following = SignalModel(standing[stands] + 1).word
        return Signal(there.x, there.y, EDGE_NAMES[there.enter], EDGE_NAMES[there.leave], following)
    if stands & 1 == 0:
        return Signal(there.x, there.y, EDGE_NAMES[there.leave], EDGE_NAMES[there.enter], "one_way")
    return Clear(there.x, there.y, "signal")


def _place(tile: int, leg: int, size: int) -> Place:
    return Place(tile % size, tile // size, *edges(leg >> 1, leg & 1))


def platforms(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return platforms over the dragged rectangle, along its longer side; one of a usual length for a click."""
    (ax, ay), (bx, by) = drag.start, drag.end
    wide, high = abs(bx - ax) + 1, abs(by - ay) + 1
    lying = (wide >= high) == (drag.turn % 2 == 0)
    if not drag.moved:
        length, count = LENGTHS[drag.other % len(LENGTHS)], 1
        lying = _lies(sight, drag.start, lying)
    else:
        length, count = (wide, high) if lying else (high, wide)
    return [Platforms(min(ax, bx), min(ay, by), "EW" if lying else "NS", length, count)]


def _lies(sight: Sight, at: tuple[int, int], usual: bool) -> bool:
    """Return whether a clicked platform runs west to east: as the track on its tile does, or else `usual`."""
    built = sight.works.get(at[1] * sight.size + at[0])
    return usual if built is None or built.pieces not in (1, 2) else built.pieces == 2


def span(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return the group of a bridge, or of a tunnel if hill, rock or houses lie between its ends."""
    (ax, ay), (bx, by) = drag.start, drag.end
    dx, dy = bx - ax, by - ay
    if not drag.moved:
        return []
    edge = (1 if dx > 0 else 3) if abs(dx) >= abs(dy) else (2 if dy > 0 else 0)
    long = max(abs(dx), abs(dy)) + 1
    step = ((0, -1), (1, 0), (0, 1), (-1, 0))[edge]
    between = [_terrain(sight, ax + step[0] * n, ay + step[1] * n) for n in range(1, long - 1)]
    high = sum(kind in (HILL, ROCK, HOUSE) for kind in between)
    kind = "tunnel" if (2 * high > len(between)) != (drag.turn % 2 == 1) else "bridge"
    return [Span(ax, ay, EDGE_NAMES[edge], min(long, _MOST_SPAN[kind]), "tunnel" if kind == "tunnel" else "bridge")]


def _terrain(sight: Sight, x: int, y: int) -> int:
    inside = 0 <= x < sight.size and 0 <= y < sight.size
    return sight.land.terrain[y * sight.size + x] if inside else WATER


def road(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return the group of a road along a drag, with one bend; a click on a road makes a stop there."""
    (ax, ay), (bx, by) = drag.start, drag.end
    if not drag.moved and is_road(sight, ax, ay):
        return [Stop(ax, ay, ("truck", "bus")[drag.turn % 2], (2, 4, 6, 1)[drag.other % 4])]
    across = ("E" if bx > ax else "W") * abs(bx - ax)
    down = ("S" if by > ay else "N") * abs(by - ay)
    exits = across + down if (drag.first % 4 != 0) == (drag.turn % 2 == 0) else down + across
    return [Road(ax, ay, write_run(exits))]


def is_road(sight: Sight, x: int, y: int) -> bool:
    """Return whether a tile has a road, built by a company or as a town's street."""
    built = sight.works.get(y * sight.size + x)
    return _terrain(sight, x, y) == STREET or (built is not None and built.road != NOBODY)


def dock(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return the group of a dock on the tile under the pointer."""
    return [Dock(*drag.end)]


def clear(drag: Drag, sight: Sight) -> Sequence[Group]:
    """Return groups that clear a dragged rectangle; for a click only the nearest thing on the tile."""
    (ax, ay), (bx, by) = drag.start, drag.end
    tiles = [(x, y) for y in range(min(ay, by), max(ay, by) + 1) for x in range(min(ax, bx), max(ax, bx) + 1)]
    found: list[Group] = []
    for x, y in tiles[:400]:
        built = sight.works.get(y * sight.size + x)
        if built is not None and drag.company in (built.company, built.road):
            found += _cleared(x, y, built, None if drag.moved else drag.pointer, sight)
    return found


def _cleared(x: int, y: int, built: Built, point: Point | None, sight: Sight) -> Iterator[Group]:
    """Yield groups that clear a tile; given a `point`, of its track only the signal or piece nearest to it."""
    if built.platform:
        yield Clear(x, y, "platform")
    if built.span[0] >= 0:
        yield Clear(x, y, "span")
    if built.dock:
        yield Clear(x, y, "dock")
    if built.stop:
        yield Clear(x, y, "stop")
    elif built.road != NOBODY:
        yield Clear(x, y, "road")
    if not built.pieces or built.platform:
        return
    if point is not None and built.signals:
        yield Clear(x, y, "signal")
    elif point is not None and any(conflict(a, b) for a, b in _pairs(built.pieces)):
        _far, _tile, leg = min(legs_at(sight, point))
        yield Clear(x, y, _WHAT[leg >> 1])
    else:
        yield Clear(x, y, "rail")


def _pairs(mask: int) -> Iterator[tuple[int, int]]:
    kinds = [kind for kind in range(len(KINDS)) if mask >> kind & 1]
    return ((a, b) for a in kinds for b in kinds if a < b)


GESTURES: Final[Mapping[str, Callable[[Drag, Sight], Sequence[Group]]]] = {
    "rail": rail,
    "double": double,
    "signals": signals,
    "platforms": platforms,
    "span": span,
    "road": road,
    "dock": dock,
    "clear": clear,
}
"""The tools whose groups follow from the drag alone; the line and blueprint tools are in other modules."""


def set_out(drag: Drag) -> Drag:
    """Return the drag with its first heading filled in, once it has moved far enough."""
    if drag.first >= 0 or math.dist(drag.pressed, drag.pointer) < 0.6:
        return drag
    return drag._replace(first=heading_between(drag.pressed, drag.pointer))
