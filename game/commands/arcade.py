"""`main.py` without a command: the arcade, or a match as text where no window can open."""

from __future__ import annotations

import os
import sys

from game.cabinets.listed import CABINETS
from game.commands.play import play_headless
from game.commands.shared.window import open_at
from game.commands.shared.words import texts
from game.core.cabinet import Cabinet


def run() -> int:
    """Open the arcade; without a display, say so and play one match between computers as text."""
    from game.engine.loop.window import DisplayError, has_display

    try:
        if not has_display():
            raise DisplayError("cli.no_display")
        from game.scenes.arcade import title

        return open_at(title)
    except DisplayError:
        print(texts().line("cli.no_display"), file=sys.stderr)
        _play_as_text(next(iter(CABINETS.values())))
        return 0


def _play_as_text(cabinet: Cabinet) -> None:
    """Play one match as text: by the game's mix of computers, otherwise by the weakest with a better one in the first
    seat.
    """
    seed = int.from_bytes(os.urandom(4), "big")
    weakest, *others = cabinet.bots
    seats = cabinet.filled(() if cabinet.mix else others[:1], cabinet.info.usual_seats, cabinet.mix or (weakest,))
    play_headless(cabinet, seats, cabinet.info.options(), seed, show=True)
