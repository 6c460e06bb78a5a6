"""What of a mix is kept on the disk, so that a host that was killed goes on with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from game.core.chance import SEED_BITS
from game.core.rules import Result
from net.limits import SEATS, SECRET
from net.mix import MixPoints, MixSalt, MixState, Stage
from net.parts import Count, Word

Points = Annotated[int, Meta(ge=0, lt=1 << 20)]

LASTS: Mapping[Stage, float] = {"salt": 2.0, "card": 10.0, "board": 10.0}
"""Seconds after which each stage ends by itself."""


class PastRound(msgspec.Struct, frozen=True):
    """A round that was played."""

    game: Word
    short: Word


class RoundRecord(msgspec.Struct, frozen=True):
    """The round that is announced or played."""

    game: Word
    short: Word
    people: Annotated[tuple[int, ...], Meta(max_length=SEATS)]
    """Who sits where, by seat, as in `game.core.mix.programme.Table`."""
    seconds: Count
    weight: Annotated[int, Meta(ge=1, le=3)]
    last: bool
    of: Count
    results: Annotated[tuple[Result, ...], Meta(max_length=8)] = ()
    """Results of the matches of this round that are over."""
    gone: tuple[int, ...] = ()
    """People who left during this round on purpose."""


class MixRecord(msgspec.Struct, frozen=True):
    """A mix with its points."""

    id: Word
    secret: Annotated[bytes, Meta(min_length=SECRET, max_length=SECRET)]
    stage: Stage = "salt"
    salts: tuple[MixSalt, ...] = ()
    seconds: Count = 0
    """Seconds that are left, 0 where rounds are counted."""
    rounds: Count = 0
    """Rounds that are left, 0 where time is."""
    off: tuple[Word, ...] = ()
    """Games that are not drawn any more."""
    past: Annotated[tuple[PastRound, ...], Meta(max_length=64)] = ()
    points: dict[int, Points] = {}
    won: dict[int, Points] = {}
    """Points of the last round."""
    struck_by: tuple[int, ...] = ()
    struck: tuple[Word, ...] = ()
    """Games that were struck for the round to come."""
    final: str = ""
    now: RoundRecord | None = None

    @property
    def seal(self) -> bytes:
        """What is told of the secret while it is one."""
        return hashlib.sha256(self.secret).digest()

    @property
    def seed(self) -> int:
        """The seed of all that is drawn."""
        return mix_seed(self.secret, self.salts)


def mix_seed(secret: bytes, salts: Iterable[MixSalt]) -> int:
    """Return the seed of a mix: nobody who knows only a part of what goes into it can choose it."""
    told = hashlib.sha256(secret + b"".join(each.salt for each in salts)).digest()
    return int.from_bytes(told, "big") >> (256 - SEED_BITS)


def mix_state(kept: MixRecord | None) -> MixState | None:
    """Return what everybody may know of a mix."""
    if kept is None:
        return None
    playing, over = kept.now, kept.stage == "finale"
    points = sorted(kept.points.items(), key=lambda one: (-one[1], one[0]))
    return MixState(
        kept.id,
        kept.stage,
        kept.seal,
        len(kept.past) + (kept.stage in ("card", "playing")),
        playing.of if playing else 0,
        round(1000 * LASTS.get(kept.stage, 0)),
        playing.game if playing else "",
        playing.short if playing else "",
        playing.seconds if playing else 0,
        playing.weight if playing else 1,
        tuple(MixPoints(one, all_of, kept.won.get(one, 0), one in kept.struck_by) for one, all_of in points),
        kept.secret if over else b"",
        kept.salts if over else (),
    )
