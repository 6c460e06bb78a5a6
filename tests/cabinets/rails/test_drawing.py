"""Where track and trains of a railway are drawn, and that what is kept of the ground is what would be painted anew."""

from __future__ import annotations

import math
from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cabinets.rails.stage.field.trains import DASHES, GOODS, Bit, Reservations, Window, draw_trains
from game.cabinets.rails.stage.ground.chunks import Chunks
from game.cabinets.rails.stage.ground.geometry import LEGS, ends, line
from game.cabinets.rails.stage.ground.laid import END, MIDDLE, parts_of
from game.cabinets.rails.stage.sight.course import Course, Piece
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import EAST, HALF_TILE, ONWARD, STEPS, TILE, WEST, bend, edges, places
from game.cabinets.rails.world.land import HILL, PLAIN, WATER, Land
from game.engine.light import opaque

COLOURS = ("#F2B134", "#1FA5A0", "#B3244A", "#5B7BE5")
WAY = "EEEE" + "SESESE" + "EEE" + "NENE" + "EEEEEE"


def way_of(x: int, y: int, run: str) -> list[Piece]:
    return [Piece(place.x, place.y, place.leg) for place in places(x, y, WEST, run)]


@pytest.fixture(autouse=True)
def window() -> None:
    pygame.display.set_mode((64, 64))


@pytest.mark.parametrize("leg", range(LEGS))
def test_a_line_and_its_follower_meet_in_one_point_and_one_direction(leg: int) -> None:
    leave = edges(leg >> 1, leg & 1)[1]
    for after in ONWARD[leg]:
        end, begin = line(leg, 0, bend(leg, after))[-1], line(after, bend(leg, after), 0)[0]
        across, down = STEPS[leave]
        assert math.dist((end.x, end.y), (begin.x + across, begin.y + down)) < 1e-9
        assert abs(math.sin((end.angle - begin.angle) / 2)) < 1e-9


@pytest.mark.parametrize("leg", range(LEGS))
def test_every_leg_has_three_followers_but_those_that_would_bend_too_far(leg: int) -> None:
    straight = ends(leg)[0][0] == ends(leg)[1][0] or ends(leg)[0][1] == ends(leg)[1][1]
    assert len(ONWARD[leg]) == (3 if straight else 2)


@given(st.floats(3 * TILE, 14 * TILE))
def test_wagons_follow_the_track_half_a_tile_apart(head: float) -> None:
    course = Course(way_of(2, 5, WAY), 0, head, 0)
    spots = course.spots(head, 6)
    gaps = [math.dist(a[:2], b[:2]) * TILE for a, b in pairwise(spots)]
    assert all(0.88 * HALF_TILE < gap < 1.01 * HALF_TILE for gap in gaps)
    assert all(abs((a.angle - b.angle + 32) % 64 - 32) <= 8 for a, b in pairwise(spots))


def test_a_head_is_where_the_views_said_and_goes_evenly_between() -> None:
    way = way_of(2, 5, "EEEE")
    course = Course(way[:2], 1, 0.5 * TILE, 100)
    course.run([(101, way[2]), (103, way[3])], 200, 104)
    assert [course.head(tick) for tick in (99, 100, 101, 103, 104, 200)] == [
        1.5 * TILE,
        1.5 * TILE,
        2 * TILE,
        3 * TILE,
        3 * TILE + 200,
        3 * TILE + 200,
    ]
    assert course.head(102) == 2.5 * TILE


def test_a_head_that_enters_a_piece_in_the_tick_of_a_view_goes_on_from_there() -> None:
    way = way_of(2, 5, "EEEE")
    course = Course(way[:1], 0, 1000, 0)
    course.run([(4, way[1])], 200, 4)
    assert course.on == way[1] and course.head(4) == TILE + 200
    course.run([(7, way[2])], 50, 8)
    assert course.on == way[2] and course.head(8) == 2 * TILE + 50


def test_what_was_foreseen_and_not_run_is_left() -> None:
    way = way_of(2, 5, "EEEE")
    course = Course(way[:1], 0, 500, 0)
    course.foresee(way_of(3, 5, "SES"))
    course.run([(2, way[1])], 100, 4)
    assert course.on == way[1]


def test_a_train_on_a_bridge_goes_straight_over_it() -> None:
    first = Piece(4, 5, 2 * 1 + 1, 5)
    assert edges(first.leg >> 1, first.leg & 1) == (WEST, EAST)
    assert first.beyond == (9, 5, WEST)
    course = Course([first], 0, 3 * TILE, 0)
    spot = course.spots(3 * TILE, 1)[0]
    assert (spot.x, spot.y, spot.angle) == (4 + 2.75, 5.5, 16)


