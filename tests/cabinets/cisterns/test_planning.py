"""Cisterns beside rivals elsewhere who take their time: walks go on, presses count ahead, why one waits is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from game.cabinets.cisterns.rules.rules import Cisterns
from game.cabinets.cisterns.rules.state import GUIDE, Action, Options, Step, Wait
from game.cabinets.cisterns.rules.views import View
from game.cabinets.cisterns.stage.bar import box_of
from game.cabinets.cisterns.stage.stage import CisternsStage
from game.cabinets.cisterns.stage.walking import Walk
from game.core.rules import NATURE, Move
from game.engine.canvas import Box
from game.engine.input import FIRST_PAD, Command, CommandName, InputEvent, KeyPressed, PointerPressed, PointerReleased
from game.engine.scene import Context
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.lobby.table import LanTable
from net.messages import Begun, Past, Play, SeatLine, Stepped, Waiting, raw
from net.parts import PastStep, WireEvent
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.finger import touch
from tests.showroom.lan import ME, OWNER, StillClient, room, welcome

pytestmark = pytest.mark.usefixtures("plain_home")
SEATS = (SeatLine("Skylark", person=ME), SeatLine("Leila", person=OWNER), SeatLine("Omar", person=ME + 4))
LIMIT = 15_000


class Crawl:
    """The first person's table, and a host that is made up: the others choose when a test says so."""

    def __init__(self, driver: Driver, client: StillClient, rules: Cisterns, state: Any) -> None:
        self.driver, self.client = driver, client
        self._rules, self._state, self._number = rules, state, 1
        self.answered = 0
        """How many actions of the person have come."""
        table = driver.top
        assert isinstance(table, LanTable) and isinstance(table.stage, CisternsStage)
        self.table: LanTable = table
        self.stage: CisternsStage = table.stage

    def ask(self, *awaited: int) -> None:
        """Ask for the next turn; the person, if among the awaited, may choose."""
        legal = raw(list(self._rules.legal(self._state, 0))) if 0 in awaited else raw(None)
        self.client.messages.append(Waiting(self._number, awaited, 0 in awaited, legal, LIMIT, LIMIT))
        self.driver.step(2)

    def sent(self) -> list[Action]:
        """The actions that the person sent since the last call."""
        plays = [message for message in self.client.sent if isinstance(message, Play)][self.answered :]
        self.answered += len(plays)
        return [msgspec.convert(msgspec.msgpack.decode(play.action), Action) for play in plays]

    def turn(self, own: Action, *, frames: int = 40) -> None:
        """Let the others wait, play the turn, tell it, and ask for the next one."""
        moves = [Move(0, own), *(Move(seat, Wait()) for seat in range(1, len(SEATS)))]
        events = [
            WireEvent(event.kind, event.data) for event in self._rules.step(self._state, moves) if event.seen_by(0)
        ]
        step = PastStep(self._number, (0, 1, 2), (), tuple(events), self._number)
        self.client.messages.append(Stepped(step, raw(self._rules.view(self._state, 0))))
        self._number += 1
        self.ask(*(seat for seat, hero in enumerate(self._state.heroes) if hero.acts))
        self.driver.step(frames)

    @property
    def here(self) -> tuple[int, int]:
        hero = self._state.heroes[0]
        return hero.x, hero.y

    def press(self, *events: InputEvent) -> None:
        for event in events:
            self.table.handle(event)
            self.driver.step()

    def click(self, box: Box) -> None:
        x, y = self.table.board.outside(box).center
        self.press(PointerPressed(x, y), PointerReleased(x, y))


@contextmanager
def crawl(**window: Any) -> Iterator[Crawl]:
    rules, options = Cisterns(), Options(mode="rivals", level=GUIDE)
    state = rules.start(len(SEATS), options)
    rules.step(state, [Move(NATURE, 7)])
    around = msgspec.structs.replace(room("en", "cisterns", "playing"), limit=15, options=msgspec.to_builtins(options))
    view: View = rules.view(state, 0)
    begun = Begun(0, 1, SEATS, raw(None), raw(view))
    client = StillClient([*welcome("en", around), begun, Past((PastStep(0, (), (), (), 0),))])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.poll(0.0)
    connection.take_asides()

    def make(context: Context) -> LanTable:
        context.companions.append(connection.poll)
        return LanTable(context, LanFeed(connection, context.texts))

    with driving(make, **window) as driver:
        made = Crawl(driver, client, rules, state)
        made.ask(0, 1, 2)
        driver.until(lambda: made.table.board.choosing)
        yield made


def test_a_path_goes_on_turn_by_turn_however_long_a_rival_takes() -> None:
    with crawl() as here:
        x, y = here.here
        here.click(Box(*here.stage.on_map((x, y + 2)), 0, 0))
        for _ in range(2):
            here.driver.step(20)
            (step,) = here.sent()
            here.ask(1, 2)
            here.driver.step(120)
            assert step == Step(2) and not here.sent()
            here.turn(step)
        assert here.here == (x, y + 2) and not here.stage.hand.walks


