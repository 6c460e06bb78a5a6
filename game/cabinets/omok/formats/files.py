"""Reads and writes matches of Omok in the files of other programs: Piskvork's `.psq` and SGF (GM[4])."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.cabinets.omok import notation
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
_SIZE_TAG = re.compile(r'^\s*\[\s*size\s*"(\d{1,3})"\s*\]', re.IGNORECASE | re.MULTILINE)
_BESIDE = re.compile(r"^\s*\[[^\]\n]*\]\s*$|\{[^}]*\}|(?<!\S)(?:1-0|0-1|1/2-1/2|½-½|\*)(?!\S)", re.MULTILINE)
"""What stands beside the moves of a list: tags, comments in braces, the result."""
_PAIR = re.compile(r"[-+\d.]+\s*[,;]\s*[-+\d.]+")
"""Two numbers, which a program's name behind the moves does not begin with."""
_HEAD = re.compile(r"piskvorky\s+([0-9]{1,3})x([0-9]{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class Moves:
    """The moves of a match, and the size of its board."""

    size: int
    points: tuple[int, ...]


def read_psq(text: str) -> Moves:
    """Return the moves of a `.psq`; ignores the programs' names behind them. Raises FileError with the line that is
    wrong, also for a line of no known form before a move, so that no move is lost.

    A move is a line `x,y,milliseconds`, the time often left out; coordinates count from 1.
    """
    if len(text.encode()) > MOST_BYTES:
        raise FileError("stones.long")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    head = _HEAD.match(lines[0][1].strip()) if lines else None
    if head is None:
        raise FileError("stones.head", line=1)
    size = int(head[1])
    if head[1] != head[2] or size not in SIZES:
        raise FileError("stones.size", line=1, size=f"{head[1]}×{head[2]}", sizes=", ".join(map(str, SIZES)))
    points: list[int] = []
    strange: tuple[int, str] | None = None
    for number, line in lines[1:]:
        parts = [whole_number(part) for part in line.split(",", 3)]
        if len(parts) not in (2, 3) or None in parts:
            strange = strange or (number, line.strip())
            if not _PAIR.match(line.strip()):
                continue
        if strange is not None:
            raise FileError("stones.no_move", line=strange[0], text=strange[1][:30])
        x, y = (part - 1 for part in parts[:2] if part is not None)
        if not (0 <= x < size and 0 <= y < size):
            raise FileError("stones.outside", line=number)
        if y * size + x in points:
            raise FileError("stones.taken", line=number)
        points.append(y * size + x)
    if strange is not None and not points:
        raise FileError("stones.no_move", line=strange[0], text=strange[1][:30])
    return Moves(size, tuple(points))


def write_psq(moves: Moves) -> str:
    """Return the moves as the text of a `.psq`. Raises FileError for a pass, which the format cannot express."""
    if PASS in moves.points:
        raise FileError("omok.file.passes")
    size = moves.size
    lines = [f"{point % size + 1},{point // size + 1},0" for point in moves.points]
    return "\n".join([f"Piskvorky {size}x{size}, 0:0, 0", *lines, "", ""])


def read_tree(data: bytes) -> sgf.Game:
    """Return the match in the content of an SGF. Raises FileError."""
    return sgf.read_file(data, GAME, SIZES)


def read_sgf(text: str) -> Moves:
    """Return the moves of an SGF along the first variation at each branch. Raises FileError."""
    read = sgf.read_sgf(text, GAME, SIZES)
    return Moves(read.size, read.root.main_line())


def read_moves(text: str) -> Moves:
    """Return the moves of a list, which may begin with tags and end with a result, as game sites write it. A tag `Size`
    names the lines of the board, 15 without it. Raises FileError or NotationError with the first word that is no move.
    """
    if len(text.encode()) > MOST_BYTES:
        raise FileError("stones.long")
    tagged = _SIZE_TAG.search(text)
    size = int(tagged[1]) if tagged else SIZES[0]
    if size not in SIZES:
        raise FileError("stones.size", line=1, size=size, sizes=", ".join(map(str, SIZES)))
    points = notation.read(_BESIDE.sub(lambda found: " " * len(found[0]), text), size)
    if not points and text.strip():
        raise FileError("stones.no_move", line=1, text=text.strip()[:30])
    twice = next((point for place, point in enumerate(points) if point != PASS and point in points[:place]), None)
    if twice is not None:
        raise FileError("omok.file.taken", point=notation.name(twice, size))
    return Moves(size, points)


def write_moves(moves: Moves) -> str:
    """Return the moves as text, with the lines of the board where they are not the usual 15."""
    head = "" if moves.size == SIZES[0] else f'[Size "{moves.size}"]\n'
    return f"{head}{notation.write(moves.points, moves.size)}\n"


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
