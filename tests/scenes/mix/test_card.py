"""The card of a mix's round: with whom one plays, and a picture of the game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.engine.widgets import Button
from game.engine.widgets.parts.label import Label, OneLine
from game.scenes.mix.card import MixPage
from game.scenes.mix.parts import GamePicture
from net.mix import MixPoints, MixState
from net.parts import PersonState, SeatState
from tests.engine.widgets.page_driver import widgets
from tests.scenes.lobby.lobby_driver import at_lobby
from tests.showroom.lan import ME


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ((SeatState("person", "Ada", person=ME + 9), SeatState("bot", "greedy")), "At your table: Ada, 1 computer"),
        ((), "Everybody plays alone, and all the same"),
    ],
)
def test_a_card_says_with_whom_one_plays(others: tuple[SeatState, ...], said: str) -> None:
    points = (MixPoints(ME, 6),)
    mix = MixState("mix", "card", b"s" * 32, 1, 3, 10_000, "marrakech", "assam", 162, 1, points)
    with at_lobby() as lobby:
        lobby.come_in(ME)
        assert lobby.client.room is not None
        here = [msgspec.structs.replace(one, seat=-(one.person != ME)) for one in lobby.client.room.people]
        lobby.change(mix=mix, seats=(SeatState("person", "Mia", person=ME), *others), people=tuple(here))
        lobby.driver.step(30)
        assert isinstance(lobby.driver.top, MixPage)
        assert said in [label.text for label in widgets(lobby.driver, Label)]
        picture = next(iter(widgets(lobby.driver, GamePicture)))
        panel = max(widgets(lobby.driver, Label), key=lambda label: label.box.right).box
        assert picture.box.width > 100 and picture.box.right < panel.right


@pytest.mark.parametrize("stage", ["card", "finale"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_page_with_many_people_stays_within_the_window_and_shows_ones_own_points(stage: str, language: str) -> None:
    people = tuple(PersonState(number, f"Person {number}", -1) for number in range(2, 14) if number != ME)
    points = (*(MixPoints(one.person, 99 - one.person) for one in people), MixPoints(ME, 1))
    mix = MixState("mix", stage, b"s" * 32, 1, 3, 10_000, "marrakech", "assam", 162, 1, points)  # type: ignore[arg-type]
    with at_lobby(text_size=150, size=(960, 540), language=language) as lobby:
        lobby.come_in(ME)
        assert lobby.client.room is not None
        me = next(one for one in lobby.client.room.people if one.person == ME)
        here = SeatState("person", me.name, person=ME)
        others = tuple(SeatState("person", one.name, person=one.person) for one in people[:3])
        lobby.change(mix=mix, seats=(here, *others), people=(msgspec.structs.replace(me, seat=0), *people))
        lobby.driver.step(30)
        page = lobby.driver.top
        assert isinstance(page, MixPage)
        lines = widgets(lobby.driver, OneLine)
        boxes = [one.box for one in (*widgets(lobby.driver, Button), *widgets(lobby.driver, Label), *lines)]
        assert all(box.top > 16 and box.bottom < page.design.height - 16 for box in boxes)
        assert len(lines) >= 4 and any(me.name in line.wordings[0] for line in lines)


@pytest.mark.parametrize(("points", "told"), [(0, False), (12, True)])
def test_the_finale_names_who_came_first_where_somebody_won_something(points: int, told: bool) -> None:
    mix = MixState("mix", "finale", b"s" * 32, points=(MixPoints(ME, points), MixPoints(9, 0)))
    with at_lobby() as lobby:
        lobby.come_in(ME)
        lobby.change(mix=mix)
        lobby.driver.step(30)
        assert isinstance(lobby.driver.top, MixPage)
        assert any(label.text.startswith("First:") for label in widgets(lobby.driver, Label)) is told
