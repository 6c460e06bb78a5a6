"""What a stone on each empty point would make in each direction, kept while stones are put and taken.

A *window* is the five points to each side of a point in one direction, as a number of ten digits: 0 an empty point, 1 a
stone of the colour in question, 2 a stone of the other or the edge. A table says what a stone in its middle makes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from game.cabinets.omok.board import BLACK, EMPTY, FRAME, OUTSIDE, Cells, new_cells, width
from game.core.compiled import array, compiled

NOTHING, ONE, TWO, CLOSED_THREE, THREE, FOUR, STRAIGHT_FOUR, TWO_FOURS, TOO_LONG, FIVE = range(10)
"""What a stone makes in one direction. One more makes a straight four of a THREE, a four of a CLOSED_THREE."""
KINDS: Final = 10
POWERS: Final = array(3**place for place in range(10))
"""Worth of the digits: the first is five points before the middle, the last five after it."""
WORTH: Final = array((0, 2, 9, 12, 48, 60, 900, 900, 0, 9000))
"""What a point counts for making each of these."""
Table: TypeAlias = Any
"""What every window makes."""


@compiled
def fill(table: Table, below: Any, above: Any, exact: bool) -> None:
    """Work out what every window makes, the greatest number first: one more stone makes it greater.

    `below` and `above`: the halves of the windows with nothing beyond the first thing that is in the way, so that few
    windows are left to work out.
    """
    for upper in range(242, -1, -1):
        for lower in range(242, -1, -1):
            window = lower + 243 * upper
            seen = below[lower] + 243 * above[upper]
            table[window] = _made(table, window, exact) if seen == window else table[seen]


def _seen(half: int, places: range) -> int:
    """Half a window with everything full beyond the first 2, from the middle on."""
    full = False
    for place in places:
        digit = half // 3**place % 3
        full = full or digit == 2
        half += (2 - digit) * 3**place if full else 0
    return half


@compiled
def _made(table: Table, window: int, exact: bool) -> int:
    run = 1
    place = 4
    while place >= 0 and window // POWERS[place] % 3 == 1:
        run += 1
        place -= 1
    place = 5
    while place < 10 and window // POWERS[place] % 3 == 1:
        run += 1
        place += 1
    if run == 5 or (run > 5 and not exact):
        return FIVE
    if run > 5:
        return TOO_LONG
    fives = 0
    best = NOTHING
    for place in range(10):
        if window // POWERS[place] % 3 == 0:
            made = table[window + POWERS[place]]
            if made == FIVE:
                fives += 1
            elif made != TOO_LONG:
                best = max(best, made)
    if fives > 1:
        return STRAIGHT_FOUR if run == 4 else TWO_FOURS
    if fives == 1:
        return FOUR
    if best == STRAIGHT_FOUR:
        return THREE
    if best in (FOUR, TWO_FOURS):
        return CLOSED_THREE
    if best == THREE:
        return TWO
    return ONE if best >= ONE or _room(window) >= 5 else NOTHING


@compiled
def _room(window: int) -> int:
    """How long a row through the middle could become."""
    room = 1
    place = 4
    while place >= 0 and window // POWERS[place] % 3 != 2:
        room += 1
        place -= 1
    place = 5
    while place < 10 and window // POWERS[place] % 3 != 2:
        room += 1
        place += 1
    return room


class Field(NamedTuple):
    """A board and what follows from it. Colours count from 1, so arrays of both begin at colour - 1."""

    cells: Cells
    windows: Any
    """For each colour, direction and place: the window."""
    worth: Any
    """For each colour and place: the sum of WORTH over the directions."""
    total: Any
    """For each colour: the sum of that over the empty points."""
    counts: Any
    """For each colour and each thing a stone can make: at how many empty points, counted in each direction."""
    steps: Any
    """The four directions, as steps in the array."""
    black: Table
    white: Table


_tables: dict[bool, Table] = {}


def table(exact: bool) -> Table:
    """The table for fives of exactly five, or of five and more; made once in a process."""
    if exact not in _tables:
        made = array([0] * 59049)
        below, above = (array(_seen(half, places) for half in range(243)) for places in (range(4, -1, -1), range(5)))
        fill(made, below, above, exact)
        _tables[exact] = made
    return _tables[exact]


_empty: dict[tuple[int, tuple[bool, bool]], Field] = {}


def new_field(size: int, exact: tuple[bool, bool]) -> Field:
    """An empty board; whether fives of black and of white must be exactly five."""
    if (size, exact) not in _empty:
        _empty[size, exact] = _begun(size, exact)
    begun = _empty[size, exact]
    return begun._replace(
        cells=begun.cells.copy(),
        windows=begun.windows.copy(),
        worth=begun.worth.copy(),
        total=begun.total.copy(),
        counts=begun.counts.copy(),
    )


def _begun(size: int, exact: tuple[bool, bool]) -> Field:
    across = width(size)
    cells = new_cells(size)
    places = len(cells)
    steps = array((1, across, across + 1, across - 1))
    tables = table(exact[0]), table(exact[1])
    field = Field(
        cells, array([0] * (8 * places)), array([0] * (2 * places)), array([0, 0]), array([0] * 20), steps, *tables
    )
    begin(field)
    return field


@compiled
def begin(field: Field) -> None:
    """Work out every window of a board without stones."""
    places = len(field.cells)
    for index in range(places):
        if field.cells[index] == OUTSIDE:
            continue
        for direction in range(4):
            step = field.steps[direction]
            window = 0
            for place in range(10):
                far = place - FRAME if place < FRAME else place - FRAME + 1
                at = index + far * step
                beyond = False
                for near in range(1, abs(far) + 1):
                    if field.cells[index + (near if far > 0 else -near) * step] == OUTSIDE:
                        beyond = True
                        break
                if beyond or field.cells[at] == OUTSIDE:
                    window += 2 * POWERS[place]
            for colour in range(2):
                field.windows[(colour * 4 + direction) * places + index] = window
                made = field.black[window] if colour == 0 else field.white[window]
                field.worth[colour * places + index] += WORTH[made]
                field.total[colour] += WORTH[made]
                field.counts[colour * KINDS + made] += 1


@compiled
def put(field: Field, index: int, colour: int) -> None:
    """Place a stone, or take it back with a negative colour."""
    places = len(field.cells)
    placing = colour > 0
    if not placing:
        colour = -colour
    sign = 1 if placing else -1
    for other in range(2):
        field.total[other] -= sign * field.worth[other * places + index]
        for direction in range(4):
            field.counts[other * KINDS + made(field, index, other + 1, direction)] -= sign
    field.cells[index] = colour if placing else EMPTY
    for direction in range(4):
        step = field.steps[direction]
        for far in range(-5, 6):
            at = index + far * step
            if far == 0 or at < 0 or at >= places or field.cells[at] == OUTSIDE:
                continue
            change = sign * POWERS[5 - far if far > 0 else 4 - far]
            empty = field.cells[at] == EMPTY
            for other in range(2):
                key = (other * 4 + direction) * places + at
                window = field.windows[key]
                wide = window + (change if other == colour - 1 else 2 * change)
                field.windows[key] = wide
                if other == 0:
                    before, after = field.black[window], field.black[wide]
                else:
                    before, after = field.white[window], field.white[wide]
                if before == after:
                    continue
                gain = WORTH[after] - WORTH[before]
                field.worth[other * places + at] += gain
                if empty:
                    field.total[other] += gain
                    field.counts[other * KINDS + after] += 1
                    field.counts[other * KINDS + before] -= 1


@compiled
def made(field: Field, index: int, colour: int, direction: int) -> int:
    """What a stone of `colour` on an empty point makes in a direction."""
    window = field.windows[((colour - 1) * 4 + direction) * len(field.cells) + index]
    return int(field.black[window] if colour == BLACK else field.white[window])


@compiled
def best_made(field: Field, index: int, colour: int) -> int:
    """The strongest of what a stone there makes; nothing that is too long."""
    best = NOTHING
    for direction in range(4):
        here = made(field, index, colour, direction)
        if here != TOO_LONG:
            best = max(best, here)
    return best
