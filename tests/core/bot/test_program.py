"""Programs as bots: what is said to them, and the zoo of those that are broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Take
from game.core.bot.lines import PROTOCOL, LineDialect
from game.core.bot.loading import BuiltinSpec, parse_spec
from game.core.bot.seats import bot_session
from game.core.bot.wire import MOST_BYTES, GarbageError, RawReply, Source, typed_reply
from game.core.match.match import Match
from game.core.match.session import Session
from game.ground.texts import Texts
from tests.commands.command_line import ROOT, environment
from tests.in_turns import some
from tests.processes import wait_until
from tests.zoo_keeper import KILLED, Zoo, animal, check_broken, hash_with_fallback, new_match, program

SHORT_HEAP = 0
"""A seed with which seat 0, always taking one stone, is asked once when two stones are left."""

BROKEN = [
    ("garbage", "garbage", "is not an answer: Hello! I think I take two stones. ·really"),
    ("binary", "garbage", "is not an answer"),
    ("half", "hang", "but no line feed after them"),
    ("empty", "garbage", "an empty line"),
    ("several lines", "garbage", "Write each message in one line"),
    ("half and end", "crash", "ended with exit code 7"),
    ("deep", "garbage", "is not an answer"),
    ("list", "garbage", "is not an answer"),
    ("nan", "garbage", "is not an answer"),
    ("huge number", "garbage", "no action of this game"),
    ("wrong id", "garbage", "nothing asked for"),
    ("wrong type", "garbage", "Expected `int`, got `str`"),
    ("float", "garbage", "Expected `int`, got `float`"),
    ("no action", "garbage", "is not an answer (`action` is missing)"),
    ("ready", "garbage", "nothing asked for"),
    ("failed", "garbage", "is not an answer"),
    ("silent", "hang", "seconds and was stopped. Does it flush"),
    ("tired", "hang", "did not decide within"),
    ("deaf", "start", "ready within 30.0 seconds and was stopped. Does it flush"),
    ("exit", "crash", "ended with exit code 6"),
    ("killed", "crash", KILLED),
    ("children", "crash", "ended with exit code 5"),
    ("close", "crash", "closed its output"),
]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"type":"answer","id":"4","action":{}}', "Expected `int`, got `str` - at `$.id`"),
        (b'{"type":"answer","id":4}', "`action` is missing"),
        (b'{"type":"move","id":4,"action":{}}', "`type` is `move`"),
        (b'{"id":4,"action":{}}', "missing required field `type`"),
        (b"[1]", "Expected `object`, got `array`"),
    ],
)
def test_what_is_wrong_about_an_answer_is_said(line: bytes, why: str) -> None:
    with pytest.raises(GarbageError) as caught:
        typed_reply(line, msgspec.json.Decoder(RawReply).decode, lambda action: action)
    assert caught.value.key == "bots.garbage.envelope" and why in caught.value.values["error"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_a_byte_order_mark_before_the_first_line_is_passed_over(mark: bytes) -> None:
    reading, writing = os.pipe()
    os.write(writing, mark + b'{"type": "ready", "id": 1}\r\n{"type": "ready", "id": 2}\n')
    source, dialect = Source(reading), LineDialect(CABINETS["nullgame"].info)
    assert [dialect.read(source).id for _ in range(2)] == [1, 2]
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize(("way", "kind", "sentence"), some(6, BROKEN), ids=[way for way, *_ in BROKEN])
def test_a_broken_program_ends_in_a_sentence_and_an_intact_match(zoo: Zoo, way: str, kind: str, sentence: str) -> None:
    check_broken(zoo, zoo.play(program(way)), kind, sentence)


def test_a_line_of_a_gigabyte_takes_no_memory(zoo: Zoo) -> None:
    tracemalloc.start()
    try:
        session = zoo.play(program("gigabyte"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    check_broken(zoo, session, "garbage", "more than 1,048,576 bytes")
    assert peak < 4 * MOST_BYTES


@pytest.mark.parametrize("spec", [program("illegal"), animal("AnswersIllegally")], ids=["program", "python"])
def test_an_illegal_action_is_replaced_and_the_bot_plays_on(zoo: Zoo, spec: str) -> None:
    session = zoo.play(spec, SHORT_HEAP)
    check_broken(zoo, session, "illegal", "wanted what the rules refuse: ")
    assert len(session.troubles) == 1
    assert len(zoo.processes()) == 1


@pytest.mark.parametrize("spec", [program("late"), animal("AnswersLate")], ids=["program", "python"])
def test_a_late_answer_is_not_taken_for_the_next(zoo: Zoo, spec: str) -> None:
    match = new_match(limit=5.0)
    others = {seat: zoo.controller(match, "random", seat, inline=True) for seat in (1, 2)}
    session = Session(match, {0: zoo.controller(match, spec), **others})
    try:
        wait_until(lambda: session.pump(0.0) is not None and zoo.count("thinking") == 1, "the animal to think")
        while match.number < 4:
            session.pump(6.0)
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
    assert "too late" in next(zoo.logs.glob("*.log")).read_text(encoding="utf-8")


def test_a_program_that_answers_twice_is_caught_at_the_next_question(zoo: Zoo) -> None:
    session = zoo.play(program("twice"))
    assert session.match.hash() == hash_with_fallback()
    assert {trouble.failure.key for trouble in session.troubles} == {"bots.garbage.order"}


def test_a_program_plays_a_match_and_is_told_its_end(zoo: Zoo) -> None:
    session = zoo.play(program("tame"))
    assert session.troubles == []
    assert session.match.hash() == hash_with_fallback(), "it plays the first legal action: one stone"
    assert zoo.count(f"end {session.match.number}") == 1


def test_a_program_that_stays_after_the_end_is_ended_with_its_children(zoo: Zoo) -> None:
    session = zoo.play(program("stays"))
    assert session.troubles == []
    assert len(zoo.processes()) == 2


@pytest.mark.skipif(os.name != "posix" or not Path("/dev/tty").exists(), reason="there are no terminals here")
def test_a_program_does_not_reach_the_terminal(tmp_path: Path) -> None:
    """A match in a terminal of its own: what is written there comes back as the output of `script`."""
    seats = f"{program('terminal')},random"
    match = [sys.executable, "main.py", "play", "nullgame", "--seats", seats, "--headless", "--json"]
    script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))"
    marks = tmp_path / "marks"
    home = {**environment(tmp_path), "ZOO_MARKS": str(marks)}
    seen = []
    for command in ([sys.executable, "-c", "open('/dev/tty', 'w').write('GRAFFITI')"], match):
        done = subprocess.run(
            [sys.executable, "-c", script, *command],
            cwd=ROOT,
            env=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=240,
            check=True,
        )
        seen.append(b"GRAFFITI" in done.stdout)
    assert seen == [True, False]
    assert "refused /dev/tty" in marks.read_text(encoding="utf-8")


ECHO = """
import json, sys

