"""What generators of somebody's own declare: set on the bench and the command line, and refused where it is broken."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import msgspec
import pytest

from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.rules import Options, View, Workshop
from game.cabinets.workshop.scenes.sliders import NamedChoice, ValueSlider
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.cabinets.workshop.settings import Settings
from game.core.bots import BotSetup, Request
from game.core.forge import api
from game.core.forge.api import Choice, Generator, GeneratorError, Made, Number
from game.core.forge.formats.codes import read_level
from game.core.forge.model.declared import DeclarationError, declared
from game.engine.input import FileDropped
from game.engine.scene import Context, Scene
from game.engine.widgets import Dialog
from game.ground.consent import agree
from game.scenes import arcade
from tests.cabinets.workshop.test_own import ROOT, souk
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Driver, Told, driving

EXAMPLE = ROOT / "examples" / "workshop" / "terraces.py"
HALLS = """
from game.core.forge.api import Choice, Generator, Number, Request


class Halls(Generator):
    parameters = {"hall_width": Number(5, 30, 10), "gold": Number(0, 9, 3), "door": Choice(("none", "one"), "none")}

    def generate(self, request: Request):
        level = request.blank()
        level.room(2, 2, request.parameters["hall_width"], 10)
        level.add("start", 2, 2)
        level.add("exit", 5, 9)
        for number in range(request.parameters["gold"]):
            level.add("treasure", 3, 3 + number % 7, 1 + number)
        if request.parameters["door"] == "one":
            level.put(3, 11, "+")
        return level
