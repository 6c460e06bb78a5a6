"""What a stone of Omok does at once: the rows it makes, and those of the opponent that it stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.omok.board import makes_five, put
from game.cabinets.omok.reasons import threats_of
from game.cabinets.omok.state import Action, Place, View, board_of
from game.core.analyst import Effect

_FIVE: Final = 1 << 20
_STOPPED_FOUR: Final = 1 << 16
_FOUR: Final = 1 << 10
_STOPPED_THREE: Final = 1 << 11
_THREE: Final = 1 << 9


def effects(view: View, action: Action) -> Sequence[Effect]:
    """Return the rows that matter after a stone; nothing for other actions."""
    if not isinstance(action, Place):
        return ()
    board, point, colour = board_of(view), action.point(view.size), view.colour
    five = makes_five(board, point, colour)
    put(board, point, colour)
    own = [row.kind for row in threats_of(board, colour)]
    theirs = [row.kind for row in threats_of(board, 3 - colour)]
    return (
        Effect("five", int(five), five * _FIVE),
        Effect("leaves_four", theirs.count("four"), -theirs.count("four") * _STOPPED_FOUR, fewer=True),
        Effect("leaves_three", theirs.count("three"), -theirs.count("three") * _STOPPED_THREE, fewer=True),
        Effect("fours", own.count("four"), own.count("four") * _FOUR),
        Effect("threes", own.count("three"), own.count("three") * _THREE),
    )
