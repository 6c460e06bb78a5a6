"""An engine of others as analyst: it is believed as far as it goes, and one that hangs, ends or lies loses nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.cabinets.omok import engine
from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.engine_analyst import OmokEngineAnalyst
from game.cabinets.omok.state import Action, Options, Place, View
from game.core.analysis.kept import KeptJudgements, kept_path
from game.core.analysis.positions import recorded_match
from game.core.analysis.program import EngineError
from game.core.analysis.run import AnalysisError, AnalysisRun
from game.core.analyst import Effort, Question
from game.core.match.match import Match
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of
from game.engine.input import CommandName, FileDropped
from game.engine.widgets import Button, Entry
from game.scenes.files.consent import ConsentDialog
from game.scenes.review.engines import EngineDialog
from game.scenes.review.table import ReviewTable, review_table
from tests import ROOT
from tests.commands.command_line import souk
from tests.engine.widgets.page_driver import click, the
from tests.processes import PATIENCE
from tests.scenes.scene_driver import driving

ENGINE = """
import sys, time
way, size, stones = sys.argv[1], 15, []
def say(text): print(text, flush=True)
def place():
    free = [(x, y) for y in range(size) for x in range(size) if (x, y) not in stones]
    x, y = min(free, key=lambda p: (abs(p[0] - 7) + abs(p[1] - 7), p))
    if way == "hang": time.sleep(600)
    if way == "dies": sys.exit(3)
    if way == "off": x = 99
    if way == "taken": x, y = stones[0]
    if way == "nonsense": return say("it is hard to tell")
    if way == "floods":
        while True: say("MESSAGE thinking")
    if way != "mute": say("MESSAGE depth 9 ev %d" % (40 * len(stones)))
    say("%d,%d" % (x, y))
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "START": say("ERROR too large" if way == "refuses" else "OK")
    elif word == "RESTART": stones = []; say("OK")
    elif word == "BEGIN" or word == "DONE": place()
    elif "," in word: stones.append(tuple(map(int, word.split(",")[:2])))
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "engine.py"
    path.write_text(ENGINE, encoding="utf-8")
    return path