"""
BROKEN: dict[str, tuple[object, str]] = {
    "a list": ([1, 2], "parameters is [1, 2], not a dict"),
    "thousands": (dict.fromkeys(map(str, range(5000)), Number(1, 2, 1)), "5000 parameters are too many: 24"),
    "no name": ({5: Number(1, 2, 1)}, "parameter 5: a name has at most 32 letters"),
    "a long name": ({"x" * 10_000: Number(1, 2, 1)}, "xxxx…: a name has at most 32 letters"),
    "a name that sets": ({"a=b": Number(1, 2, 1)}, "parameter 'a=b': a name has"),
    "a bare value": ({"steps": 5}, "parameter 'steps': 5 is neither Number(least, most, usual) nor Choice"),
    "floats": ({"steps": Number(1, 2.5, 1)}, "parameter 'steps': 2.5 is no whole number"),  # type: ignore[arg-type]
    "nan": ({"steps": Number(1, 9, float("nan"))}, "parameter 'steps': nan is no whole number"),  # type: ignore[arg-type]
    "a truth": ({"steps": Number(False, True, True)}, "parameter 'steps': False is no whole number"),
    "upside down": ({"steps": Number(9, 1, 5)}, "parameter 'steps': 9, 1, 5 are not least, most, and usual between"),
    "usual outside": ({"steps": Number(1, 9, 12)}, "1, 9, 12 are not least, most, and usual between"),
    "huge": ({"steps": Number(1, 10**5000, 1)}, "parameter 'steps': a number of many digits is beyond 1 000 000 000"),
    "no values": ({"bend": Choice((), "L")}, "parameter 'bend': () is no tuple of one to 24 names"),
    "a text": ({"bend": Choice("LZ", "L")}, "parameter 'bend': 'LZ' is no tuple"),  # type: ignore[arg-type]
    "many values": ({"bend": Choice(tuple(map(str, range(9999))), "1")}, "is no tuple of one to 24 names"),
    "mixed values": ({"bend": Choice(("L", 5), "L")}, "parameter 'bend': 5 is no name"),  # type: ignore[arg-type]
    "a long value": ({"bend": Choice(("L" * 10_000,), "L")}, "is no name of at most 32"),
    "a control": ({"bend": Choice(("L\n",), "L")}, r"'L\n' is no name"),
    "twice": ({"bend": Choice(("L", "L"), "L")}, "('L', 'L') names a value twice"),
    "no usual": ({"bend": Choice(("L", "Z"), "X")}, "parameter 'bend': 'X' is none of its values"),
}
"""What a class may declare by mistake or to annoy, and the sentence for it."""


def asked(parameters: object, values: dict[str, int | str] | None) -> Made:
    """What a generator that declares this answers when these values are set."""

    class Own(Generator):
        def generate(self, request: api.Request) -> api.Sheet:
            level = request.blank()
            level.room(2, 2, 9, 9)
            level.add("start", 2, 2)
            level.add("exit", 9, 9)
            return level

    Own.parameters = parameters  # type: ignore[assignment]
    view = View(7, "medium", (48, 36), (160, 15), 2, 0, (), (), values=values)
    return Own(BotSetup("workshop", 0, 1, Options(), None, 1)).decide(Request(1, view, None, (), 7))


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_declared_is_said_in_one_sentence(what: str) -> None:
    parameters, sentence = BROKEN[what]
    with pytest.raises(GeneratorError) as refused:
        asked(parameters, {})
    said = str(refused.value)
    assert sentence in said and len(said) < 160 and "\n" not in said


def test_values_reach_a_generator_and_what_is_none_of_its_own_leaves_the_usual() -> None:
    parameters = {"steps": Number(1, 9, 5), "bend": Choice(("L", "Z"), "L")}
    made = asked(parameters, {"steps": 7, "bend": "Q", "other": 3})
    assert made.declared == parameters
    assert read_level(made.level).recipe.parameters == {"steps": 7, "bend": "L"}
    assert msgspec.to_builtins(asked(parameters, None)).keys() == {"level"}, "as older programs know it"


def test_nobody_declares_in_a_match() -> None:
    rules = Workshop()
    state = rules.start(1, Options())
    assert rules.check(state, 0, Made("", {"steps": Number(1, 9, 5)})) == "workshop.refuse.unreadable"
    assert rules.check(state, 0, Made("")) is None


@pytest.mark.parametrize(
    "sent",
    [
        {"steps": {"type": "number", "low": 9, "high": 1, "default": 5}},
        {"steps": {"type": "number", "low": 0, "high": 1 << 70, "default": 5}},
        {"steps": {"type": "number", "low": 0.5, "high": 1, "default": 1}},
        {"x" * 10_000: {"type": "number", "low": 0, "high": 1, "default": 1}},
        {str(n): {"type": "number", "low": 0, "high": 1, "default": 1} for n in range(1000)},
        {"bend": {"type": "choice", "values": ["L"] * 1000, "default": "L"}},
        {"bend": {"type": "slider"}},
        ["steps"],
    ],
)
def test_what_a_process_claims_is_not_believed(sent: object) -> None:
    with pytest.raises((msgspec.ValidationError, DeclarationError)):
        declared(msgspec.convert({"level": "", "declared": sent}, Made).declared)


def test_of_a_least_and_a_most_the_other_follows_as_far_as_it_can() -> None:
    settings = Settings({"side_least": Number(1, 30, 5), "side_most": Number(4, 10, 8)})
    settings.set("side_least", 9)
    assert settings.values == {"side_least": 9, "side_most": 9}
    settings.set("side_least", 30)
    assert settings.values == {"side_least": 30, "side_most": 9}, "it has no such value"
    settings.set("side_least", 7)
    settings.toggle_lock("side_least")
    for number in range(20):
        settings.roll(Random(number))
        assert settings.values["side_least"] == 7 <= int(settings.values["side_most"])
    settings.reset()
    assert settings.values == {"side_least": 7, "side_most": 8}


def test_the_example_stands_in_the_page_and_each_of_its_parameters_does_something() -> None:
    source = EXAMPLE.read_text(encoding="utf-8")
    assert source in (ROOT / "docs" / "forge.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(source, str(EXAMPLE), "exec"), names)
    terraces = names["Terraces"](BotSetup("workshop", 0, 1, Options(), None, 1))

    def tiles_and_things(**values: int | str) -> tuple[bytes, int]:
        view = View(7, "medium", (48, 36), (160, 15), 2, 0, (), (), values=values)
        level = read_level(terraces.decide(Request(1, view, None, (), 7)).level)
        assert level.way, "it can be played"
        return level.tiles, len(level.entities)

    usual = tiles_and_things()
    assert tiles_and_things(terrace=6)[0] != usual[0] != tiles_and_things(rise=0)[0]
    assert tiles_and_things(coins="none")[1] == 2 < usual[1] < tiles_and_things(coins="many")[1]


@pytest.mark.slow
def test_the_command_line_sets_what_a_generator_declares(tmp_path: Path) -> None:
    (tmp_path / "halls.py").write_text(HALLS, encoding="utf-8")
    words = ("forge", "halls.py:Halls", "--size", "48x36", "--json")
    done = souk(*words, "--set", "gold=7", "--set", "door=one", cwd=tmp_path)
    told = json.loads(done.stdout)["level"]
    assert told["recipe"]["parameters"] == {"hall_width": 10, "gold": 7, "door": "one"}
    assert sum(thing["kind"] == "treasure" for thing in told["entities"]) == 7
    for wrong in ("gold=10", "gold=x", "silver=1", "door=two"):
        done = souk(*words, "--set", wrong, cwd=tmp_path)
        assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, done.stderr
    (tmp_path / "foo.py").write_text("class Foo:\n    pass\n", encoding="utf-8")
    done = souk("forge", "foo.py:Foo", cwd=tmp_path)
    assert done.returncode == 1 and "game.core.forge.api.Generator" in done.stderr and "generate" in done.stderr


def a_workshop(context: Context) -> Scene:
    context.notify = Told()
    return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), prover=ProverHere, maker=lambda: None)


def waited(driver: Driver, condition: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        driver.step()
        time.sleep(0.002)


def written(path: Path, text: str) -> FileDropped:
    """A program of one's own that is dropped, and that its author runs without being asked each time."""
    path.write_text(dedent(text), encoding="utf-8")
    agree([f"{path.resolve()}:{name}" for name in re.findall(r"^class (\w+)", dedent(text), re.MULTILINE)], always=True)
    return FileDropped(str(path))


