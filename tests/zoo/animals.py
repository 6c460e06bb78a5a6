"""Broken bots of nullgame, each in its own way. `mark` tells the test what happens in their process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from game.cabinets.nullgame.rules import Take, View
from game.core.bots import Bot, BotSetup, Request

KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
"""The signal that ends a process at once."""


def mark(text: str) -> None:
    """Add a line to the file that the test reads."""
    with Path(os.environ["ZOO_MARKS"]).open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def hang() -> None:
    """Never come back."""
    mark("hanging")
    while True:
        time.sleep(60)


class Animal(Bot[View, Take]):
    """A bot that leaves the number of its process."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        mark(f"process {os.getpid()}")

    def decide(self, request: Request) -> Any:
        return Take(1)


class Tame(Animal):
    """Plays well, and prints a line."""

    def decide(self, request: Request) -> Any:
        print("heap", request.view.heap)
        return Take(min(2, request.view.heap))


class NotABot:
    """No Bot at all."""


class CrashesAtStart(Animal):
    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        raise ValueError("no coffee")


class Crashes(Animal):
    def decide(self, request: Request) -> Any:
        return 1 // (request.view.heap - request.view.heap)


class HangsAtStart(Animal):
    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        hang()


class Hangs(Animal):
    def decide(self, request: Request) -> Any:
        hang()


class HangsLater(Animal):
    def decide(self, request: Request) -> Any:
        if request.number > 1:
            hang()
        return Take(1)


class HangsDeaf(Animal):
    """Ignores every polite signal."""

    def decide(self, request: Request) -> Any:
        for polite in {"SIGTERM", "SIGINT", "SIGHUP"} & set(dir(signal)):
            signal.signal(getattr(signal, polite), signal.SIG_IGN)
        hang()


class PrintsEndlessly(Animal):
    def decide(self, request: Request) -> Any:
        printed = 0
        while True:
            print("all work and no play " * 50)
            printed += 1
            if printed == 5000:
                mark("hanging")


class PrintsGarbage(Animal):
    """Prints on what it takes for standard output, in every way there is: that must hurt nobody."""

    def decide(self, request: Request) -> Any:
        print("\x00\xff garbage")
        os.write(1, b"\xff\xff\xff\xff raw garbage")
        sys.__stdout__.write("more garbage\n")  # type: ignore[union-attr]
        sys.__stdout__.flush()  # type: ignore[union-attr]
        subprocess.run([sys.executable, "-c", "print('garbage of a child')"], check=True)
        return Take(1)


class WritesIntoTheWire(Animal):
    """Writes into every file it finds open, the private pipe too."""

    def decide(self, request: Request) -> Any:
        for descriptor in range(3, 30):
            try:
                os.write(descriptor, b"\x00\x00\x00\x07garbage")
            except OSError:
                continue
        return Take(1)


class AnswersHuge(Animal):
    def decide(self, request: Request) -> Any:
        return "x" * (8 << 20)


class AnswersWrongType(Animal):
    def decide(self, request: Request) -> Any:
        return {"stones": "two"}


class AnswersObject(Animal):
    """What it returns cannot even be sent."""

    def decide(self, request: Request) -> Any:
        return object()


class AnswersIllegally(Animal):
    def decide(self, request: Request) -> Any:
        return Take(3 if request.view.heap <= 2 else 1)


class AnswersLate(Animal):
    """Holds its first answer back until the test lets it go."""

    def decide(self, request: Request) -> Any:
        if request.number == 1:
            mark("thinking")
            while not Path(os.environ["ZOO_MARKS"] + ".go").exists():
                time.sleep(0.005)
            return Take(3)
        return Take(2)


class Exits(Animal):
    def decide(self, request: Request) -> Any:
        sys.exit(3)


class ExitsHard(Animal):
    def decide(self, request: Request) -> Any:
        os._exit(4)


class KillsItself(Animal):
    def decide(self, request: Request) -> Any:
        os.kill(os.getpid(), KILL)


class LeavesChildren(Animal):
    """Dies, and leaves children that hold all its pipes open."""

    def decide(self, request: Request) -> Any:
        for _ in range(3):
            if sys.platform == "win32":
                program = [sys.executable, "-c", "import time; time.sleep(600)"]
                child = subprocess.Popen(program, close_fds=False).pid
            else:
                child = os.fork()
            if not child:
                while True:
                    time.sleep(60)
            mark(f"process {child}")
        os._exit(5)


class LeavesStrangers(Animal):
    """Dies, and leaves a program in a session of its own, where no signal to the group finds it."""

    def decide(self, request: Request) -> Any:
        stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
        mark(f"process {stranger.pid}")
        os._exit(5)


class EatsMemory(Animal):
    def decide(self, request: Request) -> Any:
        eaten = []
        while True:
            eaten.append(bytearray(16 << 20))


class ClosesStreams(Animal):
    """On Windows it hangs in that: a file is not closed there while somebody reads it, as its process does."""

    def decide(self, request: Request) -> Any:
        if sys.platform == "win32":
            mark("hanging")
        os.closerange(0, 50)
        while True:
            time.sleep(60)
