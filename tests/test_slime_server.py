"""The Slime contest server, byte by byte: every message, split and joined; every fault of a client."""

from __future__ import annotations

import re
import socket
import struct
import zlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cabinets.slime import field as f
from game.cabinets.slime.net.banners import BannerError, banner_file, read_banner
from game.cabinets.slime.net.server import (
    GREETING,
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    TURN_LIMIT,
    Phase,
    SlimeServer,
    Speed,
)
from game.cabinets.slime.net.wire import STATE, ByteOrder, Reader
from game.cabinets.slime.rules import Heading, View
from game.core.match.match import Step
from game.core.rules import SPECTATOR, Move
from net.listening import ListenError
from tests.slime_clients import Client, Room, command, hello, message

R, U, L, D = range(4)
MALFORMED = b"\xff"


@pytest.fixture
def rooms() -> Iterator[Callable[..., Room]]:
    opened: list[Room] = []

    def make(speed: Speed = Speed.MANUAL, byte_order: ByteOrder = "little", turn_limit: float = TURN_LIMIT) -> Room:
        opened.append(Room(speed, byte_order, turn_limit=turn_limit))
        return opened[-1]

    yield make
    for room in opened:
        room.close()


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Room:
    return rooms()


def headings_of(room: Room, team: int) -> list[int]:
    view: View = room.match.view(SPECTATOR)
    return [int(slime.heading) for slime in view.slimes[team * f.TEAM : (team + 1) * f.TEAM]]


def moves_of(room: Room, turn: int) -> tuple[Move, ...]:
    """The orders of a turn, counted from 0."""
    ordered = [step for step in room.match.steps if len(step.moves) == 2]
    return ordered[turn].moves


def test_the_first_state_byte_by_byte(room: Room) -> None:
    first, second = room.client(hello(0, "One")), room.client(hello(1, "Two"))
    assert (first.take(1), second.take(1)) == (b"\x00", b"\x01")
    squares = [255] * 325
    for y in (2, 4, 6, 8, 10):
        squares[0 * 13 + y] = 0
        squares[24 * 13 + y] = 1
    slimes = [0, 2, 0, 4, 0, 6, 0, 8, 0, 10, 24, 10, 24, 8, 24, 6, 24, 4, 24, 2]
    expected = bytes([0, 0, *squares, *slimes])
    assert len(expected) == STATE == 347
    assert first.state() == second.state() == expected
    assert room.names == [["One", "Two"]]


