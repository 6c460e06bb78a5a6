"""`main.py tablut-convert FROM [TO]`: converts a match between recordings, lists of moves and competition logs."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from game.cabinets.tablut import files
from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.rules.notation import NotationError
from game.cabinets.tablut.rules.state import Options
from game.commands.shared.converting import declare_conversion, put_out, text_in
from game.core.given import ending
from game.core.match.match import Match
from game.core.recording.replay import Playback, SeatRecord, read_replay, record_match
from game.ground.recordings import REPLAY_SUFFIX


def add_parser(subparsers: Any) -> None:
    """Declare the command `tablut-convert`."""
    sources = "a recording, moves, or a log of the competition"
    summary = "convert a match of Tablut between recordings, moves and logs"
    parser = declare_conversion(
        subparsers,
        "tablut-convert",
        summary,
        sources,
        "a recording or .txt; else it is printed",
        example="match.souk moves.txt",
    )
    parser.add_argument("--rules", choices=tuple(PRESETS), default="unibo", help="of moves and logs")


def run(arguments: argparse.Namespace) -> int:
    """Write the match to the target, or print its moves. Returns the exit code."""
    source: Path = arguments.source
    target: Path | None = arguments.target
    if ending(source) == REPLAY_SUFFIX:
        match = _recorded(source)
    else:
        match = files.play(files.read(text_in(source, files.MOST_BYTES)), Options(arguments.rules, sides="seat"))
    if target is not None and ending(target) == REPLAY_SUFFIX:
        _record(match, target)
    else:
        put_out(files.write(match), target)
    return 0


def _recorded(path: Path) -> Match:
    replay = read_replay(path)
    if replay.header.game != TABLUT.id:
        raise NotationError("tablut.file.game", name=path.name)
    playback = Playback(replay, TABLUT.rules)
    playback.seek(len(playback))
    return playback.match


def _record(match: Match, path: Path) -> None:
    """Record a match that was played somewhere else, finished or not."""
    seats = (SeatRecord("Black"), SeatRecord("White"))
    record_match(path, match, seats, datetime.now(UTC))
