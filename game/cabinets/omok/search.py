"""How computers find their stones: wins by fours, then an alpha-beta search over the points that matter.

Budgets are nodes, never seconds, so both speeds of the source play alike. Values are for the one to move.
"""

from __future__ import annotations

from typing import Any, Final

from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import EMPTY, FRAME, forbidden
from game.cabinets.omok.shapes import Field, best_made, made, put
from game.core.compiled import array, compiled

WIN: Final = 1 << 30
WIDTH: Final = 12
"""Points tried in a position."""
PRESSED: Final = 4000
"""What an open three of the other costs whoever has no four to answer it with."""
LEVELS: Final = 40
"""Stones that are looked ahead at the most."""
DEEPEST: Final = 24
"""Stones that a win by fours may have."""


def room_to_search() -> Any:
    """An array that a search writes into; it may be used again."""
    return array((0,) * (2 * WIDTH * LEVELS + 2))


@compiled
def allowed(field: Field, index: int, colour: int, kinds: Any, across: int) -> bool:
    """Whether a stone may go on an empty point; asked of the rules only where two rows could make it forbidden."""
    if kinds[colour - 1] == 0:
        return True
    threes = 0
    for direction in range(4):
        here = made(field, index, colour, direction)
        if here == s.FIVE:
            return True
        if here == s.TOO_LONG or here == s.TWO_FOURS:
            threes += 2
        elif here >= s.THREE:
            threes += 1
    return threes < 2 or forbidden(field.cells, index, colour, across, kinds[colour - 1]) == 0


@compiled
def five_point(field: Field, colour: int, across: int) -> int:
    """A point where a stone of `colour` makes five; 0 without one."""
    if field.counts[(colour - 1) * s.KINDS + s.FIVE] == 0:
        return 0
    places = len(field.cells)
    for index in range(FRAME * across, places - FRAME * across):
        rich = field.cells[index] == EMPTY and field.worth[(colour - 1) * places + index] >= s.WORTH[s.FIVE]
        if rich and best_made(field, index, colour) == s.FIVE:
            return index
    return 0


@compiled
def win_by_fours(field: Field, colour: int, kinds: Any, across: int, depth: int, left: Any) -> int:
    """The first stone of a win in which every stone of `colour` makes a four, or 0; `left` are the nodes it may take.

    The other one answers each four where it must; where it may not, or its answer loses all the same, that wins.
    """
    five = five_point(field, colour, across)
    if five:
        return five
    left[0] -= 1
    if depth == 0 or left[0] < 0:
        return 0
    places = len(field.cells)
    other = 3 - colour
    must = five_point(field, other, across)
    for index in range(FRAME * across, places - FRAME * across):
        if field.cells[index] != EMPTY or (must and index != must):
            continue
        if field.worth[(colour - 1) * places + index] < s.WORTH[s.FOUR]:
            continue
        best = best_made(field, index, colour)
        if best < s.FOUR or not allowed(field, index, colour, kinds, across):
            continue
        put(field, index, colour)
        answer = five_point(field, colour, across)
        wins = False
        if answer and five_point(field, other, across) == 0:
            if best == s.STRAIGHT_FOUR or not allowed(field, answer, other, kinds, across):
                wins = True
            else:
                put(field, answer, other)
                wins = win_by_fours(field, colour, kinds, across, depth - 1, left) != 0
                put(field, answer, -other)
        put(field, index, -colour)
        if wins:
            return index
    return 0


