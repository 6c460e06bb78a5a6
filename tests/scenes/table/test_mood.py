"""The music knows whether a match is played and whether its last seconds run; under a clock that tests own."""

from __future__ import annotations

from game.cabinets.listed import CABINETS
from game.engine.audio import Mood
from game.engine.canvas import Canvas
from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.scenes.feeds.feed import Deadline
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.menu import TableMenu
from game.scenes.table.mood import LAST_SECONDS, LEAST_LIMIT, mood_of
from game.scenes.table.scene import TableScene
from net.messages import Waiting
from tests.scenes.lan.test_table import at_table
from tests.scenes.scene_driver import driving, plan


def test_a_match_without_a_limit_is_played_to_the_end() -> None:
    assert mood_of(True, None, 99.0) is Mood.PLAYING
    assert mood_of(False, None, 99.0) is Mood.WAITING


def test_the_last_seconds_are_those_of_a_limit_worth_it() -> None:
    long, short = Deadline(at=60.0, seconds=30.0), Deadline(at=60.0, seconds=LEAST_LIMIT - 1)
    begins = 60.0 - LAST_SECONDS
    assert [mood_of(True, long, now) for now in (begins - 0.1, begins, 59.9, 60.0)] == [
        Mood.PLAYING,
        Mood.LAST,
        Mood.LAST,
        Mood.PLAYING,
    ]
    assert mood_of(True, short, 59.0) is Mood.PLAYING
    assert mood_of(False, long, 59.0) is Mood.WAITING


class Page(Scene):
    """A page with a mood, or with none of its own."""

    def __init__(self, context: Context, mood: Mood | None, overlay: bool = False) -> None:
        super().__init__(context)
        self._mood, self.overlay = mood, overlay

    @property
    def mood(self) -> Mood | None:
        return self._mood

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill("black")


def test_what_lies_over_a_table_leaves_it_its_music_but_hides_its_last_seconds() -> None:
    with driving(lambda context: Page(context, Mood.LAST)) as driver:
        stack = driver.context.stack
        assert stack.mood is Mood.LAST
        for overlay, heard in ((True, Mood.LAST), (False, Mood.PLAYING)):
            stack.push(Page(driver.context, None, overlay))
            driver.step(2)
            driver.until(lambda: not stack.fading)
            assert stack.mood is heard
            stack.pop()
            driver.step(2)
            driver.until(lambda: not stack.fading)


def test_the_last_seconds_are_not_heard_while_a_room_pauses_its_match() -> None:
    with at_table(Waiting(1, (1,), left=5_000, total=30_000)) as here:
        assert here.table.mood is Mood.LAST
        here.hear(here.phase("paused"), Waiting(1, (1,), left=5_000, total=30_000))
        assert here.table.mood is Mood.PLAYING
        here.hear(here.phase("playing"))
        assert here.table.mood is Mood.LAST


def test_the_last_seconds_are_not_heard_while_a_menu_holds_a_match_at_this_screen() -> None:
    def make(context: Context) -> TableScene:
        return TableScene(context, LocalFeed(CABINETS["nullgame"], plan("nullgame", "human", "human", limit=15.0)))

    with driving(make) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.mood is Mood.LAST)
        driver.command(CommandName.MENU)
        driver.until(lambda: isinstance(driver.top, TableMenu))
        driver.step(2)
        assert driver.context.stack.mood is Mood.PLAYING
