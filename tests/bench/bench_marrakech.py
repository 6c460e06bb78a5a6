"""How fast Marrakech plays on one core, and how long an expert thinks.

    python -m tests.bench.bench_marrakech            with numba where it is installed
    SOUK_PLAIN=1 python -m tests.bench.bench_marrakech

prints whole random matches a second through Match (every decision with the mover's view), bare random playouts
a second on the flat board, and the milliseconds of an expert's decisions in matches of experts. All times are those
this process had on a core, which other programs do not disturb.
"""

from __future__ import annotations

import statistics
import time
from random import Random

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.bots import ExpertBot
from game.cabinets.marrakech.rules import Marrakech, Options
from game.core.bots import BotSetup, Request
from game.core.compiled import COMPILED, array, compiled, next_chance
from game.core.match.match import Match

SECONDS, MATCHES, SEATS = 3.0, 2, (2, 3, 4)
DECIDED = 1_000_000
"""Decisions of experts that are measured, at the most."""
"""How long each rate is measured."""
_FACES = array(b.FACES)


@compiled
def play_at_random(board: b.Board, chance: int) -> int:
    """Play whole turns to the end, every choice as likely; `chance` is a number of `next_chance`.

    The board is before a turn. Returns the last number of chance used.
    """
    found = b.places_room(board)
    while board[b.MOVER] >= 0:
        chance = next_chance(chance)
        heading = (board[b.HEADING] + 3 + chance % 3) & 3
        face = _FACES[chance // 3 % 6]
        pose = b.WALK[(board[b.SQUARE] * 4 + heading) * 4 + face - 1]
        board[b.SQUARE] = pose >> 2
        board[b.HEADING] = pose & 3
        b.pay(board)
        if board[b.OUT + board[b.MOVER]] == 0:
            count = b.open_places(board, found)
            if count > 0:
                b.lay(board, found[chance // 18 % count])
            else:
                board[b.LEFT + board[b.MOVER]] -= 1
        b.pass_turn(board)
    return chance


def matches_per_second(seats: int) -> float:
    """Whole random matches, each decision with a view and a list of legal actions."""
    random = Random(1)
    played, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        match = Match(Marrakech(), seats, Options(), played)
        while not match.over:
            match.tick(0.0)
            for seat in match.waiting_for:
                match.view(seat)
                match.offer(seat, random.choice(match.legal(seat) or ()))
        played += 1
    return played / (time.process_time() - start)


def playouts_per_second(seats: int) -> float:
    """Random playouts from the first turn on, the board made anew for each."""
    first = b.new_board(seats, by_owner=False, by_rug=False)
    chance = play_at_random(array(first), 1)
    played, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        chance = play_at_random(array(first), chance)
        played += 1
    return played / (time.process_time() - start)


def thinking(seats: int, matches: int) -> list[float]:
    """Milliseconds of each decision of experts among themselves, ascending."""
    taken: list[float] = []
    for seed in range(matches):
        match = Match(Marrakech(), seats, Options(), seed)
        bots = [ExpertBot(BotSetup("marrakech", seat, seats, Options(), None, seed)) for seat in range(seats)]
        while not match.over and len(taken) < DECIDED:
            match.tick(0.0)
            for seat in match.waiting_for:
                request = Request(match.number, match.view(seat), match.legal(seat), (), 0)
                start = time.process_time()
                action = bots[seat].decide(request)
                taken.append((time.process_time() - start) * 1000)
                match.offer(seat, action)
    return sorted(taken)


def main() -> None:
    print(f"Marrakech, one core, {'numba' if COMPILED else 'plain Python'}")
    if COMPILED:
        thinking(2, matches=1)  # compiles, where the cache has nothing
    for seats in SEATS:
        print(f"{seats} seats: {matches_per_second(seats):8.0f} whole random matches a second through Match")
        print(f"{seats} seats: {playouts_per_second(seats):8.0f} bare random playouts a second")
    for seats in SEATS:
        taken = thinking(seats, MATCHES)
        median, late = statistics.median(taken), taken[int(len(taken) * 0.95)]
        print(f"{seats} seats: expert {median:.0f} ms in the median, 95 of 100 below {late:.0f}, worst {taken[-1]:.0f}")


if __name__ == "__main__":
    main()
