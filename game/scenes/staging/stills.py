"""A game's stage as a still picture: in the setup, beside a replay, in the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.rules import SPECTATOR, Viewer
from game.engine.stage import Surroundings
from game.engine.widgets import Style
from game.ground.settings import Settings
from game.scenes.feeds.feed import SeatInfo
from game.scenes.staging.looks import looks_for, people_in, tints_for


def still_surroundings(
    style: Style,
    settings: Settings,
    seats: Sequence[SeatInfo],
    options: Any,
    brief: Any = None,
    viewer: Viewer = SPECTATOR,
) -> Surroundings:
    """Return surroundings for a stage that shows one moment and never moves."""
    return Surroundings(
        style.texts.with_seats([seat.name for seat in seats]),
        style.typeface,
        looks_for(seats, settings),
        viewer,
        options,
        brief,
        tints_for(settings, people_in(seats)),
        speed=0.0,
        reduced_motion=True,
    )
