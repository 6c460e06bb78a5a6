"""Saved matches: a list at the stall; pressing a row continues its match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.scenes.tasks import RailsTasksScene
from game.cabinets.rails.stage.person.keeping import KeepingError, Kept, forget, kept, title_of
from game.core.attachments import attach_own
from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.input import InputEvent, KeyPressed
from game.engine.scene import Context, Scene
from game.engine.widgets import Answer, Button, Dialog, escape
from game.scenes.page.tasks import Row

_DELETE: Final = object()


class SavedScene(RailsTasksScene):
    """Lists saved matches, latest first. One that cannot be continued says why in its row, and when it is chosen."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.saved.title")

    @property
    def nothing(self) -> str:
        return self.context.texts.line("rails_stage.keep.none")

    def rows(self) -> Sequence[Row]:
        texts = self.context.texts
        self._kept: list[Kept] = kept(texts.language)
        return [
            Row(
                one.path.name,
                title_of(one.path, texts),
                one.name if one.trouble is None else texts.line(one.trouble.key, one.trouble.values),
            )
            for one in self._kept
        ]

    begins = "setup.continue.yes"

    def tools(self) -> Sequence[Button]:
        label = self.context.texts.line("replays.delete")
        delete = Button(self.style, label, icon="trash-2", on_press=self._ask_delete)
        delete.enabled = bool(self._kept)
        return (delete,)

    def _ask_delete(self) -> None:
        if not self._kept:
            return
        line = self.context.texts.line
        answers = [
            Answer(line("replays.delete"), _DELETE, "trash-2"),
            Answer(line("replays.cancel"), None, primary=True),
        ]
        text = escape(
            line("rails_stage.keep.delete_help", name=title_of(self._kept[self.selected].path, self.context.texts))
        )
        self.stack.push(Dialog(self.context, line("rails_stage.keep.delete_title"), text, answers))

    def resumed(self, value: Any) -> None:
        super().resumed(value)
        if value is not _DELETE or not self._kept:
            return
        try:
            forget(self._kept[self.selected].path)
        except KeepingError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
        self.selected = max(0, min(self.selected, len(self._kept) - 2))
        self.rebuild()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, KeyPressed) and event.key == "delete":
            self._ask_delete()
        else:
            super().handle_rest(event)

    def open(self, number: int) -> None:
        if not self._kept:
            return
        one = self._kept[number]
        try:
            if one.trouble is not None:
                raise one.trouble
            name = attach_own(one.path)
            self.begin(Options(yard=name))
        except SpokenError as error:
            self.context.audio.play(Sound.REFUSE)
            self.context.notify(self.context.texts.line(error.key, error.values))


def saved(context: Context) -> Scene:
    """Return the list of saved matches."""
    return SavedScene(context)
