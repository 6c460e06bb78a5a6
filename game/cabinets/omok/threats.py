"""Wins by threats (VCT): every stone makes a four, or a three that would become a straight four."""

from __future__ import annotations

from typing import Any, Final

from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, put, winning_point
from game.cabinets.omok.fours import four_points, win_by_fours
from game.cabinets.omok.search import LEVELS, SPAN, WIN, Room, deepened
from game.core.compiled import filled, in_place

THREATS: Final = 12
"""Stones that a win by threats may have."""
TRIED: Final = 20
"""Stones tried at a time, and answers of the other looked at."""
REACH: Final = 4 + 3 * TRIED
"""Places of the array that a level writes to."""
FOURS_BESIDE: Final = 60
"""Nodes of a win by fours looked for beside a threat."""

CAUTIOUS: Final = 8
"""Points that are looked at for wins by threats of the other."""


def threats_room() -> Any:
    """An array for `win_by_threats` to write to."""
    return filled(REACH * (THREATS + 1))


@in_place
def win_by_threats(board: Board, colour: int, depth: int, room: Room, found: Any, start: int) -> int:
    """The first stone of a win of so many threats, or NOWHERE; it takes at most `room.left[0]` nodes.

    After a three the other may answer with a four of its own, or where the straight four would be stopped; that is
    where either could make a four. Only a stone after which every answer loses wins.
    """
    left = room.left
    left[0] -= 1
    left[1] = FOURS_BESIDE
    win = win_by_fours(board, colour, left[1], left, room.found, SPAN * (LEVELS + 2))
    if win != NOWHERE or depth == 0 or left[0] < 0:
        return win
    other = 3 - colour
    must = NOWHERE
    if s.fives_of(board.sums[other - 1]):
        if five_points(board, other, found, start) > 1:
            return NOWHERE
        must = found[start]
    count = four_points(board, colour, s.THREE, found, start + 4, TRIED)
    for place in range(start + 4, start + 4 + count):
        point = found[place]
        if (must != NOWHERE and point != must) or not allowed(board, point, colour):
            continue
        put(board, point, colour)
        wins = False
        if s.fives_of(board.sums[other - 1]) == 0:
            answers = start + 4 + TRIED
            number = five_points(board, colour, found, answers)
            if number == 0 and winning_point(board, colour) != NOWHERE:
                left[1] = FOURS_BESIDE
                if win_by_fours(board, other, left[1], left, room.found, SPAN * (LEVELS + 2)) == NOWHERE:
                    number = four_points(board, colour, s.FOUR, found, answers, TRIED)
                    more = four_points(board, other, s.FOUR, found, answers + number, TRIED)
                    number = 0 if number == TRIED or more == TRIED else number + more
            if number:
                wins = True
                for at in range(answers, answers + number):
                    answer = found[at]
                    if not allowed(board, answer, other):
                        continue
                    put(board, answer, other)
                    wins = win_by_threats(board, colour, depth - 1, room, found, start + REACH) != NOWHERE
                    put(board, answer, -other)
                    if not wins:
                        break
        put(board, point, -colour)
        if wins:
            return int(point)
        if left[0] < 0:
            return NOWHERE
    return NOWHERE


def threatened_win(board: Board, colour: int, room: Room, nodes: int) -> int:
    """The first stone of the shortest win by threats that so many nodes find, or NOWHERE."""
    found, room.left[0] = threats_room(), nodes
    for depth in range(1, THREATS):
        win = win_by_threats(board, colour, depth, room, found, 0)
        if win != NOWHERE or room.left[0] < 0:
            return int(win)
    return NOWHERE


def cautious(board: Board, colour: int, room: Room, nodes: int, threats: int) -> int:
    """The best point that so many nodes find after which the other has no known win by threats; NOWHERE without one."""
    best = deepened(board, colour, room, nodes, LEVELS)
    worth = room.left[2]
    if best == NOWHERE or abs(worth) > WIN // 2 or not threats:
        return int(best)
    for place in range(CAUTIOUS):
        point = room.found[place]
        if point == NOWHERE:
            break
        put(board, point, colour)
        held = threatened_win(board, 3 - colour, room, threats) == NOWHERE
        put(board, point, -colour)
        if held:
            return int(point)
    return int(best)
