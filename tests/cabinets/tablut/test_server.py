"""The competition's server: whole matches, and everything that players do wrong."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.cabinets.tablut.net.server import MOST_ATTEMPTS, Server
from game.cabinets.tablut.net.wire import framed, told_move
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.scenes.hall import ContestHall, ContestTable
from game.core.recording.replay import read_replay
from game.engine.input import CommandName
from game.ground.texts import Texts
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import ResultsScene
from net.reception import GREETING, ListenError
from tests import ROOT
from tests.cabinets.tablut.clients import Room
from tests.scenes.scene_driver import Told, driving

E4, E5 = notation.square_named("e4"), notation.square_named("e5")
GOOD = (notation.square_named("e3"), notation.square_named("f3"))


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def rooms() -> Iterator[Callable[..., Room]]:
    opened: list[Room] = []

    def make(**plan: Any) -> Room:
        opened.append(Room(**plan))
        return opened[-1]

    yield make
    for room in opened:
        room.close()


@pytest.mark.parametrize("rules", ["unibo", pytest.param("seed", marks=pytest.mark.slow)])
def test_two_players_play_to_an_end_that_both_hear_of(rules: str, rooms: Callable[..., Room], tmp_path: Path) -> None:
    room = rooms(rules=rules, record=True, recordings=tmp_path, games=1)
    white, black = room.pair()
    assert white.positions[0].squares() == list(b.START)
    assert white.turn == ("WHITE" if rules == "unibo" else "BLACK")
    ended = room.play(white, black, 3)
    feed = room.feed
    assert feed.ended == ended and feed.over
    room.until(lambda: white.closed and black.closed)
    room.contest.poll(0.0)
    assert room.contest.done
    replay = read_replay(feed.recording)  # type: ignore[arg-type]
    assert [seat.name for seat in replay.header.seats] == ["Fenrir", "Aurora"]
    assert len(replay.steps) == len(feed.entries)


def test_names_are_cleaned_and_players_come_in_either_order(rooms: Callable[..., Room]) -> None:
    room = rooms()
    black = room.client("black", "Schwarz-Weiss & Co")
    room.until(lambda: room.contest.name_of(0) == "SchwarzWe")
    white = room.client("white", "한글")
    room.until(lambda: bool(white.positions and black.positions))
    assert [seat.name for seat in room.feed.seats] == ["SchwarzWe", "player"]


def test_a_name_without_quotation_marks_is_taken_as_it_stands(rooms: Callable[..., Room]) -> None:
    room = rooms()
    room.client("white", None).send(b"\0\0\0\x07Player1")
    room.until(lambda: room.contest.name_of(1) == "Player1")


def test_an_illegal_move_loses_and_allowed_errors_bring_the_position_again(rooms: Callable[..., Room]) -> None:
    room = rooms(errors=1)
    white, black = room.pair()
    white.move(E4, E5)
    room.until(lambda: len(white.positions) == 2 and len(black.positions) == 2)
    assert white.positions[1] == white.positions[0] and not white.ended
    white.move(E4, E5)
    room.until(lambda: white.ended and black.ended)
    assert white.turn == black.turn == "BLACKWIN"
    assert [(colour, fault.key) for colour, fault in room.contest.faults] == [("white", "tablut_server.fault.move")]
    assert room.feed.result is not None and room.feed.result.seats[0].rank == 1


@pytest.mark.parametrize(
    "data",
    [
        b"\0\0\0\0",
        b"\xff\xff\xff\xff",
        b"\x7f\xff\xff\xff",
        framed({"from": "d1"}),
        framed({"from": "z1", "to": 3}),
        framed({"from": "j1", "to": "a1"}),
        framed("e3f3"),
        b"\0\0\0\x04\xff\xff\xff\xff",
    ],
)
def test_a_broken_message_loses(data: bytes, rooms: Callable[..., Room]) -> None:
    room = rooms()
    white, black = room.pair()
    white.send(data)
    room.until(lambda: white.ended and black.ended)
    assert white.turn == black.turn == "BLACKWIN"


def test_silence_and_hanging_up_lose(rooms: Callable[..., Room]) -> None:
    room = rooms(seconds=5.0)
    white, black = room.pair()
    white.move(*GOOD)
    room.until(lambda: black.turn == "BLACK" and white.turn == "BLACK")
    room.poll()
    room.now = 4.9
    room.poll()
    assert not black.ended
    room.now = 5.1
    room.until(lambda: white.ended and black.ended)
    assert white.turn == "WHITEWIN"
    room.contest.go_on(room.now)
    white, black = room.pair()
    white.link.close()
    room.clients.remove(white)
    room.until(lambda: black.ended)
    assert black.turn == "BLACKWIN"
    assert room.contest.played == 2


def test_a_move_that_came_early_is_kept_and_split_messages_are_put_together(rooms: Callable[..., Room]) -> None:
    room = rooms()
    white, black = room.pair()
    black.move(notation.square_named("d1"), notation.square_named("d2"))
    message = framed(told_move(*GOOD, "white"))
    for at in range(len(message)):
        white.send(message[at : at + 1])
        room.poll()
    room.until(lambda: len(white.positions) == 3)
    assert white.turn == "WHITE"


def test_a_second_player_of_a_colour_is_told_so(rooms: Callable[..., Room]) -> None:
    room = rooms()
    white = room.client("white", "First")
    room.until(lambda: room.contest.name_of(1) == "First")
    second = room.client("white", "Second")
    room.until(lambda: second.closed)
    assert second.other == [b'"taken"'] and not white.closed


def test_who_says_nothing_is_let_go_and_who_tries_too_often_is_not_heard(rooms: Callable[..., Room]) -> None:
    room = rooms()
    silent = room.client("white", None)
    room.poll()
    room.now = GREETING + 0.1
    room.until(lambda: silent.closed)
    for _ in range(MOST_ATTEMPTS):
        broken = room.client("white", None)
        broken.send(b"\0\0\0\x02\xff\xff")
        room.until(lambda broken=broken: broken.closed)  # type: ignore[misc]
    late = room.client("white", "Late")
    room.until(lambda: late.closed)
    room.now += 61.0
    better = room.client("white", "Better")
    room.until(lambda: room.contest.name_of(1) == "Better")
    assert not better.closed


def test_who_leaves_before_the_match_is_waited_for_again(rooms: Callable[..., Room]) -> None:
    room = rooms()
    first = room.client("white", "First")
    room.until(lambda: room.contest.name_of(1) == "First")
    first.link.close()
    room.clients.remove(first)
    room.until(lambda: room.contest.name_of(1) is None)
    room.pair()
    assert room.feed.seats[1].name == "Aurora"


def test_a_computer_of_ours_takes_the_other_seat(rooms: Callable[..., Room]) -> None:
    room = rooms(seats=("greedy", "open"))
    white = room.client("white")
    room.until(lambda: bool(white.positions))
    white.move(*GOOD)
    room.until(lambda: len(white.positions) == 3)
    assert white.turn in ("WHITE", "BLACKWIN")
    assert set(room.contest.server.ports) == {"white"}


def test_it_is_said_in_words_where_each_colour_connects_to(rooms: Callable[..., Room]) -> None:
    contest = rooms().contest
    first, last = sorted(contest.server.ports, key=contest.server.ports.__getitem__)
    names = {"white": "백", "black": "흑"}
    told = [f"{names[colour]} {contest.server.ports[colour]}" for colour in (first, last)]
    assert contest.ports(Texts("ko").line) == ", ".join(told)


def test_a_port_that_is_taken_is_named(rooms: Callable[..., Room]) -> None:
    port = rooms().contest.server.ports["white"]
    with pytest.raises(ListenError, match="port_taken"):
        Server(("white",), "127.0.0.1", port)


@pytest.mark.slow
def test_mutated_messages_lose_and_the_server_goes_on(rooms: Callable[..., Room]) -> None:
    room, chance, lost = rooms(), Random(5), 0
    whole = framed(told_move(*GOOD, "white"))
    for _ in range(150):
        white, black = room.pair()
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        white.send(bytes(data))
        white.link.shutdown(1)
        room.until(lambda black=black: len(black.positions) > 1)  # type: ignore[misc]
        room.until(lambda black=black: black.ended or black.turn == "BLACK")  # type: ignore[misc]
        lost += black.turn == "BLACKWIN"
        room.contest.go_on(room.now)
        room.until(lambda black=black: black.closed)  # type: ignore[misc]
        white.link.close()
        black.link.close()
        room.clients.clear()
    assert lost > 60


def test_the_window_waits_shows_the_match_and_waits_again(rooms: Callable[..., Room], tmp_path: Path) -> None:
    room = rooms(record=True, recordings=tmp_path)
    with driving(lambda context: ContestHall(context, room.contest, lambda: ["192.168.0.37"])) as driver:

        def poll() -> None:
            driver.app.step([], draw=False)
            for client in room.clients:
                client.hear()

        room.poll = poll  # type: ignore[method-assign]
        said = Told()
        driver.context.notify = said
        hall = driver.top
        assert isinstance(hall, ContestHall)
        white, _ = room.pair()
        room.until(lambda: isinstance(driver.top, ContestTable))
        table = driver.top
        assert isinstance(table, ContestTable)
        driver.step(3)
        assert driver.context.typeface.overflows == []
        white.move(E4, E5)
        room.until(lambda: bool(hall.log))
        assert hall.log[0].startswith("Fenrir")
        room.until(lambda: isinstance(driver.top, ResultsScene))
        assert any("e4" in notice for notice in said)
        assert driver.top.choices == (MenuChoice.NEXT, MenuChoice.WATCH)  # type: ignore[attr-defined]
        assert table.feed.recording is not None
        table.feed.recording.unlink()
        said.clear()
        table.watch_recording()
        assert len(said) == 1 and isinstance(driver.top, ResultsScene), "it is said that the recording is gone"
        driver.step(250)
        driver.command(CommandName.CONFIRM)
        room.until(lambda: driver.top is hall and room.contest.feed is None)
        room.pair()
        room.until(lambda: isinstance(driver.top, ContestTable))
        driver.command(CommandName.BACK)


@pytest.mark.slow
@pytest.mark.parametrize("white, black", [("python", "node"), ("node", "python")])
def test_the_examples_play_each_other(white: str, black: str, rooms: Callable[..., Room]) -> None:
    if shutil.which("node") is None:
        pytest.skip("no Node.js here")
    room = rooms()
    ports = room.contest.server.ports
    programs = {"python": [sys.executable, "player.py"], "node": ["node", "player.js"]}
    players = [
        subprocess.Popen(
            [*programs[program], colour, "60", f"127.0.0.1:{ports[colour]}", program],
            cwd=ROOT / "examples" / "tablut",
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for colour, program in (("white", white), ("black", black))
    ]
    try:
        room.until(lambda: room.contest.played == 1)
        said = [player.communicate(timeout=240)[0].strip() for player in players]
    finally:
        for player in players:
            player.kill()
    assert said == [room.feed.ended] * 2
    assert not room.contest.faults
