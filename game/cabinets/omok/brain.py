"""The engine's side of the Gomocup protocol: Omok's bots as an engine for a manager of matches.

The protocol is Piskvork's ("New protocol for Gomoku AI"): each line is a command, coordinates count from 0 at the top
left. INFO is never answered; an unknown command is answered with UNKNOWN and ends nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from game.cabinets.omok import board as b
from game.cabinets.omok import search
from game.cabinets.omok.analyst import LEVEL
from game.cabinets.omok.board import NOWHERE, Board, allowed, new_board, put
from game.cabinets.omok.state import centre_of

LEAST_SIZE, MOST_SIZE = 10, 20
RULES: Final = {0: "free", 1: "standard", 4: "renju"}
"""The rule sets by their number in the protocol."""
ABOUT: Final = 'name="Souk Omok", version="1.0", author="Souk", country="KOR"'
MOST_LINE: Final = 1 << 20
USUAL_SECONDS = 2.0
_SPARED = 0.02
"""Seconds of a move's time that are left for reading and writing lines."""
_SHARE = 0.9
"""Share of the remaining time that is used for thinking."""
_FIRST = 0.05
"""Share of its time that a move's first search takes. Each further search takes twice as long, helped by what the
search remembers, while the limit `_NEXT` allows it."""
_NEXT = 0.5
"""The share of the remaining time that the next search may take, estimated from the speed of the last one: a machine
that slows to half its speed is still in time."""
_WORTH = 1.2
"""The next search must have at least this many times the nodes of the last one to be worth running."""
_PROBE = 400
_MOST_NODES = 2_000_000
_REMEMBERED = 15
"""How many positions a search remembers, as a power of 2."""
_TRIPLE = ((0, 0), (1, 0), (2, 1))
"""The three stones that are laid in swap2, as (right, down) from the centre."""
_OWN, _OTHER = 1, 2


class BrainError(Exception):
    """The manager asked for something impossible; the text is the answer after ERROR."""


