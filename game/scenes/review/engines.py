"""Choosing the analyst of a review: the game's own, or an outside engine by its path."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.bot.loading import command_words
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog
from game.scenes.files.asking import FileDialog


@dataclass(frozen=True)
class Chosen:
    """The chosen analyst: the engine started by this command line, or the game's own if empty."""

    command: str = ""
    words: tuple[str, ...] = ()


class EngineDialog(FileDialog):
    """Asks for the path of an engine. Returns Chosen, or None."""

    look_for = "review.engine.choose_file"
    endings = ("", ".exe", ".py", ".sh")

    def __init__(self, context: Context, command: str, *, in_use: bool) -> None:
        """`in_use`: an engine is judging now, so the game's own analyst is offered too."""
        line = context.texts.line
        answers = (
            Answer(line("review.engine.ours"), Chosen()) if in_use else Answer(line("replays.cancel"), None),
            Answer(line("review.engine.take"), Dialog.TEXT, "check", primary=True),
        )
        super().__init__(context, line("review.engine.title"), line("review.engine.help"), answers, command)

    def read(self, written: str) -> Chosen:
        return Chosen(written.strip(), command_words(written.strip()))
