"""The best place and build: whole numbers over `ground`, by the value after them and after replies."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.ground import Ground
from game.cabinets.volcano.value import FEATURES, UNKNOWN, WIN, Seats, next_of, value, value_beside
from game.core.compiled import array, compiled

_MANY: Final = 4
"""Further builds of the same kind that a plan looks at."""
NO_BUILD: Final = -2 * WIN
"""Less than anything is worth after a build."""


class Desk(NamedTuple):
    """Room for a search."""

    places: Any
    ranks: Any
    builds: Any
    more: Any
    cells: Any
    undo: Any
    added: Any
    """Further builds and how many cells each took."""
    found: Any
    """What a plan found: the place and the build."""
    room: Any
    apart: Any
    """What seats have that a tile does not touch."""


def new_desk() -> Desk:
    """Room for a search."""
    places, builds = array([0] * g.MOST_PLACES), array([0] * g.MOST_BUILDS)
    cells, added = array([0] * (g.MOST_LAND * (_MANY + 2))), array([0] * 2 * _MANY)
    room = array([0] * FEATURES)
    return Desk(
        places,
        places.copy(),
        builds,
        builds.copy(),
        cells,
        array([0] * 12),
        added,
        array([0] * 2),
        room,
        array([0] * 4),
    )


@compiled
def gain(ground: Ground, code: int) -> int:
    """What a build shows at once; of the seat surveyed last."""
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


@compiled
def show_most(ground: Ground, seats: Seats, seat: int, left: int, right: int, desk: Desk) -> int:
    """Rank every place by what the best build after it shows at once; how many places there are."""
    count = g.places(ground, desk.places)
    for number in range(count):
        code = desk.places[number]
        g.lay(ground, code // 6, code % 6, left, right, seats.stock, seats.returned, desk.undo)
        most = -1
        for place in range(g.builds(ground, seat, seats.stock, desk.builds)):
            most = max(most, gain(ground, desk.builds[place]))
        desk.ranks[number] = most
        g.lift(ground, seats.stock, seats.returned, desk.undo)
    return count


@compiled
def best_build(ground: Ground, seats: Seats, seat: int, kind: int, stack: int, desk: Desk) -> int:
    """Find the best build of a kind (-1: of any), with what follows it; the worth, NO_BUILD where there is none.

    Writes it to `desk.found[1]`.
    """
    count = g.builds(ground, seat, seats.stock, desk.builds)
    best, first = NO_BUILD, next_of(seats.gone, seat)
    for number in range(count):
        code = desk.builds[number]
        of_kind = min(code % g.CODES, g.EXPAND)
        if kind >= 0 and of_kind != kind:
            continue
        g.survey(ground, seat)
        built = g.build(ground, seat, code, seats.stock, desk.cells, 0)
        now = value(ground, seats, seat, first, stack, desk.room)
        if seats.many:
            now = _with_more(ground, seats, seat, of_kind, stack, desk, built, now)
        g.raze(ground, seat, code, seats.stock, desk.cells, 0, built)
        if now > best:
            best = now
            desk.found[1] = code
    return best


@compiled
def _with_more(ground: Ground, seats: Seats, seat: int, kind: int, stack: int, desk: Desk, start: int, now: int) -> int:
    """The worth with further builds of the same kind, each the best of all while it is worth more than to stop."""
    best, done, first = now, 0, next_of(seats.gone, seat)
    while done < _MANY and best < WIN // 2:
        count = g.builds(ground, seat, seats.stock, desk.more)
        code = -1
        for number in range(count):
            each = desk.more[number]
            if min(each % g.CODES, g.EXPAND) == kind:
                g.survey(ground, seat)
                built = g.build(ground, seat, each, seats.stock, desk.cells, start)
                worth_now = value(ground, seats, seat, first, stack, desk.room)
                g.raze(ground, seat, each, seats.stock, desk.cells, start, built)
                if worth_now > best:
                    best, code = worth_now, each
        if code < 0:
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


@compiled
def take_builds(ground: Ground, seats: Seats, seat: int, stack: int, desk: Desk) -> int:
    """Build what is best, as long as it is; 1 if that wins, -1 if nothing can be built, else 0."""
    kind, first = -1, next_of(seats.gone, seat)
    while True:
        best = best_build(ground, seats, seat, kind, stack, desk)
        if best <= NO_BUILD:
            return -1 if kind < 0 else 0
        if kind >= 0 and best <= value(ground, seats, seat, first, stack, desk.room):
            return 0
        code = desk.found[1]
        g.survey(ground, seat)
        g.build(ground, seat, code, seats.stock, desk.cells, 0)
        stock, own = seats.stock, 3 * seat
        if (stock[own] == 0) + (stock[own + 1] == 0) + (stock[own + 2] == 0) >= 2:
            return 1
        if not seats.many:
            return 0
        kind = min(code % g.CODES, g.EXPAND)


@compiled
def rank(ground: Ground, seats: Seats, seat: int, left: int, right: int, stack: int, desk: Desk) -> int:
    """Rank every place by what the position is worth before anything is built; how many places there are."""
    count = g.places(ground, desk.places)
    for seat_of in range(len(seats.gone)):
        desk.apart[seat_of] = UNKNOWN
    for number in range(count):
        code = desk.places[number]
        touched = _touched(ground, code // 6, code % 6)
        g.lay(ground, code // 6, code % 6, left, right, seats.stock, seats.returned, desk.undo)
        desk.ranks[number] = value_beside(ground, seats, seat, seat, stack + 1, desk.room, desk.apart, touched)
        g.lift(ground, seats.stock, seats.returned, desk.undo)
    return count


@compiled
def _touched(ground: Ground, cell: int, way: int) -> int:
    """A bit for each seat to which it matters which tile lies there: at sea, far from its houses, all are the same."""
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


@compiled
def plan(
    ground: Ground, seats: Seats, seat: int, left: int, right: int, stack: int, keep: int, desk: Desk, best_of: Any
) -> int:
    """Find the best places, looking at builds after the `keep` best of all and until something can be built.

    Writes worth and place of the best into `best_of`, best first, two numbers each; how many.
    """
    count = rank(ground, seats, seat, left, right, stack, desk)
    kept, room, best = 0, len(best_of) // 2, 2 * NO_BUILD
    for number_of in range(count):
        if number_of >= keep and best > NO_BUILD:
            break
        top = 0
        for number in range(1, count):
            if desk.ranks[number] > desk.ranks[top]:
                top = number
        desk.ranks[top] = 4 * NO_BUILD
        code = desk.places[top]
        g.lay(ground, code // 6, code % 6, left, right, seats.stock, seats.returned, desk.undo)
        now = best_build(ground, seats, seat, -1, stack, desk)
        g.lift(ground, seats.stock, seats.returned, desk.undo)
        best = max(best, now)
        at = min(kept, room - 1)
        if kept == room and best_of[2 * at] >= now:
            continue
        while at > 0 and best_of[2 * at - 2] < now:
            best_of[2 * at], best_of[2 * at + 1] = best_of[2 * at - 2], best_of[2 * at - 1]
            at -= 1
        best_of[2 * at], best_of[2 * at + 1] = now, code
        kept = min(kept + 1, room)
    return kept


class Depth(NamedTuple):
    """A position of its own, to go on from."""

    ground: Ground
    seats: Seats
    desk: Desk
    best_of: Any


@compiled
def _set(depth: Depth, other: Depth) -> None:
    """Make one position like another."""
    depth.ground.level[:] = other.ground.level
    depth.ground.top[:] = other.ground.top
    depth.ground.house[:] = other.ground.house
    depth.ground.land[:] = other.ground.land
    depth.seats.stock[:] = other.seats.stock
    depth.seats.gone[:] = other.seats.gone


@compiled
def take_turn(depth: Depth, seat: int, left: int, right: int, stack: int, keep: int) -> int:
    """Take a whole turn by `plan`; 1 if it wins, -1 if nothing can be built, else 0."""
    plan(depth.ground, depth.seats, seat, left, right, stack, keep, depth.desk, depth.best_of)
    return finish_turn(depth, seat, left, right, stack, depth.best_of[1])


@compiled
def finish_turn(depth: Depth, seat: int, left: int, right: int, stack: int, place: int) -> int:
    """Lay a tile there and build what is best; 1 if it wins, -1 if nothing can be built, else 0."""
    seats = depth.seats
    g.lay(depth.ground, place // 6, place % 6, left, right, seats.stock, seats.returned, depth.desk.undo)
    ends = take_builds(depth.ground, seats, seat, stack, depth.desk)
    if ends < 0:
        seats.gone[seat] = 1
    return ends


@compiled
def think(
    now: Depth,
    then: Depth,
    later: Depth,
    seat: int,
    left: int,
    right: int,
    stack: int,
    keep: int,
    draws: Any,
    reply: int,
) -> int:
    """The best place by what it is worth after replies to sampled tiles.

    `draws` holds left and right field of tiles, two numbers each; `reply` places are looked at in a reply.
    """
    count = plan(now.ground, now.seats, seat, left, right, stack, keep, now.desk, now.best_of)
    if count == 1 or now.best_of[0] >= WIN // 2:
        return int(now.best_of[1])
    best, found = 2 * NO_BUILD, now.best_of[1]
    for number in range(count):
        if now.best_of[2 * number] <= NO_BUILD:
            continue
        _set(then, now)
        finish_turn(then, seat, left, right, stack, now.best_of[2 * number + 1])
        total = 0
        for draw in range(0, len(draws), 2):
            _set(later, then)
            total += _replied(later, seat, draws[draw], draws[draw + 1], stack, reply)
        if total > best:
            best, found = total, now.best_of[2 * number + 1]
    return int(found)


@compiled
def _replied(depth: Depth, seat: int, left: int, right: int, stack: int, keep: int) -> int:
    """What a position is worth to a seat after the reply of the next one, who draws that tile."""
    other = next_of(depth.seats.gone, seat)
    if stack > 0:
        stack -= 1
        take_turn(depth, other, left, right, stack, keep)
        other = next_of(depth.seats.gone, other)
    return int(value(depth.ground, depth.seats, seat, other, stack, depth.desk.room))
