"""Piles of coins, gems or stones, and how some of them are handed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.light import shadow
from game.engine.text import Typeface
from game.engine.tween import Point
from game.kit import marks
from game.kit.effects import Flight
from game.kit.script import Script

STAGGER: Final = 0.08
"""Seconds after which the next one follows."""
LONGEST_ROW: Final = 0.5
"""Seconds within which all of one payment set off."""
_RISE: Final = 0.14
"""How much higher the next of a pile lies, in parts of its size."""

Sprite = Callable[[int], pygame.Surface]
"""Draws one of them so many pixels wide."""


def draw_pile(
    canvas: Canvas, typeface: Typeface, drawn: Sprite, count: int, x: float, y: float, size: float, most: int = 5
) -> None:
    """So many on each other, with their number; nothing where there are none."""
    if count <= 0:
        return
    side = canvas.px(size)
    canvas.put_middle(shadow(side, round(side * 0.5), side // 4, max(1, side // 10), 150), x + 1, y + size * 0.3)
    top = y
    for layer in range(min(count, most)):
        top = y - layer * size * _RISE
        canvas.put_middle(drawn(side), x, top)
    if count > 1:
        marks.pill(canvas, typeface, str(count), x + size * 0.42, y + size * 0.36)


def hand_over(
    script: Script,
    drawn: Sprite,
    size: float,
    count: int,
    start: Point,
    end: Point,
    seconds: float,
    sound: Sound = Sound.COIN,
    arrived: Callable[[], None] | None = None,
) -> None:
    """Let so many fly one after the other; `arrived` is called as each comes down."""
    stagger = min(STAGGER, LONGEST_ROW / max(1, count))
    script.rest()
    for number in range(count):
        flight = Flight(lambda canvas: drawn(canvas.px(size)), start, end)
        script.fly(flight, seconds, number * stagger, arrived)
        script.sound(sound, number * stagger + (0.0 if script.reduced else seconds))
