"""Bots in processes of their own, and the zoo: whatever a bot does, the match goes on and nothing is left."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.cabinets import CABINETS
from game.cabinets.nullgame.rules import Options, Take
from game.core import bot_log
from game.core.bot_inline import InlineBot
from game.core.bot_limits import Limits
from game.core.bot_loading import (
    BotClassError,
    BotError,
    BotFileError,
    BuiltinSpec,
    CommandSpec,
    FileSpec,
    UnknownBotError,
    parse_spec,
)
from game.core.bot_process import ProcessBot, ProcessPool, probe
from game.core.bot_seats import bot_controller
from game.core.bots import Bot, Request
from game.core.match import Match
from game.core.session import Session, bot_setup
from game.texts import LANGUAGES, Texts
from tests.processes import PATIENCE, alive, wait_until

ZOO = Path(__file__).parent / "zoo"
NULLGAME = CABINETS["nullgame"]
FAR = 1000.0
"""Seconds that the test's clock jumps: past every deadline."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the zoo uses signals and fork")


class Fallback(Bot[Any, Any]):
    """Plays what a match plays for a seat that cannot answer."""

    def decide(self, request: Request) -> Take:
        return Take(1)


class Zoo:
    """A place for one match with one animal at seat 0, and for what is known of it."""

    def __init__(self, folder: Path) -> None:
        self.marks = folder / "marks"
        self.logs = folder / "logs"
        self.limits = Limits(memory=256 << 20)

    def count(self, text: str) -> int:
        """How often the animal marked `text`."""
        return self.marks.read_text(encoding="utf-8").splitlines().count(text) if self.marks.exists() else 0

    def processes(self) -> list[int]:
        """Every process that animals said they were or made."""
        words = [line.split() for line in self.marks.read_text(encoding="utf-8").splitlines()]
        return [int(number) for kind, *rest in words if kind == "process" for number in rest]

    def clock(self) -> float:
        """A clock that stands still until something hangs, and is then far beyond every deadline."""
        return FAR * self.count("hanging")

    def controller(self, match: Match, spec: str, seat: int = 0, **more: Any) -> Any:
        bot = parse_spec(spec, NULLGAME.bots)
        setup = bot_setup(match, NULLGAME.id, seat)
        return bot_controller(NULLGAME, bot, setup, logs=self.logs, limits=self.limits, **more)

    def play(self, spec: str) -> Session:
        """A whole match of the animal against two inline bots."""
        match = new_match()
        others = {seat: self.controller(match, "random", seat, inline=True) for seat in (1, 2)}
        session = Session(match, {0: self.controller(match, spec), **others})
        try:
            session.run(self.clock, idle=0.02)
        finally:
            session.close()
        return session


def new_match(seed: int = 5, **more: Any) -> Match:
    return Match(NULLGAME.rules, 3, Options(smallest=30), seed, **more)


def hash_with_fallback() -> str:
    """How the match ends when seat 0 plays the fallback from beginning to end."""
    match = new_match()
    setups = [bot_setup(match, NULLGAME.id, seat) for seat in range(3)]
    makers: Sequence[type[Bot[Any, Any]]] = (Fallback, NULLGAME.bots["random"], NULLGAME.bots["random"])
    Session(match, {seat: InlineBot(makers[seat], setups[seat], "x") for seat in range(3)}).run()
    return match.hash()


def answer_of(bot: ProcessBot) -> Any:
    """What the bot answers, however long that takes."""
    answer = bot.poll(0.0)
    while answer is None:
        bot.wait(PATIENCE)
        answer = bot.poll(0.0)
    return answer


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Zoo]:
    """A zoo; after the test nothing of it may be left running."""
    here = Zoo(tmp_path)
    monkeypatch.setenv("ZOO_MARKS", str(here.marks))
    threads = set(threading.enumerate())
    yield here
    assert set(threading.enumerate()) <= threads
    animals = here.processes() if here.marks.exists() else []
    wait_until(lambda: not any(map(alive, animals)), "the end of the animals")


def animal(name: str) -> str:
    return f"{ZOO / 'animals.py'}:{name}"


def program(way: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(ZOO / "lines.py"), way])


