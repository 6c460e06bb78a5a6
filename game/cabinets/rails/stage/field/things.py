"""What stands on the ground and changes with time: industries, signals, and the wagons of a train."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

import pygame

from game.cabinets.rails.building.prices import COACH_UNITS, GOODS_UNITS
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.look import IndustryView, VehicleView
from game.cabinets.rails.stage.field.trains import COACH, GOODS, LOADS, Bit, Window
from game.cabinets.rails.stage.ground.furniture import signal
from game.cabinets.rails.stage.ground.geometry import line
from game.cabinets.rails.stage.ground.houses import STEPS as FILLS
from game.cabinets.rails.stage.ground.houses import above, industry
from game.cabinets.rails.stage.sight.course import Piece
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.pieces import STEPS, edges
from game.cabinets.rails.world.land import MINE, POWER_STATION, SIDE, WELL, Industry
from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import Colour

ASIDE: Final = 0.36
"""Distance from the middle of a track to its signals, in tiles."""
_FULL_HEAP: Final = 240
"""Units waiting around a mine at which its heap is drawn at full height."""
_A_WINDOW: Final = 120
"""Units delivered to a power station that light one more of its windows: as much as five wagons carry."""
SIGNALS_FROM: Final = 10
"""The smallest tile width in screen pixels at which signals are drawn."""


def step_of(one: Industry, seen: IndustryView | None, waiting: int, tick: float) -> int:
    """Return an industry's picture number: by waiting cargo (mine), deliveries (power station) or tick (well)."""
    if one.kind == MINE:
        return min(FILLS, -(-FILLS * waiting // _FULL_HEAP))
    if one.kind == POWER_STATION:
        return min(FILLS, -(-(seen.taken if seen else 0) // _A_WINDOW))
    return int(tick / 3) % 7 if one.kind == WELL else 0


def put_industries(target: pygame.Surface, window: Window, sight: Sight, waiting: Sequence[int], tick: float) -> None:
    """Draw all industries in sight, northern ones first; `waiting` has the units waiting around each of them."""
    left, top, tile_px = window
    rows = sight.view.industries
    order = sorted(range(len(sight.land.industries)), key=lambda place: sight.land.industries[place].tile)
    for place in order:
        one = sight.land.industries[place]
        x, y = left + one.tile % sight.size * tile_px, top + one.tile // sight.size * tile_px
        reach = (SIDE[one.kind] + 1) * tile_px
        if not (-reach < x < target.get_width() and -reach < y < target.get_height() + tile_px):
            continue
        step = step_of(one, rows[place] if place < len(rows) else None, waiting[place], tick)
        target.blit(industry(one.kind, one.at_sea, step, tile_px), (x, y - above(tile_px)), special_flags=PREMULTIPLIED)


def signal_spot(tile: int, leg: int, size: int) -> tuple[float, float]:
    """Return where the signal at the end of a leg stands, in tiles of the map: to the right of the track."""
    x, y = _beside(leg)
    return tile % size + x, tile // size + y


@cache
def _beside(leg: int) -> tuple[float, float]:
    """Return the place of the signal at the end of a leg within its tile, in tiles."""
    x, y, angle = line(leg)[-1]
    back, aside = 0.1, ASIDE
    dx = -math.sin(angle) * back + math.cos(angle) * aside
    dy = math.cos(angle) * back + math.sin(angle) * aside
    return x + dx, y + dy


def put_signals(target: pygame.Surface, window: Window, sight: Sight) -> None:
    """Draw all signals in sight: green where a train has reserved track beyond them."""
    left, top, tile_px = window
    if tile_px < SIGNALS_FROM:
        return
    going = {(one.y * sight.size + one.x, one.leg) for way in sight.ways.values() for one in way.passing}
    width, height = target.get_size()
    blits = []
    for tile, built in sight.works.items():
        for leg, kind in built.signals:
            x, y = signal_spot(tile, leg, sight.size)
            px, py = left + x * tile_px, top + y * tile_px
            if -tile_px < px < width + tile_px and -tile_px < py < height + tile_px:
                drawn = signal(kind, (tile, leg) in going, tile_px)
                blits.append((py, drawn, (px - drawn.get_width() / 2, py - drawn.get_height() / 2)))
    blits.sort(key=lambda blit: blit[0])
    target.fblits([blit[1:] for blit in blits], PREMULTIPLIED)


def bits_of(vehicle: VehicleView, own: Colour, company: Colour) -> list[Bit]:
    """Return engine and wagons of a train from the engine back; the engine in `own`, wagons in `company`."""
    bits = [Bit(vehicle.model.word, own, -1, 0)]
    left = vehicle.load
    people = vehicle.cargo == Cargo.PASSENGERS
    for kind, count, hold in ((GOODS, vehicle.goods, GOODS_UNITS), (COACH, vehicle.coaches, COACH_UNITS)):
        carries = people == (kind == COACH)
        for _ in range(count):
            inside = min(left, hold) if carries else 0
            left -= inside
            bits.append(Bit(kind, company, vehicle.cargo if carries else -1, -(-LOADS * inside // hold)))
    return bits


def spread(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces tile by tile: a bridge or tunnel that spans several tiles becomes one piece for each tile."""
    for piece in pieces:
        if piece.tiles == 1:
            yield piece
            continue
        across, down = STEPS[edges(piece.leg >> 1, piece.leg & 1)[1]]
        for step in range(piece.tiles):
            yield Piece(piece.x + across * step, piece.y + down * step, piece.leg)
