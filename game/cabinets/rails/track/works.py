"""What stands on the map: pieces of track, signals, platforms, spans, and the companies to which they belong.

Works know only tracks: the rules keep terrain, roads, money and trains. Every change is logged, so a plan is tried out
on the works themselves and rolled back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.pieces import EAST, KINDS, NORTH, STEPS, STRAIGHT, Place, conflict, opposite
from game.cabinets.rails.track.signals import CLOSES

BRIDGE, TUNNEL = 0, 1
SPAN: Final = 6
"""Kinds of pieces from this number on are spans: SPAN north–south, SPAN + 1 east–west."""
LEAST_SPAN: Final = 2
MOST_SPAN: Final = (8, 12)
"""Greatest length of a bridge and of a tunnel, in tiles."""
LEAST_PLATFORM: Final = 2
MOST_PLATFORM: Final = 12
MOST_PLATFORMS: Final = 24


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """Why something cannot be built: a short reason, and the tile that is in the way."""

    def __init__(self, reason: str, x: int, y: int) -> None:
        super().__init__(f"{reason} at ({x}, {y})")
        self.reason = reason
        self.x = x
        self.y = y


class SpanWork(NamedTuple):
    """A bridge or a tunnel, given from its northern or western head."""

    x: int
    y: int
    axis: int
    """0 from north to south, 1 from west to east."""
    length: int
    form: int
    """BRIDGE or TUNNEL."""

    def tiles(self) -> list[tuple[int, int]]:
        """Return column and row of each tile that the span covers, its two heads included."""
        across, down = STEPS[(2, 1)[self.axis]]
        return [(self.x + across * step, self.y + down * step) for step in range(self.length)]


class Works:
    """The track of all companies on a map of `size` × `size` tiles. A tile is `y * size + x`."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.masks: dict[int, int] = {}
        """For each built tile a mask of the six kinds of piece; 0 at the head of a span."""
        self.companies: dict[int, int] = {}
        self.stations: dict[int, int] = {}
        """For each platform tile its station."""
        self.signals: dict[tuple[int, int, int], int] = {}
        """The kind of each signal, by tile, kind of piece, and direction of the leg that it faces."""
        self.heads: dict[int, SpanWork] = {}
        self.covered: dict[tuple[int, int], int] = {}
        """By form and tile: the tile of the northern or western head of the span that covers the tile."""
        self.touched: set[int] = set()
        """Tiles changed since this set was last emptied."""
        self._log: list[tuple[dict[Any, Any], Any, Any]] = []

    def mark(self) -> int:
        """Return the present position of the log, for `roll_back`."""
        return len(self._log)

    def roll_back(self, mark: int) -> None:
        """Undo all changes since a mark."""
        while len(self._log) > mark:
            rows, key, before = self._log.pop()
            if before is None:
                rows.pop(key, None)
            else:
                rows[key] = before

    def changed(self, mark: int) -> list[tuple[dict[Any, Any], Any, Any]]:
        """Return the changes since a mark: the dictionary, the key, and the value before; None if it had no value."""
        return self._log[mark:]

    def forget(self) -> None:
        """Empty the log, so that nothing can be rolled back any more."""
        self._log.clear()

    def put(self, rows: dict[Any, Any], key: Any, value: Any) -> None:
        """Set a value in a dictionary, of these works or not, and log the change; None removes the key."""
        before = rows.get(key)
        if before == value:
            return
        self._log.append((rows, key, before))
        if value is None:
            del rows[key]
        else:
            rows[key] = value

    def tile(self, x: int, y: int) -> int:
        """Return the number of a tile. Raise Refused if it is outside the map."""
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise Refused("out_of_map", x, y)
        return y * self.size + x

    def company_at(self, tile: int) -> int:
        """Return the company to which a tile belongs; -1 if to none."""
        return self.companies.get(tile, -1)

    def has(self, place: Place) -> bool:
        """Return whether the piece of a leg lies on its tile."""
        inside = 0 <= place.x < self.size and 0 <= place.y < self.size
        return inside and bool(self.masks.get(place.y * self.size + place.x, 0) >> place.kind & 1)

    def signal_at(self, place: Place) -> int:
        """Return the kind of signal that faces trains on a leg; 0 if there is none."""
        return self.signals.get((self.tile(place.x, place.y), place.kind, place.direction), 0)

    def platform_of(self, tile: int) -> list[int]:
        """Return the tiles of the platform through a tile, from its northern or western end; empty if there is none."""
        if tile not in self.stations:
            return []
        step = (self.size, 1)[self.masks[tile] >> 1 & 1]
        first = tile
        while self._same_platform(first - step, first):
            first -= step
        row = [first]
        while self._same_platform(row[-1] + step, row[-1]):
            row.append(row[-1] + step)
        return row

    def _same_platform(self, tile: int, other: int) -> bool:
        station = self.stations.get(tile)
        if station is None or station != self.stations[other] or self.masks[tile] != self.masks[other]:
            return False
        return abs(tile - other) != 1 or tile // self.size == other // self.size

    def lay_piece(self, place: Place, company: int) -> bool:
        """Lay a piece of track. Return whether it is new. Raise Refused if something is in its way."""
        tile = self._open(place.x, place.y, company)
        mask = self.masks.get(tile, 0)
        if mask >> place.kind & 1:
            return False
        if tile in self.stations:
            raise Refused("platform", place.x, place.y)
        if any(self._signalled(tile, kind) and conflict(kind, place.kind) for kind in kinds(mask)):
            raise Refused("signal", place.x, place.y)
        self._set(self.masks, tile, mask | 1 << place.kind, tile)
        self._set(self.companies, tile, company, tile)
        return True

    def set_signal(self, place: Place, kind: int, company: int) -> None:
        """Put up a signal, change its kind, or take it down (kind 0). Raise Refused if none may stand there."""
        tile = self.tile(place.x, place.y)
        if tile in self.heads:
            raise Refused("signal_on_span", place.x, place.y)
        if not self.has(place):
            raise Refused("no_track", place.x, place.y)
        if self.company_at(tile) != company:
            raise Refused("property", place.x, place.y)
        if tile in self.stations:
            raise Refused("signal_on_platform", place.x, place.y)
        if any(conflict(place.kind, other) for other in kinds(self.masks[tile]) if other != place.kind):
            raise Refused("signal_on_junction", place.x, place.y)
        facing, behind = (tile, place.kind, place.direction), (tile, place.kind, 1 - place.direction)
        if CLOSES[kind] or (kind and CLOSES[self.signals.get(behind, 0)]):
            self._set(self.signals, behind, None, tile)
        self._set(self.signals, facing, kind or None, tile)

    def lay_platform(self, x: int, y: int, axis: int, length: int, station: int, company: int) -> None:
        """Make a row of tiles a platform, on straight track that exists or on new track.

        Raise Refused if a tile holds other track or a signal, or if the platform would be too long; what was laid
        before that stays: roll back.
        """
        kind = axis
        for step in range(length):
            at = (x, y + step) if axis == 0 else (x + step, y)
            tile = self._open(*at, company)
            if self.masks.get(tile, 0) & ~(1 << kind):
                raise Refused("platform_on_junction", *at)
            if self._signalled(tile, kind):
                raise Refused("signal", *at)
            if self.stations.get(tile, station) != station:
                raise Refused("occupied", *at)
            self._set(self.masks, tile, 1 << kind, tile)
            self._set(self.companies, tile, company, tile)
            self._set(self.stations, tile, station, tile)
        if len(self.platform_of(y * self.size + x)) > MOST_PLATFORM:
            raise Refused("platform_too_long", x, y)

    def lay_span(self, x: int, y: int, edge: int, length: int, form: int, company: int) -> SpanWork:
        """Lay a bridge or tunnel from a head tile, away from its edge `edge`. Raise Refused if it cannot stand."""
        if not LEAST_SPAN <= length <= MOST_SPAN[form]:
            raise Refused("span_length", x, y)
        across, down = STEPS[opposite(edge)]
        far_x, far_y = x + across * (length - 1), y + down * (length - 1)
        span = SpanWork(min(x, far_x), min(y, far_y), int(edge % 2 == 1), length, form)
        tiles = [self.tile(*at) for at in span.tiles()]
        for at, tile in zip(span.tiles(), tiles, strict=True):
            if (form, tile) in self.covered:
                raise Refused("spans_cross", *at)
        for head in (tiles[0], tiles[-1]):
            if head in self.companies:
                raise Refused("occupied", head % self.size, head // self.size)
            self._set(self.masks, head, 0, head)
            self._set(self.companies, head, company, head)
            self._set(self.heads, head, span, head)
        for tile in tiles:
            self._set(self.covered, (form, tile), tiles[0], tiles[0])
        return span

    def lift_piece(self, place: Place) -> None:
        """Remove a piece of track with its signals. The tile is no platform after that."""
        tile = self.tile(place.x, place.y)
        if not self.has(place):
            raise Refused("no_track", place.x, place.y)
        for direction in (0, 1):
            self._set(self.signals, (tile, place.kind, direction), None, tile)
        self._set(self.stations, tile, None, tile)
        left = self.masks[tile] & ~(1 << place.kind)
        self._set(self.masks, tile, left or None, tile)
        if not left:
            self._set(self.companies, tile, None, tile)

    def lift_tile(self, x: int, y: int) -> None:
        """Remove all track of a tile; at the head of a span, the whole span."""
        tile = self.tile(x, y)
        span = self.heads.get(tile)
        if span is None:
            for kind in kinds(self.masks.get(tile, 0)):
                self.lift_piece(Place(x, y, *KINDS[kind]))
            return
        tiles = [self.tile(*at) for at in span.tiles()]
        for covered in tiles:
            self._set(self.covered, (span.form, covered), None, tiles[0])
        for head in (tiles[0], tiles[-1]):
            for rows in (self.masks, self.companies, self.heads):
                self._set(rows, head, None, head)

    def give_platform(self, tile: int, station: int) -> None:
        """Make a platform tile part of another station."""
        self._set(self.stations, tile, station, tile)

    def end_platform(self, tile: int) -> None:
        """Turn a platform tile back into plain track."""
        self._set(self.stations, tile, None, tile)

    def places(self) -> Iterator[Place]:
        """Yield every piece of track in direction 0, by tile; for a span, its northern or western head."""
        for tile in sorted(self.masks):
            x, y = tile % self.size, tile // self.size
            span = self.heads.get(tile)
            if span is None:
                yield from (Place(x, y, *KINDS[kind]) for kind in kinds(self.masks[tile]))
            elif (span.x, span.y) == (x, y):
                yield Place(x, y, *((NORTH, 2), (EAST, 3))[span.axis])

    def _open(self, x: int, y: int, company: int) -> int:
        """Return the number of a tile on which a company may lay track. Raise Refused for any other tile."""
        tile = self.tile(x, y)
        if tile in self.heads:
            raise Refused("occupied", x, y)
        if self.companies.get(tile, company) != company:
            raise Refused("property", x, y)
        return tile

    def _signalled(self, tile: int, kind: int) -> bool:
        return (tile, kind, 0) in self.signals or (tile, kind, 1) in self.signals

    def _set(self, rows: dict[Any, Any], key: Any, value: Any, tile: int) -> None:
        if rows.get(key) != value:
            self.touched.add(tile)
            self.put(rows, key, value)


def kinds(mask: int) -> Iterable[int]:
    """Return the kinds of piece in a mask."""
    return (kind for kind in range(len(KINDS)) if mask >> kind & 1)


def is_straight(mask: int) -> bool:
    """Return whether a tile holds one straight piece and nothing else."""
    return mask in tuple(1 << kind for kind in range(STRAIGHT))
