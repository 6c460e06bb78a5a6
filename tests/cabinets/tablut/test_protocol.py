"""The competition's protocol: messages however split, broken ones, and whole matches through Souk's player."""

from __future__ import annotations

import socket
import threading
from random import Random

import pytest

from game.cabinets.tablut.net.player import Player, play
from game.cabinets.tablut.net.wire import Messages, WireError, framed, position_message, read_position
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.rules.rules import Tablut
from game.core import rules as core
from tests.cabinets.tablut.test_rules import begun, move

RULES = Tablut()


def test_messages_come_out_whole_however_they_were_split() -> None:
    sent = [framed("Souk"), framed(position_message(b.START, "WHITE")), framed({"from": "d1", "to": "d3"})]
    data = b"".join(sent)
    for cut in range(1, len(data), 7):
        messages = Messages()
        got = [*messages.feed(data[:cut]), *messages.feed(data[cut:])]
        assert got == [message[4:] for message in sent]


def test_the_start_is_told_byte_for_byte() -> None:
    assert framed("Souk") == b'\x00\x00\x00\x06"Souk"'
    message = framed(position_message(b.START, "BLACK"))[4:]
    assert message.startswith(b'{"board":[["EMPTY","EMPTY","EMPTY","BLACK","BLACK","BLACK","EMPTY"')
    assert message.endswith(b'"turn":"BLACK"}')
    assert read_position(message).squares() == list(b.START)
    empty = [0 if piece == b.KING else piece for piece in b.START]
    assert position_message(empty, "DRAW")["board"][4][4] == "THRONE"


@pytest.mark.parametrize("length", [b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x00\x01\x00\x01"])
def test_lengths_that_are_none_are_refused(length: bytes) -> None:
    with pytest.raises(WireError):
        Messages().feed(length + b"xx")


def test_mutated_messages_are_positions_or_refused() -> None:
    whole, chance, refused = framed(position_message(b.START, "WHITE"))[4:], Random(1), 0
    for _ in range(2000):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            assert len(read_position(bytes(data)).squares()) == 81
        except WireError:
            refused += 1
    assert refused > 1000
    with pytest.raises(WireError):
        read_position(b'{"board":[["KING"]],"turn":"WHITE"}').squares()


@pytest.mark.parametrize("preset", ["unibo", "seed"])
def test_two_players_play_a_match_through_the_protocol(preset: str) -> None:
    ends: dict[str, str] = {}
    pairs = {colour: socket.socketpair() for colour in ("white", "black")}
    law = PRESETS[preset]  # type: ignore[index]

    def one(colour: str) -> None:
        ends[colour] = play(pairs[colour][1], "Souk", Player(colour, law, 60), lambda position: None)

    threads = [threading.Thread(target=one, args=(colour,), daemon=True) for colour in pairs]
    for thread in threads:
        thread.start()
    ended = referee(preset, {colour: pair[0] for colour, pair in pairs.items()})
    for thread in threads:
        thread.join(120)
    assert ends == {"white": ended, "black": ended}
    for pair in pairs.values():
        for end in pair:
            end.close()


def referee(preset: str, players: dict[str, socket.socket]) -> str:
    """Lead a match by the rules, as the competition's server does; returns how it ended."""
    inboxes = {colour: Messages() for colour in players}
    for colour, connection in players.items():
        connection.settimeout(120)
        assert received(connection, inboxes[colour]) == b'"Souk"'
    state = begun(preset=preset)
    while True:
        ask = RULES.ask(state)
        turn = ("BLACK", "WHITE")[state.side - 1]
        if ask is None:
            ranks = [seat.rank for seat in RULES.result(state).seats]
            turn = "DRAW" if ranks == [1, 1] else "BLACKWIN" if ranks[0] == 1 else "WHITEWIN"
        for connection in players.values():
            connection.sendall(framed(position_message(state.squares, turn)))
        if ask is None:
            return turn
        told = received(players[turn.lower()], inboxes[turn.lower()])
        origin, target = (notation.square_named(part.decode()) for part in (told[9:11], told[19:21]))
        action = move(origin, target)
        assert RULES.check(state, ask.seats[0], action) is None
        RULES.step(state, [core.Move(ask.seats[0], action)])


def received(connection: socket.socket, inbox: Messages) -> bytes:
    while True:
        found = inbox.feed(connection.recv(4096))
        if found:
            return found[0]
