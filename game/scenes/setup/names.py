"""The control of an option that is a set of names: a switch for each name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.options import Option, joined, names_in, own_digest
from game.engine.widgets import Style, Toggle
from game.engine.widgets.parts.grid import Grid
from game.engine.widgets.parts.tree import Laid

_COLUMN = 174.0
_GAP = 8.0


class NamesControl(Laid):
    """Switches for the names to choose from: those of the game, and a person's own lists."""

    def __init__(self, style: Style, option: Option, key: str, value: str, on_change: Callable[[str], None]) -> None:
        self._chosen = set(names_in(value))
        self._on_change = on_change
        switches = [
            Toggle(
                style,
                name.partition("@")[0] if own_digest(name) else style.texts.line(f"{key}.{name}"),
                name in self._chosen,
                on_change=partial(self._turn, name),
            )
            for name in dict.fromkeys((*map(str, option.choices), *names_in(value)))
        ]
        super().__init__(style, Grid(*switches, column=style.typeface.grown(_COLUMN), most=3, gap=_GAP))

    def _turn(self, name: str, on: bool) -> None:
        (self._chosen.add if on else self._chosen.discard)(name)
        self._on_change(joined(self._chosen))
