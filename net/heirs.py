"""Messages by which a room moves to another computer, and what an heir proves (docs/lan-protocol.md, "Moving").

An *heir* is a person's program that can open the room where its host leaves it.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from net.limits import LOG, RECORD, SECRET
from net.parts import Count, PersonNumber, Secret, ToClient, ToHost, Word

_TOKEN, _PROOF = b"souk token 1", b"souk heir 1"
MOST_HEIRS = 2
Port: TypeAlias = Annotated[int, Meta(ge=1, le=65535)]
MaybePort: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
"""A TCP port, or 0 where there is none."""


class HeirLine(Struct, frozen=True):
    """Somebody whose computer can take the room over."""

    person: PersonNumber
    port: MaybePort
    """TCP port at which the host reached them; 0 while it has not, and they are asked to listen."""
    key: Secret
    """Ed25519 key with which they would sign as the room's host."""


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


class Moved(ToClient, frozen=True, tag="moved"):
    """The room is open at an heir's computer. The connection ends now; people go on there, with their next token."""

    person: PersonNumber
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
