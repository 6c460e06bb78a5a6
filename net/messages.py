"""Every message of the LAN protocol, with the bounds of its fields (docs/lan-protocol.md, "Messages").

These declarations are what is checked: a frame that does not fit one of these Structs, bounds included, is no message.
`Raw` fields hold msgpack of the game's own types; they are decoded strictly where the game is known.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct, field

from game.core.rules import Result
from net.evening import Appoint, Nudge, Portray, Queue, React, Reacted, SetCustoms, Stop, Talk, Wish
from net.heirs import Handed, Heir, Heirs, Hosting, Hosts, Kept, KeptLog, Move, Moved, Opened
from net.limits import PEOPLE, RECORDING, SEATS, SECRET
from net.mix import Mix, MixState, MixStop, Salt, Strike
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
    RoomId,
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
    """The first message. `games` maps the games that the client knows to versions; empty: it knows none and watches."""

    protocol: Count
    name: PersonName
    nonce: Secret
    games: Annotated[dict[Word, Count], Meta(max_length=64)] = field(default_factory=dict)
    watch: bool = False
    token: MaybeSecret = b""
    """The token of an earlier `welcome`, to come back as the same person."""
    owner: MaybeSecret = b""
    """The room's owner key, to become its owner."""
    program: bool = False
    """Whether no person sits at the client: a program owns a room only while no person is in it, or with the key."""
    browser: bool = False
    """Whether the person sits at a browser, for which another computer draws: they inherit no room."""
    languages: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    """The languages that the person reads, the dearest first; empty where that is not told."""


class Proof(ToHost, frozen=True, tag="proof"):
    """Proof that the client knows the password: HMAC-SHA256 over both nonces."""

    mac: Secret


class Bye(ToHost, frozen=True, tag="bye"):
    """Leave on purpose: there is no grace time, the seat is free at once."""


class Ping(ToHost, frozen=True, tag="ping"):
    """Sign of life. `latency` is the last measured round trip, shown to others."""

    stamp: Count
    latency: Milliseconds = 0


class Say(ToHost, frozen=True, tag="say"):
    """Say something to everybody in the room."""

    text: ChatText


class Take(ToHost, frozen=True, tag="take"):
    """Take an open seat, leaving the last one; during a match, take over a computer's seat."""

    seat: SeatNumber


class Stand(ToHost, frozen=True, tag="stand"):
    """Leave the seat and stay in the room."""


class Ready(ToHost, frozen=True, tag="ready"):
    """Be ready for the match to begin, or no longer."""

    ready: bool


class SetSeat(ToHost, frozen=True, tag="set_seat"):
    """Owner: open a seat, close it, or put a computer there."""

    seat: SeatNumber
    to: Literal["open", "closed", "bot"]
    bot: Word = ""


class Swap(ToHost, frozen=True, tag="swap"):
    """Owner: exchange those who sit in two seats."""

    seat: SeatNumber
    other: SeatNumber


class Kick(ToHost, frozen=True, tag="kick"):
    """Owner: send a person away for `seconds`; 0 stands for the host's limit `kicked`."""

    person: PersonNumber
    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Pardon(ToHost, frozen=True, tag="pardon"):
    """Owner: let a person in again who was sent away."""

    person: PersonNumber


class HandOver(ToHost, frozen=True, tag="hand_over"):
    """Owner: make another person the owner, for good: somebody who comes with the owner key does not replace them."""

    person: PersonNumber


class Start(ToHost, frozen=True, tag="start"):
    """Owner: begin the match; open seats get computers of the level `bot` (if empty, the room's own)."""

    bot: Word = ""
    without: bool = False
    """Whether to begin without people who are not ready: they watch, and computers play their seats."""


class Rematch(ToHost, frozen=True, tag="rematch"):
    """Owner: go back to the waiting room, with everybody in their seats."""


class Choose(ToHost, frozen=True, tag="choose"):
    """Owner: choose what is played next. People keep their seat if it is open, else get another if there is one."""

    game: Word
    options: OptionValues
    seats: Annotated[tuple[Word, ...], Meta(max_length=SEATS)]
    """Each seat is `open`, `closed` or the name of a bot of that game."""
    limit: Milliseconds = 0
    """Milliseconds for a decision where the game sets none; 0 is no limit."""


class Play(ToHost, frozen=True, tag="play"):
    """The decision for step `number`."""

    number: Count
    action: Raw


