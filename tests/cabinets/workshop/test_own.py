"""Generators that people wrote, and a zoo of broken ones: in matches, in tournaments, on the bench."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.commands.new import new_generator
from game.cabinets.workshop.rules import Options, View
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.bots import BotSetup, Request
from game.core.forge.api import Generator, GeneratorError
from game.core.forge.play import PLAYS, Play
from game.engine.input import FileDropped, KeyPressed
from game.engine.scene import Context, Scene
from game.ground import gameplay
from game.ground.consent import agree
from game.scenes import arcade
from tests import ROOT
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Told, driving

ZOO = {
    "Hangs": "time.sleep(60)",
    "Forks": """
        for _ in range(20):
            subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(90)'])
        time.sleep(60)
        """,
    "Eats": "held = [bytearray(1 << 20) for _ in range(2048)]\nreturn held",
    "Shrinks": "request.width = 7\nreturn request.blank()",
    "Floats": "level = request.blank()\nlevel.put(1.5, 2, '.')\nreturn level",
    "Rolls": """
        level = request.blank()
        level.room(2, 2, 44, 9)
        for x, roll in enumerate(os.urandom(40)):
            level.put(2 + x, 12, '.#'[roll % 2])
        level.add('start', 2, 2)
        level.add('exit', 40, 9)
        return level
        """,
    "Exits": "os._exit(3)",
    "Prints": "for _ in range(1024):\n    print('x' * (1 << 20))\nreturn None",
    "Raises": "raise ValueError(request.number)",
    "Nothing": "return None",
}
"""Bodies of `generate`: law 11 of the forge, and two usual mistakes."""


FITTED = """
from game.core.forge.api import Generator, Request


