"""The evaluation's side of the process of one own player: batches of calls go in, answers come out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from game.cabinets.l4g.evaluation.lineup import Lineup
from game.cabinets.l4g.evaluation.outsider_forks import WORKER, Forks
from game.cabinets.l4g.evaluation.outsider_matches import told_of
from game.cabinets.l4g.evaluation.outsider_wire import BATCH, Batch, Begin, Board, Done, Reply, SheetDialect
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

_LOOK = 0.05
"""Seconds between two checks of a process that has not answered."""


class Answers:
    """A batch that was sent, and its answers."""

    def __init__(self, lane: int, sheets: bytes) -> None:
        cut = [sheets[at : at + s.LENGTH] for at in range(0, len(sheets), s.LENGTH)]
        self.lane = lane
        self.codes = bytearray(len(cut))
        """By index of the sheet: the code of its answer, as in `Player.decide_by`."""
        self.failures: list[FailedCall] = []
        self.gone: list[int] = []
        """The slots of the games in which the player failed too often."""
        self.open = dict(enumerate(cut))
        """The sheets that are not answered yet, by their index."""
        self.id = 0
        """The id of the message that asks for the open sheets."""


class OutsiderProcess:
    """The process of the player at one seat.

    It is restarted whenever it ends or hangs. Every player object in it is then made again and asked again what it was
    asked before. Only the object whose call failed begins anew, as in a match.
    """

    def __init__(self, lineup: Lineup, seat: int, log: BotLog, cost: Cost, forks: Forks | None) -> None:
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
        self._past: dict[int, list[bytes]] = {}
        """By slot: the sheets by which its player object was asked."""
        self._running = False
        self._strikes: dict[int, int] = {}
        """By slot: how often the player ended or hung the process in this game."""

    def forget(self) -> None:
        """Forget the sheets of earlier games, none of which goes on."""
        self._past.clear()

    def ask(self, lane: int, sheets: bytes) -> None:
        """Send a batch without waiting for its answers."""
        asked = Answers(lane, sheets)
        self._asked.append(asked)
        self._send(asked)

    def answers(self) -> Answers:
        """Wait for the answers to the batch that was sent first, and return them. Raises BotError."""
        asked = self._asked[0]
        while asked.open:
            reply = self._reply(asked)
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
        self._board.write(asked.lane, b"".join(asked.open.values()))
        asked.id = self._process.send(lambda number: Batch(number, asked.lane, len(asked.open), again))

    def _reply(self, asked: Answers) -> Done | Failed:
        """Wait for the end of a batch; return a Failed if a call takes too long or the process ends."""
        begun, since, seconds = 0, time.monotonic(), self._lineup.limits.decision
        looked = since
        while (reply := self._process.receive(_LOOK)) is None:
            self._process.look()
            now = time.monotonic()
            self.cost.wait(now - looked)
            looked = now
            if begun != self._board.begun(asked.lane):
                begun, since = self._board.begun(asked.lane), now
            elif now - since >= seconds:
                return Failed(asked.id, "hang", "bots.hang.deadline", {"seconds": seconds})
        self.cost.wait(time.monotonic() - looked)
        if isinstance(reply, Failed) or (isinstance(reply, Done) and reply.id == asked.id):
            return reply
        return Failed(asked.id, "garbage", "bots.garbage.order", {"id": reply.id})

    def _take(self, asked: Answers, done: Done) -> None:
        """Take the answers to all open sheets."""
        indices, sheets = list(asked.open), list(asked.open.values())
        for index, code in zip(indices, self._board.answers(asked.lane, len(indices)), strict=True):
            asked.codes[index] = code
        self.cost.calls += len(sheets)
        asked.failures += [_line(sheets[failed.index], failed.text, RAISED) for failed in done.failures]
        asked.open.clear()
        for sheet in sheets:
            slot = sheet[s.SLOT]
            if sheet[s.FIRST]:
                self._past[slot] = [sheet]
                self._strikes.pop(slot, None)
            else:
                self._past.setdefault(slot, []).append(sheet)

    def _mend(self, asked: Answers, failed: Failed) -> None:
        """Count the call in which the process failed as failed, and ask the rest of the batch again."""
        index, sheet = self._culprit(asked)
        slot = sheet[s.SLOT]
        del asked.open[index]
        asked.codes[index] = FAILED[sheet[s.CALL]]
        self._past.pop(slot, None)
        strikes = 1 if sheet[s.FIRST] else self._strikes.get(slot, 0) + 1
        self._strikes[slot] = strikes
        if strikes > self._lineup.limits.restarts:
            asked.gone.append(slot)
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

    def _culprit(self, asked: Answers) -> tuple[int, bytes]:
        """Return the call that the process was in, or about to begin, with its index."""
        begun = min(max(1, self._board.begun(asked.lane)), len(asked.open))
        return list(asked.open.items())[begun - 1]

    def _restart(self) -> None:
        """Restart the process and restore every player object; one that fails at that begins anew."""
        while True:
            self.close()
            self.start()
            self.await_start()
            sheets = [sheet for past in self._past.values() for sheet in past]
            pieces = [b"".join(sheets[at : at + BATCH]) for at in range(0, len(sheets), BATCH)]
            for asked in (Answers(0, piece) for piece in pieces):
                self._send(asked, again=True)
                reply = self._reply(asked)
                if isinstance(reply, Failed):
                    if not self._orphaned:
                        self._lose(reply)
                        del self._past[self._culprit(asked)[1][s.SLOT]]
                    break
            else:
                return


def _line(
    sheet: bytes, text: str, kind: str, key: str = "", values: Mapping[str, Any] = MappingProxyType({})
) -> FailedCall:
    game, turn, *_ = s.HEAD.unpack_from(sheet)
    call = s.CALLS[sheet[s.CALL]]
    return FailedCall(game, sheet[s.NUMBER], turn, call, text[:MOST_TEXT], kind, key, dict(values))