class Gesture(ToHost, frozen=True, tag="gesture"):
    """What a person does before deciding step `number`, to be shown to others; ignored if it does not fit."""

    number: Count
    kind: GestureKind
    data: GestureData


class Propose(ToHost, frozen=True, tag="propose"):
    """Ask all who play to agree: to take back my last decision, to pause, or to end the match without a result."""

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
    """Tell that we keep a ledger of the evening and have these lines; from now on we are told the lines we lack."""

    lines: Annotated[tuple[SignedLine, ...], Meta(max_length=16)] = ()
    first: bool = False
    """Whether this is the first such message on this connection."""


ClientMessage: TypeAlias = (
    Hello | Proof | Bye | Ping | Say | Take | Stand | Ready | SetSeat | Swap | Kick | Start | Rematch
    | Pardon | HandOver | Choose | Play | Gesture | Propose | Vote | Resume | Surrender | Lines
    | React | Portray | Appoint | SetCustoms | Nudge | Queue | Stop | Wish | Heir | Move | Opened
    | Mix | MixStop | Salt | Strike | Hosts
)  # fmt: skip


class TableState(Struct, frozen=True):
    """One of several tables of a room, at which the same game is played at once."""

    people: Annotated[tuple[PersonNumber, ...], Meta(max_length=SEATS)]
    """Who sits there."""
    computers: Count = 0
    """Number of seats that computers play."""
    over: bool = False
    """Whether its match is over."""


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
    """Number of people present without a seat."""
    bots: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    """The bots that may be put in seats."""
    limit: Milliseconds = 0
    """Milliseconds for a decision where the game sets none; 0 is no limit."""
    delay: Milliseconds = 0
    """Milliseconds by which spectators see the match later."""
    waits: bool = False
    """Whether the host was started again, and the match is paused until everybody who plays is back."""
    away: Annotated[tuple[Away, ...], Meta(max_length=PEOPLE)] = ()
    """People who were sent away and may not come in yet."""
    customs: Customs = Customs()
    series: Annotated[tuple[Wins, ...], Meta(max_length=SEATS)] = ()
    """Number of matches of the series that each person has won, if one is played (`Customs.best_of`)."""
    package: DisplayName = ""
    """The package that brings the game and its version, as `pip` calls them; empty for a game that Souk comes with."""
    mix: MixState | None = None
    """The mix that is played; nil for none."""
    table: Count = 0
    """Number of the table whose seats, options and phase these are: the one where the person who is told this sits, or
    looks on. Where it changes, another match begins to be told.
    """
    tables: Annotated[tuple[TableState, ...], Meta(max_length=PEOPLE)] = ()
    """All tables by number, while there are several."""


class SeatLine(Struct, frozen=True):
    """The player of a seat as the match begins."""

    name: DisplayName
    bot: Word = ""
    person: PersonNumber = 0


class Challenge(ToClient, frozen=True, tag="challenge"):
    """Demand for a proof of the password; see "Password"."""

    nonce: Secret
    salt: Secret
    rounds: Annotated[int, Meta(ge=1, le=1_000_000)]


class Welcome(ToClient, frozen=True, tag="welcome"):
    """Admission to the room as `person`; `token` lets the person come back after a lost connection."""

    protocol: Count
    person: PersonNumber
    token: Secret
    room: RoomState
    room_id: RoomId = ""
    """Id of the room, by which the token is kept: a room may move to another address, and another one to this."""
    generation: Count = 0
    """Which host of the room this is, from 1: each move to another computer begins the next; 0 where none can move."""
    signature: Annotated[bytes, Meta(max_length=2 * SECRET)] = b""
    """The signature of an heir who hosts the room now, for the nonce of `hello`; empty at a room's first host."""


class RoomChanged(ToClient, frozen=True, tag="room"):
    """The whole state of the room, sent where `changed` cannot express a change or would be longer."""

    room: RoomState


class Changed(ToClient, frozen=True, tag="changed", omit_defaults=True):
    """What has changed in the room since it was last told. Fields that are nil or left out are unchanged. All values
    are the new ones, so a change that arrives twice does no harm.
    """

    phase: Phase | None = None
    watching: Count | None = None
    waits: bool | None = None
    customs: Customs | None = None
    mix: MixState | None = None
    tables: Annotated[tuple[TableState, ...], Meta(max_length=PEOPLE)] | None = None
    series: Annotated[tuple[Wins, ...], Meta(max_length=SEATS)] | None = None
    seats: Annotated[tuple[SeatChange, ...], Meta(max_length=SEATS)] = ()
    people: Annotated[tuple[PersonChange, ...], Meta(max_length=PEOPLE)] = ()
    """Changes in the order of people; those who were not there before come last."""
    gone: Annotated[tuple[PersonNumber, ...], Meta(max_length=PEOPLE)] = ()
    """Numbers of people who are no longer in the room."""


