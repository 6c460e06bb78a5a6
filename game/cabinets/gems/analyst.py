"""The analyst of Gem Merchants: judges positions by the expert bot's search, best and played actions alike."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS
from game.cabinets.gems.effects import effects
from game.cabinets.gems.expert import Reach, after_parts, board_of, judge
from game.cabinets.gems.moves import number_of
from game.cabinets.gems.rules import listed
from game.cabinets.gems.state import Action, Buy, Draw, Reserve, Return, Take, View, Welcome
from game.cabinets.gems.value import FEATURES, value
from game.core.analyst import (
    Analyst,
    Effect,
    Effort,
    Judgement,
    Line,
    Question,
    Values,
    mean_values,
    values_of,
    values_of_logits,
)
from game.core.compiled import array

REACH: Final = {Effort.QUICK: Reach(6, 2, 4), Effort.NORMAL: Reach(12, 8, 8), Effort.DEEP: Reach(24, 24, 8)}
"""How far the analyst searches; the expert bot searches six actions, four deals and eight turns."""
_LOGIT: Final = 1000


def reach_of(effort: Effort, seats: int) -> Reach:
    """Return how far the analyst searches: to the nearest turn after which all seats had as many turns.

    Whoever had one more is ahead by it, and the values of a match would jump to and fro from turn to turn.
    """
    reach = REACH[effort]
    rounds = max(1, (2 * (reach.turns + 1) + seats) // (2 * seats))
    return reach._replace(turns=rounds * seats - 1)


class GemsAnalyst(Analyst[View, Action]):
    """Judges actions over random deals of the hidden cards, the same deals for all actions of a question."""

    def judge(self, question: Question[View, Action]) -> Judgement[Action]:
        view, seats = question.view, question.seats
        if view.phase in ("first", "nobles", "cards"):
            return Judgement(values_of([1] * seats))
        chance, reach = Random(question.seed), reach_of(question.effort, seats)
        if question.seat is None:
            board = array(board_of(view, chance))
            board[b.MOVER] = max(0, view.mover)
            return Judgement(_values(board, 0, None))
        deals = [array(board_of(view, chance)) for _ in range(reach.deals)]
        lines, rest = (
            [Line(action, _values(deals[0], question.seat, worth)) for worth, action in part]
            for part in self._worths(deals, question, reach)
        )
        lines.sort(key=lambda line: -line.values[question.seat or 0])
        played = next((line for line in lines if line.action == question.played), None)
        best, blind = tuple(lines[: question.most]), mean_values([line.values for line in (*lines, *rest)])
        return Judgement(best[0].values, best, played, blind=blind, nodes=len(lines), depth=reach.turns)

    def effects(self, question: Question[View, Action], action: Action) -> Sequence[Effect]:
        return effects(array(board_of(question.view, Random(0))), action)

    def played(self, before: View, after: View) -> Action | None:
        if before.phase not in ("act", "return", "noble"):
            return None
        seat = before.mover
        old, new = before.seats[seat], after.seats[seat]
        paid = [had - has for had, has in zip(old.tokens, new.tokens, strict=True)]
        if before.phase == "return":
            return msgspec.convert({"do": "return", "tokens": paid}, Return)
        if before.phase == "noble":
            came = [noble for noble, host in after.nobles if host == seat and (noble, host) not in before.nobles]
            return Welcome(came[0])
        tokens, takes, reserves, buys = (has - had for had, has in zip(old.tally[:4], new.tally[:4], strict=True))
        if takes:
            gems = tuple(colour for colour in range(COLOURS) for _ in range(-paid[colour]))
            return Take(gems) if len(gems) == tokens else None
        if reserves:
            # the deck that a card comes from is only known in the view after this one
            return Reserve(new.deed.card) if new.deed.card else None
        if buys:
            gold = [need - tokens for need, tokens in zip(old.needs(new.bought[-1]), paid, strict=False)]
            return msgspec.convert({"do": "buy", "card": new.bought[-1], "gold": gold}, Buy)
        return None

    @staticmethod
    def _worths(
        deals: Sequence[b.Board], question: Question[View, Action], reach: Reach
    ) -> tuple[Sequence[tuple[int, Action]], Sequence[tuple[int, Action]]]:
        """Return the actions that are judged alike, then all others, each with the mover's lead after it, best first.

        One payment per card, the played one kept. The others are judged by what they are worth at once.
        """
        legal = legal_of(question)
        if not isinstance(legal[0], Take | Reserve | Draw | Buy):
            return after_parts(deals[0], legal), ()
        played = question.played
        kept = None if played is None else number_of(played)
        if isinstance(played, Buy):
            legal = [action for action in legal if not isinstance(action, Buy) or action.card != played.card]
            legal.append(played)
        return judge(deals, legal, question.options, reach, kept)


def legal_of(question: Question[View, Action]) -> list[Action]:
    """Return the legal actions of a position, in the order of the rules, from the view of the seat that decides."""
    return listed(array(board_of(question.view, Random(0))), question.view.phase, question.options)


def _values(board: b.Board, seat: int, lead: int | None) -> Values:
    """Return every seat's value if `seat` leads by `lead`, or by the position alone if `lead` is None."""
    found = array([0] * len(FEATURES))
    worths = [int(value(board, other, found)) for other in range(int(board[b.SEATS]))]
    if lead is not None:
        worths[seat] = lead + max(worth for other, worth in enumerate(worths) if other != seat)
    return values_of_logits(worths, _LOGIT)
