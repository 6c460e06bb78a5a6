"""One source, two speeds: plain Python and machine code play the same games of L4G."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from typing import Any

import msgspec
import pytest

from game.cabinets.l4g.players import playing
from game.cabinets.l4g.players.styles import STYLES
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.rules import Options
from game.core.compiled import array, plain

NAMES = list(STYLES)
ROOMS = (
    (49, Options()),
    (2, Options()),
    (3, Options(rows=2, columns=2, turns=60, penalty=1)),
    (12, Options(rows=2, columns=9, turns=60, incubation=2, direct_health=3, wait=1, prayed_wait=1)),
    (16, Options(rows=9, columns=3, turns=50, guests=7, corpse_health=1, rise=1)),
    (60, Options(rows=9, columns=9, turns=30, heal=0, infect=9, incubation=1)),
    (7, Options(rows=3, columns=3, turns=90, guests=60, heal=60, infect=60)),
)
"""Players and settings: the regular game, few seats, many, odd rooms, numbers at their ends."""


def table(players: int, options: Options) -> tuple[Any, Any, Any]:
    """A room, who plays which style in it, and the arrays to play with."""
    room = array(r.new_room(players, msgspec.structs.astuple(options)))
    return room, array(seat % len(NAMES) for seat in range(players)), playing.new_scratch()


def rooms_after(games: int) -> str:
    """A hash over the final rooms and grades of so many games, their numbers alternately negative."""
    digest = blake2b(digest_size=16)
    styles = array(weight for row in STYLES.values() for weight in row)
    tables = [table(*room) for room in ROOMS]
    for number in range(games):
        room, lineup, scratch = tables[number % len(tables)]
        high, low = r.halves(number * 0x1234567 * (-1) ** number)
        playing.play_game(room, high, low, lineup, styles, scratch)
        digest.update(repr((plain(room), plain(scratch.grades))).encode())
    return digest.hexdigest()


def other_speed(games: int) -> str:
    """The same of plain Python."""
    script = f"from tests.cabinets.l4g.test_speeds import rooms_after; print(rooms_after({games}))"
    environment = {**os.environ, "SOUK_PLAIN": "1"}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_both_speeds_play_the_same_many_games() -> None:
    """Ten of each room."""
    pytest.importorskip("numba")
    assert rooms_after(10 * len(ROOMS)) == other_speed(10 * len(ROOMS))
