"""docs/bot-protocol.md, followed to the letter, and the example programs in every game."""

from __future__ import annotations

import io
import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.commands import main
from game.core.bot.lines import Ask, End, Hello, protocol_schema
from game.core.bot.loading import BotSpec, BuiltinSpec, CommandSpec, parse_spec
from game.core.bot.seats import bot_session
from game.core.match.match import Match
from game.core.rules import GameInfo
from game.core.schema import action_schema, classes_of, schemas_of
from tests.commands.command_line import ROOT, environment, souk, souk_here
from tests.core.bot.test_program import ECHO
from tests.in_turns import in_turns, some

PAGE = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "bots"
SHORT: dict[str, dict[str, Any]] = {"l4g": {"turns": 12}}
"""Options for a match that is over soon."""
KNOWN_ONLY = {"sketch", "workshop", "rails"}
"""Games that list no actions, of another kind in each phase or a whole level: who plays them has to know them."""


def lines_of_page() -> list[dict[str, Any]]:
    """The lines of the match that the page shows."""
    return [json.loads(body) for body in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


def test_the_lines_of_the_page_are_what_is_said(tmp_path: Path) -> None:
    """They come from nullgame with seed 0, where the program plays its first legal action."""
    hello, ready, ask, answer, end = lines_of_page()
    assert (ready["id"], answer["id"]) == (hello["id"], ask["id"])
    assert answer["action"] in ask["legal"]
    sent = lines_said(tmp_path, "nullgame", 2)
    assert sent[0] == hello
    assert sent[2] == ask
    assert sent[-1] == end


@pytest.mark.parametrize("game", CABINETS)
def test_a_program_makes_actions_of_every_game_by_its_schema(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    made = runpy.run_path(str(EXAMPLES / "chooser.py"))["made"]
    schema = action_schema(CABINETS[game].info)
    for seed in range(40):
        msgspec.convert(made(schema, schema["$defs"], Random(seed)), CABINETS[game].info.action)


def lines_said(folder: Path, game: str, seats: int) -> list[dict[str, Any]]:
    """Everything a program at seat 0 hears in a match of a game."""
    echo = folder / "echo.py"
    echo.write_text(ECHO, encoding="utf-8")
    others = ",".join([next(iter(CABINETS[game].bots))] * (seats - 1))
    words = [
        "play",
        game,
        "--seats",
        f"cmd:{sys.executable} {echo},{others}",
        "--fill=",
        "--headless",
        "--json",
        "--key=0",
    ]
    assert souk(folder, *words).returncode == 0
    (log,) = (folder / "logs" / "bots").glob("*.log")
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("kind", [Hello, Ask, End])
def test_the_page_names_every_field(kind: type[msgspec.Struct]) -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert {field.name for field in msgspec.structs.fields(kind)} <= named


def test_the_pages_of_the_protocols_are_as_the_code_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["build/protocol_pages.py", "--check"])
    monkeypatch.syspath_prepend(ROOT / "build")
    monkeypatch.setenv("SOUK_PLAIN", "1")
    try:
        runpy.run_path(str(ROOT / "build" / "protocol_pages.py"), run_name="__main__")
    except SystemExit as end:
        assert not end.code, f"run build/protocol_pages.py: {end.code}"


@pytest.mark.parametrize("game", CABINETS)
def test_every_place_of_an_array_has_a_name(game: str) -> None:
    definitions = protocol_schema(CABINETS[game].info)["$defs"]
    places = [place for kind in definitions.values() for place in kind.get("prefixItems", ())]
    assert [place for place in places if not place.get("title")] == []


def test_the_schema_says_what_a_square_of_cisterns_means() -> None:
    definitions = protocol_schema(CABINETS["cisterns"].info)["$defs"]
    assert "18 spikes" in definitions["View"]["properties"]["squares"]["description"]
    kinds = definitions["MonsterSeen"]["prefixItems"][0]
    assert kinds["title"] == "kind"
    assert "`spitter`" in kinds["description"]


@pytest.mark.parametrize("game", CABINETS)
def test_one_import_brings_all_types_of_a_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", game, "--python"]) == 0
    names: dict[str, Any] = {}
    exec(capsys.readouterr().out, names)
    info = CABINETS[game].info
    assert names["View"] is getattr(info.view, "__origin__", info.view)
    assert {kind.__name__ for kind in classes_of([info.action, info.view, info.options])} <= names.keys()


@pytest.mark.parametrize("game", ["nullgame", "words"])
def test_the_schema_of_a_game_is_printed(tmp_path: Path, game: str) -> None:
    printed = json.loads(souk_here(tmp_path, "schema", game).stdout)
    assert printed == protocol_schema(CABINETS[game].info)
    assert {"Hello", "Ready", "Ask", "Answer", "End", "Action", "View", "Options"} <= set(printed["$defs"])


@pytest.mark.parametrize("game", some(3, sorted(CABINETS)))
def test_a_schema_refers_only_to_what_it_defines(game: str) -> None:
    for schema in (protocol_schema(CABINETS[game].info), action_schema(CABINETS[game].info)):
        named = set(re.findall(r"#/\$defs/([^\"]+)", json.dumps(schema)))
        assert named <= set(schema["$defs"])


@pytest.mark.parametrize("kind", [Annotated[int, msgspec.Meta(ge=1)], int | str])
def test_what_is_no_class_of_ours_is_described_where_it_stands(kind: Any) -> None:
    assert schemas_of([kind]) == ([msgspec.json.schema(kind)], {})


def test_a_schema_has_the_words_of_the_source() -> None:
    view = protocol_schema(CABINETS["slime"].info)["$defs"]["View"]
    assert "the 325 squares" in view["properties"]["owners"]["description"]


def compiler() -> str | None:
    """A C++ compiler, if there is one."""
    return shutil.which("g++") or shutil.which("clang++")


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The command line of each example program that can be run here."""
    found = {"python": [sys.executable, str(EXAMPLES / "chooser.py")]}
    if node := shutil.which("node"):
        found["node"] = [node, str(EXAMPLES / "chooser.js")]
    if built := compiler():
        program = tmp_path_factory.mktemp("chooser") / "chooser"
        source = str(EXAMPLES / "chooser.cpp")
        subprocess.run([built, "-std=c++17", "-Wall", "-Werror", "-o", str(program), source], check=True, timeout=240)
        found["c++"] = [str(program)]
    return found


NEEDS = {
    "python": (),
    "node": pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with"),
    "c++": pytest.mark.skipif(compiler() is None, reason="there is no C++ compiler here to build the example with"),
}


@in_turns(
    one_in=4,
    language=[pytest.param(name, marks=mark) for name, mark in NEEDS.items()],
    game=sorted(set(CABINETS) - KNOWN_ONLY),
)
def test_the_examples_play_every_game(examples: dict[str, list[str]], game: str, language: str) -> None:
    cabinet = CABINETS[game]
    info: GameInfo = cabinet.info
    seats = max(count for count in info.seats if count <= 4)
    match = Match(cabinet.rules, seats, info.options(**SHORT.get(game, {})), 4)
    program = parse_spec("cmd:" + shlex.join(examples[language]), cabinet.bots)
    assert isinstance(program, CommandSpec)
    bots: dict[int, BotSpec] = {seat: BuiltinSpec(next(iter(cabinet.bots))) for seat in range(seats)}
    session = bot_session(cabinet, match, {**bots, 0: program}, logs=None, inline=True)
    try:
        session.run()
    finally:
        session.close()
    assert session.troubles == []
    assert not any(move.forced for step in match.steps for move in step.moves)


@pytest.mark.slow
def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for command in block.splitlines():
        if "node " in command and shutil.which("node") is None:
            continue
        words = [sys.executable if word == "python" else word for word in shlex.split(command)]
        subprocess.run(words, cwd=ROOT, env=environment(tmp_path), capture_output=True, timeout=240, check=True)
