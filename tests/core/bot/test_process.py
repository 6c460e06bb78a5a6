"""Bots in processes of their own, and the zoo: whatever a bot does, the match goes on and nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Take
from game.core.bot import log as bot_log
from game.core.bot.inline import InlineBot
from game.core.bot.loading import (
    BotClassError,
    BotError,
    BotFileError,
    BuiltinSpec,
    CommandSpec,
    FileSpec,
    UnknownBotError,
    parse_spec,
)
from game.core.bot.process import ProcessBot, ProcessPool, probe
from game.core.bot.seats import bot_controller, bot_session
from game.core.bots import Request
from game.core.match.match import Match
from game.core.match.session import Session, bot_setup
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import ROOT
from tests.in_turns import some
from tests.processes import KILL, PATIENCE, wait_until
from tests.zoo_keeper import KILLED, NULLGAME, ZOO, Zoo, animal, check_broken, hash_with_fallback, new_match


def answer_of(bot: ProcessBot) -> Any:
    """What the bot answers, however long that takes."""
    answer = bot.poll(0.0)
    while answer is None:
        bot.wait(PATIENCE)
        answer = bot.poll(0.0)
    return answer


ANIMALS = [
    (f"{ZOO / 'import_error.py'}:Any", "start", "No module named 'a_module_that_is_nowhere' (import_error.py:3)"),
    (animal("Nobody"), "start", "has no class Nobody. Its bots are: "),
    (animal("NotABot"), "start", "must be a class that inherits from game.core.bots.Bot and has a method decide"),
    (animal("CrashesAtStart"), "start", "ValueError: no coffee (animals.py:"),
    (animal("HangsAtStart"), "start", "was not ready after 30.0 seconds"),
    (animal("Crashes"), "crash", "ZeroDivisionError"),
    (animal("Hangs"), "hang", "did not decide within 30.0 seconds"),
    (animal("HangsDeaf"), "hang", "did not decide within 30.0 seconds"),
    (animal("PrintsEndlessly"), "hang", "did not decide within 30.0 seconds"),
    (animal("WritesIntoTheWire"), "garbage", ": garbage"),
    (animal("AnswersHuge"), "garbage", "more than 1,048,576 bytes"),
    (animal("AnswersWrongType"), "garbage", "no action of this game: Expected `int`"),
    (animal("AnswersObject"), "garbage", "returned a object"),
    (animal("Exits"), "crash", "ended with exit code 3"),
    (animal("ExitsHard"), "crash", "ended with exit code 4"),
    (animal("KillsItself"), "crash", KILLED),
    (animal("LeavesChildren"), "crash", "ended with exit code 5"),
    pytest.param(
        *(animal("LeavesStrangers"), "crash", "ended with exit code 5"),
        marks=pytest.mark.skipif(sys.platform != "linux", reason="strangers are only found on Linux"),
    ),
    (animal("ClosesStreams"), "hang", "did not decide within 30.0 seconds")
    if sys.platform == "win32"
    else (animal("ClosesStreams"), "crash", "closed its output"),
]


@pytest.mark.parametrize(("spec", "kind", "sentence"), some(4, ANIMALS), ids=lambda value: Path(str(value)).name[-30:])
def test_a_broken_bot_ends_in_a_sentence_and_an_intact_match(zoo: Zoo, spec: str, kind: str, sentence: str) -> None:
    check_broken(zoo, zoo.play(spec), kind, sentence)


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
    log = next(zoo.logs.glob("*.log")).read_bytes()
    for printed in (b"\xff\xff\xff\xff raw garbage", b"more garbage", b"garbage of a child"):
        assert printed in log


def test_a_bot_does_not_learn_the_password_of_the_room_it_plays_in(
    zoo: Zoo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_PASSWORD", "sesame")
    spy = "import os, sys\nsys.stderr.write(repr(sorted(os.environ.items())))\nsys.stderr.flush()\n"
    (tmp_path / "spy.py").write_text(spy, encoding="utf-8")
    zoo.play(f"{tmp_path / 'spy.py'}:Spy")
    (log,) = zoo.logs.glob("*.log")
    assert b"PYTHONUTF8" in log.read_bytes()
    assert b"sesame" not in log.read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps programs of one person apart")
def test_a_bot_reads_no_memory_of_the_match_and_gains_no_rights(zoo: Zoo, tmp_path: Path) -> None:
    spy = "import sys\nsys.stderr.write(open('/proc/self/status').read())\nsys.stderr.flush()\n"
    (tmp_path / "spy.py").write_text(spy, encoding="utf-8")
    zoo.play(f"{tmp_path / 'spy.py'}:Spy")
    (log,) = zoo.logs.glob("*.log")
    assert b"NoNewPrivs:\t1" in log.read_bytes()
    asks = (
        "import ctypes, sys\nfrom pathlib import Path\nfrom tests.zoo_keeper import Zoo\n"
        "open_to_others = lambda: ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)  # PR_GET_DUMPABLE\n"
        "before = open_to_others()\nZoo(Path(sys.argv[1])).play(sys.argv[2])\nprint(before, open_to_others())\n"
    )
    words = [sys.executable, "-c", asks, str(tmp_path), animal("Tame")]
    run = subprocess.run(words, capture_output=True, encoding="utf-8", cwd=ROOT, check=True)
    assert run.stdout.split() == ["1", "0"]


def test_endless_printing_does_not_fill_the_disk(zoo: Zoo) -> None:
    zoo.play(animal("PrintsEndlessly"))
    logs = list(zoo.logs.glob("*.log*"))
    assert len(logs) == 2
    assert all(log.stat().st_size <= bot_log.MOST_BYTES for log in logs)


def test_a_bot_is_started_again_and_plays_on(zoo: Zoo) -> None:
    match = new_match()
    bot = zoo.controller(match, animal("Tame"))
    others = {seat: zoo.controller(match, "random", seat, inline=True) for seat in (1, 2)}
    session = Session(match, {0: bot, **others})
    try:
        while match.number < 5:
            session.pump(0.0)
            bot.wait(0.05)
        os.kill(zoo.processes()[0], KILL)
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
from tests.zoo_keeper import Zoo, animal, new_match
from tests.processes import KILL

zoo, match = Zoo(Path(sys.argv[2])), new_match()
match.tick(0.0)
bot = zoo.controller(match, animal("Hangs"))
bot.begin(Request(1, match.view(0), match.legal(0), (), 0))
while not zoo.count("hanging"):
    bot.poll(0.0)
    bot.wait(0.05)
os.kill(os.getpid(), KILL)
"""


