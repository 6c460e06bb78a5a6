"""`main.py league GAME`: bots rated against each other, until their order is certain."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from game import paths
from game.commands.shared.errors import CommandError
from game.commands.shared.failures import tell
from game.commands.shared.numbers import whole
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
from game.core.league.run import LeagueOrder, LeagueProgress, joined, new_league, play_league
from game.core.tournament.plan import Contestant, checked_seats, seats_for, seed_of
from game.core.work.run import Progress
from game.leagues import read_league, write_league

GAMES = 1000
CERTAINTY = 99


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("league", help="bots rated against each other, until their order is certain")
    parser.add_argument("game")
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
    add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the league that was asked for, or what is left of it."""
    check_outputs(arguments)
    cabinet = cabinet_named(arguments.game)
    words = texts()
    order = _order(cabinet, arguments)
    league = _begun(order, arguments.file)
    line = ProgressLine(words, sys.stderr, ("league.progress", "league.progress_left"))
    written = league
    latest, kept, stopped = LeagueProgress(league, certain=False), len(league.bouts), False
    try:
        for latest in play_league(order, league, place_of(arguments)):
            if arguments.file and latest.league.looks > written.looks:
                written = latest.league
                write_league(arguments.file, written)
            if not line.games or len(latest.league.bouts) > line.done:
                line(Progress(len(latest.league.bouts), kept, order.games))
    except KeyboardInterrupt:
        stopped = True
    finally:
        line.end()
        if arguments.file and latest.league != written:
            write_league(arguments.file, latest.league)
    if stopped:
        print("\n" + words.line("league.stopped_kept" if arguments.file else "league.stopped"), file=sys.stderr)
    outcome = LeagueOutcome(latest.league, certain=latest.certain, failures=latest.failures)
    keep(arguments, outcome)
    show(arguments, outcome, words, cabinet)
    tell(words, cabinet, order.options, outcome.failed(), order.logs)
    return int(stopped)


def _order(cabinet: Cabinet, arguments: argparse.Namespace) -> LeagueOrder:
    names = expand(arguments.bots) if arguments.bots is not None else tuple(cabinet.bots)
    if not names:
        raise CommandError("tournament.error.no_bots")
    seats = arguments.seats
    usual = cabinet.info.usual_seats
    if seats is None and cabinet.tournament is not None and len(names) < usual:
        # In a room of few other players win than in a full one: nobody is to be misled who did not ask for that.
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
    )


def _begun(order: LeagueOrder, file: Path | None) -> League:
    """The league as its file has it, else one without matches. Says which bots begin anew."""
    league = new_league(order)
    if file is None or not file.exists():
        return league
    league, changed = joined(league, read_league(file))
    if changed:
        print(texts().line("league.changed", bots=", ".join(changed)), file=sys.stderr)
    return league
