"""The numbers a LAN match keeps to: what a peer may send, how much, and how long things may take."""

from __future__ import annotations

import msgspec

PROTOCOL = 4
"""The version of docs/lan-protocol.md that this program speaks. Peers with another number do not play together."""
PORT = 25250
"""The TCP port a host listens on unless told otherwise."""

NAME = 32
"""Characters of a person's or a room's name."""
TEXT = 300
"""Characters of one chat message."""
SEATS = 64
OPTION = 1024
"""Characters of an option that is a text or several names."""
PEOPLE = 512
LINE = 12 << 10
"""Bytes of a line of the evening's ledger."""
RECORDING = 384 << 10
"""Bytes of a recording that is sent to those who played: far below what a connection may leave unread."""
GESTURE = 512
"""Bytes of what a hand shows at once before it decides."""
SECRET = 32
"""Bytes of a token, a nonce and a MAC."""
ROUNDS = 20_000
"""Rounds of PBKDF2 between a password and the key that proves it."""

FRAME_TO_DOOR = 4 << 10
"""Bytes of a frame's body to a host that has not sent `welcome`."""
FRAME_TO_HOST = 16 << 10
"""The same after `welcome`."""
FRAME_FROM_DOOR = 256 << 10
"""Bytes of a frame's body from a host, up to `welcome`."""
FRAME_FROM_HOST = 4 << 20
"""The same after `welcome`."""

PING = 5.0
"""Seconds between two pings of a client."""
SILENCE = 15.0
"""Seconds without any message from the host after which a client takes the connection for lost."""


class HostLimits(msgspec.Struct, frozen=True):
    """What one host allows. Times are seconds on the host's clock, sizes are bytes."""

    connections: int = 512
    """Connections at once, greeting or not, without those that were dropped."""
    leaving_connections: int = 64
    """Dropped connections that may still read why; of more, the oldest are cut off."""
    arrivals: float = 8.0
    """Connections a second that one address may make for long."""
    arrivals_burst: float = 64.0
    arrivals_all: float = 200.0
    """Connections a second that all addresses together may make; twice as many at once."""
    arrivals_spared: float = 4.0
    """Connections of one address that count for it alone."""
    greeting_connections: int = 32
    """Connections that were not welcomed yet; one more drops the oldest of them."""
    spectators: int = 400
    watchers_away: int = 16
    """Spectators whose connection is lost and who are still known."""
    spectators_each: int = 8
    """Spectators from one address other than this machine."""
    greeting: float = 5.0
    """Time to be welcomed in, thinking about a password apart."""
    frame: float = 10.0
    """Time in which a frame that began must be whole."""
    idle: float = 30.0
    """Time without any message after which a connection counts as lost."""
    messages: float = 60.0
    """Messages a second that a connection may send for long."""
    messages_burst: float = 240.0
    flow: float = 120.0
    """Decisions a second that somebody may send for long where they flow (`waiting.standing`), beside other messages;
    what exceeds this is passed over."""
    flow_burst: float = 240.0
    bytes: float = 64 << 10
    """Bytes a second that a connection may send for long."""
    bytes_burst: float = 256 << 10
    chat: float = 1.0
    """Chat messages a second that a person may send for long."""
    chat_burst: float = 5.0
    lines: float = 1.0
    """Messages of lines of the ledger a second that one address may send for long; of what exceeds this nothing is
    taken in…"""
    lines_burst: float = 48.0
    lines_all: float = 16.0
    """…and of all addresses together; forty times as many at once."""
    changes: float = 1.0
    """Changes of the room and its match, votes and proposals a second that a person may ask for for long…"""
    changes_burst: float = 20.0
    owner_factor: float = 6.0
    """…and how many times that its owner may."""
    goings: float = 1.0
    """Lines a second about who comes and goes that everybody is told for long; the room is told all the same."""
    goings_burst: float = 20.0
    room_pause: float = 0.1
    """Time between two tellings of the room's state, at the least…"""
    told_factor: float = 8.0
    """Bytes of these for each that came in, for long; as many again of chat, proposals and lines of the log…"""
    told_burst: float = 64 << 10
    """…and bytes of each at once."""
    gestures: float = 20.0
    """Gestures a second of a seat that others see for long; what exceeds this is passed over, as is what follows…"""
    gestures_burst: float = 40.0
    gesture_bytes: float = 4 << 10
    """…bytes of them a second for long, twice as many at once…"""
    gesture_step: int = 24 << 10
    """…bytes of them for one step…"""
    gesture_unread: int = 64 << 10
    """…what a connection would get that has so many bytes unread…"""
    gesture_factor: float = 16.0
    """…and what is more, in bytes, than this for each byte of them that came in; at once as many as of other things…"""
    gesture_people: int = 40
    """…four times as many while no more people than these are in the room: all of them see what a hand does."""
    crowd: int = 16
    """People up to whom chat is as frequent as said above; twice as many may say half as much each."""
    kicked: float = 60.0
    """Time that who was sent away, and anybody new from their address, stays out where the owner names no other."""
    unread: int = 1 << 20
    """Bytes sent to a connection and not read by it; one that lets more come together is dropped."""
    grace: float = 30.0
    """Time a lost person's seat is kept before a computer sits in."""
    proposal: float = 30.0
    """Time to agree to a proposal."""
    pause: float = 900.0
    """The longest pause of a match."""
    wrong_password: float = 1.0
    """Time before a password is answered, right or wrong; doubled with each wrong one from the same address…"""
    wrong_password_most: float = 8.0
    """…up to this."""
    farewell: float = 1.0
    """Time a dropped peer gets to read why."""


STANDARD = HostLimits()
"""What hosts allow unless told otherwise."""
