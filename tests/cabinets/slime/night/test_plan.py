"""The page on which a night is planned, and the schedule that it writes: one that the command reads too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
import pytest

from game.cabinets.slime.night.log import NightLog, log_of
from game.cabinets.slime.night.schedule import Form, Schedule, ScheduleError, TeamEntry, read_schedule
from game.cabinets.slime.night.writing import schedule_text
from game.cabinets.slime.scenes import opening
from game.cabinets.slime.scenes.contest import ContestPlan
from game.cabinets.slime.scenes.night_hall import NightHall
from game.cabinets.slime.scenes.night_plan import NightPlanPage
from game.engine.canvas import Canvas
from game.engine.input import CommandName, Device, FileDropped, TextTyped
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Widget
from game.engine.widgets.segments import OptionsWidget
from game.ground import paths
from game.ground.texts import LANGUAGES, Texts
from tests.engine.widgets.page_driver import SIZES, click, go_to, reachable, the, widgets
from tests.scenes.scene_driver import Driver, Told, driving

PAD = Device("pad", 1)
BY_HAND = """\
# the club's spring night
form = "groups-bracket"   # as last year
groups = 2
minutes = 3               # for a team that was called

[[teams]]
name = "Green slimes"
members = ["Ana", "Ben"]  # they come late

[[teams]]
name = "Mud"
sent = "mud-4711"

[[teams]]
name = "Blue"

