"""What a match of Tablut is made of: options, actions, state and view.

Squares are counted `x + 9 * y` from the top left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import law as laws
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import AsPreset, Law, Preset, YesNo, law_of
from game.core.compiled import interpreted
from game.core.options import OptionError
from game.core.rules import Seat
from game.core.settling import Accept, GiveUp

LONGEST: Final = 1000
"""Number of moves after which a round is a draw."""
Square: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=80)]
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=8)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
SeatOrNone: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1)]


class Options(msgspec.Struct, frozen=True):
    """The options of a match. Raises OptionError for a `position` that no match can begin from."""

    preset: Preset = "seed"
    rounds: Literal[1, 2] = 1
    sides: Literal["draw", "seat"] = "draw"
    first: Literal[AsPreset, laws.Side] = "preset"
    escape: Literal[AsPreset, laws.Escape] = "preset"
    king_taken: Literal[AsPreset, laws.KingTaken] = "preset"
    rim_hostile: Literal[AsPreset, YesNo] = "preset"
    king_armed: Literal[AsPreset, laws.Armed] = "preset"
    throne_stand: Literal[AsPreset, laws.Stand] = "preset"
    throne_cross: Literal[AsPreset, laws.Cross] = "preset"
    throne_hostile: Literal[AsPreset, laws.Hostile] = "preset"
    throne_held: Literal[AsPreset, laws.Held] = "preset"
    corners: Literal[AsPreset, laws.Corners] = "preset"
    rows: Literal[AsPreset, YesNo] = "preset"
    camps: Literal[AsPreset, YesNo] = "preset"
    shieldwall: Literal[AsPreset, YesNo] = "preset"
    encircled: Literal[AsPreset, YesNo] = "preset"
    repeat: Literal[AsPreset, laws.Repeat] = "preset"
    quiet: Annotated[int, msgspec.Meta(ge=-1, le=400)] = -1
    position: Annotated[str, msgspec.Meta(max_length=200, examples=["/9/4t4/9/9/t3K3t/9/9/4T4/9/ d"])] = ""

    def __post_init__(self) -> None:
        if self.position:
            try:
                squares, side = beginning(self)
            except notation.NotationError as error:
                raise OptionError(error.key, **error.values) from error
            _check_position(squares, side, law_of(self))


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="do"):
    """Move a piece from one square to another; with `draw` also offer a draw."""

    x: Coordinate
    y: Coordinate
    to_x: Coordinate
    to_y: Coordinate
    draw: bool = False

    @staticmethod
    def between(origin: int, target: int) -> Move:
        """Return the move from one square to another."""
        return Move(origin % b.SIDE, origin // b.SIDE, target % b.SIDE, target // b.SIDE)

    @property
    def origin(self) -> int:
        return self.x + b.SIDE * self.y

    @property
    def target(self) -> int:
        return self.to_x + b.SIDE * self.to_y


Action: TypeAlias = Move | Accept | GiveUp


class Turn(msgspec.Struct, frozen=True):
    """A move that was made, and the squares of the men it took."""

    origin: Square
    target: Square
    taken: Annotated[tuple[Square, ...], msgspec.Meta(max_length=24)]


class Won(msgspec.Struct, frozen=True):
    """A round that is over: the seat that won it (-1: none) and in how many own moves."""

    seat: SeatOrNone
    moves: Number


class State(msgspec.Struct):
    """A match; `moves` are those of the current round."""

    options: Options
    squares: list[int]
    side: int
    """Whose turn it is: ATTACKER or DEFENDER."""
    moves: list[Turn] = []
    attacker: Seat = -1
    draw_by: Seat = -1
    rounds: list[Won] = []
    """The rounds that are over."""
    end: str = ""
    """The text key of why the last round is over; empty while the match goes on."""
    fell: int = -1
    """The square where the king was taken in the last finished round; -1 if he was not."""


class View(msgspec.Struct, frozen=True):
    """Everything there is to see; Tablut has no secrets."""

    preset: Preset
    changed: bool
    """Whether options change the preset."""
    law: Law
    squares: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=3)], ...], msgspec.Meta(max_length=81)]
    """0 empty, 1 attacker, 2 defender, 3 the king."""
    side: Annotated[int, msgspec.Meta(ge=0, le=2)]
    """The side to move: 1 attackers, 2 defenders; 0 for none."""
    mover: SeatOrNone
    attacker: SeatOrNone
    moves: Annotated[tuple[Turn, ...], msgspec.Meta(max_length=LONGEST)]
    """The moves of this round."""
    start: Annotated[str, msgspec.Meta(max_length=200)]
    """The position that the round began from, as text; empty for the usual one."""
    lost: Annotated[tuple[Number, ...], msgspec.Meta(max_length=2)]
    """How many men the attackers and the defenders have lost in this round."""
    times: Number
    """How often this position has occurred since the last capture, including now."""
    quiet: Number
    """Moves since the last capture."""
    draw_offered_by: SeatOrNone
    routes: Annotated[tuple[Square, ...], msgspec.Meta(max_length=32)]
    """The escape squares that the king could reach with his next move."""
    king_sides: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], ...], msgspec.Meta(max_length=4)]
    """What makes the squares above, right of, below and left of the king hostile: 0 nothing, 1 a man, 3 the throne, 4 a
    corner, 5 a camp, 6 the rim."""
    needs: Annotated[int, msgspec.Meta(ge=0, le=4)]
    """On how many sides the king must be closed in where he stands; 2 means opposite sides."""
    round: Annotated[int, msgspec.Meta(ge=1, le=2)]
    rounds: Annotated[tuple[Won, ...], msgspec.Meta(max_length=2)]
    """The rounds that are over."""
    points: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=4)], ...], msgspec.Meta(max_length=2)]
    fallen: Annotated[int, msgspec.Meta(ge=-1, le=80)]
    """The square where the king was taken; -1 while he lives."""


def beginning(options: Options) -> tuple[list[int], int]:
    """Return the squares that a round begins from and the side to move. Raises NotationError."""
    squares, side = notation.read_position(options.position) if options.position else (list(b.START), 0)
    return squares, side or (b.ATTACKER if law_of(options).first == "attackers" else b.DEFENDER)


def _check_position(squares: Sequence[int], side: int, law: Law) -> None:
    """Raise OptionError for a position in which nothing can be played. It compiles nothing."""
    kings = list(squares).count(b.KING)
    if kings != 1:
        raise OptionError("tablut.position.kings", number=kings)
    board = b.new_board(squares, side, law)
    for square, piece in enumerate(squares):
        index = b.INDEXES[square]
        at_home = piece == b.KING and index == b.THRONE
        if piece and board.bars[interpreted(b.kind_at)(board, index) * b.PLACES + index] & b.NO_STAND and not at_home:
            raise OptionError("tablut.position.barred", square=notation.name(square))
    if board.zones[board.info[b.KING_AT]] & b.IS_ESCAPE:
        raise OptionError("tablut.position.escaped")
    if interpreted(b.king_taken)(board, 0) or (board.law[b.ENCIRCLED] and interpreted(b.encircled)(board)):
        raise OptionError("tablut.position.taken")
    if not interpreted(b.codes_of)(board):
        raise OptionError("tablut.position.stuck")


def listed(board: b.Board) -> list[tuple[int, int]]:
    """Return the moves of the side to move as (origin, target), in ascending order."""
    return sorted(map(b.squares_in, b.codes_of(board)))


def routes_of(board: b.Board) -> tuple[int, ...]:
    """Return the escape squares that the king reaches with one move."""
    king = board.info[b.KING_AT]
    if not king:
        return ()
    return tuple(sorted(b.square_of(at) for at in b.reached(board, king) if board.zones[at] & b.IS_ESCAPE))


def times_here(squares: Sequence[int], moves: Sequence[Turn], *, start: bool) -> int:
    """Return how often the position with this mover has occurred since the last capture, including now.

    With `start` the position before the first move counts too. Moves without a capture are taken back one by one to
    compare.
    """
    board, wrong, times = list(squares), 0, 1
    for back, turn in enumerate(reversed(moves), 1):
        if turn.taken:
            break
        for square, piece in ((turn.origin, board[turn.target]), (turn.target, b.EMPTY)):
            wrong += (piece != squares[square]) - (board[square] != squares[square])
            board[square] = piece
        if back % 2 == 0 and wrong == 0 and (start or back < len(moves)):
            times += 1
    return times


def quiet_moves(moves: Sequence[Turn]) -> int:
    """Return how many moves were made since the last capture."""
    return next((back for back, turn in enumerate(reversed(moves)) if turn.taken), len(moves))
