"""A Slime night of eight teams by real processes, through the command.

One never comes, one dies, one sends rubbish, and the server is killed in the middle of a match.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.night.log import NightLog
from game.cabinets.slime.night.schedule import read_schedule
from game.cabinets.slime.night.ties import Reason
from game.core.recording.replay import Playback, read_replay
from tests.cabinets.slime.night import player
from tests.commands.command_line import ROOT, environment
from tests.processes import KILL, PATIENCE, wait_until

KINDS = {
    "Ant": "good",
    "Bee": "good",
    "Cat": "good",
    "Dog": "good",
    "Elk": "good",
    "Mayfly": "dies",
    "Noise": "rubbish",
}
NEVER = "Godot"
TEAMS = ("Ant", NEVER, "Mayfly", "Bee", "Noise", "Cat", "Dog", "Elk")
GODOT = TEAMS.index(NEVER)
SCHEDULE = 'form = "bracket"\nminutes = 0.4\nseconds = 0.02\nthird = true\n' + "".join(
    f'[[teams]]\nname = "{name}"\n' for name in TEAMS
)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def started(stack: ExitStack, words: list[str], home: Path, **more: Any) -> subprocess.Popen[str]:
    """A process that ends with the test."""
    process = subprocess.Popen(
        [sys.executable, *words], cwd=ROOT, env=environment(home), text=True, encoding="utf-8", **more
    )

    def end() -> None:
        process.kill()
        process.communicate(timeout=PATIENCE)

    stack.callback(end)
    return process


def serve(stack: ExitStack, folder: Path, port: int) -> tuple[subprocess.Popen[str], int]:
    """The server of the night, and its port."""
    words = ["main.py", "slime-server", "--schedule", str(folder / "night.toml"), "--json", "--address", "127.0.0.1"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    server = started(stack, [*words, "--port", str(port)], folder, **pipes)
    assert server.stderr is not None
    first = server.stderr.readline()
    return server, int("".join(filter(str.isdigit, first.partition("port ")[2].partition(".")[0])))


def entries(folder: Path) -> list[dict[str, Any]]:
    """The whole lines of the night's log, but for its head."""
    data = (folder / "night.night.jsonl").read_bytes()
    return [json.loads(line)["entry"] for line in data[: data.rfind(b"\n")].split(b"\n")[1:]]


def in_the_middle(folder: Path) -> bool:
    """Whether a match after the first is at about its fortieth turn."""
    told = [entry["type"] for entry in entries(folder)]
    return told.count("ended") >= 1 and "ended" not in told[-60:] and told[-60:].count("step") > 50


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_night_of_eight_teams(stack: ExitStack, tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(SCHEDULE, encoding="utf-8")
    server, port = serve(stack, tmp_path, 0)
    for name, kind in KINDS.items():
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started(stack, [player.__file__, str(port), name, kind], tmp_path, **quiet)

    wait_until(lambda: in_the_middle(tmp_path), "the middle of a match")
    server.send_signal(KILL)
    server.communicate(timeout=PATIENCE)
    before = entries(tmp_path)
    server, again = serve(stack, tmp_path, port)
    assert again == port
    out, err = server.communicate(timeout=400)
    assert server.returncode == 0
    assert "Traceback" not in err

    after = entries(tmp_path)
    assert after[: len(before)] == before
    began = max(number for number, entry in enumerate(before) if entry["type"] == "began")
    ended = next(number for number in range(began, len(after)) if after[number]["type"] == "ended")
    assert "began" not in [entry["type"] for entry in after[began + 1 : ended]], (
        "the match went on, it did not begin anew"
    )
    turns = [entry for entry in after[began:ended] if entry["type"] == "step" and len(entry["moves"]) == 2]
    assert len(turns) == 180

    *_, last = map(json.loads, out.splitlines())
    assert sorted(name for group in last["places"] for name in group) == sorted([*KINDS, NEVER])
    log = NightLog(tmp_path / "night.night.jsonl", read_schedule(tmp_path / "night.toml"), 0, datetime.now(UTC))
    stack.callback(log.close)
    first = log.night.rounds[0]
    of_godot = next(index for index, tie in enumerate(first.ties) if GODOT in tie.teams)
    end = log.night.verdict(0, of_godot)
    assert (
        end is not None
        and end.winner is not None
        and end.reason is Reason.WALKOVER
        and first.ties[of_godot].teams[1 - end.winner] == GODOT
    )
    for name in ("Noise", "Mayfly"):
        tie = next(tie for tie in first.ties if TEAMS.index(name) in tie.teams)
        assert len(tie.matches) >= 1, "its match is played to the end"
    played = [entry for entry in after if entry["type"] == "ended"]
    recordings = sorted((tmp_path / "night.matches").glob("*.souk"))
    assert len(recordings) == len(played)
    for path in recordings:
        Playback(read_replay(path), SLIME.rules).verify()


@pytest.mark.slow
def test_the_lines_of_the_menu_are_typed_at_a_night_without_a_window(stack: ExitStack, tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(
        'form = "bracket"\nteams = [{ name = "Ant" }, { name = "Bee" }, { name = "Cat" }]', encoding="utf-8"
    )
    words = ["main.py", "slime-server", "--schedule", str(tmp_path / "night.toml"), "--headless"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    server = started(stack, [*words, "--address", "127.0.0.1", "--port", "0"], tmp_path, **pipes)
    lines = "pause\nwalkover Ant\nwalkover Bee\nundo\nwalkover Cat\nnext\nwalkover\nreplay\n"
    out, err = server.communicate(lines, timeout=PATIENCE)
    assert server.returncode == 0 and "Traceback" not in err
    assert err.count("Lines are: ") == 2, "Ant is not of the first tie, and no match is played"
    kinds = [entry["type"] for entry in entries(tmp_path) if entry["type"] != "called"]
    assert kinds[:7] == ["paired", "paused", "absent", "undone", "absent", "paused", "paired"]
    assert "Cat wins without playing: Bee did not come." in out
