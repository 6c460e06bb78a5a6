"""One peer of a host as the room sees it: its state, and how to send to it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator

from net.messages import Dropped, Hello
from net.parts import DropReason, ToClient
from net.states import LINK, LinkEvent, LinkState
from net.wire import pack


class Link(ABC):
    """A connection without its transport."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.state = LinkState.GREETING
        self.hello: Hello | None = None
        """The peer's first message; None before it."""
        self.nonce = b""
        """The nonce of the challenge that the peer has to answer."""
        self.person = 0
        """The number of the peer's person; 0 before `welcome`."""
        self.heard = math.inf
        """Time of the last message, by the host's clock; infinity where nobody notes it."""

    @property
    def closed(self) -> bool:
        """Whether messages of the peer are no longer taken."""
        return self.state is LinkState.CLOSED

    @property
    def unread(self) -> int:
        """Bytes that were sent and not read yet."""
        return 0

    def move(self, event: LinkEvent) -> None:
        """Change the state by the table of the protocol. Raises KeyError for a change that the table does not have."""
        self.state = LINK[self.state, event]

    def tell(self, message: ToClient) -> None:
        self.send(pack(message))

    def drop(self, why: DropReason, **values: str | int) -> None:
        """Tell the peer why, once, and close the connection."""
        if self.closed:
            return
        self.tell(Dropped(why, values))
        self.move(LinkEvent.CLOSED)
        self.close()

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """Send packed messages, one or several, without waiting. A peer that does not read is closed."""

    def hasten(self, frame: bytes) -> None:
        """Send packed messages before those that still wait to be sent, which `drop` forgets."""
        self.send(frame)

    def pour(self, frames: Iterator[bytes]) -> None:
        """Send many packed messages, no faster than they are read; messages sent later follow them."""
        for frame in frames:
            self.send(frame)

    @abstractmethod
    def close(self) -> None:
        """Close the connection once everything sent is on its way."""
