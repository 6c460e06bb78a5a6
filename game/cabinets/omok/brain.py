"""One side of the Gomocup protocol: Omok's computers as an engine that a manager of matches asks.

The protocol is Piskvork's ("New protocol for Gomoku AI"): a line is a command, numbers count from 0 at the top left.
INFO is never answered; what is unknown is told so and ends nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from game.cabinets.omok import board as b
from game.cabinets.omok import search
from game.cabinets.omok.analyst import LEVEL
from game.cabinets.omok.field import Field, allowed, new_field, put
from game.cabinets.omok.state import EXACT, FORBIDDEN, centre_of

LEAST_SIZE, MOST_SIZE = 10, 20
RULES: Final = {0: "free", 1: "standard", 4: "renju"}
"""The rule sets by their number in the protocol."""
ABOUT: Final = 'name="Souk Omok", version="1.0", author="Souk", country="KOR"'
MOST_LINE: Final = 1 << 20
USUAL_SECONDS = 2.0
_SHARE = 0.6
"""Of the time for a move, what a search of all its nodes may take by the speed that was measured."""
_PROBE = 400
_TRIPLE = ((0, 0), (1, 0), (2, 1))
"""The three stones that are laid in swap2, seen from the centre."""


class BrainError(Exception):
    """What the manager asked for cannot be; its text is the answer after ERROR."""


class Brain:
    """An engine between two lines. `clock` counts seconds: thinking is cut to the time of a move, in nodes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._size = 0
        self._rule: str | None = "free"
        self._stones: dict[int, int] = {}
        """Whose stone lies on a point: 1 own, 2 the other's."""
        self._board: list[tuple[int, int]] | None = None
        """The stones of a BOARD or SWAP2BOARD that is still being told."""
        self._swap = False
        self._seconds = USUAL_SECONDS
        self._left: float | None = None
        self._speed = 0.0
        self.ended = False

    def answers(self, line: str) -> Iterator[str]:
        """The lines to answer one with; none where none is wanted."""
        try:
            yield from self._answer(line.strip())
        except (BrainError, ValueError) as error:
            yield f"ERROR {error}".replace("\n", " ")

    def _answer(self, line: str) -> Iterator[str]:
        if self._board is not None:
            yield from self._told(line, self._board)
            return
        if len(line) > MOST_LINE:
            raise BrainError("a line of more than 1 MiB")
        word, _, rest = line.partition(" ")
        match word.upper():
            case "":
                return
            case "START":
                self._start(_number(rest))
                yield "OK"
            case "RECTSTART":
                wide, high = _pair(rest)
                if wide != high:
                    raise BrainError("only square boards")
                self._start(wide)
                yield "OK"
            case "RESTART":
                self._started()
                self._stones = {}
                yield "OK"
            case "BEGIN":
                self._started()
                self._stones = {}
                yield from self._move()
            case "TURN":
                self._place(*_pair(rest), 2)
                yield from self._move()
            case "PLAY":
                self._place(*_pair(rest), 1)
                yield rest.strip()
            case "TAKEBACK":
                self._started()
                x, y = _pair(rest)
                if self._stones.pop(self._point(x, y), None) is None:
                    raise BrainError("no stone there")
                yield "OK"
            case "BOARD" | "SWAP2BOARD":
                self._started()
                self._board, self._swap = [], word.upper() == "SWAP2BOARD"
            case "INFO":
                self._info(rest)
            case "ABOUT":
                yield ABOUT
            case "END":
                self.ended = True
            case _:
                yield f"UNKNOWN {word[:40]}"

    def _told(self, line: str, stones: list[tuple[int, int]]) -> Iterator[str]:
        """A line of a board: stones until DONE."""
        if line.upper() != "DONE":
            if len(stones) > MOST_SIZE**2:
                self._board = None
                raise BrainError("more stones than points")
            try:
                x, y, *whose = (int(part) for part in line.split(","))
                point = self._point(x, y)
                if self._swap:
                    whose = [0]
                if len(whose) != 1 or whose[0] not in (0, 1, 2) or (whose == [0]) != self._swap:
                    raise BrainError(f"not a stone: {line[:40]}")
                if any(other == point for other, _ in stones):
                    raise BrainError("two stones on one point")
            except (BrainError, ValueError):
                self._board = None
                raise
            stones.append((point, whose[0]))
            return
        self._board = None
        if self._swap:
            yield self._swapped([point for point, _ in stones])
            return
        self._stones = dict(stones)
        yield from self._move()

    def _start(self, size: int) -> None:
        if not LEAST_SIZE <= size <= MOST_SIZE:
            raise BrainError(f"sizes from {LEAST_SIZE} to {MOST_SIZE} only")
        self._size, self._stones = size, {}
        field = self._field({})
        put(field, b.index_of(centre_of(size), size), b.BLACK)
        room = search.new_room(field, 10)
        search.deepened(field, b.WHITE, room, 20, 2)
        began = self._clock()
        search.deepened(field, b.WHITE, room, _PROBE, search.LEVELS)
        self._speed = _PROBE / max(1e-4, self._clock() - began)

    def _started(self) -> None:
        if not self._size:
            raise BrainError("START comes first")

    def _info(self, rest: str) -> None:
        """What is told of the match; a rule that is not played makes the next move an error."""
        key, _, value = rest.partition(" ")
        try:
            number = int(value)
        except ValueError:
            return
        match key.lower():
            case "timeout_turn":
                self._seconds = max(0, number) / 1000
            case "time_left":
                self._left = max(0, number) / 1000
            case "rule":
                self._rule = RULES.get(number)

    def _point(self, x: int, y: int) -> int:
        self._started()
        if not (0 <= x < self._size and 0 <= y < self._size):
            raise BrainError("coordinates off the board")
        return y * self._size + x

    def _place(self, x: int, y: int, whose: int) -> None:
        point = self._point(x, y)
        if point in self._stones:
            raise BrainError("a stone lies there")
        self._stones[point] = whose

    def _field(self, stones: dict[int, int]) -> Field:
        """The board with colours: whoever has placed less often is to move, and black began."""
        if self._rule is None:
            raise BrainError("this rule is not played")
        field = new_field(self._size, EXACT[self._rule], FORBIDDEN[self._rule])
        own = self._own_colour(stones)
        for point, whose in stones.items():
            put(field, b.index_of(point, self._size), own if whose == 1 else 3 - own)
        return field

    @staticmethod
    def _own_colour(stones: dict[int, int]) -> int:
        own = sum(whose == 1 for whose in stones.values())
        return b.BLACK if 2 * own >= len(stones) else b.WHITE

    def _move(self) -> Iterator[str]:
        """Think, place, and tell where, and before that what the board is worth."""
        field = self._field(self._stones)
        point, worth = self._thought(field, self._own_colour(self._stones))
        if point < 0:
            raise BrainError("no point is left")
        self._stones[point] = 1
        yield f"MESSAGE ev {_evaluation(worth)}"
        yield f"{point % self._size},{point // self._size}"

    def _thought(self, field: Field, colour: int) -> tuple[int, int]:
        """A point, -1 for none, and what the board is worth to who places there."""
        if not self._stones and field.cells[b.index_of(centre_of(self._size), self._size)] == b.EMPTY:
            return centre_of(self._size), 0
        nodes, room = self._nodes(), search.new_room(field, 13)
        index = search.choose(field, colour, room, nodes, nodes // 6)
        if index:
            return b.point_of(index, self._size), int(room.left[2])
        places = {point: b.index_of(point, self._size) for point in range(self._size**2)}
        free = [point for point, place in places.items() if field.cells[place] == b.EMPTY]
        return min(free, key=lambda point: not allowed(field, places[point], colour), default=-1), 0

    def _nodes(self) -> int:
        """What a search may take in the time there is; without time a look at what lies at hand."""
        seconds = self._seconds if self._left is None else min(self._seconds, self._left / 10)
        return max(1, min(2_000_000, int(self._speed * seconds * _SHARE)))

    def _swapped(self, points: list[int]) -> str:
        """Swap2: lay three stones, then choose a colour or place."""
        stones = {point: 1 + number % 2 for number, point in enumerate(points)}
        if not points:
            y, x = divmod(centre_of(self._size), self._size)
            return " ".join(f"{x + right},{y + down}" for right, down in _TRIPLE)
        field = self._field({})
        for point, colour in stones.items():
            put(field, b.index_of(point, self._size), colour)
        room = search.new_room(field, 13)
        index = search.choose(field, b.WHITE, room, self._nodes(), 200)
        if room.left[2] < 0 or not index:
            return "SWAP"
        self._stones = {point: 3 - colour for point, colour in stones.items()}
        point = b.point_of(index, self._size)
        self._stones[point] = 1
        return f"{point % self._size},{point // self._size}"


def _evaluation(worth: int) -> int:
    """A worth of the search as other engines count: 200 stand for odds of e : 1; 10,000 for a win."""
    if abs(worth) > search.WIN // 2:
        return 10_000 if worth > 0 else -10_000
    return round(math.copysign(200 * math.log1p(2 * abs(worth) / LEVEL), worth))


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BrainError(f"not a number: {text[:40]}") from None


def _pair(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2:
        raise BrainError(f"not a point: {text[:40]}")
    return _number(parts[0]), _number(parts[1])
