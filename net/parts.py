"""What messages are made of, with its bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from net.limits import GESTURE, LINE, NAME, OPTION, SEATS, SECRET, TEXT

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=SEATS)]
PersonNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
ViewerNumber: TypeAlias = Annotated[int, Meta(ge=-2, lt=SEATS)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Word: TypeAlias = Annotated[str, Meta(max_length=64)]
"""A game's id, a bot's name, the kind of an event."""
Key: TypeAlias = Annotated[str, Meta(max_length=80)]
"""A text key; the reader says it in its own language."""
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME)]
DisplayName: TypeAlias = Annotated[str, Meta(max_length=80)]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TEXT)]
Secret: TypeAlias = Annotated[bytes, Meta(min_length=SECRET, max_length=SECRET)]
MaybeSecret: TypeAlias = Annotated[bytes, Meta(max_length=SECRET)]
"""A secret, or empty where there is none."""
GestureKind: TypeAlias = Annotated[str, Meta(max_length=16)]
GestureData: TypeAlias = Annotated[bytes, Meta(max_length=GESTURE)]
"""Whatever the game makes of it."""
Matter: TypeAlias = Literal["undo", "pause", "end"]
Reaction: TypeAlias = Literal["laugh", "heart", "clap", "wow", "sad", "hurry"]
"""What one shows without a word."""
Phase: TypeAlias = Literal["waiting", "playing", "paused", "after"]
DropReason: TypeAlias = Literal[
    "protocol", "version", "password", "full", "playing", "watchers", "kicked", "elsewhere", "closing",
    "malformed", "too_long", "unexpected", "too_fast", "too_slow", "idle",
]  # fmt: skip
OptionValues: TypeAlias = Annotated[
    dict[Word, bool | int | Annotated[str, Meta(max_length=OPTION)]], Meta(max_length=64)
]
"""The options of a game that are not as they usually are."""
Values: TypeAlias = Annotated[dict[Word, str | int], Meta(max_length=16)]
"""What fills the fields of a text."""


class ToHost(Struct, frozen=True, tag_field="type"):
    """What a client sends."""


class ToClient(Struct, frozen=True, tag_field="type"):
    """What a host sends."""


class SeatChange(Struct, frozen=True, omit_defaults=True):
    """What has changed in one seat. Fields that are nil or left out are as they were."""

    seat: SeatNumber
    kind: Literal["open", "closed", "bot", "person"] | None = None
    name: DisplayName | None = None
    bot: Word | None = None
    person: PersonNumber | None = None
    ready: bool | None = None


class PersonChange(Struct, frozen=True, omit_defaults=True):
    """What has changed about one person; with one that was not there before, all that is no default.

    Fields that are nil or left out are as they were.
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


class Customs(Struct, frozen=True):
    """How a room goes from one match to the next, as its owner set it."""

    votes: bool = False
    """Whether the next game is played that more than half of the people present wish for."""
    best_of: Annotated[int, Meta(ge=0, le=9)] = 0
    """Matches of one game that are played for a win of most of them; 0 counts none."""
    rotate: bool = False
    """Whether seats move on by one after each match, and who waits takes the seat of who has played longest."""
    latecomers: bool = True
    """Whether somebody who looks on may take over a computer's seat in a match."""


class Wins(Struct, frozen=True):
    """How many matches of a series somebody has won."""

    person: PersonNumber
    wins: Count


class TalkLine(Struct, frozen=True):
    """Something that was said in a room."""

    person: PersonNumber
    name: DisplayName
    text: ChatText


class Away(Struct, frozen=True):
    """Somebody whom the owner sent away, and who may not come in yet."""

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
    """A step of the match, without its view."""

    number: Count
    movers: Annotated[tuple[SeatNumber, ...], Meta(max_length=SEATS)]
    """The seats that moved in it, as far as you may know; empty where chance did."""
    forced: Annotated[tuple[SeatNumber, ...], Meta(max_length=SEATS)]
    """Those among them that did not answer in time."""
    events: tuple[WireEvent, ...]
    turn: Count
    """Turns begun before it, as the game counts."""
    scores: Annotated[tuple[int, ...], Meta(max_length=SEATS)] = ()
    """Each seat's score after it; empty where scores could tell what somebody may not know."""


class SeatState(Struct, frozen=True):
    """One seat of the room."""

    kind: Literal["open", "closed", "bot", "person"]
    name: DisplayName = ""
    bot: Word = ""
    """The computer that plays it, also in place of a person."""
    person: PersonNumber = 0
    """Whose seat it is; 0 nobody's."""
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
    """Whether the owner lets them arrange the room, too."""
    queue: Count = 0
    """The number they wait for a seat with, the lowest first; 0 where they do not."""
    wish: Word = ""
    """The game they wish for next; empty for none."""
