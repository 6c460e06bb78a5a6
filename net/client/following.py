"""What a client knows of a room before it moves, so that it finds it again at the heir and sees whether it is the same.

The address is the old host's word; who answers there is believed once they sign as the heir that was told.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address

from net.address import Address
from net.heirs import Moved, is_claim, next_token
from net.messages import Begun, Ended, HostMessage, Rewound, Stepped, Told, Welcome


class Following:
    """Follows one connection's messages. `moved` is set from the old host's last word to the heir's `welcome`."""

    def __init__(self) -> None:
        self.moved: Moved | None = None
        self.differs_at: int | None = None
        """Number of the step before which the heir shows another view than the old host did; None where none does."""
        self._seen: tuple[int, int, bytes] | None = None
        """Viewer, number and view of the match as last seen; None where none runs."""
        self._before: tuple[int, int, bytes] | None = None
        """The same as it was when the room moved, until the heir has shown the match."""

    def address(self, moved: Moved, person: int, now_at: str) -> Address | None:
        """Return where a room moved to; None for an address that no host may name: a computer is not led to itself or
        to everybody.
        """
        if moved.person == person:
            return Address("127.0.0.1", moved.port)
        try:
            heir = IPv4Address(moved.address)
        except AddressValueError:
            return None
        if heir.is_multicast or heir.is_unspecified or heir.is_reserved:
            return None
        if heir.is_loopback and not now_at.startswith(("127.", "localhost")):
            return None
        return Address(str(heir), moved.port)

    def token(self, token: bytes, room: str, moved: Moved) -> bytes:
        """Note that the room moves now. Return the token to show to the heir."""
        self.moved, self._before, self._seen = moved, self._seen, None
        return next_token(token, room, moved.generation) if token else b""

    def is_heir(self, welcome: Welcome, nonce: bytes, room: str) -> bool:
        """Return whether this welcome is the heir's."""
        moved = self.moved
        if moved is None:
            return True
        same = (welcome.room_id, welcome.generation) == (room, moved.generation)
        return same and is_claim(welcome.signature, moved.key, nonce, room, moved.generation)

    def hear(self, message: HostMessage) -> list[Told]:
        """Follow what is shown of the match. Return lines about a match that goes on elsewhere."""
        match message:
            case Welcome(room=room):
                moved, self.moved = self.moved, None
                if room.phase == "waiting":
                    self._before = None
                if moved is not None:
                    names = [one.name for one in room.people if one.person == moved.person]
                    return [Told("net.log.moved", {"heir": names[0] if names else "?"})]
            case Begun(viewer=viewer, number=number, view=view):
                self._seen = viewer, number, bytes(view)
                return self._compared()
            case Stepped(step=step, view=view) if self._seen is not None:
                self._seen = self._seen[0], step.number + 1, bytes(view)
            case Rewound(number=number, view=view) if self._seen is not None:
                self._seen = self._seen[0], number, bytes(view)
            case Ended():
                self._seen = None
            case _:
                pass
        return []

    def _compared(self) -> list[Told]:
        before, self._before = self._before, None
        if before is None or self._seen is None or before[0] != self._seen[0]:
            return []
        if self._seen[1] < before[1]:
            return [Told("net.log.went_back", {"count": before[1] - self._seen[1]})]
        if self._seen[1] == before[1] and self._seen != before:
            self.differs_at = before[1]
            return [Told("net.log.differs", {"number": before[1]})]
        return []
