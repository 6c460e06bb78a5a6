"""Making a game's stage according to the settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.cabinets.stages import PRESENTATIONS, STAGES
from game.engine.scene import Context
from game.engine.stage import Look, Stage, Surroundings
from game.ground.settings import Settings
from game.scenes.feeds.feed import Feed
from game.scenes.staging.looks import people_in, tints_for


def delays_of(game: str, settings: Settings) -> dict[str, int]:
    """Return the length, in milliseconds, of each of a game's movements under these settings."""
    declared = PRESENTATIONS[game].delays
    return {name: settings.delay(game, name, usual) for name, usual in declared.items()}


def stage_for(context: Context, feed: Feed, looks: Sequence[Look]) -> Stage[Any, Any]:
    """Make a new stage that shows the feed's current view."""
    settings = context.settings
    surroundings = Surroundings(
        texts=context.texts.with_seats([look.name for look in looks]),
        typeface=context.typeface,
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
    stage = STAGES[feed.game](surroundings)
    stage.reset(feed.view)
    return stage
