"""The rules of L4G as a match. The turn itself is in turn.py; sources and our own decisions: docs/l4g.md.

A match's seed is its game number. Every player is asked in each turn; souls whose wait is over are asked again after
the moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules import turn as t
from game.cabinets.l4g.rules.grading import GRADE, grade
from game.cabinets.l4g.rules.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.rules.packed_view import heading_of
from game.cabinets.l4g.rules.views import STATES, Phase, Scores, Side, View, redealt, view_of
from game.core.compiled import array, plain
from game.core.rules import (
    NATURE,
    SPECTATOR,
    Ask,
    Event,
    GameInfo,
    Move,
    Result,
    Rules,
    Seat,
    SeatResult,
    Viewer,
    Window,
)
from game.core.sealing import sealed

NUMBERS = 1 << 64
"""How many game numbers there are."""
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=60)]


class Options(msgspec.Struct, frozen=True):
    """The settings of a game; the defaults are the regular game."""

    rows: Annotated[int, msgspec.Meta(ge=2, le=r.MOST_SIDE)] = 7
    columns: Annotated[int, msgspec.Meta(ge=2, le=r.MOST_SIDE)] = 7
    turns: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 121
    guests: Annotated[int, msgspec.Meta(ge=0, le=r.MOST_PLAYERS)] = 0
    """How many of the last players are guests, who set neither best nor worst."""
    penalty: _Count = 20
    rise: _Count = 3
    incubation: _Count = 10
    direct_health: _Count = 10
    corpse_health: _Count = 10
    heal: Annotated[int, msgspec.Meta(ge=0, le=60)] = 3
    """Health that an infected gains from each corpse."""
    infect: Annotated[int, msgspec.Meta(ge=0, le=60)] = 3
    """Health that a corpse gains from each infected."""
    wait: _Count = 3
    prayed_wait: _Count = 2


class Way(StrEnum):
    """Where a player goes."""

    UP = "up"
    LEFT = "left"
    RIGHT = "right"
    DOWN = "down"
    STAY = "stay"


WAYS: tuple[Way, ...] = tuple(Way)
"""All ways, in the order of room.UP … room.STAY."""


class Go(msgspec.Struct, frozen=True, gc=False, tag="go", tag_field="do"):
    """Go as a survivor or an infected. Leaving the room is punished, and so is a survivor that stays."""

    way: Way
    accept: bool = False
    """Accept direct infection; counts for survivors on choosing turns."""


class Wait(msgspec.Struct, frozen=True, gc=False, tag="wait", tag_field="do"):
    """Lie as a corpse, or wait as a soul."""


class Place(msgspec.Struct, frozen=True, gc=False, tag="place", tag_field="do"):
    """Choose a square as a soul whose wait is over; without a square, placing is put off by a turn."""

    square: tuple[Side, Side] | None = None
    """Row and column from 0, at the top left."""


class Silent(msgspec.Struct, frozen=True, gc=False, tag="silent", tag_field="do"):
    """Give no answer: punished, except for a soul that may choose a square, whose placing is put off."""


Action: TypeAlias = Go | Wait | Place | Silent


class State(msgspec.Struct):
    """One match. `room` is the flat room of room.py as a list."""

    phase: Phase
    room: list[int]


_EVENTS = (
    ("rose", r.ROSE),
    ("turned", r.TURNED),
    ("killed", r.DIED),
    ("healed", r.GAVE),
    ("vanished", r.VANISHED),
    ("punished", r.PUNISHED),
    ("arrested", r.ARRESTED),
)


class L4g(Rules[State, Options, Action, View]):
    """The rules of Left 4 Grade."""

    info = GameInfo(
        "l4g",
        version=1,
        seats=tuple(range(2, r.MOST_PLAYERS + 1)),
        options=Options,
        action=Action,
        view=View,
        numbered=True,
        undo=False,
        regular_seats=49,
        first_number=0,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(Phase.NUMBER, r.new_room(seats, msgspec.structs.astuple(options)))

    def ask(self, state: State) -> Ask | None:
        match state.phase:
            case Phase.NUMBER:
                return Ask((NATURE,), outcomes=NUMBERS)
            case Phase.MOVE:
                return Ask(tuple(range(state.room[r.PLAYERS])), Window.SIMULTANEOUS)
            case Phase.PLACE:
                return Ask(tuple(_placing(state.room)), Window.SIMULTANEOUS, private=True)
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the actions that are not punished; a player that may only wait can only wait."""
        room = state.room
        if state.phase is Phase.MOVE:
            standing = room[r.STATE + seat]
            if standing in (r.CORPSE, r.SOUL):
                return (Wait(),)
            return tuple(_goes(room, seat, offered=bool(room[r.CHOOSING]) and standing == r.SURVIVOR))
        if state.phase is Phase.PLACE and _may_place(room, seat):
            rows, columns = range(room[r.ROWS]), range(room[r.COLUMNS])
            return (*(Place((row, column)) for row in rows for column in columns), Place())
        return ()

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        room = state.room
        if state.phase is Phase.MOVE and 0 <= seat < room[r.PLAYERS]:
            moving = room[r.STATE + seat] in (r.SURVIVOR, r.INFECTED)
            fits = isinstance(action, Silent | (Go if moving else Wait))
            return None if fits else f"l4g.refuse.{'go' if moving else 'wait'}"
        if state.phase is Phase.PLACE and 0 <= seat < room[r.PLAYERS] and _may_place(room, seat):
            if not isinstance(action, Silent | Place):
                return "l4g.refuse.place"
            if isinstance(action, Place) and action.square is not None and _square(room, action) == r.SKY:
                return "l4g.refuse.outside"
            return None
        return "l4g.refuse.not_asked"

    def fallback(self, state: State, seat: Seat) -> Action:
        """Return silence: a missing answer is punished."""
        return Silent()

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        hot = array(state.room)
        match state.phase:
            case Phase.NUMBER:
                (drawn,) = moves
                high, low = r.halves(drawn.action)
                r.open_game(hot, high, low)
                t.begin(hot)
                state.room, state.phase = plain(hot), Phase.MOVE
                return [Event("numbered", {"number": r.game_number(high, low)})]
            case Phase.MOVE:
                decisions, accepts = [r.STAY] * r.MOST_PLAYERS, [0] * r.MOST_PLAYERS
                for made in moves:
                    decisions[made.seat] = _decision(made.action)
                    accepts[made.seat] = int(isinstance(made.action, Go) and made.action.accept)
                t.move(hot, array(decisions), array(accepts))
                state.room, state.phase = plain(hot), Phase.PLACE
                if _placing(state.room):
                    return []
                moves = ()
                hot = array(state.room)
            case Phase.OVER:
                raise ValueError("a match that is over takes no moves")
        places = [r.SKY] * r.MOST_PLAYERS
        for made in moves:
            places[made.seat] = _square(state.room, made.action)
        t.place(hot, array(places))
        t.finish(hot)
        over = hot[r.TURN] == hot[r.TURNS]
        if not over:
            t.begin(hot)
        state.room, state.phase = plain(hot), Phase.OVER if over else Phase.MOVE
        return list(_told(state.room))

    def result(self, state: State) -> Result:
        room, grades = state.room, _grades(state.room)
        seats = range(room[r.PLAYERS])
        order = sorted(seats, key=lambda seat: (-grades[GRADE][seat], seat))
        results = tuple(
            SeatResult(
                rank=1 + order.index(seat),
                score=grades[GRADE][seat],
                details={"grade": grades[GRADE][seat]}
                | msgspec.structs.asdict(Scores.of(room, seat))
                | {
                    "grades": [grades[part][seat] for part in range(r.PARTS)],
                    "punished": room[r.PUNISHMENTS + seat],
                },
            )
            for seat in seats
        )
        return Result(results, "l4g.end.turns")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(_grades(state.room)[GRADE][: state.room[r.PLAYERS]])

    def turns(self, state: State) -> int:
        return min(state.room[r.TURNS], state.room[r.TURN] + 1)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state.phase, state.room, viewer)

    def sketch(self, view: View) -> str:
        """Return the room as text: how many survivors, corpses and infected are known on each square; · is unknown."""
        crowds = [[0, 0, 0] for _ in range(view.rows * view.columns)]
        for player in view.players:
            if player.square is not None:
                crowds[player.square[0] * view.columns + player.square[1]][STATES.index(player.state)] += 1
        cells = [
            "".join(f"{sign}{count}" if count else "  " for sign, count in zip("SCI", crowd, strict=True)) or "."
            for crowd in crowds
        ]
        known = [cell if sight else "·".ljust(6) for cell, sight in zip(cells, view.sight, strict=True)]
        rows = ["|".join(known[row * view.columns : (row + 1) * view.columns]).rstrip() for row in range(view.rows)]
        return "\n".join([*rows, f"turn {view.turn} of {view.turns}"])

    def heading(self, view: View) -> str:
        return heading_of(view)

    def seal(self, state: State) -> bytes:
        """Return what `Rules.seal` says; the options are the last numbers of the room."""
        return sealed(msgspec.structs.replace(state, room=state.room[: r.SETTINGS]), None)

    def seal_first(self, state: State, options: Mapping[str, Any]) -> bytes:
        return msgspec.msgpack.encode(State(state.phase, [*state.room[: r.SETTINGS], *options.values()]))

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        return State(state.phase, redealt(state.room, viewer, random))


