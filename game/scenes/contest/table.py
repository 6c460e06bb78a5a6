"""What all tables of contest matches share."""

from __future__ import annotations

from game.core.errors import SpokenError
from game.scenes import arcade
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene


class OverHall(TableScene):
    """A table that lies over the hall of a contest, which looks after the match whatever is shown."""

    def leave(self) -> None:
        """The match goes on without its table."""

    def watch_choices(self) -> list[MenuChoice]:
        """What may be seen of a match that is over."""
        return [MenuChoice.WATCH] if self.feed.recording else []

    def watch_recording(self, *, review: bool = False) -> None:
        """Show the match that has just ended as a replay, over this table."""
        if self.feed.recording is None:
            return
        try:
            self.stack.push(arcade.replay(self.context, self.feed.recording))
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
