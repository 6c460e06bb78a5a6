"""A layout that is mirrored or turned delivers the same: nothing in Caravan Rails depends on where north is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.cabinets.rails.contract.actions import EDGE_NAMES, Edge, Platforms, Rail, Signal
from game.cabinets.rails.track.pieces import EDGES, Place, read_run
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.layouts import Laid, Layout, Start
from tests.cabinets.rails.layouts import delivered, railway_of

SIZE = 100
Turned = Callable[[int, int], tuple[int, int]]
"""Where a tile comes to lie."""


def mirrored(x: int, y: int) -> tuple[int, int]:
    """East and west change places."""
    return SIZE - 1 - x, y


def turned(x: int, y: int) -> tuple[int, int]:
    """A quarter of a turn, clockwise."""
    return SIZE - 1 - y, x


def edge_of(way: Turned, edge: int) -> int:
    """What becomes of an edge."""
    return (edge, 4 - edge)[edge % 2] if way is mirrored else (edge + 1) % 4


def letter_of(way: Turned, letter: str) -> Edge:
    """What becomes of an edge by its letter."""
    return EDGE_NAMES[edge_of(way, EDGES.index(letter))]


def piece_of(way: Turned, piece: Laid) -> Laid:
    """What becomes of what is laid."""
    x, y = way(piece.x, piece.y)
    match piece:
        case Rail(entry=edge, run=run):
            return Rail(x, y, letter_of(way, edge), "".join(letter_of(way, letter) for letter in read_run(run)))
        case Signal(entry=enter, exit=leave, kind=kind):
            return Signal(x, y, letter_of(way, enter), letter_of(way, leave), kind)
        case Platforms(axis=axis, length=length, count=count, station=station):
            far = (piece.x + length - 1, piece.y) if axis == "EW" else (piece.x, piece.y + length - 1)
            ends = [(x, y), way(*far)]
            assert count == 1
            across = "NS" if axis == "EW" else "EW"
            return Platforms(*min(ends), axis if way is mirrored else across, length, count, station)


def layout_of(way: Turned, layout: Layout) -> Layout:
    """A layout, mirrored or turned, with its trains."""
    starts = [
        Start(Place(*way(s.place.x, s.place.y), edge_of(way, s.place.enter), edge_of(way, s.place.leave)), s.bound_for)
        for s in layout.starts
    ]
    return Layout(tuple(piece_of(way, piece) for piece in layout.pieces), tuple(starts), layout.mines)


@pytest.mark.parametrize("way", [mirrored, turned])
@pytest.mark.parametrize(("name", "trains"), [("passing_loop", 2), ("loop", 4), ("tree", 3)])
def test_a_layout_delivers_the_same_wherever_north_is(name: str, trains: int, way: Turned) -> None:
    layout: Any = layouts.LAYOUTS[name]()
    here, there = railway_of(layout, trains), railway_of(layout_of(way, layout), trains)
    for _ in range(12):
        here.run(100)
        there.run(100)
        assert delivered(here) == delivered(there)
        assert list(here.trains.speed) == list(there.trains.speed)
    assert delivered(here) > 0
