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
    rf"K?(?P<origin>{_SQUARE})[-:]?(?P<target>{_SQUARE})(?:x{_SQUARE}(?:/{_SQUARE})*)?(?:\+\+|---|--|\+|-)?"
)
_NUMBER: Final = re.compile(r"\d+\.+")
PIECES: Final = {"t": ATTACKER, "T": DEFENDER, "K": KING}
_LETTERS: Final = {piece: letter for letter, piece in PIECES.items()}
SIDES: Final = {"a": ATTACKER, "d": DEFENDER}


class NotationError(SpokenError):
    """A text is no position or no list of moves."""


Written: TypeAlias = tuple[int, int]
"""Origin and target of a written move; what it took follows from the rules."""


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
    """Return the moves of a text; move numbers are skipped, and `---` ends it.

    Raises NotationError with the first word that is no move and its line.

    >>> [name(target) for _, target in read("1. d1-d4xd5 e5-e8-")]
    ['d4', 'e8']
    """
    found: list[Written] = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split():
            if _NUMBER.fullmatch(word) or word in ("---", "+++"):
                continue
            move = _MOVE.fullmatch(word)
            if move is None:
                raise NotationError("tablut.notation.word", word=word[:20], line=number)
            found.append((square_named(move["origin"]), square_named(move["target"])))
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
