"""Long recordings are read piece by piece with a picture of how far: to watch, to go on with, beside the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.recording.replay import ReplayError
from game.core.work.pieces import at_once
from game.engine.clock import FakeClock
from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.ground.settings import Settings
from game.scenes import arcade
from game.scenes.feeds.local import LocalFeed, start_local, starting_local
from game.scenes.feeds.plan import MatchPlan
from game.scenes.feeds.replay import ReplayFeed, open_replay, opening_replay
from game.scenes.page.progress import AT_ONCE, IN_THE_DARK, ProgressPage
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.table import ReplayTable
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, Told, driving, plan, played

SLOW = 0.12
"""Seconds that a step of a recording takes here."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def recording(home: Path) -> Path:
    return record(None)


def record(steps: int | None) -> Path:
    feed = played(start_local(plan("nullgame", "human", "human"), Settings()), steps)
    feed.close()
    assert feed.recording is not None
    return feed.recording


class Slowly:
    """Lets time pass while steps are played, for whoever's clock it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock: FakeClock | None = None
        self.longest = 0.0
        """The longest that one frame took."""
        self.seconds = SLOW
        self.reading = ReplayFeed.read
        read, catching_up = ReplayFeed.read, LocalFeed.catching_up

        def slowly(work):  # type: ignore[no-untyped-def]
            for share in work:
                if self.clock:
                    self.clock.advance(self.seconds)
                yield share

        monkeypatch.setattr(ReplayFeed, "read", lambda feed: slowly(read(feed)))
        monkeypatch.setattr(LocalFeed, "catching_up", lambda feed: slowly(catching_up(feed)))

    def at(self, context: Context) -> Context:
        assert isinstance(context.clock, FakeClock)
        self.clock = context.clock
        return context


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Slowly:
    return Slowly(monkeypatch)


def page(driver: Driver) -> ProgressPage:
    scene = driver.top
    assert isinstance(scene, ProgressPage)
    return scene


def test_short_ones_show_no_page(recording: Path) -> None:
    with driving(lambda context: arcade.replay(context, recording)) as driver:
        assert isinstance(driver.top, ReplayTable)


def test_a_long_one_is_read_with_a_picture_of_how_far(recording: Path, slowly: Slowly) -> None:
    with driving(lambda context: ReplaysScene(context, lambda _path: None)) as driver:
        driver.context.stack.push(arcade.replay(slowly.at(driver.context), recording, 3))
        driver.step()
        shares = []
        while isinstance(driver.top, ProgressPage):
            begin = driver.context.clock.now()
            driver.step()
            assert driver.context.clock.now() - begin <= 1 / 30 + 2 * SLOW, "no frame waits for all of it"
            shares += [driver.top.share] if isinstance(driver.top, ProgressPage) else []
        assert len(set(shares)) > 5 and shares == sorted(shares)
        driver.until(lambda: not driver.context.stack.fading)
        assert isinstance(driver.top, ReplayTable) and driver.top.replay.position == 3
        whole = open_replay(recording)
        assert [entry.events for entry in driver.top.feed.entries] == [entry.events for entry in whole.entries]


def test_a_middling_one_is_read_in_the_dark(recording: Path, slowly: Slowly) -> None:
    steps = len(open_replay(recording))
    slowly.seconds = (AT_ONCE + IN_THE_DARK / 2) / steps
    with driving(lambda context: arcade.replay(slowly.at(context), recording)) as driver:
        assert isinstance(driver.top, ReplayTable), "the page flashed by"


def test_who_does_not_want_to_wait_goes_back(recording: Path, slowly: Slowly) -> None:
    with driving(lambda context: ReplaysScene(context, lambda _path: None)) as driver:
        driver.context.stack.push(arcade.replay(slowly.at(driver.context), recording))
        driver.until(lambda: isinstance(driver.top, ProgressPage) and page(driver).share > 0.4)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, ReplaysScene))


def test_what_turns_out_broken_is_told_and_left(
    recording: Path, slowly: Slowly, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_context: Context, _path: Path):  # type: ignore[no-untyped-def]
        for count in range(40):
            slowly.at(_context).clock.advance(SLOW)  # type: ignore[attr-defined]
            yield count / 40
        raise ReplayError("replay.error.end")

    monkeypatch.setattr(arcade, "_continuing", breaks)
    with driving(lambda context: ReplaysScene(context, lambda _path: None)) as driver:
        told = Told()
        driver.context.notify = told
        driver.context.stack.push(arcade.continued_table(driver.context, recording))
        driver.until(lambda: isinstance(driver.top, ProgressPage))
        driver.until(lambda: isinstance(driver.top, ReplaysScene))
        assert len(told) == 1


def test_a_long_match_is_gone_on_with_piece_by_piece(slowly: Slowly, home: Path) -> None:
    path = record(7)

    def again(context: Context) -> Scene:
        context.settings.unfinished = {"nullgame": str(path)}
        return arcade.continued_table(slowly.at(context), path)

    with driving(again) as driver:
        driver.until(lambda: isinstance(driver.top, TableScene))
        assert isinstance(driver.top, TableScene)
        assert len(driver.top.feed.entries) == 7
        assert driver.top.feed.recording != path and not path.exists()


def test_given_up_on_the_way_the_old_recording_stays_and_no_new_one_does(slowly: Slowly, home: Path) -> None:
    path = record(7)
    before = path.read_bytes()
    with driving(lambda context: ReplaysScene(context, lambda _path: None)) as driver:
        driver.context.stack.push(arcade.continued_table(slowly.at(driver.context), path))
        driver.until(lambda: isinstance(driver.top, ProgressPage) and page(driver).share > 0.6)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, ReplaysScene))
    assert path.read_bytes() == before
    assert list(path.parent.glob("*.souk")) == [path]


def test_it_goes_on_from_the_middle_of_a_replay_piece_by_piece(recording: Path, slowly: Slowly) -> None:
    with driving(lambda context: arcade.replay(context, recording, 5)) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable)
        slowly.at(driver.context)
        table._continue()
        driver.until(lambda: isinstance(driver.top, ProgressPage))
        driver.until(lambda: isinstance(driver.top, TableScene))
        assert isinstance(driver.top, TableScene) and len(driver.top.feed.entries) == 5


def test_pieces_come_to_what_is_played_at_once(recording: Path) -> None:
    shares = list(opening_replay(recording))
    assert shares == sorted(shares) and shares[-1] == 1.0
    replay = open_replay(recording)
    replay.seek(5)
    begun = replay.continued()
    assert isinstance(begun, MatchPlan)
    feed = at_once(starting_local(begun, Settings()))
    assert feed.match.hash() == replay._playback.match.hash()
    feed.close()


def test_the_list_stays_alive_while_a_long_recording_is_read(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.core.recording.replay import Playback

    forward = Playback.forward
    clock: list[FakeClock] = []

    def slow(playback: Playback):  # type: ignore[no-untyped-def]
        for each in clock:
            each.advance(SLOW)
        return forward(playback)

    monkeypatch.setattr(Playback, "forward", slow)
    recording.rename(recording.with_suffix(".later"))
    with driving(lambda context: ReplaysScene(context, lambda _path: None)) as driver:
        scene = driver.top
        assert isinstance(scene, ReplaysScene) and isinstance(driver.context.clock, FakeClock)
        clock.append(driver.context.clock)
        recording.with_suffix(".later").rename(recording)
        scene.resumed(None)
        frames = 0
        while scene._detail._stage is None:
            begin = driver.context.clock.now()
            driver.step()
            assert driver.context.clock.now() - begin <= 1 / 30 + 2 * SLOW
            frames += 1
        assert frames > 5
