"""Lists of lessons, yards and free maps at the stall; pressing a row begins its match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.listed import CABINETS
from game.cabinets.rails.contract.options import LESSON, Options
from game.cabinets.rails.running.milestones import REWARDS
from game.cabinets.rails.stage.person.bests import best_of, free_best
from game.cabinets.rails.stage.person.medals import MILESTONES, earned
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.yards.lessons import LESSONS
from game.cabinets.rails.yards.tasks import built_in
from game.cabinets.rails.yards.yard import Yard
from game.engine.scene import Context, Scene
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import start_local
from game.scenes.guide.done import GuidesDone
from game.scenes.page.tasks import Row, TasksScene
from game.scenes.setup.alone import plan_alone
from game.scenes.setup.number import MatchNumbers
from game.scenes.table.scene import TableScene

GAME = "rails"
GUIDE_YARD = "valley"
MINUTES: Final = (20, 30)
"""How long free maps at the stall last."""
CASH: Final = 20_000
"""Coins at the start of a free map: enough for two lines, so that what milestones bring is wanted."""


class TaskTable(TableScene):
    """A table for a task: it notes that its lesson was completed."""

    may_stand = False

    def __init__(self, context: Context, feed: Feed, lesson: str = "") -> None:
        self._lesson = lesson
        super().__init__(context, feed)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        course = self.stage.desk.lesson.course if isinstance(self.stage, RailsStage) else None
        if self._lesson and course is not None and course.done:
            GuidesDone(GAME).add(self._lesson)
            self._lesson = ""

    def table_of(self, feed: Feed) -> Scene:
        return TaskTable(self.context, feed, self._lesson)


class RailsTasksScene(TasksScene):
    """A list of tasks, of which those are ticked that were done."""

    game = GAME

    def is_done(self, row: Row) -> bool:
        return row.name in GuidesDone(GAME)

    def open(self, number: int) -> None:
        self.begin(Options(yard=self.rows()[number].name))

    def begin(self, options: Options) -> None:
        """Start a match of one person alone. Raise SpokenError if what the options name cannot be played."""
        feed = start_local(plan_alone(self.context, GAME, options, 1), self.context.settings)
        self.stack.push(TaskTable(self.context, feed, options.yard if options.yard.startswith(LESSON) else ""))


class LessonsScene(RailsTasksScene):
    """The list of the eight lessons."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.lessons.title")

    def rows(self) -> Sequence[Row]:
        line = self.context.texts.line
        lessons = [make() for make in LESSONS.values()]
        return [
            Row(LESSON + one.name, line(one.sentence("name")), line(one.sentence(one.steps[0].name))) for one in lessons
        ]


class YardsScene(RailsTasksScene):
    """The list of the yards that come with the game, easiest first."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.yards.title")

    def rows(self) -> Sequence[Row]:
        language = self.context.texts.language
        yards = [(name, yard) for name, yard in built_in().items() if name != GUIDE_YARD]
        found = []
        for name, yard in yards:
            best = best_of(name)
            line, medal = yard.text.in_language(language), ""
            if yard.goal:
                medal = earned(best.units, yard.goal.marks).medal
            if best.units:
                values = {"units": f"{best.units:,}", "rate": f"{best.per_thousand:,}"}
                line = f"{self.context.texts.line('rails_stage.medal.kept', values)} {line}"
            found.append(Row(name, yard.name.in_language(language), line, yard.difficulty, medal, self._goal(yard)))
        return found

    def _goal(self, yard: Yard) -> str:
        goal = yard.goal
        if goal is None:
            return ""
        medals = {"bronze": f"{goal.units:,}", "silver": f"{goal.silver:,}", "gold": f"{goal.gold:,}"}
        return self.context.texts.line("rails_stage.goal", medals)


def lessons(context: Context) -> Scene:
    """Return the list of lessons."""
    return LessonsScene(context)


def yards(context: Context) -> Scene:
    """Return the list of yards."""
    return YardsScene(context)


class FreeScene(RailsTasksScene):
    """The list of free maps by length."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.free.title")

    def rows(self) -> Sequence[Row]:
        return [self._row(_options(minutes)) for minutes in MINUTES]

    def _row(self, options: Options) -> Row:
        line, best = self.context.texts.line, free_best(options)
        told = line("rails_stage.story.what", whole=len(REWARDS))
        if best.milestones or best.delivered:
            told = line("rails_stage.end.best_free", reached=best.milestones, coins=best.delivered)
        medal = earned(best.milestones, MILESTONES).medal
        return Row("", line("rails_stage.story.minutes", minutes=options.minutes), told, medal=medal)

    def open(self, number: int) -> None:
        plan = plan_alone(self.context, GAME, _options(MINUTES[number]), MatchNumbers.of(CABINETS[GAME].info).fresh())
        self.stack.push(TaskTable(self.context, start_local(plan, self.context.settings)))


def _options(minutes: int) -> Options:
    return Options(story=True, minutes=minutes, cash=CASH)


def free(context: Context) -> Scene:
    """Return the list of free maps."""
    return FreeScene(context)
