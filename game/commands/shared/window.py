"""Opening the window: at the title, at a table, at the lobby joining a room, at a replay."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.commands.shared.words import texts
from game.core.bot.keys import key_against
from game.core.bot.loading import HUMAN
from game.core.bot.mixture import players_of
from game.core.cabinet import Cabinet

if TYPE_CHECKING:
    from game.engine.scene import Context, Scene
    from net.address import Address


def open_at(first: Callable[[Context], Scene]) -> int:
    """Open the window at a scene and stay until the person leaves. Raises DisplayError."""
    from game.engine.loop.app import App
    from game.ground.settings import load

    settings, problem = load()
    # SDL would treat SIGTERM like the close button, and a match would ask; a system shutting down waits for no answer.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        app = App(settings)
        if problem:
            app.say(problem)
        app.run(first)
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def run_match(
    cabinet: Cabinet, specs: Sequence[str], options: Any, seed: int, record: Path | None, key: int | None = None
) -> int:
    """Open the window at the table of one match."""
    from game.scenes import arcade
    from game.scenes.feeds.adapting import in_force
    from game.scenes.feeds.plan import MatchPlan, SeatPlan

    words = texts()
    specs = in_force(specs, cabinet)
    programs = [players_of(spec, cabinet.bots) for spec in specs if spec != HUMAN]
    key = key_against(cabinet.info, chain.from_iterable(programs)) if key is None else key
    names = arcade.seat_names(specs, cabinet, words)
    plan = MatchPlan(cabinet.id, tuple(map(SeatPlan, names, specs)), options, seed, key=key)
    return open_at(lambda context: arcade.table(context, plan, record))


def run_join(address: Address, name: str, password: str, owner: bytes) -> int:
    """Open the window in the lobby, joining a room."""
    from game.scenes import arcade
    from game.scenes.lan.link import Joining

    joining = Joining(address, name, False, password, owner)
    return open_at(lambda context: arcade.lobby(context, joining=joining))


def run_replay(path: Path, step: int = 0) -> int:
    """Open the window at a replay, paused if `step` is not 0."""
    from game.scenes import arcade

    return open_at(lambda context: arcade.replay(context, path, step))
