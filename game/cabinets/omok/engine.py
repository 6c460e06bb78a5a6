"""The other side of the Gomocup protocol: a foreign engine answers for a seat of Omok.

Every position is told whole (RESTART and BOARD), so that undo, jumps and passes need nothing further. Of the openings
the protocol has words for swap2 alone, which not every engine knows; the others are decided by our expert.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from game.cabinets.omok.brain import RULES
from game.cabinets.omok.state import PASS

MEMORY: Final = 350 << 20
"""Bytes that an engine is told it may use."""
START_SECONDS: Final = 30.0
"""To load and answer START."""
NUMBERS: Final = {rule: number for number, rule in RULES.items()}
_POINT = r"-?\d+\s*,\s*-?\d+"
_ANSWER = re.compile(rf"OK|SWAP|ERROR.*|UNKNOWN.*|SUGGEST .*|{_POINT}(\s+{_POINT})*", re.IGNORECASE)


class EngineError(Exception):
    """What an engine said or did that is no answer."""


class Engine:
    """Speaks with an engine: `send` a line, `receive` one; `told` hears what it says besides."""

    def __init__(self, send: Callable[[str], None], receive: Callable[[], str], told: Callable[[str], None]) -> None:
        self._send = send
        self._receive = receive
        self._told = told

    def start(self, size: int, rule: str, milliseconds: int, memory: int) -> None:
        """Begin a match. Raises EngineError for a rule without a number, or a size it does not play."""
        if rule not in NUMBERS:
            raise EngineError(f"the protocol has no number for the rule {rule}")
        self._send(f"START {size}")
        answer = self._heard()
        if answer.upper() != "OK":
            raise EngineError(f"after START {size}: {answer}")
        infos = {"timeout_turn": milliseconds, "timeout_match": 0, "max_memory": memory, "game_type": 1}
        for key, value in (infos | {"rule": NUMBERS[rule]}).items():
            self._send(f"INFO {key} {value}")

    def move(self, moves: Sequence[int], size: int) -> int:
        """The point where it places after these moves; the last one was the other's."""
        self._send("RESTART")
        answer = self._heard()
        if answer.upper() != "OK":
            raise EngineError(f"after RESTART: {answer}")
        stones = [(number, point) for number, point in enumerate(moves) if point != PASS]
        if not stones:
            self._send("BEGIN")
        else:
            self._send("BOARD")
            for number, point in stones:
                whose = 1 if number % 2 == len(moves) % 2 else 2
                self._send(f"{point % size},{point // size},{whose}")
            self._send("DONE")
        answer = self._heard()
        if answer.upper().startswith("SUGGEST "):
            self._send(f"PLAY {answer[8:]}")
            answer = self._heard()
        try:
            x, y = (int(part) for part in answer.split(","))
        except ValueError:
            raise EngineError(f"not a point: {answer[:80]}") from None
        if not (0 <= x < size and 0 <= y < size) or y * size + x in moves:
            raise EngineError(f"not a free point: {answer[:80]}")
        return y * size + x

    def swap2(self, moves: Sequence[int], size: int) -> tuple[int, ...] | None:
        """What it does about the stones of swap2: none where it takes black, one where it goes on with white, two more.

        All three of the beginning where there are none. None: it does not know the opening. Raises EngineError.
        """
        self._send("SWAP2BOARD")
        for point in moves:
            self._send(f"{point % size},{point // size}")
        self._send("DONE")
        answer = self._heard()
        if answer.upper().startswith(("UNKNOWN", "ERROR")):
            return None
        if answer.upper() == "SWAP" and moves:
            return ()
        pairs = [tuple(map(int, pair.split(","))) for pair in re.findall(_POINT, answer)]
        points = tuple(y * size + x for x, y in pairs if 0 <= x < size and 0 <= y < size)
        fit = {0: (3,), 3: (1, 2), 5: (1,)}[len(moves)]
        if len(pairs) not in fit or len({*points} - {*moves}) != len(pairs):
            raise EngineError(f"no answer to SWAP2BOARD: {answer[:80]}")
        return points

    def end(self) -> None:
        """Say that it is over."""
        self._send("END")

    def _heard(self) -> str:
        """The next answer; what it says besides is told. PentaZen breaks its messages in two at depth 10 and 13."""
        while not _ANSWER.fullmatch(line := self._receive().strip()):
            if line:
                self._told(line)
        return line
