"""`main.py play GAME`: play one match, in the window or as text."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from game.commands.shared.declaring import add_game, declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import declare_key
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.records import records_of, seat_names
from game.commands.shared.seats import add_fill, cabinet_named, expand, options_for, seats_for
from game.commands.shared.troubles import as_document, told
from game.commands.shared.words import texts
from game.core.bot.keys import key_against
from game.core.bot.loading import HUMAN, parse_spec
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.match.match import Match, Step
from game.core.match.session import Session
from game.core.recording.replay import ReplayError, begin_recording
from game.core.rules import SPECTATOR
from game.core.tournament.matches import check_bots
from game.core.tournament.plan import Contestant
from game.ground import paths
from game.ground.details import details_of
from game.ground.texts import Texts


def add_parser(subparsers: Any) -> None:
    """Declare the command `play`."""
    parser = declare(
        subparsers, "play", "play one match, in a window or as text", example="GAME --seats human,expert,greedy"
    )
    add_game(parser)
    parser.add_argument(
        "--seats",
        help="human, a bot's name, adapting at a window, path/file.py:Class or cmd:…, with commas; name*N is N of them",
    )
    add_fill(parser)
    parser.add_argument(
        "--seed",
        type=read_seed,
        default=0,
        help="what chance and bots follow from; where games have numbers, the number",
    )
    declare_key(parser)
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="see `list`")
    parser.add_argument("--headless", action="store_true", help="without a window, between computers: print the result")
    parser.add_argument("--show", action="store_true", help="with --headless: print the log and the boards, too")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write a replay")


def run(arguments: argparse.Namespace) -> int:
    """Play the match that was asked for."""
    cabinet = cabinet_named(arguments.game)
    options = options_for(cabinet, arguments.option)
    if not arguments.headless and not arguments.json:
        from game.commands.shared import window

        seats = seats_for(cabinet, arguments.seats, arguments.fill, first=(HUMAN,))
        _tell_filled(arguments, len(seats))
        return window.run_match(cabinet, seats, options, arguments.seed, arguments.record, arguments.key)
    seats = seats_for(cabinet, arguments.seats, arguments.fill)
    _tell_filled(arguments, len(seats))
    play_headless(
        cabinet,
        seats,
        options,
        arguments.seed,
        record=arguments.record,
        as_json=arguments.json,
        show=arguments.show,
        key=arguments.key,
    )
    return 0


def _tell_filled(arguments: argparse.Namespace, seats: int) -> None:
    """Say that bots fill seats nobody was named for, and how to avoid that."""
    named = len(expand(arguments.seats)) if arguments.seats else 0
    if named and arguments.fill is None and named < seats and not arguments.json:
        print(texts().line("cli.play.filled", seats=seats, named=named), file=sys.stderr)


def play_headless(
    cabinet: Cabinet,
    seats: Sequence[str],
    options: Any,
    seed: int,
    *,
    record: Path | None = None,
    as_json: bool = False,
    show: bool = False,
    key: int | None = None,
) -> None:
    """Play one match between computers and print its result, with `show` log and boards before it, or one JSON
    document.

    Without a `key`, one is drawn if a person's own program plays; the result shows it. Raises SpokenError for a seat
    that no computer plays, a bot that does not start, and a replay that cannot be written.
    """
    if HUMAN in seats:
        raise CommandError("cli.play.no_people")
    bots = {seat: parse_spec(spec, cabinet.bots) for seat, spec in enumerate(seats)}
    entries = [Contestant(text, bots[seat]) for seat, text in enumerate(seats)]
    check_bots(cabinet, options, entries, len(seats), cabinet.limits, paths.logs() / "bots")
    key = key_against(cabinet.info, bots.values()) if key is None else key
    records = records_of(seats)
    writer = begin_recording(record, cabinet.info, seed, options, records, datetime.now(UTC), key) if record else None
    match = Match(cabinet.rules, len(seats), options, seed, journal=writer, undo=False, key=key)
    words = texts().with_seats(seat_names(seats))
    with ExitStack() as ending:
        if writer:
            ending.callback(writer.finish, match)
        session = bot_session(cabinet, match, bots, logs=paths.logs() / "bots", inline=True)
        ending.callback(session.close)
        reporter = _Reporter(cabinet, words, session)
        session.run(on_steps=reporter.steps if show and not as_json else None)
    if session.troubles:
        replay = writer.path if writer else _recorded(cabinet, match, seats)
        for line in told(words, session.troubles, replay):
            print(line, file=sys.stderr)
    if as_json:
        print(json.dumps(document(cabinet, match, seats) | {"failures": list(map(as_document, session.troubles))}))
    else:
        reporter.result()
    if writer and writer.failure:
        raise writer.failure
    if writer and not as_json:
        print(words.line("cli.play.recorded", path=str(writer.path)))


def _recorded(cabinet: Cabinet, match: Match, seats: Sequence[str]) -> Path | None:
    """Write a replay of an unrecorded match with failures beside its bots' logs; one file per game, overwritten by the
    next such match.
    """
    path = paths.logs() / "bots" / f"{cabinet.id}.souk"
    try:
        records = records_of(seats)
        writer = begin_recording(path, cabinet.info, match.seed, match.options, records, datetime.now(UTC), match.key)
    except ReplayError:
        return None
    for step in match.steps:
        writer.append(step)
    writer.finish(match)
    return path


def document(cabinet: Cabinet, match: Match, seats: Sequence[str]) -> dict[str, Any]:
    """Return what `--json` prints of a finished match; seed and key are strings, as they may have 20 digits."""
    result = match.result()
    return {
        "game": cabinet.id,
        "version": cabinet.info.version,
        "seed": str(match.seed),
        "key": str(match.key),
        "options": msgspec.to_builtins(match.options),
        "turns": match.turns(),
        "hash": match.hash(),
        "reason": result.reason.rpartition(".")[2],
        "seats": [
            {"seat": seat, "name": name, "bot": spec, "rank": line.rank, "score": line.score, **line.details}
            for seat, (name, spec, line) in enumerate(zip(seat_names(seats), seats, result.seats, strict=True))
        ],
    }


class _Reporter:
    """Prints a match as it goes, its log and the board at each turn, and how it ended."""

    def __init__(self, cabinet: Cabinet, words: Texts, session: Session) -> None:
        self._cabinet = cabinet
        self._words = words
        self._session = session
        self._turn = 0

    def steps(self, steps: Sequence[Step]) -> None:
        """Print the log of these steps."""
        game = self._cabinet.id
        for step in steps:
            for event in step.events_for(SPECTATOR):
                if line := self._words.maybe(f"{game}.event.{event.kind}", event.data):
                    print(line)
        match = self._session.match
        if match.turns() != self._turn or match.over:
            self._turn = match.turns()
            if board := self._cabinet.rules.sketch(match.view(SPECTATOR)):
                print(f"\n{board}\n")

    def result(self) -> None:
        """Print the result, best seat first."""
        result = self._session.match.result()
        for seat, line in sorted(enumerate(result.seats), key=lambda pair: pair[1].rank):
            details = ", ".join(detail.said for detail in details_of(line, self._cabinet.id, self._words))
            values = {"rank": line.rank, "name": self._words.seat_names[seat], "score": line.score}
            print(self._words.line("cli.play.result", values, details=details))
        if key := self._session.match.key:
            print(self._words.line("cli.play.key", seed=self._session.match.seed, key=key))
