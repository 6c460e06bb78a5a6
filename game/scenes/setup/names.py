"""An option that is some of several names: a switch a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.options import Option, joined, names_in
from game.engine.canvas import Box
from game.engine.widgets import Container, Style, Toggle

_COLUMN = 180.0
_GAP = 8.0


class NamesControl(Container):
    """What comes with the game, and the lists of a person's own: those that are chosen, and `own` that may be."""

    def __init__(
        self,
        style: Style,
        option: Option,
        key: str,
        value: str,
        on_change: Callable[[str], None],
        own: Sequence[str] = (),
    ) -> None:
        self._chosen = set(names_in(value))
        self._on_change = on_change
        names = dict.fromkeys((*map(str, option.choices), *own, *names_in(value)))
        labels = {name: style.texts.line(f"{key}.{name}") for name in map(str, option.choices)}
        super().__init__(
            style,
            None,
            [
                Toggle(
                    style,
                    labels.get(name, name.partition("@")[0]),
                    name in self._chosen,
                    on_change=lambda on, name=name: self._turn(name, on),  # type: ignore[misc]
                )
                for name in names
            ],
        )

    def _turn(self, name: str, on: bool) -> None:
        (self._chosen.add if on else self._chosen.discard)(name)
        self._on_change(joined(self._chosen))

    def _columns(self, width: float) -> int:
        return max(1, min(3, int(width / self.style.typeface.grown(_COLUMN))))

    def natural_height(self, width: float) -> float:
        """As many lines as the switches take side by side."""
        return self._arranged(Box(0, 0, width, 0), place=False)

    def lay_out(self, box: Box) -> None:
        """Take a place."""
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
