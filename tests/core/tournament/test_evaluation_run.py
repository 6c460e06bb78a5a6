"""An evaluation started from the window: asked for, followed, stopped, gone on with, shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.tournament.evaluation import EvaluationDocument
from game.engine.input import CommandName
from game.engine.scene import Context
from game.engine.widgets import Button, Kind, Segments
from game.ground.texts import Texts
from game.scenes import arcade
from game.scenes.evaluation.scene import EvaluationScene
from game.scenes.evaluation.start import EvaluateScene, Pace, progress_line
from game.scenes.process.evaluation import EvaluationPlan, EvaluationRun, EvaluationRunError, RunProgress
from game.scenes.setup.scene import SetupScene
from tests.engine.widgets.page_driver import click, reachable, the, widgets
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.games.evaluations import made_up

PLAN = EvaluationPlan("l4g", ("loner", "expert", "scout"), 4, "souk", {"turns": 5})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


class Still:
    """A run that goes as far as it is told."""

    def __init__(self, plan: EvaluationPlan, folder: Path) -> None:
        self.plan = plan
        self.path = folder / "still.json"
        self.progress = RunProgress(0, 0, plan.games)
        self.result: EvaluationDocument | SpokenError | None = None
        self.stopped = False

    def poll(self) -> EvaluationDocument | None:
        if isinstance(self.result, SpokenError):
            raise self.result
        return self.result

    def stop(self) -> None:
        self.stopped = True


class Room:
    """The scene over a setup, with runs that stand still."""

    def __init__(self) -> None:
        self.runs: list[Still] = []
        self.done: list[Path] = []
        self.told: list[str] = []

    def make(self, context: Context) -> EvaluateScene:
        context.notify = self.told.append
        return EvaluateScene(context, PLAN, lambda _, path: self.done.append(path), begin=self.begin)

    def begin(self, plan: EvaluationPlan, folder: Path) -> EvaluationRun:
        self.runs.append(Still(plan, folder))
        return self.runs[-1]  # type: ignore[return-value]


@contextmanager
def asked() -> Iterator[tuple[Driver, Room]]:
    room = Room()
    with driving(room.make) as driver:
        yield driver, room


def start(driver: Driver) -> None:
    click(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY))
    driver.step(2)


def test_what_is_chosen_is_begun() -> None:
    with asked() as (driver, room):
        the(driver, Segments, lambda _: True).choose(2)
        start(driver)
        assert room.runs[0].plan.games == 10_000 and room.runs[0].plan.seats == PLAN.seats


def test_leaving_stops_it() -> None:
    with asked() as (driver, room):
        start(driver)
        assert not room.runs[0].stopped
        driver.command(CommandName.BACK)
        driver.step(2)
        assert room.runs[0].stopped


def test_a_failure_is_told_and_asked_for_again() -> None:
    with asked() as (driver, room):
        start(driver)
        room.runs[0].result = EvaluationRunError("evaluation.run.failed", why="no such file")
        driver.step(2)
        assert len(room.told) == 1 and "no such file" in room.told[0]
        start(driver)
        assert len(room.runs) == 2


def test_everything_is_reached_by_next() -> None:
    with asked() as (driver, _):
        assert len(reachable(driver)) == 4


@pytest.mark.parametrize("language", ["ko", "en"])
def test_how_far_it_is_and_how_long_it_takes(language: str) -> None:
    texts = Texts(language)
    starting = progress_line(RunProgress(0, 0, 1000), None, texts)
    begun = progress_line(RunProgress(5, 0, 1000), None, texts)
    assert starting != begun
    assert "0:10" in progress_line(RunProgress(500, 0, 1000), 9.8, texts)


def test_the_time_left_follows_from_what_came_in_after_the_first_games() -> None:
    pace = Pace()
    pace.note(40.0, RunProgress(800, 800, 1000))
    assert pace.left(40.0, 1000) is None
    pace.note(60.0, RunProgress(850, 800, 1000))
    assert pace.left(61.0, 1000) is None
    pace.note(70.0, RunProgress(900, 800, 1000))
    assert pace.left(70.0, 1000) == 20.0
    assert pace.left(75.0, 1000) == 15.0
    assert pace.left(89.5, 1000) == 1.0
    assert pace.left(99.0, 1000) is None, "they are overdue: nobody knows for how long"
    pace.note(100.0, RunProgress(1000, 800, 1000))
    assert pace.left(100.0, 1000) is None


def test_slow_first_games_do_not_make_the_time_left_long() -> None:
    pace = Pace()
    for now, done in ((10.0, 1), (40.0, 31), (42.0, 63), (44.0, 127), (46.0, 191)):
        pace.note(now, RunProgress(done, 0, 1000))
    assert pace.left(46.0, 1000) == pytest.approx(809 * 4 / 128, rel=0.01)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_is_cut(language: str, text_size: int) -> None:
    room = Room()
    with driving(room.make, language=language, text_size=text_size, size=(960, 540)) as driver:
        driver.step(5)
        start(driver)
        room.runs[0].progress = RunProgress(99_999, 0, 100_000)
        driver.step(5)
        assert driver.context.typeface.overflows == []


def finished(run: EvaluationRun) -> EvaluationDocument:
    end = time.monotonic() + PATIENCE
    while (document := run.poll()) is None:
        assert time.monotonic() < end, "the evaluation did not come to its end"
        time.sleep(0.01)
    return document


def test_a_real_one_is_played_and_its_figures_are_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    run = EvaluationRun(PLAN, home / "evaluations")
    try:
        document = finished(run)
    finally:
        run.stop()
    assert document.games == 4 and document.lineup_of(document.numbers[0]) == PLAN.seats and document.seed == "souk"
    assert document.options["turns"] == 5
    assert run.progress == RunProgress(4, 0, 4)
    assert [path.suffix for path in (home / "evaluations").iterdir()] == [".json"]


def test_a_real_one_that_cannot_be_played_says_why(home: Path) -> None:
    run = EvaluationRun(EvaluationPlan("l4g", ("loner", "nobody"), 4, "souk"), home)
    with pytest.raises(EvaluationRunError) as caught:
        finished(run)
    assert "nobody" in caught.value.values["why"]


def test_from_the_setup_to_the_figures() -> None:
    with driving(lambda context: arcade.setup(context, "l4g")) as driver:
        driver.command(CommandName.BACK)  # the guide is not wanted
        setup = driver.top
        assert isinstance(setup, SetupScene)
        click(driver, the(driver, Button, lambda button: button.icon == "trophy"))
        driver.until(lambda: isinstance(driver.top, EvaluateScene) and not driver.context.stack.fading)
        scene = driver.top
        assert isinstance(scene, EvaluateScene)
        assert "human" not in scene.plan.seats and len(scene.plan.seats) == CABINETS["l4g"].info.usual_seats
        scene._on_done(made_up("l4g"), Path("made up.json"))
        driver.until(lambda: isinstance(driver.top, EvaluationScene))
        assert widgets(driver, Button)