for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
    elif message["type"] == "ask":
        print(json.dumps({"type": "answer", "id": message["id"], "action": message["legal"][0]}), flush=True)
"""
"""A program that logs every line and plays the first legal action."""


def lines_heard(folder: Path, game: str, **more: Any) -> tuple[Match, list[dict[str, Any]]]:
    """A match of the program above, and every line it heard."""
    (folder / "echo.py").write_text(ECHO, encoding="utf-8")
    cabinet = CABINETS[game]
    match = Match(cabinet.rules, 2, cabinet.info.options(), 3, **more)
    spec = parse_spec(f"cmd:'{sys.executable}' '{folder / 'echo.py'}'", cabinet.bots)
    bots = {0: spec, 1: BuiltinSpec(next(iter(cabinet.bots)))}
    session = bot_session(cabinet, match, bots, logs=folder, inline=True)
    try:
        session.run(lambda: 0.0)
    finally:
        session.close()
    assert session.troubles == []
    (log,) = folder.glob("*.log")
    return match, [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_a_program_hears_of_its_match_of_every_question_and_of_the_end(tmp_path: Path) -> None:
    match, (hello, *asks, end) = lines_heard(tmp_path, "marrakech")
    assert (hello["type"], hello["protocol"], hello["game"]) == ("hello", PROTOCOL, "marrakech")
    assert (hello["version"], hello["seat"], hello["seats"]) == (CABINETS["marrakech"].info.version, 0, 2)
    assert {ask["type"] for ask in asks} == {"ask"}
    assert [ask["number"] for ask in asks] == [
        step.number for step in match.steps for move in step.moves if move.seat == 0
    ]
    assert asks[0]["seconds"] == 30.0 and {ask["seconds"] for ask in asks[1:]} == {10.0}
    assert end["type"] == "end" and end["number"] == match.number
    assert [line["score"] for line in end["result"]["seats"]] == [line.score for line in match.result().seats]
    told = [event["kind"] for message in [*asks, end] for event in message["events"]]
    assert told == [event.kind for step in match.steps for event in step.events]


def test_a_program_is_told_how_much_time_the_match_leaves_it(tmp_path: Path) -> None:
    _, (_, *asks, _) = lines_heard(tmp_path, "nullgame", limit=7.5)
    assert {ask["seconds"] for ask in asks} == {7.5}


def test_a_failure_tells_what_was_asked_said_and_logged(zoo: Zoo) -> None:
    trouble = zoo.play(program("exit"), restarts=0).troubles[0]
    incident = trouble.failure.incident
    assert incident is not None and incident.file is not None
    assert (incident.number, incident.kind, incident.log) == (trouble.number, "crash", ("out of ideas",))
    assert json.loads(bytes(incident.asked))["view"]["mover"] == 0
    written = json.loads(Path(incident.file).read_text(encoding="utf-8"))
    assert written["asked"]["number"] == trouble.number
    assert written["values"]["code"] == 6
    assert Texts("en").line(written["key"], written["values"])


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (program("half"), '{"type":"answer","id":'),
        (program("float"), '{"type": "answer", "id": 2, "action": {"stones": 1.5}}'),
        (animal("AnswersWrongType"), '{"stones":"two"}'),
        (animal("Crashes"), ""),
    ],
    ids=["half", "wrong", "python", "python crash"],
)
def test_a_failure_tells_what_the_bot_said(zoo: Zoo, spec: str, said: str) -> None:
    trouble = zoo.play(spec, restarts=0).troubles[0]
    assert trouble.failure.incident is not None
    assert trouble.failure.incident.said == said


def test_a_failure_tells_how_long_it_took_and_that_nothing_was_said(zoo: Zoo) -> None:
    trouble = zoo.play(program("silent"), restarts=0).troubles[0]
    assert trouble.failure.incident is not None and trouble.failure.incident.seconds is not None
    assert trouble.failure.incident.seconds >= 30.0 and trouble.failure.incident.said == ""


@pytest.mark.slow
def test_incidents_of_an_earlier_match_are_gone(zoo: Zoo) -> None:
    zoo.play(program("exit"), restarts=2)
    assert len(list(zoo.logs.glob("*.incident-*.json"))) == 3
    zoo.play(program("exit"), SHORT_HEAP)
    zoo.play(program("tame"))
    assert len(list(zoo.logs.glob("*exit*.incident-*.json"))) == 3
