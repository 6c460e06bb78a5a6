"""`main.py tablut-player`: Souk's bot as a player on a foreign competition server."""

from __future__ import annotations

import argparse
import re
import socket
import time
from typing import Any

from game.cabinets.tablut.net.player import SIDE_OF, Player, play
from game.cabinets.tablut.net.wire import BLACK_PORT, WHITE_PORT, Position
from game.cabinets.tablut.players.bots import BOTS, ExpertBot
from game.cabinets.tablut.players.search import best_moves
from game.cabinets.tablut.players.values import weights_of, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import PRESETS, Law
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seconds
from game.commands.shared.words import texts

_TRIED = 3000
"""Nodes of the search that measures the speed."""
_SHARE = 0.5
"""Share of the time that is used: the measure is rough, and the machine may have other things to do."""


def add_parser(subparsers: Any) -> None:
    """Declare the command `tablut-player`."""
    parser = declare(
        subparsers,
        "tablut-player",
        "play Tablut on a server of the university competition",
        example="white --address 192.168.0.12",
    )
    parser.add_argument("colour", choices=tuple(SIDE_OF))
    parser.add_argument("--address", default="127.0.0.1", help="of the server (default %(default)s)")
    parser.add_argument("--port", type=int, help=f"TCP port (default {WHITE_PORT} for white, {BLACK_PORT} for black)")
    parser.add_argument("--time", type=seconds(0.1), default=60.0, help="seconds for a move (default 60)")
    parser.add_argument("--name", default="Souk", help="as the server shows it (default %(default)s)")
    parser.add_argument("--bot", choices=("greedy", "expert", "master"), default="master")
    parser.add_argument("--rules", choices=tuple(PRESETS), default="unibo", help="what is thought by")


def run(arguments: argparse.Namespace) -> int:
    """Play one match and print how it ended. Returns the exit code."""
    law = PRESETS[arguments.rules]
    port = arguments.port or (WHITE_PORT if arguments.colour == "white" else BLACK_PORT)
    bot = BOTS[arguments.bot]
    most = bot.nodes if issubclass(bot, ExpertBot) else 1
    player = Player(arguments.colour, law, max(1, min(most, int(_speed(law) * arguments.time * _SHARE))))
    try:
        with socket.create_connection((arguments.address, port), timeout=arguments.time + 300) as connection:
            name = re.sub(r"[^A-Za-z0-9]", "", arguments.name)[:10] or "Souk"
            ended = play(connection, name, player, _told)
    except OSError as error:
        raise CommandError(
            "tablut.wire.connection", address=arguments.address, port=port, why=error.strerror or str(error)
        ) from error
    print(texts().line(f"tablut.wire.end.{ended}"))
    return 0


def _told(position: Position) -> None:
    print(position.turn, flush=True)


def _speed(law: Law) -> float:
    """Return the nodes searched in a second on this machine now."""
    board = b.new_board(b.START, b.ATTACKER, law, worths_of(law))
    codes, begun = b.codes_of(board), 0.0
    for nodes in (10, _TRIED):
        begun = time.perf_counter()
        best_moves(board, weights_of(law, b.ATTACKER), codes, {}, nodes)
    return _TRIED / max(1e-3, time.perf_counter() - begun)
