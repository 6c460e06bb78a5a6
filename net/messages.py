"""Every message of the LAN protocol, with the bounds of its fields: docs/lan-protocol.md, "Messages".

What is declared here is what is checked: a frame that does not fit one of these Structs, bounds included, is no
message. `Raw` fields hold msgpack of the game's own types; they are decoded, strictly, where the game is known.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct, field

from game.core.rules import Result
from net.evening import Appoint, Nudge, Queue, React, Reacted, SetCustoms, Stop, Talk, Wish
from net.limits import PEOPLE, RECORDING, SEATS
from net.parts import (
    Away,
    ChatText,
    Count,
    Customs,
    DisplayName,
    DropReason,
    GestureData,
    GestureKind,
    Key,
    Matter,
    MaybeSecret,
    Milliseconds,
    OptionValues,
    PastStep,
    PersonChange,
    PersonName,
    PersonNumber,
    PersonState,
    Phase,
    SeatChange,
    SeatNumber,
    SeatState,
    Secret,
    SignedLine,
    ToClient,
    ToHost,
    Values,
    ViewerNumber,
    Wins,
    Word,
)


class Hello(ToHost, frozen=True, tag="hello"):
    """The first message. `games` maps each game the client knows to its version; empty: it knows none and looks on."""

    protocol: Count
    name: PersonName
    nonce: Secret
    games: Annotated[dict[Word, Count], Meta(max_length=64)] = field(default_factory=dict)
    watch: bool = False
    token: MaybeSecret = b""
    """The token of an earlier `welcome`, to come back as the same person."""
    owner: MaybeSecret = b""
    """The room's owner key, to own it."""
    program: bool = False
    """Whether nobody sits there: a program owns a room only while no person is in it, or with its key."""


class Proof(ToHost, frozen=True, tag="proof"):
    """The password is known: HMAC-SHA256 over both nonces."""

    mac: Secret


class Bye(ToHost, frozen=True, tag="bye"):
    """Leaving on purpose: no grace time, the seat is given on at once."""


class Ping(ToHost, frozen=True, tag="ping"):
    """Still here. `latency` is the last round trip measured, shown to the others."""

    stamp: Count
    latency: Milliseconds = 0


class Say(ToHost, frozen=True, tag="say"):
    """Chat."""

    text: ChatText


class Take(ToHost, frozen=True, tag="take"):
    """Sit in an open seat, leaving the one before; in a match, take over the seat of a computer."""

    seat: SeatNumber


class Stand(ToHost, frozen=True, tag="stand"):
    """Leave the seat and stay in the room."""


class Ready(ToHost, frozen=True, tag="ready"):
    """Ready for the match to begin, or not after all."""

    ready: bool


class SetSeat(ToHost, frozen=True, tag="set_seat"):
    """Owner: open a seat, close it, or seat a computer in it."""

    seat: SeatNumber
    to: Literal["open", "closed", "bot"]
    bot: Word = ""


class Swap(ToHost, frozen=True, tag="swap"):
    """Owner: exchange who sits in two seats."""

    seat: SeatNumber
    other: SeatNumber


class Kick(ToHost, frozen=True, tag="kick"):
    """Owner: send a person away for so many seconds; 0 is the host's `kicked`."""

    person: PersonNumber
    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Pardon(ToHost, frozen=True, tag="pardon"):
    """Owner: let a person in again who was sent away."""

    person: PersonNumber


class HandOver(ToHost, frozen=True, tag="hand_over"):
    """Owner: let somebody else own the room, also against who comes back with its key."""

    person: PersonNumber


class Start(ToHost, frozen=True, tag="start"):
    """Owner: begin; open seats get computers of the level `bot` (empty: the room's own)."""

    bot: Word = ""
    without: bool = False
    """Whether to begin without those who are not ready: they look on, and computers play their seats."""


class Rematch(ToHost, frozen=True, tag="rematch"):
    """Owner: back to the waiting room, everybody in their seat."""


class Choose(ToHost, frozen=True, tag="choose"):
    """Owner: what is played next. Who has a seat keeps one, their own where that is open, as far as there are any."""

    game: Word
    options: OptionValues
    seats: Annotated[tuple[Word, ...], Meta(max_length=SEATS)]
    """Each `open`, `closed` or the name of a computer of that game."""
    limit: Milliseconds = 0
    """Time for a decision where the game sets none; 0 is no limit."""


