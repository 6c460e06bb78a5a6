"""A window left alone is drawn less often, and nothing in it freezes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.loop.pace import (
    FRAMES_PER_SECOND,
    HIDDEN_FRAMES_PER_SECOND,
    LEFT_ALONE_AFTER,
    LEFT_ALONE_FRAMES_PER_SECOND,
    LONGEST_STILL,
    Pace,
)
from game.engine.scene import Context, Scene
from game.engine.stage import Stage
from game.engine.stillness import DRIFTS, MOVES, STILL
from game.engine.widgets import Answer, Dialog
from game.engine.widgets.parts.base import Widget
from game.scenes import arcade
from game.scenes.feeds.local import LocalFeed
from game.scenes.lobby.chat import ChatPanel
from game.scenes.table.scene import TableScene
from net.messages import Said
from tests.commands.command_line import ROOT
from tests.engine.widgets.page_driver import the
from tests.scenes.lobby.lobby_driver import MATCHES, at_lobby
from tests.scenes.scene_driver import Driver, driving, plan
from tests.scenes.table.real_time_table import TableOf
from tests.showroom.lan import OWNER
from tests.watching import Watch

A_FEW = round(1 / LONGEST_STILL)
"""Pictures in a second of a page on which nothing moves."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


class Answering(Scene):
    """A scene that answers what it is told to."""

    answer = STILL

    @property
    def still_for(self) -> float:
        return self.answer

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill("#203040")


@pytest.mark.parametrize(
    ("answer", "pictures"),
    [(MOVES, FRAMES_PER_SECOND), (DRIFTS, LEFT_ALONE_FRAMES_PER_SECOND), (0.1, 10), (STILL, A_FEW)],
)
def test_a_window_left_alone_draws_as_often_as_its_scene_says(
    monkeypatch: pytest.MonkeyPatch, answer: float, pictures: float
) -> None:
    with driving(Answering) as driver:
        watch = Watch(driver, monkeypatch)
        assert watch.during(1.0) == pytest.approx(FRAMES_PER_SECOND, abs=1)
        assert isinstance(driver.top, Answering)
        driver.top.answer = answer
        watch.leave()
        assert watch.during(1.0) == pytest.approx(pictures, abs=1)


def test_the_first_input_is_seen_at_once_and_brings_every_frame_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(Answering) as driver:
        watch = Watch(driver, monkeypatch)
        watch.leave()
        while watch.draws():
            pass
        assert not watch.draws()
        assert watch.draws(pygame.Event(pygame.KEYDOWN, key=pygame.K_x, mod=0, unicode="x", scancode=0))
        assert watch.during(1.0) == pytest.approx(FRAMES_PER_SECOND, abs=1)


def test_with_a_clock_that_is_told_the_time_every_frame_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(Answering) as driver:
        eases = driver.app.pace
        watch = Watch(driver, monkeypatch)
        driver.app.pace = eases
        assert watch.during(2 * LEFT_ALONE_AFTER) == pytest.approx(2 * LEFT_ALONE_AFTER * FRAMES_PER_SECOND, abs=1)


def test_a_hidden_window_keeps_its_own_pace() -> None:
    assert Pace(eases=True).frames_per_second(visible=False) == HIDDEN_FRAMES_PER_SECOND


@pytest.fixture(params=["dialog", "notice", "fade"])
def happening(request: pytest.FixtureRequest) -> Callable[[Driver], object]:
    """Something that moves although nobody touched anything."""

    def dialog(driver: Driver) -> None:
        driver.context.stack.push(Dialog(driver.context, "Well?", answers=[Answer("Yes", True)]))

    def notice(driver: Driver) -> None:
        driver.context.notify("Somebody nudges you")

    def fade(driver: Driver) -> None:
        driver.context.stack.push(Answering(driver.context))

    return {"dialog": dialog, "notice": notice, "fade": fade}[request.param]


def test_what_begins_by_itself_moves_at_full_pace(
    monkeypatch: pytest.MonkeyPatch, happening: Callable[[Driver], object]
) -> None:
    with driving(Answering) as driver:
        watch = Watch(driver, monkeypatch)
        watch.leave()
        happening(driver)
        driver.app.step([])
        driver.app.step([])
        assert watch.during(0.1) == pytest.approx(0.1 * FRAMES_PER_SECOND, abs=1)


def test_a_caret_blinks_in_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.come_in()
        chat = the(lobby.driver, ChatPanel, bool)
        lobby.write(chat.entry, "wait for")
        watch = Watch(lobby.driver, monkeypatch)
        watch.leave()
        frame = 1 / LEFT_ALONE_FRAMES_PER_SECOND
        blinks = [lit_for(lobby.driver, chat, watch) for _ in range(4)]
        assert blinks[1:] == pytest.approx([theme.CARET_SECONDS] * 3, abs=1.5 * frame)


def lit_for(driver: Driver, chat: ChatPanel, watch: Watch) -> float:
    """Seconds until the picture of the text field becomes another one."""
    area = driver.context.canvas.pixels(chat.entry.box)
    seen = pygame.image.tobytes(driver.app.screen.surface.subsurface(area), "RGB")
    began = driver.context.clock.now()
    while pygame.image.tobytes(driver.app.screen.surface.subsurface(area), "RGB") == seen:
        driver.app.step([])
        assert driver.context.clock.now() < began + 5
    return driver.context.clock.now() - began


