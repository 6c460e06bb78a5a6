"""A street of a dozen stalls: its map, the search, what is kept ready while one walks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.core.cabinet import Kind
from game.engine.input import FIRST_PAD, CommandName, KeyPressed, TextComposed, TextTyped
from game.engine.scene import Context
from game.engine.widgets import Button
from game.scenes.title.bazaar import BazaarMap
from game.scenes.title.scene import TitleScene
from game.scenes.title.stands import stands
from game.scenes.title.street.street import Street
from tests.in_turns import in_turns
from tests.planting import NAMES, planted
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.title.test_title import A_WALK, FakePicture

COUNT = len(stands()) + len(NAMES)


class Dozen:
    """A title with every game there is and some more, whose live pictures are counted."""

    def __init__(self) -> None:
        self.pictures: dict[str, FakePicture] = {}
        self.done: list[str] = []
        self.driver: Driver
        self.title: TitleScene

    def make(self, context: Context) -> TitleScene:
        self.title = TitleScene(
            context,
            stands(),
            "slime",
            attract=self.attract,
            on_play=lambda game: self.done.append(f"play {game}"),
            on_replays=lambda: self.done.append("replays"),
            on_settings=lambda: None,
            on_host=lambda game: None,
            on_join=lambda: None,
            on_more=lambda game: self.done.append(f"more {game}"),
            has_more=lambda game: game == "slime",
        )
        return self.title

    def attract(self, game: str) -> FakePicture:
        self.pictures[game] = FakePicture()
        return self.pictures[game]

    @property
    def street(self) -> Street:
        return self.title.street

    @property
    def map(self) -> BazaarMap:
        assert isinstance(self.driver.top, BazaarMap)
        return self.driver.top

    def open_map(self) -> None:
        self.driver.send(KeyPressed("m"))
        self.driver.step(30)

    def shown(self) -> list[str]:
        return [tile.stand.game for tile in self.map.tiles]


@contextmanager
def dozen(
    size: tuple[int, int] = (960, 540), text_size: int = 100, language: str = "en", reduced: bool = False
) -> Iterator[Dozen]:
    visit = Dozen()

    def make(context: Context) -> TitleScene:
        context.settings.motion.reduced = reduced
        return visit.make(context)

    with planted(), driving(make, size=size, text_size=text_size, language=language) as driver:
        visit.driver = driver
        yield visit


def test_the_last_played_stands_in_the_middle_and_only_its_neighbours_play() -> None:
    with dozen() as visit:
        assert len(visit.street.stands) == COUNT and visit.street.stand.game == "slime"
        here = visit.street.position
        assert set(visit.pictures) == {visit.street.at(here + step).game for step in (-1, 0, 1)}


def test_walking_wakes_the_stalls_ahead_and_ends_the_matches_left_behind() -> None:
    with dozen(reduced=True) as visit:
        start = dict(visit.pictures)
        for _ in range(COUNT // 2):
            visit.driver.command(CommandName.RIGHT)
            visit.driver.step(2)
        visit.driver.step(60)
        here = visit.street.position
        assert {visit.street.at(here + step).game for step in (-1, 0, 1)} <= visit.street.screens.keys()
        assert all(picture.closed for picture in start.values())
        assert len(visit.street.screens) <= 5


@pytest.mark.parametrize("way", ["key", "pad", "button", "letter"])
def test_the_map_is_opened_by_every_device(way: str) -> None:
    with dozen() as visit:
        match way:
            case "key":
                visit.driver.send(KeyPressed("m"))
            case "pad":
                visit.driver.command(CommandName.MENU, FIRST_PAD)
            case "button":
                buttons = [widget for widget in visit.title.group.walk() if isinstance(widget, Button)]
                visit.driver.click(*next(button for button in buttons if button.label == "Map").box.center)
            case "letter":
                visit.driver.send(KeyPressed("w"))
        visit.driver.step(30)
        assert len(visit.map.tiles) == COUNT if way != "letter" else visit.map.entry.text == "w"
        kinds = [tile.stand.look_up().kind for tile in visit.map.tiles]
        assert kinds == sorted(kinds, key=list(Kind).index)


def test_a_stall_is_found_by_writing_and_walked_to_the_short_way() -> None:
    with dozen() as visit:
        visit.open_map()
        visit.driver.send(TextTyped("word b"))
        visit.driver.step(1)
        assert visit.shown() == ["riddles"]
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(2)
        far = visit.street.position
        visit.driver.step(A_WALK)
        assert visit.street.stand.game == "riddles" and abs(far) <= COUNT // 2
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(60)
        assert visit.done == ["play riddles"]


@pytest.mark.parametrize(("written", "found"), [("낱말", "riddles"), ("ㄴㅁ", "riddles"), ("WORD bazaar", "riddles")])
def test_names_are_found_in_both_languages_and_by_their_initials(written: str, found: str) -> None:
    with dozen(language="ko") as visit:
        visit.open_map()
        visit.driver.send(TextTyped(written))
        visit.driver.step(1)
        assert visit.shown() == [found]


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", ["slime", "marrakech", "l4g", "riddles"])
def test_a_name_that_is_typed_on_the_street_is_found_whole_however_fast(name: str, language: str) -> None:
    with dozen(reduced=True, language=language) as visit:
        for key in name:
            visit.driver.send(KeyPressed(key), TextTyped(key))
            visit.driver.step(8)
        visit.driver.step(30)
        assert visit.map.entry.text == name
        assert visit.shown()[0] == name


def test_who_types_and_presses_enter_is_led_to_the_stall() -> None:
    with dozen(reduced=True, language="ko") as visit:
        for key in "slime":
            visit.driver.send(KeyPressed(key))
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(A_WALK)
        assert visit.street.stand.game == "slime"
        assert visit.driver.top is visit.title
        visit.driver.send(TextTyped("슬"), TextComposed("라"))
        visit.driver.step(30)
        assert visit.map.entry.text == "슬라"


def test_enter_leads_to_a_stall_of_that_name_before_others_of_a_quarter_that_is_called_so() -> None:
    with dozen(reduced=True) as visit:
        visit.open_map()
        visit.driver.send(TextTyped("car"))
        visit.driver.step(1)
        assert "checkers" in visit.shown() and visit.shown()[0] != "caravan"  # all of the quarter "Boards & cards"
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(A_WALK)
        assert visit.street.stand.game == "caravan"


def test_a_tile_is_chosen_by_pointer_and_by_keys() -> None:
    with dozen(reduced=True) as visit:
        visit.open_map()
        tile = next(tile for tile in visit.map.tiles if tile.stand.game == "desert")
        visit.driver.click(*tile.box.center)
        visit.driver.step(4)
        assert visit.street.stand.game == "desert"
        visit.open_map()
        visit.driver.command(CommandName.DOWN)
        chosen = visit.map.group.focused_widget
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(4)
        assert visit.street.stand.game == getattr(chosen, "stand").game  # noqa: B009 - of a tile


def test_nothing_found_is_said_and_back_changes_nothing() -> None:
    with dozen() as visit:
        visit.open_map()
        visit.driver.send(TextTyped("zzz"))
        visit.driver.step(1)
        visit.driver.command(CommandName.CONFIRM)
        visit.driver.step(1)
        assert visit.shown() == [] and "zzz" in visit.map._nothing.text
        visit.driver.command(CommandName.BACK)
        visit.driver.step(2)
        assert visit.driver.top is visit.title and visit.street.stand.game == "slime"


def test_what_a_game_has_besides_hangs_at_its_stall() -> None:
    with dozen(reduced=True) as visit:
        assert visit.title.more.visible
        visit.driver.send(KeyPressed("e"))
        visit.driver.step(30)
        visit.driver.click(*visit.title.more.box.center)
        assert visit.done == ["more slime", "more slime"]
        visit.driver.command(CommandName.UP)
        visit.driver.command(CommandName.RIGHT)
        visit.driver.step(2)
        assert not visit.title.more.visible


@in_turns(language=["ko", pytest.param("en", marks=pytest.mark.slow)], window=[((960, 540), 100), ((1280, 720), 150)])
def test_every_name_fits_on_the_map_and_before_the_stalls(language: str, window: tuple[tuple[int, int], int]) -> None:
    size, text_size = window
    with dozen(size, text_size, language, reduced=True) as visit:
        visit.open_map()
        visit.driver.command(CommandName.BACK)
        visit.driver.step(2)
        for _ in range(COUNT):
            visit.driver.command(CommandName.RIGHT)
            visit.driver.step(1)
        assert visit.driver.context.typeface.overflows == []
