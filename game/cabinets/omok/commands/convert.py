"""`main.py omok-convert FROM [TO]`: converts a match of Omok between our replays and the files of other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.formats.files import (
    Moves,
    about_match,
    read_moves,
    read_psq,
    read_tree,
    write_moves,
    write_psq,
    write_tree,
)
from game.cabinets.omok.formats.matches import play
from game.cabinets.omok.formats.renlib import MOST_BYTES as MOST_LIBRARY
from game.cabinets.omok.formats.renlib import SIZE, read_lib
from game.commands.shared import words
from game.commands.shared.converting import data_in, declare_conversion, put_out, text_in
from game.core.analysis.positions import recorded_match
from game.core.given import ending
from game.core.recording.replay import SeatRecord, read_header, record_match
from game.core.recording.views import is_view_recording, read_view_header
from game.core.sgf import MOST_BYTES, FileError, Node, Note, left_out, line_of
from game.ground.recordings import REPLAY_SUFFIX, VIEWS_SUFFIX
from game.ground.version import VERSION
from game.scenes.review.variations import read_variations


def add_parser(subparsers: Any) -> None:
    """Declare the command `omok-convert`."""
    sources = "a recording, .psq, .sgf, .lib, or .txt with moves"
    summary = "convert a match of Omok between recordings, .psq, .sgf and text"
    declare_conversion(
        subparsers, "omok-convert", summary, sources, "else it is printed as moves", example="match.souk match.sgf"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the match to the target, or print its moves in the form of the option `position`. Returns the exit code."""
    target: Path | None = arguments.target
    size, tree, about = _read(arguments.source)
    moves = Moves(size, tree.main_line())
    kind = ending(target)[1:] if target else "txt"
    if kind != "sgf":
        _tell(left_out(tree))
    if target is not None and ending(target) == REPLAY_SUFFIX:
        return _record(moves, about, target)
    if kind == "sgf":
        text = write_tree(tree, size, about)
    elif kind == "psq":
        text = write_psq(moves)
    elif kind == "txt":
        text = write_moves(moves)
    else:
        raise FileError("omok.file.kind", name=arguments.target.name)
    put_out(text, target)
    return 0


def _tell(notes: Iterable[Note]) -> None:
    """Say on standard error what was done beyond the letter of a file."""
    for note in notes:
        print(words.texts().line(note.key, note.values), file=sys.stderr)


def _record(moves: Moves, about: Mapping[str, str], target: Path) -> int:
    """Write the main line as a recording. Returns the exit code."""
    match = play(moves, about.get("RU", ""))
    seats = [SeatRecord(about.get(name) or colour) for name, colour in (("PB", "Black"), ("PW", "White"))]
    record_match(target, match, seats, datetime.now(UTC))
    return 0


def _library(path: Path) -> Node:
    """Return the tree of a library; if it was too large, say on standard error how much was left out."""
    library = read_lib(data_in(path, MOST_LIBRARY))
    if library.left_out:
        print(words.texts().line("omok.file.left_out", count=library.left_out), file=sys.stderr)
    return library.root


def _read(path: Path) -> tuple[int, Node, dict[str, str]]:
    """Return the board's size, the tree of moves, and what an SGF says about a recording besides the moves."""
    match ending(path)[1:]:
        case "lib":
            return SIZE, _library(path), {}
        case "sgf":
            read = read_tree(data_in(path, MOST_BYTES))
            _tell(read.notes)
            return read.size, read.root, dict(read.about)
        case "psq" | "txt" as kind:
            moves = (read_psq if kind == "psq" else read_moves)(text_in(path, MOST_BYTES))
            return moves.size, line_of(moves.points), {}
        case kind if f".{kind}" not in (REPLAY_SUFFIX, VIEWS_SUFFIX):
            raise FileError("omok.file.read_kind", name=path.name)
    recorded = recorded_match(path, {OMOK.id: OMOK})
    *_, last = recorded.positions()
    size, tree = last.view.size, line_of(last.view.moves)
    for variation in read_variations(path):
        note = variation.note
        *_, tried = recorded_match(variation.path, {OMOK.id: OMOK}).positions()
        tree.add_line(tried.view.moves, "\n".join(filter(None, (note.name, note.comment))))
    header = read_view_header(path) if is_view_recording(path) else read_header(path)
    return size, tree, {"AP": f"Souk:{VERSION}", **about_match(recorded, last, header.when)}
