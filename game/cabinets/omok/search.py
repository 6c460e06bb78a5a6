"""How the bots of Omok find their stones: wins by fours, then an alpha-beta search over the points that matter.

Budgets are nodes, never seconds, so compiled and plain Python play alike. Values are for the side to move.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, put, winning_point
from game.cabinets.omok.fours import DEEPEST, FOURS, win_by_fours
from game.core.compiled import bit_count, filled, in_place

WIN: Final = 1 << 30
WIDTH: Final = 14
"""The most points tried in a position."""
LEVELS: Final = 32
"""The most stones that are looked ahead."""
AT_LEAVES: Final = 24
"""Nodes that looking for a win by fours may take at a leaf."""
PRESSED: Final = 150
"""What an open three of the opponent costs a side that can only stop it."""
OWN: Final = (0, 8, 9, 40, 44, 400, 400, 0)
"""By shape: the score, in move ordering, of a point where an own stone makes that shape."""
THEIRS: Final = (0, 6, 7, 30, 33, 300, 300, 0)
"""By shape: the score, in move ordering, of a point where an opponent's stone would make that shape."""
SPAN: Final = 2 * WIDTH + 4
_EXACT, _LEAST, _MOST = 0, 1, 2


class Memory(NamedTuple):
    """The memory that a search writes to; it may be reused for the next search."""

    left: Any
    """Nodes left of the search; nodes left of a win by fours; the value of the last search to the side to move. That
    value is the mean of the last two depths, because the side to move at the leaves stands better by hundreds."""
    found: Any
    """For every level: points, then their scores in move ordering."""
    marks: Any
    """The score of each point in move ordering."""
    touched: Any
    keys: Any
    """Signs of judged positions, indexed by the last bits of the sign."""
    known: Any
    """What was found out about the positions in `keys`."""


def new_memory(board: Board, bits: int) -> Memory:
    """Return the memory for searches that remember 2 to the power of `bits` positions."""
    places = len(board.stones)
    found = filled(SPAN * (LEVELS + 2) + FOURS * (DEEPEST + 2))
    return Memory(
        filled(3),
        found,
        filled(places),
        filled(places),
        filled(1 << bits, -1),
        filled(1 << bits),
    )


@in_place
def candidates(board: Board, colour: int, memory: Memory, start: int, pressed: bool) -> int:
    """Write the points most worth trying from `start` on, the best first, and their scores WIDTH places later.

    Returns their number. `pressed`: the opponent is about to make a straight four, so only fours and what stops it are
    kept.
    """
    marks, touched, found = memory.marks, memory.touched, memory.found
    lines = len(board.edges)
    touched_count = 0
    for whose in range(1, 3):
        worth = OWN if whose == colour else THEIRS
        for line in range(lines):
            made = board.made[(whose - 1) * lines + line]
            if made == 0:
                continue
            highest = made >> (2 * s.LONGEST)
            mask = highest if pressed else (made | made >> s.LONGEST | highest) & s.ALL
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                place = bit_count(lowest - 1)
                point = board.points[line * s.LONGEST + place]
                if marks[point] == 0:
                    touched[touched_count] = point
                    touched_count += 1
                kind = (made >> place & 1) | (made >> (s.LONGEST - 1 + place) & 2) | (highest >> place & 1) << 2
                marks[point] += worth[kind]
    count = 0
    worths = start + WIDTH
    for number in range(touched_count):
        point = touched[number]
        value = marks[point]
        marks[point] = 0
        if count == WIDTH and value <= found[worths + WIDTH - 1]:
            continue
        if not allowed(board, point, colour):
            continue
        at = min(count, WIDTH - 1)
        while at > 0 and found[worths + at - 1] < value:
            found[start + at] = found[start + at - 1]
            found[worths + at] = found[worths + at - 1]
            at -= 1
        found[start + at] = point
        found[worths + at] = value
        count = min(WIDTH, count + 1)
    return count


@in_place
def judged(board: Board, colour: int, pressed: bool) -> int:
    """Return how well `colour`, which is to move, stands by what both sides could make."""
    own, theirs = board.sums[colour - 1], board.sums[2 - colour]
    return int(5 * s.worth_of(own) - 4 * s.worth_of(theirs) - (PRESSED if pressed else 0))


@in_place
def later(value: int) -> int:
    """Return a value as seen one stone earlier: a win counts less the further away it is."""
    if value > WIN // 2:
        return value - 1
    return value + 1 if value < -WIN // 2 else value


