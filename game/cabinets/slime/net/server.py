"""The Slime contest server: two clients play one match over the protocol of docs/slime-contest.md.

The server does nothing by itself: a window calls `poll` once a frame and shows `match` and `teams`; a program without a
window calls `wait` between polls.
"""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.cabinets.slime.net.connection import Connection
from game.cabinets.slime.net.wire import MALFORMED, ByteOrder, Command, Hello, Message, Received, write_state
from game.cabinets.slime.rules import KEEP, Headings, Steer, View
from game.core.match.match import Match, Step
from game.core.rules import SPECTATOR
from net.reception import Reception

MOST_CONNECTIONS = 32
MOST_FROM_ONE = 8
"""The most connections without a team from one address; a further one closes the oldest of them."""


class Speed(StrEnum):
    """What ends a turn."""

    MANUAL = "manual"
    """When `step` is called."""
    NORMAL = "normal"
    """A second after the turn began, as in the contest."""
    FAST = "fast"
    """A tenth of a second after the turn began."""
    MAX = "max"
    """When every connected client has sent its command, at the latest after the turn limit."""


TURN_SECONDS = 1.0
"""Seconds of a turn at normal speed, as in the contest."""
_FAST_SECONDS = 0.1
TURN_LIMIT = 1.0
"""Seconds that a client has for a command at full speed, by default."""


class Phase(StrEnum):
    """What the server is doing."""

    WAITING = "waiting"
    """Waiting for two clients."""
    PLAYING = "playing"
    OVER = "over"


@dataclass
class Team:
    """One of the two teams: its client, its message and its command."""

    name: str = ""
    message: str = ""
    connection: Connection | None = None
    headings: Headings | None = None
    """The latest command for the current turn; None before one arrives."""

    @property
    def connected(self) -> bool:
        """Whether the team's client is connected."""
        return self.connection is not None


