"""The card of a yard: its task, what is missing for each medal, and the curve of this attempt beside the best one's."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from game.cabinets.rails.stage.cards.knobs import Card
from game.cabinets.rails.stage.cards.sheet import MUTED, Curve, Sheet, draw_curves
from game.cabinets.rails.stage.person.bests import MEDALS, POINTS, best_of, medal_of, units_of
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.yards.tasks import Task
from game.engine import theme
from game.engine.canvas import Box

_WIDE: Final = 286.0
_CHART: Final = 84.0
_GHOST: Final = "#B98F52"


def clock(ticks: int) -> str:
    """Return a number of ticks as minutes and seconds at speed 1; 0:00 if it is negative."""
    seconds = max(0, ticks) // 8
    return f"{seconds // 60}:{seconds % 60:02}"


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
        self._best = best_of(play.options.yard) if self.task else None

    def see(self, sight: Sight) -> None:
        """Take in a view and extend the curve of this attempt; drop its later points if the view lies further back in
        time."""
        if self.task is None or self.task.goal is None:
            return
        tick = sight.view.tick
        self.units = units_of(sight.view, sight.land, self.task.goal.cargo)
        while self.curve and self.curve[-1][0] >= tick:
            self.curve.pop()
        step = max(1, self.task.last_tick // POINTS)
        if not self.curve or tick >= self.curve[-1][0] + step or tick >= self.task.last_tick:
            self.curve.append((tick, self.units))

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its text needs; leave out the chart if the window is too low."""
        self.hide()
        if self.task is None or self.play.selected.kind or self.play.sight is None:
            return
        wide = min(420.0, self.typeface.grown(26) / 26 * _WIDE)
        sheet = Sheet(self.style, wide)
        self._write(sheet)
        column = sheet.column
        self.stand(Box(right - wide, top, wide, min(bottom - top, column.high(sheet.width) + 22)), column)

    def _write(self, sheet: Sheet) -> None:
        assert self.task is not None and self.task.goal is not None and self.task.yard is not None
        yard, goal = self.task.yard, self.task.goal
        korean = self.surroundings.texts.language == "ko"
        sheet.heading(yard.name.ko if korean else yard.name.en)
        sheet.text(yard.text.ko if korean else yard.text.en, MUTED)
        sheet.gap(4)
        medal, following, least = self._medals()
        if medal:
            sheet.row(self.line(f"medal.{medal}"), f"{self.units:,}", "trophy", theme.GOOD_ON_PAPER)
        if following:
            value = f"{self.units:,} / {least:,}"
            sheet.row(self.line(f"medal.{following}"), value, "flag")
        sheet.bar(self.units / goal.gold, theme.GOOD_ON_PAPER, 9)
        left = self.task.last_tick - (self.play.sight.view.tick if self.play.sight else 0)
        sheet.row(self.line("medal.left"), clock(left), "hourglass")
        if self._best and self._best.units:
            sheet.row(self.line("medal.best"), f"{self._best.units:,}", "star")
            sheet.room(_CHART, partial(draw_curves, self._curves(self.task.last_tick)))

    def _medals(self) -> tuple[str, str, int]:
        """Return the medal that is won, the next one, and the units that it wants; "" for none."""
        assert self.task is not None and self.task.goal is not None
        goal = self.task.goal
        medal = medal_of(goal, self.units)
        following = MEDALS[MEDALS.index(medal) + 1] if medal != "gold" else ""
        least = {"bronze": goal.units, "silver": goal.silver, "": goal.gold}
        return medal, following, least.get(following, goal.gold)

    def line_of(self, tick: int) -> tuple[str, dict[str, Any]] | None:
        """Return the time left at a tick and the next medal in a line, which stays while another card is open."""
        if self.task is None:
            return None
        values = {"left": clock(self.task.last_tick - tick), "units": self.units, "goal": self._medals()[2]}
        return "rails_stage.time_goal", values

    def _curves(self, last: int) -> list[Curve]:
        """Return the curves of the best attempt and of this one over the same time."""
        assert self._best is not None
        both = ((self._best.curve, _GHOST, 2.0), (self.curve, theme.GOOD_ON_PAPER, 3.4))
        return [([(tick / last, units) for tick, units in curve], tone, wide) for curve, tone, wide in both]
