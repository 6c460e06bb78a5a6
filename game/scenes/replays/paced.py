"""A table that goes on by hand or by the clock: a replay, and a contest's server in developer mode."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.stage import Stage
from game.scenes.feeds.feed import Feed
from game.scenes.replays.pace import ANIMATION_KEYS, Pace, pace_of
from game.scenes.table.scene import TableScene
from game.scenes.table.wishes import ReplayOpener


class PacedTable(TableScene):
    """Table whose pace is chosen by 1, 2 and 3; by hand, the space bar plays one turn; ? switches animations."""

    may_stand = False
    pace_keys = True
    """Whether the pace may be chosen at this table."""
    may_fold = False

    def __init__(self, context: Context, feed: Feed, reviewed: ReplayOpener | None = None) -> None:
        self.animated = context.settings.motion.speed > 0
        super().__init__(context, feed, reviewed=reviewed)

    @property
    @abstractmethod
    def by_hand(self) -> bool:
        """Whether each turn waits for a person's press."""

    @abstractmethod
    def set_pace(self, pace: Pace) -> None:
        """Continue at this pace."""

    @abstractmethod
    def play_turn(self) -> None:
        """Play one whole turn, including moves of chance."""

    def switch_animations(self) -> None:
        """Turn animations on or off."""
        self.animated = not self.animated
        self._apply_animated()

    def _conduct(self, before: Stage[Any, Any] | None = None) -> None:
        super()._conduct(before)
        self._apply_animated()

    def _apply_animated(self) -> None:
        speed = self.context.settings.motion.speed
        self.stage.surroundings.speed = (speed or 1.0) if self.animated else 0.0
        if not self.animated:
            self.conductor.hurry()

    def handle(self, event: InputEvent) -> None:
        match event:
            case KeyPressed(key=key, repeated=False) if self.pace_keys and (pace := pace_of(key)):
                self.set_pace(pace)
            case KeyPressed(key=key, repeated=False) if self.pace_keys and key in ANIMATION_KEYS:
                self.switch_animations()
            case Command(name=CommandName.HURRY) if self.by_hand and not self.feed.over and not self.conductor.paused:
                self.conductor.hurry()
                self.play_turn()
            case _:
                super().handle(event)
