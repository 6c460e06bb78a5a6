"""Pictures that are drawn before a process is forked for a guest."""

from __future__ import annotations

import pytest

from game.engine import sprites
from game.engine.loop.app import App
from game.engine.sprites import drop_sprites, kept_bytes
from game.engine.text.typeface import Typeface
from game.scenes.guests import warming
from game.scenes.guests.drawer import games_here
from game.scenes.guests.room import GuestRoom
from game.scenes.guests.warming import Warmth
from net.web.guest import Knock, Order
from tests.scenes.scene_driver import driving
from tests.showroom.lan import StillClient, room, welcome

SIZE = (824, 1240)
ORDER = Order(Knock("", "0" * 32, "Mina", *SIZE), game="omok")

pytestmark = pytest.mark.usefixtures("plain_home")


@pytest.fixture(autouse=True)
def own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what all windows of this process share as it was."""
    monkeypatch.setattr(App, "thrift", App.thrift)
    monkeypatch.setattr(Typeface, "shared", Typeface.shared)
    monkeypatch.setattr(sprites, "ROOMIER", 1)
    sprites.clear_sprites()


def test_a_guest_who_comes_then_has_hardly_any_sprites_to_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[int] = []

    def drop(since: int, until: int) -> None:
        before = kept_bytes()
        drop_sprites(since, until)
        dropped.append(before - kept_bytes())

    monkeypatch.setattr(warming, "drop_sprites", drop)
    Warmth().pictures(ORDER)
    before = kept_bytes()
    assert before > 20 << 20 and sum(dropped) > before / 2, "only others were made of what is dropped"
    with driving(
        lambda context: GuestRoom(context, StillClient(welcome("en", room("en", "omok")))), size=SIZE
    ) as driver:
        driver.step(5)
        assert kept_bytes() - before < before / 10


def test_no_guest_loads_the_rules_of_games() -> None:
    games_here.cache_clear()
    Warmth()
    assert games_here.cache_info().currsize == 1


def test_each_picture_is_made_ready_once_and_one_that_breaks_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(knock: Knock, make: object) -> None:
        drawn.append(knock.height)
        raise RuntimeError("planted")

    monkeypatch.setattr(warming, "draw", draw)
    warmth = Warmth()
    for game in ("omok", "omok", "gems", "no such game"):
        warmth.pictures(Order(ORDER.knock, game=game))
    assert len(drawn) == 3, "the room once, and the tables of two games"


def test_a_game_that_this_program_lacks_is_no_fault() -> None:
    Warmth().pictures(Order(ORDER.knock, game="no such game"))


def test_nothing_is_drawn_in_advance_where_a_guest_waits_already(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(warming, "draw", lambda knock, make: drawn.append(knock.height))
    waits = iter((False, True))
    Warmth().pictures(ORDER, unless=lambda: next(waits))
    assert len(drawn) == 2, "the room, twice, and no table"
