"""`main.py replay FILE`: watch, verify or print a recorded match."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.declaring import declare
from game.commands.shared.numbers import whole
from game.commands.shared.words import texts
from game.core.recording.replay import Playback, ReplayError, read_replay
from game.core.recording.views import is_view_recording, read_view_recording
from game.core.rules import OMNISCIENT
from game.scenes.replays.foreign import is_foreign, record_foreign


def add_parser(subparsers: Any) -> None:
    """Declare the command `replay`."""
    parser = declare(subparsers, "replay", "watch, verify or print a recorded match", example="match.souk --verify")
    parser.add_argument("file", type=Path)
    parser.add_argument("--step", type=whole(0, 1_000_000), default=0, metavar="N", help="open the window at this step")
    parser.add_argument("--verify", action="store_true", help="play all of it and check every hash")
    parser.add_argument("--json", action="store_true", help="print the header and every step")


def run(arguments: argparse.Namespace) -> int:
    """Watch, verify or print the replay."""
    if not arguments.verify and not arguments.json:
        from game.commands.shared import window

        return window.run_replay(arguments.file, arguments.step)
    if is_foreign(arguments.file):
        with TemporaryDirectory() as folder:
            return _show_match(record_foreign(arguments.file, Path(folder), texts()).path, arguments)
    if is_view_recording(arguments.file):
        return _show_views(arguments.file, as_json=arguments.json)
    return _show_match(arguments.file, arguments)


def _show_match(path: Path, arguments: argparse.Namespace) -> int:
    """Check a recording of a match, or print it. Raises ReplayError."""
    playback = open_replay(path)
    if arguments.verify:
        playback.verify()
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(document(playback), str_keys=True)))
    else:
        game = playback.rules.info.id
        values = {"path": str(arguments.file), "steps": len(playback), "game": game, "hash": playback.match.hash()}
        print(texts().line("cli.replay.sound", values))
    return 0


def _show_views(path: Path, *, as_json: bool) -> int:
    """Check a recording of views, and print it. Raises ReplayError."""
    recording = read_view_recording(path)
    header, end = recording.header, recording.end
    if header.game not in CABINETS:
        raise ReplayError("replay.error.unknown_game", game=header.game)
    recording.check(CABINETS[header.game].info)
    if as_json:
        print(json.dumps(msgspec.to_builtins({"header": header, "steps": recording.steps, "end": end}, str_keys=True)))
    else:
        values = {
            "path": str(path),
            "steps": len(recording.steps),
            "game": header.game,
            "hash": end.hash if end else "–",
        }
        print(texts().line("net.views.sound", values))
    return 0


def open_replay(path: Path) -> Playback:
    """Read a replay and make it ready to be played. Raises ReplayError."""
    replay = read_replay(path)
    if replay.header.game not in CABINETS:
        raise ReplayError("replay.error.unknown_game", game=replay.header.game)
    return Playback(replay, CABINETS[replay.header.game].rules)


def document(playback: Playback) -> dict[str, Any]:
    """Return the header, and every step with its moves, its events and the omniscient view after it.

    Seed and key are strings, as they may have 20 digits.
    """
    playback.seek(0)
    steps = []
    while playback.position < len(playback):
        step = playback.forward()
        steps.append(
            {
                "step": step.number,
                "moves": [{"seat": m.seat, "action": m.action, "forced": m.forced} for m in step.moves],
                "events": step.events,
                "hash": step.hash,
                "view": playback.view(OMNISCIENT),
            }
        )
    end = playback.replay.end
    header = msgspec.to_builtins(playback.replay.header)
    header |= {name: str(header[name]) for name in ("seed", "key")}
    return {"header": header, "steps": steps, "finished": end is not None, "end": end}
