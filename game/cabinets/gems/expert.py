"""The expert bot: ranks actions by a fitted value of positions, then plays the best few a few turns ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final, NamedTuple

from game.cabinets.gems import board as b
from game.cabinets.gems import search
from game.cabinets.gems.cards import COLOURS, FIRST_OF, GEMS, LEVELS
from game.cabinets.gems.moves import MOST, number_of
from game.cabinets.gems.state import Action, Buy, Draw, Options, Reserve, Return, Take, View, Welcome
from game.cabinets.gems.value import FEATURES, lead
from game.core.bots import Bot, Request
from game.core.compiled import array


class Reach(NamedTuple):
    """How far to search: number of actions played ahead, deals of the unseen cards, and turns."""

    actions: int
    deals: int
    turns: int


USUAL: Final = Reach(6, 4, 8)


def board_of(view: View, chance: Random) -> list[int]:
    """Return the table of a view, with the cards its viewer has not seen dealt at random."""
    seats = len(view.seats)
    board = b.new_board(seats, view.target)
    board[b.BANK : b.BANK + GEMS] = view.bank
    board[b.MARKET : b.MARKET + b.PLACES] = view.market
    board[b.MOVER], board[b.TURNS], board[b.LAST] = view.mover, view.turns, int(view.last_round)
    board[b.TAKEN : b.TAKEN + GEMS] = view.taken
    for noble, host in view.nobles:
        board[b.NOBLE + noble] = 2 + host
    seen = {*view.market}
    for own in view.seats:
        seen |= {*own.bought, *(held.card for held in own.reserved)}
    decks = [[card for card in range(*FIRST_OF[level : level + 2]) if card not in seen] for level in range(LEVELS)]
    for deck in decks:
        chance.shuffle(deck)
    for seat, own in enumerate(view.seats):
        at = b.at_seat(seat)
        board[at : at + GEMS] = own.tokens
        board[at + b.BONUSES : at + b.SCORE] = own.bonuses
        board[at + b.SCORE], board[at + b.BOUGHT] = own.points, len(own.bought)
        for slot, held in enumerate(own.reserved):
            board[at + b.RESERVED + slot] = held.card or decks[held.level - 1].pop()
            board[at + b.BLIND + slot] = int(held.blind)
    for level, deck in enumerate(decks):
        board[b.LEFT + level] = len(deck)
        start = b.DECK + FIRST_OF[level] - 1
        board[start : start + len(deck)] = deck
    return board


class ExpertBot(Bot[View, Action]):
    reach: ClassVar[Reach] = USUAL

    def decide(self, request: Request) -> Action:
        legal: Sequence[Action] = request.legal or ()
        chance = Random(request.seed)
        if len(legal) == 1:
            return legal[0]
        options: Options = self.setup.options
        found = array([0] * len(FEATURES))
        if isinstance(legal[0], Take | Reserve | Draw | Buy):
            deals = [array(board_of(request.view, chance)) for _ in range(max(1, self.reach.deals))]
            ahead, others = judge(deals, legal, options, self.reach)
            return _best_payment(deals[0], (*ahead, *others)[0][1], legal, found)
        return after_parts(array(board_of(request.view, chance)), legal)[0][1]


def judge(
    deals: Sequence[b.Board], legal: Sequence[Action], options: Options, reach: Reach, kept: int | None = None
) -> tuple[list[tuple[int, Action]], list[tuple[int, Action]]]:
    """Return the actions that were played ahead, then all others, each with the mover's lead after it, best first.

    The lead of the others is that right after the action, changed by as much as playing ahead changed the first ones in
    the mean: an estimate, which does not compare with theirs one by one. One payment per card. The action with the
    number `kept` is played ahead in any case.
    """
    free, strict = int(options.fewer == "free"), int(options.returns == "taken")
    found, room = array([0] * len(FEATURES)), array([0] * MOST)
    numbers = {number_of(action): action for action in reversed(legal)}
    first = [(search.judged(deals[0], number, strict, found), -number) for number in numbers]
    first.sort(reverse=True)
    looked = first[: reach.actions] + [each for each in first[reach.actions :] if kept == -each[1]]
    worths = []
    for _, minus in looked:
        total = sum(
            search.played_on(board, -minus, reach.turns, free, strict, room, found) for board in deals[: reach.deals]
        )
        worths.append((total // max(1, reach.deals), minus))
    worths.sort(reverse=True)
    gap = (sum(worth for worth, _ in worths) - sum(worth for worth, _ in looked)) // max(1, len(looked))
    rest = [(worth + gap, minus) for worth, minus in first if (worth, minus) not in looked]
    ahead, others = ([(worth, numbers[-minus]) for worth, minus in part] for part in (worths, rest))
    return ahead, others


def after_parts(board: b.Board, legal: Sequence[Action]) -> list[tuple[int, Action]]:
    """Return what the mover can return, or the nobles that can visit, with the lead after each, best first."""
    found = array([0] * len(FEATURES))
    return sorted(((_after(board, action, found), action) for action in legal), key=lambda each: -each[0])


def _best_payment(board: b.Board, action: Action, legal: Sequence[Action], found: b.Board) -> Action:
    """Return, of all payments for an action's card, the one that leaves the best position."""
    if not isinstance(action, Buy):
        return action
    ways = [buy for buy in legal if isinstance(buy, Buy) and buy.card == action.card]
    return max(ways, key=lambda buy: (_after(board, buy, found), -sum(buy.gold)))


def after_action(board: b.Board, action: Action) -> b.Board:
    """Return the board after an action of the mover, before a gap is filled; a card from a deck is left out."""
    after = board.copy()
    seat = int(board[b.MOVER])
    match action:
        case Take(gems):
            for colour in gems:
                b.take(after, seat, colour, 1)
        case Reserve(card):
            b.lift(after, seat, card)
            b.keep(after, seat, card, 0)
            b.take_gold(after, seat)
        case Draw():
            b.take_gold(after, seat)
        case Buy(card, gold):
            for colour in range(COLOURS):
                b.pay(after, seat, card, colour, gold[colour])
            b.lift(after, seat, card)
            b.own(after, seat, card)
        case Return(tokens):
            for colour in range(GEMS):
                b.give_back(after, seat, colour, tokens[colour])
        case Welcome(noble):
            b.welcome(after, seat, noble)
    return after


def _after(board: b.Board, action: Action, found: b.Board) -> int:
    """Return the mover's lead after a payment, a return or a noble's visit."""
    return int(lead(after_action(board, action), int(board[b.MOVER]), found))
