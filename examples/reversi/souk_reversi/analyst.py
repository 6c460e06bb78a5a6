"""The analyst of Reversi: judges positions by the expert's search, to the end once few squares are empty."""

from __future__ import annotations

from game.core.analyst import Analyst, Effort, Judgement, Line, Question, Values, values_of_two
from souk_reversi.bots import after, value
from souk_reversi.rules import EMPTY, Place, View, moves_of

DEPTH = {Effort.QUICK: 2, Effort.NORMAL: 3, Effort.DEEP: 4}
"""Stones that are searched ahead, by effort."""
SOLVED = {Effort.QUICK: 5, Effort.NORMAL: 7, Effort.DEEP: 9}
"""By effort: with at most this many empty squares the search goes to the end."""
_LEVEL = 100
"""The worth, in units of the search, that stands for a value of one half."""


class ReversiAnalyst(Analyst[View, Place]):
    """Judges every place by the expert's search; a worth becomes a chance that never quite reaches certainty."""

    def judge(self, question: Question[View, Place]) -> Judgement[Place]:
        board, seat, effort = list(question.view.board), question.view.mover, question.effort
        left = board.count(EMPTY)
        solved = left <= SOLVED[effort]
        depth = left if solved else DEPTH[effort]
        lines = _lines(board, seat, depth, solved)
        best = tuple(_followed(line, board, seat) for line in lines[: question.most])
        played = next((line for line in lines if line.action == question.played), None)
        threats = _lines(board, 1 - seat, 1, solved=False)
        end_in = left if solved else None
        return Judgement(best[0].values, best, played, end_in, threats[0] if threats else None, len(lines), depth)

    def played(self, before: View, after: View) -> Place | None:
        return Place(after.last) if after.turn > before.turn else None


def _lines(board: list[int], seat: int, depth: int, solved: bool) -> list[Line[Place]]:
    """Return a line for every place where `seat` may put a stone, the best first."""
    worths = {place: _worth(board, seat, place, depth) for place in moves_of(board, seat)}
    order = sorted(worths, key=lambda place: -worths[place])
    return [Line(Place(place), _values(worths[place], seat, solved)) for place in order]


def _worth(board: list[int], seat: int, place: int, depth: int) -> int:
    return round(-value(after(board, seat, place), 1 - seat, depth - 1, float("-inf"), float("inf")))


def _values(worth: int, seat: int, solved: bool) -> Values:
    """Return the values of both seats from the worth of the position to `seat`."""
    return values_of_two(worth, seat, 0 if solved else _LEVEL)


def _followed(line: Line[Place], board: list[int], seat: int) -> Line[Place]:
    """Return the line extended by the opponent's best answer at a first look."""
    answers = _lines(after(board, seat, line.action.square), 1 - seat, 1, solved=False)
    return Line(line.action, line.values, (answers[0].action,) if answers else ())
