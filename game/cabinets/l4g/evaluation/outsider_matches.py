"""An evaluation with programs in any language: games are played one after the other, as matches.

A program answers line by line, one game at a time, so playing many games at once would save no time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.cabinets.l4g.evaluation.lineup import Chunk, ChunkDone, Lineup, counted, first_of_seats
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.grading import GRADE
from game.cabinets.l4g.rules.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.rules.tally import Tally, count_game, new_tally, parted
from game.cabinets.l4g.rules.views import Phase
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.compiled import array, plain
from game.core.match.match import Match
from game.core.match.session import Session, Trouble
from game.core.rules import SPECTATOR
from game.core.tournament.evaluation import MOST_TEXT, FailedCall

MOST_FAILURES = 10
"""How many failures of each seat in a chunk are told; the logs have all of them."""


def play_matches(cabinet: Cabinet, lineup: Lineup, chunk: Chunk, logs: Path | None) -> ChunkDone:
    """Play the games of a chunk and return the same results as if they were played in lockstep."""
    tally, failures = new_tally(chunk[0].position, len(chunk)), []
    bots = {seat: entry.spec for seat, entry in enumerate(lineup.seats)}
    for game in chunk:
        match = Match(cabinet.rules, len(bots), lineup.options, game.number, undo=False)
        session = bot_session(cabinet, match, bots, logs=logs, limits=lineup.limits, inline=True)
        try:
            session.run()
        finally:
            session.close()
        _count(lineup, session, game.position, tally)
        failures += [_line(session, game.number, trouble) for trouble in session.troubles]
    sums, grades = parted(plain(tally), lineup.leaders)
    return ChunkDone(sums, first_of_seats(failures, MOST_FAILURES), grades, counted(failures))


def _count(lineup: Lineup, session: Session, position: int, tally: Tally) -> None:
    room, grades = lineup.room(), array([0] * (GRADE_ROWS * r.MOST_PLAYERS))
    for seat, line in enumerate(session.match.result().seats):
        room[r.PUNISHMENTS + seat] = line.details["punished"]
        for part, value in enumerate(line.details["grades"]):
            grades[part * r.MOST_PLAYERS + seat] = value
        grades[GRADE * r.MOST_PLAYERS + seat] = line.details["grade"]
    count_game(room, grades, array(lineup.groups), position, tally)


def _line(session: Session, number: int, trouble: Trouble) -> FailedCall:
    """Return a failure with the turn and the phase in which it happened."""
    turn, phase = 0, Phase.MOVE
    for step in session.match.steps[1 : trouble.number]:
        ends = any(event.kind == "turn" for event in step.events_for(SPECTATOR))
        turn, phase = (turn + 1, Phase.MOVE) if ends else (turn, Phase.PLACE)
    failure = trouble.failure
    return FailedCall(
        number,
        trouble.seat,
        turn,
        phase.value,
        told_of(failure.key, failure.values),
        failure.kind,
        failure.key,
        failure.values,
    )


def told_of(key: str, values: dict[str, Any]) -> str:
    """Return why a player failed, in one line: `hang deadline, seconds 2.0`."""
    told = (f"{name} {value}" for name, value in values.items() if name != "bot")
    return ", ".join([" ".join(key.split(".")[1:]), *told])[:MOST_TEXT]
