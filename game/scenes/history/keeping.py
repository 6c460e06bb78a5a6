"""Adds a finished match to the history of the person who played it here."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.options import describe
from game.engine.scene import Context
from game.ground import paths
from game.ground.history import HistoryError, keep_played, played_match
from game.scenes.feeds.feed import Feed


class Keeping:
    """Adds one match to the history, once."""

    def __init__(self) -> None:
        self._done = False

    def keep(self, context: Context, feed: Feed) -> None:
        """Add a feed's match, if it has ended with a result and counts for the history."""
        result = feed.result
        if self._done or not feed.over or result is None or not feed.counts:
            return
        self._done = True
        seats = [(seat.name, None if seat.person else seat.bot, seat.person) for seat in feed.seats]
        turns = max((entry.turn for entry in feed.entries), default=0)
        now = datetime.now().astimezone()
        more: Any = {"lan": feed.live, "replay": feed.recording, "mark": feed.mark, "hints": feed.hints}
        more["options"] = _unusual(feed, context.texts.language)
        match = played_match(now, feed.game, turns, seats, result, **more)
        try:
            keep_played(paths.history(), match)
        except HistoryError as error:
            _tell(context, error)


def _unusual(feed: Feed, language: str) -> dict[str, Any]:
    """Return a match's options other than the defaults, without positions and other long texts."""
    usual = CABINETS[feed.game].options_in(language)
    given: dict[str, Any] = msgspec.to_builtins(feed.options)
    kinds = {option.name: option.kind for option in describe(CABINETS[feed.game].info.options)}
    return {name: value for name, value in given.items() if kinds.get(name, "text") != "text" and value != usual[name]}


def _tell(context: Context, error: SpokenError) -> None:
    context.notify(context.texts.line(error.key, error.values))
