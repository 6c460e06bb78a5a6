"""What a tile or a building of Volcano Isle does at once, in the features that a position's value consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.bots import position_of
from game.cabinets.volcano.island import island_of
from game.cabinets.volcano.search import Position, lay
from game.cabinets.volcano.state import Action, Done, Place, View
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.value import FEATURES, LONG, features, next_of, won
from game.core.analyst import Effect
from game.core.compiled import array

_END: Final = 1 << 30
_TEMPLES, _TOWERS, _HUTS, _TEMPLE_SITES, _TOWER_SITES, _GROWTH = 0, 1, 2, 4, 8, 16
"""Features by their numbers in `value.features`."""


def effects(view: View, action: Action) -> Sequence[Effect]:
    """Return what the mover has built, may build next, and leaves to the others after an action."""
    island, mover = island_of(view), view.mover
    position = position_of(view, island)
    if isinstance(action, Place):
        if not view.hexes:
            return ()
        kind = KINDS[view.hand]
        lay(position, island.code(action), kind.left, kind.right)
    elif not isinstance(action, Done):
        codes = island.build_codes(mover, position.seats.stock)
        code = next(code for code in codes if island.made(code) == action)
        g.survey(position.ground, mover)
        g.build(position.ground, mover, code, position.seats.stock, position.desk.cells, 0)
    return _told(position, mover, [int(seat.huts) for seat in view.seats])


def _told(position: Position, mover: int, before: Sequence[int]) -> Sequence[Effect]:
    """Return what a position holds for the mover and leaves to the others; `before` is how many huts each had left."""
    seats = position.seats
    following = next_of(seats.gone, mover)
    own, weights = _features(position, mover), _weights(position, 1)
    others = [seat for seat in range(len(before)) if seat != mover and not seats.gone[seat]]
    theirs = [(_features(position, seat), _weights(position, int(seat != following))) for seat in others]
    wins = bool(won(seats.stock, mover))
    buried = sum(max(0, int(seats.stock[3 * seat]) - before[seat]) for seat in others)

    def mine(name: str, number: int) -> Effect:
        return Effect(name, own[number], own[number] * weights[number])

    def left(name: str, number: int) -> Effect:
        worth = -sum(found[number] * row[number] for found, row in theirs)
        return Effect(name, sum(found[number] for found, _ in theirs), worth, fewer=True)

    return (
        Effect("wins", int(wins), wins * _END),
        mine("temples", _TEMPLES),
        mine("towers", _TOWERS),
        mine("huts", _HUTS),
        mine("temple_sites", _TEMPLE_SITES),
        mine("tower_sites", _TOWER_SITES),
        mine("growth", _GROWTH),
        Effect("buries", buried, buried * weights[_HUTS]),
        left("left_temple_sites", _TEMPLE_SITES),
        left("left_tower_sites", _TOWER_SITES),
        left("left_growth", _GROWTH),
    )


def _features(position: Position, seat: int) -> list[int]:
    """Return the features of a seat as if one turn were left, so that what can be built next counts once."""
    found = array([0] * FEATURES)
    features(position.ground, position.seats, seat, 1, found, 0)
    return [int(amount) for amount in found]


def _weights(position: Position, row: int) -> list[int]:
    """Return the weights of features; those of what can be built next stand for the turns that the value counts."""
    weights = [int(weight) for weight in position.seats.weights[row * FEATURES : (row + 1) * FEATURES]]
    for number in (_TEMPLE_SITES, _TOWER_SITES, _GROWTH):
        weights[number] *= LONG
    return weights
