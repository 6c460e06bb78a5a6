"""The card of a free map: the milestones that come next with their rewards, the time left, the medal and the best."""

from __future__ import annotations

from typing import Any, Final

from game.cabinets.rails.running.milestones import REWARDS, Milestone, milestones_of, standing
from game.cabinets.rails.stage.cards.goal import clock
from game.cabinets.rails.stage.cards.knobs import Card
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.cabinets.rails.stage.person.bests import free_best, note_free
from game.cabinets.rails.stage.person.medals import MILESTONES, Earned, earned
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.yards.tasks import task_of
from game.engine import theme
from game.engine.canvas import Box

_WIDE: Final = 286.0
_IN_SIGHT: Final = 3
"""Number of milestones shown with how far they are."""


class StoryCard(Card):
    """The card of milestones; visible on a free map while nothing is selected."""

    paper = True

    def __init__(self, play: Play) -> None:
        super().__init__(play.surroundings)
        self.play = play
        task = task_of(play.options)
        saved = task is not None and task.yard is not None and task.yard.saved is not None and task.goal is None
        self.told = play.alone and (not play.options.yard or saved)
        """Whether the match is one on a free map."""
        self.best = free_best(play.options)
        """The best results before this match."""
        self._kept = False

    def milestones(self) -> list[Milestone]:
        """Return all milestones with how far each is."""
        return milestones_of(standing(self.play.sight.state))

    def reached(self) -> int:
        """Return how many milestones have been reached."""
        return sum(one.reached for one in self.milestones())

    def name(self, one: Milestone) -> str:
        """Return what is to be reached."""
        return self.surroundings.texts.line(f"rails.milestone.{one.name}")

    def earned(self) -> Earned:
        """Return the medal of the milestones reached so far, and the next one."""
        return earned(self.reached(), MILESTONES)

    def keep(self) -> None:
        """Record the result of this match, once; a match that went on from a saved one is none to compare."""
        if self.told and not self.play.options.yard and not self._kept:
            self._kept = True
            note_free(self.play.options, self.reached(), sum(self.play.sight.view.delivered))

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        """Return the time left and how many milestones are reached in a line, which stays while another card is open.
        None if the match is not on a free map.
        """
        if not self.told or not self.play.begun:
            return None
        return "rails_stage.time_story", {"left": self._left, "reached": self.reached(), "whole": len(REWARDS)}

    @property
    def _left(self) -> str:
        state = self.play.sight.state
        return clock(state.last_tick - state.tick)

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its text needs."""
        self.hide()
        play = self.play
        busy = play.line_copy.active or play.builder.tool == "blueprint"
        if not self.told or not play.begun or play.selected.kind or busy:
            return
        sheet = Sheet(self.style, self.wide(_WIDE, 420.0))
        self._write(sheet)
        self.stand(Box(right - sheet.wide, top, sheet.wide, min(bottom - top, sheet.high + 22)), sheet.column)

    def _write(self, sheet: Sheet) -> None:
        milestones = self.milestones()
        ahead = [one for one in milestones if not one.reached]
        reached = len(milestones) - len(ahead)
        sheet.heading(self.line("story.heading", reached=reached, whole=len(milestones)))
        for one in milestones:
            if one.reached:
                sheet.row(self.name(one), "", "circle-check", theme.GOOD_ON_PAPER)
        sheet.gap(4)
        for one in ahead[:_IN_SIGHT]:
            sheet.row(self.name(one), f"{one.now:,} / {one.whole:,}", "flag")
            sheet.bar(one.now / one.whole, theme.GOOD_ON_PAPER)
            if self.play.sight.state.story:
                sheet.row(self.line("story.brings"), f"+{REWARDS[one.name]:,}", "coins", theme.GOOD_ON_PAPER)
                sheet.gap(4)
        if len(ahead) > _IN_SIGHT:
            sheet.row(self.line("story.later", count=len(ahead) - _IN_SIGHT), "")
        sheet.gap(4)
        medal, following, least = earned(reached, MILESTONES)
        if medal:
            sheet.row(self.line(f"medal.{medal}"), "", "trophy", theme.GOOD_ON_PAPER)
        if following:
            sheet.row(self.line(f"medal.{following}"), self.line("story.more", count=least - reached), "trophy")
        sheet.row(self.line("medal.left"), self._left, "hourglass")
        if self.best.milestones:
            value = self.line("story.best", reached=self.best.milestones, coins=self.best.delivered)
            sheet.row(self.line("medal.best"), value, "star")
