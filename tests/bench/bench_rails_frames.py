"""How long the map of a railway takes to draw with 200 trains in sight. Dummy video: all drawing, no flip.

    python -m tests.bench.bench_rails_frames

prints milliseconds a frame (median, p95, p99, worst, by the time this thread had on a core) at 1280×720, at 16 and at
32 pixels a tile: ground from its chunks, every vehicle turned along its curve, each train's reservation. In the second
line of each the map is panned as well, so that chunks come into sight and are painted. To reach: p95 ≤ 8, p99 ≤ 16.7.
The last three lines are whole frames of the stage with its cards, in a match of 200 trains of which most are in sight,
a view every 30 frames among them.
"""

from __future__ import annotations

import os
import statistics
import time

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

import pygame

from game.cabinets.rails.contract.actions import Advance
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.stage.field.trains import DASHES, GOODS, Bit, Reservations, Window, draw_trains
from game.cabinets.rails.stage.ground.chunks import Chunks
from game.cabinets.rails.stage.sight.course import Course, Piece
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import TILE, WEST, places
from game.cabinets.rails.world.worldgen import land_of
from game.core.rules import Move
from game.engine.colour import SEAT_COLOURS
from game.engine.light import opaque
from tests.bench.bench_rails_rules import ground, made
from tests.cabinets.rails.solo import Solo

SIZE = (1280, 720)
MAP = 128
TRAINS, VEHICLES = 200, 6
FRAMES = 600
ROWS = 20
"""Lines of track."""
COLOURS = list(SEAT_COLOURS.values())[:4]


def lines(left: int, top: int) -> list[list[Piece]]:
    """Lines of track side by side, each with a bend every few tiles."""
    found = []
    for row in range(ROWS):
        way = places(left, top + row, WEST, "EEEESESEEEENENE" * 8)
        found.append([Piece(place.x, place.y, 2 * place.kind + place.direction) for place in way if place.x < MAP])
    return found


def measure(tile_px: int, panning: int) -> list[float]:
    """Milliseconds of each frame."""
    land = land_of(3, MAP)
    ways = lines(10, 12)
    works: dict[int, Built] = {}
    for way in ways:
        for piece in way:
            tile = piece.y * MAP + piece.x
            built = works.get(tile, Built(tile, company=0))
            works[tile] = built._replace(pieces=built.pieces | 1 << (piece.leg >> 1))
    chunks = Chunks(land, COLOURS)
    chunks.see(dict(sorted(works.items())))
    trains = []
    for number in range(TRAINS):
        colour = COLOURS[number % 4]
        way = ways[number % ROWS]
        bits = [Bit("freight", colour, -1, 0), *(Bit(GOODS, colour, Cargo.COAL, 4) for _ in range(VEHICLES - 1))]
        start = (4 + (number // ROWS) * 4 * 16 // tile_px * 2) * TILE
        course = Course(way, 0, float(start), 0)
        trains.append((course, float(start), bits))
    surface = opaque(*SIZE)
    left, top = -8 * tile_px, -10 * tile_px
    chunks.draw(surface, left, top, tile_px, whole=True)
    reservations = Reservations()
    taken = []
    for frame in range(FRAMES):
        begin = time.thread_time()
        window = Window(left - frame * panning, top, tile_px)
        chunks.draw(surface, *window)
        reserved = ((ways[n % ROWS][20:28], train[2][0].colour, DASHES[0]) for n, train in enumerate(trains))
        reservations.draw(surface, window, frame // 30, reserved, gradually=True)
        draw_trains(surface, window, [(course, head + frame * 20, bits) for course, head, bits in trains])
        taken.append((time.thread_time() - begin) * 1000)
    return taken[20:]


def whole(tile_px: int) -> list[float]:
    """Milliseconds of each frame of the stage, taking a view included, the rules excluded."""
    solo = Solo(Options(size=128, free=True, minutes=30), 1, land=ground())
    solo.state = made()
    stage, canvas = solo.stage, solo.canvas(*SIZE)
    stage.reset(solo.view)
    stage.choose(0, None)
    stage.draw(canvas)
    camera = stage.map.field.camera
    camera.zoom = float(tile_px)
    camera.glide_to(60, 40, 0)
    taken = []
    for frame in range(FRAMES):
        events = solo.rules.step(solo.state, [Move(0, Advance(4))]) if frame % 30 == 0 else []
        view = solo.view if frame % 30 == 0 else None
        begin = time.thread_time()
        if view is not None:
            stage.show(view, events)
        stage.update(1 / 60)
        stage.draw(canvas)
        taken.append((time.thread_time() - begin) * 1000)
    return taken[min(100, FRAMES // 2) :]


def tell(name: str, taken: list[float]) -> None:
    """Print median, p95, p99 and worst."""
    taken = sorted(taken)
    p95, p99 = (taken[int(len(taken) * share)] for share in (0.95, 0.99))
    print(f"{name}: {statistics.median(taken):.1f} / {p95:.1f} / {p99:.1f} / {taken[-1]:.1f} ms")


def main() -> None:
    """Measure and print."""
    pygame.init()
    pygame.display.set_mode((64, 64))
    for tile_px in (16, 32):
        for panning in (0, 3):
            tell(f"{tile_px} px {'panned' if panning else 'still'}", measure(tile_px, panning))
    for tile_px in (8, 16, 32):
        tell(f"{tile_px} px, whole stage", whole(tile_px))


if __name__ == "__main__":
    main()
