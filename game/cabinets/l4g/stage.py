"""The picture of L4G: the classroom with everybody in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from game.cabinets.l4g.outlook import Phase, View
from game.cabinets.l4g.rules import Action
from game.cabinets.l4g.stage_floor import draw_floor
from game.cabinets.l4g.stage_layout import SIDE, alone, at_table
from game.cabinets.l4g.stage_picture import Picture
from game.cabinets.l4g.stage_token import draw_token
from game.core.rules import Event, Seat
from game.engine.canvas import Canvas
from game.engine.input import InputEvent
from game.engine.stage import Stage, Surroundings


class L4gStage(Stage[View, Action]):
    """The classroom; at a table with everything that is told beside it."""

    width: float = SIDE
    height: float = SIDE
    fills_table: ClassVar[bool] = True

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        options = surroundings.options
        self._plan = alone(options.rows, options.columns)
        self._picture: Picture | None = None
        self._asked: Seat | None = None
        self._legal: Sequence[Action] = ()

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        options = self.surroundings.options
        self._plan = at_table(width, height, options.rows, options.columns, self.surroundings.typeface)
        if self.view is not None:
            self.reset(self.view)

    def reset(self, view: View) -> None:
        self.view = view
        self._picture = Picture.of(view, self._plan)

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.reset(view)

    def update(self, seconds: float) -> None:
        """Nothing moves."""

    @property
    def busy(self) -> bool:
        return False

    def hurry(self) -> None:
        """Nothing moves."""

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        self._asked, self._legal = seat, legal or ()

    def handle(self, event: InputEvent) -> Action | None:
        return None

    def decided(self) -> Action | None:
        return self._legal[0] if self._legal else None

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        if self._asked is None or self.view is None:
            return None
        return ("l4g_stage.place" if self.view.phase is Phase.PLACE else "l4g_stage.go"), {}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        if self.view is None:
            return None
        return "l4g_stage.turn", {"turn": min(self.view.turn, self.view.turns - 1), "last": self.view.turns - 1}

    def draw(self, canvas: Canvas) -> None:
        if self._picture is None:
            return
        draw_floor(canvas, self._plan.floor)
        for figure in self._picture.in_order():
            draw_token(
                canvas,
                self.surroundings.typeface,
                figure.state,
                figure.x,
                figure.y,
                figure.radius,
                str(figure.number),
            )
