"""The process of a bot: the hidden subcommand `_bot`.

With `--bot` it loads a Python bot and answers frames: those of a match or, with `--worker`, those that a class of a
game understands. With `--exec` it limits its memory and becomes the given program, which then speaks lines.

Frames use the original standard input and output, which are hidden from the bot before it is loaded. What a bot prints
goes to standard error, which the match writes to the log for the bot's author.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import random
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from game.core.attachments import attach
from game.core.bot.conduct import note_conduct
from game.core.bot.loading import BotError, describe, load_file_class, load_named, name_of, where
from game.core.bot.wire import (
    MOST_BYTES,
    Answer,
    EndedError,
    Failed,
    Ready,
    Reply,
    Source,
    pack_frame,
    read_frame,
    send_all,
)
from game.core.bots import Bot, BotSetup, Request
from game.core.errors import reason
from game.core.given import ending
from game.core.process.confine import confine
from game.core.process.forking import go_on_in_forks
from game.core.process.guard import go_on_behind_a_guard
from game.core.process.landlock import keep_to
from game.core.process.output import head_output, print_error
from game.core.rules import AnyRules, Event, Timed

_MOST_FROM_MATCH = 1 << 28


class _RawRequest(msgspec.Struct, frozen=True):
    number: int
    view: msgspec.Raw
    legal: msgspec.Raw
    events: tuple[Event, ...]
    seed: int
    seconds: float | None


class _Message(msgspec.Struct, frozen=True):
    type: str
    id: int
    setup: BotSetup | None = None
    lists: dict[str, bytes] = {}
    request: _RawRequest | None = None


class Answering(Protocol):
    """Answers the frames that this process receives."""

    def reply(self, data: bytes) -> bytes:
        """Return the frame that answers a frame; never raises for anything a bot does."""

    def heading(self) -> str:
        """Return at which point of the match the bot is, as a heading for what it prints now; empty for none."""


def failed(number: int, error: Exception, file: str, kind: str = "crash", *, goes_on: bool = False) -> Failed:
    """Return what is told of an exception that a bot of a file raised; where it stands goes to the bot's log."""
    if isinstance(error, BotError):
        return Failed(number, "start", error.key, error.values)
    if isinstance(error, MemoryError):
        traceback.clear_frames(error.__traceback__)
        return Failed(number, "crash", "bots.crash.memory", {})
    print_error(error, file)
    values = {"error": describe(error), "where": where(error, file)}
    return Failed(number, kind, f"bots.{kind}.raised", values, goes_on)


class Worker:
    """Answers the messages of a match with one loaded bot class and the bot made from it."""

    def __init__(self, rules: AnyRules, load: Callable[[], type[Bot[Any, Any]]], file: str) -> None:
        self._rules = rules
        self._info = info = rules.info
        self._process = os.getpid()
        self._seen: Any = None
        """The view of the decision that is being made; None before the first one."""
        self._load = load
        self._file = file
        self._class: type[Bot[Any, Any]] | None = None
        self._bot: Bot[Any, Any] | None = None
        self._message = msgspec.msgpack.Decoder(_Message)
        self._view = msgspec.msgpack.Decoder(info.view)
        actions: Any = tuple[info.action, ...] | None  # type: ignore[name-defined]
        self._legal = msgspec.msgpack.Decoder(actions)

    def reply(self, data: bytes) -> bytes:
        """Return the frame that answers a message of the match; never raises for anything the bot does."""
        message = self._message.decode(data)
        starting = message.setup is not None
        try:
            for data in message.lists.values():
                attach(data)
            reply = self._open(message.id, message.setup) if message.setup else self._decide(message)
        except Exception as error:
            goes_on = not starting and self._class is not None and self._class.survives_errors
            return pack_frame(failed(message.id, error, self._file, "start" if starting else "crash", goes_on=goes_on))
        if os.getpid() != self._process:
            os._exit(0)
        return self._packed(reply)

    def heading(self) -> str:
        """Return at which point of the match the current decision is; empty before the first one."""
        return self._rules.heading(self._seen) if self._seen is not None else ""

    def _open(self, number: int, setup: BotSetup) -> Reply:
        self._class = self._class or self._load()
        options = msgspec.convert(setup.options, self._info.options)
        random.seed(setup.seed)
        self._seen = None
        self._bot = self._class(msgspec.structs.replace(setup, options=options))
        return Ready(number)

    def _decide(self, message: _Message) -> Reply:
        raw = message.request
        assert raw is not None and self._bot is not None
        view, legal = self._view.decode(raw.view), self._legal.decode(raw.legal)
        self._seen = view
        action = self._bot.decide(Request(raw.number, view, legal, raw.events, raw.seed, raw.seconds))
        if isinstance(action, Timed):
            return Answer(message.id, action.action, action.after)
        return Answer(message.id, action)

    def _packed(self, reply: Reply) -> bytes:
        try:
            frame = pack_frame(reply)
        except (TypeError, ValueError, OverflowError, RecursionError):
            action = reply.action if isinstance(reply, Answer) else None
            values = {"type": type(action).__name__}
            return pack_frame(Failed(reply.id, "garbage", "bots.garbage.type", values))
        if len(frame) > MOST_BYTES:
            return pack_frame(Failed(reply.id, "garbage", "bots.garbage.long", {"most": MOST_BYTES}))
        return frame


