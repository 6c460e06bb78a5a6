"""The client kits: built and run by the lines of their READMEs, against each other, through the server's command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.slime.cabinet import SLIME
from game.core.recording.replay import Playback, read_replay
from tests.commands.command_line import ROOT, environment

KITS = ROOT / "examples" / "slime"
SECONDS = 240
WAITING = 20.0
"""Seconds for which a kit stands in the hall of a night without an answer."""


@dataclass(frozen=True)
class Kit:
    """A client: the tools it needs, and what builds and runs it in its folder."""

    folder: str
    tools: Sequence[str]
    build: Sequence[str]
    run: Sequence[str]

    @property
    def missing(self) -> list[str]:
        """The tools that are not installed here."""
        return [tool for tool in self.tools if not shutil.which(tool)]

    @property
    def command(self) -> list[str]:
        """What runs it here, in its folder."""
        return [sys.executable if self.run[0] == "python3" else self.run[0], *self.run[1:]]

    def prepare(self, place: Path) -> Path:
        """A built copy of it; skips the test where a tool is missing, and says which clients play here."""
        if self.missing:
            here = ", ".join(kit.folder for kit in KINDS if not kit.missing)
            pytest.skip(f"the {self.folder} client needs {' and '.join(self.missing)}; here play {here}")
        copy = place / self.folder
        if not copy.exists():
            shutil.copytree(KITS / self.folder, copy)
            if self.build:
                subprocess.run(self.build, cwd=copy, check=True, capture_output=True, timeout=SECONDS)
        return copy


PYTHON = Kit("python", (), (), ("python3", "client.py"))
CPP = Kit("cpp", ("g++",), ("g++", "-std=c++17", "-O2", "-o", "client", "client.cpp"), ("./client",))
JAVA = Kit("java", ("javac", "java"), ("javac", "Client.java"), ("java", "Client"))
DOTNET = Kit("csharp", ("dotnet",), ("dotnet", "build", "-c", "Release", "-o", "out"), ("dotnet", "out/Client.dll"))
CSC = Kit("csharp", ("csc", "mono"), ("csc", "Client.cs"), ("mono", "Client.exe"))
MCS = Kit("csharp", ("mcs", "mono"), ("mcs", "Client.cs"), ("mono", "Client.exe"))
CSHARP = next((kit for kit in (DOTNET, CSC, MCS) if not kit.missing), DOTNET)
JAVASCRIPT = Kit("javascript", ("node",), (), ("node", "client.js"))
PERL = Kit("perl", ("perl",), (), ("perl", "client.pl"))
KINDS = (PYTHON, CPP, CSHARP, JAVA, JAVASCRIPT, PERL)


class Running:
    """`main.py slime-server` in a process of its own, on a port the system chose."""

    def __init__(self, home: Path, *words: str, headless: bool = True) -> None:
        window = ["--headless"] if headless else []
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), "slime-server", *window, "--port", "0", *words],
            env=environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert self.process.stderr is not None
        self.greeting = self.process.stderr.readline()
        self.port = self.greeting.rstrip(".\n").rpartition(" ")[2]

    def finish(self, typed: str = "") -> tuple[str, str]:
        """What it printed until it ended, on both streams."""
        return self.process.communicate(typed, timeout=SECONDS)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def finished(server: Running, players: Sequence[subprocess.Popen[bytes]]) -> str:
    """What the server printed, once it and its players have ended well."""
    printed, told = server.finish()
    assert server.process.returncode == 0, told
    assert [player.wait(timeout=SECONDS) for player in players] == [0] * len(players)
    return printed


def end_all(server: Running, players: Sequence[subprocess.Popen[bytes]]) -> None:
    """End what still runs."""
    server.kill()
    for player in players:
        player.kill()
        player.wait()


def play(tmp_path: Path, first: Kit, second: Kit, *words: str) -> tuple[dict[str, Any], Running]:
    """A match of two kits; the document that the server printed."""
    folders = [kit.prepare(tmp_path) for kit in (first, second)]
    server = Running(tmp_path / "home", "--speed", "max", "--once", "--json", *words)
    players: list[subprocess.Popen[bytes]] = []
    try:
        for team, (kit, folder) in enumerate(zip((first, second), folders, strict=True)):
            words = [*kit.command, "127.0.0.1", server.port, str(team), f"{kit.folder} 팀"]
            players.append(subprocess.Popen(words, cwd=folder, env=os.environ | {"LC_ALL": "C.UTF-8"}))
        printed = finished(server, players)
    finally:
        end_all(server, players)
    document: dict[str, Any] = json.loads(printed)
    return document, server


@pytest.mark.parametrize("kit", [PYTHON, CPP, JAVA, DOTNET, CSC, MCS, JAVASCRIPT, PERL], ids=lambda kit: kit.folder)
def test_the_readme_says_how_to_build_and_run(kit: Kit) -> None:
    text = (KITS / kit.folder / "README.md").read_text(encoding="utf-8")
    if kit.build:
        assert f"`{' '.join(kit.build)}`" in text
    assert f"{' '.join(kit.run)} " in text


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (PYTHON, CPP),
        *(
            pytest.param(*kits, marks=pytest.mark.slow)
            for kits in [(JAVASCRIPT, PERL), (CPP, JAVA), (JAVA, PYTHON), (CSHARP, PYTHON)]
        ),
    ],
    ids=lambda kit: kit.folder,
)
def test_kits_play_each_other(tmp_path: Path, first: Kit, second: Kit) -> None:
    document, _ = play(tmp_path, first, second)
    assert document["turns"] == 180
    assert document["winner"] in ("A", "B", None)
    assert len(document["hash"]) == 32
    assert [(team["team"], team["name"]) for team in document["teams"]] == [
        ("A", f"{first.folder} 팀"),
        ("B", f"{second.folder} 팀"),
    ]
    squares = [team["squares"] for team in document["teams"]]
    assert min(squares) > 0
    if squares[0] != squares[1]:
        assert document["winner"] == "AB"[squares[1] > squares[0]]
    assert all(team["deaths"] >= 0 and team["painted"] >= team["squares"] - 5 for team in document["teams"])


def test_the_developer_server_records_every_match(tmp_path: Path) -> None:
    document, _ = play(tmp_path, PYTHON, PYTHON, "--developer", "--seed", "7")
    path = Path(document["replay"])
    assert path.parent == tmp_path / "home" / "replays"
    assert document["seed"] == "7" and int(document["key"])
    replay = read_replay(path)
    playback = Playback(replay, SLIME.rules)
    playback.verify()
    assert playback.match.hash() == document["hash"]
    assert playback.view().teams[0].message == "Hello!"
    assert [seat.name for seat in replay.header.seats] == ["python 팀", "python 팀"]


def test_at_manual_speed_an_empty_line_plays_a_turn(tmp_path: Path) -> None:
    server = Running(tmp_path, "--speed", "manual", "--once", "--json")
    client = [sys.executable, str(KITS / "python" / "client.py"), "127.0.0.1", server.port]
    players = [subprocess.Popen([*client, team]) for team in "01"]
    try:
        assert server.process.stderr is not None
        assert "plays" in server.process.stderr.readline()
        printed, _ = server.finish("\n" * 180)
        assert json.loads(printed)["turns"] == 180
        assert [player.wait(timeout=SECONDS) for player in players] == [0, 0]
    finally:
        server.kill()
        for player in players:
            player.kill()
            player.wait()


def test_a_port_in_use_is_told_in_one_sentence(tmp_path: Path) -> None:
    server = Running(tmp_path)
    try:
        second = subprocess.run(
            [sys.executable, str(ROOT / "main.py"), "slime-server", "--headless", "--port", server.port],
            env=environment(tmp_path),
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    finally:
        server.kill()
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1 and server.port in second.stderr


def test_matches_follow_each_other(tmp_path: Path) -> None:
    server = Running(tmp_path, "--speed", "max", "--json")
    try:
        assert server.process.stdout is not None
        hashes = set()
        for number in range(3):
            players = [
                subprocess.Popen([sys.executable, str(KITS / "python" / "client.py"), "localhost", server.port, team])
                for team in ("0", str(number % 2))
            ]
            assert [player.wait(timeout=SECONDS) for player in players] == [0, 0]
            hashes.add(json.loads(server.process.stdout.readline())["hash"])
        assert len(hashes) == 3
    finally:
        server.kill()


@pytest.mark.slow
def test_a_whole_match_in_the_window(tmp_path: Path) -> None:
    """As `slime-server --speed max --once` plays it, drawn for nobody."""
    folders = [PYTHON.prepare(tmp_path)] * 2
    server = Running(tmp_path / "home", "--speed", "max", "--once", "--unlisted", headless=False)
    players: list[subprocess.Popen[bytes]] = []
    try:
        for team, folder in enumerate(folders):
            run = [sys.executable, "client.py", "127.0.0.1", server.port, str(team), f"Team {'AB'[team]}"]
            players.append(subprocess.Popen(run, cwd=folder))
        printed = finished(server, players)
    finally:
        end_all(server, players)
    first, second, reason = printed.splitlines()
    assert first.startswith("A  Team A  squares") and second.startswith("B  Team B  squares")
    assert reason


@pytest.mark.slow
@pytest.mark.parametrize("kit", KINDS, ids=lambda kit: kit.folder)
def test_every_kit_waits_in_the_hall_of_a_night_and_then_plays(tmp_path: Path, kit: Kit) -> None:
    schedule = tmp_path / "night.toml"
    schedule.write_text('form = "groups"\nteams = [{ name = "waits" }, { name = "comes" }]', encoding="utf-8")
    folders = [each.prepare(tmp_path) for each in (kit, PYTHON)]
    server = Running(tmp_path / "home", "--speed", "max", "--turn-limit", "60", "--json", "--schedule", str(schedule))
    port = server.greeting.partition(" port ")[2].partition(".")[0]
    players: list[subprocess.Popen[bytes]] = []
    try:
        for each, folder, name in zip((kit, PYTHON), folders, ("waits", "comes"), strict=True):
            players.append(subprocess.Popen([*each.command, "127.0.0.1", port, "1", name], cwd=folder))
            with pytest.raises(subprocess.TimeoutExpired):  # nobody answers, and it goes on waiting
                players[0].wait(timeout=WAITING if name == "waits" else 0.01)
        printed = finished(server, players)
    finally:
        end_all(server, players)
    result = json.loads(printed.splitlines()[0])
    assert result["tie"]["reason"] in ("matches", "draw") and min(result["match"]["squares"]) > 0
