"""`main.py ask`: a bot is fed, to the letter, what it failed at in a match."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from game.commands.shared.troubles import MOST_LINES, told
from game.core.match.session import Failure, Trouble
from game.ground.texts import Texts
from tests.commands.command_line import souk, souk_here
from tests.zoo_keeper import Zoo, animal

PROGRAM = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as file:
        file.write(line)
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
    elif message["type"] == "ask":
        if sys.argv[2] == "fails" and message["number"] > 3:
            sys.exit(6)
        print(json.dumps({"type": "answer", "id": message["id"], "action": {"stones": 1}}), flush=True)
"""


def spec(folder: Path, heard: str, way: str) -> str:
    """A program that keeps what it hears."""
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    return "cmd:" + shlex.join([sys.executable, str(folder / "program.py"), str(folder / heard), way])


def incident(zoo: Zoo, bot: str) -> tuple[Path, Any]:
    """The file of the first failure of a bot in a match, and what is in it."""
    failure = zoo.play(bot, restarts=0).troubles[0].failure
    assert failure.incident is not None and failure.incident.file is not None
    path = Path(failure.incident.file)
    return path, json.loads(path.read_text(encoding="utf-8"))


def test_a_program_is_asked_to_the_letter_what_it_was_asked(zoo: Zoo, tmp_path: Path) -> None:
    path, kept = incident(zoo, spec(tmp_path, "first", "fails"))
    before = (tmp_path / "first").read_text(encoding="utf-8").splitlines()
    assert kept["hello"] == before[0]
    assert kept["line"] in before and json.loads(kept["line"])["number"] == kept["number"]
    again = souk_here(tmp_path, "ask", spec(tmp_path, "again", "works"), path)
    assert (again.returncode, json.loads(again.stdout)) == (0, {"stones": 1}), again.stderr
    assert (tmp_path / "again").read_text(encoding="utf-8").splitlines() == [kept["hello"], kept["line"]]
    failed = souk_here(tmp_path, "ask", spec(tmp_path, "once", "fails"), path)
    assert failed.returncode == 1
    assert "exit code 6" in failed.stderr
    assert path.exists(), "what happens now does not take the place of what happened then"


@pytest.mark.slow
def test_a_python_bot_is_asked_again_too(zoo: Zoo, tmp_path: Path) -> None:
    path, _ = incident(zoo, animal("Crashes"))
    failed = souk(tmp_path, "ask", animal("Crashes"), path, ZOO_MARKS=str(zoo.marks))
    assert failed.returncode == 1 and "ZeroDivisionError" in failed.stderr
    built_in = souk(tmp_path, "ask", "random", path)
    assert built_in.returncode == 0 and json.loads(built_in.stdout)["stones"] >= 1


@pytest.mark.parametrize("data", [b"", b"{}", b'{"game": "nullgame", "number": 1, "setup": {}, "asked": 3}', b"\xff"])
def test_what_is_no_incident_is_refused_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    refused = souk_here(tmp_path, "ask", "random", tmp_path / "x.json")
    assert refused.returncode != 0
    assert "does not tell of a failure" in refused.stderr and "Traceback" not in refused.stderr


def test_of_many_failures_few_are_told_and_the_last_of_a_bot_always() -> None:
    failure = Failure("hang", "bots.hang.deadline", {"bot": "slow.py:Slow", "seconds": 10})
    many = [Trouble(0, number, failure) for number in range(42)]
    final = Trouble(0, 42, Failure("hang", failure.key, failure.values, final=True))
    lines = list(told(Texts("en").with_seats(["Mia"]), [*many, final]))
    assert len(lines) == MOST_LINES + 3
    assert lines[-2] == "  From here on the fallback is played for Mia."
    assert lines[-1] == "Mia: 38 further failures."
