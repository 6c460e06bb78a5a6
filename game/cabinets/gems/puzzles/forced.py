"""Wins that cannot be stopped once the decks are spent: every turn of either side is looked at, to the end.

Nothing is left to chance then and nothing is hidden, so what is found here is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from game.cabinets.gems import board as b
from game.cabinets.gems import moves
from game.cabinets.gems.cards import COLOURS, NOBLE_POINTS, NOBLES, POINTS
from game.cabinets.gems.puzzles.position import OPTIONS
from game.cabinets.gems.rules import payments
from game.cabinets.gems.state import Action, Buy, Reserve, Return, Take, Welcome
from game.cabinets.gems.turn import returns_of, visitors
from game.core.compiled import plain

Board = Any
_TAKEN: Final = OPTIONS.returns == "taken"
_FREE: Final = OPTIONS.fewer == "free"


class TooLongError(Exception):
    """More positions than were allowed would have to be looked at."""


class Turned(NamedTuple):
    """A whole turn: what was done in it, and the board after it, on which the next one moves unless it is `over`."""

    actions: tuple[Action, ...]
    board: Board
    over: bool


def turns_of(board: Board, *, only_buys: bool = False) -> Iterator[Turned]:
    """Every turn of the mover, purchases first: of cards with more points before others."""
    seat = int(board[b.MOVER])
    numbers = moves.numbers(board, free=_FREE)
    if numbers == [moves.PASS]:
        after = board.copy()
        after[b.PASSES] += 1
        yield from _ended(after, seat, ())
        return
    bought = sorted((number for number in numbers if number > moves.BUY), key=lambda n: -POINTS[n - moves.BUY])
    for card in (number - moves.BUY for number in bought):
        for gold in payments(board, seat, card):
            after = board.copy()
            for colour in range(COLOURS):
                b.pay(after, seat, card, colour, gold[colour])
            b.lift(after, seat, card)
            b.own(after, seat, card)
            yield from _ended(after, seat, (Buy(card, gold),))
    for number in () if only_buys else numbers:
        if number < moves.BUY:
            yield from _ended(*_begun(board, seat, number))


def _begun(board: Board, seat: int, number: int) -> tuple[Board, int, tuple[Action, ...]]:
    """Take tokens, or reserve a card."""
    after = board.copy()
    if number < moves.RESERVE:
        for colour in moves.SETS[number]:
            b.take(after, seat, colour, 1)
        return after, seat, (Take(moves.SETS[number]),)
    card = number - moves.RESERVE
    b.lift(after, seat, card)
    b.keep(after, seat, card, 0)
    b.take_gold(after, seat)
    return after, seat, (Reserve(card),)


def _ended(board: Board, seat: int, actions: tuple[Action, ...]) -> Iterator[Turned]:
    """Each way to end a turn: what is returned where there is too much, and which noble comes."""
    if actions:
        board[b.PASSES] = 0
    if not b.surplus(board, seat):
        yield from _visited(board, seat, actions)
        return
    ways = list(returns_of(board, seat, taken=_TAKEN))
    for tokens in ways:
        after = board.copy()
        for colour, count in enumerate(tokens):
            b.give_back(after, seat, colour, count)
        yield from _visited(after, seat, (*actions, Return(tokens)) if len(ways) > 1 else actions)


def _visited(board: Board, seat: int, actions: tuple[Action, ...]) -> Iterator[Turned]:
    coming = visitors(board, seat)
    for noble in coming or (0,):
        after = board.copy() if len(coming) > 1 else board
        if noble:
            b.welcome(after, seat, noble)
            after[b.PASSES] = 0
        told = (*actions, Welcome(noble)) if len(coming) > 1 else actions
        yield Turned(told, after, bool(b.end_turn(after)))


def finished(board: Board, phase: str) -> Iterator[Turned]:
    """Each way to end the turn in which the mover is to return tokens, or to say which noble comes."""
    seat = int(board[b.MOVER])
    if phase == "return":
        yield from _ended(board.copy(), seat, ())
    else:
        yield from _visited(board.copy(), seat, ())


def won(board: Board, seat: int) -> bool:
    """Whether a match that is over is won by a seat alone."""
    own, other = ((int(board[b.at_seat(s) + b.SCORE]), -int(board[b.at_seat(s) + b.BOUGHT])) for s in (seat, 1 - seat))
    return own > other


class Prover:
    """Looks whether a seat wins within so many turns of its own; what was looked at already is known."""

    def __init__(self, seat: int, most: int = 1 << 30) -> None:
        """Of more than `most` positions it raises TooLongError."""
        self._seat = seat
        self._most = most
        self.nodes = 0
        """Positions that were looked at."""
        self._known: dict[tuple[tuple[int, ...], int], bool] = {}
        self._refuting: list[tuple[Action, ...]] = []
        """Replies that have stopped a win, the last one first."""

    def attack(self, board: Board, turns: int) -> bool:
        """Whether the seat, which is to move, wins with so many turns."""
        return self.winning(board, turns) is not None

    def winning(self, board: Board, turns: int) -> Turned | None:
        """A turn after which it wins."""
        key = tuple(plain(board)), turns
        if self._known.get(key, True):
            for turned in self.promising(board, turns):
                if self.holds(turned, turns - 1):
                    return turned
        self._known[key] = False
        return None

    def promising(self, board: Board, turns: int) -> Iterator[Turned]:
        """The turns after which it could have points enough, if the other did nothing."""
        needs = int(board[b.TARGET]) - int(board[b.at_seat(self._seat) + b.SCORE])
        gains = self._gains(board)
        if needs <= sum(gains[:turns]):
            yield from turns_of(board, only_buys=needs > sum(gains[: turns - 1]) + NOBLE_POINTS)

    def _gains(self, board: Board) -> list[int]:
        """What a turn may bring at most: the dearest cards that may still be bought, each with a noble."""
        at = b.at_seat(self._seat) + b.RESERVED
        cards = [*board[b.MARKET : b.MARKET + b.PLACES], *board[at : at + b.MOST_RESERVED]]
        points = sorted((int(POINTS[card]) for card in cards if card), reverse=True)
        nobles = sum(int(board[b.NOBLE + noble]) == 1 for noble in range(1, NOBLES + 1))
        return [point + NOBLE_POINTS * (number < nobles) for number, point in enumerate(points)]

    def holds(self, turned: Turned, turns: int) -> bool:
        """Whether the seat wins with so many turns more after this one of its own."""
        self.nodes += 1
        if self.nodes > self._most:
            raise TooLongError
        if turned.over:
            return won(turned.board, self._seat)
        return self.refuted(turned.board, turns) is None

    def refuted(self, board: Board, turns: int) -> Turned | None:
        """A turn of the other, who is to move, after which the seat does not win; those that did so before first."""
        replies = list(turns_of(board))
        for first in [turn for actions in self._refuting for turn in replies if turn.actions == actions]:
            replies.remove(first)
            replies.insert(0, first)
        for reply in replies:
            self.nodes += 1
            if not self.stands(reply, turns):
                self._refuting = [reply.actions, *(old for old in self._refuting if old != reply.actions)][:4]
                return reply
        return None

    def stands(self, reply: Turned, turns: int) -> bool:
        """Whether the seat wins with so many turns after that turn of the other."""
        if reply.over:
            return won(reply.board, self._seat)
        return turns > 0 and self.attack(reply.board, turns)


def shortest_win(board: Board, most: int, prover: Prover) -> int:
    """In how many own turns the mover wins at the earliest; 0 where it does not within `most`."""
    return next((turns for turns in range(1, most + 1) if prover.attack(board, turns)), 0)
