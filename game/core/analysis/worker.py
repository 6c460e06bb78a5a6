"""The process of an analyst: what is said to it, what it answers, and how it is started."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from game.core.analyst import AnyAnalyst, Effort, Judgement, Question
from game.core.bot.loading import describe, load_named, name_of, where
from game.core.bot.running import Launch
from game.core.bot.wire import MOST_BYTES, Failed, GarbageError, Ready, Source, pack_frame, quote, read_frame
from game.core.bots import Ending
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.limits import Limits
from game.core.process.output import print_error
from game.core.process.process_group import worker_command
from game.core.rules import AnyRules, Seat


class Begin(msgspec.Struct, frozen=True, tag="begin", tag_field="type"):
    """The first message: the rules whose positions will be asked about."""

    id: int
    rules: str
    engine: tuple[str, ...] = ()
    """The command line that an analyst by an engine is made with."""


class Judge(msgspec.Struct, frozen=True, tag="judge", tag_field="type"):
    """A position to judge."""

    id: int
    question: Question[Any, Any]


class Judged(msgspec.Struct, frozen=True, tag="judged", tag_field="type"):
    """What it is worth."""

    id: int
    judgement: Judgement[Any]


Reply: TypeAlias = Ready | Judged | Failed


class _RawQuestion(msgspec.Struct, frozen=True):
    view: msgspec.Raw
    options: msgspec.Raw
    seats: int
    seat: Seat | None
    seed: int
    effort: Effort
    most: int
    played: msgspec.Raw
    brief: Any
    following: msgspec.Raw


class _Message(msgspec.Struct, frozen=True):
    type: str
    id: int
    rules: str = ""
    engine: tuple[str, ...] = ()
    question: _RawQuestion | None = None


class _RawReply(msgspec.Struct, frozen=True):
    type: str
    id: int
    judgement: msgspec.Raw = msgspec.Raw(b"")
    kind: str = "crash"
    key: str = "bots.crash.raised"
    values: dict[str, Any] = {}


def analyst_launch(cabinet: Cabinet, *, compiled: bool, engine: bool = False) -> Launch:
    """How the process of a game's analyst is started, ours or the one that asks an `engine`.

    `compiled`: with the compiler, where that is installed.
    """
    analyst = cabinet.engine_analyst if engine else cabinet.analyst
    assert analyst is not None
    named = ["--bot", name_of(analyst), "--worker", name_of(AnalystWorker)]
    command = worker_command(["--memory", str(Limits().memory), *named, *(["--compiled"] if compiled else [])])
    return Launch("analyst", cabinet.id, tuple(command), lines=False)


def judgement_of(action: Any) -> Any:
    """The type of a judgement whose lines hold actions of that type."""
    return Judgement[action]


class AnalystWorker:
    """The analyst of a game, asked by frames."""

    def __init__(self, load: Callable[[], Callable[..., AnyAnalyst]], file: str) -> None:
        self._load = load
        self._file = file
        self._analyst: AnyAnalyst | None = None
        self._message = msgspec.msgpack.Decoder(_Message)
        self._rules: AnyRules | None = None

    def heading(self) -> str:
        """Nothing: an analyst is no player of anybody's."""
        return ""

    def reply(self, data: bytes) -> bytes:
        """The frame that answers a message."""
        message = self._message.decode(data)
        try:
            return pack_frame(self._answer(message))
        except MemoryError as error:
            traceback.clear_frames(error.__traceback__)
            return pack_frame(Failed(message.id, "crash", "bots.crash.memory", {}))
        except SpokenError as error:
            return pack_frame(Failed(message.id, "crash", error.key, error.values))
        except Exception as error:
            print_error(error, self._file)
            values = {"error": describe(error), "where": where(error, self._file)}
            return pack_frame(Failed(message.id, "crash", "bots.crash.raised", values))

    def _answer(self, message: _Message) -> Reply:
        if message.question is None:
            made_with = [message.engine] if message.engine else []
            self._rules, self._analyst = load_named(message.rules)(), self._load()(*made_with)
            return Ready(message.id)
        assert self._analyst is not None
        return Judged(message.id, self._analyst.judge(self._read(message.question)))

    def _read(self, raw: _RawQuestion) -> Question[Any, Any]:
        """The question, with the game's own types in it."""
        assert self._rules is not None
        info = self._rules.info
        decode = msgspec.msgpack.decode
        return Question(
            decode(raw.view, type=info.view),
            decode(raw.options, type=info.options),
            raw.seats,
            raw.seat,
            raw.seed,
            raw.effort,
            raw.most,
            decode(raw.played, type=info.action | None),
            raw.brief,
            decode(raw.following, type=judgement_of(info.action) | None),
        )


class AnalystDialect:
    """How an analysis speaks with its `AnalystWorker`."""

    def __init__(self, action: Any, seats: int) -> None:
        self._reply = msgspec.msgpack.Decoder(_RawReply)
        self._judgement = msgspec.msgpack.Decoder(judgement_of(action))
        self._seats = seats

    def pack(self, message: Begin | Judge) -> bytes:
        return pack_frame(message)

    def read(self, source: Source) -> Reply:
        """The next reply. Raises EndedError or GarbageError."""
        data = read_frame(source, MOST_BYTES)
        try:
            raw = self._reply.decode(data)
            match raw.type:
                case "ready":
                    return Ready(raw.id)
                case "failed":
                    return Failed(raw.id, raw.kind, raw.key, raw.values)
            return Judged(raw.id, checked(self._judgement.decode(raw.judgement), self._seats))
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            raise GarbageError("bots.garbage.text", text=quote(data)) from error

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """None: its end of the pipe is closed."""
        return b""

    def shown(self, said: bytes) -> str:
        """Nothing: it has no author to read it."""
        return ""


def checked(judgement: Judgement[Any], seats: int) -> Judgement[Any]:
    """The judgement, where it has a value in -1 … 1 for each seat everywhere. Raises ValueError."""
    lines = [line for line in (*judgement.lines, judgement.played, judgement.threat) if line is not None]
    for values in (judgement.values, *(line.values for line in lines)):
        if len(values) != seats or not all(-1 <= value <= 1 for value in values):
            raise ValueError(f"{values} are no values of {seats} seats")
    return judgement
