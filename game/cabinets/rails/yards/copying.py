"""Blueprints copied from a rectangle of the map, and their files: TOML with the parts in the notation of yard files.

blueprint = 1
built = '''
rail (0, 0) from W E8
platforms A (0, 1) EW 4 × 2
› (7, 0) W→E
'''
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.building.tracks import as_rail, tiles_of
from game.cabinets.rails.contract.actions import EDGE_NAMES, MOST_GROUPS, MOST_PIECES, Platforms, Rail, Signal, Span
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import KINDS, MOST_RUN, ONWARD, STEPS, Place, bend, edges
from game.cabinets.rails.track.signals import SignalModel
from game.cabinets.rails.track.works import LEAST_PLATFORM
from game.cabinets.rails.yards.blueprint import Part, Pose, box_of, moved, posed
from game.cabinets.rails.yards.fields import Fields, read_document
from game.cabinets.rails.yards.notation import Reader, write_groups
from game.cabinets.rails.yards.reading import first_line
from game.cabinets.rails.yards.yard import YardError, wrong

MOST_SIDE: Final = 24
"""Greatest side of a rectangle that can be copied, in tiles."""
_Piece = tuple[int, int, int]
"""Column, row and kind of a piece."""
VERSION: Final = 1
MOST_COPIED: Final = 32 << 10
_MOST_TEXT: Final = 16_000


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
    found += [as_rail(way) for way in _runs(pieces)]
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
        if length < LEAST_PLATFORM:
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
        x, y = place.x + STEPS[place.leave][0], place.y + STEPS[place.leave][1]
        after = [
            (abs(bend(place.leg, other)), Place(x, y, *edges(other >> 1, other & 1)))
            for other in ONWARD[place.leg]
            if (x, y, other >> 1) in left
        ]
        if not after:
            break
        place = min(after)[1]
        del left[x, y, place.kind]
        found.append(place)
    return found


def write_blueprint(parts: Sequence[Part]) -> bytes:
    """Return a blueprint as the content of a file. Raise ValueError if it has more stations than there are letters."""
    rows = write_groups(parts)
    return "\n".join([f"blueprint = {VERSION}", "built = '''", *rows, "'''", ""]).encode()


def read_blueprint(data: bytes) -> tuple[Part, ...]:
    """Return the parts in a file's content, with their corner at (0, 0).

    Raise YardError, which names line, field, and what was expected.
    """
    if len(data) > MOST_COPIED:
        raise YardError("blueprint_size", most=MOST_COPIED >> 10)
    document, lines = read_document(data)
    top = Fields(document, lines)
    top.whole("blueprint", VERSION, VERSION)
    top.only("blueprint", "built")
    line = first_line(data, top, "built")
    groups = Reader().read(top.text("built", _MOST_TEXT), line, "built")
    parts = [group for group in groups if isinstance(group, Rail | Signal | Platforms | Span)]
    if len(parts) < len(groups):
        raise wrong(line, "built", "blueprint_parts")
    if not parts:
        raise wrong(line, "built", "blueprint_empty")
    if sum(map(pieces_of, parts)) > MOST_PIECES or len(parts) > MOST_GROUPS:
        raise wrong(line, "built", "blueprint_long", most=MOST_PIECES)
    try:
        _left, _top, wide, high = box_of(parts)
    except ValueError as error:
        raise wrong(line, "built", "blueprint_turns") from error
    if max(wide, high) > MOST_SIDE:
        raise wrong(line, "built", "blueprint_large", most=MOST_SIDE, wide=wide, high=high)
    return posed(parts, Pose())
