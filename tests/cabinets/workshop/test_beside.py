"""What works beside the window of the Workshop: levels that take long, ranges and proofs, each in a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.beside.maker import Made, MakerBeside, Wish, made, takes_long
from game.cabinets.workshop.beside.prover import ProverBeside, ProverHere
from game.cabinets.workshop.scenes.ranges.ranged import RangedMethod
from game.cabinets.workshop.scenes.ranges.run import RangeRun, range_words
from game.cabinets.workshop.scenes.ranges.scene import LEVELS
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.forge.formats.codes import write_recipe
from game.core.forge.formats.document import write_json
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import FLOOR, Level, Recipe
from game.core.forge.model.method import Method
from game.engine.input import FileDropped, KeyPressed
from game.engine.scene import Context, Scene
from game.scenes import arcade
from tests.cabinets.workshop.test_desks import DAY, take
from tests.core.dear_options import SIX_SECONDS
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Driver, Told, driving


class MakerLater:
    """Makes the latest wish, once it is let."""

    def __init__(self) -> None:
        self.wish: Wish | None = None
        self.wishes, self.may, self.making = 0, False, False

    @property
    def busy(self) -> bool:
        return self.wish is not None

    def ask(self, wish: Wish) -> None:
        self.wish, self.wishes = wish, self.wishes + 1

    def poll(self) -> tuple[Wish, Made] | None:
        wish = self.wish
        if wish is None or not self.may:
            return None
        self.wish, self.making = None, True
        done = wish, made(wish)
        self.making = False
        return done

    def close(self) -> None:
        """There is nothing to end."""


LARGE = Recipe("bsp", METHODS["bsp"].version, 3, 256, 256)


@contextmanager
def workshop(maker: MakerLater, monkeypatch: pytest.MonkeyPatch, home: Path) -> Iterator[tuple[Driver, WorkshopScene]]:
    """The Workshop, in whose frames no level may be made that takes longer than one."""
    monkeypatch.setenv("SOUK_HOME", str(home))
    usual = Method.make

    def make(method: Method, recipe: Recipe, *more: Any) -> Level:
        assert maker.making or not takes_long(recipe), "in a frame"
        return usual(method, recipe, *more)

    def opened(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), DAY, ProverHere, lambda: maker)

    monkeypatch.setattr(Method, "make", make)
    with driving(opened) as driver:
        assert isinstance(driver.top, WorkshopScene)
        yield driver, driver.top


def dropped(driver: Driver, path: Path, content: str | bytes) -> None:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    driver.send(FileDropped(str(path)))
    driver.step(3)


def test_the_level_of_a_dropped_code_is_made_beside_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = MakerLater()
    with workshop(maker, monkeypatch, tmp_path) as (driver, shown):
        before = shown.level
        dropped(driver, tmp_path / "a.txt", SIX_SECONDS)
        assert shown.level is before and maker.wishes == 1 and maker.wish is not None
        assert shown.bench.size == (256, 256)
        maker.may = True
        driver.step(2)
        assert (shown.level.width, shown.level.height) == (256, 256) and not shown.desk.by_hand
        dropped(driver, tmp_path / "b.txt", write_recipe(Recipe("bsp", METHODS["bsp"].version + 1, 3, 64, 64)))
        told = shown.context.notify
        assert isinstance(told, Told) and "bsp" in told[-1].casefold() and shown.level.width == 256, (
            "and what is none is told"
        )


def test_whether_a_large_level_follows_from_its_recipe_is_found_beside_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, small = MakerLater(), level_of(Recipe("bsp", METHODS["bsp"].version, 3, 32, 24))
    large = level_of(LARGE)
    with workshop(maker, monkeypatch, tmp_path) as (driver, shown):
        lie = msgspec.structs.replace(small, recipe=LARGE)
        for level, by_hand in ((lie, True), (large, False)):
            maker.may = False
            dropped(driver, tmp_path / "a.json", write_json(level))
            driver.step(20)
            assert shown.level == level and shown.desk.by_hand and not shown.view.dimmed
            maker.may = True
            driver.step(2)
            assert shown.level == level and shown.desk.by_hand is by_hand and bool(len(shown.steps)) is not by_hand
        shown.desk.paint([(0, 0)], FLOOR)
        assert shown.desk.by_hand
        shown.desk.paint([(0, 0)], large.tiles[0])
        assert not shown.desk.by_hand, "painted back"


def test_no_frame_waits_for_a_search_that_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    maker = MakerLater()

    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), DAY, ProverHere, lambda: maker)

    with driving(make) as driver:
        shown = take(driver, "topology")
        before = shown.level
        for rooms in (20, 25, 30):
            shown.change("rooms", rooms)
            driver.step(2)
        assert shown.level is before and maker.wishes == 3 and not shown.view.dimmed
        driver.step(20)
        assert shown.view.dimmed and shown.level is before, "the old picture, dimmed"
        maker.may = True
        driver.step(2)
        assert len(shown.level.graph.nodes) == 30 and not shown.view.dimmed and shown.steps.has_graph
        maker.may = False
        driver.send(KeyPressed("n"))
        driver.send(KeyPressed("e"))
        shown.desk.paint([(0, 0)], FLOOR)
        painted = shown.level
        maker.may = True
        driver.step(3)
        assert shown.level is painted, "what was asked for before is not wanted any more"
        maker.may = False
        shown.change("rooms", 12)
        maker.wish = None
        driver.step(2)
        assert len(shown.level.graph.nodes) == 12, "where its process has ended, it is made here"


@pytest.mark.slow
def test_long_levels_are_made_beside_the_window() -> None:
    import time

    maker, bench = MakerBeside(), Bench("topology", 3)
    try:
        for rooms in (10, 20, 30):
            bench.set("rooms", rooms)
            maker.ask(Wish(bench.recipe(), None))
        end = time.monotonic() + PATIENCE
        while (told := maker.poll()) is None:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert told[0].recipe == bench.recipe() and told[1].level == bench.make() and told[1].notes
    finally:
        maker.close()


@pytest.mark.slow
def test_a_range_is_measured_beside_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    bench = Bench("digger-blind", 1)
    assert range_words(RangedMethod(bench), LEVELS)[:2] == ["workshop-range", "digger-blind"]
    run, levels, end = RangeRun(RangedMethod(bench), 300), [], time.monotonic() + PATIENCE
    while len(levels) < 40:
        levels += run.poll()[0]
        assert time.monotonic() < end
        time.sleep(0.01)
    run.close()
    run, again, over = RangeRun(RangedMethod(bench), 300), list[tuple[int, ...]](), False
    while not over:
        came, over = run.poll()
        again += came
        assert time.monotonic() < end
        time.sleep(0.01)
    assert len(again) == 300 and set(levels) <= set(again)
    run.close()


@pytest.mark.slow
def test_proofs_are_found_beside_the_window_and_only_of_the_latest_wish() -> None:
    import time

    levels = [level_of(Recipe("rhythm", METHODS["rhythm"].version, number, 100, 15)) for number in (1, 2, 3)]
    prover = ProverBeside()
    try:
        for level in levels:
            prover.ask(level, mend=False)
        end = time.monotonic() + PATIENCE
        while (told := prover.poll()) is None:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert told[0] is levels[2] and told[1].proof.proved
    finally:
        prover.close()
