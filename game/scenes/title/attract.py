"""The match on a stall's small screen: computers play one after another match for nobody in particular."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.bot.aside import done_aside
from game.core.options import read
from game.engine.canvas import Box, Canvas
from game.engine.light import dusk
from game.engine.scene import Context
from game.engine.stage import Stage
from game.scenes.feeds.feed import Update
from game.scenes.feeds.local import LocalFeed, demonstration
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.staging.looks import looks_for
from game.scenes.staging.stage import stage_for

PAUSE = 0.9
"""Seconds between two moves: slow enough to follow on a small screen."""
BEGUN = 75
"""How many steps are played before the match is first shown."""
_STEPS_A_PIECE = 2
_MOMENT = 0.001
"""Seconds per frame spent waiting for the worker thread, which runs faster while this thread waits."""
AFTERMATH = 4.0
"""Seconds that the end of a match is shown before the next one begins."""


class Attract:
    """A live picture of one game: matches between computers, one after another."""

    def __init__(self, context: Context, game: str, seed: int) -> None:
        self._context = context
        self._game = game
        self._seed = seed
        self._now = 0.0
        self._since_end = 0.0
        self._updates: list[Update] = []
        self._feed: LocalFeed | None = None

    def begin(self, canvas: Canvas, box: Box) -> Iterator[None]:
        """Play the first BEGUN steps and make the sprites, a piece at each step of the iterator.

        Raises SpokenError where the game cannot be shown.
        """
        if self._context.clock.real:
            self._begin((yield from done_aside(self._fetch, _MOMENT)))
        else:
            self._begin(self._fetch())
        yield
        feed = self.feed
        for step in range(BEGUN):
            self._now += PAUSE
            feed.poll(self._now)
            while feed.pondering:
                feed.wait(_MOMENT)
                yield
                feed.poll(self._now)
            if step % _STEPS_A_PIECE == 0:
                yield
        self.stage.reset(feed.view)
        yield from self.stage.warm(canvas.within(box, self.stage.width, self.stage.height))

    @property
    def feed(self) -> LocalFeed:
        """The match that is shown; only after `begin`."""
        assert self._feed is not None
        return self._feed

    def update(self, seconds: float) -> bool:
        """Advance the match by `seconds`. Returns whether the picture has changed."""
        self._now += seconds
        self._updates += self.feed.poll(self._now)
        busy = self.stage.busy
        if self._updates and not busy:
            update = self._updates.pop(0)
            self.stage.show(update.view, update.events)
        elif self.feed.over and not busy:
            self._since_end += seconds
            if self._since_end > AFTERMATH:
                self.close()
                self._seed += 1
                self._begin(self._fetch())
        self.stage.update(seconds)
        return busy or self.stage.busy

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the board as large as fits into `box`, before an evening sky."""
        part = canvas.within(box, self.stage.width, self.stage.height)
        surface = part.surface
        surface.blit(dusk(*surface.get_size()), (0, 0))
        surface.set_clip(surface.get_rect().inflate(-2, -2))  # what leaves the small screen is cut on purpose
        self.stage.draw(part)
        surface.set_clip(None)

    def close(self) -> None:
        """End the match."""
        if self._feed is not None:
            self._feed.close()

    def _fetch(self) -> LocalFeed:
        """Import the game and its stage, and make a match. Raises SpokenError."""
        STAGES.get(self._game)
        return _feed(self._game, self._context.texts.language, self._seed, aside=self._context.clock.real)

    def _begin(self, feed: LocalFeed) -> None:
        self._since_end = 0.0
        self._feed = feed
        looks = looks_for(feed.seats, self._context.settings)
        self.stage: Stage[Any, Any] = stage_for(self._context, feed, looks)
        self.stage.surroundings.play_sound = _unheard


def attract(context: Context, game: str) -> Attract:
    """Make a live picture of a game that has a stage: another match each time, where time passes by itself."""
    return Attract(context, game, int.from_bytes(os.urandom(4), "big") if context.clock.real else 0)


def _feed(game: str, language: str, seed: int, *, aside: bool) -> LocalFeed:
    """Make a match between gentle computers in the usual number of seats."""
    cabinet = CABINETS[game]
    names = cabinet.filled((), cabinet.info.usual_seats, cabinet.gentle)
    seats = tuple(SeatPlan(name, name) for name in names)
    plan = MatchPlan(game, seats, read(cabinet.info.options, cabinet.options_in(language)), seed)
    return demonstration(plan, pause=PAUSE, aside=aside)


def _unheard(_sound: str) -> None:
    """Play no sound: stalls are silent."""
