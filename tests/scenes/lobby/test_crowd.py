"""Rooms on the LAN for a game of many: how they are opened, and who is listed in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.commands.host import _places
from game.core.bot.loading import HUMAN
from game.core.bot.reading import read_own
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.widgets import Button, DropDown, Kind, Style, WidgetScene
from game.scenes.lan.connection import RoomConnection
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.room import RoomPanel
from game.scenes.process.host import HostPlan, host_words
from game.scenes.setup.crowd import counts_of
from game.scenes.setup.crowd_card import KindCard
from game.scenes.setup.crowd_map import SeatMap
from game.scenes.setup.own import OwnPlayerDialog
from game.scenes.setup.seat_card import OWN
from game.scenes.staging.looks import tints_for
from net.messages import RoomChanged, RoomState, SetSeat
from net.parts import SeatState
from tests.engine.widgets.page_driver import SIZES, click, the, widgets
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import ME, OWNER, StillClient, room, still_log, welcome

GAME = "l4g"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def opening(context: Context) -> OpenScene:
    return OpenScene(context, "Mia", GAME)


def test_a_room_of_many_is_opened_by_kinds() -> None:
    answers: list[HostPlan] = []
    with driving(opening) as driver:
        scene = driver.top
        assert isinstance(scene, OpenScene)
        scene.stack.pop = lambda value=None: answers.append(value)  # type: ignore[method-assign]
        assert scene.seats.count("open") == 4 and len(scene.seats) == 49
        the(driver, KindCard, lambda card: card.kind == HUMAN).slider.set(6)
        the(driver, KindCard, lambda card: card.kind == "expert").slider.set(3)
        driver.click(*widgets(driver, SeatMap)[0].cell(20).center)
        click(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY))
    (plan,) = answers
    assert plan.seats.count("open") == 6 and plan.seats.count("expert") == 3 and plan.seats[20] == "open"
    words = host_words(plan)
    assert words[words.index("--seats") + 1].split(",") == list(plan.seats)


@pytest.mark.parametrize("game", [GAME, "marrakech"])
def test_a_player_of_ones_own_takes_a_seat_of_a_room(tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine, too.py"
    file.write_text("class Mine: ...\n", encoding="utf-8")
    with driving(lambda context: OpenScene(context, "Mia", game)) as driver:
        scene = driver.top
        assert isinstance(scene, OpenScene)
        if game == GAME:
            own = scene.context.texts.line("setup.crowd.add_own")
            click(driver, the(driver, Button, lambda button: button.label == own))
        else:
            first = widgets(driver, DropDown)[0]
            first.choose([option.value for option in first.options].index(OWN))
        driver.step()
        assert isinstance(driver.top, OwnPlayerDialog)
        driver.top.stack.pop(read_own(str(file)))
        driver.step()
        assert scene.seats.count(f"{file}:Mine") == 1
        assert scene.seats[0] == ("open" if game == GAME else f"{file}:Mine")


def test_a_room_needs_an_open_seat() -> None:
    with driving(opening) as driver:
        the(driver, KindCard, lambda card: card.kind == HUMAN).slider.set(0)
        driver.step(2)
        start = the(driver, Button, lambda button: button.kind is Kind.PRIMARY)
        assert not start.enabled and start.tooltip


@in_turns(language=["ko", "en"], text_size=[100, 150])
def test_nothing_is_cut(language: str, text_size: int) -> None:
    for size in SIZES:
        with driving(opening, size=size, language=language, text_size=text_size) as driver:
            scene = driver.top
            assert isinstance(scene, OpenScene) and counts_of(scene._seating).total() == 49
            driver.step(5)
            assert driver.context.typeface.overflows == []


class Hall(WidgetScene):
    """The panel of a room alone."""

    def __init__(self, context: Context, person: int) -> None:
        super().__init__(context)
        self.client = StillClient(welcome("en", room("en", GAME), person))
        self.connection = RoomConnection(self.client, still_log())
        self.connection.poll(0.0)

    def build(self) -> list[RoomPanel]:
        box = Box(800, 40, 440, 640)
        tints = tints_for(self.context.settings)
        self.panel = RoomPanel(self.context, Style.of(self.context), self.connection, tints, on_leave=lambda: None)
        self.panel.lay(box)
        return [self.panel]

    def change(self, state: RoomState) -> None:
        """The host tells of the room, changed."""
        self.client.messages.append(RoomChanged(state))
        self.connection.poll(0.0)


@contextmanager
def in_hall(person: int) -> Iterator[tuple[Driver, Hall]]:
    with driving(lambda context: Hall(context, person)) as driver:
        hall = driver.top
        assert isinstance(hall, Hall)
        yield driver, hall


def test_people_and_open_seats_are_listed_and_computers_counted() -> None:
    with in_hall(ME) as (driver, hall):
        state = hall.connection.room
        assert state is not None and len(state.seats) == CABINETS[GAME].info.usual_seats
        people = [seat for seat in state.seats if seat.kind in ("person", "open")]
        assert len(hall.panel.rows) == len(people) + 1
        assert str(len(state.seats) - len(people)) in hall.panel.rows[-1].facts.name
        assert not hall.panel.rows[-1].enabled
        driver.step(2)
        assert driver.context.typeface.overflows == []


def test_the_owner_opens_one_more_seat_and_it_is_listed() -> None:
    with in_hall(OWNER) as (driver, hall):
        before, chat = len(hall.panel.rows), hall.panel.chat
        hall.panel.rows[-1].press()
        assert hall.client.sent == [SetSeat(48, "open", "")]
        state = hall.connection.room
        assert state is not None
        seats = (*state.seats[:48], SeatState("open"))
        hall.change(msgspec.structs.replace(state, seats=seats))
        driver.step(2)
        assert len(hall.panel.rows) == before + 1
        assert hall.panel.chat is chat


def test_a_room_has_as_many_seats_as_were_chosen() -> None:
    words = host_words(HostPlan("sketch", ("open", "artist", "open", "open", "open"), "Five of us"))
    seats, fill = (words[words.index(word) + 1] for word in ("--seats", "--fill"))
    assert len(_places(CABINETS["sketch"], seats, fill)) == 5
    assert len(_places(CABINETS["sketch"], seats, None)) == 6, "who writes it on a command line is given the usual mix"
