"""A match at a host as told to one viewer: the only place that decodes what a host says about a match.

Whatever does not fit the game in type or order raises StrangeHostError: the host has another version or is malicious.
What a RemoteMatch holds has been checked against the game's own types.
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
"""The most steps that wait to be shown; beyond it only the latest position is kept."""
MOST_GESTURES = 256
"""The most gestures that wait to be shown; beyond it the oldest are dropped."""
MOST_BYTES = 1 << 26
"""The most bytes of all steps of a match, the same as a recording may have; a host that sends more is refused."""
_UNDECODABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError, TypeError, OverflowError)


class StrangeHostError(ProtocolError):
    """Something a host said does not fit the game or the room as this program knows them."""

    def __init__(self, what: str) -> None:
        super().__init__("net.error.host_strange", what=what)


@dataclass(frozen=True)
class RemoteStep:
    """A step of the match as this viewer may know it."""

    number: int
    movers: tuple[Seat, ...]
    forced: tuple[Seat, ...]
    events: tuple[Event, ...]
    turn: int
    scores: tuple[int, ...]
    """Each seat's score after the step; empty if the game hides scores during a match."""


@dataclass(frozen=True)
class News:
    """Something to show next: the step that led to `position`, or, with `jump`, the position alone."""

    position: int
    view: Any
    events: tuple[Event, ...] = ()
    jump: bool = False


@dataclass(frozen=True)
class Question:
    """A question of the host: which decisions it awaits."""

    number: int
    seats: tuple[Seat, ...]
    asked: bool
    """Whether this viewer is among those who may decide."""
    legal: Sequence[Any] | None
    left: int | None
    """Milliseconds left when the host asked; None if there is no limit."""
    total: int | None
    at: float
    """Time at which the question arrived, by the clock of `take`."""
    again: bool = False
    """Whether this viewer has already decided, and may change the decision until the slice of time is over."""
    standing: bool = False
    """Whether decisions may be sent at any time without waiting for an answer (`Ask.standing`)."""

    def seconds_left(self, now: float, *, paused: bool) -> float | None:
        """Return the seconds left at `now`, negative once they are over; None without a limit.

        The host asks again as a match is paused: until it goes on, that question's time is what is left.
        """
        if self.left is None:
            return None
        return self.left / 1000 - (0.0 if paused else now - self.at)


def options_of(room: RoomState, info: GameInfo) -> Any:
    """Return the options that a room plays with. Raises StrangeHostError."""
    try:
        return msgspec.convert(room.options, info.options)
    except _UNDECODABLE as error:
        raise StrangeHostError("options") from error


def check_room(room: RoomState) -> None:
    """Check that a room's state makes sense: it has seats, and people have different numbers and existing seats. Raises
    StrangeHostError.
    """
    people = {person.person for person in room.people}
    if not room.seats or len(people) != len(room.people):
        raise StrangeHostError("room")
    if any(person.seat >= len(room.seats) for person in room.people):
        raise StrangeHostError("room")


class RemoteMatch:
    """One viewer's side of a match. Give `take` what `LanClient.poll` returns; a host may begin the match again at any
    time.
    """

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
        """Number of the step for which a decision was sent, until the host moves on; None if none is on its way."""
        self._accepted = False
        self._refusal: str | None = None
        self._news: list[News] = []
        self._gestures: deque[Gestured] = deque(maxlen=MOST_GESTURES)
        self._bytes = 0
        self._number = 0
        """Number of steps played, including those not shown yet."""
        self._legal: Any = list[info.action] | None  # type: ignore[name-defined]

    # What the host says.

    def take(self, message: HostMessage, now: float) -> None:
        """Take in one message about the match; ignore others. Raises StrangeHostError."""
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
        """Begin the match, at its start or at the position where this viewer joins or comes back."""
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
            return  # a host may repeat an older question to viewers who come late
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
        """Note that the decision was accepted. If it may be changed, it may be sent anew without a new question."""
        if self.question is not None and self.question.again:
            self.sent = None
        else:
            self._accepted = True

    def _end(self, ended: Ended) -> None:
        _must(ended.number == self._number, "order")
        _must(ended.result is None or len(ended.result.seats) == len(self.seats), "result")
        self.ended, self.question = ended, None

    def _go_on(self, number: int, view: Any) -> None:
        """Take over a new position of the match, which makes an older question void."""
        self._number, self.view = number, view
        self.sent, self._accepted = None, False
        if self.question is not None and not self.question.standing:
            self.question = None

    def _tell(self, news: News) -> None:
        """Queue something to show. If too much is waiting, keep only the present position."""
        if len(self._news) >= MOST_NEWS:
            self._news = [News(news.position, news.view, jump=True)]
        else:
            self._news.append(news)

    def _view(self, view: Raw) -> Any:
        return decoded(view, self.info.view, "view")

    # What a person or a bot does with it.

    @property
    def caught_up(self) -> bool:
        """Whether the match has begun and all of its past has arrived."""
        return self.begun and len(self.steps) == self._number

    def take_news(self) -> list[News]:
        """Return what is to be shown since the last call; nothing while the past is still arriving."""
        if not self.caught_up:
            return []
        news, self._news = self._news, []
        return news

    def take_gestures(self, number: int) -> list[Gestured]:
        """Return the gestures of others for step `number` since the last call; forget those of earlier steps."""
        taken = [gesture for gesture in self._gestures if gesture.number == number]
        later = [gesture for gesture in self._gestures if gesture.number > number]
        self._gestures = deque(later, maxlen=MOST_GESTURES)
        return taken

    def take_refusal(self) -> str | None:
        """Return the text key of why the last decision was refused, and forget it; None if it was not."""
        refusal, self._refusal = self._refusal, None
        return refusal

    def decide(self) -> int | None:
        """Note that a decision is sent. Return the number of the step it is for; None if nothing is asked."""
        if self.question is None:
            return None
        if self.question.standing:
            return self._number
        self.sent, self._accepted = self.question.number, False
        return self.sent


def _must(holds: bool, what: str) -> None:
    """Raise StrangeHostError about `what` unless `holds`."""
    if not holds:
        raise StrangeHostError(what)


def decoded(data: Raw, kind: Any, what: str) -> Any:
    """Return a value of the game decoded from a message; `what` names it in errors. Raises StrangeHostError."""
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except _UNDECODABLE as error:
        raise StrangeHostError(what) from error
