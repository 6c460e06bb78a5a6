"""The card of a yard: its task, what is missing for each medal, and the curve of this attempt beside the best one's."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from game.cabinets.rails.stage.cards.knobs import Card
from game.cabinets.rails.stage.cards.sheet import MUTED, Curve, Sheet, draw_curves
from game.cabinets.rails.stage.person.bests import POINTS, best_of, note, units_of
from game.cabinets.rails.stage.person.medals import Earned, earned
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.yards.tasks import Task
from game.engine import theme
from game.engine.canvas import Box
from game.ground.times import clock_time

_WIDE: Final = 286.0
_CHART: Final = 84.0
_GHOST: Final = "#B98F52"


def clock(ticks: int) -> str:
    """Return a number of ticks as minutes and seconds at speed 1; 0:00 if it is negative."""
    return clock_time(max(0, ticks) // 8)


class GoalCard(Card):
    """The card of a yard's goal; visible in a yard with a goal while nothing is selected."""

    paper = True

    def __init__(self, play: Play, task: Task | None) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self.task = task if task and task.goal and task.yard else None
        self.curve: list[tuple[int, int]] = []
        """Pairs of a tick and the units delivered until then, for this attempt."""
        self.units = 0
        self.best = best_of(play.options.yard) if self.task else None
        """The best results before this attempt."""
        self._kept = False

    def see(self) -> None:
        """Take in a view and extend the curve of this attempt; drop its later points if the view lies further back in
        time."""
        if self.task is None or self.task.goal is None:
            return
        sight, tick = self.play.sight, self.play.sight.view.tick
        self.units = units_of(sight.view, sight.land, self.task.goal.cargo)
        while self.curve and self.curve[-1][0] >= tick:
            self.curve.pop()
        step = max(1, self.task.last_tick // POINTS)
        if not self.curve or tick >= self.curve[-1][0] + step or tick >= self.task.last_tick:
            self.curve.append((tick, self.units))

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its text needs; leave out the chart if the window is too low."""
        self.hide()
        if self.task is None or self.play.selected.kind:
            return
        sheet = Sheet(self.style, self.wide(_WIDE, 420.0))
        self._write(sheet)
        self.stand(Box(right - sheet.wide, top, sheet.wide, min(bottom - top, sheet.high + 22)), sheet.column)

    def _write(self, sheet: Sheet) -> None:
        assert self.task is not None and self.task.goal is not None and self.task.yard is not None
        yard, goal = self.task.yard, self.task.goal
        language = self.surroundings.texts.language
        sheet.heading(yard.name.in_language(language))
        sheet.text(yard.text.in_language(language), MUTED)
        sheet.gap(4)
        medal, following, least = self.earned()
        if medal:
            sheet.row(self.line(f"medal.{medal}"), f"{self.units:,}", "trophy", theme.GOOD_ON_PAPER)
        if following:
            value = f"{self.units:,} / {least:,}"
            sheet.row(self.line(f"medal.{following}"), value, "flag")
        sheet.bar(self.units / goal.gold, theme.GOOD_ON_PAPER, 9)
        sheet.row(self.line("medal.left"), clock(self.task.last_tick - self.play.sight.view.tick), "hourglass")
        if self.best and self.best.units:
            sheet.row(self.line("medal.best"), f"{self.best.units:,}", "star")
            sheet.room(_CHART, partial(draw_curves, self._curves(self.task.last_tick)))

    def keep(self) -> None:
        """Record the result of this attempt, once."""
        if self.task is not None and not self._kept:
            self._kept = True
            note(self.play.options.yard, self.units, sum(self.play.sight.view.spent), tuple(self.curve))

    def earned(self) -> Earned:
        """Return the medal of the units so far, and the next one."""
        assert self.task is not None and self.task.goal is not None
        return earned(self.units, self.task.goal.marks)

    def line_of(self, tick: int) -> tuple[str, dict[str, Any]] | None:
        """Return the time left at a tick and the next medal in a line, which stays while another card is open."""
        if self.task is None:
            return None
        values = {"left": clock(self.task.last_tick - tick), "units": self.units, "goal": self.earned().least}
        return "rails_stage.time_goal", values

    def _curves(self, last: int) -> list[Curve]:
        """Return the curves of the best attempt and of this one over the same time."""
        assert self.best is not None
        both = ((self.best.curve, _GHOST, 2.0), (self.curve, theme.GOOD_ON_PAPER, 3.4))
        return [([(tick / last, units) for tick, units in curve], tone, wide) for curve, tone, wide in both]
