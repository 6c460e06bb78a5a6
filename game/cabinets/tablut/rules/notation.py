"""Squares, moves and positions as the tafl community writes them.

Squares are `a1` … `i9`, ranks from the top. Moves are written `d1-d4xd5/e4`, a king's `Ke5-e8`, with `+` if the king
can be taken next, `-` if a way out is open, `++` and `--` at the end, `---` for giving up. Positions are written
`/3ttt3/4t4/…/` with `t` for an attacker, `T` for a defender, `K` for the king, digits for empty squares, and `a` or `d`
for the side to move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from game.cabinets.tablut.rules.board import ATTACKER, DEFENDER, EMPTY, KING, SIDE
from game.core.errors import SpokenError

_SQUARE: Final = r"[a-i][1-9]"
_MOVE: Final = re.compile(
    rf"(?:\d+\.+)?K?(?P<origin>{_SQUARE})[-:]?(?P<target>{_SQUARE})(?:x{_SQUARE}(?:/{_SQUARE})*)?"
    r"(?P<end>\+\+|---|--|\+|-)?",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d+\.+")
_BESIDE: Final = re.compile(r"\[[^\]]*\]")
"""Tags and comments of a community record."""
_SIZE: Final = re.compile(r"\[rules:[^\]]*\bdim:(\d{1,3})")
PIECES: Final = {"t": ATTACKER, "T": DEFENDER, "K": KING}
_LETTERS: Final = {piece: letter for letter, piece in PIECES.items()}
SIDES: Final = {"a": ATTACKER, "d": DEFENDER}


class NotationError(SpokenError):
    """A text is no position or no list of moves."""


Written: TypeAlias = tuple[int, int]
"""Origin and target of a written move; what it took follows from the rules."""
GAVE_UP: Final[Written] = (-1, -1)
"""Written in the place of a move by who gives up."""


def name(square: int) -> str:
    """Return the name of a square.

    >>> name(0), name(40), name(76)
    ('a1', 'e5', 'e9')
    """
    return f"{'abcdefghi'[square % SIDE]}{square // SIDE + 1}"


def square_named(text: str) -> int:
    """Return the square of a name, which must be valid: a letter a…i and a digit 1…9."""
    return "abcdefghi".index(text[0]) + SIDE * (int(text[1]) - 1)


def write(origin: int, target: int, taken: Sequence[int] = (), king: bool = False, end: str = "") -> str:
    """Return a move in the notation, with the squares it took and the sign of what it threatens or ends.

    >>> write(3, 30, (39, 31)), write(40, 0, king=True, end="--")
    ('d1-d4xd5/e4', 'Ke5-a1--')
    """
    gone = f"x{'/'.join(map(name, taken))}" if taken else ""
    return f"{'K' * king}{name(origin)}-{name(target)}{gone}{end}"


def read(text: str) -> tuple[Written, ...]:
    """Return the moves of a text; numbers, tags and comments in brackets are skipped. `---`, by which the player to
    move gives up, is `GAVE_UP` and ends the text.

    Raises NotationError with the first word that is no move and its line, and for a board that has not nine lines.

    >>> [name(target) for _, target in read("1. d1-d4xd5 e5-e8-")]
    ['d4', 'e8']
    """
    sized = _SIZE.search(text)
    if sized and int(sized[1]) != SIDE:
        raise NotationError("tablut.notation.size", size=int(sized[1]))
    text = _BESIDE.sub(lambda beside: "\n" * beside[0].count("\n"), text)
    found: list[Written] = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.replace(",", " ").split():
            if word in ("---", "+++"):
                return (*found, GAVE_UP)
            if _NUMBER.fullmatch(word):
                continue
            move = _MOVE.fullmatch(word)
            if move is None:
                raise NotationError("tablut.notation.word", word=word[:20], line=number)
            found.append((square_named(move["origin"].lower()), square_named(move["target"].lower())))
            if move["end"] == "---":
                return (*found, GAVE_UP)
    return tuple(found)


def write_position(squares: Sequence[int], side: int) -> str:
    """Return a position in the notation.

    >>> write_position([0] * 40 + [3] + [0] * 40, DEFENDER)
    '/9/9/9/9/4K4/9/9/9/9/ d'
    """
    signs = "".join(_LETTERS.get(piece, ".") for piece in squares)
    rows = (signs[first : first + SIDE] for first in range(0, len(signs), SIDE))
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"/{board}/ {'a' if side == ATTACKER else 'd'}"


def read_position(text: str) -> tuple[list[int], int]:
    """Return the squares of a position and the side to move, 0 if the text names none.

    Raises NotationError with the row and the sign that is wrong.
    """
    board, _, side = text.strip().partition(" ")
    side = side.strip()
    if side and side not in SIDES:
        raise NotationError("tablut.notation.side", word=side[:20])
    rows = board.strip("/").split("/")
    if len(rows) != SIDE:
        raise NotationError("tablut.notation.rows", number=len(rows))
    squares: list[int] = []
    for number, row in enumerate(rows, 1):
        if wrong := re.search("[^tTK1-9]", row):
            raise NotationError("tablut.notation.sign", sign=wrong[0], row=number)
        signs = re.sub(r"\d", lambda empty: "." * int(empty[0]), row)
        if len(signs) != SIDE:
            raise NotationError("tablut.notation.length", row=number, number=len(signs))
        squares += [PIECES.get(sign, EMPTY) for sign in signs]
    return squares, SIDES.get(side, 0)
