"""The Gomocup protocol: our engine answers whatever comes, our seat plays with any engine, and both together."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
import pytest

from game.cabinets.omok import notation, search
from game.cabinets.omok.board import Board
from game.cabinets.omok.brain import ABOUT, MOST_LINE, Brain
from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.commands.brain import bounded_lines
from game.cabinets.omok.commands.engine import Seat
from game.cabinets.omok.engine import Engine
from game.cabinets.omok.state import Action, Options, Place
from game.core.analysis.program import SILENT, EngineError
from game.core.bot.loading import BuiltinSpec, parse_spec
from game.core.bot.seats import bot_session
from game.core.match.match import Match
from game.core.rules import Move
from tests import ROOT


def clock() -> Iterator[float]:
    """Seconds of a machine that takes a tenth for a probe."""
    time = 0.0
    while True:
        yield time
        time += 0.1


def brain() -> Brain:
    ticks = clock()
    made = Brain(lambda: next(ticks))
    assert list(made.answers("START 15")) == ["OK"]
    assert list(made.answers("INFO timeout_turn 30")) == []
    return made


def heard(made: Brain, *lines: str) -> list[str]:
    """The answers to lines, but for what is said of the board besides."""
    return [answer for line in lines for answer in made.answers(line) if not answer.startswith("MESSAGE")]


def test_mandatory_commands() -> None:
    made = brain()
    assert heard(made, "BEGIN") == ["7,7"]
    (answer,) = heard(made, "TURN 8,8")
    x, y = map(int, answer.split(","))
    assert (x, y) not in ((7, 7), (8, 8))
    assert heard(made, f"TAKEBACK {x},{y}", "takeback 8,8") == ["OK", "OK"]
    assert heard(made, "BOARD", "7,7,1", "8,8,2", "7,8,1", "9,8,2", "7,9,1", "10,8,2", "7,6,1", "1,1,2", "DONE") in (
        ["7,5"],
        ["7,10"],
    )
    assert heard(made, "ABOUT")[0].startswith("name=")
    assert heard(made, "RESTART", "") == ["OK"]
    assert heard(made, "END") == [] and made.ended


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["TURN 7,7", "TURN 7,7"], "ERROR a stone lies there"),
        (["TURN 15,0"], "ERROR coordinates off the board"),
        (["TURN x,0"], "ERROR not a number: x"),
        (["RECTSTART 15,20"], "ERROR only square boards"),
        (["START 5"], "ERROR sizes from 10 to 20 only"),
        (["INFO rule 8", "BEGIN", "TURN 1,1"], "ERROR this rule is not played"),
        (["DANCE"], "UNKNOWN DANCE"),
        (["BOARD", "1,1,1", "1,1,2"], "ERROR two stones on one point"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], answer: str) -> None:
    made = brain()
    assert heard(made, *lines)[-1] == answer
    assert heard(made, "INFO rule 0", "RESTART", "BEGIN")[-1] == "7,7"


def test_of_a_line_without_end_little_is_held() -> None:
    class Flood(io.StringIO):
        most = 0

        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            line = super().readline(size)
            self.most = max(self.most, len(line))
            return line

    source = Flood("A" * (5 * MOST_LINE) + "\nABOUT\n")
    made = brain()
    told = [answer for line in bounded_lines(source) for answer in made.answers(line)]
    assert told == ["ERROR a line of more than 1 MiB", ABOUT]
    assert source.most <= MOST_LINE + 1


def test_swap2() -> None:
    made = brain()
    (three,) = heard(made, "SWAP2BOARD", "DONE")
    stones = three.split(" ")
    assert len(set(stones)) == 3
    (answer,) = heard(made, "SWAP2BOARD", *stones, "DONE")
    assert answer == "SWAP" or answer not in stones


CROWDED = (
    "d8 e8 e7 f6 d7 f7 d9 d6 e6 f5 f4 e5 g5 g7 h8 h6 f8 d11 g9 f10 f9 e9 h10 i11 h11 h12 h7 h9 i6 e10 e12 j10 g13 "
    "i13 g11 d4 c3 g8 g12 g10 i10 j9 j8 i9 e14 f13 g14 g15 k9 j7 i8 d10 c10 l10 f14 d14 i14 h14 l8 k8 k11 d12 d13 "
    "b11 i4 e11 c11 c9 b8 c13 b14 i5 h4 j4 k3 k5 e4 g4 j5 l6 m7 i3 h2 h3 n6 o5 m5 l4 m6 m8 m3 m4 l3 k4 n4 n3 k6 "
    "f3 e3 j3 g3 k10 d2 c1 n10 l9 j11 i2 j1 n11 m10 h1 l5 l13 m12 k13 j13 m9 k12 l11 l12 j12 n7 n8 o12 n12 e2 l14 "
    "m15 b5 b2 c2 d5 n14 k14 n15 n13 i12 o11 o13 b7 a7 a8 c6 e15 e1 d1 o7 o6 b9 j15 f11 b3 a3 b13 a2 a5 f2 b15 "
    "c15 k1 i1 f1 c8 c7 i15 l1 o10 m1 n1 a15 d15 f15 h15 k15 l15 o15 a14 c14 j14 m14 o14 a13 e13 h13 m13 a12 b12 "
    "c12 f12 a11 m11 a10 b10 "
)
"""A board of renju with few free points, black to move: nothing is worth a look, and some points are forbidden."""


def test_a_crowded_board_is_answered_with_a_point_that_is_not_forbidden() -> None:
    engine = both_ends()
    engine.start("renju")
    state = OMOK.rules.start(2, Options(position=CROWDED.strip(), colours="seat"))
    point = engine.move(state.moves)
    assert OMOK.rules.check(state, 0, Place.on(point, 15)) is None


def mutated(lines: int) -> int:
    """Let our engine hear so many broken lines; how many it answered."""
    chance, made, answered = Random(5), brain(), 0
    whole = [
        "START 15",
        "TURN 7,7",
        "BEGIN",
        "BOARD",
        "7,7,1",
        "8,8,2",
        "DONE",
        "INFO rule 1",
        "INFO timeout_turn 0",
        "SWAP2BOARD",
        "RESTART",
        "TAKEBACK 7,7",
        "RECTSTART 15,15",
        "ABOUT",
        "PLAY 3,3",
        "INFO time_left 0",
    ]
    for _ in range(lines):
        letters = list(chance.choice(whole))
        for _ in range(chance.randrange(3)):
            place = chance.randrange(len(letters) + 1)
            letters[place : place + chance.randrange(2)] = [chance.choice("0123456789,- \t\r\x00é한ENDBOARD")]
        line = "".join(letters)
        if line.strip().upper() != "END":
            answered += len(list(made.answers(line)))
        if made.ended:
            made = brain()
    return answered


def test_broken_lines_do_not_end_it() -> None:
    assert mutated(150) > 50


@pytest.mark.slow
def test_many_broken_lines_do_not_end_it() -> None:
    assert mutated(10_000) > 3000


class Said:
    """A program that says one line after the other, and more for what it is told; then it is over."""

    name = "said"

    def __init__(self, waiting: Iterable[str] = (), answers: Callable[[str], Iterable[str]] = lambda _line: ()) -> None:
        self.waiting = list(waiting)
        self._answers = answers

    def send(self, line: str) -> None:
        self.waiting.extend(self._answers(line))

    def receive(self) -> str:
        if not self.waiting:
            raise EngineError("the engine ended")
        return self.waiting.pop(0)

    def give(self, seconds: float) -> None:
        """All the time it likes."""


def engine_of(program: Said, told: Callable[[str], None] = lambda _line: None) -> Engine:
    return Engine(program, 15, 0.02, told)  # type: ignore[arg-type]


def both_ends() -> Engine:
    """Our seat, spoken to by our engine, in one process."""
    return engine_of(Said(answers=brain().answers))


@pytest.mark.parametrize("rule", ["free", "standard", "renju"])
def test_both_ends_play_a_match(rule: str) -> None:
    engine = both_ends()
    engine.start(rule)
    match = Match(OMOK.rules, 2, Options(rule=rule, colours="seat"), 1)  # type: ignore[arg-type]
    while not match.over and match.turns() < 24:
        view = match.view(match.turns() % 2)
        point = engine.move(view.moves)
        assert match.offer(match.turns() % 2, Place.on(point, 15)) is None
        match.tick(0.0)
    assert match.turns() >= 9


def test_both_ends_agree_on_swap2() -> None:
    engine = both_ends()
    engine.start("free")
    three = engine.swap2(())
    assert three is not None
    assert len({*three}) == 3
    more = engine.swap2(three)
    assert more is not None
    assert len(more) <= 2
    assert engine.swap2((*three, 0, 14)) is not None


@pytest.mark.parametrize(
    ("moves", "answer", "told"),
    [
        ("", "7,7 8,8 9,9", (112, 128, 144)),
        ("h8 i9 j10", "SWAP", ()),
        ("h8 i9 j10", "0,0", (0,)),
        ("h8 i9 j10", "0,0 1,0", (0, 1)),
        ("h8 i9 j10", "UNKNOWN command", None),
        ("", "SWAP", "error"),
        ("", "7,7 8,8", "error"),
        ("h8 i9 j10", "7,7", "error"),
        ("h8 i9 j10 a1 a2", "0,0 1,0", "error"),
    ],
)
def test_what_is_said_of_swap2(moves: str, answer: str, told: object) -> None:
    engine = engine_of(Said([answer]))
    if told == "error":
        with pytest.raises(EngineError, match="SWAP2BOARD"):
            engine.swap2(notation.read(moves, 15))
    else:
        assert engine.swap2(notation.read(moves, 15)) == told


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (["ERROR no"], "after START"),
        (["OK", "UNKNOWN"], "after RESTART"),
        (["OK", "OK", "ERROR x"], "not a point"),
        (["OK", "OK", "7;7"], "the engine ended"),
        (["OK", "OK", "99,0"], "not a free point"),
        (["OK", "OK", "7,7"], "not a free point"),
        (["OK", "OK", "MESSAGE depth 3"], "the engine ended"),
    ],
)
def test_what_is_no_answer_is_told(answers: list[str], why: str) -> None:
    engine = engine_of(Said(answers))
    with pytest.raises(EngineError, match=why):
        engine.start("free")
        engine.move(notation.read("h8", 15))


def test_what_an_engine_says_besides_is_told_and_passed_over() -> None:
    told = list[str]()
    engine = engine_of(Said(["MESSAGE hello", "OK", "OK", "MESSAGE depth ", "-12 ev 30", "8,8"]), told.append)
    engine.start("free")
    assert engine.move(notation.read("h8", 15)) == 8 * 15 + 8
    assert told == ["MESSAGE hello", "MESSAGE depth", "-12 ev 30"]


class Dropping(Said):
    """An engine that is deaf to the first orders to restart after each stone, or answers them late."""

    def __init__(self, late: int) -> None:
        super().__init__()
        self.restarts, self._late = 0, late

    def send(self, line: str) -> None:
        if line == "RESTART":
            self.restarts += 1
            self.waiting += ["OK"] * (1 + self._late) if self.restarts % 3 == 0 else []
        elif line == "DONE":
            self.waiting.append("8,8")
        elif line.startswith("START"):
            self.waiting.append("OK")

    def receive(self) -> str:
        if not self.waiting:
            raise EngineError(SILENT, engine=self.name, seconds="1")
        return super().receive()


@pytest.mark.parametrize("late", [0, 1, 2])
def test_an_engine_that_drops_orders_to_restart_is_told_again(late: int) -> None:
    program = Dropping(late)
    engine = engine_of(program)
    engine.start("free")
    for _ in range(3):
        assert engine.move(notation.read("h8", 15)) == 8 * 15 + 8
    assert program.restarts == 9


def test_an_engine_that_never_restarts_is_given_up() -> None:
    program = Dropping(-1)
    engine = engine_of(program)
    engine.start("free")
    with pytest.raises(EngineError, match=SILENT):
        engine.move(notation.read("h8", 15))


def test_what_an_engine_still_says_of_swap2_is_no_answer_to_what_follows() -> None:
    engine = engine_of(Said(["OK", "ERROR colour", "ERROR colour", "ERROR colour", "3,3", "OK", "8,8"]))
    engine.start("free")
    assert engine.swap2(notation.read("h8 i9 j10", 15)) is None
    assert engine.move(notation.read("h8 i9 j10", 15)) == 8 * 15 + 8


def test_a_rule_without_a_number_is_refused() -> None:
    with pytest.raises(EngineError, match="general"):
        both_ends().start("general")


class Silent(Said):
    """A program that passes over SWAP2BOARD in silence, as PentaZen does."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def send(self, line: str) -> None:
        self.told.append(line)

    def receive(self) -> str:
        if "SWAP2BOARD" in self.told[-5:]:
            raise EngineError(SILENT, engine=self.name, seconds="2")
        return "0,0" if self.told[-1] == "DONE" else "OK"


