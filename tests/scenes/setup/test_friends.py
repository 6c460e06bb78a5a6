"""Friends of one list for the seats of every game: their names, and signs that stay with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.bot.loading import HUMAN
from game.engine.input import CommandName, TextTyped
from game.engine.scene import Context
from game.engine.text import Overflow
from game.ground.settings import Settings, load, save
from game.ground.settings.friends import MOST, SIGNS, friends_of, keep_friends, seated, signs_of
from game.scenes import arcade
from game.scenes.feeds.feed import SeatInfo
from game.scenes.setup.crowd_panel import CrowdPanel
from game.scenes.setup.friends import FriendsList, SignOfFriend
from game.scenes.setup.scene import SetupScene
from game.scenes.staging.looks import looks_for, tints_for
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import click, widgets
from tests.scenes.scene_driver import Driver, driving

names = st.sampled_from(["Mina", "Jun", "Sora", "Ari", "Dan.iel", "a b"])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


people_at = st.lists(st.none() | names, max_size=10, unique_by=lambda name: name or object())


@given(people_at, st.dictionaries(names, st.integers(0, 7)))
def test_looks_stay_different_and_the_first_with_a_sign_has_it(
    people: list[str | None], friends: dict[str, int]
) -> None:
    signs = signs_of(people, friends)
    assert sorted(signs) == list(range(SIGNS))
    given_away: set[int] = set()
    for seat, name in enumerate(people[:SIGNS]):
        sign = friends.get(name) if name is not None else None
        if sign is not None and sign not in given_away:
            assert signs[seat] == sign
            given_away.add(sign)


@given(st.dictionaries(names, st.integers(0, 7)), st.lists(names, unique=True))
def test_who_sits_down_comes_first_and_keeps_their_sign(friends: dict[str, int], sitting: list[str]) -> None:
    after = seated(friends, sitting)
    assert list(after)[: len(sitting)] == sitting
    assert friends.items() <= after.items()


def test_the_list_is_kept_in_the_file_whatever_the_names(tmp_path: Path) -> None:
    settings = Settings()
    keep_friends(settings, {"점.순이": 3, "a = b": 0, **{f"n{number}": 1 for number in range(60)}})
    assert len(settings.friends) == MOST
    save(settings)
    again, wrong = load()
    assert wrong is None
    assert again.friends == settings.friends


def test_a_friend_looks_alike_in_every_seat_and_a_computer_of_that_name_does_not() -> None:
    settings = Settings(friends=("5 Mina",))
    seats = [SeatInfo("Mina", None, True), SeatInfo("Jun", None, True)]
    usual = tints_for(settings)
    for order in (seats, seats[::-1]):
        looks = looks_for(order, settings)
        assert [look.colour for look in looks if look.name == "Mina"] == [usual[5].colour]
        assert len({look.colour for look in looks}) == 2
    assert looks_for([SeatInfo("Mina", "random")], settings)[0].colour == usual[0].colour


def setup(context: Context, game: str, *people: str) -> SetupScene:
    context.settings.played = (game,)
    context.settings.tables[game] = people
    context.settings.friends = ("5 Mina", "2 Jun")
    scene = arcade.setup(context, game)
    assert isinstance(scene, SetupScene)
    return scene


def listed(driver: Driver) -> FriendsList:
    driver.until(lambda: isinstance(driver.top, FriendsList))
    scene = driver.top
    assert isinstance(scene, FriendsList)
    return scene


def test_friends_are_seated_from_the_list_and_looked_at_alike_at_the_table() -> None:
    with driving(lambda context: setup(context, "nullgame", HUMAN, HUMAN)) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        for seat, name in enumerate(("Jun", "Mina")):
            scene.ask_friend(seat)
            click(driver, listed(driver).rows[name][1])
            driver.until(lambda: driver.top is scene)
        assert scene.names == ("Jun", "Mina")
        scene.ask_friend(1)
        click(driver, listed(driver).rows["Jun"][1])
        driver.until(lambda: driver.top is scene)
        assert scene.names[1] == "Jun"
        assert scene.names[0] != "Jun", "one person, one seat"
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, TableScene))
        table = driver.top
        assert isinstance(table, TableScene)
        assert table.looks[1].colour == tints_for(driver.context.settings)[2].colour
        assert next(iter(friends_of(driver.context.settings))) == "Jun"


def test_a_new_name_is_written_kept_and_seated_and_signs_change() -> None:
    with driving(lambda context: setup(context, "nullgame", HUMAN, HUMAN)) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        scene.ask_friend(0)
        page = listed(driver)
        click(driver, page.rows["Mina"][0])
        driver.step(2)
        assert friends_of(driver.context.settings)["Mina"] == 6
        click(driver, page.rows["Jun"][2])
        driver.step(2)
        assert list(friends_of(driver.context.settings)) == ["Mina"]
        driver.until(lambda: len(widgets(driver, SignOfFriend)) == 1)
        click(driver, page.entry)
        driver.send(TextTyped("Sora"))
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: driver.top is scene)
        assert scene.names[0] == "Sora"
        kept, _ = load()
        assert friends_of(kept) == {"Sora": 0, "Mina": 6}


def test_the_setup_of_a_crowd_seats_the_same_friends() -> None:
    with driving(lambda context: setup(context, "l4g")) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        (panel,) = widgets(driver, CrowdPanel)
        click(driver, panel.friend)
        click(driver, listed(driver).rows["Jun"][1])
        driver.until(lambda: driver.top is scene)
        assert "Jun" in scene.names


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
def test_the_list_has_room_for_many_and_for_nobody(text_size: int, language: str) -> None:
    overflows: list[Overflow] = []
    for friends in ((), tuple(f"{number % 8} {'W' * 20}" for number in range(MOST))):
        with driving(lambda context: setup(context, "omok"), text_size=text_size, language=language) as driver:
            driver.context.settings.friends = friends
            scene = driver.top
            assert isinstance(scene, SetupScene)
            scene.ask_friend(0)
            listed(driver)
            driver.step(2)
            overflows += driver.context.typeface.overflows
    assert not overflows
