"""Handing over tokens: they fly from one place to another, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.tween import Point
from game.kit.drawing.effects import Flight
from game.kit.panel.items import Sprite
from game.kit.script import Script

STAGGER: Final = 0.08
"""Seconds between the starts of two tokens that follow each other."""
LONGEST_ROW: Final = 0.5
"""Seconds within which all tokens of one payment have started."""


def hand_over(
    script: Script,
    drawn: Sequence[Sprite],
    size: float,
    start: Point,
    end: Point,
    seconds: float,
    sound: Sound | None = Sound.COIN,
    departed: Callable[[int], None] | None = None,
    arrived: Callable[[int], None] | None = None,
) -> None:
    """Let tokens fly from `start` to `end` one after the other, beginning with the latest movement of the script.

    `departed` and `arrived` are called with each token's index as it starts and as it lands.
    """
    stagger = min(STAGGER, LONGEST_ROW / max(1, len(drawn)))
    for number, sprite_of in enumerate(drawn):
        if departed:
            script.beside(0.0, partial(_called, partial(departed, number)), delay=number * stagger)
        flight = Flight(partial(_drawn, sprite_of, size), start, end)
        script.fly(flight, seconds, number * stagger, partial(arrived, number) if arrived else None)
        if sound:
            script.sound(sound, number * stagger + (0.0 if script.reduced else seconds))


def _called(change: Callable[[], None], _share: float) -> None:
    change()


def _drawn(sprite_of: Sprite, size: float, canvas: Canvas) -> pygame.Surface:
    return sprite_of(canvas.px(size))
