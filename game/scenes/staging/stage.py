"""Making a game's stage according to the settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.cabinets.stages import PRESENTATIONS, STAGES
from game.engine import theme
from game.engine.scene import Context
from game.engine.stage import FillsTable, Look, Stage, StandsUpright, Surroundings
from game.engine.text import Typeface
from game.ground.settings import Settings
from game.scenes.feeds.feed import Feed
from game.scenes.staging.looks import people_in, tints_for


def delays_of(game: str, settings: Settings) -> dict[str, int]:
    """Return the length, in milliseconds, of each of a game's movements under these settings."""
    declared = PRESENTATIONS[game].delays
    return {name: settings.delay(game, name, usual) for name, usual in declared.items()}


_LAID_OUT = (FillsTable, StandsUpright)
"""Stages that are laid out for the room they have on an upright frame, instead of being drawn smaller."""
_BOARD, _READABLE, _LARGEST = 404.0, 1.077, 216
"""Width of a board on an upright frame; how large its letters are there; and their greatest size in per cent."""


def _typeface(context: Context, stage: type[Stage[Any, Any]], upright: bool) -> Typeface:
    """Return what a stage is written in: on an upright frame larger letters, as its board is drawn smaller."""
    if not upright or issubclass(stage, _LAID_OUT):
        return context.typeface
    size = min(theme.MOST_UPRIGHT, context.settings.display.text_size)
    return Typeface(min(_LARGEST, max(size, round(size * _READABLE * stage.width / _BOARD))))


def stage_for(context: Context, feed: Feed, looks: Sequence[Look], *, upright: bool = False) -> Stage[Any, Any]:
    """Make a new stage that shows the feed's current view; `upright` for a table that stands upright."""
    settings, kind = context.settings, STAGES[feed.game]
    surroundings = Surroundings(
        texts=context.texts.with_seats([look.name for look in looks]),
        typeface=_typeface(context, kind, upright),
        looks=looks,
        viewer=feed.viewer,
        options=feed.options,
        brief=feed.brief,
        tints=tints_for(settings, people_in(feed.seats)),
        delays=delays_of(feed.game, settings),
        speed=settings.motion.speed,
        reduced_motion=settings.motion.reduced,
        play_sound=context.audio.play,
        play_keys=settings.play_keys,
        pad_seats=context.pad_seats,
        pads_asleep=context.pads_asleep,
        shake=lambda seat: context.shake(seat),
        hand=context.hand,
    )
    if upright:
        surroundings.least_press = theme.FINGER * (1.0 if issubclass(kind, _LAID_OUT) else kind.width / _BOARD)
    stage = kind(surroundings)
    stage.reset(feed.view)
    return stage
