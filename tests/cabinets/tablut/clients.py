"""Players of the Tablut competition for tests: raw sockets, and a server whose clock the test owns."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from random import Random
from typing import Any

from game.cabinets.tablut.net.wire import Colour, Messages, Position, framed, read_position, told_move
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.rules.state import listed, routes_of
from game.cabinets.tablut.scenes.contest import Contest, ContestFeed, ContestPlan
from tests.processes import PATIENCE

SIDES: dict[str, int] = {"WHITE": b.DEFENDER, "BLACK": b.ATTACKER}


class Client:
    """One player, which never waits."""

    def __init__(self, room: Room, colour: Colour, name: Any = "Player") -> None:
        self.room = room
        self.colour = colour
        self.link = socket.create_connection(("127.0.0.1", room.contest.server.ports[colour]), timeout=PATIENCE)
        self.link.setblocking(False)
        self.positions: list[Position] = []
        self.closed = False
        self.other: list[bytes] = []
        self._messages = Messages()
        if name is not None:
            self.send(framed(name))

    def send(self, data: bytes) -> None:
        self.link.sendall(data)

    def move(self, origin: int, target: int) -> None:
        self.send(framed(told_move(origin, target, self.colour)))

    def hear(self) -> None:
        """Take what has come."""
        try:
            data = self.link.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.closed = self.closed or not data
        for message in self._messages.feed(data):
            if message.startswith(b"{"):
                self.positions.append(read_position(message))
            else:
                self.other.append(message)

    @property
    def turn(self) -> str:
        return self.positions[-1].turn if self.positions else ""

    @property
    def ended(self) -> bool:
        return self.turn not in ("", "WHITE", "BLACK")

    def escapes(self) -> list[tuple[int, int]]:
        """The moves of the king that win at once."""
        squares = self.positions[-1].squares()
        board = b.new_board(squares, SIDES[self.turn], PRESETS[self.room.contest.plan.rules])
        return [(squares.index(b.KING), target) for target in routes_of(board)] if self.turn == "WHITE" else []

    def legal(self) -> list[tuple[int, int]]:
        position = self.positions[-1]
        law = PRESETS[self.room.contest.plan.rules]
        return listed(b.new_board(position.squares(), SIDES[position.turn], law))


class Room:
    """A contest polled by hand."""

    def __init__(self, **plan: Any) -> None:
        self.contest = Contest(ContestPlan(address="127.0.0.1", port=0, seed=1, **({"record": False} | plan)), {})
        self.now = 0.0
        self.clients: list[Client] = []

    def client(self, colour: Colour, name: Any = "Player") -> Client:
        client = Client(self, colour, name)
        self.clients.append(client)
        return client

    def pair(self) -> tuple[Client, Client]:
        """White and black, and their match has begun."""
        pair = self.client("white", "Aurora"), self.client("black", "Fenrir")
        self.until(lambda: bool(pair[0].positions and pair[1].positions))
        return pair

    @property
    def feed(self) -> ContestFeed:
        assert self.contest.feed is not None
        return self.contest.feed

    def poll(self) -> None:
        self.contest.poll(self.now)
        if self.contest.feed is not None:
            self.contest.feed.poll(self.now)
            self.contest.poll(self.now)
        for client in self.clients:
            client.hear()

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            self.poll()

    def play(self, white: Client, black: Client, seed: int) -> str:
        """Both play any moves, and the king escapes where he can; how it ended."""
        chance = Random(seed)
        while not (white.ended and black.ended):
            mover = white if white.turn == "WHITE" else black
            count = len(white.positions), len(black.positions)
            if not mover.ended:
                moves = mover.legal()
                mover.move(*chance.choice([move for move in moves if move in mover.escapes()] or moves))
            self.until(lambda count=count: len(white.positions) > count[0] and len(black.positions) > count[1])  # type: ignore[misc]
        assert white.positions[-1] == black.positions[-1]
        return white.turn

    def close(self) -> None:
        for client in self.clients:
            client.link.close()
        self.contest.close()
