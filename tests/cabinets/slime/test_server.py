"""The Slime contest server, byte by byte: every message, whole, split, joined and spoilt."""

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

from game.cabinets.slime.net.banners import BannerError, banner_file, read_banner
from game.cabinets.slime.net.server import Phase
from game.cabinets.slime.net.wire import STATE, ByteOrder, Reader
from game.cabinets.slime.rules import Heading, View
from game.core.rules import SPECTATOR
from tests import ROOT
from tests.cabinets.slime.clients import (
    MALFORMED,
    Client,
    Room,
    command,
    headings_of,
    hello,
    message,
    moves_of,
    opened_rooms,
)

R, U, L, D = range(4)


@pytest.fixture
def rooms() -> Iterator[Callable[..., Room]]:
    with opened_rooms() as make:
        yield make


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Room:
    return rooms()


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


def test_headings_are_those_of_the_rules() -> None:
    assert list(Heading) == [R, U, L, D]


def test_the_example_of_the_document(room: Room) -> None:
    text = (ROOT / "docs" / "slime-contest.md").read_text(encoding="utf-8")
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
