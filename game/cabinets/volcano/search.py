"""Search for the best place and build over `ground`, in whole numbers, by the value after them and after replies."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.ground import Ground
from game.cabinets.volcano.value import FEATURES, UNKNOWN, WIN, Seats, next_of, value, value_beside, won
from game.core.compiled import array, compiled, first_of_most, in_place, inner

_MANY: Final = 4
"""Number of further builds of the same kind that a plan examines."""
STOP: Final = -1
"""The code for ending the turn instead of building."""
NO_BUILD: Final = -2 * WIN
"""A worth below that of any position after a build."""


class Desk(NamedTuple):
    """Scratch arrays for a search."""

    places: Any
    ranks: Any
    builds: Any
    more: Any
    cells: Any
    undo: Any
    added: Any
    """Codes of further builds, each with the number of cells it covers."""
    found: Any
    """Worth and code of the best build found."""
    best_of: Any
    """Worth and code of the best places or builds found, two numbers each, best first."""
    room: Any
    apart: Any
    """Worth of each seat that the tried tile does not affect, or UNKNOWN."""


class Position(NamedTuple):
    """An island with its seats, and scratch arrays to search on it."""

    ground: Ground
    seats: Seats
    desk: Desk


def new_desk(tops: int = 1) -> Desk:
    """Return scratch arrays for a search that keeps the `tops` best actions."""
    sizes = (g.MOST_PLACES, g.MOST_PLACES, g.MOST_BUILDS, g.MOST_BUILDS, g.MOST_LAND * (_MANY + 2))
    return Desk(*(array([0] * size) for size in (*sizes, 12, 2 * _MANY, 2, 2 * tops, FEATURES, 4)))


@in_place
def kind_of(code: int) -> int:
    """Return a build's kind: HUT, TEMPLE, TOWER or EXPAND."""
    return min(code % g.CODES, g.EXPAND)


