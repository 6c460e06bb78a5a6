"""Turns scores into grades (spec, "Scores")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.cabinets.l4g.rules.room import GUESTS, LENGTH, MOST_PLAYERS, PARTS, PLAYERS, SCORE, Room
from game.core.compiled import array, in_place, plain

Grades = Any
"""7 rows of `MOST_PLAYERS`: the grade of each part, then the whole grade."""

GRADE = PARTS
ROWS = PARTS + 1
FULL = 100


def grades_of(scores: Sequence[Sequence[int]], guests: int) -> list[list[int]]:
    """Return the grades of the six parts and the whole grade of each player, from everyone's six scores."""
    room, grades = [0] * LENGTH, array([0] * (ROWS * MOST_PLAYERS))
    room[PLAYERS], room[GUESTS] = len(scores), guests
    for player, parts in enumerate(scores):
        for part, score in enumerate(parts):
            room[SCORE + part * MOST_PLAYERS + player] = score
    grade(array(room), grades)
    flat = plain(grades)
    return [flat[player::MOST_PLAYERS] for player in range(len(scores))]


@in_place
def grade(room: Room, grades: Grades) -> None:
    """Write every player's grades. Guests, the last of the players, set neither best nor worst.

    A guest's score beyond the best or below the worst counts as the best or the worst.
    """
    for part in range(PARTS):
        _grade_part(room, grades, part)
    for player in range(room[PLAYERS]):
        total = 0
        lowest = FULL
        second = FULL
        for part in range(PARTS):
            value = grades[part * MOST_PLAYERS + player]
            total += value
            if value < lowest:
                second = lowest
                lowest = value
            elif value < second:
                second = value
        grades[GRADE * MOST_PLAYERS + player] = total - lowest - second


@in_place
def _grade_part(room: Room, grades: Grades, part: int) -> None:
    """Grade one part: *most* by its share of the best, *total* by its place between worst and best."""
    scores = SCORE + part * MOST_PLAYERS
    judged = room[PLAYERS] - room[GUESTS]
    best = 0
    worst = 0
    for player in range(judged):
        value = room[scores + player]
        if player == 0 or value > best:
            best = value
        if player == 0 or value < worst:
            worst = value
    floor = worst if part % 2 else 0
    for player in range(room[PLAYERS]):
        value = FULL
        if best > floor:
            value = (room[scores + player] - floor) * FULL // (best - floor)
        grades[part * MOST_PLAYERS + player] = min(FULL, max(0, value))
