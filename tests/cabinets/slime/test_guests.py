"""Who comes to the Slime contest server and goes: strangers, crowds, floods, clients that vanish; and its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game.cabinets.slime.net.server import (
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    Phase,
    SlimeServer,
    Speed,
)
from game.core.match.match import Step
from net.reception import GREETING, ListenError
from tests.cabinets.slime.clients import MALFORMED, Room, command, headings_of, hello, message, opened_rooms

R, U, L, D = range(4)


@pytest.fixture
def rooms() -> Iterator[Callable[..., Room]]:
    with opened_rooms() as make:
        yield make


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Room:
    return rooms()


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
    assert sum(connection.team is None for connection in room.server.guests) <= MOST_FROM_ONE


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
        SlimeServer(room.new_match, address="127.0.0.1", port=room.server.port)


def test_an_address_that_is_not_this_machines_is_refused(room: Room) -> None:
    with pytest.raises(ListenError, match="listen"):
        SlimeServer(room.new_match, address="192.0.2.1")


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
