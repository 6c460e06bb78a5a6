"""The buttons at the foot of the title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from game.engine import theme
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box
from game.engine.input import Hand
from game.engine.widgets import Button, Kind, Style

MENU_GAP = 12.0
_LEAST = 176.0
_FOOT = DESIGN_HEIGHT - 16
_FORMS = ((20, True, True), (20, False, True), (18, False, True), (20, False, False), (16, False, False))
"""Size of the label, whether a line stands below it, whether its key is named; the first form with room is taken."""


class MenuEntry(NamedTuple):
    """A button of the title's menu; its label is the text `title.<name>`."""

    name: str
    icon: str
    key: str
    action: Callable[[], None]
    pad: str = ""
    """The pad's button that does the same; "" where only the focus leads there."""


class KeyCaps:
    """The caps on buttons: they name keys, or the pad's buttons while a pad is in hand."""

    def __init__(self, buttons: Iterable[tuple[Button, str]]) -> None:
        """`buttons`: each button with the name of the pad's button; one without room for a cap gets none."""
        self._named = [(button, button.key, pad) for button, pad in buttons if button.key]

    def follow(self, hand: Hand) -> None:
        """Name what presses the buttons by the device in hand."""
        for button, key, pad in self._named:
            button.key = pad if hand.kind == "pad" else key


def menu_row(style: Style, entries: Sequence[MenuEntry]) -> list[Button]:
    """Make the buttons, all as wide as the widest needs; a part of a label without room at this text size is left out.
    The first button is the primary one.
    """
    words = style.texts
    room = (DESIGN_WIDTH - 2 * theme.MARGIN - (len(entries) - 1) * MENU_GAP) / len(entries)
    buttons: list[Button] = []
    for size, with_under, with_key in _FORMS:
        buttons = [
            Button(
                style,
                words.line(f"title.{entry.name}"),
                icon=entry.icon,
                key=entry.key if with_key else "",
                under=words.line(f"title.{entry.name}_under") if with_under else "",
                kind=Kind.GLASS if number else Kind.PRIMARY,
                size=size,
                on_press=entry.action,
            )
            for number, entry in enumerate(entries)
        ]
        if max(button.natural_width() for button in buttons) <= room:
            break
    wide = max(_LEAST, min(room, max(button.natural_width() for button in buttons)))
    high = max(button.natural_height(wide) for button in buttons)
    left = (DESIGN_WIDTH - len(buttons) * wide - (len(buttons) - 1) * MENU_GAP) / 2
    for number, button in enumerate(buttons):
        button.box = Box(left + number * (wide + MENU_GAP), _FOOT - high, wide, high)
    return buttons