class Play(ToHost, frozen=True, tag="play"):
    """The decision for step `number`."""

    number: Count
    action: Raw


class Gesture(ToHost, frozen=True, tag="gesture"):
    """What the hand does before it decides step `number`, to be shown to others; passed over where it does not fit."""

    number: Count
    kind: GestureKind
    data: GestureData


class Propose(ToHost, frozen=True, tag="propose"):
    """Ask all people who play to agree: take back my last decision, pause, or end the match without a result."""

    what: Matter


class Vote(ToHost, frozen=True, tag="vote"):
    """Agree to a proposal, or not."""

    proposal: Count
    agree: bool


class Resume(ToHost, frozen=True, tag="resume"):
    """End the pause."""


class Surrender(ToHost, frozen=True, tag="surrender"):
    """Give up the seat for good; a computer plays it to the end."""


class Lines(ToHost, frozen=True, tag="lines"):
    """We keep a ledger of the evening and have these lines; from now on tell us those we do not have."""

    lines: Annotated[tuple[SignedLine, ...], Meta(max_length=16)] = ()
    first: bool = False
    """Whether nothing was said of lines before on this connection."""


ClientMessage: TypeAlias = (
    Hello | Proof | Bye | Ping | Say | Take | Stand | Ready | SetSeat | Swap | Kick | Start | Rematch
    | Pardon | HandOver | Choose | Play | Gesture | Propose | Vote | Resume | Surrender | Lines
    | React | Appoint | SetCustoms | Nudge | Queue | Stop | Wish
)  # fmt: skip


class RoomState(Struct, frozen=True):
    """Everything about a room that everyone in it may know."""

    name: DisplayName
    game: Word
    version: Count
    options: dict[Word, bool | int | str]
    phase: Phase
    seats: Annotated[tuple[SeatState, ...], Meta(max_length=SEATS)]
    people: Annotated[tuple[PersonState, ...], Meta(max_length=PEOPLE)]
    watching: Count
    """How many hold no seat."""
    bots: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    """The computers that may be seated."""
    limit: Milliseconds = 0
    """Time for a decision where the game sets none; 0 is no limit."""
    delay: Milliseconds = 0
    """How much later spectators see the match."""
    waits: bool = False
    """Whether its host was started again, and the match is paused until everybody who plays is back."""
    away: Annotated[tuple[Away, ...], Meta(max_length=PEOPLE)] = ()
    """Who was sent away and may not come in yet."""
    customs: Customs = Customs()
    series: Annotated[tuple[Wins, ...], Meta(max_length=SEATS)] = ()
    """Who has won how many matches of the series, where one is played (`Customs.best_of`)."""


class SeatLine(Struct, frozen=True):
    """Who plays a seat as the match begins."""

    name: DisplayName
    bot: Word = ""
    person: PersonNumber = 0


class Challenge(ToClient, frozen=True, tag="challenge"):
    """A password is needed; see "Password"."""

    nonce: Secret
    salt: Secret
    rounds: Annotated[int, Meta(ge=1, le=1_000_000)]


class Welcome(ToClient, frozen=True, tag="welcome"):
    """You are in, as `person`; `token` brings you back after a lost connection."""

    protocol: Count
    person: PersonNumber
    token: Secret
    room: RoomState


class RoomChanged(ToClient, frozen=True, tag="room"):
    """The room as it is, whole; sent where `changed` cannot tell it or would be longer."""

    room: RoomState


class Changed(ToClient, frozen=True, tag="changed", omit_defaults=True):
    """What has changed in the room since it was told last. Fields that are nil or left out are as they were.

    All values are what they are now, so nothing is lost where one comes twice.
    """

    phase: Phase | None = None
    watching: Count | None = None
    waits: bool | None = None
    customs: Customs | None = None
    series: Annotated[tuple[Wins, ...], Meta(max_length=SEATS)] | None = None
    seats: Annotated[tuple[SeatChange, ...], Meta(max_length=SEATS)] = ()
    people: Annotated[tuple[PersonChange, ...], Meta(max_length=PEOPLE)] = ()
    """In order; who was not there before comes last."""
    gone: Annotated[tuple[PersonNumber, ...], Meta(max_length=PEOPLE)] = ()
    """Who is not in the room any more."""


class Said(ToClient, frozen=True, tag="said"):
    """Chat."""

    person: PersonNumber
    name: DisplayName
    text: ChatText


class Told(ToClient, frozen=True, tag="told"):
    """A line for the log of the room."""

    key: Key
    values: Values = field(default_factory=dict)


