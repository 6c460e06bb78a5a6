"""The zoo of broken bots: what a test needs to let one play, and to see that nothing of it is left."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Options, Take
from game.core.bot.inline import InlineBot
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_controller
from game.core.bots import Bot, Request
from game.core.limits import Limits
from game.core.match.match import Match
from game.core.match.session import Session, bot_setup
from game.ground.texts import LANGUAGES, Texts

ZOO = Path(__file__).parent / "zoo"
NULLGAME = CABINETS["nullgame"]
FAR = 1000.0
"""Seconds that the test's clock jumps: past every deadline."""


class Fallback(Bot[Any, Any]):
    """Plays what a match plays for a seat that cannot answer."""

    def decide(self, request: Request) -> Take:
        return Take(1)


class Zoo:
    """A place for one match with one animal at seat 0, and for what is known of it."""

    def __init__(self, folder: Path) -> None:
        self.marks = folder / "marks"
        self.logs = folder / "logs"
        self.limits = Limits(memory=256 << 20, restarts=1)
        """Started again once, not twice: each time is another process."""

    def count(self, text: str) -> int:
        """How often the animal marked `text`."""
        return self.marks.read_text(encoding="utf-8").splitlines().count(text) if self.marks.exists() else 0

    def processes(self) -> list[int]:
        """Every process that animals said they were or made."""
        words = [line.split() for line in self.marks.read_text(encoding="utf-8").splitlines()]
        return [int(number) for kind, *rest in words if kind == "process" for number in rest]

    def clock(self) -> float:
        """A clock that stands still until something hangs, and is then far beyond every deadline."""
        return FAR * self.count("hanging")

    def controller(self, match: Match, spec: str, seat: int = 0, **more: Any) -> Any:
        bot = parse_spec(spec, NULLGAME.bots)
        setup = bot_setup(match, NULLGAME.id, seat)
        return bot_controller(NULLGAME, bot, setup, logs=self.logs, limits=self.limits, **more)

    def play(self, spec: str, seed: int = 5, restarts: int | None = None) -> Session:
        """A whole match of the animal against two inline bots; it is started again so often, or as usual."""
        if restarts is not None:
            self.limits = msgspec.structs.replace(self.limits, restarts=restarts)
        match = new_match(seed)
        others = {seat: self.controller(match, "random", seat, inline=True) for seat in (1, 2)}
        session = Session(match, {0: self.controller(match, spec), **others})
        try:
            session.run(self.clock, idle=0.02)
        finally:
            session.close()
        return session


def new_match(seed: int = 5, **more: Any) -> Match:
    return Match(NULLGAME.rules, 3, Options(smallest=30), seed, **more)


def hash_with_fallback(seed: int = 5) -> str:
    """How the match ends when seat 0 plays the fallback from beginning to end."""
    match = new_match(seed)
    setups = [bot_setup(match, NULLGAME.id, seat) for seat in range(3)]
    makers: Sequence[type[Bot[Any, Any]]] = (Fallback, NULLGAME.bots["random"], NULLGAME.bots["random"])
    Session(match, {seat: InlineBot(makers[seat], setups[seat], "x") for seat in range(3)}).run()
    return match.hash()


def check_broken(zoo: Zoo, session: Session, kind: str, sentence: str) -> None:
    """The match ended as if seat 0 had always played the fallback, and its author is told why it did."""
    match = session.match
    assert match.over
    assert match.hash() == hash_with_fallback(match.seed)
    kinds = [trouble.failure.kind for trouble in session.troubles]
    assert set(kinds) == {kind}
    assert {trouble.seat for trouble in session.troubles} == {0}
    if kind == "start":
        assert len(kinds) == 1, "a bot that cannot start is not started again"
    elif kind != "illegal":
        assert len(kinds) == 1 + zoo.limits.restarts
        assert [trouble.failure.final for trouble in session.troubles] == [False] * zoo.limits.restarts + [True]
    failure = session.troubles[0].failure
    for language in LANGUAGES:
        assert Texts(language).line(failure.key, failure.values)
    assert sentence in Texts("en").line(failure.key, failure.values)
    assert failure.log and failure.key in Path(failure.log).read_text(encoding="utf-8", errors="replace")


KILLED = "ended with exit code 15" if sys.platform == "win32" else "SIGKILL"
"""What is said of a bot that was killed, on this system."""


def animal(name: str) -> str:
    """A Python bot of the zoo, as a seat."""
    return f"{ZOO / 'animals.py'}:{name}"


def program(way: str) -> str:
    """A program of the zoo, as a seat."""
    return "cmd:" + shlex.join([sys.executable, str(ZOO / "lines.py"), way])
