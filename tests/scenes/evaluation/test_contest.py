"""A contest from a folder in the window: its form, the check's lines, its tables, its report in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.errors import SpokenError
from game.core.league.league import Bout, League
from game.engine.widgets import Button, Entry
from game.ground import paths
from game.ground.contests import held_contests, remember_contest
from game.scenes.arcade import results
from game.scenes.evaluation.contest import ContestScene
from game.scenes.evaluation.league import LeagueScene
from game.scenes.evaluation.shelf import EvaluationShelf
from game.scenes.process.contest import ContestOrder, ContestRun
from game.scenes.process.evaluation import RunProgress
from tests.engine.widgets.page_driver import click, the, widgets
from tests.processes import wait_until
from tests.scenes.scene_driver import Driver, Told, driving

BOT = """
from game.core.bots import Bot


class {name}(Bot):
    def decide(self, request):
        return request.legal[{which}]
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path


class StillRun:
    """A contest that says and does what a test tells it."""

    def __init__(self, order: ContestOrder) -> None:
        self.order = order
        self.lines: list[str] = []
        self.progress = RunProgress(0, 0, order.games)
        self.over = False
        self.error: SpokenError | None = None
        self.stopped = False

    def poll(self) -> bool:
        if self.error:
            raise self.error
        return self.over

    def stop(self) -> None:
        self.stopped = True


@contextmanager
def page(folder: Path, **more: Any) -> Iterator[tuple[Driver, ContestScene, Told, list[StillRun]]]:
    """The page, what it says, and the contests that it began."""
    begun: list[StillRun] = []

    def begin(order: ContestOrder) -> Any:
        begun.append(StillRun(order))
        return begun[-1]

    given: dict[str, Any] = {"begin": begin, "on_show": lambda path: None, **more}
    with driving(lambda context: ContestScene(context, folder=str(folder), **given)) as driver:
        scene = driver.top
        assert isinstance(scene, ContestScene)
        driver.context.notify = said = Told()
        yield driver, scene, said, begun


def press(driver: Driver, words: str) -> None:
    click(driver, the(driver, Button, lambda button: button.label == words))
    driver.step()


def labels(driver: Driver) -> set[str]:
    return {button.label for button in widgets(driver, Button)}


def test_a_folder_that_is_not_there_is_said(home: Path) -> None:
    with page(home / "gone") as (driver, scene, said, begun):
        press(driver, "Check and play")
        assert begun == [] and scene.run is None
        assert str(home / "gone") in said[-1]


def test_the_checks_lines_come_one_by_one_and_a_stop_keeps_them(home: Path) -> None:
    with page(home) as (driver, scene, _, begun):
        press(driver, "Check and play")
        (run,) = begun
        assert (run.order.folder, run.order.games) == (home, 1_000)
        run.lines = ["fox: plays", "hen: is out, because it cannot be loaded"]
        driver.step()
        assert scene.lines == run.lines
        press(driver, "Stop")
        assert run.stopped and scene.run is None
        assert scene.lines[:2] == run.lines and len(scene.lines) == 3
        assert "Tables" not in labels(driver), "there are no results yet"


def test_a_failure_is_told_in_the_programs_own_words(home: Path) -> None:
    with page(home) as (driver, scene, said, begun):
        press(driver, "Check and play")
        begun[0].lines = ["hen: is out"]
        begun[0].error = SpokenError("contest_page.error.failed", why="No entry passed its check.")
        driver.step()
        assert scene.run is None and scene.lines == ["hen: is out"]
        assert said[-1].endswith("No entry passed its check.")


def test_results_lead_to_tables_and_to_the_browser(home: Path) -> None:
    shown: list[Path] = []
    browsed: list[str] = []
    with page(home, on_show=shown.append, browse=lambda address: not browsed.append(address)) as (
        driver,
        _,
        said,
        begun,
    ):
        press(driver, "Check and play")
        folder = home / "results"
        folder.mkdir()
        (folder / "results.json").write_text("{}", encoding="utf-8")
        begun[0].over = True
        driver.step()
        press(driver, "Tables")
        assert shown == [folder / "results.json"]
        press(driver, "Report in the browser")
        assert browsed == [] and str(folder / "report.html") in said[-1], "there is no report yet"
        (folder / "report.html").write_text("<p>", encoding="utf-8")
        press(driver, "Report in the browser")
        assert browsed == [(folder / "report.html").resolve().as_uri()]