@pytest.mark.slow
def test_a_slider_sets_what_a_generator_declares_and_stays_under_the_hand(tmp_path: Path) -> None:
    halls = written(tmp_path / "halls.py", HALLS)
    with driving(a_workshop) as driver:
        shown = driver.top
        assert isinstance(shown, WorkshopScene)
        driver.send(halls)
        waited(driver, lambda: shown.level.recipe.method == "Halls")
        assert list(shown.rows) == ["hall_width", "gold", "door"]
        gold, door = shown.rows["gold"].field, shown.rows["door"].field
        assert isinstance(gold, ValueSlider) and isinstance(door, NamedChoice)
        gold.set(8)
        waited(driver, lambda: shown.level.recipe.parameters["gold"] == 8)
        assert shown.rows["gold"].field is gold and len(shown.level.entities) == 10
        door.choice.choose(1)  # type: ignore[union-attr]
        waited(driver, lambda: shown.level.recipe.parameters["door"] == "one")
        shown.rows["gold"].lock.press()
        shown.parameters.dice.press()
        waited(driver, lambda: not shown.desk.own.owes)  # type: ignore[union-attr]
        assert shown.level.recipe.parameters["gold"] == 8
        shown.show_what()
        driver.step()
        assert isinstance(driver.top, Dialog)
        shown.stack.pop()
        driver.until(lambda: driver.top is shown)
        hall_width = shown.desk.values["hall_width"]
        shown.show_preset("bsp")
        shown.take_method(next(row for row in shown.methods.rows if row.method == "bsp"))
        assert list(shown.rows) == list(shown.bench.method.parameters)
        driver.send(written(tmp_path / "halls.py", HALLS.replace("(0, 9, 3)", "(0, 5, 3)")))
        waited(driver, lambda: shown.level.recipe.method == "Halls")
        assert shown.desk.values == {"hall_width": hall_width, "gold": 3, "door": shown.desk.values["door"]}
        assert hall_width == shown.level.recipe.parameters["hall_width"], "what was set before is set again"


@pytest.mark.slow
def test_after_a_failure_the_list_shows_what_made_the_level(tmp_path: Path) -> None:
    halls = written(tmp_path / "halls.py", HALLS)
    with driving(a_workshop) as driver:
        shown = driver.top
        assert isinstance(shown, WorkshopScene) and isinstance(shown.context.notify, Told)

        def dropped(name: str, text: str) -> str:
            """The sentence for a file that cannot be used."""
            told = shown.context.notify
            assert isinstance(told, Told)
            before = len(told)
            driver.send(written(tmp_path / name, text))
            waited(driver, lambda: len(told) > before)
            return str(told[-1])

        assert "Generator" in dropped("foo.py", "class Foo:\n    pass\n")
        assert shown.methods.rows[shown.methods.selected].method == "bsp" and not shown.desk.own_spec
        assert list(shown.rows) == list(shown.bench.method.parameters)
        driver.send(halls)
        waited(driver, lambda: shown.level.recipe.method == "Halls")
        broken = HALLS.replace("Halls", "Upside").replace("(0, 9, 3)", "(9, 0, 3)")
        assert "9, 0, 3 are not least, most" in dropped("upside.py", broken)
        assert shown.desk.own_name == "Halls" and next(iter(shown.rows)) == "hall_width"
        assert shown.methods.rows[shown.methods.selected].own == shown.desk.own_spec
        shown.rows["gold"].field.set(1)  # type: ignore[union-attr]
        waited(driver, lambda: shown.level.recipe.parameters["gold"] == 1)


RESTLESS = """
from game.core.forge.api import Generator, Number


class Restless(Generator):
    asked = 0

    @property
    def parameters(self):
        self.asked += 1
        return {f"p{self.asked}_{number}": Number(0, 9, 1) for number in range(24)}

    def generate(self, request):
        level = request.blank()
        level.room(2, 2, 9, 9)
        level.add("start", 2, 2)
        level.add("exit", 9, 9)
        level.add("treasure", 4, 4, self.asked)
        return level
"""


@pytest.mark.slow
def test_a_generator_that_declares_something_else_each_time_is_only_asked_again(tmp_path: Path) -> None:
    with driving(a_workshop) as driver:
        shown = driver.top
        assert isinstance(shown, WorkshopScene) and isinstance(shown.context.notify, Told)
        driver.send(written(tmp_path / "restless.py", RESTLESS))
        for turn in range(1, 6):
            waited(driver, lambda turn=turn: f"p{turn}_0" in shown.rows)
            assert len(shown.rows) == 24
            shown.rows[f"p{turn}_3"].field.set(5)  # type: ignore[union-attr]
        assert not shown.context.notify
