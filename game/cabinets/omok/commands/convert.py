"""`main.py omok-convert FROM [TO]`: a match between our replays and the files of other programs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.cabinets.omok import notation
from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.files import MOST_BYTES, READERS, WRITERS, FileError, Moves
from game.core.analysis.positions import recorded_match
from game.files import write_whole


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("omok-convert", help="a match of Omok between recordings, .psq, .sgf and text")
    parser.add_argument("source", type=Path, metavar="FROM", help="a recording, .psq, .sgf, or .txt with moves")
    parser.add_argument("target", type=Path, metavar="TO", nargs="?", help="else it is printed as moves")


def run(arguments: argparse.Namespace) -> int:
    """Write the moves, or print them as the option `position` takes them."""
    moves = _read(arguments.source)
    target: Path | None = arguments.target
    if target is None or target.suffix == ".txt":
        text = notation.write(moves.points, moves.size) + "\n"
    elif target.suffix[1:] in WRITERS:
        text = WRITERS[target.suffix[1:]](moves)
    else:
        raise FileError("omok.file.kind", name=target.name)
    if target is None:
        print(text, end="")
    else:
        write_whole(target, text.encode())
    return 0


def _read(path: Path) -> Moves:
    kind = path.suffix[1:]
    if kind not in (*READERS, "txt"):
        *_, last = recorded_match(path, {OMOK.id: OMOK}).positions()
        return Moves(last.view.size, last.view.moves)
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1).decode(errors="replace")
    except OSError as error:
        raise FileError("omok.file.unreadable", name=path.name) from error
    return READERS[kind](text) if kind in READERS else Moves(15, notation.read(text, 15))
