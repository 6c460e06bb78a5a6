"""`main.py words-search '요???????'`: finds the words of the word game that fit a pattern."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from game.cabinets.words.book import book
from game.cabinets.words.glosses import gloss
from game.cabinets.words.search import danger, matches, ordered
from game.cabinets.words.state import Options
from game.commands.shared.declaring import declare
from game.commands.shared.words import texts

_MOST = 50


def add_parser(subparsers: Any) -> None:
    """Declare the command `words-search`."""
    parser = declare(
        subparsers,
        "words-search",
        "find words: ? one sign, * any, ㄱ an initial, [가나] a set",
        example="'s?n*' --lang en",
    )
    parser.add_argument("pattern")
    parser.add_argument("--lang", choices=("ko", "en"), default="ko", help="which list")
    parser.add_argument("--order", choices=("length", "ordinary", "danger"), default="length")
    parser.add_argument("--most", type=int, default=_MOST, metavar="N", help=f"how many are shown (default {_MOST})")
    parser.add_argument("--json", action="store_true", help="every word as a line of JSON")


def run(arguments: argparse.Namespace) -> int:
    """Search and print the words. Returns the exit code. Raises PatternError."""
    words = book(Options(mode="chain" if arguments.lang == "ko" else "letter"))
    found = matches(words.lexicon, arguments.pattern)
    shown = ordered(words, found, arguments.order)[: max(0, arguments.most)]
    if arguments.json:
        for word in shown:
            number = words.lexicon.find(word)
            assert number is not None
            line = {"word": word, "rank": words.lexicon.ranks[number], "follow": danger(words, word)}
            line |= {"gloss": meaning} if (meaning := gloss(word)) else {}
            print(msgspec.json.encode(line).decode())
        return 0
    for word in shown:
        print(word)
    print(texts().line("words.search.count", count=len(found)))
    return 0
