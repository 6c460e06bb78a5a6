"""What an action of Gem Merchants does at once, in the features that a position's value consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import CARD_OF, COLOURS, GOLD, NOBLE_COST, NOBLES, POINTS
from game.cabinets.gems.expert import after_action
from game.cabinets.gems.state import Action, Buy
from game.cabinets.gems.value import FEATURES, SCALE, features, weights_for
from game.core.analyst import Effect
from game.core.compiled import array

_END: Final = 1 << 30
_FAR: Final = 99
_REACH: Final = tuple(round(SCALE * 0.8**lack) for lack in range(_FAR + 1))
_BEST: Final = FEATURES.index("best")


def effects(board: b.Board, action: Action) -> Sequence[Effect]:
    """Return what an action brings the mover at once, before any gap is filled.

    Tokens after a purchase, which spends them, are not compared with those after another action.
    """
    seat = int(board[b.MOVER])
    after = after_action(board, action)
    found = array([0] * len(FEATURES))
    features(after, seat, found)
    weighed = [int(weight) * int(feature) for weight, feature in zip(weights_for(after), found, strict=True)]
    at, spends = b.at_seat(seat), (("buys", int(isinstance(action, Buy))),)
    tokens = sum(int(after[at + colour]) for colour in range(COLOURS))
    left, may_end = _left_to_others(after, seat)
    return (
        Effect("left_goal", int(may_end), -_END * may_end, fewer=True),
        Effect("points", int(after[at + b.SCORE]), weighed[0] + weighed[12] + weighed[13]),
        Effect("cards", int(after[at + b.BOUGHT]), weighed[1] + weighed[8] + weighed[11]),
        Effect("gold", int(after[at + GOLD]), weighed[3], about=spends),
        Effect("tokens", min(tokens, b.MOST_TOKENS - int(after[at + GOLD])), weighed[2], about=spends),
        *_lacks(after, seat),
        Effect("noble", _lack_of_noble(after, seat), weighed[10], fewer=True),
        Effect("left_points", left, -int(weights_for(after)[0]) * left, fewer=True),
        Effect("reserved", int(b.held(after, seat)), weighed[9], fewer=True),
    )


def _lacks(board: b.Board, seat: int) -> Iterator[Effect]:
    """Yield how many tokens a seat lacks for each card that brings points, with the worth of what the card promises."""
    at, weight = b.at_seat(seat), int(weights_for(board)[_BEST])
    cards = [int(board[b.MARKET + place]) for place in range(b.PLACES)]
    cards += [int(board[at + b.RESERVED + slot]) for slot in range(b.MOST_RESERVED)]
    for card in cards:
        if card and POINTS[card]:
            lack = max(0, int(b.missing(board, seat, card)) - int(board[at + GOLD]))
            of = CARD_OF[card]
            about = (("card", card), ("bonus", of.bonus), ("level", of.level), ("points", of.points))
            yield Effect("lack", lack, weight * int(POINTS[card]) * _REACH[lack], fewer=True, about=about)


def _lack_of_noble(board: b.Board, seat: int) -> int:
    """Return how many cards a seat lacks for the noble that is nearest to it."""
    at = b.at_seat(seat) + b.BONUSES
    lacks = [
        sum(max(0, int(NOBLE_COST[COLOURS * noble + colour]) - int(board[at + colour])) for colour in range(COLOURS))
        for noble in range(1, NOBLES + 1)
        if board[b.NOBLE + noble] == 1
    ]
    return min(lacks, default=0)


def _left_to_others(board: b.Board, seat: int) -> tuple[int, bool]:
    """Return the most points that an open card can bring another seat at once, and whether one so reaches the goal."""
    most, reaches = 0, False
    for other in range(int(board[b.SEATS])):
        at = b.at_seat(other)
        for card in (int(board[b.MARKET + place]) for place in range(b.PLACES)):
            if other != seat and card and int(b.missing(board, other, card)) <= int(board[at + GOLD]):
                most = max(most, POINTS[card])
                reaches |= int(board[at + b.SCORE]) + POINTS[card] >= int(board[b.TARGET])
    return most, reaches
