"""The control of an option that is a set of names: a switch for each name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.options import Option, joined, names_in, own_digest
from game.engine.canvas import Box
from game.engine.widgets import Container, Style, Toggle

_COLUMN = 180.0
_GAP = 8.0


class NamesControl(Container):
    """Switches for the names to choose from: those of the game, and a person's own lists."""

    def __init__(self, style: Style, option: Option, key: str, value: str, on_change: Callable[[str], None]) -> None:
        self._chosen = set(names_in(value))
        self._on_change = on_change
        super().__init__(
            style,
            None,
            [
                Toggle(
                    style,
                    name.partition("@")[0] if own_digest(name) else style.texts.line(f"{key}.{name}"),
                    name in self._chosen,
                    on_change=partial(self._turn, name),
                )
                for name in dict.fromkeys((*map(str, option.choices), *names_in(value)))
            ],
        )

    def _turn(self, name: str, on: bool) -> None:
        (self._chosen.add if on else self._chosen.discard)(name)
        self._on_change(joined(self._chosen))

    def _columns(self, width: float) -> int:
        return max(1, min(3, int(width / self.style.typeface.grown(_COLUMN))))

    def natural_height(self, width: float) -> float:
        """Return the height of the rows that the switches take."""
        return self._arranged(Box(0, 0, width, 0), place=False)

    def lay_out(self, box: Box) -> None:
        """Move to this box."""
        self.box = box
        self._arranged(box, place=True)

    def _arranged(self, box: Box, *, place: bool) -> float:
        columns = self._columns(box.width)
        wide = (box.width - _GAP * (columns - 1)) / columns
        y = box.top
        for start in range(0, len(self.widgets), columns):
            line = self.widgets[start : start + columns]
            high = max(widget.natural_height(wide) for widget in line)
            for number, widget in enumerate(line if place else ()):
                widget.box = Box(box.left + number * (wide + _GAP), y, wide, high)
            y += high + _GAP
        return max(0.0, y - _GAP - box.top)
