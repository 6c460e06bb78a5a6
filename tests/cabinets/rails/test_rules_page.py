"""The picture of the rules page: its file holds what the rules play, and it is drawn without playing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.stage.rules import rules_pictures
from game.cabinets.rails.stage.stage import RailsStage
from game.conformance import bench
from game.engine.canvas import Box, Canvas
from game.engine.sprites import blank
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import ROOT, environment


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_the_picture(language: str) -> None:
    pygame.display.set_mode((1, 1))
    pictures = rules_pictures(RailsStage, bench.surroundings(1, Options()))
    text = Texts(language).raw("rails.rules")
    assert [name for name in pictures if f"![{name}]" in text] == ["trains"]


def test_the_file_holds_the_moments_that_the_rules_play(tmp_path: Path) -> None:
    command = [sys.executable, "build/rails_rules.py", "--check"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(tmp_path, PYTHONPATH=str(ROOT)),
        check=False,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr


def test_the_parts_of_the_picture_differ_and_keep_within_their_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("start", "step"):
        monkeypatch.delattr(RailsRules, name)  # nothing is played for the picture
    pygame.display.set_mode((1, 1))
    picture = rules_pictures(RailsStage, bench.surroundings(1, Options()))["trains"]
    surface = blank(780, 234)
    picture.paint(Canvas(surface, 1.0), Box(0, 0, 780, 234))
    assert all(surface.get_at((x, 0)).a == 0 for x in (0, 779)), "the map is drawn over a frame's rounded corner"
    parts = [bytes(surface.subsurface((x, 60, 230, 150)).convert_alpha().get_buffer().raw) for x in (10, 275, 540)]
    assert len(set(parts)) == 3