@compiled
def candidates(field: Field, colour: int, kinds: Any, across: int, found: Any, start: int) -> int:
    """Write the points most worth trying from `start` on, the best first, and after WIDTH places what each counts.

    Returns how many. A five to make or to stop is the only one.
    """
    worths = start + WIDTH
    places = len(field.cells)
    other = 3 - colour
    five = five_point(field, colour, across)
    if five:
        found[start] = five
        return 1
    must = five_point(field, other, across)
    pressed = (
        field.counts[(other - 1) * s.KINDS + s.STRAIGHT_FOUR] > 0
        and field.counts[(colour - 1) * s.KINDS + s.STRAIGHT_FOUR] == 0
    )
    count = 0
    for index in range(FRAME * across, places - FRAME * across):
        if field.cells[index] != EMPTY or (must and index != must):
            continue
        if pressed and best_made(field, index, colour) < s.FOUR and best_made(field, index, other) < s.FOUR:
            continue
        own = field.worth[(colour - 1) * places + index]
        theirs = field.worth[(other - 1) * places + index]
        value = 4 * own + 3 * theirs
        if count == WIDTH and value <= found[worths + WIDTH - 1]:
            continue
        if not allowed(field, index, colour, kinds, across):
            continue
        at = min(count, WIDTH - 1)
        while at > 0 and found[worths + at - 1] < value:
            found[start + at] = found[start + at - 1]
            found[worths + at] = found[worths + at - 1]
            at -= 1
        found[start + at] = index
        found[worths + at] = value
        count = min(WIDTH, count + 1)
    return count


@compiled
def judged(field: Field, colour: int) -> int:
    """How well `colour`, who is to move, stands: by fours that cannot be stopped, else by what both could make."""
    own, other = (colour - 1) * s.KINDS, (2 - colour) * s.KINDS
    counts = field.counts
    quiet = int(4 * field.total[colour - 1] - 3 * field.total[2 - colour])
    if counts[other + s.FIVE] > 1:
        return 2 - WIN
    if counts[other + s.FIVE] == 0:
        if counts[own + s.STRAIGHT_FOUR] + counts[own + s.TWO_FOURS] > 0:
            return WIN - 3
        if counts[other + s.STRAIGHT_FOUR] > 0 and counts[own + s.FOUR] == 0:
            return quiet - PRESSED
    return quiet


@compiled
def value(
    field: Field,
    colour: int,
    kinds: Any,
    across: int,
    depth: int,
    low: int,
    high: int,
    left: Any,
    found: Any,
    level: int,
) -> int:
    """What a position is worth, as deep as asked; WIN less the stones until the five. Ends early without nodes.

    `found` has room for the points of LEVELS positions, one below the other; this one is at `level`.
    """
    left[0] -= 1
    if field.counts[(colour - 1) * s.KINDS + s.FIVE] > 0:
        return WIN - 1
    if depth <= 0 or left[0] <= 0 or level == LEVELS:
        return judged(field, colour)
    start = 2 * WIDTH * level
    count = candidates(field, colour, kinds, across, found, start)
    if count == 0:
        return 0 if five_point(field, 3 - colour, across) == 0 else 2 - WIN
    best = -WIN
    for place in range(count):
        index = found[start + place]
        put(field, index, colour)
        deeper = depth - 1 if count > 1 else depth
        after = -value(field, 3 - colour, kinds, across, deeper, -high, -low, left, found, level + 1)
        put(field, index, -colour)
        if after > WIN // 2:
            after -= 1
        elif after < -WIN // 2:
            after += 1
        best = max(best, after)
        low = max(low, best)
        if low >= high:
            break
    return best


@compiled
def choose(field: Field, colour: int, kinds: Any, across: int, nodes: int, fours: int, found: Any) -> int:
    """The point for a stone of `colour`: a win by fours, else the best that so many nodes find; 0 without one.

    `found` is from `room_to_search`.
    """
    left = found[len(found) - 2 :].copy()
    left[0] = fours
    win = win_by_fours(field, colour, kinds, across, DEEPEST, left)
    if win:
        return win
    count = candidates(field, colour, kinds, across, found, 0)
    if count == 0:
        return 0
    best = found[0]
    left[0] = nodes
    for depth in range(1, 12):
        alpha = -WIN
        chosen = best
        for place in range(count):
            index = found[place]
            put(field, index, colour)
            worth = -value(field, 3 - colour, kinds, across, depth, -WIN, -alpha, left, found, 1)
            if worth < WIN // 2 and depth == 1:
                spare = left.copy()
                spare[0] = fours // count
                if win_by_fours(field, 3 - colour, kinds, across, DEEPEST, spare):
                    worth = min(worth, 3 - WIN + DEEPEST)
            put(field, index, -colour)
            if left[0] <= 0 and place:
                break
            if worth > alpha:
                alpha = worth
                chosen = index
        if left[0] <= 0:
            break
        best = chosen
        if alpha > WIN // 2:
            break
    return int(best)
