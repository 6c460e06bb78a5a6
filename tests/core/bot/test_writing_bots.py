"""docs/writing-bots.md, followed to the letter, and the bots in examples/bots."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.log import MOST_BYTES as MOST_LOG
from game.core.bot.wire import MOST_BYTES
from game.core.bots import BotSetup, Request
from game.core.limits import Limits
from game.core.tournament.matches import MatchTournament
from game.core.tournament.plan import Contestant, TournamentConfig, numbers_from
from game.core.work.run import Progress, run
from tests.commands.command_line import ROOT, in_shell

GUIDE = (ROOT / "docs" / "writing-bots.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDS_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with")


def blocks(language: str) -> list[str]:
    """The fenced blocks of the guide in one language."""
    return [body for found, body in BLOCK.findall(GUIDE) if found == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the examples and the first bot of the guide saved in it."""
    shutil.copytree(ROOT / "examples" / "bots", tmp_path / "examples" / "bots")
    (tmp_path / "my_bot.py").write_text(blocks("python")[0], encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, marks=[pytest.mark.slow] * (" tournament " in line))
        for block in blocks("sh")
        for line in block.splitlines()
    ],
)
def test_the_commands_of_the_guide_work(folder: Path, command: str) -> None:
    if "node " in command and shutil.which("node") is None:
        pytest.skip("there is no Node here to run the example with")
    done = in_shell(folder, command)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "my_bot" not in done.stderr, "it failed nowhere"


def test_the_log_lies_where_the_guide_says(folder: Path) -> None:
    bot = folder / "my_bot.py"
    bot.write_text(
        bot.read_text(encoding="utf-8").replace("        actions = ", "        print('hello')\n        actions = "),
        encoding="utf-8",
    )
    command = next(line for block in blocks("sh") for line in block.splitlines() if line.startswith("SOUK_HOME"))
    done = in_shell(folder, command)
    assert done.returncode == 0, done.stderr
    (named,) = re.findall(r"`(souk-home/\S+\.log)`", GUIDE)
    assert "hello" in (folder / named).read_text(encoding="utf-8")


def test_the_guide_names_every_field_and_limit() -> None:
    for kind in (BotSetup, Request):
        for field in msgspec.structs.fields(kind):
            assert f"| `{field.name}` |" in GUIDE
    limits = Limits()
    assert f"| {limits.start:g} s together |" in GUIDE
    assert f"| {limits.decision:g} s;" in GUIDE
    assert f"| {limits.restarts} in a match |" in GUIDE
    assert (limits.memory, MOST_BYTES, MOST_LOG) == (1 << 30, 1 << 20, 256 << 10)


@pytest.mark.parametrize(
    "bot",
    [
        f"{ROOT / 'examples/bots/neighbour.py'}:Neighbour",
        pytest.param(f"cmd:node {ROOT / 'examples/bots/collector.js'}", marks=NEEDS_NODE),
    ],
    ids=["python", "node"],
)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.slow
def test_the_examples_play_well(bot: str, seats: int) -> None:
    cabinet = CABINETS["marrakech"]
    entries = tuple(Contestant(text, parse_spec(text, cabinet.bots)) for text in [bot, *["random"] * (seats - 1)])
    config = TournamentConfig(cabinet, cabinet.info.options(), entries, seats, 1, numbers_from(1, 8), key=0)
    reported: list[Progress] = []
    result = run(MatchTournament(config), reported.append)
    best = result.bots[0]
    assert best.bot == bot
    assert best.win_rate > 1 / seats
    assert (best.forced, best.failures) == (0, {})
    assert reported[-1].done == 8
