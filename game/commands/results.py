"""`main.py results FILE`: show a finished evaluation or a league in the window."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS
from game.commands.shared.columns import columns
from game.commands.shared.declaring import declare
from game.commands.shared.words import texts
from game.core.tournament.comparison import compared
from game.core.tournament.evaluation import read_evaluation
from game.ground.leagues import is_league, read_league

_COLUMNS = ("player", "before", "after", "difference", "error", "chance")


def add_parser(subparsers: Any) -> None:
    """Declare the command `results`."""
    parser = declare(
        subparsers, "results", "show what an evaluation or a league came to, in a window", example="league.json"
    )
    parser.add_argument(
        "file",
        type=Path,
        help="what `tournament GAME --json FILE` of a game with grades or `league --file FILE` wrote",
    )
    parser.add_argument("other", type=Path, nargs="?", help="a second evaluation: print how players differ in it")


def run(arguments: argparse.Namespace) -> int:
    """Show the file's figures in the window. Raises EvaluationError and LeagueFileError before a window opens."""
    path: Path = arguments.file
    if arguments.other is not None:
        return _compare(path, arguments.other)
    from game.commands.shared import window
    from game.scenes import arcade

    if is_league(path):
        league = read_league(path)
        return window.open_at(lambda context: arcade.league(context, league))
    document = read_evaluation(path, CABINETS)
    return window.open_at(lambda context: arcade.evaluation(context, document, path))


def _compare(first: Path, second: Path) -> int:
    """Print how each player did in the second evaluation compared with the first."""
    words = texts()
    found = compared(read_evaluation(first, CABINETS), read_evaluation(second, CABINETS))
    rows = [[words.line(f"evaluation.compare.{name}") for name in _COLUMNS]]
    for line in found:
        name = line.first if line.first == line.second else f"{line.first} → {line.second}"
        figures = (f"{line.before:.2f}", f"{line.after:.2f}", f"{line.difference:+.2f}", f"{line.error:.2f}")
        rows.append([name, *figures, f"{line.chance:.2g}"])
    print(words.line("evaluation.compare.title", games=found[0].games if found else 0))
    print("", *columns(rows, right=range(1, len(_COLUMNS))), sep="\n")
    return 0
