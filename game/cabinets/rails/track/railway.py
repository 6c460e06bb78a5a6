"""A railway as the rules hold it: works, the network that follows from them, and the trains on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.track.distances import update_goals
from game.cabinets.rails.track.exchange import Stations, new_stations
from game.cabinets.rails.track.feeding import Feeders, no_feeders
from game.cabinets.rails.track.motion import (
    HALVES,
    World,
    begin_to_wait,
    remove,
    run_trains,
    set_down,
    set_goal,
    turn_round,
)
from game.cabinets.rails.track.network import CONFLICTS, Network, Slots, renew_sight
from game.cabinets.rails.track.pieces import HALF_TILE, Place
from game.cabinets.rails.track.reserving import Desk, new_desk
from game.cabinets.rails.track.told import Told, new_told
from game.cabinets.rails.track.trains import (
    AWAY,
    FREE_NODE,
    FREE_NODES,
    FULL,
    KINDS,
    LOADING,
    MOST_TRAINS,
    PASSENGERS,
    STOPPED,
    TICK,
    TRAINS,
    WAITING,
    Holding,
    Orders,
    Trains,
    copied,
    new_holding,
    new_orders,
    new_trains,
)
from game.cabinets.rails.track.works import Works
from game.core.compiled import array

EXCHANGE_RATE: Final = 5
"""Units that a vehicle loads or unloads in a tick for each five wagons; the number of fives is rounded up."""


class Railway:
    """Works, network, trains, orders and stations. After changing the works, call `rebuild` before the next tick."""

    def __init__(self, works: Works, told: int = 8192) -> None:
        self.works = works
        self.slots = Slots(works)
        self.slots.update()
        update_goals(self.slots)
        self.trains: Trains = new_trains()
        self.holding: Holding = new_holding(self.slots.capacity, MOST_TRAINS)
        self.orders: Orders = new_orders([])
        self.stations: Stations = new_stations(0)
        self.desk: Desk = new_desk(self.slots.capacity)
        self.told: Told = new_told(told)
        self.feeders: Feeders = no_feeders()
        self._blank = new_trains(1)
        self.classic = False
        """Whether trains in networks without any signal run by sight, and can crash."""

    @property
    def network(self) -> Network:
        """The track as arrays."""
        return self.slots.network

    @property
    def tick(self) -> int:
        """Number of ticks that have passed."""
        return int(self.holding.clock[TICK])

    @property
    def world(self) -> World:
        """All arrays on which compiled code works."""
        parts = self.network, self.trains, self.holding, self.orders, self.stations, self.desk
        return World(*parts, self.told, self.feeders)

    def run(self, ticks: int) -> None:
        """Run ticks of all vehicles."""
        run_trains(self.world, ticks)

    def set_orders(self, lists: list[list[tuple[int, int]]]) -> None:
        """Set all lists of orders; each is a list of pairs (station, order)."""
        self.orders = new_orders(lists)

    def rebuild(self) -> bool:
        """Take over changes of the works. Return whether there were any; if so, all trains search for ways again."""
        if not self.slots.update():
            return False
        update_goals(self.slots)
        renew_sight(self.slots, self.classic)
        self._grow()
        for train in range(self.holding.clock[TRAINS]):
            if self.trains.limit[train] > 0 and not self.trains.mode[train]:
                bound, patience = self.trains.bound[train], self.trains.patience[train]
                set_goal(self.network, self.trains, self.orders, train)
                self.trains.patience[train] = patience
                if self.trains.goal[train] >= 0:
                    self.trains.bound[train] = bound
        return True

    def _grow(self) -> None:
        """Enlarge all arrays to the number of pieces of the network."""
        have, need = len(self.holding.owner), self.slots.capacity
        if need <= have:
            return
        larger = new_holding(need, MOST_TRAINS)
        holding = self.holding
        for rows, before in ((larger.owner, holding.owner), (larger.held, holding.held)):
            rows[:have] = before
        larger.released[:have] = holding.released
        nodes = len(holding.leg)
        larger.leg[:nodes], larger.next[:nodes], larger.clock[:] = holding.leg, holding.next, holding.clock
        larger.next[len(larger.next) - 1] = holding.clock[FREE_NODE]
        larger.clock[FREE_NODE] = nodes
        larger.clock[FREE_NODES] = holding.clock[FREE_NODES] + len(larger.leg) - nodes
        self.holding, self.desk = larger, new_desk(need)

    def add_train(
        self,
        limit: int,
        halves: int,
        orders: int,
        *,
        company: int = 0,
        wagons: int = 5,
        wagon: int = 24,
        seats: int = 0,
        row: int = -1,
    ) -> int:
        """Add a train that is not on the map; return its number, which is `row` unless that is -1.

        `limit` is its top speed, `halves` its length in half tiles with the engine, `wagon` the load of a goods wagon.
        """
        trains, clock = self.trains, self.holding.clock
        away = [train for train in range(clock[TRAINS]) if trains.state[train] == AWAY and trains.limit[train] == 0]
        train = row if row >= 0 else away[0] if away else int(clock[TRAINS])
        clock[TRAINS] = max(clock[TRAINS], train + 1)
        trains.company[train], trains.limit[train] = company, limit
        trains.gain[train] = max(3, 72 // halves)
        trains.length[train] = halves * HALF_TILE
        trains.rate[train] = EXCHANGE_RATE * ((halves - 1 + 4) // 5)
        trains.orders[train], trains.order[train] = orders, 0
        trains.wagons[train], trains.wagon[train], trains.seats[train] = wagons, wagon, seats
        set_goal(self.network, trains, self.orders, train)
        return train

    def add_feeder(self, row: int, mode: int, limit: int, orders: int, *, company: int, hold: int, seats: int) -> None:
        """Add a ship, truck or bus that is not on the map yet; `hold` is its load of goods in units."""
        trains, clock = self.trains, self.holding.clock
        clock[TRAINS] = max(clock[TRAINS], row + 1)
        trains.company[row], trains.mode[row], trains.limit[row] = company, mode, limit
        trains.rate[row] = EXCHANGE_RATE
        trains.orders[row], trains.order[row] = orders, 0
        trains.wagons[row], trains.wagon[row], trains.seats[row] = int(hold > 0), hold, seats

    def forget_train(self, train: int) -> None:
        """Remove a train from the map and from the railway; its row can be used again."""
        self.lift_off(train)
        blank = self._blank
        for name, rows in self.trains._asdict().items():
            width = len(rows) // MOST_TRAINS
            rows[width * train : width * train + width] = getattr(blank, name)[:width]
        clock = self.holding.clock
        while clock[TRAINS] > 0 and self.trains.limit[clock[TRAINS] - 1] == 0:
            clock[TRAINS] -= 1

    def body_at(self, place: Place, length: int) -> list[int]:
        """Return the legs under a train whose head is at the end of `place`, tail first; empty if the track is too
        short.

        From the head back, the body lies straight where possible.
        """
        legs = self.slots.body(self.slots.leg(place), length)
        whole = sum(int(self.network.length[leg >> 1]) for leg in legs)
        return legs[::-1] if whole >= length else []

    def goal_for(self, station: int, length: int) -> int:
        """Return the goal of trains of a length that are bound for a station; -1 if it has none so long."""
        at = HALVES * station + length // HALF_TILE
        return int(self.network.goal_of[at]) if 0 <= at < len(self.network.goal_of) else -1

    def call(self, train: int) -> tuple[int, int]:
        """Return station and kind of a vehicle's present order; the station is -1 if the order is passed over."""
        at = self.orders.first[self.trains.orders[train]] + self.trains.order[train]
        return int(self.orders.station[at]), int(self.orders.what[at])

    def carries(self, train: int, kind: int) -> bool:
        """Return whether a vehicle has any room for a kind of cargo."""
        return bool((self.trains.seats if kind == PASSENGERS else self.trains.wagons)[train] > 0)

    def starves(self, train: int) -> bool:
        """Return whether a vehicle stands at a stop because its order wants it full and there is no cargo."""
        station, what = self.call(train)
        if self.trains.state[train] != STOPPED or self.trains.stopped[train] != LOADING or what != FULL:
            return False
        carried = (kind for kind in range(KINDS) if self.carries(train, kind))
        return all(self.stations.stock[KINDS * station + kind] == 0 for kind in carried)

    def is_free(self, legs: Sequence[int]) -> bool:
        """Return whether no train owns any of `legs` or of the pieces in conflict with them."""
        owner, conflict = self.holding.owner, self.network.conflict
        pieces = {leg >> 1 for leg in legs}
        beside = {
            int(conflict[at]) for piece in pieces for at in range(CONFLICTS * piece, CONFLICTS * piece + CONFLICTS)
        }
        return all(owner[piece] < 0 for piece in pieces | beside - {-1})

    def set_down(self, train: int, place: Place) -> bool:
        """Put a train on the map with its head at the end of `place`. Return whether there is room.

        In a platform of its order's station the train begins its stop; anywhere else it waits.
        """
        network, trains = self.network, self.trains
        legs = self.body_at(place, int(trains.length[train]))
        if not legs or not self.is_free(legs):
            return False
        set_down(network, trains, self.holding, train, array(legs))
        goal, last = int(trains.goal[train]), legs[-1]
        if (
            goal >= 0
            and network.ends[last] == network.goal_station[goal]
            and network.room[last] >= trains.length[train]
        ):
            trains.state[train], trains.stopped[train], trains.since[train] = STOPPED, 0, -1
        return True

    def aim(self, train: int) -> None:
        """Set a train's goal from its present order."""
        set_goal(self.network, self.trains, self.orders, train)

    def lift_off(self, train: int) -> None:
        """Take a train off the map, but keep it in the railway."""
        if self.trains.state[train] != AWAY:
            remove(self.trains, self.holding, train)

    def turn(self, train: int) -> bool:
        """Turn a waiting train round. Return whether it was turned."""
        if self.trains.state[train] != WAITING:
            return False
        turn_round(self.network, self.trains, self.holding, self.told, train)
        begin_to_wait(self.trains, self.holding, train)
        return True

    def path(self, train: int) -> list[int]:
        """Return the legs that a train owns, from its tail to the end of its reservation."""
        leg, after = self.holding.leg, self.holding.next
        legs, node = [], self.trains.tail[train]
        while node >= 0:
            legs.append(int(leg[node]))
            node = after[node]
        return legs

    def copy(self) -> Railway:
        """Return a copy to try things on. It shares works and network, so build on neither while both are in use."""
        twin = Railway.__new__(Railway)
        twin.works, twin.slots, twin.orders, twin.desk = self.works, self.slots, self.orders, self.desk
        twin.trains, twin.holding = copied(self.trains), copied(self.holding)
        twin.stations = Stations(*(rows.copy() for rows in self.stations))
        twin.told = new_told(0)
        twin._blank, twin.classic = self._blank, self.classic
        twin.feeders = self.feeders._replace(busy=self.feeders.busy.copy())
        return twin
