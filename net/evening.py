"""Messages about an evening in one room: what is said and wished for, who waits, and who arranges it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from net.limits import SEATS
from net.parts import Customs, Milliseconds, OptionValues, PersonNumber, Reaction, TalkLine, ToClient, ToHost, Word


class React(ToHost, frozen=True, tag="react"):
    """Show what one feels, without a word."""

    what: Reaction


class Appoint(ToHost, frozen=True, tag="appoint"):
    """Owner: let somebody arrange the room as well, or not any more."""

    person: PersonNumber
    deputy: bool


class SetCustoms(ToHost, frozen=True, tag="set_customs"):
    """Owner: how the room goes from one match to the next."""

    customs: Customs


class Nudge(ToHost, frozen=True, tag="nudge"):
    """Call somebody who is waited for."""

    person: PersonNumber


class Queue(ToHost, frozen=True, tag="queue"):
    """Wait for a seat, or not any more."""

    waits: bool


class Stop(ToHost, frozen=True, tag="stop"):
    """Owner: end the match for everybody, without a result."""


class Wish(ToHost, frozen=True, tag="wish"):
    """What one would like to play next; an empty `game` is no wish any more. See `Customs.votes`."""

    game: Word
    options: OptionValues = field(default_factory=dict)
    seats: Annotated[tuple[Word, ...], Meta(max_length=SEATS)] = ()
    """As in `choose`. What counts is what the first who wishes for a game says."""
    limit: Milliseconds = 0


class Talk(ToClient, frozen=True, tag="talk"):
    """What was said before one came in, or came back, the last lines of it."""

    lines: Annotated[tuple[TalkLine, ...], Meta(max_length=64)]


class Reacted(ToClient, frozen=True, tag="reacted"):
    """Somebody shows what they feel."""

    person: PersonNumber
    what: Reaction
