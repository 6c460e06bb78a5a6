"""`main.py` without a command, and every command that opens the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cabinets import CABINETS
from game.commands import texts
from game.commands.seats import HUMAN, seats_for
from game.core.cabinet import Cabinet

if TYPE_CHECKING:
    from game.engine.scene import Context, Scene


def run() -> int:
    """Open the arcade; where there is no display, say so and play one match between computers as text."""
    from game.engine.window import DisplayError, has_display

    try:
        if not has_display():
            raise DisplayError("cli.no_display")
        from game.scenes.arcade import title

        return _open(title)
    except DisplayError:
        print(texts().line("cli.no_display"), file=sys.stderr)
        _play_as_text(next(iter(CABINETS.values())))
        return 0


def run_match(cabinet: Cabinet, seats: str | None, options: Any, seed: int, record: Path | None) -> int:
    """Open the window at the table of one match."""
    from game.core.bot_loading import parse_spec
    from game.scenes import arcade
    from game.scenes.local_feed import MatchPlan, SeatPlan

    words = texts()
    specs = seats_for(cabinet, seats) if seats else (HUMAN, *seats_for(cabinet, None)[1:])
    for spec in specs:
        if spec != HUMAN:
            parse_spec(spec, cabinet.bots)
    names = arcade.seat_names(specs, cabinet, words)
    plan = MatchPlan(cabinet.id, tuple(map(SeatPlan, names, specs)), options, seed)
    return _open(lambda context: arcade.table(context, plan, record))


def run_replay(path: Path) -> int:
    """Open the window at a replay."""
    from game.scenes import arcade

    return _open(lambda context: arcade.replay(context, path))


def _open(first: Callable[[Context], Scene]) -> int:
    """Open the window at a scene and stay until the person leaves."""
    from game.engine.app import App
    from game.settings import load

    settings, problem = load()
    app = App(settings)
    if problem:
        app.say(problem)
    app.run(first)
    return 0


def _play_as_text(cabinet: Cabinet) -> None:
    from game.commands.play import play_headless

    seed = int.from_bytes(os.urandom(4), "big")
    weakest, *others = cabinet.bots
    better = others[0] if others else weakest
    seats = (better, *[weakest] * (cabinet.info.seats[-1] - 1))
    play_headless(cabinet, seats, cabinet.info.options(), seed)
