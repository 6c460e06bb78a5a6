"""A translucent preview of what would be built: track, platforms and signals; red if it would be refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

import pygame

from game.cabinets.rails.contract.actions import (
    Clear,
    Dock,
    Group,
    Platforms,
    Rail,
    Road,
    Signal,
    Signals,
    Span,
    Stop,
)
from game.cabinets.rails.stage.field.things import signal_spot
from game.cabinets.rails.stage.ground.furniture import dock, platform, road, shelter, signal, span_deck
from game.cabinets.rails.stage.ground.laid import Layer, neighbour, parts_of, put_parts
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.trains.drawing import Window
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import (
    EDGES,
    KIND_OF,
    KINDS,
    ONWARD,
    STEPS,
    conflict,
    edges,
    opposite,
    places,
    read_run,
)
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import Colour
from game.engine.sprites import blank, put, put_middle, sprite
from game.engine.vector import path, svg

REFUSED: Final = "#FF4A4A"
_RED: Final = (255, 96, 96)
_OPACITY: Final = 170


def built_of(groups: Sequence[Group], sight: Sight, company: int) -> dict[int, Built]:
    """Return the tiles that these groups of a plan would build on, each with the track and signals added there."""
    found: dict[int, Built] = {}
    for group in groups:
        with suppress(ValueError):
            for tile, change in _changes(group, sight, found):
                before = found.get(tile, Built(tile, company=company))
                pieces = before.pieces | change.pieces
                signals = tuple({**dict(before.signals), **dict(change.signals)}.items())
                found[tile] = change._replace(
                    company=company,
                    pieces=pieces,
                    signals=signals,
                    platform=before.platform or change.platform,
                    road=min(before.road, change.road),
                    span=change.span if change.span[0] >= 0 else before.span,
                )
    return dict(sorted(found.items()))


def _changes(group: Group, sight: Sight, added: Mapping[int, Built]) -> Iterator[tuple[int, Built]]:
    size = sight.size

    def inside(x: int, y: int) -> bool:
        return 0 <= x < size and 0 <= y < size

    match group:
        case Rail(x, y, entry, run):
            for place in places(x, y, EDGES.index(entry), read_run(run)):
                if inside(place.x, place.y):
                    tile = place.y * size + place.x
                    yield tile, Built(tile, pieces=1 << place.kind)
        case Platforms(x, y, axis, length, count):
            for row in range(count):
                for step in range(length):
                    at = (x + step, y + row) if axis == "EW" else (x + row, y + step)
                    if inside(*at):
                        tile = at[1] * size + at[0]
                        yield tile, Built(tile, pieces=2 if axis == "EW" else 1, platform=True)
        case Signal(x, y, entry, leave, kind) if inside(x, y) and entry != leave:
            tile = y * size + x
            yield tile, Built(tile, signals=((_leg(entry, leave), signal_named(kind)),))
        case Signals(x, y, entry, leave, gap) if inside(x, y) and entry != leave:
            for number, (tile, leg) in enumerate(_along(y * size + x, _leg(entry, leave), sight, added)):
                if number % max(2, gap) == 0:
                    yield tile, Built(tile, signals=((leg, SignalModel.ONE_WAY),))
        case Span(x, y, edge, length, kind):
            way = EDGES.index(edge)
            far = x + STEPS[way][0] * (length - 1), y + STEPS[way][1] * (length - 1)
            if inside(x, y) and inside(*far):
                tunnel = int(kind == "tunnel")
                yield y * size + x, Built(y * size + x, span=(way, length, tunnel))
                yield far[1] * size + far[0], Built(far[1] * size + far[0], span=(opposite(way), length, tunnel))
        case Road(x, y, run):
            for at in _tiles(x, y, run):
                if inside(*at):
                    yield at[1] * size + at[0], Built(at[1] * size + at[0], road=0)
        case Stop(x, y, kind, bays) if inside(x, y):
            yield y * size + x, Built(y * size + x, stop=1 if kind == "truck" else 2, bays=bays)
        case Dock(x, y) if inside(x, y):
            yield y * size + x, Built(y * size + x, dock=True)


def _leg(entry: str, leave: str) -> int:
    enter, out = EDGES.index(entry), EDGES.index(leave)
    return 2 * KIND_OF[enter, out] + int(enter > out)


def _tiles(x: int, y: int, run: str) -> Iterator[tuple[int, int]]:
    yield x, y
    for letter in read_run(run) if run.strip() else "":
        dx, dy = STEPS[EDGES.index(letter)]
        x, y = x + dx, y + dy
        yield x, y


def _along(tile: int, leg: int, sight: Sight, added: Mapping[int, Built]) -> Iterator[tuple[int, int]]:
    """Yield tile and leg from this leg on to the next junction or platform."""

    def there(at: int) -> tuple[int, bool]:
        built, new = sight.works.get(at), added.get(at)
        mask = (built.pieces if built else 0) | (new.pieces if new else 0)
        return mask, bool((built and built.platform) or (new and new.platform))

    seen = set()
    while (tile, leg) not in seen:
        seen.add((tile, leg))
        mask, station = there(tile)
        kinds = [kind for kind in range(len(KINDS)) if mask >> kind & 1 and kind != leg >> 1]
        if station or any(conflict(leg >> 1, kind) for kind in kinds):
            return
        yield tile, leg
        beyond = neighbour(tile, edges(leg >> 1, leg & 1)[1], sight.size)
        mask = there(beyond)[0] if beyond >= 0 else 0
        after = [other for other in ONWARD[leg] if mask >> (other >> 1) & 1]
        if len(after) != 1:
            return
        tile, leg = beyond, after[0]


class Ghost:
    """Draws the preview of a plan, and keeps the painted layer until plan, view or camera change."""

    def __init__(self) -> None:
        self._key: object = None
        self._layer: pygame.Surface | None = None

    def draw(
        self, target: pygame.Surface, window: Window, sight: Sight, groups: Sequence[Group], colour: Colour, bad: bool
    ) -> None:
        """Draw groups over the map, in red if `bad`."""
        key = (tuple(groups), window, target.get_size(), id(sight.works), bad)
        if key != self._key:
            self._key = key
            self._layer = blank(*target.get_size())
            paint(self._layer, window, sight, groups, REFUSED if bad else colour)
            if bad:
                self._layer.fill((*_RED, 255), special_flags=pygame.BLEND_RGBA_MULT)
            self._layer.fill((_OPACITY,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        assert self._layer is not None
        target.blit(self._layer, (0, 0), special_flags=PREMULTIPLIED)


def paint(target: pygame.Surface, window: Window, sight: Sight, groups: Sequence[Group], colour: Colour) -> None:
    """Paint groups as they would look when built, and cross out what they would remove."""
    left, top, px = window
    built = built_of(groups, sight, 0)

    def corner(tile: int) -> tuple[float, float]:
        return left + tile % sight.size * px, top + tile // sight.size * px

    for tile, one in built.items():
        x, y = corner(tile)
        if one.road == 0:
            put(target, road(_arms(built, tile, sight.size), px), x, y)
        if one.platform:
            put_middle(target, platform(one.pieces & 1, colour, px), x + px / 2, y + px / 2)
    moved = Layer(target, 0, 0, px)
    shifted = _Shifted(moved.surface, left, top, px)
    put_parts(shifted, list(parts_of(built, sight.size, sorted(built), (colour,))))
    for tile, one in built.items():
        x, y = corner(tile)
        edge, length, tunnel = one.span
        if edge in (1, 2) and not tunnel:
            across, down = STEPS[edge]
            far = (length - 1) / 2 * px
            put_middle(target, span_deck(edge == 1, length, px), x + px / 2 + across * far, y + px / 2 + down * far)
        elif edge >= 0:
            put_middle(target, _mouth(px), x + px / 2, y + px / 2)
        if one.stop:
            put_middle(target, shelter(one.stop, px), x + px / 2, y + px / 2)
        if one.dock:
            put_middle(target, dock(2, px), x + px / 2, y + px / 2)
        for leg, kind in one.signals:
            sx, sy = signal_spot(tile, leg, sight.size)
            put_middle(target, signal(kind, True, px), left + sx * px, top + sy * px)
    for group in groups:
        if isinstance(group, Clear):
            x, y = corner(group.y * sight.size + group.x)
            put(target, _cross(px), x, y)


class _Shifted(Layer):
    """A layer of track whose first tile may lie anywhere on the surface."""

    def corner(self, tile_x: float, tile_y: float) -> tuple[float, float]:
        return self.left + tile_x * self.tile_px, self.top + tile_y * self.tile_px


def _arms(built: Mapping[int, Built], tile: int, size: int) -> int:
    return sum(
        1 << edge
        for edge in range(4)
        if (other := built.get(neighbour(tile, edge, size))) is not None and other.road == 0
    )


@sprite(kept=8)
def _cross(tile_px: int) -> pygame.Surface:
    lines = "M22 22L78 78M78 22L22 78"
    body = path(lines, "none", "#2A0A12", 20) + path(lines, "none", "#FF6B5E", 11)
    return svg(body, tile_px, tile_px, box=(0, 0, 100, 100), oversample=2)


@sprite(kept=8)
def _mouth(tile_px: int) -> pygame.Surface:
    body = path("M20 80L20 44Q50 8 80 44L80 80Z", "#15101F", "#F0BE62", 8)
    return svg(body, tile_px, tile_px, box=(0, 0, 100, 100), oversample=2)
