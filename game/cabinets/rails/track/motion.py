"""Moves all trains for one tick, in the order of their numbers: those at a stop, waiting, or moving."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.exchange import Stations, exchange, put_aside_down
from game.cabinets.rails.track.feeding import QUEUED, SAILING, Feeders, cast_off, feed
from game.cabinets.rails.track.network import FAR, Network
from game.cabinets.rails.track.pieces import HALF_TILE
from game.cabinets.rails.track.reserving import (
    Desk,
    append,
    claim,
    drop_first,
    obstacle,
    release,
    reserve,
)
from game.cabinets.rails.track.told import (
    ARRIVED,
    CALLED,
    CLEARED,
    CRASHED,
    DEPARTED,
    LEFT,
    TURNED,
    Told,
    tell,
    tell_choice,
)
from game.cabinets.rails.track.trains import (
    AWAY,
    BEGUN,
    KINDS,
    MOVING,
    STOPPED,
    TICK,
    TRAINS,
    UNLOADING,
    WAITING,
    WRECKED,
    Holding,
    Orders,
    Trains,
    station_of,
)
from game.core.compiled import in_place, inner

BRAKING: Final = 24
"""The most by which a train's speed falls in a tick, in units."""
BEND_LIMIT: Final = 280
STOP: Final = 4
"""Number of ticks at a stop before unloading begins."""
WRECK: Final = 400
"""Number of ticks until a wreck is cleared."""
HALVES: Final = 25
"""How many indices each station has in `Network.goal_of`: one for each length of trains in half tiles."""


class World(NamedTuple):
    """All arrays that a tick of trains reads and writes."""

    network: Network
    trains: Trains
    holding: Holding
    orders: Orders
    stations: Stations
    desk: Desk
    told: Told
    feeders: Feeders


@in_place
def run_trains(world: World, ticks: int) -> None:
    """Run ticks of all trains, one after another; nothing else happens between them."""
    network, trains, holding, orders, _, desk, told, feeders = world
    clock = holding.clock
    states, speeds, lefts, aheads, behinds, bends = (
        trains.state,
        trains.speed,
        trains.left,
        trains.ahead,
        trains.behind,
        trains.bend,
    )
    limits, gains, bounds = trains.limit, trains.gain, trains.bound
    for _ in range(ticks):
        clock[TICK] += 1
        for train in range(clock[TRAINS]):
            state = states[train]
            if state == WAITING:
                if _settle(network, trains, holding, told, train):
                    continue
                if not reserve(network, trains, holding, desk, train):
                    trains.waited[train] += 1
                    continue
                trains.since[train] = -1
                state = MOVING
            if state == MOVING:
                speed, left = speeds[train], lefts[train]
                if (
                    speed * (speed + 1024) >= 48 * left
                    and bounds[train] == 0
                    and reserve(network, trains, holding, desk, train)
                ):
                    left = lefts[train]
                bend = bends[train]
                limit = limits[train]
                if bend > 0 and limit > BEND_LIMIT:
                    limit = BEND_LIMIT
                if speed > limit:
                    speed = max(speed - 2 * BRAKING, limit)
                else:
                    wanted = min(speed + gains[train], limit)
                    if wanted * (wanted + BRAKING) <= 48 * left:
                        speed = wanted
                    elif speed * (speed + BRAKING) > 48 * left:
                        speed = max(speed - BRAKING, BRAKING)
                step = min(speed, left)
                left -= step
                if bend > 0:
                    bends[train] = max(bend - step, 0)
                ahead, behind = aheads[train] - step, behinds[train] - step
                speeds[train], lefts[train] = speed, left
                aheads[train], behinds[train] = ahead, behind
                if ahead < 0:
                    if trains.blind[train] > 0:
                        if not _enter_by_sight(world, train):
                            continue
                    else:
                        _enter(network, trains, holding, told, train)
                if behind <= 0:
                    _leave(network, trains, holding, train)
                if left == 0:
                    _come_to_rest(network, trains, holding, told, train)
            elif state == STOPPED:
                _stand(world, train)
            elif state in (SAILING, QUEUED):
                feed(trains, holding, orders, feeders, told, train)
            elif state == WRECKED:
                _lie(trains, holding, told, train)


@inner
def _enter(network: Network, trains: Trains, holding: Holding, told: Told, train: int) -> None:
    """Let a train's head enter its next piece."""
    node = trains.head[train]
    before = network.heading[holding.leg[node]]
    node = holding.next[node]
    leg = holding.leg[node]
    length = network.length[leg >> 1]
    trains.head[train] = node
    trains.ahead[train] += length
    turn = (network.heading[leg] - before + 3) % 8 - 3
    if turn != 0:
        trains.bend[train] = max(trains.length[train] - (length - trains.ahead[train]), 0)
    tell_choice(told, holding.clock[TICK], train, LEFT + 1 + turn)


