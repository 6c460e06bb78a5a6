"""Pictures of recorded matches as files: what is written gives back the same points."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pygame

from game.cabinets.sketch.papers import papers_of
from game.cabinets.sketch.stage.files import as_svg
from tests import ROOT
from tests.commands.command_line import souk_here

RECORDING = ROOT / "tests" / "golden" / "sketch-5.souk"
SVG = "{http://www.w3.org/2000/svg}"


def test_an_svg_gives_back_the_points_of_its_strokes() -> None:
    papers = papers_of(RECORDING)
    assert len(papers) > 1
    for paper in papers:
        root = ElementTree.fromstring(as_svg(paper))
        told = [group.findtext(f"{SVG}desc") or "" for group in root.iter(f"{SVG}g")]
        assert [tuple(map(int, text.split())) for text in told] == [stroke.points for stroke in paper.strokes]
        assert root.findtext(f"{SVG}title") == paper.word


def test_the_command_writes_both_and_says_when_there_is_no_such_round(tmp_path: Path) -> None:
    svg, png = tmp_path / "x.svg", tmp_path / "x.png"
    done = souk_here(tmp_path, "sketch-export", RECORDING, "--round", "1", "--svg", svg, "--png", png, "--scale", "2")
    assert done.returncode == 0, done.stderr
    picture = pygame.image.load(png)
    assert picture.get_size() == (2048, 1536) and svg.read_text(encoding="utf-8").count("<g>") == 8
    assert len({tuple(picture.get_at((x, y))) for x in range(0, 2048, 8) for y in range(0, 1536, 8)}) > 3
    refused = souk_here(tmp_path, "sketch-export", RECORDING, "--round", "99", "--svg", svg)
    assert refused.returncode and "99" in refused.stderr
    (tmp_path / "cut.souk").write_bytes(RECORDING.read_bytes()[:600])
    refused = souk_here(tmp_path, "sketch-export", tmp_path / "cut.souk", "--svg", svg)
    assert refused.returncode and "round 1; 0" in refused.stderr
