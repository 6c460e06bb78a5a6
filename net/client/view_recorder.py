"""Recording what a client sees of a match: a recording of views, from the start or from where the client joined."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from game.core.recording.replay import SeatRecord
from game.core.recording.views import SeenEnd, SeenRewind, SeenStep, ViewHeader, ViewWriter
from game.core.rules import Event
from net.client.remote_match import decoded
from net.messages import Begun, Ended, HostMessage, Past, Rewound, RoomState, Stepped
from net.parts import PastStep


class ViewRecorder:
    """Records the first match it hears of, across lost connections. Give it what `LanClient.poll` returns."""

    def __init__(self, path: Callable[[], Path], when: str) -> None:
        self.writer: ViewWriter | None = None
        self._path = path
        self._when = when
        self._begun: Begun | None = None
        self._steps = 0
        """Number of steps recorded so far."""
        self.ended = False

    def hear(self, messages: list[HostMessage], room: RoomState | None) -> None:
        """Record what the messages show, after a RemoteMatch has taken them in.

        Raises ReplayError if no file can be made, StrangeHostError if a view cannot be decoded.
        """
        for message in messages:
            if self.ended:
                return
            match message:
                case Begun() if room is not None:
                    self._begin(message, room)
                case Past(steps=steps):
                    for step in steps:
                        self._missed(step)
                case Stepped(step=step, view=view):
                    self._keep(step, view)
                case Rewound(number=number, view=view):
                    self._rewind(number, view)
                case Ended(hash=hash, result=result):
                    self.ended = True
                    self._finish(SeenEnd(hash, result))

    def close(self) -> None:
        """Close the file; the recording has no end if none was seen."""
        if not self.ended:
            self._finish(None)

    def _begin(self, begun: Begun, room: RoomState) -> None:
        self._begun = begun
        if self.writer is None:
            seats = tuple(SeatRecord(seat.name, seat.bot or None) for seat in begun.seats)
            brief, view = decoded(begun.brief, Any, "brief"), decoded(begun.view, Any, "view")
            options = dict(room.options)
            header = ViewHeader(
                room.game, room.version, options, seats, begun.viewer, brief, view, begun.number, self._when
            )
            self.writer = ViewWriter(self._path(), header)
        elif begun.number < self._steps:
            self._rewind(begun.number, begun.view)

    def _missed(self, step: PastStep) -> None:
        """Record a step from before the client joined or while it was away: only the last one has a view."""
        assert self._begun is not None
        if step.number >= self._steps:
            self._keep(step, self._begun.view if step.number == self._begun.number - 1 else None)

    def _keep(self, step: PastStep, view: msgspec.Raw | None) -> None:
        events = tuple(Event(event.kind, event.data) for event in step.events)
        seen = None if view is None else decoded(view, Any, "view")
        self._steps = step.number + 1
        if self.writer is not None:
            self.writer.seen(SeenStep(step.number, step.movers, step.forced, events, step.turn, seen, step.scores))

    def _rewind(self, number: int, view: msgspec.Raw) -> None:
        self._steps = number
        if self.writer is not None:
            self.writer.seen(SeenRewind(number, decoded(view, Any, "view")))

    def _finish(self, end: SeenEnd | None) -> None:
        if self.writer is not None:
            self.writer.finish(end)