@inner
def _leave(network: Network, trains: Trains, holding: Holding, train: int) -> None:
    """Release the pieces that a train's tail has left."""
    while trains.behind[train] <= 0:
        node = trains.tail[train]
        release(holding, train, holding.leg[node] >> 1)
        node = drop_first(holding, node)
        trains.tail[train] = node
        trains.behind[train] += network.length[holding.leg[node] >> 1]


@inner
def _come_to_rest(network: Network, trains: Trains, holding: Holding, told: Told, train: int) -> None:
    """Let a train at the end of its reservation stop if that is in its goal's platform, else wait."""
    trains.speed[train] = 0
    if trains.bound[train] > 0:
        _begin_stop(network, trains, holding, told, train)
        return
    begin_to_wait(trains, holding, train)
    _settle(network, trains, holding, told, train)


@inner
def _begin_stop(network: Network, trains: Trains, holding: Holding, told: Told, train: int) -> None:
    trains.state[train] = STOPPED
    trains.stopped[train] = 0
    trains.since[train] = -1
    tell(told, holding.clock[TICK], ARRIVED, train, network.goal_station[trains.goal[train]], 0)


@inner
def _settle(network: Network, trains: Trains, holding: Holding, told: Told, train: int) -> bool:
    """Let a train that waits in a platform begin its stop if it is there, or turn if its only way lies behind it.

    Its goal may have changed since it came, and so may the track. Return whether it began its stop.
    """
    goal, head = trains.goal[train], trains.head[train]
    if goal < 0 or trains.halted[train] > 0 or head != trains.end[train]:
        return False
    leg = holding.leg[head]
    if network.platform[leg >> 1] == 0:
        return False
    far = network.distance[goal][leg]
    if far == 0:
        _begin_stop(network, trains, holding, told, train)
        return True
    if far >= FAR:
        face_the_shorter_way(network, trains, holding, told, train)
    return False


@in_place
def begin_to_wait(trains: Trains, holding: Holding, train: int) -> None:
    """Let a train wait from the next tick on."""
    trains.state[train] = WAITING
    trains.since[train] = holding.clock[TICK]
    holding.clock[BEGUN] = 1


@inner
def _stand(world: World, train: int) -> None:
    """Pass one tick of a vehicle's stop: after `STOP` ticks it unloads and loads, and goes on to its next order."""
    network, trains, holding, orders, stations, _, told, feeders = world
    if trains.stopped[train] < STOP:
        trains.stopped[train] += 1
        return
    if trains.stopped[train] == STOP:
        trains.stopped[train] = UNLOADING
        row = orders.first[trains.orders[train]] + trains.order[train]
        tell(told, holding.clock[TICK], CALLED, train, orders.station[row], orders.what[row])
    if not exchange(trains, orders, stations, told, holding.clock[TICK], train):
        return
    before = station_of(trains, orders, train)
    put_aside_down(trains, stations, train, before)
    tell(told, holding.clock[TICK], DEPARTED, train, before, 0)
    take_next_order(network, trains, orders, train)
    if station_of(trains, orders, train) == before:
        trains.stopped[train] = 0
        return
    if trains.mode[train] > 0:
        cast_off(trains, feeders, train)
        return
    face_the_shorter_way(network, trains, holding, told, train)
    begin_to_wait(trains, holding, train)


@inner
def take_next_order(network: Network, trains: Trains, orders: Orders, train: int) -> None:
    """Go on to the next order that is not skipped."""
    one = trains.orders[train]
    count = orders.count[one]
    for _ in range(count):
        trains.order[train] = (trains.order[train] + 1) % count
        if station_of(trains, orders, train) >= 0:
            break
    set_goal(network, trains, orders, train)


@in_place
def set_goal(network: Network, trains: Trains, orders: Orders, train: int) -> None:
    """Set a train's goal from its order, and let it search for a way again."""
    station = station_of(trains, orders, train)
    row = HALVES * station + trains.length[train] // HALF_TILE
    known = station >= 0 and row < len(network.goal_of)
    trains.goal[train] = network.goal_of[row] if known else -1
    trains.searched[train] = trains.patience[train] = -1
    trains.bound[train] = 0


@in_place
def face_the_shorter_way(network: Network, trains: Trains, holding: Holding, told: Told, train: int) -> None:
    """Turn a standing train round if the way to its goal is shorter behind it."""
    goal = trains.goal[train]
    if goal < 0:
        return
    head, tail = holding.leg[trains.head[train]], holding.leg[trains.tail[train]]
    distance = network.distance[goal]
    behind = distance[tail ^ 1]
    if behind < FAR:
        behind += network.length[tail >> 1] - trains.behind[train]
    if behind < distance[head]:
        turn_round(network, trains, holding, told, train)


