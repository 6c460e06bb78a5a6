"""A player's or spectator's end of a LAN match: a non-blocking socket, polled once a frame.

It connects, greets, proves the password, and reconnects by itself after a lost connection. Messages of the host are
handed on in order; their meaning for the connection is in `state`, `room`, `person` and `error`.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import time
from collections.abc import Mapping, Sequence

from net.address import Address
from net.changes import StrangeChangeError, applied
from net.client.following import Following
from net.client.knocking import IN_PROGRESS, attempted
from net.client.lookup import Lookup
from net.client.mix_watch import MixWatch
from net.errors import (
    TRY_AGAIN,
    HostGoneError,
    LanError,
    PasswordError,
    ProtocolError,
    TimedOutError,
    UnknownHostError,
    connection_error,
    dropped_error,
)
from net.heirs import Moved
from net.ledger.lines import signing_installed
from net.limits import FRAME_FROM_DOOR, FRAME_FROM_HOST, PING, PROTOCOL, ROUNDS, SILENCE
from net.messages import (
    Begun,
    Bye,
    Challenge,
    Changed,
    Dropped,
    Hello,
    HostMessage,
    Ping,
    Pong,
    Proof,
    Rejected,
    RoomChanged,
    RoomState,
    Told,
    Welcome,
)
from net.mix import Salt
from net.parts import ToHost
from net.proof import KeyDerivation, mac_of, new_secret
from net.states import CLIENT, ClientEvent, ClientState, Trigger, expected
from net.wire import FrameReader, UnknownTypeError, WireError, host_message, pack

CONNECT = 5.0
"""Seconds allowed for resolving the host's name and connecting to its port."""
GREETING = 15.0
"""Seconds allowed from connecting to `welcome`; hosts delay their answer to a wrong password."""
PATIENCE = 120.0
"""Seconds for which a program without a person looks for a host whose connection was lost."""
_FIRST_WAIT, _LONGEST_WAIT = 0.25, 4.0
FAREWELL = 0.25
"""The most seconds that a goodbye takes, whatever the host does."""
SEEKING = 3.0
"""Seconds that one heir of a lost host has to answer, for each of connecting and greeting."""
_SEEK_WAIT = 0.4
"""Seconds between two attempts at heirs."""
KNOCKS = 4
"""Number of new attempts when a host says that too many connections came at once."""
_STAMP = (1 << 31) - 1
_MOST_READ = 1 << 20
"""Bytes read in one poll, so that a long past does not delay a frame."""
_MOST_TAKEN = 1000
"""Number of messages after which one poll reads no more."""
_NO_SEAT = {"playing", "full"}
_INSIDE = {ClientState.ROOM, ClientState.MATCH}