def _placing(room: Sequence[int]) -> list[int]:
    """Return the souls whose wait is over."""
    return [seat for seat in range(room[r.PLAYERS]) if _may_place(room, seat)]


def _may_place(room: Sequence[int], seat: Seat) -> bool:
    return room[r.STATE + seat] == r.SOUL and room[r.COOLDOWN + seat] == 0


def _goes(room: Sequence[int], seat: int, *, offered: bool) -> Iterator[Go]:
    for way, name in enumerate(WAYS):
        stays = way == r.STAY and room[r.STATE + seat] == r.SURVIVOR
        if room[r.INSIDE + room[r.SQUARE + seat] + r.WAYS[way]] and not stays:
            yield Go(name)
            if offered:
                yield Go(name, accept=True)


def _decision(action: Action) -> int:
    match action:
        case Go(way=way):
            return WAYS.index(way)
        case Silent():
            return r.SILENT
    return r.STAY


def _square(room: Sequence[int], action: Action) -> int:
    """Return the square that an action chooses; SKY if it chooses none inside the room."""
    if not isinstance(action, Place) or action.square is None:
        return r.SKY
    row, column = action.square
    inside = 0 <= row < room[r.ROWS] and 0 <= column < room[r.COLUMNS]
    return r.square_at(row, column) if inside else r.SKY


def _grades(room: Sequence[int]) -> list[list[int]]:
    """Return the grades of the six parts and the whole grade, each for every player."""
    grades = array([0] * (GRADE_ROWS * r.MOST_PLAYERS))
    grade(array(room), grades)
    flat = plain(grades)
    return [flat[row * r.MOST_PLAYERS : (row + 1) * r.MOST_PLAYERS] for row in range(GRADE_ROWS)]


def _told(room: Sequence[int]) -> Iterator[Event]:
    """Yield what happened in the turn. A seat hears of itself alone; what it sees of others is in its view."""
    yield Event("turn", {"turn": room[r.TURN] - 1})
    for kind, bit in _EVENTS:
        if seats := [seat for seat in range(room[r.PLAYERS]) if room[r.EVENTS + seat] & bit]:
            yield Event(kind, {"players": seats, "count": len(seats)}, audience=(SPECTATOR,))
            for seat in seats:
                yield Event(f"you_{kind}", {}, audience=(seat,))
