"""Judges positions of Reversi by the search of its expert; to the end once few squares are left."""

from __future__ import annotations

from examples.reversi.bots import after, value
from examples.reversi.rules import EMPTY, Place, View, moves_of
from game.core.analyst import Analyst, Effort, Judgement, Line, Question, Values, values_of_two

DEPTH = {Effort.QUICK: 2, Effort.NORMAL: 3, Effort.DEEP: 4}
"""How many stones are looked ahead."""
SOLVED = {Effort.QUICK: 5, Effort.NORMAL: 7, Effort.DEEP: 9}
"""With so many empty squares it is looked to the end."""
_LEVEL = 100
"""A worth that stands for a value of one half."""


class ReversiAnalyst(Analyst[View, Place]):
    """Every place as the expert sees it; a worth becomes a chance that nears, and never reaches, certainty."""

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
    """Every place for a stone of `seat`, the best first."""
    worths = {place: _worth(board, seat, place, depth) for place in moves_of(board, seat)}
    order = sorted(worths, key=lambda place: -worths[place])
    return [Line(Place(place), _values(worths[place], seat, solved)) for place in order]


def _worth(board: list[int], seat: int, place: int, depth: int) -> int:
    return round(-value(after(board, seat, place), 1 - seat, depth - 1, float("-inf"), float("inf")))


def _values(worth: int, seat: int, solved: bool) -> Values:
    """The values of both seats, where `seat` stands so well."""
    return values_of_two(worth, seat, 0 if solved else _LEVEL)


def _followed(line: Line[Place], board: list[int], seat: int) -> Line[Place]:
    """The line with what the opponent would place next, as far as they see at once."""
    answers = _lines(after(board, seat, line.action.square), 1 - seat, 1, solved=False)
    return Line(line.action, line.values, (answers[0].action,) if answers else ())
