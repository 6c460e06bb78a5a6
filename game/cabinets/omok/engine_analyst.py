"""Judges positions of Omok by an engine of others: its stones, and what it says of the board in its messages.

What an action is worth is what the engine says of the board after it, so all are judged equally deep. It is asked about
the points it would choose itself, about what was played, and about those that our analyst thinks best.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from game.cabinets.omok.analyst import OmokAnalyst
from game.cabinets.omok.bots import placed
from game.cabinets.omok.engine import NUMBERS, Engine
from game.cabinets.omok.engine import EngineError as NoAnswerError
from game.cabinets.omok.state import Action, Place, View
from game.core.analysis.program import EngineError, LineProgram
from game.core.analyst import Effort, EngineAnalyst, Judgement, Line, Question, Values


class _Reach(NamedTuple):
    seconds: float
    """For each board that is asked about."""
    others: int
    """Points of our analyst's that are asked about."""


REACH: Final = {Effort.QUICK: _Reach(0.2, 1), Effort.NORMAL: _Reach(0.5, 1), Effort.DEEP: _Reach(2.0, 3)}
START_SECONDS = 30.0
"""To load and answer START."""
GRACE = 5.0
"""Seconds beyond its time that an answer may take."""
_MEMORY = 350 << 20
_SURE = 0.98
"""The most that is believed: what an engine says is not proven."""
_SCALE = 400
"""Twice the evaluation that stands for odds of e : 1."""
_CHANCE = re.compile(r"\b(?:win ?rate|wr)\b\W*(\d+(?:\.\d+)?)\s*(%?)", re.IGNORECASE)
_VALUE = re.compile(
    r"\b(?:eval(?:uation)?|ev|val(?:ue)?|score)\b\s*[:=]?\s*([+-]?)\s*(M?)(\d+(?:\.\d+)?)", re.IGNORECASE
)


class _Told(NamedTuple):
    """What an engine answers to a board."""

    point: int
    value: float | None
    """Of whoever is to move, -1 … 1; None where it said nothing of it."""


def value_told(messages: Sequence[str]) -> float | None:
    """The last value that an engine's messages speak of, -1 … 1.

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
            size = _SURE if value[2] else math.tanh(float(value[3]) / _SCALE)
            return _cut(-size if value[1] == "-" else size)
    return None


def _cut(value: float) -> float:
    return round(max(-_SURE, min(_SURE, value)), 4)


class OmokEngineAnalyst(EngineAnalyst[View, Action]):
    """Asks an engine of the Gomocup protocol; openings and what is proven are our analyst's."""

    def __init__(self, command: tuple[str, ...]) -> None:
        super().__init__(command)
        self._own = OmokAnalyst()
        self._speaker: _Speaker | None = None

    def judge(self, question: Question[View, Action]) -> Judgement[Action]:
        view = question.view
        if view.rule not in NUMBERS:
            raise EngineError("analysis.engine.rule", rule=view.rule)
        if view.phase != "stone" or view.steps or question.seat is None:
            return self._own.judge(question)
        own = self._own.judge(msgspec.structs.replace(question, effort=Effort.QUICK))
        if own.end_in is not None:
            return own
        speaker = self._speaking(view, question.effort)
        told = speaker.asked(view.moves)
        if told.point in {foul.point for foul in view.forbidden}:
            raise EngineError("analysis.engine.forbidden", engine=speaker.name, said=_written(told.point, view.size))
        if told.value is None:
            return self._by_its_move(question, told)
        return self._by_its_values(question, own, speaker, told)

    def close(self) -> None:
        if self._speaker is not None:
            self._speaker.close()
        self._speaker = None

    def _speaking(self, view: View, effort: Effort) -> _Speaker:
        """The engine, started for such a match."""
        wanted = view.size, view.rule, effort
        if self._speaker is not None and self._speaker.begun != wanted:
            self.close()
        if self._speaker is None:
            self._speaker = _Speaker(self.command, *wanted)
        return self._speaker

    def _by_its_values(
        self, question: Question[View, Action], own: Judgement[Action], speaker: _Speaker, told: _Told
    ) -> Judgement[Action]:
        view, seat = question.view, question.seat or 0
        best = placed(told.point, view.size)
        played = _stone(question.played)
        wanted: list[Action] = [best, *([played] if played else [])]
        more = [line.action for line in own.lines if line.action not in wanted]
        wanted += more[: max(REACH[question.effort].others, 2 - len(set(wanted)))]
        lines = {action: self._after(view, seat, action, speaker, own) for action in wanted}
        lines[best] = _raised(lines[best], max(lines.values(), key=lambda line: line.values[seat]))
        found = sorted(lines.values(), key=lambda line: -line.values[seat])
        answer = own.played
        if played and question.played is not None:
            answer = Line(question.played, lines[played].values, lines[played].following)
        elif answer is not None and answer.values[seat] > found[0].values[seat]:
            answer = Line(answer.action, found[0].values)
        barred = {foul.point for foul in view.forbidden}
        listed = [line for line in found if _point(line.action, view.size) not in barred]
        return Judgement(listed[0].values, tuple(listed[: question.most]), answer, None, own.threat)

    def _after(self, view: View, seat: int, action: Action, speaker: _Speaker, own: Judgement[Action]) -> Line[Action]:
        """A stone, by what the engine says of the board with it, and where it would answer."""
        point = _point(action, view.size)
        if point in {foul.point for foul in view.forbidden}:
            return Line(action, _values(seat, -1.0))
        if len(view.moves) + 1 >= view.size**2:
            return Line(action, _values(seat, 0.0))
        told = speaker.asked((*view.moves, point))
        if told.value is None:
            same = next((line for line in own.lines if line.action == action), None)
            return same or Line(action, own.values)
        return Line(action, _values(seat, -told.value), (placed(told.point, view.size),))

    def _by_its_move(self, question: Question[View, Action], told: _Told) -> Judgement[Action]:
        """Of an engine that speaks of no values only its stone is taken: nothing is better than that.

        How much everything else is worth is our analyst's word.
        """
        seat = question.seat or 0
        best = placed(told.point, question.view.size)
        with_it = self._own.judge(msgspec.structs.replace(question, played=best))
        own = self._own.judge(question)
        line = next((line for line in (with_it.played, *with_it.lines) if line and line.action == best), None)
        first = line or Line(best, with_it.values)
        rest = [_capped(line, first, seat) for line in own.lines if line.action != best]
        played = _capped(own.played, first, seat) if own.played else None
        return Judgement(first.values, (first, *rest)[: question.most], played, None, own.threat, own.nodes, own.depth)