ANIMALS = [
    (f"{ZOO / 'import_error.py'}:Any", "start", "No module named 'a_module_that_is_nowhere' (import_error.py:3)"),
    (animal("Nobody"), "start", "has no class Nobody. Its bots are: "),
    (animal("NotABot"), "start", "is not a bot"),
    (animal("CrashesAtStart"), "start", "ValueError: no coffee (animals.py:"),
    (animal("HangsAtStart"), "start", "was not ready after 30.0 seconds"),
    (animal("Crashes"), "crash", "ZeroDivisionError"),
    (animal("Hangs"), "hang", "did not decide within 30.0 seconds"),
    (animal("HangsDeaf"), "hang", "did not decide within 30.0 seconds"),
    (animal("PrintsEndlessly"), "hang", "did not decide within 30.0 seconds"),
    (animal("WritesIntoTheWire"), "garbage", "is not an answer: garbage"),
    (animal("AnswersHuge"), "garbage", "more than 1048576 bytes"),
    (animal("AnswersWrongType"), "garbage", "no action of this game: Expected `int`"),
    (animal("AnswersObject"), "garbage", "returned a object"),
    (animal("AnswersIllegally"), "illegal", "wanted what the rules refuse: "),
    (animal("Exits"), "crash", "ended with exit code 3"),
    (animal("ExitsHard"), "crash", "ended with exit code 4"),
    (animal("KillsItself"), "crash", "SIGKILL"),
    (animal("LeavesChildren"), "crash", "ended with exit code 5"),
    pytest.param(
        *(animal("LeavesStrangers"), "crash", "ended with exit code 5"),
        marks=pytest.mark.skipif(sys.platform != "linux", reason="strangers are only found on Linux"),
    ),
    (animal("ClosesStreams"), "crash", "closed its output"),
    (program("garbage"), "garbage", "is not an answer: Hello! I think I take two stones. ·really"),
    (program("binary"), "garbage", "is not an answer"),
    (program("long"), "garbage", "more than 1048576 bytes"),
    (program("wrong id"), "garbage", "nothing asked for"),
    (program("wrong action"), "garbage", "Expected `int`, got `float`"),
    (program("no action"), "garbage", "is not an answer"),
    (program("failed"), "garbage", "is not an answer"),
    (program("silent"), "hang", "did not decide"),
    (program("exit"), "crash", "ended with exit code 6"),
    (program("close"), "crash", "closed its output"),
]


@pytest.mark.parametrize(("spec", "kind", "sentence"), ANIMALS, ids=lambda value: Path(str(value)).name[-30:])
def test_a_broken_bot_ends_in_a_sentence_and_an_intact_match(zoo: Zoo, spec: str, kind: str, sentence: str) -> None:
    session = zoo.play(spec)
    assert session.match.over
    assert session.match.hash() == hash_with_fallback()
    kinds = [trouble.failure.kind for trouble in session.troubles]
    assert set(kinds) == {kind}
    assert {trouble.seat for trouble in session.troubles} == {0}
    if kind == "start":
        assert len(kinds) == 1, "a bot that cannot start is not started again"
    elif kind != "illegal":
        assert len(kinds) == 1 + zoo.limits.restarts
        assert [trouble.failure.final for trouble in session.troubles] == [False] * zoo.limits.restarts + [True]
    failure = session.troubles[0].failure
    for language in LANGUAGES:
        assert Texts(language).line(failure.key, failure.values)
    assert sentence in Texts("en").line(failure.key, failure.values)
    assert failure.log and failure.key in Path(failure.log).read_text(encoding="utf-8", errors="replace")


