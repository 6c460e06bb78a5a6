"""Standings of a group or of a Swiss tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from game.cabinets.slime.night.schedule import Schedule
from game.cabinets.slime.night.ties import Reason, Round, Stage, Team, Tie, Verdict, verdict
from game.core.chance import derive

WIN, DRAW = 2, 1
"""Points of a tie, in halves, so that they stay whole numbers."""


class Line(msgspec.Struct, frozen=True):
    """What a team has done so far."""

    team: Team
    ties: int = 0
    """Ties that ended, walkovers included and free rounds left out."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    """In halves: 2 for a tie that was won or a free round, 1 for a draw."""
    met: int = 0
    """The points of all that it met, which tell apart teams of equal points in a Swiss tournament."""
    squares: int = 0
    against: int = 0

    @property
    def difference(self) -> int:
        return self.squares - self.against


def standings(
    schedule: Schedule, seed: int, rounds: Iterable[Round], stage: Stage, teams: Sequence[Team]
) -> list[Line]:
    """Return the lines of these teams, the best first.

    Points decide; in a Swiss tournament then the points of those that were met; then the difference of squares, the
    squares, and at last the lot, which follows from the seed.
    """
    told = [(tie, end) for each in rounds if each.stage is stage for tie, end in _ended(schedule, seed, each)]
    lines = {team: Line(team) for team in teams}
    for tie, end in told:
        for side, team in enumerate(tie.teams):
            if team in lines:
                squares = tie.squares()
                lines[team] = _with(lines[team], end, side, squares[side], squares[1 - side])
    if stage is Stage.SWISS:
        for tie, _ in told:
            for team, other in (tie.teams, tie.teams[::-1]):
                if team in lines and other in lines:
                    lines[team] = msgspec.structs.replace(lines[team], met=lines[team].met + lines[other].points)
    return sorted(
        lines.values(),
        key=lambda line: (-line.points, -line.met, -line.difference, -line.squares, derive(seed, "place", line.team)),
    )


def _ended(schedule: Schedule, seed: int, of: Round) -> Iterator[tuple[Tie, Verdict]]:
    """Yield the ties of a round that have ended, and how."""
    for index, tie in enumerate(of.ties):
        end = verdict(schedule, seed, of, index)
        if end is not None:
            yield tie, end


def _with(line: Line, end: Verdict, side: int, squares: int, against: int) -> Line:
    """Return a team's line after one more tie, in which it was the team `side`."""
    won = end.winner == side
    drawn = end.reason is Reason.DRAW
    free = end.reason is Reason.FREE
    return msgspec.structs.replace(
        line,
        ties=line.ties + (not free),
        won=line.won + (won and not free),
        drawn=line.drawn + drawn,
        lost=line.lost + (not won and not drawn),
        points=line.points + WIN * won + DRAW * drawn,
        squares=line.squares + squares,
        against=line.against + against,
    )
