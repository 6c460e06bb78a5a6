"""The hot part of Slime, over one flat array of whole numbers; rules and bots both use it.

A *field* is what `game.core.compiled.array` makes of `LENGTH` numbers; the names below are offsets into it. A square is
`x * 13 + y`, (0, 0) at the bottom left, as in the contest protocol. A *column* is a mask of the 13 squares of one x,
bit y. Slimes 0 … 4 belong to team 0 (A), 5 … 9 to team 1 (B). Headings are counted anticlockwise from the right: right,
up, left, down.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from game.core.compiled import array, bit_count, compiled, remembered

Field: TypeAlias = Any

WIDTH: Final = 25
HEIGHT: Final = 13
SQUARES: Final = WIDTH * HEIGHT
TEAM: Final = 5
"""Slimes of a team."""
SLIMES: Final = 2 * TEAM
RIGHT, UP, LEFT, DOWN = range(4)
OUTSIDE: Final = -1

OWNED: Final = 0
"""2 × 25 columns: the squares of each team."""
AREA: Final = OWNED + 2 * WIDTH
"""2 × 25 columns: the closed area of each team, as it was found in the last turn."""
SQUARE: Final = AREA + 2 * WIDTH
"""10 numbers: the square of each slime."""
HEADING: Final = SQUARE + SLIMES
"""10 numbers: the heading of each slime's next move; after a turn, of its last one."""
STOOD: Final = HEADING + SLIMES
"""10 numbers: the square each slime reached in the last turn, before the dead came back at home."""
FATE: Final = STOOD + SLIMES
"""10 numbers: what became of each slime in the last turn."""
DEATHS: Final = FATE + SLIMES
"""10 numbers: how often each slime died."""
PAINTED: Final = DEATHS + SLIMES
"""2 numbers: how many squares each team gained in all; a square gained twice counts twice."""
TURN: Final = PAINTED + 2
"""1 number: the turns played."""
LENGTH: Final = TURN + 1

ALIVE, CROSSED, MET, ENCLOSED = range(4)
"""Fates of a slime: alive; swapped squares with an opponent; met an opponent on a square; enclosed."""

TURNS: Final = 180
ALL: Final = (1 << HEIGHT) - 1
"""The column mask with all 13 squares."""
RIM: Final = 1 | 1 << (HEIGHT - 1)
"""The column mask of the top and bottom square, which lie at the field's edge in every column."""
HOMES: Final = (0, SQUARES - 1)
"""The home square of each team, where its dead slimes come back."""
STARTS: Final = (
    *(2 * number for number in range(1, TEAM + 1)),
    *(SQUARES - 1 - 2 * number for number in range(1, TEAM + 1)),
)
"""The square on which each slime begins (our own decision: the figure of the source is lost)."""


def _beyond(square: int, heading: int) -> int:
    x, y = divmod(square, HEIGHT)
    x += (1, 0, -1, 0)[heading]
    y += (0, 1, 0, -1)[heading]
    return x * HEIGHT + y if 0 <= x < WIDTH and 0 <= y < HEIGHT else OUTSIDE


def _ways(square: int, heading: int) -> list[int]:
    """Return the heading alone if it stays inside the field; otherwise all headings that do, anticlockwise from it."""
    turned = [(heading + quarters) % 4 for quarters in range(4)]
    inside = [way for way in turned if _beyond(square, way) != OUTSIDE]
    return inside[:1] if inside[0] == heading else inside


_WAYS = [_ways(square, heading) for square in range(SQUARES) for heading in range(4)]
BESIDE: Final = array(_beyond(square, heading) for square in range(SQUARES) for heading in range(4))
"""At `square * 4 + heading`: the neighbouring square in that direction, OUTSIDE beyond the edge."""
WAYS: Final = array(len(ways) for ways in _WAYS)
"""At `square * 4 + heading`: how many headings chance chooses from; 1 where the heading stays inside."""
WAY: Final = array(way for ways in _WAYS for way in (*ways, *[0] * (3 - len(ways))))
"""At `(square * 4 + heading) * 3 + n`: the n-th of the headings that `WAYS` counts."""
_STARTS: Final = array(STARTS)
_HOMES: Final = array(HOMES)


