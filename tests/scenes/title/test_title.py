"""The title: walked along and chosen from with every device, its live screens, its texts at every size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pygame
import pytest

from game.core.cabinet import Kind
from game.core.errors import SpokenError
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    Device,
    KeyPressed,
    PointerMoved,
    Resized,
    Wheel,
)
from game.engine.loop.pace import FRAMES_PER_SECOND, LEFT_ALONE_FRAMES_PER_SECOND
from game.engine.scene import Context
from game.engine.widgets import Button, Dialog
from game.scenes.title.scene import TitleScene
from game.scenes.title.street.goods import default_stall
from game.scenes.title.street.plan import nearest, stall_box
from game.scenes.title.street.stand import Sold, Stand
from tests.engine.widgets.page_driver import widgets
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, Told, driving
from tests.watching import Watch

OPEN = "marrakech"
WHY = SpokenError("cabinets.broken", game="slime", why="ImportError")
STREET = (
    Stand(OPEN, default_stall(OPEN), lambda: Sold(Kind.BOARD, (2, 3, 4))),
    Stand("slime", default_stall("slime"), lambda: Sold(Kind.CONTEST, ()), WHY),
    Stand("l4g", default_stall("l4g"), lambda: Sold(Kind.CONTEST, (2,))),
)
A_WALK = 40
"""Frames after which the camera has arrived."""


class FakePicture:
    """A live picture that changes only when it is told to."""

    def __init__(self) -> None:
        self.changed = False
        self.drawn = 0
        self.closed = False

    def begin(self, canvas: Canvas, box: Box) -> Iterator[None]:
        yield

    def update(self, seconds: float) -> bool:
        return self.changed

    def draw(self, canvas: Canvas, box: Box) -> None:
        assert canvas.pixels(box).size == canvas.surface.get_size()
        canvas.surface.fill("#40A080")
        self.drawn += 1

    def close(self) -> None:
        self.closed = True


class Visit:
    """A title in the loop, and what was done there."""

    def __init__(self, stands: Sequence[Stand]) -> None:
        self.stands = stands
        self.done = Told()
        self.pictures: dict[str, FakePicture] = {}
        self.driver: Driver
        self.title: TitleScene

    def make(self, context: Context) -> TitleScene:
        self.title = TitleScene(
            context,
            self.stands,
            attract=self.attract,
            on_play=lambda game: self.done.append(f"play {game}"),
            on_replays=lambda: self.done.append("replays"),
            on_settings=lambda: self.done.append("settings"),
            on_host=lambda game: self.done.append(f"host {game}"),
            on_join=lambda: self.done.append("join"),
            on_more=lambda game: self.done.append(f"more {game}"),
            has_more=lambda game: game == "l4g",
        )
        context.quit = lambda: self.done.append("quit")
        context.notify = self.done
        return self.title

    def attract(self, game: str) -> FakePicture:
        self.pictures[game] = FakePicture()
        return self.pictures[game]

    @property
    def stall(self) -> str:
        return self.title.street.stand.game

    def button(self, label: str) -> Button:
        """A button of the scene on top, by its words."""
        scene = self.driver.top
        assert isinstance(scene, TitleScene | Dialog)
        return next(w for w in scene.group.walk() if isinstance(w, Button) and w.label == label)

    def press(self, label: str) -> None:
        self.driver.click(*self.button(label).box.center)
        self.driver.step(3)


@contextmanager
def visiting(
    size: tuple[int, int] = (960, 540),
    text_size: int = 100,
    language: str = "en",
    reduced: bool = False,
    stands: Sequence[Stand] = STREET,
) -> Iterator[Visit]:
    visit = Visit(stands)

    def make(context: Context) -> TitleScene:
        context.settings.motion.reduced = reduced
        return visit.make(context)

    with driving(make, size=size, text_size=text_size, language=language) as driver:
        visit.driver = driver
        visit.done.clear()  # what is closed was told at the beginning
        yield visit


@pytest.fixture(scope="module")
def street() -> Iterator[Visit]:
    """One visit for the tests that leave the title as they found it."""
    with visiting() as visit:
        yield visit


def test_the_first_open_stall_is_in_the_middle(street: Visit) -> None:
    assert street.stall == OPEN
    assert list(street.pictures) == [OPEN, "l4g"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_button_at_the_foot_names_its_key(language: str) -> None:
    with visiting((1280, 720), language=language) as visit:
        keys = [button.key for button in widgets(visit.driver, Button) if button is not visit.title.more]
        assert keys == ["Enter", "L", "M", "R", "S", "Esc"]


def test_further_entries_are_opened_by_the_key_or_the_pads_button_that_is_shown() -> None:
    with visiting() as street:
        while street.stall != "l4g":
            street.driver.command(CommandName.RIGHT)
            street.driver.step(A_WALK)
        told = len(street.done)
        street.driver.send(PointerMoved(5, 5))
        street.driver.step()
        assert street.title.more.key == "E"
        street.driver.command(CommandName.HINT)
        assert len(street.done) == told, "a letter is for searching"
        street.driver.app.take(Command(CommandName.HINT, FIRST_PAD))
        assert street.done[told:] == ["more l4g"]
        street.driver.step()
        assert street.title.more.key == "Y"
        shown = {button.label: button.key for button in widgets(street.driver, Button)}
        assert (shown["Play"], shown["Map"], shown["Quit"], shown["Settings"]) == ("A", "Start", "B", "")
        street.driver.app.take(KeyPressed("x"))
        street.driver.step()
        assert street.title.more.key == "E" and street.button("Map").key == "M"


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_keys_and_pad_walk_around_the_street_and_back(street: Visit, device: Device) -> None:
    games = [stand.game for stand in STREET]
    here = games.index(street.stall)
    for step in range(1, len(games) + 1):
        street.driver.command(CommandName.RIGHT, device)
        street.driver.step(A_WALK)
        assert street.stall == games[(here + step) % len(games)]
    for _ in games:
        street.driver.command(CommandName.LEFT, device)
    street.driver.step(A_WALK)
    assert street.stall == OPEN


def test_the_pointer_walks_by_stall_arrow_and_wheel(street: Visit) -> None:
    beside = stall_box(1)
    street.driver.click(beside.centerx, beside.centery)
    street.driver.step(A_WALK)
    assert street.stall == "slime"
    street.driver.click(418, 412)
    street.driver.step(A_WALK)
    assert street.stall == OPEN
    street.driver.send(Wheel(640, 400, 1))
    street.driver.step(A_WALK)
    assert street.stall == "l4g"
    street.driver.send(Wheel(640, 400, -1))
    street.driver.step(A_WALK)
    assert street.stall == OPEN


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_choosing_a_stall_flies_into_it_and_plays(device: Device) -> None:
    with visiting() as visit:
        visit.driver.command(CommandName.CONFIRM, device)
        visit.driver.step(5)
        assert visit.done == []
        visit.driver.step(60)
        assert visit.done == [f"play {OPEN}"]


def test_a_flight_can_be_hurried() -> None:
    with visiting() as visit:
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.command(CommandName.HURRY)
        visit.driver.step(2)
        assert visit.done == [f"play {OPEN}"]


def test_reduced_motion_plays_at_once_and_walks_without_a_way() -> None:
    with visiting(reduced=True) as visit:
        visit.driver.command(CommandName.RIGHT)
        assert not visit.title.street.walking
        visit.driver.command(CommandName.LEFT)
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(2)
        assert visit.done == [f"play {OPEN}"]


def test_a_click_on_the_middle_stall_or_on_play_plays() -> None:
    for point in ((640.0, 330.0), None):
        with visiting() as visit:
            visit.driver.click(*(point or visit.button("Play").box.center))
            visit.driver.step(60)
            assert visit.done == [f"play {OPEN}"]


def test_a_closed_stall_says_so_and_plays_nothing() -> None:
    with visiting() as visit:
        visit.driver.command(CommandName.RIGHT)
        visit.driver.step(A_WALK)
        assert not visit.button("Play").enabled
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(60)
        assert visit.done == ["The game “slime” cannot be opened: ImportError"]


def test_the_menu_is_reached_by_keys_and_by_letters() -> None:
    with visiting() as visit:
        visit.driver.command(CommandName.DOWN)
        assert visit.button("Map").focused
        visit.driver.command(CommandName.RIGHT)
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.command(CommandName.RIGHT)
        assert visit.button("Settings").focused
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.command(CommandName.UP)
        visit.driver.command(CommandName.RIGHT)
        visit.driver.step(A_WALK)
        assert visit.stall == "slime"
        for key in ("r", "s"):
            visit.driver.send(KeyPressed(key))
            visit.driver.step(30)
        visit.driver.send(KeyPressed("s", frozenset({"ctrl"})))
        visit.driver.step(30)
        assert visit.done == ["replays", "settings", "replays", "settings"]


@pytest.mark.parametrize(("choice", "done"), [("Open a room", f"host {OPEN}"), ("Join a room", "join")])
def test_lan_leads_to_hosting_and_to_joining(choice: str, done: str) -> None:
    with visiting() as visit:
        visit.press("LAN")
        visit.press(choice)
        assert visit.done == [done]
        visit.press("LAN")
        visit.driver.command(CommandName.BACK)
        visit.driver.step(2)
        assert visit.driver.top is visit.title and visit.done == [done]


def test_leaving_is_asked_for_and_can_be_thought_better_of() -> None:
    with visiting() as visit:
        visit.driver.command(CommandName.BACK)
        visit.driver.step(2)
        visit.press("Stay")
        assert visit.done == []
        visit.press("Quit")
        visit.press("Quit")
        assert visit.done == ["quit"]


def test_a_live_picture_is_drawn_again_only_when_it_changed() -> None:
    with visiting() as visit:
        picture = visit.pictures[OPEN]
        visit.driver.step(1)
        before = picture.drawn
        for _ in range(5):
            visit.driver.step(1)
        assert picture.drawn == before
        picture.changed = True
        visit.driver.step(1)
        visit.driver.step(1)
        assert picture.drawn == before + 2


def test_leaving_the_title_ends_the_live_matches() -> None:
    with visiting() as visit:
        picture = visit.pictures[OPEN]
        assert not picture.closed
    assert picture.closed


def test_a_hovered_stall_warms_up(street: Visit) -> None:
    street.driver.send(PointerMoved(*stall_box(-1).center))
    street.driver.step(20)
    assert max(widget.warmth for widget in street.title.group.walk()) == 1.0
    street.driver.send(PointerMoved(2, 2))
    street.driver.step(20)
    assert max(widget.warmth for widget in street.title.group.walk()) == 0.0


@in_turns(
    one_in=2,
    language=["ko", "en"],
    window=[((960, 540), 100), ((1280, 720), 150), ((1920, 1080), 125), ((1280, 540), 100), ((1024, 768), 150)],
)
def test_every_text_fits_before_every_stall(language: str, window: tuple[tuple[int, int], int]) -> None:
    size, text_size = window
    with visiting(size, text_size, language, reduced=True) as visit:
        for _ in STREET:
            visit.driver.command(CommandName.RIGHT)
            visit.driver.step(2)
        assert visit.driver.context.typeface.overflows == []


def test_a_dragged_window_is_painted_anew_when_it_rests() -> None:
    with visiting() as visit:
        picture = visit.pictures[OPEN]
        visit.driver.step()
        visit.driver.context.canvas = Canvas.fit(pygame.Surface((1280, 800), depth=32))
        before = picture.drawn
        visit.driver.send(Resized(1280, 800))
        visit.driver.step(3)
        assert picture.drawn == before
        visit.driver.step(20)
        assert picture.drawn > before
        assert any(visit.driver.context.canvas.surface.get_at((640, 20))[:3])


def test_another_language_is_taken_over_on_coming_back() -> None:
    with visiting() as visit:
        visit.driver.context.texts.language = "ko"
        visit.title.resumed(None)
        assert visit.button("게임하기").box.width > 0
        assert visit.title._signs(STREET[0])[:2] == ("마라케시", "Marrakech")


def test_arrows_turn_the_stalls_for_who_comes_back_from_one_however_it_was_entered() -> None:
    with visiting() as visit:
        visit.driver.step(A_WALK)
        visit.press("Play")
        visit.driver.until(lambda: visit.done == [f"play {OPEN}"])
        assert visit.button("Play").focused
        visit.title.resumed(None)
        visit.driver.command(CommandName.RIGHT)
        visit.driver.step(A_WALK)
        assert visit.stall == "slime"


def test_the_street_is_round() -> None:
    assert [nearest(index, 0, 3) for index in range(3)] == [0, 1, -1]
    for index in range(5):
        for camera in (-7.3, 0, 2.5, 12):
            assert -2.5 <= nearest(index, camera, 5) < 2.5


def test_the_lamps_of_the_stall_in_the_middle_burn_steadily(street: Visit) -> None:
    street.driver.step(A_WALK)
    lamps = street.title.street
    assert {street.driver.step() or lamps.lit for _ in range(12)} == {1.0}


def test_half_the_frames_show_a_street_left_alone_and_a_walk_has_all(monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting() as visit:
        watch = Watch(visit.driver, monkeypatch)
        watch.leave()
        assert watch.during(1.0) == pytest.approx(LEFT_ALONE_FRAMES_PER_SECOND, abs=1)
        visit.driver.command(CommandName.RIGHT)
        assert watch.during(0.2) == pytest.approx(0.2 * FRAMES_PER_SECOND, abs=1)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_who_leaves_is_told_of_rooms_that_go_on_here(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr("game.scenes.title.questions.rooms_left", lambda: ["Leila's room"])
    with visiting(language=language) as visit:
        visit.driver.send(Command(CommandName.BACK))
        visit.driver.step(30)
        dialog = visit.driver.top
        assert isinstance(dialog, Dialog) and "Leila's room" in dialog.text


def test_a_tall_window_lists_the_stalls_and_a_wide_one_walks_again() -> None:
    with visiting((412, 690)) as visit:
        listed = visit.title.list
        assert listed is not None and [row.stand.game for row in listed.rows] == [OPEN, "slime", "l4g"]
        assert listed.rows[0].focused
        visit.driver.until(lambda: set(visit.pictures) == {OPEN, "l4g"})
        visit.driver.click(*listed.row_of("l4g").box.center)
        visit.driver.step(2)
        assert visit.done == ["play l4g"] and visit.stall == "l4g"
        visit.driver.app.take(Resized(960, 540))
        visit.driver.step(30)
        assert visit.title.list is None and visit.button("Play").visible and visit.stall == "l4g"


@pytest.mark.parametrize("size", [(960, 540), (412, 690)])
def test_who_comes_back_from_a_page_after_a_match_finds_its_button_and_not_the_stall(size: tuple[int, int]) -> None:
    with visiting(size) as visit:
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.until(lambda: visit.done == [f"play {OPEN}"])
        visit.title.resumed(None)
        assert not visit.button("Settings").focused
        visit.title.group.focus(visit.button("Settings"))
        visit.driver.step(2)
        visit.title.resumed(None)
        assert visit.button("Settings").focused


def test_all_stalls_begin_their_matches_in_a_window_that_becomes_tall() -> None:
    games = [OPEN, "slime", "l4g", "omok", "tablut", "gems", "sketch"]
    stands = [Stand(game, default_stall(game), lambda: Sold(Kind.BOARD, (2,))) for game in games]
    with visiting(stands=stands) as visit:
        visit.driver.until(lambda: len(visit.pictures) == 5)
        visit.driver.step(A_WALK)
        assert set(visit.pictures) == {*games} - {"omok", "tablut"}, "at the other end of the street"
        visit.driver.app.take(Resized(412, 690))
        visit.driver.until(lambda: set(visit.pictures) == {*games})
        assert not any(picture.closed for picture in visit.pictures.values())


def test_a_closed_stall_of_the_list_says_so_and_opens_nothing() -> None:
    with visiting((412, 690)) as visit:
        assert visit.title.list is not None
        visit.driver.click(*visit.title.list.row_of("slime").box.center)
        visit.driver.step(2)
        assert visit.done == ["The game “slime” cannot be opened: ImportError"]


def test_the_list_has_a_button_for_further_entries_and_is_searched_by_letters() -> None:
    with visiting((412, 690)) as visit:
        assert visit.title.list is not None
        more = [each for each in widgets(visit.driver, Button) if each.icon == "layout-grid"]
        assert [each.visible for each in more] == [True]
        visit.driver.click(*more[0].box.center)
        assert visit.done == ["more l4g"]
        for letter in "4g":
            visit.driver.send(KeyPressed(letter))
        visit.driver.step(60)
        assert visit.title.list.row_of("l4g").focused
        visit.driver.send(KeyPressed("m"), KeyPressed("q"))
        visit.driver.step(60)
        assert visit.driver.top is visit.title and visit.title.list.row_of("l4g").focused
        visit.driver.send(KeyPressed("r"))
        visit.driver.step(60)
        assert visit.done == ["more l4g", "replays"]
