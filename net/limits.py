"""The limits of LAN matches: what a peer may send, how much, and how long things may take."""

from __future__ import annotations

import msgspec

PROTOCOL = 4
"""Version of docs/lan-protocol.md that this program speaks. Peers with another version do not play together."""
PORT = 25250
"""TCP port on which a host listens unless told otherwise."""

NAME = 32
"""The most characters of a person's or a room's name."""
TEXT = 300
"""The most characters of a chat message."""
TALK = 40
"""The most lines of talk that people who come later are told."""
SEATS = 64
OPTION = 1024
"""The most characters of an option that is a text or several names."""
PEOPLE = 512
LINE = 12 << 10
"""The most bytes of a line of the evening's ledger."""
RECORDING = 384 << 10
"""The most bytes of a recording sent to those who played: far below what a connection may leave unread."""
RECORD = 64 << 10
"""The most bytes of a room that is handed to an heir."""
LOG = 768 << 10
"""The most bytes of a match that is handed to an heir: below what a connection may leave unread."""
GESTURE = 512
"""The most bytes of one gesture."""
SECRET = 32
"""Bytes of a token, a nonce and a MAC."""
ROUNDS = 20_000
"""Rounds of PBKDF2 from a password to the key that proves it."""

FRAME_TO_DOOR = 4 << 10
"""The most bytes of a frame's body to a host that has not sent `welcome`."""
FRAME_TO_HOST = 16 << 10
"""The most bytes of a frame's body to a host that has sent `welcome`."""
FRAME_FROM_DOOR = 256 << 10
"""The most bytes of a frame's body from a host up to `welcome`."""
FRAME_FROM_HOST = 4 << 20
"""The most bytes of a frame's body from a host after `welcome`."""

PING = 5.0
"""Seconds between two pings of a client."""
SILENCE = 15.0
"""Seconds without any message from the host after which a client takes the connection for lost."""


class HostLimits(msgspec.Struct, frozen=True):
    """What one host allows. Times are seconds by the host's clock, sizes are bytes."""

    connections: int = 512
    """The most connections at once, welcomed or not, without those that were dropped."""
    leaving_connections: int = 64
    """The most dropped connections that may still read why; beyond it the oldest are cut off."""
    arrivals: float = 8.0
    """Connections a second that one address may make in the long run."""
    arrivals_burst: float = 64.0
    arrivals_all: float = 200.0
    """Connections a second that all addresses together may make; twice as many at once."""
    arrivals_spared: float = 4.0
    """Connections of one address that do not count for `arrivals_all`."""
    greeting_connections: int = 32
    """The most connections that were not welcomed yet; one more drops the oldest of them."""
    spectators: int = 400
    watchers_away: int = 16
    """The most spectators with a lost connection who are still remembered."""
    spectators_each: int = 8
    """The most spectators from one address other than this machine."""
    greeting: float = 5.0
    """Seconds allowed for `hello`; proving a password does not count."""
    frame: float = 10.0
    """Seconds in which a frame that began must be complete."""
    idle: float = 30.0
    """Seconds without any message after which a connection counts as lost."""
    messages: float = 60.0
    """Messages a second that a connection may send in the long run."""
    messages_burst: float = 240.0
    flow: float = 120.0
    """Decisions a second that somebody may send in the long run where they flow (`waiting.standing`), besides other
    messages; more are ignored.
    """
    flow_burst: float = 240.0
    bytes: float = 64 << 10
    """Bytes a second that a connection may send in the long run."""
    bytes_burst: float = 256 << 10
    chat: float = 1.0
    """Chat messages a second that a person may send in the long run."""
    chat_burst: float = 5.0
    lines: float = 1.0
    """Messages of ledger lines a second that one address may send in the long run; more are ignored."""
    lines_burst: float = 48.0
    lines_all: float = 16.0
    """Messages of ledger lines a second that all addresses together may send; forty times as many at once."""
    changes: float = 1.0
    """Changes of the room and its match, votes and proposals a second that a person may ask for in the long run."""
    changes_burst: float = 20.0
    owner_factor: float = 6.0
    """How many times as many changes the owner may ask for."""
    goings: float = 1.0
    """Lines a second about who comes and goes that everybody is told in the long run; the room's state is told in any
    case.
    """
    goings_burst: float = 20.0
    room_pause: float = 0.1
    """The least seconds between two announcements of the room's state."""
    told_factor: float = 8.0
    """Bytes of room states told for each byte that came in, in the long run; the same again for chat, proposals and
    lines of the log.
    """
    told_burst: float = 64 << 10
    """Bytes of room states, and of chat and the like, that may be told at once."""
    gestures: float = 20.0
    """Gestures a second of one seat that are passed on in the long run; more are ignored."""
    gestures_burst: float = 40.0
    gesture_bytes: float = 4 << 10
    """Bytes of one seat's gestures a second that are passed on in the long run; twice as many at once."""
    gesture_step: int = 24 << 10
    """The most bytes of one seat's gestures for one step."""
    gesture_unread: int = 64 << 10
    """Unread bytes of a connection beyond which it is sent no gestures."""
    gesture_factor: float = 16.0
    """Bytes of gestures passed on for each byte of them that came in, in the long run; `told_burst` at once."""
    gesture_people: int = 40
    """The most people in the room for whom `gesture_factor` is four times as large, so that all see gestures."""
    crowd: int = 16
    """Number of people up to which chat may be as frequent as `chat` says; with twice as many each may say half as
    much.
    """
    kicked: float = 60.0
    """Seconds for which somebody who was sent away, and new people from their address, stay out, unless the owner names
    another time.
    """
    unread: int = 1 << 20
    """The most bytes sent to a connection and not read by it; a connection that exceeds it is dropped."""
    grace: float = 30.0
    """Seconds for which a lost person's seat is kept before a computer plays it."""
    grace_unready: float = 6.0
    """Seconds for which the seat of a lost person is kept who has not been ready in this room yet, before a match."""
    proposal: float = 30.0
    """Seconds in which a proposal can be agreed to."""
    pause: float = 900.0
    """Longest pause of a match, in seconds."""
    wrong_password: float = 1.0
    """Seconds before a password is answered, right or wrong; doubled with each wrong one from the same address."""
    wrong_password_most: float = 8.0
    """The most seconds before a password is answered."""
    farewell: float = 1.0
    """Seconds that a dropped peer gets to read why."""


STANDARD = HostLimits()
"""The limits of hosts unless told otherwise."""
