"""`main.py tournament GAME`: play many matches between bots, and print their figures."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from game.commands.shared.declaring import add_game, declare
from game.commands.shared.errors import CommandError
from game.commands.shared.failures import results_command, tell
from game.commands.shared.numbers import declare_key, whole
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.output import (
    MOST_GAMES,
    MOST_SEATS,
    STANDARD_OUTPUT,
    ProgressLine,
    ProgressRecords,
    add_arguments,
    check_outputs,
    keep,
    place_of,
    show,
)
from game.commands.shared.seats import cabinet_named, expand, options_for
from game.commands.shared.words import texts
from game.core.cabinet import Cabinet
from game.core.errors import reason
from game.core.given import TextError, text_of
from game.core.tournament.matches import tournament
from game.core.work.failure import MatchFailure
from game.core.work.run import Order
from game.core.work.run import run as run_tournament
from game.ground import paths

GAMES = 100


def add_parser(subparsers: Any) -> None:
    """Declare the command `tournament`."""
    parser = declare(
        subparsers,
        "tournament",
        "play many matches between bots, and tell who is better",
        example="GAME --bots greedy,random --games 40",
    )
    add_game(parser)
    played = parser.add_mutually_exclusive_group()
    played.add_argument("--games", type=whole(1, MOST_GAMES), default=GAMES, metavar="N", help=f"matches, else {GAMES}")
    played.add_argument("--numbers", type=Path, metavar="FILE", help="a file with the number of each match")
    parser.add_argument(
        "--pairs", action="store_true", help="play every lineup in every seating with one seed; whole rounds of it"
    )
    parser.add_argument("--bots", help="bots with commas, else all of the game; name*N is N of them")
    parser.add_argument("--fill", metavar="NAMES", help="who takes the seats left, in a game with a room to fill")
    parser.add_argument(
        "--seats", type=whole(1, MOST_SEATS), metavar="N", help="seats of a match, else one for each bot"
    )
    parser.add_argument(
        "--seed", default="0", metavar="TEXT", help="what the numbers and the seating follow from: a number or any text"
    )
    declare_key(parser)
    parser.add_argument(
        "--progress", choices=("text", "json"), default="text", help="json: a document a line, for other programs"
    )
    add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the tournament that was asked for."""
    check_outputs(arguments)
    cabinet = cabinet_named(arguments.game)
    make = cabinet.tournament or tournament
    order = _order(cabinet, arguments)
    asked = make(cabinet, order)
    words = texts()
    progress = ProgressRecords(sys.stderr) if arguments.progress == "json" else ProgressLine(words, sys.stderr)
    try:
        journals = paths.cache() / "tournaments"
        outcome = run_tournament(asked, progress, place_of(arguments), journals, partial(keep, arguments))
    except KeyboardInterrupt:
        print("\n" + words.line("tournament.stopped", done=progress.done, games=progress.games), file=sys.stderr)
        return 1
    finally:
        progress.end()
    show(arguments, outcome, words, cabinet)
    tell(words, cabinet, order.options, outcome.failed(), order.logs, partial(_shown, cabinet, arguments.json))
    return 0


def _order(cabinet: Cabinet, arguments: argparse.Namespace) -> Order:
    return Order(
        options=options_for(cabinet, arguments.option),
        bots=_names(arguments.bots),
        fill=_names(arguments.fill),
        seats=arguments.seats,
        seed=arguments.seed,
        games=arguments.games,
        numbers=_numbers(arguments.numbers) if arguments.numbers else None,
        logs=paths.logs() / "bots",
        pairs=arguments.pairs,
        key=arguments.key,
    )


def _names(written: str | None) -> tuple[str, ...]:
    if written is None:
        return ()
    names = expand(written)
    if not names:
        raise CommandError("tournament.error.no_bots")
    return names


def _numbers(path: Path) -> tuple[int, ...]:
    """Read the numbers in a file, separated by white space."""
    try:
        found = text_of(path.read_bytes()).split()
    except OSError as error:
        raise CommandError("tournament.error.numbers_read", path=str(path), reason=reason(error)) from error
    except TextError as error:
        raise CommandError("tournament.error.numbers_text", path=str(path)) from error
    if not found:
        raise CommandError("tournament.error.numbers_none", path=str(path))
    return tuple(_number(path, word) for word in found)


def _number(path: Path, word: str) -> int:
    try:
        return read_seed(word)
    except argparse.ArgumentTypeError as error:
        raise CommandError("tournament.error.numbers_word", path=str(path), word=word[:40]) from error


def _shown(cabinet: Cabinet, path: Path | None, failed: MatchFailure) -> str | None:
    """Return the command that shows a failure's game of an evaluation; None where its file was not written."""
    if cabinet.tournament is None or path is None or path == STANDARD_OUTPUT:
        return None
    return results_command(path, failed.seed, failed.seat)
