"""Judges positions of Omok by a foreign engine: by the stones it places and the values in its messages."""

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
    """Value for the side to move, -1 … 1; None if the engine said nothing of it."""


class OmokEngineAnalyst(ComparingAnalyst[View, Action]):
    """Asks an engine of the Gomocup protocol; positions of an opening are judged by our own analyst."""

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
        """Return the engine, started for a match with this view's board and rule set at this effort."""
        wanted = view.size, view.rule, effort
        if self._speaker is not None and self._speaker.begun != wanted:
            self.close()
        if self._speaker is None:
            self._speaker = _Speaker(self.command, *wanted)
        return self._speaker


class _Speaker:
    """A running engine in a match, and its answers to the boards it was asked about."""

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
        """Return the engine's answer to the board after `moves`; each board is asked only once. Raises EngineError."""
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