def main(arguments: Sequence[str]) -> int:
    """Run the process of one bot until the match closes the connection."""
    parser = argparse.ArgumentParser(prog="_bot")
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--rules")
    parser.add_argument("--bot")
    parser.add_argument("--base", default=name_of(Bot))
    parser.add_argument("--worker")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--folder", default="")
    parser.add_argument("--conduct", default="")
    parser.add_argument("--write", action="append", default=[])
    parser.add_argument("--serve", type=int)
    parser.add_argument("--exec", nargs=argparse.REMAINDER)
    parsed = parser.parse_args(arguments)
    if parsed.serve is not None:
        os.environ["SOUK_PLAIN"] = "1"
        load_named(parsed.worker)
        return main(go_on_in_forks(parsed.serve))
    go_on_behind_a_guard()
    confine(parsed.memory)
    if parsed.folder:
        _keep_to(parsed.folder, parsed.write, parsed.exec[0] if parsed.exec else "", parsed.conduct)
    if parsed.exec:
        _become(parsed.exec)
    if parsed.compiled:
        os.environ.pop("SOUK_PLAIN", None)
    elif parsed.worker or parsed.folder:
        os.environ["SOUK_PLAIN"] = "1"
    path, _, name = parsed.bot.rpartition(":")
    base = load_named(parsed.base)
    load = (lambda: load_file_class(path, name, base)) if ending(path) == ".py" else (lambda: load_named(parsed.bot))
    if parsed.worker:
        _serve(load_named(parsed.worker)(load, path), alone=sys.platform == "linux")
    else:
        _serve(Worker(load_named(parsed.rules)(), load, path))
    return 0


def _keep_to(folder: str, writable: Sequence[str], program: str, conduct: str) -> None:
    """Go to the folder of an entry of a contest and stay there, where the system can hold a process to that."""
    os.chdir(folder)
    sys.dont_write_bytecode = True
    if conduct and not program:
        note_conduct(conduct, folder, writable)
    keep_to(folder, writable, program)


def _become(words: Sequence[str]) -> None:
    """Replace this process by a program, without the library path of a bundle, whose libraries are not meant for it."""
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        original = environment.pop("LD_LIBRARY_PATH_ORIG", None)
        environment.pop("LD_LIBRARY_PATH", None)
        if original is not None:
            environment["LD_LIBRARY_PATH"] = original
    try:
        os.execve(words[0], list(words), environment)
    except OSError as error:
        raise SystemExit(f"{words[0]}: {reason(error)}") from error


def _serve(worker: Answering, *, alone: bool = False) -> None:
    """Answer messages one after the other until the connection ends.

    A separate thread reads them, so that the end of the match ends this process even during a decision; where this
    thread is `alone`, the guard sees to that.
    """
    inbox, outbox = _take_standard_streams()
    head_output(worker.heading)
    if alone:
        with contextlib.suppress(OSError):
            _answer(worker, inbox, outbox)
        return
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        source = Source(inbox)
        try:
            while True:
                messages.put(read_frame(source, _MOST_FROM_MATCH))
        except EndedError:
            os._exit(0)
        except OSError:
            return  # the bot closed the pipe itself: the match notices and reports it

    threading.Thread(target=listen, name="souk-listen", daemon=True).start()
    while True:
        try:
            send_all(outbox, worker.reply(messages.get()))
        except OSError:
            return


def _answer(worker: Answering, inbox: int, outbox: int) -> None:
    """Read and answer messages in this thread until the connection ends. Raises OSError if the bot closed it."""
    source = Source(inbox)
    while True:
        try:
            message = read_frame(source, _MOST_FROM_MATCH)
        except EndedError:
            os._exit(0)
        send_all(outbox, worker.reply(message))


def _take_standard_streams() -> tuple[int, int]:
    """Return private copies of standard input and output.

    The bot then reads nothing, and what it prints goes to the log.
    """
    inbox, outbox = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return inbox, outbox


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
