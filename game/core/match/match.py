"""Match: the one runner of every game, everywhere.

It owns the state, takes moves, draws chance, closes windows and keeps the log. It is told the time and never
asks for it; it opens no file and no socket. At a table, in a tournament and on a LAN host it is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
"""A fraction of a millisecond: times are sums of fractions that no float holds exactly."""
HASH_EVERY = 8
"""Steps between two hashes in the log."""
_MOST_MISSED = 4
"""Most missed slices that are made up for at once; after a longer delay the clock begins anew."""

NOT_ASKED = "match.refuse.not_asked"
MALFORMED = "match.refuse.malformed"
OVER = "match.refuse.over"


class Match:
    """One match of one game.

    `chance` forces the outcomes of given steps (step number → outcome); tests and replays use it.
    Raises AttachmentError where a list is not attached that the options name.
    `limit` is the number of seconds a seat has where the game sets none; None is no limit. Without `undo` no state is
    kept, and nothing can be taken back: for matches that nobody plays at a table. With `in_pieces`, `tick` returns
    after each chance step with one outcome, by which rules divide long work: for callers that must not wait. Chance and
    the bots' seeds follow from `seed` and `key` together (`chance.rooted`).
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
        self.root = rooted(seed, key)
        """The number from which chance and the bots' seeds are derived. No player is told it."""
        self.limit = limit
        self.in_pieces = in_pieces
        self.steps: list[Step] = []
        self.broken: list[BrokenMove] = []
        """Moves at which the rules raised an exception: not played, the first `MOST_BROKEN` of them."""
        self._journal = journal
        self._chance = dict(chance or {})
        self._state = rules.start(seats, options)
        self._ask = rules.ask(self._state)
        self._now = 0.0
        self._sealed: dict[Seat, Move] = {}
        self._barred: set[Seat] = set()
        """Seats whose move broke the rules in the current RACE; they are silent until its limit."""
        self._timed = False
        self._begin: float | None = None
        """When the clock of the window starts."""
        self._deadline: float | None = None
        self._slice_end: float | None = None
        """When the slice closed that was the last decision; None where the last decision was no slice."""
        self._past = UndoStates(undo and rules.info.undo)

    @property
    def number(self) -> int:
        """The number of the step that is being waited for, from 0."""
        return len(self.steps)

    @property
    def ask(self) -> Ask | None:
        """What is waited for; None when the match is over."""
        return self._ask

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._ask is None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose move is still missing in this window."""
        if self._ask is None or (self._sealed and self._ask.window is Window.RACE):
            return ()
        return tuple(seat for seat in self._ask.seats if seat not in self._sealed and seat not in self._barred)

    @property
    def may_offer(self) -> tuple[Seat, ...]:
        """The seats whose move is taken now: in a SLICE also those that may still change theirs."""
        if self._ask is None or self.drawing:
            return ()
        return self._ask.seats if self._ask.window is Window.SLICE else self.waiting_for

    @property
    def drawing(self) -> bool:
        """Whether chance moves: the next `tick` goes on without anybody's decision."""
        return self._ask is not None and self._ask.seats == (NATURE,)

    def begin_anew(self, now: float) -> None:
        """Let the open window begin now, since nobody could answer before."""
        if self._begin is not None and self._ask is not None and self._deadline is not None:
            self._deadline += now + self._ask.lead - self._begin
            self._begin = now + self._ask.lead

    @property
    def deadline(self) -> float | None:
        """When the window closes, on the clock of `tick`; None while there is no limit or it was not told the time."""
        return self._deadline

    def clock(self, now: float) -> int:
        """What the clock of the window shows at `now`, in milliseconds up to its limit; 0 where nothing is clocked."""
        if self._ask is None or self._begin is None:
            return 0
        return max(0, min(self._ask.limit_ms, int(1000 * (now - self._begin) + _ROUNDING)))

    def seconds_until(self, shown: int, now: float) -> float:
        """Seconds from `now` until the clock of the window shows so many milliseconds, or is at its limit."""
        if self._ask is None or self._begin is None:
            return 0.0
        return self._begin + min(shown, self._ask.limit_ms) / 1000 - now

    def view(self, viewer: Viewer) -> Any:
        """Exactly what `viewer` may know now."""
        return self.rules.view(self._state, viewer)

    def brief(self, viewer: Viewer) -> Any:
        """What `viewer` may know that never changes."""
        return self.rules.brief(self._state, viewer)

    def gesture_seen_by(self, seat: Seat, kind: str, viewer: Viewer) -> bool:
        """Whether a viewer may see what a seat does before it decides."""
        return self.rules.gesture_seen_by(self._state, seat, kind, viewer)

    def legal(self, seat: Seat) -> Sequence[Any] | None:
        """Every action `seat` may play now; None where the game cannot list them."""
        return self.rules.legal(self._state, seat)

    def decided(self, crew: AnyCrew, bots: Mapping[Seat, str]) -> Mapping[Seat, Any]:
        """What the bots of a crew would play now. Only crews look at the state instead of a view."""
        return crew.decide(self._state, bots)

    def scores(self) -> tuple[int, ...]:
        """Each seat's score if the match ended now."""
        return self.rules.scores(self._state)

    def turns(self) -> int:
        """Turns begun so far, as the game counts them."""
        return self.rules.turns(self._state)

    def result(self) -> Result:
        """How the match ended. Raises ValueError while it is still going on."""
        if not self.over:
            raise ValueError("a match that is still going on has no result")
        return self.rules.result(self._state)

    def hash(self) -> str:
        """The hash of the whole state: equal matches have equal hashes, on every machine."""
        return blake2b(self.rules.dump(self._state), digest_size=16).hexdigest()

    def copy(self) -> Match:
        """This match as it stands, sealed moves included, to be played on otherwise: without journal and undo."""
        other = copy(self)
        other.steps, other._sealed, other._journal = list(self.steps), dict(self._sealed), None
        other.broken, other._barred = [], set(self._barred)
        other._state = self.rules.load(self.rules.dump(self._state))
        other._past = UndoStates(wanted=False)
        return other

    def offer(self, seat: Seat, action: Any) -> str | None:
        """Seat `seat` wants to play `action`; why it may not, as a text key, or None when it is taken.

        Never raises, whatever the action is. A SIMULTANEOUS move that was taken cannot be changed; in a SLICE
        the last one counts, in a RACE the first. What is `Timed` is taken as if the clock showed that; beyond the
        limit it is silence.
        """
        if self._ask is None:
            return OVER
        return self._take(seat, action) if seat in self.may_offer else NOT_ASKED

    def _take(self, seat: Seat, action: Any) -> str | None:
        """Keep the move of an asked seat. Returns why it may not be played, as a text key, or None."""
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

    def force(self, seat: Seat) -> None:
        """Play the fallback for an asked seat that cannot answer any more; in a RACE it is silent."""
        if seat in self.waiting_for and self.ask is not None and self.ask.window is not Window.RACE:
            self._sealed[seat] = self._fallback(seat, self.clock(self._now))

    def _fallback(self, seat: Seat, spent: int) -> Move:
        return Move(seat, self.rules.fallback(self._state, seat), forced=True, spent=spent)

    def tick(self, now: float) -> list[Step]:
        """Close what is complete or overdue at time `now` (seconds on any steady clock), and draw chance.

        Returns the steps that came of it. It stops at the next decision of a seat, after a slice of time (whoever
        decides in time is asked before the next one closes), and where the match runs `in_pieces`.

        A move at which the rules raise an exception is noted in `broken`; the fallback is played for it (in a RACE its
        seat is silent). Raises BrokenRulesError where that does not help; the match stands as it was.
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
        """Play the moves of one window as they were logged: replays and resumed matches.

        Raises IllegalMoveError when they do not fit, or the rules raise an exception at them.
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
        """The whole state, for `stand_at`."""
        return self.rules.dump(self._state)

    def stand_at(self, steps: Sequence[Step], state: bytes) -> None:
        """Stand where these steps led, in the state that was dumped there: for replays. Nothing is checked.

        A journal is told nothing of it, and nothing from before can be taken back.
        """
        self.steps = list(steps)
        self._state = self.rules.load(state)
        self._ask = self.rules.ask(self._state)
        self._past.forget(self.number)
        self._slice_end = None
        self._open_window()

    def undo(self, seat: Seat) -> bool:
        """Take back the last decision of `seat` and all that followed, up to the last new information.

        A draw of chance and an event that not everyone saw are new information. Returns whether it was done: never in
        a game without undo (`GameInfo.undo`). It may play some steps again that were played before it.
        """
        number = self._last_decision(seat)
        if number is None:
            return False
        self._rewind(number)
        return True

    def can_undo(self, seat: Seat) -> bool:
        """Whether `undo` would take something back."""
        return self._last_decision(seat) is not None

    def _last_decision(self, seat: Seat) -> int | None:
        """The step of the last decision of `seat` that nothing new was learned since; None without one."""
        if not self._past.wanted:
            return None
        for number in range(self.number - 1, self._past.begin - 1, -1):
            if any(move.seat == seat and not move.forced for move in self.steps[number].moves):
                return number
        return None

    def _start_clock(self, now: float) -> None:
        """Set when the window begins and closes, unless that was done."""
        assert self._ask is not None
        if not self._timed:
            self._timed = True
            limit = self._ask.limit if self._ask.limit is not None else self.limit
            self._begin = self._begins(now, limit) + self._ask.lead
            self._deadline = None if limit is None else self._begin + limit

    def _complete(self, now: float) -> bool:
        """Whether the window closes at `now`; fills in who did not answer when its time is up."""
        assert self._ask is not None
        late = self._deadline is not None and now >= self._deadline
        if late:
            for seat in (*self.waiting_for, *(self._barred if not self._sealed else ())):
                self._sealed[seat] = self._fallback(seat, self.clock(now))
        return late or (bool(self._sealed) and not self.waiting_for and self._ask.window is not Window.SLICE)

    def _begins(self, now: float, limit: float | None) -> float:
        """When a window begins that is first looked at `now`.

        A slice begins at the end of the one before, without a gap.
        """
        assert self._ask is not None
        end = self._slice_end
        if self._ask.window is not Window.SLICE or end is None or limit is None:
            return now
        return end if end <= now <= end + _MOST_MISSED * limit else now

    def _drawn(self, outcomes: int) -> int:
        """What chance draws at this step."""
        if self.rules.info.numbered and self.number == 0:
            return self.seed % outcomes
        return draw(self.root, self.number, outcomes)

    def _close(self, moves: tuple[Move, ...], *, logged: bool = False) -> list[Step]:
        """Play one window and log it; no step where a RACE goes on without a move at which the rules broke."""
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
        """Have the rules play a window: what happened, and what they wait for after it."""
        events = tuple(self.rules.step(self._state, moves))
        return events, self.rules.ask(self._state)

    def _unbroken(self, moves: tuple[Move, ...], error: Exception, logged: bool) -> tuple[Move, ...]:
        """The moves of a window with fallbacks in place of those that break the rules; none where a RACE goes on.

        The state comes back from the log: to keep a dump before each step would cost every match.
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
        """Go back to before step `number`."""
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
    """Whether these are the moves of a whole window: one of each asked seat, or the one that won a RACE."""
    seats = tuple(move.seat for move in moves)
    if ask.window is Window.RACE and not all(move.forced for move in moves):
        return len(seats) == 1 and seats[0] in ask.seats
    return seats == ask.seats
