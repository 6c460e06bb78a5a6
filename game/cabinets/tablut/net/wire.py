"""The protocol of the university competition: a length of four bytes, big-endian, then that many bytes of JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.core.errors import UNDECODABLE, SpokenError

WHITE_PORT, BLACK_PORT = 5800, 5801
LONGEST: Final = 64 * 1024
"""The most bytes of a message."""
_HEAD: Final = 4
T = TypeVar("T")
Colour: TypeAlias = Literal["white", "black"]
WHITE: Final[Colour] = "white"
BLACK: Final[Colour] = "black"
SEATS: Final[tuple[Colour, Colour]] = (BLACK, WHITE)
"""The colour of each seat: the first one attacks."""
Cell: TypeAlias = Literal["EMPTY", "WHITE", "BLACK", "KING", "THRONE"]
_NAMES: Final[tuple[Cell, ...]] = ("EMPTY", "BLACK", "WHITE", "KING")


class WireError(SpokenError):
    """What arrived is no message of the protocol."""


class Ply(msgspec.Struct):
    """A player's move; the turn it names is ignored."""

    origin: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")


class Position(msgspec.Struct):
    """What the server tells both players after every move; rows from rank 1."""

    board: list[list[Cell]]
    turn: Literal["WHITE", "BLACK", "WHITEWIN", "BLACKWIN", "DRAW"]

    def squares(self) -> list[int]:
        """Return the 81 squares. Raises WireError for a board of another size, or without exactly one king."""
        if len(self.board) != b.SIDE or any(len(row) != b.SIDE for row in self.board):
            raise WireError("tablut.wire.size", rows=len(self.board))
        squares = [0 if cell == "THRONE" else _NAMES.index(cell) for row in self.board for cell in row]
        if squares.count(b.KING) != 1 and self.turn in ("WHITE", "BLACK"):
            raise WireError("tablut.wire.king", number=squares.count(b.KING))
        return squares


def framed(value: Any) -> bytes:
    """Return a value as a message of the protocol, its length included."""
    data = msgspec.json.encode(value)
    return len(data).to_bytes(_HEAD, "big") + data


def told_move(origin: int, target: int, colour: str) -> dict[str, str]:
    """Return the message of a player's move."""
    return {"from": notation.name(origin), "to": notation.name(target), "turn": colour.upper()}


def position_message(squares: Sequence[int], turn: str) -> dict[str, Any]:
    """Return the message of a position; `turn` is the side to move, or how the match ended."""
    cells = [_NAMES[piece] for piece in squares]
    if not squares[40]:
        cells[40] = "THRONE"
    return {"board": [cells[row * b.SIDE : (row + 1) * b.SIDE] for row in range(b.SIDE)], "turn": turn}


class Messages:
    """Cuts arriving bytes into messages, however they were split on the way."""

    def __init__(self) -> None:
        self._waiting = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Add `data` and return the messages that are complete now. Raises WireError for an impossible length."""
        self._waiting += data
        found: list[bytes] = []
        while len(self._waiting) >= _HEAD:
            length = int.from_bytes(self._waiting[:_HEAD], "big", signed=True)
            if not 0 < length <= LONGEST:
                raise WireError("tablut.wire.length", length=length, most=LONGEST)
            if len(self._waiting) < _HEAD + length:
                break
            found.append(self._waiting[_HEAD : _HEAD + length])
            self._waiting = self._waiting[_HEAD + length :]
        return found


def read_name(message: bytes) -> str:
    """Return a player's name: letters and digits of its first ten characters, else `player`. Raises WireError.

    Many players send the name without the quotation marks of JSON, and the competition's server accepts that.
    """
    try:
        name = _decoded(message, str)
    except WireError:
        name = _as_text(message)
    return re.sub(r"[^A-Za-z0-9]", "", name[:10]) or "player"


def read_move(message: bytes) -> tuple[int, int]:
    """Return the origin and target of a player's move. Raises WireError."""
    move = _decoded(message, Ply)
    for text in (move.origin, move.target):
        if re.fullmatch(r"[a-iA-I][1-9]", text) is None:
            raise WireError("tablut.wire.square", word=text[:20])
    return notation.square_named(move.origin.lower()), notation.square_named(move.target.lower())


def read_position(message: bytes) -> Position:
    """Return the position of a message. Raises WireError."""
    return _decoded(message, Position)


def _as_text(message: bytes) -> str:
    try:
        return message.decode()
    except UnicodeDecodeError as error:
        raise WireError("tablut.wire.message", why=str(error)[:120]) from error


def _decoded(message: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(message, type=kind)
    except UNDECODABLE as error:
        raise WireError("tablut.wire.message", why=str(error)[:120]) from error
