"""Messages about a mix: an evening of short matches that goes by itself (docs/mix.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from game.core.chance import SEED_BITS
from game.core.mix.programme import MOST_ROUNDS
from net.limits import PEOPLE, SECRET
from net.parts import Count, Milliseconds, PersonNumber, Secret, ToHost, Word

Stage: TypeAlias = Literal["salt", "card", "playing", "board", "finale"]
MOST_MINUTES = 240
MaybeBytes: TypeAlias = Annotated[bytes, Meta(max_length=SECRET)]


class Mix(ToHost, frozen=True, tag="mix"):
    """Owner: begin a mix that takes so many minutes or so many rounds; if both are 0, 20 minutes."""

    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    off: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    """Games that are not drawn."""


class MixStop(ToHost, frozen=True, tag="mix_stop"):
    """Owner: end the mix; the points so far are its result."""


class Salt(ToHost, frozen=True, tag="salt"):
    """Random bytes that go into the seed of a mix, so that its host cannot choose it; only the first count."""

    salt: Secret


class Strike(ToHost, frozen=True, tag="strike"):
    """Have another game drawn for the round whose card is shown; once in a mix for each person."""

    round: Count


class MixPoints(Struct, frozen=True):
    """The points of a person in a mix."""

    person: PersonNumber
    points: Count
    won: Count = 0
    """Points of the last round among them."""
    struck: bool = False
    """Whether the person has struck a game."""


class MixSalt(Struct, frozen=True):
    """The random bytes of a person."""

    person: PersonNumber
    salt: Secret


def mix_seed(secret: bytes, salts: Iterable[MixSalt]) -> int:
    """Return the seed of a mix: nobody who knows only a part of what goes into it can choose it."""
    told = hashlib.sha256(secret + b"".join(each.salt for each in salts)).digest()
    return int.from_bytes(told, "big") >> (256 - SEED_BITS)


class MixState(Struct, frozen=True):
    """Where a mix stands."""

    id: Word
    stage: Stage
    seal: Secret
    """SHA-256 of the host's secret, told before anybody sends a `salt`."""
    round: Count = 0
    """Number of the round that is announced, played or just over, from 1."""
    of: Count = 0
    """Number of rounds that there will be, as far as that can be told now."""
    lasts: Milliseconds = 0
    """Milliseconds after its beginning at which this stage ends by itself; 0 if nothing ends it."""
    game: Word = ""
    short: Word = ""
    """Name of the short form; its sentence is the text `<game>.mix.<short>`."""
    seconds: Count = 0
    """How long the match usually takes."""
    weight: Count = 1
    """By what the points of this round are multiplied."""
    points: Annotated[tuple[MixPoints, ...], Meta(max_length=PEOPLE)] = ()
    """Everybody's points, the most first."""
    secret: MaybeBytes = b""
    """The host's secret, revealed with the stage `finale`; empty before."""
    salts: Annotated[tuple[MixSalt, ...], Meta(max_length=PEOPLE)] = ()
    """What people sent, told with the secret. SHA-256 of the secret and these, in order, is the seed."""
    sprint: bool = False
    """Whether those who share the first place play for it: now, or next where this is the final's round."""

    @property
    def last(self) -> bool:
        """Whether this round is the final, the only one that counts more than once; a sprint may follow it."""
        return self.weight > 1

    @property
    def ending(self) -> bool:
        """Whether the last round is over, after which nothing but the finale follows."""
        return self.stage == "board" and self.last is not self.sprint

    @property
    def goes_on(self) -> bool:
        """Whether it arranges the room by itself, as it does until its finale."""
        return self.stage != "finale"
