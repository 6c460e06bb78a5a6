"""The rules of Marrakech. Sources and our own decisions: docs/marrakech.md.

Colours: with three or four players, seat i lays colour i. With two, seat 0 lays colours 0 and 2 and seat 1 lays colours
1 and 3, all rugs of the first colour before those of the second. A square is `row * 7 + column`; (0, 0) is at the top
left, north is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from math import factorial
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech import coins
from game.core.compiled import array, plain
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer


class Phase(StrEnum):
    """What the match waits for."""

    ORDER = "order"
    """The drawing of the turn order."""
    HEADING = "heading"
    """The drawing of Assam's first heading."""
    TURN = "turn"
    """The mover turns Assam."""
    ROLL = "roll"
    """The throw of the die."""
    LAY = "lay"
    """The mover lays a rug."""
    OVER = "over"


class Heading(StrEnum):
    """Where Assam faces; clockwise from north."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Options(msgspec.Struct, frozen=True):
    """The variants that may be chosen before a match."""

    region: Annotated[Literal["colour", "owner"], msgspec.Meta(extra={"seats": (2,)})] = "colour"
    """With two players, the region a player pays for: squares of one colour, or of both colours of their owner."""
    cover: Literal["colour", "rug"] = "colour"
    """What a rug may not cover with both halves: two squares of one colour, or one and the same rug."""
    rugs: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """How many rugs each player lays; 0 for the usual 24, 15 or 12 with two, three or four players."""


Way: TypeAlias = Literal["left", "ahead", "right"]
_Square: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=b.SQUARES - 1)]
_Colour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
_MOST_RUGS = max(seats * rugs for seats, rugs in b.RUGS.items())
_Rugs: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=_MOST_RUGS)]
_Coins: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=4 * coins.FIRST_PURSE.dirhams)]
_EACH_SQUARE = msgspec.Meta(min_length=b.SQUARES, max_length=b.SQUARES)


class Turn(msgspec.Struct, frozen=True, tag="turn", tag_field="do"):
    """Turn Assam by a quarter turn left or right, or leave him facing ahead; the die follows."""

    way: Way


class Lay(msgspec.Struct, frozen=True, tag="lay", tag_field="do"):
    """Lay a rug on two adjacent squares, given in ascending order."""

    squares: tuple[_Square, _Square]


Action: TypeAlias = Turn | Lay


class Rug(msgspec.Struct, frozen=True):
    """A rug as it was laid; later rugs may cover it."""

    colour: _Colour
    squares: tuple[_Square, _Square]
    """The two squares, ascending."""


class SeatView(msgspec.Struct, frozen=True):
    """What one seat owns."""

    colours: Annotated[tuple[_Colour, ...], msgspec.Meta(max_length=2)]
    """The seat's colours, in the order in which their rugs are laid."""
    left: Annotated[tuple[_Rugs, ...], msgspec.Meta(max_length=2)]
    """Rugs left of each of `colours`."""
    ones: _Coins
    fives: _Coins
    """Coins of 1 and of 5 dirhams: `ones` and `fives`."""
    squares: Annotated[int, msgspec.Meta(ge=0, le=b.SQUARES)]
    """Squares on which the seat's colours are in sight."""
    out: bool

    @property
    def dirhams(self) -> int:
        """The money in hand, in dirhams."""
        return self.ones + 5 * self.fives

    @property
    def next_colour(self) -> int:
        """The colour of the rug that is laid next; once all rugs are laid, the colour of the last one."""
        return next((colour for colour, left in zip(self.colours, self.left, strict=True) if left), self.colours[-1])


class View(msgspec.Struct, frozen=True):
    """The whole match: Marrakech has no secrets."""

    phase: Phase
    turn: _Rugs
    """Turns begun so far."""
    turns: _Rugs
    """The most turns the match can have."""
    mover: Annotated[int, msgspec.Meta(ge=-1, le=3)]
    """Whose turn it is; -1 before the first turn and after the last."""
    order: Annotated[tuple[_Colour, ...], msgspec.Meta(max_length=4)]
    """The seats in turn order; empty until it is drawn."""
    square: _Square
    """The square where Assam stands."""
    heading: Heading
    colours: Annotated[tuple[Annotated[int, msgspec.Meta(ge=-1, le=3)], ...], _EACH_SQUARE]
    """The colour in sight on each of the 49 squares, -1 where bare."""
    tops: Annotated[tuple[Annotated[int, msgspec.Meta(ge=-1, le=_MOST_RUGS - 1)], ...], _EACH_SQUARE]
    """The index into `rugs` of the rug in sight on each square, -1 where bare."""
    rugs: Annotated[tuple[Rug, ...], msgspec.Meta(max_length=_MOST_RUGS)]
    """All rugs laid so far, in the order they were laid."""
    seats: Annotated[tuple[SeatView, ...], msgspec.Meta(max_length=4)]
    rolls: tuple[_Rugs, _Rugs, _Rugs, _Rugs]
    """How often the die showed 1, 2, 3 and 4."""
    roll: Annotated[int, msgspec.Meta(ge=0, le=4)]
    """The last face thrown, 0 before the first throw."""


