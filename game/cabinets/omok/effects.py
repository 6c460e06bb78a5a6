"""What a stone of Omok does at once: the rows it makes and stops, and the points where both sides can make more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.omok.board import WAYS, Board, allowed, made_at, makes_five, put
from game.cabinets.omok.reasons import threats_of
from game.cabinets.omok.shapes import FIVE, THREE, WORTH
from game.cabinets.omok.state import Action, Place, View, board_of
from game.core.analyst import Effect

_FIVE: Final = 1 << 20
_STOPPED_FOUR: Final = 1 << 16
_FOUR: Final = 1 << 10
_STOPPED_THREE: Final = 1 << 11
_THREE: Final = 1 << 9
_FORK: Final = 1 << 8
_GROWING: Final = WORTH[THREE]


def effects(view: View, action: Action) -> Sequence[Effect]:
    """Return the rows that matter after a stone, and the points to make more; nothing for other actions."""
    if not isinstance(action, Place):
        return ()
    board, point, colour = board_of(view), action.point(view.size), view.colour
    five = makes_five(board, point, colour)
    put(board, point, colour)
    own = [row.kind for row in threats_of(board, colour)]
    theirs = [row.kind for row in threats_of(board, 3 - colour)]
    forks, growing = _points(board, colour)
    their_forks, their_growing = _points(board, 3 - colour)
    return (
        Effect("five", int(five), five * _FIVE),
        Effect("leaves_four", theirs.count("four"), -theirs.count("four") * _STOPPED_FOUR, fewer=True),
        Effect("leaves_three", theirs.count("three"), -theirs.count("three") * _STOPPED_THREE, fewer=True),
        Effect("fours", own.count("four"), own.count("four") * _FOUR),
        Effect("threes", own.count("three"), own.count("three") * _THREE),
        Effect("forks", forks, forks * _FORK),
        Effect("leaves_forks", their_forks, -their_forks * _FORK, fewer=True),
        Effect("growing", growing, growing * _GROWING),
        Effect("leaves_growing", their_growing, -their_growing * _GROWING, fewer=True),
    )


def _points(board: Board, colour: int) -> tuple[int, int]:
    """Return on how many points a stone of `colour` makes an open three or a four, and on how many two of them."""
    growing = forks = 0
    for point, stone in enumerate(board.stones):
        if stone:
            continue
        made = sum(THREE <= made_at(board, point, colour, way) < FIVE for way in range(WAYS))
        if made and allowed(board, point, colour):
            growing += 1
            forks += made > 1
    return forks, growing
