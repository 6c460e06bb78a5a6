"""A contest of more entries of L4G than one room holds, from a folder, end to end."""

from __future__ import annotations

import csv
import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.core.tournament.evaluation import read_evaluation
from game.ground.texts import Texts
from game.scenes.evaluation.scene import plan_of
from tests import ROOT
from tests.commands.command_line import environment
from tests.contest.folders import EXAMPLES, content, player
from tests.processes import wait_until

ENTRIES = 60
GAMES = 4
SETTINGS = "games = 4\nseed = 'sixty'\n[options]\nturns = 10\nrows = 3\ncolumns = 3\n"
WAYS = ("up", "down", "left", "right")
MAIN = (sys.executable, str(ROOT / "main.py"))


def sixty(folder: Path) -> Path:
    """Make a folder of sixty entries: examples, one in another language, one that often raises, and small ones."""
    folder.mkdir()
    for name in EXAMPLES:
        shutil.copy(ROOT / "examples" / "l4g" / f"{name}.py", folder)
    shutil.copy(ROOT / "examples" / "bots" / "chooser.py", folder / "_chooser.py")
    (folder / "lines.toml").write_text(f"command = '{sys.executable} _chooser.py'\n", encoding="utf-8")
    for number in range(ENTRIES - len(EXAMPLES) - 1):
        name = f"s{number:02}"
        deed = "raise ValueError('no way')" if number == 0 else ""
        source = player(name, deed, row=number % 3, way=WAYS[number % len(WAYS)])
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    (folder / "contest.toml").write_text(SETTINGS, encoding="utf-8")
    return folder


def line(folder: Path, *words: str) -> list[str]:
    return [*MAIN, "contest", "l4g", str(folder), "--language", "en", *words]


def contest(folder: Path, home: Path, *words: str) -> str:
    """What the command says until it has come to its end."""
    done = subprocess.run(
        line(folder, *words), env=environment(home), capture_output=True, encoding="utf-8", timeout=1200
    )
    assert done.returncode == 0 and "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
    return done.stdout


def figures(folder: Path) -> dict[str, Any]:
    document = json.loads((folder / "results" / "results.json").read_text(encoding="utf-8"))
    names = ("players", "seats", "grades", "numbers", "rooms", "failures", "failed_calls", "games")
    return {name: document[name] for name in names}


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_sixty_entries_play_in_two_rooms_the_same_after_an_interruption_and_by_two_workers(tmp_path: Path) -> None:
    folder, home = sixty(tmp_path / "subs"), tmp_path / "home"
    before = content(folder)
    said = contest(folder, home, "--workers", "1")
    told = "They play in 2 rooms of 49, drawn anew in each of 4 rounds, 1 game a round: 4 games for each."
    assert "60 entries play, 0 are out.\n" + told in said
    whole = figures(folder)
    assert content(folder) == before
    assert whole["games"] == GAMES and len(whole["numbers"]) == 2 * GAMES
    assert whole["failed_calls"]["s00"]["raised"] >= 1
    counts = {name: sum(grade is not None for grade in own) for name, own in whole["grades"].items()}
    assert {counts[path.stem] for path in folder.glob("[a-z]*.py")} == {GAMES}
    _look_at(folder)
    with subprocess.Popen(
        line(folder, "--workers", "2"),
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as running:
        journals = home / "cache" / "tournaments"
        wait_until(lambda: any(file.stat().st_size for file in journals.glob("*.jsonl")), "a game")
        running.send_signal(signal.SIGINT)
        stopped, _ = running.communicate(timeout=120)
    assert running.returncode == 1 and "The same command goes on from here." in stopped, stopped
    assert list(journals.glob("*.jsonl"))
    contest(folder, home, "--workers", "2")
    assert figures(folder) == whole
    (folder / "late.py").write_text(player("late", row=1), encoding="utf-8")
    late = contest(folder, home, "--games", "2")
    assert re.search(r"all 2 are played again. The last run took \d+:\d\d", late) and "61 entries play" in late
    kept = json.loads((folder / "results" / "results-1.json").read_text(encoding="utf-8"))
    assert kept["grades"] == whole["grades"]


def _look_at(folder: Path) -> None:
    """Hold to the results what a contest writes, and what is made of them."""
    results = folder / "results"
    document = read_evaluation(results / "results.json")
    page = (results / "report.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 1 << 20
    assert "4 games for each, in 2 rooms of 49" in page
    assert 100 <= len(re.findall(r"<canvas", page)) <= 2 * ENTRIES
    command = re.search(
        r"results results.json --game (-?\d+) --follow (\d+)", (results / "students" / "s07.html").read_text("utf-8")
    )
    assert command is not None
    number, seat = int(command[1]), int(command[2]) - 1
    assert document.lineup_of(number)[seat] == "s07"
    seats = plan_of(document, number, Texts("en"), results).seats
    assert len(seats) == 49 and "s07" in seats[seat].name
    assert len(list((results / "students").glob("*.html"))) == ENTRIES
    with (results / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == ENTRIES and all(1 <= int(row["low"]) <= int(row["high"]) for row in rows)
