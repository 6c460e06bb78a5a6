"""A guest's window as heir: it listens where the host may knock, and hosts the room where it is handed over, or where
its host is lost.

A room is handed over without a question here, as its owner chooses and everybody is told. Where the host is lost, the
person here may say no.
"""

from __future__ import annotations

import contextlib
import socket
from collections import deque
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
from net.client.knocking import LOOKS_FROM, Elders
from net.client.succession import Holding, Turn, turn_of
from net.heirs import LONGEST_ADDRESS, LOST, Handed, Heir, Heirs, Kept, Moved
from net.heirs import Opened as HeirOpened
from net.host.room.handed import HandedFile
from net.ledger.lines import new_signing_key, public_key, signing_installed
from net.limits import PORT
from net.messages import Dropped, HostMessage, Told, Welcome
from net.parts import DropReason
from net.states import ClientState
from net.wire import pack

_AHEAD = 5.0
"""Seconds before a host counts as lost from which its first heir loads the program that would open the room, which
takes a slow computer some seconds.
"""
_FAREWELL = 1.0
"""Seconds for which a connection stays open after its last word."""
_MOST_LEAVING = 8
"""The most such connections, and the most that are taken at once: whoever knocks without end costs no frame."""
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
        self._prepared: tuple[HostPlan, RoomHost] | None = None
        """The program that will open the room of a host which seems lost, and has opened none yet."""
        self._host: RoomHost | None = None
        self._opened: Opened | None = None
        self._holding = Holding()
        self._leaving: deque[tuple[float, socket.socket]] = deque()
        """Connections that were told a last word, each with the time of that."""
        self._lost_room: Handed | None = None
        """The room of a lost host that is being opened here; None for none."""
        self._elders = Elders()
        self._gone: set[int] = set()
        """The heirs before this one that are lost with the host: computers play for them where the room opens here."""
        self._knocked = False
        """Whether another window of the room has knocked since the host was lost."""
        self.taken: TakenRoom | None = None
        """The room once it has moved here; whoever takes it on sets this to None."""

    def hear(self, message: HostMessage) -> None:
        """Follow what the host says about heirs."""
        self._holding.hear(message)
        match message:
            case Welcome(generation=generation):
                self._give_up()
                if generation and self.taken is None and self._willing() and signing_installed():
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
                    self._host = self._opened = self._lost_room = None
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
        prepared = self._take_prepared()
        plan, host = prepared or (self._planned(handed.game), None)
        self._hang_up()
        if host is None and not self._openings.take(self._now):
            self._refuse()
            return
        assert plan.handed is not None
        self._plan, self._file = plan, plan.handed
        try:
            files.write_whole(self._file, msgspec.msgpack.encode(self._handed_file(handed)), mode=0o600)
            self._host = host or self._opener(plan)
        except (OSError, SpokenError):
            if host is not None:
                host.close()
            self._refuse()
            return
        if host is not None:
            host.go_on()

    def _planned(self, game: str, *, prepared: bool = False) -> HostPlan:
        """Return the plan of the room as it would be open here, on the port where its host has knocked."""
        port = self._listener.getsockname()[1] if self._listener is not None else 0
        room, password = self._client.room, self._client.password
        name = room.name if room is not None else game
        file, kept = paths.cache() / "heirs" / f"{uuid4().hex}.handed", self._kept()
        return HostPlan(
            game, (), name, password, port=port, locked=bool(password), handed=file, prepared=prepared, keep=kept
        )

    def _take_prepared(self) -> tuple[HostPlan, RoomHost] | None:
        """Return what was prepared for the room of a lost host; where another one is opened, end that."""
        prepared, self._prepared = self._prepared, None
        if prepared is not None and self._lost_room is None:
            prepared[1].close()
            return None
        return prepared

    def _prepare(self) -> None:
        """Load the program while the host seems lost and this heir's turn has come or is the first; else end it."""
        following, kept = self._client.following, self._holding.kept
        silence, closed = following.silence, self._client.state is ClientState.CLOSED
        turn = turn_of(following.heirs, self._client.person, max(silence, LOST), following.words)
        mine = turn is not None and turn.person == self._client.person
        if kept is None or not mine or silence < LOST - _AHEAD or closed or not self.may_open:
            self._take_prepared()
        elif self._prepared is None and self._openings.take(self._now):
            plan = self._planned(kept.game, prepared=True)
            with contextlib.suppress(SpokenError):
                self._prepared = plan, self._opener(plan)

    def _handed_file(self, handed: Handed) -> HandedFile:
        """Return what the host that opens a room here is given; where its host is lost, also whom it may meet."""
        client, talk = self._client, self._holding.talk
        if self._lost_room is None:
            return HandedFile(handed, client.person, self._secret, talk)
        at = client.address
        heirs = client.following.reachable(client.person, at.host)
        address = at.host if len(at.host) <= LONGEST_ADDRESS else ""
        return HandedFile(handed, client.person, self._secret, talk, heirs, address, at.port, tuple(sorted(self._gone)))

    def poll(self, now: float) -> None:
        """Let the host knock, and follow the host that was started here. Never waits."""
        self._now = now
        self._look_for_elders()
        if self._lost_room is None:
            self._prepare()
        turn = self.turn
        self._answer_knocks(lost=turn is not None)
        if turn is not None and turn.person == self._client.person and turn.seconds <= 0 and self._is_wanted:
            self.open_here()
        if self._host is None or self._opened is not None:
            return
        try:
            self._opened = self._host.poll(now)
        except SpokenError:
            self._host = None
            self._refuse()
            return
        if self._opened is not None and self._lost_room is not None:
            person, generation = self._client.person, self._lost_room.generation
            self._client.owner = self._opened.owner
            self._client.go_to(Moved(person, generation, "127.0.0.1", self._opened.port, public_key(self._secret)))
        elif self._opened is not None:
            self._client.send(HeirOpened(self._opened.port))

    # A lost host.

    def _look_for_elders(self) -> None:
        """Leave out the heirs before this one that are lost, too; while the room is opened here, keep who they are."""
        client, following = self._client, self._client.following
        if self._listener is None or self._lost_room is not None:
            return
        elders = following.elders(client.person, client.address.host) if following.silence >= LOOKS_FROM else {}
        self._gone = self._elders.gone(following.silence, elders)
        for person in self._gone:
            following.said(person, "not_here")

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is to open the room of a lost host; None while it is not lost, and once it is opened here."""
        following = self._client.following
        if self._lost_room is not None or self._client.state is ClientState.CLOSED:
            return None
        return turn_of(following.heirs, self._client.person, following.silence, following.words)

    @property
    def may_open(self) -> bool:
        """Whether the room could be opened here."""
        return self._listener is not None and self._holding.kept is not None and self._willing()

    @property
    def past(self) -> bytes:
        """The log of the match as a host before the present one told it to this heir; empty for none."""
        return self._holding.past

    @property
    def held(self) -> Kept | None:
        """The room as the host last told it to this heir; None where it told none."""
        return self._holding.kept

    @property
    def opening(self) -> bool:
        """Whether the room of a lost host is being opened here."""
        return self._lost_room is not None

    @property
    def _is_wanted(self) -> bool:
        """Whether somebody would come: who has merely lost the network themselves must not open a room for nobody."""
        kept = self._holding.kept
        return self.may_open and kept is not None and (self._knocked or len(kept.windows) <= 1)

    def open_here(self) -> None:
        """Open the room of the lost host on this computer."""
        handed = self._holding.handed()
        if not self.may_open or handed is None or self._lost_room is not None:
            self.not_here()
            return
        self._lost_room = handed
        self._open(handed)

    def not_here(self) -> None:
        """Leave it to the next heir, and tell whoever knocks."""
        self._client.following.said(self._client.person, "not_here")

    def _answer_knocks(self, *, lost: bool) -> None:
        """Take connections, and tell who looks for a lost host's room what becomes of it here."""
        if self._listener is None:
            return
        with contextlib.suppress(OSError):
            for _ in range(_MOST_LEAVING):
                link = self._listener.accept()[0]
                if lost:
                    refused = self._client.person in self._client.following.words or not self.may_open
                    self._knocked = True
                    self._say(link, "not_here" if refused else "opening")
                    self._leaving.append((self._now, link))
                else:
                    link.close()
        while self._leaving and (self._now > self._leaving[0][0] + _FAREWELL or len(self._leaving) > _MOST_LEAVING):
            self._leaving.popleft()[1].close()

    @staticmethod
    def _say(link: socket.socket, word: DropReason) -> None:
        """Say a last word; the connection stays for a moment, as closing it with unread bytes would lose that."""
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.sendall(pack(Dropped(word)))
            link.shutdown(socket.SHUT_WR)

    def _refuse(self) -> None:
        lost = self._lost_room is not None
        self._give_up()
        if lost:
            self.not_here()
        else:
            self._client.send(HeirOpened(0))

    def _give_up(self) -> None:
        """End a host that nobody came to."""
        host, self._host, self._opened, self._secret = self._host, None, None, b""
        self._lost_room, self._knocked = None, False
        self._take_prepared()
        if host is not None:
            host.close()
        self._hang_up()
        if self._file is not None:
            with contextlib.suppress(OSError):
                remove_file(self._file)
            self._file = None

    def _hang_up(self) -> None:
        self._elders.close()
        while self._leaving:
            self._leaving.popleft()[1].close()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def close(self) -> None:
        """Listen no more, and end a host that was not taken on."""
        self._give_up()
