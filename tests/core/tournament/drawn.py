"""An evaluation in several rooms whose grades are made up."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from random import Random

from game.core.tournament.evaluation import (
    EvaluationDocument,
    FailedCall,
    PlayedGame,
    PlayerFigures,
    Rooms,
    SeatFigures,
)
from game.core.tournament.rooms import draw_rooms, rooms_for

PARTS = ("survivor_most", "survivor_total", "corpse_most", "corpse_total", "infected_most", "infected_total")
SEATS = 49
BARS = 41


STEP, LUCK, OWN_LUCK = 4, 30, 9
"""Grades by which each player is better than the next, by which a game favours all in its room, and one of them."""


def in_rooms(names: Sequence[str], rounds: int = 40, games: int = 1) -> EvaluationDocument:
    """An evaluation whose players are each better than the next."""
    random, count = Random(7), len(names)
    rooms = rooms_for(count, SEATS)
    players = [*names, *["scout"] * (SEATS - count // rooms)]
    drawn = Rooms(
        games,
        tuple(
            tuple((*there, *range(count, count + SEATS - len(there))) for there in dealt)
            for dealt in draw_rooms(count, rooms, rounds, "souk")
        ),
    )
    numbers = tuple(range(1000, 1000 + rounds * rooms * games))
    played: list[list[PlayedGame]] = [[] for _ in players]
    grades: dict[str, list[int | None]] = {player: [None] * len(numbers) for player in players}
    for place, number in enumerate(numbers):
        favour = random.randrange(LUCK)
        for line in drawn.room(place):
            grade = max(0, 300 - STEP * min(line, count) + favour + random.randrange(OWN_LUCK))
            played[line].append(PlayedGame(number, grade))
            grades[players[line]][place] = (grades[players[line]][place] or 0) + grade
    seats = tuple(_seat(line, player, played[line]) for line, player in enumerate(players))
    lines = [
        _player([seat for seat in seats if seat.player == player], rounds * games) for player in dict.fromkeys(players)
    ]
    return EvaluationDocument(
        "l4g", 1, "souk", rounds * games, {}, seats, tuple(lines), PARTS, 10,
        (FailedCall(played[0][0].number, 0, 3, "survivor_move", "ValueError: no way", "raised"),),
        {names[0]: {"raised": 4}}, numbers, {player: tuple(own) for player, own in grades.items()}, drawn,
    )  # fmt: skip


def _seat(line: int, player: str, played: Sequence[PlayedGame]) -> SeatFigures:
    grades = [game.grade for game in played]
    mean, error = statistics.mean(grades), statistics.stdev(grades) / math.sqrt(len(grades))
    histogram = tuple(sum(grade // 10 == bar for grade in grades) for bar in range(BARS))
    ranked = sorted(played, key=lambda game: -game.grade)
    best, worst = tuple(ranked[:5]), tuple(ranked[-1:-6:-1])
    return SeatFigures(
        line, player, line + 1, mean, error, (round(mean / 6, 2),) * 6, 0, histogram, best, worst, sum(grades)
    )


def _player(seats: Sequence[SeatFigures], games: int) -> PlayerFigures:
    mean = statistics.mean(seat.mean for seat in seats)
    count = sum(sum(seat.histogram) for seat in seats) // games
    return PlayerFigures(seats[0].player, count, mean, seats[0].error, seats[0].parts, 0)
