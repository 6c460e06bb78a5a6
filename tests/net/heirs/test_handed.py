"""A room from a host that means harm: nothing of it runs, writes elsewhere or is shown as it came."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.commands.shared.handing import Handing
from game.core.errors import SpokenError
from game.core.recording.growing import written
from game.core.recording.replay import Replay, SeatRecord, header_of, read_replay
from game.ground.texts import Texts
from net.evening import Talk
from net.heirs import Handed, HeirLine, Rival
from net.host.room.handed import HandedFile, log_of, room_for
from net.host.room.latecomers import FALLBACK
from net.host.room.room import Room
from net.messages import Hello, Ready, Start
from net.parts import TalkLine
from tests.net.hostile.test_all_messages import garbled
from tests.net.house import plan_of
from tests.net.test_states import FakeLink, enter, say

GAME = CABINETS["nullgame"]
SECRET = b"s" * 32


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> HandedFile:
    """A room in the middle of a match, with a computer in one seat, as a host hands it."""
    room = Room(plan_of(tmp_path_factory.mktemp("host"), seats=3))
    mia, omar = enter(room, "Mia"), enter(room, "Omar")
    say(room, omar, Ready(True), 0.0)
    say(room, mia, Start("random"), 0.0)
    assert omar.told and room.play.match is not None
    room.settle(1.0)
    told = room_for(room.core, room.play.kept.whole(), omar.person, {mia.person})
    log = log_of(room.play.match, None)
    room.close(1.0)
    return HandedFile(Handed(2, GAME.id, told, log), omar.person, SECRET)


def changed(honest: HandedFile, change: Any) -> HandedFile:
    """The same room, with its record changed by a function."""
    record = msgspec.json.decode(honest.said.room)
    change(record)
    said = msgspec.structs.replace(honest.said, room=msgspec.json.encode(record))
    return msgspec.structs.replace(honest, said=said)


def opened(folder: Path, handed: HandedFile | bytes) -> tuple[Room, list[SpokenError]]:
    """The room at the heir. Raises SpokenError."""
    path = folder / "handed"
    path.write_bytes(handed if isinstance(handed, bytes) else msgspec.msgpack.encode(handed))
    troubles: list[SpokenError] = []
    handing = Handing(path, plan_of(folder, games=dict(CABINETS.items()), seed=None), troubles.append)
    room = Room(handing.plan())
    handing.open(room, 0.0)
    return room, troubles


def test_a_handed_seat_never_runs_a_command(tmp_path: Path, honest: HandedFile) -> None:
    planted = tmp_path / "planted"
    command = f"cmd:touch {planted}"

    def poison(record: dict[str, Any]) -> None:
        record["room"]["stand_in"] = command
        for place in record["room"]["places"]:
            if place["bot"]:
                place["bot"] = command

    log = tmp_path / "log.souk"
    log.write_bytes(honest.said.log)
    replay = read_replay(log)
    seats = tuple(SeatRecord(seat.name, command) for seat in replay.header.seats)
    bad = written(msgspec.structs.replace(replay, header=msgspec.structs.replace(replay.header, seats=seats)))
    handed = changed(honest, poison)
    room, troubles = opened(
        tmp_path, msgspec.structs.replace(handed, said=msgspec.structs.replace(handed.said, log=bad))
    )
    assert not troubles and room.play.match is not None and room.play.journal is not None
    assert {place.bot for place in room.core.seating} <= {"", *GAME.bots}
    assert {seat.bot for seat in read_replay(room.play.journal).header.seats} <= set(GAME.bots)
    assert room.core.plan.terms.stand_in in GAME.bots
    until = time.monotonic() + 0.2
    while time.monotonic() < until:
        room.settle(time.monotonic())
    room.close(1.0)
    assert not planted.exists()


@pytest.mark.parametrize("bot", ["../../evil.py:Bot", "/etc/passwd", "x" * 5000, FALLBACK])
def test_a_handed_bot_is_one_of_the_games_own(tmp_path: Path, honest: HandedFile, bot: str) -> None:
    def poison(record: dict[str, Any]) -> None:
        for place in record["room"]["places"]:
            place["bot"] = bot

    room, _ = opened(tmp_path, changed(honest, poison))
    assert {place.bot for place in room.core.seating} <= set(GAME.bots)
    room.close(1.0)


def test_handed_names_and_talk_are_shown_as_a_room_shows_them(tmp_path: Path, honest: HandedFile) -> None:
    def poison(record: dict[str, Any]) -> None:
        record["room"]["name"] = "\u202eroom"
        record["room"]["evening"]["talk"] = [msgspec.to_builtins(TalkLine(1, "\x1b[2J", "a\x07b"))]
        for person in record["room"]["people"]:
            person["name"] = "\x1b[2J\u202e"

    room, _ = opened(tmp_path, changed(honest, poison))
    assert room.core.plan.name == "room"
    assert {person.name for person in room.core.people} == {"[2J"}
    link = FakeLink()
    say(room, link, Hello(4, "New", b"n" * 32, watch=True), 0.0)
    told = next(message for message in link.told if isinstance(message, Talk))
    assert [(line.name, line.text) for line in told.lines] == [("[2J", "ab")]
    room.close(1.0)


def test_a_record_names_no_key_no_generation_and_no_rivals(tmp_path: Path, honest: HandedFile) -> None:
    """With them a host could sign for this room later, or have this computer call at others."""
    line = HeirLine(1, 22, b"k" * 32, "192.168.0.1")

    def poison(record: dict[str, Any]) -> None:
        record["room"] |= msgspec.to_builtins(
            {"generation": 99, "heir_key": b"e" * 32, "windows": [1, 2, 9], "rivals": [Rival(100, line)]}
        )

    room, _ = opened(tmp_path, changed(honest, poison))
    assert room.core.plan.generation == honest.said.generation and room.core.plan.heir_key == honest.secret
    assert not room.core.rivals and 9 not in room.core.windows
    room.close(1.0)


def test_windows_that_nobody_has_keep_no_match_from_going_on(tmp_path: Path, honest: HandedFile) -> None:
    said = msgspec.structs.replace(honest.said, windows=(2, 77, 78, 79))
    room, _ = opened(tmp_path, msgspec.structs.replace(honest, said=said))
    assert room.core.windows == (2,)
    room.close(1.0)


def test_a_match_that_cannot_go_on_leaves_the_room(tmp_path: Path, honest: HandedFile) -> None:
    bad = msgspec.structs.replace(honest.said, log=honest.said.log[:-3] + b"xyz")
    room, (trouble,) = opened(tmp_path, msgspec.structs.replace(honest, said=bad))
    assert Texts("en").attempt(trouble.key, trouble.values)
    assert room.play.match is None and room.core.phase == "waiting"
    assert {person.name for person in room.core.people} == {"Mia", "Omar"}
    assert not list(tmp_path.glob("*.souk")), "no recording is left of it"
    room.close(1.0)


def test_a_match_of_another_game_leaves_the_room(tmp_path: Path, honest: HandedFile) -> None:
    omok = CABINETS["omok"]
    header = header_of(omok.info, 3, omok.info.options(), [SeatRecord("A"), SeatRecord("B")])
    other = msgspec.structs.replace(honest.said, log=written(Replay(header, ())))
    room, (trouble,) = opened(tmp_path, msgspec.structs.replace(honest, said=other))
    assert trouble.key == "replay.error.game" and room.play.match is None
    room.close(1.0)


def test_whatever_a_host_hands_is_a_room_or_a_sentence(tmp_path: Path, honest: HandedFile) -> None:
    random = Random(4)
    texts = Texts("en")
    whole = msgspec.msgpack.encode(honest)
    kinds = {"room": 0, "refused": 0}
    for number in range(120):
        said = honest.said
        match number % 3:
            case 0:
                data = garbled(whole, random)
            case 1:
                data = msgspec.msgpack.encode(
                    msgspec.structs.replace(honest, said=msgspec.structs.replace(said, room=garbled(said.room, random)))
                )
            case _:
                data = msgspec.msgpack.encode(
                    msgspec.structs.replace(honest, said=msgspec.structs.replace(said, log=garbled(said.log, random)))
                )
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            room, _ = opened(folder, data)
        except SpokenError as error:
            assert texts.attempt(error.key, error.values), error
            kinds["refused"] += 1
        else:
            room.close(1.0)
            kinds["room"] += 1
    assert min(kinds.values()) > 20, kinds


def test_an_honest_room_is_played_on(tmp_path: Path, honest: HandedFile) -> None:
    room, troubles = opened(tmp_path, honest)
    assert not troubles and room.core.waits and room.core.plan.generation == 2
    room.close(1.0)
