"""Pins, and chunks, rules and actions of somebody's own: on the bench and in the scene."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.errors import SpokenError
from game.core.forge.formats.reading import code_of, read_any
from game.core.forge.methods.registry import METHODS
from game.core.forge.methods.rooms import HIGH, PIECES, WIDE, PinError
from game.core.forge.model.level import Level
from game.core.forge.model.method import Brought, Pin
from game.engine.input import FileDropped, KeyPressed, PointerMoved, PointerPressed, PointerReleased
from game.engine.scene import Context, Scene
from game.engine.widgets.choice import DropDown
from game.scenes import arcade
from tests import ROOT
from tests.scenes.scene_driver import Driver, Told, driving

DATA = ROOT / "game" / "core" / "forge" / "data"
CHUNKS = """
chunk plain flat
<..>
####

chunk hop gap
<...>
##.##
"""
RULES = """kinds = ["entrance", "cellar", "goal", "key"]
start = "e:entrance > g:goal"

[[rule]]
name = "deeper"
find = "a > b"
put = "a > c:cellar > b"

[[rule]]
name = "bolt"
find = "a > b"
put = "a => b, a > k:key"
most = 2
"""
ACTIONS = """[mine]
[[mine.action]]
name = "sneak"
difficulty = 3
most = 20
content = [["rat"]]
"""


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), prover=ProverHere, maker=lambda: None)

    with driving(make) as found:
        yield found


def scene(driver: Driver) -> WorkshopScene:
    assert isinstance(driver.top, WorkshopScene)
    return driver.top


def told(shown: WorkshopScene) -> Told:
    assert isinstance(shown.context.notify, Told)
    return shown.context.notify


def room(level: Level, column: int, row: int) -> list[bytes]:
    left, top = 1 + WIDE * column, 1 + HIGH * row
    return [level.tiles[y * level.width + left :][:WIDE] for y in range(top, top + HIGH)]


def test_pieces_pinned_anywhere_leave_a_level_of_ore(numbers: range) -> None:
    random = Random(5)
    for number in numbers:
        bench = Bench("ore", number)
        for _ in range(random.randint(1, 5)):
            pin = bench.pin_at(random.choice(sorted(bench.pieces)), random.randrange(160), random.randrange(15))
            bench.bring(bench.with_pin(pin))
        level = bench.make()
        kinds = [each.kind for each in level.entities]
        assert kinds.count("start") == kinds.count("goal") == 1
        assert code_of(level).startswith("SKL-") and read_any(code_of(level)) == level
        bench.set_size(60, 15)
        bench.make()


def test_a_pinned_room_is_there_and_the_way_leads_past_it(numbers: range) -> None:
    random = Random(6)
    held = 0
    for number in numbers:
        bench = Bench("rooms", number)
        column, row = random.randrange(4), random.randrange(4)
        piece = random.choice(sorted(PIECES))
        bench.bring(bench.with_pin(bench.pin_at(piece, 6 + WIDE * column, 5 + HIGH * row)))
        assert bench.brought.pins == (Pin(piece, 1 + WIDE * column, 1 + HIGH * row),)
        try:
            level = bench.make()
        except PinError:
            continue
        held += 1
        solid = [[x for x, sign in enumerate(line) if sign == "1"] for line in PIECES[piece]]
        over = any(sign in "568" for line in PIECES[piece] for sign in line)
        squares = room(level, column, row)
        assert over or all(squares[y][x] for y, line in enumerate(solid) for x in line), (number, piece)
    assert held > len(numbers) // 2


def test_figure_3_14_is_one_template_filled_in_three_ways() -> None:
    (preset,) = (each for each in METHODS["rooms"].presets if each.figure == "3.14")
    bench = Bench("rooms", 1)
    bench.take_preset("rooms", preset)
    fillings = [room(bench.make(), column, 0) for column in (1, 2, 3)]
    assert len({tuple(each) for each in fillings}) == 3
    outside = [[line[:2] + line[7:] for line in each] for each in fillings]
    assert outside[0] == outside[1] == outside[2], "they differ only in the obstacle"


def test_a_piece_is_pinned_by_pressing_and_taken_away_again(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_preset("ore")
    driver.send(KeyPressed("e"))
    driver.step(2)
    (pieces,) = (widget for widget in shown.group.walk() if isinstance(widget, DropDown) and "gap" in _values(widget))
    pieces.choose(_values(pieces).index("spikes"))
    driver.step(2)
    made = shown.level
    point = shown.view.box.center
    driver.send(PointerMoved(*point))
    assert shown.view.marked and shown.view.marked[0].width == shown.bench.pieces["spikes"][0]
    driver.click(*point)
    assert [pin.piece for pin in shown.bench.brought.pins] == ["spikes"] and shown.level != made
    assert shown.desk.by_hand and shown.steps.steps, "its steps are there all the same"
    driver.send(KeyPressed("n"))
    assert shown.bench.brought.pins, "another number is made round it too"
    driver.send(KeyPressed("z", frozenset({"ctrl"})))
    assert not shown.bench.brought.pins and not shown.desk.by_hand
    driver.click(*point)
    driver.send(PointerMoved(*point), PointerPressed(*point, 3), PointerReleased(*point, 3))
    assert not shown.bench.brought.pins


def _values(widget: DropDown[str]) -> list[object]:
    return [option.value for option in widget.options]


@pytest.mark.parametrize(
    ("name", "text", "method"),
    [("a.chunks", CHUNKS, "ore"), ("a.txt", RULES, "mission"), ("a.actions", ACTIONS, "gameplay")],
)
def test_a_file_of_ones_own_makes_the_levels(name: str, text: str, method: str, driver: Driver, tmp_path: Path) -> None:
    shown = scene(driver)
    (tmp_path / name).write_text(text, encoding="utf-8")
    driver.send(FileDropped(str(tmp_path / name)))
    driver.step(2)
    assert shown.bench.method.id == method and shown.desk.by_hand and shown.steps.steps and not told(shown)
    kinds = {node.kind for node in shown.level.graph.nodes}
    assert kinds <= {"street", "plain", "hop", "entrance", "cellar", "goal", "key", "sneak"} and len(kinds) > 1
    before = shown.level
    (tmp_path / name).write_text(text.replace("name", "eman").replace("flat", "falt"), encoding="utf-8")
    driver.send(FileDropped(str(tmp_path / name)))
    driver.step(2)
    assert shown.level == before and len(told(shown)) == 1, "a sentence, and nothing lost"
    shown.reset_parameters()
    assert not shown.desk.by_hand


def test_the_rules_of_topology_are_brought_to_topology(driver: Driver, tmp_path: Path) -> None:
    shown = scene(driver)
    shown.show_preset("topology")
    (tmp_path / "my.grammar").write_text((DATA / "mission.grammar").read_text("utf-8"), encoding="utf-8")
    driver.send(FileDropped(str(tmp_path / "my.grammar")))
    driver.step(2)
    assert shown.bench.method.id == "topology" and any(shown.bench.brought)


@pytest.mark.parametrize(("method", "file"), [("mission", "mission.grammar"), ("topology", "topology.grammar")])
def test_mutated_rules_make_levels_or_are_refused(method: str, file: str, numbers: range) -> None:
    random, text, made = Random(9), (DATA / file).read_text("utf-8"), 0
    words = ["a", "b", "x", "m", "task", "goal", "hall", "k:key", "t:task", " > ", " => ", " ~> ", ", ", "/"]
    for number in range(1, 2 * len(numbers)):
        parts = re.split(r"(\b[a-z:]+\b| [=~]?> |, )", text)
        for _ in range(random.randint(1, 3)):
            known = [place for place, part in enumerate(parts) if part in words]
            parts[random.choice(known)] = random.choice(words)
        bench = Bench(method, number)
        bench.bring(Brought("".join(parts)))
        try:
            level = bench.make()
        except SpokenError:
            continue
        made += 1
        assert {"start", "exit"} <= {each.kind for each in level.entities}
    assert made
