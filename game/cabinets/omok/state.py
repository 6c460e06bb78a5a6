"""What a match of Omok is made of: options, actions, state and view, and what can be read from stones.

Points are counted `x + size * y` from the top left; a pass is -1. Stones are placed black, white, black … whichever
seat holds the colours, so the number of moves tells the next colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, Literal, TypeAlias

import msgspec

from game.cabinets.omok import board as b
from game.cabinets.omok import notation
from game.cabinets.omok.openings import MOST_FIFTHS, Opening, name_of
from game.core.compiled import array
from game.core.options import OptionError
from game.core.rules import NATURE, Seat
from game.core.settling import Accept, GiveUp
from game.core.space import Squares, Step

PASS = notation.PASS
FREE_TO_PASS = 6
"""Number of moves after which a player may pass and offer a draw: from the 7th move on."""
Point: TypeAlias = Annotated[int, msgspec.Meta(ge=PASS, le=399)]
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=19)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
SeatOrNone: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1)]


class Options(msgspec.Struct, frozen=True):
    """The options of a match. Raises OptionError for a `position` that no match can begin from."""

    rule: Literal["renju", "free", "standard", "korean", "general"] = "renju"
    opening: Opening = "none"
    size: Literal[15, 19, 20] = 15
    foul: Literal["refuse", "lose"] = "refuse"
    passing: Literal["rule", "on", "off"] = "rule"
    fifths: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """How many fifth stones black offers; 0 is the protocol's own number."""
    colours: Literal["draw", "seat"] = "draw"
    position: Annotated[str, msgspec.Meta(max_length=2000, examples=["h8 i9 j10 -- k9"])] = ""
    """Moves that the match begins from; with any, the opening protocol is skipped."""

    def __post_init__(self) -> None:
        if self.position:
            stones_of(notation.read(self.position, self.size), self)

    @property
    def may_pass(self) -> bool:
        """Whether passing is allowed once the opening is over."""
        return self.passing == "on" or (self.passing == "rule" and self.rule == "renju")


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="do"):
    """Place a stone on the point (x, y), counted from the top left; with `draw` also offer a draw."""

    x: Coordinate
    y: Coordinate
    draw: bool = False

    @staticmethod
    def on(point: int, size: int, draw: bool = False) -> Place:
        """Return the action that places a stone on `point` of a board with `size` lines."""
        return Place(point % size, point // size, draw)

    def point(self, size: int) -> int:
        return self.x + size * self.y


class Swap(msgspec.Struct, frozen=True, tag="swap", tag_field="do"):
    """Answer whether to swap colours."""

    yes: bool


class Count(msgspec.Struct, frozen=True, tag="count", tag_field="do"):
    """Say how many fifth stones black will offer."""

    number: Annotated[int, msgspec.Meta(ge=1, le=12)]


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="do"):
    """Choose a colour, two more stones, or how the fifth stone is played."""

    what: Literal["black", "white", "two", "swap", "one", "ten"]


class Pick(msgspec.Struct, frozen=True, tag="pick", tag_field="do"):
    """Choose the fifth stone that stays, by its index in the view's `fifths`."""

    index: Annotated[int, msgspec.Meta(ge=0, le=11)]


class Pass(msgspec.Struct, frozen=True, tag="pass", tag_field="do"):
    """Place no stone; with `draw` also offer a draw."""

    draw: bool = False


Action: TypeAlias = Place | Swap | Count | Choose | Pick | Pass | Accept | GiveUp


class Foul(msgspec.Struct, frozen=True):
    """A point that the mover may not take, and why: bits THREES 1, FOURS 2, OVERLINE 4."""

    point: Annotated[int, msgspec.Meta(ge=0, le=399)]
    kinds: Annotated[int, msgspec.Meta(ge=1, le=7)]


class State(msgspec.Struct):
    """A match. `todo` holds the asks of the opening that are still to come; seat -1 is nobody."""

    options: Options
    stones: list[int]
    """The colour on every point."""
    moves: list[int] = []
    todo: list[str] = []
    black: Seat = -1
    first: Seat = -1
    """The tentative black of the draw."""
    placer: Seat = -1
    """The seat that placed the last stone."""
    fifths: list[int] = []
    count: int = 0
    draw_by: Seat = -1
    passes: int = 0
    fouls: list[Foul] = []
    five: list[int] = []
    winner: Seat = -1
    end: str = ""
    """The text key of the reason why the match is over; empty while it goes on."""


