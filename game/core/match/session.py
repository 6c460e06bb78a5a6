"""A session: a match and the controllers of its seats.

A window calls `pump` once a frame, a program without a window calls `run`, a LAN host feeds in moves from sockets.
Seats with a controller are played by it; the others wait for `play`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import msgspec

from game.core.bots import BotSetup, Ending, Request
from game.core.chance import derive
from game.core.crew import AnyCrew
from game.core.match.broken import PLAYED, REFUSED
from game.core.match.incident import Incident
from game.core.match.match import Match, Step
from game.core.rules import Event, Seat, Timed, Window


class Failure(msgspec.Struct, frozen=True):
    """Why a controller gave no answer: a text key with its values, and the path of the log for the bot's author."""

    kind: str
    key: str
    values: dict[str, Any] = {}
    log: str | None = None
    final: bool = False
    """Whether the controller will never answer again; fallbacks are then played for its seat."""
    incident: Incident | None = None
    """The full report for the bot's author; None where enough failures were reported in full."""


class Controller(Protocol):
    """Decides for a seat: a bot in this process or in its own, or a remote player."""

    @property
    def crewed(self) -> str | None:
        """The name of the built-in bot if the match's crew may decide in its place; else None."""

    @property
    def starting(self) -> bool:
        """Whether the controller is a program that is still being started and cannot answer."""

    def begin(self, request: Request) -> None:
        """Ask the controller for a decision. Does not wait."""

    def poll(self, now: float) -> Any:
        """Return the action, a Failure, or None while the controller is still thinking. Does not wait."""

    def wait(self, seconds: float) -> None:
        """Sleep until there may be something to poll, at most `seconds`."""

    def cancel(self) -> None:
        """Drop the decision that was asked for and is no longer needed (an undo, a closed window)."""

    def refused(self, key: str) -> Failure:
        """Note that the action may not be played, for the reason in the text `key`. Returns the failure."""

    def missed(self) -> Failure:
        """Note that the match went on without the controller's answer. Returns the failure."""

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Note that the match is over, without waiting.

        `ending` makes the report of how it ended, for a controller that wants it.
        """

    def close(self) -> None:
        """End the controller and everything that it started."""


@dataclass(frozen=True)
class Trouble:
    """A failure of a controller, with its seat and step."""

    seat: Seat
    number: int
    failure: Failure


def bot_setup(match: Match, game: str, seat: Seat) -> BotSetup:
    """Return what the bot of a seat is told once, before its first request."""
    return BotSetup(game, seat, match.seats, match.options, match.brief(seat), derive(match.root, "bot", seat))


class Session:
    """A match and the controllers of its seats.

    `pause` is how many seconds a bot's move is held back, so that people can follow; undo is possible in that time. No
    move is held back in a slice of time or beyond the end of its window, nor in a match with people where all choose at
    once, because nothing is shown before all have chosen. A `Timed` answer waits for its own time on the window's
    clock. A `crew` decides at once for the seats whose controllers allow it.
    """

    def __init__(
        self,
        match: Match,
        controllers: Mapping[Seat, Controller],
        *,
        pause: float = 0.0,
        crew: AnyCrew | None = None,
    ) -> None:
        self.match = match
        self.controllers = dict(controllers)
        self.pause = pause
        self.troubles: list[Trouble] = []
        self._crew = crew
        self._heard = dict.fromkeys(self.controllers, 0)
        self._asked: dict[Seat, int] = {}
        self._window: dict[Seat, Window] = {}
        """The kind of window in which each seat was last asked."""
        self._since = 0.0
        self._ready: dict[Seat, Any] = {}
        """Answers by seat that are held back for the pause."""
        self._ready_for = 0
        """The number of the step that the answers in `_ready` are for."""
        self._timed: dict[Seat, Timed] = {}
        """Timed answers by seat whose moment has not come;
        each has the later of its own time and the time it was given."""
        self._timed_for = 0
        """The number of the step that the answers in `_timed` are for."""
        self._silent: set[Seat] = set()
        """Seats that failed in the current RACE: no fallback is played for them before its limit."""
        self._silent_for = 0
        self._broken_told = 0
        """How many of the match's broken moves were added to `troubles`."""
        self._skipped = 0.0
        """How many seconds the match's time in `run` is ahead of the clock. It grows when waits for answers already
        given are skipped, and shrinks while the match stands still because a bot thinks in a slice."""
        self._last = 0.0
        """The match's time in `run`, in seconds."""
        self._stood = 0.0
        """Seconds that bots could think while the match stood still."""
        self._gone: set[Seat] = set()
        self._all_started = False
        """Whether all programs had started when a slice of time began."""
        self._finished = False

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats played by people that may move now."""
        return tuple(seat for seat in self.match.may_offer if seat not in self.controllers)

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The seats whose controller was asked and has not moved; its answer may be held back for a while."""
        return tuple(sorted(self._asked.keys() | self._ready.keys() | self._timed.keys()))

    @property
    def pondering(self) -> bool:
        """Whether a controller was asked and has not answered."""
        return bool(self._asked)

    def wait(self, seconds: float) -> None:
        """Sleep until a controller that was asked may have answered, at most `seconds`."""
        if self._asked:
            self.controllers[min(self._asked)].wait(seconds)

    @property
    def eager(self) -> bool:
        """Whether `pump` can go on at once, because a controller is yet to be asked or chance to be drawn."""
        if self.match.drawing:
            return True
        asked = self._asked.keys() | self._ready.keys() | self._timed.keys()
        asked |= self._silent | (self._gone if self._racing else set())
        return any(seat in self.controllers and seat not in asked for seat in self.match.waiting_for)

    @property
    def _racing(self) -> bool:
        return self.match.ask is not None and self.match.ask.window is Window.RACE

    @property
    def _in_slice(self) -> bool:
        return self.match.ask is not None and self.match.ask.window is Window.SLICE

    @property
    def _at_once_with_people(self) -> bool:
        """Whether all seats choose at once in a match in which people play."""
        at_once = self.match.ask is not None and self.match.ask.window is Window.SIMULTANEOUS
        return at_once and len(self.controllers) < self.match.seats

    def play(self, seat: Seat, action: Any) -> str | None:
        """Play `action` for the person at `seat`. Returns None, or the text key of why it may not be played."""
        return self.match.offer(seat, action)

    def undo(self, seat: Seat) -> bool:
        """Take back the last decision of `seat` unless new information came since. Returns whether it did."""
        if not self.match.undo(seat):
            return False
        for asked in self._asked:
            self.controllers[asked].cancel()
        self._asked.clear()
        self._ready.clear()
        self._timed.clear()
        for heard in self._heard:
            self._heard[heard] = min(self._heard[heard], self.match.number)
        return True

    def hand_over(self, seat: Seat, controller: Controller | None) -> None:
        """Let `controller`, or a person (None), play `seat` from now on; close the controller it had."""
        before = self.controllers.pop(seat, None)
        for kept in (self._asked, self._ready, self._timed, self._heard):
            kept.pop(seat, None)
        self._gone.discard(seat)
        if before is not None:
            before.close()
        if controller is not None:
            self.controllers[seat] = controller
            self._heard[seat] = 0

    def pump(self, now: float) -> list[Step]:
        """Go on at time `now` without waiting, until controllers complete a step. Returns the new steps.

        It stops there because light bots among themselves would play a whole match within one frame; `eager` says
        whether more can be done.
        """
        self._take_timed(now)
        self._wait_for_starts(now)
        if self.match.deadline is not None and now >= self.match.deadline:
            self._collect(now, held=False)
        steps = self._tick(now)
        self._forget_late()
        while True:
            forced = self._ask_controllers(now)
            taken = self._collect(now)
            if not (forced or taken):
                break
            if more := self._tick(now):
                steps += more
                break
        if self.match.over and not self._finished:
            self._finished = True
            for seat, controller in self.controllers.items():
                controller.finish(partial(self._ending, seat))
        return steps

    def run(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        idle: float = 0.25,
        on_steps: Callable[[Sequence[Step]], None] | None = None,
    ) -> None:
        """Play to the end, sleeping where there is something to wait for, in pieces of at most `idle` seconds.

        `on_steps` gets all new steps. Nobody watches, so when all have answered, the time jumps to that of the first
        `Timed` answer or to the end of a slice. The match's time stands still while bots think in a slice, so that what
        they play does not depend on their speed. Raises ValueError where a seat waits for a person.
        """
        while not self.match.over:
            steps = self.pump(self._time(clock))
            if steps and on_steps:
                on_steps(steps)
            if not steps and not self.match.over:
                self._wait(idle, self._time(clock))

    def close(self) -> None:
        """Close every controller."""
        for controller in self.controllers.values():
            controller.close()

    def _time(self, clock: Callable[[], float]) -> float:
        """Return the match's time in `run`."""
        now = clock() + self._skipped
        if self._in_slice:
            self._stood += now - self._last
            self._skipped -= now - self._last
        else:
            self._last = now
        return self._last

    def _leap(self, seconds: float) -> None:
        """Advance the match's time in `run` by so many seconds without waiting."""
        self._skipped += seconds
        self._last += seconds

    def _wait_for_starts(self, now: float) -> None:
        """Delay the first slice of a match until all programs have started; each has a limit for that."""
        if self._in_slice and not self._all_started:
            self._all_started = not any(controller.starting for controller in self.controllers.values())
            if not self._all_started:
                self.match.begin_anew(now)

    def _tick(self, now: float) -> list[Step]:
        """Let the match go on, and add its broken moves to `troubles`. Returns the new steps."""
        steps = self.match.tick(now)
        for broken in self.match.broken[self._broken_told :]:
            self._broken_told += 1
            if not broken.told:
                controller = self.controllers.get(broken.seat)
                failure = controller.refused(REFUSED) if controller else Failure("broken", PLAYED)
                failure = msgspec.structs.replace(failure, kind="broken", key=PLAYED, values=broken.values)
                self.troubles.append(Trouble(broken.seat, broken.number, failure))
        return steps

    def _wait(self, seconds: float, now: float) -> None:
        if self.people:
            raise ValueError(f"seats {self.people} wait for a person; only `pump` can run such a session")
        if self._asked:
            self.controllers[min(self._asked)].wait(seconds)
        elif self._timed:
            first = min(timed.after for timed in self._timed.values())
            self._leap(max(0.001, self.match.seconds_until(first, now)))
        elif self.match.deadline is not None:
            left = max(0.0, self.match.deadline - now)
            if self._racing or self._in_slice:
                self._leap(max(0.001, left))
            else:
                time.sleep(min(seconds, left))

    def _ask_controllers(self, now: float) -> bool:
        """Ask the controllers not asked yet. Returns whether a fallback was played for one that failed for good."""
        ask, number = self.match.ask, self.match.number
        if ask is None:
            return False
        forced = False
        crewed: dict[Seat, str] = {}
        for seat in self.match.waiting_for:
            if seat < 0 or seat not in self.controllers or seat in self._asked:
                continue
            if seat in self._ready or seat in self._timed or seat in self._silent:
                continue
            if seat in self._gone and ask.window is Window.RACE:
                continue
            if seat in self._gone:
                self.match.force(seat)
                forced = True
                continue
            if not self._asked and not crewed:
                self._since = now
            bot = self.controllers[seat].crewed
            if self._crew is not None and bot is not None:
                crewed[seat] = bot
                continue
            self._asked[seat] = number
            self._window[seat] = ask.window
            self.controllers[seat].begin(self._request(seat, number, now))
        if self._crew is not None and crewed:
            self._ready |= self.match.decided(self._crew, crewed)
            self._ready_for = number
        return forced

    def _request(self, seat: Seat, number: int, now: float) -> Request:
        match = self.match
        seed = derive(match.root, "decision", seat, number)
        seconds = None if match.deadline is None else max(0.0, match.deadline - now)
        return Request(number, match.view(seat), match.legal(seat), self._news(seat), seed, seconds)

    def _ending(self, seat: Seat) -> Ending:
        match = self.match
        return Ending(match.number, match.view(seat), self._news(seat), match.result())

    def _news(self, seat: Seat) -> tuple[Event, ...]:
        """Return the events since the seat was last told, as far as it may know them."""
        heard, self._heard[seat] = self._heard[seat], self.match.number
        return tuple(event for step in self.match.steps[heard:] for event in step.events_for(seat))

    def _forced(self, seat: Seat, number: int) -> bool:
        """Return whether a seat's move in a step was a fallback."""
        return any(move.seat == seat and move.forced for move in self.match.steps[number].moves)

    def _forget_late(self) -> None:
        """Drop requests and answers for steps that the match has passed, so that all can be asked anew.

        A seat that did not answer before its window closed has failed, except in a SLICE, which closes at its limit
        anyway. A request of a `standing` ask stays open: its answer is taken for a later slice.
        """
        if self._ready_for != self.match.number:
            self._ready.clear()
        if self._timed_for != self.match.number:
            self._timed.clear()
        if self._silent_for != self.match.number:
            self._silent.clear()
        standing = self.match.ask is not None and self.match.ask.standing
        for seat, number in list(self._asked.items()):
            if number == self.match.number or (standing and seat in self.match.may_offer):
                continue
            del self._asked[seat]
            if self._window[seat] is not Window.SLICE and self._forced(seat, number):
                self.troubles.append(Trouble(seat, number, self.controllers[seat].missed()))
            else:
                self.controllers[seat].cancel()

    def _collect(self, now: float, *, held: bool = True) -> bool:
        """Take the answers that have come, `held` back for the pause. Returns whether a move was made.

        A standing answer that was meant for an earlier slice and no longer fits is not counted as a mistake of the bot.
        """
        moved = False
        for seat in list(self._asked):
            answer = self.controllers[seat].poll(now + self._stood)
            if answer is None:
                continue
            number = self._asked.pop(seat)
            if number != self.match.number and not isinstance(answer, Failure):
                moved = self.match.offer(seat, answer) is None or moved
                continue
            if isinstance(answer, Timed) and self.match.ask is not None and self.match.ask.clocked:
                self._timed_for = number
                self._timed[seat] = Timed(answer.action, max(answer.after, self.match.clock(now)))
            else:
                self._ready[seat] = answer
                self._ready_for = self.match.number
        held = held and not (self._in_slice or self._at_once_with_people)
        if not self._ready or (held and now - self._since < self.pause):
            return moved
        ready, self._ready = self._ready, {}
        for seat, answer in ready.items():
            self._take(seat, answer)
        return True

    def _take_timed(self, now: float) -> None:
        """Play the timed answers whose moment has come, with their own times: frames may be far apart."""
        ask = self.match.ask
        if not self._timed or ask is None or self._timed_for != self.match.number:
            return
        for seat, timed in sorted(self._timed.items(), key=lambda each: (each[1].after, each[0])):
            if timed.after < ask.limit_ms and timed.after <= self.match.clock(now):
                del self._timed[seat]
                self._take(seat, timed)

    def _take(self, seat: Seat, answer: Any) -> None:
        if self._racing and seat not in self.match.waiting_for:
            return
        if not isinstance(answer, Failure):
            refusal = self.match.offer(seat, answer)
            if refusal is None:
                return
            answer = self.controllers[seat].refused(refusal)
        self.troubles.append(Trouble(seat, self.match.number, answer))
        if answer.final:
            self._gone.add(seat)
        if self._racing:
            self._silent.add(seat)
            self._silent_for = self.match.number
        self.match.force(seat)
