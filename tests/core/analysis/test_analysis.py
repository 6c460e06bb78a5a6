"""The laws of every analyst, and the analysis of recorded matches in a process of its own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from souk_reversi.cabinet import REVERSI

from game.cabinets.listed import CABINETS
from game.conformance.walks import played
from game.core.analysis.kept import KeptJudgements
from game.core.analysis.positions import Position, RecordedMatch, recorded_match
from game.core.analysis.run import AnalysisError, AnalysisRun
from game.core.analysis.verdicts import Verdict, decisions_of, figures_of
from game.core.analyst import Analyst, Effort, Judgement, Line, Question, final_values
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of
from game.core.recording.views import SeenEnd, SeenStep, ViewHeader, ViewWriter
from game.core.rules import SPECTATOR, Result, SeatResult
from game.scenes.replays.shelf import Shelf
from tests.in_turns import some
from tests.processes import PATIENCE

GAMES = {**CABINETS, "reversi": REVERSI}
ANALYSED = [cabinet for cabinet in GAMES.values() if cabinet.analyst]
CASES = [(cabinet, seats) for cabinet in ANALYSED for seats in sorted({cabinet.info.seats[0], cabinet.info.seats[-1]})]
SHORT = 14
"""Steps of a match that is judged whole, effort by effort."""

every_analyst = pytest.mark.parametrize(
    ("cabinet", "seats"), some(2, CASES), ids=[f"{cabinet.id}-{seats}" for cabinet, seats in CASES]
)

few_analysts = pytest.mark.parametrize(
    ("cabinet", "seats"), some(4, CASES), ids=[f"{cabinet.id}-{seats}" for cabinet, seats in CASES]
)
"""For what is about the file that judgements are kept in, whichever game they are about."""


def record(folder: Path, cabinet: Cabinet, seats: int, steps: int | None = None, seed: int = 4) -> Path:
    """A match at random, the first so many steps of it or all, as a replay."""
    match = played(cabinet, seats, seed, steps)
    path = folder / "match.souk"
    people = [SeatRecord(f"P{seat}") for seat in range(seats)]
    writer = ReplayWriter(path, header_of(cabinet.info, match.seed, match.options, people))
    for step in match.steps[:steps]:
        writer.append(step)
    if steps is None:
        writer.end(match)
    writer.close()
    return path


def seen(folder: Path, cabinet: Cabinet, seats: int, steps: int, seed: int = 4) -> Path:
    """The same match as a spectator saw it."""
    recorded = played(cabinet, seats, seed, steps)
    match = Match(cabinet.rules, seats, recorded.options, recorded.seed)
    path = folder / "match.views"
    people = tuple(SeatRecord(f"P{seat}") for seat in range(seats))
    options = msgspec.to_builtins(recorded.options)
    info = cabinet.info
    header = ViewHeader(info.id, info.version, options, people, SPECTATOR, None, match.view(SPECTATOR))
    writer = ViewWriter(path, header)
    for step in recorded.steps[:steps]:
        turn = match.turns()
        match.play(step.moves)
        movers = tuple(move.seat for move in step.moves if move.seat >= 0)
        writer.seen(SeenStep(step.number, movers, (), step.events, turn, match.view(SPECTATOR)))
    writer.finish(SeenEnd(match.hash(), match.result()) if match.over else None)
    return path


def judged(
    path: Path, effort: Effort = Effort.QUICK, *, most: int | None = None, compiled: bool = False
) -> AnalysisRun:
    """The analysis of a recording, through to its end or stopped after so many judgements."""
    match = recorded_match(path, GAMES)
    run = AnalysisRun(match, Effort.QUICK, KeptJudgements(path, match, Effort.QUICK, "1"), compiled=compiled)
    begun = len(run.judgements)
    try:
        while not run.done and (most is None or len(run.judgements) < begun + most):
            assert run.poll(PATIENCE), "the analyst did not answer"
    finally:
        run.stop()
    return run


def questions(path: Path) -> tuple[RecordedMatch, list[tuple[Position, Question]]]:
    match = recorded_match(path, GAMES)
    found = [(position, match.question(position, Effort.QUICK, None)) for position in match.positions()]
    return match, [(position, question) for position, question in found if position.result is None]


@every_analyst
def test_judging_changes_nothing_and_remembers_nothing(tmp_path: Path, cabinet: Cabinet, seats: int) -> None:
    asked = questions(record(tmp_path, cabinet, seats, SHORT))[1][:: SHORT // 2]
    assert cabinet.analyst is not None
    one = cabinet.analyst()
    before = msgspec.msgpack.encode([question for _, question in asked])
    first = [one.judge(question) for _, question in asked]
    assert msgspec.msgpack.encode([question for _, question in asked]) == before
    again = [cabinet.analyst().judge(question) for _, question in reversed(asked)][::-1]
    assert msgspec.msgpack.encode(first) == msgspec.msgpack.encode(again)


@every_analyst
def test_lines_are_the_best_that_may_be_played(tmp_path: Path, cabinet: Cabinet, seats: int) -> None:
    asked = questions(record(tmp_path, cabinet, seats, 3 * SHORT))[1][::5]
    assert cabinet.analyst is not None
    decided = 0
    for position, question in asked:
        judgement = cabinet.analyst().judge(question)
        for values in (judgement.values, *(line.values for line in judgement.lines)):
            assert sum(values) == pytest.approx(2 - seats, abs=0.001)
        if position.seat is None:
            assert not judgement.lines
            continue
        assert position.legal is not None
        decided += 1
        assert min(2, len(position.legal)) <= len(judgement.lines) <= question.most
        assert all(line.action in position.legal for line in judgement.lines)
        own = [line.values[position.seat] for line in judgement.lines]
        assert own == sorted(own, reverse=True)
        assert judgement.values == judgement.lines[0].values
        if position.played is None:
            continue
        assert judgement.played is not None and judgement.played.action == position.played
        assert judgement.played.values[position.seat] <= own[0]
    assert decided > 1


@every_analyst
def test_a_finished_match_is_won_or_shared(tmp_path: Path, cabinet: Cabinet, seats: int) -> None:
    run = judged(record(tmp_path, cabinet, seats), most=1)
    winners = [line.rank == 1 for line in run.positions[-1].result.seats]  # type: ignore[union-attr]
    values = run.judgements[run.match.count - 1].values
    assert values == tuple(round(2 * won / sum(winners) - 1, 4) for won in winners)


def test_what_is_proven_stays_so_to_the_end(tmp_path: Path) -> None:
    run = judged(record(tmp_path, REVERSI, 2))
    proven = [number for number, judgement in sorted(run.judgements.items()) if judgement.end_in is not None]
    assert proven == list(range(proven[0], run.match.count)) and len(proven) > 4
    for decision in decisions_of(run.positions, run.judgements):
        if decision.position > proven[0]:
            assert decision.fall in (0, 1, 2)


def test_a_shared_victory_of_two_seats_is_worth_nothing() -> None:
    assert final_values(Result((SeatResult(1, 5), SeatResult(1, 5)), "over")) == (0.0, 0.0)


@few_analysts
def test_what_was_stopped_goes_on_to_the_same_file(tmp_path: Path, cabinet: Cabinet, seats: int) -> None:
    path = record(tmp_path, cabinet, seats, SHORT)
    whole = judged(path)
    file = tmp_path / f"{path.name}.quick.judged"
    expected = file.read_bytes()
    assert len(whole.judgements) == SHORT + 1 == expected.count(b"\n") - 1
    file.unlink()
    judged(path, most=SHORT // 2)
    assert expected.startswith(file.read_bytes()) and file.read_bytes() != expected
    again = judged(path)
    assert file.read_bytes() == expected
    assert again.judgements == whole.judgements


@few_analysts
def test_what_was_seen_is_judged_as_what_was_recorded(tmp_path: Path, cabinet: Cabinet, seats: int) -> None:
    whole = judged(record(tmp_path, cabinet, seats, SHORT))
    looked_on = judged(seen(tmp_path, cabinet, seats, SHORT))
    assert looked_on.judgements == whole.judgements
    if type(cabinet.analyst()).played is Analyst.played:
        return  # its views do not tell what was played between them
    assert [position.played for position in looked_on.positions] == [position.played for position in whole.positions]
    decided = any(position.played is not None for position in looked_on.positions)
    assert bool(decisions_of(looked_on.positions, looked_on.judgements)) is decided


@pytest.mark.slow
@pytest.mark.parametrize("cabinet", ANALYSED, ids=lambda cabinet: cabinet.id)
def test_compiled_and_plain_judge_alike(tmp_path: Path, cabinet: Cabinet) -> None:
    pytest.importorskip("numba")
    path = record(tmp_path, cabinet, cabinet.info.usual_seats, SHORT)
    judged(path)
    file = tmp_path / f"{path.name}.quick.judged"
    plain = file.read_bytes()
    file.unlink()
    judged(path, compiled=True)
    assert file.read_bytes() == plain


def test_broken_judgements_are_thrown_away(tmp_path: Path) -> None:
    path = record(tmp_path, CABINETS["marrakech"], 2, SHORT)
    match = recorded_match(path, GAMES)
    run = judged(path)
    file = tmp_path / f"{path.name}.quick.judged"
    sound, random = file.read_bytes(), Random(3)

    def read() -> dict[int, Judgement]:
        return KeptJudgements(path, match, Effort.QUICK, "1").read()

    for _ in range(60):
        broken = bytearray(sound)
        broken[random.randrange(len(broken))] = random.randrange(256)
        file.write_bytes(bytes(broken[: random.randrange(len(broken) + 1)]))
        found = read()
        assert all(0 <= number <= SHORT for number in found)
        assert set(found) == set(range(SHORT + 1 - len(found), SHORT + 1))
    file.write_bytes(b'{"recording":"of another match"}\n' + sound.partition(b"\n")[2])
    assert read() == {}
    file.write_bytes(sound.replace(b"[0", b"[9"))
    assert len(read()) < SHORT + 1
    file.unlink()
    file.mkdir()
    assert judged(path, most=2).judgements.keys() == {SHORT - 1, SHORT}
    assert run.done


def test_judgements_go_with_their_recording_and_away_with_it(tmp_path: Path) -> None:
    path = record(tmp_path, GAMES["marrakech"], 2, 4)
    judged(path)
    shelf = Shelf(tmp_path)
    (recording,) = shelf.recordings
    shelf.rename(recording, "ours")
    assert (tmp_path / "ours.souk.quick.judged").exists() and not (tmp_path / "match.souk.quick.judged").exists()
    assert judged(recording.path, most=0).judgements.keys() == set(range(5))
    shelf.delete(recording)
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_an_analyst_is_refused(tmp_path: Path) -> None:
    match = recorded_match(record(tmp_path, GAMES["nullgame"], 2), GAMES)
    with pytest.raises(AnalysisError) as caught:
        AnalysisRun(match, Effort.QUICK)
    assert caught.value.key == "analysis.error.none"


def said(best: float, second: float, played: float, *, forced: bool = False, after: Judgement[str] | None = None):  # type: ignore[no-untyped-def]
    """The decision of seat 0 between actions of these values; 'a' is the best."""
    lines = (Line("a", (best, -best)), Line("b", (second, -second)))
    chosen = Line("a" if played == best else "c", (played, -played))
    judgements = {0: Judgement((best, -best), lines, chosen)} | ({1: after} if after else {})
    found = decisions_of([Position(0, None, 0, played=chosen.action, forced=forced)], judgements)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("fall", "verdict"),
    [
        (0.0, None), (0.0999, None), (0.1, Verdict.INACCURACY), (0.2, Verdict.MISTAKE), (0.2999, Verdict.MISTAKE),
        (0.3, Verdict.BLUNDER), (1.2, Verdict.BLUNDER),
    ],
)  # fmt: skip
def test_verdicts_by_the_fall_of_the_value(fall: float, verdict: Verdict | None) -> None:
    decision = said(0.4, 0.3, 0.4 - fall)
    assert decision.verdict is verdict
    assert decision.fall == pytest.approx(fall)


def test_an_only_move_is_one_that_every_other_falls_short_of() -> None:
    assert said(0.4, 0.1, 0.4).verdict is Verdict.ONLY
    assert said(0.4, 0.11, 0.4).verdict is None
    assert said(0.4, 0.1, 0.1).verdict is Verdict.BLUNDER


def test_what_is_proven_after_it_counts_for_more_than_what_was_thought_before() -> None:
    won = Judgement((1.0, -1.0), end_in=5)
    assert said(0.4, 0.1, -0.2, after=won).fall == 0
    assert said(0.4, 0.1, -0.2, after=Judgement((1.0, -1.0))).verdict is Verdict.BLUNDER


def test_who_did_not_play_decided_nothing() -> None:
    assert said(0.4, 0.1, -0.2, forced=True) is None


def test_figures_of_a_seat() -> None:
    decisions = [said(0.4, 0.3, 0.4 - fall) for fall in (0.0, 0.1, 0.3, 2.0)]
    figures = figures_of(decisions, 2)
    assert figures[0].accuracy == 65.0
    assert figures[0].counts[Verdict.BLUNDER] == 2 and figures[0].counts[Verdict.INACCURACY] == 1
    assert figures[1].accuracy is None and figures[1].decisions == 0
