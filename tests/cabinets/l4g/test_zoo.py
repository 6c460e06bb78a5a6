"""The zoo of L4G: whatever a player does, in a match or in an evaluation, it costs nobody but itself."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import msgspec
import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.evaluation import ChunkPlayer
from game.cabinets.l4g.evaluation.lineup import ChunkDone, Lineup, NumberedGame
from game.cabinets.l4g.evaluation.outsiders import Outsiders
from game.cabinets.l4g.player import LIMITS
from game.cabinets.l4g.rules.room import MOST_PLAYERS
from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.tally import GROUP, PUNISHED
from game.core.bot.loading import BotError, parse_spec
from game.core.bot.seats import bot_session
from game.core.limits import Limits
from game.core.match.match import Match
from game.core.match.session import Session
from game.core.tournament.plan import Contestant
from game.ground.texts import LANGUAGES, Texts
from tests import ROOT
from tests.in_turns import some
from tests.processes import alive, wait_until

ANIMALS = ROOT / "tests" / "zoo" / "l4g_animals.py"
OPTIONS = Options(4, 4, 26)
OTHERS = ("seeker", "predator", "scout", "loner", "corpse-bomb")
GAMES = (5, -1)
HANGING = 0.8
PATIENT = 20.0
"""Whoever does not hang is given so long that no load of the machine looks like a hang."""
SILENT = 2.0
"""Who closes its streams: whether it ends by itself as well is waited for."""
SECONDS = {
    **dict.fromkeys(("LoopsEndlessly", "Sleeps", "PrintsEndlessly", "HangsAsSoul"), HANGING),
    **dict.fromkeys(("HangsSometimes", "SlowAndHangsSometimes"), HANGING),
    "ClosesStreams": SILENT,
}


def limits_for(name: str) -> Limits:
    seconds = SECONDS.get(name, PATIENT)
    return msgspec.structs.replace(LIMITS, decision=seconds, first=seconds, memory=256 << 20)


pytestmark = pytest.mark.skipif(os.name != "posix", reason="the zoo uses signals and fork")

HUNG = f"hang deadline, seconds {HANGING}"
LIKE_PUNISHED = [
    ("LoopsEndlessly", "hang", HUNG),
    ("Sleeps", "hang", HUNG),
    ("PrintsEndlessly", "hang", HUNG),
    pytest.param(
        *("EatsMemory", "crash", "crash memory"),
        marks=pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited"),
    ),
    ("Exits", "crash", "PlayerExitError: survivor_move ended with SystemExit (l4g_animals.py:"),
    ("ExitsHard", "crash", "crash exit, code 4"),
    ("KillsParent", "crash", "crash signal, signal SIGKILL"),
    ("KillsItself", "crash", "crash signal, signal SIGKILL"),
    ("ClosesStreams", "crash", "crash silent"),
]
"""What costs these a call costs them no more than an exception; what a match and what an evaluation says of it."""
HARMLESS = ["Forks", "LeavesChildren", "OpensFilesAndSockets", "Meddles"]
"""These play as if they had done nothing."""
FAILING = {
    "RaisesAsSurvivor": "survivor_move",
    "RaisesAsCorpse": "corpse_stay",
    "RaisesAsInfected": "infected_move",
    "RaisesAsSoul": "soul_stay",
    "RaisesAtSpawn": "soul_spawn",
    "AnswersNothing": "survivor_move",
    "AnswersText": "survivor_move",
    "AnswersOutside": "soul_spawn",
}
"""In which call each of these fails."""


@pytest.fixture(autouse=True)
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where animals leave the numbers of their processes: none of them may be left running, and no file."""
    path = tmp_path / "marks"
    monkeypatch.setenv("ZOO_MARKS", str(path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    threads = set(threading.enumerate())
    yield path
    assert set(threading.enumerate()) <= threads
    words = [line.split() for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    animals = [int(number) for kind, number in words if kind == "process"]
    wait_until(lambda: not any(map(alive, animals)), "the end of the animals")
    assert not list(tmp_path.glob("souk-*")), "a board was left"


def seats(name: str) -> tuple[str, ...]:
    return (f"{ANIMALS}:{name}", *OTHERS)


def play_match(name: str, number: int = GAMES[0], logs: Path | None = None) -> Session:
    match = Match(L4G.rules, len(OTHERS) + 1, OPTIONS, number)
    bots = {seat: parse_spec(text, L4G.bots) for seat, text in enumerate(seats(name))}
    session = bot_session(L4G, match, bots, logs=logs, limits=limits_for(name), inline=True)
    try:
        session.run(idle=0.02)
    finally:
        session.close()
    return session


def evaluate(name: str, numbers: tuple[int, ...] = GAMES, logs: Path | None = None) -> ChunkDone:
    entries = tuple(Contestant(text, parse_spec(text, L4G.bots)) for text in seats(name))
    player = ChunkPlayer(L4G, Lineup(entries, OPTIONS, limits_for(name), logs))
    try:
        return player(tuple(NumberedGame(*game) for game in enumerate(numbers)), 0)
    finally:
        player.close()


def figures(done: ChunkDone) -> list[int]:
    """The tally without the row that it works with."""
    return done.tally[: GROUP * MOST_PLAYERS]


def punished(done: ChunkDone) -> int:
    return done.tally[PUNISHED * MOST_PLAYERS]


@cache
def match_hash(name: str) -> str:
    return play_match(name).match.hash()


@cache
def evaluated(name: str) -> list[int]:
    return figures(evaluate(name))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind", "_told"), LIKE_PUNISHED)
def test_in_a_match_it_is_punished_and_everyone_else_plays_on(name: str, kind: str, _told: str) -> None:
    session = play_match(name)
    assert session.match.hash() == match_hash("Raises")
    assert {(trouble.seat, trouble.failure.kind) for trouble in session.troubles} == {(0, kind)}
    assert not any(trouble.failure.final for trouble in session.troubles)


@pytest.fixture(params=[True, False], ids=["forked", "started"])
def forking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the players' processes are forked by a server; without, as on Windows, each is started for itself."""
    if request.param and sys.platform != "linux":
        pytest.skip("there is no server of forks")
    monkeypatch.setattr(Outsiders, "forking", request.param)
    return bool(request.param)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "_kind", "told"), LIKE_PUNISHED)
@pytest.mark.usefixtures("forking")
def test_in_an_evaluation_it_is_punished_and_everyone_else_plays_on(name: str, _kind: str, told: str) -> None:
    done = evaluate(name)
    assert figures(done) == evaluated("Raises")
    assert punished(done) > 0
    assert {(line.seat, line.call) for line in done.failures} == {(0, "survivor_move")}
    assert {line.number for line in done.failures} <= set(GAMES)
    assert all(told in line.text for line in done.failures)


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_not_prevented_changes_no_game(name: str) -> None:
    session = play_match(name)
    assert session.troubles == []
    assert session.match.hash() == match_hash("Tame")
    done = evaluate(name)
    assert done.failures == ()
    assert figures(done) == evaluated("Tame")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="there is no server of forks")
