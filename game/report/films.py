"""Moving pictures for a report: each program's best and worst game, played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from game.core.bot.loading import BotError, BotSpec, parse_spec
from game.core.cabinet import Cabinet
from game.core.contest.film import Film, Filming, Films
from game.core.tournament.evaluation import EvaluationDocument
from game.core.tournament.plan import Contestant
from game.report.given import Given

MOST, UP_TO = 110, 98
"""The most games that are filmed, everybody's best ones before the worst ones, and for up to how many programs: with
each further one it is a game less, so that the page of 150 is still smaller than 1 MB."""


def films_for(given: Given, cabinet: Cabinet, own: Sequence[str]) -> Films:
    """Return films of the best and the worst game of each of the programs `own`, by the games' numbers.

    Empty for a game without such pictures, other rules, or where a program's source is gone or does not start.
    """
    results = given.results
    if not isinstance(results, EvaluationDocument) or cabinet.film is None or results.version != cabinet.info.version:
        return {}
    seats = {line.player: line for line in reversed(results.seats)}
    lines = [seats[name] for name in own if name in seats]
    games = [game for line in lines for game in line.best[:1]] + [game for line in lines for game in line.worst[:1]]
    rooms: dict[tuple[str, ...], list[int]] = {}
    most = max(0, MOST - max(0, len(lines) - UP_TO))
    for number in list(dict.fromkeys(game.number for game in games))[:most]:
        rooms.setdefault(results.lineup_of(number), []).append(number)
    films: dict[int, Film] = {}
    try:
        options = msgspec.convert(results.options, cabinet.info.options)
        specs = _specs(given)
        for lineup, numbers in rooms.items():
            line = [Contestant(name, specs.get(name) or parse_spec(name, cabinet.bots)) for name in lineup]
            films |= cabinet.film(cabinet, Filming(line, options, numbers))
    except (BotError, msgspec.ValidationError, OSError):
        return {}
    return films


def _specs(given: Given) -> Mapping[str, BotSpec]:
    """Return how the copies of a contest's entries are started."""
    entries = given.contest.entries if given.contest else ()
    return {entry.name: entry.spec for entry in entries if entry.spec is not None}
