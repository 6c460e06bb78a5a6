"""The results of an evaluation: the document that `--json` writes and the results scene reads (docs/l4g.md)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from game.cabinets.l4g.rules import tally as t
from game.cabinets.l4g.rules.grading import GRADE
from game.cabinets.l4g.rules.room import MOST_PLAYERS, PARTS
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
        lineup = tuple(line.player for line in self.seats)
        return first_of_each(
            MatchFailure(
                lineup[line.seat], line.seat, line.number, lineup, None,
                Failure("failed", "l4g.evaluation.failed", _told(line)),
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


def seat_lines(players: Sequence[str], tally: Sequence[int], numbers: Sequence[int]) -> tuple[SeatFigures, ...]:
    """Return a line for each seat from the tally of all games; `numbers` is the list of game numbers."""

    def kept(first: int, seat: int) -> tuple[PlayedGame, ...]:
        return tuple(PlayedGame(numbers[position], grade) for grade, position in t.games_of(tally, first, seat))

    sums = [_sum(tally, t.GRADES + GRADE, [seat]) for seat in range(len(players))]
    order = sorted(range(len(players)), key=lambda seat: -sums[seat])
    return tuple(
        SeatFigures(
            seat=seat,
            player=player,
            rank=1 + order.index(seat),
            grade_sum=sums[seat],
            histogram=tuple(_sum(tally, t.HISTOGRAM + index, [seat]) for index in range(t.BINS)),
            best=kept(t.BEST, seat),
            worst=kept(t.WORST, seat),
            **_figures(tally, [seat], len(numbers), t.SQUARED),
        )
        for seat, player in enumerate(players)
    )


def player_lines(players: Sequence[str], tally: Sequence[int], games: int) -> tuple[PlayerFigures, ...]:
    """Return a line for each player from the tally of all games, best first."""
    lines = []
    for player in dict.fromkeys(players):
        seats = [seat for seat, name in enumerate(players) if name == player]
        lines.append(PlayerFigures(player=player, seats=len(seats), **_figures(tally, seats, games, t.GROUP_SQUARED)))
    return tuple(sorted(lines, key=lambda line: -line.mean))


def _sum(tally: Sequence[int], row: int, seats: Sequence[int]) -> int:
    return sum(tally[row * MOST_PLAYERS + seat] for seat in seats)


def _figures(tally: Sequence[int], seats: Sequence[int], games: int, squared: int) -> dict[str, Any]:
    """Return the figures of some seats taken together.

    The row `squared` of the tally holds the squares of the seats' summed grades in a game.
    """
    grades, squares = _sum(tally, t.GRADES + GRADE, seats), _sum(tally, squared, seats)
    spread = Fraction(squares * games - grades**2, max(1, games**2 * (games - 1)) * len(seats) ** 2)
    each = games * len(seats)
    return {
        "mean": _rounded(Fraction(grades, each)),
        "error": _rounded(math.sqrt(spread)) if games > 1 else 0.0,
        "parts": tuple(_rounded(Fraction(_sum(tally, t.GRADES + part, seats), each)) for part in range(PARTS)),
        "punished": _sum(tally, t.PUNISHED, seats),
    }


def _rounded(figure: Fraction | float) -> float:
    return round(float(figure), DIGITS)
