"""Declaring a command with what it does and an example that works, and the arguments that several commands take."""

from __future__ import annotations

import argparse
from typing import Any

from game.cabinets.listed import CABINETS
from game.ground.program import program_name


def declare(subparsers: Any, name: str, does: str, *, example: str) -> argparse.ArgumentParser:
    """Return the parser of a command. `does` is what it does, in a few words without a full stop; `example` the words
    after the command's name, in which `GAME` stands for the first game.
    """
    example = example.replace("GAME", next(iter(CABINETS.names)))
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=f"example:\n  {program_name()} {name} {example}".rstrip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names a game."""
    parser.add_argument("game", metavar="GAME", help=f"a name that `list` prints: {', '.join([*CABINETS.names][:3])} …")
