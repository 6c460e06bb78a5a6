"""A match on the LAN as a table shows it: one viewer's side, told by the host.

No state of the match exists here; a stage may compute from its view, and show moves ahead of the host.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.rules import SPECTATOR, Result, Seat, Viewer
from game.ground.texts import Texts
from game.scenes.feeds.feed import Choice, Deadline, Feed, LogEntry, Notice, SeatInfo, Shown, Update
from game.scenes.lan.connection import RoomConnection
from net.client.remote_match import RemoteStep, StrangeHostError, options_of
from net.messages import Gesture, Play, SeatLine, raw


class LanFeed(Feed):
    """Feed of a room's running match. Raises StrangeHostError where this program has no texts for it."""

    def __init__(self, connection: RoomConnection, texts: Texts) -> None:
        room, match = connection.room, connection.match
        assert room is not None
        assert match is not None and match.begun
        self.connection = connection
        # The lobby's log has shown what was said before the table opened.
        connection.take_asides()
        self._match = match
        self._texts = texts
        self.game = match.info.id
        self.options = options_of(room, match.info)
        self.goal = match.info.goal_of(self.options)
        self._lines: tuple[SeatLine, ...] = ()
        self._entries: list[LogEntry] = []
        self._kept: list[RemoteStep] = []
        """The steps from which the log entries were made."""
        self._now = 0.0
        self._follow()
        match.take_news()

    def _follow(self) -> None:
        """Bring seats and entries up to date with the match."""
        match = self._match
        self.connection.unshown = False
        lines = self._lines_now()
        if lines != self._lines:
            self._lines = lines
            self.seats = tuple(
                SeatInfo(line.name, line.bot or None, seat == match.viewer) for seat, line in enumerate(lines)
            )
        kept = min(len(self._kept), len(match.steps))
        while kept and self._kept[kept - 1] is not match.steps[kept - 1]:
            kept -= 1
        fresh = match.steps[kept:]
        texts = self._texts.with_seats([seat.name for seat in self.seats]) if fresh else self._texts
        self._entries[kept:] = [self._entry(step, texts) for step in fresh]
        self._kept[kept:] = fresh
        if match.ended and match.ended.result and texts.attempt(match.ended.result.reason, {}) is None:
            raise StrangeHostError("result")

    def _lines_now(self) -> tuple[SeatLine, ...]:
        """Return the players of the seats, including people who took over a computer's seat since the match began."""
        lines, room = self._match.seats, self.connection.room
        if room is None or room.phase not in ("playing", "paused") or len(room.seats) != len(lines):
            return self._lines or lines
        return tuple(
            SeatLine(place.name, "", place.person) if place.kind == "person" and not line.person else line
            for line, place in zip(lines, room.seats, strict=True)
        )

    def _entry(self, step: RemoteStep, texts: Texts) -> LogEntry:
        for event in step.events:
            for key in (f"{self.game}.log.{event.kind}", f"{self.game}.event.{event.kind}"):
                if texts.has(key) and texts.attempt(key, event.data) is None:
                    raise StrangeHostError("event")
        return LogEntry(step.number, step.movers, step.events, step.turn, step.scores)

    # The interface of a feed.

    @property
    def number(self) -> int | None:
        first = self._entries[0].events if self._match.info.numbered and self._entries else ()
        number = next((event.data.get("number") for event in first if event.kind == "numbered"), None)
        return number if isinstance(number, int) else None

    @property
    def live(self) -> bool:
        return True

    @property
    def viewer(self) -> Viewer:
        return self._match.viewer

    @property
    def brief(self) -> Any:
        return self._match.brief

    @property
    def view(self) -> Any:
        return self._match.view

    @property
    def entries(self) -> Sequence[LogEntry]:
        return self._entries

    def poll(self, now: float) -> list[Update]:
        self._now = now
        try:
            self._follow()
        except StrangeHostError as error:
            self.connection.client.give_up(error)
            return []
        viewer, self.recording = self._match.viewer, self.connection.replay
        return [
            Update(news.position, news.view, news.events, news.jump, viewer=viewer) for news in self._match.take_news()
        ]

    @property
    def over(self) -> bool:
        return self._match.ended is not None

    @property
    def result(self) -> Result | None:
        return self._match.ended.result if self._match.ended else None

    @property
    def agreed(self) -> bool:
        """Whether the match was ended by agreement or by the owner, without a result."""
        return self._match.ended is not None and self._match.ended.reason != "over"

    @property
    def stopped(self) -> bool:
        """Whether the owner ended the match."""
        return self._match.ended is not None and self._match.ended.reason == "stopped"

    @property
    def paused(self) -> bool:
        return self.connection.paused

    @property
    def mark(self) -> str:
        return self._match.ended.hash if self._match.ended else ""

    @property
    def counts(self) -> bool:
        return self.viewer != SPECTATOR

    @property
    def waits(self) -> bool:
        """Whether the match was resumed from a file and is paused until its people are back."""
        return self.connection.room is not None and self.connection.room.waits

    @property
    def _stands(self) -> bool:
        """Whether nobody can decide anything at the moment."""
        return self.paused or self.connection.lost or self.connection.over

    @property
    def people(self) -> tuple[Seat, ...]:
        question = self._match.question
        flows = question is not None and question.asked and question.standing
        return (self._match.viewer,) if flows and not self._stands else ()

    @property
    def choice(self) -> Choice | None:
        match = self._match
        question = match.question
        if question is None or not question.asked or match.sent is not None or self._stands:
            return None
        return Choice(match.viewer, question.legal, again=question.again)

    def play(self, seat: Seat, action: Any) -> str | None:
        number = None if self.connection.lost or self.connection.over else self._match.decide()
        if number is None:
            return "lobby.refuse.lost"
        self.connection.client.send(Play(number, raw(action)))
        return None

    def gesture(self, seat: Seat, kind: str, data: bytes) -> None:
        question = self._match.question
        if self.choice is not None and question is not None:
            self.connection.client.send(Gesture(question.number, kind, data))

    def take_gestures(self, position: int) -> Sequence[Shown]:
        return [Shown(told.seat, told.kind, told.data) for told in self._match.take_gestures(position)]

    @property
    def missing(self) -> tuple[Seat, ...]:
        question = self._match.question
        return question.seats if question else ()

    def take_refusal(self) -> str | None:
        refusal = self._match.take_refusal()
        if refusal is not None and self._texts.attempt(refusal, {}) is None:
            self.connection.client.give_up(StrangeHostError("refusal"))
            return None
        return refusal

    @property
    def allows_undo(self) -> bool:
        """Whether decisions of this game can be undone at all."""
        return self._match.info.undo

    @property
    def can_undo(self) -> bool:
        """Whether this screen's person has a decision that they may ask the others to undo."""
        moved = any(self.viewer in entry.movers for entry in reversed(self._entries))
        return self._match.info.undo and self.can_propose and moved

    @property
    def can_propose(self) -> bool:
        """Whether this screen's person plays, and no other proposal is open."""
        plays = self.viewer != SPECTATOR and not self.over
        connection = self.connection
        return plays and connection.proposal is None and not (connection.lost or connection.over)

    def undo(self) -> bool:
        """Propose an undo to the others; it happens once they have agreed."""
        if self.can_undo:
            self.connection.propose("undo")
        return False

    @property
    def deadline(self) -> Deadline | None:
        question = self._match.question
        if question is None or question.total is None:
            return None
        left = question.seconds_left(self.connection.now, paused=self.paused)
        return None if left is None else Deadline(self._now + left, question.total / 1000)

    @property
    def thinking(self) -> tuple[Seat, ...]:
        question = self._match.question
        if question is None or self._stands:
            return ()
        return tuple(seat for seat in question.seats if seat != self.viewer)

    @property
    def away(self) -> tuple[Seat, ...]:
        room = self.connection.room
        lost = {person.person for person in room.people if not person.present} if room else set()
        return tuple(seat for seat, line in enumerate(self._lines) if line.person in lost)

    def take_notices(self) -> list[Notice]:
        return [Notice(key, dict(values)) for key, values in self.connection.take_asides()]
