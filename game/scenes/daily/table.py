"""The table of the match of a day, of which the first try counts."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from game.core.errors import SpokenError
from game.engine.scene import Context, Scene
from game.ground.days import Day, note_day, played_days
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.table.scene import TableScene


class DayTable(TableScene):
    """A table for the match of a day. It notes the points when the match ends or the table is left; what follows at it
    is practice, in the same match.
    """

    def __init__(self, context: Context, feed: Feed, day: str, *, counts: bool) -> None:
        self.day, self.counts = day, counts
        self.before = played_days(feed.game).get(day, Day())
        """What was noted before this try."""
        super().__init__(context, feed)

    @abstractmethod
    def points(self) -> int:
        """Return the points so far."""

    def update(self, seconds: float) -> None:
        was_over = self.feed.over
        super().update(seconds)
        if self.feed.over and not was_over:
            self._note()

    def what_stays(self) -> str:
        stays = super().what_stays()
        return f"{self.texts.line('days.left')} {stays}" if self.counts else stays

    def leave(self) -> None:
        self._note()
        super().leave()

    def _note(self) -> None:
        if self.feed.view is not None:
            note_day(self.game, self.day, self.points(), counts=self.counts)

    def _begin_again(self, change: int = 0, *, held: bool = False) -> None:
        assert isinstance(self.feed, LocalFeed)
        try:
            feed = start_local(replace(self.feed.plan, begun=(), tried=False, hints=0), self.context.settings)
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
        else:
            self.stack.replace(self.table_of(feed))

    def table_of(self, feed: Feed) -> Scene:
        return type(self)(self.context, feed, self.day, counts=False)