HEADINGS = tuple(Heading)
WAYS: dict[Way, int] = {"left": 3, "ahead": 0, "right": 1}
"""Quarter turns clockwise of each way."""
_TURNS = tuple(Turn(way) for way in WAYS)
TURN_BY = {quarters: Turn(way) for way, quarters in WAYS.items()}
"""By quarter turns clockwise: the action that turns Assam by that many."""
_LAYS = tuple(Lay(squares) for squares in b.PLACES)
_PLACE_OF = {squares: place for place, squares in enumerate(b.PLACES)}


class State(msgspec.Struct):
    """One match.

    `board` is the flat board of board.py as a list and holds each seat's money; `purses` say in which coins.
    """

    phase: Phase
    board: list[int]
    order: list[int]
    rugs: list[Rug]
    purses: list[coins.Purse]
    rolls: list[int]
    roll: int = 0
    turn: int = 0
    alone: bool = False
    """Whether the match ended because only one seat was left."""
    each: int = 0
    """Rugs that each player began with; 0 for the usual number."""


class Marrakech(Rules[State, Options, Action, View]):
    info = GameInfo(
        "marrakech", version=1, seats=(2, 3, 4), options=Options, action=Action, view=View, open_scores=True
    )
    state_type: ClassVar[type] = State
    gained = frozenset({"each"})

    def start(self, seats: int, options: Options) -> State:
        board = b.new_board(seats, options.region == "owner", options.cover == "rug", options.rugs)
        return State(Phase.ORDER, board, [], [], [coins.FIRST_PURSE] * seats, [0] * 4, each=options.rugs)

    def ask(self, state: State) -> Ask | None:
        match state.phase:
            case Phase.ORDER:
                return Ask((NATURE,), outcomes=factorial(state.board[b.SEATS]))
            case Phase.HEADING:
                return Ask((NATURE,), outcomes=len(HEADINGS))
            case Phase.ROLL:
                return Ask((NATURE,), outcomes=len(b.FACES))
            case Phase.TURN | Phase.LAY:
                return Ask((state.board[b.MOVER],))
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.board[b.MOVER]:
            return ()
        match state.phase:
            case Phase.TURN:
                return _TURNS
            case Phase.LAY:
                return [_LAYS[place] for place in open_places(state.board)]
        return ()

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        if seat != state.board[b.MOVER] or state.phase not in (Phase.TURN, Phase.LAY):
            return "marrakech.refuse.not_your_turn"
        if isinstance(action, Turn):
            return None if state.phase is Phase.TURN else "marrakech.refuse.lay_first"
        if state.phase is not Phase.LAY:
            return "marrakech.refuse.turn_first"
        why = why_not(state.board, action.squares)
        return f"marrakech.refuse.{why}" if why else None

    def fallback(self, state: State, seat: Seat) -> Action:
        """Return the action for a mover who gives none: turn straight ahead, or lay on the first place allowed."""
        return Turn("ahead") if state.phase is Phase.TURN else _LAYS[open_places(state.board)[0]]

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        match state.phase:
            case Phase.ORDER:
                return _draw_order(state, move.action)
            case Phase.HEADING:
                return _draw_heading(state, move.action)
            case Phase.TURN:
                return _turn(state, move.action)
            case Phase.ROLL:
                return _roll(state, b.FACES[move.action])
            case Phase.LAY:
                return _lay(state, move.action)
        raise ValueError("a match that is over takes no moves")

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        ranks = ranked([_standing(state.board, seat, score) for seat, score in enumerate(scores)])
        results = []
        for seat, (rank, score) in enumerate(zip(ranks, scores, strict=True)):
            owned = _seat_view(state, seat)
            details = {"squares": owned.squares, "dirhams": owned.dirhams, "ones": owned.ones, "fives": owned.fives}
            details |= {"rugs_left": sum(owned.left), "out": owned.out}
            results.append(SeatResult(rank=rank, score=score, details=details))
        return Result(tuple(results), f"marrakech.end.{_reason(state)}")

    def scores(self, state: State) -> tuple[int, ...]:
        board = array(state.board)
        return tuple(
            b.squares_in_sight(board, seat) + state.board[b.MONEY + seat] for seat in range(state.board[b.SEATS])
        )

    def turns(self, state: State) -> int:
        return state.turn

    def view(self, state: State, viewer: Viewer) -> View:
        board = state.board
        return View(
            phase=state.phase,
            turn=state.turn,
            turns=board[b.SEATS] * (state.each or b.RUGS[board[b.SEATS]]),
            mover=board[b.MOVER] if state.turn else b.NOBODY,
            order=tuple(state.order),
            square=board[b.SQUARE],
            heading=HEADINGS[board[b.HEADING]],
            colours=tuple(board[b.COLOUR : b.COLOUR + b.SQUARES]),
            tops=tuple(board[b.RUG : b.RUG + b.SQUARES]),
            rugs=tuple(state.rugs),
            seats=tuple(_seat_view(state, seat) for seat in range(board[b.SEATS])),
            rolls=(state.rolls[0], state.rolls[1], state.rolls[2], state.rolls[3]),
            roll=state.roll,
        )

    def sketch(self, view: View) -> str:
        """Return the position as text: colours as letters, bare squares as dots, Assam as an arrow; a line per seat."""
        cells = ["." if colour < 0 else "ABCD"[colour] for colour in view.colours]
        cells[view.square] = "^>v<"[HEADINGS.index(view.heading)]
        rows = [" ".join(cells[start : start + b.SIZE]) for start in range(0, b.SQUARES, b.SIZE)]
        seats = [
            f"{seat + 1} {'/'.join('ABCD'[colour] for colour in owned.colours)}"
            f"  squares {owned.squares:2}  dirhams {owned.dirhams:2}  rugs {sum(owned.left):2}"
            f"{'  out' if owned.out else ''}{'  <' if seat == view.mover else ''}"
            for seat, owned in enumerate(view.seats)
        ]
        return "\n".join([*rows, *seats])


