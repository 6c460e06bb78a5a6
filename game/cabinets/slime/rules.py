"""The rules of Slime. Sources and our own decisions: docs/slime-contest.md.

Seat 0 is team A, seat 1 team B. A square is `x * 13 + y`, (0, 0) at the bottom left. Slimes 0 … 4 are A's, 5 … 9 are
B's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum
from math import prod
from typing import Annotated, ClassVar, TypeAlias

import msgspec

from game.cabinets.slime import field as f
from game.core.compiled import array, plain
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

MESSAGE_BYTES = 40
"""The most bytes of a team's message in UTF-8, as in the contest protocol."""


class Phase(StrEnum):
    """What the match waits for."""

    ORDERS = "orders"
    """Both teams steer their slimes."""
    TURN_BACK = "turn_back"
    """Chance turns the slimes that would leave the field."""
    OVER = "over"


class Heading(IntEnum):
    """Direction of a slime, numbered as in the contest protocol."""

    RIGHT = f.RIGHT
    UP = f.UP
    LEFT = f.LEFT
    DOWN = f.DOWN


class Options(msgspec.Struct, frozen=True):
    """Options of a match."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """Seconds for a turn; 0 is no limit: the match waits for both teams."""
    turns: Annotated[int, msgspec.Meta(ge=30, le=f.TURNS)] = f.TURNS


_Square: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=f.SQUARES - 1)]
_Turns: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=f.TURNS)]
_Squares: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=f.SQUARES)]
_Owner: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1)]
Headings: TypeAlias = tuple[Heading | None, Heading | None, Heading | None, Heading | None, Heading | None]
"""The new heading of each slime of a team; None keeps a slime's heading."""
KEEP: Headings = (None, None, None, None, None)


class Steer(msgspec.Struct, frozen=True):
    """Steer your five slimes, and optionally say something."""

    headings: Headings
    message: str | None = None
    """Text to show beside the team's banner from now on; None keeps the last one."""


class SlimeView(msgspec.Struct, frozen=True):
    """One slime as everybody sees it."""

    square: _Square
    heading: Heading
    """The direction of its last move, and of its next one unless it is steered."""
    deaths: _Turns

    @property
    def place(self) -> tuple[int, int]:
        """The slime's column and row, (0, 0) at the bottom left."""
        return divmod(self.square, f.HEIGHT)


class TeamView(msgspec.Struct, frozen=True):
    """The figures and the message of one team."""

    squares: _Squares
    deaths: Annotated[int, msgspec.Meta(ge=0, le=f.TEAM * f.TURNS)]
    painted: Annotated[int, msgspec.Meta(ge=0, le=f.SQUARES * f.TURNS)]
    """How many squares the team gained in all; a square gained twice counts twice."""
    message: str


class View(msgspec.Struct, frozen=True):
    """The whole match: only the orders for the current turn are secret in Slime."""

    phase: Phase
    turn: _Turns
    """Turns played."""
    turns: _Turns
    owners: Annotated[tuple[_Owner, ...], msgspec.Meta(min_length=f.SQUARES, max_length=f.SQUARES)]
    """The owner of each of the 325 squares: -1 nobody, 0 team A, 1 team B."""
    slimes: Annotated[tuple[SlimeView, ...], msgspec.Meta(min_length=f.SLIMES, max_length=f.SLIMES)]
    """All ten slimes, team A's first."""
    teams: tuple[TeamView, TeamView]


class State(msgspec.Struct):
    """The state of a match. `field` is the flat field of field.py as a list."""

    phase: Phase
    seconds: int
    field: list[int]
    messages: list[str]
    turns: int = f.TURNS
    """How many turns the match has."""


_HEADINGS = tuple(Heading)
_ASKED = (0, 1)
_WAYS = tuple(plain(f.WAYS))


