"""The level of adapting computers for the next match, from the results of earlier ones."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cabinet import Cabinet
from game.core.levels import ADAPTING, Level, adapts, change_after, level_of, moved
from game.core.rules import Result, Seat
from game.ground import paths
from game.ground.history import PlayedMatch, read_history


def level_now(cabinet: Cabinet, matches: Sequence[PlayedMatch]) -> Level:
    """Return the level for the next match: the level of the last match with an adapting computer, changed by its
    result.

    The newest of `matches` comes first. Without such a match it is the easy level. A match with several people at this
    screen changes nothing.
    """
    for match in matches:
        spec = next((bot for bot in match.bots if adapts(bot)), None) if match.game == cabinet.id else None
        level = level_of(spec, cabinet.bots) if spec else None
        if level is None or level not in cabinet.levels:
            continue
        mine = [number for number, seat in enumerate(match.seats) if seat.here]
        ranks = [seat.rank for seat in match.seats]
        change = change_after(ranks, mine[0], match.hints) if len(mine) == 1 else 0
        return moved(level, cabinet.levels, change)
    return Level(cabinet.easy)


def in_force(specs: Sequence[str], cabinet: Cabinet) -> tuple[str, ...]:
    """Return the specifications of a match that begins now; an adapting computer's includes its current level."""
    if ADAPTING not in specs or not cabinet.levels:
        return tuple(specs)
    spec = f"{ADAPTING}:{level_now(cabinet, read_history(paths.history())).text}"
    return tuple(spec if each == ADAPTING else each for each in specs)


def how_it_went(result: Result, seat: Seat) -> int:
    """Return 1 if a seat won with ease, -1 if it was left far behind, otherwise 0.

    >>> from game.core.rules import SeatResult
    >>> easily = Result((SeatResult(1, 60), SeatResult(2, 40)), "")
    >>> narrowly = Result((SeatResult(1, 60), SeatResult(2, 55)), "")
    >>> how_it_went(easily, 0), how_it_went(easily, 1), how_it_went(narrowly, 0), how_it_went(narrowly, 1)
    (1, -1, 0, 0)
    """
    mine, others = result.seats[seat], [line for number, line in enumerate(result.seats) if number != seat]
    if not others:
        return 0
    scores = [line.score for line in others]
    first = all(line.rank > mine.rank for line in others)
    last = all(line.rank < mine.rank for line in others)
    apart = mine.score - max(scores) if first else min(scores) - mine.score
    if 0 < 10 * apart <= max(mine.score, *scores):
        return 0
    return 1 if first else -1 if last else 0