class _Speaker:
    """A running engine in a match, and what it has said of boards."""

    def __init__(self, command: tuple[str, ...], size: int, rule: str, effort: Effort) -> None:
        self.begun = size, rule, effort
        self._size = size
        self._seconds = REACH[effort].seconds
        self._program = LineProgram(command)
        self.name = self._program.name
        self._messages: list[str] = []
        self._until, self._limit = 0.0, 0.0
        self._asked: dict[tuple[int, ...], _Told] = {}
        self._engine = Engine(self._program.send, self._heard, self._messages.append)
        self._wait(START_SECONDS)
        try:
            self._engine.start(size, rule, round(1000 * self._seconds), _MEMORY)
        except NoAnswerError as error:
            raise self._said(error) from error

    def asked(self, moves: Sequence[int]) -> _Told:
        """Where it would place, and what it says of the board; asked once of each. Raises EngineError."""
        key = tuple(moves)
        if key not in self._asked:
            self._messages.clear()
            self._wait(self._seconds + GRACE)
            try:
                point = self._engine.move(moves, self._size)
            except NoAnswerError as error:
                raise self._said(error) from error
            self._asked[key] = _Told(point, value_told(self._messages))
        return self._asked[key]

    def close(self) -> None:
        self._program.close()

    def _wait(self, seconds: float) -> None:
        self._until, self._limit = time.monotonic() + seconds, seconds

    def _heard(self) -> str:
        return self._program.receive(self._until, self._limit)

    def _said(self, error: NoAnswerError) -> EngineError:
        return EngineError("analysis.engine.said", engine=self.name, said=str(error))


def _stone(action: Action | None) -> Place | None:
    """The stone of an action, without the draw that is offered with it."""
    return Place(action.x, action.y) if isinstance(action, Place) else None


def _point(action: Action, size: int) -> int:
    return action.x + size * action.y if isinstance(action, Place) else -1


def _written(point: int, size: int) -> str:
    return f"{point % size},{point // size}"


def _values(seat: int, value: float) -> Values:
    value = round(value, 4) + 0.0
    return (value, 0.0 - value) if seat == 0 else (0.0 - value, value)


def _raised(line: Line[Action], most: Line[Action]) -> Line[Action]:
    """What the engine chose itself is worth as much as the best that it speaks of."""
    return Line(line.action, most.values, line.following)


def _capped(line: Line[Action], best: Line[Action], seat: int) -> Line[Action]:
    return line if line.values[seat] <= best.values[seat] else Line(line.action, best.values, line.following)