@pytest.mark.parametrize("name", [*HARMLESS, *FAILING, "RaisesAtStart", "Tame"])
def test_players_that_are_forked_play_like_those_that_are_started(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forked = evaluate(name)
    monkeypatch.setattr(Outsiders, "forking", False)
    started = evaluate(name)
    assert figures(forked) == figures(started)
    assert forked.failures == started.failures


@pytest.mark.skipif(sys.platform != "linux", reason="there is no server of forks")
def test_a_server_of_forks_that_a_player_ends_costs_nobody_a_call() -> None:
    done = evaluate("EndsItsServer")
    assert done.failures == ()
    assert figures(done) == evaluated("Tame")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="there is no server of forks")
def test_a_player_that_ends_every_server_ends_the_evaluation_with_a_sentence() -> None:
    with pytest.raises(BotError) as caught:
        evaluate("EndsEveryServer")
    for language in LANGUAGES:
        assert "4" in Texts(language).line(caught.value.key, caught.value.values)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no memory that is sealed")
def test_a_player_cannot_take_away_the_memory_that_others_read(marks: Path) -> None:
    done = evaluate("CutsItsBoard")
    assert figures(done) == evaluated("Tame")
    lines = marks.read_text(encoding="utf-8").splitlines()
    assert "board found" in lines
    assert "board cut" not in lines


@pytest.mark.skipif(sys.platform != "linux", reason="there is no server of forks")
@pytest.mark.parametrize("open_already", [0, 200])
def test_a_forked_player_inherits_nothing_of_the_server(marks: Path, open_already: int) -> None:
    """Also where the evaluation has many files open, so that the server's own have high numbers."""
    with ExitStack() as others:
        for _ in range(open_already):
            others.enter_context(Path(os.devnull).open("rb"))
        evaluate("TellsWhatItInherits", GAMES[:1])
    told = dict(line.split() for line in marks.read_text(encoding="utf-8").splitlines())
    cookie = told.pop("cookie")
    assert cookie.startswith(f"SOUK_BOT={os.getpid()}-")
    assert told == {
        "descriptors": "/dev/null|/memfd|pipe|pipe|pipe|pipe",
        "session": "True",
        "threads": "1",
        "handlers": "True",
        "environment": "True",
    }


