"""The same command line plays the same match on Windows, and each system verifies what the other recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cabinets.listed import offered
from tests.commands.command_line import souk
from tests.windows.wine import PYTHON, needs_windows, run, windows_path

pytestmark = [needs_windows, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.mark.parametrize("game", offered())
def test_a_match_and_its_recording_are_the_same(game: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here.souk", tmp_path / "there.souk"
    words = ("play", game, "--seed", "7", "--key", "0", "--headless", "--json", "--record")
    ours = souk(tmp_path, *words, here, timeout=300)
    theirs = run(PYTHON, tmp_path, *words, windows_path(there))
    assert (ours.returncode, theirs.returncode) == (0, 0), theirs.stderr
    assert json.loads(theirs.stdout) == json.loads(ours.stdout)
    verified = souk(tmp_path, "replay", there, "--verify", timeout=300)
    assert verified.returncode == 0, verified.stderr
    verified = run(PYTHON, tmp_path, "replay", windows_path(here), "--verify")
    assert verified.returncode == 0, verified.stderr
    assert json.loads(ours.stdout)["hash"] in verified.stdout
