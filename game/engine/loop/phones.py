"""Phones as pads: what a gate tells in its own thread becomes an event of pygame's queue."""

from __future__ import annotations

from typing import Final

import pygame

from game.ground.settings import CommandName

PHONE: Final = pygame.event.custom_type()
"""Type of the events that `post` makes."""
BUTTONS: Final = {
    1: CommandName.LEFT,
    2: CommandName.RIGHT,
    4: CommandName.UP,
    8: CommandName.DOWN,
    16: CommandName.CONFIRM,
    32: CommandName.HINT,
}
"""The command of each button of a phone's mask, as a pad's button of that place makes it."""


def post(phone: int, mask: int, seat: int | None, plugged: bool) -> bool:
    """Tell the loop what a phone holds and which seat it chose. Any thread may call this.

    Return False if the queue takes nothing now, as it is full or the window is closed.
    """
    try:
        return pygame.event.post(pygame.Event(PHONE, phone=phone, mask=mask, seat=seat, plugged=plugged))
    except pygame.error:
        return False
