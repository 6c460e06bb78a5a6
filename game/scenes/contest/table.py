"""The common part of all tables of contest matches."""

from __future__ import annotations

from game.core.errors import SpokenError
from game.scenes import arcade
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene


class OverHall(TableScene):
    """A table over a contest's hall. The hall runs the match whatever scene is shown."""

    may_stand = False

    def leave(self) -> None:
        """Leave the match running without its table."""

    def watch_choices(self) -> list[MenuChoice]:
        """Return what can be watched of a match that is over."""
        return [MenuChoice.WATCH] if self.feed.recording else []

    def watch_recording(self, *, review: bool = False) -> None:
        """Open the replay of the match that has just ended, over this table."""
        if self.feed.recording is None:
            return
        try:
            self.stack.push(arcade.replay(self.context, self.feed.recording))
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
