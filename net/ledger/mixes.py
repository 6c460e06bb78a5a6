"""What of a mix stands in the ledger, so that everybody can draw its rounds again, and whether they come out alike.

The host told the hash of a secret before anybody sent random bytes for the seed; the line of the final reveals both.
Each line tells what its round was drawn from besides: who was here, with which languages and points, and what was left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from game.core.mix.programme import MOST_ROUNDS, Drawn, Guest, Length, Party, Round, Shorts, next_round
from net.limits import PEOPLE, SEATS
from net.mix import MOST_MINUTES, MixSalt, mix_seed
from net.parts import PersonNumber, Secret, Word

if TYPE_CHECKING:
    from net.ledger.lines import LedgerLine

_MOST_LEFT = 2 * 60 * MOST_MINUTES
SPRINT = "sprint"
"""What the line of a sprint tells as its format; it follows the final, and nothing of it is drawn."""
DRAWING = 1
"""Number of the way in which rounds are drawn; raised where equal input draws another round."""

Left = Annotated[int, Meta(ge=0, le=_MOST_LEFT)]
"""Seconds of a mix that are left; how long it takes to draw a round grows with them."""
Words = Annotated[tuple[Word, ...], Meta(max_length=64)]


class MixGuest(Struct, frozen=True, array_like=True):
    """What mattered of a person who was here as a round was drawn."""

    person: PersonNumber
    languages: Words
    points: Annotated[int, Meta(ge=0, lt=1 << 20)]


class MixDraw(Struct, frozen=True):
    """What a round was drawn from besides the seed and the rounds before it, and what came of it."""

    short: Word
    forms: Word
    """Digest of the short forms of these games; a program with others would draw other rounds."""
    games: Words
    """The games that could be drawn: all had them, and nobody had left them out."""
    guests: Annotated[tuple[MixGuest, ...], Meta(max_length=PEOPLE)]
    seconds: Left = 0
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    spare: Left = 0
    struck: Words = ()
    """Games that people had struck for this round."""
    tables: Annotated[
        tuple[Annotated[tuple[Annotated[int, Meta(ge=-1, lt=1 << 31)], ...], Meta(max_length=SEATS)], ...],
        Meta(max_length=PEOPLE),
    ] = ()
    """Who sits where, table by table; -1 for a computer."""


class MixReveal(Struct, frozen=True):
    """What nobody could know before the final: SHA-256 of the secret was told, and of both is the seed."""

    secret: Secret
    salts: Annotated[tuple[MixSalt, ...], Meta(max_length=PEOPLE)] = ()


def forms_of(shorts: Shorts, games: Iterable[str]) -> str:
    """Return a digest of the short forms of games, and of how rounds are drawn from them."""
    told: Mapping[str, Any] = {game: list(shorts.get(game, ())) for game in games}
    plain = msgspec.json.encode(msgspec.to_builtins([DRAWING, told], str_keys=True, order="deterministic"))
    return hashlib.sha256(plain).hexdigest()[:16]


def draw_round(draw: MixDraw, shorts: Shorts, seed: int, past: Sequence[Round], final: str) -> Drawn | None:
    """Return the round that is drawn from this; `final` is what the draw of the round before named."""
    return next_round(
        Party({guest.person: Guest(guest.languages) for guest in draw.guests}),
        {game: shorts[game] for game in draw.games if game in shorts},
        seed,
        past,
        {guest.person: guest.points for guest in draw.guests},
        Length(draw.seconds, draw.rounds, draw.spare),
        final,
        struck=frozenset(draw.struck),
    )


# Afterwards.


class Agrees(StrEnum):
    """Whether the rounds that were played are those that the seed gives."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class MixCheck:
    """What drawing a mix again from its lines gave."""

    id: str
    rounds: int
    agrees: Agrees
    why: str = ""
    """Last part of the text key that says why not `yes`: `seal`, `round`, `sealed`, `missing` or `forms`."""
    round: int = 0
    """The round that it is about; 0 for none."""


def check_mixes(lines: Iterable[LedgerLine], shorts: Shorts) -> list[MixCheck]:
    """Draw every mix of these lines again, in the order in which they began."""
    mixes: dict[str, list[LedgerLine]] = {}
    for line in lines:
        if line.said.mix is not msgspec.UNSET:
            mixes.setdefault(line.said.mix.id, []).append(line)
    return [_checked(mix, told, shorts) for mix, told in mixes.items()]


def _checked(mix: str, lines: Sequence[LedgerLine], shorts: Shorts) -> MixCheck:
    all_told = [(line.said.game, line.said.mix) for line in lines if line.said.mix is not msgspec.UNSET]
    told = [(game, one) for game, one in all_told if one.format != SPRINT]
    rounds = max(one.round - (one.format == SPRINT) for _, one in all_told)
    reveal = next((one.reveal for _, one in all_told if one.reveal is not msgspec.UNSET), None)
    if reveal is None:
        return MixCheck(mix, rounds, Agrees.UNKNOWN, "sealed")
    seal = hashlib.sha256(reveal.secret).digest()
    sealed = (one for _, one in told if one.seal or one.draw is not msgspec.UNSET)  # an older program tells neither
    if broken := next((one.round for one in sealed if one.seal != seal), 0):
        return MixCheck(mix, rounds, Agrees.NO, "seal", broken)
    seed = mix_seed(reveal.secret, reveal.salts)
    past: list[Round] = []
    final = ""
    for number in range(1, rounds + 1):
        played = [(game, one) for game, one in told if one.round == number and one.draw is not msgspec.UNSET]
        if not played:
            return MixCheck(mix, rounds, Agrees.UNKNOWN, "missing", number)
        drawn = None
        for game, one in played:
            draw = one.draw
            assert draw is not msgspec.UNSET
            if draw.forms != forms_of(shorts, draw.games):
                return MixCheck(mix, rounds, Agrees.UNKNOWN, "forms", number)
            drawn = draw_round(draw, shorts, seed, past, final)
            tables = tuple(table.people for table in drawn.round.tables) if drawn else ()
            came = (drawn.round.game, drawn.round.short.name, drawn.round.weight) if drawn else None
            if came != (game, draw.short, one.weight) or tables != draw.tables:
                return MixCheck(mix, rounds, Agrees.NO, "round", number)
        assert drawn is not None
        past.append(drawn.round)
        final = drawn.final
    if any(one.format == SPRINT and (one.round <= rounds or past[-1].weight < 2) for _, one in all_told):
        return MixCheck(mix, rounds, Agrees.NO, "round", rounds)
    return MixCheck(mix, rounds, Agrees.YES)
