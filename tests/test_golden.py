"""Recorded matches of every game that must go on playing as they did.

After a wanted change of rules raise the game's version and record them again:

    python main.py play GAME --seats random,random --seed 1 --headless --record tests/golden/GAME-2.souk
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from tests.conformance import seat_counts

FOLDER = Path(__file__).parent / "golden"
GOLDEN = sorted(FOLDER.glob("*.souk"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_replay_still_plays(path: Path) -> None:
    replay = read_replay(path)
    Playback(replay, CABINETS[replay.header.game].rules).verify()


@pytest.mark.parametrize("game", CABINETS)
def test_every_game_has_golden_replays(game: str) -> None:
    recorded = {len(read_replay(path).header.seats) for path in GOLDEN if path.stem.startswith(f"{game}-")}
    assert recorded == set(seat_counts(CABINETS[game]))
