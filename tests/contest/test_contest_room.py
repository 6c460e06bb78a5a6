"""A contest of L4G from a folder, end to end: examples, good ones and ten broken ones."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.l4g.evaluation.evaluation import game_numbers
from game.cabinets.l4g.evaluation.trial import SEED
from game.core.bot import conduct
from game.core.process.landlock import landlock_version
from tests import ROOT
from tests.commands.command_line import environment
from tests.contest.folders import EXAMPLES, FILL, GOOD, OUT, PLAY_ON, broken_folder, content, player

GAMES = 24
MAIN = (sys.executable, str(ROOT / "main.py"))
COMMAND = (*MAIN, "contest", "l4g", "--language", "en", "--option", "turns=40")
"""A third of the turns of usual games: here they are played without the compiler."""
PLAYING = (*GOOD, *PLAY_ON, *EXAMPLES)


def contest(folder: Path, home: Path, *words: str, games: int = GAMES) -> subprocess.CompletedProcess[str]:
    """Run the command until it ends."""
    line = [*COMMAND, str(folder), "--games", str(games), *words]
    return subprocess.run(line, env=environment(home), capture_output=True, encoding="utf-8", timeout=900)


def stopped(folder: Path, home: Path, games: int = GAMES) -> str:
    """Run the command and interrupt it as soon as a game is on the disk. Returns what it said."""
    line = [*COMMAND, str(folder), "--games", str(games)]
    with subprocess.Popen(
        line, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as running:
        journal = home / "cache" / "tournaments"
        until = time.monotonic() + 600
        while not list(journal.glob("*.jsonl")) and running.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=120)
    assert running.returncode in (0, 1), said
    return said


def results(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results" / "results.json").read_text(encoding="utf-8"))
    return found


def figures(folder: Path, out: Path | None = None) -> dict[str, Any]:
    """What must be equal bit for bit: every player's figures and grades, and those of every seat."""
    document = json.loads(((out or folder / "results") / "results.json").read_text(encoding="utf-8"))
    seats = [{**line, "player": ""} for line in document["seats"]]
    return {
        "players": document["players"],
        "grades": document["grades"],
        "seats": seats,
        "numbers": document["numbers"],
    }


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.skipif(not landlock_version(), reason="nothing keeps entries in their folders here")
def test_broken_entries_change_nobodys_figures_and_harm_no_file(tmp_path: Path) -> None:
    """Twenty entries; the contest is stopped and goes on, then one comes late and another is mended."""
    folder = broken_folder(tmp_path / "one")
    before = content(folder)
    assert len(before) == 20 + 1
    said = stopped(folder, tmp_path / "home")
    assert "Stopped. The same command goes on" in said and "Traceback" not in said, said
    assert not (folder / "results" / "results.json").exists()
    done = contest(folder, tmp_path / "home")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert content(folder) == before
    entries = {entry["name"]: entry for entry in results(folder)["contest"]["entries"]}
    assert {name for name, entry in entries.items() if not entry["plays"]} == set(OUT)
    reasons = {name: entries[name]["checked"]["out"] for name in OUT}
    assert reasons.pop("b06_prints") in ("lost", "slow"), "a busy machine takes the gigabyte slowly"
    assert reasons == {
        "b01_syntax": "load", "b02_loop": "lost", "b05_memory": "lost", "b09_sleeps": "slow", "b10_exits": "lost",
    }  # fmt: skip
    kinds = {name: {fault["kind"] for fault in entries[name]["checked"]["faults"]} for name in PLAY_ON}
    assert kinds == {
        "b03_wrong": {"raised"}, "b04_forks": {"starts"}, "b07_deletes": {"raised", "writes"},
        "b08_reads": {"raised", "reads"},
    }  # fmt: skip
    told = (folder / "results" / "check" / "b03_wrong.txt").read_text(encoding="utf-8")
    assert "answered 'left'; it must answer a Direction (b03_wrong.py)" in told and str(tmp_path) not in told
    without = broken_folder(tmp_path / "two", raising=True, without=OUT)
    assert contest(without, tmp_path / "other").returncode == 0
    assert figures(folder) == figures(without)
    assert {line["player"] for line in figures(folder)["players"]} == {*PLAYING, *FILL}
    first = results(folder)
    for one in (folder, without):
        (one / "late.py").write_text(player("late", row=3), encoding="utf-8")
        (one / "b03_wrong.py").write_text(player("b03_wrong", row=4, way="down"), encoding="utf-8")
    before = content(folder)
    again = contest(folder, tmp_path / "home")
    assert again.returncode == 0, again.stdout + again.stderr
    assert f"all {GAMES} are played again" in again.stdout
    assert content(folder) == before
    assert contest(without, tmp_path / "other", "--out", str(tmp_path / "fresh")).returncode == 0
    assert figures(folder) == figures(without, tmp_path / "fresh")
    assert results(folder)["contest"]["before"] == [line["player"] for line in first["players"]]
    kept = json.loads((folder / "results" / "results-1.json").read_text(encoding="utf-8"))
    assert kept["grades"] == first["grades"]
    told = (folder / "results" / "check" / "b03_wrong.txt").read_text(encoding="utf-8")
    assert told == "b03_wrong: plays\n"
    page = (folder / "results" / "report.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 1 << 20
    assert all(name in page for name in (*PLAYING, *OUT, "late"))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_contest_goes_on_after_it_was_stopped_and_plays_all_when_an_entry_comes(tmp_path: Path) -> None:
    folder = tmp_path / "subs"
    folder.mkdir()
    (folder / "one.py").write_text(player("one", row=1), encoding="utf-8")
    (folder / "two.py").write_text(player("two", row=2, way="right"), encoding="utf-8")
    whole = contest(folder, tmp_path / "other", "--out", str(tmp_path / "whole"), games=120)
    assert whole.returncode == 0, whole.stdout + whole.stderr
    stopped(folder, tmp_path / "home", games=120)
    done = contest(folder, tmp_path / "home", games=120)
    assert done.returncode == 0, done.stdout + done.stderr
    first = results(folder)
    other = json.loads((tmp_path / "whole" / "results.json").read_text(encoding="utf-8"))
    assert first["grades"] == other["grades"] and first["players"] == other["players"]
    (folder / "late.py").write_text(player("late", row=3, way="left"), encoding="utf-8")
    late = contest(folder, tmp_path / "home", games=120)
    assert "all 120 are played again" in late.stdout
    assert results(folder)["contest"]["before"][0] == first["players"][0]["player"]
    kept = json.loads((folder / "results" / "results-1.json").read_text(encoding="utf-8"))
    assert kept["grades"] == first["grades"]
    with (folder / "results" / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"one", "two", "late"}


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_mended_entry_changes_everybodys_games_which_is_said_beforehand_and_the_report_shows_who_moved(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "subs"
    folder.mkdir()
    (folder / "one.py").write_text(player("one", row=1), encoding="utf-8")
    (folder / "two.py").write_text(player("two", row=2, way="right"), encoding="utf-8")
    assert contest(folder, tmp_path / "home", games=20).returncode == 0
    first = results(folder)
    (folder / "two.py").write_text(player("two", row=4, way="down"), encoding="utf-8")
    mended = contest(folder, tmp_path / "home", games=20)
    assert mended.returncode == 0, mended.stdout + mended.stderr
    said = re.search(r"all 20 are played again. The last run took \d+:\d\d", mended.stdout)
    assert said is not None and said.start() < mended.stdout.index("report.html")
    now = results(folder)
    kept = json.loads((folder / "results" / "results-1.json").read_text(encoding="utf-8"))
    assert kept["grades"] == first["grades"]
    assert now["grades"]["one"] != first["grades"]["one"], "everybody's games change"
    assert now["contest"]["before"] == [line["player"] for line in first["players"]]
    assert contest(folder, tmp_path / "home", "--out", str(tmp_path / "fresh"), games=20).returncode == 0
    fresh = json.loads((tmp_path / "fresh" / "results.json").read_text(encoding="utf-8"))
    assert (fresh["grades"], fresh["players"]) == (now["grades"], now["players"])
    ranks = [[line["player"] for line in document["players"]] for document in (first, now)]
    page = (folder / "results" / "report.html").read_text(encoding="utf-8")
    assert ('class="moved"' in page) is (ranks[0] != ranks[1])


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_entry_that_hangs_in_the_contest_itself_is_withdrawn_as_if_it_had_never_come(tmp_path: Path) -> None:
    folder = tmp_path / "subs"
    folder.mkdir()
    (folder / "contest.toml").write_text("[limits]\nhung = 3\n", encoding="utf-8")
    (folder / "one.py").write_text(player("one", row=1), encoding="utf-8")
    known = game_numbers(SEED, 4)
    deed = f"if self.game_number not in {known}:\n    time.sleep(60)"
    (folder / "sly.py").write_text(player("sly", deed), encoding="utf-8")
    done = contest(folder, tmp_path / "home", games=20)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sly: plays" in done.stdout and "The contest begins anew without it." in done.stdout
    entries = {entry["name"]: entry for entry in results(folder)["contest"]["entries"]}
    assert entries["sly"]["checked"]["out"] == "withdrawn" and not entries["sly"]["plays"]
    (folder / "sly.py").unlink()
    alone = contest(folder, tmp_path / "home", "--out", str(tmp_path / "alone"), games=20)
    assert alone.returncode == 0, alone.stdout + alone.stderr
    other = json.loads((tmp_path / "alone" / "results.json").read_text(encoding="utf-8"))
    assert results(folder)["grades"] == other["grades"] and results(folder)["players"] == other["players"]


@pytest.mark.parametrize(("spelled", "nothing"), [("/dev/null", "/dev/null"), ("nul", "nul"), ("NUL", "nul")])
def test_what_keeps_nothing_is_nobodys_file(spelled: str, nothing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has it in no folder, and reads its name in any case."""
    monkeypatch.setattr(os, "devnull", nothing)
    monkeypatch.setattr(os.path, "normcase", str.lower)
    for flags in (os.O_RDONLY, os.O_WRONLY | os.O_CREAT):
        assert conduct._about_file("open", (spelled, None, flags), (), ()) is None
        assert conduct._about_file("open", ("else", None, flags), (), ()) is not None
