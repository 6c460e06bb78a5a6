"""Fields of Slime written down, and what a turn makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import Heading, Slime
from game.core.compiled import array, compiled, next_chance, plain

RULES = Slime()
R, U, L, D = Heading
NEUTRAL, A, B = -1, 0, 1


def at(x: int, y: int) -> int:
    return x * f.HEIGHT + y


def own(field: list[int], team: int, x: int, y: int) -> None:
    """Make a square a team's."""
    field[f.OWNED + team * f.WIDTH + x] |= 1 << y
    field[f.OWNED + (1 - team) * f.WIDTH + x] &= f.ALL ^ 1 << y


def place(field: list[int], slime: int, x: int, y: int, heading: int) -> None:
    field[f.SQUARE + slime] = at(x, y)
    field[f.HEADING + slime] = heading


def bare() -> list[int]:
    """A field without owners; all of A's slimes walk up the left edge, all of B's down the right one."""
    field = [0] * f.LENGTH
    for slime in range(f.SLIMES):
        place(field, slime, *((0, 3, U) if slime < f.TEAM else (24, 9, D)))
    return field


def played(field: list[int], chance: int = 0) -> list[int]:
    hot = array(field)
    f.play_turn(hot, chance)
    return plain(hot)


def fates(field: list[int]) -> list[int]:
    return field[f.FATE : f.FATE + f.SLIMES]


def painted(picture: str) -> list[int]:
    """A field with a picture of `a`, `b` and `.` in its middle, from (5, 3) upwards; the top row is written first."""
    field = bare()
    for up, row in enumerate(reversed(picture.split())):
        for right, letter in enumerate(row):
            if letter in "ab":
                own(field, "ab".index(letter), 5 + right, 3 + up)
    return field


def random_field(random: Random) -> list[int]:
    """Any field: squares in patches, slimes anywhere, on squares of their own."""
    field = bare()
    density = random.random()
    for square in range(f.SQUARES):
        if random.random() < density:
            own(field, random.randrange(2), *divmod(square, f.HEIGHT))
    for slime in range(f.SLIMES):
        place(field, slime, random.randrange(f.WIDTH), random.randrange(f.HEIGHT), random.randrange(4))
    return field


def walk(seed: int, turns: int = 40) -> Iterator[tuple[list[int], list[int]]]:
    """Turns of a random match and of random fields: each before and after."""
    random = Random(seed)
    field = f.new_field()
    for turn in range(turns):
        if turn % 8 == 7:
            field = random_field(random)
        for slime in range(f.SLIMES):
            field[f.HEADING + slime] = random.randrange(4)
        before = list(field)
        field = played(field, random.randrange(int(outcomes(array(field)))))
        yield before, list(field)


def mirrored(field: list[int]) -> list[int]:
    """The field turned by 180° with the teams exchanged."""
    other = list(field)
    for base in (f.OWNED, f.AREA):
        for team in (0, 1):
            for x in range(f.WIDTH):
                column = f"{field[base + team * f.WIDTH + x]:0{f.HEIGHT}b}"
                other[base + (1 - team) * f.WIDTH + f.WIDTH - 1 - x] = int(column[::-1], 2)
    for slime in range(f.SLIMES):
        twin = (slime + f.TEAM) % f.SLIMES
        other[f.SQUARE + twin] = f.SQUARES - 1 - field[f.SQUARE + slime]
        other[f.STOOD + twin] = f.SQUARES - 1 - field[f.STOOD + slime]
        other[f.HEADING + twin] = (field[f.HEADING + slime] + 2) % 4
        other[f.FATE + twin] = field[f.FATE + slime]
        other[f.DEATHS + twin] = field[f.DEATHS + slime]
    other[f.PAINTED : f.PAINTED + 2] = reversed(field[f.PAINTED : f.PAINTED + 2])
    return other


@compiled
def outcomes(field: f.Field) -> int:
    """Among how many outcomes chance decides before the slimes can move: 1 if none would leave the field."""
    product = 1
    for slime in range(f.SLIMES):
        product *= f.WAYS[field[f.SQUARE + slime] * 4 + field[f.HEADING + slime]]
    return int(product)


@compiled
def play_at_random(field: f.Field, chance: int) -> int:
    """Play turns to the end, every heading as likely; `chance` is a number of `next_chance`.

    Returns the last number of chance used.
    """
    while field[f.TURN] < f.TURNS:
        chance = next_chance(chance)
        bits = chance
        for slime in range(f.SLIMES):
            field[f.HEADING + slime] = bits & 3
            bits >>= 2
        chance = next_chance(chance)
        f.play_turn(field, chance % outcomes(field))
    return chance