def test_what_a_silent_engine_does_not_know_is_decided_for_it() -> None:
    engine = Silent()
    seat = Seat(engine, 0.1)  # type: ignore[arg-type]
    options = Options(rule="free", opening="swap2", colours="seat")
    seat.answered({"type": "hello", "id": 1, "seat": 1, "seats": 2, "options": msgspec.to_builtins(options), "seed": 1})
    state = OMOK.rules.start(2, options)
    for point in (112, 113, 129):
        OMOK.rules.step(state, [Move(0, Place.on(point, 15))])
    for _ in range(2):
        view, legal = OMOK.rules.view(state, 1), OMOK.rules.legal(state, 1)
        answer = seat.answered(
            msgspec.to_builtins({"type": "ask", "id": 2, "number": 3, "view": view, "legal": legal, "seed": 1})
        )
        assert answer is not None and msgspec.convert(answer["action"], Action) in legal
    assert engine.told.count("SWAP2BOARD") == 1


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["none", "swap2"])
def test_an_engine_takes_a_seat_as_a_program(tmp_path: Path, opening: Literal["none", "swap2"]) -> None:
    main = ROOT / "main.py"
    ours = f"'{sys.executable}' '{main}'"
    spec = parse_spec(f"cmd:{ours} omok-engine --seconds 0.05 {ours} omok-brain", OMOK.bots)
    match = Match(OMOK.rules, 2, Options(rule="free", opening=opening), 3)
    session = bot_session(OMOK, match, {0: spec, 1: BuiltinSpec("random")}, logs=tmp_path)
    try:
        session.run()
    finally:
        session.close()
    assert not session.troubles
    assert match.result().seats[0].rank == 1


