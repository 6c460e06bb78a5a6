"""The six layouts with endless coal and reference trains, as docs/rails.md, "The laboratory", has them measured."""

from __future__ import annotations

from msgspec.structs import replace

from game.cabinets.rails.building.laying import lay
from game.cabinets.rails.track.exchange import KINDS, new_stations
from game.cabinets.rails.track.motion import set_goal
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import FULL, UNLOAD, WAITING
from game.cabinets.rails.track.works import Works
from game.cabinets.rails.yards.layouts import Layout

LOAD = 120
"""Units of the reference train: a freight engine and five wagons."""
_RUNNING_IN, _MEASURED = 4_000, 20_000


def railway_of(layout: Layout, trains: int, east: int = 0, south: int = 0) -> Railway:
    """A layout, moved by so many tiles, with trains in its first places."""
    works = Works(120)
    lay(works, [replace(piece, x=piece.x + east, y=piece.y + south) for piece in layout.pieces])
    railway = Railway(works, 0)
    railway.stations = new_stations(layout.mines + 1)
    for mine in range(layout.mines):
        railway.stations.stock[mine * KINDS] = 1 << 40
        railway.stations.offers[mine * KINDS] = 1
    railway.stations.takes[layout.last * KINDS] = 1
    railway.set_orders([[(mine, FULL), (layout.last, UNLOAD)] for mine in range(layout.mines)])
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
