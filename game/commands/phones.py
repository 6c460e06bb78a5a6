"""`main.py phones ADDRESS`: let people join a room on the LAN with the browsers of their phones."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
import time
from typing import Any, Literal

from game.commands.shared.declaring import declare
from game.commands.shared.numbers import whole
from game.commands.shared.words import texts
from game.core.errors import SpokenError
from game.core.process.process_group import PASSWORD_VARIABLE
from game.ground.texts import LANGUAGES, Texts
from net.address import parse_address
from net.discovery.interfaces import LOOPBACK, interfaces

WORDS = (
    "hello",
    "name",
    "nameless",
    "watcher",
    "sit",
    "watch",
    "open",
    "connecting",
    "left",
    "elsewhere",
    "refused",
    "full",
    "lost",
    "watching",
    "screen",
    "leave",
    "own",
    "language",
    "text_size",
    "colours",
    "usual",
    "sound",
)
"""Keys of the page's words, below `guests.page`."""
_LOOK = 0.5
"""Seconds between two looks at whether anybody has opened the page."""
_UNASKED = 60.0
"""Seconds within which somebody usually has opened the page."""


def add_parser(subparsers: Any) -> None:
    """Declare the command `phones`."""
    parser = declare(subparsers, "phones", "let phones join a room by their browser", example="127.0.0.1")
    parser.add_argument("address", metavar="ADDRESS[:PORT]", help="where the room's host is")
    parser.add_argument(
        "--password", default=os.environ.get(PASSWORD_VARIABLE, ""), metavar="TEXT", help="else SOUK_PASSWORD is taken"
    )
    parser.add_argument("--port", type=whole(0, 65535), metavar="N", help="TCP port of the page, 0 for any free one")
    parser.add_argument("--here", action="store_true", help="serve the page to this machine alone")
    parser.add_argument("--json", action="store_true", help="JSON lines on standard error")
    parser.add_argument("--game", default="", help=argparse.SUPPRESS)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--started", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until told to end."""
    from game.ground.settings import load
    from game.scenes.guests import starting
    from game.scenes.guests.nursery import Nursery

    try:
        from net.web.guest import USUAL, Knock, Order
        from net.web.guests import PORTS, GuestGate
    except ImportError as error:
        raise SpokenError("guests.no_library") from error
    first: Literal["ko", "en"] = "ko" if load()[0].resolved_language == "ko" else "en"
    usual = Knock("", "0" * 32, "Souk", *USUAL, first)
    room, begun = parse_address(arguments.address), Order(usual, game=arguments.game)
    forks = sys.platform == "linux" and not arguments.started
    nursery = (Nursery if forks else starting.StartedDrawers)(room, arguments.password, begun)
    local = [] if arguments.here else [str(each.ip) for each in interfaces() if each != LOOPBACK]
    hosts = [*local, str(LOOPBACK.ip)]
    said = {"first": first, **{language: _words(language) for language in LANGUAGES}}
    gate = GuestGate(hosts, said, nursery.order)
    if not forks:
        gate.most_guests, gate.most_shows = starting.MOST_GUESTS, starting.MOST_SHOWS
    gate.game = arguments.game
    ports = PORTS if arguments.port is None else [arguments.port]
    try:
        asyncio.run(_serve(gate, hosts, ports, arguments))
    finally:
        nursery.close()
    return 0


async def _serve(gate: Any, hosts: list[str], ports: Any, arguments: argparse.Namespace) -> None:
    from net.web.guests import FRESH

    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        await gate.open(ports)
    except OSError as error:
        raise SpokenError("guests.no_port", first=ports[0], last=ports[-1]) from error
    if arguments.child:
        threading.Thread(target=_outlive_nobody, args=(asyncio.get_running_loop(), ended), daemon=True).start()
    due = 0.0
    unasked, told = time.monotonic() + _UNASKED, False
    while not ended.is_set():
        if time.monotonic() >= due:
            if due:
                gate.renew()
            due = time.monotonic() + FRESH
            _tell([gate.address(host) for host in hosts], as_json=arguments.json)
        if (not gate.asked and time.monotonic() >= unasked) != told:
            told = not told
            _tell_unasked(told, gate.port, as_json=arguments.json)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), _LOOK)
    await gate.close()


def _outlive_nobody(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    """End with the program that began this one, however that ends: nothing comes by the standard input until then."""
    while os.read(0, 1):
        pass
    with contextlib.suppress(RuntimeError):  # it has ended by itself
        loop.call_soon_threadsafe(ended.set)


def _words(language: str) -> dict[str, str]:
    """Return the page's words in a language."""
    line = Texts(language).line
    return {"title": line("app.title"), **{word: line(f"guests.page.{word}") for word in WORDS}}


def _tell_unasked(unasked: bool, port: int, *, as_json: bool) -> None:
    """Tell that nobody has opened the page for a while, or that somebody now has."""
    if as_json:
        print(json.dumps({"unasked": unasked}), file=sys.stderr, flush=True)
    elif unasked:
        print(texts().line("guests.unasked", port=port), file=sys.stderr, flush=True)


def _tell(addresses: list[str], *, as_json: bool) -> None:
    """Tell where guests come in now."""
    if as_json:
        print(json.dumps({"phones": addresses}), file=sys.stderr, flush=True)
        return
    print(texts().line("guests.open"), file=sys.stderr)
    for address in addresses:
        print(f"  {address}", file=sys.stderr)
    sys.stderr.flush()
