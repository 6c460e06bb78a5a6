"""A match at its host: steps are written to disk before anybody is told, and each viewer is told what they may know."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_controller, bot_session
from game.core.bots import Ending, Request
from game.core.cabinet import Cabinet
from game.core.match.broken import BrokenRulesError
from game.core.match.match import MALFORMED, OVER, Match, Step
from game.core.match.session import Controller, Failure, bot_setup
from game.core.recording.replay import Replay, ReplayWriter, resume_match, seal_of
from game.core.rules import NATURE, SPECTATOR, Move, Seat, Viewer, Window
from game.ground.crash import MOST_LOGGED, crashed
from net.host.match.disk import Disk, at_once
from net.host.match.gestures import SeatGestures
from net.host.match.late_choices import LateChoices
from net.host.match.outbox import Outbox
from net.host.match.stream import Stream
from net.limits import HostLimits
from net.messages import Accepted, Begun, Ended, Gesture, Gestured, Rewound, SeatLine, Stepped, Waiting, raw
from net.parts import PastStep, ToClient, WireEvent
from net.states import STALE

_BOT_PAUSE = 0.01
"""Seconds between two looks at a bot that is thinking."""


@dataclass(frozen=True)
class Terms:
    """The terms of a match: game, options, and how it is run."""

    cabinet: Cabinet
    options: Any
    limit: float | None = None
    """Seconds for a decision where the game sets none; None is no limit."""
    pace: float = 0.0
    """The least seconds before a computer's move is played."""
    delay: float = 0.0
    """Seconds by which spectators see the match later."""
    stand_in: str = ""
    """Bot that plays for people who are gone; empty in games without bots, where the fallback is played."""
    logs: Path | None = None
    fill: tuple[str, ...] = ()
    """Bots for seats still open when a match begins, in turn; empty uses `stand_in` for all."""


