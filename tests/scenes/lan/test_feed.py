"""A LAN match as a table shows it, told by a host that is made up."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Take, View
from game.core.match.match import Match
from game.core.rules import SPECTATOR, Result, SeatResult
from game.ground.texts import Texts
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from net.client.remote_match import StrangeHostError
from net.messages import (
    Accepted,
    Begun,
    Decided,
    Ended,
    HostMessage,
    Past,
    Play,
    Propose,
    Proposed,
    Rejected,
    Rewound,
    RoomChanged,
    SeatLine,
    Stepped,
    Waiting,
    raw,
)
from net.parts import PastStep, SeatState, WireEvent
from net.states import ClientState
from tests.showroom.lan import ME, StillClient, room, welcome

SEATS = (SeatLine("Mia", person=ME), SeatLine("Omar", bot="expert"), SeatLine("Leila", bot="expert"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def view(heap: int, mover: int = 0, turn: int = 0) -> msgspec.Raw:
    return raw(View(heap, mover, (0, 0, 0), turn))


def begun(viewer: int = 0, number: int = 1, heap: int = 9) -> Begun:
    return Begun(viewer, number, SEATS, raw(None), view(heap))


def step(number: int, *movers: int, heap: int = 0) -> PastStep:
    return PastStep(number, movers, (), (WireEvent("took", {"seat": 0, "stones": 1, "heap": heap}),), 0)


def asked(number: int = 1, *, left: int | None = None, total: int | None = None) -> Waiting:
    return Waiting(number, (0,), True, raw([Take(1), Take(2)]), left, total)


class Told:
    """A feed, and the made-up connection it hears through."""

    def __init__(self, *messages: HostMessage, watching: bool = False) -> None:
        places = [SeatState("bot" if seat.bot else "person", seat.name, seat.bot, seat.person) for seat in SEATS]
        state = msgspec.structs.replace(room("en", "nullgame", "playing"), seats=tuple(places), limit=0)
        first = begun(SPECTATOR if watching else 0)
        self.client = StillClient([*welcome("en", state), first, Past((step(0),)), *messages])
        self.connection = RoomConnection(self.client, ConnectionLog(lambda: ""))
        self.connection.poll(10.0)
        self.feed = LanFeed(self.connection, Texts("en"))

    def hear(self, *messages: HostMessage, now: float = 10.0) -> list[int]:
        """What the host says next; the positions that the table is shown."""
        self.client.messages += messages
        self.connection.poll(now)
        return [update.position for update in self.feed.poll(now)]


def test_it_begins_where_the_host_says() -> None:
    told = Told(asked())
    feed = told.feed
    assert (feed.game, feed.viewer, feed.view.heap, len(feed.entries)) == ("nullgame", 0, 9, 1)
    assert [seat.name for seat in feed.seats] == ["Mia", "Omar", "Leila"]
    assert [seat.person for seat in feed.seats] == [True, False, False]
    assert feed.live and not feed.over and feed.poll(0.0) == []
    assert feed.take_notices() == []


def test_in_a_slice_of_time_the_last_of_many_decisions_counts() -> None:
    """The host says once that it waits for others only; whoever has decided is still asked."""
    told = Told(asked())
    assert told.feed.choice is not None and not told.feed.choice.again
    told.feed.play(0, Take(1))
    told.hear(Accepted(1), Waiting(1, (1,), True, raw([Take(1), Take(2)])))
    for stones in (2, 1, 2):
        assert told.feed.choice is not None and told.feed.choice.again
        assert told.feed.play(0, Take(stones)) is None
        assert told.feed.choice is None, "until the host has it"
        told.hear(Accepted(1))
    assert [message.action for message in told.client.sent if isinstance(message, Play)][-1] == raw(Take(2))
    told.hear(Stepped(step(1, 0), view(7, 1)))
    assert told.feed.choice is None


def test_a_decision_is_sent_once_and_answered_by_the_next_step() -> None:
    told = Told(asked())
    choice = told.feed.choice
    assert choice is not None and choice.seat == 0 and choice.legal == [Take(1), Take(2)]
    assert told.feed.play(0, Take(2)) is None
    assert told.client.sent == [Play(1, raw(Take(2)))]
    assert told.feed.choice is None
    told.hear(asked())  # said before the decision arrived
    assert told.feed.choice is None
    told.hear(Accepted(1))
    assert told.feed.choice is None
    assert told.hear(Stepped(step(1, 0), view(7, 1))) == [2]
    told.hear(Waiting(2, (1,)))
    assert told.feed.choice is None and told.feed.thinking == (1,)


def test_a_refused_decision_is_asked_for_again() -> None:
    told = Told(asked())
    told.feed.play(0, Take(2))
    told.hear(Rejected("play", "nullgame.refuse.number", number=1))
    assert told.feed.take_refusal() == "nullgame.refuse.number"
    assert told.feed.take_refusal() is None
    assert told.feed.choice is not None


def test_the_deadline_runs_by_the_clock_of_the_table_and_stands_still_in_a_pause() -> None:
    told = Told(asked(left=4000, total=5000))
    told.feed.poll(100.0)
    assert told.feed.deadline is not None
    assert (told.feed.deadline.at, told.feed.deadline.seconds) == (104.0, 5.0)
    told.connection.poll(11.5)
    told.feed.poll(101.5)
    assert told.feed.deadline.at == pytest.approx(104.0)
    state = told.client.room
    assert state is not None
    told.hear(RoomChanged(msgspec.structs.replace(state, phase="paused")), asked(left=2500, total=5000), now=20.0)
    told.connection.poll(25.0)
    told.feed.poll(200.0)
    assert told.feed.paused and told.feed.choice is None
    assert told.feed.deadline.at == pytest.approx(202.5)


def test_an_undo_is_asked_for_and_jumps_when_all_agree() -> None:
    told = Told(asked())
    assert not told.feed.can_undo
    told.hear(Stepped(step(1, 0), view(7, 1)))
    assert told.feed.can_undo and not told.feed.undo()
    assert told.client.sent[-1] == Propose("undo")
    told.hear(Proposed(1, "undo", ME, (ME,), (1,)))
    assert not told.feed.can_undo and told.connection.proposal is not None
    told.client.messages = [Decided(1, "undo", True), Rewound(1, view(9))]
    told.connection.poll(11.0)
    (update,) = told.feed.poll(11.0)
    assert update.jump and update.position == 1 and update.view.heap == 9
    assert len(told.feed.entries) == 1 and told.connection.proposal is None
    assert [notice.key for notice in told.feed.take_notices()] == ["lobby.decided.undo_yes"]


def test_scores_on_the_way_are_kept_for_a_chart() -> None:
    told = Told(asked())
    told.hear(Stepped(msgspec.structs.replace(step(1, 0), scores=(2, 0, 0)), view(7, 1)))
    assert [entry.scores for entry in told.feed.entries] == [(), (2, 0, 0)]


def test_coming_back_shows_the_match_as_it_is() -> None:
    told = Told(asked())
    told.client.state = ClientState.LOST
    assert told.connection.lost and told.feed.choice is None
    assert told.feed.play(0, Take(1)) == "lobby.refuse.lost"
    again: list[HostMessage] = [begun(0, 3, heap=5), Past((step(0), step(1, 0), step(2, 1)))]
    assert told.hear(*welcome("en", room("en", "nullgame", "playing")), *again) == [3]
    assert not told.connection.lost and told.feed.view.heap == 5 and len(told.feed.entries) == 3


def test_the_number_of_a_game_is_told_by_its_first_step() -> None:
    cabinet = CABINETS["l4g"]
    match = Match(cabinet.rules, 3, cabinet.info.options(), -7)
    (numbered,) = match.tick(0.0)
    events = tuple(WireEvent(event.kind, event.data) for event in numbered.events)
    before = Begun(SPECTATOR, 1, SEATS, raw(None), raw(match.view(SPECTATOR)))
    client = StillClient([*welcome("en", room("en", "l4g", "playing")), before])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.poll(10.0)
    feed = LanFeed(connection, Texts("en"))
    assert feed.number is None
    client.messages.append(Past((PastStep(0, (), (), events, 0),)))
    connection.poll(11.0)
    feed.poll(11.0)
    assert feed.number == -7


def test_the_end_tells_the_result_or_that_there_is_none() -> None:
    result = Result((SeatResult(1, 3), SeatResult(2, 1), SeatResult(2, 1)), "nullgame.end.last_stone")
    told = Told(asked())
    told.hear(Ended("over", 1, "00", result))
    assert told.feed.over and told.feed.result == result and not told.feed.agreed
    drawn = Told(asked())
    drawn.hear(Ended("agreed", 1, "00"))
    assert drawn.feed.over and drawn.feed.result is None and drawn.feed.agreed


def test_a_spectator_is_asked_nothing() -> None:
    told = Told(Waiting(1, (0,)), watching=True)
    assert told.feed.choice is None and told.feed.thinking == (0,)
    assert not told.feed.can_propose and not any(seat.person for seat in told.feed.seats)
    assert told.connection.recorded is not None
    told.connection.leave()
    assert told.connection.recorded is None


@pytest.mark.parametrize(
    "said",
    [
        Stepped(PastStep(1, (0,), (), (WireEvent("took", {"stones": 1}),), 0), view(8)),
        Ended("over", 1, "00", Result((SeatResult(1, 3), SeatResult(2, 1), SeatResult(2, 1)), "no.such.reason")),
        Stepped(step(1, 2), raw({"heap": "many"})),
    ],
)
def test_what_cannot_be_said_or_shown_ends_the_visit_with_a_sentence(said: HostMessage) -> None:
    told = Told(asked())
    told.hear(said)
    assert told.connection.over
    assert isinstance(told.client.error, StrangeHostError)


def test_a_refusal_that_is_none_ends_the_visit() -> None:
    told = Told(asked())
    told.feed.play(0, Take(2))
    told.hear(Rejected("play", "no.such.refusal", number=1))
    assert told.feed.take_refusal() is None and told.connection.over


def test_nobody_is_asked_for_an_undo_in_a_game_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(asked())
    told.hear(Stepped(step(1, 0), view(7, 1)))
    monkeypatch.setattr(told.feed._match, "info", CABINETS["cisterns"].info)
    assert not CABINETS["cisterns"].info.undo and not told.feed.can_undo
