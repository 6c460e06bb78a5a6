"""The analyst of Tablut: judges positions by the search of its bots; a proven end is told as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from game.cabinets.tablut.players.bots import board_of, ends_of, move_of
from game.cabinets.tablut.players.effects import effects
from game.cabinets.tablut.players.search import SURE, Found, best_moves, new_notes
from game.cabinets.tablut.players.values import WIN, weights_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.state import Action, Move, View
from game.core.analyst import Analyst, Effect, Effort, Judgement, Line, Question, Values, values_of_two
from game.core.space import Squares

NODES = {Effort.QUICK: 4_000, Effort.NORMAL: 20_000, Effort.DEEP: 100_000}
_LEVEL = 600
"""The worth, in units of the search, that stands for a value of one half: six men."""
_ANSWER_NODES = 800
_BOARD = Squares(b.SIDE, b.SIDE)


class TablutAnalyst(Analyst[View, Action]):
    """Judges every move as the expert sees it; the move that was played is judged as exactly as the best ones."""

    def judge(self, question: Question[View, Action]) -> Judgement[Action]:
        view = question.view
        if view.mover < 0:
            return Judgement((0.0,) * question.seats)
        nodes, weights = NODES[question.effort], weights_of(view.law, view.side)
        own = ends_of(view, b.codes_of(board_of(view)))
        image, there = _BOARD.least(view.squares)
        view = msgspec.structs.replace(view, squares=image)
        back = {target: source for source, target in enumerate(there)}
        codes, fixed = b.codes_of(board_of(view)), {_mapped(code, there): worth for code, worth in own.items()}
        played = _mapped(_code_of(question.played), there)
        notes = new_notes(nodes)
        order, depth = best_moves(board_of(view), weights, codes, fixed, nodes, most=max(2, question.most), notes=notes)
        lines = [_line(view, found) for found in order[: max(2, question.most)]]
        of_played = next((line for line in lines if _code_of(line.action) == played), None)
        if of_played is None and played in codes:
            alone, _ = best_moves(board_of(view), weights, [played], fixed, nodes // 8 or 1, notes=notes)
            worth = min(alone[0].worth, order[0].worth)
            of_played = _line(view, Found(played, worth))
        told = [_turned_back(line, back) for line in lines]
        return Judgement(
            lines[0].values,
            tuple(told[: question.most]),
            _turned_back(of_played, back) if of_played else None,
            _end_in(order[0].worth),
            None,
            nodes,
            depth,
        )

    def effects(self, question: Question[View, Action], action: Action) -> Sequence[Effect]:
        return effects(question.view, action)

    def played(self, before: View, after: View) -> Action | None:
        if len(after.moves) != len(before.moves) + 1:
            return None
        turn = after.moves[-1]
        return Move.between(turn.origin, turn.target)


def _code_of(action: Action | None) -> int:
    """Return a move as the board encodes it; 0 for any other action."""
    return b.code_of(action.origin, action.target) if isinstance(action, Move) else 0


def _mapped(code: int, there: Sequence[int]) -> int:
    """Return the code of a move turned into another orientation of the board; 0 stays 0."""
    if not code:
        return 0
    return b.code_of(*(there[square] for square in b.squares_in(code)))


def _turned_back(line: Line[Action], back: Mapping[int, int]) -> Line[Action]:
    actions = [
        move_of(_mapped(_code_of(action), [back[square] for square in range(81)]))
        for action in (line.action, *line.following)
    ]
    return Line(actions[0], line.values, tuple(actions[1:]))


def _end_in(worth: int) -> int | None:
    return WIN - abs(worth) if abs(worth) > SURE else None


def _line(view: View, found: Found) -> Line[Action]:
    """Return a line for a move: its values, and the opponent's best answer."""
    board = board_of(view)
    with b.played(board, found.code):
        codes = [] if board.info[b.END] else b.codes_of(board)
        answers = best_moves(board, weights_of(view.law, 3 - view.side), codes, {}, _ANSWER_NODES)[0] if codes else []
    following = tuple(move_of(answer.code) for answer in answers[:1])
    return Line(move_of(found.code), _values(view, found.worth), following)


def _values(view: View, worth: int) -> Values:
    """Return the values of both seats from the worth to the side to move; a proven end is certain."""
    return values_of_two(worth, view.mover, 0 if abs(worth) > SURE else _LEVEL)
