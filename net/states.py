"""The finite-state machines of the protocol as tables; docs/lan-protocol.md shows the same, and a test walks them.

There are three: for a room, for a connection at the host, and for a client. A message that a peer can send only by
mistake drops its connection; one that was right when sent, but crossed a change of the room, is rejected.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from net.evening import Appoint, Nudge, Portray, Queue, React, SetCustoms, Stop, Wish
from net.heirs import Heir, Hosts, Move, Opened
from net.messages import (
    Begun,
    Bye,
    Challenge,
    Choose,
    Dropped,
    Gesture,
    HandOver,
    Hello,
    Kick,
    Lines,
    Pardon,
    Ping,
    Play,
    Proof,
    Propose,
    Ready,
    Rematch,
    Resume,
    Say,
    SetSeat,
    Stand,
    Start,
    Surrender,
    Swap,
    Take,
    Vote,
    Welcome,
)
from net.mix import Mix, MixStop, Salt, Strike
from net.parts import ToClient, ToHost


class RoomPhase(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    AFTER = "after"


class RoomEvent(StrEnum):
    """Events that change a room's phase."""

    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"
    REOPENED = "reopened"


ROOM: Mapping[tuple[RoomPhase, RoomEvent], RoomPhase] = {
    (RoomPhase.WAITING, RoomEvent.STARTED): RoomPhase.PLAYING,
    (RoomPhase.PLAYING, RoomEvent.PAUSED): RoomPhase.PAUSED,
    (RoomPhase.PLAYING, RoomEvent.ENDED): RoomPhase.AFTER,
    (RoomPhase.PAUSED, RoomEvent.RESUMED): RoomPhase.PLAYING,
    (RoomPhase.PAUSED, RoomEvent.ENDED): RoomPhase.AFTER,
    (RoomPhase.AFTER, RoomEvent.REOPENED): RoomPhase.WAITING,
}


class LinkState(StrEnum):
    """State of a connection at the host."""

    GREETING = "greeting"
    PROVING = "proving"
    LOBBY = "lobby"
    SEATED = "seated"
    PLAYING = "playing"
    WATCHING = "watching"
    CLOSED = "closed"


class LinkEvent(StrEnum):
    """Events that change a connection's state."""

    CHALLENGED = "challenged"
    WELCOMED = "welcomed"
    SEATED = "seated"
    UNSEATED = "unseated"
    BEGUN = "begun"
    ENDED = "ended"
    CLOSED = "closed"


LINK: Mapping[tuple[LinkState, LinkEvent], LinkState] = {
    (LinkState.GREETING, LinkEvent.CHALLENGED): LinkState.PROVING,
    (LinkState.GREETING, LinkEvent.WELCOMED): LinkState.LOBBY,
    (LinkState.PROVING, LinkEvent.WELCOMED): LinkState.LOBBY,
    (LinkState.LOBBY, LinkEvent.SEATED): LinkState.SEATED,
    (LinkState.LOBBY, LinkEvent.BEGUN): LinkState.WATCHING,
    (LinkState.SEATED, LinkEvent.UNSEATED): LinkState.LOBBY,
    (LinkState.SEATED, LinkEvent.BEGUN): LinkState.PLAYING,
    (LinkState.PLAYING, LinkEvent.UNSEATED): LinkState.WATCHING,
    (LinkState.PLAYING, LinkEvent.ENDED): LinkState.SEATED,
    (LinkState.WATCHING, LinkEvent.SEATED): LinkState.PLAYING,
    (LinkState.WATCHING, LinkEvent.ENDED): LinkState.LOBBY,
    **{(state, LinkEvent.CLOSED): LinkState.CLOSED for state in LinkState if state != LinkState.CLOSED},
}


NOT_NOW = "net.refuse.not_now"
"""Text key for rejecting a message that does not fit the connection's state or the room's phase."""
STALE = "net.refuse.stale"
"""Text key for rejecting a decision for a step that was already played."""


class Verdict(StrEnum):
    """What happens to a message: taken, rejected, or its connection dropped."""

    TAKEN = "taken"
    REJECTED = "rejected"
    DROPPED = "dropped"


_ANYWHERE: frozenset[type[ToHost]] = frozenset(
    {Bye, Gesture, Heir, Lines, Nudge, Opened, Ping, Portray, React, Salt, Say}
)
_FIRST: frozenset[type[ToHost]] = frozenset({Hello, Hosts, Proof})
UNCOUNTED: frozenset[type[ToHost]] = _FIRST | {Bye, Gesture, Lines, Ping, Play, React, Say}
"""Messages with an allowance of their own, or whose effect is told to nobody else; all others need one for changes."""
OWNERS: frozenset[type[ToHost]] = frozenset(
    {SetSeat, Swap, Kick, Start, Rematch, Choose, Pardon, HandOver, Appoint, SetCustoms, Stop, Move, Mix, MixStop}
)
"""Messages that only the room's owner and deputies may send."""
OWNER_ALONE: frozenset[type[ToHost]] = frozenset({HandOver, Appoint, Move})
"""Messages of owners that deputies may not send."""
_ALWAYS_OWNERS: frozenset[type[ToHost]] = frozenset({Kick, Pardon, HandOver, Appoint, SetCustoms, Stop, Move, MixStop})
"""Messages of owners that are also taken during a match."""

