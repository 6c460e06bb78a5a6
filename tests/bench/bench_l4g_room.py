"""An evaluation of L4G in which all 49 players are different files of the examples' kind (Linux).

    python -m tests.bench.bench_l4g_room [--games 300] [--files 49]

runs the command `tournament l4g` and prints: how long it takes from the command to the first game, by the clock and in
processor time; games for each second of the clock and of processor time afterwards; the most memory of all processes,
pages that they share counted once; the processor time of a game beside that of the players' own calls in one process,
without anything between the rules and them; and what a call that hangs costs everybody. Compiled code is made before.

Processor time is what a control group counts (cpuacct, for root), or else what living processes are seen to have had.
What processes are waited for tells too little: a guard may be killed before it has waited for its player. Other
programs on the machine slow down all clocks, and processor time a little, by the caches that they take.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.evaluation import game_numbers
from game.cabinets.l4g.evaluation.lineup import Lineup, NumberedGame
from game.cabinets.l4g.evaluation.lockstep import Block, new_block, new_queue, play_on
from game.cabinets.l4g.evaluation.outsider_wire import BATCH
from game.cabinets.l4g.evaluation.outsiders import Outsiders
from game.cabinets.l4g.rules import packed_view as s
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.tally import new_tally
from game.core.bot.loading import FileSpec, load_file_class, parse_spec
from game.core.bots import BotSetup
from game.core.compiled import array
from game.core.tournament.evaluation import FailedCall
from game.core.tournament.plan import Contestant
from tests.commands.command_line import ROOT
from tests.processes import children

EXAMPLES = sorted((ROOT / "examples" / "l4g").glob("*.py"))
GROUPS = Path("/sys/fs/cgroup/cpuacct")
OFTEN, SELDOM = 0.02, 0.5
"""Seconds between two looks at the processor time and at the memory of all processes."""
HUNG_IN = 50
"""The turn in which a player hangs, with most of 128 games at hand that must be brought back."""
WARMING = 32
"""Games in which a player hangs before that is measured: what plays games again is compiled at the first hang."""
HANGS = f"""
    def decide_by(self, sheet):
        if self.hangs and int.from_bytes(sheet[8:12], "little") == {HUNG_IN} and sheet[41] != 4:
            while True:
                pass
        return super().decide_by(sheet)

    @property
    def hangs(self):
        return self.setup.seed % 16 == 0
