"""Plays whole games among built-in players, and many of them: the core of an evaluation."""

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


class Scratch(NamedTuple):
    """The arrays that a game among built-in players works with."""

    me: Me
    seen: Seen
    """What survivors or souls see, and the floor that everybody knows."""
    scent: Seen
    """What infected see."""
    features: Features
    values: Values
    weighed: Any
    """By style: whether `values` holds its values for the players that decide now."""
    decisions: Decisions
    accepts: Decisions
    places: Decisions
    first: Any
    """By state and square: the first player there; -1 without one."""
    following: Any
    """By player: the next player of its state on its square; -1 after the last."""
    grades: Grades


def new_scratch() -> Scratch:
    """Return scratch arrays that fit any room."""
    players = [0] * MOST_PLAYERS
    return Scratch(
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
    scratch: Scratch,
    tally: Tally,
) -> None:
    """Play the games with these numbers (as halves), a style at each seat, and add them to the tally."""
    for index in range(len(highs)):
        play_game(room, highs[index], lows[index], lineup, styles, scratch)
        count_game(room, scratch.grades, groups, positions[index], tally)


@in_place
def play_game(room: Room, high: int, low: int, lineup: Any, styles: Styles, scratch: Scratch) -> None:
    """Play one game to its end and grade it."""
    r.open_game(room, high, low)
    know_floor(room, scratch.seen)
    for _ in range(room[r.TURNS]):
        begin(room)
        decide_moves(room, lineup, styles, scratch)
        move(room, scratch.decisions, scratch.accepts)
        decide_places(room, lineup, styles, scratch)
        place(room, scratch.places)
        finish(room)
    grade(room, scratch.grades)


@in_place
def decide_moves(room: Room, lineup: Any, styles: Styles, scratch: Scratch) -> None:
    """Let every player but outsiders decide. What is seen is computed once for all players of a state on a square."""
    _group(room, scratch.first, scratch.following)
    sense(room, scratch.scent)
    for leader in range(room[r.PLAYERS]):
        state = room[r.STATE + leader]
        if state != r.SURVIVOR and state != r.INFECTED:
            scratch.decisions[leader] = r.STAY
            continue
        square = room[r.SQUARE + leader]
        group = square * 2 + (state == r.INFECTED)
        if scratch.first[group] != leader:
            continue
        scratch.first[group] = -1
        if state == r.INFECTED:
            seen = scratch.scent
            peer(room, square, seen)
        else:
            seen = scratch.seen
            look(room, state, square, seen)
        survey(seen, square, scratch.features)
        if state == r.INFECTED:
            leave(square, seen)
        know_oneself(room, leader, scratch.me)
        _decide_group(room, leader, lineup, styles, scratch)


@inlined
def _decide_group(room: Room, leader: int, lineup: Any, styles: Styles, scratch: Scratch) -> None:
    """Let all players of one state on one square decide; what they see and each style's values are computed once."""
    for style in range(len(scratch.weighed)):
        scratch.weighed[style] = 0
    player = leader
    while player >= 0:
        style = lineup[player]
        if style != OUTSIDER:
            if not scratch.weighed[style]:
                weigh(scratch.me, scratch.seen, scratch.features, styles, style, scratch.values)
                scratch.weighed[style] = 1
            scratch.me[CHANCE] = room[r.CHANCE + player]
            scratch.decisions[player] = step(scratch.me, styles, style, scratch.values)
            if room[r.CHOOSING]:
                scratch.accepts[player] = accepts(scratch.me, styles, style)
        player = scratch.following[player]


@in_place
def _group(room: Room, first: Any, following: Any) -> None:
    """Chain the players of one state on one square, ascending. `first` must hold no players before."""
    for player in range(room[r.PLAYERS] - 1, -1, -1):
        state = room[r.STATE + player]
        if state == r.SURVIVOR or state == r.INFECTED:
            group = room[r.SQUARE + player] * 2 + (state == r.INFECTED)
            following[player] = first[group]
            first[group] = player


@in_place
def decide_places(room: Room, lineup: Any, styles: Styles, scratch: Scratch) -> None:
    """Let the souls whose wait is over choose squares, except outsiders."""
    looked = False
    for player in range(room[r.PLAYERS]):
        if lineup[player] != OUTSIDER and may_place(room, player):
            if not looked:
                look(room, r.SOUL, r.SKY, scratch.seen)
                survey_room(scratch.seen, room[r.ROWS], room[r.COLUMNS], scratch.features)
                looked = True
            know_oneself(room, player, scratch.me)
            scratch.places[player] = spawn(scratch.me, scratch.features, styles, lineup[player])
