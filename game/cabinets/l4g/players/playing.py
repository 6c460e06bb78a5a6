"""Whole games among built-in players, and many of them: the core of an evaluation."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.cabinets.l4g.players.styles import (
    FEATURES_LENGTH,
    OUTSIDER,
    STYLES,
    WAYS_LENGTH,
    Features,
    Styles,
    Values,
    accepts,
    spawn,
    step,
    survey,
    survey_room,
    weigh,
)
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.rules.grading import Grades, grade
from game.cabinets.l4g.rules.room import MOST_PLAYERS, Room
from game.cabinets.l4g.rules.sight import (
    CHANCE,
    ME_LENGTH,
    SEEN_LENGTH,
    Me,
    Seen,
    know_floor,
    know_oneself,
    leave,
    look,
    peer,
    sense,
)
from game.cabinets.l4g.rules.tally import Tally, count_game
from game.cabinets.l4g.rules.turn import Decisions, begin, finish, may_place, move, place
from game.core.compiled import array, in_place, inlined


class Desk(NamedTuple):
    """The arrays that a game among built-in players is played with."""

    me: Me
    seen: Seen
    """What survivors or souls see, and the floor that everybody knows."""
    scent: Seen
    """What infected see."""
    features: Features
    values: Values
    weighed: Any
    """For each style whether its values are those of the players who decide."""
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
        scent=array([0] * SEEN_LENGTH),
        features=array([0] * FEATURES_LENGTH),
        values=array([0] * (len(STYLES) * WAYS_LENGTH)),
        weighed=array([0] * len(STYLES)),
        decisions=array(players),
        accepts=array(players),
        places=array(players),
        first=array([-1] * (2 * r.SQUARES)),
        following=array(players),
        grades=array([0] * (GRADE_ROWS * MOST_PLAYERS)),
    )


@in_place
def play_games(
    room: Room,
    highs: Any,
    lows: Any,
    positions: Any,
    lineup: Any,
    groups: Any,
    styles: Styles,
    desk: Desk,
    tally: Tally,
) -> None:
    """Play the games of these numbers (halves) with the style of each seat, and count them."""
    for index in range(len(highs)):
        play_game(room, highs[index], lows[index], lineup, styles, desk)
        count_game(room, desk.grades, groups, positions[index], tally)


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
    """Let everyone decide but outsiders. What is seen is worked out once for all of one state on one square."""
    _group(room, desk.first, desk.following)
    sense(room, desk.scent)
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
        if state == r.INFECTED:
            seen = desk.scent
            peer(room, square, seen)
        else:
            seen = desk.seen
            look(room, state, square, seen)
        survey(seen, square, desk.features)
        if state == r.INFECTED:
            leave(square, seen)
        know_oneself(room, leader, desk.me)
        _decide_group(room, leader, lineup, styles, desk)


@inlined
def _decide_group(room: Room, leader: int, lineup: Any, styles: Styles, desk: Desk) -> None:
    """Let all of one state on one square decide: what they see is surveyed, values are worked out once a style."""
    for style in range(len(desk.weighed)):
        desk.weighed[style] = 0
    player = leader
    while player >= 0:
        style = lineup[player]
        if style != OUTSIDER:
            if not desk.weighed[style]:
                weigh(desk.me, desk.seen, desk.features, styles, style, desk.values)
                desk.weighed[style] = 1
            desk.me[CHANCE] = room[r.CHANCE + player]
            desk.decisions[player] = step(desk.me, styles, style, desk.values)
            if room[r.CHOOSING]:
                desk.accepts[player] = accepts(desk.me, styles, style)
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
    """Let the souls whose wait is over choose, but outsiders."""
    looked = False
    for player in range(room[r.PLAYERS]):
        if lineup[player] != OUTSIDER and may_place(room, player):
            if not looked:
                look(room, r.SOUL, r.SKY, desk.seen)
                survey_room(desk.seen, room[r.ROWS], room[r.COLUMNS], desk.features)
                looked = True
            know_oneself(room, player, desk.me)
            desk.places[player] = spawn(desk.me, desk.features, styles, lineup[player])
