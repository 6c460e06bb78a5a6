"""A storm: everybody alone solves the same puzzles in a minute and a half; each that is missed costs time.

The rules tell no time: what was spent on a move comes with it, as in every window with a clock. The machine's answer
and the next puzzle are steps of chance with one outcome, so that each is shown for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from game.cabinets.storm.games import (
    SOURCES,
    USUAL,
    VERSION,
    Game,
    Sight,
    Solve,
    mover_of,
    played,
    pool,
    position,
    rules_of,
)
from game.core.chance import fair
from game.core.compiled import interpreting
from game.core.puzzles.book import Puzzle
from game.core.puzzles.rising import next_place
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer

PENALTY: Final = 5
"""Seconds that a missed puzzle costs."""
OPENS: Final = 0.8
"""Seconds before the clock of a new puzzle starts: meanwhile one sees how the last one ended."""
_DEALS: Final = 1 << 40
_SOLVED: Final = 10_000
"""What a solved puzzle counts; more than the tenths of a second that the longest storm has."""
Phase: TypeAlias = Literal["deal", "solve", "answer", "solved", "missed", "over"]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Options(msgspec.Struct, frozen=True):
    """The options: whose puzzles, and for how many seconds."""

    game: Game = USUAL
    seconds: Annotated[int, msgspec.Meta(ge=10, le=300)] = 90


class Skip(msgspec.Struct, frozen=True, tag="skip", tag_field="do"):
    """Give this puzzle up; it counts as missed."""


Action: TypeAlias = Solve | Skip


class State(msgspec.Struct):
    """A storm: what was dealt (-1 before), the puzzles opened so far, and the actions played in the last of them."""

    options: Options
    left: int
    """Milliseconds that are left."""
    deal: int = -1
    opened: list[int] = []
    moves: list[Solve] = []
    phase: Phase = "deal"
    solved: int = 0
    missed: int = 0
    at: int = 0
    """Milliseconds that were left when the last puzzle was solved."""


class View(msgspec.Struct, frozen=True):
    """What everybody may see: the counts, the puzzle that is open, and its position."""

    phase: Phase
    number: Count
    """Which puzzle is open, from 1; 0 before the first."""
    solved: Count
    missed: Count
    left: Annotated[int, msgspec.Meta(ge=0, le=300_000)]
    """Milliseconds that were left when the last move was made."""
    kind: Annotated[str, msgspec.Meta(max_length=40)]
    """The kind of the puzzle, whose text `storm.stage.task.<kind>` says what to do."""
    level: Annotated[int, msgspec.Meta(ge=0, le=9)]
    """How many moves the solver needs for the shortest win."""
    position: Annotated[str, msgspec.Meta(max_length=2000)]
    """What the puzzle begins from, as the option `position` of its game."""
    solver: Annotated[int, msgspec.Meta(ge=0, le=1)]
    """The seat of its game that the solver plays."""
    sight: Sight


class Storm(Rules[State, Options, Action, View]):
    """The rules of a storm."""

    info = GameInfo(
        "storm",
        version=VERSION,
        seats=(1,),
        options=Options,
        action=Action,
        view=View,
        undo=False,
        own_clock=True,
        open_scores=True,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(options, 1000 * options.seconds)

    def ask(self, state: State) -> Ask | None:
        match state.phase:
            case "over":
                return None
            case "deal":
                return Ask((NATURE,), outcomes=_DEALS)
            case "answer" | "solved" | "missed":
                return Ask((NATURE,), outcomes=1)
        return Ask((0,), limit=state.left / 1000, clocked=True, lead=0.0 if state.moves else OPENS)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase != "solve" or seat != 0:
            return ()
        game, puzzle = state.options.game, _puzzle(state)
        rules, before = rules_of(game, puzzle), _position(state)
        moves = rules.legal(before, mover_of(rules, before)) or ()
        return [*(Solve(**{game: move}) for move in moves), Skip()]

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        if state.phase != "solve":
            return "storm.refuse.move"
        if action in self.legal(state, seat):
            return None
        game = state.options.game
        move = getattr(action, game, None)
        if move is None:
            return "storm.refuse.move"
        rules, before = rules_of(game, _puzzle(state)), _position(state)
        return rules.check(before, mover_of(rules, before), move) or "storm.refuse.move"

    def fallback(self, state: State, seat: Seat) -> Action:
        return Skip()

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        with interpreting():
            return _step(state, move)

    def result(self, state: State) -> Result:
        details = {"solved": state.solved, "missed": state.missed}
        line = SeatResult(1, _SOLVED * state.solved + state.at // 100, details)
        return Result((line,), "storm.end.over")

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.solved,)

    def turns(self, state: State) -> int:
        return len(state.opened)

    def view(self, state: State, viewer: Viewer) -> View:
        game, counts = state.options.game, (len(state.opened), state.solved, state.missed, state.left)
        if not state.opened:
            return View(state.phase, *counts, "", 0, "", 0, Sight())
        puzzle = _puzzle(state)
        solver = _solver(state)
        sight = Sight(**{game: rules_of(game, puzzle).view(_position(state), solver)})
        return View(state.phase, *counts, puzzle.kind, puzzle.level, puzzle.position, solver, sight)

    def heading(self, view: View) -> str:
        return f"puzzle {view.number}"

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the storm with other puzzles to come: those that were opened are known to everybody."""
        other = self.load(self.dump(state))
        if other.deal >= 0:
            other.deal = random.randrange(_DEALS)
        return other