class Fitted(Generator):
    def generate(self, request: Request):
        level = request.blank()
        level.room(2, 2, 40, 30)
        level.add("start", 2, 2)
        level.add("exit", 40, 30)
        for number in range(request.play.coins // 40 if request.play else 0):
            level.add("treasure", 4 + number, 10, 5)
        return level
"""


def animal(folder: Path, kind: str) -> str:
    """The specification of a generator of the zoo."""
    path = folder / f"{kind}.py"
    head = "import os, subprocess, sys, time\nfrom game.core.forge.api import Generator\n\n\n"
    body = indent(dedent(ZOO[kind]).strip(), " " * 8)
    path.write_text(f"{head}class {kind}(Generator):\n    def generate(self, request):\n{body}\n", encoding="utf-8")
    return f"{path}:{kind}"


def souk(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What a command comes to without the compiler: to load it takes longer than what generators do here."""
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        cwd=cwd,
        env={**os.environ, "SOUK_PLAIN": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


@pytest.fixture
def good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    path, name = new_generator("my caves")
    return f"{path}:{name}"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("request.width = 7\nreturn request.blank()", "a dungeon of 7 × 36; a dungeon of 48 × 36 was asked for"),
        ("return {'rows': []}", "gave dict, not the level of request.blank()"),
        ("pass", "the level has 0 times 'start'; exactly one is needed"),
        (
            "level.room(1, 1, 5, 5)\nlevel.add('start', 2, 2)\nlevel.add('rat', 9, 9)",
            "'rat' on (9, 9) stands in what is solid",
        ),
        ("level.put(1, 2, 'x')", "'x' is no tile of a dungeon"),
        ("level.put(48, 2, '.')", "(48, 2) lies outside: the level is 48 × 36"),
        ("level.add('dragon', 1, 2)", "'dragon' is no thing of a dungeon; these are: start, exit"),
        ("level.add('key', 1, 2, 0.5)", "'key' has (0.5,): at most 4 whole numbers"),
        ("for _ in range(100_000): level.add('rat', 1, 2)", "100000 things and 0 rooms are too many"),
        ("level.add('key', 1, 2, 1 << 40)", "a number is too large"),
    ],
)
def test_what_a_generator_did_wrong_is_said_in_a_sentence_with_its_values(body: str, sentence: str) -> None:
    lines = ["level = request.blank()", *body.splitlines(), "return level"]
    names: dict[str, Any] = {"Generator": Generator}
    exec("class Own(Generator):\n    def generate(self, request):\n" + indent("\n".join(lines), " " * 8), names)
    generator = names["Own"](BotSetup("workshop", 0, 1, Options(), None, 1))
    view = View(7, "medium", (48, 36), (160, 15), 2, 0, (), ())
    with pytest.raises(GeneratorError, match=re.escape(sentence)):
        generator.decide(Request(1, view, None, (), 7))


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [*zip([*ZOO][::2], [*ZOO][1::2], strict=True)], ids="-".join)
def test_a_match_goes_on_whatever_generators_do(kinds: Sequence[str], tmp_path: Path, good: str) -> None:
    seats = ",".join((good, *(animal(tmp_path, kind) for kind in kinds), "bsp"))
    words = ("--seats", seats, "--fill", "", "--seed", "5", "--key", "0", "--headless", "--json")
    done = souk("play", "workshop", *words, cwd=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    scores = [seat["score"] for seat in json.loads(done.stdout)["seats"]]
    assert scores[0] >= 40 and scores[1:3] == [0, 0] and scores[3] >= 40, (kinds, scores)


@pytest.mark.slow
def test_a_generator_plays_a_tournament_beside_methods(tmp_path: Path, good: str) -> None:
    bots = f"{good},bsp,{animal(tmp_path, 'Raises')}"
    done = souk("tournament", "workshop", "--bots", bots, "--games", "6", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Raises" in done.stdout and "Traceback" not in done.stderr.split("Raises")[0]


@pytest.mark.slow
def test_main_py_forge_makes_levels_of_a_file(tmp_path: Path, good: str) -> None:
    done = souk("forge", good, "--seed", "7", "--size", "48x36", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)["level"]
    assert len(told["tiles"]) == 36 and told["recipe"]["method"] == "my caves"
    drawn = souk("screenshot", "workshop", "--method", good, "--out", "own.png", cwd=tmp_path)
    assert drawn.returncode == 0 and (tmp_path / "own.png").exists(), drawn.stderr
    for kind in ("Raises", "Exits", "Floats", "Nothing"):
        done = souk("forge", animal(tmp_path, kind), cwd=tmp_path)
        assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.slow
def test_a_generator_knows_how_somebody_plays_for_whom_it_makes_a_level(
    tmp_path: Path, good: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lab's gameplay record; a method, which asks nobody, takes none."""
    (tmp_path / "fitted.py").write_text(FITTED, encoding="utf-8")
    found = []
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "played"))
    gameplay.keep(Play(1, 1, 900, 60, 9, 0, 80, 1, {}, 1000))
    for words in ((), ("--player", "collector"), ("--player", "me")):
        done = souk("forge", "fitted.py:Fitted", "--size", "48x36", "--json", *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        found.append(sum(thing["kind"] == "treasure" for thing in json.loads(done.stdout)["level"]["entities"]))
    assert found == [0, PLAYS["collector"].coins // 40, 2]


@pytest.mark.slow
def test_the_workshop_shows_a_generator_of_ones_own_and_outlives_broken_ones(tmp_path: Path, good: str) -> None:
    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), prover=ProverHere)

    def waited(condition: object) -> None:
        import time

        end = time.monotonic() + PATIENCE
        while not condition():  # type: ignore[operator]
            assert time.monotonic() < end
            driver.step()
            time.sleep(0.002)

    with driving(make) as driver:
        shown = driver.top
        assert isinstance(shown, WorkshopScene) and isinstance(shown.context.notify, Told)
        agree([good])
        driver.send(FileDropped(good.rpartition(":")[0]))
        waited(lambda: shown.level.recipe.method == "my caves")
        first = shown.level
        assert shown.desk.own_name == "MyCaves" and list(shown.rows) == ["rooms"] and not shown.steps.steps
        driver.send(KeyPressed("n"))
        waited(lambda: shown.level != first)
        for kind in ("Raises", "Exits", "Nothing", "Shrinks"):
            told = len(shown.context.notify)
            before = shown.level
            agree([spec := animal(tmp_path, kind)])
            driver.send(FileDropped(spec.rpartition(":")[0]))
            waited(lambda told=told, before=before: len(shown.context.notify) > told or shown.level is not before)
            assert shown.view.dimmed == 0
        assert len(shown.own) == 5
        shown.show_preset("bsp")
        shown.desk.leave_own()
        shown.make()
        assert shown.level.recipe.method == "bsp" and shown.steps.steps


def test_the_list_has_a_place_for_own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), prover=ProverHere)

    with driving(make) as driver:
        shown = driver.top
        assert isinstance(shown, WorkshopScene)
        shown.methods.select(len(shown.methods.rows) - 1)
        driver.until(lambda: driver.top is not shown)
        bad = tmp_path / "bad.py"
        bad.write_text("def f(:", encoding="utf-8")
        shown.open_file(bad)
        assert isinstance(shown.context.notify, Told) and shown.context.notify, "a sentence"
        assert shown.level.recipe.method == "bsp"