@in_place
def value(board: Board, colour: int, depth: int, low: int, high: int, memory: Memory, level: int) -> int:
    """Return the value of a position, searched `depth` stones deep; a win is WIN minus the stones until the five.

    Ends early if the nodes run out.
    """
    left, found = memory.left, memory.found
    left[0] -= 1
    other = 3 - colour
    own, theirs = board.sums[colour - 1], board.sums[other - 1]
    if s.fives_of(own):
        return WIN - 1
    start = SPAN * level
    forced = False
    if s.fives_of(theirs):
        if five_points(board, other, found, start) == 2 or not allowed(board, found[start], colour):
            return 2 - WIN
        forced = True
    elif winning_point(board, colour) != NOWHERE:
        return WIN - 3
    pressed = not forced and winning_point(board, other) != NOWHERE
    if left[0] <= 0 or level >= LEVELS:
        return judged(board, colour, pressed)
    if depth <= 0 and not forced:
        if s.fours_of(own) > 1:
            left[1] = AT_LEAVES
            wins = win_by_fours(board, colour, left[1], left, found, SPAN * (LEVELS + 2))
            left[0] -= AT_LEAVES - left[1]
            if wins != NOWHERE:
                return WIN - 7
        return judged(board, colour, pressed)
    key = board.sums[2] ^ colour
    slot = key & (len(memory.keys) - 1)
    first = NOWHERE
    if memory.keys[slot] == key:
        known = memory.known[slot]
        worth = (known & (1 << 32) - 1) - WIN
        first = known >> 40
        if (known >> 34 & 63) >= depth:
            bound = known >> 32 & 3
            if bound == _EXACT or (bound == _LEAST and worth >= high) or (bound == _MOST and worth <= low):
                return int(worth)
    if forced:
        count = 1
    else:
        count = candidates(board, colour, memory, start, pressed)
        if count == 0:
            return judged(board, colour, pressed)
        for place in range(1, count):
            if found[start + place] == first:
                for at in range(place, 0, -1):
                    found[start + at] = found[start + at - 1]
                found[start] = first
                break
    best = -WIN
    chosen = found[start]
    bound = _MOST
    deeper = depth if forced else depth - 1
    for place in range(count):
        point = found[start + place]
        put(board, point, colour)
        if place == 0:
            after = later(-value(board, other, deeper, -high, -low, memory, level + 1))
        else:
            after = later(-value(board, other, deeper, -low - 1, -low, memory, level + 1))
            if low < after < high:
                after = later(-value(board, other, deeper, -high, -low, memory, level + 1))
        put(board, point, -colour)
        if after > best:
            best = after
            chosen = point
        if best > low:
            low = best
            bound = _EXACT
        if low >= high:
            bound = _LEAST
            break
    if left[0] > 0:
        memory.keys[slot] = key
        memory.known[slot] = (best + WIN) | bound << 32 | max(0, depth) << 34 | chosen << 40
    return best


@in_place
def deepened(board: Board, colour: int, memory: Memory, nodes: int, deepest: int) -> int:
    """Return the best point that `nodes` nodes find by iterative deepening; NOWHERE if there is none."""
    left, found = memory.left, memory.found
    left[2] = 0
    if five_points(board, colour, found, 0):
        left[2] = WIN - 1
        return int(found[0])
    forced = five_points(board, 3 - colour, found, 0)
    if forced and allowed(board, found[0], colour):
        left[2] = 2 - WIN if forced == 2 else 0
        return int(found[0])
    count = candidates(board, colour, memory, 0, winning_point(board, 3 - colour) != NOWHERE)
    if count < WIDTH:
        found[count] = NOWHERE
    if count == 0:
        return NOWHERE
    left[0] = nodes
    level = before = 0
    for depth in range(deepest):
        low = lowest = -WIN
        best = 0
        for place in range(count):
            point = found[place]
            put(board, point, colour)
            if place == 0:
                worth = later(-value(board, 3 - colour, depth, lowest, -lowest, memory, level + 1))
            else:
                worth = later(-value(board, 3 - colour, depth, -low - 1, -low, memory, level + 1))
                if worth > low:
                    worth = later(-value(board, 3 - colour, depth, lowest, -low, memory, level + 1))
            put(board, point, -colour)
            if left[0] <= 0:
                break
            if worth > low:
                low = worth
                best = place
        chosen = found[best]
        for at in range(best, 0, -1):
            found[at] = found[at - 1]
        found[0] = chosen
        if low > -WIN:
            left[2] = low if depth == 0 or abs(low) > WIN // 2 else (low + before) // 2
        if left[0] <= 0 or abs(low) > WIN // 2:
            break
        before = low
    return int(found[0])


def first_four(board: Board, colour: int, memory: Memory, nodes: int) -> int:
    """Return the first stone of a win by fours that `nodes` nodes find; NOWHERE if there is none."""
    memory.left[1] = nodes
    return int(win_by_fours(board, colour, DEEPEST, memory.left, memory.found, SPAN * (LEVELS + 2)))


def choose(board: Board, colour: int, memory: Memory, nodes: int, fours: int) -> int:
    """Return the point for a stone of `colour`, NOWHERE if there is none.

    It is a win by fours if `fours` nodes find one, else the best that `nodes` nodes find.
    """
    win = first_four(board, colour, memory, fours)
    if win == NOWHERE:
        return int(deepened(board, colour, memory, nodes, LEVELS))
    memory.left[2] = WIN - 1
    return win
