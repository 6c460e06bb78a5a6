"""Which analyst judges a review: ours, or an engine of others by its path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from game.core.bot.loading import BotError, command_words
from game.engine.audio import Sound
from game.engine.input import FileDropped, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Entry, escape
from game.scenes.files.chooser import FileChooser

_LONGEST = 400
_WIDTH = 640.0
_CHOOSE: Final = object()
"""The answer of who would rather look for the file."""
_ENDINGS: Final = ("", ".exe", ".py", ".sh")


@dataclass(frozen=True)
class Chosen:
    """Whose judgement is wanted: that of the engine started with this command line, or ours."""

    command: str = ""
    words: tuple[str, ...] = ()


class EngineDialog(Dialog):
    """Asks for the path of an engine; a file that is dropped here is its path. Returns Chosen, or None.

    What names no program is said in the dialog, and stays to be mended.
    """

    def __init__(self, context: Context, command: str, *, in_use: bool) -> None:
        """`in_use`: an engine judges now, so ours is offered."""
        line = context.texts.line
        other = Answer(line("review.engine.ours"), Chosen()) if in_use else Answer(line("replays.cancel"), None)
        answers = [
            Answer(line("files.choose"), _CHOOSE, "folder"),
            other,
            Answer(line("review.engine.take"), Dialog.TEXT, "check", primary=True),
        ]
        super().__init__(
            context, line("review.engine.title"), escape(line("review.engine.help")), answers, width=_WIDTH
        )
        self.entry = Entry(self.style, command, limit=_LONGEST, icon="file")

    def _answer(self, answer: Answer) -> None:
        if answer.value is _CHOOSE:
            title = self.context.texts.line("review.engine.choose_file")
            self.stack.push(FileChooser(self.context, title, _ENDINGS, Path.cwd()))
        elif answer.value is Dialog.TEXT:
            self._take()
        else:
            super()._answer(answer)

    def _take(self) -> None:
        assert self.entry is not None
        command = self.entry.text.strip()
        try:
            self.stack.pop(Chosen(command, command_words(command)))
        except BotError as error:
            self.style.play_sound(Sound.REFUSE)
            self.text = escape(self.context.texts.line(error.key, error.values))
            self.rebuild()
            self.group.focus(self.entry)

    def resumed(self, value: Any) -> None:
        if isinstance(value, Path):
            self._name(str(value))

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, FileDropped):
            self._name(event.path)
        else:
            super().handle_rest(event)

    def _name(self, path: str) -> None:
        if self.entry is not None:
            self.entry.text = path
            self.group.focus(self.entry)