[[teams]]
name = "슬라임즈"
"""


class Still(Scene):
    """A hall that only shows that it was opened."""

    def draw(self, canvas: Canvas) -> None: ...


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def opened() -> list[Path]:
    return []


def page_for(opened: list[Path]) -> Callable[[Context], NightPlanPage]:
    def open_hall(context: Context, path: Path) -> Scene:
        opened.append(path)
        return Still(context)

    return lambda context: NightPlanPage(context, open_hall)


@pytest.fixture
def driver(opened: list[Path]) -> Iterator[Driver]:
    with driving(page_for(opened)) as made:
        yield made


def page(driver: Driver) -> NightPlanPage:
    assert isinstance(driver.top, NightPlanPage)
    return driver.top


def press(driver: Driver, key: str) -> None:
    label = driver.context.texts.line(f"night_plan.{key}")
    click(driver, the(driver, Button, lambda button: button.label == label))


def choose(driver: Driver, form: Form) -> None:
    page(driver)._take_form(form)
    driver.step()


def type_teams(driver: Driver, *names: str) -> None:
    """Type names from the first entry on, each ended by Enter."""
    for name in names:
        driver.send(TextTyped(name))
        driver.command(CommandName.CONFIRM)


def test_a_night_is_typed_and_opened_by_keys_alone(driver: Driver, opened: list[Path]) -> None:
    type_teams(driver, "Green", "Blue", "Mud", "Jelly", "Pudding")
    assert [team.name for team in page(driver).planned.teams] == ["Green", "Blue", "Mud", "Jelly", "Pudding"]
    start = the(driver, Button, lambda button: button.is_default)
    go_to(driver, start)
    driver.command(CommandName.CONFIRM)
    driver.until(lambda: isinstance(driver.top, Still))
    assert opened == [paths.nights() / "Slime.toml"]
    teams = tuple(TeamEntry(name) for name in ("Green", "Blue", "Mud", "Jelly", "Pudding"))
    assert read_schedule(opened[0]) == Schedule(teams, Form.BRACKET)


def test_a_pad_sets_form_and_times_and_keeps_the_schedule(driver: Driver, opened: list[Path]) -> None:
    type_teams(driver, "Green", "Blue", "Mud", "Jelly")
    form = the(driver, OptionsWidget, lambda choice: choice.value is Form.BRACKET)
    go_to(driver, form, PAD)
    driver.command(CommandName.LEFT, PAD)
    assert page(driver).schedule.form is Form.SWISS
    minutes = the(driver, OptionsWidget, lambda choice: choice.value == 3.0)
    go_to(driver, minutes, PAD)
    driver.command(CommandName.LEFT, PAD)
    keep = the(driver, Button, lambda button: button.icon == "save")
    go_to(driver, keep, PAD)
    driver.command(CommandName.CONFIRM, PAD)
    assert not opened and page(driver).path == paths.nights() / "Slime.toml"
    kept = read_schedule(paths.nights() / "Slime.toml")
    assert (kept.form, kept.minutes) == (Form.SWISS, 2.0)


def test_teams_move_leave_and_are_no_more_than_a_night_takes(driver: Driver) -> None:
    type_teams(driver, "Green", "Blue", "Mud")
    shown = page(driver)
    click(driver, next(button for button in widgets(driver, Button) if button.icon == "chevron-down"))
    assert [team.name for team in shown.planned.teams] == ["Blue", "Green", "Mud"]
    click(driver, [button for button in widgets(driver, Button) if button.icon == "x"][2])
    assert [team.name for team in shown.planned.teams] == ["Blue", "Green"]
    shown.teams = [TeamEntry(f"Team {number}") for number in range(63)]
    for _ in range(3):
        shown.add()
    assert len(shown.teams) == 64
    shown.teams = [TeamEntry("Alone")]
    shown.remove(0)
    assert [team.name for team in shown.teams] == [""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_played_is_refused_with_the_command_s_sentence(language: str, tmp_path: Path) -> None:
    with driving(page_for([]), language=language) as driver:
        shown = page(driver)
        assert not shown._start.enabled
        for teams, form, groups in (
            (("A", "A"), Form.BRACKET, 1),
            (("A", "B"), Form.GROUPS, 2),
            (("A",), Form.SWISS, 1),
        ):
            shown.teams = [TeamEntry(name) for name in teams]
            shown._set(form=form, groups=groups, title="night")
            file = tmp_path / "night.toml"
            file.write_text(schedule_text(shown.planned), encoding="utf-8")
            with pytest.raises(ScheduleError) as refused:
                read_schedule(file)
            said = Texts(language).line(refused.value.key, refused.value.values)
            assert shown._problem.text == said and not shown._start.enabled


def test_a_schedule_written_by_hand_is_opened_and_keeps_what_the_page_does_not_show(
    driver: Driver, tmp_path: Path
) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(BY_HAND, encoding="utf-8")
    driver.send(FileDropped(str(file)))
    assert page(driver).path == file and page(driver).planned == read_schedule(file)
    press(driver, "keep")
    assert file.read_text(encoding="utf-8") == BY_HAND
    page(driver)._set(minutes=5.0)
    page(driver)._rename(2, "Blues")
    press(driver, "keep")
    text = file.read_text(encoding="utf-8")
    assert "# the club's spring night" in text and "# for a team that was called" in text
    kept = read_schedule(file)
    assert kept.minutes == 5.0 and [team.name for team in kept.teams][2] == "Blues"
    assert kept.teams[0].members == ("Ana", "Ben") and kept.teams[1].sent == "mud-4711"


def test_what_somebody_writes_into_the_file_meanwhile_is_not_lost(driver: Driver, tmp_path: Path) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(BY_HAND, encoding="utf-8")
    driver.send(FileDropped(str(file)))
    edited = BY_HAND.replace("minutes = 3", "minutes = 9")
    file.write_text(edited, encoding="utf-8")
    driver.context.notify = told = Told()  # type: ignore[method-assign]
    page(driver)._set(best_of=3)
    press(driver, "keep")
    assert len(told) == 1 and "spring.toml was changed elsewhere" in told[0]
    assert file.read_text(encoding="utf-8") == edited
    page(driver).open(file)
    page(driver).keep()
    assert read_schedule(file).minutes == 9
    file.unlink()
    page(driver).keep()
    assert read_schedule(file).minutes == 9


def test_a_file_that_is_no_schedule_changes_nothing_and_is_told(driver: Driver, tmp_path: Path) -> None:
    type_teams(driver, "Green", "Blue")
    driver.context.notify = told = Told()  # type: ignore[method-assign]
    (tmp_path / "bad.toml").write_text("form = ", encoding="utf-8")
    driver.send(FileDropped(str(tmp_path / "bad.toml")))
    assert len(told) == 1 and "bad.toml" in told[0]
    assert [team.name for team in page(driver).planned.teams] == ["Green", "Blue"] and page(driver).path is None


def test_a_night_that_has_begun_keeps_its_schedule_and_the_same_teams_may_play_a_new_one(
    driver: Driver, opened: list[Path]
) -> None:
    type_teams(driver, "Green", "Blue")
    page(driver).keep()
    file = paths.nights() / "Slime.toml"
    NightLog(log_of(file), read_schedule(file), 7, datetime(2026, 5, 1, tzinfo=UTC)).close()
    before = file.read_bytes()
    driver.context.notify = told = Told()  # type: ignore[method-assign]
    page(driver)._rename(0, "Greens")
    page(driver).start()
    assert len(told) == 1 and "other teams" in told[0]
    assert file.read_bytes() == before and not opened
    press(driver, "anew")
    page(driver).start()
    driver.until(lambda: isinstance(driver.top, Still))
    assert opened == [paths.nights() / "Slime-1.toml"] and file.read_bytes() == before


def test_the_hall_opens_plays_and_leads_back_to_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = partial(ContestPlan, address="127.0.0.1", port=0)
    monkeypatch.setattr(opening, "ContestPlan", plan)
    with driving(opening.night_plan) as driver:
        type_teams(driver, "Green", "Blue")
        shown = page(driver)
        shown.start()
        driver.until(lambda: isinstance(driver.top, NightHall))
        hall = driver.top
        assert isinstance(hall, NightHall)
        driver.until(lambda: hall.contest.call is not None)
        assert hall.contest.schedule == shown.planned
        hall._end()
        driver.until(lambda: driver.top is shown)
        assert log_of(paths.nights() / "Slime.toml").exists()


def test_a_folder_that_cannot_be_written_is_told(driver: Driver, opened: list[Path]) -> None:
    paths.nights().parent.mkdir(parents=True, exist_ok=True)
    paths.nights().write_bytes(b"in the way")
    driver.context.notify = told = Told()  # type: ignore[method-assign]
    type_teams(driver, "Green", "Blue")
    page(driver).start()
    assert len(told) == 1 and "Slime.toml cannot be written" in told[0] and not opened


@pytest.mark.parametrize(("form", "size"), list(zip(Form, SIZES * 2, strict=True)))
def test_every_control_is_reached_by_next(form: Form, size: tuple[int, int]) -> None:
    with driving(page_for([]), size=size, text_size=150) as driver:
        type_teams(driver, "Green", "Blue")
        choose(driver, form)
        wanted = {id(widget) for widget in widgets(driver, Widget) if widget.focusable and widget.enabled}
        assert wanted <= reachable(driver)


@pytest.mark.parametrize("before", ["", BY_HAND, 'teams = [{name = "a"}, {name = "b"}]\nform = "swiss"\n'])
def test_what_is_written_is_read_again(before: str, tmp_path: Path) -> None:
    teams = (TeamEntry('a"b\\c'), TeamEntry("슬라임", "s", ("[x]", "# y")))
    plans = [Schedule(teams, Form.BRACKET), Schedule(teams, Form.SWISS, "#", 3, minutes=0.5, seconds=0.2, drawn=True)]
    for schedule in (*plans, msgspec.structs.replace(plans[0], best_of=1, third=True, groups=3)):
        file = tmp_path / "night.toml"
        file.write_text(schedule_text(schedule, before), encoding="utf-8")
        assert read_schedule(file) == schedule
