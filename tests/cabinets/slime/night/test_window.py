"""A Slime night in its window: real sockets, the real loop, and a clock that the test owns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest

from game.cabinets.slime.net.server import Speed
from game.cabinets.slime.night.night import places
from game.cabinets.slime.night.schedule import Form, Schedule, TeamEntry
from game.cabinets.slime.night.ties import Reason
from game.cabinets.slime.scenes.contest import ContestPlan
from game.cabinets.slime.scenes.night import NightContest
from game.cabinets.slime.scenes.night_hall import Decision, NightChoice, NightHall, NightTable
from game.core.match.step import Step
from game.core.recording.replay import read_replay
from game.engine.widgets.dialog import Dialog
from game.engine.widgets.parts.button import Button
from game.scenes.page.menu import ButtonMenu
from game.scenes.table.menu import MenuChoice
from tests.cabinets.slime.clients import Client, hello
from tests.cabinets.slime.loop import Loop
from tests.cabinets.slime.night.play import schedule_of
from tests.engine.widgets.page_driver import click, the
from tests.scenes.scene_driver import Driver, driving


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path


class Evening(Loop):
    """A night in the loop, in place of the Room that raw clients speak to."""

    def __init__(self, driver: Driver, contest: NightContest) -> None:
        super().__init__(driver)
        self.contest = contest
        self.server = contest.server
        self.clients: dict[str, Client] = {}

    @property
    def hall(self) -> NightHall:
        scene = self.driver.context.stack.scenes[0]
        assert isinstance(scene, NightHall)
        return scene

    def come(self, *names: str) -> None:
        """Have clients of these teams connect."""
        for name in names:
            client = Client(self)  # type: ignore[arg-type]
            self.clients[name] = client
            client.send(hello(0, name))
        self.until(lambda: all(self.server.is_here(name) for name in names))

    def playing(self) -> bool:
        """Whether a match is in sight."""
        return isinstance(self.driver.top, NightTable) and not self.driver.context.stack.fading

    def in_hall(self) -> bool:
        return self.driver.top is self.hall and not self.driver.context.stack.fading

    def choose(self, choice: NightChoice) -> None:
        """Open the night's menu, choose, and agree where a dialog asks."""
        self.driver.top.resumed(MenuChoice.ARRANGE)
        self.until(lambda: isinstance(self.driver.top, ButtonMenu))
        menu = self.driver.top
        assert isinstance(menu, ButtonMenu)
        assert choice in [item.value for item in menu.items]
        self.driver.context.stack.pop(choice)
        self.until(lambda: isinstance(self.driver.top, Dialog | ButtonMenu) and self.driver.top is not menu)
        if isinstance(self.driver.top, Dialog):
            self.driver.context.stack.pop(self.driver.top.answers[-1].value)

    def finish(self) -> None:
        """Play the match to its end, nobody commanding."""
        feed = self.contest.feed
        assert feed is not None
        while not feed.over:
            self.server.step()
            self.pump()


@contextmanager
def evening(folder: Path, schedule: Schedule) -> Iterator[Evening]:
    plan = ContestPlan(address="127.0.0.1", port=0, seed=1, speed=Speed.MANUAL, rest=8.0)
    contest = NightContest(plan, schedule, folder / "night.toml")
    with driving(lambda context: NightHall(context, contest, lambda: ["192.168.0.37"])) as driver:
        made = Evening(driver, contest)
        try:
            yield made
        finally:
            for client in made.clients.values():
                client.close()


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, schedule_of(Form.BRACKET, 3)) as made:
        yield made


def test_the_hall_comes_back_between_matches_and_calls_the_next(night: Evening) -> None:
    night.come("Team 1", "Team 2")
    night.until(night.playing)
    night.finish()
    assert len(night.contest.night.rounds[0].ties[1].matches) == 1
    night.until(night.in_hall)
    assert night.contest.call is not None and 0 in night.contest.call.teams
    recordings = list((night.contest.recordings).glob("*.souk"))
    assert [read_replay(path).end is not None for path in recordings] == [True]


def test_a_team_that_does_not_come_loses_and_the_night_ends_with_its_winner(night: Evening) -> None:
    night.come("Team 1")
    night.until(lambda: night.contest.finished)
    reasons = [
        end.reason
        for number in (0, 1)
        for index in range(len(night.contest.night.rounds[number].ties))
        if (end := night.contest.night.verdict(number, index))
    ]
    assert reasons == [Reason.FREE, Reason.WALKOVER, Reason.WALKOVER]
    assert places(night.contest.night)[0] == (1,)
    night.until(night.in_hall)
    assert night.hall._calling().words == "Team 1"