TAKEN: Mapping[LinkState, frozenset[type[ToHost]]] = {
    LinkState.GREETING: frozenset({Hello, Bye, Hosts}),
    LinkState.PROVING: frozenset({Proof, Bye}),
    LinkState.LOBBY: _ANYWHERE | OWNERS | {Take, Queue, Wish, Strike},
    LinkState.SEATED: _ANYWHERE | OWNERS | {Take, Stand, Ready, Queue, Wish, Strike},
    LinkState.PLAYING: _ANYWHERE | _ALWAYS_OWNERS | {Play, Propose, Vote, Resume, Surrender},
    LinkState.WATCHING: _ANYWHERE | _ALWAYS_OWNERS | {Take, Queue},
    LinkState.CLOSED: frozenset(),
}
"""The messages that are taken in each state of a connection."""

IN_PHASE: Mapping[type[ToHost], frozenset[RoomPhase]] = {
    Take: frozenset({RoomPhase.WAITING, RoomPhase.PLAYING, RoomPhase.PAUSED}),
    Stand: frozenset({RoomPhase.WAITING}),
    Ready: frozenset({RoomPhase.WAITING}),
    SetSeat: frozenset({RoomPhase.WAITING}),
    Swap: frozenset({RoomPhase.WAITING}),
    Start: frozenset({RoomPhase.WAITING}),
    Rematch: frozenset({RoomPhase.AFTER}),
    Choose: frozenset({RoomPhase.WAITING, RoomPhase.AFTER}),
    Wish: frozenset({RoomPhase.WAITING, RoomPhase.AFTER}),
    Mix: frozenset({RoomPhase.WAITING, RoomPhase.AFTER}),
    Strike: frozenset({RoomPhase.WAITING}),
    Stop: frozenset({RoomPhase.PLAYING, RoomPhase.PAUSED}),
    Play: frozenset({RoomPhase.PLAYING}),
    Propose: frozenset({RoomPhase.PLAYING, RoomPhase.PAUSED}),
    Vote: frozenset({RoomPhase.PLAYING, RoomPhase.PAUSED}),
    Resume: frozenset({RoomPhase.PAUSED}),
}
"""The phases of the room in which a message is taken; messages not named here are taken in every phase."""


def verdict(state: LinkState, phase: RoomPhase, message: type[ToHost]) -> Verdict:
    """Return the verdict on a message by its type alone, before its content is looked at."""
    if message in TAKEN[state]:
        phases = IN_PHASE.get(message)
        return Verdict.TAKEN if phases is None or phase in phases else Verdict.REJECTED
    before_welcome = state in {LinkState.GREETING, LinkState.PROVING, LinkState.CLOSED}
    return Verdict.DROPPED if before_welcome or message in _FIRST else Verdict.REJECTED


class ClientState(StrEnum):
    CONNECTING = "connecting"
    GREETING = "greeting"
    PROVING = "proving"
    ROOM = "room"
    MATCH = "match"
    LOST = "lost"
    CLOSED = "closed"


class ClientEvent(StrEnum):
    """Events other than messages that change a client's state."""

    CONNECTED = "connected"
    REOPENED = "reopened"
    """The room is back in its phase `waiting`."""
    LOST = "lost"
    RETRIED = "retried"
    FAILED = "failed"
    """The client left, or met an error that trying again does not mend."""


Trigger: TypeAlias = ClientEvent | type[ToClient]

CLIENT: Mapping[tuple[ClientState, Trigger], ClientState] = {
    (ClientState.CONNECTING, ClientEvent.CONNECTED): ClientState.GREETING,
    (ClientState.CONNECTING, ClientEvent.LOST): ClientState.LOST,
    (ClientState.GREETING, Challenge): ClientState.PROVING,
    (ClientState.GREETING, Welcome): ClientState.ROOM,
    (ClientState.GREETING, ClientEvent.LOST): ClientState.LOST,
    (ClientState.PROVING, Welcome): ClientState.ROOM,
    (ClientState.PROVING, ClientEvent.LOST): ClientState.LOST,
    (ClientState.ROOM, Begun): ClientState.MATCH,
    (ClientState.ROOM, ClientEvent.LOST): ClientState.LOST,
    (ClientState.MATCH, Begun): ClientState.MATCH,
    (ClientState.MATCH, ClientEvent.REOPENED): ClientState.ROOM,
    (ClientState.MATCH, ClientEvent.LOST): ClientState.LOST,
    (ClientState.LOST, ClientEvent.RETRIED): ClientState.CONNECTING,
    **{(state, ClientEvent.FAILED): ClientState.CLOSED for state in ClientState if state != ClientState.CLOSED},
}
"""The next state of a client; a message that is not named here changes nothing. See `expected`."""

_INSIDE = {ClientState.ROOM, ClientState.MATCH}


def expected(state: ClientState, message: type[ToClient]) -> bool:
    """Return whether a host that keeps to the protocol may send this message to a client in `state`."""
    if (state, message) in CLIENT:
        return True
    if message is Dropped:
        return state in {ClientState.GREETING, ClientState.PROVING, *_INSIDE}
    return state in _INSIDE and message not in {Challenge, Welcome}
