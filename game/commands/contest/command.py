"""`main.py contest GAME FOLDER`: check the programs in a folder, play them against each other, write the report."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from game.commands.contest.checking import Admission
from game.commands.contest.writing import Outputs
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import declare_key, whole
from game.commands.shared.output import MOST_GAMES, MOST_WORKERS, ProgressLine, ProgressRecords
from game.commands.shared.seats import cabinet_named, options_for
from game.commands.shared.words import spoken_in
from game.core.cabinet import Cabinet
from game.core.contest.entries import composed, found_in
from game.core.contest.play import Evening, WithdrawnError, in_rooms, play_contest_league, play_rooms
from game.core.contest.settings import Settings, settings_in, unmet
from game.core.process.landlock import SIGNALS_SINCE, TCP_SINCE, landlock_version
from game.core.tournament.rooms import rooms_for, rounds_for
from game.core.work.place import Workplace
from game.ground import paths
from game.ground.contests import remember_contest
from game.ground.program import program_name
from game.ground.texts import Texts

GAMES = 1000


def add_parser(subparsers: Any) -> None:
    """Declare the command `contest`."""
    parser = declare(
        subparsers,
        "contest",
        "play the programs in a folder against each other, and write a report to hand out",
        example="GAME submissions --games 2000",
    )
    parser.add_argument("game", metavar="GAME", help="a name that `list` prints")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the programs are")
    parser.add_argument("--games", type=whole(1, MOST_GAMES), metavar="N", help=f"games at the most, else {GAMES}")
    parser.add_argument("--seed", metavar="TEXT", help="what all games follow from: a number or any text")
    declare_key(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=whole(1, MOST_WORKERS), metavar="N", help="processes, else one a core")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, whose workers play instead")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where results go, else FOLDER/results")
    parser.add_argument(
        "--admit", action="append", default=[], metavar="NAME", help="let an entry play that the check ruled out"
    )
    parser.add_argument("--anonymous", action="store_true", help="other names in all that is handed out")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="see `list`")
    parser.add_argument("--progress", choices=("line", "json"), default="line", help="json: records for a program")
    parser.add_argument(
        "--language", choices=("ko", "en"), help="of the report and of all that is said, else that of the settings"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the contest, or the rest of it."""
    return spoken_in(arguments.language, partial(_hold, arguments))


def _hold(arguments: argparse.Namespace, words: Texts) -> int:
    settings = settings_in(arguments.folder)
    cabinet = cabinet_named(arguments.game)
    outputs = Outputs(arguments.out or arguments.folder / "results", words, cabinet)
    options = options_for(cabinet, [*_options(settings), *arguments.option])
    _check_fill(settings, cabinet)
    found = found_in(arguments.folder, settings.names, cabinet.bots, outputs.folder.resolve())
    _say(words, "entries.folder", count=len(found), path=str(arguments.folder))
    if names := unmet(settings, found):
        _say(words, "entries.unmet", names=", ".join(names))
    _tell_sandbox(words)
    admission = Admission(cabinet, options, settings, outputs.folder, words, frozenset(map(composed, arguments.admit)))
    try:
        admission.check(found)
    except KeyboardInterrupt:
        _say(words, "entries.stopped")
        return 1
    while True:
        if not admission.playing:
            _say(words, "entries.nobody", path=str(outputs.folder / "check"))
            outputs.write_checks(admission)
            return 1
        evening = Evening(
            cabinet,
            options,
            admission.playing,
            settings.fill,
            arguments.games or settings.games or GAMES,
            str(settings.seed or "0") if arguments.seed is None else arguments.seed,
            settings.limits.hung,
            Workplace(arguments.workers or os.cpu_count() or 1, arguments.cluster),
            paths.cache() / "tournaments",
            outputs.folder / "logs",
            arguments.key,
        )
        playing, out = len(admission.playing), len(admission.entries) - len(admission.playing)
        _say(words, "entries.playing", playing=playing, out=out)
        if in_rooms(cabinet) and playing > cabinet.info.usual_seats:
            _tell_rooms(words, playing, cabinet.info.usual_seats, evening.games)
        begun = time.monotonic()
        line = ProgressRecords(sys.stderr) if arguments.progress == "json" else ProgressLine(words, sys.stderr)
        outputs.begin(settings.title, _command(arguments), admission, evening, begun)
        try:
            outputs.tell_changes(evening)
            if in_rooms(cabinet):
                play_rooms(evening, line, outputs.keep_room)
            else:
                outputs.keep_league(play_contest_league(evening, outputs.earlier_league(), line, outputs.keep_rounds))
        except WithdrawnError as withdrawn:
            line.end()
            _say(words, "entries.withdrawn", name=withdrawn.name, seconds=round(withdrawn.seconds))
            admission.withdraw(withdrawn.name)
            outputs.forget()
            continue
        except KeyboardInterrupt:
            line.end()
            _say(words, "entries.stopped")
            return 1
        line.end()
        break
    _say(words, "entries.report")
    report = outputs.write_report(anonymous=arguments.anonymous)
    if arguments.out is None:
        remember_contest(arguments.folder, paths.evaluations())
    _say(words, "entries.written", path=str(report))
    return 0


def _check_fill(settings: Settings, cabinet: Cabinet) -> None:
    """Raise CommandError where the settings name a built-in player that the game does not have."""
    for name in settings.fill:
        if name not in cabinet.bots:
            raise CommandError("entries.error.fill", name=name, known=", ".join(cabinet.bots))


def _say(words: Texts, key: str, **values: Any) -> None:
    print(words.line(key, values), flush=True)


def _tell_sandbox(words: Texts) -> None:
    """Say what keeps entries in their folders on this system, and what does not."""
    version = landlock_version()
    if not version:
        _say(words, "entries.sandbox_none")
    elif version >= SIGNALS_SINCE:
        _say(words, "entries.sandbox", version=version)
    else:
        missing = words.line(f"entries.missing.{'signals' if version >= TCP_SINCE else 'tcp'}")
        _say(words, "entries.sandbox_part", version=version, missing=missing)


def _tell_rooms(words: Texts, playing: int, seats: int, games: int) -> None:
    """Say how entries are drawn into rooms, since one does not hold them."""
    (rounds, each), rooms = rounds_for(games), rooms_for(playing, seats)
    _say(words, "entries.rooms", rooms=rooms, seats=seats, rounds=rounds, each=each, games=rounds * each)


def _options(settings: Settings) -> list[str]:
    """Return the options of contest.toml as they are written on the command line."""
    values = {
        name: str(value).lower() if isinstance(value, bool) else value for name, value in settings.options.items()
    }
    return [f"{name}={value}" for name, value in values.items()]


def _command(arguments: argparse.Namespace) -> str:
    """Return the command line that gives the same figures again."""
    words = ["contest", arguments.game, str(arguments.folder)]
    for name in ("games", "seed", "key"):
        if (value := getattr(arguments, name)) is not None:
            words += [f"--{name}", str(value)]
    for name in ("admit", "option"):
        words += [word for value in getattr(arguments, name) for word in (f"--{name}", value)]
    return f"{program_name()} {shlex.join(words)}"
