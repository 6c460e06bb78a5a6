"""What a match of Omok is made of: options, actions, state and view, and what can be read from stones.

Points are counted `x + size * y` from the top left; a pass is -1. Stones go down black, white, black …, whoever
holds the colours, so the number of moves says whose colour is next.
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
"""From the 7th move on one may pass and offer a draw."""
Point: TypeAlias = Annotated[int, msgspec.Meta(ge=PASS, le=399)]
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=19)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
SeatOrNone: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1)]


class Options(msgspec.Struct, frozen=True):
    """Raises OptionError for a `position` that no match can begin from."""

    rule: Literal["renju", "free", "standard", "korean", "general"] = "renju"
    opening: Opening = "none"
    size: Literal[15, 19, 20] = 15
    foul: Literal["refuse", "lose"] = "refuse"
    passing: Literal["rule", "on", "off"] = "rule"
    fifths: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """0 is the number of the protocol."""
    colours: Literal["draw", "seat"] = "draw"
    position: Annotated[str, msgspec.Meta(max_length=2000, examples=["h8 i9 j10 -- k9"])] = ""
    """Moves that the match begins from; the opening counts as none then."""

    def __post_init__(self) -> None:
        if self.position:
            stones_of(notation.read(self.position, self.size), self)

    @property
    def may_pass(self) -> bool:
        """Whether passing is allowed once the opening is over."""
        return self.passing == "on" or (self.passing == "rule" and self.rule == "renju")


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="do"):
    """A stone there; with `draw` a draw is offered along with it."""

    x: Coordinate
    y: Coordinate
    draw: bool = False

    @staticmethod
    def on(point: int, size: int, draw: bool = False) -> Place:
        """The stone on a point of a board of so many lines."""
        return Place(point % size, point // size, draw)

    def point(self, size: int) -> int:
        return self.x + size * self.y


class Swap(msgspec.Struct, frozen=True, tag="swap", tag_field="do"):
    """Whether to change colours."""

    yes: bool


class Count(msgspec.Struct, frozen=True, tag="count", tag_field="do"):
    """How many fifth stones black will offer."""

    number: Annotated[int, msgspec.Meta(ge=1, le=12)]


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="do"):
    """A colour, two more stones, or how the fifth is played."""

    what: Literal["black", "white", "two", "swap", "one", "ten"]


class Pick(msgspec.Struct, frozen=True, tag="pick", tag_field="do"):
    """The fifth that stays, by its number in the view's list."""

    index: Annotated[int, msgspec.Meta(ge=0, le=11)]


class Pass(msgspec.Struct, frozen=True, tag="pass", tag_field="do"):
    """No stone."""

    draw: bool = False


Action: TypeAlias = Place | Swap | Count | Choose | Pick | Pass | Accept | GiveUp


class Foul(msgspec.Struct, frozen=True):
    """A point that the mover may not take, and why: bits THREES 1, FOURS 2, OVERLINE 4."""

    point: Annotated[int, msgspec.Meta(ge=0, le=399)]
    kinds: Annotated[int, msgspec.Meta(ge=1, le=7)]


class State(msgspec.Struct):
    """A match. `todo` are the asks of the opening that are still to come; -1 is nobody."""

    options: Options
    stones: list[int]
    """The colour on every point."""
    moves: list[int] = []
    todo: list[str] = []
    black: Seat = -1
    first: Seat = -1
    """The tentative black of the draw."""
    placer: Seat = -1
    """Who placed the last stone."""
    fifths: list[int] = []
    count: int = 0
    draw_by: Seat = -1
    passes: int = 0
    fouls: list[Foul] = []
    five: list[int] = []
    winner: Seat = -1
    end: str = ""
    """The text key of why it is over; empty while it goes on."""


class View(msgspec.Struct, frozen=True):
    """All there is to see; Omok has no secrets."""

    size: Annotated[int, msgspec.Meta(ge=15, le=20)]
    rule: Word
    opening: Word
    phase: Word
    """What is asked for: `stone`, `swap`, `count`, `choose`, `fifths` or `pick`; empty without an ask."""
    where: Word
    """Where a stone of the opening may go: `any`, `centre`, `in1` … `in4`, `beyond2`; else the choices, with blanks."""
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
    """Of the opening of three stones, `D1` … `I13`; empty without one."""
    five: Annotated[tuple[Point, ...], msgspec.Meta(max_length=20)]

    @property
    def colour(self) -> int:
        """The colour that goes down next."""
        return 1 + len(self.moves) % 2


def laid(moves: Sequence[int], size: int) -> list[int]:
    """The colour on every point after these moves."""
    stones = [b.EMPTY] * size**2
    for number, point in enumerate(moves):
        if point != PASS:
            stones[point] = 1 + number % 2
    return stones


def board_of(view: View) -> b.Board:
    """The stones of a view with everything that follows from them."""
    return b.new_board(view.size, view.rule, laid(view.moves, view.size))


def stones_of(moves: Sequence[int], options: Options) -> list[int]:
    """The colour on every point after these moves. Raises OptionError for a position that no match can begin from."""
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
    """The unbroken row through a stone in one direction."""
    squares, colour = Squares(size, size), stones[point]
    ways = (squares.ray(point, way) for way in (step, (-step[0], -step[1])))
    return sorted([point, *(held for way in ways for held in takewhile(lambda at: stones[at] == colour, way))])


def row_through(stones: Sequence[int], point: int, options: Options) -> list[int]:
    """The points of a winning row through a stone; none where it has not won."""
    exact = b.EXACT[options.rule][stones[point] - 1]
    rows = (row_of(stones, options.size, point, step) for step in b.STEPS)
    return next((row for row in rows if len(row) == 5 or (len(row) > 5 and not exact)), [])


def centre_of(size: int) -> int:
    """The point that regions and names are counted from."""
    return (size - 1) // 2 * (size + 1)


def far(point: int, size: int) -> int:
    """How many lines a point lies from the centre."""
    middle = (size - 1) // 2
    return max(abs(point % size - middle), abs(point // size - middle))


def inside(point: int, where: str, size: int) -> bool:
    """Whether a point lies where an ask of the opening wants it."""
    match where:
        case "centre":
            return far(point, size) == 0
        case "any":
            return True
    return (far(point, size) <= int(where[-1])) == where.startswith("in")


def asked(state: State) -> tuple[Seat, str, str]:
    """Who is to do what, and where or among what: the next ask of the opening, or a stone."""
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
    """How many fifths may be agreed on; exactly so many where nobody counts."""
    return options.fifths or MOST_FIFTHS.get(options.opening, 0)


def foul_name(kinds: int) -> str:
    """The worst of several fouls, as the last part of a text key."""
    return "overline" if kinds & b.OVERLINE else "fours" if kinds & b.FOURS else "threes"


def opening_name(moves: Sequence[int], size: int) -> str:
    """The name of the first three stones; empty where they have none."""
    if len(moves) < 3 or moves[0] != centre_of(size) or PASS in moves[:3]:
        return ""
    middle = (size - 1) // 2
    second, third = ((point % size - middle, point // size - middle) for point in moves[1:3])
    return name_of(second, third) or ""


def fouls_of(stones: Sequence[int], options: Options, colour: int) -> list[Foul]:
    """The points where a stone of that colour is forbidden."""
    if not b.FORBIDDEN[options.rule][colour - 1] or stones.count(colour) < 3:
        return []
    found = array([0] * len(stones))
    b.fouls(b.new_board(options.size, options.rule, stones), colour, found)
    return [Foul(point, int(kinds)) for point, kinds in enumerate(found) if kinds]
