"""docs/adding-a-game.md, followed to the letter in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.engine.input import CommandName
from tests import ROOT

BLOCK = re.compile(r"^```(?P<language>\w+)(?: (?P<what>add-to|from) (?P<file>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)


@pytest.mark.slow
@pytest.mark.timeout(480)
def test_the_page_makes_a_game(tmp_path: Path) -> None:
    project = tmp_path / "souk"
    keep = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".hypothesis", "dist", "*.egg-info")
    shutil.copytree(ROOT, project, ignore=keep)
    blocks = list(BLOCK.finditer((project / "docs" / "adding-a-game.md").read_text(encoding="utf-8")))
    assert len(blocks) >= 5
    for block in blocks:
        if block["what"] == "add-to":
            add_to(project / block["file"], block["body"])
        elif block["what"] == "from":
            assert block["body"] in (ROOT / block["file"]).read_text(encoding="utf-8")
        elif block["language"] == "sh":
            run(block["body"], project)
    assert (project / "pebbles.png").stat().st_size > 10_000
    assert (project / "reversi.png").stat().st_size > 10_000


def test_the_layout_of_hexagons_on_the_page_finds_each_by_its_middle() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (block,) = (found["body"] for found in BLOCK.finditer(page) if "def hexagons" in found["body"])
    names: dict[str, Any] = {}
    exec(block, names)
    keys = [(q, r) for q in range(-2, 3) for r in range(-2, 3)]
    layout = names["hexagons"](keys, 20.0)
    assert [layout.at(*layout.middle(key)) for key in keys] == keys
    assert layout.towards((0, 0), CommandName.RIGHT, keys) == (1, 0)


def add_to(path: Path, lines: str) -> None:
    """Put the entries of a block before the first one of a file's list."""
    text = path.read_text(encoding="utf-8")
    head, name, body = re.split(r"(^(?:CABINETS|PRESENTATIONS) = .*\n *\{\n)", text, maxsplit=1, flags=re.M)
    path.write_text(head + name + lines + body, encoding="utf-8")


def run(commands: str, project: Path) -> None:
    """Run a block of shell commands with this Python, whose own packages stay as they are."""
    commands = commands.replace("pip install ", "pip install --target packages ")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{project}{os.pathsep}{project / 'packages'}",
        "SOUK_HOME": str(project / "home"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=project,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, f"{commands}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
