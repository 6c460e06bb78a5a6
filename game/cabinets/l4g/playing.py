"""Whole games among built-in players, and many of them: the core of an evaluation."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from game.cabinets.l4g import room as r
from game.cabinets.l4g.grading import GRADE, Grades, grade
from game.cabinets.l4g.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.room import MOST_PLAYERS, Room
from game.cabinets.l4g.sight import ME_LENGTH, SEEN_LENGTH, Me, Seen, know_floor, know_oneself, look
from game.cabinets.l4g.styles import Styles, accepts, spawn, step
from game.cabinets.l4g.turn import Decisions, begin, finish, may_place, move, place
from game.core.compiled import array, in_place

Sums: TypeAlias = Any
"""Rows of `MOST_PLAYERS`: the six parts' grades, the grades, their squares, punishments."""

SQUARED: Final = GRADE_ROWS
PUNISHED: Final = SQUARED + 1
SUM_ROWS: Final = PUNISHED + 1


class Desk(NamedTuple):
    """The arrays that a game among built-in players is played with."""

    me: Me
    seen: Seen
    decisions: Decisions
    accepts: Decisions
    places: Decisions
    first: Any
    """For each state and square the first player there; -1 without one."""
    following: Any
    """For each player the next one of its state on its square; -1 after the last."""
    grades: Grades


def new_desk() -> Desk:
    """A desk for any room."""
    players = [0] * MOST_PLAYERS
    return Desk(
        me=array([0] * ME_LENGTH),
        seen=array([0] * SEEN_LENGTH),
        decisions=array(players),
        accepts=array(players),
        places=array(players),
        first=array([-1] * (2 * r.SQUARES)),
        following=array(players),
        grades=array([0] * (GRADE_ROWS * MOST_PLAYERS)),
    )


def new_sums() -> Sums:
    """Sums of nothing."""
    return array([0] * (SUM_ROWS * MOST_PLAYERS))


@in_place
def play_games(room: Room, highs: Any, lows: Any, lineup: Any, styles: Styles, sums: Sums, desk: Desk) -> None:
    """Play the games of these numbers (halves) with the style of each seat, and add up what came of them."""
    for index in range(len(highs)):
        play_game(room, highs[index], lows[index], lineup, styles, desk)
        for player in range(room[r.PLAYERS]):
            for part in range(GRADE_ROWS):
                sums[part * MOST_PLAYERS + player] += desk.grades[part * MOST_PLAYERS + player]
            total = desk.grades[GRADE * MOST_PLAYERS + player]
            sums[SQUARED * MOST_PLAYERS + player] += total * total
            sums[PUNISHED * MOST_PLAYERS + player] += room[r.PUNISHMENTS + player]


@in_place
def play_game(room: Room, high: int, low: int, lineup: Any, styles: Styles, desk: Desk) -> None:
    """Play one game to its end and grade it."""
    r.open_game(room, high, low)
    know_floor(room, desk.seen)
    for _ in range(room[r.TURNS]):
        begin(room)
        decide_moves(room, lineup, styles, desk)
        move(room, desk.decisions, desk.accepts)
        decide_places(room, lineup, styles, desk)
        place(room, desk.places)
        finish(room)
    grade(room, desk.grades)


@in_place
def decide_moves(room: Room, lineup: Any, styles: Styles, desk: Desk) -> None:
    """Let everyone decide. What is seen is worked out once for all of one state on one square."""
    _group(room, desk.first, desk.following)
    for leader in range(room[r.PLAYERS]):
        state = room[r.STATE + leader]
        if state != r.SURVIVOR and state != r.INFECTED:
            desk.decisions[leader] = r.STAY
            continue
        square = room[r.SQUARE + leader]
        group = square * 2 + (state == r.INFECTED)
        if desk.first[group] != leader:
            continue
        desk.first[group] = -1
        look(room, state, square, desk.seen)
        player = leader
        while player >= 0:
            know_oneself(room, player, desk.me)
            desk.decisions[player] = step(desk.me, desk.seen, styles, lineup[player])
            if room[r.CHOOSING]:
                desk.accepts[player] = accepts(desk.me, desk.seen, styles, lineup[player])
            player = desk.following[player]


@in_place
def _group(room: Room, first: Any, following: Any) -> None:
    """Chain the players of one state on one square, ascending. `first` holds nobody before."""
    for player in range(room[r.PLAYERS] - 1, -1, -1):
        state = room[r.STATE + player]
        if state == r.SURVIVOR or state == r.INFECTED:
            group = room[r.SQUARE + player] * 2 + (state == r.INFECTED)
            following[player] = first[group]
            first[group] = player


@in_place
def decide_places(room: Room, lineup: Any, styles: Styles, desk: Desk) -> None:
    """Let the souls whose wait is over choose."""
    looked = False
    for player in range(room[r.PLAYERS]):
        if may_place(room, player):
            if not looked:
                look(room, r.SOUL, r.SKY, desk.seen)
                looked = True
            know_oneself(room, player, desk.me)
            desk.places[player] = spawn(desk.me, desk.seen, styles, lineup[player])
