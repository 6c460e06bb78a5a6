"""The match that a stall's little screen shows: computers at play, for nobody."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from game.cabinets import CABINETS
from game.cabinets.stages import STAGES
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stage import Stage, Surroundings
from game.scenes.feed import SeatInfo, Update
from game.scenes.local_feed import LocalFeed, MatchPlan, SeatPlan, demonstration
from game.scenes.looks import looks_for, tints_for

PAUSE = 0.9
"""Seconds between two moves: slow enough to be followed from across the street."""
BEGUN = 75
"""Steps that have been played when somebody first looks."""
AFTERMATH = 4.0
"""Seconds that the end of a match is shown before the next one begins."""


class Attract:
    """A live picture of one game: matches between computers, one after the other."""

    def __init__(self, context: Context, game: str, seed: int) -> None:
        self._context = context
        self._game = game
        self._seed = seed
        self._now = 0.0
        self._since_end = 0.0
        self._updates: list[Update] = []
        self._begin()
        for _ in range(BEGUN):
            self._now += PAUSE
            self._feed.poll(self._now)
        self.stage.reset(self._feed.view)

    def update(self, seconds: float) -> bool:
        """Let time pass; whether the picture has changed."""
        self._now += seconds
        self._updates += self._feed.poll(self._now)
        busy = self.stage.busy
        if self._updates and not busy:
            update = self._updates.pop(0)
            self.stage.show(update.view, update.events)
        elif self._feed.over and not busy:
            self._since_end += seconds
            if self._since_end > AFTERMATH:
                self.close()
                self._seed += 1
                self._begin()
        self.stage.update(seconds)
        return busy or self.stage.busy

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the board as large as it fits into `box`."""
        self.stage.draw(canvas.within(box, self.stage.width, self.stage.height))

    def close(self) -> None:
        """End the match."""
        self._feed.close()

    def _begin(self) -> None:
        self._since_end = 0.0
        self._feed = _feed(self._game, self._seed)
        self.stage = _stage(self._context, self._game, self._feed.seats)
        self.stage.reset(self._feed.view)


def attract(context: Context, game: str) -> Attract:
    """A live picture of a game that has a stage."""
    return Attract(context, game, int.from_bytes(os.urandom(4), "big"))


def _feed(game: str, seed: int) -> LocalFeed:
    """A match between middling computers, with as many as can play."""
    cabinet = CABINETS[game]
    bots = list(cabinet.bots)
    bot = bots[len(bots) // 2]
    seats = tuple(SeatPlan(bot, bot) for _ in range(cabinet.info.seats[-1]))
    return demonstration(MatchPlan(game, seats, cabinet.info.options(), seed), pause=PAUSE)


def _stage(context: Context, game: str, seats: Sequence[SeatInfo]) -> Stage[Any, Any]:
    surroundings = Surroundings(
        texts=context.texts,
        typeface=context.typeface,
        looks=looks_for(seats, context.settings),
        viewer=SPECTATOR,
        options=CABINETS[game].info.options(),
        tints=tints_for(context.settings),
        reduced_motion=context.settings.motion.reduced,
    )
    return STAGES[game](surroundings)