def puzzle_at(game: Game, position: str) -> Puzzle:
    """Return the puzzle of a storm that begins from a position."""
    return next(puzzle for puzzle in pool(game) if puzzle.position == position)


def _puzzle(state: State) -> Puzzle:
    return pool(state.options.game)[state.opened[-1]]


def _actions(state: State) -> tuple[Any, ...]:
    return tuple(getattr(move, state.options.game) for move in state.moves)


def _position(state: State) -> Any:
    return position(state.options.game, _puzzle(state), _actions(state))


def _solver(state: State) -> Seat:
    game, puzzle = state.options.game, _puzzle(state)
    return mover_of(rules_of(game, puzzle), position(game, puzzle, ()))


def _step(state: State, move: Move) -> list[Event]:
    if state.phase == "deal":
        state.deal = move.action
        return _open(state)
    if move.seat == NATURE:
        return _answer(state) if state.phase == "answer" else _open(state)
    state.left = max(0, state.left - move.spent)
    if not state.left:
        return _end(state)
    return _miss(state) if isinstance(move.action, Skip) else _try(state, move.action)


def _open(state: State) -> list[Event]:
    """Open the next puzzle, harder than the last ones; where there is none, the storm is over."""
    game = state.options.game
    left = [number for number in range(len(pool(game))) if number not in state.opened]
    if not left:
        return _end(state)
    number = len(state.opened)
    state.opened.append(left[next_place(len(left), number, lambda many: fair(many, state.deal, "puzzle", number))])
    state.moves, state.phase = [], "solve"
    return [Event("opened", {"number": len(state.opened)})]


def _try(state: State, action: Solve) -> list[Event]:
    """Play the solver's move, and find out whether it still wins."""
    events, position, won = _play(state, action)
    puzzle, book = _puzzle(state), SOURCES[state.options.game].book
    rules, solver = rules_of(state.options.game, puzzle), _solver(state)
    if won is not None:
        return events + (_solve(state) if won else _miss(state))
    left = puzzle.level - (len(state.moves) + 1) // 2
    if not book.holds(puzzle, rules.view(position, solver), left):
        return events + _miss(state)
    state.phase = "solve" if mover_of(rules, position) == solver else "answer"
    return events


def _answer(state: State) -> list[Event]:
    """Play the machine's move."""
    game, puzzle = state.options.game, _puzzle(state)
    rules, before = rules_of(game, puzzle), _position(state)
    action = SOURCES[game].book.answer(puzzle, rules.view(before, mover_of(rules, before)))
    events, after, won = _play(state, Solve(**{game: action}))
    if won is not None:
        return events + (_solve(state) if won else _miss(state))
    state.phase = "solve" if mover_of(rules, after) == _solver(state) else "answer"
    return events


def _play(state: State, action: Solve) -> tuple[list[Event], Any, bool | None]:
    """Play an action in the puzzle. Return what tells of it, the position, and whether the solver has won, if it is
    over.
    """
    game, puzzle, solver = state.options.game, _puzzle(state), _solver(state)
    after, events = played(game, puzzle, _actions(state), getattr(action, game))
    rules = rules_of(game, puzzle)
    by = mover_of(rules, _position(state))
    state.moves.append(action)
    told = Event("moved", {"solver": by == solver, "of": [[event.kind, event.data] for event in events]})
    if rules.ask(after) is not None:
        return [told], after, None
    seats = rules.result(after).seats
    return [told], after, seats[solver].rank < seats[1 - solver].rank


def _solve(state: State) -> list[Event]:
    state.solved += 1
    state.at, state.phase = state.left, "solved"
    return [Event("solved", {"number": len(state.opened)})]


def _miss(state: State) -> list[Event]:
    """Count the open puzzle as missed, which costs time."""
    state.left = max(0, state.left - 1000 * PENALTY)
    state.missed, state.phase = state.missed + 1, "missed"
    events = [Event("missed", {"number": len(state.opened), "seconds": PENALTY})]
    return events if state.left else events + _end(state)


def _end(state: State) -> list[Event]:
    state.phase = "over"
    return [Event("over", {"solved": state.solved})]
