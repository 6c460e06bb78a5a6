"""A match of L4G among many: the crew, a window without processes, going on with a recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.players.bots import BOTS
from game.cabinets.l4g.rules.rules import L4g, Options
from game.core.bot.inline import InlineBot
from game.core.bot.loading import HUMAN, BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.match.match import Match
from game.core.match.session import Session
from game.core.recording.replay import Playback, ReplayWriter, SeatRecord, header_of, read_replay, resume_match
from game.ground.settings import Settings
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan

NAMES = tuple(BOTS)
MIXED = L4G.filled(("expert", "horn-done"), 49)


def session_of(
    names: tuple[str, ...], options: Options, number: int, *, crew: bool = True, match: Match | None = None
) -> Session:
    """A match of these built-in players; without a crew each decides by its view."""
    match = match or Match(L4g(), len(names), options, number)
    session = bot_session(L4G, match, {seat: BuiltinSpec(name) for seat, name in enumerate(names)}, logs=None)
    return session if crew else Session(match, session.controllers)


def same(number: int, seats: int, options: Options) -> None:
    """A crew and bots that see views play the same match."""
    names = tuple(NAMES[(seat + number) % len(NAMES)] for seat in range(seats))
    together, apart = session_of(names, options, number), session_of(names, options, number, crew=False)
    together.run()
    apart.run()
    assert together.troubles == apart.troubles == []
    assert [step.moves for step in together.match.steps] == [step.moves for step in apart.match.steps]
    assert together.match.hash() == apart.match.hash()


@pytest.mark.parametrize("number", [-3, 0, 8])
def test_a_crew_plays_as_its_bots_do_from_their_views(number: int) -> None:
    same(number, 12, Options(rows=4, turns=40, incubation=3))


@pytest.mark.slow
def test_a_crew_plays_as_its_bots_do_over_many_games() -> None:
    for number in range(-6, 6):
        same(
            number, (2, 9, 20, 49)[number % 4], Options(rows=2 + number % 8, turns=60, incubation=4, guests=number % 3)
        )


def test_a_pump_completes_one_step_of_computers() -> None:
    session = session_of(MIXED, Options(turns=4), 1)
    taken = [len(session.pump(0.0)) for _ in range(3)]
    assert taken == [2, 1, 1], "the number and the first moves, then a step each"
    assert session.eager and not session.thinking


def test_a_window_with_48_computers_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr("subprocess.Popen", None)
    specs = (HUMAN, *L4G.filled((), 48))
    plan = MatchPlan("l4g", tuple(SeatPlan(spec, spec) for spec in specs), Options(turns=3), -5)
    feed = start_local(plan, Settings())
    try:
        assert all(isinstance(controller, InlineBot) for controller in feed._session.controllers.values())
        now = 0.0
        while not feed.over:
            now += 1.0
            feed.poll(now)
            if feed.choice is not None:
                assert feed.choice.legal
                feed.ask_for_hint()
                hint = feed.take_hint()
                assert feed.play(feed.choice.seat, hint) is None
        assert not feed.can_undo
        assert feed.result is not None and len(feed.result.seats) == 49
    finally:
        feed.close()


def test_a_match_that_stopped_goes_on_as_it_would_have(tmp_path: Path) -> None:
    options, file = Options(turns=30, incubation=3), tmp_path / "match.souk"
    header = header_of(L4G.info, -9, options, [SeatRecord(name, name) for name in MIXED])
    writer = ReplayWriter(file, header)
    whole = session_of(MIXED, options, -9, match=Match(L4G.rules, 49, options, -9, journal=writer))
    whole.run()
    writer.finish(whole.match)
    recorded = read_replay(file)
    Playback(recorded, L4G.rules).verify()
    assert file.stat().st_size < 49 * 35 * 60, "sixty bytes a move, chains and hashes included"
    cut = type(recorded)(recorded.header, recorded.steps[:19], None)
    match = Match(L4G.rules, 49, options, -9)
    resume_match(cut, match)
    again = session_of(MIXED, options, -9, match=match)
    again.run()
    assert again.match.hash() == whole.match.hash()
