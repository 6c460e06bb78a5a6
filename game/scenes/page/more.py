"""What else there is at a game's stall: scenes of the game's own."""

from __future__ import annotations

from functools import partial

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.scene import Context
from game.engine.stage.presentation import Entry
from game.engine.widgets.button import Button
from game.scenes.page.menu import ButtonMenu, MenuItem

ICON = "layout-grid"


class MoreMenu(ButtonMenu):
    """The entries of a game; the one that is pressed takes the menu's place."""

    def __init__(self, context: Context, game: str) -> None:
        self._game = game
        line = context.texts.line
        entries = PRESENTATIONS[game].more
        items = [MenuItem(line(f"{game}.more.{entry.name}.title"), entry.icon, entry) for entry in entries]
        super().__init__(context, line(f"{game}.name"), items)

    def _button(self, item: MenuItem) -> Button:
        entry: Entry = item.value
        help_line = self.style.texts.line(f"{self._game}.more.{entry.name}.help")
        press = partial(self._open, entry)
        return Button(self.style, item.label, icon=item.icon, under=help_line, on_press=press)

    def _open(self, entry: Entry) -> None:
        try:
            self.stack.replace(found(entry.scene)(self.context))
        except SpokenError as error:
            self.style.play_sound(Sound.REFUSE)
            self.context.notify(self.context.texts.line(error.key, error.values))


def has_more(game: str) -> bool:
    """Whether there is anything to choose."""
    return bool(game in PRESENTATIONS and PRESENTATIONS[game].more)
