"""The rules of Volcano Isle, as worded in docs/volcano.md."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.island import Island, builds_after, island_of, tried
from game.cabinets.volcano.state import (
    HOUSES,
    STOCK,
    Action,
    Build,
    Done,
    Expand,
    House,
    Options,
    Place,
    State,
    Stocks,
    View,
    built_by,
    name_of,
)
from game.cabinets.volcano.tiles import FIELDS, KINDS, TILES
from game.core.ranking import ranked
from game.core.rules import (
    NATURE,
    OMNISCIENT,
    SPECTATOR,
    Ask,
    Event,
    GameInfo,
    Move,
    Result,
    Rules,
    Seat,
    SeatResult,
    Viewer,
)


class Volcano(Rules[State, Options, Action, View]):
    info = GameInfo(
        "volcano",
        version=1,
        seats=(2, 3, 4),
        options=Options,
        action=Action,
        view=View,
        curtain=True,
        open_scores=True,
        regular_seats=2,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        left = [kind.number for kind in KINDS]
        return State(
            options, "first", left, min(TILES, seats * options.tiles), [*STOCK] * seats, [0] * seats, [-1] * seats
        )

    def ask(self, state: State) -> Ask | None:
        if state.phase == "over":
            return None
        if state.phase == "first":
            return Ask((NATURE,), outcomes=state.seats)
        if state.phase == "draw":
            return Ask((NATURE,), outcomes=sum(state.left))
        return Ask((state.mover,), open=True)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.mover or state.phase not in ("tile", "build"):
            return ()
        island = island_of(state)
        if state.phase == "tile":
            return island.places
        builds = [build for build in island.builds(seat, state.stock) if state.built in ("", name_of(build))]
        return [*builds, Done()] if state.built else builds

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        why = self._why_not(state, seat, action)
        return f"volcano.refuse.{why}" if why else None

    def _why_not(self, state: State, seat: Seat, action: Action) -> str | None:
        if seat != state.mover:
            return "not_your_turn"
        if state.phase != ("tile" if isinstance(action, Place) else "build"):
            return "not_this_phase"
        if isinstance(action, Place):
            return island_of(state).why_no_place(action)
        return island_of(state).why_no_build(action, seat, state.stock, state.built)

    def fallback(self, state: State, seat: Seat) -> Action:
        legal = self.legal(state, seat)
        if state.built:
            return Done()
        if state.phase == "build":
            return legal[0]
        places = [action for action in legal if isinstance(action, Place)]
        return next((place for place in places if builds_after(state, place)), places[0])

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        if move.seat == NATURE:
            return _draw(state, move.action)
        match move.action:
            case Place() as place:
                return _place(state, place)
            case Done():
                return _end_turn(state)
            case build:
                return _build(state, build)

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        standings = []
        for seat, score in enumerate(scores):
            stays = state.out.index(seat) if seat in state.out else len(state.out)
            standings.append((seat == state.winner, stays, score * (seat not in state.out)))
        lines = []
        for seat, rank in enumerate(ranked(standings)):
            huts, temples, towers = built_by(state, seat)
            lines.append(SeatResult(rank, scores[seat], {"temples": temples, "towers": towers, "huts": huts}))
        return Result(tuple(lines), f"volcano.end.{state.end}")

    def scores(self, state: State) -> tuple[int, ...]:
        parts = (built_by(state, seat) for seat in range(state.seats))
        return tuple(1000 * temples + 100 * towers + huts for huts, temples, towers in parts)

    def turns(self, state: State) -> int:
        return state.turn

    def view(self, state: State, viewer: Viewer) -> View:
        hidden = [kind for seat, kind in enumerate(state.held) if kind >= 0 and viewer not in (seat, OMNISCIENT)]
        seats = []
        for seat, held in enumerate(state.held):
            told = held if viewer in (seat, OMNISCIENT) else -1
            huts, temples, towers = state.stock[3 * seat : 3 * seat + 3]
            seats.append(Stocks(huts, temples, towers, state.lost[seat], seat in state.out, held >= 0, told))
        options = state.options
        return View(
            state.phase,
            state.mover,
            state.turn,
            min(TILES, state.seats * options.tiles),
            state.hand,
            state.built,
            options.builds,
            options.buried,
            tuple(n + hidden.count(kind) for kind, n in enumerate(state.left)),
            state.stack,
            tuple(state.tiles),
            tuple(island_of(state).hexes.values()),
            tuple(state.houses),
            tuple(seats),
            state.winner,
        )

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        other = self.load(self.dump(state))
        unknown = [seat for seat, kind in enumerate(other.held) if kind >= 0 and viewer not in (seat, OMNISCIENT)]
        for seat in unknown:
            other.left[other.held[seat]] += 1
        for seat in unknown:
            other.held[seat] = random.choices(range(len(KINDS)), other.left)[0]
            other.left[other.held[seat]] -= 1
        return other

    def has_secrets(self, options: Options) -> bool:
        return options.ahead

    def sketch(self, view: View) -> str:
        if not view.hexes:
            return ""
        houses = {(house.q, house.r): f"{house.owner}{'hTW'[house.kind]}" for house in view.houses}
        tops = {(top.q, top.r): top for top in view.hexes}
        columns, rows = {q for q, _ in tops}, {r for _, r in tops}
        lines = []
        for r in range(min(rows), max(rows) + 1):
            cells = ((tops.get((q, r)), houses.get((q, r), "  ")) for q in range(min(columns), max(columns) + 1))
            written = (f"{top.level}{'^jcsrl'[top.field]}{house}" if top else "  ~ " for top, house in cells)
            lines.append("  " * (r - min(rows)) + " ".join(written))
        return "\n".join(lines)


def _draw(state: State, outcome: int) -> list[Event]:
    if state.phase == "first":
        state.mover, state.phase = outcome, "draw"
        return [Event("began", {"seat": outcome})]
    kind = 0
    while outcome >= state.left[kind]:
        outcome -= state.left[kind]
        kind += 1
    state.left[kind] -= 1
    state.stack -= 1
    told = {"seat": state.mover, **_fields(kind)}
    if not state.options.ahead:
        _begin_turn(state, kind)
        return [Event("drew", told)]
    seat = state.mover
    state.held[seat] = kind
    state.mover = _after(state, seat)
    events = [Event("drew", told, audience=(seat,))]
    if state.held[state.mover] < 0 and not state.turn:
        return events
    return events + _show(state)


def _fields(kind: int) -> dict[str, object]:
    return {"kind": kind, "left": FIELDS[KINDS[kind].left - 1], "right": FIELDS[KINDS[kind].right - 1]}


def _begin_turn(state: State, kind: int) -> None:
    state.hand, state.phase, state.built = kind, "tile", ""
    state.turn += 1


def _show(state: State) -> list[Event]:
    """Begin the turn of a seat that already knows its tile, and show that tile to everybody."""
    seat, kind = state.mover, state.held[state.mover]
    if kind < 0:
        return _over(state, "stack")
    state.held[seat] = -1
    _begin_turn(state, kind)
    others = (SPECTATOR, *(other for other in range(state.seats) if other != seat))
    return [Event("showed", {"seat": seat, **_fields(kind)}, audience=others)]


def _after(state: State, seat: Seat) -> Seat:
    """Return the next seat after this one that is not out."""
    around = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    return next(other for other in around if other not in state.out)


def _lay(state: State, place: Place) -> list[Event]:
    """Lay the tile in hand; buried huts go to their owner or out of the game, as the options say."""
    after = tried(state, place)
    state.tiles, state.houses, state.stock = list(after.tiles), list(after.houses), after.stock
    told = {"seat": state.mover, "q": place.q, "r": place.r, "way": place.way, "level": after.level}
    events = [Event("erupted" if after.level > 1 else "placed", told | _fields(state.hand))]
    for owner, huts in after.buried.items():
        if state.options.buried == "out":
            state.lost[owner] += huts
        events.append(Event("buried", {"seat": owner, "huts": huts, "to": state.options.buried}))
    return events + [Event("split", {"seat": owner}) for owner in after.split]


def _place(state: State, place: Place) -> list[Event]:
    events = _lay(state, place)
    state.hand, state.phase = -1, "build"
    if island_of(state).build_codes(state.mover, state.stock):
        return events
    state.out.append(state.mover)
    events.append(Event("out", {"seat": state.mover}))
    staying = [seat for seat in range(state.seats) if seat not in state.out]
    if len(staying) == 1:
        state.winner = staying[0]
        return events + _over(state, "alone")
    return events + _end_turn(state)


def _ready(island: Island, state: State) -> bool:
    """Return whether the mover may build a temple."""
    codes = island.build_codes(state.mover, state.stock)
    return any(code % g.CODES == g.TEMPLE for code in codes)


def _build(state: State, build: Build) -> list[Event]:
    seat, name, island = state.mover, name_of(build), island_of(state)
    was_ready, settlements = _ready(island, state), len(island.settlements(seat))
    cells = island.builds_on(build, seat)
    kind = g.HUT if isinstance(build, Expand) else HOUSES.index(name)
    needed = sum(map(island.level, cells)) if isinstance(build, Expand) else 1
    state.houses += [House(*cell, seat, kind) for cell in cells]
    state.stock[3 * seat + kind] -= needed
    state.built = name
    told: dict[str, object] = {"seat": seat, "q": build.q, "r": build.r}
    if isinstance(build, Expand):
        told |= {"field": build.field, "hexagons": len(cells), "huts": needed, "cells": [list(cell) for cell in cells]}
    events = [Event("expanded" if isinstance(build, Expand) else name, told)]
    after = island_of(state)
    if len(after.settlements(seat)) < settlements:
        events.append(Event("joined", {"seat": seat}))
    if not was_ready and _ready(after, state):
        events.append(Event("ready", {"seat": seat}))
    if state.stock[3 * seat : 3 * seat + 3].count(0) >= 2:
        state.winner = seat
        return events + _over(state, "kinds")
    if state.options.builds == "many" and any(
        name_of(after.made(code)) == name for code in after.build_codes(seat, state.stock)
    ):
        return events
    return events + _end_turn(state)


def _end_turn(state: State) -> list[Event]:
    state.built, seat = "", state.mover
    if not state.options.ahead:
        state.mover = _after(state, seat)
        if not state.stack:
            return _over(state, "stack")
        state.phase = "draw"
        return []
    if state.stack and seat not in state.out:
        state.phase = "draw"
        return []
    state.mover = _after(state, seat)
    return _show(state)


def _over(state: State, why: str) -> list[Event]:
    state.phase, state.end, state.built = "over", why, ""
    if state.winner < 0:
        scores = Volcano().scores(state)
        best = max(score for seat, score in enumerate(scores) if seat not in state.out)
        leaders = [seat for seat, score in enumerate(scores) if score == best and seat not in state.out]
        state.winner = leaders[0] if len(leaders) == 1 else -1
    return [Event("over", {"seat": state.winner} if state.winner >= 0 else {})]
