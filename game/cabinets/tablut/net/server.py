"""Where players of the competition connect: a port for each colour, and one player at each. It leads no match."""

from __future__ import annotations

import contextlib
import selectors
import socket
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from game.cabinets.tablut.net.wire import BLACK, WHITE, Colour, Messages, WireError, framed, position_message, read_name
from net.listening import listening_socket

GREETING: Final = 10.0
"""Seconds in which a player must have said its name."""
FAREWELL: Final = 2.0
"""Seconds that a player has to read the last position."""
MOST_ATTEMPTS: Final = 20
"""Connections of one address in a minute that came to nothing; of more, nobody hears."""
MOST_WAITING: Final = 16
"""Messages that a player may send before they are wanted."""
MOST_UNREAD: Final = 1 << 17
"""Bytes that are kept for a player that does not read."""
_READ_AT_ONCE: Final = 1 << 16
_MINUTE: Final = 60.0


class Client:
    """A player that has connected: what it sent, what it has yet to read, and what is wrong with it."""

    def __init__(self, link: socket.socket, address: str, until: float) -> None:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link = link
        self.address = address
        self.until: float | None = until
        """When it is closed: its name must come before, a farewell be read."""
        self.name = ""
        self.inbox: deque[bytes] = deque()
        self.fault: WireError | None = None
        """Why nothing more is heard of it."""
        self.leaving = False
        self._messages = Messages()
        self._unsent = bytearray()

    def receive(self) -> None:
        """Take what has arrived."""
        try:
            data = self.link.recv(_READ_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if self.leaving and data:
            return
        try:
            if not data:
                raise WireError("tablut.wire.gone")
            self.inbox.extend(self._messages.feed(data))
            if len(self.inbox) > MOST_WAITING:
                raise WireError("tablut.wire.many", most=MOST_WAITING)
        except WireError as error:
            self.fault = self.fault or error

    def send(self, data: bytes) -> None:
        """Send, or keep what it does not read yet."""
        self._unsent += data
        try:
            while self._unsent:
                del self._unsent[: self.link.send(self._unsent)]
        except (BlockingIOError, InterruptedError):
            if len(self._unsent) > MOST_UNREAD:
                self.fault = WireError("tablut.wire.gone")
        except OSError:
            self.fault = WireError("tablut.wire.gone")

    def leave(self, now: float) -> None:
        """Say no more; it is closed once it has hung up, or has had time to read."""
        self.leaving, self.until = True, now + FAREWELL
        if not self._unsent:
            with contextlib.suppress(OSError):
                self.link.shutdown(socket.SHUT_WR)


class Server:
    """Polled and told the time; nothing here waits."""

    def __init__(self, colours: Iterable[Colour], address: str = "", port: int = 0) -> None:
        """White connects to `port`, black to the next one; 0: to any that are free. Raises ListenError."""
        self.players: dict[Colour, Client] = {}
        """Who is there and has said its name."""
        self._clients: list[tuple[Colour, Client]] = []
        self._failed: deque[tuple[float, str]] = deque()
        self._selector = selectors.DefaultSelector()
        self._listeners: dict[Colour, socket.socket] = {}
        try:
            for colour in colours:
                number = port and port + (WHITE, BLACK).index(colour)
                self._listeners[colour] = listening_socket(address, number, MOST_ATTEMPTS)
                self._selector.register(self._listeners[colour], selectors.EVENT_READ, colour)
        except BaseException:
            self.close()
            raise

    @property
    def ports(self) -> dict[Colour, int]:
        """Where each colour connects to."""
        return {colour: listener.getsockname()[1] for colour, listener in self._listeners.items()}

    @property
    def complete(self) -> bool:
        """Whether a player has come for every colour."""
        return self.players.keys() == self._listeners.keys()

    @property
    def idle(self) -> bool:
        """Whether nobody is left who has yet to read the end."""
        return not any(client.leaving for _, client in self._clients)

    def poll(self, now: float) -> None:
        """Let players in and take what they sent."""
        for key, _ in self._selector.select(0):
            if isinstance(key.data, Client):
                key.data.receive()
                if key.data.fault:
                    self._selector.unregister(key.data.link)
            else:
                self._accept(key.data, now)
        for colour, client in list(self._clients):
            if not client.name and not client.leaving and client.fault is None and client.inbox:
                self._greet(colour, client, now)
            late = client.until is not None and now >= client.until
            if late or (client.fault and self.players.get(colour) is not client):
                self._let_go(colour, client, now)

    def wait(self, seconds: float) -> None:
        """Sleep until something arrives, at most so long."""
        self._selector.select(max(0.0, seconds))

    def drop_absent(self, now: float) -> None:
        """While no match goes on: let go of who has hung up, or speaks out of turn."""
        for colour, client in list(self.players.items()):
            if client.fault or client.inbox:
                self._let_go(colour, client, now)

    def tell(self, squares: Sequence[int], turn: str) -> None:
        """Tell every player a position, and whose turn it is or how it ended."""
        message = framed(position_message(squares, turn))
        for client in self.players.values():
            client.send(message)

    def dismiss(self, now: float) -> None:
        """The match is over: players may read what they were told, and others may come."""
        for client in self.players.values():
            client.leave(now)
        self.players.clear()

    def close(self) -> None:
        """End every connection, and listen no more."""
        for _, client in self._clients:
            client.link.close()
        for listener in self._listeners.values():
            listener.close()
        self._clients.clear()
        self._selector.close()

    def _accept(self, colour: Colour, now: float) -> None:
        try:
            link, source = self._listeners[colour].accept()
        except OSError:
            return
        while self._failed and self._failed[0][0] < now - _MINUTE:
            self._failed.popleft()
        if sum(address == source[0] for _, address in self._failed) >= MOST_ATTEMPTS:
            link.close()
            return
        client = Client(link, source[0], now + GREETING)
        self._clients.append((colour, client))
        self._selector.register(link, selectors.EVENT_READ, client)

    def _greet(self, colour: Colour, client: Client, now: float) -> None:
        try:
            client.name = read_name(client.inbox.popleft())
        except WireError as error:
            client.fault = error
            return
        if colour in self.players:
            client.send(framed("taken"))
            client.leave(now)
            self._failed.append((now, client.address))
        else:
            self.players[colour], client.until = client, None

    def _let_go(self, colour: Colour, client: Client, now: float) -> None:
        if not client.name:
            self._failed.append((now, client.address))
        if self.players.get(colour) is client:
            del self.players[colour]
        self._clients.remove((colour, client))
        with contextlib.suppress(KeyError):
            self._selector.unregister(client.link)
        client.link.close()
