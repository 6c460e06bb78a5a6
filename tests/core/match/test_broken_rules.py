"""No exception of rules ends a room: mistakes are planted in rules, and met at table, host and tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.bot.loading import BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.errors import SpokenError
from game.core.match.broken import BrokenRulesError, IllegalMoveError
from game.core.match.match import Match
from game.core.match.session import Session
from game.core.rules import Move
from game.core.tournament.matches import MatchTournament
from game.core.tournament.plan import Contestant, TournamentConfig
from game.core.tournament.result import TournamentResult
from game.core.work.place import Workplace
from game.core.work.run import run
from game.ground import paths
from game.ground.texts import Texts
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from net.messages import Ended, Play, Stepped, Told
from tests.games.brittle import (
    BREAKS,
    BRITTLE,
    CHECK_BREAKS,
    WORST,
    BrittleRace,
    BrittleRelay,
    BrittleSealed,
)
from tests.games.relay import Colour, Options
from tests.games.sealed import Bid
from tests.games.sealed import Options as SealedOptions
from tests.games.ticking import LEAD, LIMIT, Press
from tests.games.ticking import Options as TickingOptions
from tests.net.house import Peer, begin, house, plan_of

SENTENCE = "The rules of the game broke at this move"


def relay(turns: int = 6) -> Match:
    match = Match(BrittleRelay(), 2, Options(turns=turns), seed=1)
    match.tick(0.0)
    return match


def replayed(match: Match) -> str:
    """The hash of a match that plays another's log."""
    other = Match(match.rules, match.seats, match.options, match.seed)
    for step in match.steps:
        other.play(step.moves)
    return other.hash()


def test_the_fallback_is_played_for_a_move_that_breaks_the_rules() -> None:
    match = relay()
    match.offer(0, Colour(5))
    match.tick(0.0)
    assert match.offer(1, Colour(BREAKS)) is None
    (step,) = match.tick(0.0)
    assert step.moves == (Move(1, Colour(0), forced=True),)
    assert match.view(0).board[BREAKS] == -1, "half a step is left in the state"
    (broken,) = match.broken
    assert (broken.seat, broken.number, broken.action, broken.told) == (1, 1, Colour(BREAKS), False)
    assert broken.values["error"] == "IndexError: list index out of range"
    assert broken.values["where"].startswith("brittle.py:")
    assert match.waiting_for == (0,)
    assert replayed(match) == match.hash()


def test_the_match_can_be_undone_and_copied_after_it() -> None:
    match = relay()
    match.offer(0, Colour(5))
    match.tick(0.0)
    before = match.hash()
    match.offer(1, Colour(BREAKS))
    match.tick(0.0)
    assert match.copy().hash() == match.hash()
    assert match.undo(0) and match.offer(0, Colour(5)) is None
    match.tick(0.0)
    assert match.hash() == before


def test_a_check_that_breaks_refuses() -> None:
    match = relay()
    assert match.offer(0, Colour(CHECK_BREAKS)) == "match.refuse.broken"
    assert match.waiting_for == (0,) and match.broken[0].told
    for _ in range(1000):
        match.offer(0, Colour(CHECK_BREAKS))
    assert len(match.broken) == 100, "whoever sends many fills the memory"


@given(bids=st.lists(st.integers(0, 5), min_size=3, max_size=3))
def test_of_sealed_moves_only_those_that_break_are_dropped(bids: list[int]) -> None:
    match = Match(BrittleSealed(), 3, SealedOptions(), seed=1)
    match.tick(0.0)
    for seat, bid in enumerate(bids):
        assert match.offer(seat, Bid(bid)) is None
    (step,) = match.tick(0.0)
    assert step.moves == tuple(
        Move(seat, Bid(0), forced=True) if bid == 3 else Move(seat, Bid(bid)) for seat, bid in enumerate(bids)
    )
    assert [broken.seat for broken in match.broken] == [seat for seat, bid in enumerate(bids) if bid == 3]
    assert replayed(match) == match.hash()


def test_in_a_race_the_others_go_on() -> None:
    match = Match(BrittleRace(), 2, TickingOptions(), seed=1)
    match.tick(0.0)
    match.offer(0, Press(BREAKS))
    assert match.tick(LEAD + 0.5) == []
    assert match.waiting_for == match.may_offer == (1,), "who broke the rules is silent until the limit"
    assert match.offer(0, Press(1)) == "match.refuse.not_asked"
    assert match.offer(1, Press(1)) is None
    (step,) = match.tick(LEAD + 1.0)
    assert step.moves == (Move(1, Press(1), spent=500),)
    assert match.waiting_for == (0, 1)


def test_a_race_in_which_all_broke_the_rules_ends_at_its_limit() -> None:
    match = Match(BrittleRace(), 2, TickingOptions(), seed=1)
    match.tick(0.0)
    for seat in range(2):
        match.offer(seat, Press(BREAKS))
        assert match.tick(LEAD + 0.5) == []
    assert match.waiting_for == () and not match.over
    (step,) = match.tick(LEAD + LIMIT)
    assert [(move.seat, move.forced) for move in step.moves] == [(0, True), (1, True)]


