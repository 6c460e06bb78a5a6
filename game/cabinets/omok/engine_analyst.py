"""Judges positions of Omok by an engine of others: its stones, and what it says of the board in its messages."""

from __future__ import annotations

from typing import NamedTuple

from game.cabinets.omok.analyst import OmokAnalyst
from game.cabinets.omok.board import NOWHERE
from game.cabinets.omok.engine import NUMBERS, Engine
from game.cabinets.omok.state import Action, Place, View
from game.core.analysis.comparing import REACH, ComparingAnalyst, value_told
from game.core.analysis.program import EngineError, LineProgram
from game.core.analyst import Effort, Question


class _Told(NamedTuple):
    """What an engine answers to a board."""

    point: int
    value: float | None
    """Of whoever is to move, -1 … 1; None where it said nothing of it."""


class OmokEngineAnalyst(ComparingAnalyst[View, Action]):
    """Asks an engine of the Gomocup protocol; openings are our analyst's."""

    def __init__(self, command: tuple[str, ...]) -> None:
        super().__init__(command)
        self.own = OmokAnalyst()
        self._speaker: _Speaker | None = None

    def is_asked(self, view: View) -> bool:
        if view.rule not in NUMBERS:
            raise EngineError("analysis.engine.rule", rule=view.rule)
        return view.phase == "stone" and not view.steps

    def asked(self, question: Question[View, Action]) -> tuple[Action, float | None]:
        view = question.view
        speaker = self._speaking(view, question.effort)
        told = speaker.asked(view.moves)
        if told.point in _barred(view):
            said = f"{told.point % view.size},{told.point // view.size}"
            raise EngineError("analysis.engine.forbidden", engine=speaker.name, said=said)
        return Place.on(told.point, view.size), told.value

    def after(self, question: Question[View, Action], action: Action) -> tuple[float | None, tuple[Action, ...]]:
        view, point = question.view, _point(action, question.view.size)
        if point in _barred(view):
            return -1.0, ()
        if len(view.moves) + 1 >= view.size**2:
            return 0.0, ()
        told = self._speaking(view, question.effort).asked((*view.moves, point))
        return None if told.value is None else -told.value, (Place.on(told.point, view.size),)

    def plain(self, action: Action | None) -> Action | None:
        return Place(action.x, action.y) if isinstance(action, Place) else None

    def listed(self, view: View, action: Action) -> bool:
        return _point(action, view.size) not in _barred(view)

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


class _Speaker:
    """A running engine in a match, and what it has said of boards."""

    def __init__(self, command: tuple[str, ...], size: int, rule: str, effort: Effort) -> None:
        self.begun = size, rule, effort
        self._program = LineProgram(command)
        self.name = self._program.name
        self._messages: list[str] = []
        self._asked: dict[tuple[int, ...], _Told] = {}
        self._engine = Engine(self._program, size, REACH[effort].seconds, self._messages.append)
        try:
            self._engine.start(rule)
        except EngineError:
            self.close()
            raise

    def asked(self, moves: tuple[int, ...]) -> _Told:
        """Where it would place, and what it says of the board; asked once of each. Raises EngineError."""
        if moves not in self._asked:
            self._messages.clear()
            point = self._engine.move(moves)
            self._asked[moves] = _Told(point, value_told(self._messages))
        return self._asked[moves]

    def close(self) -> None:
        self._program.close()


def _barred(view: View) -> set[int]:
    return {foul.point for foul in view.forbidden}


def _point(action: Action, size: int) -> int:
    return action.point(size) if isinstance(action, Place) else NOWHERE