def test_states_are_those_of_the_rules_through_a_whole_match(room: Room) -> None:
    first, second = room.pair()
    for turn in range(180):
        first.send(command(turn, *((turn + slime) % 4 for slime in range(5))))
        second.send(command(turn, *((turn // 3 + slime) % 4 for slime in range(5))))
        room.until(lambda: all(team.headings is not None for team in room.server.teams))
        room.turn()
        state = first.state()
        assert state == second.state()
        view: View = room.match.view(SPECTATOR)
        assert struct.unpack_from("<H", state) == (turn + 1,) == (view.turn,)
        for x in range(25):
            for y in range(13):
                owner = view.owners[x * 13 + y]
                assert state[2 + x * 13 + y] == (255 if owner == -1 else owner)
        places = [state[327 + 2 * slime : 329 + 2 * slime] for slime in range(10)]
        assert places == [bytes(divmod(slime.square, 13)) for slime in view.slimes]
    assert room.server.phase is Phase.OVER
    room.until(first.gone)
    room.until(second.gone)
    assert first.data == second.data == b""


def test_every_message_split_at_every_boundary(room: Room) -> None:
    def in_two(client: Client, data: bytes, cut: int) -> None:
        client.send(data[:cut])
        assert client.nothing_comes()
        client.send(data[cut:])

    greeting = hello(1, "쪼갬")
    for cut in range(1, len(greeting)):
        client = room.client()
        in_two(client, greeting, cut)
        assert client.take(1) == b"\1"
        client.close()
        room.until(lambda: not room.server.teams[1].connected)
    first, _ = room.pair()
    for cut in range(1, 7):
        turn = room.server.turn
        in_two(first, command(turn, U, U, R, L, cut % 4), cut)
        room.until(lambda: room.server.teams[0].headings is not None)
        assert room.server.teams[0].headings == (U, U, R, L, cut % 4)
        room.turn()
        assert first.state()[0] == turn + 1
    for cut in range(1, 41):
        in_two(first, message(f"cut {cut} 한글"), cut)
        room.until(lambda text=f"cut {cut} 한글": room.server.teams[0].message == text)  # type: ignore[misc]
    assert first.nothing_comes()


def test_every_message_byte_by_byte(room: Room) -> None:
    first, second = room.client(), room.client(hello(1, "Two"))
    stream = hello(0, "One") + message("hi") + command(0, U, U, U, U, U) + message("ho") + command(0, D, L, U, R, D)
    for at in range(len(stream)):
        first.send(stream[at : at + 1])
    room.until(lambda: room.server.teams[0].headings == (D, L, U, R, D))
    assert room.server.teams[0].message == "ho"
    assert (first.take(1), second.take(1)) == (b"\0", b"\1")


def test_messages_joined_in_every_order(room: Room) -> None:
    first = room.client(hello(0, "One") + message("early") + command(0, U, R, U, R, U))
    second = room.client(hello(1, "Two"))
    assert first.take(1) + second.take(1) == b"\0\1"
    assert first.state() == second.state()
    assert (room.server.teams[0].message, room.server.teams[0].headings) == ("early", (U, R, U, R, U))
    first.send(
        command(0, U, U, U, U, U) + command(0, D, D, D, D, D) + message("a") + command(0, R, R, U, U, U) + message("b")
    )
    room.until(lambda: room.server.teams[0].message == "b")
    room.turn()
    assert first.state()[:2] == b"\1\0"
    assert moves_of(room, 0)[0].action.headings == (R, R, U, U, U), "the latest command counts"
    assert moves_of(room, 0)[0].action.message == "b"
    assert moves_of(room, 0)[1].forced


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=8), st.sampled_from(["little", "big"]))
def test_any_bytes_however_cut_are_the_same_messages(data: bytes, cuts: list[int], order: ByteOrder) -> None:
    whole, parts = Reader(order), Reader(order)
    edges = [0, *sorted(cuts), len(data)]
    pieces = [data[begin:end] for begin, end in pairwise(edges)]
    assert list(whole.feed(data)) == [found for piece in pieces for found in parts.feed(piece)]
    assert whole.incomplete == parts.incomplete


def test_the_wanted_team_if_it_is_free(room: Room) -> None:
    first, second = room.client(hello(1, "Early")), room.client(hello(1, "Late"))
    assert (first.take(1), second.take(1)) == (b"\1", b"\0")
    assert first.state() == second.state()
    assert room.names == [["Late", "Early"]]


def test_numbers_in_the_other_byte_order(rooms: Callable[..., Room]) -> None:
    room = rooms(byte_order="big")
    first, _ = room.pair()
    first.send(command(0, U, U, U, U, U, order=">"))
    room.until(lambda: room.server.teams[0].headings is not None)
    room.turn()
    assert first.state()[:2] == b"\0\1"
    first.send(command(1, D, U, U, U, U, order="<"))
    assert first.take(1) == MALFORMED, "turn 256 is no turn"


def test_a_command_for_another_turn_is_ignored(room: Room) -> None:
    first, _ = room.pair()
    room.turn()
    first.state()
    for turn in (0, 2, 180):
        first.send(command(turn, U, U, U, U, U))
    assert first.nothing_comes()
    assert room.server.teams[0].headings is None
    room.turn()
    assert headings_of(room, 0) == [R] * 5


def test_a_command_does_not_count_for_the_next_turn(room: Room) -> None:
    first, _ = room.pair()
    first.send(command(0, U, D, R, R, R))
    room.until(lambda: room.server.teams[0].headings is not None)
    room.turn()
    assert room.server.teams[0].headings is None
    room.turn()
    assert headings_of(room, 0) == [U, D, R, R, R], "without a command slimes go on as they went"
    assert [move.forced for move in moves_of(room, 1)] == [True, True]


MALFORMED_MESSAGES = {
    "direction 4": command(0, U, 4, U, U, U),
    "direction 255": command(0, U, U, U, U, 255),
    "turn 181": command(181, U, U, U, U, U),
    "turn 65534": command(65534, U, U, U, U, U),
    "broken text": b"\xff" + b"\xc3\x28".ljust(40, b"\0"),
    "a syllable cut off": b"\xff" + ("가" * 14).encode()[:40],
    "a lone surrogate": b"\xff" + b"\xed\xa0\x80".ljust(40, b"\0"),
}


@pytest.mark.parametrize("bad", MALFORMED_MESSAGES.values(), ids=MALFORMED_MESSAGES)
def test_a_malformed_message_gets_255_and_changes_nothing(room: Room, bad: bytes) -> None:
    first, second = room.pair()
    first.send(message("before") + command(0, U, U, R, R, R))
    room.until(lambda: room.server.teams[0].headings is not None)
    before = room.match.hash()
    first.send(bad + bad)
    assert first.take(2) == MALFORMED * 2
    assert first.nothing_comes() and second.nothing_comes()
    assert room.match.hash() == before
    assert (room.server.teams[0].message, room.server.teams[0].headings) == ("before", (U, U, R, R, R))
    room.turn()
    assert first.state() == second.state()
    assert headings_of(room, 0) == [U, U, R, R, R]


@pytest.mark.parametrize(
    "bad",
    [b"\2" + b"x" * 23, b"\xff" + b"x" * 23, b"\0" + b"\xff" * 23, b"\0" + ("가" * 8).encode()[:23]],
    ids=["team 2", "team 255", "no text", "a syllable cut off"],
)
def test_a_malformed_greeting_gets_255_and_the_end(room: Room, bad: bytes) -> None:
    stranger = room.client(bad)
    assert stranger.take(1) == MALFORMED
    room.until(stranger.gone)
    assert not any(team.connected for team in room.server.teams)
    room.pair()


@pytest.mark.parametrize("part", [command(0, U, U, U, U, U)[:4], message("half")[:20]], ids=["command", "message"])
def test_a_message_cut_off_by_the_end_gets_255(room: Room, part: bytes) -> None:
    first, _ = room.pair()
    first.send(part)
    first.link.shutdown(socket.SHUT_WR)
    assert first.take(1) == MALFORMED
    room.until(first.gone)
    assert not room.server.teams[0].connected


def test_a_greeting_cut_off_by_the_end_gets_255(room: Room) -> None:
    stranger = room.client(hello(0, "One")[:23])
    stranger.link.shutdown(socket.SHUT_WR)
    assert stranger.take(1) == MALFORMED
    room.until(stranger.gone)


def test_a_third_client_is_refused_and_nobody_notices(room: Room) -> None:
    first, second = room.pair()
    third = room.client(hello(0, "Three"))
    assert third.take(1) == MALFORMED
    room.until(third.gone)
    imposter = room.client(hello(0, "One"))
    assert imposter.take(1) == MALFORMED, "who plays is still there"
    assert first.nothing_comes() and second.nothing_comes()
    room.turn()
    assert first.state() == second.state()


def test_a_client_that_goes_before_the_match_leaves_its_team(room: Room) -> None:
    first = room.client(hello(0, "One"))
    assert first.take(1) == b"\0"
    first.close()
    room.until(lambda: not room.server.teams[0].connected)
    other = room.client(hello(0, "Other"))
    assert other.take(1) == b"\0"


def test_a_vanished_clients_slimes_go_on_and_it_may_return(room: Room) -> None:
    first, second = room.pair()
    first.send(command(0, U, D, R, R, R))
    room.until(lambda: room.server.teams[0].headings is not None)
    room.turn()
    first.close()
    room.until(lambda: not room.server.teams[0].connected)
    room.turn()
    assert headings_of(room, 0) == [U, D, R, R, R]
    stranger = room.client(hello(0, "Stranger"))
    assert stranger.take(1) == MALFORMED
    returned = room.client(hello(1, "One"))
    assert returned.take(1) == b"\0", "its own team, whatever it wishes"
    assert returned.state()[:2] == b"\2\0"
    returned.send(command(2, R, R, U, U, U))
    room.until(lambda: room.server.teams[0].headings is not None)
    room.turn()
    second.state(), second.state()
    assert returned.state() == second.state()


def test_when_both_vanish_the_match_ends_with_a_result(rooms: Callable[..., Room]) -> None:
    room = rooms(Speed.MAX)
    first, second = room.pair()
    first.close()
    second.close()
    room.until(lambda: room.server.phase is Phase.OVER)
    assert room.server.turn == 180
    assert len(room.match.result().seats) == 2


def test_a_client_that_sends_megabytes_without_reading_is_dropped(rooms: Callable[..., Room]) -> None:
    room = rooms(Speed.MAX)
    first, second = room.client(hello(0, "Flood"), receive_buffer=4096), room.client(hello(1, "Two"))
    assert second.take(1) == b"\1"
    rubbish = command(181, 9, 9, 9, 9, 9) * 9000
    sent = 0
    while room.server.teams[0].connected and sent < 40 << 20:
        try:
            sent += first.link.send(rubbish)
        except BlockingIOError:
            pass
        except OSError:
            break
        room.pump()
    room.until(lambda: not room.server.teams[0].connected)
    for turn in range(180):
        assert second.state()[0] == turn
        second.send(command(turn, *[turn % 4] * 5))
    assert second.state()[0] == 180
    assert room.server.phase is Phase.OVER


def test_megabytes_of_good_messages_stop_nobody(rooms: Callable[..., Room]) -> None:
    room = rooms(Speed.MAX)
    first, second = room.pair()
    chatter = message("la") * 4000 + command(5, 0, 0, 0, 0, 0) * 10000
    for turn in range(180):
        if turn % 30 == 0:
            first.send(chatter)
        first.send(command(turn, R, R, R, R, R))
        second.send(command(turn, L, L, L, L, L))
        assert second.state()[0] == turn + 1
    assert room.server.phase is Phase.OVER


def test_at_full_speed_a_turn_ends_when_both_have_commanded(rooms: Callable[..., Room]) -> None:
    room = rooms(Speed.MAX)
    first, second = room.pair()
    first.send(command(0, U, U, U, U, U))
    assert second.nothing_comes()
    room.now = 0.9
    assert second.nothing_comes()
    room.now = 1.0
    assert second.state()[0] == 1, "who does not answer is not waited for longer than a second"


def test_at_full_speed_a_busy_machine_has_as_long_as_it_is_given(rooms: Callable[..., Room]) -> None:
    room = rooms(Speed.MAX, turn_limit=60.0)
    first, second = room.pair()
    first.send(command(0, U, U, U, U, U))
    room.now = 59.0
    assert second.nothing_comes()
    second.send(command(0, U, U, U, U, U))
    assert first.state()[0] == second.state()[0] == 1, "both have commanded"
    room.now += 60.0
    assert second.state()[0] == 2, "and nobody is waited for longer than that"


@pytest.mark.parametrize(("speed", "seconds"), [(Speed.NORMAL, 1.0), (Speed.FAST, 0.1)])
def test_turns_follow_the_clock(rooms: Callable[..., Room], speed: Speed, seconds: float) -> None:
    room = rooms(speed)
    first, second = room.pair()
    for turn in range(3):
        first.send(command(turn, R, R, R, R, R))
        second.send(command(turn, L, L, L, L, L))
        room.now = (turn + 0.99) * seconds
        assert second.nothing_comes()
        room.now = (turn + 1.01) * seconds
        assert second.state()[0] == first.state()[0] == turn + 1
    room.now += 50 * seconds
    assert second.state()[0] == 4
    assert second.nothing_comes(), "missed turns are not made up for"


def test_the_speed_may_be_changed(room: Room) -> None:
    _, second = room.pair()
    room.now = 100.0
    assert second.nothing_comes()
    room.server.speed = Speed.FAST
    room.pump()
    room.now = 100.11
    assert second.state()[0] == 1
    room.server.speed = Speed.MANUAL
    room.now = 200.0
    assert second.nothing_comes()
    room.turn()
    assert second.state()[0] == 2


def test_messages_are_shown_at_once_and_recorded_with_the_turn(room: Room) -> None:
    first, second = room.pair()
    first.send(message("하나\n둘"))
    second.send(message("x" * 40))
    room.until(lambda: all(team.message for team in room.server.teams))
    assert [team.message for team in room.server.teams] == ["하나 둘", "x" * 40]
    room.turn()
    view: View = room.match.view(SPECTATOR)
    assert [team.message for team in view.teams] == ["하나 둘", "x" * 40]
    first.send(message(""))
    room.until(lambda: room.server.teams[0].message == "")
    room.turn()
    assert room.match.view(SPECTATOR).teams[0].message == ""


def test_who_does_not_greet_is_let_go(room: Room) -> None:
    silent = room.client()
    room.pump()
    room.now = GREETING + 0.1
    room.until(silent.gone)


def test_more_connections_than_there_is_room_for(room: Room) -> None:
    crowd = [room.client() for _ in range(MOST_CONNECTIONS + 5)]
    room.until(lambda: sum(client.gone() for client in crowd) == MOST_CONNECTIONS + 5 - MOST_FROM_ONE)


def test_silent_connections_of_one_address_lock_nobody_out(room: Room) -> None:
    silent = [room.client() for _ in range(MOST_CONNECTIONS + 4)]
    for number in range(2):
        client = room.client()
        client.send(hello(number, f"team {number}"))
        room.until(lambda number=number: room.server.teams[number].connected)  # type: ignore[misc]
    silent += [room.client() for _ in range(MOST_FROM_ONE + 4)]
    assert room.server.complete
    assert sum(connection.team is None for connection in room.server._connections) <= MOST_FROM_ONE


def test_a_second_match_waits_for_clients_again(rooms: Callable[..., Room]) -> None:
    room = rooms(Speed.MAX)
    for _ in range(2):
        first, second = room.pair()
        first.close()
        second.close()
        room.until(lambda: room.server.phase is Phase.OVER)
        late = room.client(hello(0, "One"))
        assert late.take(1) == MALFORMED, "the match is over"
        room.server.again(room.now)
    assert len(room.names) == 2


def test_a_port_that_is_taken_is_named(room: Room) -> None:
    with pytest.raises(ListenError, match="port_taken"):
        SlimeServer(room._match, address="127.0.0.1", port=room.server.port)


def test_an_address_that_is_not_this_machines_is_refused(room: Room) -> None:
    with pytest.raises(ListenError, match="listen"):
        SlimeServer(room._match, address="192.0.2.1")


def test_whoever_makes_the_match_hears_of_every_step(rooms: Callable[..., Room]) -> None:
    heard: list[Step] = []

    class Table:
        """A table that watches: the journal of the match it made."""

        def append(self, step: Step) -> None:
            heard.append(step)

        def rewind(self, number: int) -> None:
            raise AssertionError("a contest takes nothing back")

    room = rooms()
    room.journal = Table()
    room.pair()
    for turn in range(3):
        room.turn()
        assert sum(event.kind == "moved" for step in heard for event in step.events) == turn + 1
    assert heard == room.match.steps == room.steps


def test_headings_are_those_of_the_rules() -> None:
    assert list(Heading) == [R, U, L, D]


def test_the_example_of_the_document(room: Room) -> None:
    text = (Path(__file__).resolve().parent.parent / "docs" / "slime-contest.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```bytes\n(.*?)```", text, re.S)
    clients: dict[str, Client] = {}
    for line in block.splitlines():
        name, way, *words = line.split()
        if name not in clients:
            clients[name] = room.client()
        client = clients[name]
        told = bytes.fromhex("".join(words).removesuffix("…"))
        if way == ">":
            client.send(told)
            continue
        if told == b"\1\0":
            room.turn()
        assert client.take(len(told)) == told
        if words[-1] == "…":
            client.take(STATE - len(told))
    assert room.server.teams[0].message == "hi"
    assert moves_of(room, 0)[0].action.headings == (U, U, R, R, D)


def test_a_banner_is_a_file_of_the_teams_name(tmp_path: Path) -> None:
    folder = tmp_path / "banners"
    folder.mkdir()
    for name in ("하제", "Team 1"):
        (folder / f"{name}.png").write_bytes(b"")
    (tmp_path / "secret.png").write_bytes(b"")
    assert banner_file(folder, "하제") == folder / "하제.png"
    assert banner_file(folder, "Team 1") == folder / "Team 1.png"
    for name in ("", "Nobody", "../secret", "..", "/etc/passwd", "a" * 23, "x\\y"):
        assert banner_file(folder, name) is None
    assert banner_file(None, "하제") is None


@pytest.mark.parametrize("spoil", ["no picture", "cut off", "changed", "too large", "two sizes"])
def test_a_banner_that_cannot_be_shown_says_why(tmp_path: Path, spoil: str) -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    def png(*sides: int) -> bytes:
        headers = [chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) for side in sides]
        return b"\x89PNG\r\n\x1a\n" + b"".join(headers) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")

    path = tmp_path / "One.png"
    path.write_bytes(png(80))
    assert read_banner(tmp_path, "One") == png(80)
    assert read_banner(tmp_path, "Two") is None
    changed = bytearray(png(80))
    changed[20] ^= 1
    files = {"no picture": b"GIF89a", "cut off": png(80)[:-5], "changed": bytes(changed), "too large": png(5000)}
    files["two sizes"] = png(50_000, 80)
    path.write_bytes(files[spoil])
    with pytest.raises(BannerError) as told:
        read_banner(tmp_path, "One")
    assert told.value.key == ("slime_server.banner.large" if spoil == "too large" else "slime_server.banner.broken")
    assert told.value.values["file"] == "One.png"
