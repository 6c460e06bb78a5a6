"""`main.py results FILE`: a finished evaluation in the window."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.cabinets import CABINETS
from game.core.evaluation_document import read_evaluation


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("results", help="show what an evaluation came to")
    parser.add_argument("file", type=Path, help="what `tournament l4g --json FILE` wrote")


def run(arguments: argparse.Namespace) -> int:
    """Show it. Raises EvaluationError before a window opens."""
    path: Path = arguments.file
    document = read_evaluation(path, CABINETS)
    from game.commands import window
    from game.scenes import arcade

    return window.open_at(lambda context: arcade.evaluation(context, document, path))