class Slime(Rules[State, Options, Steer, View]):
    """The rules of Slime."""

    info = GameInfo(
        "slime", version=1, seats=(2,), options=Options, action=Steer, view=View, open_scores=True, own_clock=True
    )
    state_type: ClassVar[type] = State
    gained = frozenset({"turns"})

    def start(self, seats: int, options: Options) -> State:
        return State(Phase.ORDERS, options.seconds, f.new_field(), ["", ""], options.turns)

    def ask(self, state: State) -> Ask | None:
        match state.phase:
            case Phase.ORDERS:
                return Ask(_ASKED, Window.SIMULTANEOUS, limit=float(state.seconds) if state.seconds else None)
            case Phase.TURN_BACK:
                return Ask((NATURE,), outcomes=prod(_ways(state.field)))
        return None

    def check(self, state: State, seat: Seat, action: Steer) -> str | None:
        if state.phase is not Phase.ORDERS or seat not in _ASKED:
            return "slime.refuse.not_asked"
        if action.message is not None and not may_be_said(action.message):
            return "slime.refuse.message"
        return None

    def fallback(self, state: State, seat: Seat) -> Steer:
        """Return the action in which every slime keeps its heading."""
        return Steer(KEEP)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        match state.phase:
            case Phase.ORDERS:
                said = list(_steer(state, moves))
                if prod(_ways(state.field)) == 1:
                    return said + _play_turn(state, 0)
                state.phase = Phase.TURN_BACK
                return said
            case Phase.TURN_BACK:
                (move,) = moves
                turned = [slime for slime, ways in enumerate(_ways(state.field)) if ways > 1]
                return [Event("turned_back", {"slimes": turned}), *_play_turn(state, move.action)]
        raise ValueError("a match that is over takes no moves")

    def result(self, state: State) -> Result:
        standings = [_standing(state, team) for team in _ASKED]
        results = tuple(
            SeatResult(
                rank=rank,
                score=standing[0],
                details={"squares": standing[0], "deaths": -standing[1], "painted": standing[2]},
            )
            for rank, standing in zip(ranked(standings), standings, strict=True)
        )
        return Result(results, f"slime.end.{_reason(state)}")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(_squares(state, team) for team in _ASKED)

    def turns(self, state: State) -> int:
        return min(state.turns, state.field[f.TURN] + 1)

    def view(self, state: State, viewer: Viewer) -> View:
        field = state.field
        return View(
            phase=state.phase,
            turn=field[f.TURN],
            turns=state.turns,
            owners=owners_of(field),
            slimes=tuple(
                SlimeView(field[f.SQUARE + slime], _HEADINGS[field[f.HEADING + slime]], field[f.DEATHS + slime])
                for slime in range(f.SLIMES)
            ),
            teams=(_team_view(state, 0), _team_view(state, 1)),
        )

    def sketch(self, view: View) -> str:
        """Write the field as text: squares of A and B as a and b, slimes as A1 … A5, B1 … B5 (the last one where
        several share a square).
        """
        cells = [" ab"[owner + 1] + " " if owner >= 0 else ". " for owner in view.owners]
        for number, slime in enumerate(view.slimes):
            team, index = divmod(number, f.TEAM)
            cells[slime.square] = f"{'AB'[team]}{index + 1}"
        rows = ["".join(cells[y :: f.HEIGHT]).rstrip() for y in reversed(range(f.HEIGHT))]
        teams = [
            f"{name}  squares {team.squares:3}  deaths {team.deaths:2}  painted {team.painted:4}  {team.message}"
            for name, team in zip("AB", view.teams, strict=True)
        ]
        return "\n".join([*rows, f"turn {view.turn} of {view.turns}", *teams])


def owners_of(field: Sequence[int]) -> tuple[int, ...]:
    """Return the owner of each square of a field: -1 nobody, 0 team A, 1 team B."""
    owners: list[int] = []
    for x in range(f.WIDTH):
        owners += _column_owners(field[f.OWNED + x], field[f.OWNED + f.WIDTH + x])
    return tuple(owners)


def squares_in(columns: Sequence[int]) -> list[int]:
    """Return the squares of a mask of 25 columns, ascending."""
    return [x * f.HEIGHT + y for x, column in enumerate(columns) if column for y in range(f.HEIGHT) if column >> y & 1]


def _column_owners(first: int, second: int) -> list[int]:
    return [0 if first >> y & 1 else 1 if second >> y & 1 else -1 for y in range(f.HEIGHT)]


def may_be_said(message: str) -> bool:
    """Whether a message fits the protocol and the screen: printable, and at most MESSAGE_BYTES long."""
    return message.isprintable() and len(message.encode()) <= MESSAGE_BYTES


def _steer(state: State, moves: Sequence[Move]) -> Iterator[Event]:
    """Set the slimes' headings as the moves steer them; yield an event for each text that was said."""
    for move in moves:
        steer: Steer = move.action
        for number, heading in enumerate(steer.headings):
            if heading is not None:
                state.field[f.HEADING + move.seat * f.TEAM + number] = int(heading)
        if steer.message is not None and steer.message != state.messages[move.seat]:
            state.messages[move.seat] = steer.message
            yield Event("said", {"seat": move.seat, "message": steer.message})