"""


class Usage(NamedTuple):
    """What all processes of the command have had so far."""

    clock: float
    processor: float


def files_in(folder: Path, count: int) -> list[str]:
    """Write so many different players, and return them as the command line names them."""
    found = []
    for number in range(count):
        example = EXAMPLES[number % len(EXAMPLES)]
        path = folder / f"{example.stem}{number}.py"
        path.write_text(f"{example.read_text(encoding='utf-8')}\n\nNUMBER = {number}\n", encoding="utf-8")
        found.append(f"{path}:{example.stem.capitalize()}")
    return found


def lineup_of(players: Sequence[str]) -> Lineup:
    """The room of these players, filled up by the regular mix."""
    names = L4G.filled(tuple(players), max(49, len(players)))
    return Lineup(tuple(Contestant(name, parse_spec(name, L4G.bots)) for name in names), Options())


def chunk_of(games: int) -> tuple[NumberedGame, ...]:
    return tuple(NumberedGame(*game) for game in enumerate(game_numbers("bench", games)))


def descendants(process: int) -> Iterator[int]:
    """A process and all that it and its children have started."""
    yield process
    for child in children(process):
        yield from descendants(child)


class Processor:
    """The processor time of a command and everything that it starts."""

    def __init__(self) -> None:
        self._group: Path | None = GROUPS / f"souk-bench-{os.getpid()}"
        self._seen: dict[tuple[int, str], float] = {}
        try:
            self._group.mkdir()
        except OSError:
            self._group = None

    @property
    def exact(self) -> bool:
        """Whether a control group counts."""
        return self._group is not None

    def join(self) -> None:
        """Put the process that calls this into the group."""
        if self._group:
            (self._group / "tasks").write_text(str(os.getpid()), encoding="utf-8")

    def seconds(self, process: int) -> float:
        """What the command, whose process this is, has had so far."""
        if self._group:
            return int((self._group / "cpuacct.usage").read_text(encoding="utf-8")) / 1e9
        tick = os.sysconf("SC_CLK_TCK")
        for found in descendants(process):
            with suppress(OSError, IndexError):
                words = Path(f"/proc/{found}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                self._seen[found, words[19]] = (int(words[11]) + int(words[12])) / tick
        return sum(self._seen.values())

    def close(self) -> None:
        if self._group:
            self._group.rmdir()


def memory_of(process: int) -> float:
    """Megabytes of a command's processes, each page's share counted once."""
    total = 0
    for found in descendants(process):
        with suppress(OSError):
            for line in Path(f"/proc/{found}/smaps_rollup").read_text(encoding="utf-8").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


class Command:
    """A run of `tournament l4g`, and what it used until its first game and until its end."""

    def __init__(self, players: Sequence[str], games: int, home: Path) -> None:
        self.memory = 0.0
        self.processes = 0
        self._processor = Processor()
        self.exact = self._processor.exact
        words = ["tournament", "l4g", "--bots", ",".join(players), "--games", str(games), "--seed", "bench"]
        environment = {**os.environ, "SOUK_HOME": str(home)}
        environment.pop("SOUK_PLAIN", None)
        marks: list[Usage] = []
        begun = time.monotonic()
        with subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *words, "--progress", "json", "--json", str(home / "out.json")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
            preexec_fn=self._processor.join,
        ) as running:
            weighing = threading.Thread(target=self._weigh, args=(running,))
            weighing.start()
            assert running.stderr
            told = []
            for line in running.stderr:
                told.append(line)
                with suppress(ValueError):
                    done = json.loads(line)["done"]
                    if (done and not marks) or done == games:
                        marks.append(Usage(time.monotonic() - begun, self._processor.seconds(running.pid)))
            weighing.join()
        self._processor.close()
        assert running.returncode == 0, "".join(told)
        self.first, self.last = marks[0], marks[-1]
        self.document: dict[str, Any] = json.loads((home / "out.json").read_text(encoding="utf-8"))

    def _weigh(self, running: subprocess.Popen[str]) -> None:
        """Look at the memory of all processes until the command has ended."""
        weighed = time.monotonic()
        while running.poll() is None:
            if not self.exact:
                self._processor.seconds(running.pid)
            if time.monotonic() - weighed >= SELDOM:
                self.memory = max(self.memory, memory_of(running.pid))
                self.processes = max(self.processes, len(list(descendants(running.pid))))
                weighed = time.monotonic()
            time.sleep(OFTEN)


def own_calls(players: Sequence[str], games: int) -> tuple[float, float]:
    """Seconds of a game that the players' own calls take in one process, and how many calls there are."""
    lineup = lineup_of(players)
    specs = [lineup.seats[seat].spec for seat in lineup.outsiders]
    classes: list[Any] = [load_file_class(spec.path, spec.name) for spec in specs if isinstance(spec, FileSpec)]
    setups = [BotSetup("l4g", seat, len(lineup.seats), lineup.options, None, 0) for seat in lineup.outsiders]
    chunk = chunk_of(games)
    slots = min(BATCH, games)
    queue = new_queue([r.halves(game.number) for game in chunk], [game.position for game in chunk], new_tally())
    block = new_block(lineup.room(), slots, lineup.rows(), array(lineup.groups), lineup.outsiders, 0)
    objects: list[list[Any]] = [[None] * slots for _ in classes]
    taken, calls = 0.0, 0
    play_on(block, queue)
    while counts := [int(count) for count in block.counts]:
        if not any(counts):
            break
        for outsider, count in enumerate(counts):
            sheets = bytes(memoryview(block.sheets[outsider])[: count * s.LENGTH])
            answers, own = memoryview(block.answers[outsider]), objects[outsider]
            begun = time.process_time()
            for index in range(count):
                sheet = sheets[index * s.LENGTH : (index + 1) * s.LENGTH]
                slot = sheet[s.SLOT]
                if sheet[s.FIRST]:
                    own[slot] = classes[outsider](setups[outsider])
                answers[index] = own[slot].decide_by(sheet)
            taken += time.process_time() - begun
            calls += count
        play_on(block, queue)
    return taken / games, calls / games


