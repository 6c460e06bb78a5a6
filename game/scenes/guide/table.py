"""The table of a guide: a match in which everything is explained as it comes up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.engine.canvas import Box
from game.engine.input import Command, InputEvent
from game.engine.scene import Context, Scene
from game.engine.stage import Following, Steers
from game.engine.stage.guide import Guide, Named, PanelOf, Place, Step
from game.engine.widgets.parts.base import Widget
from game.scenes.guide.bubble import ROOM, GuideBubble
from game.scenes.guide.done import GuidesDone
from game.scenes.guide.feed import GuideFeed, guide_feed
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import Ribbon
from game.scenes.table.widgets.layout import UPRIGHT_HEAD

READ_AT_LEAST = 0.4
"""In a game in real time, seconds that a text is shown before a press leads on, as the press may be meant
for the game.
"""


def guide_of(game: str, name: str = "") -> Guide[Any, Any] | None:
    """Return a game's guide, or the one with this name among several; None where there is none."""
    shown = PRESENTATIONS.get(game)
    place = shown and (shown.guides.get(name) if name else shown.guide)
    return found(place) if place else None


class _Said(NamedTuple):
    text: str
    lit: Sequence[Box]
    unhidden: Sequence[Box]


class GuideTable(TableScene):
    """Explains one step after another; the person acts on the board as in any match."""

    feed: GuideFeed
    may_fold = False

    def __init__(self, context: Context, game: str, name: str = "") -> None:
        """`name`: which of several guides; empty for a game's only one."""
        guide = guide_of(game, name)
        assert guide is not None, f"{game} brings no guide {name}"
        self._name = name
        self.step_now: Step[Any, Any] | None = None
        """The guide's step that is being explained; None for none."""
        self._said: _Said | None = None
        self._kept = False
        self._read_for = 0.0
        super().__init__(context, guide_feed(game, guide, context.settings, context.texts))

    def build(self) -> Iterable[Widget]:
        widgets = list(super().build())
        self.bubble = GuideBubble(self.style, self._go_on, self._skip, self._room)
        self.step_now = None
        return [*widgets, self.bubble]

    @property
    def _room(self) -> Box:
        """The box in which the bubble may stand: all below the head."""
        frame = self.design
        if not frame.upright:
            return ROOM
        return Box(8, UPRIGHT_HEAD, frame.width - 16, frame.height - UPRIGHT_HEAD - 8)

    @property
    def board_room(self) -> tuple[float, float] | None:
        room = super().board_room
        return room and (room[0], room[0])  # no board is turned: steps name places of one that lies

    def table_of(self, feed: Any) -> Scene:
        return TableScene(self.context, feed)

    def _begin_following(self, following: Following) -> None:
        """Begin a match anew; before its end, the guide with it."""
        if self.feed.over or self.feed.course.done:
            super()._begin_following(following)
        else:
            self.stack.replace(GuideTable(self.context, self.game, self._name), cut=True)

    @property
    def steered(self) -> bool:
        """Whether inputs steer the game; while a text is read, they lead on in the text instead."""
        return super().steered and not (self.step_now is not None and self.step_now.read)

    def drive(self, seconds: float) -> None:
        self.feed.held = not self.conductor.idle

    def handle(self, event: InputEvent) -> None:
        if not self._was_meant_before(event):
            super().handle(event)

    def _was_meant_before(self, event: InputEvent) -> bool:
        """Whether an input was probably still meant for the game that stopped for a text: otherwise a jump would skip
        the text, and a held arrow would move the focus off the button.
        """
        reading = self.step_now is not None and self.step_now.read and isinstance(self.stage, Steers)
        return reading and isinstance(event, Command) and (event.repeated or self._read_for < READ_AT_LEAST)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.stack.top is not self:
            return
        self._read_for += seconds
        self.bubble.pass_seconds(seconds)
        course = self.feed.course
        moving = self.step_now is not None and self.step_now.until is not None
        told = (self.conductor.idle or moving) and self.feed.begun
        step = course.now(self.feed.view) if told else None
        if step is not self.step_now and step is not None and step.until is None and not self.conductor.idle:
            step = (
                None  # show the movement first: else the text would vanish in the next frame, while somebody presses it
            )
        if step is not self.step_now or (step and step.until and self._said != self._to_say(step)):
            self._explain(step)
        if self._name and course.whole and not self._kept:
            self._kept = True
            GuidesDone(self.game).add(self._name)

    def _explain(self, step: Step[Any, Any] | None) -> None:
        another, self.step_now = step is not self.step_now, step
        if step is None:
            self.bubble.hide()
            self.group.focus(self.board)
            return
        steps, said = self.feed.course.guide.steps, self._to_say(step)
        self._said = said
        number, whole = steps.index(step) + 1, len(steps)
        counted = self.texts.line("guide.count", number=number, whole=whole)
        self.bubble.show(
            said.text,
            counted,
            said.lit,
            self.board.box,
            unhidden=said.unhidden,
            at=self._box_of(Named("talk")) if step.until is not None else None,
            reading=step.read,
            last=number == whole,
        )
        if another:
            self.bubble.fade_in()
            self._read_for = 0.0
            self.group.focus(self.bubble.next or self.board)

    def _to_say(self, step: Step[Any, Any]) -> _Said:
        """Return the text of a step, with the boxes that it lights, from the current view."""
        view = self.feed.view
        key = f"{self.game}.guide.{self._name}.{step.name}" if self._name else f"{self.game}.guide.{step.name}"
        lit, unhidden = (
            [box for place in places if (box := self._box_of(place))]
            for places in (step.places(view), step.unhidden(view))
        )
        if self.design.upright and not step.read and self.stage.wants_text:
            unhidden = [*unhidden, self.board.outside(self.stage.text_box)]
        return _Said(self.texts.line(key, step.values(view)), lit, unhidden)

    def _box_of(self, place: Place) -> Box | None:
        """Return the box of a guide's place on the table; None where it is not shown."""
        if isinstance(place, PanelOf):
            panels = self.frame.panels if self.frame else []
            return next((panel.box for panel in panels if panel.seat == place.seat), None)
        if isinstance(place, Named):
            box = self.stage.place(place.name)
            return self.board.outside(box) if box else None
        if isinstance(place, Box):
            return self.board.outside(place)
        return self.layout.side

    def ribbon(self) -> Ribbon:
        if self.step_now is not None and self.step_now.read:
            return Ribbon(self.texts.line("guide.read"), now=True)
        return super().ribbon()

    def ask_to_leave(self) -> None:
        """Ask only where a person has done something that would have to be done again."""
        people = {seat for seat, info in enumerate(self.feed.seats) if info.person}
        if any(people.intersection(entry.movers) for entry in self.feed.entries):
            super().ask_to_leave()
        else:
            self.stack.pop()

    def what_stays(self) -> str:
        return self.texts.line("guide.lost")

    def _go_on(self) -> None:
        if self.step_now is not None:
            self.feed.course.passed(self.step_now)

    def _skip(self) -> None:
        self.feed.course.end()
