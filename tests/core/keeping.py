"""Every kind of thing that a home keeps, written one after the other, as programs do that are killed in the middle.

    python -m tests.core.keeping KIND FIRST [EVENT…]

writes things numbered from FIRST on into SOUK_HOME and says the number of each that is kept, a line each, until it is
killed. With events it writes `BETWEEN` things, lets the first event happen, and so on, and ends: `full` and `room` (the
disk, which must be a small one), `locked` and `unlocked` (it is read-only), `later` and `earlier` (the clock jumps by a
year). `KIND killed TIMES` has programs write one after the other, each killed in the middle, and says what each said
and, as `there`, what is found after every few.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO

from game.cabinets.listed import CABINETS
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.scenes.kept import Gallery
from game.core.analysis.kept import KeptJudgements
from game.core.analysis.positions import recorded_match
from game.core.analyst import Effort, Judgement
from game.core.errors import SpokenError
from game.core.league.league import Bout, League
from game.core.league.run import together
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle
from game.core.recording.replay import ReplayError, ReplayWriter, SeatRecord, begin_recording, read_replay
from game.core.work.journal import Journal
from game.ground import house_rules, paths
from game.ground.files import write_new
from game.ground.history import HistoryError, PlayedMatch, PlayedSeat, forget_played, keep_played, read_history
from game.ground.leagues import read_league, write_league
from game.ground.recordings import begin_free_recording
from game.ground.settings import load, save
from game.scenes.guide.done import GuidesDone
from game.scenes.review.variations import Note, read_note, write_note
from game.scenes.study.progress import Progress
from net.address import Address
from net.client.tokens import TokenFile
from net.host.room.record import RoomRecord, read_record, record_path, write_record
from net.host.room.seating import RoomSeat
from net.ledger.hosts import Hosts
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerSeat, MatchLine
from tests.processes import KILL

BETWEEN = 6
"""Things that are written between two events."""
BALLAST = "b" * 2000
"""In each thing, so that a write takes its time and a small disk is soon full."""
NULLGAME = CABINETS["nullgame"]


class Keeper(ABC):
    """One kind of thing."""

    only_last = False
    """Whether each thing takes the place of the one before."""

    @abstractmethod
    def write(self, number: int) -> bool:
        """Write the thing with this number; whether it is said to be kept. Raises OSError or SpokenError if not."""

    def let_go(self) -> None:
        """Close what is open: a disk that is written to is made read-only by nobody."""

    @abstractmethod
    def kept(self) -> set[int]:
        """The numbers of those that are there, as the program reads them."""


class Settings(Keeper):
    def write(self, number: int) -> bool:
        settings, _ = load()
        settings.delays[f"omok.n{number}"] = number
        settings.names = (f"n{number}",)
        save(settings)
        return True

    def kept(self) -> set[int]:
        settings, problem = load()
        assert problem is None, problem
        return {int(name[6:]) for name in settings.delays if name.startswith("omok.n")}


class Puzzles(Keeper):
    def write(self, number: int) -> bool:
        Progress("omok").tried(Puzzle(f"{number}-{BALLAST}", "win", 1, ""), solved=True)
        return number in self.kept()

    def kept(self) -> set[int]:
        return {int(name.partition("-")[0]) for name in Progress("omok")._kept}


class Guides(Keeper):
    def write(self, number: int) -> bool:
        GuidesDone("omok").add(f"{number}-{BALLAST}")
        return number in self.kept()

    def kept(self) -> set[int]:
        return {int(name.partition("-")[0]) for name in GuidesDone("omok")._done}


def _match(number: int) -> PlayedMatch:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return PlayedMatch(when, "nullgame", number, (PlayedSeat(BALLAST, 1, 5, here=True),), mark=str(number))


class History(Keeper):
    path = property(lambda self: paths.config() / "history.jsonl")

    def write(self, number: int) -> bool:
        keep_played(self.path, _match(number))
        return True

    def kept(self) -> set[int]:
        return {match.turns for match in read_history(self.path)}


class HistoryForgotten(History):
    """A history in which, after each match that is kept, another one is kept and forgotten again."""

    def write(self, number: int) -> bool:
        super().write(number)
        with contextlib.suppress(HistoryError):
            other = _match(-1)
            keep_played(self.path, other)
            forget_played(self.path, other)
        return True


class LedgerLines(Keeper):
    def __init__(self) -> None:
        self.ledger = Ledger(paths.ledger())

    def write(self, number: int) -> bool:
        now = datetime.now().astimezone()
        seats = (LedgerSeat("Mia", 1, number),)
        stamp = now.isoformat(timespec="seconds")
        said = MatchLine("nullgame", "room", str(number), stamp, stamp, 5, seats, {BALLAST[:60]: (1,)})
        self.ledger.failed = False
        return bool(self.ledger.write(said, now)) and not self.ledger.failed

    def kept(self) -> set[int]:
        ledger = Ledger(paths.ledger())
        lines = [line for evening in ledger.evenings for line in ledger.lines(evening)]
        return {int(line.said.match) for line in lines}


class HostsDecided(Keeper):
    def write(self, number: int) -> bool:
        hosts = Hosts(paths.ledger())
        hosts.decide(number.to_bytes(32, "big"), counts=True)
        return not hosts._unwritten

    def kept(self) -> set[int]:
        return {int.from_bytes(key, "big") for key, counts in Hosts(paths.ledger())._decisions.items() if counts}


class Papers(Keeper):
    def write(self, number: int) -> bool:
        when = datetime.now(UTC).isoformat(timespec="seconds")
        word = f"{number}"
        paper = Paper(when, number, BALLAST[:12], word, ("A", "B", "C"), 0, 1, 2, (), "", False, (0, 0, 0), ())
        Gallery(self.folder).keep(paper)
        return True

    folder = property(lambda self: paths.config() / "gallery")

    def kept(self) -> set[int]:
        gallery = Gallery(self.folder)
        return {gallery.read(path).round for path in gallery.paths}


class LeagueFile(Keeper):
    path = property(lambda self: paths.config() / "league.json")

    def write(self, number: int) -> bool:
        bout = Bout(number, (BALLAST, "b"), (1, 2), (2, 1), "x")
        empty = League("nullgame", 1, {}, 2, 0, {BALLAST: "", "b": ""})
        ours = League("nullgame", 1, {}, 2, 0, {BALLAST: "", "b": ""}, (bout,))
        write_league(self.path, lambda theirs: together(ours, empty, theirs)[0] if theirs else ours)
        return True

    def kept(self) -> set[int]:
        return {bout.seed for bout in read_league(self.path).bouts} if self.path.exists() else set()


class Recordings(Keeper):
    """Matches one after the other, each in a recording that is written step by step. A thing is a decision."""

    def __init__(self) -> None:
        self._writer: ReplayWriter | None = None
        self._match = Match(NULLGAME.rules, 2, NULLGAME.info.options(), 7)

    def write(self, number: int) -> bool:
        if self._writer is None or self._writer.failure is not None or self._match.over:
            self._begin(number)
        assert self._writer is not None
        (seat,) = self._match.waiting_for
        self._match.offer(seat, (self._match.legal(seat) or ())[0])
        for step in self._match.tick(0.0):
            self._writer.append(step)
        self._writer.sync()
        return self._writer.failure is None

    def let_go(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None

    def _begin(self, number: int) -> None:
        self._writer = None
        match = self._match = Match(NULLGAME.rules, 2, NULLGAME.info.options(), 7)
        seats = (SeatRecord(str(number)), SeatRecord(BALLAST))
        writer = begin_free_recording(
            paths.replays(), "match", NULLGAME.info, 7, match.options, seats, datetime.now(UTC), 0
        )
        for step in match.tick(0.0):
            writer.append(step)
        self._writer = writer

    def kept(self) -> set[int]:
        found: set[int] = set()
        for path in paths.replays().glob("*.souk"):
            try:
                replay = read_replay(path)
            except ReplayError:
                continue  # killed or out of room before its header was whole: of that nothing was said
            decisions = [step for step in replay.steps if step.moves[0].seat >= 0]
            first = int(replay.header.seats[0].name)
            found |= {*range(first, first + len(decisions))}
        return found


class NewRecordings(Keeper):
    """Recordings that a host has sent, each in a file of its own."""

    def write(self, number: int) -> bool:
        write_new(paths.replays(), f"{datetime.now():%Y-%m-%d}", ".souk", f"{number} {BALLAST}".encode())
        return True

    def kept(self) -> set[int]:
        found = [path.read_text(encoding="utf-8") for path in paths.replays().glob("*.souk")]
        assert all(text.endswith(BALLAST) for text in found)
        return {int(text.partition(" ")[0]) for text in found}


class RoomRecords(Keeper):
    only_last = True
    path = property(lambda self: paths.replays() / "room.souk")

    def write(self, number: int) -> bool:
        places = [RoomSeat("open") for _ in range(20)]
        record = RoomRecord("room", places, (), number, 0, b"x" * 32, None, None, 0.0, 0.0, BALLAST)
        write_record(self.path, record)
        return True

    def kept(self) -> set[int]:
        return {read_record(self.path).count} if record_path(self.path).exists() else set()


class HouseRules(Keeper):
    only_last = True

    def write(self, number: int) -> bool:
        house_rules.keep(NULLGAME, "rules", house_rules.HouseRules("nullgame", limit=number))
        return True

    def kept(self) -> set[int]:
        return {house_rules.read_rules(path, NULLGAME).limit or 0 for path in house_rules.kept("nullgame").values()}


class Notes(Keeper):
    only_last = True
    path = property(lambda self: paths.replays() / "variation-1.souk")

    def write(self, number: int) -> bool:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_note(self.path, Note(str(number), BALLAST[:400]))
        return True

    def kept(self) -> set[int]:
        note = read_note(self.path)
        return {int(note.name)} if note != Note() else set()


class Judgements(Keeper):
    """Of one recording after the other, each copied from the first."""

    def __init__(self) -> None:
        self._first = paths.replays() / "judged-0.souk"
        if not self._first.exists():
            self._record()

    def _record(self) -> None:
        cabinet = CABINETS["omok"]
        match = Match(cabinet.rules, 2, cabinet.info.options(), 5)
        seats = (SeatRecord("A"), SeatRecord("B"))
        part = self._first.with_suffix(".part")
        writer = begin_recording(part, cabinet.info, 5, match.options, seats)
        while match.number < 80 and not match.over:
            for step in match.tick(0.0):
                writer.append(step)
            for seat in match.waiting_for:
                legal = match.legal(seat) or ()
                match.offer(seat, legal[match.number * 37 % len(legal)])
        writer.finish(match)
        part.rename(self._first)

    def _files(self) -> list[tuple[Path, int, KeptJudgements]]:
        found = []
        for path in sorted(self._first.parent.glob("judged-*.souk")):
            recorded = recorded_match(path, CABINETS)
            found.append((path, recorded.count, KeptJudgements(path, recorded, Effort.QUICK, "1")))
        return found

    def write(self, number: int) -> bool:
        path, most, kept = self._files()[-1]
        before = len(kept.read())
        if before >= most:
            write_new(path.parent, f"judged-{number:08}", ".souk", path.read_bytes())
            return self.write(number)
        kept.append(Judgement((0.5, -0.5), end_in=number))
        return len(self._files()[-1][2].read()) == before + 1

    def kept(self) -> set[int]:
        every = [kept.read().values() for _, _, kept in self._files()]
        return {judgement.end_in for found in every for judgement in found if judgement.end_in is not None}


class TournamentJournal(Keeper):
    def __init__(self) -> None:
        self._journal: Journal[str] = Journal(paths.cache(), "x", str)

    def write(self, number: int) -> bool:
        self._journal.append(number, BALLAST, 5)
        return number in self.kept()

    def kept(self) -> set[int]:
        _, found = self._journal.read()
        return {*found}


class Tokens(Keeper):
    only_last = True

    def _file(self) -> TokenFile:
        return TokenFile(paths.cache(), Address("127.0.0.1", 1), "Mia")

    def write(self, number: int) -> bool:
        file = self._file()
        file.keep(number.to_bytes(32, "big"), BALLAST[:64])
        file.close()
        return number in self.kept()

    def kept(self) -> set[int]:
        file = self._file()
        token = file.token
        file.close()
        return {int.from_bytes(token, "big")} if token else set()


KINDS: dict[str, type[Keeper]] = {
    kind.__name__: kind
    for kind in (
        Settings, Puzzles, Guides, History, HistoryForgotten, LedgerLines, HostsDecided, Papers, LeagueFile, Recordings,
        NewRecordings, RoomRecords, HouseRules, Notes, Judgements, TournamentJournal, Tokens,
    )
}  # fmt: skip


class Disturbed:
    """What happens to the disk and to the clock."""

    def __init__(self) -> None:
        self._ballast = paths.config().parent / "ballast"
        self._years = 0

    def happen(self, event: str) -> None:
        match event:
            case "full":
                self._fill()
            case "room":
                self._ballast.unlink()
            case "locked" | "unlocked":
                how = "remount,ro" if event == "locked" else "remount,rw"
                subprocess.run(["mount", "-o", how, str(self._mounted)], check=True)
            case "later" | "earlier":
                self._years += 1 if event == "later" else -1
                jump(365 * 86_400.0 * self._years)
            case _:
                raise ValueError(event)

    @property
    def _mounted(self) -> Path:
        folder = paths.config()
        while not folder.is_mount():
            folder = folder.parent
        return folder

    def _fill(self) -> None:
        with contextlib.suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while file.write(b"x" * 4096) == 4096:
                pass
        with contextlib.suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while file.write(b"x"):
                pass


_TIME, _DATETIME = time.time, datetime


def jump(seconds: float) -> None:
    """Let this program's clock be so far from the true one."""

    class Shifted(_DATETIME):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return _DATETIME.now(tz) + timedelta(seconds=seconds)

    time.time = lambda: _TIME() + seconds
    for module in list(sys.modules.values()):
        name = getattr(module, "__name__", "")
        if name.partition(".")[0] in ("game", "net", "__main__", "tests") and hasattr(module, "datetime"):
            module.datetime = Shifted  # type: ignore[attr-defined]


