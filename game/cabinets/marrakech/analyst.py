"""The analyst of Marrakech: judges every action of a position by a search that goes equally deep for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.board import PLACES, Board
from game.cabinets.marrakech.effects import effects
from game.cabinets.marrakech.position import board_of
from game.cabinets.marrakech.rules import HEADINGS, TURN_BY, Action, Lay, Phase, View
from game.cabinets.marrakech.search import best_heading, headings_of, laid, sixths
from game.cabinets.marrakech.value import CERTAIN
from game.core.analyst import Analyst, Effect, Effort, Judgement, Line, Question, Values, mean_values, values_of


@dataclass(frozen=True)
class Reach:
    """The depth and width of one search."""

    turns: int
    """Number of turns that are searched."""
    keep: int
    """Number of rugs that are tried in each turn after the first."""


REACH = {
    Effort.QUICK: {2: Reach(1, 3), 3: Reach(2, 3), 4: Reach(2, 3)},
    Effort.NORMAL: {2: Reach(2, 3), 3: Reach(3, 4), 4: Reach(3, 4)},
    Effort.DEEP: {2: Reach(3, 3), 3: Reach(4, 4), 4: Reach(4, 4)},
}
"""Depth and width of the search by effort and number of seats. Measured in docs/analysis.md."""


class MarrakechAnalyst(Analyst[View, Action]):
    """Judges each action of the mover by a search of a few turns; before the first turn it values all seats equally."""

    weighs_chance = True

    def judge(self, question: Question[View, Action]) -> Judgement[Action]:
        view, seats = question.view, question.seats
        if view.mover == b.NOBODY:
            return Judgement(values_of([1] * seats))
        reach = REACH[question.effort][seats]
        board = board_of(view, question.options)
        if view.phase is Phase.ROLL:
            values = _values(board, view.mover, 1 << int(board[b.HEADING]), reach)
            return Judgement(values, depth=reach.turns)
        lines = _turns(board, reach) if view.phase is Phase.TURN else _places(board, reach)
        lines.sort(key=lambda line: -line.values[view.mover])
        best = [_followed(line, board) if isinstance(line.action, Lay) else line for line in lines[: question.most]]
        played = next((line for line in lines if line.action == question.played), None)
        blind = mean_values([line.values for line in lines])
        return Judgement(best[0].values, tuple(best), played, blind=blind, nodes=len(lines), depth=reach.turns)

    def effects(self, question: Question[View, Action], action: Action) -> Sequence[Effect]:
        return effects(board_of(question.view, question.options), action)

    def played(self, before: View, after: View) -> Action | None:
        if before.phase is Phase.TURN:
            quarters = (HEADINGS.index(after.heading) - HEADINGS.index(before.heading)) % 4
            return TURN_BY.get(quarters)
        return Lay(after.rugs[-1].squares) if len(after.rugs) > len(before.rugs) else None


def _turns(board: Board, reach: Reach) -> list[Line[Action]]:
    """Return a judged line for each way Assam may be turned."""
    mover = int(board[b.MOVER])
    return [
        Line(turn, _values(board, mover, 1 << (int(board[b.HEADING]) + quarters) % 4, reach))
        for quarters, turn in TURN_BY.items()
    ]


def _places(board: Board, reach: Reach) -> list[Line[Action]]:
    """Return a judged line for each place where the mover's rug may lie."""
    mover, found = int(board[b.MOVER]), b.places_room(board)
    count = b.open_places(board, found)
    lines: list[Line[Action]] = []
    for place in map(int, found[:count]):
        after = laid(board, place)
        lines.append(Line(Lay(PLACES[place]), _values(after, mover, int(headings_of(after, mover)), reach)))
    return lines


def _followed(line: Line[Action], board: Board) -> Line[Action]:
    """Return the line extended by the best turn of the next seat after the rug; unchanged if the match is over."""
    assert isinstance(line.action, Lay)
    after = laid(board, PLACES.index(line.action.squares))
    if after[b.MOVER] == b.NOBODY:
        return line
    quarters = (int(best_heading(after, 1, 1)) - int(after[b.HEADING])) % 4
    return Line(line.action, line.values, (TURN_BY[quarters],))


def _values(board: Board, seat: int, headings: int, reach: Reach) -> Values:
    """Return the values of all seats before a turn along `headings` (bit set), or at the end, from a search by `seat`.

    The chance that the search leaves to the other seats is split in proportion to what a search of one turn gives each.
    """
    seats = int(board[b.SEATS])
    own = int(sixths(board, seat, headings, reach.turns, reach.keep)) // 6
    if seats == 2:
        return values_of([own, CERTAIN - own] if seat == 0 else [CERTAIN - own, own])
    shares = [0 if other == seat else int(sixths(board, other, headings, 1, 1)) // 6 for other in range(seats)]
    rest = sum(shares)
    chances = [share * (CERTAIN - own) // rest if rest else 0 for share in shares]
    chances[seat] = CERTAIN - sum(chances)
    return values_of(chances)
