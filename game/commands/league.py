"""`main.py league GAME`: rate bots against each other until their order is certain."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game.commands.shared.declaring import add_game, declare
from game.commands.shared.errors import CommandError
from game.commands.shared.failures import results_command, tell
from game.commands.shared.numbers import declare_key, whole
from game.commands.shared.output import (
    MOST_GAMES,
    MOST_SEATS,
    ProgressLine,
    add_arguments,
    check_outputs,
    keep,
    place_of,
    show,
)
from game.commands.shared.seats import cabinet_named, expand, options_for
from game.commands.shared.words import texts
from game.core.bot.loading import parse_spec
from game.core.cabinet import Cabinet
from game.core.league.league import League
from game.core.league.result import LeagueOutcome
from game.core.league.run import LeagueOrder, LeagueProgress, joined, new_league, play_league, together
from game.core.tournament.plan import Contestant, checked_seats, seats_for, seed_of
from game.core.work.failure import MatchFailure
from game.core.work.run import Progress
from game.ground import paths
from game.ground.leagues import read_league, write_league

GAMES = 1000
CERTAINTY = 99


def add_parser(subparsers: Any) -> None:
    """Declare the command `league`."""
    parser = declare(
        subparsers,
        "league",
        "rate bots against each other until their order is certain",
        example="GAME --bots greedy,random --file league.json",
    )
    add_game(parser)
    parser.add_argument("--bots", help="bots with commas, else all of the game")
    parser.add_argument("--file", type=Path, metavar="FILE", help="the league is kept here, and goes on from here")
    parser.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=GAMES, metavar="N", help=f"matches at the most, else {GAMES}"
    )
    parser.add_argument(
        "--certainty", type=whole(50, 99), default=CERTAINTY, metavar="PERCENT", help=f"when to stop, else {CERTAINTY}"
    )
    parser.add_argument(
        "--seats", type=whole(1, MOST_SEATS), metavar="N", help="seats of a match, else one for each bot"
    )
    parser.add_argument("--seed", default="0", metavar="TEXT", help="a number or any text that all follows from")
    declare_key(parser)
    add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the league that was asked for, or the rest of it."""
    check_outputs(arguments)
    cabinet = cabinet_named(arguments.game)
    words = texts()
    order = _order(cabinet, arguments)
    file = _File(arguments.file)
    league = file.begun(new_league(order))
    line = ProgressLine(words, sys.stderr, ("league.progress", "league.progress_left"))
    latest, kept, stopped = LeagueProgress(league, certain=False), len(league.bouts), False
    try:
        for latest in play_league(order, league, place_of(arguments)):
            if latest.league.looks > file.looks:
                file.keep(latest.league)
            if not line.games or len(latest.league.bouts) > line.done:
                line(Progress(len(latest.league.bouts), kept, order.games))
    except KeyboardInterrupt:
        stopped = True
    finally:
        line.end()
        league = file.keep(latest.league)
    if stopped:
        print("\n" + words.line("league.stopped_kept" if arguments.file else "league.stopped"), file=sys.stderr)
    certain = latest.certain and len(league.bouts) == len(latest.league.bouts)
    outcome = LeagueOutcome(league, certain=certain, failures=latest.failures)
    keep(arguments, outcome)
    show(arguments, outcome, words, cabinet)
    tell(words, cabinet, order.options, outcome.failed(), order.logs, partial(_shown, league, arguments.file))
    return int(stopped)


class _File:
    """The file that keeps a league, if any. Other runs may write to it meanwhile: their matches stay."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._read: League | None = None
        """The league in the file, as far as this run knows; None for none."""
        self._kept: League | None = None
        """This run's league when it last wrote the file; None before."""

    @property
    def looks(self) -> int:
        """How often this run had checked for certainty when the league was last saved."""
        return self._kept.looks if self._kept else 0

    def begun(self, league: League) -> League:
        """Return a new league with the matches in the file, and print which bots start anew."""
        if self._path is not None and self._path.exists():
            self._read = read_league(self._path)
            league, changed = joined(league, self._read)
            _tell("league.changed", changed)
        self._kept = league
        return league

    def keep(self, league: League) -> League:
        """Merge the league into the file; return the league that the file then holds, with the matches of all runs."""
        if self._path is None:
            return league
        if league == self._kept:
            return self._read or league
        self._kept = league
        self._read = write_league(self._path, lambda theirs: self._merged(league, theirs))
        return self._read

    def _merged(self, league: League, theirs: League | None) -> League:
        if theirs is None:
            return league
        whole, newer = together(league, self._read, theirs)
        _tell("league.newer", newer)
        return whole


def _tell(key: str, bots: Sequence[str]) -> None:
    if bots:
        print(texts().line(key, bots=", ".join(bots)), file=sys.stderr)


def _order(cabinet: Cabinet, arguments: argparse.Namespace) -> LeagueOrder:
    names = expand(arguments.bots) if arguments.bots is not None else tuple(cabinet.bots)
    if not names:
        raise CommandError("tournament.error.no_bots")
    seats = arguments.seats
    usual = cabinet.info.usual_seats
    if seats is None and cabinet.tournament is not None and len(names) < usual:
        # With few seats other players win than with the usual number: do not mislead people who did not ask for few.
        raise CommandError("league.error.room", game=cabinet.id, usual=usual, bots=len(names))
    return LeagueOrder(
        cabinet,
        options_for(cabinet, arguments.option),
        tuple(Contestant(name, parse_spec(name, cabinet.bots)) for name in names),
        seats_for(cabinet.info, len(names)) if seats is None else checked_seats(cabinet.info, seats),
        seed_of(arguments.seed),
        arguments.games,
        doubt=1 - arguments.certainty / 100,
        logs=paths.logs() / "bots",
        key=arguments.key,
    )


def _shown(league: League, path: Path | None, failed: MatchFailure) -> str | None:
    """Return the command that shows a failure's match of a league; None where it is in no file."""
    numbers = (
        number for number, bout in enumerate(league.bouts, 1) if (bout.seed, bout.key) == (failed.seed, failed.key)
    )
    number = None if path is None else next(numbers, None)
    return None if path is None or number is None else results_command(path, number, failed.seat)
