"""The bundle is made, proves itself, and does without Python what the source does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import ROOT, environment, souk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("PyInstaller", reason="the extra `build` is not installed")
    dist = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, str(ROOT / "build" / "bundle.py"), "--dist", str(dist)], check=True)
    return dist / "souk" / "souk"


def run(program: Path, home: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """The outcome of a command of the bundle, on a machine without Python's folders."""
    variables = {**environment(home), "PATH": os.defpath}
    command = [str(program), *map(str, words)]
    return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=120, check=False)


def test_it_plays_as_the_source_does(program: Path, tmp_path: Path) -> None:
    words = ("play", "marrakech", "--seats", "greedy,random", "--seed", "7", "--headless", "--json")
    done = run(program, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout == souk(tmp_path, *words, SOUK_PLAIN="1").stdout


def test_its_tournament_has_workers(program: Path, tmp_path: Path) -> None:
    words = ("tournament", "nullgame", "--bots", "expert,random", "--games", "20", "--workers", "2", "--json", "-")
    done = run(program, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def test_it_draws(program: Path, tmp_path: Path) -> None:
    file = tmp_path / "title.png"
    done = run(program, tmp_path, "screenshot", "title", "--out", file)
    assert done.returncode == 0, done.stderr
    assert file.stat().st_size > 100_000


def test_it_runs_a_persons_bot(program: Path, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from game.core.bots import Bot\n\n\n"
        "class Mine(Bot):\n    def decide(self, request):\n        return request.legal[-1]\n"
    )
    done = run(program, tmp_path, "play", "nullgame", "--seats", f"{bot}:Mine,random", "--headless", "--json")
    assert done.returncode == 0, done.stderr
    assert "Mine" in done.stdout
    assert done.stderr == ""
