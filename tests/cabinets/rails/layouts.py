"""The six layouts with endless coal and reference trains, as docs/rails.md, "The laboratory", has them measured."""

from __future__ import annotations

from msgspec.structs import replace

from game.cabinets.rails.building.plans import play
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.actions import Group, Plan
from game.cabinets.rails.track.exchange import KINDS, new_stations
from game.cabinets.rails.track.motion import set_goal
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import FULL, UNLOAD, WAITING
from game.cabinets.rails.track.works import Works
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.yards.layouts import Layout

LOAD = 120
"""Units of the reference train: a freight engine and five wagons."""
SIZE = 120
_RUNNING_IN, _MEASURED = 4_000, 20_000


def works_of(groups: tuple[Group, ...]) -> Works:
    """What groups build on plain land; their stations are numbered from 1."""
    site = Site(Land(SIZE, bytes(SIZE * SIZE), (), ()), True, 1)
    assert not play(site, 0, 0, Plan(0, groups)).refused
    return site.works


def railway_of(layout: Layout, trains: int, east: int = 0, south: int = 0) -> Railway:
    """A layout, moved by so many tiles, with trains in its first places."""
    moved = tuple(replace(piece, x=piece.x + east, y=piece.y + south) for piece in layout.pieces)
    railway = Railway(works_of(moved), 0)
    railway.stations = new_stations(layout.mines + 2)
    mines, last = range(1, layout.mines + 1), layout.last + 1
    for mine in mines:
        railway.stations.stock[mine * KINDS] = 1 << 40
        railway.stations.offers[mine * KINDS] = 1
    railway.stations.takes[last * KINDS] = 1
    railway.set_orders([[(mine, FULL), (last, UNLOAD)] for mine in mines])
    starts = iter(layout.starts)
    for number in range(trains):
        train = railway.add_train(400, 6, number % layout.mines)
        for start in starts:
            loaded = layout.mines == 1 and start.bound_for == layout.last
            railway.trains.order[train] = int(loaded)
            set_goal(railway.network, railway.trains, railway.orders, train)
            place = start.place._replace(x=start.place.x + east, y=start.place.y + south)
            if railway.set_down(train, place):
                if loaded and railway.trains.state[train] == WAITING:
                    railway.trains.load[train] = railway.trains.aboard[KINDS * train] = LOAD
                break
        else:
            raise AssertionError(f"no place for train {number}")
    return railway


def delivered(railway: Railway) -> int:
    """Units so far."""
    return int(sum(railway.stations.delivered))


def measure(layout: Layout, trains: int) -> float:
    """Units delivered in 10,000 ticks, the mean of 20,000 after 4,000 of running in."""
    railway = railway_of(layout, trains)
    railway.run(_RUNNING_IN)
    before = delivered(railway)
    railway.run(_MEASURED)
    return (delivered(railway) - before) * 10_000 / _MEASURED
