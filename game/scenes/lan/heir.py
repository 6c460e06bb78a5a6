"""A guest's window as heir: it listens where the host may knock, and hosts the room where it is handed over.

Windows do so by themselves; nobody is asked, as the owner chooses and everybody is told.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import msgspec

from game.core.errors import SpokenError
from game.core.moving import remove_file
from game.ground import files, paths
from game.scenes.lan.actions import Client
from game.scenes.lan.link import Open, RoomHost
from game.scenes.process.host import HostPlan, Opened
from net.allowance import Allowance
from net.heirs import Handed, Heir, Heirs, Moved
from net.heirs import Opened as HeirOpened
from net.host.room.handed import HandedFile
from net.ledger.lines import new_signing_key, public_key, signing_installed
from net.limits import PORT
from net.messages import HostMessage, Told, Welcome

_OPENINGS = (1 / 60, 3)
"""Rate limit of rooms that hosts may have opened here: per second, and at once. Each starts a program."""


@dataclass(frozen=True)
class TakenRoom:
    """A room that this window hosts from now on."""

    plan: HostPlan
    host: RoomHost
    opened: Opened


class HeirDuty:
    """What a window does to be an heir, beside one connection to one room."""

    def __init__(self, client: Client, opener: Open, kept: Callable[[], Path], willing: Callable[[], bool]) -> None:
        """`kept`: returns a new file for a room between matches. `willing`: whether the window hosts no room yet."""
        self._client = client
        self._opener = opener
        self._kept = kept
        self._willing = willing
        self._openings = Allowance(*_OPENINGS)
        self._now = 0.0
        self._secret = b""
        self._listener: socket.socket | None = None
        self._file: Path | None = None
        self._plan: HostPlan | None = None
        self._host: RoomHost | None = None
        self._opened: Opened | None = None
        self.taken: TakenRoom | None = None
        """The room once it has moved here; whoever takes it on sets this to None."""

    def hear(self, message: HostMessage) -> None:
        """Follow what the host says about heirs."""
        match message:
            case Welcome(generation=generation):
                self._give_up()
                if generation and self._willing() and signing_installed():
                    self._secret = new_signing_key()
                    self._client.send(Heir(public_key(self._secret)))
            case Heirs(heirs=heirs) if self._secret and self._listener is None:
                key = public_key(self._secret)
                if any(one.key == key and not one.port for one in heirs):
                    self._listen(key)
            case Handed() if self._listener is not None and self._host is None and self._willing():
                self._open(message)
            case Told(key="net.log.not_moved"):
                self._give_up()
            case Moved(person=person) if person == self._client.person:
                if self._plan is not None and self._host is not None and self._opened is not None:
                    self._client.owner = self._opened.owner
                    self.taken = TakenRoom(self._plan, self._host, self._opened)
                    self._host = self._opened = None
            case _:
                pass

    def _listen(self, key: bytes) -> None:
        """Listen where the host of this room would be: on the usual port, or any where that is taken."""
        for port in (PORT, 0):
            with contextlib.suppress(OSError):
                self._listener = socket.create_server(("", port))
                break
        if self._listener is None:
            return
        self._listener.setblocking(False)
        self._client.send(Heir(key, self._listener.getsockname()[1]))

    def _open(self, handed: Handed) -> None:
        """Start a host for the room that was handed over, on the port where its host has knocked."""
        port = self._listener.getsockname()[1] if self._listener is not None else 0
        self._hang_up()
        if not self._openings.take(self._now):
            self._refuse()
            return
        self._file = paths.cache() / "heirs" / f"{uuid4().hex}.handed"
        room = self._client.room
        name = room.name if room is not None else handed.game
        password = self._client.password
        self._plan = HostPlan(
            handed.game, (), name, password, port=port, locked=bool(password), handed=self._file, keep=self._kept()
        )
        try:
            data = msgspec.msgpack.encode(HandedFile(handed, self._client.person, self._secret))
            files.write_whole(self._file, data, mode=0o600)
            self._host = self._opener(self._plan)
        except (OSError, SpokenError):
            self._refuse()

    def poll(self, now: float) -> None:
        """Let the host knock, and follow the host that was started here. Never waits."""
        self._now = now
        if self._listener is not None:
            with contextlib.suppress(OSError):
                self._listener.accept()[0].close()
        if self._host is None or self._opened is not None:
            return
        try:
            self._opened = self._host.poll(now)
        except SpokenError:
            self._host = None
            self._refuse()
            return
        if self._opened is not None:
            self._client.send(HeirOpened(self._opened.port))

    def _refuse(self) -> None:
        self._give_up()
        self._client.send(HeirOpened(0))

    def _give_up(self) -> None:
        """End a host that nobody came to."""
        host, self._host, self._opened, self._secret = self._host, None, None, b""
        if host is not None:
            host.close()
        self._hang_up()
        if self._file is not None:
            with contextlib.suppress(OSError):
                remove_file(self._file)
            self._file = None

    def _hang_up(self) -> None:
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def close(self) -> None:
        """Listen no more, and end a host that was not taken on."""
        self._give_up()
