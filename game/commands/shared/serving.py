"""The common command-line arguments of contest servers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from game.commands.shared.numbers import whole
from game.core.cabinet import Cabinet
from net.host.broadcast import Broadcast

IDLE = 0.25
"""The most seconds that a server sleeps, so that it can be interrupted on every system."""


def declare_server(parser: argparse.ArgumentParser, port: int, ports: str = "TCP port") -> None:
    """Declare the arguments for where a server listens, and whether it has a window."""
    parser.add_argument("--address", default="", help="listen on this address only, else on all")
    parser.add_argument("--port", type=whole(0, 65534), default=port, help=f"{ports} (default %(default)s)")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument("--json", action="store_true", help="print one JSON document a match and nothing else")
    parser.add_argument("--unlisted", action="store_true", help="nobody watches on the LAN, and no lobby shows it")
    parser.add_argument("--seed", type=int, help="what chance and computers follow from, else it is drawn")


def is_windowed(arguments: argparse.Namespace) -> bool:
    """Whether a window is wanted."""
    return not arguments.headless and not arguments.json


def show_hall(
    arguments: argparse.Namespace,
    contest: Any,
    hall: Callable[..., Any],
    room: str,
    cabinet: Cabinet,
    names: Sequence[str],
) -> int:
    """Open the window at the hall of a contest, which others may watch on the LAN as the room `room`."""
    from game.commands.shared.window import open_at

    if not arguments.unlisted:
        contest.watchers = Broadcast(room, cabinet, names, address=arguments.address or None)
    return open_at(lambda context: hall(context, contest))
