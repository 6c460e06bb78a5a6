"""The course of the day: the first run counts, later ones do not; a list shows past days with their medals."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rooftops.course import MEDALS, Course
from game.cabinets.rooftops.rules import Options
from game.cabinets.rooftops.stage.finish import Try
from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.core.forge.physics import numbers as n
from game.engine.scene import Context, Scene
from game.engine.stage import Stage, Summary
from game.ground.days import Day
from game.ground.texts import Texts
from game.scenes.daily.days import DaysScene
from game.scenes.daily.table import DayTable

_MOST: Final = 1_000_000
"""More ticks than any run takes."""
_ORDER: Final = ("", *reversed(MEDALS))


class Reached(NamedTuple):
    """What a run of a day reached: its medal ("" for none) and its ticks, or else how many hundredths of the way."""

    medal: str
    ticks: int
    """0 if the run did not arrive."""
    share: int


def points_of(course: Course, numbers: Any, left: int) -> int:
    """Return the points of a run with these numbers and least way left: the better the run, the more.

    They hold all that a list tells of a day, since making each day's course again would take seconds.
    """
    ticks = int(numbers[n.GOAL])
    if not ticks:
        return min(99, course.share(course.left(numbers, left)) // 10)
    return (_ORDER.index(course.medal(ticks)) + 1) * _MOST + _MOST - ticks


def reached(points: int) -> Reached:
    """Return what points stand for.

    >>> reached(43), reached(3_999_000)
    (Reached(medal='', ticks=0, share=43), Reached(medal='silver', ticks=1000, share=100))
    """
    medals, rest = divmod(points, _MOST)
    if not medals:
        return Reached("", 0, min(99, rest))
    return Reached(_ORDER[min(medals, len(_ORDER)) - 1], _MOST - rest, 100)


def in_words(points: int, texts: Texts) -> str:
    """Return what points stand for, as people read it."""
    run = reached(points)
    if run.ticks:
        return texts.line("rooftops.stage.goal", seconds=f"{run.ticks / 60:.1f}")
    return texts.line("rooftops.daily.share", share=run.share)


class RaceTable(DayTable):
    """A table for the course of a day."""

    def _conduct(self, before: Stage[Any, Any] | None = None) -> None:
        super()._conduct(before)
        self._racing.count_as(Try(self.counts, self._told()))

    @property
    def _racing(self) -> RooftopsStage:
        assert isinstance(self.stage, RooftopsStage)
        return self.stage

    def _told(self) -> str:
        line = self.context.texts.line
        if self.counts:
            return line("days.counted")
        return line("rooftops.daily.practice", counted=in_words(self.before.counted, self.context.texts))

    def points(self) -> int:
        stage, view = self._racing, self.feed.view
        return points_of(stage.course, stage.numbers(0), view.left[0]) if stage.course and view.left else 0

    def summary(self) -> Summary | None:
        run = reached(self.points())
        return Summary(in_words(self.points(), self.context.texts), run.ticks > 0, f":calendar: {self._told()}")


class RacesScene(DaysScene):
    """The list of days with their courses."""

    game = "rooftops"
    table = RaceTable
    options = Options(difficulty=2)

    def told(self, known: Day | None) -> str:
        texts = self.context.texts
        if known is None:
            return texts.line("rooftops.daily.first", difficulty=self.options.difficulty)
        counted, best = in_words(known.counted, texts), in_words(known.best, texts)
        return texts.line("rooftops.daily.played", counted=counted, best=best)

    def medal(self, known: Day) -> str:
        return reached(known.counted).medal


def daily(context: Context) -> Scene:
    """Return the list of days."""
    return RacesScene(context)
