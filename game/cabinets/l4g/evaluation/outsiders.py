"""Games in which people's own players hold some seats, each player in a process of its own.

Many games go on at once (lockstep.py), in blocks that alternate: while the players answer for the games of one block,
those of the other go on. A process that hangs or ends is restarted, and the player objects of all other games are
restored by repeating their calls, so only the failed call makes a difference.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from game.cabinets.l4g.evaluation.lineup import Chunk, ChunkDone, Lineup, counted, first_of_seats
from game.cabinets.l4g.evaluation.lockstep import Block, Queue, new_block, new_queue, play_on
from game.cabinets.l4g.evaluation.outsider_forks import Forks
from game.cabinets.l4g.evaluation.outsider_matches import MOST_FAILURES, play_matches
from game.cabinets.l4g.evaluation.outsider_past import Past
from game.cabinets.l4g.evaluation.outsider_process import OutsiderProcess
from game.cabinets.l4g.evaluation.outsider_wire import BATCH, IN_FLIGHT
from game.cabinets.l4g.rules import packed_view as s
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.tally import new_tally, parted
from game.core.bot.log import BotLog
from game.core.bot.patience import Cost
from game.core.bot.seats import log_name
from game.core.cabinet import Cabinet
from game.core.compiled import array, plain
from game.core.tournament.evaluation import FailedCall


@dataclass
class Kept:
    """What is kept of people's own players from one lineup to the next, by their labels."""

    costs: dict[str, Cost] = field(default_factory=dict)
    """What each has cost so far."""
    logs: dict[str, BotLog] = field(default_factory=dict)
    """Where what it prints goes."""


class Outsiders:
    """The processes of people's own players; they outlive a chunk."""

    forking: ClassVar[bool] = sys.platform == "linux"
    """Whether they are forked by one process that has everything loaded, not started each for itself."""

    def __init__(self, cabinet: Cabinet, lineup: Lineup, kept: Kept | None = None) -> None:
        self._cabinet = cabinet
        self._lineup = lineup
        self._processes: list[OutsiderProcess] = []
        self._pasts: list[Past] = []
        self.watch: Callable[[Block], None] = lambda block: None
        """Is given the games of a block whenever they wait for answers, to look at."""
        self._kept = kept
        self.costs = {seat: self._cost(seat) for seat in lineup.outsiders}
        """What each own player has cost so far, by seat."""
        self.logs: dict[int, BotLog] = {}
        """Where what each own player prints goes, by seat."""
        self.failures: list[FailedCall] = []
        """The failures of the chunk that was played last, as far as it came."""
        self._forks: Forks | None = None

    def play(self, chunk: Chunk, worker: int) -> ChunkDone:
        """Play the games of a chunk as worker number `worker`. Raises BotError for a player that cannot be started."""
        if not self._lineup.lockstep:
            return play_matches(self._cabinet, self._lineup, chunk, self._logs(worker))
        if not self._processes:
            self.start(worker)
        for process in self._processes:
            process.forget()
        tally = new_tally(chunk[0].position, len(chunk))
        queue = new_queue([r.halves(game.number) for game in chunk], [game.position for game in chunk], tally)
        blocks = self._blocks(len(chunk))
        for past in self._pasts:
            past.blocks = blocks
        self.failures = failures = []
        try:
            for lane, block in enumerate(blocks):
                self._advance(lane, block, queue)
            while any(sum(block.counts) for block in blocks):
                for lane, block in enumerate(blocks):
                    if sum(block.counts):
                        failures += self._collect(block)
                        self._advance(lane, block, queue)
        except BaseException:
            failures += [failure for process in self._processes for failure in process.unfinished()]
            self.close()
            raise
        positions = {game.number: game.position for game in chunk}
        failures.sort(key=lambda line: (positions[line.number], line.turn, line.seat))
        sums, grades = parted(plain(tally), self._lineup.leaders)
        return ChunkDone(sums, first_of_seats(failures, MOST_FAILURES), grades, counted(failures))

    def close(self) -> None:
        """End the processes."""
        if self._forks is not None:
            self._forks.close()
            self._forks = None
        for process in self._processes:
            process.close()
        self._processes.clear()
        self._pasts.clear()

    def start(self, worker: int, *, trying: bool = False) -> None:
        """Start the players as those of worker number `worker`, as many at once as there are cores.

        With `trying` each makes an object as for a game, so that a class whose objects cannot be made is known. Raises
        BotError with the reason of the first one that fails.
        """
        lineup, logs = self._lineup, self._logs(worker)
        ahead = os.cpu_count() or 1
        try:
            if self.forking and lineup.outsiders:
                ahead = len(lineup.outsiders)
                self._forks = Forks()
                self._forks.server()
            for outsider, seat in enumerate(lineup.outsiders):
                self.logs[seat] = log = self._log(seat, logs)
                self._pasts.append(past := Past(outsider))
                self._processes.append(OutsiderProcess(lineup, seat, log, self.costs[seat], past, self._forks))
            for number, process in enumerate(self._processes):
                for other in self._processes[number : number + ahead]:
                    other.start(trying=trying)
                process.await_start()
        except BaseException:
            self.close()
            raise

    def _cost(self, seat: int) -> Cost:
        label = self._lineup.seats[seat].spec.label
        cost = Cost(self._lineup.patience, label, seat)
        return cost if self._kept is None else self._kept.costs.setdefault(label, cost)

    def _log(self, seat: int, folder: Path | None) -> BotLog:
        label = self._lineup.seats[seat].spec.label
        name = f"{log_name(label)}.log" if self._kept else f"{log_name(label)}-{seat + 1}.log"
        log = BotLog(folder / name if folder else None)
        return log if self._kept is None else self._kept.logs.setdefault(label, log)

    def _logs(self, worker: int) -> Path | None:
        return self._lineup.logs / f"worker-{worker}" if self._lineup.logs else None

    def _blocks(self, games: int) -> list[Block]:
        lineup = self._lineup
        slots = min(BATCH, -(-games // IN_FLIGHT))
        room, rows, groups = lineup.room(), lineup.rows(), array(lineup.groups)
        return [
            new_block(room, slots, rows, groups, lineup.outsiders, lane * BATCH)
            for lane in range(min(IN_FLIGHT, games))
        ]

    def _advance(self, lane: int, block: Block, queue: Queue) -> None:
        """Play the games of a block on until they need answers, and ask the players."""
        play_on(block, queue)
        self.watch(block)
        for outsider, process in enumerate(self._processes):
            if count := int(block.counts[outsider]):
                process.ask(lane, bytes(memoryview(block.sheets[outsider])[: count * s.LENGTH]))

    def _collect(self, block: Block) -> list[FailedCall]:
        """Wait for the answers of all players to a block. Returns their failures."""
        failures: list[FailedCall] = []

        def idle() -> None:
            for other in self._processes:
                other.watch()

        for outsider, process in enumerate(self._processes):
            if count := int(block.counts[outsider]):
                answered = process.answers(idle)
                memoryview(block.answers[outsider])[:count] = answered.codes
                failures += answered.failures
                for slot in answered.gone:
                    block.gone[outsider][slot - block.first_slot] = 1
        return failures
