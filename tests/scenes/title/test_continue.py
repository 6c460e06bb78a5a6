"""A match that was left at this screen is offered again: whoever closed the window, or had it closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.engine.widgets import Dialog
from game.ground import paths
from game.ground.history import read_history
from game.ground.settings import Settings, load
from game.scenes import arcade
from game.scenes.page.more import MoreMenu
from game.scenes.setup.scene import SetupScene
from game.scenes.staging.left_off import picture_of
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from game.scenes.title.scene import TitleScene
from tests.scenes.scene_driver import Driver, driving, plan


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


def table(driver: Driver) -> TableScene:
    scene = driver.top
    assert isinstance(scene, TableScene)
    return scene


def kept() -> Settings:
    settings, _ = load()
    return settings


def test_a_match_that_was_left_is_gone_on_with() -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        driver.until(lambda: table(driver).board.choosing)
        driver.command(CommandName.RIGHT)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: table(driver).board.choosing)
        table(driver).feed.ask_for_hint()
        driver.until(lambda: table(driver).feed.hints == 1)
        left = [entry.movers for entry in table(driver).feed.entries]
        assert list(kept().unfinished) == ["nullgame"], "a window may be gone without a goodbye"
    unfinished = kept().unfinished

    def again(context: Context) -> SetupScene:
        context.settings.unfinished = dict(unfinished)
        scene = arcade.setup(context, "nullgame")
        assert isinstance(scene, SetupScene)
        return scene

    with driving(again) as driver:
        driver.until(lambda: isinstance(driver.top, Dialog))
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, TableScene) and not driver.context.stack.fading)
        driver.until(lambda: table(driver).board.choosing)
        assert [entry.movers for entry in table(driver).feed.entries] == left
        assert not Path(unfinished["nullgame"]).exists(), "one match is one recording"
        assert table(driver).feed.hints == 1, "leaving a match made its hints forgotten"
        for _ in range(40):
            driver.until(lambda: isinstance(driver.top, ResultsScene) or table(driver).board.choosing)
            if isinstance(driver.top, ResultsScene):
                assert driver.top.finished.hints == 1
                break
            driver.command(CommandName.RIGHT)
            driver.command(CommandName.CONFIRM)
    assert not kept().unfinished, "what is over is not offered"
    assert [match.hints for match in read_history(paths.history())] == [1]


def test_a_full_disk_leaves_the_old_recording_and_its_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        driver.until(lambda: table(driver).board.choosing)
        driver.command(CommandName.RIGHT)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: table(driver).board.choosing)
    path = Path(kept().unfinished["nullgame"])
    before = path.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    def again(context: Context) -> Scene:
        context.settings.unfinished = {"nullgame": str(path)}
        monkeypatch.setattr("os.fsync", full)
        return arcade.continued_table(context, path)

    with driving(again) as driver:
        driver.until(lambda: table(driver).board.choosing)
        assert driver.context.settings.unfinished == {"nullgame": str(path)}
    assert path.read_bytes() == before
    assert [file.suffix for file in path.parent.iterdir() if file.is_file()] == [path.suffix]


def test_an_offer_that_could_not_be_followed_stays() -> None:
    missing = Path("gone.souk")
    missing.write_bytes(b"no recording")
    try:
        with driving(lambda context: arcade.setup(offering(context, missing), "nullgame")) as driver:
            driver.until(lambda: isinstance(driver.top, Dialog))
            driver.command(CommandName.CONFIRM)
            driver.until(lambda: isinstance(driver.top, SetupScene))
            assert driver.context.settings.unfinished == {"nullgame": str(missing)}
    finally:
        missing.unlink()


def test_the_street_begins_next_at_what_was_played_after_a_guide_or_gone_on_with() -> None:
    """Neither comes from the setup, which tells what was played as a match begins."""
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        driver.context.settings.played = ("omok",)
        left_match(driver)
    assert kept().played[0] == "nullgame"


def offering(context: Context, path: Path) -> Context:
    context.settings.unfinished = {"nullgame": str(path)}
    return context


def left_match(driver: Driver) -> None:
    driver.until(lambda: table(driver).board.choosing)
    driver.command(CommandName.RIGHT)
    driver.command(CommandName.CONFIRM)
    driver.until(lambda: table(driver).board.choosing)


def test_the_street_and_the_stall_show_a_match_that_was_left_in_small() -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        left_match(driver)
    unfinished = kept().unfinished

    def street(context: Context) -> Scene:
        context.settings.unfinished, context.settings.played = dict(unfinished), ("nullgame",)
        return arcade.title(context)

    recording = Path(unfinished["nullgame"])
    picture = picture_of("nullgame", recording)
    assert picture is not None
    width, height = picture.get_size()
    assert len({tuple(picture.get_at((x, height // 2))) for x in range(width)}) > 3, "something is to be seen"
    with driving(street, text_size=150) as driver:
        scene = driver.top
        assert isinstance(scene, TitleScene)
        if scene.street.stand.game == "nullgame":
            assert scene.left is not None and not scene.left.box.colliderect(scene.more.box)
    with driving(lambda context: arcade.setup(offering(context, recording), "nullgame"), text_size=150) as driver:
        driver.until(lambda: isinstance(driver.top, Dialog))
        driver.step(2)
        dialog = driver.top
        assert isinstance(dialog, Dialog) and dialog.picture is not None
        assert not driver.context.typeface.overflows
    assert picture_of("nullgame", recording.with_name("another.souk")) is None
    for broken in recording.parents[1].glob("cache/left/nullgame/*.png"):
        broken.write_bytes(b"no picture")
    assert picture_of("nullgame", recording) is None


def test_the_stall_goes_on_at_once_and_has_a_new_match_beside() -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        left_match(driver)
    recording = Path(kept().unfinished["nullgame"])
    with driving(lambda context: arcade.stall(offering(context, recording), "nullgame")) as driver:
        driver.until(lambda: isinstance(driver.top, TableScene) and driver.top.board.choosing)
        assert table(driver).feed.entries, "no question before"
    recording = Path(kept().unfinished["nullgame"])

    def more(context: Context) -> Scene:
        return MoreMenu(offering(context, recording), "nullgame", at_stall=True, under_way=True)

    with driving(more) as driver:
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, SetupScene))
        driver.step(5)
        assert isinstance(driver.top, SetupScene), "and no question there"


def test_the_replays_go_on_with_a_match_that_was_left_and_keep_one_with_a_name() -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        left_match(driver)
    recording = Path(kept().unfinished["nullgame"])
    named = recording.rename(recording.with_name("the long one.souk"))
    with driving(arcade.replays) as driver:
        driver.until(lambda: driver.top._continue_button.visible)  # type: ignore[attr-defined]
        driver.top._continue_button.press()  # type: ignore[attr-defined]
        driver.until(lambda: isinstance(driver.top, TableScene) and driver.top.board.choosing)
        assert len(table(driver).feed.entries) > 0
        assert named.exists()