@pytest.mark.parametrize("way", ["key", "pad", "mouse", "back"])
def test_one_press_stops_a_walk_while_others_still_choose(way: str) -> None:
    with crawl() as here:
        x, y = here.here
        here.click(Box(*here.stage.on_map((x, y + 2)), 0, 0))
        here.driver.step(20)
        (step,) = here.sent()
        here.ask(1, 2)
        assert here.stage.hand.walks
        match way:
            case "key":
                here.press(KeyPressed("x"))
            case "pad":
                here.press(Command(CommandName.CONFIRM, FIRST_PAD))
            case "back":
                here.press(Command(CommandName.BACK))
            case _:
                here.click(Box(*here.stage.on_map((x + 2, y)), 0, 0))
        assert not here.stage.hand.walks and here.driver.top is here.table, "no menu opened"
        here.turn(step)
        here.driver.step(60)
        assert not here.sent() and here.here == (x, y + 1)


def test_a_press_while_a_turn_is_told_counts() -> None:
    with crawl() as here:
        while not here.stage.hand.startled:
            here.press(Command(CommandName.RIGHT))
            here.turn(here.sent()[0], frames=0)
        assert here.stage.busy and not here.stage.hand.walks
        x, y = here.here
        here.click(Box(*here.stage.on_map((x - 2, y)), 0, 0))
        here.driver.step(60)
        assert here.sent() == [Step(3)]


def test_what_is_pressed_while_others_choose_is_played_next() -> None:
    with crawl() as here:
        x, y = here.here
        here.press(Command(CommandName.DOWN))
        (step,) = here.sent()
        here.ask(1, 2)
        here.press(Command(CommandName.RIGHT))
        assert not here.sent()
        here.turn(step)
        assert here.sent() == [Step(1)] and here.here == (x, y + 1)
        here.ask(1, 2)
        here.click(Box(*here.stage.on_map((x, y)), 0, 0))
        here.turn(Step(1), frames=30)
        assert here.table.ribbon().text == here.table.texts.line("cisterns.stage.walks")
        assert len(here.sent()) == 1, "a click on any square begins a walk: where the hero will stand is not known yet"
        here.press(Command(CommandName.BACK))
        assert not here.stage.hand.walks
        here.click(box_of("drink", here.stage.width, here.stage.bar_y))
        here.turn(Wait())
        here.driver.step(30)
        assert not here.sent() and here.stage.reason == "cisterns.refuse.whole"


def test_what_is_queued_goes_to_a_guide_that_offers_less_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with crawl() as here:
        here.press(Command(CommandName.DOWN))
        (step,) = here.sent()
        here.ask(1, 2)
        here.press(Command(CommandName.RIGHT))
        monkeypatch.setattr(here._rules, "legal", lambda *_: [Wait()])
        here.turn(step)
        assert here.sent() == [Step(1)]


def test_what_is_queued_is_dropped_where_something_new_comes_into_sight() -> None:
    with crawl() as here:
        while not here.stage.hand.startled:
            here.press(Command(CommandName.RIGHT))
            (step,) = here.sent()
            here.ask(1, 2)
            here.press(Command(CommandName.RIGHT))
            assert here.stage.hand.queued == Step(1)
            here.turn(step, frames=1)
            here.driver.step(60)
            for queued in here.sent():
                here.ask(1, 2)
                here.turn(queued)
        assert here.stage.hand.queued is None and not here.sent()


def test_who_is_awaited_and_for_how_long_is_said_and_fast_answers_flash_no_words() -> None:
    with crawl() as here:
        line = here.table.texts.line
        here.press(Command(CommandName.DOWN))
        here.ask(1, 2)
        assert here.table.ribbon().text == line("cisterns.stage.ask"), "most answers come at once"
        here.driver.step(60)
        said = here.table.ribbon().text
        assert said.startswith("Still choosing: Leila, Omar · ") and said.endswith(" s")
        assert 12 <= int(said.split(" · ")[1].split()[0]) <= 15
        here.ask(2)
        here.driver.step(60)
        ribbon = here.table.ribbon()
        assert ribbon.text.startswith("is thinking · ") and ribbon.look == here.table.looks[2]


def test_over_the_lan_the_map_has_the_table_too_and_chat_opens_over_it() -> None:
    with crawl() as here:
        area = here.table.layout.board
        assert area.width * area.height > 0.6 * 1280 * 720 and here.stage.map.width == here.stage.width > 800
        here.table._toggle_chat()
        here.driver.step()
        assert here.table.chat.visible and area.contains(here.table.layout.log)
        here.press(KeyPressed("escape"), Command(CommandName.BACK))
        assert not here.table.chat.visible and here.driver.top is here.table
        here.press(KeyPressed("p"))
        assert here.table.layout.board.width < 0.8 * area.width and here.table.log.visible


def test_who_falls_among_rivals_is_told_what_it_was() -> None:
    with crawl() as here:
        here._state.heroes[0].hearts = 1
        here._state.turn = here._state.options.turns
        while here._state.heroes[0].hearts:
            here.turn(Wait())
        said = here.table.ribbon().text
        assert said == "The water had risen too high for Skylark. The others play on"


def test_upright_a_touch_begins_and_stops_a_walk_while_others_choose() -> None:
    with crawl(size=(412, 690)) as here:
        x, y = here.here
        here.press(Command(CommandName.DOWN))
        (step,) = here.sent()
        here.ask(1, 2)
        touch(here.driver, *here.stage.on_map((x + 3, y + 2)))
        assert here.stage.hand.walks == {0: Walk((x + 3, y + 2))}
        touch(here.driver, *here.stage.on_map((x, y)))
        assert not here.stage.hand.walks
        here.turn(step)
        assert not here.sent()
