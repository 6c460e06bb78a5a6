"""The window of the Slime contest: real sockets, the real loop, and a clock that the test owns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.net.server import Phase, SlimeServer, Speed
from game.cabinets.slime.scenes.contest import MOST_BEHIND, Contest, ContestPlan
from game.cabinets.slime.scenes.hall import ContestHall
from game.cabinets.slime.scenes.table import ContestTable
from game.core.recording.replay import read_replay
from game.engine.input import Command, CommandName, KeyPressed
from game.engine.pictures import write_png
from game.scenes.lan.link import Joining
from game.scenes.lobby.card import MatchCard
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.replays.pace import Pace
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import ResultsScene
from net.address import Address
from net.discovery.discovery import Found
from net.discovery.messages import Offer
from net.host.broadcast import Broadcast
from net.limits import PROTOCOL
from tests.cabinets.slime.clients import Client, command, hello, message
from tests.cabinets.slime.loop import Loop
from tests.engine.widgets.page_driver import click, the
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient, StillFinder

R, U, L, D = range(4)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


class Projector(Loop):
    """A contest in the loop, in place of the Room that raw clients speak to."""

    def __init__(self, driver: Driver, contest: Contest) -> None:
        super().__init__(driver)
        self.contest = contest
        self.clients: list[Client] = []

    @property
    def server(self) -> SlimeServer:
        return self.contest.server

    @property
    def table(self) -> ContestTable:
        scene = self.driver.context.stack.scenes[1]
        assert isinstance(scene, ContestTable)
        return scene

    def seconds(self, count: float) -> None:
        for _ in range(round(60 * count)):
            self.pump()

    def client(self, team: int, name: str) -> Client:
        client = Client(self)  # type: ignore[arg-type]
        self.clients.append(client)
        client.send(hello(team, name))
        assert client.take(1) == bytes([team])
        return client

    def pair(self) -> tuple[Client, Client]:
        """Two clients, and the table of their match in sight."""
        pair = self.client(0, "One"), self.client(1, "Two")
        self.until(lambda: isinstance(self.driver.top, ContestTable) and not self.driver.context.stack.fading)
        return pair

    def press(self, key: str) -> None:
        self.driver.send(KeyPressed(key))

    def finish(self) -> None:
        """Play the match to its end, nobody commanding."""
        self.server.speed = Speed.MANUAL
        feed = self.contest.feed
        assert feed is not None
        while not feed.over:
            self.server.step()
            self.pump()


@contextmanager
def projector(**plan: Any) -> Iterator[Projector]:
    contest = Contest(ContestPlan(address="127.0.0.1", port=0, seed=1, **plan))
    with driving(lambda context: ContestHall(context, contest, lambda: ["192.168.0.37"])) as driver:
        made = Projector(driver, contest)
        try:
            yield made
        finally:
            for client in made.clients:
                client.close()


def test_both_come_and_their_match_is_shown() -> None:
    with projector(developer=True) as shown:
        shown.client(1, "둘").send(message("곧 봐요"))
        shown.until(lambda: shown.server.teams[1].message == "곧 봐요")
        shown.driver.step()
        assert isinstance(shown.driver.top, ContestHall)
        shown.client(0, "하나")
        shown.until(lambda: isinstance(shown.driver.top, ContestTable))
        assert [look.name for look in shown.table.looks] == ["하나", "둘"]
        shown.driver.step(40)
        assert shown.driver.context.typeface.overflows == []


def test_a_contest_shows_both_teams_before_it_begins_and_takes_no_keys() -> None:
    with projector(lead=3.0) as shown:
        shown.client(0, "One"), shown.client(1, "Two")
        shown.seconds(2.5)
        assert shown.server.phase is Phase.WAITING
        shown.press("3")
        shown.seconds(0.6)
        assert shown.server.phase is Phase.PLAYING
        shown.seconds(2.5)
        assert shown.server.turn == 2, "a turn lasts a second"
        for key in "13r?":
            shown.press(key)
        assert (shown.server.speed, shown.table.animated) == (Speed.NORMAL, True)


def test_who_goes_before_it_begins_is_waited_for_again() -> None:
    with projector(lead=3.0) as shown:
        shown.client(0, "One")
        shown.client(1, "Two").close()
        shown.seconds(4)
        assert shown.server.phase is Phase.WAITING
        shown.client(1, "Three")
        shown.seconds(3.2)
        assert shown.server.phase is Phase.PLAYING


def test_the_developers_keys() -> None:
    with projector(developer=True) as shown:
        shown.press("1")
        shown.pair()
        shown.seconds(2)
        assert shown.server.turn == 0, "by hand nothing goes on by itself"
        for turn in (1, 2):
            shown.driver.command(CommandName.HURRY)
            shown.seconds(0.2)
            assert shown.server.turn == turn
        shown.press("2")
        shown.seconds(3.05)
        assert shown.server.turn == 5
        shown.press("3")
        shown.seconds(1.05)
        assert shown.server.turn == 15
        assert shown.contest.pace is Pace.FAST
        shown.driver.command(CommandName.HURRY)
        shown.press("1")
        turn = shown.server.turn
        shown.seconds(1)
        assert shown.server.turn == turn


def test_a_press_while_nothing_moves_breaks_no_table_without_a_log() -> None:
    with projector() as shown:
        shown.pair()
        shown.until(lambda: shown.table.conductor.idle)
        for name in (CommandName.HURRY, CommandName.CONFIRM):
            shown.driver.command(name)
        assert shown.driver.top is shown.table


def test_animations_are_switched_off_and_on() -> None:
    with projector(developer=True, speed=Speed.MANUAL) as shown:
        first, _ = shown.pair()
        shown.driver.command(CommandName.HURRY)
        shown.until(lambda: shown.table.stage.busy)
        shown.press("/")
        assert not shown.table.animated and not shown.table.stage.busy
        shown.driver.command(CommandName.HURRY)
        shown.until(lambda: shown.table.slimes.picture is not None and shown.table.slimes.picture.turn == 2)
        assert not shown.table.stage.busy
        shown.press("?")
        shown.driver.command(CommandName.HURRY)
        shown.until(lambda: shown.table.stage.busy)
        assert first.state()[0] == 0


def test_the_picture_keeps_up_at_every_speed() -> None:
    with projector(developer=True, speed=Speed.MAX) as shown:
        first, second = shown.pair()
        for turn in range(60):
            first.send(command(turn, *[turn % 4] * 5))
            second.send(command(turn, *[(turn + 2) % 4] * 5))
            shown.until(lambda turn=turn: shown.server.turn == turn + 1)  # type: ignore[misc]
        assert shown.table.position() - shown.table.conductor.showing <= MOST_BEHIND + 4
        shown.until(lambda: shown.table.conductor.idle)
        picture = shown.table.slimes.picture
        assert picture is not None and picture.turn == 60


def test_a_client_that_goes_and_comes_back_is_told() -> None:
    with projector(developer=True, speed=Speed.MANUAL) as shown:
        first, _ = shown.pair()
        first.close()
        shown.until(lambda: not shown.server.teams[0].connected)
        shown.driver.step()
        assert shown.table.lost(0) and not shown.table.lost(1)
        assert "One" in shown.said[-1]
        shown.driver.command(CommandName.HURRY)
        shown.until(lambda: shown.server.turn == 1)
        back = shown.client(0, "One")
        shown.until(lambda: not shown.table.lost(0))
        assert back.state()[0] == 1
        assert "back" in shown.said[-1]


def test_what_a_team_says_is_shown_at_once() -> None:
    with projector(developer=True, speed=Speed.MANUAL) as shown:
        first, _ = shown.pair()
        first.send(message("잡았다!"))
        shown.until(lambda: shown.table.standing(0).message == "잡았다!")


def test_results_then_the_next_match() -> None:
    with projector(developer=True, rest=8.0) as shown:
        shown.pair()
        shown.finish()
        shown.until(lambda: isinstance(shown.driver.top, ResultsScene))
        assert shown.driver.top.choices == (MenuChoice.NEXT, MenuChoice.WATCH)  # type: ignore[attr-defined]
        shown.client(0, "Three"), shown.client(1, "Four")
        shown.seconds(1)
        assert isinstance(shown.driver.top, ResultsScene), "the end is looked at for a while"
        shown.driver.command(CommandName.CONFIRM)
        shown.until(lambda: isinstance(shown.driver.top, ContestTable) and shown.table.current)
        assert [look.name for look in shown.table.looks] == ["Three", "Four"]


def test_the_recording_is_watched_over_the_results() -> None:
    with projector(developer=True, rest=60.0) as shown:
        shown.pair()
        shown.finish()
        shown.until(lambda: isinstance(shown.driver.top, ResultsScene))
        shown.driver.context.stack.pop(MenuChoice.WATCH)
        shown.until(lambda: isinstance(shown.driver.top, ReplayTable))
        shown.until(lambda: not shown.driver.context.stack.fading)
        shown.driver.command(CommandName.BACK)
        shown.driver.context.stack.pop(MenuChoice.LEAVE)
        shown.until(lambda: isinstance(shown.driver.top, ContestTable))


def test_the_next_match_begins_by_itself_once_the_end_was_seen() -> None:
    with projector(rest=8.0) as shown:
        shown.pair()
        shown.finish()
        shown.client(0, "Three"), shown.client(1, "Four")
        before = shown.contest.feed
        shown.seconds(7)
        assert shown.contest.feed is before
        shown.seconds(2)
        shown.until(lambda: isinstance(shown.driver.top, ContestTable) and shown.table.current)
        assert shown.contest.feed is not before


def test_earlier_matches_are_watched_while_the_server_goes_on() -> None:
    with projector(developer=True) as shown:
        shown.pair()
        shown.press("p")
        shown.until(lambda: isinstance(shown.driver.top, ReplaysScene))
        turn = shown.server.turn
        shown.seconds(2.1)
        assert shown.server.turn >= turn + 2
        shown.driver.command(CommandName.BACK)
        shown.until(lambda: isinstance(shown.driver.top, ContestTable))
        shown.until(lambda: shown.table.conductor.showing == shown.table.position())


def test_a_match_that_begins_while_one_looks_elsewhere_is_told() -> None:
    with projector(developer=True) as shown:
        shown.press("p")
        shown.until(lambda: isinstance(shown.driver.top, ReplaysScene))
        shown.client(0, "One"), shown.client(1, "Two")
        shown.until(lambda: bool(shown.said))
        assert "One" in shown.said[-1] and "Two" in shown.said[-1]
        shown.until(lambda: not shown.driver.context.stack.fading)
        shown.driver.command(CommandName.BACK)
        shown.until(lambda: isinstance(shown.driver.top, ContestTable))


def test_a_match_is_given_up_and_its_recording_stays(home: Path) -> None:
    with projector(developer=True, speed=Speed.MANUAL) as shown:
        first, second = shown.pair()
        shown.driver.command(CommandName.HURRY)
        shown.until(lambda: shown.server.turn == 1)
        shown.press("r")
        shown.driver.step(2)
        shown.driver.send(Command(CommandName.RIGHT), Command(CommandName.CONFIRM))
        shown.until(lambda: isinstance(shown.driver.top, ContestHall))
        shown.until(first.gone)
        shown.until(second.gone)
        (path,) = (home / "replays").iterdir()
        replay = read_replay(path)
        assert replay.end is None and replay.steps
        shown.pair()


def test_every_match_of_the_developer_is_recorded_and_no_other(home: Path) -> None:
    with projector(developer=True) as shown:
        shown.pair()
        shown.finish()
    (path,) = (home / "replays").iterdir()
    assert [seat.name for seat in read_replay(path).header.seats] == ["One", "Two"]
    with projector() as shown:
        shown.pair()
        shown.finish()
    assert len(list((home / "replays").iterdir())) == 1


def test_a_banner_is_shown_and_a_broken_one_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "banners"
    folder.mkdir()
    picture = pygame.Surface((200, 100))
    picture.fill("#FF0000")
    write_png(picture, folder / "One.png")
    (folder / "Two.png").write_bytes((folder / "One.png").read_bytes()[:-30])
    with projector(developer=True, banners=folder, speed=Speed.MANUAL) as shown:
        shown.pair()
        shown.driver.step()
        first, second = shown.table.looks
        assert first.banner is not None and second.banner is None
        told = [line for line in shown.said if "Two.png" in line]
        assert len(told) == 1, "once"
        canvas = shown.driver.context.canvas
        middle, above = (canvas.surface.get_at(canvas.pixel(72, y)) for y in (56, 26))
        assert middle.r > 250 and middle.g < 5
        assert above.r < 100, "not distorted"


def test_after_its_only_match_the_window_closes() -> None:
    with projector(once=True, rest=2.0) as shown:
        shown.pair()
        ended: list[bool] = []
        shown.driver.context.quit = lambda: ended.append(True)
        shown.finish()
        shown.seconds(1.9)
        assert not ended
        for client in shown.clients:
            shown.until(client.gone)
        shown.seconds(0.3)
        assert ended


def test_the_end_of_a_contest_is_asked_for() -> None:
    with projector() as shown:
        ended: list[bool] = []
        shown.driver.context.quit = lambda: ended.append(True)
        shown.driver.command(CommandName.BACK)
        shown.driver.step(2)
        shown.driver.context.stack.pop(MenuChoice.LEAVE)
        shown.driver.step(2)
        shown.driver.send(Command(CommandName.RIGHT), Command(CommandName.CONFIRM))
        shown.driver.step(2)
        assert ended


def test_a_replay_is_stepped_with_the_same_keys(home: Path) -> None:
    with projector(developer=True) as shown:
        shown.pair()
        shown.finish()
    (path,) = (home / "replays").iterdir()
    with driving(lambda context: replay_table(context, path)) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable)
        driver.send(KeyPressed("1"))
        table.seek(0)
        driver.step(60)
        assert table.replay.view.turn == 0
        for turn in range(1, 12):
            driver.command(CommandName.HURRY)
            driver.step(200)
            assert table.replay.view.turn == turn, "a whole turn, and what chance adds to it"
        driver.command(CommandName.HURRY)
        driver.command(CommandName.HURRY)
        driver.step(200)
        assert table.replay.view.turn == 13, "a second press ends the first turn"
        driver.send(KeyPressed("2"))
        assert table.playing and table.speed == 1.0
        driver.send(KeyPressed("3"))
        assert table.playing and table.speed == 8.0
        driver.send(KeyPressed("/"))
        assert table.stage.surroundings.speed == 0.0
        driver.send(KeyPressed("1"))
        assert not table.playing


@pytest.mark.slow
def test_a_contest_is_watched_from_a_lobby() -> None:
    with projector(speed=Speed.MANUAL) as shown:
        broadcast = Broadcast("The contest", SLIME, "AB", address="127.0.0.1", port=0, listed=False)
        assert broadcast.port is not None
        shown.contest.watchers = broadcast
        joining = Joining(Address("127.0.0.1", broadcast.port), "Eye", watch=True)
        with driving(lambda context: LobbyScene(context, finder=StillFinder(), joining=joining)) as eye:

            def both(condition: Callable[[], bool]) -> None:
                def holds() -> bool:
                    eye.app.step([], draw=False)
                    return condition()

                shown.until(holds)

            shown.pair()
            both(lambda: isinstance(eye.top, LanTable))
            table = eye.top
            assert isinstance(table, LanTable)
            assert [look.name for look in table.looks] == ["One", "Two"]
            shown.clients[0].send(message("안녕"))
            shown.finish()
            both(lambda: table.feed.over)
            feed = shown.contest.feed
            assert feed is not None
            assert table.feed.result == feed.result
            assert table.feed.view == feed.view
            both(lambda: isinstance(eye.top, ResultsScene))
            shown.contest.go_on()
            shown.client(0, "Three"), shown.client(1, "Four")
            both(lambda: isinstance(eye.top, LanTable) and eye.top.looks[0].name == "Three")


def test_the_card_of_a_contest_leads_to_its_audience() -> None:
    offer = Offer(
        host_id="0" * 16,
        game="slime",
        game_version=SLIME.info.version,
        protocol=PROTOCOL,
        name="Slime contest 25252",
        port=25250,
        seats=0,
        free=0,
        spectators=3,
        password=False,
    )
    asked: list[bool] = []

    def connect(address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str) -> StillClient:
        asked.append(watch)
        return StillClient()

    finder = StillFinder([Found(offer, "192.168.0.12", 0.004)])
    with driving(lambda context: LobbyScene(context, finder=finder, connector=connect)) as driver:
        driver.step(3)
        card = the(driver, MatchCard, lambda card: True)
        click(driver, card)
        click(driver, card)
        driver.step(2)
        assert asked == [True]
        assert driver.context.typeface.overflows == []
