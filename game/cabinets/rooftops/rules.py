"""A race over the roofs: up to four runners on a generated level, each with its own clock.

A runner's movement follows from its buttons alone, so nobody waits for anybody. The match is a sequence of slices. An
offer says from which tick of its runner it starts, so it may arrive late, twice or after a stall without loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from game.cabinets.rooftops.course import (
    FIRST,
    LEVELS,
    Course,
    Runner,
    course_of,
    given_course,
    numbers_of,
    runner_of,
)
from game.core.forge.formats.codes import MOST_LETTERS
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.physics import numbers as n
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

TICKS = 6
"""Number of ticks in a slice; a tick is a sixtieth of a second."""
SLICE = 0.1
SECOND = 10
"""Number of slices in a second."""
AHEAD, BEHIND = 12, 120
"""How many ticks a runner may be ahead of the slices, or behind them before it is moved on with no button held."""
MOST_TICKS = 240
"""Greatest number of ticks in one offer."""
LEAD = 3.0
"""Seconds before the first slice if several run."""
PATIENCE = 1800
"""Number of slices for which the clock of a lone runner waits for the first press."""
AFTER_FIRST = 20
"""Number of seconds that others usually have left after the first runner reaches the goal."""
PARS, SPARE = 3, 300
"""A race usually lasts at least PARS times the par, plus SPARE slices, unless all reach the goal."""
COMING = 600
"""Number of slices for which a race usually goes on after somebody came nearer to the goal, or took a jewel; twice as
many where the goal asks for jewels, which must be looked for."""
_OVERRULED = ("method", "width", "difficulty")
_CODE: Any = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS, examples=[FIRST], extra={"overrules": _OVERRULED})]
_Ticks: Any = Annotated[int, msgspec.Meta(ge=1, le=255)]
_Buttons: Any = Annotated[int, msgspec.Meta(ge=0, le=n.BUTTONS)]
_Held: Any = Annotated[tuple[tuple[_Ticks, _Buttons], ...], msgspec.Meta(max_length=MOST_TICKS)]
_Count: Any = Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]


class Options(msgspec.Struct, frozen=True):
    """How the level is made, its difficulty, and which ghost runs along. Raises OptionError for an invalid level."""

    method: Literal["ideas", "rhythm", "ore", "rooms", "multipass"] = "ideas"
    width: Annotated[int, msgspec.Meta(ge=100, le=320)] = 160
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    ghosts: Literal["none", "ahead", "best", "par"] = "ahead"
    wait: Annotated[int, msgspec.Meta(ge=5, le=60)] = AFTER_FIRST
    """Seconds that others have left after the first runner reaches the goal; a race that nobody finishes is shorter or
    longer with it.
    """
    level: _CODE = ""

    def __post_init__(self) -> None:
        if self.level not in ("", FIRST):
            LEVELS.look(self.level)


class Run(msgspec.Struct, frozen=True):
    """Buttons held from tick `first` of a runner's clock on, as pairs of a number of ticks and a mask of buttons."""

    first: _Count
    """The tick of the runner's clock from which they are held: `clock` in its view."""
    held: _Held
    """Pairs of a number of ticks and the buttons held in them: 1 left, 2 right, 4 up, 8 down, 16 jump, 32 again (back
    to the last checkpoint), added up.
    """


class State(msgspec.Struct):
    """The state of a match. `number` is 0 before it is drawn; `waited` counts a lone runner's slices before a press."""

    options: Options
    seats: int
    number: int = 0
    runners: list[Runner] = []
    left: list[int] = []
    """As in `View.left` (`Course.left`)."""
    ran: list[tuple[tuple[int, int], ...]] = []
    """The buttons that each runner ran with in the last slice, as in `Run.held`."""
    slices: int = 0
    waited: int = 0
    first_goal: int = 0
    """The slice in which the first runner reached the goal; 0 for none yet."""
    nearer: int = 0
    """The slice in which a runner last came nearer to the goal than before, or took a jewel."""