@in_place
def gain(ground: Ground, code: int) -> int:
    """Return the immediate gain of a build, as the greedy bot counts it, for the seat surveyed last."""
    kind = code % g.CODES
    if kind == g.TEMPLE:
        return 100
    if kind == g.TOWER:
        return 60
    if kind == g.HUT:
        return 2
    own = ground.group[code // g.CODES] * g.GROUP
    huts: int = ground.groups[own + g.NEEDS + kind - g.EXPAND + 1]
    return 3 + 2 * huts


@in_place
def lay(position: Position, place: int, left: int, right: int) -> None:
    """Lay a tile at a place; `lift` takes it back."""
    ground, seats, desk = position
    g.lay(ground, place // 6, place % 6, left, right, seats.stock, seats.returned, desk.undo)


@in_place
def lift(position: Position) -> None:
    """Take back the tile laid last."""
    g.lift(position.ground, position.seats.stock, position.seats.returned, position.desk.undo)


@in_place
def show_most(position: Position, seat: int, left: int, right: int) -> int:
    """Rank every place by the immediate gain of the best build after it; return how many places there are."""
    ground, seats, desk = position
    count = g.places(ground, desk.places)
    for number in range(count):
        lay(position, desk.places[number], left, right)
        most = -1
        for place in range(g.builds(ground, seat, seats.stock, desk.builds)):
            most = max(most, gain(ground, desk.builds[place]))
        desk.ranks[number] = most
        lift(position)
    return count


@inner
def _keep(best_of: Any, kept: int, worth: int, code: int) -> int:
    """Insert a code into the list of the best, sorted by worth, and return the list's new length."""
    room = len(best_of) // 2
    at = min(kept, room - 1)
    if kept == room and best_of[2 * at] >= worth:
        return kept
    while at > 0 and best_of[2 * at - 2] < worth:
        best_of[2 * at], best_of[2 * at + 1] = best_of[2 * at - 2], best_of[2 * at - 1]
        at -= 1
    best_of[2 * at], best_of[2 * at + 1] = worth, code
    return min(kept + 1, room)


@inner
def _worth(position: Position, seat: int, stack: int) -> int:
    """Return the value of the position to a seat that has ended its turn."""
    ground, seats, desk = position
    worth: int = value(ground, seats, seat, next_of(seats.gone, seat), stack, desk.room)
    return worth


@in_place
def best_builds(position: Position, seat: int, kind: int, stack: int, best_of: Any) -> int:
    """Find the best builds of a kind (-1 for any), each with the builds that follow it, and return how many.

    Writes worth and code of each into `best_of`, best first. Once a kind is chosen, STOP is one of them.
    """
    ground, seats, desk = position
    kept = _keep(best_of, 0, _worth(position, seat, stack), STOP) if kind >= 0 else 0
    for number in range(g.builds(ground, seat, seats.stock, desk.builds)):
        code = desk.builds[number]
        if kind >= 0 and kind_of(code) != kind:
            continue
        g.survey(ground, seat)
        built = g.build(ground, seat, code, seats.stock, desk.cells, 0)
        now = _worth(position, seat, stack)
        if seats.many:
            now = _with_more(position, seat, kind_of(code), stack, built, now)
        g.raze(ground, seat, code, seats.stock, desk.cells, 0, built)
        kept = _keep(best_of, kept, now, code)
    return kept


@inner
def _with_more(position: Position, seat: int, kind: int, stack: int, start: int, now: int) -> int:
    """Return the worth after adding further builds of the same kind, the best one each time, while they improve it."""
    ground, seats, desk = position
    best, done = now, 0
    while done < _MANY and best < WIN // 2:
        code = STOP
        for number in range(g.builds(ground, seat, seats.stock, desk.more)):
            each = desk.more[number]
            if kind_of(each) == kind:
                g.survey(ground, seat)
                built = g.build(ground, seat, each, seats.stock, desk.cells, start)
                worth = _worth(position, seat, stack)
                g.raze(ground, seat, each, seats.stock, desk.cells, start, built)
                if worth > best:
                    best, code = worth, each
        if code == STOP:
            break
        g.survey(ground, seat)
        desk.added[2 * done] = code
        desk.added[2 * done + 1] = g.build(ground, seat, code, seats.stock, desk.cells, start)
        start += desk.added[2 * done + 1]
        done += 1
    while done > 0:
        done -= 1
        start -= desk.added[2 * done + 1]
        g.raze(ground, seat, desk.added[2 * done], seats.stock, desk.cells, start, desk.added[2 * done + 1])
    return best


@inner
def take_build(position: Position, seat: int, code: int) -> bool:
    """Carry out a build. Return whether it wins."""
    ground, seats, desk = position
    g.survey(ground, seat)
    g.build(ground, seat, code, seats.stock, desk.cells, 0)
    return won(seats.stock, seat)


@inner
def take_builds(position: Position, seat: int, kind: int, stack: int) -> int:
    """Carry out the best builds of a kind (-1: any) while they improve. Return 1 if they win, -1 if none is legal."""
    while best_builds(position, seat, kind, stack, position.desk.found):
        code = position.desk.found[1]
        if code == STOP:
            return 0
        if take_build(position, seat, code):
            return 1
        if not position.seats.many:
            return 0
        kind = kind_of(code)
    return -1


@in_place
def rank(position: Position, seat: int, left: int, right: int, stack: int) -> int:
    """Rank every place by the worth of the position before any build; return how many places there are."""
    ground, seats, desk = position
    count = g.places(ground, desk.places)
    for seat_of in range(len(seats.gone)):
        desk.apart[seat_of] = UNKNOWN
    for number in range(count):
        code = desk.places[number]
        touched = _touched(ground, code // 6, code % 6)
        lay(position, code, left, right)
        desk.ranks[number] = value_beside(ground, seats, seat, seat, stack + 1, desk.room, desk.apart, touched)
        lift(position)
    return count


@inner
def _touched(ground: Ground, cell: int, way: int) -> int:
    """Return a bit for each seat whose worth depends on the tile at this place; -1 for all seats.

    A tile at sea, far from a seat's houses, makes no difference to that seat.
    """
    if ground.level[cell]:
        return -1
    steps, house, mask = ground.steps, ground.house, 0
    for number in range(2):
        field = cell + steps[way + number]
        for beside in range(6):
            owner = house[field + steps[beside]]
            if owner:
                mask |= 1 << (owner - 1) // 3
    return mask


@in_place
def plan(position: Position, seat: int, left: int, right: int, stack: int, keep: int) -> int:
    """Find the best places; look at builds after the `keep` best ones, and on until one allows a build.

    Writes worth and place of each into the desk's `best_of`, best first; returns how many.
    """
    desk, kept = position.desk, 0
    count = rank(position, seat, left, right, stack)
    for number_of in range(count):
        if number_of >= keep and desk.best_of[0] > NO_BUILD:
            break
        top = first_of_most(desk.ranks, count)
        desk.ranks[top] = 4 * NO_BUILD
        lay(position, desk.places[top], left, right)
        found = best_builds(position, seat, -1, stack, desk.found)
        lift(position)
        kept = _keep(desk.best_of, kept, desk.found[0] if found else NO_BUILD, desk.places[top])
    return kept


@inner
def _set(position: Position, other: Position) -> None:
    """Copy another position into this one."""
    ground, seats = position.ground, position.seats
    _copy(other.ground.level, ground.level)
    _copy(other.ground.top, ground.top)
    _copy(other.ground.house, ground.house)
    _copy(other.ground.land, ground.land)
    _copy(other.seats.stock, seats.stock)
    _copy(other.seats.gone, seats.gone)


@inner
def _copy(numbers: Any, into: Any) -> None:
    """Number by number: a slice that is assigned takes a second to compile."""
    for at in range(len(numbers)):
        into[at] = numbers[at]


@inner
def take_turn(position: Position, seat: int, left: int, right: int, stack: int, keep: int) -> int:
    """Play a whole turn by `plan`; return 1 if it wins, -1 if nothing can be built, else 0."""
    plan(position, seat, left, right, stack, keep)
    return finish_turn(position, seat, left, right, stack, position.desk.best_of[1])


@inner
def finish_turn(position: Position, seat: int, left: int, right: int, stack: int, place: int) -> int:
    """Lay a tile at a place and carry out the best builds. Return 1 if that wins, -1 if no build is legal, else 0."""
    lay(position, place, left, right)
    ends = take_builds(position, seat, -1, stack)
    if ends < 0:
        position.seats.gone[seat] = 1
    return ends


@compiled
def think(
    now: Position,
    then: Position,
    later: Position,
    seat: int,
    left: int,
    right: int,
    kind: int,
    stack: int,
    keep: int,
    draws: Any,
    reply: int,
) -> int:
    """Return the best place, or if no tile is in hand (`left` is 0) the best build of a kind, after replies.

    `draws` holds left and right field of sampled tiles, two numbers each; `reply` places are examined in a reply. As
    many actions are tried as the desk of `now` has room for.
    """
    best_of = now.desk.best_of
    count = plan(now, seat, left, right, stack, keep) if left else best_builds(now, seat, kind, stack, best_of)
    best, found = 2 * NO_BUILD, int(best_of[1])
    if best_of[0] >= WIN // 2:
        return found
    for number in range(count):
        code = best_of[2 * number + 1]
        if best_of[2 * number] <= NO_BUILD or count == 1:
            continue
        _set(then, now)
        if left:
            finish_turn(then, seat, left, right, stack, code)
        elif code != STOP and not take_build(then, seat, code) and then.seats.many:
            take_builds(then, seat, kind_of(code), stack)
        total = 0
        for draw in range(0, len(draws), 2):
            _set(later, then)
            total += _replied(later, seat, draws[draw], draws[draw + 1], stack, reply)
        if total > best:
            best, found = total, code
    return int(found)


@inner
def _replied(position: Position, seat: int, left: int, right: int, stack: int, keep: int) -> int:
    """Return what a position is worth to a seat after the reply of the next seat, which draws the given tile."""
    ground, seats, desk = position
    other = next_of(seats.gone, seat)
    if stack > 0:
        stack -= 1
        take_turn(position, other, left, right, stack, keep)
        other = next_of(seats.gone, other)
    return int(value(ground, seats, seat, other, stack, desk.room))