def test_what_arrives_in_a_waiting_room_is_seen_within_a_quarter_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_lobby(MATCHES[:1]) as lobby:
        lobby.come_in()
        watch = Watch(lobby.driver, monkeypatch)
        watch.leave()
        assert watch.during(1.0) <= A_FEW + 1, "nothing moves in a waiting room"

        def more() -> None:
            lobby.net.finder.found = MATCHES

        for arrive in (lambda: lobby.client.messages.append(Said(OWNER, "Leila", "Hello!")), more):
            before = lobby.driver.app.screen.surface.copy()
            arrive()
            watch.during(LONGEST_STILL + 0.1)
            after = lobby.driver.app.screen.surface
            assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(after, "RGB")


def test_a_connection_is_kept_alive_in_a_window_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[float] = []
    with driving(Answering) as driver:
        driver.context.companions.append(calls.append)
        Watch(driver, monkeypatch).leave()
        calls.clear()
        Watch(driver, monkeypatch).during(1.0)
        assert len(calls) >= LEFT_ALONE_FRAMES_PER_SECOND - 1


def at_table(*seats: str, limit: float | None = None) -> Callable[[Context], Scene]:
    return lambda context: TableScene(context, LocalFeed(CABINETS["nullgame"], plan("nullgame", *seats, limit=limit)))


def test_a_clock_burns_down_in_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(at_table("human", "human", limit=60.0)) as driver:
        watch = Watch(driver, monkeypatch)
        watch.leave()
        assert 9 <= watch.during(1.0) <= 11


def test_a_board_that_waits_for_a_person_rests_and_a_move_that_comes_is_animated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with driving(at_table("human", "human")) as driver:
        watch = Watch(driver, monkeypatch)
        watch.leave()
        assert watch.during(1.0) <= A_FEW + 1
        table = driver.top
        assert isinstance(table, TableScene) and table.feed.choice is not None
        legal = table.feed.choice.legal
        assert legal is not None
        table.choose(legal[0])
        driver.app.step([])
        driver.app.step([])
        assert table.stage.busy
        assert watch.during(0.2) == pytest.approx(0.2 * FRAMES_PER_SECOND, abs=2)


@pytest.mark.parametrize(("name", "bot"), [("racer", "random"), ("rails", "random")])
def test_games_in_real_time_keep_their_pace(name: str, bot: str) -> None:
    with driving(TableOf(name, "human", bot)) as driver:
        assert driver.context.stack.still_for == MOVES


def test_pages_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    for page in (arcade.settings, arcade.replays, lambda context: arcade.setup(context, "nullgame")):
        with driving(page) as driver:
            watch = Watch(driver, monkeypatch)
            watch.leave()
            assert watch.during(1.0) <= A_FEW + 1


def kinds(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


FORGET_WHAT_WAS_POINTED_AT = {
    "EditorBoard",
    "FrameWall",
    "Histogram",
    "LineList",
    "ListView",
    "ReplayTimeline",
    "ScoreChart",
    "TableLog",
    "ValueSlider",
}
FOLLOW_WHAT_ARRIVES = {
    "BarePanel",
    "ChatList",
    "ContestScene",
    "GuestRoom",
    "InstallationCheck",
    "LanTable",
    "LedgerScene",
    "LobbyScene",
    "LogPanel",
    "RoomPanel",
    "Signs",
    "Tonight",
}
FOLLOW_THE_MATCH = {
    "BarsCard",
    "Confirming",
    "DayTable",
    "GuideTable",
    "Newsline",
    "PuzzleTable",
    "ReviewTable",
    "SandboxTable",
    "TaskTable",
}
FOLLOW_THEIR_WIDGETS = {"PaperPage", "SolveScene"}
WORK_AHEAD_OR_LATER = {"GemsStage", "MarrakechStage", "ResultsScene", "SettingsScene", "SetupScene"}
"""Classes whose `update` moves nothing by itself but what their base tells: what it does instead."""


def test_what_moves_more_than_its_base_says_so() -> None:
    """An `update` of one's own, and the answer of a base that knows nothing of it, would freeze what it moves."""
    for path in ROOT.glob("game/**/*.py"):
        if "    def update(self, seconds" in path.read_text(encoding="utf-8"):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    silent = {
        kind.__qualname__
        for base in (Widget, Scene, Stage)
        for kind in kinds(base)
        if kind.__module__.startswith("game.") and "update" in vars(kind) and "still_for" not in vars(kind)
        and answers(kind)
    }  # fmt: skip
    pointed, arrives, match = FORGET_WHAT_WAS_POINTED_AT, FOLLOW_WHAT_ARRIVES, FOLLOW_THE_MATCH
    assert silent == pointed | arrives | match | FOLLOW_THEIR_WIDGETS | WORK_AHEAD_OR_LATER


def answers(kind: type) -> bool:
    """Whether a class has another answer than MOVES from one of its bases."""
    owner = next(base for base in kind.__mro__ if "still_for" in vars(base))
    return owner not in (Scene, Stage)
