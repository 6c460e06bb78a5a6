"""Match: runs every game, at a table, in a tournament and on a LAN host alike.

It owns the state, takes moves, draws chance, closes windows and keeps the log. It is told the time and never asks for
it; it opens no file and no socket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from hashlib import blake2b
from typing import Any

import msgspec

from game.core.attachments import require
from game.core.chance import draw, rooted
from game.core.crew import AnyCrew
from game.core.match.broken import MOST_BROKEN, REFUSED, BrokenMove, IllegalMoveError, described, without_broken
from game.core.match.step import Journal, Step
from game.core.match.undo import UndoStates
from game.core.rules import NATURE, AnyRules, Ask, Event, Move, Result, Seat, Timed, Viewer, Window

__all__ = ["MALFORMED", "NOT_ASKED", "OVER", "IllegalMoveError", "Journal", "Match", "Step"]

_ROUNDING = 1e-6
"""Tolerance in milliseconds: times are sums of fractions that no float holds exactly."""
HASH_EVERY = 8
"""How many steps lie between two hashes of the state in the log."""
_MOST_MISSED = 4
"""Most missed slices that are made up for at once; after a longer delay the slices start afresh."""

NOT_ASKED = "match.refuse.not_asked"
MALFORMED = "match.refuse.malformed"
OVER = "match.refuse.over"


class Match:
    """One match of one game.

    `chance` sets the outcomes of given steps (step number → outcome), for tests and replays. `limit` is the seconds a
    seat has where the game sets no limit; None is no limit. Without `undo` nothing can be taken back and no states are
    kept. With `in_pieces`, `tick` returns after each chance step with a single outcome, by which rules divide long
    work. Chance and the bots' seeds follow from `seed` and `key` together (`chance.rooted`). `seal` gives what
    hashes are taken of, for a match from an older recording; None is `Rules.seal`.

    Raises ValueError for a wrong number of seats, AttachmentError for a list that the options name and is not attached.
    """

    def __init__(
        self,
        rules: AnyRules,
        seats: int,
        options: Any,
        seed: int,
        *,
        journal: Journal | None = None,
        chance: Mapping[int, int] | None = None,
        limit: float | None = None,
        undo: bool = True,
        in_pieces: bool = False,
        key: int = 0,
        seal: Callable[[Any], bytes] | None = None,
    ) -> None:
        if seats not in rules.info.seats:
            allowed = ", ".join(map(str, rules.info.seats))
            raise ValueError(f"{rules.info.id} is played by {allowed}, not by {seats}")
        require(options)
        self.rules = rules
        self.seats = seats
        self.options = options
        self.seed = seed
        self.key = key
        self._seal = seal or rules.seal
        self.root = rooted(seed, key)
        """The number from which chance and the bots' seeds are derived. It is told to no player."""
        self.limit = limit
        self.in_pieces = in_pieces
        self.steps: list[Step] = []
        self.broken: list[BrokenMove] = []
        """Moves that were not played because the rules raised an exception; only the first `MOST_BROKEN` are kept."""
        self._journal = journal
        self._chance = dict(chance or {})
        self._state = rules.start(seats, options)
        self._ask = rules.ask(self._state)
        self._now = 0.0
        self._sealed: dict[Seat, Move] = {}
        self._barred: set[Seat] = set()
        """Seats whose move made the rules raise in the current RACE; they cannot move before its limit."""
        self._timed = False
        self._begin: float | None = None
        """When the clock of the open window starts, in the time of `tick`; None before that is known."""
        self._deadline: float | None = None
        self._slice_end: float | None = None
        """When the last decision's slice closed; None where the last decision was not in a slice."""
        self._past = UndoStates(undo and rules.info.undo)

    @property
    def number(self) -> int:
        """The number of the next step, from 0."""
        return len(self.steps)

    @property
    def ask(self) -> Ask | None:
        """What the match waits for; None when it is over."""
        return self._ask

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._ask is None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose move is still missing in the open window."""
        if self._ask is None or (self._sealed and self._ask.window is Window.RACE):
            return ()
        return tuple(seat for seat in self._ask.seats if seat not in self._sealed and seat not in self._barred)

    @property
    def may_offer(self) -> tuple[Seat, ...]:
        """The seats that may move now: in a SLICE also those that may still change their move."""
        if self._ask is None or self.drawing:
            return ()
        return self._ask.seats if self._ask.window is Window.SLICE else self.waiting_for

    @property
    def drawing(self) -> bool:
        """Whether chance is to move: the next `tick` then goes on without a decision of any seat."""
        return self._ask is not None and self._ask.seats == (NATURE,)

    def begin_anew(self, now: float) -> None:
        """Restart the clock of the open window at `now`, because nobody could answer before."""
        if self._begin is not None and self._ask is not None and self._deadline is not None:
            self._deadline += now + self._ask.lead - self._begin
            self._begin = now + self._ask.lead

    @property
    def deadline(self) -> float | None:
        """When the open window closes, in the time of `tick`; None without a limit or before the first `tick`."""
        return self._deadline

    def clock(self, now: float) -> int:
        """Return the milliseconds on the open window's clock at `now`, at most its limit; 0 without a clock."""
        if self._ask is None or self._begin is None:
            return 0
        return max(0, min(self._ask.limit_ms, int(1000 * (now - self._begin) + _ROUNDING)))

    def seconds_until(self, shown: int, now: float) -> float:
        """Return the seconds from `now` until the window's clock shows `shown` milliseconds or reaches its limit."""
        if self._ask is None or self._begin is None:
            return 0.0
        return self._begin + min(shown, self._ask.limit_ms) / 1000 - now

    def view(self, viewer: Viewer) -> Any:
        """Return exactly what `viewer` may know now."""
        return self.rules.view(self._state, viewer)

    def brief(self, viewer: Viewer) -> Any:
        """Return what `viewer` may know that never changes in this match."""
        return self.rules.brief(self._state, viewer)

    def gesture_seen_by(self, seat: Seat, kind: str, viewer: Viewer) -> bool:
        """Return whether `viewer` may see a gesture of `seat`, shown before it decides."""
        return self.rules.gesture_seen_by(self._state, seat, kind, viewer)

    def legal(self, seat: Seat) -> Sequence[Any] | None:
        """Return every action that `seat` may play now; None where the game cannot list them."""
        return self.rules.legal(self._state, seat)

    def decided(self, crew: AnyCrew, bots: Mapping[Seat, str]) -> Mapping[Seat, Any]:
        """Return what the bots of a crew play now, by seat. Only crews get the state instead of a view."""
        return crew.decide(self._state, bots)

    def scores(self) -> tuple[int, ...]:
        """Return each seat's score as if the match ended now."""
        return self.rules.scores(self._state)

    def turns(self) -> int:
        """Return how many turns have begun, as the game counts turns."""
        return self.rules.turns(self._state)

    def result(self) -> Result:
        """Return how the match ended. Raises ValueError while it is still going on."""
        if not self.over:
            raise ValueError("a match that is still going on has no result")
        return self.rules.result(self._state)

    def hash(self) -> str:
        """Return the hash of what is sealed of the state: equal states have equal hashes, on every machine."""
        return blake2b(self._seal(self._state), digest_size=16).hexdigest()

    def copy(self) -> Match:
        """Return a copy of the match, with open moves but without journal and undo, to try other continuations."""
        other = copy(self)
        other.steps, other._sealed, other._journal = list(self.steps), dict(self._sealed), None
        other.broken, other._barred = [], set(self._barred)
        other._state = self.rules.load(self.rules.dump(self._state))
        other._past = UndoStates(wanted=False)
        return other

    def refusal(self, seat: Seat, action: Any) -> str | None:
        """Return why `seat` may not play `action` now, as a text key; None when it may. Plays nothing."""
        return self.rules.check(self._state, seat, action)

    def offer(self, seat: Seat, action: Any) -> str | None:
        """Play `action` for `seat` in the open window. Returns None if it was taken, else the text key of the reason.

        Never raises. A SIMULTANEOUS move that was taken cannot be changed; in a SLICE the last one counts, in a RACE
        the first. A `Timed` action counts as made at its own time; a time beyond the limit counts as no answer.
        """
        if self._ask is None:
            return OVER
        return self._take(seat, action) if seat in self.may_offer else NOT_ASKED

    def _take(self, seat: Seat, action: Any) -> str | None:
        """Keep the move of an asked seat. Returns None, or the text key of why it may not be played."""
        assert self._ask is not None
        spent = self.clock(self._now)
        if isinstance(action, Timed):
            if self._ask.clocked and action.after >= self._ask.limit_ms:
                if self._ask.window is not Window.RACE:
                    self._sealed[seat] = self._fallback(seat, self._ask.limit_ms)
                return None
            spent = max(0, action.after) if self._ask.clocked else 0
            action = action.action
        try:
            action = msgspec.convert(msgspec.to_builtins(action), self.rules.info.action, strict=True)
        except (msgspec.ValidationError, TypeError, ValueError, RecursionError, OverflowError):
            return MALFORMED
        try:
            refusal = self.rules.check(self._state, seat, action)
        except Exception as error:
            self._note(Move(seat, action), error, told=True)
            return REFUSED
        if refusal:
            return refusal
        self._sealed[seat] = Move(seat, action, spent=spent)
        return None

    def force(self, seat: Seat, action: Any = None) -> None:
        """Play for an asked seat that can no longer answer: `action`, chosen for it, if it may be played, else the
        fallback. In a RACE do nothing.
        """
        if seat not in self.waiting_for or self.ask is None or self.ask.window is Window.RACE:
            return
        if action is not None and self._take(seat, action) is None and seat in self._sealed:
            taken = self._sealed[seat]
            self._sealed[seat] = Move(seat, taken.action, forced=True, spent=taken.spent)
        else:
            self._sealed[seat] = self._fallback(seat, self.clock(self._now))

    def fallback(self, seat: Seat) -> Any:
        """Return the action that is played for an asked seat that does not answer."""
        return self.rules.fallback(self._state, seat)

    def _fallback(self, seat: Seat, spent: int) -> Move:
        return Move(seat, self.fallback(seat), forced=True, spent=spent)

    def tick(self, now: float) -> list[Step]:
        """Close windows that are complete or overdue at time `now` (seconds on any steady clock), and draw chance.

        Returns the new steps. Stops at the next decision of a seat, after one slice of time (so that players are asked
        before the next one closes), and after each piece of work where the match runs `in_pieces`.

        A move for which the rules raise an exception is noted in `broken` and replaced by the fallback; in a RACE its
        seat cannot move until the limit. Raises BrokenRulesError if that does not help; the match is then unchanged.
        """
        closed: list[Step] = []
        self._now = now
        in_slice = False
        while self._ask is not None:
            if self.drawing:
                piece = self.in_pieces and self._ask.outcomes == 1
                outcome = self._chance.get(self.number)
                if outcome is None:
                    outcome = self._drawn(self._ask.outcomes)
                closed += self._close((Move(NATURE, outcome),))
                if piece:
                    break
                continue
            self._start_clock(now)
            if in_slice or not self._complete(now):
                break
            in_slice = self._ask.window is Window.SLICE
            closed += self._close(tuple(self._sealed[seat] for seat in sorted(self._sealed)))
        return closed

    def play(self, moves: Sequence[Move]) -> Step:
        """Play the moves of one window as they were logged, for replays and resumed matches.

        Raises IllegalMoveError when the moves do not fit or the rules raise an exception for them.
        """
        if self._ask is None or not _answered(self._ask, moves):
            raise IllegalMoveError(f"step {self.number} is not a move of {[move.seat for move in moves]}")
        for move in moves:
            if move.seat == NATURE:
                if type(move.action) is not int or not 0 <= move.action < self._ask.outcomes:
                    raise IllegalMoveError(f"step {self.number} draws {move.action!r} of {self._ask.outcomes}")
            elif not 0 <= move.spent <= self._ask.limit_ms:
                raise IllegalMoveError(f"step {self.number}: {move.spent} ms of {self._ask.limit_ms} for {move.seat}")
            elif refusal := self._take(move.seat, move.action):
                raise IllegalMoveError(f"step {self.number}: {refusal} for seat {move.seat}")
        if self._sealed:
            moves = [Move(m.seat, self._sealed[m.seat].action, m.forced, m.spent) for m in moves]
        (step,) = self._close(tuple(moves), logged=True)
        return step

    def dump(self) -> bytes:
        """Return the whole state as bytes, for `stand_at`."""
        return self.rules.dump(self._state)

    def stand_at(self, steps: Sequence[Step], state: bytes) -> None:
        """Set the match to the position after `steps`, whose dumped state is given, for replays. Nothing is checked.

        The journal is not told, and earlier steps can no longer be taken back.
        """
        self.steps = list(steps)
        self._state = self.rules.load(state)
        self._ask = self.rules.ask(self._state)
        self._past.forget(self.number)
        self._slice_end = None
        self._open_window()

    def undo(self, seat: Seat) -> bool:
        """Take back the last decision of `seat` and everything after it, unless new information came since.

        A draw of chance and an event that not everyone saw are new information. Returns whether it was done; always
        False in a game without undo (`GameInfo.undo`). Costs at most the replay of the steps since the last kept state.
        """
        number = self._last_decision(seat)
        if number is None:
            return False
        self._rewind(number)
        return True

    def can_undo(self, seat: Seat) -> bool:
        """Return whether `undo` would take a decision back."""
        return self._last_decision(seat) is not None

    def _last_decision(self, seat: Seat) -> int | None:
        """Return the step of the last decision of `seat` that `undo` may take back; None where there is none."""
        if not self._past.wanted:
            return None
        for number in range(self.number - 1, self._past.begin - 1, -1):
            if any(move.seat == seat and not move.forced for move in self.steps[number].moves):
                return number
        return None

    def _start_clock(self, now: float) -> None:
        """Fix when the open window begins and closes, unless that was done."""
        assert self._ask is not None
        if not self._timed:
            self._timed = True
            limit = self._ask.limit if self._ask.limit is not None else self.limit
            self._begin = self._begins(now, limit) + self._ask.lead
            self._deadline = None if limit is None else self._begin + limit

    def _complete(self, now: float) -> bool:
        """Return whether the open window closes at `now`; at its limit, add fallbacks for seats without a move."""
        assert self._ask is not None
        late = self._deadline is not None and now >= self._deadline
        if late:
            for seat in (*self.waiting_for, *(self._barred if not self._sealed else ())):
                self._sealed[seat] = self._fallback(seat, self.clock(now))
        return late or (bool(self._sealed) and not self.waiting_for and self._ask.window is not Window.SLICE)

    def _begins(self, now: float, limit: float | None) -> float:
        """Return when a window begins that is first examined at `now`.

        A slice begins at the end of the slice before, without a gap, unless too many slices were missed.
        """
        assert self._ask is not None
        end = self._slice_end
        if self._ask.window is not Window.SLICE or end is None or limit is None:
            return now
        return end if end <= now <= end + _MOST_MISSED * limit else now

    def _drawn(self, outcomes: int) -> int:
        """Return the outcome that chance draws in this step."""
        if self.rules.info.numbered and self.number == 0:
            return self.seed % outcomes
        return draw(self.root, self.number, outcomes)

    def _close(self, moves: tuple[Move, ...], *, logged: bool = False) -> list[Step]:
        """Play one window and log it. Returns the step; none where the only move of a RACE made the rules raise."""
        drawn = any(move.seat == NATURE for move in moves)
        if not drawn and self._past.wants(self.number):
            self._past.keep(self.number, self.rules.dump(self._state))
        try:
            events, ask = self._stepped(moves)
        except Exception as error:
            moves = self._unbroken(moves, error, logged)
            if not moves:
                return []
            events, ask = self._stepped(moves)
        if drawn or any(event.audience is not None for event in events):
            self._past.forget(self.number + 1)
        private = self._ask is not None and self._ask.private
        flows = self._ask is not None and self._ask.window is Window.SLICE
        if not drawn:
            self._slice_end = self._deadline if flows else None
        self._ask = ask
        hashed = self.over or self.number % HASH_EVERY == HASH_EVERY - 1
        step = Step(self.number, moves, events, self.hash() if hashed else None, private, flows)
        if self._journal is not None:
            self._journal.append(step)
        self.steps.append(step)
        self._open_window()
        return [step]

    def _stepped(self, moves: tuple[Move, ...]) -> tuple[tuple[Event, ...], Ask | None]:
        """Let the rules play a window. Returns the events and the next ask."""
        events = tuple(self.rules.step(self._state, moves))
        return events, self.rules.ask(self._state)

    def _unbroken(self, moves: tuple[Move, ...], error: Exception, logged: bool) -> tuple[Move, ...]:
        """Return a window's moves with fallbacks for those that make the rules raise; none where a RACE goes on.

        The state is rebuilt from the log, because a dump before each step would cost every match.
        """
        self._state = self.rules.start(self.seats, self.options)
        for step in self.steps:
            self.rules.step(self._state, step.moves)
        if logged:
            raise IllegalMoveError(f"step {self.number}: the rules break: {described(error)}") from error
        if self._ask is not None and self._ask.window is Window.RACE and not moves[0].forced:
            self._barred.add(moves[0].seat)
            self._sealed = {}
            kept, broken = tuple[Move, ...](), [(moves[0], error)]
        else:
            kept, broken = without_broken(self.rules, self.rules.dump(self._state), self.number, moves)
        for move, why in broken:
            self._note(move, why)
        return kept

    def _note(self, move: Move, error: Exception, *, told: bool = False) -> None:
        self.broken.append(BrokenMove(move.seat, self.number, move.action, error, told))
        del self.broken[MOST_BROKEN:]

    def _rewind(self, number: int) -> None:
        """Go back to the position before step `number`."""
        if self._journal is not None:
            self._journal.rewind(number)
        kept, state = self._past.back_to(number)
        self._state = self.rules.load(state)
        for step in self.steps[kept:number]:
            self.rules.step(self._state, step.moves)
        self._ask = self.rules.ask(self._state)
        del self.steps[number:]
        self._slice_end = None
        self._open_window()

    def _open_window(self) -> None:
        self._sealed = {}
        self._barred.clear()
        self._begin = self._deadline = None
        self._timed = False


def _answered(ask: Ask, moves: Sequence[Move]) -> bool:
    """Return whether the moves fill a window: one of each asked seat, or in a RACE the single move that won it."""
    seats = tuple(move.seat for move in moves)
    if ask.window is Window.RACE and not all(move.forced for move in moves):
        return len(seats) == 1 and seats[0] in ask.seats
    return seats == ask.seats
