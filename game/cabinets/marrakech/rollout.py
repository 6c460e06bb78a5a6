"""Judges moves of Marrakech by playing on from each many times with greedy players and averaging the final values.

A search looks two or three turns ahead; how rugs will lie to each other when Assam comes back shows only later. Every
choice is played on with the same random numbers, so that luck is equal for all. Play goes in rounds: after each round
the choices that are clearly worse than the best are left out (a race), so that most games go to close choices.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import FACES, Board
from game.cabinets.marrakech.position import greedy_heading, greedy_place
from game.cabinets.marrakech.search import headings_of, laid, sixths
from game.cabinets.marrakech.value import chance
from game.core.compiled import array, compiled, first_of_most, next_chance

ROUND: Final = 36
"""Games of each choice in a round: all pairs of faces of the die."""
_FINE: Final = 4
"""Lowest bits of a chance that are dropped, so that sums of squares stay small."""
_FACES: Final = array(FACES)


@compiled
def rolled_heading(board: Board, games: int, turns: int, seed: int) -> int:
    """Return the best heading for the mover.

    At most `games` games of `turns` turns are played on, all headings together.
    """
    headings = b.places_room(board)
    for number in range(3):
        headings[number] = (board[b.HEADING] + number + 3) & 3
    return int(_best_of(board, headings, 3, False, games, turns, seed))


@compiled
def rolled_place(board: Board, games: int, turns: int, wide: int, seed: int) -> int:
    """Return the best place for the mover's rug, chosen by playing on.

    The `wide` best places of a search one turn deep are candidates. At most `games` games of `turns` turns are played
    on, all candidates together.
    """
    seat = board[b.MOVER]
    places, promise, chosen = b.places_room(board), b.places_room(board), b.places_room(board)
    count = b.open_places(board, places)
    for index in range(count):
        after = laid(board, places[index])
        promise[index] = sixths(after, seat, headings_of(after, seat), 1, 1) // 6
    left = min(count, wide)
    for number in range(left):
        index = first_of_most(promise, count)
        promise[index] = -1
        chosen[number] = places[index]
    return int(_best_of(board, chosen, left, True, games, turns, seed))


@compiled
def _best_of(board: Board, choices: Board, count: int, laying: bool, games: int, turns: int, seed: int) -> int:
    """Return the best of the first `count` choices, which are places if `laying`, else headings.

    At most `games` games of `turns` turns are played on, all choices together.
    """
    left, totals, found = b.places_room(board), b.places_room(board), b.places_room(board)
    apart = board.copy()
    for number in range(count):
        left[number], totals[number] = number, 0
    for pair in range(count * (count - 1) // 2):
        apart[pair] = 0
    random = seed
    played = 0
    while count > 1 and games >= count * ROUND:
        games -= count * ROUND
        for _ in range(ROUND):
            random = _another(random)
            for at in range(count):
                number = left[at]
                found[at] = _played_on(board, choices[number], laying, turns, played, random) >> _FINE
                totals[number] += found[at]
                for before in range(at):
                    apart[number * (number - 1) // 2 + left[before]] += (found[at] - found[before]) ** 2
            played += 1
        count = stay(left, count, totals, apart, played)
    best = left[0]
    for at in range(1, count):
        if totals[left[at]] > totals[best]:
            best = left[at]
    return int(choices[best])


@compiled
def stay(left: Board, count: int, totals: Board, apart: Board, games: int) -> int:
    """Remove clearly worse choices from the first `count` of `left`, keeping the order. Return how many stay.

    `totals` sums up `games` games of each choice. A choice goes if it is behind the best by two standard errors of
    their difference or more, so one that equals the best in every game goes as well. For choices m < n, `apart` has
    the sum of the squared differences of their games at n (n - 1) / 2 + m.
    """
    best = left[0]
    for at in range(1, count):
        if totals[left[at]] > totals[best]:
            best = left[at]
    staying = 0
    for at in range(count):
        number = left[at]
        behind = totals[best] - totals[number]
        high, low = max(number, best), min(number, best)
        if number == best or behind**2 < 4 * (apart[high * (high - 1) // 2 + low] - behind**2 // games):
            left[staying] = number
            staying += 1
    return staying


@compiled
def _played_on(board: Board, choice: int, laying: bool, turns: int, game: int, random: int) -> int:
    """Return the mover's chance `turns` turns after a choice. The number of the game decides the first throws."""
    seat = board[b.MOVER]
    if laying:
        return int(_outcome(laid(board, choice), seat, turns, game, random))
    after = board.copy()
    _walk(after, choice, _FACES[game % len(_FACES)])
    random = _lay_greedily(after, random)
    return int(_outcome(after, seat, turns, game // len(_FACES), random))


@compiled
def _another(random: int) -> int:
    """Return the next seed for a whole game; numbers within one game are drawn with `next_chance` instead."""
    return random * 16807 % 2147483647


@compiled
def _outcome(board: Board, seat: int, turns: int, throw: int, random: int) -> int:
    """Play on for `turns` turns and return the chance of `seat` at the end, in `range(CERTAIN + 1)`.

    `throw` decides the first throw of the die. Changes `board`.
    """
    for _ in range(turns):
        if board[b.MOVER] < 0 or board[b.OUT + seat]:
            break
        random = next_chance(random)
        heading = greedy_heading(board, random >> 5)
        random = next_chance(random)
        _walk(board, heading, _FACES[throw % len(_FACES)])
        throw = random >> 5
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
