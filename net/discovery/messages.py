"""Messages of discovery on a LAN, with their bounds: one msgpack map a UDP datagram (docs/lan-discovery.md)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from net.discovery.interfaces import MOST_BYTES
from net.limits import NAME
from net.wire import clean

VERSION: Final = 1
"""Version of these messages; those of other versions are not understood."""

Nonce: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
HostId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


class Offer(Struct, frozen=True, kw_only=True):
    """A match that may be joined or watched, as its host describes it."""

    host_id: HostId
    """Id of the room, the same on every interface, and after its host was started again."""
    game: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}\Z")]
    game_version: Annotated[int, Meta(ge=0, lt=1 << 31)]
    protocol: Annotated[int, Meta(ge=0, lt=1 << 31)]
    """Version of the match protocol spoken on `port`."""
    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    """Name of the match, as `net.wire.clean` leaves it."""
    port: Annotated[int, Meta(ge=1, le=65535)]
    """TCP port of the match, at the address that the datagram came from."""
    seats: Count
    """Number of seats; 0 if people can only watch."""
    free: Count
    """Number of seats that a person may still take."""
    spectators: Count
    password: bool
    """Whether a password is needed."""
    playing: bool = False
    """Whether the match has begun."""
    owner: Annotated[str, Meta(max_length=NAME)] = ""
    """Name of the room's owner, as `net.wire.clean` leaves it; empty if there is none."""
    mode: Annotated[str, Meta(pattern=r"^[a-z0-9_]{0,32}\Z")] = ""
    """Kind of match: the value of the game's first option, if that is a choice of words."""

    def __post_init__(self) -> None:
        if self.free > self.seats:
            raise ValueError(f"{self.free} free of {self.seats} seats")
        if (clean(self.name), clean(self.owner)) != (self.name, self.owner):
            raise ValueError("control or formatting characters in a name")


class Query(Struct, frozen=True, tag="query", tag_field="do"):
    """Question who hosts a match, sent by broadcast. It is padded, as a host answers only a query as long as its
    answer.
    """

    souk: Literal[1]
    nonce: Nonce
    pad: bytes = b""


class Beacon(Struct, frozen=True, tag="beacon", tag_field="do"):
    """Announcement of a match, broadcast without being asked."""

    souk: Literal[1]
    offer: Offer


class Answer(Struct, frozen=True, tag="answer", tag_field="do"):
    """Announcement of a match, sent to the sender of a query with the query's nonce."""

    souk: Literal[1]
    nonce: Nonce
    offer: Offer


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="do"):
    """Notice that the match of this host is over, or its host has left."""

    souk: Literal[1]
    host_id: HostId


Message: TypeAlias = Query | Beacon | Answer | Goodbye

_decoder = msgspec.msgpack.Decoder(Message)


class GarbageError(ValueError):
    """A datagram is no message of discovery."""


def encode(message: Message) -> bytes:
    """Return a message as one datagram; a query is padded to the greatest length.

    Raises ValueError if it is too long.
    """
    if isinstance(message, Query):
        bare = len(msgspec.msgpack.encode(message))
        padding = MOST_BYTES - bare - 1  # the length of the padding takes one byte more than that of no padding
        message = msgspec.structs.replace(message, pad=bytes(padding))
    data = msgspec.msgpack.encode(message)
    if len(data) > MOST_BYTES:
        raise ValueError(f"a datagram of {len(data)} bytes; {MOST_BYTES} are the limit")
    return data


def decode(data: bytes) -> Message:
    """Return the message of a datagram, with every bound checked. Raises GarbageError, and nothing else."""
    if len(data) > MOST_BYTES:
        raise GarbageError("too long")
    try:
        message: Message = _decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise GarbageError(str(error)) from error
    return message