def open_places(board: Sequence[int]) -> list[int]:
    """Return the places where the mover may lay a rug, ascending."""
    found = array([0] * b.MOST_PLACES)
    count = b.open_places(array(board), found)
    return plain(found)[:count]


def colours_of(seat: Seat, seats: int) -> tuple[int, ...]:
    """Return the colours that `seat` lays, in laying order."""
    return (seat, seat + 2) if seats == 2 else (seat,)


def why_not(board: list[int], squares: tuple[int, int]) -> str | None:
    """Return the reason why no rug may be laid on these squares, as the end of a text key; None if one may."""
    if not all(0 <= square < b.SQUARES for square in squares):
        return "off_board"
    place = _PLACE_OF.get((min(squares), max(squares)))
    if place is None:
        return "not_adjacent"
    if squares[0] > squares[1]:
        return "not_ascending"
    if board[b.SQUARE] in squares:
        return "under_assam"
    if place not in b.BESIDE[board[b.SQUARE]]:
        return "not_beside"
    if not b.may_lie(array(board), place):
        return "same_rug" if board[b.COVER] == b.RUG else "same_colour"
    return None


def _standing(board: list[int], seat: Seat, score: int) -> tuple[int, int, int]:
    """Return what ranks a seat, more is better: still in, or how late it went out; score; dirhams."""
    out = board[b.OUT + seat]
    return (out, 0, 0) if out else (board[b.SEATS], score, board[b.MONEY + seat])


def _reason(state: State) -> str:
    return "alone" if state.alone else "rugs"


def _seat_view(state: State, seat: Seat) -> SeatView:
    board = state.board
    colours = colours_of(seat, board[b.SEATS])
    left = board[b.LEFT + seat]
    second = min(left, board[b.SECOND_FROM] or b.SECOND_COLOUR_LEFT)
    return SeatView(
        colours=colours,
        left=(left - second, second) if len(colours) == 2 else (left,),
        ones=state.purses[seat].ones,
        fives=state.purses[seat].fives,
        squares=sum(board[b.MASK + colour].bit_count() for colour in colours),
        out=board[b.OUT + seat] > 0,
    )


