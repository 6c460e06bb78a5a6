"""Pictures for the rules: moments of a game on its own stage, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from game.core.rules import Event, Seat
from game.engine.canvas import Canvas
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.tween import Point
from game.engine.widgets.parts.richtext import Picture
from game.kit.layout import Key, Layout

FRAME_SECONDS: Final = 1 / 60
StageType = type[Stage[Any, Any]]
Moment = Callable[[StageType, Surroundings], Callable[[Canvas], None]]
"""Sets a new stage of that type up; what it returns draws it."""


def asking(view: Any, seat: Seat, legal: Sequence[Any] | None, inputs: Iterable[InputEvent] = ()) -> Moment:
    """Somebody is asked to choose, and has done this so far."""

    def make(stage_type: StageType, surroundings: Surroundings) -> Callable[[Canvas], None]:
        stage = stage_type(surroundings)
        stage.reset(view)
        stage.choose(seat, legal)
        for event in inputs:
            stage.handle(event)
        return stage.draw

    return make


def clicks(layout: Layout[Key], keys: Iterable[Key]) -> list[InputEvent]:
    """Somebody clicks spots one after the other."""
    return [kind(*layout.middle(key)) for key in keys for kind in (PointerMoved, PointerPressed, PointerReleased)]


def under_way(before: Any, after: Any, events: Sequence[Event], seconds: float) -> Moment:
    """A movement so long after its start."""

    def make(stage_type: StageType, surroundings: Surroundings) -> Callable[[Canvas], None]:
        stage = stage_type(replace(surroundings, speed=1.0, reduced_motion=False))
        stage.reset(before)
        stage.show(after, events)
        for _ in range(round(seconds / FRAME_SECONDS)):
            stage.update(FRAME_SECONDS)
        return stage.draw

    return make


def moments(
    stage_type: StageType, surroundings: Surroundings, shown: Iterable[tuple[int, Moment, Point]], span: float
) -> Picture:
    """Moments in brass frames, each with the number of its paragraph and the point of the stage in its middle.

    `span` is how many of the stage's design units one frame shows across.
    """
    pieces = [Piece(number, make(stage_type, surroundings), centre) for number, make, centre in shown]
    return illustration(pieces, surroundings.typeface, span)
