"""Runs of the laboratory: a yard with a number of trains and a seed, on a bench or by the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from game.cabinets.rails.building.plans import play, try_groups
from game.cabinets.rails.contract.actions import Buy, Call, Group, Plan
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.jams.jams import EVERY, find, look
from game.cabinets.rails.match.cargo import Packet, made_by, put
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.ticks import after_building, run
from game.cabinets.rails.track.exchange import KINDS, new_stations
from game.cabinets.rails.track.motion import set_goal
from game.cabinets.rails.track.pieces import HALF_TILE, Place
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import FULL, JAMMED, UNLOAD, WAITING
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.yard import Yard, YardError, does_not_fit
from game.core.chance import derive
from game.core.deck import shuffled

RUNNING_IN: Final = 4_000
MEASURED: Final = 20_000
LOAD: Final = 120
"""The load of the reference train, a freight engine and five wagons, in units."""
HALVES, LIMIT = 6, 400
MOST_DELAY: Final = 400
"""Number of ticks within which all trains begin; the tick of each follows from a seed."""
MOST_STOCK: Final = 240
"""Greatest number of units of each cargo at a yard's station when a run begins; the number follows from a seed."""
ENDLESS: Final = 1 << 40


class Run(msgspec.Struct, frozen=True, array_like=True):
    """A run of the laboratory that still has to be done."""

    file: int
    trains: int
    seed: int


