"""Which analyst judges a review: ours, or an engine of others by its path."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.input import FileDropped, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Entry

_LONGEST = 400


@dataclass(frozen=True)
class Chosen:
    """Whose judgement is wanted: that of the engine started with this command line, or ours."""

    command: str = ""


class EngineDialog(Dialog):
    """Asks for the path of an engine; a file that is dropped here is its path. Returns Chosen, or None."""

    def __init__(self, context: Context, command: str) -> None:
        line = context.texts.line
        answers = [
            Answer(line("replays.cancel"), None),
            Answer(line("review.engine.ours"), Chosen()),
            Answer(line("review.engine.take"), Dialog.TEXT, "check", primary=True),
        ]
        super().__init__(context, line("review.engine.title"), line("review.engine.help"), answers, width=620)
        self.entry = Entry(self.style, command, limit=_LONGEST, icon="file")

    def _answer(self, answer: Answer) -> None:
        if answer.value is Dialog.TEXT:
            assert self.entry is not None
            self.stack.pop(Chosen(self.entry.text.strip()))
        else:
            super()._answer(answer)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, FileDropped) and self.entry is not None:
            self.entry.text = f'"{event.path}"' if " " in event.path else event.path
        else:
            super().handle_rest(event)
