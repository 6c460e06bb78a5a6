"""Pictures of moments of a game for its page of rules, drawn by the game's own stage."""

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
"""Sets up a new stage of a type with its surroundings; returns the function that draws the moment."""


def asking(view: Any, seat: Seat, legal: Sequence[Any] | None, inputs: Iterable[InputEvent] = ()) -> Moment:
    """Return a moment in which a seat is asked to choose and has made the given inputs."""

    def make(stage_type: StageType, surroundings: Surroundings) -> Callable[[Canvas], None]:
        stage = stage_type(surroundings)
        stage.reset(view)
        stage.choose(seat, legal)
        for event in inputs:
            stage.handle(event)
        return stage.draw

    return make


def clicks(layout: Layout[Key], keys: Iterable[Key]) -> list[InputEvent]:
    """Return the inputs of clicks on spots, one after the other."""
    return [kind(*layout.middle(key)) for key in keys for kind in (PointerMoved, PointerPressed, PointerReleased)]


def under_way(before: Any, after: Any, events: Sequence[Event], seconds: float) -> Moment:
    """Return a moment of a movement: its picture `seconds` after its start."""

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
    """Return a picture of moments in brass frames.

    `shown` has for each the number of its paragraph, the moment, and the point of the stage in the frame's middle.
    `span` is the width of a frame in design units of the stage.
    """
    pieces = [Piece(number, make(stage_type, surroundings), centre) for number, make, centre in shown]
    return illustration(pieces, surroundings.typeface, span)
