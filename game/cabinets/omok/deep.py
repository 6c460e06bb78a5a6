"""How the master finds its stones: wins by fours, and an alpha-beta search that reduces depth for unpromising points.

Budgets are nodes, never seconds, so compiled and plain Python play alike. Values are for the side to move; a win counts
WIN minus the number of stones from the root of the search to the five.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.omok.board import NOWHERE, Board
from game.cabinets.omok.field import (
    CLASSES,
    FORBIDDEN,
    MAKES_FIVE,
    MAKES_FOUR,
    MAKES_FOUR_THREE,
    MAKES_THREE,
    MAKES_TWO_WAYS,
    ROW,
    SIGN,
    SUSPECT,
    Field,
    class_at,
    may_place,
    new_field,
    outside,
    place_stone,
    worth,
)
from game.cabinets.omok.points import (
    SPAN,
    TRIED,
    anywhere,
    five_of,
    four_points,
    has,
    near,
    next_best,
    points_of,
)
from game.core.compiled import array, filled, in_place, inner

WIN: Final = 1 << 20
SURE: Final = WIN - 1000
"""A value above this is a win that the search has seen to its end."""
LEVELS: Final = 64
"""The most stones that are looked ahead."""
FOURS: Final = 24
"""The most fours that a win by fours may have."""
AT_LEAVES: Final = 6
"""The most fours of a win that is looked for at a leaf of the search."""
NODES_AT_LEAVES: Final = 60
"""The most nodes that looking for a win by fours may take at a leaf."""
_FOURS_SIGN: Final = 1 << 60
_EXACT, _LEAST, _MOST = 0, 1, 2
_NODES, _FOUR_NODES, _WORTH, _DEPTH = range(4)


class Memory(NamedTuple):
    """The memory that a search writes to; it may be reused for the next search."""

    left: Any
    """Four numbers: nodes left of the search; nodes left of a win by fours; the value of the last search to the side to
    move; the depth of the last search."""
    found: Any
    """For every level: points, then how promising each of them is."""
    keys: Any
    """Signs of judged positions, indexed by the last bits of the sign."""
    known: Any
    """What was found out about the positions in `keys`."""
    history: Any
    """For each colour and point: how often a stone there exceeded the upper bound, weighted by depth."""
    less: Any
    """By how many stones the depth is reduced, by depth and by place in the order of points."""


def new_memory(field: Field, bits: int) -> Memory:
    """Return the memory for searches that remember 2 to the power of `bits` positions."""
    less = [depth.bit_length() * place.bit_length() // 4 for depth in range(LEVELS) for place in range(TRIED)]
    return Memory(
        filled(4),
        filled(SPAN * (LEVELS + FOURS + 8)),
        filled(1 << bits, -1),
        filled(1 << bits),
        filled(2 * len(field.cells) // ROW),
        array(less),
    )


@in_place
def fours(field: Field, colour: int, depth: int, memory: Memory, level: int, last: int) -> int:
    """Return how many stones a win takes in which every stone of `colour` makes a four; 0 if none is found.

    At most `memory.left[1]` nodes are searched. The win's first stone is the first point of the level in
    `memory.found`. The opponent answers each four where it must; if it may not place there, or its answer loses all the
    same, `colour` wins.
    """
    left, totals, found = memory.left, field.totals, memory.found
    left[_FOUR_NODES] -= 1
    other = 3 - colour
    own, theirs = (colour - 1) * CLASSES, (other - 1) * CLASSES
    start = SPAN * level
    if totals[own + MAKES_FIVE]:
        found[start] = anywhere(field, colour, MAKES_FIVE)
        return 1
    must = NOWHERE
    if totals[theirs + MAKES_FIVE]:
        if totals[theirs + MAKES_FIVE] > 1:
            return 0
        must = five_of(field, other, last)
    elif totals[own + MAKES_TWO_WAYS]:
        point = anywhere(field, colour, MAKES_TWO_WAYS)
        if point != NOWHERE:
            found[start] = point
            return 3
    if totals[own + MAKES_FOUR] + totals[own + MAKES_FOUR_THREE] + totals[own + MAKES_TWO_WAYS] == 0:
        return 0
    if depth == 0 or left[_FOUR_NODES] < 0:
        return 0
    key = totals[SIGN] ^ colour ^ _FOURS_SIGN
    slot = key & (len(memory.keys) - 1)
    if memory.keys[slot] == key and memory.known[slot] >= depth:
        return 0
    if must != NOWHERE:
        found[start] = must
        count = 1 if MAKES_FOUR <= class_at(field, must, colour) & 7 <= MAKES_TWO_WAYS else 0
    else:
        count = four_points(field, colour, found, start)
    for place in range(start, start + count):
        point = found[place]
        if not may_place(field, point, colour):
            continue
        place_stone(field, point, colour)
        stones = 0
        if totals[theirs + MAKES_FIVE] == 0 and totals[own + MAKES_FIVE]:
            answer = near(field, point, colour, MAKES_FIVE)
            if totals[own + MAKES_FIVE] > 1 or not may_place(field, answer, other):
                stones = 3
            else:
                place_stone(field, answer, other)
                stones = fours(field, colour, depth - 1, memory, level + 1, answer)
                stones += 2 * (stones > 0)
                place_stone(field, answer, -other)
        place_stone(field, point, -colour)
        if stones:
            found[start] = point
            return stones
        if left[_FOUR_NODES] < 0:
            return 0
    memory.keys[slot] = key
    memory.known[slot] = depth
    return 0


@inner
def at_leaf(field: Field, colour: int, memory: Memory, level: int, last: int) -> int:
    """Return the value of a position at a leaf of the search: a win by few fours, else how well `colour` stands."""
    own = (colour - 1) * CLASSES
    left, totals = memory.left, field.totals
    if totals[own + MAKES_FOUR_THREE] or totals[own + MAKES_FOUR] > 1:
        left[_FOUR_NODES] = NODES_AT_LEAVES
        stones = fours(field, colour, AT_LEAVES, memory, level, last)
        left[_NODES] -= (NODES_AT_LEAVES - left[_FOUR_NODES]) >> 1
        if stones:
            return WIN - level - stones
    return worth(field, colour)


@inner
def value(field: Field, colour: int, depth: int, low: int, high: int, memory: Memory, level: int, last: int) -> int:
    """Return the value of a position after the stone `last` (NOWHERE after a pass), searched `depth` stones deep.

    If the nodes run out, the search ends early and the returned value must not be used.
    """
    left, totals, found = memory.left, field.totals, memory.found
    left[_NODES] -= 1
    other = 3 - colour
    own, theirs = (colour - 1) * CLASSES, (other - 1) * CLASSES
    if totals[own + MAKES_FIVE]:
        return WIN - level - 1
    must = NOWHERE
    if totals[theirs + MAKES_FIVE]:
        if totals[theirs + MAKES_FIVE] > 1:
            return level + 2 - WIN
        must = five_of(field, other, last)
        if not may_place(field, must, colour):
            return level + 2 - WIN
    elif has(field, colour, MAKES_TWO_WAYS):
        return WIN - level - 3
    if left[_NODES] <= 0 or level >= LEVELS - 2:
        return worth(field, colour)
    if depth <= 0 and must == NOWHERE:
        return at_leaf(field, colour, memory, level, last)
    narrow = high - low == 1
    high = min(high, WIN - level - 5)
    if low >= high:
        return high
    key = totals[SIGN] ^ colour
    slot = key & (len(memory.keys) - 1)
    first = NOWHERE
    if memory.keys[slot] == key:
        known = memory.known[slot]
        first = known >> 40
        if (known >> 34 & 63) >= depth:
            after = (known & (1 << 32) - 1) - WIN
            if after > SURE:
                after -= level
            elif after < -SURE:
                after += level
            bound = known >> 32 & 3
            if narrow and (bound == _EXACT or (bound == _LEAST and after >= high) or (bound == _MOST and after <= low)):
                return int(after)
    pressed = must == NOWHERE and has(field, other, MAKES_TWO_WAYS)
    start = SPAN * level
    stand = 0
    if must == NOWHERE:
        stand = worth(field, colour)
        if narrow and not pressed and -SURE < low < SURE:
            if depth <= 5 and stand - 70 * depth >= high:
                return stand
            if depth <= 3 and stand + 120 + 80 * depth <= low:
                return at_leaf(field, colour, memory, level, last)
            if depth >= 3 and stand >= high and last != NOWHERE:
                after = -value(field, other, depth - 3 - depth // 4, -high, 1 - high, memory, level + 1, must)
                if high <= after < SURE:
                    return after
                if left[_NODES] <= 0:
                    return stand
    if must != NOWHERE:
        first = must
    count = 1 if first != NOWHERE else 0
    listed = must != NOWHERE
    best, chosen, bound, tried = -WIN, NOWHERE, _MOST, 0
    place = 0
    while True:
        if tried == 0 and first != NOWHERE:
            point = first
        else:
            if not listed:
                listed = True
                count = points_of(field, colour, pressed, found, memory.history, start, first)
            if must != NOWHERE or place >= count:
                break
            point = next_best(found, start, place, count)
            place += 1
        kind = class_at(field, point, colour)
        if kind & 7 == FORBIDDEN or (kind >= SUSPECT and not may_place(field, point, colour)):
            if point == first:
                first = NOWHERE
            continue
        kind &= 7
        if (
            narrow
            and not pressed
            and depth <= 4
            and tried >= 4 + 2 * depth * depth
            and best > -SURE
            and kind < MAKES_THREE
        ):
            break
        deeper = depth if must != NOWHERE else depth - 1
        place_stone(field, point, colour)
        tried += 1
        if tried == 1:
            after = -value(field, other, deeper, -high, -low, memory, level + 1, point)
        else:
            less = 0
            if depth >= 3 and kind < MAKES_THREE and not pressed:
                less = memory.less[min(depth, LEVELS - 1) * TRIED + min(tried, TRIED - 1)]
                if not narrow:
                    less -= 1
                less = max(0, min(less, deeper - 1))
            after = -value(field, other, deeper - less, -low - 1, -low, memory, level + 1, point)
            if after > low and less:
                after = -value(field, other, deeper, -low - 1, -low, memory, level + 1, point)
            if low < after < high:
                after = -value(field, other, deeper, -high, -low, memory, level + 1, point)
        place_stone(field, point, -colour)
        if left[_NODES] <= 0:
            return best if tried > 1 else stand
        if after > best:
            best, chosen = after, point
        if best > low:
            low, bound = best, _EXACT
        if low >= high:
            bound = _LEAST
            if kind < MAKES_FOUR:
                at = (colour - 1) * (len(field.cells) // ROW) + point
                memory.history[at] += depth * depth
            break
    if tried == 0:
        return stand
    kept = best
    if kept > SURE:
        kept += level
    elif kept < -SURE:
        kept -= level
    memory.keys[slot] = key
    memory.known[slot] = (kept + WIN) | bound << 32 | max(0, depth) << 34 | chosen << 40
    return best


@in_place
def deepened(field: Field, colour: int, memory: Memory, nodes: int, deepest: int) -> int:
    """Return the best point that `nodes` nodes find by iterative deepening; NOWHERE if there is none."""
    left, found, totals = memory.left, memory.found, field.totals
    other = 3 - colour
    left[_WORTH] = left[_DEPTH] = 0
    left[_NODES] = nodes
    for at in range(len(memory.history)):
        memory.history[at] >>= 3
    if totals[(colour - 1) * CLASSES + MAKES_FIVE]:
        left[_WORTH] = WIN - 1
        return anywhere(field, colour, MAKES_FIVE)
    if totals[(other - 1) * CLASSES + MAKES_FIVE]:
        must = anywhere(field, other, MAKES_FIVE)
        if may_place(field, must, colour):
            return int(must)
    pressed = anywhere(field, other, MAKES_TWO_WAYS) != NOWHERE
    listed = points_of(field, colour, pressed, found, memory.history, 0, NOWHERE)
    count = 0
    for place in range(listed):
        point = next_best(found, 0, place, listed)
        if may_place(field, point, colour):
            found[count] = point
            count += 1
    if count == 0:
        return NOWHERE
    level = before = 0
    for depth in range(1, deepest):
        window = 60
        low = max(-WIN, before - window) if depth > 3 else -WIN
        high = min(WIN, before + window) if depth > 3 else WIN
        while True:
            best, lowest = -WIN, low
            leader = 0
            for place in range(count):
                point = found[place]
                place_stone(field, point, colour)
                if place == 0:
                    after = -value(field, other, depth - 1, -high, -lowest, memory, level + 1, point)
                else:
                    less = 0
                    if depth >= 4 and place > 3 and not pressed:
                        less = max(0, memory.less[depth * TRIED + place] - 1)
                    after = -value(field, other, depth - 1 - less, -lowest - 1, -lowest, memory, level + 1, point)
                    if after > lowest and less:
                        after = -value(field, other, depth - 1, -lowest - 1, -lowest, memory, level + 1, point)
                    if lowest < after < high:
                        after = -value(field, other, depth - 1, -high, -lowest, memory, level + 1, point)
                place_stone(field, point, -colour)
                if left[_NODES] <= 0:
                    break
                if after > best:
                    best = after
                    if after > lowest or place == 0:
                        leader = place
                lowest = max(lowest, best)
                if best >= high:
                    break
            chosen = found[leader]
            for at in range(leader, 0, -1):
                found[at] = found[at - 1]
            found[0] = chosen
            if left[_NODES] <= 0 or low < best < high or best >= WIN or best <= -WIN:
                break
            window *= 4
            if best <= low:
                low = max(-WIN, best - window)
            else:
                high = min(WIN, best + window)
        if best > -WIN:
            left[_WORTH] = best
            left[_DEPTH] = depth
        if left[_NODES] <= 0 or best > SURE or (best < -SURE and depth > 8):
            break
        before = best
    return int(found[0])


def choose(board: Board, colour: int, bits: int, nodes: int, four_nodes: int) -> tuple[int, int]:
    """Return the point for a stone of `colour`, NOWHERE if there is none, and what the board is worth to it.

    The point is a win by fours if `four_nodes` nodes find one, else the best that `nodes` nodes find. The search
    remembers 2 to the power of `bits` positions.
    """
    field = new_field(board)
    memory = new_memory(field, bits)
    memory.left[_FOUR_NODES] = four_nodes
    stones = int(fours(field, colour, FOURS, memory, 0, NOWHERE))
    if stones:
        point, found = int(memory.found[0]), WIN - stones
    else:
        point, found = int(deepened(field, colour, memory, nodes, LEVELS)), int(memory.left[_WORTH])
    return (outside(point, board.size) if point != NOWHERE else NOWHERE), found