def _draw_order(state: State, outcome: int) -> list[Event]:
    state.order = list(list(permutations(range(state.board[b.SEATS])))[outcome])
    b.seat_in_turn(state.board, state.order)
    state.phase = Phase.HEADING
    return [Event("ordered", {"order": list(state.order)})]


def _draw_heading(state: State, outcome: int) -> list[Event]:
    state.board[b.HEADING] = outcome
    state.phase = Phase.TURN
    state.turn = 1
    return [Event("headed", {"heading": HEADINGS[outcome].value})]


def _turn(state: State, action: Turn) -> list[Event]:
    board = state.board
    board[b.HEADING] = (board[b.HEADING] + WAYS[action.way]) % 4
    state.phase = Phase.ROLL
    heading = HEADINGS[board[b.HEADING]].value
    return [Event("turned", {"seat": board[b.MOVER], "way": action.way, "heading": heading})]


def _roll(state: State, face: int) -> list[Event]:
    board = state.board
    seat = board[b.MOVER]
    state.roll = face
    state.rolls[face - 1] += 1
    start = (board[b.SQUARE] * 4 + board[b.HEADING]) * 4
    poses = [divmod(int(b.WALK[start + step]), 4) for step in range(face)]
    board[b.SQUARE], board[b.HEADING] = poses[-1]
    path = [[square, HEADINGS[heading].value] for square, heading in poses]
    events = [
        Event("rolled", {"seat": seat, "face": face}),
        Event("walked", {"seat": seat, "path": path}),
        *_pay(state),
    ]
    if board[b.OUT + seat]:
        events.append(Event("eliminated", {"seat": seat}))
        return events + _pass_turn(state)
    if open_places(board):
        state.phase = Phase.LAY
        return events
    events.append(Event("wasted", {"seat": seat, "colour": b.next_colour(array(board), seat)}))
    board[b.LEFT + seat] -= 1
    return events + _pass_turn(state)


def _pay(state: State) -> list[Event]:
    hot = array(state.board)
    before = state.board.copy()
    seat, square = before[b.MOVER], before[b.SQUARE]
    region = int(b.region(hot, square))
    amount = int(b.pay(hot))
    state.board[:] = plain(hot)
    if not amount:
        return [Event("free", {"seat": seat, "why": _why_free(before, seat, square)})]
    payee = before[b.COLOUR + square] % before[b.SEATS]
    paid = state.board[b.MONEY + payee] - before[b.MONEY + payee]
    state.purses, handed = coins.transfer(state.purses, seat, payee, paid)
    squares = [square for square in range(b.SQUARES) if region >> square & 1]
    fives, ones = (handed.fives, handed.ones) if handed else (0, 0)
    data = {"payer": seat, "payee": payee, "amount": paid, "due": amount, "fives": fives, "ones": ones}
    events = [Event("paid", {**data, "region": squares})]
    if handed is None:
        events.append(Event("pooled", {"coins": [[purse.fives, purse.ones] for purse in state.purses]}))
    return events


def _why_free(board: list[int], seat: Seat, square: int) -> str:
    colour = board[b.COLOUR + square]
    if colour < 0:
        return "bare"
    return "own" if colour % board[b.SEATS] == seat else "out"


def _lay(state: State, action: Lay) -> list[Event]:
    hot = array(state.board)
    seat = state.board[b.MOVER]
    colour = int(b.next_colour(hot, seat))
    b.lay(hot, _PLACE_OF[action.squares])
    state.board[:] = plain(hot)
    state.rugs.append(Rug(colour, action.squares))
    data = {"seat": seat, "colour": colour, "squares": list(action.squares), "rug": len(state.rugs) - 1}
    return [Event("laid", data), *_pass_turn(state)]


def _pass_turn(state: State) -> list[Event]:
    hot = array(state.board)
    b.pass_turn(hot)
    state.board[:] = plain(hot)
    if state.board[b.MOVER] != b.NOBODY:
        state.phase = Phase.TURN
        state.turn += 1
        return []
    state.phase = Phase.OVER
    state.alone = state.board[b.OUTS] == state.board[b.SEATS] - 1
    return [Event("over", {"reason": _reason(state)})]
