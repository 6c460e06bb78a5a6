"""A match on the LAN as a table shows it: one viewer's side, told by the host. No rules run here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.rules import SPECTATOR, Event, Result, Seat, Viewer
from game.scenes.feeds.feed import Choice, Deadline, Entry, Feed, Notice, SeatInfo, Update
from game.scenes.lan.visit import Heard, Visit
from game.texts import Texts, told_apart
from net.messages import (
    Accepted,
    Begun,
    Ended,
    Past,
    PastStep,
    Play,
    Rejected,
    Rewound,
    SeatLine,
    Stepped,
    Waiting,
    raw,
)


class UnknownGameError(SpokenError):
    """The room plays a game, or a version of one, that is not here."""


class LanFeed(Feed):
    """The match a visit is told of. It begins with a `Begun` that waits in `visit.heard`.

    Raises UnknownGameError where this program does not have the game.
    """

    def __init__(self, visit: Visit, texts: Texts) -> None:
        room = visit.room
        assert room is not None
        cabinet = CABINETS.get(room.game)
        if cabinet is None or cabinet.info.version != room.version:
            raise UnknownGameError("net.error.no_game", game=room.game, version=room.version)
        self.visit = visit
        # The lobby's log has told what was said before the table.
        visit.take_asides()
        self._texts = texts
        self.game = room.game
        self.seats = ()
        self._info = cabinet.info
        self.options = msgspec.convert(room.options, cabinet.info.options)
        self._viewer: Viewer = SPECTATOR
        self._brief: Any = None
        self._view: Any = None
        self._entries: list[Entry] = []
        self._updates: list[Update] = []
        self._waiting: Waiting | None = None
        self._waiting_at = 0.0
        self._legal: list[Any] | None = None
        self._legal_type: Any = list[cabinet.info.action] | None  # type: ignore[name-defined]
        self._sent: int | None = None
        """The step we sent a decision for that the host has not gone on from."""
        self._accepted = False
        self._refusal: str | None = None
        self._ended: Ended | None = None
        self._now = 0.0
        self._hear()
        self._updates.clear()

    # What the host says.

    def _hear(self) -> None:
        """Take in what came."""
        heard = self.visit.heard
        while heard:
            self._take(heard.popleft())

    def _take(self, heard: Heard) -> None:
        match heard.message:
            case Begun() as begun:
                self._begin(begun)
            case Past(steps=steps):
                self._entries += [self._entry(step) for step in steps]
            case Stepped(step=step, view=view):
                entry = self._entry(step)
                self._entries.append(entry)
                self._view = self._decode(view)
                self._go_on()
                self._updates.append(Update(step.number + 1, self._view, entry.events, viewer=self._viewer))
            case Waiting() as waiting:
                self._waiting, self._waiting_at = waiting, heard.at
                self._legal = msgspec.msgpack.decode(waiting.legal, type=self._legal_type)
                if self._accepted or self._sent != waiting.number:
                    self._sent, self._accepted = None, False
            case Accepted(number=number):
                self._accepted = self._sent == number
            case Rejected(why=why, number=number) if number == self._sent:
                self._sent, self._refusal = None, why
            case Rewound(number=number, view=view):
                del self._entries[number:]
                self._view = self._decode(view)
                self._go_on()
                self._updates.append(Update(number, self._view, jump=True, viewer=self._viewer))
            case Ended() as ended:
                self._ended, self._waiting = ended, None

    def _begin(self, begun: Begun) -> None:
        """The match from its start, or from where we come back to it."""
        self._viewer = begun.viewer
        self._brief = msgspec.msgpack.decode(begun.brief)
        self._view = self._decode(begun.view)
        self._entries, self._updates = [], []
        self._go_on()
        self._ended, self._refusal = None, None
        names = self._names(begun.seats)
        self.seats = tuple(
            SeatInfo(name, line.bot or None, seat == begun.viewer)
            for seat, (name, line) in enumerate(zip(names, begun.seats, strict=True))
        )
        self._updates.append(Update(begun.number, self._view, jump=True, viewer=self._viewer))

    def _names(self, lines: Sequence[SeatLine]) -> tuple[str, ...]:
        """People by their names, computers by their levels, all different."""
        return told_apart(
            [
                line.name if line.person else self._texts.maybe(f"{self.game}.bot.{line.bot}.name") or line.name
                for line in lines
            ]
        )

    def _go_on(self) -> None:
        """What was waited for before is not waited for any more."""
        self._waiting, self._sent, self._accepted = None, None, False

    def _decode(self, view: msgspec.Raw) -> Any:
        return msgspec.msgpack.decode(view, type=self._info.view)

    def _entry(self, step: PastStep) -> Entry:
        events = tuple(Event(event.kind, event.data) for event in step.events)
        return Entry(step.number, step.movers, events, step.turn, ())

    # What a table asks for.

    @property
    def number(self) -> int | None:
        first = self._entries[0].events if self._info.numbered and self._entries else ()
        return next((event.data["number"] for event in first if event.kind == "numbered"), None)

    @property
    def live(self) -> bool:
        return True

    @property
    def viewer(self) -> Viewer:
        return self._viewer

    @property
    def brief(self) -> Any:
        return self._brief

    @property
    def view(self) -> Any:
        return self._view

    @property
    def entries(self) -> Sequence[Entry]:
        return self._entries

    def poll(self, now: float) -> list[Update]:
        self._now = now
        self._hear()
        updates, self._updates = self._updates, []
        return updates

    @property
    def over(self) -> bool:
        return self._ended is not None

    @property
    def result(self) -> Result | None:
        return self._ended.result if self._ended else None

    @property
    def agreed(self) -> bool:
        """Whether it was ended by agreement, without a result."""
        return self._ended is not None and self._ended.reason == "agreed"

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped by agreement."""
        return self.visit.room is not None and self.visit.room.phase == "paused"

    @property
    def choice(self) -> Choice | None:
        waiting = self._waiting
        if waiting is None or not waiting.asked or self._sent is not None or self.paused or self.visit.lost:
            return None
        return Choice(self._viewer, self._legal)

    def play(self, seat: Seat, action: Any) -> str | None:
        if self._waiting is None or self.visit.lost:
            return "lobby.refuse.lost"
        self._sent, self._accepted = self._waiting.number, False
        self.visit.client.send(Play(self._waiting.number, raw(action)))
        return None

    def take_refusal(self) -> str | None:
        refusal, self._refusal = self._refusal, None
        return refusal

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of ours that the others may be asked to give back."""
        mine = any(self._viewer in entry.movers for entry in self._entries)
        return mine and self.can_propose

    @property
    def can_propose(self) -> bool:
        """Whether we play, and nothing else is being decided."""
        plays = self._viewer != SPECTATOR and not self.over
        return plays and self.visit.proposal is None and not self.visit.lost

    def undo(self) -> bool:
        """Ask the others; it is done when they have agreed."""
        if self.can_undo:
            self.visit.propose("undo")
        return False

    @property
    def deadline(self) -> Deadline | None:
        waiting = self._waiting
        if waiting is None or waiting.left is None or waiting.total is None:
            return None
        gone = 0.0 if self.paused else self.visit.now - self._waiting_at
        return Deadline(self._now + waiting.left / 1000 - gone, waiting.total / 1000)

    @property
    def thinking(self) -> tuple[Seat, ...]:
        waiting = self._waiting
        return tuple(seat for seat in waiting.seats if seat != self._viewer) if waiting else ()

    def take_notices(self) -> list[Notice]:
        return [Notice(key, dict(values)) for key, values in self.visit.take_asides()]
