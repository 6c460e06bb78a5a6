"""Messages by which a room moves to another computer, and what an heir proves (docs/lan-protocol.md, "Moving").

An *heir* is a person's program that can open the room where its host leaves it.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from net.limits import LOG, RECORD, SEATS, SECRET
from net.parts import Count, PersonNumber, RoomId, Secret, ToClient, ToHost, Word

_TOKEN, _PROOF = b"souk token 1", b"souk heir 1"
MOST_HEIRS = 2
MOST_RIVALS = 8
LOG_PIECE = 1 << 16
"""The most bytes of one message of a log."""
LONGEST_ADDRESS = 64
LOST = 20.0
"""Seconds after a host's last byte from which its heirs open the room."""
Port: TypeAlias = Annotated[int, Meta(ge=1, le=65535)]
HeirAddress: TypeAlias = Annotated[str, Meta(max_length=LONGEST_ADDRESS)]
Windows: TypeAlias = Annotated[tuple[PersonNumber, ...], Meta(max_length=SEATS)]
"""People with seats whose windows run on other computers than the host's."""
MaybePort: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
"""A TCP port, or 0 where there is none."""


class HeirLine(Struct, frozen=True):
    """Somebody whose computer can take the room over."""

    person: PersonNumber
    port: MaybePort
    """TCP port at which the host reached them; 0 while it has not, and they are asked to listen."""
    key: Secret
    """Ed25519 key with which they would sign as the room's host."""
    address: HeirAddress = ""
    """IPv4 address at which the host knows them; empty of hosts that only move rooms."""


class Rival(Struct, frozen=True):
    """An heir whose computer may have the room open, too, because it lost sight of this one's host."""

    generation: Count
    line: HeirLine
    elder: bool = False
    """Whether it opens before this host's computer, of two that open the same generation."""


class Heir(ToHost, frozen=True, tag="heir"):
    """Offer to take the room over where its host leaves it; again with a port once that listens."""

    key: Secret
    port: MaybePort = 0


class Move(ToHost, frozen=True, tag="move"):
    """Owner: let the room go on at this heir's computer, and close it here."""

    person: PersonNumber


class Opened(ToHost, frozen=True, tag="opened"):
    """Tell that the room that was `handed` stands open at this port; 0 if it cannot be opened."""

    port: MaybePort


class Heirs(ToClient, frozen=True, tag="heirs"):
    """Who can take the room over, the first first."""

    heirs: Annotated[tuple[HeirLine, ...], Meta(max_length=MOST_HEIRS)]


class Handed(ToClient, frozen=True, tag="handed"):
    """The room, told to the heir who shall open it now."""

    generation: Count
    game: Word
    room: Annotated[bytes, Meta(max_length=RECORD)]
    """The room as `host --handed` reads it; only programs of one version need to agree on it."""
    log: Annotated[bytes, Meta(max_length=LOG)] = b""
    """The match as far as it was played: a recording without its seed and key; empty between matches."""
    windows: Windows = ()
    """Where the host is lost: of whom more than half must be there for the match to go on. Empty where it moved."""
    sealed: bool = False
    """Whether a match ran whose log the heir does not have: it is played anew."""


class Kept(ToClient, frozen=True, tag="kept"):
    """The room, told to an heir whenever it changes, in case its host is lost."""

    generation: Count
    """The generation that the heir would open."""
    game: Word
    room: Annotated[bytes, Meta(max_length=RECORD)]
    """The room as `host --handed` reads it, without talk, which the heir has heard."""
    windows: Windows = ()
    sealed: bool = False
    """Whether a match runs that nobody else may know, so that its log is not told."""


class KeptLog(ToClient, frozen=True, tag="kept_log"):
    """More of the running match's log, told to an heir before anybody is shown the steps in it."""

    at: Count
    """Where in the log these bytes begin; at 0 they replace what was told before."""
    data: Annotated[bytes, Meta(max_length=LOG_PIECE)]
    """Empty at 0: no match runs whose log may be kept."""


class Hosts(ToHost, frozen=True, tag="hosts"):
    """The first and only message of a host that asks who hosts its room, as people have been lost to it."""

    nonce: Secret


class Hosting(ToClient, frozen=True, tag="hosting"):
    """The answer to `hosts`, after which the connection ends."""

    room: RoomId
    generation: Count
    leads: bool
    """Whether enough people are here for the match to go on."""
    signature: Annotated[bytes, Meta(max_length=2 * SECRET)] = b""
    """As in `welcome`, for the nonce of `hosts`."""


class Moved(ToClient, frozen=True, tag="moved"):
    """The room is open at an heir's computer. The connection ends now; people go on there, with their next token."""

    person: PersonNumber
    """The heir; 0 for the host that had seemed lost, to which people go back with the token that they had there."""
    generation: Count
    address: Annotated[str, Meta(min_length=1, max_length=64)]
    """IPv4 address at which this host knows the heir."""
    port: Port
    key: Secret


def next_token(token: bytes, room: str, generation: int) -> bytes:
    """Return the token that a person shows to the host of a generation, of the token that they showed to the one
    before.

    A host hands on digests of next tokens: an heir learns nothing that opens a seat at the host before.
    """
    return hashlib.blake2b(
        token + room.encode() + generation.to_bytes(4, "big"), digest_size=SECRET, person=_TOKEN
    ).digest()


def _claim(nonce: bytes, room: str, generation: int) -> bytes:
    return _PROOF + nonce + room.encode() + generation.to_bytes(4, "big")


def signed_claim(secret: bytes, nonce: bytes, room: str, generation: int) -> bytes:
    """Return an heir's signature by which a guest, who drew the nonce, knows the room again."""
    from nacl.signing import SigningKey

    return bytes(SigningKey(secret).sign(_claim(nonce, room, generation)).signature)


def is_claim(signature: bytes, key: bytes, nonce: bytes, room: str, generation: int) -> bool:
    """Return whether the holder of a key signed for this guest, room and generation."""
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(key).verify(_claim(nonce, room, generation), signature)
    except (CryptoError, ValueError, TypeError):
        return False
    return True
