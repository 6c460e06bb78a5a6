"""The manager's side of the Gomocup protocol: a foreign engine answers for a seat of Omok.

Every position is sent whole (RESTART and BOARD), so undo, jumps and passes need nothing further. Swap2 is the only
opening in the protocol, and not every engine knows it; other openings are decided by our expert.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from game.cabinets.omok.brain import RULES
from game.cabinets.omok.state import PASS
from game.core.analysis.program import SILENT, EngineError, LineProgram

MEMORY: Final = 350 << 20
"""Bytes of memory that an engine is told it may use."""
START_SECONDS: Final = 30.0
"""Seconds in which an engine must load and answer START."""
GRACE = 5.0
"""Seconds beyond its time that an engine's answer may take; a match has a limit of its own."""
SILENCE: Final = 2.0
"""Seconds beyond its time after which an engine that has not answered SWAP2BOARD counts as not knowing swap2."""
AGAIN: Final = 1.0
"""Seconds after which RESTART is sent again to an engine that has not answered it."""
NUMBERS: Final = {rule: number for number, rule in RULES.items()}
_POINT = r"-?\d+\s*,\s*-?\d+"
_ANSWER = re.compile(rf"OK|SWAP|ERROR.*|UNKNOWN.*|SUGGEST .*|{_POINT}(\s+{_POINT})*", re.IGNORECASE)


class Engine:
    """Speaks with an engine's program; `told` is called with each message.

    Any other unexpected line raises EngineError.
    """

    def __init__(self, program: LineProgram, size: int, seconds: float, told: Callable[[str], None]) -> None:
        """`size`: lines of the board; `seconds`: time for a move."""
        self._program = program
        self._size = size
        self._seconds = seconds
        self._told = told
        self._late = 0
        """How many RESTART orders the engine may still answer."""

    def start(self, rule: str) -> None:
        """Begin a match by a rule set. Raises EngineError if the protocol has no number for the rule set."""
        if rule not in NUMBERS:
            raise EngineError("analysis.engine.rule", rule=rule)
        self._program.give(START_SECONDS)
        self._order(f"START {self._size}")
        infos = {"timeout_turn": round(1000 * self._seconds), "timeout_match": 0, "max_memory": MEMORY}
        for key, value in (infos | {"game_type": 1, "rule": NUMBERS[rule]}).items():
            self._program.send(f"INFO {key} {value}")

    def move(self, moves: Sequence[int]) -> int:
        """Return the point where the engine places after `moves`; the last move was the opponent's."""
        self._restart()
        self._program.give(self._seconds + GRACE)
        stones = [(number, point) for number, point in enumerate(moves) if point != PASS]
        if stones:
            self._tell("BOARD", (f"{self._written(point)},{1 + (number + len(moves)) % 2}" for number, point in stones))
        else:
            self._program.send("BEGIN")
        answer = self._heard()
        while self._late and answer.upper() == "OK":
            self._late -= 1
            answer = self._heard()
        if answer.upper().startswith("SUGGEST "):
            self._program.send(f"PLAY {answer[8:]}")
            answer = self._heard()
        try:
            x, y = (int(part) for part in answer.split(","))
        except ValueError:
            raise self._error(f"not a point: {answer[:80]}") from None
        if not (0 <= x < self._size and 0 <= y < self._size) or y * self._size + x in moves:
            raise self._error(f"not a free point: {answer[:80]}")
        return y * self._size + x

    def swap2(self, moves: Sequence[int]) -> tuple[int, ...] | None:
        """Return the engine's decision about the stones of swap2.

        An empty board gives the three stones to lay. Else no point means that it takes black, one that it goes on as
        white, two that it lays two more stones. None: it does not know swap2, or ignores it.
        """
        self._program.give(self._seconds + SILENCE)
        self._tell("SWAP2BOARD", map(self._written, moves))
        try:
            answer = self._heard()
        except EngineError as error:
            if error.key != SILENT:
                raise
            return None
        if answer.upper().startswith(("UNKNOWN", "ERROR")):
            return None
        if answer.upper() == "SWAP" and moves:
            return ()
        pairs = [tuple(map(int, pair.split(","))) for pair in re.findall(_POINT, answer)]
        points = tuple(y * self._size + x for x, y in pairs if 0 <= x < self._size and 0 <= y < self._size)
        fit = {0: (3,), 3: (1, 2), 5: (1,)}[len(moves)]
        if len(pairs) not in fit or len({*points} - {*moves}) != len(pairs):
            raise self._error(f"no answer to SWAP2BOARD: {answer[:80]}")
        return points

    def end(self) -> None:
        """Tell the engine that the match is over."""
        self._program.send("END")

    def _restart(self) -> None:
        """Order the engine to restart until it has, ignoring late answers about earlier positions.

        An engine that has just placed a stone may drop the order (rapfi 0.43 does), and one that does not understand
        swap2 says so several times.
        """
        left, said = self._seconds + GRACE, ""
        while True:
            self._program.give(min(AGAIN, left))
            self._program.send("RESTART")
            try:
                while (answer := self._heard()).upper() != "OK":
                    said = answer
                return
            except EngineError as error:
                left -= AGAIN
                self._late += 1
                if error.key != SILENT or left <= 0:
                    raise self._error(f"after RESTART: {said}") if said else error from error

    def _order(self, line: str) -> None:
        """Send a command that must be answered by OK; any other answer raises EngineError."""
        self._program.send(line)
        answer = self._heard()
        if answer.upper() != "OK":
            raise self._error(f"after {line}: {answer}")

    def _tell(self, word: str, stones: Iterable[str]) -> None:
        for line in (word, *stones, "DONE"):
            self._program.send(line)

    def _written(self, point: int) -> str:
        return f"{point % self._size},{point // self._size}"

    def _heard(self) -> str:
        """Return the engine's next answer; other lines go to `told`.

        PentaZen breaks its messages in two at depth 10 and 13, so a line that is no answer is never an error.
        """
        while not _ANSWER.fullmatch(line := self._program.receive().strip()):
            if line:
                self._told(line)
        return line

    def _error(self, said: str) -> EngineError:
        return EngineError("analysis.engine.said", engine=self._program.name, said=said)
