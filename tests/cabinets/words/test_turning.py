"""Where a round of Word Lanterns was lost, and which word would have won or held: in its events, and in a replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.cabinets.words.drills import WordDrills, _judged
from game.cabinets.words.rules import Words
from game.cabinets.words.state import Action, GiveUp, Options, Try, View
from game.cabinets.words.turning import Turning, turnings
from game.core.puzzles.book import Puzzle
from game.core.rules import Event, Move
from game.engine.stage import Tick
from game.ground.settings import Settings
from game.scenes.feeds.local import start_local
from game.scenes.replays.table import ReplayTable, replay_table
from tests.scenes.scene_driver import driving, plan

DRILLS = WordDrills()
PUZZLE = next(puzzle for puzzle in DRILLS.puzzles() if puzzle.level == 2)
BEST = DRILLS._words[PUZZLE]


def wrong(puzzle: Puzzle, view: View) -> str:
    """A word after which the other wins by force."""
    return next(word for word, label in _judged(puzzle, view) if label and label.wins)


def thrown_away(puzzle: Puzzle = PUZZLE) -> list[Action]:
    """A round of two: a wrong word, what refutes it, and nothing more."""
    state = Words().start(2, DRILLS.options(puzzle))
    first = Try(wrong(puzzle, Words().view(state, 0)))
    Words().step(state, [Move(0, first)])
    return [first, DRILLS.answer(puzzle, Words().view(state, 1)), GiveUp()]


def played(options: Options, actions: list[Action], seats: int = 2) -> list[list[Event]]:
    """The events of each step."""
    state = Words().start(seats, options)
    return [Words().step(state, [Move(number % seats, action)]) for number, action in enumerate(actions)]


def found(options: Options, actions: list[Action], seats: int = 2) -> list[Turning]:
    return list(filter(None, turnings(options, seats, played(options, actions, seats))))


def test_the_last_turn_at_which_another_word_would_have_won_is_found() -> None:
    options = DRILLS.options(PUZZLE)
    assert found(options, thrown_away()) == found(options, [GiveUp()]) == [Turning(0, BEST, True)]
    assert found(options, [Try(BEST), GiveUp()]) == [], "whoever had lost from the beginning is blamed for nothing"


def test_a_word_that_people_know_is_named_before_a_rare_one_that_wins_sooner() -> None:
    options = Options(rounds=1, position="기", manner="off")
    assert found(options, [GiveUp()]) == [Turning(0, "기슭", True)], "the rare 기뇰 would win two words sooner"


def test_who_has_a_word_left_could_have_held_where_nobody_can_know_more() -> None:
    options = Options(rounds=1, position="가", words="usual")
    lost: list[Action] = [Try("가난"), GiveUp()]
    assert found(options, lost, seats=3) == [Turning(1, "난리", False)]
    (two,) = found(options, lost)
    assert not two.wins and two.word != "난리", "between two that one loses"


def test_a_replay_marks_it_and_names_the_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    feed = start_local(replace(plan("words", "human", "human"), options=DRILLS.options(PUZZLE)), Settings())
    for number, action in enumerate(thrown_away()):
        feed.poll(0.0)
        assert feed.play(number % 2, action) is None
    feed.poll(0.0)
    feed.close()
    recording = feed.recording
    assert recording is not None
    with driving(lambda context: replay_table(context, recording, 1)) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable)
        assert BEST in table.ribbon().text
        assert [table.timeline.ticks_of(number) for number in range(3)] == [{Tick.TURNING}, set(), {Tick.LOSS}]
        table.seek(3)
        assert BEST not in table.ribbon().text
        driver.step()
        assert not driver.context.typeface.overflows
