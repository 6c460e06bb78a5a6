"""The command `main.py workshop-range METHOD|FILE.py:Class`: make and measure many levels of a method."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.commands.own_level import add_player_argument, own_level
from game.cabinets.workshop.commands.recipe import UsageError, add_recipe_arguments, method_named, recipe_written
from game.cabinets.workshop.expressive_range import MeasuredLevel, RangeOrder, RangeTournament
from game.commands.shared.declaring import declare
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.numbers import whole
from game.commands.shared.output import (
    MOST_GAMES,
    ProgressLine,
    ProgressRecords,
    add_output_arguments,
    check_outputs,
    keep,
    place_of,
    show,
)
from game.commands.shared.words import texts
from game.core.bot.reading import is_own
from game.core.forge.model.method import RecipeError
from game.core.work.run import run as run_tournament
from game.ground import paths

LEVELS = 1000


def add_parser(subparsers: Any) -> None:
    """Add this command to a parser."""
    parser = declare(
        subparsers, "workshop-range", "measure many levels of a method", example="bsp --levels 200 --csv range.csv"
    )
    parser.add_argument("method", help="a method, or FILE.py:Class")
    parser.add_argument(
        "--levels", type=whole(1, MOST_GAMES), default=LEVELS, metavar="N", help=f"how many, else {LEVELS}"
    )
    parser.add_argument("--seed", type=read_seed, default=0, help="what their numbers follow from")
    add_recipe_arguments(parser)
    add_player_argument(parser)
    parser.add_argument(
        "--progress", choices=("text", "json"), default="text", help="json: each level as it comes, for other programs"
    )
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure the requested levels, or continue an interrupted run of the same request; return the exit code."""
    check_outputs(arguments)
    words = texts()
    try:
        order = _order(arguments)
    except RecipeError as error:
        print(words.line(error.key, error.values), file=sys.stderr)
        return 2
    as_records = arguments.progress == "json"
    progress = ProgressRecords(sys.stderr) if as_records else ProgressLine(words, sys.stderr, TEXTS)
    try:
        outcome = run_tournament(
            RangeTournament(order),
            progress,
            place_of(arguments),
            paths.cache() / "tournaments",
            partial(keep, arguments),
            _tell if as_records else lambda levels: None,
        )
    except KeyboardInterrupt:
        print("\n" + words.line("workshop.range.stopped", done=progress.done, games=progress.games), file=sys.stderr)
        return 1
    finally:
        progress.end()
    show(arguments, outcome, words, CABINETS["workshop"])
    return 0


def _order(arguments: argparse.Namespace) -> RangeOrder:
    """Return what to measure. Raise RecipeError, and for an own generator what `own_level` raises."""
    count, seed = arguments.levels, arguments.seed
    if is_own(arguments.method):
        level, values, play = own_level(arguments.method, 1, arguments)
        return RangeOrder(arguments.method, values, (level.width, level.height), count, seed, level.kind, play)
    if arguments.player:
        raise UsageError("workshop.forge.player")
    recipe = recipe_written(arguments, method_named(arguments.method), None)
    return RangeOrder(recipe.method, recipe.parameters, (recipe.width, recipe.height), count, seed)


TEXTS = ("workshop.range.progress", "workshop.range.progress_left")


def _tell(levels: Sequence[MeasuredLevel]) -> None:
    """Print each level's number and measures as JSON, for a program that draws them as they come."""
    print(json.dumps({"levels": [[each.number, *each.values] for each in levels]}), file=sys.stderr, flush=True)
