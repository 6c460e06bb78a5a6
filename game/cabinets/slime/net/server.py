"""The Slime contest server: two clients play one Match over the protocol of docs/slime-contest.md.

It is polled and told the time, like every feed: a window calls `poll` once a frame and shows `match` and `teams`,
a program without a window calls `wait` between polls.
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
"""Connections of one address that play no team: of more, the oldest gives way."""


class Speed(StrEnum):
    """When a turn ends."""

    MANUAL = "manual"
    """When `step` is called."""
    NORMAL = "normal"
    """After a second: the contest."""
    FAST = "fast"
    """After a tenth of a second."""
    MAX = "max"
    """When every connected client has commanded, at the latest after the limit of a turn."""


_SECONDS = {Speed.NORMAL: 1.0, Speed.FAST: 0.1}
TURN_LIMIT = 1.0
"""Seconds of a turn at full speed in which a client may command, unless told otherwise."""


class Phase(StrEnum):
    """What the server is doing."""

    WAITING = "waiting"
    """Two clients have not come yet."""
    PLAYING = "playing"
    OVER = "over"


@dataclass
class Team:
    """One of the two teams: who plays it and what it said and commanded."""

    name: str = ""
    message: str = ""
    connection: Connection | None = None
    headings: Headings | None = None
    """The latest command for the turn that is being waited for."""

    @property
    def connected(self) -> bool:
        """Whether its client is there."""
        return self.connection is not None


class SlimeServer(Reception[Connection]):
    """Listens for two clients and leads their match.

    `make_match` is asked for a match of these two names once both have come.
    """

    def __init__(
        self,
        make_match: Callable[[Sequence[str]], Match],
        *,
        address: str = "",
        port: int = 0,
        speed: Speed = Speed.NORMAL,
        turn_limit: float = TURN_LIMIT,
        byte_order: ByteOrder = "little",
    ) -> None:
        """`turn_limit`: seconds for a command at full speed; where it is long, a busy machine changes no match."""
        self._make_match = make_match
        self._byte_order: ByteOrder = byte_order
        self._speed = speed
        self._seconds = {**_SECONDS, Speed.MAX: turn_limit}
        self._stepping = False
        self._due: float | None = None
        self.match: Match | None = None
        self.view: View | None = None
        self.teams = (Team(), Team())
        self.held = False
        """Whether a match waits to begin although both clients are there."""
        super().__init__(address, (port,))

    @property
    def port(self) -> int:
        return self.numbers[0]

    @property
    def phase(self) -> Phase:
        """What it does at present."""
        if self.match is None:
            return Phase.WAITING
        return Phase.OVER if self.match.over else Phase.PLAYING

    @property
    def complete(self) -> bool:
        """Whether both clients are there."""
        return all(team.connected for team in self.teams)

    @property
    def turn(self) -> int:
        return 0 if self.view is None else self.view.turn

    @property
    def speed(self) -> Speed:
        """When a turn ends; it may be changed at any time."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        self._stepping = False
        self._due = None

    def step(self) -> None:
        """At manual speed, end the turn with the next poll: what the space bar does."""
        self._stepping = self._speed is Speed.MANUAL and self.phase is Phase.PLAYING

    def poll(self, now: float) -> list[Step]:
        """Serve the clients and go on as far as is possible at `now` (seconds) without waiting; what came of it."""
        self.receive(now)
        if self.match is None and self.complete and not self.held:
            self.match = self._make_match([team.name for team in self.teams])
            self._go_on()
        if self._due is None and self.phase is Phase.PLAYING:
            self._due = self._next_due(now)
        steps = self._play_turn(now) if self._turn_ends(now) else []
        self.tidy(now)
        return steps

    def wait(self, now: float, seconds: float) -> None:
        """Sleep until there may be something to do, at most so long."""
        if self._due is not None:
            seconds = min(seconds, self._due - now)
        if self._turn_ends(now):
            seconds = 0.0
        self.sleep(seconds)

    def again(self, now: float) -> None:
        """Wait for two clients again. A match that goes on is given up; its clients may read what they were told."""
        self._let_leave(now)
        self.match = self.view = None
        self.teams = (Team(), Team())
        self._due = None

    def welcome(self, link: socket.socket, address: str, door: int, now: float) -> Connection:
        self._make_room(address, now)
        return Connection(link, address, now, self._byte_order)

    def _make_room(self, address: str, now: float) -> None:
        """Let the oldest connection that plays no team give way: of that address where it has many, else of whoever
        has the most."""
        idle = [connection for connection in self.guests if connection.team is None]
        counts = Counter(connection.address for connection in idle)
        if counts[address] >= MOST_FROM_ONE:
            self.let_go(next(connection for connection in idle if connection.address == address), now)
        elif len(self.guests) >= MOST_CONNECTIONS:
            crowded = max(counts.values())
            self.let_go(next(connection for connection in idle if counts[connection.address] == crowded), now)

    def hear(self, guest: Connection, now: float) -> None:
        for received in guest.receive():
            self._take(guest, received, now)
            if guest.lost:
                break

    def _take(self, connection: Connection, received: Received, now: float) -> None:
        match received:
            case Hello():
                self._greet(connection, received, now)
            case Command(turn=turn, headings=headings) if connection.team is not None:
                if turn == self.turn:
                    self.teams[connection.team].headings = headings
            case Message(text=text) if connection.team is not None:
                self.teams[connection.team].message = text
            case _:
                connection.send(MALFORMED)
                if connection.team is None:
                    connection.leave(now)

    def _greet(self, connection: Connection, hello: Hello, now: float) -> None:
        """Give a client its team, or refuse it where there is none for it."""
        free = [number for number in (hello.team, 1 - hello.team) if self._may_play(number, hello.name)]
        if not free:
            connection.send(MALFORMED)
            connection.leave(now)
            return
        connection.team, connection.until = free[0], None
        team = self.teams[free[0]]
        team.name, team.connection = hello.name, connection
        connection.send(bytes(free[:1]))
        if self.view is not None:
            connection.send(write_state(self.view, self._byte_order))

    def _may_play(self, number: int, name: str) -> bool:
        """Whether a client of this name may have a team: a free one, or its own that it left during the match."""
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
            self._let_leave(now)
        return steps

    def _let_leave(self, now: float) -> None:
        """Say nothing more to who plays, and let them go."""
        for team in self.teams:
            if team.connection is not None:
                team.connection.leave(now)
                team.connection = None

    def _next_due(self, now: float) -> float | None:
        """When the next turn ends: as long after the last as it should have ended, unless that is missed already."""
        seconds = self._seconds.get(self._speed)
        if seconds is None:
            return None
        due = now if self._due is None or self._speed is Speed.MAX else self._due
        return due + seconds if due + seconds > now else now + seconds

    def _go_on(self) -> None:
        """Look at the match as it stands, and tell the clients."""
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
