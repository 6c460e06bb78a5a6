"""Matches that were saved: a list at the stall, each row one that goes on at once."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.scenes.tasks import Row, TasksScene
from game.cabinets.rails.stage.person.keeping import Kept, kept
from game.core.attachments import attach_own
from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.scene import Context, Scene


class SavedScene(TasksScene):
    """The latest first. One that cannot go on says why where it stands, and once more when it is chosen."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.saved.title")

    def rows(self) -> Sequence[Row]:
        texts = self.context.texts
        self._kept: list[Kept] = kept(texts.language == "ko")
        if not self._kept:
            return [Row("", self.heading, texts.line("rails_stage.keep.none"))]
        return [
            Row(
                one.path.name,
                one.path.stem,
                one.name if one.trouble is None else texts.line(one.trouble.key, one.trouble.values),
            )
            for one in self._kept
        ]

    def _open(self, number: int) -> None:
        self._selected = number
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
    """The list of saved matches."""
    return SavedScene(context)
