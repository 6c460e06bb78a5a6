"""A contest of Marrakech from a folder, end to end: bots in four languages, a late one and a mended one."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.commands.command_line import environment
from tests.contest.folders import content

BOTS = ROOT / "examples" / "bots"
MAIN = (sys.executable, str(ROOT / "main.py"))
FIRST = """\
from game.core.bots import Bot


class First(Bot):
    def decide(self, request):
        return request.legal[{which}]
"""


def command(folder: Path, games: int) -> list[str]:
    return [*MAIN, "contest", "marrakech", str(folder), "--games", str(games), "--key", "7", "--language", "en"]


def contest(folder: Path, home: Path, games: int) -> str:
    line = command(folder, games)
    done = subprocess.run(line, env=environment(home), capture_output=True, encoding="utf-8", timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


def stopped(folder: Path, home: Path, games: int) -> str:
    """Run the command and interrupt it as soon as a match is on the disk. Returns what it said."""
    with subprocess.Popen(
        command(folder, games),
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as running:
        until = time.monotonic() + 600
        while not (folder / "results" / "league.json").exists() and running.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=120)
    assert "Stopped. The same command goes on" in said and "Traceback" not in said, said
    return said


def results(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results" / "results.json").read_text(encoding="utf-8"))
    return found


def four_languages(folder: Path) -> None:
    """Put twelve bots into a folder: eight in Python and four by commands, of which two cannot play."""
    shutil.copy(BOTS / "neighbour.py", folder)
    half, third = (f"len(request.legal) // {part}" for part in (2, 3))
    for name, which in {"ann": "0", "ben": "-1", "cem": half, "dan": third}.items():
        (folder / f"{name}.py").write_text(FIRST.format(which=which), encoding="utf-8")
    (folder / "eve.py").write_text(FIRST.format(which="10 ** 6"), encoding="utf-8")
    (folder / "fay").mkdir()
    (folder / "fay" / "fay.py").write_text(f"import helper\n{FIRST.format(which='helper.WHICH')}", encoding="utf-8")
    (folder / "fay" / "helper.py").write_text("WHICH = 1\n", encoding="utf-8")
    (folder / "gus.py").write_text("import no_such_module\n", encoding="utf-8")
    shutil.copy(BOTS / "chooser.py", folder / "chooser.py")
    (folder / "hal.toml").write_text(f"command = '{sys.executable} chooser.py'\nmembers = ['Hal']\n", encoding="utf-8")
    shutil.copy(BOTS / "collector.js", folder)
    (folder / "ida.toml").write_text('command = "node collector.js"\n', encoding="utf-8")
    shutil.copy(Path(__file__).with_name("lines.pl"), folder)
    (folder / "jon.toml").write_text('command = "perl lines.pl"\n', encoding="utf-8")
    built = ["g++", "-std=c++17", "-O1", "-o", str(folder / "chooser"), str(BOTS / "chooser.cpp")]
    subprocess.run(built, check=True, timeout=300)
    (folder / "kim.toml").write_text('command = "./chooser"\n', encoding="utf-8")


@pytest.mark.slow
@pytest.mark.timeout(2400)
@pytest.mark.skipif(
    not all(map(shutil.which, ("node", "perl", "g++"))), reason="bots in four languages need what runs them"
)
def test_bots_in_four_languages_play_a_league_that_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "subs"
    folder.mkdir()
    four_languages(folder)
    before = content(folder)
    stopped(folder, tmp_path / "home", 24)
    contest(folder, tmp_path / "home", 24)
    assert content(folder) == before
    first = results(folder)
    alone = tmp_path / "alone"
    shutil.copytree(folder, alone, ignore=shutil.ignore_patterns("results", "eve.py", "gus.py"))
    contest(alone, tmp_path / "other", 24)
    assert results(alone)["bouts"] == first["bouts"], "stopped or not, those that are out change nothing"
    entries = {entry["name"]: entry for entry in first["contest"]["entries"]}
    assert len(entries) == 12
    out = {name: entry["checked"]["out"] for name, entry in entries.items() if not entry["plays"]}
    assert out == {"eve": "lost", "gus": "load"}
    assert len(first["bouts"]) == 24
    page = (folder / "results" / "report.html").read_text(encoding="utf-8")
    assert "Who beats whom" in page and "Matches to watch" in page and "IndexError" in page
    (folder / "ann.py").write_text(FIRST.format(which="1"), encoding="utf-8")
    (folder / "lou.py").write_text(FIRST.format(which="2"), encoding="utf-8")
    said = contest(folder, tmp_path / "home", 40)
    assert "New or changed: ann, lou." in said
    second = results(folder)
    known = {bout["hash"] for bout in second["bouts"]}
    assert all(bout["hash"] in known for bout in first["bouts"] if "ann" not in bout["bots"])
    assert "lou" in second["bots"] and any("lou" in bout["bots"] for bout in second["bouts"])
    assert second["contest"]["before_file"] == "results-1.json"
