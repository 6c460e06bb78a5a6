"""The results of an evaluation: the document that `--json` writes and the results scene reads (docs/l4g.md)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from game.cabinets.l4g.rules import tally as t
from game.cabinets.l4g.rules.grading import GRADE
from game.cabinets.l4g.rules.room import PARTS
from game.cabinets.l4g.rules.views import Scores
from game.core.match.session import Failure
from game.core.tournament.evaluation import EvaluationDocument, FailedCall, PlayedGame, PlayerFigures, SeatFigures
from game.core.work.failure import MatchFailure, first_of_each
from game.core.work.run import Table

DIGITS = 6
"""Decimals of the figures that are not whole."""
PART_NAMES = Scores.__struct_fields__
"""The names of the six parts, as in a match's result."""


class Evaluation(EvaluationDocument, frozen=True):
    """A finished evaluation of L4G."""

    def document(self) -> dict[str, Any]:
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the CSV: a heading, then a row for each seat by rank."""
        yield "rank", "seat", "player", "grade_sum", "mean", "error", *PART_NAMES, "punished"
        for line in self._ranked():
            yield line.rank, line.seat, line.player, line.grade_sum, line.mean, line.error, *line.parts, line.punished

    def title(self) -> tuple[str, dict[str, Any]]:
        """Return the key and values of the heading above the tables."""
        return "l4g.evaluation.title", {"games": self.games, "seats": len(self.seats)}

    def tables(self) -> Sequence[Table]:
        """Return a table of seats by rank, and one of players."""
        seats = Table(
            _keys("player", "rank", "seat", "grade_sum", *_SHARED),
            tuple(
                (line.player, str(line.rank), str(line.seat), str(line.grade_sum), *_shared(line))
                for line in self._ranked()
            ),
        )
        players = Table(
            _keys("player", "seats", *_SHARED),
            tuple((line.player, str(line.seats), *_shared(line)) for line in self.players),
        )
        return seats, players

    def failed(self) -> Sequence[MatchFailure]:
        """Return the first failure of each player that had one."""
        return first_of_each(
            MatchFailure(
                self.seats[line.seat].player, self.lines_of(line.number).index(line.seat), line.number,
                self.lineup_of(line.number), None, Failure("failed", "l4g.evaluation.failed", _told(line)),
            )
            for line in self.failures
        )  # fmt: skip

    def _ranked(self) -> list[SeatFigures]:
        return sorted(self.seats, key=lambda line: line.rank)


def _told(line: FailedCall) -> dict[str, Any]:
    """Return the values of a failed call's sentence; where a text says it better, its key and values too."""
    inner = {"inner": line.key, "inner_values": line.values} if line.key else {}
    return {"turn": line.turn, "call": line.call, "text": line.text, **inner}


_SHARED = ("mean", "error", *PART_NAMES, "punished")


def _keys(*names: str) -> tuple[str, ...]:
    return tuple(f"l4g.evaluation.column.{name}" for name in names)


def _shared(line: SeatFigures | PlayerFigures) -> tuple[str, ...]:
    """Return the cells that both tables have."""
    return f"{line.mean:.2f}", f"{line.error:.2f}", *(f"{part:.1f}" for part in line.parts), str(line.punished)


@dataclass(frozen=True)
class Counted:
    """What was counted of all games, for each line of a document's `seats`."""

    players: Sequence[str]
    columns: Sequence[Sequence[int]]
    """By line: the column of its tally."""
    squares: Sequence[int]
    """By line: the sum of the squares of its grades, each summed over what counts as one observation."""
    group_squares: Mapping[str, int]
    """The same for the grades of all lines of a player together."""
    observations: int
    """How many games, or rounds of several rooms: they do not depend on each other."""


def counted_in_one_room(players: Sequence[str], tallies: Sequence[Sequence[int]], games: int) -> Counted:
    """Return what was counted in the tallies of chunks of games that were all played in the same seats."""
    columns = [t.sum_of([t.column_of(tally, seat) for tally in tallies]) for seat in range(len(players))]
    groups = dict.fromkeys(players, 0)
    for player, column in zip(players, columns, strict=True):
        groups[player] += column[t.GROUP_SQUARED]
    return Counted(players, columns, [column[t.SQUARED] for column in columns], groups, games)


def seat_lines(counted: Counted, numbers: Sequence[int]) -> tuple[SeatFigures, ...]:
    """Return a line for each seat; `numbers` is the list of game numbers."""
    columns = counted.columns

    def kept(first: int, seat: int) -> tuple[PlayedGame, ...]:
        return tuple(PlayedGame(numbers[position], grade) for grade, position in t.games_of(columns[seat], first))

    def mean(seat: int) -> Fraction:
        return Fraction(columns[seat][t.GRADES + GRADE], t.games_in(columns[seat]))

    order = sorted(range(len(columns)), key=mean, reverse=True)
    ranks = {seat: rank for rank, seat in enumerate(order, 1)}
    return tuple(
        SeatFigures(
            seat=seat,
            player=player,
            rank=ranks[seat],
            grade_sum=column[t.GRADES + GRADE],
            histogram=tuple(column[t.HISTOGRAM : t.HISTOGRAM + t.BINS]),
            best=kept(t.BEST, seat),
            worst=kept(t.WORST, seat),
            **_figures([column], counted.squares[seat], counted.observations),
        )
        for seat, (player, column) in enumerate(zip(counted.players, columns, strict=True))
    )


def player_lines(counted: Counted, games: int) -> tuple[PlayerFigures, ...]:
    """Return a line for each player, best first. In a room there were `games` games, or as many in several together."""
    lines = []
    for player, squares in counted.group_squares.items():
        columns = [column for name, column in zip(counted.players, counted.columns, strict=True) if name == player]
        figures = _figures(columns, squares, counted.observations)
        lines.append(PlayerFigures(player=player, seats=sum(map(t.games_in, columns)) // games, **figures))
    return tuple(sorted(lines, key=lambda line: -line.mean))


def failed_by_player(failed: Iterable[tuple[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    """Return how many calls of each player failed, by kind."""
    found: dict[str, Counter[str]] = {}
    for player, kinds in failed:
        found.setdefault(player, Counter()).update(kinds)
    return {player: dict(sorted(kinds.items())) for player, kinds in found.items()}


def _figures(columns: Sequence[Sequence[int]], squares: int, observations: int) -> dict[str, Any]:
    """Return the figures of some lines taken together; `squares` is the sum of the squares of what was observed."""

    def total(row: int) -> int:
        return sum(column[row] for column in columns)

    grades, games = total(t.GRADES + GRADE), sum(map(t.games_in, columns))
    each = Fraction(games, observations)
    spread = Fraction(squares * observations - grades**2, max(1, observations**2 * (observations - 1))) / each**2
    return {
        "mean": _rounded(Fraction(grades, games)),
        "error": _rounded(math.sqrt(spread)) if observations > 1 else 0.0,
        "parts": tuple(_rounded(Fraction(total(t.GRADES + part), games)) for part in range(PARTS)),
        "punished": total(t.PUNISHED),
    }


def _rounded(figure: Fraction | float) -> float:
    return round(float(figure), DIGITS)
