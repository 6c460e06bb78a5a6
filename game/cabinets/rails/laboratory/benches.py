"""Benches: tracks with endless coal and reference trains, on which layouts are measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from game.cabinets.rails.building.laying import lay
from game.cabinets.rails.building.prices import PLATFORM, RAIL, SIGNAL, SPAN, vehicle_price
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.track.exchange import KINDS, new_stations
from game.cabinets.rails.track.motion import set_goal
from game.cabinets.rails.track.pieces import HALF_TILE, Place
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import FULL, UNLOAD, WAITING
from game.cabinets.rails.track.works import Refused, Works, kinds
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.errors import YardError, does_not_fit
from game.cabinets.rails.yards.layouts import Layout
from game.cabinets.rails.yards.yard import Bench, Words, Yard
from game.core.chance import derive
from game.core.deck import shuffled

LOAD: Final = 120
"""The load of the reference train, a freight engine and five wagons, in units."""
HALVES, LIMIT = 6, 400
MOST_HOURS: Final = 400
"""Number of ticks within which trains are set down, at times that follow from a seed."""
ENDLESS: Final = 1 << 40
LAYOUTS: Final[Mapping[str, tuple[Callable[[], Layout], int]]] = {
    "single": (layouts.single, 1),
    "passing_loop": (layouts.passing_loop, 2),
    "simple_double": (layouts.simple_double, 2),
    "loop": (layouts.loop, 6),
    "tree": (layouts.tree, 8),
    "loop_double": (layouts.loop_double, 8),
    "drive_through": (partial(layouts.loop, platforms=2), 12),
    "four_platforms": (partial(layouts.loop_double, platforms=4), 14),
}
"""The six layouts and their variants, each with its best number of trains."""


def layout_yard(name: str) -> Yard:
    """Return a layout as a yard."""
    make, best = LAYOUTS[name]
    layout = make()
    letters = [chr(ord("A") + station) for station in range(layout.mines + 1)]
    bound = "" if layout.mines > 1 else letters[layout.last]
    starts = tuple((start.place, bound if start.bound_for == layout.last else "") for start in layout.starts)
    bench = Bench(tuple(letters[: layout.mines]), letters[layout.last], starts, best)
    return Yard(Words(name, name), Words(name, name), size=128, groups=layout.pieces, bench=bench)


class Entry(NamedTuple):
    """A train that still has to be set down."""

    tick: int
    train: int
    place: Place
    loaded: bool


def places(yard: Yard) -> int:
    """Return how many trains of a bench find a place at once."""
    return len(BenchRun(yard, 0, 0).places)


class BenchRun:
    """A running bench. Some of its trains may still have to be set down."""

    def __init__(self, yard: Yard, trains: int, seed: int) -> None:
        """Start a bench with `trains` trains. Raise YardError if the plan does not fit, or a train has no start.

        With seed 0 all trains are set down at once, in the order of the starts; other seeds vary order and times.
        """
        assert yard.bench is not None
        self._bench = yard.bench
        self._trains = trains
        works = Works(yard.size)
        try:
            lay(works, yard.groups)
        except Refused as refused:
            raise does_not_fit(refused.reason, refused.x, refused.y) from refused
        self.railway = Railway(works, 0)
        self._prepare(max(works.stations.values(), default=-1) + 1)
        self.places = self._places()
        """The places where trains can start at once, and whether a train starts loaded there."""
        self._waiting = sorted(self._entries(trains, seed), key=lambda entry: entry.tick)
        self.run(0)

    @property
    def coins(self) -> int:
        """Cost of track and trains, in coins."""
        works = self.railway.works
        pieces = sum(len(list(kinds(mask))) for mask in works.masks.values())
        spans = sum(
            SPAN[span.form] * span.length for tile, span in works.heads.items() if tile == works.tile(*span[:2])
        )
        tracks = RAIL * pieces + PLATFORM * len(works.stations) + SIGNAL * len(works.signals) + spans
        return tracks + self._trains * vehicle_price(VehicleModel.FREIGHT, HALVES - 1, 0)

    @property
    def delivered(self) -> int:
        """Number of units delivered so far."""
        return int(sum(self.railway.stations.delivered))

    def run(self, ticks: int) -> None:
        """Let ticks pass, and set down the trains that are due; one without room tries again 8 ticks later."""
        railway = self.railway
        last = railway.tick + ticks
        while True:
            now = railway.tick
            due = [entry for entry in self._waiting if entry.tick <= now]
            later = [entry._replace(tick=now + 8) for entry in due if not self._set_down(entry)]
            self._waiting = [entry for entry in self._waiting if entry.tick > now] + later
            if now >= last:
                return
            railway.run(min([last, *(entry.tick for entry in self._waiting)]) - now)

    def _prepare(self, stations: int) -> None:
        """Fill the stocks, and make the orders."""
        railway, bench = self.railway, self._bench
        loads = [ord(letter) - ord("A") for letter in bench.loads]
        takes = ord(bench.takes) - ord("A")
        railway.stations = new_stations(stations)
        for station in loads:
            railway.stations.stock[station * KINDS] = ENDLESS
            railway.stations.offers[station * KINDS] = 1
        railway.stations.takes[takes * KINDS] = 1
        railway.set_orders([[(station, FULL), (takes, UNLOAD)] for station in loads])

    def _places(self) -> list[tuple[Place, bool]]:
        found: list[tuple[Place, bool]] = []
        taken: set[int] = set()
        for place, bound in self._bench.starts:
            pieces = {leg >> 1 for leg in self.railway.body_at(place, HALVES * HALF_TILE)}
            if pieces and not pieces & taken:
                taken |= pieces
                found.append((place, bound == self._bench.takes))
        return found

    def _entries(self, trains: int, seed: int) -> Iterator[Entry]:
        """Yield each train with its place, in the order in which trains are set down."""
        bench, railway = self._bench, self.railway
        if len(self.places) < trains:
            raise YardError("few_starts", trains=trains, places=len(self.places))
        chance = derive(0, "rails-lab", seed)
        order = list(range(trains)) if seed == 0 else shuffled(chance, range(trains))
        for number in order:
            place, loaded = self.places[number]
            train = railway.add_train(LIMIT, HALVES, number % len(bench.loads))
            hour = 0 if seed == 0 else derive(0, "rails-lab", seed, number) % MOST_HOURS
            yield Entry(hour, train, place, loaded)

    def _set_down(self, entry: Entry) -> bool:
        railway = self.railway
        railway.trains.order[entry.train] = int(entry.loaded)
        set_goal(railway.network, railway.trains, railway.orders, entry.train)
        if not railway.set_down(entry.train, entry.place):
            return False
        if entry.loaded and railway.trains.state[entry.train] == WAITING:
            railway.trains.load[entry.train] = railway.trains.aboard[KINDS * entry.train] = LOAD
        return True
