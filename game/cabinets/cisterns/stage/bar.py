"""The row of buttons below the map: actions other than going somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, OUTLINE
from game.engine.light import shadow, shine
from game.engine.ornament import LIT, SHEET, round_button
from game.engine.sprites import faint
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.kit.levels.things import thing

Button: TypeAlias = Literal["explore", "wait", "shove", "drink", "bomb", "descend"]
BUTTONS: tuple[Button, ...] = get_args(Button)
KEYS: dict[str, Button] = {
    "x": "explore",
    ".": "wait",
    "z": "wait",
    "f": "shove",
    "q": "drink",
    "b": "bomb",
    "e": "descend",
}
"""Keys that press the buttons, by pygame's names; the last one of each button is written beside it."""
SIZE, GAP = 46.0, 26.0
_EDGE = 20.0
"""Room at both ends of a narrow stage; at the right one for the number beside the last button."""
_ICONS = {"explore": "footprints", "wait": "hourglass", "shove": "hand"}
_THINGS = {"drink": "potion", "bomb": "bomb", "descend": "exit"}


def box_of(button: Button, width: float, middle_y: float) -> Box:
    """Return the box of a button on a stage of this width."""
    gap = min(GAP, (width - 2 * _EDGE - len(BUTTONS) * SIZE) / (len(BUTTONS) - 1))
    whole = len(BUTTONS) * SIZE + (len(BUTTONS) - 1) * gap
    left = (width - whole) / 2 + BUTTONS.index(button) * (SIZE + gap)
    return Box(left, middle_y - SIZE / 2, SIZE, SIZE)


def draw_bar(
    canvas: Canvas,
    typeface: Typeface,
    width: float,
    middle_y: float,
    *,
    focus: Button | None,
    usable: Sequence[Button],
    pressed: Button | None,
    counts: dict[Button, int],
    keyed: bool = True,
) -> None:
    """Draw all buttons with their counts and, if `keyed`, their keys.

    The button `pressed` waits for a direction, or stands for a walk.
    """
    letters = {button: key for key, button in KEYS.items()}
    for button in BUTTONS:
        box = box_of(button, width, middle_y)
        x, y = box.center
        size, lit = canvas.px(SIZE), button in (focus, pressed)
        canvas.put_middle(shadow(size, size, size // 2, canvas.px(5), 110), x, y + 3)
        if button == pressed:
            shine(canvas, x, y, SIZE, LANTERN, 0.5, 1.6)
        canvas.put_middle(round_button(size, LIT if lit else SHEET), x, y)
        sign = _sign(button, canvas.px(SIZE * 0.56))
        canvas.put_middle(sign if button in usable else faint(sign, 0.3), x, y)
        tone = theme.TEXT if button in usable else theme.TEXT_FAINT
        beside = box.right + 3
        if keyed:
            typeface.line(canvas, letters[button].upper(), beside, box.bottom - 8, theme.CAPTION, Weight.BOLD, tone)
        if button in counts:
            text = f"×{counts[button]}"
            typeface.line(canvas, text, beside, box.top + 8, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_MUTED)


def _sign(button: Button, size_px: int) -> pygame.Surface:
    return icon(_ICONS[button], size_px, OUTLINE, 2.6) if button in _ICONS else thing(_THINGS[button], size_px)