@pytest.mark.parametrize(("name", "call"), some(3, FAILING.items()))
def test_a_call_that_fails_costs_that_call_in_a_match_and_in_an_evaluation(name: str, call: str) -> None:
    sessions = [play_match(name, number) for number in GAMES]
    done = evaluate(name)
    assert punished(done) == sum(session.match.result().seats[0].details["punished"] for session in sessions)
    assert (punished(done) == 0) == (call == "soul_spawn")
    assert {line.call for line in done.failures} == {call}
    assert sum(done.failed[0].values()) == sum(len(session.troubles) for session in sessions)
    assert {trouble.failure.kind for session in sessions for trouble in session.troubles} == {"crash"}


def test_leaving_the_room_is_no_failure_but_punished(tmp_path: Path) -> None:
    done = evaluate("LeavesRoom", logs=tmp_path)
    assert done.failures == ()
    assert punished(done) > 0
    (log,) = tmp_path.rglob("*.log")
    assert "punished: UP from (0, " in log.read_text(encoding="utf-8")


def test_a_player_that_cannot_be_made_is_punished_all_along() -> None:
    session = play_match("RaisesAtStart")
    assert session.match.result().seats[0].details["punished"] == OPTIONS.turns
    done = evaluate("RaisesAtStart")
    assert punished(done) == OPTIONS.turns * len(GAMES)


@pytest.mark.slow
def test_a_hang_in_some_games_changes_no_other() -> None:
    numbers = tuple(range(100, 109))
    hanging, raising = evaluate("HangsSometimes", numbers), evaluate("RaisesSometimes", numbers)
    assert figures(hanging) == figures(raising)
    assert [line.number for line in hanging.failures] == [102, 105, 108]
    assert {line.text for line in hanging.failures} == {HUNG}
    assert figures(hanging) != figures(evaluate("Tame", numbers))


@pytest.mark.slow
@pytest.mark.parametrize("hung", [100, 103])
def test_what_is_asked_again_after_a_hang_may_take_as_long_as_before(hung: int) -> None:
    """Whichever of the batches in flight it was."""
    numbers = tuple(3 * number + (number != hung) for number in range(100, 104))
    hanging, raising = evaluate("SlowAndHangsSometimes", numbers), evaluate("RaisesSometimes", numbers)
    assert figures(hanging) == figures(raising)
    assert [line.text for line in hanging.failures] == [HUNG]


@pytest.mark.slow
def test_ten_hangs_end_its_part_in_the_game() -> None:
    session = play_match("HangsAsSoul")
    finals = [trouble.failure.final for trouble in session.troubles]
    assert finals == [False] * 9 + [True]
    assert session.match.result().seats[0].details["punished"] == OPTIONS.turns
    done = evaluate("HangsAsSoul", GAMES[:1])
    assert len(done.failures) == 10
    assert punished(done) == OPTIONS.turns


def test_its_log_tells_what_it_printed_and_where_it_failed(tmp_path: Path) -> None:
    play_match("Confused", logs=tmp_path / "match")
    evaluate("Confused", GAMES[:1], logs=tmp_path / "evaluation")
    for folder in ("match", "evaluation"):
        (log,) = (tmp_path / folder).rglob("*.log")
        text = log.read_text(encoding="utf-8")
        printed = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[souk]"))
        asked = printed.index("[game 5, player 0, turn 1, survivor_move]\n")
        assert asked < printed.index("I am at ("), "what it printed may come after what the match says of it"
        assert "ValueError: which way?" in text


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def survivor_move(:\n", "line 1: this is not valid Python"),
        ("import a_module_that_is_nowhere\n", "No module named 'a_module_that_is_nowhere'"),
        ("class Other: pass\n", "has no class Player1"),
    ],
    ids=["syntax", "import", "class"],
)
def test_a_file_that_cannot_be_loaded_is_told_before_the_first_game(tmp_path: Path, source: str, sentence: str) -> None:
    path = tmp_path / "odd.py"
    path.write_text(source, encoding="utf-8")
    texts = (f"{path}:Player1", *OTHERS)
    player = ChunkPlayer(
        L4G, Lineup(tuple(Contestant(text, parse_spec(text, L4G.bots)) for text in texts), OPTIONS, limits_for("odd"))
    )
    with pytest.raises(BotError) as caught:
        player((NumberedGame(0, 1),), 0)
    for language in LANGUAGES:
        assert Texts(language).line(caught.value.key, caught.value.values)
    assert sentence in Texts("en").line(caught.value.key, caught.value.values)
