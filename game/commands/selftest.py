"""`main.py selftest`: what a bundle runs to prove itself on the machine it landed on."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.cabinets import CABINETS
from game.commands import texts
from game.commands.errors import CommandError
from game.core.bot_loading import BuiltinSpec
from game.core.bot_seats import bot_session
from game.core.errors import SpokenError
from game.core.match import Match
from game.core.replay import Playback, ReplayWriter, SeatRecord, header_of, read_replay
from game.texts import LANGUAGES, Texts


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    subparsers.add_parser("selftest", help="check that this Souk works here")


def run(arguments: argparse.Namespace) -> int:
    """Run every part and say how it went. Raises CommandError for the first that fails."""
    words = texts()
    for name, part in PARTS.items():
        try:
            part()
        except SpokenError as error:
            why = words.line(error.key, error.values)
            raise CommandError("cli.selftest.failed", part=name, why=why) from error
        except Exception as error:
            raise CommandError("cli.selftest.failed", part=name, why=f"{type(error).__name__}: {error}") from error
        print(words.line("cli.selftest.part", part=name), file=sys.stderr)
    print(words.line("cli.selftest.good"))
    return 0


def check_texts() -> None:
    """Every language has the same texts, and some."""
    keys = [Texts(language).keys() for language in LANGUAGES]
    if not keys[0] or any(other != keys[0] for other in keys):
        raise CommandError("cli.selftest.texts")


def check_matches() -> None:
    """A match of every game is played, recorded, and played again from its replay."""
    with tempfile.TemporaryDirectory() as folder:
        for cabinet in CABINETS.values():
            seats, weakest = cabinet.info.seats[0], next(iter(cabinet.bots))
            path = Path(folder) / f"{cabinet.id}.souk"
            records = (SeatRecord(weakest, weakest),) * seats
            writer = ReplayWriter(path, header_of(cabinet.info, 1, cabinet.info.options(), records))
            match = Match(cabinet.rules, seats, cabinet.info.options(), 1, journal=writer)
            _play(match, cabinet.id, inline=True)
            writer.finish(match)
            Playback(read_replay(path), cabinet.rules).verify()


def check_bot_process() -> None:
    """A bot in a process of its own plays the same match as one in this process."""
    cabinet = CABINETS["nullgame"]
    hashes = []
    for inline in (True, False):
        match = Match(cabinet.rules, 2, cabinet.info.options(), 1)
        _play(match, cabinet.id, inline=inline)
        hashes.append(match.hash())
    if hashes[0] != hashes[1]:
        raise CommandError("cli.selftest.bots")


def check_pictures() -> None:
    """The table of every game is drawn, with its fonts, icons and sprites."""
    from game.commands.screenshot import picture_of

    for game in CABINETS:
        if picture_of("table", game=game, size=(960, 540), turn=2).get_size() != (960, 540):
            raise CommandError("cli.selftest.pictures")


PARTS: dict[str, Callable[[], None]] = {
    "texts": check_texts,
    "matches": check_matches,
    "bots": check_bot_process,
    "pictures": check_pictures,
}


def _play(match: Match, game: str, *, inline: bool) -> None:
    cabinet = CABINETS[game]
    bot = BuiltinSpec(next(iter(cabinet.bots)))
    session = bot_session(cabinet, match, dict.fromkeys(range(match.seats), bot), logs=None, inline=inline)
    try:
        session.run(time.monotonic)
    finally:
        session.close()
    if session.troubles:
        failure = session.troubles[0].failure
        raise CommandError(failure.key, **failure.values)
