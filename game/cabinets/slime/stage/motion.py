"""From one view to the next: turns wait in a queue, and each is played before the next one begins."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from game.cabinets.slime.rules import View
from game.cabinets.slime.stage.picture import Picture
from game.cabinets.slime.stage.script import Script
from game.cabinets.slime.stage.turn import Turn
from game.core.rules import Event
from game.engine.stage import Surroundings


class Director:
    """Leads the picture through the match."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._script = Script(surroundings)
        self._waiting: deque[tuple[View, Sequence[Event]]] = deque()
        self._goal: View | None = None
        """The view that the turn being played leads to."""
        self.picture: Picture | None = None

    @property
    def busy(self) -> bool:
        """Whether something moves that a player waits for."""
        return self._script.main.busy or bool(self._waiting)

    @property
    def moving(self) -> bool:
        """Whether anything moves."""
        return self.busy or self._script.beside.busy

    def reset(self, view: View) -> None:
        """Show a view at rest."""
        self._script.clear()
        self._waiting.clear()
        self._goal = None
        self.picture = Picture.of(view)

    def show(self, view: View, events: Sequence[Event]) -> None:
        """Go over to a view, after what is still to be shown."""
        if self.picture is None or self._script.instant:
            self.reset(view)
            return
        self._waiting.append((view, events))
        if not self._script.main.busy:
            self._begin_next()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._script.update(seconds)
        if self._waiting and not self._script.main.busy:
            self._begin_next()

    def hurry(self) -> None:
        """Bring everything to its end."""
        while self.busy:
            self._script.finish_main()
            if self._waiting:
                self._begin_next()
        self._settle()

    def _settle(self) -> None:
        """End what still goes on beside, and stand as the last view has it."""
        self._script.finish_beside()
        if self._goal is not None:
            self.picture = Picture.of(self._goal)
            self._goal = None

    def _begin_next(self) -> None:
        view, events = self._waiting.popleft()
        self._settle()
        assert self.picture is not None
        if any(event.kind == "moved" for event in events):
            self._goal = view
            self._script.keep_pace()
            Turn(self._script, self.picture, view, events).play()
        else:
            self.picture = Picture.of(view)
