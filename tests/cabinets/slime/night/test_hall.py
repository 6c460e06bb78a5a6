"""The hall of a Slime night over raw sockets: who waits, who is answered when, and what strangers cannot do."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import pytest

from game.cabinets.slime.net.hall import MOST_EARLY, HallServer, Refused
from game.cabinets.slime.net.server import MOST_CONNECTIONS, Speed
from game.cabinets.slime.net.wire import Received
from game.cabinets.slime.rules import Options, Slime
from game.core.match.match import Match
from tests.cabinets.slime.clients import MALFORMED, Room, command, hello, message, moves_of

NAMES = ("One", "Two", "Three", "Four")


class Hall(Room):
    """A hall with a clock that is told, in place of the server of a single match."""

    server: HallServer

    def __init__(self) -> None:
        super().__init__()
        self.server.close()
        self.server = HallServer(self.new_match, NAMES, address="127.0.0.1", speed=Speed.MANUAL)

    def new_match(self, names: Sequence[str]) -> Match:
        self.names.append(list(names))
        match = Match(Slime(), 2, Options(), self.seed)
        for step in self.steps:
            match.play(step.moves)
        return match


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    made.close()


def here(hall: Hall, *names: str) -> Callable[[], bool]:
    return lambda: all(hall.server.is_here(name) for name in names)


def test_who_is_not_called_waits_without_an_answer(hall: Hall) -> None:
    one, two, three = (hall.client(hello(0, name)) for name in NAMES[:3])
    hall.until(here(hall, *NAMES[:3]))
    hall.now += 10_000
    assert one.nothing_comes() and two.nothing_comes() and three.nothing_comes()
    assert here(hall, *NAMES[:3])(), "however long"
    hall.server.held = True
    hall.server.call(("Three", "One"))
    assert one.nothing_comes() and three.nothing_comes(), "nobody is answered before the match begins"
    hall.server.held = False
    hall.until(lambda: hall.server.match is not None)
    assert three.take(1) + one.take(1) == b"\0\1", "the sides are those of the call, whatever was wished for"
    assert one.state() == three.state()
    assert two.nothing_comes()
    assert hall.names == [["Three", "One"]]


def test_what_a_client_sends_with_its_greeting_counts_once_it_plays(hall: Hall) -> None:
    one = hall.client(hello(0, "One") + message("early") + command(0, 1, 1, 1, 1, 1))
    hall.until(here(hall, "One"))
    assert one.nothing_comes()
    hall.server.call(("One", "Two"))
    hall.client(hello(0, "Two"))
    hall.until(lambda: hall.server.match is not None)
    assert hall.server.teams[0].message == "early"
    hall.turn()
    assert moves_of(hall, 0)[0].action.headings == (1, 1, 1, 1, 1)


def test_a_withdrawn_call_leaves_who_came_waiting_for_another_side(hall: Hall) -> None:
    one = hall.client(hello(0, "One"))
    hall.until(here(hall, "One"))
    hall.server.call(("One", "Two"))
    assert one.nothing_comes()
    hall.server.withdraw()
    three = hall.client(hello(0, "Three"))
    hall.until(here(hall, "Three"))
    hall.server.call(("Three", "One"))
    hall.until(lambda: hall.server.match is not None)
    assert (one.take(1), three.take(1)) == (b"\1", b"\0")


def test_another_teams_name_cannot_be_taken_and_an_unknown_one_is_sent_away(hall: Hall) -> None:
    one = hall.client(hello(0, "One"))
    hall.until(here(hall, "One"))
    for name, why in (("One", Refused.TAKEN), ("Nobody", Refused.UNKNOWN), ("", Refused.UNKNOWN)):
        thief = hall.client(hello(1, name))
        assert thief.take(1) == MALFORMED
        hall.until(thief.gone)
        assert [(refusal.name, refusal.why) for refusal in hall.server.refused] == [(name, why)]
        hall.server.refused.clear()
    assert hall.server.is_here("One")
    assert one.nothing_comes()


def test_the_name_is_taken_in_the_middle_of_a_match_too_and_free_once_its_team_is_gone(hall: Hall) -> None:
    one, two = hall.client(hello(0, "One")), hall.client(hello(0, "Two"))
    hall.server.call(("One", "Two"))
    hall.until(lambda: hall.server.match is not None)
    thief = hall.client(hello(0, "One"))
    assert thief.take(1) == MALFORMED
    hall.turn()
    one.close()
    hall.until(lambda: not hall.server.is_here("One"))
    again = hall.client(hello(1, "One"))
    assert again.take(1) == b"\0"
    assert again.state()[:2] == b"\1\0"
    assert two.take(1) == b"\1"


def test_a_client_that_floods_the_hall_is_sent_away_and_may_come_back(hall: Hall) -> None:
    flood = hall.client(hello(0, "One"))
    hall.until(here(hall, "One"))
    flood.send(b"\xfe" * 7 * (MOST_EARLY + 1))
    hall.until(flood.gone)
    assert [refusal.why for refusal in hall.server.refused] == [Refused.FLOOD]
    hall.client(hello(0, "One"))
    hall.until(here(hall, "One"))


def test_a_flood_never_makes_a_called_match_begin_without_its_client(hall: Hall) -> None:
    hall.server.held = True
    one, _ = hall.client(hello(0, "One")), hall.client(hello(0, "Two"))
    hall.server.call(("One", "Two"))
    hall.until(lambda: hall.server.complete)
    one.send(b"\xfe" * 7 * (MOST_EARLY + 1))
    assert not hall.server.complete
    hall.server.held = False
    hall.pump()
    assert hall.server.match is None


def test_connections_that_say_nothing_lock_no_team_out(hall: Hall) -> None:
    waiting = [hall.client(hello(0, name)) for name in NAMES[:3]]
    hall.until(here(hall, *NAMES[:3]))
    silent = [socket.create_connection(("127.0.0.1", hall.server.port)) for _ in range(MOST_CONNECTIONS)]
    for _ in range(2 * MOST_CONNECTIONS):
        hall.pump()
    late = hall.client(hello(0, "Four"))
    hall.until(here(hall, *NAMES))
    assert all(client.nothing_comes() for client in (*waiting, late))
    for link in silent:
        link.close()


def test_of_a_stream_without_end_a_frame_reads_only_a_little(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = hall.client(hello(0, "One")), hall.client(hello(0, "Two"))
    hall.server.call(("One", "Two"))
    hall.until(lambda: hall.server.match is not None)
    heard: list[Received] = []
    take = hall.server.take
    monkeypatch.setattr(
        hall.server, "take", lambda client, received, now: (heard.append(received), take(client, received, now))
    )
    with suppress(BlockingIOError):
        while True:
            one.link.send(command(0, 1, 1, 1, 1, 1) * 4000)
    for _ in range(5):
        heard.clear()
        hall.pump()
        assert 0 < len(heard) <= 300
    hall.turn()
    assert moves_of(hall, 0)[0].action.headings == (1, 1, 1, 1, 1)
