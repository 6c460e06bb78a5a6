"""The rules of Omok: five in a row under five rule sets and twelve openings, as docs/omok.md words them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.cabinets.omok import board as b
from game.cabinets.omok import notation
from game.cabinets.omok.openings import BRANCHES, PROTOCOLS, drawn, equal_points
from game.cabinets.omok.state import (
    FREE_TO_PASS,
    PASS,
    Action,
    Choose,
    Count,
    Options,
    Pass,
    Pick,
    Place,
    State,
    Swap,
    View,
    asked,
    centre_of,
    foul_name,
    fouls_of,
    inside,
    laid,
    most_fifths,
    opening_name,
    row_through,
    stones_of,
)
from game.core import settling
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer
from game.core.settling import Accept, GiveUp


class Omok(Rules[State, Options, Action, View]):
    info = GameInfo("omok", version=1, seats=(2,), options=Options, action=Action, view=View)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        moves = list(notation.read(options.position, options.size)) if options.position else []
        todo = [] if options.position else list(PROTOCOLS[options.opening])
        state = State(options, stones_of(moves, options), moves, todo)
        if options.colours == "seat":
            state.black = state.first = 0
            _settle(state)
        return state

    def ask(self, state: State) -> Ask | None:
        if state.end:
            return None
        if state.first < 0:
            return Ask((NATURE,), outcomes=2)
        seat, what, _ = asked(state)
        return Ask((NATURE,), outcomes=26) if what == "drawn" else Ask((seat,))

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.end or state.first < 0 or asked(state)[0] != seat:
            return ()
        _, what, where = asked(state)
        size = state.options.size
        match what:
            case "stone" | "fifths":
                barred = {foul.point for foul in state.fouls}
                barred |= {equal for fifth in state.fifths for equal in equal_points(state.moves, size, fifth)}
                barred |= {*state.fifths}
                free = [point for point, stone in enumerate(state.stones) if not stone and point not in barred]
                fit = free if where == "any" else [point for point in free if inside(point, where, size)]
                return [Place.on(point, size) for point in fit]
            case "swap":
                return (Swap(False), Swap(True))
            case "count":
                return [Count(number) for number in range(1, most_fifths(state.options) + 1)]
            case "choose":
                return [Choose(word) for word in where.split()]  # type: ignore[arg-type]
        return [Pick(index) for index in range(len(state.fifths))]

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        _, what, where = asked(state)
        match action:
            case GiveUp() | Accept():
                return settling.why_not(state, seat, action)
            case Pass():
                return self._check_pass(state, what)
            case Place():
                return self._check_place(state, action, what, where)
        return None if action in self.legal(state, seat) else "omok.refuse.not_now"

    def _check_pass(self, state: State, what: str) -> str | None:
        if state.todo or what != "stone":
            return "omok.refuse.not_now"
        if not state.options.may_pass:
            return "omok.refuse.no_passing"
        return None if len(state.moves) >= FREE_TO_PASS else "omok.refuse.too_early"

    def _check_place(self, state: State, action: Place, what: str, where: str) -> str | None:
        size = state.options.size
        if what not in ("stone", "fifths"):
            return "omok.refuse.not_now"
        if action.x >= size or action.y >= size:
            return "omok.refuse.outside"
        point = action.point(size)
        if state.stones[point] or point in state.fifths:
            return "omok.refuse.taken"
        if not inside(point, where, size):
            return f"omok.refuse.{where}"
        if what == "fifths" and equal_points(state.moves, size, point) & {*state.fifths}:
            return "omok.refuse.symmetric"
        if action.draw and (state.todo or len(state.moves) < FREE_TO_PASS):
            return "omok.refuse.draw_too_early"
        if state.options.foul == "refuse":
            kinds = next((foul.kinds for foul in state.fouls if foul.point == point), 0)
            if kinds:
                return f"omok.refuse.{foul_name(kinds)}"
        return None

    def fallback(self, state: State, seat: Seat) -> Action:
        listed, size = self.legal(state, seat), state.options.size
        places = [action for action in listed if isinstance(action, Place)]
        centre = Place.on(centre_of(size), size)
        if centre in places:
            return centre
        if places:
            last = next((Place.on(move, size) for move in reversed(state.moves) if move != PASS), centre)
            return min(places, key=lambda place: max(abs(place.x - last.x), abs(place.y - last.y)))
        preferred = (action for action in listed if action in (Swap(False), Choose("white"), Choose("one")))
        return next(preferred, listed[0])

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        events: list[Event] = []
        if move.seat == NATURE:
            events += _draw(state, move.action)
        else:
            events += settling.decline(state, move) + settling.settle(move)
            events += _act(state, move.seat, move.action)
        if state.first >= 0:
            events += _settle(state)
        if state.end:
            events.append(Event("over", {"seat": state.winner} if state.winner >= 0 else {}))
        return events

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        seats = tuple(SeatResult(2 - score if state.winner >= 0 else 1, score) for score in scores)
        return Result(seats, state.end)

    def scores(self, state: State) -> tuple[int, ...]:
        return int(state.winner == 0), int(state.winner == 1)

    def turns(self, state: State) -> int:
        return len(state.moves)

    def view(self, state: State, viewer: Viewer) -> View:
        over = bool(state.end) or state.first < 0
        seat, what, where = (-1, "", "any") if over else asked(state)
        options = state.options
        return View(
            options.size,
            options.rule,
            "none" if options.position else options.opening,
            "" if over else what,
            where,
            tuple(state.todo),
            max(seat, -1),
            state.black,
            tuple(state.moves),
            tuple(state.fifths),
            state.count,
            state.draw_by,
            () if options.foul == "lose" else tuple(state.fouls),
            opening_name(state.moves, options.size),
            tuple(state.five),
        )

    def sketch(self, view: View) -> str:
        stones = "".join(".XO"[stone] for stone in laid(view.moves, view.size))
        return "\n".join(stones[row * view.size : (row + 1) * view.size] for row in range(view.size))


def _draw(state: State, outcome: int) -> list[Event]:
    """Apply what chance drew: the colours, or one of the 26 openings."""
    if state.first < 0:
        state.first = state.black = outcome
        return [Event("colours", {"seat": outcome})]
    del state.todo[0]
    size, events = state.options.size, []
    middle = (size - 1) // 2
    for right, down in ((0, 0), *drawn(outcome)):
        events += _land(state, (state.black + len(state.moves)) % 2, (middle + down) * size + middle + right)
    return events


def _act(state: State, seat: Seat, action: Action) -> list[Event]:
    what = asked(state)[1]
    match action:
        case GiveUp():
            state.winner, state.end = 1 - seat, "omok.end.given_up"
            return []
        case Accept():
            state.end = "omok.end.agreed"
            return []
        case Pass(draw=draw):
            return [*_passed(state, seat, forced=False), *settling.offer(state, seat, draw and not state.end)]
        case Place(draw=draw) if what == "stone":
            del state.todo[:1]
            landed = _land(state, seat, action.point(state.options.size))
            return [*landed, *settling.offer(state, seat, draw and not state.end)]
        case Place():
            return _offer_fifth(state, seat, action.point(state.options.size))
        case Pick(index):
            del state.todo[0]
            point, offers = state.fifths[index], tuple(state.fifths)
            state.fifths, state.count = [], 0
            places = ", ".join(notation.name(offer, state.options.size) for offer in offers if offer != point)
            picked = Event("picked", {"seat": seat, "at": notation.name(point, state.options.size), "gone": places})
            return [picked, *_land(state, state.black, point)]
        case Count(number):
            del state.todo[0]
            state.count = number
            return [Event("counted", {"seat": seat, "number": number})]
        case Swap(yes):
            del state.todo[0]
            return _swapped(state, seat, yes)
        case Choose(word):
            state.todo = [*BRANCHES[word], *state.todo[1:]]
            if word == "swap" or ((word == "black") != (state.black == seat) and word in ("black", "white")):
                return _swapped(state, seat, True)
            return [Event("chose", {"seat": seat, "what": word})]


def _swapped(state: State, seat: Seat, yes: bool) -> list[Event]:
    if yes:
        state.black = 1 - state.black
    return [Event("swapped" if yes else "kept", {"seat": seat})]


def _offer_fifth(state: State, seat: Seat, point: int) -> list[Event]:
    state.fifths.append(point)
    if len(state.fifths) >= (state.count or most_fifths(state.options)):
        del state.todo[0]
    at = notation.name(point, state.options.size)
    return [Event("offered_fifth", {"seat": seat, "at": at, "point": point, "number": len(state.fifths)})]


def _passed(state: State, seat: Seat, *, forced: bool) -> list[Event]:
    state.moves.append(PASS)
    state.passes += 1
    if state.passes == 2:
        state.end = "omok.end.passes"
    return [Event("must_pass" if forced else "passed", {"seat": seat})]


def _land(state: State, seat: Seat, point: int) -> list[Event]:
    """Put a stone of the next colour on `point`: five wins; a foul loses where fouls may be played."""
    colour = 1 + len(state.moves) % 2
    fouls = [foul for foul in state.fouls if foul.point == point]
    state.stones[point] = colour
    state.moves.append(point)
    state.placer, state.passes = seat, 0
    at = notation.name(point, state.options.size)
    events = [Event("placed", {"seat": seat, "at": at, "point": point, "colour": ("black", "white")[colour - 1]})]
    holder = state.black if colour == b.BLACK else 1 - state.black
    state.five = row_through(state.stones, point, state.options)
    if state.five:
        state.winner, state.end = holder, "omok.end.five"
        events.append(Event("five", {"seat": holder, "points": list(state.five)}))
    elif fouls:
        state.winner, state.end = 1 - holder, "omok.end.foul"
        events.append(Event("foul", {"seat": holder, "what": foul_name(fouls[0].kinds), "point": point}))
    elif b.EMPTY not in state.stones:
        state.end = "omok.end.full"
    return events


def _settle(state: State) -> list[Event]:
    """Find the points forbidden to the next stone; a seat without any point left passes without being asked."""
    events: list[Event] = []
    while not state.end:
        state.fouls = fouls_of(state.stones, state.options, 1 + len(state.moves) % 2)
        if state.todo or len(state.fouls) < state.stones.count(b.EMPTY):
            break
        events += _passed(state, asked(state)[0], forced=True)
    return events