class Ran(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of a run, in whole numbers only, so that it is the same on every machine."""

    file: int
    trains: int
    seed: int
    units: int
    """Units delivered in the measured ticks."""
    waited: int
    """Sum of the ticks that all trains waited during the measured ticks."""
    jammed: int = 0
    """The tick at which a jam was proved; 0 for none."""
    ring: tuple[int, ...] = ()
    """Numbers, from 1, of the trains of the jam's first ring; each waits for the next."""


class Trial(ABC):
    """A yard under way. Some of its trains may still have to begin."""

    grain: ClassVar[int] = 1
    """What divides the ticks at which trains begin."""
    looks = True
    """Whether it looks for jams on its way."""
    buys: list[Buy]
    """What buys each of its trains."""

    def __init__(self, yard: Yard, trains: int, seed: int) -> None:
        """Build the yard without its vehicles. Raise YardError if its plan does not fit.

        With seed 0 all trains begin at once, in the order of their numbers; other seeds vary order and times.
        """
        self.yard, self.state = yard, _bare(yard)
        self.works = tuple(group for group in yard.groups if not isinstance(group, Buy))
        self.stations = self.build(self.works)
        """The ids of the yard's stations, in the order in which its plan founds them."""
        order = list(range(trains)) if seed == 0 else shuffled(derive(0, "rails-lab", seed), range(trains))
        delays = [0 if seed == 0 else derive(0, "rails-lab", seed, number) % MOST_DELAY for number in order]
        ticks = [-(-delay // self.grain) * self.grain for delay in delays]
        self._due = sorted(zip(ticks, order, strict=True), key=lambda due: due[0])
        """The trains that have not begun, each after the tick at which it is to."""
        self.order = order
        self.jammed = 0
        """The tick at which a jam was first proved; 0 for none."""

    @property
    def railway(self) -> Railway:
        """The yard's track and trains."""
        return self.state.railway

    @property
    def coins(self) -> int:
        """Cost of track and trains."""
        site = _bare(self.yard).site
        site.free, site.cash[0] = False, 1 << 40
        return try_groups(site, 0, 0, (*self.works, *self.buys)).price

    @property
    @abstractmethod
    def delivered(self) -> int:
        """Number of units delivered so far."""

    @abstractmethod
    def begin(self, number: int) -> bool:
        """Let a train begin; return whether there was room."""

    @abstractmethod
    def step(self, ticks: int) -> None:
        """Let ticks pass, and look for jams where `EVERY` divides the tick."""

    @property
    def waited(self) -> int:
        """Sum of the ticks that all trains have waited so far."""
        return int(sum(self.railway.trains.waited))

    def run(self, ticks: int) -> None:
        """Let ticks pass, and let the trains begin that are due; one without room tries again 8 ticks later."""
        last = self.railway.tick + ticks
        while True:
            now = self.railway.tick
            due = [number for tick, number in self._due if tick <= now]
            later = [(now + 8, number) for number in due if not self.begin(number)]
            self._due = [one for one in self._due if one[0] > now] + later
            if now >= last:
                return
            next_look = [now + EVERY - now % EVERY] if self.looks else []
            self.step(min([last, *next_look, *(tick for tick, _ in self._due)]) - now)
            if not self.jammed and self.railway.holding.clock[JAMMED]:
                self.jammed = self.railway.tick

    def build(self, groups: tuple[Group, ...]) -> list[int]:
        """Play a plan, free of charge. Return the ids of the new stations."""
        state = self.state
        known = set(state.site.stations)
        state.serials[0] += 1
        outcome = play(state.site, 0, 0, Plan(state.serials[0], groups))
        for first in outcome.refused[:1]:
            raise does_not_fit(first.reason, first.x, first.y)
        after_building(state)
        return sorted(set(state.site.stations) - known)


def _bare(yard: Yard) -> State:
    """Return a match on the land of a yard, which is plain if it has none, with nothing built, free of charge."""
    plain = Land(yard.size, bytes(yard.size**2), (), ())
    land = yard.land or (land_of(yard.number, yard.size) if yard.number is not None else plain)
    options: Any = {"size": land.size, "free": True, "minutes": 30, "collisions": yard.collisions}
    state = State(Options(**options), 1)
    state.found(yard.number or 0, land)
    return state


class BenchTrial(Trial):
    """A bench: track alone, with endless coal and reference trains.

    It is fastest if it does not look for jams; one that is there at the end dates itself in a second run.
    """

    looks = False

    def __init__(self, yard: Yard, trains: int, seed: int) -> None:
        """Raise YardError if the plan does not fit, or a train has no start."""
        super().__init__(yard, trains, seed)
        assert yard.bench is not None
        self._bench = yard.bench
        self.buys = [Buy("freight", HALVES - 1, 0, (Call(-1),))] * trains
        self._prepare()
        self.places = self._places()
        """The places where trains can start at once, and whether a train starts loaded there."""
        if len(self.places) < trains:
            raise YardError("few_starts", trains=trains, places=len(self.places))
        self._rows = {
            number: self.railway.add_train(LIMIT, HALVES, number % len(self._bench.loads)) for number in self.order
        }
        self.run(0)

    @property
    def delivered(self) -> int:
        return int(sum(self.railway.stations.delivered))

    def begin(self, number: int) -> bool:
        railway, row, (place, loaded) = self.railway, self._rows[number], self.places[number]
        railway.trains.order[row] = int(loaded)
        set_goal(railway.network, railway.trains, railway.orders, row)
        if not railway.set_down(row, place):
            return False
        if loaded and railway.trains.state[row] == WAITING:
            railway.trains.load[row] = railway.trains.aboard[KINDS * row] = LOAD
        return True

    def step(self, ticks: int) -> None:
        self.railway.run(ticks)
        if self.looks and self.railway.tick % EVERY == 0:
            look(self.railway)

    def _prepare(self) -> None:
        """Fill the stocks, and make the orders."""
        railway, bench = self.railway, self._bench
        takes, *loads = [self.stations[ord(letter) - ord("A")] for letter in (bench.takes, *bench.loads)]
        railway.stations = new_stations(max(self.stations) + 1)
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


class YardTrial(Trial):
    """A yard that runs by the rules, free of charge: with its land, cargo and ratings."""

    grain = EVERY

    def __init__(self, yard: Yard, trains: int, seed: int) -> None:
        """Copy so many vehicles of the yard in turn. Raise YardError if it has none, or its plan does not fit.

        Seed 0 leaves its stations empty; other seeds vary the first stocks.
        """
        super().__init__(yard, trains, seed)
        bought = [group for group in yard.groups if isinstance(group, Buy)]
        if not bought:
            raise YardError("no_vehicles")
        self.buys = [_by_itself(bought, number % len(bought)) for number in range(trains)]
        if seed:
            self._fill_stocks(seed)

    @property
    def delivered(self) -> int:
        return self.state.units[0]

    def begin(self, number: int) -> bool:
        buy = self.buys[number]
        calls = (
            replace(call, station=self.stations[-call.station - 1]) if call.station < 0 else call for call in buy.calls
        )
        self.build((replace(buy, calls=tuple(calls)),))
        return True

    def step(self, ticks: int) -> None:
        run(self.state, ticks)

    def _fill_stocks(self, seed: int) -> None:
        """Put cargo of the producers around into the stations."""
        state = self.state
        for station, reached in sorted(state.reached.items()):
            for producer in reached:
                kind = made_by(state.land, producer)
                if kind is not None:
                    shelf = KINDS * station + kind
                    units = derive(0, "rails-lab", seed, shelf, producer) % (MOST_STOCK + 1)
                    state.cargoes.produced[kind] += units
                    state.railway.stations.stock[shelf] += units
                    put(state.cargoes.waiting.setdefault(shelf, []), Packet(producer, 0, units))


def _by_itself(bought: list[Buy], number: int) -> Buy:
    """Return a purchase with its own orders, if in the yard it shares those of another vehicle."""
    one = bought[number]
    return replace(one, calls=bought[one.like - 1].calls, like=0) if one.like else one


def trial_of(yard: Yard, trains: int, seed: int) -> BenchTrial | YardTrial:
    """Return a yard with a number of trains, before its first tick. Raise YardError."""
    return (BenchTrial if yard.bench else YardTrial)(yard, trains, seed)


def outcome_of(yard: Yard, run: Run) -> Ran:
    """Run a yard. Raise YardError."""
    trial = trial_of(yard, run.trains, run.seed)
    trial.run(RUNNING_IN)
    units, waited = trial.delivered, trial.waited
    trial.run(MEASURED)
    units, waited = trial.delivered - units, trial.waited - waited
    jam = find(trial.railway)
    ring = tuple(train + 1 for train in jam.rings[0]) if jam.rings else ()
    jammed = 0
    if jam.stuck:
        if not trial.looks:
            trial = trial_of(yard, run.trains, run.seed)
            trial.looks = True
            while not trial.jammed:
                trial.run(EVERY)
        jammed = trial.jammed
    return Ran(run.file, run.trains, run.seed, units, waited, jammed, ring)
