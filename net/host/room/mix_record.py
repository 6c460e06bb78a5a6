"""What of a mix is kept on the disk, so that a host that was killed goes on with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from game.core.mix.programme import BESIDE, MOST_ROUNDS, Drawn, Length
from game.core.mix.seating import COMPUTER
from game.core.rules import Result
from net.ledger.mixes import Left, MixDraw, MixReveal
from net.limits import PEOPLE, SEATS, SECRET
from net.mix import MixPoints, MixSalt, MixState, Stage, mix_seed
from net.parts import Count, Word

Points = Annotated[int, Meta(ge=0, lt=1 << 20)]

LASTS: Mapping[Stage, float] = {"salt": 2.0, "card": 10.0, "board": 10.0}
"""Seconds after which each stage ends by itself."""
_AGAIN = 3.0
"""The same for the card of a round that had begun when its host was lost."""
GLANCE = 1.0
"""The same once everybody is back, who knew the card already."""


class PastRound(msgspec.Struct, frozen=True):
    """A round that was played."""

    game: Word
    short: Word
    tables: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=PEOPLE)] = ()
    """Who sat where, table by table."""


class TableRecord(msgspec.Struct, frozen=True):
    """One table of a round."""

    people: Annotated[tuple[int, ...], Meta(max_length=SEATS)]
    """Who sits where, by seat, as in `game.core.mix.programme.Table`."""
    options: dict[Word, Any] = {}
    results: Annotated[tuple[Result, ...], Meta(max_length=8)] = ()
    """Results of the matches of this round that are over."""
    journal: str = ""
    """Name of the recording of the running match at a table beside the first; empty while there is none."""


class RoundRecord(msgspec.Struct, frozen=True):
    """The round that is announced or played."""

    game: Word
    short: Word
    tables: Annotated[tuple[TableRecord, ...], Meta(min_length=1, max_length=PEOPLE)]
    seconds: Count
    weight: Annotated[int, Meta(ge=1, le=3)]
    last: bool
    """Whether it is the final, or the sprint after it."""
    of: Count
    gone: tuple[int, ...] = ()
    """People who left during this round on purpose."""
    final: str = ""
    """The final as this round's draw named it, with which the next one is drawn."""
    draw: MixDraw | None = None
    """What it was drawn from; None for a sprint, and in records of older programs."""
    sprint: bool = False
    """Whether those who share the first place play for it, after the final."""

    @property
    def people(self) -> list[int]:
        """Everybody who plays it."""
        return [person for table in self.tables for person in table.people if person != COMPUTER]


class MixRecord(msgspec.Struct, frozen=True):
    """A mix with its points."""

    id: Word
    secret: Annotated[bytes, Meta(min_length=SECRET, max_length=SECRET)]
    stage: Stage = "salt"
    salts: tuple[MixSalt, ...] = ()
    seconds: Left = 0
    """Seconds that are left, 0 where rounds are counted."""
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    """Rounds that are left, 0 where time is."""
    spare: Left = 0
    """Seconds that may be left over at the end."""
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
    """The final as the draw of the last round that was played named it; empty before."""
    now: RoundRecord | None = None
    sprint: bool = False
    """Whether a sprint follows the final, or is played."""
    again: bool = False
    """Whether the round had begun already when its host was lost: people know its card."""

    @property
    def goes_on(self) -> bool:
        """Whether the mix arranges the room by itself, as it does until its finale."""
        return self.stage != "finale"

    @property
    def played_out(self) -> bool:
        """Whether the round that is over was the last one: the final without a sprint to follow, or the sprint."""
        return self.now is None or (self.now.last and self.now.sprint is self.sprint)

    @property
    def length(self) -> Length:
        """What is left of it."""
        return Length(self.seconds, self.rounds, self.spare)

    @property
    def seal(self) -> bytes:
        """What is told of the secret while it is one."""
        return hashlib.sha256(self.secret).digest()

    @property
    def seed(self) -> int:
        """The seed of all that is drawn."""
        return mix_seed(self.secret, self.salts)

    @property
    def reveal(self) -> MixReveal:
        """What the ledger tells of the secret when it is one no longer."""
        return MixReveal(self.secret, self.salts)


def card_lasts(kept: MixRecord) -> float:
    """Return for how many seconds a card is shown."""
    return _AGAIN if kept.again else LASTS["card"]


def announced(drawn: Drawn, of: int, draw: MixDraw | None = None) -> RoundRecord:
    """Return the record of a round that was drawn, before anything of it is played; `of`: how many there will be."""
    played = drawn.round
    return RoundRecord(
        played.game,
        played.short.name,
        tuple(TableRecord(table.people, dict(table.options)) for table in played.tables),
        played.seconds - BESIDE,
        played.weight,
        drawn.last,
        of,
        final=drawn.final,
        draw=draw,
        sprint=drawn.sprint,
    )


def unrecorded(kept: MixRecord) -> MixRecord:
    """Return a mix of another computer: no file of this one is a recording of its matches, and a result of other seats
    than a table has is none.
    """
    if kept.now is None:
        return kept
    tables = tuple(
        TableRecord(
            table.people, table.options, tuple(one for one in table.results if len(one.seats) == len(table.people))
        )
        for table in kept.now.tables
    )
    return msgspec.structs.replace(kept, now=msgspec.structs.replace(kept.now, tables=tables))


def mix_state(kept: MixRecord | None) -> MixState | None:
    """Return what everybody may know of a mix."""
    if kept is None:
        return None
    playing, over = kept.now, not kept.goes_on
    points = sorted(kept.points.items(), key=lambda one: (-one[1], one[0]))
    return MixState(
        kept.id,
        kept.stage,
        kept.seal,
        len(kept.past) + (kept.stage in ("card", "playing")),
        playing.of if playing else 0,
        round(1000 * (card_lasts(kept) if kept.stage == "card" else LASTS.get(kept.stage, 0))),
        playing.game if playing else "",
        playing.short if playing else "",
        playing.seconds if playing else 0,
        playing.weight if playing else 1,
        tuple(MixPoints(one, all_of, kept.won.get(one, 0), one in kept.struck_by) for one, all_of in points),
        kept.secret if over else b"",
        kept.salts if over else (),
        kept.sprint,
    )
