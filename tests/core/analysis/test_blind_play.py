"""Play and luck told apart: who chose blindly is told so, whatever the dice brought."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.core.analysis.positions import Position, position_of, recorded_match
from game.core.analysis.verdicts import Decision, figures_of, luck_of
from game.core.analysis.verdicts import decisions_of as told
from game.core.analyst import Effort, Judgement, Line, Question, final_values, mean_values
from game.core.match.match import Match
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of

SEED = 50


def reviewed(folder: Path, game: str, effort: Effort) -> tuple[list[Position], dict[int, Judgement[Any]]]:
    """A match of two: seat 0 plays its first legal action each time, seat 1 what the analyst thinks best."""
    cabinet = CABINETS[game]
    assert cabinet.analyst is not None
    analyst, match = cabinet.analyst(), Match(cabinet.rules, 2, cabinet.info.options(), SEED)

    def judged(position: Position, effort: Effort) -> Judgement[Any]:
        view, seat, played = position.view, position.seat, position.played
        return analyst.judge(Question(view, match.options, 2, seat, SEED, effort, played=played, brief=position.brief))

    match.tick(0.0)
    while not match.over:
        position = position_of(match)
        assert position.legal and position.seat is not None
        action = position.legal[0] if position.seat == 0 else judged(position, effort).lines[0].action
        assert match.offer(position.seat, action) is None
        match.tick(0.0)
    path = folder / "match.souk"
    writer = ReplayWriter(path, header_of(cabinet.info, SEED, match.options, [SeatRecord("P0"), SeatRecord("P1")]))
    for step in match.steps:
        writer.append(step)
    writer.end(match)
    writer.close()
    *positions, end = recorded_match(path, CABINETS).positions()
    judgements = {position.number: judged(position, effort) for position in positions}
    judgements[end.number] = Judgement(final_values(match.result()), end_in=0)
    return [*positions, end], judgements


@pytest.mark.parametrize(
    ("game", "effort"), [("marrakech", Effort.QUICK), pytest.param("gems", Effort.NORMAL, marks=pytest.mark.slow)]
)
def test_who_chose_blindly_is_told_so(tmp_path: Path, game: str, effort: Effort) -> None:
    positions, judgements = reviewed(tmp_path, game, effort)
    blind, careful = figures_of(told(positions, judgements), 2)
    assert blind.accuracy is not None and blind.accuracy < 25
    assert careful.accuracy is not None and careful.accuracy > 75
    assert blind.cost > 3 * careful.cost
    luck = luck_of(positions, judgements, 2)
    assert luck[0] == pytest.approx(-luck[1]) and any(luck), "what dice bring one seat they take from the other"


def decision(fall: float, blind: float | None) -> Decision:
    line = Line[Any](0, (0.0, 0.0))
    return Decision(0, 0, fall, None, line, line, blind)


@pytest.mark.parametrize(
    ("falls", "accuracy"),
    [
        ([(0.0, 0.2), (0.0, 0.4)], 100.0),
        ([(0.2, 0.2), (0.4, 0.4)], 0.0),
        ([(0.1, 0.2), (0.2, 0.4)], 50.0),
        ([(0.9, 0.2)], 0.0),
        ([(0.0, 0.0)], None),
        ([(0.1, None), (0.1, 0.2)], 90.0),
    ],
)
def test_accuracy_is_measured_against_blind_choice(falls: list[tuple[float, float | None]], accuracy: float) -> None:
    (figures,) = figures_of([decision(*each) for each in falls], 1)
    assert figures.accuracy == accuracy
    assert figures.cost == round(50 * sum(fall for fall, _ in falls), 1)


def test_luck_is_what_changes_while_nobody_decides() -> None:
    positions = [Position(0, None), Position(1, None, 0), Position(2, None), Position(3, None, 1)]
    values: Mapping[int, tuple[float, float]] = {0: (0.0, 0.0), 1: (0.4, -0.4), 2: (0.2, -0.2), 3: (-0.2, 0.2)}
    judgements = {number: Judgement[Any](each) for number, each in values.items()}
    assert luck_of(positions, judgements, 2) == [0.0, 0.0]
    del judgements[3]
    assert luck_of(positions, judgements, 2) == [20.0, -20.0], "what is not judged yet counts for nothing"


def test_blind_choice_is_worth_the_mean_of_all_actions() -> None:
    cabinet = CABINETS["marrakech"]
    assert cabinet.analyst is not None
    match = Match(cabinet.rules, 3, cabinet.info.options(), SEED)
    match.tick(0.0)
    position = position_of(match)
    question = Question(position.view, match.options, 3, position.seat, SEED, Effort.QUICK, most=50)
    judgement = cabinet.analyst().judge(question)
    assert position.legal and len(judgement.lines) == len(position.legal)
    assert judgement.blind == mean_values([line.values for line in judgement.lines])