class HostedMatch:
    """A hosted match with its session and journal. It is told the time and opens no socket.

    `people` are the seats that people play or may come back to. With `past`, it continues from there. With `held`, it
    is paused until `resume`, and nobody is asked anything before.
    """

    def __init__(
        self,
        terms: Terms,
        seats: Sequence[SeatLine],
        seed: int,
        writer: ReplayWriter,
        people: Collection[Seat],
        now: float,
        *,
        past: Replay | None = None,
        held: bool = False,
        disk: Disk = at_once,
        key: int = 0,
    ) -> None:
        self.terms = terms
        self.seats = tuple(seats)
        self.writer = writer
        self.ended: Ended | None = None
        """How the match ended, once people have been told; None before."""
        self.broken_off = False
        """Whether the match ended without a result because its rules broke."""
        self._broken_told = 0
        self._ending: Ended | None = None
        """How the match ended, even if people have not been told yet; None before."""
        self._keeping = past is None
        self._stopped_at: float | None = None
        self._stopped = 0.0
        self._outbox = Outbox(writer, disk)
        self._arriving: list[Seat] = []
        """Seats that latecomers are about to take over."""
        self._admitted: list[Seat] = []
        self._counts: list[tuple[int, tuple[int, ...]]] = []
        """For each step: the turn before it, and the scores after it."""
        self._gestures: dict[Seat, SeatGestures] = {}
        self._announced: dict[Viewer, object] = {}
        """The last question that each viewer was told."""
        rules, limit = terms.cabinet.rules, terms.limit
        seal = None if past is None else seal_of(past.header, rules)
        self.resumed = None if past is None else past.header
        """The header of the recording that the match goes on from, which says how its hashes are taken; None for none.
        """
        self.match = Match(
            rules, len(seats), terms.options, seed, journal=self, limit=limit, in_pieces=True, key=key, seal=seal
        )
        self._turn = self.match.turns()
        self._streams = {viewer: self._stream(viewer) for viewer in (*people, SPECTATOR)}
        if past is not None:
            resume_match(past, self.match)
            self._keeping = True
        self.session = bot_session(terms.cabinet, self.match, {}, logs=terms.logs, pause=terms.pace)
        self._late: LateChoices | None = None
        self._recorded = past is not None and past.end is not None
        """Whether the journal already holds the end."""
        self._held = held and not self.match.over
        if self._held:
            self._stopped_at = now
        if past is not None:
            self.pump(now)

    def _stream(self, viewer: Viewer) -> Stream:
        match = self.match
        begun = Begun(viewer, match.number, self.seats, raw(match.brief(viewer)), raw(match.view(viewer)))
        return Stream(begun, self.terms.delay if viewer == SPECTATOR else 0.0)

    # The match's journal: told of every step when the state after it stands, before anybody else is.

    def append(self, step: Step) -> None:
        """Write a step to the journal, and queue what each viewer will be told of it."""
        if self._keeping:
            self.writer.append(step)
            self._outbox.wrote()
        scores = self.match.scores() if self.match.rules.info.open_scores else ()
        del self._counts[step.number :]
        self._counts.append((self._turn, scores))
        for viewer in self._streams:
            self._outbox.put(
                viewer, Stepped(self._past_step(viewer, step), raw(self.match.view(viewer))), flows=step.flows
            )
        self._turn = self.match.turns()

    def _past_step(self, viewer: Viewer, step: Step) -> PastStep:
        """Return a step as a viewer may know it."""
        movers = tuple(move.seat for move in step.moves_for(viewer) if move.seat != NATURE)
        forced = tuple(move.seat for move in step.moves_for(viewer) if move.forced)
        events = tuple(WireEvent(event.kind, event.data) for event in step.events_for(viewer))
        return PastStep(step.number, movers, forced, events, *self._counts[step.number])

    def rewind(self, number: int) -> None:
        """Note in the journal that the steps from `number` on were undone."""
        self.writer.rewind(number)
        self._outbox.wrote()

    # What is asked of it.

    def play(self, seat: Seat, number: int, action: msgspec.Raw, now: float) -> str | None:
        """Play a person's action. Return the text key of why it may not be played, or None.

        People are told of it by the next `pump`. A standing action (`Ask.standing`) may have been sent for an earlier
        step, and is told without waiting for the disk.
        """
        self._go_on(now)
        if self.over:
            return OVER
        standing = self.match.ask is not None and self.match.ask.standing
        if number != self.match.number and not (standing and number < self.match.number):
            return STALE
        try:
            decoded = msgspec.msgpack.decode(action, type=self.terms.cabinet.info.action)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return MALFORMED
        refusal = self.session.play(seat, decoded)
        if refusal is None and standing:
            self._outbox.put(seat, Accepted(number), flows=True)
        elif refusal is None:
            assert self.match.ask is not None
            if self.match.ask.window in (Window.SIMULTANEOUS, Window.SLICE):
                self.writer.seal(number, Move(seat, decoded))
            self._outbox.wrote()
            self._outbox.put(seat, Accepted(number))
        return refusal

    @property
    def flows(self) -> bool:
        """Whether people now send actions without waiting for answers."""
        return not self.over and self.match.ask is not None and self.match.ask.standing

    def undo(self, seat: Seat, now: float) -> bool:
        """Take back the last decision of `seat`. Return whether there was one."""
        if self.over or not self.session.undo(seat):
            return False
        self._turn = self.match.turns()
        self._announced = {}
        for viewer in self._streams:
            self._outbox.put(viewer, Rewound(self.match.number, raw(self.match.view(viewer))))
        self.pump(now)
        return True

    def choose_when_late(self) -> None:
        """Let the stand-in choose for people who do not act within the limit, where the game has one."""
        if self.terms.stand_in and self._late is None:
            self._late = LateChoices(self.match, self.terms.cabinet, self.terms.stand_in, self.terms.logs)

    def seat_computer(self, seat: Seat, spec: str) -> None:
        """Let a computer play `seat` from now on. Raises SpokenError for an unknown bot."""
        self.session.hand_over(seat, self._controller(seat, spec))

    def seat_person(self, seat: Seat) -> None:
        """Let a person play `seat` from now on."""
        self.session.hand_over(seat, None)

    def admit(self, seat: Seat) -> None:
        """Let a newcomer play `seat` and see the match with that seat's eyes from its start.

        A later `pump` does it, once everything played is told; see `take_admitted`.
        """
        if seat not in self._arriving:
            self._arriving.append(seat)

    def take_admitted(self) -> list[Seat]:
        """Return the seats that newcomers have begun to play since the last call."""
        admitted, self._admitted = self._admitted, []
        return admitted

    def _admit(self) -> None:
        for seat in self._arriving:
            if seat not in self._streams:
                self._streams[seat] = self._stream(seat)
                self._streams[seat].recall(self._past_step(seat, step) for step in self.match.steps)
            self.seat_person(seat)
        self._admitted += self._arriving
        self._arriving = []

    def pause(self, now: float) -> None:
        """Stop the clock; nothing is played until `resume`."""
        if self._stopped_at is None:
            self._stopped_at = now
            self.pump(now)

    def resume(self, now: float) -> None:
        """Let the clock run again."""
        if self._stopped_at is not None:
            self._stopped += now - self._stopped_at
            self._stopped_at, self._held = None, False
            self.pump(now)

    @property
    def over(self) -> bool:
        """Whether the match is over, even if people have not been told yet."""
        return self._ending is not None

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped."""
        return self._stopped_at is not None

    def pump(self, now: float) -> None:
        """Continue as far as possible at time `now`; outcomes are told once they are on the disk.

        Everything since the last call is written to the disk at once: a flush takes milliseconds, however little it
        writes.
        """
        if not self._arriving:
            self._go_on(now)
        if self.match.over:
            self._end("over")
        for viewer, message in self._outbox.ready():
            self._streams[viewer].push(now, message)
            if message is self._ending:
                self.ended = self._ending
                self.writer.close()
        if self._outbox.empty:
            if self._arriving and not self.over:
                self._admit()
            self._announce(now)

    def end(self, now: float, reason: Literal["agreed", "stopped"] = "agreed") -> None:
        """End the match without a result, because people agreed or the owner wants it."""
        self._go_on(now)
        self._end("over" if self.match.over else reason)
        self.pump(now)

    def outgoing(self, now: float) -> list[tuple[Viewer, ToClient]]:
        """Return the messages to send now, each with its viewer."""
        return [(viewer, message) for viewer, stream in self._streams.items() for message in stream.due(now)]

    def gesture(self, seat: Seat, gesture: Gesture, limits: HostLimits, now: float) -> None:
        """Pass a gesture of `seat` on to others, if it belongs to the present question and is within the limits."""
        match, ask = self.match, self.match.ask
        open_to_all = ask is not None and not ask.private and ask.window in (Window.TURN, Window.RACE)
        asked = gesture.number == match.number and seat in match.waiting_for
        if self.over or self.paused or not (open_to_all and asked and gesture.kind in match.rules.info.gestures):
            return
        if not self._gestures.setdefault(seat, SeatGestures(limits)).take(gesture, now):
            return
        told = Gestured(gesture.number, seat, gesture.kind, gesture.data)
        for viewer, stream in self._streams.items():
            if viewer != seat and match.gesture_seen_by(seat, gesture.kind, viewer):
                stream.push(now, told)

    def take_broken(self) -> list[str]:
        """Return the names of players whose moves broke the rules since the last call.

        The first such moves are logged for the game's author.
        """
        told, self._broken_told = self._broken_told, min(len(self.match.broken), MOST_LOGGED)
        broken = self.match.broken[told : self._broken_told]
        for move in broken:
            crashed(move.error, f"step {move.number} of {self.terms.cabinet.id}: {move.action!r}")
        return [self.seats[move.seat].name for move in broken]

    def snapshot(self, viewer: Viewer, now: float) -> Iterator[bytes]:
        """Return everything that a viewer was told so far, packed."""
        return self._streams[viewer].snapshot(now, running=not self.paused)

    def wake(self, now: float) -> float:
        """Return the seconds until there is something to do without a message from anybody; infinity for never."""
        waits = [stream.next_due - now for stream in self._streams.values() if stream.next_due is not None]
        if not self.over and not self.paused:
            if self.session.eager:
                return 0.0
            if self.session.thinking:
                waits.append(_BOT_PAUSE)
            if self.match.deadline is not None:
                waits.append(self.match.deadline - self._clock(now))
            if self._late is not None:
                waits.append(self._late.wake(self._clock(now)))
        return max(0.0, min(waits, default=math.inf))

    def close(self) -> None:
        """End the session and close the journal."""
        self.session.close()
        self._close_late()
        self._outbox.wait()
        if self.over:
            self.writer.sync()
            self.writer.close()
        else:
            self.writer.finish(self.match)

    def _close_late(self) -> None:
        if self._late is not None:
            self._late.close()

    def _go_on(self, now: float) -> None:
        if not self.over and not self.paused:
            try:
                if self._late is not None:
                    self._late.settle(self._clock(now), self.session.people)
                self.session.pump(self._clock(now))
            except BrokenRulesError as error:
                self.broken_off = True
                crashed(error, f"step {self.match.number} of {self.terms.cabinet.id}")
                self._end("agreed")

    def _clock(self, now: float) -> float:
        """Return the time of the match, which stands still during a pause."""
        return (now if self._stopped_at is None else self._stopped_at) - self._stopped

    def _end(self, reason: Literal["over", "agreed", "stopped"]) -> None:
        """End the match; people are told once that is on the disk."""
        if self.over:
            return
        match = self.match
        if match.over and not self._recorded:
            self.writer.end(match)
        self._outbox.wrote()
        self.session.close()
        self._close_late()
        self._ending = Ended(reason, match.number, match.hash(), match.result() if match.over else None)
        for viewer in self._streams:
            self._outbox.put(viewer, self._ending)

    def _announce(self, now: float) -> None:
        """Tell each viewer whose decisions are awaited, but only if that changed for them: more messages would reveal
        that others have moved.
        """
        ask = self.match.ask
        if self.over or self._held or ask is None or ask.seats == (NATURE,):
            return
        for viewer, stream in self._streams.items():
            waiting = self._waiting(viewer, now)
            state = (waiting.number, waiting.seats, waiting.asked, waiting.standing, self.paused)
            if self._announced.get(viewer) != state:
                self._announced[viewer] = state
                stream.push(now, waiting)

    def _waiting(self, viewer: Viewer, now: float) -> Waiting:
        match, ask = self.match, self.match.ask
        assert ask is not None
        asked = viewer in match.may_offer
        left = total = None
        if match.deadline is not None:
            limit = ask.limit if ask.limit is not None else match.limit
            assert limit is not None
            left = max(0, math.ceil((match.deadline - self._clock(now)) * 1000))
            total = math.ceil(limit * 1000)
        legal = raw(match.legal(viewer) if asked else None)
        awaited = tuple(seat for seat in ask.seats_for(viewer) if seat in match.waiting_for)
        return Waiting(match.number, awaited, asked, legal, left, total, ask.standing)

    def _controller(self, seat: Seat, spec: str) -> Controller:
        if not spec:
            return Absent()
        cabinet = self.terms.cabinet
        setup = bot_setup(self.match, cabinet.id, seat)
        return bot_controller(cabinet, parse_spec(spec, cabinet.bots), setup, logs=self.terms.logs)


class Absent:
    """A controller for seats of people who are gone, in games without bots: the fallback is played for it."""

    crewed = None
    starting = False
    _FAILURE = Failure("absent", "net.log.absent", final=True)

    def begin(self, request: Request) -> None:
        """Do nothing: there is nobody to ask."""

    def poll(self, now: float) -> Failure:
        """Return the failure that makes the fallback be played."""
        return self._FAILURE

    def wait(self, seconds: float) -> None:
        """Do nothing: there is nothing to wait for."""

    def cancel(self) -> None:
        """Do nothing: there is nothing to cancel."""

    def refused(self, key: str) -> Failure:
        """Return the failure: nothing was played that could be refused."""
        return self._FAILURE

    def missed(self) -> Failure:
        """Return the failure: nobody could have missed a deadline."""
        return self._FAILURE

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Do nothing: there is nobody to tell."""

    def close(self) -> None:
        """Do nothing: nothing was started."""