def test_bots_end_with_the_process_that_started_them(zoo: Zoo, tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(HOST, encoding="utf-8")
    root = str(ROOT)
    ended = subprocess.run([sys.executable, str(script), root, str(tmp_path)], timeout=PATIENCE, check=False)
    assert abs(ended.returncode) == KILL
    assert len(zoo.processes()) == 1


FEW = {game: next((n for n in cabinet.info.seats if n >= 2), 1) for game, cabinet in CABINETS.items()} | {"rooftops": 1}
"""Seats for two kinds of bots: each is a process."""


QUICK = ("nullgame", "l4g", "racer")
"""Games of turns, of all at once, and in real time; the others in the slow suite."""


@pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, marks=[pytest.mark.slow] * (game not in QUICK)) for game, seats in FEW.items()],
)
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
            session.run(lambda: 0.0)  # an answer that comes later than its own time is logged with the time it came
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
    program_spec = parse_spec(f"cmd:'{sys.executable}' -c 'exit 1'", ())
    assert isinstance(program_spec, CommandSpec)
    assert program_spec.words[1:] == ("-c", "exit 1")
    assert program_spec.label == f"cmd:{Path(sys.executable).name} -c exit 1"


def test_light_bots_get_no_process_and_others_do() -> None:
    marrakech = CABINETS["marrakech"]
    match = Match(marrakech.rules, 2, marrakech.info.options(), 1)
    names = {0: BuiltinSpec("random"), 1: BuiltinSpec("expert")}
    for inline, kinds in ((None, [InlineBot, ProcessBot]), (True, [InlineBot] * 2), (False, [ProcessBot] * 2)):
        session = bot_session(marrakech, match, names, logs=None, inline=inline)
        try:
            assert [type(controller) for controller in session.controllers.values()] == kinds
        finally:
            session.close()