class View(msgspec.Struct, frozen=True):
    """What everybody sees: all but the level, which follows from options and number."""

    number: Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)]
    runners: Annotated[tuple[Runner, ...], msgspec.Meta(max_length=4)]
    left: Annotated[tuple[_Count, ...], msgspec.Meta(max_length=4)]
    """The squares of way that each runner had left where it came nearest to the goal, and 40 for each jewel that it
    still had to bring; 0 at the goal."""
    ran: Annotated[tuple[_Held, ...], msgspec.Meta(max_length=4)]
    """The buttons that each runner ran with in the last slice, as in `Run.held`."""
    slices: _Count
    limit: _Count
    """The slice after which the race is over, unless a runner comes nearer to the goal or takes a jewel before."""


def coming(course: Course, wait: int) -> int:
    """Return for how many slices a race goes on while nobody comes nearer to the goal; `wait` as in `Options`."""
    return COMING * (2 if course.world.jewels else 1) * wait // AFTER_FIRST


def last_slice(course: Course, wait: int, nearer: int) -> int:
    """Return the slice after which a race ends that nobody finishes; `nearer` as in `State`."""
    return max(PARS * course.par // TICKS + SPARE * wait // AFTER_FIRST, nearer + coming(course, wait))


def course_for(options: Options, number: int) -> Course:
    """Return the course of a match with this number."""
    return course_of(options.method, options.width, options.difficulty, options.level, number)


class Rooftops(Rules[State, Options, Run, View]):
    """The rules of the race."""

    info = GameInfo(
        "rooftops",
        version=5,
        seats=(1, 2, 3, 4),
        options=Options,
        action=Run,
        view=View,
        numbered=True,
        undo=False,
        open_scores=True,
        regular_seats=1,
        own_clock=True,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        if options.level:
            given_course(options.level)
        return State(options, seats)

    def ask(self, state: State) -> Ask | None:
        if not state.number:
            return Ask((NATURE,), outcomes=MOST_NUMBER)
        running = tuple(seat for seat, runner in enumerate(state.runners) if not runner.goal)
        if not running or state.slices >= self._limit(state):
            return None
        lead = LEAD if state.seats > 1 and not state.slices else 0.0
        return Ask(running, Window.SLICE, limit=SLICE, lead=lead, standing=True)

    def _limit(self, state: State) -> int:
        """Return the slice after which the race is over; 0 before the number is drawn."""
        if not state.number:
            return 0
        wait = state.options.wait
        last = last_slice(course_for(state.options, state.number), wait, state.nearer)
        return min(last, state.first_goal + wait * SECOND) if state.first_goal else last

    def legal(self, state: State, seat: Seat) -> Sequence[Run]:
        ask = self.ask(state)
        if ask is None or seat < 0 or seat not in ask.seats:
            return ()
        buttons = (0, n.RIGHT, n.RIGHT | n.LEAP, n.LEFT, n.LEFT | n.LEAP, n.UP, n.BELOW)
        return [Run(state.runners[seat].clock, ((TICKS, held),)) for held in buttons]

    def check(self, state: State, seat: Seat, action: Run) -> str | None:
        if not state.runners or action.first > state.runners[seat].clock:
            return "rooftops.refuse.gap"
        return "rooftops.refuse.long" if sum(ticks for ticks, _ in action.held) > MOST_TICKS else None

    def fallback(self, state: State, seat: Seat) -> Run:
        return Run(state.runners[seat].clock, ())

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            state.number = moves[0].action + 1
            course = course_for(state.options, state.number)
            state.runners = [course.start() for _ in range(state.seats)]
            state.left = [course.whole] * state.seats
            state.ran = [()] * state.seats
            return [Event("numbered", {"number": state.number})]
        state.ran = [()] * state.seats
        if state.seats == 1 and not state.runners[0].clock and not moves[0].action.held and state.waited < PATIENCE:
            state.waited += 1
            return []
        state.slices += 1
        course, events = course_for(state.options, state.number), []
        for move in moves:
            before = state.runners[move.seat]
            ran = _fresh(move.action, before.clock, state.slices)
            numbers = numbers_of(before, course.world)
            for ticks, buttons in ran:
                course.world.run(numbers, buttons, ticks)
            state.runners[move.seat], state.ran[move.seat] = runner_of(numbers), ran
            left = course.left(numbers, state.left[move.seat])
            if left < state.left[move.seat] or state.runners[move.seat].jewels > before.jewels:
                state.left[move.seat], state.nearer = left, state.slices
            events += _told(move.seat, before, state.runners[move.seat])
        if not state.first_goal and any(runner.goal for runner in state.runners):
            state.first_goal = state.slices
        return events

    def result(self, state: State) -> Result:
        places = ranked(
            [(-left, 0 if left else -runner.net) for left, runner in zip(state.left, state.runners, strict=True)]
        )
        lines = [
            SeatResult(
                rank,
                score,
                {
                    "time": f"{runner.net / 60:.1f}" if runner.goal else "–",
                    "coins": runner.coins,
                    "jewels": runner.jewels,
                    "stomps": runner.stomps,
                    "deaths": runner.deaths,
                },
            )
            for rank, score, runner in zip(places, self.scores(state), state.runners, strict=True)
        ]
        done = all(runner.goal for runner in state.runners)
        return Result(tuple(lines), "rooftops.end.all" if done else "rooftops.end.time")

    def scores(self, state: State) -> tuple[int, ...]:
        """Return squares of way run, or at the goal 1000 points and one more for each tenth of a second below the
        limit."""
        if not state.number:
            return (0,) * state.seats
        course = course_for(state.options, state.number)
        return tuple(
            1000 + max(0, PARS * course.par + SPARE * TICKS - runner.net) // TICKS
            if runner.goal
            else min(999, course.whole - left)
            for runner, left in zip(state.runners, state.left, strict=True)
        )

    def turns(self, state: State) -> int:
        return -(-state.slices // SECOND)

    def view(self, state: State, viewer: Viewer) -> View:
        runners, left, ran = tuple(state.runners), tuple(state.left), tuple(state.ran)
        return View(state.number, runners, left, ran, state.slices, self._limit(state))

    def sketch(self, view: View) -> str:
        return "\n".join("." * (runner.x // n.SQUARE // 3) + ">" for runner in view.runners)


def _fresh(action: Run, clock: int, slices: int) -> tuple[tuple[int, int], ...]:
    """Return the part of an offer that a runner runs now: ticks already run or too far ahead are left out.

    For ticks that no offer reached in time, no button is held.
    """
    least, most = slices * TICKS - BEHIND - clock, slices * TICKS + AHEAD - clock
    ran: list[tuple[int, int]] = []
    at, done = action.first, 0
    for ticks, buttons in action.held:
        begin, at = max(at, clock + done), at + ticks
        length = min(at - begin, most - done)
        if length > 0:
            ran.append((length, buttons))
            done += length
    return (*ran, *_in_parts(least - done, 0)) if done < least else tuple(ran)


def _in_parts(ticks: int, buttons: int) -> Iterator[tuple[int, int]]:
    """Yield ticks with the same buttons as pairs of at most 255 ticks."""
    while ticks > 0:
        yield min(255, ticks), buttons
        ticks -= 255


def _told(seat: Seat, before: Runner, after: Runner) -> list[Event]:
    """Return the events of a runner in a slice."""
    told = []
    if after.deaths > before.deaths:
        kind = {n.FELL: "fell", n.SPIKED: "spiked"}.get(after.cause, "caught")
        told.append(Event(kind, {"seat": seat}))
    if after.checkpoints > before.checkpoints:
        told.append(Event("checkpoint", {"seat": seat}))
    if after.jewels > before.jewels:
        told.append(Event("gem", {"seat": seat}))
    if after.goal and not before.goal:
        told.append(Event("goal", {"seat": seat, "seconds": f"{after.goal / 60:.1f}"}))
    return told
