"""Broken players of L4G, each in its own way. `mark` tells the test what happens in their process."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from game.cabinets.l4g.player import Direction, Player


def mark(text: str) -> None:
    """Add a line to the file that the test reads."""
    with Path(os.environ["ZOO_MARKS"]).open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


class Tame(Player):
    """Remembers all that it saw, and goes by it."""

    accept_direct_infection = True
    memory = 0

    def remember(self) -> None:
        crowd = sum(cell.survivors + 3 * cell.corpses + 7 * cell.infected for row in self.cells for cell in row)
        self.memory = (self.memory * 31 + crowd + self.turn) % 1_000_003

    def any_way(self) -> Direction:
        assert self.me.position is not None
        row, column = self.me.position
        last_row, last_column = len(self.cells) - 1, len(self.cells[0]) - 1
        ways = (Direction.UP,) * (row > 0) + (Direction.LEFT,) * (column > 0)
        ways += (Direction.RIGHT,) * (column < last_column) + (Direction.DOWN,) * (row < last_row)
        return ways[self.memory % len(ways)]

    def survivor_move(self) -> Any:
        self.remember()
        return self.any_way()

    def corpse_stay(self) -> None:
        self.remember()

    def infected_move(self) -> Any:
        self.remember()
        return self.any_way()

    def soul_stay(self) -> None:
        self.remember()

    def soul_spawn(self) -> Any:
        return self.memory % len(self.cells), self.memory // 7 % len(self.cells[0])


class Animal(Tame):
    """Misbehaves whenever it is to move as a survivor."""

    def survivor_move(self) -> Any:
        mark(f"process {os.getpid()}")
        return self.misbehave()

    def misbehave(self) -> Any:
        raise NotImplementedError


class Raises(Animal):
    """What every other one is compared with; it forgets as one does that is made anew."""

    def misbehave(self) -> Any:
        self.memory = 0
        raise RuntimeError("no idea")


class RaisesAsSurvivor(Tame):
    def survivor_move(self) -> Any:
        raise RuntimeError("no idea")


class RaisesAsCorpse(Tame):
    def corpse_stay(self) -> None:
        raise RuntimeError("no idea")


class RaisesAsInfected(Tame):
    def infected_move(self) -> Any:
        raise RuntimeError("no idea")


class RaisesAsSoul(Tame):
    def soul_stay(self) -> None:
        raise RuntimeError("no idea")


class RaisesAtSpawn(Tame):
    def soul_spawn(self) -> Any:
        raise RuntimeError("no idea")


class RaisesAtStart(Tame):
    def __init__(self, setup: Any) -> None:
        raise RuntimeError("no coffee")


class AnswersNothing(Tame):
    def survivor_move(self) -> Any:
        return None


class AnswersText(Tame):
    def survivor_move(self) -> Any:
        return "up"


class AnswersOutside(Tame):
    def soul_spawn(self) -> Any:
        return 99, -1


class LeavesRoom(Tame):
    def survivor_move(self) -> Any:
        return Direction.UP


class Meddles(Tame):
    """Tries to change all that it was given; it plays as if it had not."""

    def remember(self) -> None:
        for thing in (self, self.me, self.score, self.cells[0][0]):
            for name in ("turn", "hp", "state", "position", "cells", "players", "survivors", "corpse_most", "me"):
                with contextlib.suppress(AttributeError, TypeError):
                    setattr(thing, name, 99)
        with contextlib.suppress(TypeError):
            self.cells[0][0] = None  # type: ignore[index]
        super().remember()


class LoopsEndlessly(Animal):
    def misbehave(self) -> Any:
        while True:
            pass


class Sleeps(Animal):
    def misbehave(self) -> Any:
        while True:
            time.sleep(60)


class PrintsEndlessly(Animal):
    def misbehave(self) -> Any:
        while True:
            print("all work and no play " * 50)


class EatsMemory(Animal):
    def misbehave(self) -> Any:
        eaten = []
        while True:
            eaten.append(bytearray(16 << 20))


class Exits(Animal):
    def misbehave(self) -> Any:
        self.memory = 0
        sys.exit(3)


class ExitsHard(Animal):
    def misbehave(self) -> Any:
        os._exit(4)


class KillsParent(Animal):
    def misbehave(self) -> Any:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)


class KillsItself(Animal):
    def misbehave(self) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class EndsItsServer(Tame):
    """Ends the parent of its guard, once, which costs nobody a call."""

    def survivor_move(self) -> Any:
        with Path(os.environ["ZOO_MARKS"]).open("a+", encoding="utf-8") as file:
            file.seek(0)
            first = "served" not in file.read()
        if first:
            mark("served once")
            mark(f"process {os.getpid()}")
            stat = Path(f"/proc/{os.getppid()}/stat").read_text(encoding="utf-8")
            os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)
            time.sleep(60)
        return super().survivor_move()


class EndsEveryServer(Tame):
    def survivor_move(self) -> Any:
        stat = Path(f"/proc/{os.getppid()}/stat").read_text(encoding="utf-8")
        os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)
        time.sleep(60)


class CutsItsBoard(Tame):
    """Tries to take the memory away in which it answers: whoever reads what is cut off would end."""

    def survivor_move(self) -> Any:
        for entry in Path("/proc/self/map_files").glob("*"):
            with contextlib.suppress(OSError):
                if "souk-board" in str(entry.readlink()):
                    os.truncate(entry, 0)
                    mark("board cut")
        for entry in Path("/proc/self/fd").glob("*"):
            with contextlib.suppress(OSError, ValueError):
                if "souk-board" in str(entry.readlink()):
                    mark("board found")
                    os.ftruncate(int(entry.name), 0)
                    mark("board cut")
        return super().survivor_move()


class TellsWhatItInherits(Tame):
    """Marks what its process has of the one it was forked from."""

    def soul_stay(self) -> None:
        super().soul_stay()
        if self.turn == 0:
            links = []
            for entry in Path("/proc/self/fd").iterdir():
                with contextlib.suppress(OSError):
                    links.append(str(entry.readlink()).partition(":")[0])
            variables = Path("/proc/self/environ").read_bytes().split(b"\0")
            (cookie,) = (line.decode() for line in variables if line.startswith(b"SOUK_BOT="))
            handlers = [signal.getsignal(number) is signal.SIG_DFL for number in (signal.SIGTERM, signal.SIGCHLD)]
            mark(f"descriptors {'|'.join(sorted(links))}")
            mark(f"session {os.getsid(0) == os.getppid()}")
            mark(f"threads {len(list(Path('/proc/self/task').iterdir()))}")
            mark(f"handlers {handlers == [True, True]}")
            mark(f"cookie {cookie}")
            mark(f"environment {cookie.partition('=')[2] == os.environ['SOUK_BOT']}")


class ClosesStreams(Animal):
    def misbehave(self) -> Any:
        os.closerange(0, 50)
        time.sleep(60)


class Forks(Tame):
    """Both it and its child come back from the call."""

    def survivor_move(self) -> Any:
        child = os.fork()
        if child:
            mark(f"process {child}")
        return super().survivor_move()


class LeavesChildren(Tame):
    """Leaves children behind, one of them where no signal to its group finds it."""

    def soul_stay(self) -> None:
        super().soul_stay()
        if self.turn == 0:
            mark(f"process {subprocess.Popen(['sleep', '600'], start_new_session=True).pid}")
            child = os.fork()
            if not child:
                while True:
                    time.sleep(60)
            mark(f"process {child}")


class OpensFilesAndSockets(Tame):
    """Nothing keeps it from that."""

    def survivor_move(self) -> Any:
        with tempfile.TemporaryFile() as file, socket.socket() as door:
            file.write(b"mine")
            door.bind(("127.0.0.1", 0))
        return super().survivor_move()


class HangsSometimes(Tame):
    """Hangs in turn 9 of every third game."""

    def remember(self) -> None:
        if self.game_number % 3 == 0 and self.turn == 9:
            self.trip()
        super().remember()

    def trip(self) -> None:
        while True:
            pass


class SlowAndHangsSometimes(HangsSometimes):
    """Each call is far from a hang, but many of them one after the other take longer than one call may."""

    def remember(self) -> None:
        time.sleep(0.03)
        super().remember()


class RaisesSometimes(HangsSometimes):
    """What `HangsSometimes` is compared with."""

    def trip(self) -> None:
        self.memory = 0
        raise RuntimeError("no idea")


class Confused(Tame):
    """Prints where it is, and fails once."""

    def survivor_move(self) -> Any:
        print("I am at", self.me.position)
        if self.turn == 1:
            raise ValueError("which way?")
        return super().survivor_move()


class HangsAsSoul(Tame):
    def soul_stay(self) -> None:
        while True:
            pass
