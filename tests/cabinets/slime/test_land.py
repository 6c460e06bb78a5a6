"""Where the squares of Slime's picture lie, how land floods, and what tells two lands apart."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pygame
import pytest

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.flood import Tide, arrivals
from game.cabinets.slime.stage.ground import Ground
from game.cabinets.slime.stage.layout import (
    CELL,
    FRAME,
    LAYOUT,
    VECTORS,
    beyond,
    heading_between,
    middle,
    way_between,
)
from game.cabinets.slime.stage.tones import land_tones, skin_tones
from game.core.rules import SPECTATOR
from game.engine.canvas import Canvas
from game.engine.colour import PAPER, SEAT_COLOURS, as_deuteranope, contrast, rgb
from game.engine.light import opaque
from tests.cabinets.slime.table import (
    RULES,
    about_to_flood,
    drawn,
    play,
)

CLOTHS = (("#F2B134", "stripe"), ("#1FA5A0", "lattice"))


def test_every_square_is_found_at_its_middle_and_up_is_up() -> None:
    for square in range(f.SQUARES):
        assert LAYOUT.at(*middle(square)) == square
        for heading in Heading:
            other = beyond(square, heading)
            if other is None:
                continue
            (x, y), (other_x, other_y) = middle(square), middle(other)
            assert (other_x - x, other_y - y) == (VECTORS[heading][0] * CELL, VECTORS[heading][1] * CELL)
            assert heading_between(square, other) is heading
    assert LAYOUT.at(2, 200) is None
    assert middle(0)[1] > middle(12)[1]


def test_a_way_leads_step_by_step_over_the_shortest_squares() -> None:
    chance = Random(2)
    for _ in range(200):
        start, end = chance.randrange(f.SQUARES), chance.randrange(f.SQUARES)
        way = [start, *way_between(start, end)]
        assert way[-1] == end
        assert all(heading_between(*step) is not None for step in pairwise(way))
        (x, y), (end_x, end_y) = divmod(start, f.HEIGHT), divmod(end, f.HEIGHT)
        assert len(way) - 1 == abs(end_x - x) + abs(end_y - y)
        headings = [heading_between(*step) for step in pairwise(way)]
        assert sum(one is not other for one, other in pairwise(headings)) <= 1


def test_a_flood_goes_through_what_it_closed_before_it_goes_around() -> None:
    inside = [x * f.HEIGHT + y for x in range(5, 12) for y in range(4, 9)]
    source = 4 * f.HEIGHT + 6
    times = arrivals([source], inside)
    assert times[source] == 0
    for square in inside:
        beside = [beyond(square, heading) for heading in Heading]
        earlier = [times[other] for other in beside if other is not None and times[other] < times[square]]
        assert earlier, "the flood comes from somewhere"
    assert max(times[square] for square in inside) == times[11 * f.HEIGHT + 6 - 2]


def test_a_flood_without_a_source_still_covers_what_changed() -> None:
    inside = [100, 101, 102]
    times = arrivals([], inside)
    assert all(times[square] == 1.0 for square in inside)


def test_a_flood_ends_in_the_picture_after_it() -> None:
    state = about_to_flood()
    before = RULES.view(state, SPECTATOR).owners
    _, view, _ = play(state)
    changed = [square for square in range(f.SQUARES) if before[square] != view.owners[square]]
    tide = Tide(before, view.owners, [13 * f.HEIGHT + 1], None)
    canvas = Canvas(opaque(round(FRAME.width), round(FRAME.height)), 1.0)
    ground = Ground()
    pictures = []
    for front in (0.0, tide.reach / 2, tide.reach):
        tide.front = front
        ground.draw(canvas, before, tide, CLOTHS)
        pictures.append([canvas.surface.get_at((round(x), round(y)))[:3] for x, y in map(middle, changed)])
    ground.draw(canvas, view.owners, None, CLOTHS)
    after = [canvas.surface.get_at((round(x), round(y)))[:3] for x, y in map(middle, changed)]
    assert pictures[2] == after
    covered = sum(half == end for half, end in zip(pictures[1], after, strict=True))
    assert 0.15 * len(changed) < covered < 0.85 * len(changed)
    assert not any(start == end for start, end in zip(pictures[0], after, strict=True))


def test_squares_look_like_their_owners() -> None:
    view = RULES.view(drawn("\n".join(["A" * 8 + "." * 9 + "B" * 8] * 13), {}), SPECTATOR)
    canvas = Canvas(opaque(round(FRAME.width), round(FRAME.height)), 1.0)
    Ground().draw(canvas, view.owners, None, CLOTHS)
    found: dict[int, list[tuple[int, int, int, int]]] = {-1: [], 0: [], 1: []}
    for square, owner in enumerate(view.owners):
        around = [beyond(square, heading) for heading in Heading]
        if square not in f.HOMES and all(other is not None and view.owners[other] == owner for other in around):
            x, y = middle(square)
            found[owner].append(pygame.transform.average_color(canvas.surface, (round(x) - 6, round(y) - 6, 12, 12)))
    assert all(len(colours) > 3 for colours in found.values())
    assert all(colour[2] > colour[0] for colour in found[1])
    assert all(colour[0] > 2 * colour[2] for colour in found[0])
    assert all(colour[2] > 90 for colour in found[-1])


@pytest.mark.parametrize("colour", SEAT_COLOURS.values())
def test_slimes_part_from_their_own_land(colour: str) -> None:
    land, skin = land_tones(colour), skin_tones(colour)
    assert contrast(PAPER, land.body) >= 1.8, "the line around a slime"
    assert contrast(skin.line, PAPER) >= 7, "the line around that"
    assert sum(abs(a - b) for a, b in zip(rgb(skin.middle), rgb(land.body), strict=True)) > 60


def test_lands_part_for_eyes_that_take_red_for_green() -> None:
    ours, theirs = (land_tones(colour).body for colour, _ in CLOTHS)
    assert contrast(as_deuteranope(ours), as_deuteranope(theirs)) >= 1.5
