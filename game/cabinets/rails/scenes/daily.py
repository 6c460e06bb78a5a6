"""The map of the day: the first try counts, later ones do not; a list shows past days with their medals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.scenes.tasks import Row, TasksScene, TaskTable, plan_of
from game.cabinets.rails.stage.person.bests import medal_of_day, note_day, played_days
from game.engine.scene import Context, Scene
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import start_local

MINUTES: Final = 20


class DayTable(TaskTable):
    """A table for the map of a day. It notes what was delivered when the match ends or the table is left."""

    def __init__(self, context: Context, feed: Feed, day: str, *, counts: bool) -> None:
        self._day, self._counts = day, counts
        super().__init__(context, feed)

    def update(self, seconds: float) -> None:
        was_over = self.feed.over
        super().update(seconds)
        if self.feed.over and not was_over:
            self._note()

    def leave(self) -> None:
        self._note()
        super().leave()

    def _note(self) -> None:
        if self.feed.view is not None:
            note_day(self._day, sum(self.feed.view.delivered), counts=self._counts)

    def table_of(self, feed: Feed) -> Scene:
        return DayTable(self.context, feed, self._day, counts=self._counts)


class DailyScene(TasksScene):
    """The list of days: today, then the earlier days that were played, latest first."""

    def __init__(self, context: Context, today: date) -> None:
        self._today = today.isoformat()
        super().__init__(context)
        self._selected = 0

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.daily.title")

    def rows(self) -> Sequence[Row]:
        self._days = played_days()
        earlier = sorted((day for day in self._days if day < self._today), reverse=True)
        return [self._row(day) for day in (self._today, *earlier)]

    def _row(self, day: str) -> Row:
        texts, known = self.context.texts, self._days.get(day)
        when = date.fromisoformat(day)
        month = texts.line(f"rails_stage.keep.month.{when.month}")
        title = texts.line("rails_stage.daily.date", year=when.year, month=month, day=when.day)
        if known is None:
            return Row(day, title, texts.line("rails_stage.daily.first", minutes=MINUTES))
        values = {"counted": known.counted, "best": known.best}
        return Row(day, title, texts.line("rails_stage.daily.played", values), medal=medal_of_day(known.counted))

    def _open(self, number: int) -> None:
        self._selected = number
        day = self._rows[number].yard
        counts = day not in played_days()
        seed = date.fromisoformat(day).toordinal()
        feed = start_local(plan_of(self.context, Options(minutes=MINUTES), seed), self.context.settings)
        if counts:
            note_day(day, 0, counts=True)
        self.stack.push(DayTable(self.context, feed, day, counts=counts))


def daily(context: Context) -> Scene:
    """Return the list of days; a day begins at midnight UTC, everywhere at once."""
    return DailyScene(context, datetime.now(UTC).date())
