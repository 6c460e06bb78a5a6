"""The table of a LAN match as a guest in a browser sees it: what is allowed, and nothing of this computer."""

from __future__ import annotations

from typing import Final

from game.scenes.lobby.table import LanTable
from game.scenes.table.menu import MenuChoice

ALLOWED: Final = frozenset(
    {
        MenuChoice.CONTINUE,
        MenuChoice.RESULTS,
        MenuChoice.RULES,
        MenuChoice.SAY,
        MenuChoice.LEAVE,
        MenuChoice.UNDO,
        MenuChoice.PAUSE,
        MenuChoice.GO_ON,
        MenuChoice.END,
        MenuChoice.SURRENDER,
        MenuChoice.ROOM,
        MenuChoice.TAKE_OVER,
    }
)
"""What a guest may choose: neither settings nor files nor what an owner arranges."""


class GuestTable(LanTable):
    """A guest's table. Leaving it during the match leaves the room."""

    keeps_recordings = False

    def menu_choices(self) -> list[MenuChoice]:
        return [choice for choice in super().menu_choices() if choice in ALLOWED]

    def results_choices(self) -> list[MenuChoice]:
        return [choice for choice in super().results_choices() if choice in ALLOWED]

    def carry_out(self, choice: MenuChoice) -> None:
        if choice in ALLOWED:
            super().carry_out(choice)