class SlimeServer(Reception[Connection]):
    """Listens for two clients and runs their match.

    `make_match` is called with both clients' names once they have connected, and returns their match.
    """

    def __init__(
        self,
        make_match: Callable[[Sequence[str]], Match],
        *,
        address: str = "",
        port: int = 0,
        speed: Speed = Speed.NORMAL,
        turn_limit: float = TURN_LIMIT,
        turn_seconds: float = TURN_SECONDS,
        byte_order: ByteOrder = "little",
    ) -> None:
        """`turn_limit`: seconds for a command at full speed; a long limit lets a busy machine play the same match as a
        quick one. `turn_seconds`: how long a turn lasts at normal speed.
        """
        self._make_match = make_match
        self._byte_order: ByteOrder = byte_order
        self._speed = speed
        self._seconds = {Speed.NORMAL: turn_seconds, Speed.FAST: _FAST_SECONDS, Speed.MAX: turn_limit}
        self._stepping = False
        self._due: float | None = None
        self.most_connections = MOST_CONNECTIONS
        self.match: Match | None = None
        self.view: View | None = None
        self.teams = (Team(), Team())
        self.held = False
        """Whether to delay a match's beginning although both clients are connected."""
        super().__init__(address, (port,))

    @property
    def port(self) -> int:
        return self.numbers[0]

    @property
    def phase(self) -> Phase:
        """What the server is doing now."""
        if self.match is None:
            return Phase.WAITING
        return Phase.OVER if self.match.over else Phase.PLAYING

    @property
    def complete(self) -> bool:
        """Whether both clients are connected."""
        return all(team.connected for team in self.teams)

    @property
    def turn(self) -> int:
        return 0 if self.view is None else self.view.turn

    @property
    def speed(self) -> Speed:
        """What ends a turn; may be changed at any time."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        self._stepping = False
        self._due = None

    def step(self) -> None:
        """At manual speed, end the turn at the next poll, as the space bar does."""
        self._stepping = self._speed is Speed.MANUAL and self.phase is Phase.PLAYING

    def poll(self, now: float) -> list[Step]:
        """Serve the clients and play on as far as possible at `now` (seconds) without waiting; return the new steps."""
        self.receive(now)
        if self.match is None and self.complete and not self.held:
            self.begin()
        if self._due is None and self.phase is Phase.PLAYING:
            self._due = self._next_due(now)
        steps = self._play_turn(now) if self._turn_ends(now) else []
        self.tidy(now)
        return steps

    def begin(self) -> None:
        """Begin the match of the two teams."""
        self.match = self._make_match([team.name for team in self.teams])
        self._go_on()

    def wait(self, now: float, seconds: float) -> None:
        """Sleep until there may be something to do, at most `seconds`."""
        if self._due is not None:
            seconds = min(seconds, self._due - now)
        if self._turn_ends(now):
            seconds = 0.0
        self.sleep(seconds)

    def again(self, now: float) -> None:
        """Wait for two new clients. A match in progress is abandoned; data already queued for its clients is still
        sent.
        """
        self.let_leave(now)
        self.match = self.view = None
        self.teams = (Team(), Team())
        self._due = None

    def welcome(self, link: socket.socket, address: str, door: int, now: float) -> Connection:
        self._make_room(address, now)
        return Connection(link, address, now, self._byte_order)

    def _make_room(self, address: str, now: float) -> None:
        """Close the oldest connection that nobody waits for: one of `address` if that has too many, else one of the
        address with the most.
        """
        idle = [connection for connection in self.guests if connection.until is not None]
        counts = Counter(connection.address for connection in idle)
        if counts[address] >= MOST_FROM_ONE:
            self.let_go(next(connection for connection in idle if connection.address == address), now)
        elif len(self.guests) >= self.most_connections:
            crowded = max(counts.values())
            self.let_go(next(connection for connection in idle if counts[connection.address] == crowded), now)

    def hear(self, guest: Connection, now: float) -> None:
        for received in guest.receive():
            self.take(guest, received, now)
            if guest.lost:
                break

    def take(self, connection: Connection, received: Received, now: float) -> None:
        """Act on one message of a client."""
        match received:
            case Hello():
                self.greet(connection, received, now)
            case Command(turn=turn, headings=headings) if connection.team is not None:
                if turn == self.turn:
                    self.teams[connection.team].headings = headings
            case Message(text=text) if connection.team is not None:
                self.teams[connection.team].message = text
            case _:
                connection.send(MALFORMED)
                if connection.team is None:
                    connection.leave(now)

    def greet(self, connection: Connection, hello: Hello, now: float) -> None:
        """Give a client its team, or refuse it where no team is free for it."""
        free = [number for number in (hello.team, 1 - hello.team) if self._may_play(number, hello.name)]
        if not free:
            connection.send(MALFORMED)
            connection.leave(now)
            return
        team = self.teams[free[0]]
        team.name, team.connection, connection.until = hello.name, connection, None
        self.seat(connection, free[0])

    def seat(self, connection: Connection, number: int) -> None:
        """Answer a client's greeting with its team, and with the state of a match that is being played."""
        connection.team = number
        connection.send(bytes((number,)))
        if self.view is not None:
            connection.send(write_state(self.view, self._byte_order))

    def _may_play(self, number: int, name: str) -> bool:
        """Whether a client of this name may have a team: a free one, or the one it left during this match."""
        team = self.teams[number]
        return not team.connected and self.phase is not Phase.OVER and (self.match is None or team.name == name)

    def _turn_ends(self, now: float) -> bool:
        if self.phase is not Phase.PLAYING:
            return False
        waits = any(team.connected and team.headings is None for team in self.teams)
        late = self._due is not None and now >= self._due
        return late or self._stepping or (self._speed is Speed.MAX and not waits)

    def _play_turn(self, now: float) -> list[Step]:
        assert self.match is not None and self.view is not None
        for seat, team in enumerate(self.teams):
            said = None if team.message == self.view.teams[seat].message else team.message
            if team.headings is None and said is None:
                self.match.force(seat)
            else:
                refusal = self.match.offer(seat, Steer(team.headings or KEEP, said))
                assert refusal is None, refusal
            team.headings = None
        steps = self.match.tick(now)
        self._stepping = False
        self._due = self._next_due(now)
        self._go_on()
        if self.match.over:
            self.let_leave(now)
        return steps

    def let_leave(self, now: float) -> None:
        """Close both teams' connections after the data queued for them is sent."""
        for team in self.teams:
            if team.connection is not None:
                team.connection.leave(now)
                team.connection = None

    def _next_due(self, now: float) -> float | None:
        """Return when the next turn ends: a turn's length after the last one was due, or after now if that time has
        passed. None where no clock ends turns.
        """
        seconds = self._seconds.get(self._speed)
        if seconds is None:
            return None
        due = now if self._due is None or self._speed is Speed.MAX else self._due
        return due + seconds if due + seconds > now else now + seconds

    def _go_on(self) -> None:
        """Take the match's new view and send the state to the clients."""
        assert self.match is not None
        self.view = self.match.view(SPECTATOR)
        state = write_state(self.view, self._byte_order)
        for team in self.teams:
            if team.connection is not None:
                team.connection.send(state)

    def gone(self, guest: Connection, now: float) -> None:
        for team in self.teams:
            if team.connection is guest:
                team.connection = None
                if self.match is None:
                    team.name, team.message, team.headings = "", "", None
