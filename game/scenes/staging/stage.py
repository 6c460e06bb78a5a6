"""Making a game's stage according to the settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.cabinets.stages import PRESENTATIONS, STAGES
from game.engine import theme
from game.engine.scene import Context
from game.engine.stage import FillsTable, Look, Stage, StandsUpright, Surroundings, Turns
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


_TURNED_FROM = 1.15
"""How much larger a board has to become by being turned."""


def turned(stage: type[Stage[Any, Any]], room: tuple[float, float] | None) -> bool:
    """Return whether a stage is turned a quarter at an upright table with this room for its board; None for another
    table.
    """
    return room is not None and _turned_scale(stage, room) >= _TURNED_FROM * _BOARD / stage.width


def _turned_scale(stage: type[Stage[Any, Any]], room: tuple[float, float]) -> float:
    """Return how large a stage is drawn when it is turned; 0 for one that is not."""
    if not issubclass(stage, Turns):
        return 0.0
    return min(have / need for have, need in zip(room, stage.turned_size, strict=True))


def _scale(stage: type[Stage[Any, Any]], room: tuple[float, float]) -> float:
    """Return how large an upright table draws a stage: units of its frame for one of the stage."""
    if issubclass(stage, _LAID_OUT):
        return 1.0
    return _turned_scale(stage, room) if turned(stage, room) else _BOARD / stage.width


def typeface_for(context: Context, stage: type[Stage[Any, Any]], scale: float) -> Typeface:
    """Return what a stage is written in at an upright table: larger letters, as its board is drawn smaller."""
    if issubclass(stage, _LAID_OUT):
        return context.typeface
    size = min(theme.MOST_UPRIGHT, context.settings.display.text_size)
    return Typeface(min(_LARGEST, max(size, round(size * _READABLE / scale))))


def stage_for(
    context: Context, feed: Feed, looks: Sequence[Look], *, room: tuple[float, float] | None = None
) -> Stage[Any, Any]:
    """Make a new stage that shows the feed's current view. `room`: width and height that an upright table has for its
    board, without its log; None for a table that is wide.
    """
    settings, kind = context.settings, STAGES[feed.game]
    scale = _scale(kind, room) if room is not None else None
    surroundings = Surroundings(
        texts=context.texts.with_seats([look.name for look in looks]),
        typeface=context.typeface if scale is None else typeface_for(context, kind, scale),
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
    if scale is not None:
        surroundings.turned = turned(kind, room)
        surroundings.least_press = theme.FINGER / scale
    stage = kind(surroundings)
    stage.reset(feed.view)
    return stage
