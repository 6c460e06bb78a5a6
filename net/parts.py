"""Parts of messages, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from game.ground.portrait import MOST_BYTES
from net.limits import GESTURE, LINE, NAME, OPTION, SEATS, SECRET, TEXT

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=SEATS)]
PersonNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
ViewerNumber: TypeAlias = Annotated[int, Meta(ge=-2, lt=SEATS)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Word: TypeAlias = Annotated[str, Meta(max_length=64)]
"""A game's id, a bot's name, or the kind of an event."""
Key: TypeAlias = Annotated[str, Meta(max_length=80)]
"""A text key; the reader shows it in its own language."""
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME)]
DisplayName: TypeAlias = Annotated[str, Meta(max_length=80)]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TEXT)]
Secret: TypeAlias = Annotated[bytes, Meta(min_length=SECRET, max_length=SECRET)]
RoomId: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{16})?\Z")]
"""The id of a room, the same as its `host_id` in discovery; empty where it is not known."""
MaybeSecret: TypeAlias = Annotated[bytes, Meta(max_length=SECRET)]
"""A secret, or empty if there is none."""
GestureKind: TypeAlias = Annotated[str, Meta(max_length=16)]
GestureData: TypeAlias = Annotated[bytes, Meta(max_length=GESTURE)]
"""Data of a gesture; its format is the game's own."""
Drawing: TypeAlias = Annotated[bytes, Meta(max_length=MOST_BYTES)]
"""A person's own sign as strokes; empty for none. Each stroke is a byte of its colour (0…7), a byte with the number of
its points, and two bytes (0…100) for each point, from the top left.
"""
Matter: TypeAlias = Literal["undo", "pause", "end"]
Reaction: TypeAlias = Literal["laugh", "heart", "clap", "wow", "sad", "hurry"]
"""A feeling that a person can show without words."""
Phase: TypeAlias = Literal["waiting", "playing", "paused", "after"]
DropReason: TypeAlias = Literal[
    "protocol", "version", "password", "full", "playing", "watchers", "kicked", "elsewhere", "closing",
    "malformed", "too_long", "unexpected", "too_fast", "too_slow", "idle",
    "opening", "not_here",
]  # fmt: skip
OptionValues: TypeAlias = Annotated[
    dict[Word, bool | int | Annotated[str, Meta(max_length=OPTION)]], Meta(max_length=64)
]
"""The options of a game that differ from their defaults."""
Values: TypeAlias = Annotated[dict[Word, str | int], Meta(max_length=16)]
"""Values for the placeholders of a text."""


class ToHost(Struct, frozen=True, tag_field="type"):
    """A message from a client to a host."""


class ToClient(Struct, frozen=True, tag_field="type"):
    """A message from a host to a client."""


class SeatChange(Struct, frozen=True, omit_defaults=True):
    """Changes of one seat. Fields that are nil or left out are unchanged."""

    seat: SeatNumber
    kind: Literal["open", "closed", "bot", "person"] | None = None
    name: DisplayName | None = None
    bot: Word | None = None
    person: PersonNumber | None = None
    ready: bool | None = None


class PersonChange(Struct, frozen=True, omit_defaults=True):
    """Changes of one person; for a new person, everything that is not a default. Fields that are nil or left out are
    unchanged.
    """

    person: PersonNumber
    name: DisplayName | None = None
    seat: Annotated[int, Meta(ge=-1, lt=SEATS)] | None = None
    present: bool | None = None
    owner: bool | None = None
    latency: Milliseconds | None = None
    deputy: bool | None = None
    queue: Count | None = None
    wish: Word | None = None
    lacks: bool | None = None
    browser: bool | None = None
    portrait: Drawing | None = None


class Customs(Struct, frozen=True):
    """How a room goes from one match to the next, as its owner set it."""

    votes: bool = False
    """Whether a game is played next as soon as more than half of the people present wish for it."""
    best_of: Annotated[int, Meta(ge=0, le=9)] = 0
    """The most matches of one game in a series, which is won by winning more than half of them; 0 plays no series."""
    rotate: bool = False
    """Whether seats move on by one after each match, and people who wait replace those who have played longest."""
    latecomers: bool = True
    """Whether spectators may take over a computer's seat during a match."""


class Wins(Struct, frozen=True):
    """Number of matches of a series that a person has won."""

    person: PersonNumber
    wins: Count


class TalkLine(Struct, frozen=True):
    """Something that was said in a room."""

    person: PersonNumber
    name: DisplayName
    text: ChatText


class Away(Struct, frozen=True):
    """A person whom the owner sent away, and who may not come in yet."""

    person: PersonNumber
    name: DisplayName


class SignedLine(Struct, frozen=True):
    """A line of the evening's ledger; see "The ledger"."""

    body: Annotated[bytes, Meta(max_length=LINE)]
    key: Annotated[bytes, Meta(min_length=SECRET, max_length=SECRET)]
    signature: Annotated[bytes, Meta(min_length=2 * SECRET, max_length=2 * SECRET)]


class WireEvent(Struct, frozen=True):
    """Something that happened, as this viewer may know it."""

    kind: Word
    data: dict[str, Any] = {}


class PastStep(Struct, frozen=True):
    """A step of the match, without a view."""

    number: Count
    movers: Annotated[tuple[SeatNumber, ...], Meta(max_length=SEATS)]
    """The seats that moved in the step, as far as this viewer may know; empty if chance moved."""
    forced: Annotated[tuple[SeatNumber, ...], Meta(max_length=SEATS)]
    """Those of the movers that did not answer in time, so that the fallback was played for them."""
    events: tuple[WireEvent, ...]
    turn: Count
    """Number of turns begun before the step, as the game counts them."""
    scores: Annotated[tuple[int, ...], Meta(max_length=SEATS)] = ()
    """Each seat's score after the step; empty if scores could tell secrets."""


class SeatState(Struct, frozen=True):
    """One seat of the room."""

    kind: Literal["open", "closed", "bot", "person"]
    name: DisplayName = ""
    bot: Word = ""
    """The bot that plays the seat, also while it stands in for a person."""
    person: PersonNumber = 0
    """Number of the person whose seat it is; 0 if nobody's."""
    ready: bool = False


class PersonState(Struct, frozen=True):
    """One person in the room. Numbers begin at 1 and are never used again."""

    person: PersonNumber
    name: DisplayName
    seat: Annotated[int, Meta(ge=-1, lt=SEATS)] = -1
    present: bool = True
    owner: bool = False
    latency: Milliseconds = 0
    deputy: bool = False
    """Whether the person may arrange the room as a deputy."""
    queue: Count = 0
    """The person's ticket in the queue for seats, the lowest is next; 0 if they do not wait."""
    wish: Word = ""
    """Id of the game that the person wishes for next; empty for none."""
    lacks: bool = False
    """Whether the person's program lacks the room's game, or has another version of it, so that they cannot play it."""
    browser: bool = False
    """Whether the person sits at a browser, for which another computer draws."""
    portrait: Drawing = b""
    """The sign that the person drew."""
