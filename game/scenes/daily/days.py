"""The list of the matches of the day: today's, then the earlier days that were played, latest first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

from game.engine.scene import Context
from game.ground.days import Day, day_in_words, note_day, number_of, played_days, today
from game.scenes.daily.table import DayTable
from game.scenes.feeds.local import start_local
from game.scenes.page.tasks import Row, TasksScene
from game.scenes.setup.alone import plan_alone


class DaysScene(TasksScene):
    """Lists the days of a game, and begins the match of one. The first try at it counts, later ones are practice."""

    table: ClassVar[type[DayTable]]
    options: ClassVar[Any]
    """The options of every day's match."""

    def __init__(self, context: Context, day: date | None = None) -> None:
        """`day` is the present one by default."""
        self._today = (day or today()).isoformat()
        super().__init__(context)

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self.game}.more.daily.title")

    @abstractmethod
    def told(self, known: Day | None) -> str:
        """Return the line under a day: what was reached, or for None what the first try is."""

    def medal(self, known: Day) -> str:
        """Return the medal of a day; "" for none."""
        return ""

    def is_done(self, row: Row) -> bool:
        return row.name in self._days

    def rows(self) -> Sequence[Row]:
        self._days = played_days(self.game)
        earlier = sorted((day for day in self._days if day < self._today), reverse=True)
        return [self._row(day) for day in (self._today, *earlier)]

    def _row(self, day: str) -> Row:
        known = self._days.get(day)
        title = day_in_words(date.fromisoformat(day), self.context.texts)
        return Row(day, title, self.told(known), medal=self.medal(known) if known else "")

    def open(self, number: int) -> None:
        day = self.rows()[number].name
        counts = day not in self._days
        plan = plan_alone(self.context, self.game, self.options, number_of(date.fromisoformat(day)))
        feed = start_local(plan, self.context.settings)
        if counts:
            note_day(self.game, day, 0, counts=True)
        else:
            self.context.notify(self.context.texts.line("days.again"))
        self.stack.push(self.table(self.context, feed, day, counts=counts))