class Said(ToClient, frozen=True, tag="said"):
    """What a person, or the room itself (person 0), said to everybody."""

    person: PersonNumber
    name: DisplayName
    text: ChatText


class Told(ToClient, frozen=True, tag="told"):
    """A line for the log of the room."""

    key: Key
    values: Values = field(default_factory=dict)


class Begun(ToClient, frozen=True, tag="begun"):
    """A match as seen by `viewer` (a seat, or -2 for a spectator) before step `number`; it replaces what was seen
    before. It is sent as the match begins, after coming back, and to players who become spectators.
    """

    viewer: ViewerNumber
    number: Count
    seats: Annotated[tuple[SeatLine, ...], Meta(max_length=SEATS)]
    brief: Raw
    view: Raw


class Past(ToClient, frozen=True, tag="past"):
    """Steps before the `begun` just sent, in order, in as many messages as are needed."""

    steps: Annotated[tuple[PastStep, ...], Meta(max_length=64)]


class Stepped(ToClient, frozen=True, tag="stepped"):
    """A step that was played, and the view after it."""

    step: PastStep
    view: Raw


class Waiting(ToClient, frozen=True, tag="waiting"):
    """The decisions awaited for step `number`: those of `seats`, as far as this viewer may know who is asked."""

    number: Count
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=SEATS)]
    asked: bool = False
    """Whether this viewer may decide; in a slice of time, also after having moved."""
    legal: Raw = Raw(b"\xc0")
    """Every action that this viewer may play; nil if it is not asked or they cannot be listed."""
    left: Milliseconds | None = None
    """Milliseconds left by the host's clock; nil is no limit."""
    total: Milliseconds | None = None
    standing: bool = False
    """Whether decisions may be sent at any time, without waiting: a late one counts for a later step, if it fits."""


class Gestured(ToClient, frozen=True, tag="gestured"):
    """What `seat` does before it decides step `number`. Some gestures are left out, and none affects the match."""

    number: Count
    seat: SeatNumber
    kind: GestureKind
    data: GestureData


class Accepted(ToClient, frozen=True, tag="accepted"):
    """The viewer's decision for step `number` was accepted and kept."""

    number: Count


class Rejected(ToClient, frozen=True, tag="rejected"):
    """A message of the type `about` was not carried out, with the reason."""

    about: Word
    why: Key
    values: Values = field(default_factory=dict)
    number: Count = 0
    """For a refused `play`, the step number that it carried."""


class Rewound(ToClient, frozen=True, tag="rewound"):
    """The steps from `number` on were taken back; `view` is the view before them."""

    number: Count
    view: Raw


class Proposed(ToClient, frozen=True, tag="proposed"):
    """An open proposal: who made it, who agreed, and who has not voted yet."""

    proposal: Count
    what: Matter
    by: PersonNumber
    agreed: Annotated[tuple[PersonNumber, ...], Meta(max_length=SEATS)]
    missing: Annotated[tuple[PersonNumber, ...], Meta(max_length=SEATS)]


class Decided(ToClient, frozen=True, tag="decided"):
    """A proposal was closed."""

    proposal: Count
    what: Matter
    passed: bool


class Ended(ToClient, frozen=True, tag="ended"):
    """The match is over: played to its end, or ended by agreement or by the owner, then without a result."""

    reason: Literal["over", "agreed", "stopped"]
    number: Count
    hash: Word
    """Hash of the whole state at the end: the same for everybody, and in the host's replay."""
    result: Result | None = None


class Entered(ToClient, frozen=True, tag="entered"):
    """Lines of the evening's ledger, told to those who sent `lines`."""

    lines: Annotated[tuple[SignedLine, ...], Meta(max_length=16)]


class Recorded(ToClient, frozen=True, tag="recorded"):
    """The recording of the match that ended, a whole replay file, sent to those who sent `lines`."""

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
    | Heirs | Handed | Moved | Kept | KeptLog | Hosting
)  # fmt: skip


def tag_of(message: type[Struct] | Struct) -> str:
    """Return the value of a message's field `type`."""
    tag = message.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def raw(value: Any) -> Raw:
    """Return a value of a game packed to be sent."""
    return Raw(msgspec.msgpack.encode(value))
