"""docs/writing-a-player.md, followed to the letter."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from game.cabinets.l4g.player import LIMITS, Cell, Player
from game.cabinets.l4g.rules.views import EVENT_KINDS, WAY_KINDS
from game.core.bot.log import MOST_BYTES as MOST_LOG
from tests.commands.command_line import ROOT, in_shell, souk

GUIDE = (ROOT / "docs" / "writing-a-player.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = [line for kind, body in BLOCK.findall(GUIDE) if kind == "sh" for line in body.splitlines()]
NEW, *LATER = COMMANDS


def shell(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """The outcome of a command of the guide, with few games where it asks for many."""
    return in_shell(folder, command.replace("--games 1000", "--games 60"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the player that the guide's first command writes."""
    done = shell(tmp_path, NEW)
    assert done.returncode == 0, done.stderr
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("command", LATER)
def test_the_commands_of_the_guide_work(folder: Path, command: str) -> None:
    done = shell(folder, command)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "Fox" in done.stdout or "fox.py" in done.stdout
    assert not list(folder.rglob("fox.py_Fox*.log")), "it failed nowhere"
    if command.endswith("--json"):
        mine = json.loads(done.stdout)["seats"][0]
        assert mine["punished"] == 0
        assert {"grade", "grades", "survivor_most", "infected_total"} <= set(mine)


def test_the_log_lies_where_the_guide_says_and_looks_as_it_says(folder: Path) -> None:
    player = folder / "fox.py"
    source = player.read_text(encoding="utf-8")
    mistake = "        print('I am at', self.me.position)\n        raise ValueError('which way?')\n"
    player.write_text(source.replace("        ways = self.ways()\n", mistake), encoding="utf-8")
    (command,) = (command for command in COMMANDS if command.startswith("SOUK_HOME"))
    done = shell(folder, command)
    (named,) = re.findall(r"`(souk-home/\S+\.log)`", GUIDE)
    assert Path(named).stem in done.stderr
    (sample,) = (body for kind, body in BLOCK.findall(GUIDE) if kind == "text")
    heading, printed, traceback, _, error = sample.splitlines()
    lines = [
        line
        for line in (folder / named).read_text(encoding="utf-8").splitlines()
        if not line.startswith("[souk]")  # the match writes its own as soon as it knows, what was printed follows
    ]
    assert lines[0] == heading
    assert re.fullmatch(re.sub(r"\d", r"\\d", re.escape(printed)), lines[1])
    assert lines[2] == traceback
    assert error in lines


def test_the_guide_names_every_call_field_and_limit() -> None:
    for call in Player.__abstractmethods__ - {"decide"}:
        assert f"| `{call}` |" in GUIDE
    for field in ("number", "game_number", "turn", "choosing", "me", "score"):
        assert isinstance(getattr(Player, field), property)
        assert f"| `{field}` |" in GUIDE
    public = [name for name, value in vars(Cell).items() if isinstance(value, property) and not name.startswith("_")]
    assert public
    for name in (*public, *WAY_KINDS, *EVENT_KINDS):
        assert f"`{name}`" in GUIDE
    assert f"| start, load | {LIMITS.start:g} s |" in GUIDE
    assert f"| a call | {LIMITS.decision:g} s |" in GUIDE
    assert LIMITS.first == LIMITS.decision
    assert f"| calls of a game that cost its process | {LIMITS.restarts + 1}:" in GUIDE
    assert (LIMITS.memory, MOST_LOG) == (1 << 30, 256 << 10)


@pytest.mark.slow
def test_the_player_that_is_begun_with_is_never_punished(folder: Path) -> None:
    done = souk(folder / "home", "play", "l4g", "--seats", f"{folder / 'fox.py'}:Fox", "--headless", "--json")
    assert json.loads(done.stdout)["seats"][0]["punished"] == 0
