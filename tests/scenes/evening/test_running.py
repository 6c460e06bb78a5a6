"""The page for the projector during a match: standing, clock and last words, in type that a class reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.core.rules import SPECTATOR
from game.engine.canvas import DESIGN_HEIGHT
from game.engine.scene import Context
from game.engine.text import Typeface
from game.ground.texts import Texts
from game.scenes.evening.poster import PosterScene
from game.scenes.evening.running import LEGIBLE, last_said, last_told, seconds_left, standing_of
from game.scenes.lan.connection import RoomConnection
from net.address import Address
from net.messages import Begun, Past, Said, Waiting, raw
from net.parts import PastStep, WireEvent
from tests.scenes.lan.test_table import SEATS, asked, view
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import ME, OWNER, StillClient, connected, room, welcome


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


@contextmanager
def at_poster(viewer: int = SPECTATOR) -> Iterator[tuple[Driver, RoomConnection, StillClient]]:
    """The page over a room that plays: Leila has three points, Skylark is to choose."""
    steps = (
        PastStep(0, (), (), (), 0),
        PastStep(1, (0,), (), (WireEvent("took", {"seat": 0, "stones": 2, "heap": 9}),), 1, (0, 3, 1)),
    )
    begun = Begun(viewer, 2, SEATS, raw(None), view(9))
    messages = [*welcome("en", room("en", "nullgame", "playing")), begun, Past(steps), asked(2)]
    connection, client = connected(messages[:-1])
    if viewer >= 0:
        client.messages.append(messages[-1])
    connection.poll(0.0)

    def make(context: Context) -> PosterScene:
        context.companions.append(connection.poll)
        return PosterScene(context, connection, [Address("10.0.0.5", 25250)])

    with driving(make) as driver:
        driver.step(2)
        yield driver, connection, client


def test_the_standing_has_the_most_points_first() -> None:
    with at_poster() as (driver, connection, _):
        assert connection.match is not None
        lines = standing_of(connection.match, driver.context.settings)
        assert [(line.look.name, line.score) for line in lines] == [("Leila", 3), ("expert", 1), ("Skylark", 0)]


def test_the_clock_counts_down_by_the_time_of_the_last_message() -> None:
    with at_poster(0) as (_, connection, _):
        match = connection.match
        assert match is not None and match.question is not None
        assert seconds_left(match, match.question.at + 4.5, paused=False) == 16
        assert seconds_left(match, match.question.at + 99, paused=False) == 0


def test_the_clock_stands_still_while_the_match_is_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_poster() as (driver, connection, client):
        assert connection.match is not None
        client.messages.append(Waiting(2, (0,), left=20_000, total=30_000))
        client.room = room("en", "nullgame", "paused")
        driver.step(120)
        written: list[str] = []
        usual = Typeface.line

        def listening(self: Typeface, canvas: Any, string: str, *rest: Any, **more: Any) -> float:
            written.append(string)
            return usual(self, canvas, string, *rest, **more)

        monkeypatch.setattr(Typeface, "line", listening)
        driver.step()
        assert "0:20" in written, written


def test_the_last_words_are_those_of_the_match_and_of_people() -> None:
    with at_poster() as (driver, connection, client):
        client.messages.append(Said(ME, "Skylark", "gg"))
        driver.step(2)
        assert last_said(connection) == "Skylark: gg"
        assert connection.match is not None and last_told(connection.match, Texts("en")) == "Skylark takes 2; 9 left"


def test_who_plays_is_led_to_the_table_and_a_projector_stays() -> None:
    for viewer, stays in ((0, False), (SPECTATOR, True)):
        with at_poster(viewer) as (driver, connection, _):
            connection.unshown = True
            driver.step(5)
            assert (driver.context.stack.top is not None) is stays


@pytest.mark.parametrize("playing", [True, False])
def test_what_matters_is_at_least_a_twentieth_of_the_height(playing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LEGIBLE >= DESIGN_HEIGHT / 20
    sizes: dict[str, float] = {}
    usual = Typeface.line

    def measuring(
        self: Typeface, canvas: Any, string: str, x: float, y: float, size: float = 16, *rest: Any, **more: Any
    ) -> float:
        sizes[string] = size
        return usual(self, canvas, string, x, y, size, *rest, **more)

    monkeypatch.setattr(Typeface, "line", measuring)
    with at_poster() as (driver, connection, client):
        if not playing:
            client.room = room("en", "nullgame", "waiting")
        driver.step(2)
        names = ("Leila", "Skylark")
        assert all(sizes[name] >= DESIGN_HEIGHT / 20 for name in names), sizes
        assert driver.context.typeface.overflows == [] and connection.room is not None
        assert OWNER in [person.person for person in connection.room.people]