class LanClient:
    """One person's connection to a room. Call `poll` every frame; it never waits.

    With `persevere`, it keeps looking for a host that cannot be reached from the start, as it does after a lost
    connection. It looks for `patience` seconds; use infinity where a person can stop it.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        games: Mapping[str, int],
        *,
        watch: bool = False,
        password: str = "",
        token: bytes = b"",
        owner: bytes = b"",
        persevere: bool = False,
        patience: float = PATIENCE,
        program: bool = False,
        browser: bool = False,
        languages: Sequence[str] = (),
    ) -> None:
        self.address = address
        self.name = name
        self.games = dict(games)
        self.watch = watch
        self.password = password
        self.token = token
        """Token that proves to the host that we are the same person; worth keeping on the disk."""
        self.owner = owner
        self.state = ClientState.CONNECTING
        self.error: LanError | None = None
        """The reason for the state CLOSED; None in other states and after a plain `close`."""
        self.room: RoomState | None = None
        self.room_id = ""
        """Id of the room that this client was let into; empty before, and of hosts that tell none."""
        self.person = 0
        self.latency: int | None = None
        """Milliseconds of the last round trip; None before the first."""
        self._socket: socket.socket | None = None
        self._lookup: Lookup | None = None
        self._reader = FrameReader(FRAME_FROM_DOOR)
        self._out = bytearray()
        self._nonce = b""
        self._challenge: Challenge | None = None
        """The challenge that still has to be answered by a proof of the password; None if there is none."""
        self._key: KeyDerivation | None = None
        self._received: list[HostMessage] = []
        self._since: float | None = None
        """Time at which the present state began."""
        self._heard = 0.0
        self._pinged = 0.0
        self._stamp = 0
        self._welcomed = persevere
        self._patience = patience
        self._program, self._browser = program, browser
        self.languages = tuple(languages)
        """The languages that the person reads, told when the connection begins."""
        self._mix = MixWatch()
        self._knocks = 0
        self.following = Following()
        self._moving: Moved | None = None
        """Where the room has moved, until this connection ends."""
        self._heir: Moved | None = None
        """The heir of a lost host at whom the present attempt is made; None for the room's own address."""
        self._looks_on = False
        """Whether an heir of a lost host, who does not know us, had no seat for us: then we come in to look on."""
        self._lost_since: float | None = None
        self._wait = _FIRST_WAIT

    # Interface for scenes.

    def poll(self, now: float) -> list[HostMessage]:
        """Continue without waiting. Return the host's messages, and lines for the log of the connection among them."""
        if self._since is None:
            self._since = now
        self._mind_silence(now)
        match self.state:
            case ClientState.CONNECTING:
                self._connect(now)
            case ClientState.LOST:
                self._retry(now)
            case ClientState.CLOSED:
                pass
            case _:
                self._exchange(now)
        received, self._received = self._received, []
        return received

    def send(self, message: ToHost) -> None:
        """Queue a message for the next poll; dropped unless connected to a room."""
        if self.state in _INSIDE:
            self._out += pack(message)

    @property
    def connected(self) -> bool:
        """Whether the client is in a room."""
        return self.state in _INSIDE

    @property
    def seat(self) -> int | None:
        """The seat that this client's person holds in the room; None if none."""
        if self.room is None:
            return None
        return next((seat for seat, state in enumerate(self.room.seats) if state.person == self.person), None)

    def fileno(self) -> int:
        """Return the socket's file descriptor, for programs that wait on it; -1 if there is none."""
        return -1 if self._socket is None else self._socket.fileno()

    def leave(self) -> None:
        """Leave on purpose: the host frees the seat at once. Waits at most FAREWELL seconds for the host to hear it."""
        if self.state in _INSIDE and self._socket is not None:
            self.send(Bye())
            with contextlib.suppress(OSError):
                _say_goodbye(self._socket, bytes(self._out), time.monotonic() + FAREWELL)
        self.close()

    def give_up(self, error: LanError) -> None:
        """Leave because of something that the host said; `error` becomes the reason for the state CLOSED."""
        if self.state is ClientState.CLOSED:
            return
        self.send(Bye())
        with contextlib.suppress(OSError):
            self._flush()
        self._close_with(error, self._heard)

    def close(self) -> None:
        """Close the connection without a goodbye; the host keeps the seat for the grace time. May be called twice."""
        self._hang_up()
        if self.state is not ClientState.CLOSED:
            self._move(ClientEvent.FAILED, self._heard)

    def go_to(self, moved: Moved) -> None:
        """Go on at this computer, where the room of a lost host was opened."""
        self.following.opened(moved)
        self._seek()

    # A lost host.

    def _mind_silence(self, now: float) -> None:
        """Count how long the host has been silent; leave an attempt at its address once its heirs are to be tried."""
        following = self.following
        if not self._welcomed or self.state is ClientState.CLOSED:
            return
        sought = following.seeks
        following.grow_silent(now)
        if following.seeks and not sought and self.state not in _INSIDE and signing_installed():
            self._seek()

    def _seek(self) -> None:
        """Try the next heir at once."""
        if self.state is ClientState.CLOSED:
            return
        self._hang_up()
        self._heir, self._wait = None, 0.0
        self._lost_since = self._heard if self._lost_since is None else self._lost_since
        if self.state is not ClientState.LOST:
            self._move(ClientEvent.LOST, self._since or self._heard)

    @property
    def _at(self) -> Address:
        """The address of the present attempt."""
        found = self.following.address(self._heir, self.person, self.address.host) if self._heir else None
        return found or self.address

    # Connecting.

    def _connect(self, now: float) -> None:
        assert self._since is not None
        at = self._at
        if now - self._since > (SEEKING if self.following.seeks else CONNECT):
            self._fail(TimedOutError("net.error.timed_out", address=at.host, port=at.port), now)
            return
        if self._socket is None:
            target = self._target(now)
            if target is None:
                return
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            self._socket.setblocking(False)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if not self.following.seeks:
                self._log("connecting", address=at.host, port=at.port)
            self._check(self._socket.connect_ex((target, at.port)), now)
            return
        self._check(attempted(self._socket), now)

    def _target(self, now: float) -> str | None:
        """Return the host's IPv4 address once its name is resolved; None before."""
        lookup = self._lookup = self._lookup or Lookup(self._at.host)
        if lookup.failed:
            self._fail(UnknownHostError("net.error.unknown_host", address=self.address.host), now)
        return lookup.found

    def _check(self, number: int, now: float) -> None:
        """Continue according to the system's error number for the attempt to connect."""
        if number == 0:
            self._move(ClientEvent.CONNECTED, now)
            self._heard = now
            self._nonce = new_secret()
            watch = self.watch or self._looks_on or (self.room is not None and self.seat is None)
            heir, token, owner = self._heir, self.token, self.owner
            if heir is not None:
                token = self.following.token_for(token, self.room_id, heir)
                owner = owner if heir.person == self.person else b""
            hello = Hello(
                PROTOCOL,
                self.name,
                self._nonce,
                self.games,
                watch,
                token,
                owner,
                self._program,
                self._browser,
                self.languages,
            )
            self._out += pack(hello)
            self._exchange(now)
        elif number not in IN_PROGRESS:
            self._fail(connection_error(number, self._at.host, self._at.port), now)

    def _retry(self, now: float) -> None:
        """Connect again after a wait that doubles each time; where the host is lost, at its heirs in turn."""
        assert self._since is not None
        assert self._lost_since is not None
        if now - self._since >= self._wait:
            if self.following.seeks and signing_installed():
                self._heir = self.following.moved = self.following.next_heir(self.person, self.address.host)
                self._wait = _SEEK_WAIT
            else:
                self._wait = min(self._wait * 2, _LONGEST_WAIT)
            self._move(ClientEvent.RETRIED, now)
            self._connect(now)

    # Talking.

    def _exchange(self, now: float) -> None:
        """Send what is queued and take in what arrived."""
        try:
            self._answer_challenge()
            self._flush()
            self._receive(now)
            if self.state in _INSIDE:
                self._mind_time(now)
                self._flush()
        except WireError:
            self._end(ProtocolError("net.error.host_garbled"), now)
        except OSError as error:
            self._fail(connection_error(error.errno or 0, self._at.host, self._at.port), now)
        patience = SEEKING if self.following.seeks else GREETING
        if self.state in {ClientState.GREETING, ClientState.PROVING} and now - (self._since or now) > patience:
            self._fail(TimedOutError("net.error.silent", address=self._at.host, port=self._at.port), now)

    def _flush(self) -> None:
        if self._socket is None or not self._out:
            return
        try:
            sent = self._socket.send(self._out)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            if error.errno not in {errno.EPIPE, errno.ECONNRESET, errno.ECONNABORTED}:
                raise
            self._out.clear()  # the host's reason for hanging up may still be waiting to be read
            return
        del self._out[:sent]

    def _receive(self, now: float) -> None:
        room = _MOST_READ
        before = len(self._received)
        while self._socket is not None and room > 0 and len(self._received) - before < _MOST_TAKEN:
            try:
                data = self._socket.recv(1 << 16)
            except (BlockingIOError, InterruptedError):
                return
            if not data:
                raise ConnectionResetError(errno.ECONNRESET, "")
            room -= len(data)
            self._heard = now
            if self.state in _INSIDE:
                self.following.heard()
            for body in self._reader.feed(data):
                with contextlib.suppress(UnknownTypeError):
                    self._take(host_message(body), now)
                if self._socket is None:
                    return

    def _take(self, message: HostMessage, now: float) -> None:
        if not expected(self.state, type(message)):
            raise WireError("unexpected")
        match message:
            case Challenge():
                self._prove(message, now)
            case Welcome() if not self.following.is_heir(message, self._nonce, self.room_id):
                self._end(ProtocolError("net.error.not_the_heir", address=self.address.host), now)
                return
            case Welcome(person=person, token=token, room=room, room_id=room_id):
                self._arrive()
                self.person, self.token, self.room, self.room_id = person, token, room, room_id
                self._reader.limit = FRAME_FROM_HOST
                self._welcomed, self._lost_since, self._wait = True, None, _FIRST_WAIT
                self._pinged = now - PING
                self._move(Welcome, now)
            case Changed():
                self._take(self._whole(message), now)
                return
            case RoomChanged(room=room):
                self.room = room
                if room.phase == "waiting" and self.state is ClientState.MATCH:
                    self._move(ClientEvent.REOPENED, now)
                self._watch_mix(room)
            case Begun():
                self._move(Begun, now)
            case Pong(stamp=stamp):
                if stamp == self._stamp:
                    self.latency = (_milliseconds(now) - stamp) & _STAMP
            case Moved():
                self._moving = message
            case Rejected(about="salt"):
                self._mix.refused()
            case Dropped():
                self._received.append(message)
                if self._moving is not None and message.why == "closing":
                    self._follow(self._moving, now)
                elif self._heir is not None:
                    self._received.pop()
                    self.following.said(self._heir.person, message.why)
                    self._looks_on = self._looks_on or message.why in _NO_SEAT
                    self._fail(dropped_error(message), now)
                elif self._welcomed and message.why in TRY_AGAIN:
                    self._fail(dropped_error(message), now)
                elif message.why == "too_fast" and self.state is ClientState.GREETING and self._knocks < KNOCKS:
                    self._knock_again(now)
                else:
                    self._close_with(dropped_error(message), now)
                return
        self._received.append(message)
        self._received += self.following.hear(message)

    def _arrive(self) -> None:
        """Note that a lost host's heir has let us in, as if its host had told that the room moves there."""
        heir, self._heir, self._looks_on = self._heir, None, False
        if heir is None:
            return
        at = self.following.address(heir, self.person, self.address.host)
        assert at is not None
        self.following.arrives(self.address, self.token)
        self.address = at
        if heir.person != self.person:
            self.owner = b""
        self._received.append(heir)

    def _end(self, error: LanError, now: float) -> None:
        """Close because of what the other side said; where an heir was tried, try the next."""
        if self._heir is None:
            self._close_with(error, now)
        else:
            self._fail(error, now)

    def _follow(self, moved: Moved, now: float) -> None:
        """Go on where the room has moved."""
        self._moving = None
        if (before := self.following.back_to(moved)) is not None:
            self._hang_up()
            self.address, self.token = before.address, before.token
            self._lost_since, self._wait = now, 0.0
            self._move(ClientEvent.LOST, now)
            return
        address = self.following.address(moved, self.person, self.address.host)
        if address is None or not signing_installed():
            self._close_with(HostGoneError("net.dropped.closing"), now)
            return
        self._hang_up()
        self.token = self.following.token(self.token, self.room_id, moved)
        if moved.person != self.person:
            self.owner = b""
        self.address, self._lost_since, self._wait = address, now, 0.0
        self._move(ClientEvent.LOST, now)

    def _watch_mix(self, room: RoomState) -> None:
        """Add our part to the seed of a mix that begins, so that its host cannot choose what is played; at its end, say
        whether that was so.
        """
        if room.mix is None:
            return
        if (salt := self._mix.salt(room.mix, self.person)) is not None:
            self.send(Salt(salt))
        elif (fair := self._mix.verdict(room.mix)) is not None:
            self._log("mix_fair" if fair else "mix_unfair")

    def _whole(self, change: Changed) -> RoomChanged:
        """Return the message that tells the whole room after a change. Raises WireError if the change does not fit."""
        assert self.room is not None
        try:
            return RoomChanged(applied(self.room, change))
        except StrangeChangeError as error:
            raise WireError("malformed") from error

    def _knock_again(self, now: float) -> None:
        """Try again later, because the host said that too many connections came at once."""
        self._knocks += 1
        self._hang_up()
        self._lost_since, self._wait = now, 1.0 * self._knocks
        self._move(ClientEvent.LOST, now)

    def _prove(self, challenge: Challenge, now: float) -> None:
        self._move(Challenge, now)
        if not self.password:
            self._end(PasswordError("net.error.password_needed"), now)
            return
        if challenge.rounds < ROUNDS:
            self._end(PasswordError("net.error.weak_challenge"), now)
            return
        self._challenge = challenge
        self._key = KeyDerivation(self.password, challenge.salt, challenge.rounds)

    def _answer_challenge(self) -> None:
        """Send the proof of the password once its key is derived, which happens in a thread and may take long."""
        if self._challenge is None or self._key is None or self._key.found is None:
            return
        self._out += pack(Proof(mac_of(self._key.found, self._challenge.nonce, self._nonce)))
        self._challenge = self._key = None

    def _mind_time(self, now: float) -> None:
        """Send pings, and notice when the host has been silent too long."""
        if now - self._heard > SILENCE:
            self._fail(TimedOutError("net.error.silent", address=self.address.host, port=self.address.port), now)
        elif now - self._pinged >= PING:
            self._pinged = now
            self._stamp = _milliseconds(now)
            self.send(Ping(self._stamp, min(self.latency or 0, 60_000)))

    # Ends.

    def _fail(self, error: LanError, now: float) -> None:
        """Handle a lost connection: look for the host again if it once let us in, else close."""
        self._hang_up()
        if self._moving is not None:
            self._follow(self._moving, now)
            return
        if self._heir is not None:
            self._heir = self.following.moved = None
        if not self._welcomed:
            self._close_with(error, now)
            return
        if self._lost_since is None:
            self._lost_since = now
            self._log("connection_lost")
        if now - self._lost_since > self._patience:
            self._close_with(HostGoneError("net.error.host_gone", seconds=round(self._patience)), now)
        else:
            self._move(ClientEvent.LOST, now)

    def _close_with(self, error: LanError, now: float) -> None:
        self._hang_up()
        self.error = error
        self._move(ClientEvent.FAILED, now)
        self._received.append(Told(error.key, dict(error.values)))

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._mix.lost()
        self._lookup = None
        self._challenge = self._key = None
        self._reader = FrameReader(FRAME_FROM_DOOR)
        self._out.clear()

    def _move(self, trigger: Trigger, now: float) -> None:
        self.state = CLIENT[self.state, trigger]
        self._since = now

    def _log(self, line: str, **values: str | int) -> None:
        self._received.append(Told(f"net.log.{line}", values))


def _say_goodbye(link: socket.socket, last: bytes, until: float) -> None:
    """Send the last bytes, then read to the end or until the time `until`. Raises OSError, of which TimeoutError is
    one.
    """
    link.settimeout(FAREWELL)
    link.sendall(last)
    link.shutdown(socket.SHUT_WR)
    # Closing a socket with unread bytes would lose the goodbye.
    while (seconds := until - time.monotonic()) > 0:
        link.settimeout(seconds)
        if not link.recv(1 << 16):
            return


def _milliseconds(now: float) -> int:
    return round(now * 1000) & _STAMP
