"""`main.py results FILE`: show a finished evaluation or a league in the window."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cabinets.listed import CABINETS
from game.commands.shared.columns import columns
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.numbers import whole
from game.commands.shared.words import texts
from game.core.tournament.comparison import compared
from game.core.tournament.evaluation import EvaluationDocument, read_evaluation
from game.ground.leagues import is_league, read_league

if TYPE_CHECKING:
    from game.core.league.league import League
    from game.scenes.feeds.plan import MatchPlan

_COLUMNS = ("player", "before", "after", "difference", "error", "chance")


def add_parser(subparsers: Any) -> None:
    """Declare the command `results`."""
    parser = declare(
        subparsers, "results", "show what an evaluation or a league came to, in a window", example="league.json"
    )
    parser.add_argument(
        "file",
        type=Path,
        help="what `tournament GAME --json FILE` of a game with grades or `league --file FILE` wrote",
    )
    parser.add_argument("--game", type=read_seed, metavar="N", help="show this game at once; of a league its Nth match")
    parser.add_argument("--follow", type=whole(1, 1000), metavar="SEAT", help="with --game: see it as this seat does")
    parser.add_argument("other", type=Path, nargs="?", help="a second evaluation: print how players differ in it")


def run(arguments: argparse.Namespace) -> int:
    """Show the file's figures in the window. Raises EvaluationError and LeagueFileError before a window opens."""
    path: Path = arguments.file
    if arguments.other is not None:
        return _compare(path, arguments.other)
    from game.commands.shared import window
    from game.scenes import arcade

    if is_league(path):
        league = read_league(path)
        if arguments.game is not None:
            return window.open_at(lambda context: arcade.table(context, _bout(league, arguments, path)))
        return window.open_at(lambda context: arcade.league(context, league, path))
    document = read_evaluation(path, CABINETS)
    if arguments.game is not None:
        return window.open_at(lambda context: arcade.table(context, _game(document, arguments, path)))
    return window.open_at(lambda context: arcade.evaluation(context, document, path))


def _bout(league: League, arguments: argparse.Namespace, path: Path) -> MatchPlan:
    """Return the plan of a league's match. Raises CommandError where there is none of that number."""
    from game.scenes.evaluation.league import plan_of

    if not 1 <= arguments.game <= len(league.bouts):
        raise CommandError("evaluation.error.no_match", number=arguments.game, matches=len(league.bouts))
    return _followed(plan_of(league, league.bouts[arguments.game - 1], texts(), path.parent), arguments)


def _game(document: EvaluationDocument, arguments: argparse.Namespace, path: Path) -> MatchPlan:
    """Return the plan of a game of an evaluation."""
    from game.scenes.evaluation.scene import plan_of

    return _followed(plan_of(document, arguments.game, texts(), path.parent), arguments)


def _followed(plan: MatchPlan, arguments: argparse.Namespace) -> MatchPlan:
    follow: int | None = arguments.follow
    if follow is None:
        return plan
    if follow > len(plan.seats):
        raise CommandError("evaluation.error.no_seat", seat=follow, seats=len(plan.seats))
    return replace(plan, follow=follow - 1)


def _compare(first: Path, second: Path) -> int:
    """Print how each player did in the second evaluation compared with the first."""
    words = texts()
    found = compared(read_evaluation(first, CABINETS), read_evaluation(second, CABINETS))
    rows = [[words.line(f"evaluation.compare.{name}") for name in _COLUMNS]]
    for line in found:
        name = line.first if line.first == line.second else f"{line.first} → {line.second}"
        figures = (f"{line.before:.2f}", f"{line.after:.2f}", f"{line.difference:+.2f}", f"{line.error:.2f}")
        rows.append([name, *figures, f"{line.chance:.2g}"])
    print(words.line("evaluation.compare.title", games=found[0].games if found else 0))
    print("", *columns(rows, right=range(1, len(_COLUMNS))), sep="\n")
    return 0