def test_where_the_fallback_breaks_the_match_says_so_and_stands() -> None:
    match = Match(BrittleRelay(worst=True), 2, Options(), seed=1)
    before = match.hash()
    match.offer(0, Colour(5))
    for _ in range(2):
        with pytest.raises(BrokenRulesError) as caught:
            match.tick(0.0)
        sentence = Texts("en").line(caught.value.key, caught.value.values)
        assert sentence.startswith("The rules of brittle broke at step 0 (IndexError: list index out of range, brittle")
    assert match.hash() == before and match.broken == []


def test_a_logged_move_that_breaks_is_none() -> None:
    match = relay()
    before = match.hash()
    with pytest.raises(IllegalMoveError, match="step 0: the rules break: IndexError"):
        match.play([Move(0, Colour(BREAKS))])
    assert match.hash() == before


def test_people_and_bots_are_told() -> None:
    match = relay(4)
    session = bot_session(BRITTLE, match, {1: BuiltinSpec("breaker")}, logs=None, inline=True)
    session.pump(0.0)
    session.play(0, Colour(BREAKS))
    while len(session.troubles) < 2:
        session.pump(0.0)
    assert [(trouble.seat, trouble.number, trouble.failure.kind) for trouble in session.troubles] == [
        (0, 0, "broken"),
        (1, 1, "broken"),
    ]
    failures = [trouble.failure for trouble in session.troubles]
    assert all(Texts("en").line(failure.key, failure.values).startswith(SENTENCE) for failure in failures)
    assert failures[1].incident is not None and failures[1].incident.said == '{"square":13}'
    session.close()


def test_a_session_goes_on_in_a_race() -> None:
    match = Match(BrittleRace(), 2, TickingOptions(), seed=1)
    session = Session(match, {})
    session.pump(0.0)
    session.play(0, Press(BREAKS))
    assert session.pump(1.0) == []
    assert session.people == (1,)
    assert [trouble.failure.kind for trouble in session.troubles] == ["broken"]


def test_a_table_says_it_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    plan = MatchPlan("brittle", (SeatPlan("Mia"), SeatPlan("Omar")), Options(turns=3), 1, None)
    feed = LocalFeed(BRITTLE, plan)
    feed.poll(0.0)
    assert feed.play(0, Colour(BREAKS)) is None
    (update,) = feed.poll(0.0)
    assert update.view.board[0] == 0
    (notice,) = feed.take_notices()
    assert (notice.key, notice.seat, notice.step) == ("match.broken.move", 0, 0)
    assert notice.log is not None and "IndexError" in Path(notice.log).read_text(encoding="utf-8")
    for seat in (1, 0):
        feed.play(seat, Colour(7))
        feed.poll(0.0)
    assert feed.over
    feed.close()


def test_a_host_says_it_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    with house(plan_of(tmp_path, BRITTLE, options=Options(turns=2))) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        play(one, BREAKS)
        told = other.until(Told, lambda line: line.key == "net.log.broken")
        assert told.values == {"name": "Mia"}
        play(other, 9)
        assert one.until(Stepped, lambda step: step.step.number == 0).step.forced == (0,)
        assert one.until(Ended).reason == "over"
        one.close()
        other.close()
    assert any("IndexError" in log.read_text(encoding="utf-8") for log in paths.logs().glob("crash*"))


def test_a_host_whose_rules_cannot_go_on_ends_the_match_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    with house(plan_of(tmp_path, WORST)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        play(one, 5)
        ended = other.until(Ended)
        assert ended.result is None
        other.until(Told, lambda line: line.key == "net.log.broken_off")
        one.close()
        other.close()


def play(peer: Peer, square: int) -> None:
    """Colour a square when asked."""
    action = msgspec.Raw(msgspec.msgpack.encode(Colour(square)))
    peer.send(Play(peer.to_move().number, action))


def tournament_of(cabinet: Any, *bots: str, workers: int = 1) -> TournamentResult:
    entries = tuple(Contestant(name, BuiltinSpec(name)) for name in bots)
    config = TournamentConfig(cabinet, Options(turns=3), entries, 2, 1, (1, 2, 3, 4))
    return run(MatchTournament(config), lambda progress: None, Workplace(workers))


def test_a_tournament_counts_it_and_goes_on() -> None:
    result = tournament_of(BRITTLE, "careful", "breaker")
    lines = {line.bot: line for line in result.bots}
    assert lines["breaker"].failures == {"broken": 6} and lines["breaker"].forced == 6
    assert lines["careful"].failures == {}
    assert [failed.failure.kind for failed in result.failed()] == ["broken"]


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_tournament_whose_rules_cannot_go_on_ends_in_a_sentence(workers: int) -> None:
    with pytest.raises(SpokenError) as caught:
        tournament_of(WORST, "careful", "careful", workers=workers)
    assert caught.value.key == "match.broken.over"
