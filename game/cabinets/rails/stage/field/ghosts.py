"""A translucent preview of what would be built: track, platforms and signals; red if it would be refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

import pygame

from game.cabinets.rails.building.tracks import line_from, place_of, tiles_of
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
from game.cabinets.rails.stage.field.trains import Window
from game.cabinets.rails.stage.ground.furniture import dock, platform, road, shelter, signal, span_deck
from game.cabinets.rails.stage.ground.laid import Layer, neighbour, parts_of, put_parts
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import EDGES, STEPS, Place, opposite, places, read_run
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.cabinets.rails.track.works import Refused, Works
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
        with suppress(ValueError, Refused):
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
    if isinstance(group, Rail):
        for place in places(group.x, group.y, EDGES.index(group.entry), read_run(group.run)):
            if 0 <= place.x < sight.size and 0 <= place.y < sight.size:
                tile = place.y * sight.size + place.x
                yield tile, Built(tile, pieces=1 << place.kind)
    elif isinstance(group, Signals):
        for place in _line(group, sight, added)[:: max(2, group.gap)]:
            tile = place.y * sight.size + place.x
            yield tile, Built(tile, signals=((place.leg, SignalModel.ONE_WAY),))
    elif isinstance(group, Road | Signal | Platforms | Span | Stop | Dock):
        tiles = [y * sight.size + x for x, y in tiles_of(group) if 0 <= x < sight.size and 0 <= y < sight.size]
        if not isinstance(group, Span):
            yield from ((tile, _alone(group)._replace(tile=tile)) for tile in tiles)
        elif len(tiles) == 2:
            edge, form = EDGES.index(group.edge), int(group.kind == "tunnel")
            for tile, way in zip(tiles, (edge, opposite(edge)), strict=True):
                yield tile, Built(tile, span=(way, group.length, form))


def _alone(group: Road | Signal | Platforms | Stop | Dock) -> Built:
    """Return what a group builds on each of its tiles."""
    match group:
        case Platforms(axis=axis):
            return Built(0, pieces=2 if axis == "EW" else 1, platform=True)
        case Signal(x, y, entry, leave, kind):
            return Built(0, signals=((place_of(x, y, entry, leave).leg, signal_named(kind)),))
        case Stop(kind=kind, bays=bays):
            return Built(0, stop=1 if kind == "truck" else 2, bays=bays)
    return Built(0, dock=True) if isinstance(group, Dock) else Built(0, road=0)


def _line(group: Signals, sight: Sight, added: Mapping[int, Built]) -> list[Place]:
    """Return the legs along which a group puts up signals, on what is built and what is `added`."""
    built, works = sight.state.site.works, Works(sight.size)
    works.masks = built.masks | {tile: built.masks.get(tile, 0) | one.pieces for tile, one in added.items()}
    works.stations = built.stations | {tile: 0 for tile, one in added.items() if one.platform}
    return line_from(works, place_of(group.x, group.y, group.entry, group.exit))


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
