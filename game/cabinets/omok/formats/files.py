"""Reads and writes matches of Omok in the files of other programs: Piskvork's `.psq` and SGF (GM[4])."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.cabinets.omok.notation import PASS
from game.cabinets.omok.state import View
from game.core import sgf
from game.core.analysis.positions import Position, RecordedMatch
from game.core.language.written import whole_number
from game.core.sgf import MOST_BYTES, FileError, Node

SIZES: Final = (15, 19, 20)
GAME: Final = 4
"""Omok's number in SGF."""
_ENDS: Final = {"given_up": "R", "foul": "F"}
"""By end of a match: the letter of SGF for a win without five stones."""
_HEAD = re.compile(r"piskvorky\s+([0-9]{1,3})x([0-9]{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class Moves:
    """The moves of a match, and the size of its board."""

    size: int
    points: tuple[int, ...]


def read_psq(text: str) -> Moves:
    """Return the moves of a `.psq`; ignores what follows them. Raises FileError with the line that is wrong.

    A move is a line `x,y,milliseconds`; coordinates count from 1.
    """
    if len(text.encode()) > MOST_BYTES:
        raise FileError("stones.long")
    lines = text.splitlines()
    head = _HEAD.match(lines[0]) if lines else None
    if head is None:
        raise FileError("stones.head", line=1)
    size = int(head[1])
    if head[1] != head[2] or size not in SIZES:
        raise FileError("stones.size", line=1, size=f"{head[1]}×{head[2]}", sizes=", ".join(map(str, SIZES)))
    points: list[int] = []
    for number, line in enumerate(lines[1:], 2):
        parts = [whole_number(part) for part in line.split(",", 3)]
        if len(parts) != 3 or None in parts:
            break
        x, y = (part - 1 for part in parts[:2] if part is not None)
        if not (0 <= x < size and 0 <= y < size):
            raise FileError("stones.outside", line=number)
        if y * size + x in points:
            raise FileError("stones.taken", line=number)
        points.append(y * size + x)
    return Moves(size, tuple(points))


def write_psq(moves: Moves) -> str:
    """Return the moves as the text of a `.psq`. Raises FileError for a pass, which the format cannot express."""
    if PASS in moves.points:
        raise FileError("omok.file.passes")
    size = moves.size
    lines = [f"{point % size + 1},{point // size + 1},0" for point in moves.points]
    return "\n".join([f"Piskvorky {size}x{size}, 0:0, 0", *lines, "", ""])


def read_tree(text: str) -> tuple[int, Node]:
    """Return the board's size and the tree of an SGF. Raises FileError."""
    return sgf.read_sgf(text, GAME, SIZES)


def read_sgf(text: str) -> Moves:
    """Return the moves of an SGF along the first variation at each branch. Raises FileError."""
    size, root = read_tree(text)
    return Moves(size, root.main_line())


def write_tree(root: Node, size: int, about: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a tree as one line of SGF; `about` holds further properties, as in `sgf.write_sgf`."""
    return sgf.write_sgf(root, GAME, size, about)


def about_match(recorded: RecordedMatch, last: Position, when: str) -> dict[str, str]:
    """Return the SGF properties of a recorded match: players, rule set, date and result."""
    view: View = last.view
    names = [seat.name for seat in recorded.seats]
    black = view.black if view.black >= 0 else 0
    about = {"PB": names[black], "PW": names[1 - black], "RU": view.rule, "DT": when[:10]}
    if last.result is not None:
        winner = next((seat for seat, line in enumerate(last.result.seats) if line.rank == 1), 0)
        drawn = len({line.rank for line in last.result.seats}) == 1
        how = _ENDS.get(last.result.reason.rpartition(".")[2], "")
        about["RE"] = "0" if drawn else f"{'B' if winner == black else 'W'}+{how}"
    return about


def write_sgf(moves: Moves) -> str:
    """Return the moves as one line of SGF."""
    return write_tree(sgf.line_of(moves.points), moves.size)
