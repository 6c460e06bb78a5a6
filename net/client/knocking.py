"""Whether a program still listens at an address, asked without waiting; which heirs before this one are gone."""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
from collections.abc import Mapping

from net.address import Address

LOOKS_FROM, LOOKS_UNTIL = 10.0, 15.0
"""Seconds of a host's silence between which an heir knocks at those before it. Each of them keeps its port open until
the host counts as lost, after twenty seconds: whose port is closed sooner has ended, even if its silence began up to
five seconds before this one's.
"""
IN_PROGRESS = {errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EAGAIN}


def attempted(link: socket.socket) -> int:
    """Return the error number of an attempt to connect: 0 for success, EINPROGRESS while it goes on.

    To ask by connecting once more, which most systems answer, would not do: Windows may begin a new attempt, and never
    tell that the first one was refused.
    """
    with selectors.DefaultSelector() as waiting:
        waiting.register(link, selectors.EVENT_WRITE)
        if not waiting.select(0):
            return errno.EINPROGRESS
    return link.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)


class Knock:
    """One attempt to connect to an IPv4 address."""

    def __init__(self, at: Address) -> None:
        self._link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._link.setblocking(False)
        self._refused: bool | None = None
        try:
            number = self._link.connect_ex(tuple(at))
        except OSError:
            number = 0
        self._note(number)

    @property
    def refused(self) -> bool | None:
        """Whether the computer there answered that nobody listens; None while it has not answered at all."""
        if self._refused is None:
            self._note(attempted(self._link))
        return self._refused

    def _note(self, number: int) -> None:
        if number not in IN_PROGRESS:
            self._refused = number == errno.ECONNREFUSED
            self.close()

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(OSError):
            self._link.close()


class Elders:
    """The heirs before this one while their host is silent."""

    def __init__(self) -> None:
        self._knocks: dict[int, Knock] = {}

    def gone(self, silence: float, elders: Mapping[int, Address]) -> set[int]:
        """Return who of these people has no program any more that could open the room; empty while that is unknown."""
        if silence < LOOKS_FROM:
            self.close()
        elif silence < LOOKS_UNTIL:
            for person in elders.keys() - self._knocks.keys():
                self._knocks[person] = Knock(elders[person])
        return {person for person, knock in self._knocks.items() if knock.refused}

    def close(self) -> None:
        """Forget all."""
        for knock in self._knocks.values():
            knock.close()
        self._knocks.clear()