def new_field() -> list[int]:
    """Return the field before the first turn, as a list."""
    field = [0] * LENGTH
    for slime, square in enumerate(STARTS):
        x, y = divmod(square, HEIGHT)
        field[OWNED + slime // TEAM * WIDTH + x] |= 1 << y
        field[SQUARE + slime] = field[STOOD + slime] = square
        field[HEADING + slime] = LEFT if slime >= TEAM else RIGHT
    return field


@compiled
def play_turn(field: Field, chance: int) -> None:
    """Play one turn with the headings set. `chance`, in range(outcomes), turns slimes that would leave the field (spec,
    "A turn").
    """
    _move(field, chance)
    _collide(field)
    _paint(field)
    find_area(field, 0)
    find_area(field, 1)
    _fill(field)
    _punish(field)
    _rise(field)
    field[TURN] += 1


@compiled
def _move(field: Field, chance: int) -> None:
    for slime in range(SLIMES):
        pose = field[SQUARE + slime] * 4 + field[HEADING + slime]
        ways = WAYS[pose]
        heading = WAY[pose * 3 + chance % ways]
        chance //= ways
        field[HEADING + slime] = heading
        field[STOOD + slime] = BESIDE[field[SQUARE + slime] * 4 + heading]
        field[FATE + slime] = ALIVE


@compiled
def _collide(field: Field) -> None:
    for ours in range(TEAM):
        for theirs in range(TEAM, SLIMES):
            if field[STOOD + ours] == field[SQUARE + theirs] and field[STOOD + theirs] == field[SQUARE + ours]:
                field[FATE + ours] = CROSSED
                field[FATE + theirs] = CROSSED
    for ours in range(TEAM):
        if field[FATE + ours] == CROSSED:
            continue
        for theirs in range(TEAM, SLIMES):
            if field[STOOD + ours] == field[STOOD + theirs] and field[FATE + theirs] != CROSSED:
                field[FATE + ours] = MET
                field[FATE + theirs] = MET


@compiled
def _paint(field: Field) -> None:
    for slime in range(SLIMES):
        if field[FATE + slime] == ALIVE:
            team = slime // TEAM
            square = field[STOOD + slime]
            column = OWNED + team * WIDTH + square // HEIGHT
            bit = 1 << (square % HEIGHT)
            if field[column] & bit == 0:
                field[PAINTED + team] += 1
                field[column] |= bit
                other = OWNED + (1 - team) * WIDTH + square // HEIGHT
                field[other] &= ALL ^ bit


@remembered
def along(free: int, start: int) -> int:
    """Return the runs of unbroken squares in the column mask `free` that contain a square of `start`; `start` lies
    within `free`.
    """
    found = start
    before = 0
    while before != found:
        before = found
        found |= (found << 1 | found >> 1) & free
    return found


@compiled
def find_area(field: Field, team: int) -> None:
    """Find the area that `team` encloses: the squares that a flood from the edge over squares not its own does not
    reach.
    """
    own = OWNED + team * WIDTH
    area = AREA + team * WIDTH
    last = WIDTH - 1
    for x in range(WIDTH):
        free = ALL ^ field[own + x]
        field[area + x] = free if x == 0 or x == last else along(free, free & RIM)
    rising = True
    while rising:
        rising = False
        for x in range(1, last):
            rising |= _wet(field, own + x, area + x)
        if rising:
            rising = False
            for x in range(last - 1, 0, -1):
                rising |= _wet(field, own + x, area + x)
    for x in range(WIDTH):
        field[area + x] ^= ALL ^ field[own + x]


@compiled
def _wet(field: Field, own: int, wet: int) -> bool:
    """Let the flood enter one column from the two beside it. Returns whether it rose in that column."""
    free = ALL ^ field[own]
    before = field[wet]
    reached = before | (field[wet - 1] | field[wet + 1]) & free
    if reached == before:
        return False
    field[wet] = along(free, reached)
    return True


@compiled
def _fill(field: Field) -> None:
    for x in range(WIDTH):
        first = field[AREA + x]
        second = field[AREA + WIDTH + x]
        if first | second:
            both = first & second
            field[PAINTED] += bit_count(first ^ both)
            field[PAINTED + 1] += bit_count(second ^ both)
            field[OWNED + x] = (field[OWNED + x] | first) & (ALL ^ second)
            field[OWNED + WIDTH + x] = (field[OWNED + WIDTH + x] | second) & (ALL ^ first)


@compiled
def _punish(field: Field) -> None:
    for slime in range(SLIMES):
        if field[FATE + slime] == ALIVE:
            square = field[STOOD + slime]
            theirs = AREA + (WIDTH if slime < TEAM else 0)
            if field[theirs + square // HEIGHT] >> (square % HEIGHT) & 1:
                field[FATE + slime] = ENCLOSED


@compiled
def _rise(field: Field) -> None:
    for slime in range(SLIMES):
        if field[FATE + slime] == ALIVE:
            field[SQUARE + slime] = field[STOOD + slime]
        else:
            field[DEATHS + slime] += 1
            field[SQUARE + slime] = _HOMES[slime // TEAM]
            field[HEADING + slime] = RIGHT if slime < TEAM else LEFT


@compiled
def squares_of(field: Field, team: int) -> int:
    """Return how many squares a team owns."""
    count = 0
    for column in range(OWNED + team * WIDTH, OWNED + team * WIDTH + WIDTH):
        count += bit_count(field[column])
    return count