def write(kind: str, numbers: Iterable[int]) -> None:
    """Write these, and say which are kept."""
    keeper = KINDS[kind]()
    for number in numbers:
        try:
            kept = keeper.write(number)
        except (OSError, SpokenError):
            kept = False
        if kept:
            print(number, flush=True)


def killed(kind: str, times: int) -> None:
    """Have programs write until they are killed, `times` one after the other.

    They are forked where the system can: to begin, a program takes a hundred times as long as it then may write.
    """
    chance, first = random.Random(kind), 0
    for number in range(times):
        end, said = _forked(partial(write, kind, count(first))) if FORKS else _started(kind, first)
        with said:
            lines = [said.readline()]
            time.sleep(chance.uniform(0.0, 0.04))
            end()
            lines += said.read().splitlines()
        numbers = [int(line) for line in lines if line.strip()]
        print(*numbers, sep="\n", flush=True)
        first = max(numbers, default=first) + 100
        if number % 5 == 4:
            print("there", *sorted(KINDS[kind]().kept()), flush=True)


FORKS = hasattr(os, "fork")


def _forked(work: Callable[[], None]) -> tuple[Callable[[], None], IO[str]]:
    """A process that does this, as what kills it and what it says."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(writing, 1)
        os.close(writing)
        os.close(reading)
        try:
            work()
        finally:
            os._exit(1)
    os.close(writing)

    def end() -> None:
        os.kill(child, KILL)
        os.waitpid(child, 0)

    return end, os.fdopen(reading, encoding="utf-8")


def _started(kind: str, first: int) -> tuple[Callable[[], None], IO[str]]:
    command = [sys.executable, "-m", "tests.core.keeping", kind, str(first)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")

    def end() -> None:
        program.kill()
        program.wait()

    assert program.stdout is not None
    return end, program.stdout


def main(words: list[str]) -> None:
    kind, first, *events = words
    if first == "killed":
        killed(kind, int(events[0]))
        return
    if not events:
        write(kind, count(int(first)))
    disturbed, keeper, numbers = Disturbed(), KINDS[kind](), count(int(first))
    for event in (*events, ""):
        for _, number in zip(range(BETWEEN), numbers, strict=False):
            try:
                kept = keeper.write(number)
            except (OSError, SpokenError):
                kept = False
            if kept:
                print(number, flush=True)
        if event == "locked":
            keeper.let_go()
        if event:
            disturbed.happen(event)
    print("there", *sorted(KINDS[kind]().kept()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
