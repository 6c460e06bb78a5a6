"""`main.py results FILE`: a finished evaluation or a league in the window."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.tournament.evaluation import read_evaluation
from game.leagues import is_league, read_league


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("results", help="show what an evaluation or a league came to")
    parser.add_argument("file", type=Path, help="what `tournament GAME --json FILE` or `league --file FILE` wrote")


def run(arguments: argparse.Namespace) -> int:
    """Show it. Raises EvaluationError and LeagueFileError before a window opens."""
    path: Path = arguments.file
    from game.commands.shared import window
    from game.scenes import arcade

    if is_league(path):
        league = read_league(path)
        return window.open_at(lambda context: arcade.league(context, league))
    document = read_evaluation(path, CABINETS)
    return window.open_at(lambda context: arcade.evaluation(context, document, path))
