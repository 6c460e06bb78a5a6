"""What is said about matches on a LAN, and its bounds: one msgpack map a UDP datagram. docs/lan-discovery.md."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from net.discovery.interfaces import MOST_BYTES
from net.limits import NAME
from net.wire import clean

VERSION: Final = 1
"""Which form of these messages is spoken. Others are not understood."""

Nonce: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
HostId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


class Offer(Struct, frozen=True, kw_only=True):
    """A match that may be joined or watched, as its host tells of it."""

    host_id: HostId
    """One host process, over whatever interface it is heard."""
    game: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}\Z")]
    game_version: Annotated[int, Meta(ge=0, lt=1 << 31)]
    protocol: Annotated[int, Meta(ge=0, lt=1 << 31)]
    """The version of the match protocol that is spoken on `port`."""
    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    """What the match is called, as `net.wire.clean` leaves it."""
    port: Annotated[int, Meta(ge=1, le=65535)]
    """The TCP port of the match, at the address the datagram came from."""
    seats: Count
    """Seats of the match; 0 where people can only watch."""
    free: Count
    """Seats that a person may still take."""
    spectators: Count
    password: bool
    """Whether a password is needed."""
    playing: bool = False
    """Whether the match has begun."""
    owner: Annotated[str, Meta(max_length=NAME)] = ""
    """Who owns the room, as `net.wire.clean` leaves the name; empty where nobody does."""
    mode: Annotated[str, Meta(pattern=r"^[a-z0-9_]{0,32}\Z")] = ""
    """What kind of match it is: the value of the game's first option, where that is a choice of words."""

    def __post_init__(self) -> None:
        if self.free > self.seats:
            raise ValueError(f"{self.free} free of {self.seats} seats")
        if (clean(self.name), clean(self.owner)) != (self.name, self.owner):
            raise ValueError("control or formatting characters in a name")


class Query(Struct, frozen=True, tag="query", tag_field="do"):
    """Who hosts a match? Sent by broadcast, and padded: a host answers only a query as long as its answer."""

    souk: Literal[1]
    nonce: Nonce
    pad: bytes = b""


class Beacon(Struct, frozen=True, tag="beacon", tag_field="do"):
    """Here is a match. Sent by broadcast, unasked."""

    souk: Literal[1]
    offer: Offer


class Answer(Struct, frozen=True, tag="answer", tag_field="do"):
    """Here is a match. Sent to who asked, with the nonce of the query."""

    souk: Literal[1]
    nonce: Nonce
    offer: Offer


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="do"):
    """The match of this host is over, or its host has left."""

    souk: Literal[1]
    host_id: HostId


Message: TypeAlias = Query | Beacon | Answer | Goodbye

_decoder = msgspec.msgpack.Decoder(Message)


class GarbageError(ValueError):
    """A datagram is no message of discovery."""


def encode(message: Message) -> bytes:
    """A message as one datagram; a query as long as a datagram may be."""
    if isinstance(message, Query):
        bare = len(msgspec.msgpack.encode(message))
        padding = MOST_BYTES - bare - 1  # its length takes a byte more than that of no bytes
        message = msgspec.structs.replace(message, pad=bytes(padding))
    data = msgspec.msgpack.encode(message)
    if len(data) > MOST_BYTES:
        raise ValueError(f"a datagram of {len(data)} bytes; {MOST_BYTES} are the limit")
    return data


def decode(data: bytes) -> Message:
    """The message of a datagram, every bound checked. Raises GarbageError, and nothing else."""
    if len(data) > MOST_BYTES:
        raise GarbageError("too long")
    try:
        message: Message = _decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise GarbageError(str(error)) from error
    return message