class Begun(ToClient, frozen=True, tag="begun"):
    """You see a match as `viewer` (a seat, or -2 for a spectator) before step `number`; forget what was seen before.

    It comes as the match begins, after coming back, and when you go on as a spectator.
    """

    viewer: ViewerNumber
    number: Count
    seats: Annotated[tuple[SeatLine, ...], Meta(max_length=SEATS)]
    brief: Raw
    view: Raw


class Past(ToClient, frozen=True, tag="past"):
    """Steps before the `begun` just sent, in order; as many of these as it takes."""

    steps: Annotated[tuple[PastStep, ...], Meta(max_length=64)]


class Stepped(ToClient, frozen=True, tag="stepped"):
    """A step was played, and this is what is seen after it."""

    step: PastStep
    view: Raw


class Waiting(ToClient, frozen=True, tag="waiting"):
    """What is waited for: the decisions of `seats` for step `number`, as far as you may know who is asked."""

    number: Count
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=SEATS)]
    asked: bool = False
    """Whether you are among them; in a slice of time, also after having moved."""
    legal: Raw = Raw(b"\xc0")
    """Every action you may play; nil where you are not asked or they cannot be listed."""
    left: Milliseconds | None = None
    """Time left, by the host's clock; nil is no limit."""
    total: Milliseconds | None = None
    standing: bool = False
    """Send whenever there is something to send, without waiting for an answer: what comes late is taken for a later
    step, where it still fits."""


class Gestured(ToClient, frozen=True, tag="gestured"):
    """What `seat` does before it decides step `number`. Not every one comes, and none is of any consequence."""

    number: Count
    seat: SeatNumber
    kind: GestureKind
    data: GestureData


class Accepted(ToClient, frozen=True, tag="accepted"):
    """Your decision for step `number` was taken and is kept."""

    number: Count


class Rejected(ToClient, frozen=True, tag="rejected"):
    """A message of yours of the type `about` was not carried out, and why."""

    about: Word
    why: Key
    values: Values = field(default_factory=dict)
    number: Count = 0
    """For `play`: its number."""


class Rewound(ToClient, frozen=True, tag="rewound"):
    """The steps from `number` on were taken back."""

    number: Count
    view: Raw


class Proposed(ToClient, frozen=True, tag="proposed"):
    """A proposal stands: who made it, who agreed, who has to agree yet."""

    proposal: Count
    what: Matter
    by: PersonNumber
    agreed: Annotated[tuple[PersonNumber, ...], Meta(max_length=SEATS)]
    missing: Annotated[tuple[PersonNumber, ...], Meta(max_length=SEATS)]


class Decided(ToClient, frozen=True, tag="decided"):
    """A proposal does not stand any more."""

    proposal: Count
    what: Matter
    passed: bool


class Ended(ToClient, frozen=True, tag="ended"):
    """The match is over: played to its end, or ended by agreement or by the owner (then without a result)."""

    reason: Literal["over", "agreed", "stopped"]
    number: Count
    hash: Word
    """The hash of the whole state at the end: the same for everybody, and in the host's replay."""
    result: Result | None = None


class Entered(ToClient, frozen=True, tag="entered"):
    """Lines of the evening's ledger; only to who sent `lines`."""

    lines: Annotated[tuple[SignedLine, ...], Meta(max_length=16)]


class Recorded(ToClient, frozen=True, tag="recorded"):
    """The recording of the match that has ended, a whole replay file; only to who sent `lines`."""

    data: Annotated[bytes, Meta(max_length=RECORDING)]


class Pong(ToClient, frozen=True, tag="pong"):
    """The answer to a `ping`."""

    stamp: Count


class Dropped(ToClient, frozen=True, tag="dropped"):
    """The last message before the host closes the connection."""

    why: DropReason
    values: Values = field(default_factory=dict)


HostMessage: TypeAlias = (
    Challenge | Welcome | RoomChanged | Changed | Talk | Said | Reacted | Told | Begun | Past | Stepped | Waiting
    | Gestured | Accepted | Rejected | Rewound | Proposed | Decided | Ended | Entered | Recorded | Pong | Dropped
)  # fmt: skip


def tag_of(message: type[Struct] | Struct) -> str:
    """The value of a message's field `type`."""
    tag = message.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def raw(value: Any) -> Raw:
    """A value of a game as it travels."""
    return Raw(msgspec.msgpack.encode(value))