def test_a_match_is_replayed_from_its_beginning(night: Evening) -> None:
    night.come("Team 1", "Team 2")
    night.until(night.playing)
    night.server.step()
    night.until(lambda: night.server.turn == 1)
    table = night.driver.top
    night.choose(NightChoice.REPLAY)
    night.come("Team 1", "Team 2")
    night.until(lambda: night.playing() and night.driver.top is not table)
    assert night.server.turn == 0
    assert night.contest.night.playing is not None and night.contest.night.playing.steps == ()
    assert night.contest.night.rounds[0].ties[1].matches == ()


def test_a_result_is_undone_and_played_for_again(night: Evening) -> None:
    night.come("Team 1", "Team 2")
    night.until(night.playing)
    night.finish()
    night.until(lambda: night.in_hall() and len(night.contest.night.rounds) == 2)
    night.choose(NightChoice.UNDO)
    night.until(lambda: len(night.contest.night.rounds) == 1 and night.contest.call is not None)
    assert set(night.contest.call.teams if night.contest.call else ()) == {1, 2}


def test_a_walkover_asks_who_wins(night: Evening) -> None:
    night.until(lambda: night.contest.call is not None)
    night.choose(NightChoice.WALKOVER)
    menu = night.driver.top
    assert isinstance(menu, ButtonMenu)
    assert [item.value for item in menu.items] == [
        None,
        Decision(NightChoice.WALKOVER, 1),
        Decision(NightChoice.WALKOVER, 2),
        Decision(NightChoice.WALKOVER),
    ]
    click(night.driver, the(night.driver, Button, lambda button: button.label == menu.items[2].label))
    night.until(lambda: len(night.contest.night.rounds) == 2)
    assert night.contest.night.rounds[1].ties[0].teams == (0, 2)


def test_nobody_is_called_in_a_pause_and_next_ends_it(night: Evening) -> None:
    night.until(lambda: night.contest.call is not None)
    night.choose(NightChoice.PAUSE)
    night.until(lambda: night.contest.call is None)
    night.come("Team 1", "Team 2")
    for _ in range(600):
        night.pump()
    assert night.server.match is None and night.contest.call is None
    night.choose(NightChoice.NEXT)
    night.until(night.playing)


def test_who_is_sent_away_is_told_and_a_secret_name_is_not_shown(tmp_path: Path) -> None:
    teams = (TeamEntry("Green", sent="green-4711"), TeamEntry("Blue"))
    with evening(tmp_path, Schedule(teams, Form.BRACKET)) as night:
        night.come("green-4711")
        for name in ("green-4711", "Green"):
            client = Client(night)  # type: ignore[arg-type]
            client.send(hello(0, name))
            night.until(client.gone)
        night.until(lambda: len(night.said) >= 2)
        assert not any("4711" in words for words in night.said)
        assert any("Green" in words for words in night.said)
        night.until(lambda: night.contest.call is not None)
        assert night.contest.name_of(0) == "Green"


def test_spectators_are_told_results_standings_and_who_meets(tmp_path: Path) -> None:
    class Watchers:
        said: ClassVar[list[str]] = []

        def begin(self, names: Sequence[str]) -> None: ...
        def step(self, step: Step) -> None: ...
        def end(self) -> None: ...
        def close(self) -> None: ...
        def say(self, text: str) -> None:
            self.said.append(text)

    with evening(tmp_path, schedule_of(Form.GROUPS_BRACKET, 4, groups=2, advance=1)) as night:
        night.contest.watchers = watchers = Watchers()
        night.until(lambda: bool(watchers.said))
        assert watchers.said == ["Group round 1: Team 0 – Team 3, Team 1 – Team 2"]
        night.come("Team 0")
        night.until(lambda: len(watchers.said) > 4)
        assert watchers.said[1:3] == [
            "Team 0 wins without playing: Team 3 did not come.",
            "Group A: 1. Team 0 1, 2. Team 3 0",
        ]
        assert watchers.said[3].startswith("Group B: 1. ")
        night.until(lambda: night.contest.finished)
        night.pump()
        assert any(words.startswith("Final: ") and "Team 0" in words for words in watchers.said)
        assert watchers.said[-2] == "Place 1: Team 0"