class Machine:
    """A clock that runs on as searches do, so many nodes a second; `speed` tells how many, by how long it has run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, speed: Callable[[float], float]) -> None:
        self.now = 0.0
        self._speed = speed
        monkeypatch.setattr(search, "choose", self._choose)
        monkeypatch.setattr(search, "deepened", lambda board, colour, memory, nodes, deepest: self._run(nodes))

    def _run(self, nodes: int) -> None:
        for _ in range(nodes):
            self.now += 1 / self._speed(self.now)

    def _choose(self, board: Board, colour: int, memory: search.Memory, nodes: int, fours: int) -> int:
        self._run(nodes)
        memory.left[0] = 0
        return next(point for point, stone in enumerate(board.stones) if not stone)


@pytest.mark.parametrize("limit", [100, 500, 2000])
@pytest.mark.parametrize("slower", [1.0, 2.0])
def test_a_move_keeps_its_time_by_the_clock(limit: int, slower: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is slower on a full board than at START, and as a game goes on by far."""
    machine = Machine(monkeypatch, lambda now: 20_000 / (slower if now > 0.5 else 1.0))
    made = Brain(lambda: machine.now)
    heard(made, "START 15", f"INFO timeout_turn {limit}", "BEGIN")
    for x in range(3, 12):
        began = machine.now
        heard(made, f"TURN {x},12")
        assert 0.3 * limit < 1000 * (machine.now - began) <= limit


def test_a_speed_that_was_measured_wrong_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, lambda now: 20_000 if now < 0.1 else 2_500)
    made = Brain(lambda: machine.now)
    heard(made, "START 15", "INFO timeout_turn 500", "BEGIN")
    machine.now = 1.0
    began = machine.now
    heard(made, "TURN 3,3")
    assert machine.now - began <= 0.5
