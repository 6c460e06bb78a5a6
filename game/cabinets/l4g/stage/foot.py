"""The buttons below the room of an upright table, for what a square cannot say: to stay, to accept, to wait."""

from __future__ import annotations

from typing import Final

from game.cabinets.l4g.rules.rules import Action, Way
from game.cabinets.l4g.stage.choice import Choice
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, InputEvent, PointerPressed, PointerReleased
from game.engine.stage import Surroundings
from game.kit.widgets import StageButton, StageWidgets

_STAY, _ACCEPT, _SKY = "stay", "accept", "sky"
_GAP: Final = 6.0


class Foot:
    """Shows the buttons that a choice needs, and acts on them."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._widgets = StageWidgets(surroundings)
        self._shown: tuple[object, ...] = ()

    def furnish(self, choice: Choice | None, box: Box | None) -> None:
        """Show what this choice needs in a box; nothing without either."""
        names = _needed(choice) if choice is not None and box is not None else ()
        accepts = choice is not None and choice.accepts
        shown = (*names, accepts, box.size if box else None)
        if shown == self._shown:
            return
        self._shown = shown
        buttons = [self._button(name, accepts=accepts) for name in names]
        if box is not None and buttons:
            wide = (box.width - (len(buttons) - 1) * _GAP) / len(buttons)
            for at, button in enumerate(buttons):
                button.lay(Box(box.left + at * (wide + _GAP), box.top, wide, box.height))
        self._widgets.show(*buttons)

    def _button(self, name: str, *, accepts: bool) -> StageButton:
        line, style = self._surroundings.texts.line, self._widgets.style
        if name == _ACCEPT:
            words = line("l4g_stage.foot.accepting" if accepts else "l4g_stage.foot.declining")
            return StageButton(style, "syringe" if accepts else "x", words, name=name, lit=accepts)
        return StageButton(style, "sun" if name == _SKY else "heart", line(f"l4g_stage.foot.{name}"), name=name)

    def pressed(self, event: InputEvent) -> str:
        """Give an input to the buttons. Return the name of the one that it pressed; "" for none."""
        name = self._widgets.pressed_by(event)
        if isinstance(event, PointerPressed):
            self._widgets.handle(PointerReleased(AWAY, AWAY))
        return name

    def act(self, name: str, choice: Choice) -> Action | None:
        """Do what a button means. Return the action it decided for, None if it decided for none."""
        if name == _ACCEPT:
            choice.toggle()
            return None
        return choice.go(Way.STAY) if name == _STAY else choice.put_off()

    @property
    def empty(self) -> bool:
        """Whether nothing is shown."""
        return not self._widgets.widgets

    def draw(self, canvas: Canvas) -> None:
        """Draw the buttons."""
        self._widgets.draw(canvas)


def _needed(choice: Choice) -> tuple[str, ...]:
    if choice.only_waits:
        return ()
    if choice.placing:
        return (_SKY,)
    return (*((_STAY,) if Way.STAY in choice.ways else ()), *((_ACCEPT,) if choice.offered else ()))
