"""Copy what stands in a rectangle of the map: pieces as runs of track, platform tiles as rectangles. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from game.cabinets.rails.blueprints.blueprint import Part, moved, tiles_of
from game.cabinets.rails.contract.actions import EDGE_NAMES, Platforms, Rail, Signal, Span
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import (
    EDGES,
    HEADINGS,
    KINDS,
    MOST_RUN,
    STEPS,
    Place,
    edges,
    opposite,
    turns,
    write_run,
)
from game.cabinets.rails.track.signals import SignalModel

MOST_SIDE: Final = 24
"""Greatest side of a rectangle that can be copied, in tiles."""
_LEAST_PLATFORM: Final = 2
_Piece = tuple[int, int, int]
"""Column, row and kind of a piece."""


def copied(works: Mapping[int, Built], size: int, left: int, top: int, wide: int, high: int) -> tuple[Part, ...]:
    """Return the track, platforms, signals and spans in a rectangle, of any company, as parts with its corner at (0,
    0).

    `size` is the number of columns of the map. A platform with only one tile inside is copied as track, a span with
    only one head inside not at all. Empty if there is nothing to copy.
    """
    inside = {
        (x, y): built
        for y in range(max(0, top), top + high)
        for x in range(max(0, left), min(size, left + wide))
        if (built := works.get(y * size + x)) is not None
    }
    found: list[Part] = list(_spans(inside))
    platforms = list(_platforms(inside))
    covered = {tile for one in platforms for tile in tiles_of(one)}
    pieces = {
        (x, y, kind): None
        for (x, y), built in inside.items()
        if (x, y) not in covered
        for kind in range(len(KINDS))
        if built.pieces >> kind & 1
    }
    found += [_rail(way) for way in _runs(pieces)]
    found += platforms
    found += [
        Signal(x, y, EDGE_NAMES[enter], EDGE_NAMES[leave], SignalModel(kind).word)
        for (x, y), built in inside.items()
        for leg, kind in built.signals
        for enter, leave in (edges(leg >> 1, leg & 1),)
    ]
    return tuple(moved(part, -left, -top) for part in found)


def _spans(inside: Mapping[tuple[int, int], Built]) -> Iterator[Part]:
    for (x, y), built in inside.items():
        edge, length, tunnel = built.span
        if edge not in (1, 2):
            continue
        far = x + STEPS[edge][0] * (length - 1), y + STEPS[edge][1] * (length - 1)
        if far in inside:
            yield Span(x, y, EDGE_NAMES[edge], length, "tunnel" if tunnel else "bridge")


def _platforms(inside: Mapping[tuple[int, int], Built]) -> Iterator[Platforms]:
    """Yield rectangles of platforms, station by station."""
    rows: dict[tuple[int, bool], set[tuple[int, int]]] = defaultdict(set)
    for at, built in inside.items():
        if built.platform:
            rows[built.station, built.pieces == 2].add(at)
    known: list[int] = []
    for (station, lying), tiles in rows.items():
        for x, y, length, count in _rectangles(tiles, lying):
            if station not in known:
                known.append(station)
                number = 0
            else:
                number = -known.index(station) - 1
            yield Platforms(x, y, "EW" if lying else "NS", length, count, number)


def _rectangles(tiles: set[tuple[int, int]], lying: bool) -> list[tuple[int, int, int, int]]:
    """Return column, row, length and count of each group of platforms that lie side by side."""
    across, down = (1, 0) if lying else (0, 1)
    found: list[tuple[int, int, int, int]] = []
    for x, y in sorted(tiles):
        if (x - across, y - down) in tiles:
            continue
        length = 1
        while (x + across * length, y + down * length) in tiles:
            length += 1
        if length < _LEAST_PLATFORM:
            continue
        before = next(
            (
                place
                for place, (left, top, long, count) in enumerate(found)
                if long == length and (left + down * count, top + across * count) == (x, y)
            ),
            -1,
        )
        if before < 0:
            found.append((x, y, length, 1))
        else:
            left, top, long, count = found[before]
            found[before] = left, top, long, count + 1
    return found


def _runs(pieces: dict[_Piece, None]) -> Iterator[list[Place]]:
    """Yield runs of pieces, each piece in one run; where a run may go on several ways, it goes straight on."""
    left = dict(pieces)
    while left:
        x, y, kind = first = next(iter(left))
        del left[first]
        low, high = KINDS[kind]
        ahead = _onward(Place(x, y, low, high), left, MOST_RUN - 1)
        behind = _onward(Place(x, y, high, low), left, MOST_RUN - 1 - len(ahead))
        way = [*_reversed(behind), Place(x, y, low, high), *ahead]
        yield way if way[0][:2] <= way[-1][:2] else _reversed(way)


def _reversed(way: list[Place]) -> list[Place]:
    return [Place(one.x, one.y, one.leave, one.enter) for one in reversed(way)]


def _onward(place: Place, left: dict[_Piece, None], most: int) -> list[Place]:
    """Return the pieces that follow `place`, at most `most`, and remove them from `left`."""
    found: list[Place] = []
    while len(found) < most:
        across, down = STEPS[place.leave]
        x, y, enter = place.x + across, place.y + down, opposite(place.leave)
        heading = HEADINGS[place.kind][place.direction]
        after = []
        for leave in range(4):
            if leave == enter:
                continue
            other = Place(x, y, enter, leave)
            bend = abs(turns(heading, HEADINGS[other.kind][other.direction]))
            if bend <= 1 and (x, y, other.kind) in left:
                after.append((bend, leave, other))
        if not after:
            break
        place = min(after)[2]
        del left[x, y, place.kind]
        found.append(place)
    return found


def _rail(way: list[Place]) -> Rail:
    first = way[0]
    return Rail(first.x, first.y, EDGE_NAMES[first.enter], write_run("".join(EDGES[place.leave] for place in way)))
