"""Computer players of Marrakech."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.cabinets.marrakech.board import HEADING, PLACES, Board
from game.cabinets.marrakech.position import board_of, gain, payment
from game.cabinets.marrakech.rules import WAYS, Action, Lay, Turn, View
from game.core.bots import Bot, Request


class RandomBot(Bot[View, Action]):
    """Any legal move, each as likely."""

    def decide(self, request: Request) -> Action:
        assert request.legal is not None
        choice: Action = Random(request.seed).choice(request.legal)
        return choice


class GreedyBot(Bot[View, Action]):
    """The heading with the least expected payment, the rug with the best immediate gain; chance among equals."""

    def decide(self, request: Request) -> Action:
        assert request.legal is not None
        worth = _worth(board_of(request.view, self.setup.options), self.setup.seat)
        values = [worth(action) for action in request.legal]
        best = [action for action, value in zip(request.legal, values, strict=True) if value == max(values)]
        choice: Action = Random(request.seed).choice(best)
        return choice


def _worth(board: Board, seat: int) -> Callable[[Action], int]:
    """What a greedy player makes of each action, in dirhams (a heading's are sixfold)."""

    def worth(action: Action) -> int:
        match action:
            case Turn(way):
                heading = (int(board[HEADING]) + WAYS[way]) % 4
                return -payment(board, seat, heading)
            case Lay(squares):
                return gain(board, seat, PLACES.index(squares))

    return worth


BOTS: dict[str, type[Bot[View, Action]]] = {"random": RandomBot, "greedy": GreedyBot}
