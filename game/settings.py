"""Settings."""

from __future__ import annotations

from enum import StrEnum


class CommandName(StrEnum):
    """What a key or a pad button can mean, whatever scene is shown."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    CONFIRM = "confirm"
    BACK = "back"
    NEXT = "next"
    PREVIOUS = "previous"
    HURRY = "hurry"
    MENU = "menu"
    UNDO = "undo"
    HINT = "hint"
    LOG = "log"
    SCREENSHOT = "screenshot"
    FULLSCREEN = "fullscreen"


DEFAULT_KEYS: dict[CommandName, tuple[str, ...]] = {
    CommandName.LEFT: ("left",),
    CommandName.RIGHT: ("right",),
    CommandName.UP: ("up",),
    CommandName.DOWN: ("down",),
    CommandName.CONFIRM: ("return", "enter"),
    CommandName.BACK: ("escape",),
    CommandName.NEXT: ("tab",),
    CommandName.PREVIOUS: ("shift+tab",),
    CommandName.HURRY: ("space",),
    CommandName.MENU: ("f10",),
    CommandName.UNDO: ("u", "ctrl+z"),
    CommandName.HINT: ("h",),
    CommandName.LOG: ("l",),
    CommandName.SCREENSHOT: ("f12",),
    CommandName.FULLSCREEN: ("f11",),
}
"""Keys by pygame's names; a key may carry `shift+`, `ctrl+` or `alt+`."""
