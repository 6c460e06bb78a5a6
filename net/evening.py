"""Messages about an evening in one room: talk, wishes, the queue for seats, and who arranges the room."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from net.limits import SEATS
from net.parts import (
    Customs,
    Drawing,
    Milliseconds,
    OptionValues,
    PersonNumber,
    Reaction,
    TalkLine,
    ToClient,
    ToHost,
    Word,
)


class React(ToHost, frozen=True, tag="react"):
    """Show a feeling without words."""

    what: Reaction


class Appoint(ToHost, frozen=True, tag="appoint"):
    """Owner: let a person arrange the room as a deputy, or no longer."""

    person: PersonNumber
    deputy: bool


class SetCustoms(ToHost, frozen=True, tag="set_customs"):
    """Owner: set how the room goes from one match to the next."""

    customs: Customs


class Nudge(ToHost, frozen=True, tag="nudge"):
    """Call a person whose decision is awaited."""

    person: PersonNumber


class Queue(ToHost, frozen=True, tag="queue"):
    """Begin or stop waiting for a seat."""

    waits: bool


class Stop(ToHost, frozen=True, tag="stop"):
    """Owner: end the match for everybody, without a result."""


class Wish(ToHost, frozen=True, tag="wish"):
    """Wish for the game to be played next; an empty `game` takes the wish back. See `Customs.votes`."""

    game: Word
    options: OptionValues = field(default_factory=dict)
    seats: Annotated[tuple[Word, ...], Meta(max_length=SEATS)] = ()
    """Seats as in `choose`. Options, seats and limit count only from the first person who wishes for the game."""
    limit: Milliseconds = 0


class Portray(ToHost, frozen=True, tag="portray"):
    """Show the sign that the person drew; without bytes, that of the seat again."""

    portrait: Drawing


class Talk(ToClient, frozen=True, tag="talk"):
    """The last lines of talk from before this person came in, or came back."""

    lines: Annotated[tuple[TalkLine, ...], Meta(max_length=64)]


class Reacted(ToClient, frozen=True, tag="reacted"):
    """Somebody shows a feeling."""

    person: PersonNumber
    what: Reaction