def test_typing_a_folder_that_has_results_offers_them(home: Path) -> None:
    (home / "class" / "results").mkdir(parents=True)
    (home / "class" / "results" / "results.json").write_text("{}", encoding="utf-8")
    with page(home) as (driver, _, _, _):
        assert "Tables" not in labels(driver)
        entry = the(driver, Entry, lambda entry: True)
        entry.on_change(str(home / "class"))
        driver.step()
        assert "Tables" in labels(driver)


def test_a_folder_settles_game_and_games_until_a_person_chooses(home: Path) -> None:
    settled = home / "class"
    settled.mkdir()
    (settled / "contest.toml").write_text('game = "tablut"\ngames = 2000\n', encoding="utf-8")
    with page(home) as (driver, scene, _, begun):
        entry = the(driver, Entry, lambda entry: True)
        entry.on_change(str(settled))
        driver.step()
        assert (scene.order.game, scene.order.games) == ("tablut", 2000)
        scene._ask(games=100)
        entry.on_change(f"{settled} ")
        press(driver, "Check and play")
        assert (begun[0].order.game, begun[0].order.games) == ("tablut", 100)
    (settled / "contest.toml").write_text("games = ", encoding="utf-8")
    with page(settled) as (_, scene, _, _):
        assert scene.order.games == 1000


def test_the_shelf_leads_to_a_contest(home: Path) -> None:
    asked: list[str] = []
    with driving(lambda context: EvaluationShelf(context, lambda *_: None, home, on_contest=asked.append)) as driver:
        press(driver, "Contest from a folder")
        assert asked == [""]


def test_the_shelf_lists_contests_that_are_still_there_and_opens_their_pages(home: Path) -> None:
    asked: list[str] = []
    league = League("tablut", 1, {}, 2, 5, {"a": "", "b": ""}, (Bout(1, ("a", "b"), (1, 2), (1, 0), "0"),), looks=1)
    for name, data in (("monday", msgspec.json.encode(league)), ("gone", b""), ("broken", b"{")):
        (home / name / "results").mkdir(parents=True)
        (home / name / "results" / "results.json").write_bytes(data)
        remember_contest(home / name, home / "shelf")
        remember_contest(home / "monday", home / "shelf")
    (home / "gone" / "results" / "results.json").unlink()
    assert [folder.name for folder in held_contests(home / "shelf")] == ["monday", "broken", "gone"]
    with driving(
        lambda context: EvaluationShelf(context, lambda *_: None, home / "shelf", on_contest=asked.append)
    ) as driver:
        shelf = driver.top
        assert isinstance(shelf, EvaluationShelf)
        assert {one.name: one.error is None for one in shelf.evaluations} == {"monday": True, "broken": False}
        shelf._select([one.name for one in shelf.evaluations].index("monday"))
        driver.step()
        press(driver, "Show")
        assert asked == [str(home / "monday")]


def test_a_broken_list_of_contests_is_an_empty_one(home: Path) -> None:
    remember_contest(home, home)
    for data in (b"[3]", b"\xff", b""):
        (home / "contests" / "held.json").write_bytes(data)
        assert held_contests(home) == []


@pytest.mark.slow
def test_a_whole_contest_by_a_real_process(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # to compile would take longer than to play
    folder = home / "class"
    folder.mkdir()
    for name, which in (("First", 0), ("Last", -1)):
        (folder / f"{name.lower()}.py").write_text(BOT.format(name=name, which=which), encoding="utf-8")
    (folder / "broken.py").write_text("def", encoding="utf-8")
    shown: list[Path] = []
    with page(
        folder,
        begin=lambda order: ContestRun(replace(order, game="nullgame", games=4)),
        on_show=shown.append,
        browse=lambda address: True,
    ) as (driver, scene, said, _):
        press(driver, "Check and play")

        def heard() -> object:
            return len(scene.lines), scene.run and scene.run.progress

        wait_until(lambda: (driver.step(), scene.run is None)[1], "the end of the contest", going=heard)
        assert said == []
        assert any(line.startswith("broken: is out") for line in scene.lines)
        press(driver, "Tables")
        assert isinstance(results(driver.context, shown[0]), LeagueScene)
        assert scene.order.report.is_file()
        assert held_contests(paths.evaluations()) == [folder.resolve()]
