"""A line of an evening's ledger: how a match in a room ended, signed by its host (Ed25519, RFC 8032).

The signature proves that this host said exactly this. A host is known by its key only, as anybody can take any name.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from game.core.errors import UNDECODABLE
from game.core.mix.points import MATCH_POINTS
from net.ledger.mixes import MixDraw, MixReveal
from net.limits import LINE, NAME, PEOPLE, SEATS, SECRET
from net.parts import SignedLine

DAWN = timedelta(hours=6)
"""Time of day until which a night belongs to the evening before."""
FIGURES = 16
"""The most figures that one line of the ledger may have."""

Name = Annotated[str, Meta(min_length=1, max_length=NAME)]
Word = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=-(1 << 31), lt=1 << 31)]


class LedgerSeat(Struct, frozen=True, omit_defaults=True):
    """Name, rank and score of one seat."""

    name: Name
    rank: Annotated[int, Meta(ge=1, le=SEATS)]
    score: Number
    bot: Word = ""
    """The bot that played the seat; empty for a person."""
    points: Annotated[int, Meta(ge=0, le=36)] | None = None
    """Points of a person in a mix; None where ranks alone decide on points."""


class MixLine(Struct, frozen=True):
    """The round of a mix that a match belongs to."""

    id: Word
    round: Annotated[int, Meta(ge=1, lt=1 << 10)]
    weight: Annotated[int, Meta(ge=1, le=3)] = 1
    format: Word = ""
    table: Annotated[int, Meta(ge=0, le=PEOPLE)] = 0
    """Number of the table at which it was played, of several at once."""
    seal: Annotated[bytes, Meta(max_length=SECRET)] = b""
    """SHA-256 of a secret of the host's, told before anybody sent random bytes; empty in lines of older programs."""
    draw: MixDraw | msgspec.UnsetType = msgspec.UNSET
    reveal: MixReveal | msgspec.UnsetType = msgspec.UNSET
    """The secret, in a line of the final, and in the last one of a mix that was ended before."""


class MatchLine(Struct, frozen=True):
    """The content of a line. A host has one line for each of its matches, even if it says something else later."""

    game: Word
    room: Name
    match: Word
    """Identifies the match: the hash of its end."""
    began: Word
    ended: Word
    """Time at which the match ended, as `began` when it began: ISO 8601 with the host's offset from UTC."""
    turns: Annotated[int, Meta(ge=0, lt=1 << 31)]
    seats: Annotated[tuple[LedgerSeat, ...], Meta(min_length=1, max_length=SEATS)]
    figures: dict[Word, tuple[Number, ...]] = {}
    stopped: bool = False
    """Whether the match was ended early, by agreement or by the owner: then ranks mean nothing."""
    mix: MixLine | msgspec.UnsetType = msgspec.UNSET
    origin: Word | msgspec.UnsetType = msgspec.UNSET
    """What all hosts say of one match that went on at several; left out by older programs."""

    @property
    def evening(self) -> date:
        """The evening that the match belongs to, by its host's clock."""
        return evening_of(datetime.fromisoformat(self.ended))


class LedgerLine(Struct, frozen=True):
    """A line that its host has signed."""

    said: MatchLine
    key: bytes
    signed: SignedLine
    digest: bytes
    """Identifies the line; see `line_digest`."""

    @property
    def branch(self) -> tuple[bool, int, bytes]:
        """What orders lines of one origin: the least counts. It is the one that was played out, then the longest."""
        return self.said.stopped, -self.said.turns, self.digest

    @property
    def precedence(self) -> tuple[bool, bytes]:
        """What orders lines of one identity: the least counts. It is the one that tells the secret of a mix."""
        return self.said.mix is msgspec.UNSET or self.said.mix.reveal is msgspec.UNSET, self.digest

    @property
    def identity(self) -> tuple[bytes, str, str, int]:
        """What two lines have in common if they are about one match of one host, and so count as one."""
        table = 0 if self.said.mix is msgspec.UNSET else self.said.mix.table
        return self.key, self.said.match, self.said.began, table


def origin_of(room: str, game: str, began: str, first: str) -> str:
    """Return what identifies a match wherever it goes on: of the room's id, when the match began there, and its first
    step, which every log of it holds.
    """
    told = f"{room}/{game}/{began}/{first}".encode()
    return hashlib.blake2b(told, digest_size=16, person=b"souk origin 1").hexdigest()


def line_digest(signed: SignedLine) -> bytes:
    """Return what identifies a line, signed or not: a digest of its content and its key."""
    return hashlib.sha256(signed.body + signed.key).digest()


def evening_of(moment: datetime) -> date:
    """Return the evening that a moment belongs to.

    >>> evening_of(datetime(2026, 11, 21, 2, 30)), evening_of(datetime(2026, 11, 21, 19, 0))
    (datetime.date(2026, 11, 20), datetime.date(2026, 11, 21))
    """
    return (moment - DAWN).date()


def signing_installed() -> bool:
    """Return whether lines can be signed and checked here: whether PyNaCl is installed."""
    try:
        import nacl.signing  # noqa: F401
    except ImportError:
        return False
    return True


def new_signing_key() -> bytes:
    """Return a new secret for a host that has none."""
    from nacl.signing import SigningKey

    return bytes(SigningKey.generate())


def sign(said: MatchLine, secret: bytes) -> SignedLine:
    """Return a line signed by the host that has this secret, as it is sent."""
    from nacl.signing import SigningKey

    key = SigningKey(secret)
    body = msgspec.json.encode(said)
    return SignedLine(body, bytes(key.verify_key), key.sign(body).signature)


def fitting(said: MatchLine) -> MatchLine:
    """Return a line that is short enough to be sent: of a mix of very many people it does not tell what was drawn."""
    if said.mix is msgspec.UNSET or len(msgspec.json.encode(said)) <= LINE:
        return said
    return msgspec.structs.replace(
        said, mix=msgspec.structs.replace(said.mix, draw=msgspec.UNSET, reveal=msgspec.UNSET)
    )


def public_key(secret: bytes) -> bytes:
    """Return the key by which lines signed with this secret are checked."""
    from nacl.signing import SigningKey

    return bytes(SigningKey(secret).verify_key)


def read_line(signed: SignedLine) -> LedgerLine | None:
    """Return what a line says; None if its host did not sign it or its content is impossible.

    Checking the signature takes about 0.1 ms.
    """
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(signed.key).verify(signed.body, signed.signature)
        signed.body.decode()  # msgspec skips fields that are not declared without checking their text
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
    most = 0 if said.mix is msgspec.UNSET else MATCH_POINTS * said.mix.weight
    if any(seat.points is not None and seat.points > most for seat in said.seats):
        raise ValueError("points")
