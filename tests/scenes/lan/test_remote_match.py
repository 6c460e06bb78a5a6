"""A match as a guest is told of it: honest hosts are followed, strange ones end in a sentence."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Take, View
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of
from game.core.rules import SPECTATOR, Result, SeatResult
from game.ground.texts import LANGUAGES, Texts
from net.client.remote_match import MOST_NEWS, RemoteMatch, StrangeHostError, check_room, options_of
from net.host.match.hosted_match import HostedMatch, Terms
from net.messages import (
    Accepted,
    Begun,
    Ended,
    HostMessage,
    Past,
    Rejected,
    Rewound,
    RoomChanged,
    SeatLine,
    Stepped,
    Waiting,
    raw,
)
from net.parts import PastStep, WireEvent
from net.wire import host_message
from tests.games.sealed import SEALED, Bid
from tests.games.sealed import Options as SlicedOptions
from tests.net.transcript import mutants, room_of, transcript

NULLGAME = CABINETS["nullgame"].info
SEATS = (SeatLine("Mia", person=1), SeatLine("Leila", person=2), SeatLine("expert", bot="expert"))


def view(heap: int = 9, mover: int = 0) -> msgspec.Raw:
    return raw(View(heap, mover, (0, 0, 0), 0))


def begun(**changes: Any) -> Begun:
    return msgspec.structs.replace(Begun(0, 1, SEATS, raw(None), view()), **changes)


def step(number: int, *movers: int) -> PastStep:
    return PastStep(number, movers, (), (WireEvent("took", {"seat": 0, "stones": 1, "heap": 8}),), 0)


FIRST = (begun(), Past((step(0),)))


def told(*messages: HostMessage) -> RemoteMatch:
    match = RemoteMatch(NULLGAME)
    for message in (*FIRST, *messages):
        match.take(message, 10.0)
    return match


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("game", ["nullgame", "marrakech", "slime", "l4g"])
def test_an_honest_host_is_followed_to_its_end(tmp_path: Path, game: str, viewer: int) -> None:
    match = RemoteMatch(CABINETS[game].info)
    shown = 0
    for message in transcript(tmp_path, game, viewer, steps=12):
        match.take(message, 0.0)
        for news in match.take_news():
            shown = news.position
            assert isinstance(news.view, CABINETS[game].info.view)
    assert match.ended is not None
    assert {bool(step.scores) for step in match.steps} == {match.info.open_scores}
    assert game != "nullgame" or match.steps[-1].scores == match.view.taken
    assert shown == len(match.steps) == match.ended.number
    check_room(room_of(game, viewer))
    assert options_of(room_of(game), match.info) == match.info.options()


STRANGE: dict[str, HostMessage] = {
    "a view of another shape": Stepped(step(1, 0), raw({"heap": 3})),
    "a view that is none": Stepped(step(1, 0), raw(None)),
    "a view that is no text": Stepped(step(1, 0), msgspec.Raw(b"\xa1\xff")),
    "a mover that is not there": Stepped(step(1, 63), view()),
    "a step that was": Stepped(step(0, 0), view()),
    "a step that is not due": Stepped(step(2, 0), view()),
    "a past without end": Past((step(1),)),
    "a rewind into the future": Rewound(2, view()),
    "a rewind to another view": Rewound(0, raw(3)),
    "a question out of order": Waiting(2, (0,)),
    "a question to nobody": Waiting(1, (63,)),
    "moves of another game": Waiting(1, (0,), True, raw([{"card": 3}])),
    "moves that are none": Waiting(1, (0,), True, raw(3)),
    "scores for others": Stepped(msgspec.structs.replace(step(1, 0), scores=(1,)), view()),
    "an end out of order": Ended("over", 7, "00"),
    "a result for others": Ended("over", 1, "00", Result((SeatResult(1, 3),), "nullgame.end.last_stone")),
    "another number of seats": begun(seats=()),
    "a viewer that is not there": begun(viewer=3),
    "chance as a viewer": begun(viewer=-1),
    "a beginning with another view": begun(view=raw([])),
    "a beginning with a garbled brief": begun(brief=msgspec.Raw(b"\xa1\xff")),
}


@pytest.mark.parametrize("what", STRANGE)
def test_what_does_not_fit_the_game_is_refused(what: str) -> None:
    with pytest.raises(StrangeHostError) as caught:
        told(STRANGE[what])
    for language in LANGUAGES:
        assert Texts(language).line(caught.value.key, caught.value.values)


@pytest.mark.parametrize("message", [Past(()), Stepped(step(0), view()), Waiting(0, ()), Rewound(0, view())])
def test_nothing_is_told_of_a_match_that_did_not_begin(message: HostMessage) -> None:
    with pytest.raises(StrangeHostError):
        RemoteMatch(NULLGAME).take(message, 0.0)


def test_a_spectator_cannot_be_asked() -> None:
    with pytest.raises(StrangeHostError):
        told(begun(viewer=SPECTATOR), Past((step(0),)), Waiting(1, (0,), True, raw([Take(1)])))


def test_a_decision_is_sent_once_until_it_is_refused_or_the_match_goes_on() -> None:
    match = told(Waiting(1, (0,), True, raw([Take(1)])))
    assert match.decide() == 1 and match.sent == 1
    match.take(Waiting(1, (0,), True, raw([Take(1)])), 0.0)  # said before the decision arrived
    assert match.sent == 1
    match.take(Rejected("play", "nullgame.refuse.number", number=1), 0.0)
    assert (match.sent, match.take_refusal(), match.take_refusal()) == (None, "nullgame.refuse.number", None)
    assert match.decide() == 1
    match.take(Accepted(1), 0.0)
    match.take(Stepped(step(1, 0), view(8, 1)), 0.0)
    assert match.sent is None and match.question is None and match.decide() is None


def test_while_nobody_looks_on_only_where_the_match_stands_is_kept_to_be_shown() -> None:
    match = told()
    match.take_news()
    for number in range(1, 5 * MOST_NEWS):
        match.take(Stepped(step(number, 0), view(number % 9)), 0.0)
        assert len(match._news) <= MOST_NEWS
    news = match.take_news()
    assert news[0].jump and not any(other.jump for other in news[1:])
    assert [other.position for other in news] == list(range(news[0].position, 5 * MOST_NEWS + 1))
    assert len(match.steps) == 5 * MOST_NEWS
    assert news[-1].view == match.view


def test_nothing_is_shown_before_the_past_is_told() -> None:
    match = told(begun(number=3))
    assert not match.caught_up and match.take_news() == []
    match.take(Past((step(0), step(1))), 0.0)
    assert not match.caught_up
    match.take(Past((step(2),)), 0.0)
    assert match.caught_up and [news.position for news in match.take_news()] == [3]


@pytest.mark.parametrize(("game", "viewer"), [("nullgame", 0), ("marrakech", 0), ("slime", SPECTATOR)])
def test_whatever_a_host_says_is_taken_in_or_refused(tmp_path: Path, game: str, viewer: int) -> None:
    honest = transcript(tmp_path, game, viewer, steps=12)
    before = [RemoteMatch(CABINETS[game].info) for _ in honest]
    for number, match in enumerate(before):
        for message in honest[:number]:
            match.take(message, 0.0)
    refused = 0
    for number, message in islice(mutants(honest, Random(3)), 3000):
        match = before[number]
        state = {**vars(match), "steps": [*match.steps]}
        try:
            match.take(message, 0.0)
        except StrangeHostError:
            refused += 1
        vars(match).update(state)
    assert refused > 500


def test_whatever_a_room_is_said_to_be_is_one_or_refused() -> None:
    refused = 0
    for _, message in islice(mutants([RoomChanged(room_of("marrakech"))], Random(5)), 2000):
        assert isinstance(message, RoomChanged)
        try:
            check_room(message.room)
            options_of(message.room, CABINETS["marrakech"].info)
        except StrangeHostError:
            refused += 1
    assert refused > 20


def test_in_a_slice_of_time_a_decision_may_be_replaced_as_often_as_one_likes(tmp_path: Path) -> None:
    lines = tuple(SeatLine(f"Player {seat}", person=seat + 1) for seat in range(2))
    options = SlicedOptions(slices=True)
    header = header_of(SEALED.info, 5, options, [SeatRecord(line.name) for line in lines])
    hosted = HostedMatch(Terms(SEALED, options), lines, 5, ReplayWriter(tmp_path / "a.souk", header), [0, 1], 0.0)
    guest = RemoteMatch(SEALED.info)

    def hear(now: float) -> None:
        hosted.pump(now)
        for viewer, message in hosted.outgoing(now):
            if viewer == 0:
                guest.take(message, now)

    for frame in hosted.snapshot(0, 0.0):
        guest.take(host_message(frame[4:]), 0.0)
    hear(0.0)
    for turn, amount in enumerate((1, 3, 5, 2)):
        assert guest.question is not None and guest.question.asked and guest.sent is None
        assert guest.question.again is (turn > 0)
        number = guest.decide()
        assert number is not None
        assert hosted.play(0, number, raw(Bid(amount)), 1.0) is None
        hear(1.0)
    hear(11.0)
    assert guest.steps[-1].events[0].data["amounts"] == [2, 0]
    hosted.close()
