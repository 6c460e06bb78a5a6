"""A whole number within a range, changed in steps: the base of slider and stepper."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, InputEvent
from game.engine.text import Weight
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style


def _ignore(_: int) -> None:
    """Do nothing: the default for `on_change`."""


class NumberWidget(Widget):
    """A number from `low` to `high` in steps, written by `show`. LEFT and RIGHT change it by one step."""

    focusable = True
    sound: ClassVar[Sound | None] = None
    """Sound played when the number changes; None for none."""

    def __init__(
        self,
        style: Style,
        value: int,
        low: int,
        high: int,
        box: Box | None = None,
        *,
        step: int = 1,
        show: Callable[[int], str] = str,
        on_change: Callable[[int], None] = _ignore,
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, tooltip=tooltip)
        if high < low or step < 1:
            raise ValueError(f"from {low} to {high} in steps of {step} there are no values")
        self.low, self.high, self.step = low, high, step
        self.value = value
        self.show = show
        self.on_change = on_change

    @property
    def widest_value(self) -> float:
        """Width of the widest of the lowest, the highest and the present value, in design units."""
        ends = {self.show(self.low), self.show(self.high), self.show(self.value)}
        return max(self.style.typeface.measure(text, theme.BODY, Weight.SEMIBOLD) for text in ends)

    def set(self, value: int) -> None:
        """Set the nearest value that range and steps allow, and call `on_change` if it is new."""
        stepped = self.low + round((value - self.low) / self.step) * self.step
        value = max(self.low, min(self.high, stepped))
        if value == self.value:
            return
        self.value = value
        if self.sound is not None:
            self.style.play_sound(self.sound)
        self.on_change(value)

    def handle(self, event: InputEvent) -> bool:
        """Change the number by one step on LEFT or RIGHT. Return whether the input was used."""
        match event:
            case Command(name=CommandName.LEFT):
                self.set(self.value - self.step)
            case Command(name=CommandName.RIGHT):
                self.set(self.value + self.step)
            case _:
                return False
        return True
