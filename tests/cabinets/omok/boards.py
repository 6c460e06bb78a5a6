"""Random boards of Omok for the tests of what its computers see."""

from __future__ import annotations

from random import Random

from game.cabinets.omok.board import BLACK, WHITE, Board, new_board, put


def crowded(seed: int, rule: str) -> Board:
    """Stones close to each other, sometimes at an edge, more of black than of white."""
    chance = Random(seed)
    size = chance.choice((15, 19, 20))
    board = new_board(size, rule)
    x, y = chance.randrange(3, size - 3), chance.randrange(3, size - 3)
    points = [point for point in range(size * size) if abs(point % size - x) < 4 and abs(point // size - y) < 4]
    for point in chance.sample(points, chance.randrange(6, 44)):
        put(board, point, BLACK if chance.random() < 0.65 else WHITE)
    return board
