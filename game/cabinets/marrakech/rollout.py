"""Judges moves of Marrakech by playing on from each many times with greedy players and averaging the final values.

A search looks two or three turns ahead; how rugs will lie to each other when Assam comes back shows only later. Every
choice is played on with the same random numbers, so that luck is equal for all. Play goes in rounds: after each round
the worse half of the choices is left out (successive halving).
"""

from __future__ import annotations

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import FACES, Board
from game.cabinets.marrakech.position import greedy_heading, greedy_place
from game.cabinets.marrakech.search import headings_of, laid, sixths
from game.cabinets.marrakech.value import chance
from game.core.compiled import array, compiled, first_of_most, next_chance

_FACES = array(FACES)


@compiled
def rolled_heading(board: Board, games: int, turns: int, seed: int) -> int:
    """Return the best heading for the mover: each one left in a round is played on `games` times for `turns` turns."""
    headings = b.places_room(board)
    for number in range(3):
        headings[number] = (board[b.HEADING] + number + 3) & 3
    return int(_best_of(board, headings, 3, False, games, turns, seed))


@compiled
def rolled_place(board: Board, games: int, turns: int, wide: int, depth: int, seed: int) -> int:
    """Return the best place for the mover's rug, chosen by playing on.

    The `wide` best places of a search `depth` turns deep are candidates; each candidate left in a round is played on
    `games` times for `turns` turns.
    """
    seat = board[b.MOVER]
    places, promise, chosen = b.places_room(board), b.places_room(board), b.places_room(board)
    count = b.open_places(board, places)
    for index in range(count):
        after = laid(board, places[index])
        promise[index] = sixths(after, seat, headings_of(after, seat), depth, wide) // 6
    left = min(count, wide)
    for number in range(left):
        index = first_of_most(promise, count)
        promise[index] = -1
        chosen[number] = places[index]
    return int(_best_of(board, chosen, left, True, games, turns, seed))


@compiled
def _best_of(board: Board, choices: Board, count: int, laying: bool, games: int, turns: int, seed: int) -> int:
    """Return the best of the first `count` choices: places if `laying`, else headings. Reorders `choices`."""
    seat = board[b.MOVER]
    totals = b.places_room(board)
    for number in range(count):
        totals[number] = 0
    random = seed
    while count > 1:
        begun = random
        for number in range(count):
            random = begun
            for game in range(games):
                random = _another(random)
                if laying:
                    after = laid(board, choices[number])
                    totals[number] += _outcome(after, seat, turns, random)
                else:
                    after = board.copy()
                    _walk(after, choices[number], _FACES[game % len(_FACES)])
                    totals[number] += _outcome(after, seat, turns, _lay_greedily(after, random))
        count = better_half(choices, totals, count)
    return int(choices[0])


@compiled
def better_half(choices: Board, totals: Board, count: int) -> int:
    """Sort the better half of the first `count` choices to the front, the best first.

    Returns the size of that half, rounded up.
    """
    half = (count + 1) // 2
    for number in range(half):
        best = number
        for other in range(number + 1, count):
            if totals[other] > totals[best]:
                best = other
        choice, total = choices[best], totals[best]
        for other in range(best, number, -1):
            choices[other], totals[other] = choices[other - 1], totals[other - 1]
        choices[number], totals[number] = choice, total
    return half


@compiled
def _another(random: int) -> int:
    """Return the next seed for a whole game; numbers within one game are drawn with `next_chance` instead."""
    return random * 16807 % 2147483647


@compiled
def _outcome(board: Board, seat: int, turns: int, random: int) -> int:
    """Play on for `turns` turns and return the chance of `seat` at the end, in `range(CERTAIN + 1)`.

    Changes `board`.
    """
    for _ in range(turns):
        if board[b.MOVER] < 0 or board[b.OUT + seat]:
            break
        random = next_chance(random)
        heading = greedy_heading(board, random >> 5)
        random = next_chance(random)
        _walk(board, heading, _FACES[(random >> 5) % len(_FACES)])
        random = _lay_greedily(board, random)
    return int(chance(board, seat))


@compiled
def _walk(board: Board, heading: int, steps: int) -> None:
    pose = b.WALK[(board[b.SQUARE] * 4 + heading) * 4 + steps - 1]
    board[b.SQUARE] = pose >> 2
    board[b.HEADING] = pose & 3
    b.pay(board)


@compiled
def _lay_greedily(board: Board, random: int) -> int:
    """Lay the mover's rug where it gains most and pass the turn. Returns the last random number drawn."""
    mover = board[b.MOVER]
    random = next_chance(random)
    if board[b.OUT + mover] == 0:
        place = greedy_place(board, random >> 5)
        if place < 0:
            board[b.LEFT + mover] -= 1
        else:
            b.lay(board, place)
    b.pass_turn(board)
    return int(random)
