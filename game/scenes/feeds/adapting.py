"""Which computers are right for the next match, by how those before went."""

from __future__ import annotations

from collections.abc import Sequence

from game import paths
from game.core.cabinet import Cabinet
from game.core.levels import ADAPTING, Level, adapts, change_after, level_of, moved
from game.core.rules import Result, Seat
from game.history import PlayedMatch, read_history


def level_now(cabinet: Cabinet, matches: Sequence[PlayedMatch]) -> Level:
    """The level for the next match: that of the last match with an adapting computer, moved as that match went.

    The newest of `matches` comes first. It is the easy level where there was no such match, and a match of several
    people at this screen changes nothing.
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
    """The seats of a match that begins now: where a level adapts, with the one that is in force for it."""
    if ADAPTING not in specs or not cabinet.levels:
        return tuple(specs)
    spec = f"{ADAPTING}:{level_now(cabinet, read_history(paths.history())).text}"
    return tuple(spec if each == ADAPTING else each for each in specs)


def how_it_went(result: Result, seat: Seat) -> int:
    """Whether a seat won with ease (+1), was left far behind (-1), or neither (0).

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
