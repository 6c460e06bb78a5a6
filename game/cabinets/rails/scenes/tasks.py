"""Lists of lessons and yards at the stall; pressing a row begins its match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.listed import CABINETS
from game.cabinets.rails.contract.options import LESSON, Options
from game.cabinets.rails.stage.cards.goal import GoalCard
from game.cabinets.rails.stage.person.bests import best_of, medal_of, note
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.yards.lessons import LESSONS
from game.cabinets.rails.yards.tasks import built_in
from game.cabinets.rails.yards.yard import Yard
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context, Scene
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Kind, ListView, RowState, Widget, draw_icon
from game.engine.widgets.parts import tree
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.guide.done import GuidesDone
from game.scenes.page.page import PageScene
from game.scenes.setup.seats import SeatChoice, Seating, names_of
from game.scenes.table.scene import TableScene

GAME = "rails"
GUIDE_YARD = "valley"
_ROW, _SIDE = 68.0, 14.0
_METALS = {"bronze": "#D08A4A", "silver": "#D5DBE6", "gold": "#FFD34E"}


class Row(NamedTuple):
    """One row of a list of tasks."""

    yard: str
    title: str
    line: str
    stars: int = 0
    """Difficulty in stars; 0 if unknown."""
    medal: str = ""
    goal: str = ""
    """Text that says what earns the task's medals; empty if it has none."""


def plan_of(context: Context, options: Options, seed: int) -> MatchPlan:
    """Return the plan of a match for one person alone."""
    cabinet = CABINETS[GAME]
    seating = Seating(cabinet.info.seats, cabinet.table_bots, (SeatChoice("human"),))
    name = names_of(seating, context.texts, context.settings.names)[0]
    return MatchPlan(GAME, (SeatPlan(name),), options, seed)


class TaskTable(TableScene):
    """A table for a task: it notes that its lesson was completed, or the result in its yard."""

    may_stand = False

    def __init__(self, context: Context, feed: Feed, lesson: str = "") -> None:
        self._lesson = lesson
        self._noted = False
        super().__init__(context, feed)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        course = self.stage.desk.lesson.course if isinstance(self.stage, RailsStage) else None
        if self.feed.over and not self._noted and isinstance(self.stage, RailsStage):
            self._noted = True
            self._note_yard(self.stage.desk.goal)
        if self._lesson and course is not None and course.done:
            GuidesDone(GAME).add(self._lesson)
            self._lesson = ""

    def _note_yard(self, card: GoalCard) -> None:
        """Keep the best result in a yard, and show which medal it earned."""
        if card.task is None or card.task.goal is None or self.feed.view is None:
            return
        note(self.feed.options.yard, card.units, sum(self.feed.view.spent), tuple(card.curve))
        medal = medal_of(card.task.goal, card.units) or "none"
        self.context.notify(self.context.texts.line(f"rails_stage.medal.told.{medal}", units=f"{card.units:,}"))

    def table_of(self, feed: Feed) -> Scene:
        return TaskTable(self.context, feed, self._lesson)


class TasksScene(PageScene):
    """A list of tasks, which keeps its scroll position when a person comes back to it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._rows = self.rows()
        self._done = GuidesDone(GAME)
        self._selected = next((place for place, row in enumerate(self._rows) if row.yard not in self._done), 0)

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """Return the rows to list."""

    @property
    def nothing(self) -> str:
        """The sentence shown if the list is empty."""
        return ""

    begins = "rails.more.begin"
    """Key of the text on the button that begins the selected row's match."""

    def first_focus(self) -> Widget | None:
        return self._listed

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._done, self._rows = GuidesDone(GAME), self.rows()
        self._listed = ListView(
            self.style,
            self._paint,
            len(self._rows),
            Box(0, 0, 0, 0),
            row_height=self.style.typeface.grown(_ROW),
            selected=self._selected,
            on_select=self._select,
            on_choose=self._open,
            empty=self.nothing,
        )
        begin = Button(
            self.style,
            self.context.texts.line(self.begins),
            icon="play",
            kind=Kind.PRIMARY,
            on_press=lambda: self._open(self._selected),
        )
        begin.enabled = bool(self._rows)
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        tools = [tree.Of(one, high=high) for one in (*self.tools(), begin)]
        page = tree.Column(tree.Of(self._listed, grow=1), tree.Row(tree.Fill(), *tools))
        return [tree.Laid(self.style, page, body)]

    def tools(self) -> Sequence[Button]:
        """Return the buttons that stand before the one that begins the selected row's match."""
        return ()

    def _select(self, number: int) -> None:
        self._selected = number

    def _open(self, number: int) -> None:
        self._selected = number
        self.begin(Options(yard=self._rows[number].yard))

    def begin(self, options: Options) -> None:
        """Start a match of one person alone. Raise SpokenError if what the options name cannot be played."""
        feed = start_local(plan_of(self.context, options, 1), self.context.settings)
        self.stack.push(TaskTable(self.context, feed, options.yard if options.yard.startswith(LESSON) else ""))

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, row = self.style.typeface, self._rows[number]
        done = row.yard in self._done
        side = typeface.grown(theme.LABEL)
        sign, tone = ("circle-check", theme.GOOD) if done else ("flag", theme.TEXT_MUTED)
        if row.medal:
            sign, tone = "trophy", _METALS[row.medal]
        draw_icon(canvas, sign, box.left + _SIDE + side / 2, box.centery, side, tone)
        x, right = box.left + 2 * _SIDE + side, box.right - _SIDE
        for star in range(row.stars):
            draw_icon(canvas, "star", right - side * (star + 0.5), box.centery, side * 0.8, theme.WARNING)
        room, half = right - side * 4 - 12 - x, typeface.leading(theme.BODY) / 2
        told = typeface.measure(row.goal, theme.CAPTION) + 24 if row.goal else 0.0
        title = fitted(typeface, row.title, room - told, theme.BODY)
        typeface.line(canvas, title, x, box.centery - half, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT)
        if row.goal:
            typeface.line(
                canvas, row.goal, x + room, box.centery - half, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT, "right"
            )
        line = fitted(typeface, row.line, room, theme.CAPTION)
        typeface.line(canvas, line, x, box.centery + half, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=room)


class LessonsScene(TasksScene):
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


class YardsScene(TasksScene):
    """The list of the yards that come with the game, easiest first."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("rails.more.yards.title")

    def rows(self) -> Sequence[Row]:
        korean = self.context.texts.language == "ko"
        yards = [(name, yard) for name, yard in built_in().items() if name != GUIDE_YARD]
        found = []
        for name, yard in yards:
            best = best_of(name)
            title, text = (yard.name.ko, yard.text.ko) if korean else (yard.name.en, yard.text.en)
            line, medal = text, medal_of(yard.goal, best.units) if yard.goal else ""
            if best.units:
                values = {"units": f"{best.units:,}", "rate": f"{best.per_thousand:,}"}
                line = f"{self.context.texts.line('rails_stage.medal.kept', values)} {line}"
            found.append(Row(name, title, line, yard.difficulty, medal, self._goal(yard)))
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
