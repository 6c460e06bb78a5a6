"""An analyst that asks somebody else's program where it would play and, if it says so, what a position is worth.

The value of an action is what the program says of the position after it, so that all actions are judged equally deep.
The program is asked about the action it would choose, the action that was played, and the actions that the game's own
analyst thinks best.
"""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from game.core.analyst import Analyst, Effort, EngineAnalyst, Judgement, Line, Question, Values
from game.core.rules import ActionT, Seat, ViewT

SURE: Final = 0.98
"""Bound on values that a program tells, because they are estimates and not proofs."""
_SCALE = 400
"""The scale of a program's evaluations: half of it stands for odds of e : 1."""
_CHANCE = re.compile(r"\b(?:win ?rate|wr)\b\W*(\d+(?:\.\d+)?)\s*(%?)", re.IGNORECASE)
_VALUE = re.compile(
    r"\b(?:eval(?:uation)?|ev|val(?:ue)?|score)\b\s*[:=]?\s*([+-]?)\s*(M?)(\d+(?:\.\d+)?)", re.IGNORECASE
)


class Reach(NamedTuple):
    """What an effort allows a program to be asked."""

    seconds: float
    """Seconds that the program gets for each position."""
    others: int
    """How many of the actions that the game's own analyst thinks best the program is asked about."""


REACH: Final = {Effort.QUICK: Reach(0.2, 1), Effort.NORMAL: Reach(0.5, 1), Effort.DEEP: Reach(2.0, 3)}


def value_told(messages: Sequence[str]) -> float | None:
    """Return the last value in a program's messages, from -1 to 1 for the side to move; None where they tell none.

    >>> value_told(["MESSAGE depth 7 ev 0", "MESSAGE hello"]), value_told(["MESSAGE winrate: 75%"]), value_told(["OK"])
    (0.0, 0.5, None)
    >>> value_told(["MESSAGE Depth 9-12 | Eval +M5 | Time 20ms"])
    0.98
    """
    for message in reversed(messages):
        if chance := _CHANCE.search(message):
            share = float(chance[1]) / (100 if chance[2] or float(chance[1]) > 1 else 1)
            return _cut(2 * share - 1)
        if value := _VALUE.search(message):
            size = SURE if value[2] else math.tanh(float(value[3]) / _SCALE)
            return _cut(-size if value[1] == "-" else size)
    return None


def _cut(value: float) -> float:
    return round(max(-SURE, min(SURE, value)), 4)


class ComparingAnalyst(EngineAnalyst[ViewT, ActionT]):
    """Judges positions of two-player games in which seats take turns, by somebody else's program.

    The game's own analyst judges what it can prove, and everything that the program is not asked about.
    """

    own: Analyst[ViewT, ActionT]

    @abstractmethod
    def is_asked(self, view: ViewT) -> bool:
        """Return whether the program can be asked about this view.

        Raises SpokenError for a match of a kind unknown to it.
        """

    @abstractmethod
    def asked(self, question: Question[ViewT, ActionT]) -> tuple[ActionT, float | None]:
        """Return the action the program would choose,
        and the value of the position to the seat that decides, or None."""

    @abstractmethod
    def after(self, question: Question[ViewT, ActionT], action: ActionT) -> tuple[float | None, tuple[ActionT, ...]]:
        """Return the value of an action to the seat
        that plays it (None where the program tells none), and what would follow."""

    @abstractmethod
    def plain(self, action: ActionT | None) -> ActionT | None:
        """Return an action without the parts that the program does not know; None where it knows none of it."""

    @abstractmethod
    def listed(self, view: ViewT, action: ActionT) -> bool:
        """Return whether the rules list an action."""

    def judge(self, question: Question[ViewT, ActionT]) -> Judgement[ActionT]:
        seat = question.seat
        if seat is None or not self.is_asked(question.view):
            return self.own.judge(question)
        own = self.own.judge(msgspec.structs.replace(question, effort=Effort.QUICK))
        if own.end_in is not None:
            return own
        action, value = self.asked(question)
        if value is None:
            return self._by_its_choice(question, seat, action)
        return self._by_its_values(question, seat, own, action)

    def _by_its_values(
        self, question: Question[ViewT, ActionT], seat: Seat, own: Judgement[ActionT], best: ActionT
    ) -> Judgement[ActionT]:
        played = self.plain(question.played)
        wanted = [best, *([played] if played is not None else [])]
        more = [line.action for line in own.lines if line.action not in wanted]
        wanted += more[: max(REACH[question.effort].others, 2 - len(set(wanted)))]
        lines = {action: self._line(question, seat, action, own) for action in wanted}
        most = max(lines.values(), key=lambda line: line.values[seat])
        lines[best] = Line(best, most.values, lines[best].following)
        found = sorted(lines.values(), key=lambda line: -line.values[seat])
        answer = own.played
        if played is not None and question.played is not None:
            answer = Line(question.played, lines[played].values, lines[played].following)
        elif answer is not None and answer.values[seat] > found[0].values[seat]:
            answer = Line(answer.action, found[0].values)
        offered = [line for line in found if self.listed(question.view, line.action)]
        return Judgement(offered[0].values, tuple(offered[: question.most]), answer, None, own.threat)

    def _line(
        self, question: Question[ViewT, ActionT], seat: Seat, action: ActionT, own: Judgement[ActionT]
    ) -> Line[ActionT]:
        value, following = self.after(question, action)
        if value is None:
            same = next((line for line in own.lines if line.action == action), None)
            return same or Line(action, own.values)
        return Line(action, _values(seat, value), following)

    def _by_its_choice(self, question: Question[ViewT, ActionT], seat: Seat, best: ActionT) -> Judgement[ActionT]:
        """Judge by a program that tells no values.

        Nothing counts as better than the program's choice; the game's own analyst provides all values.
        """
        with_it = self.own.judge(msgspec.structs.replace(question, played=best))
        own = self.own.judge(question)
        line = next((line for line in (with_it.played, *with_it.lines) if line and line.action == best), None)
        first = line or Line(best, with_it.values)
        rest = [_capped(line, first, seat) for line in own.lines if line.action != best]
        played = _capped(own.played, first, seat) if own.played else None
        return Judgement(first.values, (first, *rest)[: question.most], played, None, own.threat, own.nodes, own.depth)


def _values(seat: Seat, value: float) -> Values:
    value = round(value, 4) + 0.0
    return (value, 0.0 - value) if seat == 0 else (0.0 - value, value)


def _capped(line: Line[ActionT], best: Line[ActionT], seat: Seat) -> Line[ActionT]:
    return line if line.values[seat] <= best.values[seat] else Line(line.action, best.values, line.following)
