"""Plans and passwords of rooms that a window remembers until it is closed; passwords are never written to disk."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.scene import Context
from game.scenes.process.host import HostPlan
from net.address import Address


@dataclass
class Remembered:
    """The rooms' data that one window remembers."""

    opened: HostPlan | None = None
    """The plan of the room that was opened last."""
    passwords: dict[Address, str] = field(default_factory=dict)
    """The passwords that were accepted, by address."""

    def came_in(self, address: Address | None, password: str) -> None:
        """Remember a password that was accepted at an address, so that it is not asked for again."""
        if address is not None and password:
            self.passwords[address] = password

    def forget(self, address: Address | None) -> bool:
        """Forget a password that is wrong now. Returns whether there was one."""
        return address is not None and self.passwords.pop(address, None) is not None


def remembered(context: Context) -> Remembered:
    """Return the data that this window remembers."""
    found = context.memory.setdefault("rooms", Remembered())
    assert isinstance(found, Remembered)
    return found