class Brain:
    """An engine that answers lines with lines.

    `clock` returns seconds; they are turned into a budget of nodes per move.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._size = 0
        self._rule: str | None = "free"
        self._stones: dict[int, int] = {}
        """By point: whose stone lies on it."""
        self._listed: dict[int, int] | None = None
        """The stones told so far of a BOARD or SWAP2BOARD, by point: whose they are, in SWAP2BOARD their colour."""
        self._swap = False
        self._seconds = USUAL_SECONDS
        self._left: float | None = None
        self._speed = 0.0
        self.ended = False

    def answers(self, line: str) -> Iterator[str]:
        """Return the lines that answer `line`; none if the protocol wants no answer."""
        try:
            if len(line) > MOST_LINE:
                raise BrainError("a line of more than 1 MiB")
            if self._listed is None:
                yield from self._answer(line.strip())
            else:
                yield from self._told(line.strip())
        except BrainError as error:
            yield f"ERROR {error}".replace("\n", " ")

    def _answer(self, line: str) -> Iterator[str]:
        word, _, rest = line.partition(" ")
        match word.upper():
            case "":
                return
            case "START":
                yield self._start(_number(rest))
            case "RECTSTART":
                wide, high = _pair(rest)
                if wide != high:
                    raise BrainError("only square boards")
                yield self._start(wide)
            case "INFO":
                self._info(rest)
            case "ABOUT":
                yield ABOUT
            case "END":
                self.ended = True
            case "RESTART":
                self._empty()
                yield "OK"
            case "BEGIN":
                self._empty()
                yield from self._move()
            case "TURN":
                self._place(rest, _OTHER)
                yield from self._move()
            case "PLAY":
                self._place(rest, _OWN)
                yield rest.strip()
            case "TAKEBACK":
                if self._stones.pop(self._point(*_pair(rest)), None) is None:
                    raise BrainError("no stone there")
                yield "OK"
            case "BOARD" | "SWAP2BOARD":
                self._started()
                self._listed, self._swap = {}, word.upper() == "SWAP2BOARD"
            case _:
                yield f"UNKNOWN {word[:40]}"

    def _told(self, line: str) -> Iterator[str]:
        """Take one line of a BOARD: a stone, or DONE. An error ends the board."""
        stones, self._listed = self._listed or {}, None
        if line.upper() == "DONE":
            if self._swap:
                yield self._swapped(stones)
            else:
                self._stones = stones
                yield from self._move()
            return
        numbers = [_number(part) for part in line.split(",")]
        if self._swap:
            numbers.append(1 + len(stones) % 2)
        if len(numbers) != 3 or numbers[2] not in (_OWN, _OTHER):
            raise BrainError(f"not a stone: {line[:40]}")
        point = self._point(*numbers[:2])
        if point in stones:
            raise BrainError("two stones on one point")
        self._listed = stones | {point: numbers[2]}

    def _start(self, size: int) -> str:
        """Begin on an empty board of `size` lines, and measure the speed of the search."""
        if not LEAST_SIZE <= size <= MOST_SIZE:
            raise BrainError(f"sizes from {LEAST_SIZE} to {MOST_SIZE} only")
        self._size, self._stones = size, {}
        for rule in RULES.values():  # compile for every rule set now, not in the time of a move
            board = new_board(size, rule, [b.BLACK, b.WHITE, *[b.EMPTY] * (size**2 - 2)])
            search.choose(board, b.BLACK, search.new_memory(board, _REMEMBERED), 20, 20)
        board = new_board(size, "free")
        put(board, centre_of(size), b.BLACK)
        memory = search.new_memory(board, 10)
        began = self._clock()
        search.deepened(board, b.WHITE, memory, _PROBE, search.LEVELS)
        self._speed = _PROBE / max(1e-4, self._clock() - began)
        return "OK"

    def _empty(self) -> None:
        self._started()
        self._stones = {}

    def _started(self) -> None:
        if not self._size:
            raise BrainError("START comes first")

    def _info(self, rest: str) -> None:
        """Take what INFO says of the match; a rule that cannot be played makes the next move an error."""
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

    def _place(self, text: str, whose: int) -> None:
        point = self._point(*_pair(text))
        if point in self._stones:
            raise BrainError("a stone lies there")
        self._stones[point] = whose

    def _board(self, colours: dict[int, int]) -> Board:
        if self._rule is None:
            raise BrainError("this rule is not played")
        return new_board(self._size, self._rule, [colours.get(point, b.EMPTY) for point in range(self._size**2)])

    def _move(self) -> Iterator[str]:
        """Think, place, and answer with the value of the board and the point.

        The side with fewer stones is to move; if both have equally many, black, which began.
        """
        own = sum(whose == _OWN for whose in self._stones.values())
        colour = b.BLACK if 2 * own >= len(self._stones) else b.WHITE
        board = self._board({point: colour if whose == _OWN else 3 - colour for point, whose in self._stones.items()})
        point, worth = self._thought(board, colour)
        if point == NOWHERE:
            raise BrainError("no point is left")
        self._stones[point] = _OWN
        yield f"MESSAGE ev {_evaluation(worth)}"
        yield self._written(point)

    def _thought(self, board: Board, colour: int) -> tuple[int, int]:
        """Return a point, NOWHERE if none is left, and what the board is worth to the side that places there."""
        if not self._stones:
            return centre_of(self._size), 0
        memory = search.new_memory(board, _REMEMBERED)
        point = self._searched(board, colour, memory)
        if point != NOWHERE:
            return point, int(memory.left[2])
        free = [point for point, stone in enumerate(board.stones) if not stone]
        return min(free, key=lambda point: not allowed(board, point, colour), default=NOWHERE), 0

    def _searched(self, board: Board, colour: int, memory: search.Memory) -> int:
        """Return the point that is found in the time for the move; with no time, the best at a first look.

        A search cannot look at the clock. The move is therefore searched again and again, each time longer, and its
        speed is estimated from the search before: the machine does other things too, and a board may be slower to
        search than the one measured at START.
        """
        began = self._clock()
        seconds = self._seconds if self._left is None else min(self._seconds, self._left / 10)
        until = began + max(0.0, seconds - _SPARED) * _SHARE
        nodes = max(1, min(_MOST_NODES, int(self._speed * (until - began) * _FIRST)))
        while True:
            memory.left[0] = 1
            point = int(search.choose(board, colour, memory, nodes, nodes // 6))
            now = self._clock()
            if memory.left[0] > 0:  # a win, a forced stone, or nothing more to be found
                return point
            self._speed = nodes / max(1e-4, now - began)
            more = min(2 * nodes, _MOST_NODES, int(self._speed * (until - now) * _NEXT))
            if more < _WORTH * nodes:
                return point
            nodes, began = more, now

    def _swapped(self, colours: dict[int, int]) -> str:
        """Answer swap2: lay three stones on an empty board, else choose a colour or place."""
        if not colours:
            middle = centre_of(self._size)
            return " ".join(self._written(middle + right + down * self._size) for right, down in _TRIPLE)
        board = self._board(colours)
        memory = search.new_memory(board, _REMEMBERED)
        point = self._searched(board, b.WHITE, memory)
        if memory.left[2] < 0 or point == NOWHERE:
            return "SWAP"
        self._stones = {stone: 3 - colour for stone, colour in colours.items()} | {point: _OWN}
        return self._written(point)

    def _written(self, point: int) -> str:
        return f"{point % self._size},{point // self._size}"


def _evaluation(worth: int) -> int:
    """Return a worth of the search in the scale of other engines: 200 stand for odds of e : 1, 10,000 for a win."""
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
