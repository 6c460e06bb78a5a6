"""The table of a guide: a match in which everything is explained as it comes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.engine.canvas import Box
from game.engine.scene import Context, Scene
from game.engine.stage import HasPlaces
from game.engine.stage.guide import Guide, Named, PanelOf, Place, Step
from game.engine.widgets.parts.base import Widget
from game.scenes.guide.bubble import GuideBubble
from game.scenes.guide.feed import GuideFeed, guide_feed
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import Ribbon


def guide_of(game: str) -> Guide[Any, Any] | None:
    """A game's guide, where it brings one."""
    place = PRESENTATIONS[game].guide if game in PRESENTATIONS.names else None
    return found(place) if place else None


class GuideTable(TableScene):
    """Says one thing after another; what is to be done is done on the board as in any match."""

    feed: GuideFeed

    def __init__(self, context: Context, game: str) -> None:
        guide = guide_of(game)
        assert guide is not None, f"{game} brings no guide"
        self._shown: Step[Any, Any] | None = None
        super().__init__(context, guide_feed(game, guide, context.settings, context.texts))

    def build(self) -> Iterable[Widget]:
        widgets = list(super().build())
        self.bubble = GuideBubble(self.style, self._go_on, self._skip)
        self._shown = None
        return [*widgets, self.bubble]

    def table_of(self, feed: Any) -> Scene:
        return TableScene(self.context, feed)

    @property
    def step_now(self) -> Step[Any, Any] | None:
        """What is being said."""
        return self._shown

    def drive(self, seconds: float) -> None:
        self.feed.held = not self.conductor.idle

    def update(self, seconds: float) -> None:
        super().update(seconds)
        still = self.conductor.idle and self.stack.top is self and self.feed.begun
        step = self.feed.course.now(self.feed.view) if still else None
        if step is not self._shown:
            self._shown = step
            self._explain(step)

    def _explain(self, step: Step[Any, Any] | None) -> None:
        course = self.feed.course
        if step is None:
            self.bubble.hide()
            self.group.focus(self.board)
            return
        view, line = self.feed.view, self.texts.line
        number, whole = course.guide.steps.index(step) + 1, len(course.guide.steps)
        self.bubble.show(
            line(f"{self.game}.guide.{step.name}", step.values(view)),
            line("guide.count", number=number, whole=whole),
            [box for place in step.places(view) if (box := self._box_of(place))],
            self.board.box,
            reading=step.actions is None,
            last=number == whole,
        )
        self.group.focus(self.bubble.next or self.board)

    def _box_of(self, place: Place) -> Box | None:
        """Where a place lies on the table."""
        if isinstance(place, PanelOf):
            panels = self.frame.panels if self.frame else []
            return next((panel.box for panel in panels if panel.seat == place.seat), None)
        if isinstance(place, Named):
            box = self.stage.place(place.name) if isinstance(self.stage, HasPlaces) else None
            return self.board.outside(box) if box else None
        if isinstance(place, Box):
            return self.board.outside(place)
        return self.layout.side

    def _ribbon(self) -> Ribbon:
        if self._shown is not None and self._shown.actions is None:
            return Ribbon(self.texts.line("guide.read"), now=True)
        return super()._ribbon()

    def _go_on(self) -> None:
        if self._shown is not None:
            self.feed.course.passed(self._shown)

    def _skip(self) -> None:
        self.feed.course.end()
