"""Find wins that cannot be stopped once the decks are empty, by searching every turn of both sides to the end.

Nothing is hidden or left to chance then, so a win found here is proven.
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
    """The search would need more positions than it was allowed."""


class Turned(NamedTuple):
    """A whole turn: its actions, and the board after it, on which the next seat moves unless the match is `over`."""

    actions: tuple[Action, ...]
    board: Board
    over: bool


def turns_of(board: Board, *, only_buys: bool = False) -> Iterator[Turned]:
    """Yield every turn of the mover, purchases first, cards with more points before others."""
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
    """Return board, seat and actions after taking tokens or reserving a card."""
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
    """Yield each way to end a turn: with every possible return of surplus tokens and every noble that can visit."""
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
    """Yield each way to end a turn in which the mover now has to return tokens or choose a noble."""
    seat = int(board[b.MOVER])
    if phase == "return":
        yield from _ended(board.copy(), seat, ())
    else:
        yield from _visited(board.copy(), seat, ())


def won(board: Board, seat: int) -> bool:
    """Return whether a seat alone wins a match that is over."""
    own, other = ((int(board[b.at_seat(s) + b.SCORE]), -int(board[b.at_seat(s) + b.BOUGHT])) for s in (seat, 1 - seat))
    return own > other


class Prover:
    """Proves whether a seat wins within a number of its own turns, remembering positions already searched."""

    def __init__(self, seat: int, most: int = 1 << 30) -> None:
        """Search for this seat; after more than `most` positions, raise TooLongError."""
        self._seat = seat
        self._most = most
        self.nodes = 0
        """Number of positions searched so far."""
        self._known: dict[tuple[tuple[int, ...], int], bool] = {}
        self._refuting: list[tuple[Action, ...]] = []
        """Replies that refuted a win before, latest first."""

    def attack(self, board: Board, turns: int) -> bool:
        """Return whether the seat, which is to move, wins within so many turns."""
        return self.winning(board, turns) is not None

    def winning(self, board: Board, turns: int) -> Turned | None:
        """Return a turn after which the seat wins within so many turns; None if there is none."""
        key = tuple(plain(board)), turns
        if self._known.get(key, True):
            for turned in self.promising(board, turns):
                if self.holds(turned, turns - 1):
                    return turned
        self._known[key] = False
        return None

    def promising(self, board: Board, turns: int) -> Iterator[Turned]:
        """Yield turns after which the seat could still reach the target in time if the other seat did nothing."""
        needs = int(board[b.TARGET]) - int(board[b.at_seat(self._seat) + b.SCORE])
        gains = self._gains(board)
        if needs <= sum(gains[:turns]):
            yield from turns_of(board, only_buys=needs > sum(gains[: turns - 1]) + NOBLE_POINTS)

    def _gains(self, board: Board) -> list[int]:
        """Return the most points that each turn could bring: the best cards left to buy, each with a noble."""
        at = b.at_seat(self._seat) + b.RESERVED
        cards = [*board[b.MARKET : b.MARKET + b.PLACES], *board[at : at + b.MOST_RESERVED]]
        points = sorted((int(POINTS[card]) for card in cards if card), reverse=True)
        nobles = sum(int(board[b.NOBLE + noble]) == 1 for noble in range(1, NOBLES + 1))
        return [point + NOBLE_POINTS * (number < nobles) for number, point in enumerate(points)]

    def holds(self, turned: Turned, turns: int) -> bool:
        """Return whether the seat wins within so many further turns after this turn of its own."""
        self.nodes += 1
        if self.nodes > self._most:
            raise TooLongError
        if turned.over:
            return won(turned.board, self._seat)
        return self.refuted(turned.board, turns) is None

    def refuted(self, board: Board, turns: int) -> Turned | None:
        """Return a turn of the other seat, which is to move, that stops the win; None if there is none.

        Turns that stopped a win before are tried first.
        """
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
        """Return whether the seat still wins within so many turns after this turn of the other seat."""
        if reply.over:
            return won(reply.board, self._seat)
        return turns > 0 and self.attack(reply.board, turns)


def shortest_win(board: Board, most: int, prover: Prover) -> int:
    """Return in how many own turns the mover can force a win; 0 if not within `most`."""
    return next((turns for turns in range(1, most + 1) if prover.attack(board, turns)), 0)