def test_a_syntax_error_names_its_line(zoo: Zoo, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("x = 1\ndef decide(:\n", encoding="utf-8")
    failure = zoo.play(f"{tmp_path / 'odd.py'}:Odd").troubles[0].failure
    sentence = Texts("en").line(failure.key, failure.values)
    assert failure.kind == "start"
    assert "odd.py, line 2: this is not valid Python" in sentence


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory")
def test_a_bot_that_eats_memory_is_stopped(zoo: Zoo) -> None:
    session = zoo.play(animal("EatsMemory"))
    assert session.match.hash() == hash_with_fallback()
    assert {trouble.failure.key for trouble in session.troubles} == {"bots.crash.memory"}


def test_what_a_bot_prints_hurts_nobody_and_is_in_its_log(zoo: Zoo) -> None:
    session = zoo.play(animal("PrintsGarbage"))
    assert session.troubles == []
    assert session.match.hash() == hash_with_fallback()
    log = next(zoo.logs.iterdir()).read_bytes()
    for printed in (b"\xff\xff\xff\xff raw garbage", b"more garbage", b"garbage of a child"):
        assert printed in log


def test_endless_printing_does_not_fill_the_disk(zoo: Zoo) -> None:
    zoo.play(animal("PrintsEndlessly"))
    logs = list(zoo.logs.iterdir())
    assert len(logs) == 2
    assert all(log.stat().st_size <= bot_log.MOST_BYTES for log in logs)


def test_a_late_answer_is_not_taken_for_the_next(zoo: Zoo) -> None:
    match = new_match(limit=5.0)
    others = {seat: zoo.controller(match, "random", seat, inline=True) for seat in (1, 2)}
    session = Session(match, {0: zoo.controller(match, animal("AnswersLate")), **others})
    try:
        wait_until(lambda: session.pump(0.0) is not None and zoo.count("thinking") == 1, "the animal to think")
        session.pump(6.0)
        assert match.number == 4, "the match went on without it"
        zoo.marks.with_name("marks.go").touch()
        while not match.over:
            session.pump(6.0)
            session.controllers[0].wait(0.05)
    finally:
        session.close()
    own = [move for step in match.steps for move in step.moves if move.seat == 0]
    assert (own[0].action, own[0].forced) == (Take(1), True)
    assert all((move.action, move.forced) == (Take(2), False) for move in own[1:-1])
    assert [(trouble.failure.kind, trouble.number) for trouble in session.troubles] == [("late", 1)]
    assert "too late" in next(zoo.logs.iterdir()).read_text(encoding="utf-8")


def test_a_bot_is_started_again_and_plays_on(zoo: Zoo) -> None:
    match = new_match()
    bot = zoo.controller(match, animal("Tame"))
    others = {seat: zoo.controller(match, "random", seat, inline=True) for seat in (1, 2)}
    session = Session(match, {0: bot, **others})
    try:
        while match.number < 5:
            session.pump(0.0)
            bot.wait(0.05)
        os.kill(zoo.processes()[0], signal.SIGKILL)
        session.run(zoo.clock)
    finally:
        session.close()
    assert [trouble.failure.kind for trouble in session.troubles] == ["crash"]
    assert len(zoo.processes()) == 2
    assert [move.forced for step in match.steps for move in step.moves].count(True) == 1


def test_a_later_decision_has_less_time_than_the_first(zoo: Zoo) -> None:
    match = new_match()
    match.tick(0.0)
    bot: ProcessBot = zoo.controller(match, animal("HangsLater"))
    view, legal = match.view(0), match.legal(0)
    try:
        bot.begin(Request(1, view, legal, (), 0))
        assert answer_of(bot) == Take(1)
        bot.begin(Request(2, view, legal, (), 0))
        wait_until(lambda: zoo.count("hanging") == 1, "the animal to hang")
        assert bot.poll(100.0) is None
        assert bot.poll(100.0 + zoo.limits.decision - 0.1) is None
        failure = bot.poll(100.0 + zoo.limits.decision)
        assert (failure.kind, failure.values["seconds"]) == ("hang", zoo.limits.decision)
    finally:
        bot.close()


def test_a_question_taken_back_is_not_answered(zoo: Zoo) -> None:
    match = new_match()
    match.tick(0.0)
    bot: ProcessBot = zoo.controller(match, animal("Tame"))
    view, legal = match.view(0), match.legal(0)
    try:
        bot.begin(Request(1, view, legal, (), 0))
        bot.cancel()
        bot.begin(Request(2, view, legal[:1] if legal else None, (), 0))
        assert answer_of(bot) == Take(2)
        bot.wait(0.1)
        assert bot.poll(0.0) is None
    finally:
        bot.close()


def test_a_bot_closed_in_the_midst_of_a_decision_leaves_nothing(zoo: Zoo) -> None:
    match = new_match()
    match.tick(0.0)
    bot: ProcessBot = zoo.controller(match, animal("HangsDeaf"))
    bot.begin(Request(1, match.view(0), match.legal(0), (), 0))
    wait_until(lambda: bot.poll(0.0) is None and zoo.count("hanging") == 1, "the animal to hang")
    bot.close()


def test_a_bot_closed_before_it_started_leaves_nothing(zoo: Zoo) -> None:
    bot: ProcessBot = zoo.controller(new_match(), animal("Tame"))
    bot.start()
    bot.close()
    bot.close()


HOST = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from game.core.bots import Request
from tests.test_bot_process import Zoo, animal, new_match

zoo, match = Zoo(Path(sys.argv[2])), new_match()
match.tick(0.0)
bot = zoo.controller(match, animal("Hangs"))
bot.begin(Request(1, match.view(0), match.legal(0), (), 0))
while not zoo.count("hanging"):
    bot.poll(0.0)
    bot.wait(0.05)
os.kill(os.getpid(), 9)
"""


def test_bots_end_with_the_process_that_started_them(zoo: Zoo, tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(HOST, encoding="utf-8")
    root = str(Path(__file__).resolve().parent.parent)
    ended = subprocess.run([sys.executable, str(script), root, str(tmp_path)], timeout=PATIENCE, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert len(zoo.processes()) == 1


@pytest.mark.parametrize(("game", "seats"), [(game, CABINETS[game].info.seats[-1]) for game in sorted(CABINETS)])
def test_a_bot_plays_the_same_inline_and_in_its_process(game: str, seats: int) -> None:
    cabinet = CABINETS[game]
    names = [list(cabinet.bots)[seat % 2] for seat in range(seats)]
    played = []
    for inline in (True, False):
        match = Match(cabinet.rules, seats, cabinet.info.options(), 11)
        controllers = {
            seat: bot_controller(cabinet, BuiltinSpec(name), bot_setup(match, game, seat), logs=None, inline=inline)
            for seat, name in enumerate(names)
        }
        session = Session(match, controllers)
        try:
            session.run()
        finally:
            session.close()
        assert session.troubles == []
        played.append((match.hash(), [step.moves for step in match.steps]))
    assert played[0] == played[1]


def test_a_pool_lends_a_process_to_the_next_match(zoo: Zoo) -> None:
    pool = ProcessPool()
    try:
        for seed in range(3):
            match = new_match(seed)
            others = {seat: zoo.controller(match, "random", seat, inline=True) for seat in (1, 2)}
            session = Session(match, {0: zoo.controller(match, animal("Tame"), pool=pool), **others})
            session.run(zoo.clock)
            session.close()
            assert session.troubles == []
        assert len(zoo.processes()) == 3
        assert len(set(zoo.processes())) == 1
    finally:
        pool.close()


def test_a_program_that_speaks_lines_plays_a_match(zoo: Zoo) -> None:
    session = zoo.play(program("tame"))
    assert session.troubles == []
    assert session.match.hash() == hash_with_fallback(), "it plays the first legal action: one stone"


def test_a_probe_tells_what_is_wrong_before_a_match(zoo: Zoo) -> None:
    for name, key in [("Tame", None), ("CrashesAtStart", "bots.start.raised"), ("HangsAtStart", "bots.start.deadline")]:
        bot = zoo.controller(new_match(), animal(name))
        failure = probe(bot, zoo.clock)
        bot.close()
        assert (failure and failure.key) == key


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("genius", UnknownBotError, "There is no bot called genius for this game. There are: random, expert."),
        ("nowhere.py:Mine", BotFileError, "There is no file nowhere.py."),
        (f"{ZOO / 'lines.py'}", BotClassError, "lines.py:MyBot"),
        (f"{ZOO / 'lines.py'}:", BotClassError, "Name the class"),
        ("cmd:", BotFileError, "Name the program"),
        ("cmd:no_such_program_here x", BotFileError, "The program no_such_program_here was not found"),
        ("cmd:python 'x", BotFileError, "No closing quotation"),
    ],
)
def test_a_wrong_seat_is_refused_with_a_sentence(text: str, error: type[BotError], sentence: str) -> None:
    with pytest.raises(error) as refused:
        parse_spec(text, NULLGAME.bots)
    for language in LANGUAGES:
        assert Texts(language).line(refused.value.key, refused.value.values)
    assert sentence in Texts("en").line(refused.value.key, refused.value.values)


def test_seats_are_read() -> None:
    assert parse_spec("random", NULLGAME.bots) == BuiltinSpec("random")
    assert parse_spec(animal("Tame"), ()) == FileSpec(str(ZOO / "animals.py"), "Tame")
    program_spec = parse_spec("cmd:sh -c 'exit 1'", ())
    assert isinstance(program_spec, CommandSpec)
    assert program_spec.words[1:] == ("-c", "exit 1")
    assert program_spec.label == "cmd:sh -c exit 1"
