"""Moving pictures for a report: each program's best and worst game, played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from game.core.bot.loading import BotError, BotSpec, parse_spec
from game.core.cabinet import Cabinet
from game.core.contest.film import Filming, Films
from game.core.tournament.evaluation import EvaluationDocument
from game.core.tournament.plan import Contestant
from game.report.given import Given

MOST = 110
"""The most games that are filmed."""


def films_for(given: Given, cabinet: Cabinet, own: Sequence[str]) -> Films:
    """Return films of the best and the worst game of each of the programs `own`, by the games' numbers.

    Empty for a game without such pictures, other rules, or where a program's source is gone or does not start.
    """
    results = given.results
    if not isinstance(results, EvaluationDocument) or cabinet.film is None or results.version != cabinet.info.version:
        return {}
    seats = {line.player: line for line in reversed(results.seats)}
    games = [game for name in own for games in (seats[name].best, seats[name].worst) for game in games[:1]]
    try:
        options = msgspec.convert(results.options, cabinet.info.options)
        specs = _specs(given)
        line = [Contestant(name, specs.get(name) or parse_spec(name, cabinet.bots)) for name in results.lineup]
        return cabinet.film(cabinet, Filming(line, options, [game.number for game in games][:MOST]))
    except (BotError, msgspec.ValidationError, OSError):
        return {}


def _specs(given: Given) -> Mapping[str, BotSpec]:
    """Return how the copies of a contest's entries are started."""
    entries = given.contest.entries if given.contest else ()
    return {entry.name: entry.spec for entry in entries if entry.spec is not None}
