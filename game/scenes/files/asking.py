"""Ask for a file by its path: typed, pasted, dropped or chosen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.input import FileDropped, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Entry, Style, escape
from game.scenes.files.chooser import FileChooser

_CHOOSE: Final = object()
"""The dialog's answer for opening the file chooser."""
_LONGEST = 500
_WIDTH = 640.0


class FileDialog(Dialog):
    """Asks for the path of a file; returns what `read` makes of it. If the path is refused, the dialog says why and
    keeps it to be corrected.
    """

    look_for: str
    """Text key of the file chooser's title."""
    endings: Sequence[str]

    def __init__(
        self, context: Context, title: str, text: str, answers: Sequence[Answer], written: str = "", hint: str = ""
    ) -> None:
        choose = Answer(context.texts.line("files.choose"), _CHOOSE, "folder")
        short = hint.rpartition("/")[2]
        entry = Entry(Style.of(context), written, placeholder=hint, short=short, limit=_LONGEST, icon="file")
        super().__init__(context, title, escape(text), [choose, *answers], entry=entry, width=_WIDTH)
        self.line: Entry = entry

    @abstractmethod
    def read(self, written: str) -> Any:
        """Read the file at the typed path; the dialog returns the result. Raises SpokenError."""

    def name(self, path: str) -> None:
        """Put a path into the text field."""
        self.line.text = path
        self.group.focus(self.line)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, FileDropped):
            self.name(event.path)
        else:
            super().handle_rest(event)

    def resumed(self, value: Any) -> None:
        if isinstance(value, Path):
            self.name(str(value))

    def take(self) -> None:
        """Read the typed path and return the result, or say why it is refused."""
        try:
            self.stack.pop(self.read(self.line.text))
        except SpokenError as error:
            self.style.play_sound(Sound.REFUSE)
            self.text = escape(self.context.texts.line(error.key, error.values))
            self.rebuild()
            self.group.focus(self.line)

    def _answer(self, answer: Answer) -> None:
        if answer.value is _CHOOSE:
            title = self.context.texts.line(self.look_for)
            self.stack.push(FileChooser(self.context, title, self.endings, Path.cwd()))
        elif answer.value is Dialog.TEXT:
            self.take()
        else:
            super()._answer(answer)