def command(program: Path, way: str) -> tuple[str, ...]:
    return (sys.executable, "-S", str(program), way)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hanging engine is given up at once."""
    monkeypatch.setattr(engine, "GRACE", 0.3)


def record(folder: Path, count: int = 4, rule: str = "free") -> Path:
    """A match of so many stones, which nobody wins."""
    options = Options(rule=rule, colours="seat")  # type: ignore[arg-type]
    match = Match(OMOK.rules, 2, options, 1)
    path = folder / "match.souk"
    writer = ReplayWriter(path, header_of(OMOK.info, 1, options, [SeatRecord("P0"), SeatRecord("P1")]))
    for x, y in ((7, 7), (3, 3), (8, 7), (11, 3), (2, 12), (12, 12))[:count]:
        assert match.offer(match.turns() % 2, Place(x, y)) is None
        for step in match.tick(0.0):
            writer.append(step)
    writer.close()
    return path


def question(folder: Path, number: int, rule: str = "free") -> Question[View, Action]:
    match = recorded_match(record(folder, rule=rule), {"omok": OMOK})
    return match.question(list(match.positions())[number], Effort.QUICK, None)


@pytest.fixture
def analyst(request: pytest.FixtureRequest, program: Path) -> Iterator[OmokEngineAnalyst]:
    made = OmokEngineAnalyst(command(program, request.param))
    yield made
    made.close()


def ways(*named: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("analyst", named, indirect=True)


@ways("honest", "mute")
def test_its_stone_is_the_best(tmp_path: Path, analyst: OmokEngineAnalyst) -> None:
    asked = question(tmp_path, 3)
    judgement = analyst.judge(asked)
    seat = asked.seat
    assert seat == 1 and judgement.lines[0].action == Place(6, 7)
    own = [line.values[seat] for line in judgement.lines]
    assert len(own) >= 2 and own == sorted(own, reverse=True) and judgement.values == judgement.lines[0].values
    assert judgement.played is not None and judgement.played.action == Place(11, 3)
    assert judgement.played.values[seat] <= own[0]
    assert all(sum(line.values) == 0 for line in judgement.lines)
    assert analyst.judge(asked) == judgement


@ways("honest")
def test_an_action_is_worth_what_it_says_of_the_board_after_it(tmp_path: Path, analyst: OmokEngineAnalyst) -> None:
    judgement = analyst.judge(question(tmp_path, 3))
    assert {line.values[1] for line in judgement.lines} == {-0.3799}
    assert judgement.lines[0].following == (Place(7, 6),)


@pytest.mark.parametrize(
    ("analyst", "key"),
    [
        ("hang", "silent"),
        ("floods", "silent"),
        ("nonsense", "silent"),
        ("dies", "ended"),
        ("off", "said"),
        ("taken", "said"),
        ("refuses", "said"),
    ],
    indirect=["analyst"],
)
def test_what_is_no_answer_is_said(tmp_path: Path, analyst: OmokEngineAnalyst, key: str) -> None:
    with pytest.raises(EngineError) as raised:
        analyst.judge(question(tmp_path, 3))
    assert raised.value.key == f"analysis.engine.{key}"


@ways("honest")
def test_a_rule_that_the_protocol_does_not_know_is_said(tmp_path: Path, analyst: OmokEngineAnalyst) -> None:
    with pytest.raises(EngineError) as raised:
        analyst.judge(question(tmp_path, 3, rule="korean"))
    assert raised.value.key == "analysis.engine.rule" and raised.value.values["rule"] == "korean"


def test_a_program_that_is_none_is_said(tmp_path: Path) -> None:
    made = OmokEngineAnalyst((str(tmp_path),))
    with pytest.raises(EngineError) as raised:
        made.judge(question(tmp_path, 3))
    assert raised.value.key == "analysis.engine.no_start"


def test_a_broken_engine_loses_nothing_of_what_was_judged(tmp_path: Path, program: Path) -> None:
    path = record(tmp_path, 2)
    ours = recorded_match(path, {"omok": OMOK})

    def run(way: str | None) -> AnalysisRun:
        match = replace(ours, engine=command(program, way)) if way else ours
        kept = KeptJudgements(path, match, Effort.QUICK, "1")
        made = AnalysisRun(match, Effort.QUICK, kept, compiled=False)
        try:
            while not made.done:
                assert made.poll(PATIENCE), "the analyst did not answer"
        finally:
            made.stop()
        return made

    run(None)
    before = kept_path(path, Effort.QUICK).read_bytes()
    with pytest.raises(AnalysisError) as raised:
        run("dies")
    assert raised.value.key == "analysis.engine.ended" and "engine" in raised.value.values
    judged = run("honest").judgements
    assert judged[1].lines[0].action == Place(6, 7) and len(judged) == 3
    assert kept_path(path, Effort.QUICK).read_bytes() == before
    assert kept_path(path, Effort.QUICK, command(program, "honest")).exists()


@pytest.mark.slow
def test_our_own_engine_judges_a_match(tmp_path: Path) -> None:
    path = record(tmp_path)
    main = ROOT / "main.py"
    engine = f'"{sys.executable}" "{main}" omok-brain'
    done = souk(tmp_path, "analyse", path, "--effort", "quick", "--engine", engine, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["engine"][-1] == "omok-brain"
    decided = [position for position in document["positions"] if position["fall"] is not None]
    assert len(decided) == 4 and any(position["fall"] > 0 for position in decided)
    refused = souk(tmp_path, "analyse", path, "--engine", "no-such-engine")
    assert refused.returncode == 1 and "no-such-engine" in refused.stderr and "Traceback" not in refused.stderr


def test_a_review_is_judged_by_an_engine_and_by_ours_again(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    path = record(tmp_path, 1)
    with driving(lambda context: review_table(context, path), size=(960, 540), text_size=150) as driver:
        table = driver.top
        assert isinstance(table, ReviewTable)

        def choose(words: str, button: str) -> None:
            click(driver, table._engine)
            driver.until(lambda: isinstance(driver.top, EngineDialog))
            driver.step(2)
            entry = the(driver, Entry, lambda entry: True)
            driver.send(FileDropped("/a b/engine"))
            assert entry.text == "/a b/engine"
            entry.text = words
            label = driver.context.texts.line(f"review.engine.{button}")
            click(driver, the(driver, Button, lambda each: each.label == label))
            driver.step(2)

        choose("no-such-engine", "take")
        dialog = driver.top
        assert isinstance(dialog, EngineDialog) and "was not found" in dialog.text
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is table)
        honest = " ".join(command(program, "honest"))
        choose(honest, "take")
        assert isinstance(driver.top, ConsentDialog) and table.judging.match.engine == ()
        driver.step(20)
        once = driver.context.texts.line("consent.once")
        click(driver, the(driver, Button, lambda each: each.label == once))
        driver.step(2)
        assert table.judging.match.engine == command(program, "honest")
        assert driver.context.settings.engines == {"omok": honest}
        choose("", "ours")
        assert table.judging.match.engine == () and driver.context.settings.engines == {"omok": honest}
        assert driver.context.typeface.overflows == []
