"""What an evaluation says: the document that `--json` writes and the results scene reads (docs/l4g.md)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from game.cabinets.l4g.evaluation.lineup import FailureLine
from game.cabinets.l4g.rules import tally as t
from game.cabinets.l4g.rules.grading import GRADE
from game.cabinets.l4g.rules.room import MOST_PLAYERS, PARTS
from game.cabinets.l4g.rules.rules import Options
from game.core.match.session import Failure
from game.core.work.failure import MatchFailure, first_of_each
from game.core.work.run import Table

DIGITS = 6
"""Decimals of the figures that are not whole."""
PART_NAMES = ("survivor_most", "survivor_total", "corpse_most", "corpse_total", "infected_most", "infected_total")


class GameLine(msgspec.Struct, frozen=True):
    """One game, by its number, and the grade that a seat got there."""

    number: int
    grade: int


class SeatGrades(msgspec.Struct, frozen=True):
    """How one seat did over all games."""

    seat: int
    player: str
    """As it was written on the command line."""
    rank: int
    """By the sum of grades, from 1; ties rank the lower seat first."""
    grade_sum: int
    mean: float
    """Grade a game."""
    error: float
    """Standard error of the mean; 0 for a single game."""
    parts: tuple[float, float, float, float, float, float]
    """Mean grade of each part, in the order of the six scores."""
    punished: int
    histogram: tuple[int, ...]
    """Games with a grade of 0 … 9, 10 … 19, and so on to 400 alone: `tally.BINS` bars."""
    best: tuple[GameLine, ...]
    """The games with the best grades, best first; equal ones by their position in the list."""
    worst: tuple[GameLine, ...]


class PlayerLine(msgspec.Struct, frozen=True):
    """How one player did, all its seats taken together."""

    player: str
    seats: int
    mean: float
    """Grade a game and seat."""
    error: float
    """Standard error of the mean; its seats of one game are one observation."""
    parts: tuple[float, float, float, float, float, float]
    punished: int


class Evaluation(msgspec.Struct, frozen=True):
    """A finished evaluation; nothing in it depends on how it was computed."""

    game: str
    version: int
    seed: str | None
    """What the game numbers follow from; None where they came from a file."""
    games: int
    options: Options
    seats: tuple[SeatGrades, ...]
    """By seat."""
    players: tuple[PlayerLine, ...]
    """Best mean first; alike, in the order of seats."""
    failures: tuple[FailureLine, ...]
    numbers: tuple[int, ...] = ()
    """Of the games, in the order they were named."""
    grades: dict[str, list[int]] = {}
    """For each player the sum of its seats' grades in each of these games."""
    part_names: tuple[str, ...] = PART_NAMES
    """What the parts are called, as in a match's result."""
    bar: int = t.BIN
    """How many grades a bar of a histogram takes together."""

    def document(self) -> dict[str, Any]:
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return fields

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The CSV: a heading, then a row for each seat by rank."""
        yield "rank", "seat", "player", "grade_sum", "mean", "error", *PART_NAMES, "punished"
        for line in self._ranked():
            yield (
                *(line.rank, line.seat, line.player, line.grade_sum, line.mean, line.error),
                *(*line.parts, line.punished),
            )

    def title(self) -> tuple[str, dict[str, Any]]:
        """What stands above the tables."""
        return "l4g.evaluation.title", {"games": self.games, "seats": len(self.seats)}

    def tables(self) -> Sequence[Table]:
        """A table of seats by rank, and one of players."""
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
        """The first failure of each player that had one."""
        lineup = tuple(line.player for line in self.seats)
        return first_of_each(
            MatchFailure(
                lineup[line.seat], line.seat, line.number, lineup, None,
                Failure("failed", "l4g.evaluation.failed", {"turn": line.turn, "call": line.call, "text": line.text}),
            )
            for line in self.failures
        )  # fmt: skip

    def _ranked(self) -> list[SeatGrades]:
        return sorted(self.seats, key=lambda line: line.rank)


_SHARED = ("mean", "error", *PART_NAMES, "punished")


def _keys(*names: str) -> tuple[str, ...]:
    return tuple(f"l4g.evaluation.column.{name}" for name in names)


def _shared(line: SeatGrades | PlayerLine) -> tuple[str, ...]:
    """The cells that both tables have."""
    return f"{line.mean:.2f}", f"{line.error:.2f}", *(f"{part:.1f}" for part in line.parts), str(line.punished)


def seat_lines(players: Sequence[str], tally: Sequence[int], numbers: Sequence[int]) -> tuple[SeatGrades, ...]:
    """A line for each seat from the tally of all games; `numbers` is the list of games."""
    games = len(numbers)

    def row(index: int, seat: int) -> int:
        return tally[index * MOST_PLAYERS + seat]

    def kept(first: int, seat: int) -> tuple[GameLine, ...]:
        return tuple(GameLine(numbers[position], grade) for grade, position in t.games_of(tally, first, seat))

    order = sorted(range(len(players)), key=lambda seat: -row(t.GRADES + GRADE, seat))
    ranks = {seat: rank for rank, seat in enumerate(order, 1)}
    return tuple(
        SeatGrades(
            seat=seat,
            player=player,
            rank=ranks[seat],
            grade_sum=row(t.GRADES + GRADE, seat),
            mean=_mean(row(t.GRADES + GRADE, seat), games),
            error=_error(row(t.GRADES + GRADE, seat), row(t.SQUARED, seat), games),
            parts=_parts([row(t.GRADES + part, seat) for part in range(PARTS)], games),
            punished=row(t.PUNISHED, seat),
            histogram=tuple(row(t.HISTOGRAM + index, seat) for index in range(t.BINS)),
            best=kept(t.BEST, seat),
            worst=kept(t.WORST, seat),
        )
        for seat, player in enumerate(players)
    )


def player_lines(players: Sequence[str], tally: Sequence[int], games: int) -> tuple[PlayerLine, ...]:
    """A line for each player from the tally of all games, best first."""
    lines = []
    for player in dict.fromkeys(players):
        seats = [seat for seat, name in enumerate(players) if name == player]

        def total(row: int, seats: Sequence[int] = seats) -> int:
            return sum(tally[row * MOST_PLAYERS + seat] for seat in seats)

        grades = total(t.GRADES + GRADE)
        lines.append(
            PlayerLine(
                player=player,
                seats=len(seats),
                mean=_mean(grades, games * len(seats)),
                error=_error(grades, total(t.GROUP_SQUARED), games, len(seats)),
                parts=_parts([total(t.GRADES + part) for part in range(PARTS)], games * len(seats)),
                punished=total(t.PUNISHED),
            )
        )
    return tuple(sorted(lines, key=lambda line: -line.mean))


def _mean(total: int, games: int) -> float:
    return round(float(Fraction(total, games)), DIGITS)


def _parts(totals: Sequence[int], games: int) -> tuple[float, float, float, float, float, float]:
    one, two, three, four, five, six = (_mean(total, games) for total in totals)
    return one, two, three, four, five, six


def _error(total: int, squares: int, games: int, seats: int = 1) -> float:
    """The standard error of a seat's mean from sums over the games, each of which counts `seats` of them together."""
    if games < 2:
        return 0.0
    spread = Fraction(squares * games - total * total, games * games * (games - 1) * seats * seats)
    return round(math.sqrt(spread), DIGITS)
