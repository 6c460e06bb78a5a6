"""The programs in build/: who asks one what it does is told, and nothing is written."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

pytestmark = pytest.mark.slow

PROGRAMS = sorted(
    path for path in (ROOT / "build").glob("*.py") if 'if __name__ == "__main__"' in path.read_text(encoding="utf-8")
)
ASSETS = importlib.util.find_spec("soundfile") is not None


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_asked_for_help_a_program_says_what_it_does_and_writes_nothing(program: Path, tmp_path: Path) -> None:
    if program.stem == "make_sounds" and not ASSETS:
        pytest.skip("it needs what the extra `assets` installs")
    before = changed()
    command = [sys.executable, str(program), "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"usage: {program.name}" in done.stdout and len(done.stdout.splitlines()) > 3
    assert changed() == before
    assert [*tmp_path.iterdir()] == []


def test_no_page_of_the_protocols_is_left_out_for_a_game_that_is_broken() -> None:
    planted = "CABINETS.places['lost'] = 'lost.cabinet:LOST'"
    pages = "import protocol_pages; [*protocol_pages.pages()]"
    program = (
        f"import sys; sys.path[:0] = ['build', '.']; from game.cabinets.listed import CABINETS; {planted}; {pages}"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=240, check=False
    )
    assert done.returncode == 1
    assert "BrokenGameError" in done.stderr and "lost" in done.stderr


def changed() -> str:
    """What differs from the commit in the places that these programs write to, as git tells it."""
    places = ["assets", "docs", "game", "constraints.txt"]
    command = ["git", "-C", str(ROOT), "diff", "--stat", "--", *places]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=True).stdout
