"""The server of forks: a process that has imported what bots need, and begins each bot as a copy of itself (Linux).

It has one thread, holds no secret, and runs nothing of a bot. What a child would inherit of it is put right before the
child goes on: the socket and all other descriptors are closed, and it gets a session, a parent to die with, and a
cookie of its own. Whatever else limits a bot comes after the fork, as after a start (bot/worker.py).
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from game.core.errors import reason
from game.core.process.confine import die_with_parent, hide_memory, show_memory

MOST_GIVEN = 4
"""The most descriptors that a child gets: its standard streams, and a board."""
MOST_BYTES = 1 << 16
"""The most bytes of a message to or from the server."""
_ABOVE = 64
"""Descriptors from here on are used to put others in order."""


class Fork(msgspec.Struct, frozen=True, tag="fork", tag_field="type"):
    """Begin a child with the descriptors that come along, as its descriptors from 0 on."""

    arguments: list[str]
    cookie: str
    """What names the child in its environment, `NAME=value`, as long as the server's own."""


class Look(msgspec.Struct, frozen=True, tag="look", tag_field="type"):
    """Tell whether a child has ended; it stays a zombie, so that its process id is kept."""

    process: int


class Collect(msgspec.Struct, frozen=True, tag="collect", tag_field="type"):
    """Wait for a child that was killed or has ended, which frees its process id."""

    process: int


Question: TypeAlias = Fork | Look | Collect


class Told(msgspec.Struct, frozen=True):
    """The answer to a question."""

    process: int = 0
    code: int | None = None
    """The exit code of a child that has ended, negative for a signal."""
    error: str = ""
    """Why there is no child."""


def go_on_in_forks(control: int) -> list[str]:
    """Answer the questions that come through the socket `control`; end this process when it is closed.

    Returns in each child, with its arguments.
    """
    import socket  # a bot that is started for itself does without

    if sys.platform != "linux":
        raise OSError("only on Linux")
    hide_memory()  # which imports all that the children need for the same
    gc.collect()
    gc.freeze()
    decoder = msgspec.msgpack.Decoder(Question)
    with socket.socket(fileno=control) as questions:
        while True:
            data, descriptors, _, _ = socket.recv_fds(questions, MOST_BYTES, MOST_GIVEN)
            if not data:
                os._exit(0)
            question = decoder.decode(data)
            if isinstance(question, Fork):
                told = _fork(question)
                if told is None:
                    questions.close()
                    _take(descriptors)
                    return question.arguments
            elif isinstance(question, Look):
                told = _look(question.process)
            else:
                os.waitpid(question.process, 0)
                told = Told(question.process)
            for descriptor in descriptors:
                os.close(descriptor)
            questions.send(msgspec.msgpack.encode(told))


def _fork(asked: Fork) -> Told | None:
    """Return the new child's process id, or why there is none; None in the child."""
    if sys.platform != "linux":
        raise OSError("only on Linux")
    server = os.getpid()
    try:
        child = os.fork()
    except OSError as error:
        return Told(error=reason(error))
    if child:
        return Told(child)
    os.setsid()
    die_with_parent(signal.SIGTERM)
    if os.getppid() != server:
        os._exit(128 + signal.SIGTERM)
    show_memory()
    _call_oneself(asked.cookie)
    return None


def _look(process: int) -> Told:
    if sys.platform != "linux":
        raise OSError("only on Linux")
    found = os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if found is None:
        return Told(process)
    return Told(process, found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)


def _take(descriptors: Sequence[int]) -> None:
    """Make these the descriptors from 0 on and close all others. Only standard streams reach what the child starts."""
    import fcntl  # which Windows lacks

    if sys.platform != "linux":
        raise OSError("only on Linux")
    moved = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _ABOVE) for descriptor in descriptors]
    for number, descriptor in enumerate(moved):
        os.dup2(descriptor, number, inheritable=number < 3)
    os.closerange(len(moved), max(moved) + 1)


def _call_oneself(cookie: str) -> None:
    """Write a cookie over the one this process was started with, where others read it, and into its environment."""
    import ctypes

    name, _, value = cookie.partition("=")
    system = ctypes.CDLL(None)
    system.getenv.restype = ctypes.c_void_p
    system.getenv.argtypes = (ctypes.c_char_p,)
    place = system.getenv(name.encode())
    if not place or len(ctypes.string_at(place)) != len(value):
        sys.exit("the cookie has no place")
    ctypes.memmove(place, value.encode(), len(value))
    os.environ[name] = value
