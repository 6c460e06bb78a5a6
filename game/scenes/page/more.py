"""What else there is at a game's stall: scenes of the game's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.scene import Context, Scene
from game.engine.stage.presentation import Entry, Opened, Reference
from game.engine.widgets.parts.button import Button
from game.scenes.page.menu import ButtonMenu, MenuItem

ICON = "layout-grid"


class MoreMenu(ButtonMenu):
    """The entries of a game; the one that is pressed takes the menu's place."""

    def __init__(self, context: Context, game: str) -> None:
        self._game = game
        line = context.texts.line
        entries = entries_of(game)
        items = [MenuItem(line(f"{game}.more.{entry.name}.title"), entry.icon, entry) for entry in entries]
        super().__init__(context, line(f"{game}.name"), items)

    def _button(self, item: MenuItem) -> Button:
        entry: Entry = item.value
        help_line = self.style.texts.line(f"{self._game}.more.{entry.name}.help")
        press = partial(self._open, entry)
        return Button(self.style, item.label, icon=item.icon, under=help_line, on_press=press)

    def _open(self, entry: Entry) -> None:
        try:
            self.stack.replace(self._scene(entry))
        except SpokenError as error:
            self.style.play_sound(Sound.REFUSE)
            self.context.notify(self.context.texts.line(error.key, error.values))

    def _scene(self, entry: Entry) -> Scene:
        if entry in _STUDY:
            made: Scene = getattr(import_module(_OPENING), entry.name)(self.context, self._game)
            return made
        scene: Scene = found(entry.scene)(self.context)
        return scene


_STUDY = (Entry("puzzles", "puzzle", ""), Entry("quiz", "hourglass", ""), Entry("editor", "pencil", ""))
"""What the house makes of what a game brings."""


_OPENING = "game.scenes.study.opening"
"""Named, as every entry is: it leads on to setups, which have this menu."""


def entries_of(game: str) -> Sequence[Entry]:
    """What hangs at a game's stall beside its table."""
    shown = PRESENTATIONS.get(game)
    if shown is None:
        return ()
    brought = (shown.puzzles, shown.quiz, shown.editing)
    return (*(entry for entry, named in zip(_STUDY, brought, strict=True) if named), *shown.more)


def reference_of(game: str, options: Any, view: Any, under_way: bool) -> Opened | None:
    """What opens a game's book of reference, where it has one that may be read now."""
    place = PRESENTATIONS[game].reference if game in PRESENTATIONS else None
    if place is None:
        return None
    reference: Reference = found(place)
    return reference(options, view, under_way)


def has_more(game: str) -> bool:
    """Whether there is anything to choose."""
    return bool(entries_of(game))
