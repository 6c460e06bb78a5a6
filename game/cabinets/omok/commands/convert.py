"""`main.py omok-convert FROM [TO]`: a match between our replays and the files of other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from game.cabinets.omok import notation
from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.files import MOST_BYTES, READERS, WRITERS, FileError, Moves, Node, write_tree
from game.cabinets.omok.renlib import MOST_BYTES as MOST_LIBRARY
from game.cabinets.omok.renlib import SIZE, read_lib
from game.commands.shared import words
from game.commands.shared.converting import data_in, declare, put_out, text_in
from game.core.analysis.positions import recorded_match
from game.recordings import REPLAY_SUFFIX
from game.scenes.review.variations import read_variations, variations_of


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    sources = "a recording, .psq, .sgf, .lib, or .txt with moves"
    summary = "a match of Omok between recordings, .psq, .sgf and text"
    declare(subparsers, "omok-convert", summary, sources, "else it is printed as moves")


def run(arguments: argparse.Namespace) -> int:
    """Write the moves, or print them as the option `position` takes them."""
    target: Path | None = arguments.target
    tree = _tree(arguments.source)
    moves = Moves(SIZE, tree.main_line()) if tree and arguments.source.suffix == ".lib" else _read(arguments.source)
    if tree and target is not None and target.suffix == ".sgf":
        text = write_tree(tree, moves.size)
    elif target is None or target.suffix == ".txt":
        text = notation.write(moves.points, moves.size) + "\n"
    elif target.suffix[1:] in WRITERS:
        text = WRITERS[target.suffix[1:]](moves)
    else:
        raise FileError("omok.file.kind", name=target.name)
    put_out(text, target)
    return 0


def _tree(path: Path) -> Node | None:
    """What has variations: a library, or a recording from which something was tried; with names and comments."""
    if path.suffix == ".lib":
        return _library(path)
    if path.suffix != REPLAY_SUFFIX or not variations_of(path):
        return None
    root = Node()
    root.add_line(_read(path).points)
    for variation in read_variations(path):
        note = variation.note
        root.add_line(_read(variation.path).points, "\n".join(filter(None, (note.name, note.comment))))
    return root


def _library(path: Path) -> Node:
    """The tree of a library; what was too much is told on standard error."""
    library = read_lib(data_in(path, MOST_LIBRARY))
    if library.left_out:
        print(words.texts().line("omok.file.left_out", count=library.left_out), file=sys.stderr)
    return library.root


def _read(path: Path) -> Moves:
    kind = path.suffix[1:]
    if kind in READERS:
        return READERS[kind](text_in(path, MOST_BYTES))
    if kind == "txt":
        return Moves(SIZE, notation.read(text_in(path, MOST_BYTES), SIZE))
    *_, last = recorded_match(path, {OMOK.id: OMOK}).positions()
    return Moves(last.view.size, last.view.moves)
