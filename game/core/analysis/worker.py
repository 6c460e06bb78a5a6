"""The process of an analyst: the messages it gets, its replies, and how to start it."""

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
    """The first message: the rules of the game whose positions will be judged."""

    id: int
    rules: str
    engine: tuple[str, ...] = ()
    """The command line for an analyst that uses an engine; empty for our own analyst."""


class Judge(msgspec.Struct, frozen=True, tag="judge", tag_field="type"):
    """The message that asks for the judgement of a position."""

    id: int
    question: Question[Any, Any]


class Judged(msgspec.Struct, frozen=True, tag="judged", tag_field="type"):
    """The reply to `Judge`: the judgement of the position."""

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
    """Return how to start the process of a game's own analyst, or of the one that uses an `engine`.

    `compiled` says whether to use the compiler where it is installed.
    """
    analyst = cabinet.engine_analyst if engine else cabinet.analyst
    assert analyst is not None
    named = ["--bot", name_of(analyst), "--worker", name_of(AnalystWorker)]
    memory = Limits().memory
    command = worker_command(["--memory", str(memory), *named, *(["--compiled"] if compiled else [])])
    return Launch("analyst", cabinet.id, tuple(command), lines=False, memory=memory)


def judgement_of(action: Any) -> Any:
    """Return the type of a judgement whose lines hold actions of the type `action`."""
    return Judgement[action]


class AnalystWorker:
    """Answers the frames of an analysis with a game's analyst."""

    def __init__(self, load: Callable[[], Callable[..., AnyAnalyst]], file: str) -> None:
        self._load = load
        self._file = file
        self._analyst: AnyAnalyst | None = None
        self._message = msgspec.msgpack.Decoder(_Message)
        self._rules: AnyRules | None = None

    def heading(self) -> str:
        """Return no heading: what an analyst prints is not for a bot's author."""
        return ""

    def reply(self, data: bytes) -> bytes:
        """Return the frame that answers a message; never raises for anything the analyst does."""
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
        """Return the question, decoded into the game's own types."""
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
    """Speaks frames with the process of an `AnalystWorker`."""

    def __init__(self, action: Any, seats: int) -> None:
        self._reply = msgspec.msgpack.Decoder(_RawReply)
        self._judgement = msgspec.msgpack.Decoder(judgement_of(action))
        self._seats = seats

    def pack(self, message: Begin | Judge) -> bytes:
        return pack_frame(message)

    def read(self, source: Source) -> Reply:
        """Read the next reply. Raises EndedError or GarbageError."""
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
        """Return nothing: the process ends when its input is closed."""
        return b""

    def shown(self, said: bytes) -> str:
        """Return nothing: an analyst has no author who would read its output."""
        return ""


def checked(judgement: Judgement[Any], seats: int) -> Judgement[Any]:
    """Return a judgement unchanged if each of its values has a number from -1 to 1 for each seat.

    Raises ValueError otherwise.
    """
    lines = [line for line in (*judgement.lines, judgement.played, judgement.threat) if line is not None]
    blind = () if judgement.blind is None else (judgement.blind,)
    for values in (judgement.values, *blind, *(line.values for line in lines)):
        if len(values) != seats or not all(-1 <= value <= 1 for value in values):
            raise ValueError(f"{values} are no values of {seats} seats")
    return judgement
