"""A line of an evening's ledger: how a match in a room ended, signed by the host that led it (Ed25519, RFC 8032).

Whoever has a line can tell that its host said exactly this. Which host that is, only its key says: a name can be
taken by anybody.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from game.core.errors import UNDECODABLE
from net.limits import NAME, SEATS
from net.parts import SignedLine

DAWN = timedelta(hours=6)
"""The hour until which a night belongs to the evening before."""
FIGURES = 16
"""Figures of a line at the most."""

Name = Annotated[str, Meta(min_length=1, max_length=NAME)]
Word = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=-(1 << 31), lt=1 << 31)]


class LedgerSeat(Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat, and how they came off."""

    name: Name
    rank: Annotated[int, Meta(ge=1, le=SEATS)]
    score: Number
    bot: Word = ""
    """The computer that sat there; empty for a person."""


class MatchLine(Struct, frozen=True):
    """The content of a line. Each match of a host has one line, even if the host says another later."""

    game: Word
    room: Name
    match: Word
    """What the match is known by: the hash of its end."""
    began: Word
    ended: Word
    """When, ISO 8601 with the host's distance from UTC."""
    turns: Annotated[int, Meta(ge=0, lt=1 << 31)]
    seats: Annotated[tuple[LedgerSeat, ...], Meta(min_length=1, max_length=SEATS)]
    figures: dict[Word, tuple[Number, ...]] = {}
    stopped: bool = False
    """Whether it was ended before its end, by agreement or by the owner: then ranks mean nothing."""

    @property
    def evening(self) -> date:
        """The evening it belongs to, by its host's clock."""
        return evening_of(datetime.fromisoformat(self.ended))


class LedgerLine(Struct, frozen=True):
    """A line that its host has signed."""

    said: MatchLine
    key: bytes
    signed: SignedLine
    digest: bytes
    """Its identity; see `line_digest`."""

    @property
    def identity(self) -> tuple[bytes, str, str]:
        """Two lines of one host about one match are one line."""
        return self.key, self.said.match, self.said.began


def line_digest(signed: SignedLine) -> bytes:
    """The identity of a line, signed or not: a digest of its content and its key."""
    return hashlib.sha256(signed.body + signed.key).digest()


def evening_of(moment: datetime) -> date:
    """The evening a moment belongs to.

    >>> evening_of(datetime(2026, 11, 21, 2, 30)), evening_of(datetime(2026, 11, 21, 19, 0))
    (datetime.date(2026, 11, 20), datetime.date(2026, 11, 21))
    """
    return (moment - DAWN).date()


def signing_installed() -> bool:
    """Whether lines can be signed and checked here."""
    try:
        import nacl.signing  # noqa: F401
    except ImportError:
        return False
    return True


def new_signing_key() -> bytes:
    """The secret of a host that has none yet."""
    from nacl.signing import SigningKey

    return bytes(SigningKey.generate())


def sign(said: MatchLine, secret: bytes) -> SignedLine:
    """The line as it travels, by the host whose secret this is."""
    from nacl.signing import SigningKey

    key = SigningKey(secret)
    body = msgspec.json.encode(said)
    return SignedLine(body, bytes(key.verify_key), key.sign(body).signature)


def public_key(secret: bytes) -> bytes:
    """The key that lines signed with this secret are checked with."""
    from nacl.signing import SigningKey

    return bytes(SigningKey(secret).verify_key)


def read_line(signed: SignedLine) -> LedgerLine | None:
    """Read a line; None where its host did not sign it, or its content is impossible. Checking the signature takes
    about 0.1 ms.
    """
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(signed.key).verify(signed.body, signed.signature)
        signed.body.decode()  # what no field asks for is skipped unread
        said = msgspec.json.decode(signed.body, type=MatchLine)
        _check(said)
    except (CryptoError, ValueError, TypeError, OverflowError, *UNDECODABLE):
        return None
    return LedgerLine(said, signed.key, signed, line_digest(signed))


def _check(said: MatchLine) -> None:
    """Raise ValueError or OverflowError for impossible content."""
    for text in (said.began, said.ended):
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError("no distance from UTC")
        evening_of(moment.astimezone(UTC)), evening_of(moment)
    if len(said.figures) > FIGURES or any(len(values) != len(said.seats) for values in said.figures.values()):
        raise ValueError("figures")
