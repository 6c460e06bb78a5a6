"""Asking for a player of one's own: a file that is looked for, or a file or a program typed or pasted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from game.core.bot.loading import BotError
from game.core.bot.reading import read_own
from game.engine.audio import Sound
from game.engine.input import FileDropped, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Entry, Style, escape
from game.scenes.files.chooser import FileChooser

CHOOSE: Final = object()
"""The answer of who would rather look for the file."""
PYTHON = ".py"

_LONGEST = 500
_WIDTH = 640.0


class OwnPlayerDialog(Dialog):
    """Returns the specification of the player; what cannot be one is said in the dialog, and stays to be mended."""

    def __init__(self, context: Context) -> None:
        line = context.texts.line
        entry = Entry(Style.of(context), placeholder=line("setup.own.placeholder"), limit=_LONGEST, icon="file")
        answers = (
            Answer(line("files.choose"), CHOOSE, "folder"),
            Answer(line("setup.own.cancel"), None),
            Answer(line("setup.own.add"), Dialog.TEXT, "check", primary=True),
        )
        text = escape(line("setup.own.help"))
        super().__init__(context, line("setup.own.title"), text, answers, entry=entry, width=_WIDTH)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, FileDropped) and self.entry is not None:
            self.entry.text = event.path
            self.group.focus(self.entry)
        else:
            super().handle_rest(event)

    def resumed(self, value: Any) -> None:
        """A file was chosen; it is added at once where that says which player it is."""
        if isinstance(value, Path) and self.entry is not None:
            self.entry.text = str(value)
            self._add()

    def _answer(self, answer: Answer) -> None:
        if answer.value is CHOOSE:
            title = self.context.texts.line("files.title_player")
            self.stack.push(FileChooser(self.context, title, (PYTHON,), Path.cwd()))
        elif answer.value is Dialog.TEXT:
            self._add()
        else:
            super()._answer(answer)

    def _add(self) -> None:
        assert self.entry is not None
        try:
            self.stack.pop(read_own(self.entry.text))
        except BotError as error:
            self.style.play_sound(Sound.REFUSE)
            self.text = escape(self.context.texts.line(error.key, error.values))
            self.rebuild()
            self.group.focus(self.entry)