def built_of(run: str, size: int = 32) -> dict[int, Built]:
    works: dict[int, Built] = {}
    for place in places(3, 5, WEST, run):
        tile = place.y * size + place.x
        built = works.get(tile, Built(tile, company=0))
        works[tile] = built._replace(pieces=built.pieces | 1 << place.kind)
    return works


def test_a_line_of_track_has_its_joints_once_and_two_loose_ends() -> None:
    works = built_of("EEEE")
    kinds = [laid.part.after for laid in parts_of(works, 32, sorted(works), COLOURS)]
    assert kinds.count(MIDDLE) == 4
    assert kinds.count(END) == 2
    assert len(kinds) == 4 + 2 + 3


def plain_land(size: int = 32) -> Land:
    terrain = bytearray([PLAIN]) * (size * size)
    terrain[size * 3 + 4 : size * 3 + 9] = bytes([WATER]) * 5
    terrain[size * 20 + 14 : size * 20 + 18] = bytes([HILL]) * 4
    return Land(size, bytes(terrain), (), ())


def pixels(chunks: Chunks, tile_px: int, *, whole: bool) -> bytes:
    surface = opaque(20 * tile_px, 12 * tile_px)
    for _ in range(1 if whole else 100):
        chunks.draw(surface, -2 * tile_px, 0, tile_px, whole=whole)
    return bytes(surface.get_buffer().raw)


@pytest.mark.parametrize("tile_px", [8, 48])
def test_what_is_kept_of_the_ground_follows_what_is_built(tile_px: int) -> None:
    kept = Chunks(plain_land(), COLOURS)
    before = pixels(kept, tile_px, whole=False)
    kept.see(built_of(WAY))
    after = pixels(kept, tile_px, whole=False)
    fresh = Chunks(plain_land(), COLOURS)
    fresh.see(built_of(WAY))
    assert after == pixels(fresh, tile_px, whole=True) != before
    kept.see({})
    assert pixels(kept, tile_px, whole=False) == before


def test_trains_out_of_sight_cost_nothing_and_change_nothing() -> None:
    surface = opaque(320, 200)
    course = Course(way_of(2, 5, WAY), 0, 6 * TILE, 0)
    bits = [Bit("freight", COLOURS[0], -1, 0), *[Bit(GOODS, COLOURS[0], 0, 3)] * 5]
    blank = bytes(surface.get_buffer().raw)
    draw_trains(surface, Window(-3000, 0, 32), [(course, 6 * TILE, bits)])
    assert bytes(surface.get_buffer().raw) == blank
    draw_trains(surface, Window(-64, -64, 32), [(course, 6 * TILE, bits)])
    assert bytes(surface.get_buffer().raw) != blank


def test_reservations_painted_before_the_camera_panned_are_those_painted_after() -> None:
    reserved = [(way_of(2, 5, WAY), COLOURS[1], DASHES[1])]
    panned, fresh = opaque(320, 200), opaque(320, 200)
    kept = Reservations()
    kept.draw(opaque(320, 200), Window(-64, -64, 32), 1, reserved)
    kept.draw(panned, Window(-104, -50, 32), 1, [])
    Reservations().draw(fresh, Window(-104, -50, 32), 1, reserved)
    assert bytes(panned.get_buffer().raw) == bytes(fresh.get_buffer().raw)
    emptied = opaque(320, 200)
    kept.draw(emptied, Window(-104, -50, 32), 2, [])
    assert bytes(emptied.get_buffer().raw) != bytes(fresh.get_buffer().raw)


def test_reservations_that_changed_are_painted_over_some_frames_and_shown_whole() -> None:
    window = Window(-64, -64, 32)
    before = [(way_of(2, 5, WAY), COLOURS[0], DASHES[0])]
    after = [(way_of(2 + number % 3, 5, WAY), COLOURS[1], DASHES[1]) for number in range(150)]

    def shown(kept: Reservations, version: int, gradually: bool) -> bytes:
        surface = opaque(320, 200)
        kept.draw(surface, window, version, after if version == 2 else before, gradually=gradually)
        return bytes(surface.get_buffer().raw)

    kept, fresh = Reservations(), Reservations()
    first, last = shown(kept, 1, True), shown(fresh, 2, False)
    frames = [shown(kept, 2, True) for _ in range(12)]
    assert set(frames) == {first, last} and frames[0] == first and frames[-1] == last
    assert 2 <= frames.index(last) <= 8
    kept.draw(opaque(320, 200), window, 3, before, gradually=True)
    assert shown(kept, 2, False) == last
