"""Asking for a bot of the person's own: a file, or a command line typed or pasted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.core.bot.reading import read_own
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog
from game.scenes.files.asking import FileDialog


class OwnPlayerDialog(FileDialog):
    """Asks for the file of a person's own bot; returns the bot's specification."""

    look_for = "files.title_player"
    endings = (".py",)

    def __init__(self, context: Context) -> None:
        line = context.texts.line
        answers = (
            Answer(line("setup.own.cancel"), None),
            Answer(line("setup.own.add"), Dialog.TEXT, "check", primary=True),
        )
        title, text, hint = line("setup.own.title"), line("setup.own.help"), line("setup.own.placeholder")
        super().__init__(context, title, text, answers, hint=hint)

    def read(self, written: str) -> str:
        return read_own(written)

    def resumed(self, value: Any) -> None:
        """Take a chosen file; add its bot at once if the file has only one."""
        super().resumed(value)
        if isinstance(value, Path):
            self.take()