@in_place
def turn_round(network: Network, trains: Trains, holding: Holding, told: Told, train: int) -> None:
    """Turn a standing train round, so that its tail becomes its head. It must have nothing reserved ahead."""
    node, path = trains.tail[train], -1
    ahead = network.length[holding.leg[node] >> 1] - trains.behind[train]
    behind = network.length[holding.leg[trains.head[train]] >> 1] - trains.ahead[train]
    trains.head[train] = trains.end[train] = node
    while node >= 0:
        after = holding.next[node]
        holding.leg[node] ^= 1
        holding.next[node] = path
        path, node = node, after
    trains.tail[train] = path
    trains.ahead[train] = trains.left[train] = ahead
    trains.behind[train] = behind
    trains.bend[train] = 0
    trains.searched[train] = trains.patience[train] = -1
    tell_choice(told, holding.clock[TICK], train, TURNED)


@inner
def _enter_by_sight(world: World, train: int) -> bool:
    """Let the head of a train that runs by sight enter the next piece. Return False if it hits another train."""
    network, trains, holding, _, _, desk, told, _ = world
    piece = holding.leg[holding.next[trains.head[train]]] >> 1
    met = obstacle(network, holding, desk.every, train, piece)
    if met < 0:
        _enter(network, trains, holding, told, train)
        claim(holding, train, piece)
        return True
    other = holding.owner[met]
    tell(told, holding.clock[TICK], CRASHED, train, holding.leg[holding.next[trains.head[train]]], other)
    trains.behind[train] -= trains.ahead[train]
    trains.ahead[train] = 0
    if trains.behind[train] <= 0:
        _leave(network, trains, holding, train)
    _wreck(network, trains, holding, train)
    _wreck(network, trains, holding, other)
    return False


@inner
def _wreck(network: Network, trains: Trains, holding: Holding, train: int) -> None:
    """Make a train a wreck, which stays in place; its cargo is lost."""
    cut_reservation(network, trains, holding, train)
    trains.state[train] = WRECKED
    trains.stopped[train] = WRECK
    trains.speed[train] = trains.load[train] = trains.left[train] = 0
    for kind in range(KINDS * train, KINDS * train + KINDS):
        trains.aboard[kind] = 0
    trains.since[train] = -1


@inner
def cut_reservation(network: Network, trains: Trains, holding: Holding, train: int) -> None:
    """Release what a train has reserved beyond the piece of its head."""
    head = trains.head[train]
    node = holding.next[head]
    while node >= 0:
        if trains.blind[train] == 0:
            release(holding, train, holding.leg[node] >> 1)
        node = drop_first(holding, node)
    holding.next[head] = -1
    trains.end[train] = head
    trains.left[train] = trains.ahead[train]
    trains.bound[train] = 0


@inner
def _lie(trains: Trains, holding: Holding, told: Told, train: int) -> None:
    """Count down one tick of a wreck; at the end, remove the wreck."""
    trains.stopped[train] -= 1
    if trains.stopped[train] <= 0:
        remove(trains, holding, train)
        tell(told, holding.clock[TICK], CLEARED, train, -1, 0)


@in_place
def remove(trains: Trains, holding: Holding, train: int) -> None:
    """Take a train off the map, and release all that it holds."""
    node = trains.tail[train]
    reserved = False
    while node >= 0:
        if trains.blind[train] == 0 or not reserved:
            release(holding, train, holding.leg[node] >> 1)
        reserved = reserved or node == trains.head[train]
        node = drop_first(holding, node)
    trains.state[train] = AWAY
    trains.speed[train] = trains.left[train] = 0
    trains.head[train] = trains.tail[train] = trains.end[train] = -1


@in_place
def set_down(network: Network, trains: Trains, holding: Holding, train: int, legs: Any) -> None:
    """Put a train on the map on `legs`: its tail on the first one, its head at the end of the last. It waits there."""
    length, node = -trains.length[train], -1
    for index in range(len(legs)):
        leg = legs[index]
        node = append(holding, node, leg)
        if index == 0:
            trains.tail[train] = node
        claim(holding, train, leg >> 1)
        length += network.length[leg >> 1]
    trains.head[train] = trains.end[train] = node
    trains.behind[train] = network.length[legs[0] >> 1] - length
    trains.ahead[train] = trains.left[train] = trains.speed[train] = trains.bend[train] = 0
    trains.bound[train] = trains.blind[train] = 0
    trains.searched[train] = trains.patience[train] = -1
    begin_to_wait(trains, holding, train)


__all__ = ["AWAY", "World", "remove", "run_trains", "set_down"]
