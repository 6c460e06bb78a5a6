"""`main.py selftest`: check that this installation or bundle works on this machine."""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS, found
from game.commands.selftest.guests import check_guests
from game.commands.selftest.lan import check_lan
from game.commands.selftest.pictures import check_pictures
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.words import texts
from game.core.bot.loading import BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.errors import SpokenError
from game.core.match.match import Match
from game.core.recording.replay import Playback, ReplayWriter, SeatRecord, header_of, read_replay
from game.ground.texts import LANGUAGES, Texts
from game.ground.version import VERSION

PACKAGES = ("pygame-ce", "msgspec", "msgpack")


def add_parser(subparsers: Any) -> None:
    declare(subparsers, "selftest", "check that this Souk works here", example="")


def run(arguments: argparse.Namespace) -> int:
    """Run every part and print how it went. Raises CommandError for the first that fails."""
    words = texts()
    for key, part in parts().items():
        name = words.line(key)
        try:
            found = part()
        except SpokenError as error:
            why = words.line(error.key, error.values)
            raise CommandError("cli.selftest.failed", part=name, why=why) from error
        except Exception as error:
            raise CommandError("cli.selftest.failed", part=name, why=f"{type(error).__name__}: {error}") from error
        print(f"{name}: {found or words.line('cli.selftest.part')}", file=sys.stderr, flush=True)
    print(words.line("cli.selftest.good"))
    return 0


def check_versions() -> str:
    """Return the versions of Souk, Python and SDL in use."""
    packages = [f"{name} {_version(name)}" for name in PACKAGES]
    kind = "bundle" if getattr(sys, "frozen", False) else "source"
    return ", ".join(
        [f"Souk {VERSION} ({kind})", f"Python {platform.python_version()}", *packages, platform.platform()]
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def check_texts() -> None:
    """Check that every language has the same texts, and at least some."""
    keys = [Texts(language).keys() for language in LANGUAGES]
    if not keys[0] or any(other != keys[0] for other in keys):
        raise CommandError("cli.selftest.texts")


def check_matches() -> None:
    """Play and record a match of every game, and play it again from its replay."""
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
    """Check that a bot in a process of its own plays the same match as one in this process."""
    cabinet = CABINETS["nullgame"]
    hashes = []
    for inline in (True, False):
        match = Match(cabinet.rules, 2, cabinet.info.options(), 1)
        _play(match, cabinet.id, inline=inline)
        hashes.append(match.hash())
    if hashes[0] != hashes[1]:
        raise CommandError("cli.selftest.bots")


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


def check_sounds() -> str | None:
    """Load every sound and the music. Without a sound device Souk is silent, which is no failure."""
    import pygame

    from game.engine.audio import Audio, Mood, Sound
    from game.ground import paths
    from game.ground.settings import Settings

    audio = Audio(Settings())
    if audio.silent:
        return texts().line("cli.selftest.silence")
    for name in (*Sound, *Mood):
        if pygame.mixer.Sound(str(paths.assets() / "sounds" / f"{name}.ogg")).get_length() <= 0:
            raise CommandError("cli.selftest.sound", name=str(name))
    audio.close()
    return None


PARTS: dict[str, Callable[[], str | None]] = {
    "versions": check_versions,
    "texts": check_texts,
    "matches": check_matches,
    "bots": check_bot_process,
    "lan": check_lan,
    "guests": check_guests,
    "sound": check_sounds,
    "pictures": check_pictures,
}


def parts() -> dict[str, Callable[[], str | None]]:
    """Return every part of the self-test by its text key: those of the house, then those of games."""
    own = {f"cli.selftest.name.{name}": part for name, part in PARTS.items()}
    return own | {
        f"{cabinet.id}.check.{name}": found(place)
        for cabinet in CABINETS.values()
        for name, place in cabinet.checks.items()
    }
