"""The server of a Slime night: clients wait in a hall, known by their names, until their team is called.

A client that waits has no answer to its greeting yet; it is answered when its match begins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from game.cabinets.slime.net.connection import Connection
from game.cabinets.slime.net.server import MOST_CONNECTIONS, Phase, SlimeServer, Team
from game.cabinets.slime.net.wire import MALFORMED, Hello, Received
from game.core.match.match import Match

MOST_EARLY = 64
"""The most messages that a client may send before it is answered; one that sends more is sent away."""
MOST_REFUSED = 32
"""The most refusals that are kept until they are told."""


class Refused(StrEnum):
    """Why a client may not wait in the hall."""

    UNKNOWN = "unknown"
    """No team of the night has its name."""
    TAKEN = "taken"
    """Another client of that name is here."""
    FLOOD = "flood"
    """It sent too much without being asked."""


class Refusal(NamedTuple):
    """A client that was sent away."""

    name: str
    address: str
    why: Refused


class HallServer(SlimeServer):
    """Plays the matches of the teams that are called, and lets all others wait."""

    def __init__(self, make_match: Callable[[Sequence[str]], Match], names: Collection[str], **more: Any) -> None:
        """`names`: those of all teams, as their clients send them. Raises ListenError."""
        super().__init__(make_match, **more)
        self._names = frozenset(names)
        self._inside: dict[str, Connection] = {}
        self.called = False
        """Whether two teams are called; their names are in `teams`."""
        self.refused: list[Refusal] = []
        """Clients that were sent away, until somebody tells of them."""
        self.most_connections = MOST_CONNECTIONS + 2 * len(self._names)

    def is_here(self, name: str) -> bool:
        """Whether a team's client is connected, waiting or playing."""
        connection = self._inside.get(name)
        return connection is not None and not connection.leaving and not connection.lost

    def call(self, names: tuple[str, str]) -> None:
        """Call two teams to play as A and B; the match begins once both are here and it is not held."""
        self.called = True
        self.teams = (Team(names[0]), Team(names[1]))
        for team in self.teams:
            if self.is_here(team.name):
                team.connection = self._inside[team.name]

    def withdraw(self) -> None:
        """Take a call back before its match began; who came goes on waiting."""
        self.called = False
        self.teams = (Team(), Team())

    def again(self, now: float) -> None:
        super().again(now)
        self.called = False

    def begin(self) -> None:
        connections = [team.connection for team in self.teams]
        for number, connection in enumerate(connections):
            if connection is not None:
                connection.team = number
                connection.send(bytes((number,)))
        super().begin()
        for connection in connections:
            if connection is not None:
                self._hear_early(connection)

    def take(self, connection: Connection, received: Received, now: float) -> None:
        if connection.name is None or connection.team is not None:
            super().take(connection, received, now)
        elif not connection.leaving:
            connection.early.append(received)
            if len(connection.early) > MOST_EARLY:
                self._refuse(connection, connection.name, Refused.FLOOD, now)

    def greet(self, connection: Connection, hello: Hello, now: float) -> None:
        name = hello.name
        if name not in self._names:
            self._refuse(connection, name, Refused.UNKNOWN, now)
        elif self.is_here(name):
            self._refuse(connection, name, Refused.TAKEN, now)
        else:
            connection.name, connection.until = name, None
            self._inside[name] = connection
            for number, team in enumerate(self.teams):
                if self.called and team.name == name and self.phase is not Phase.OVER:
                    team.connection = connection
                    if self.match is not None:
                        self.seat(connection, number)

    def _refuse(self, connection: Connection, name: str, why: Refused, now: float) -> None:
        if len(self.refused) < MOST_REFUSED:
            self.refused.append(Refusal(name, connection.address, why))
        for team in self.teams:
            if team.connection is connection:
                team.connection = None
        connection.send(MALFORMED)
        connection.leave(now)

    def _hear_early(self, connection: Connection) -> None:
        """Act on what a client sent before it was answered."""
        early, connection.early = connection.early, []
        for received in early:
            super().take(connection, received, 0.0)

    def gone(self, guest: Connection, now: float) -> None:
        if guest.name is not None and self._inside.get(guest.name) is guest:
            del self._inside[guest.name]
        for team in self.teams:
            if team.connection is guest:
                team.connection = None
