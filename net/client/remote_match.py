"""A match at a host as it is told to one viewer: the one place where what a host says of a match is decoded.

Whatever does not fit the game as it is known here, in its types or in its order, is a StrangeHostError: a host of
another version, or one that means ill. What is left in a RemoteMatch is as sound as the game's own types make it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Raw

from game.core.rules import SPECTATOR, Event, GameInfo, Seat, Viewer
from net.errors import ProtocolError
from net.messages import (
    Accepted,
    Begun,
    Ended,
    Gestured,
    HostMessage,
    Past,
    Rejected,
    Rewound,
    RoomState,
    SeatLine,
    Stepped,
    Waiting,
)
from net.parts import PastStep

MOST_NEWS = 64
"""Most steps that wait to be shown; of more, only the last position is shown."""
MOST_GESTURES = 256
"""Most gestures that wait to be shown; of more, the oldest are forgotten."""
MOST_BYTES = 1 << 26
"""Bytes of all steps of a match that are kept: as much as a recording may have."""
_UNDECODABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError, TypeError, OverflowError)


class StrangeHostError(ProtocolError):
    """What the host says does not fit the game or the room as this program knows them."""

    def __init__(self, what: str) -> None:
        super().__init__("net.error.host_strange", what=what)


class UnknownGameError(ProtocolError):
    """The room plays a game, or a version of one, that is not here."""

    def __init__(self, room: RoomState) -> None:
        super().__init__("net.error.no_game", game=room.game, version=room.version)


@dataclass(frozen=True)
class RemoteStep:
    """A step as this viewer may know it."""

    number: int
    movers: tuple[Seat, ...]
    forced: tuple[Seat, ...]
    events: tuple[Event, ...]
    turn: int
    scores: tuple[int, ...]
    """Empty where the game tells none on the way."""


@dataclass(frozen=True)
class News:
    """What is to be shown next: the step before `position`, or with `jump` the match as it stands there."""

    position: int
    view: Any
    events: tuple[Event, ...] = ()
    jump: bool = False


@dataclass(frozen=True)
class Question:
    """What the host waits for."""

    number: int
    seats: tuple[Seat, ...]
    asked: bool
    """Whether this viewer is among those who may decide."""
    legal: Sequence[Any] | None
    left: int | None
    """Milliseconds that were left when it was asked."""
    total: int | None
    at: float
    """When it came, by the clock of `take`."""
    again: bool = False
    """Whether this viewer has decided, and may decide otherwise until the slice of time is over."""
    standing: bool = False
    """Whether decisions are sent at any time, without waiting for an answer (`Ask.standing`)."""


def options_of(room: RoomState, info: GameInfo) -> Any:
    """The options a room plays with. Raises StrangeHostError."""
    try:
        return msgspec.convert(room.options, info.options)
    except _UNDECODABLE as error:
        raise StrangeHostError("options") from error


def check_room(room: RoomState) -> None:
    """Raise StrangeHostError where a room cannot be one that people sit in."""
    people = {person.person for person in room.people}
    if not room.seats or len(people) != len(room.people):
        raise StrangeHostError("room")
    if any(person.seat >= len(room.seats) for person in room.people):
        raise StrangeHostError("room")


class RemoteMatch:
    """One viewer's side of a match. Give `take` what `LanClient.poll` returns; it may begin again at any time."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.begun = False
        self.viewer: Viewer = SPECTATOR
        self.seats: tuple[SeatLine, ...] = ()
        self.brief: Any = None
        self.view: Any = None
        self.steps: list[RemoteStep] = []
        self.question: Question | None = None
        self.ended: Ended | None = None
        self.sent: int | None = None
        """The step for which a decision was sent, until the host goes on from it."""
        self._accepted = False
        self._refusal: str | None = None
        self._news: list[News] = []
        self._gestures: deque[Gestured] = deque(maxlen=MOST_GESTURES)
        self._bytes = 0
        self._number = 0
        """The number of steps played, with those that were not yet shown."""
        self._legal: Any = list[info.action] | None  # type: ignore[name-defined]

    # What the host says.

    def take(self, message: HostMessage, now: float) -> None:
        """Take in one message about the match; others are passed over. Raises StrangeHostError."""
        match message:
            case Begun():
                self._begin(message)
            case Past() | Stepped() | Waiting() | Gestured() | Accepted() | Rewound() | Ended() if not self.begun:
                raise StrangeHostError("order")
            case Past(steps=steps):
                for step in steps:
                    _must(len(self.steps) < self._number, "order")
                    self.steps.append(self._step(step))
            case Stepped(step=step, view=view):
                self._stepped(self._step(step), self._view(view))
            case Waiting():
                self._wait(message, now)
            case Gestured(seat=seat):
                _must(seat < len(self.seats), "seats")
                self._gestures.append(message)
            case Accepted(number=number) if number == self.sent:
                self._accept()
            case Rejected(about="play", why=why, number=number) if number == self.sent:
                self.sent, self._refusal = None, why
            case Rejected(about="play", why=why) if self.question is not None and self.question.standing:
                self._refusal = why
            case Rewound(number=number, view=view):
                _must(number <= len(self.steps), "order")
                del self.steps[number:]
                self._go_on(number, self._view(view))
                self._tell(News(number, self.view, jump=True))
            case Ended():
                self._end(message)

    def _begin(self, begun: Begun) -> None:
        """The match from its start, or from where one comes back to it."""
        _must(len(begun.seats) in self.info.seats, "seats")
        _must(begun.viewer == SPECTATOR or 0 <= begun.viewer < len(begun.seats), "viewer")
        view, brief = self._view(begun.view), decoded(begun.brief, Any, "brief")
        self.begun, self.viewer, self.seats, self.brief = True, begun.viewer, begun.seats, brief
        self.steps, self._bytes = [], 0
        self.ended, self._refusal, self.question = None, None, None
        self._gestures.clear()
        self._go_on(begun.number, view)
        self._news = [News(begun.number, view, jump=True)]

    def _stepped(self, step: RemoteStep, view: Any) -> None:
        _must(step.number == self._number, "order")
        self.steps.append(step)
        self._go_on(step.number + 1, view)
        self._tell(News(step.number + 1, view, step.events))

    def _step(self, step: PastStep) -> RemoteStep:
        _must(step.number == len(self.steps), "order")
        self._bytes += len(msgspec.msgpack.encode(step))
        _must(self._bytes <= MOST_BYTES, "size")
        _must(all(seat < len(self.seats) for seat in (*step.movers, *step.forced)), "seats")
        events = tuple(Event(event.kind, event.data) for event in step.events)
        _must(len(step.scores) in {0, len(self.seats)}, "scores")
        return RemoteStep(step.number, step.movers, step.forced, events, step.turn, step.scores)

    def _wait(self, waiting: Waiting, now: float) -> None:
        _must(waiting.number <= self._number, "order")
        if waiting.number < self._number:
            return  # a host may repeat what was waited for to those who come late
        _must(all(seat < len(self.seats) for seat in waiting.seats), "seats")
        _must(not waiting.asked or self.viewer >= 0, "viewer")
        legal = decoded(waiting.legal, self._legal, "legal")
        again = waiting.asked and self.viewer not in waiting.seats
        self.question = Question(
            waiting.number,
            waiting.seats,
            waiting.asked,
            legal,
            waiting.left,
            waiting.total,
            now,
            again,
            waiting.standing,
        )
        if self._accepted or self.sent != waiting.number:
            self.sent, self._accepted = None, False

    def _accept(self) -> None:
        """Note that the decision was taken.

        Where it may be replaced, it may be replaced again without a new question.
        """
        if self.question is not None and self.question.again:
            self.sent = None
        else:
            self._accepted = True

    def _end(self, ended: Ended) -> None:
        _must(ended.number == self._number, "order")
        _must(ended.result is None or len(ended.result.seats) == len(self.seats), "result")
        self.ended, self.question = ended, None

    def _go_on(self, number: int, view: Any) -> None:
        """Take over another position of the match; what was waited for before no longer counts."""
        self._number, self.view = number, view
        self.sent, self._accepted = None, False
        if self.question is not None and not self.question.standing:
            self.question = None

    def _tell(self, news: News) -> None:
        """Queue something to be shown. Where nobody has looked for long, only the present position is kept."""
        if len(self._news) >= MOST_NEWS:
            self._news = [News(news.position, news.view, jump=True)]
        else:
            self._news.append(news)

    def _view(self, view: Raw) -> Any:
        return decoded(view, self.info.view, "view")

    # What a person or a bot does with it.

    @property
    def caught_up(self) -> bool:
        """Whether the match has begun and all of its past was told."""
        return self.begun and len(self.steps) == self._number

    def take_news(self) -> list[News]:
        """What is to be shown and was not taken yet; nothing while the past is still being told."""
        if not self.caught_up:
            return []
        news, self._news = self._news, []
        return news

    def take_gestures(self, number: int) -> list[Gestured]:
        """What others showed of their decisions for step `number` since the last call; what is older is forgotten."""
        taken = [gesture for gesture in self._gestures if gesture.number == number]
        later = [gesture for gesture in self._gestures if gesture.number > number]
        self._gestures = deque(later, maxlen=MOST_GESTURES)
        return taken

    def take_refusal(self) -> str | None:
        """Why the decision sent last was refused, once, as a text key."""
        refusal, self._refusal = self._refusal, None
        return refusal

    def decide(self) -> int | None:
        """Note that a decision is sent. Returns for which step; None where nothing is waited for."""
        if self.question is None:
            return None
        if self.question.standing:
            return self._number
        self.sent, self._accepted = self.question.number, False
        return self.sent


def _must(holds: bool, what: str) -> None:
    """Raise StrangeHostError about `what` where something does not hold."""
    if not holds:
        raise StrangeHostError(what)


def decoded(data: Raw, kind: Any, what: str) -> Any:
    """A value of the game out of a message, `what` of the match it is. Raises StrangeHostError."""
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except _UNDECODABLE as error:
        raise StrangeHostError(what) from error