@contextmanager
def with_a_hang(players: Sequence[str]) -> Iterator[list[str]]:
    """The same players, of which the first one hangs in one turn of one in about 16 games."""
    path = Path(players[0].rpartition(":")[0])
    source = path.read_text(encoding="utf-8")
    before, name, after = source.partition("    name = ")
    path.write_text(f"{before}{HANGS}\n{name}{after}", encoding="utf-8")
    try:
        yield list(players)
    finally:
        path.write_text(source, encoding="utf-8")


def hanging(players: Sequence[str], games: int) -> list[float]:
    """How many seconds each hang adds for everybody: what its batch takes beyond the usual, for each of its hangs."""
    taken: list[float] = []
    hung: list[float] = []

    class Watched(Outsiders):
        def _collect(self, block: Block) -> list[FailedCall]:
            begun = time.monotonic()
            failures = super()._collect(block)
            taken.append(time.monotonic() - begun)
            if hangs := sum(failure.kind == "hang" for failure in failures):
                hung.extend([(taken[-1] - usual(taken)) / hangs] * hangs)
            return failures

    with with_a_hang(players) as lame:
        for count in (WARMING, games):
            taken.clear()
            hung.clear()
            outsiders = Watched(L4G, lineup_of(lame))
            try:
                outsiders.play(chunk_of(count), 0)
            finally:
                outsiders.close()
    return hung


def usual(taken: Sequence[float]) -> float:
    """The median."""
    return statistics.median(taken) if taken else 0.0


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Evaluate a room in which every player is a file of its own.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--files", type=int, default=49)
    parser.add_argument("--without-hang", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        players = files_in(place, options.files)
        home = place / "home"
        home.mkdir()
        Command(players[:1], 1, home)
        run = Command(players, options.games, home)
        games = options.games - 1
        clock, processor = run.last.clock - run.first.clock, run.last.processor - run.first.processor
        calls, count = own_calls(players, min(64, options.games))
        print(f"{options.files} files, {options.games} games, {count:.0f} calls a game")
        print(f"processor time by {'a control group' if run.exact else 'living processes'}")
        print(f"command to the first game:  {run.first.clock:6.1f} s, processor {run.first.processor:.1f} s")
        if games:
            print(f"a game:                     {1000 * processor / games:6.0f} ms processor")
            print(f"the players' own calls:     {1000 * calls:6.0f} ms, so {processor / games / calls:.2f} times that")
            print(f"games a second:             {games / clock:6.1f} clock, {games / processor:.1f} processor")
        print(f"memory of {run.processes} processes:    {run.memory:6.0f} MB")
        print(f"digest of the figures:      {digest(run.document)}")
        if not options.without_hang:
            hung = hanging(players, 128)
            print(f"a hang costs everybody:     {usual(hung):6.2f} s, the median of {len(hung)} in 128 games")


def digest(document: dict[str, Any]) -> str:
    """The figures in a word, to be compared with another run's."""
    from hashlib import blake2b

    figures = [[line["grade_sum"], line["parts"], line["histogram"], line["punished"]] for line in document["seats"]]
    return blake2b(json.dumps([figures, list(document["grades"].values())]).encode(), digest_size=8).hexdigest()


if __name__ == "__main__":
    main(sys.argv[1:])
