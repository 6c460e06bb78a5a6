"""`main.py discover`: list the matches hosted on this LAN."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.columns import columns
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seconds, whole
from game.commands.shared.words import texts
from game.ground.texts import Texts
from net.discovery.discovery import Finder, Found, discovery_port
from net.discovery.interfaces import LocalNetwork

STEP_SECONDS = 0.02
_COLUMNS = ("name", "game", "seats", "spectators", "password", "latency", "address")


def add_parser(subparsers: Any) -> None:
    """Declare the command `discover`."""
    parser = declare(subparsers, "discover", "list the rooms on this LAN", example="")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--seconds", type=seconds(0.01, 3600), default=2.5, help="how long to listen (default 2.5)")
    parser.add_argument("--port", type=whole(1, 65535), default=discovery_port(), help="UDP port (default %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Listen for a while, then print the hosted matches."""
    with contextlib.closing(LocalNetwork(arguments.port)) as network:
        return _report(network, arguments)


def _report(network: LocalNetwork, arguments: argparse.Namespace) -> int:
    if not network.interfaces:
        raise CommandError("discovery.no_network")
    words = texts()
    if not network.hears:
        print(words.line("discovery.deaf", port=arguments.port), file=sys.stderr)
    found, garbage = listen(network, arguments.seconds)
    if arguments.json:
        print(json.dumps(document(found, network, garbage)))
        return 0
    for line in table(words, found) if found else advice(words, arguments.port):
        print(line)
    return 0


def listen(network: LocalNetwork, seconds: float) -> tuple[Sequence[Found], int]:
    """Return the matches found within `seconds`, and the number of invalid datagrams."""
    finder = Finder(network)
    until = time.monotonic() + seconds
    while (now := time.monotonic()) < until:
        finder.poll(now)
        time.sleep(STEP_SECONDS)
    return finder.found, finder.garbage


def document(found: Sequence[Found], network: LocalNetwork, garbage: int) -> dict[str, Any]:
    """Return the matches as JSON for programs."""
    return {
        "matches": [
            msgspec.to_builtins(match.offer)
            | {
                "address": match.host,
                "latency_ms": None if match.latency is None else round(1000 * match.latency, 3),
            }
            for match in found
        ],
        "interfaces": [str(interface) for interface in network.interfaces],
        "hears": network.hears,
        "garbage": garbage,
    }


def table(words: Texts, found: Sequence[Found]) -> list[str]:
    """Return the matches as lines of text for people."""
    heading = [words.line(f"discovery.column.{name}") for name in _COLUMNS]
    return columns([heading, *(_row(words, match) for match in found)], right=[_COLUMNS.index("latency")])


def _row(words: Texts, match: Found) -> list[str]:
    offer = match.offer
    game = words.line(f"{offer.game}.name") if offer.game in CABINETS else offer.game
    seats = "discovery.playing" if offer.playing else "discovery.free"
    if not offer.seats:
        seats = "discovery.watch"
    return [
        offer.name,
        game,
        words.line(seats, free=offer.free, seats=offer.seats),
        str(offer.spectators),
        words.line("discovery.yes" if offer.password else "discovery.no"),
        "–" if match.latency is None else words.line("discovery.milliseconds", count=f"{1000 * match.latency:.1f}"),
        str(match.address),
    ]


def advice(words: Texts, port: int) -> list[str]:
    """Return advice for when no match was found."""
    systems = {"darwin": "macos", "win32": "windows"}
    firewall = words.line(f"discovery.firewall.{systems.get(sys.platform, 'other')}", port=port)
    return [words.line("discovery.nobody"), firewall, words.line("discovery.typed")]
