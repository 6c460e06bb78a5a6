"""`main.py words-export`: prints the word lists of the word game, for authors of bots."""

from __future__ import annotations

import argparse
from typing import Any

from game.cabinets.words.lexicon import lexicon
from game.commands.shared.declaring import declare


def add_parser(subparsers: Any) -> None:
    """Declare the command `words-export`."""
    parser = declare(
        subparsers, "words-export", "print the words, each with its list and how ordinary it is", example="--lang en"
    )
    parser.add_argument("--lang", choices=("ko", "en"), default="ko", help="which list")


def run(arguments: argparse.Namespace) -> int:
    """Print a word, its list and its rank in each line; rank 1 is the most ordinary, 0 means seen in no text."""
    words = lexicon(arguments.lang)
    print(
        "".join(f"{word}\t{arguments.lang}\t{rank}\n" for word, rank in zip(words.words, words.ranks, strict=True)),
        end="",
    )
    return 0