class View(msgspec.Struct, frozen=True):
    """Everything there is to see; Omok has no secrets."""

    size: Annotated[int, msgspec.Meta(ge=15, le=20)]
    rule: Word
    opening: Word
    phase: Word
    """What is asked for: `stone`, `swap`, `count`, `choose`, `fifths` or `pick`; empty if nothing is asked."""
    where: Word
    """Where a stone of the opening may go: `any`, `centre`, `in1` … `in4`, `beyond2`; else the choices, split by
    spaces."""
    steps: Annotated[tuple[Word, ...], msgspec.Meta(max_length=16)]
    """The asks of the opening that are still to come."""
    mover: SeatOrNone
    black: SeatOrNone
    moves: Annotated[tuple[Point, ...], msgspec.Meta(max_length=1000)]
    fifths: Annotated[tuple[Point, ...], msgspec.Meta(max_length=12)]
    count: Annotated[int, msgspec.Meta(ge=0, le=12)]
    draw_offered_by: SeatOrNone
    forbidden: Annotated[tuple[Foul, ...], msgspec.Meta(max_length=400)]
    name: Word
    """The name of the three-stone opening, `D1` … `I13`; empty if it has none."""
    five: Annotated[tuple[Point, ...], msgspec.Meta(max_length=20)]

    @property
    def colour(self) -> int:
        """The colour of the next stone: 1 black, 2 white."""
        return 1 + len(self.moves) % 2


def laid(moves: Sequence[int], size: int) -> list[int]:
    """Return the colour on every point after these moves."""
    stones = [b.EMPTY] * size**2
    for number, point in enumerate(moves):
        if point != PASS:
            stones[point] = 1 + number % 2
    return stones


def board_of(view: View) -> b.Board:
    """Return the board with a view's stones and what they would make."""
    return b.new_board(view.size, view.rule, laid(view.moves, view.size))


def stones_of(moves: Sequence[int], options: Options) -> list[int]:
    """Return the colour on every point after these moves. Raises OptionError for a position no match can begin from."""
    stones = [b.EMPTY] * options.size**2
    for number, point in enumerate(moves):
        if point == PASS:
            continue
        word = notation.name(point, options.size)
        if stones[point]:
            raise OptionError("omok.position.taken", word=word)
        stones[point] = 1 + number % 2
        if row_through(stones, point, options):
            raise OptionError("omok.position.won", word=word)
    if b.EMPTY not in stones:
        raise OptionError("omok.position.full")
    return stones


def row_of(stones: Sequence[int], size: int, point: int, step: Step) -> list[int]:
    """Return the points of the unbroken row through a stone in one direction, ascending."""
    squares, colour = Squares(size, size), stones[point]
    ways = (squares.ray(point, way) for way in (step, (-step[0], -step[1])))
    return sorted([point, *(held for way in ways for held in takewhile(lambda at: stones[at] == colour, way))])


def row_through(stones: Sequence[int], point: int, options: Options) -> list[int]:
    """Return the points of a winning row through a stone; an empty list if the stone does not win."""
    exact = b.EXACT[options.rule][stones[point] - 1]
    rows = (row_of(stones, options.size, point, step) for step in b.STEPS)
    return next((row for row in rows if len(row) == 5 or (len(row) > 5 and not exact)), [])


def centre_of(size: int) -> int:
    """Return the centre of a board, from which regions and names are counted."""
    return (size - 1) // 2 * (size + 1)


def far(point: int, size: int) -> int:
    """Return how many lines a point lies from the centre, in the larger of both directions."""
    middle = (size - 1) // 2
    return max(abs(point % size - middle), abs(point // size - middle))


def inside(point: int, where: str, size: int) -> bool:
    """Return whether a point lies in the region that an ask of the opening names."""
    match where:
        case "centre":
            return far(point, size) == 0
        case "any":
            return True
    return (far(point, size) <= int(where[-1])) == where.startswith("in")


def asked(state: State) -> tuple[Seat, str, str]:
    """Return what the match waits for: the seat, what it is asked for, and where or among what."""
    if not state.todo:
        return (state.black + len(state.moves)) % 2, "stone", "any"
    who, what, *where = state.todo[0].split()
    seats = {
        "first": state.first,
        "second": 1 - state.first,
        "black": state.black,
        "white": 1 - state.black,
        "other": 1 - state.placer,
        "nature": NATURE,
    }
    return seats[who], what, " ".join(where) or "any"


def most_fifths(options: Options) -> int:
    """Return how many fifth stones may be agreed on; where nobody is asked for a number, exactly that many."""
    return options.fifths or MOST_FIFTHS.get(options.opening, 0)


def foul_name(kinds: int) -> str:
    """Return the worst of several fouls, as the last part of a text key."""
    return "overline" if kinds & b.OVERLINE else "fours" if kinds & b.FOURS else "threes"


def opening_name(moves: Sequence[int], size: int) -> str:
    """Return the name of the first three stones; empty if they have none."""
    if len(moves) < 3 or moves[0] != centre_of(size) or PASS in moves[:3]:
        return ""
    middle = (size - 1) // 2
    second, third = ((point % size - middle, point // size - middle) for point in moves[1:3])
    return name_of(second, third) or ""


def fouls_of(stones: Sequence[int], options: Options, colour: int) -> list[Foul]:
    """Return the points where a stone of `colour` is forbidden."""
    if not b.FORBIDDEN[options.rule][colour - 1] or stones.count(colour) < 3:
        return []
    found = array([0] * len(stones))
    b.fouls(b.new_board(options.size, options.rule, stones), colour, found)
    return [Foul(point, int(kinds)) for point, kinds in enumerate(found) if kinds]
