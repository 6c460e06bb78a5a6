"""The evaluation's side of the process of one own player: batches of calls go in, answers come out."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from itertools import cycle, islice, starmap
from types import MappingProxyType
from typing import Any

import msgspec

from game.cabinets.l4g.evaluation.lineup import Lineup
from game.cabinets.l4g.evaluation.outsider_forks import WORKER, Forks
from game.cabinets.l4g.evaluation.outsider_matches import told_of
from game.cabinets.l4g.evaluation.outsider_past import Past
from game.cabinets.l4g.evaluation.outsider_wire import (
    IN_FLIGHT,
    Batch,
    Begin,
    Board,
    Done,
    Reply,
    SheetDialect,
)
from game.cabinets.l4g.evaluation.outsider_worker import FAILED
from game.cabinets.l4g.players.player import Player
from game.cabinets.l4g.rules import packed_view as s
from game.core.bot.conversation import Conversation
from game.core.bot.forked_process import ForkedProcess
from game.core.bot.loading import BotError, FileSpec, name_of
from game.core.bot.log import BotLog
from game.core.bot.patience import Cost
from game.core.bot.running import BotProcess, Launch, entrant_words
from game.core.bot.wire import Failed, Ready
from game.core.process.process_group import worker_command
from game.core.tournament.evaluation import MOST_TEXT, RAISED, FailedCall

_LOOK = 0.02
"""Seconds between two checks of a process that has not answered."""
_OUT_OF_SIGHT = 0.2
"""Seconds after which a process was not watched: it may have waited for somebody to take what it had printed."""


class Answers:
    """A batch that was sent, and its answers."""

    def __init__(self, lane: int, sheets: bytes) -> None:
        self.lane = lane
        self.codes = bytearray(len(sheets) // s.LENGTH)
        """By index of the sheet: the code of its answer, as in `Player.decide_by`."""
        self.failures: list[FailedCall] = []
        self.gone: list[int] = []
        """The slots of the games in which the player failed too often."""
        self.open = list(range(len(self.codes)))
        """The indices of the sheets that are not answered yet."""
        self.id = 0
        """The id of the message that asks for the open sheets."""
        self._sheets = sheets

    def sheet(self, index: int) -> bytes:
        """Return a sheet by its index."""
        return self._sheets[index * s.LENGTH : (index + 1) * s.LENGTH]

    def open_sheets(self) -> bytes:
        """Return the sheets that are not answered yet."""
        return self._sheets if len(self.open) == len(self.codes) else b"".join(map(self.sheet, self.open))


class OutsiderProcess:
    """The process of the player at one seat.

    It is restarted whenever it ends or hangs. Every player object in it is then made again and asked again what it was
    asked before. Only the object whose call failed begins anew, as in a match.
    """

    def __init__(self, lineup: Lineup, seat: int, log: BotLog, cost: Cost, past: Past, forks: Forks | None) -> None:
        """Without `forks` a Python is started for the player."""
        spec = lineup.seats[seat].spec
        assert isinstance(spec, FileSpec)
        self._lineup = lineup
        self._seat = seat
        self._log = log
        self.cost = cost
        self._spec = spec
        self._forks = forks
        self._asked: deque[Answers] = deque()
        self._past = past
        self._running = False
        self._strikes: Counter[int] = Counter()
        """By game number: how often the player ended or hung the process in this game."""
        self._seen = (0, 0)
        """The message and how many of its calls were begun when this was looked at last."""
        self._since = self._looked = 0.0
        """When that was seen first, not counting time in which nobody looked, and when somebody looked last."""

    def forget(self) -> None:
        """Forget earlier games, none of which goes on."""
        self._strikes.clear()

    def ask(self, lane: int, sheets: bytes) -> None:
        """Send a batch without waiting for its answers."""
        asked = Answers(lane, sheets)
        self._asked.append(asked)
        self._send(asked)

    def answers(self, idle: Callable[[], None] = lambda: None) -> Answers:
        """Wait for the answers to the batch that was sent first, and return them.

        Meanwhile `idle` is called again and again. Raises BotError and PatienceError.
        """
        asked = self._asked[0]
        while asked.open:
            reply = self._reply(asked, idle)
            if isinstance(reply, Done):
                self._take(asked, reply)
            elif self._orphaned:
                self._begin_again()
            else:
                self._mend(asked, reply)
        return self._asked.popleft()

    @property
    def _orphaned(self) -> bool:
        """Whether the process ended because its server did, of which nobody can tell whose fault it is."""
        return isinstance(self._process, ForkedProcess) and self._process.orphaned

    def unfinished(self) -> list[FailedCall]:
        """Return the failures of batches that are not answered in full."""
        return [failure for asked in self._asked for failure in asked.failures]

    def close(self) -> None:
        """End the process and every process it started."""
        if self._running:
            self._process.close()
            self._board.close()
            self._running = False

    def start(self, *, trying: bool = False) -> None:
        """Start the process and have it load the player, unless it runs; with `trying` also make an object of it.

        Does not wait; `await_start` does.
        """
        if self._running:
            return
        seats, options = len(self._lineup.seats), msgspec.structs.asdict(self._lineup.options)
        self._board = Board(named=self._forks is None)
        self._process = self._begun()
        self._running = True
        self._process.send(lambda number: Begin(number, self._board.path, self._seat, seats, options, trying))

    def _begun(self) -> Conversation[Begin | Batch, Reply]:
        """Return the process, which was just begun and answers on the board."""
        spec, memory = self._spec, self._lineup.limits.memory
        words = ["--memory", str(memory), *entrant_words(spec), "--base", name_of(Player)]
        words += ["--bot", f"{spec.path}:{spec.name}", "--worker", WORKER]
        if self._forks is None:
            command = worker_command([*words, "--write", self._board.path])
            launch = Launch(spec.label, "l4g", tuple(command), lines=False, memory=memory)
            return BotProcess(launch, SheetDialect(), self._log)
        return ForkedProcess(self._forks.server(), words, SheetDialect(), self._log, [self._board.descriptor])

    def await_start(self) -> None:
        """Wait until the player is loaded. Raises BotError."""
        limits = self._lineup.limits
        reply = self._process.receive(limits.start)
        self._board.hide()
        if not isinstance(reply, Ready):
            self.close()
            if isinstance(reply, Failed):
                raise BotError(reply.key, **{"bot": self._spec.label, **reply.values})
            raise BotError("bots.start.deadline", bot=self._spec.label, seconds=limits.start)

    def _send(self, asked: Answers, *, again: bool = False) -> None:
        self._board.write(asked.lane, asked.open_sheets())
        asked.id = self._process.send(lambda number: Batch(number, asked.lane, len(asked.open), again))

    def watch(self) -> None:
        """Note whether the process gets on, and take what it has printed, while another one is waited for."""
        if self._asked:
            self._watch(self._asked[0])

    def _watch(self, asked: Answers) -> None:
        now = time.monotonic()
        seen = asked.id, self._board.begun(asked.lane)
        self._process.listen()
        if seen != self._seen:
            self._seen, self._since = seen, now
        elif now - self._looked > _OUT_OF_SIGHT:
            self._since += now - self._looked
        self._looked = now

    def _reply(self, asked: Answers, idle: Callable[[], None] = lambda: None) -> Done | Failed:
        """Wait for the end of a batch; return a Failed if a call takes too long or the process ends."""
        seconds, begun = self._lineup.limits.decision, time.monotonic()
        left = seconds
        while (reply := self._process.receive(min(_LOOK, left))) is None:
            self._process.look()
            self._watch(asked)
            idle()
            self.cost.wait(time.monotonic() - begun)
            begun = time.monotonic()
            left = seconds - (self._looked - self._since)
            if left <= 0:
                return Failed(asked.id, "hang", "bots.hang.deadline", {"seconds": seconds})
        self.cost.wait(time.monotonic() - begun)
        if isinstance(reply, Failed) or (isinstance(reply, Done) and reply.id == asked.id):
            return reply
        return Failed(asked.id, "garbage", "bots.garbage.order", {"id": reply.id})

    def _take(self, asked: Answers, done: Done) -> None:
        """Take the answers to all open sheets."""
        answers = self._board.answers(asked.lane, len(asked.open))
        if len(answers) == len(asked.codes):
            asked.codes[:] = answers
        else:
            for index, code in zip(asked.open, answers, strict=True):
                asked.codes[index] = code
        self.cost.calls += len(answers)
        asked.failures += [
            _line(asked.sheet(asked.open[failed.index]), failed.text, RAISED) for failed in done.failures
        ]
        asked.open.clear()

    def _mend(self, asked: Answers, failed: Failed) -> None:
        """Count the call in which the process failed as failed, and ask the rest of the batch again."""
        index = self._culprit(asked)
        sheet = asked.sheet(index)
        asked.open.remove(index)
        asked.codes[index] = FAILED[sheet[s.CALL]]
        self._past.begin_anew(sheet)
        (game, *_) = s.HEAD.unpack_from(sheet)
        self._strikes[game] += 1
        if self._strikes[game] > self._lineup.limits.restarts:
            asked.gone.append(sheet[s.SLOT])
        self.cost.calls += 1
        line = _line(sheet, told_of(failed.key, failed.values), failed.kind, failed.key, failed.values)
        asked.failures.append(line)
        self._log.note(f"{s.heading(line.number, line.seat, line.turn, sheet[s.CALL])}: {line.text}")
        self._lose(failed)
        self._begin_again()

    def _begin_again(self) -> None:
        """Restart the process, and ask everything again that is not answered."""
        self._restart()
        for waiting in self._asked:
            if waiting.open:
                self._send(waiting)

    def _lose(self, failed: Failed) -> None:
        """Count a process that is lost. Raises PatienceError."""
        self.cost.lose(hung=self._lineup.limits.decision if failed.kind == "hang" else 0.0)

    def _culprit(self, asked: Answers) -> int:
        """Return the index of the call that the process was in, or about to begin."""
        return asked.open[min(max(1, self._board.begun(asked.lane)), len(asked.open)) - 1]

    def _restart(self) -> None:
        """Restart the process and restore every player object; one that fails at that begins anew."""
        while True:
            self.close()
            self.start()
            self.await_start()
            if self._restored():
                return

    def _restored(self) -> bool:
        """Ask all again that was answered before. Returns whether the process has survived it."""
        batches = zip(cycle(range(IN_FLIGHT)), self._past.batches())
        sent = deque(starmap(self._ask_again, islice(batches, IN_FLIGHT)))
        while sent:
            asked = sent.popleft()
            self._since = self._looked = time.monotonic()
            reply = self._reply(asked)
            if isinstance(reply, Failed):
                if not self._orphaned:
                    self._lose(reply)
                    self._past.forget(asked.sheet(self._culprit(asked))[s.SLOT])
                return False
            sent.extend(starmap(self._ask_again, islice(batches, 1)))
        return True

    def _ask_again(self, lane: int, sheets: bytes) -> Answers:
        """Send a batch of calls that were answered before."""
        asked = Answers(lane, sheets)
        self._send(asked, again=True)
        return asked


def _line(
    sheet: bytes, text: str, kind: str, key: str = "", values: Mapping[str, Any] = MappingProxyType({})
) -> FailedCall:
    game, turn, *_ = s.HEAD.unpack_from(sheet)
    call = s.CALLS[sheet[s.CALL]]
    return FailedCall(game, sheet[s.NUMBER], turn, call, text[:MOST_TEXT], kind, key, dict(values))
