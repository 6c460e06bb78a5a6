"""What a position is worth to a seat, and the best place and build by it: whole numbers over `ground`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.ground import Ground
from game.core.compiled import array, compiled

FEATURES: Final = 14
WIN: Final = 1 << 40
"""Worth of a match that is won; of being out, the same below 0."""
_SOON: Final = 6
"""Turns for which huts should last."""
_MANY: Final = 3
"""Further builds of the same kind that a plan looks at."""


class Seats(NamedTuple):
    """What a position has beside its ground."""

    stock: Any
    """Huts, temples and towers, three numbers a seat."""
    gone: Any
    """1 for each seat that is out."""
    weights: Any
    """Of the features, in thousandths."""
    turns: int
    """Turns that each seat still has."""
    returned: bool
    """Whether buried huts go back to their owner."""
    many: bool
    """Whether one may build as often as one likes."""


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


def new_desk() -> Desk:
    """Room for a search."""
    room = array([0] * g.MOST_PLACES)
    builds = array([0] * g.MOST_BUILDS)
    cells, undo = array([0] * (g.MOST_LAND * (_MANY + 2))), array([0] * 12)
    return Desk(room, room.copy(), builds, builds.copy(), cells, undo, array([0] * 2 * _MANY), array([0] * 2))


@compiled
def features(ground: Ground, seats: Seats, seat: int, out: Any) -> None:
    """Write the features of a seat into `out`."""
    land, level, top, house, flags, groups = (
        ground.land,
        ground.level,
        ground.top,
        ground.house,
        ground.flags,
        ground.groups,
    )
    stock = seats.stock
    huts, temples, towers = stock[3 * seat], stock[3 * seat + 1], stock[3 * seat + 2]
    for number in range(FEATURES):
        out[number] = 0
    count = g.survey(ground, seat)
    ready = 0
    for number in range(1, count + 1):
        own = number * g.GROUP
        if groups[own + g.TEMPLES] == 0:
            size = groups[own + g.SIZE]
            if size >= g.TEMPLE_SIZE:
                ready += groups[own + g.EDGES] > 0
            elif groups[own + g.EDGES] > 0:
                out[6 if size == 1 else 5] += 1
            out[7] += min(4, groups[own + g.EDGES])
        if groups[own + g.TOWERS] == 0:
            highest = groups[own + g.HIGHEST]
            out[8] += highest >= g.TOWER_LEVEL
            out[9] += highest == g.TOWER_LEVEL - 1
    fresh = 0
    for place in range(1, land[0] + 1):
        cell = land[place]
        if level[cell] == 1 and top[cell] < g.VOLCANO and house[cell] == 0 and flags[cell] == 0:
            fresh += 1
    out[0], out[1], out[2], out[3] = 3 - temples, 2 - towers, 20 - huts, count
    out[4], out[10], out[11] = min(ready, temples), min(4, fresh), max(0, ready - temples)
    out[8] = min(out[8], towers)
    out[12], out[13] = max(0, min(_SOON, seats.turns) - huts), max(0, 2 - huts) * (seats.turns > 0)


@compiled
def worth(ground: Ground, seats: Seats, seat: int, out: Any) -> int:
    """What a seat has, by its features; `out` is room for them."""
    stock = seats.stock
    empty = (stock[3 * seat] == 0) + (stock[3 * seat + 1] == 0) + (stock[3 * seat + 2] == 0)
    if empty >= 2:
        return WIN
    features(ground, seats, seat, out)
    total = 0
    for number in range(FEATURES):
        total += seats.weights[number] * out[number]
    return total


@compiled
def value(ground: Ground, seats: Seats, seat: int, room: Any) -> int:
    """What a position is worth to a seat: its worth less that of the best opponent."""
    mine = worth(ground, seats, seat, room)
    best = -WIN
    for other in range(len(seats.gone)):
        if other != seat and seats.gone[other] == 0:
            best = max(best, worth(ground, seats, other, room))
    return mine - best


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
def best_build(ground: Ground, seats: Seats, seat: int, kind: int, desk: Desk, room: Any) -> int:
    """Find the best build of a kind (-1: of any), with what follows it; the worth, below -WIN where there is none.

    Writes it to `desk.found[1]`.
    """
    count = g.builds(ground, seat, seats.stock, desk.builds)
    best = -2 * WIN
    for number in range(count):
        code = desk.builds[number]
        of_kind = min(code % g.CODES, g.EXPAND)
        if kind >= 0 and of_kind != kind:
            continue
        g.survey(ground, seat)
        built = g.build(ground, seat, code, seats.stock, desk.cells, 0)
        now = value(ground, seats, seat, room)
        if seats.many:
            now = _with_more(ground, seats, seat, of_kind, desk, room, built, now)
        g.raze(ground, seat, code, seats.stock, desk.cells, 0, built)
        if now > best:
            best = now
            desk.found[1] = code
    return best


@compiled
def _with_more(ground: Ground, seats: Seats, seat: int, kind: int, desk: Desk, room: Any, start: int, now: int) -> int:
    """The worth with further builds of the same kind, each the best of all while it is worth more than to stop."""
    best, done = now, 0
    while done < _MANY and best < WIN // 2:
        count = g.builds(ground, seat, seats.stock, desk.more)
        code = -1
        for number in range(count):
            each = desk.more[number]
            if min(each % g.CODES, g.EXPAND) == kind:
                g.survey(ground, seat)
                built = g.build(ground, seat, each, seats.stock, desk.cells, start)
                worth_now = value(ground, seats, seat, room)
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
def rank(ground: Ground, seats: Seats, seat: int, left: int, right: int, desk: Desk, room: Any) -> int:
    """Rank every place by what the position is worth before anything is built; how many places there are."""
    count = g.places(ground, desk.places)
    for number in range(count):
        code = desk.places[number]
        g.lay(ground, code // 6, code % 6, left, right, seats.stock, seats.returned, desk.undo)
        desk.ranks[number] = value(ground, seats, seat, room)
        g.lift(ground, seats.stock, seats.returned, desk.undo)
    return count


@compiled
def plan(ground: Ground, seats: Seats, seat: int, left: int, right: int, keep: int, desk: Desk, room: Any) -> int:
    """Find the best place, looking at builds after the `keep` best of all and until one can be built; its worth.

    Writes the place to `desk.found[0]` and the build to `desk.found[1]`.
    """
    count = rank(ground, seats, seat, left, right, desk, room)
    best, place, build = -3 * WIN, -1, 0
    for number_of in range(count):
        if number_of >= keep and best >= -WIN:
            break
        top = 0
        for number in range(1, count):
            if desk.ranks[number] > desk.ranks[top]:
                top = number
        desk.ranks[top] = -4 * WIN
        code = desk.places[top]
        g.lay(ground, code // 6, code % 6, left, right, seats.stock, seats.returned, desk.undo)
        now = best_build(ground, seats, seat, -1, desk, room)
        g.lift(ground, seats.stock, seats.returned, desk.undo)
        if now > best:
            best, place, build = now, code, desk.found[1]
    desk.found[0], desk.found[1] = place, build
    return best