def _ways(field: Sequence[int]) -> list[int]:
    """Return for each slime how many headings chance chooses from."""
    squares = field[f.SQUARE : f.SQUARE + f.SLIMES]
    headings = field[f.HEADING : f.HEADING + f.SLIMES]
    return [_WAYS[square * 4 + heading] for square, heading in zip(squares, headings, strict=True)]


def _play_turn(state: State, chance: int) -> list[Event]:
    before = state.field
    hot = array(before)
    if hot is before:
        before = before.copy()
    f.play_turn(hot, chance)
    state.field = plain(hot)
    over = state.field[f.TURN] == state.turns
    state.phase = Phase.OVER if over else Phase.ORDERS
    events = list(_told(before, state.field))
    if over:
        events.append(Event("over", {"reason": _reason(state)}))
    return events


def _told(before: Sequence[int], after: Sequence[int]) -> Iterator[Event]:
    """Yield the events of a turn, in the order of the rules."""
    slimes = range(f.SLIMES)
    stood = after[f.STOOD : f.STOOD + f.SLIMES]
    fates = after[f.FATE : f.FATE + f.SLIMES]
    yield Event("moved", {"turn": after[f.TURN], "from": before[f.SQUARE : f.SQUARE + f.SLIMES], "to": stood})
    for kind, fate in (("crossed", f.CROSSED), ("met", f.MET)):
        if dead := [slime for slime in slimes if fates[slime] == fate]:
            yield Event(kind, {"slimes": dead, "count": len(dead)})
    yield Event("painted", {"squares": [_painted(before, stood, fates, team) for team in _ASKED]})
    yield from _told_areas(after[f.AREA : f.SQUARE])
    for team in _ASKED:
        own_slimes = slimes[team * f.TEAM : (team + 1) * f.TEAM]
        if dead := [slime for slime in own_slimes if fates[slime] == f.ENCLOSED]:
            yield Event("enclosed", {"seat": team, "slimes": dead, "count": len(dead)})
    if dead := [slime for slime in slimes if fates[slime] != f.ALIVE]:
        yield Event("rose", {"slimes": dead})


def _told_areas(columns: Sequence[int]) -> Iterator[Event]:
    """Yield the events of a turn's enclosed areas: what each team captured, and what both enclosed."""
    if not any(columns):
        return
    areas = [set(squares_in(columns[team * f.WIDTH : (team + 1) * f.WIDTH])) for team in _ASKED]
    both = areas[0] & areas[1]
    for team in _ASKED:
        if squares := sorted(areas[team] - both):
            yield Event("captured", {"seat": team, "squares": squares, "count": len(squares)})
    if both:
        yield Event("cancelled", {"squares": sorted(both), "count": len(both)})


def _painted(before: Sequence[int], stood: Sequence[int], fates: Sequence[int], team: int) -> list[int]:
    """Return the squares, ascending, that a team gained because its slimes stepped on them."""
    found = set()
    for slime in range(team * f.TEAM, (team + 1) * f.TEAM):
        x, y = divmod(stood[slime], f.HEIGHT)
        if fates[slime] in (f.ALIVE, f.ENCLOSED) and not before[f.OWNED + team * f.WIDTH + x] >> y & 1:
            found.add(stood[slime])
    return sorted(found)


def _squares(state: State, team: int) -> int:
    columns = state.field[f.OWNED + team * f.WIDTH : f.OWNED + (team + 1) * f.WIDTH]
    return sum(column.bit_count() for column in columns)


def _deaths(state: State, team: int) -> int:
    return sum(state.field[f.DEATHS + team * f.TEAM : f.DEATHS + (team + 1) * f.TEAM])


def _standing(state: State, team: int) -> tuple[int, int, int]:
    """Return the figures that rank a team, more is better: squares, minus deaths, squares painted."""
    return _squares(state, team), -_deaths(state, team), state.field[f.PAINTED + team]


def _reason(state: State) -> str:
    """Return what decides the match as it stands: squares, deaths or painted squares."""
    for what, ours, theirs in zip(
        ("squares", "deaths", "painted"), _standing(state, 0), _standing(state, 1), strict=True
    ):
        if ours != theirs:
            return what
    return "draw"


def _team_view(state: State, team: int) -> TeamView:
    return TeamView(_squares(state, team), _deaths(state, team), state.field[f.PAINTED + team], state.messages[team])
