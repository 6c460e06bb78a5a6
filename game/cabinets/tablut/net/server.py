"""Where players of the competition connect: a port for each colour, and one player at each. It leads no match."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from game.cabinets.tablut.net.wire import BLACK, WHITE, Colour, Messages, WireError, framed, position_message, read_name
from net.reception import Guest, Reception

MOST_ATTEMPTS: Final = 20
"""Failed connections from one address in a minute after which its connections are refused."""
MOST_WAITING: Final = 16
"""The most messages that a player may send before they are wanted."""
_MINUTE: Final = 60.0


class Client(Guest):
    """A player that has connected: what it sent, and what is wrong with it."""

    def __init__(self, link: socket.socket, address: str, now: float, colour: Colour) -> None:
        super().__init__(link, address, now)
        self.colour: Colour = colour
        self.name = ""
        self.inbox: deque[bytes] = deque()
        self.fault: WireError | None = None
        """Why nothing more is read from this player; None while all is well."""
        self._messages = Messages()

    def receive(self) -> None:
        """Take the messages that have arrived."""
        data = self.take()
        if data is None or (self.leaving and data):
            return
        try:
            if not data:
                raise WireError("tablut.wire.gone")
            self.inbox.extend(self._messages.feed(data))
            if len(self.inbox) > MOST_WAITING:
                raise WireError("tablut.wire.many", most=MOST_WAITING)
        except WireError as error:
            self.fault = self.fault or error
            self.deaf = True

    def hung_up(self) -> None:
        """Note that the player has hung up; what it sent before still counts."""
        self.fault = self.fault or WireError("tablut.wire.gone")
        self.deaf = True


class Server(Reception[Client]):
    """Lets players connect and collects their messages in inboxes; the contest leads the match."""

    def __init__(self, colours: Iterable[Colour], address: str = "", port: int = 0) -> None:
        """White connects to `port`, black to the next one; with 0, to any free ports. Raises ListenError."""
        self.players: dict[Colour, Client] = {}
        """By colour: the player that is connected and has said its name."""
        self._colours = tuple(colours)
        self._failed: deque[tuple[float, str]] = deque()
        super().__init__(address, [port and port + (WHITE, BLACK).index(colour) for colour in self._colours])

    @property
    def ports(self) -> dict[Colour, int]:
        """The port that each colour connects to."""
        return dict(zip(self._colours, self.numbers, strict=True))

    @property
    def complete(self) -> bool:
        """Whether a player has come for every colour."""
        return self.players.keys() == set(self._colours)

    def poll(self, now: float) -> None:
        """Let players in and take what they sent."""
        self.receive(now)
        for client in self.guests:
            client.lost = client.fault is not None and self.players.get(client.colour) is not client
        self.tidy(now)

    def wait(self, seconds: float) -> None:
        """Sleep until something arrives, at most `seconds`."""
        self.sleep(seconds)

    def drop_absent(self, now: float) -> None:
        """While no match is played, disconnect players that have hung up or speak out of turn."""
        for client in list(self.players.values()):
            if client.fault or client.inbox:
                self.let_go(client, now)

    def tell(self, squares: Sequence[int], turn: str) -> None:
        """Send every player a position, and whose turn it is or how the match ended."""
        message = framed(position_message(squares, turn))
        for client in self.players.values():
            client.send(message)
            client.flush()

    def dismiss(self, now: float) -> None:
        """End the match: players may still read what they were sent, and others may come."""
        for client in self.players.values():
            client.leave(now)
        self.players.clear()

    def welcome(self, link: socket.socket, address: str, door: int, now: float) -> Client | None:
        while self._failed and self._failed[0][0] < now - _MINUTE:
            self._failed.popleft()
        if sum(known == address for _, known in self._failed) >= MOST_ATTEMPTS:
            return None
        return Client(link, address, now, self._colours[door])

    def hear(self, guest: Client, now: float) -> None:
        guest.receive()
        if not guest.name and not guest.leaving and guest.fault is None and guest.inbox:
            self._greet(guest, now)

    def gone(self, guest: Client, now: float) -> None:
        if not guest.name:
            self._failed.append((now, guest.address))
        if self.players.get(guest.colour) is guest:
            del self.players[guest.colour]

    def _greet(self, client: Client, now: float) -> None:
        try:
            client.name = read_name(client.inbox.popleft())
        except WireError as error:
            client.fault = error
            return
        if client.colour in self.players:
            client.send(framed("taken"))
            client.leave(now)
            self._failed.append((now, client.address))
        else:
            self.players[client.colour], client.until = client, None
