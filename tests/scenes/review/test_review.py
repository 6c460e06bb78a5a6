"""The review of a recorded match at the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.gems.state import Take
from game.cabinets.listed import CABINETS
from game.cabinets.marrakech.rules import Lay
from game.core.analysis.kept import kept_path
from game.core.analysis.positions import recorded_match
from game.core.analyst import Effort, Judgement
from game.engine.input import Command, CommandName, PointerMoved, Wheel
from game.engine.scene import Context
from game.engine.text import Typeface
from game.engine.widgets import MemoryClipboard, Style
from game.engine.widgets.parts.button import Button
from game.ground import paths
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.scenes.feeds.local import start_local
from game.scenes.replays.table import ReplayTable
from game.scenes.review.card import card_layout
from game.scenes.review.judging import Judging
from game.scenes.review.learning import Stand
from game.scenes.review.places import card_frame, review_places, value_bar
from game.scenes.review.sandbox import SandboxTable
from game.scenes.review.table import ReviewTable, review_table, watched
from game.scenes.review.variations import read_variations
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene
from tests import ROOT
from tests.engine.widgets.page_driver import SIZES
from tests.in_turns import in_turns
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Driver, driving, plan, played

STEPS = 40
GOLDEN = ROOT / "tests" / "golden"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def record(game: str = "marrakech", seats: int = 2, steps: int | None = STEPS) -> Path:
    feed = played(start_local(plan(game, *["human"] * seats), Settings()), steps)
    feed.close()
    assert feed.recording is not None
    return feed.recording


@cache
def judged(seats: int, steps: int) -> tuple[bytes, bytes]:
    """A recording and its judgements, made once."""
    path = record(seats=seats, steps=steps)
    judging = Judging(path, recorded_match(path, CABINETS))
    while not judging.done:
        judging.poll(0.05)
    return path.read_bytes(), kept_path(path, Effort.QUICK).read_bytes()


@contextmanager
def reviewing(steps: int = STEPS, seats: int = 2, **more: Any) -> Iterator[tuple[Driver, ReviewTable]]:
    """The review of a recording that is judged already."""
    path = paths.replays() / "match.souk"
    path.parent.mkdir(parents=True, exist_ok=True)
    for file, data in zip((path, kept_path(path, Effort.QUICK)), judged(seats, steps), strict=True):
        file.write_bytes(data)
    with driving(lambda context: review_table(context, path), **more) as driver:
        table = driver.top
        assert isinstance(table, ReviewTable)
        judge(driver, table)
        yield driver, table


def judge(driver: Driver, table: ReviewTable) -> None:
    """Let the analyst go on to the end, whose process has its own time."""
    while not table.judging.done:
        table.judging.poll(0.05)
    driver.step(3)


def test_every_position_is_judged_and_shown() -> None:
    with reviewing() as (driver, table):
        assert len(table.judging.judgements) == table.judging.match.count == len(table.replay) + 1
        number = min(table.judging.decisions)
        assert table.replay.position == number > 0, "it opens where chance decides"
        driver.step(2)
        rows = table.lines.rows
        assert [row.label for row in rows[:2]] == ["1", "2"] and sum(row.played for row in rows) == 1
        assert table.stage.advice and table.stage.advice[-1].label in ("1", "?!", "?", "??")  # type: ignore[attr-defined]


def test_signs_lead_to_the_decisions_and_the_chart_to_any_position() -> None:
    with reviewing(110) as (driver, table):
        signs = table.chart.signs
        assert signs
        bands = table.chart._bands
        driver.click(table.chart._x(signs[0][0]), bands.top - 6)
        assert table.replay.position == signs[0][0]
        driver.click(bands.centerx, bands.centery)
        assert abs(table.replay.position - len(table.replay) / 2) <= 1
        table.group.focus(table.chart)
        table.seek(0)
        driver.step()
        for number, _ in signs:
            driver.command(CommandName.RIGHT)
            assert table.replay.position == number


def test_a_row_is_shown_alone_and_the_wheel_goes_on_from_it() -> None:
    with reviewing() as (driver, table):
        following = (n for n, j in table.judging.judgements.items() if j.lines and j.lines[0].following)
        table.seek(min(following))
        driver.step(2)
        box = table.lines.box
        driver.send(PointerMoved(box.centerx, box.top + 5))
        driver.step()
        advice = table.stage.advice  # type: ignore[attr-defined]
        assert [piece.label for piece in advice] == ["1"]
        driver.send(Wheel(box.centerx, box.top + 5, -1))
        driver.step()
        assert len(table.stage.advice) == 2  # type: ignore[attr-defined]


def test_nothing_is_drawn_on_the_board_while_it_plays() -> None:
    with reviewing() as (driver, table):
        table.seek(2)
        driver.step(2)
        assert table.stage.advice  # type: ignore[attr-defined]
        table.toggle()
        driver.step(2)
        assert not table.stage.advice  # type: ignore[attr-defined]


def test_mistakes_are_played_better() -> None:
    with reviewing(110) as (driver, table):
        learn = table._foot[0]
        assert learn.enabled
        learn.press()
        learning = table.learning
        assert learning is not None
        count = len(learning.mistakes)
        for number in range(count):
            driver.until(lambda: table.board.choosing)
            decision = learning.decision
            assert table.replay.position == decision.position and not table.lines.rows
            assert table.conductor.lit == (decision.seat,) and table.ribbon().look == table.looks[decision.seat]
            assert decision.position not in [position for position, _ in table.chart.signs]
            table.answer(decision.played.action)
            assert learning.stand is Stand.SAME
            driver.step(2)
            assert table.board.choosing
            table.answer(decision.best.action)
            assert learning.stand is Stand.RIGHT
            driver.step(2)
            assert table.lines.rows and not table.board.choosing
            assert table.stage.choice is None  # type: ignore[attr-defined]
            table.next_question()
            assert (learning.stand is Stand.OVER) == (number + 1 == count)
        assert learning.solved == count


@pytest.mark.slow
def test_after_a_wrong_try_nothing_of_it_is_chosen_any_more() -> None:
    """In Gem Merchants a turn of three gems is chosen gem by gem."""
    path = paths.replays() / "gems-2.souk"
    path.parent.mkdir(parents=True, exist_ok=True)
    for file in (path, kept_path(path, Effort.QUICK)):
        file.write_bytes((GOLDEN / file.name).read_bytes())
    with driving(lambda context: review_table(context, path)) as driver:
        table = driver.top
        assert isinstance(table, ReviewTable)
        judge(driver, table)
        table.learn()
        learning = table.learning
        assert learning is not None
        while not isinstance(learning.decision.played.action, Take):
            table.next_question()
        driver.until(lambda: table.board.choosing)
        table.stage.suggest(learning.decision.played.action)
        assert table.stage.choice.chosen  # type: ignore[attr-defined]
        driver.command(CommandName.CONFIRM)
        assert learning.stand is Stand.SAME
        driver.step(2)
        assert table.board.choosing and not table.stage.choice.chosen  # type: ignore[attr-defined]


def test_a_lesson_tells_how_it_went_and_is_begun_again() -> None:
    with reviewing(110) as (driver, table):
        table.learn()
        learning = table.learning
        assert learning is not None
        count = len(learning.mistakes)
        for number in range(count):
            driver.until(lambda: table.board.choosing)
            if number:
                table.answer(learning.decision.best.action)
            else:
                table._give_up()
            table.next_question()
        told: list[str] = []
        table.card.draw_sentence = lambda _, text, *__, **___: told.append(text)  # type: ignore[method-assign]
        driver.step(2)
        values = {"solved": count - 1, "count": count}
        assert told[-1] == table.texts.line("review.learning.over", values)
        again = table._foot[0]
        assert again.visible and again.enabled and not table._foot[4].visible
        again.press()
        assert table.learning and table.learning is not learning and not table.learning.solved


def test_what_the_lines_do_not_hold_is_judged_when_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    with reviewing(110) as (driver, table):
        table.learn()
        learning = table.learning
        assert learning is not None
        position = table.judging.positions[learning.decision.position]
        judgement = table.judging.judgements[position.number]
        known = [judgement.lines[0].action, learning.decision.played.action]
        assert position.legal is not None
        other = next(action for action in position.legal if action not in known)
        one = type(judgement)(judgement.values, judgement.lines[:1], judgement.played)
        table.judging.judgements[position.number] = one
        table.answer(other)
        assert learning.stand is Stand.THINKING
        wait(driver, lambda: learning.stand is not Stand.THINKING)
        assert learning.stand in (Stand.RIGHT, Stand.WRONG) and 0 < learning.chance < 1


def test_what_the_rules_refuse_is_said_at_once_and_the_question_stands() -> None:
    """Squares that lie apart, as a rug over one whole rug, can be pointed at though they are not listed."""
    with reviewing(110) as (driver, table):
        table.learn()
        learning = table.learning
        assert learning is not None
        driver.until(lambda: table.board.choosing)
        table.answer(Lay((0, 48)))
        assert learning.stand is Stand.ASKED and learning.tried is None
        told = table.stage.reason  # type: ignore[attr-defined]
        assert told and table.texts.line(told) != told
        driver.step(2)
        assert table.board.choosing
        table.answer(learning.decision.best.action)
        assert learning.stand is Stand.RIGHT


def test_what_an_analyst_does_not_judge_leaves_the_question_open() -> None:
    with reviewing(110) as (driver, table):
        table.learn()
        learning = table.learning
        assert learning is not None
        learning.attempt(Lay((0, 48)))
        wait(driver, lambda: learning.stand is not Stand.THINKING)
        assert learning.stand is Stand.ASKED


def wait(driver: Driver, holds: Any) -> None:
    """Step until something holds that a process decides."""
    import time

    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)
        driver.step()


def test_an_action_is_tried_by_mouse_on_the_board() -> None:
    with reviewing(110) as (driver, table):
        table.learn()
        driver.until(lambda: table.board.choosing)
        driver.command(CommandName.CONFIRM)
        assert table.learning is not None
        if table.learning.stand is Stand.ASKED:
            driver.command(CommandName.CONFIRM)
        assert table.learning.stand is not Stand.ASKED


def test_a_better_move_whose_gain_comes_later_is_said_to_be_such_a_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with reviewing(110) as (driver, table):
        told: list[str] = []
        monkeypatch.setattr(table.card, "draw_sentence", lambda _canvas, text, *_rest, **_more: told.append(text))
        monkeypatch.setattr(table.judging, "reason", lambda _number: None)
        table.learn()
        assert table.judging.explains and table.learning is not None
        later = table.texts.line("review.later")
        driver.step(2)
        assert later not in told[-1], "nothing is told before one has tried"
        table.learning.give_up()
        driver.step(2)
        assert told[-1].endswith(later)


def test_leaving_the_position_ends_learning() -> None:
    with reviewing(110) as (driver, table):
        table.learn()
        assert table.learning is not None
        table.seek(0)
        driver.step(2)
        assert table.learning is None and not table.board.choosing


def test_it_is_stopped_and_gone_on_with() -> None:
    path = record()
    with driving(lambda context: review_table(context, path)) as driver:
        table = driver.top
        assert isinstance(table, ReviewTable)
        wait(driver, lambda: len(table.judging.judgements) > 2)
        table.stop.press()
        driver.step(2)
        known = len(table.judging.judgements)
        driver.step(20)
        assert len(table.judging.judgements) == known < table.judging.match.count
        table.stop.press()
        judge(driver, table)
        table.effort.choose(list(Effort).index(Effort.NORMAL))
        assert table.judging.effort is Effort.NORMAL and not table.judging.done


def test_the_replay_of_a_game_with_an_analyst_leads_to_its_review() -> None:
    path = record()

    def offered(table: ReplayTable) -> bool:
        return MenuChoice.REVIEW in table.menu_choices()

    with driving(lambda context: watched(context, path)) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable) and offered(table)
        table.pause()
        table.seek(9)
        table.carry_out(MenuChoice.REVIEW)
        driver.until(lambda: isinstance(driver.top, ReviewTable))
        assert isinstance(driver.top, ReviewTable) and driver.top.replay.position == 9
        driver.top.stack.pop()
        driver.until(lambda: driver.top is table)
    other = record("nullgame", steps=None)
    with driving(lambda context: watched(context, other)) as driver:
        assert isinstance(driver.top, ReplayTable) and not offered(driver.top)


def test_the_results_of_a_match_lead_to_its_review() -> None:
    def make(context: Context) -> TableScene:
        feed = played(start_local(plan("marrakech", "human", "human"), Settings()))
        return TableScene(context, feed, watched, review_table)

    with driving(make) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and MenuChoice.REVIEW in table.results_choices()
        table.carry_out(MenuChoice.REVIEW)
        driver.until(lambda: isinstance(driver.top, ReviewTable))


def test_keys_alone_reach_everything() -> None:
    with reviewing() as (driver, table):
        seen = set()
        for _ in range(24):
            driver.command(CommandName.NEXT)
            seen.add(id(table.group.focused_widget))
        buttons = [w for w in table.group.walk() if isinstance(w, Button) and w.takes_focus]
        assert {id(w) for w in [*buttons, table.chart, table.lines, table.effort]} <= seen
        driver.send(Command(CommandName.BACK))


@in_turns(language=["ko", "en"], text_size=[100, 150])
def test_no_text_overflows(language: str, text_size: int) -> None:
    for size in SIZES:
        with reviewing(40, 4, size=size, language=language, text_size=text_size) as (driver, table):
            signs = [number for number, _ in table.chart.signs][:2]
            for number in [1, *signs, next(iter(sorted(table.judging.decisions)))]:
                table.seek(number)
                driver.step(3)
            table.learn()
            for stand in Stand:
                if table.learning:
                    table.learning.stand = stand
                    driver.step(2)
            assert driver.context.typeface.overflows == []


def test_every_game_with_an_analyst_draws_its_lines() -> None:
    from game.cabinets.stages import STAGES
    from game.engine.stage.advice import ShowsAdvice

    games = [game for game, cabinet in CABINETS.items() if cabinet.analyst]
    assert games and all(issubclass(STAGES[game], ShowsAdvice) for game in games)


def try_out(driver: Driver, table: ReviewTable, position: int) -> SandboxTable:
    """Begin to try out what follows from a position."""
    table.seek(position)
    driver.step(2)
    table.try_out()
    driver.until(lambda: driver.top is not table and not driver.context.stack.fading)
    trial = driver.top
    assert isinstance(trial, SandboxTable)
    return trial


def weighed(driver: Driver, trial: SandboxTable) -> Judgement[Any]:
    """What the analyst says of where it stands."""
    end = time.monotonic() + PATIENCE
    while trial.weighing.judgement is None:
        assert time.monotonic() < end
        driver.step()
        time.sleep(0.002)
    return trial.weighing.judgement


def test_what_is_tried_is_weighed_kept_and_reviewed() -> None:
    with reviewing() as (driver, table):
        position = min(table.judging.decisions)
        trial = try_out(driver, table, position)
        first = weighed(driver, trial)
        driver.step(2)
        assert first.lines and trial.lines.rows and trial.stage.advice  # type: ignore[attr-defined]
        for _ in range(3):
            driver.until(lambda: trial.conductor.chooser is not None)
            choice = trial.feed.choice
            assert choice is not None and choice.legal is not None
            trial.conductor.play(next(iter(choice.legal)))
            driver.until(lambda: trial.conductor.idle)
        assert weighed(driver, trial) != first
        kept = trial.trial.recording
        driver.context.stack.pop()
        driver.until(lambda: driver.top is table)
        assert kept is not None and kept.exists()
        assert table.feed.recording is not None
        (variation,) = read_variations(table.feed.recording)
        assert (
            variation.path == kept and variation.begin >= position and variation.begin + variation.count >= position + 3
        )
        assert MenuChoice.VARIATIONS in table.menu_choices()
        table.resumed(variation)
        driver.until(lambda: driver.top is not table and not driver.context.stack.fading)
        again = driver.top
        assert isinstance(again, ReviewTable) and again.replay.position == variation.begin
        assert again.feed.recording == kept


def test_what_was_not_tried_leaves_nothing() -> None:
    with reviewing() as (driver, table):
        trial = try_out(driver, table, min(table.judging.decisions))
        kept = trial.trial.recording
        driver.context.stack.pop()
        driver.until(lambda: driver.top is table)
        assert kept is not None and not kept.exists()
        assert MenuChoice.VARIATIONS not in table.menu_choices()


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_text_overflows_while_trying(language: str) -> None:
    with reviewing(40, 4, size=(960, 540), language=language, text_size=150) as (driver, table):
        trial = try_out(driver, table, min(table.judging.decisions))
        driver.step(2)
        weighed(driver, trial)
        driver.step(3)
        driver.context.stack.pop()
        driver.until(lambda: driver.top is table)
        table.carry_out(MenuChoice.VARIATIONS)
        driver.step(3)
        assert driver.context.typeface.overflows == []


@pytest.mark.parametrize(("seats", "text_size", "told"), [(2, 100, True), (4, 100, True), (2, 150, False)])
def test_signs_are_told_in_words_where_there_is_room(seats: int, text_size: int, told: bool) -> None:
    style = Style(Typeface(text_size), Texts("en"), clipboard=MemoryClipboard())
    frame = card_frame(value_bar(review_places(seats, timeline=True).board))
    layout = card_layout(frame, style, seats)
    boxes = [layout.said, layout.lines, layout.figures, layout.legend, layout.foot]
    below = [box for box in boxes if box is not None]
    assert (layout.legend is not None) == told and layout.figures is not None
    assert all(upper.bottom <= lower.top for upper, lower in pairwise(below))
