"""Last turns of two seats as text, and rules that start from such a turn with the last tile in hand.

The text is `mover;hand;tiles;houses`: the kind of the tile in hand, `q,r,way,kind,level` for each tile on the island
and `q,r,owner,kind` for each building, separated by spaces. The rest of the state follows from these.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.volcano.island import covered
from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.state import STOCK, House, Laid, Options, State
from game.cabinets.volcano.tiles import KINDS

SEATS: Final = 2


class VolcanoFrom(Volcano):
    """Rules that start from a given turn instead of an empty sea."""

    def __init__(self, position: str) -> None:
        self._position = position

    def start(self, seats: int, options: Options) -> State:
        return read_position(self._position, options)


def options_of(position: str) -> Options:
    """Return options for a puzzle: exactly its tiles, and one building a turn, so that a turn ends by itself."""
    return Options(builds="one", tiles=(1 + len(position.split(";")[2].split())) // SEATS)


def read_position(text: str, options: Options) -> State:
    """Return the state that a puzzle's text stands for."""
    mover, hand, laid, built = text.split(";")
    tiles = [Laid(*map(int, tile.split(","))) for tile in laid.split()]
    houses = [House(*map(int, house.split(","))) for house in built.split()]
    left = [kind.number for kind in KINDS]
    for number in (int(hand), *(tile.kind for tile in tiles)):
        left[number] -= 1
    levels = {cell: tile.level for tile in tiles for cell in covered(tile.q, tile.r, tile.way)}
    stock = [*STOCK] * SEATS
    for house in houses:
        stock[3 * house.owner + house.kind] -= 1 if house.kind else levels[house.q, house.r]
    turn = 1 + len(tiles)
    return State(
        options,
        "tile",
        left,
        SEATS * options.tiles - turn,
        stock,
        [0] * SEATS,
        [-1] * SEATS,
        int(mover),
        turn,
        int(hand),
        tiles=tiles,
        houses=houses,
    )


def write_position(state: State, hand: int) -> str:
    """Return the text of a state in which the tile `hand` is in hand."""
    tiles = " ".join(f"{tile.q},{tile.r},{tile.way},{tile.kind},{tile.level}" for tile in state.tiles)
    houses = " ".join(f"{house.q},{house.r},{house.owner},{house.kind}" for house in state.houses)
    return f"{state.mover};{hand};{tiles};{houses}"
