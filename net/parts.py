"""What messages are made of, with its bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from net.limits import GESTURE, LINE, NAME, SEATS, SECRET, TEXT

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
Phase: TypeAlias = Literal["waiting", "playing", "paused", "after"]
DropReason: TypeAlias = Literal[
    "protocol", "version", "password", "full", "playing", "watchers", "kicked", "elsewhere", "closing",
    "malformed", "too_long", "unexpected", "too_fast", "too_slow", "idle",
]  # fmt: skip
Values: TypeAlias = Annotated[dict[Word, str | int], Meta(max_length=16)]
"""What fills the fields of a text."""


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
