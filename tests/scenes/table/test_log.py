"""The log of a table and the turns it lists: they grow with a match and go back with it, at the cost of what is new."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.engine.canvas import Box
from game.engine.input import PointerMoved, Wheel
from game.engine.stage import Look
from game.engine.widgets.parts.style import Style
from game.scenes.feeds.feed import LogEntry
from game.scenes.feeds.turns import GrowingTurns, Past, turns_of
from game.scenes.table import log as log_module
from game.scenes.table.conductor import Refusal
from game.scenes.table.log import TableLog
from tests.scenes.scene_driver import Driver, driving

LOOKS = [Look(f"Seat {seat}", "#BB3344", "plain", "disc") for seat in range(3)]


@pytest.fixture
def driver() -> Iterator[Driver]:
    from tests.scenes.table.test_table import table_of

    with driving(table_of) as driver:
        yield driver


def entries(count: int, seed: int = 1) -> list[LogEntry]:
    """A log as some game might write it: chance, turns of several steps, turns of all at once."""
    from game.core.rules import Event

    random = Random(seed)
    made: list[LogEntry] = []
    turn = 0
    for number in range(count):
        turn += random.random() < 0.4
        movers = random.choice([(), (0,), (1,), (2,), (0, 1, 2)]) if number else ()
        stones = {"seat": random.randrange(3), "stones": random.randrange(1, 4), "heap": 5}
        events = (Event("took", stones),) if random.random() < 0.8 else ()
        made.append(LogEntry(number, movers, events, turn, (number, -number, 7)))
    return made


def log_of(driver: Driver) -> TableLog:
    return TableLog(Style.of(driver.context), Box(20, 100, 280, 500), "nullgame", LOOKS)


def picture(driver: Driver, log: TableLog) -> bytes:
    for _ in range(200):
        log.update(0.1)
    canvas = driver.context.canvas
    canvas.surface.fill("black")
    log.draw(canvas)
    return bytes(canvas.surface.get_buffer().raw)


def test_growing_turns_are_those_of_the_whole_log() -> None:
    whole = entries(300)
    other = whole[:100] + entries(200, seed=2)[100:]
    growing = GrowingTurns()
    for log, count in [(whole, n) for n in range(301)] + [(whole, 217), (whole, 300), (other, 150), (whole, 90)]:
        before = list(growing.turns)
        kept = growing.follow(Past(log, count))
        assert growing.turns == turns_of(log[:count])
        assert growing.turns[:kept] == before[:kept]


def test_the_past_is_a_window_on_a_log() -> None:
    whole = entries(20)
    past = Past(whole, 7)
    assert list(past) == whole[:7] and past[-1] is whole[6] and past[2:5] == whole[2:5] and past[-3:] == whole[4:7]
    assert list(reversed(past)) == whole[6::-1]
    with pytest.raises(IndexError):
        past[7]


def test_a_log_that_grew_looks_like_one_shown_at_once(driver: Driver) -> None:
    whole = entries(60)
    tried = [Refusal(position, 1, "nullgame.refuse.number") for position in (3, 30, 30, 60)]
    grown, fresh = log_of(driver), log_of(driver)
    for count in (*range(61), 20, 60):
        grown.show(Past(whole, count), [refusal for refusal in tried if refusal.position <= count])
    fresh.show(whole, tried)
    for log in (grown, fresh):
        log.scroller.scroll_to(log.scroller.longest)
    assert picture(driver, grown) == picture(driver, fresh)
    grown.show(Past(whole, 25))
    fresh = log_of(driver)
    fresh.show(whole[:25])
    for log in (grown, fresh):
        log.scroller.scroll_to(0)
    assert picture(driver, grown) == picture(driver, fresh)


def test_a_step_costs_its_own_words_alone(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = entries(2000)
    log = log_of(driver)
    log.show(Past(whole, 1999))
    put_in_words: list[Any] = []
    told = log_module.sentence
    monkeypatch.setattr(log_module, "sentence", lambda turn, *more: put_in_words.append(turn) or told(turn, *more))
    log.show(Past(whole, 2000))
    log.show(Past(whole, 2000))
    assert len(put_in_words) <= 2


def test_what_is_pointed_at_changes_as_the_log_rolls_below_a_pointer_at_rest(driver: Driver) -> None:
    log = log_of(driver)
    log.show(entries(60))
    log.scroller.scroll_to(0)
    log.hovered = True
    log.handle(PointerMoved(log.view.centerx, log.view.centery))
    first = log.pointed
    assert first is not None
    log.handle(Wheel(log.view.centerx, log.view.centery, -3))
    for _ in range(30):
        log.update(0.1)
    assert log.pointed is not None
    assert log.pointed != first
    log.hovered = False
    log.update(0.1)
    assert log.pointed is None


@pytest.mark.parametrize("high", (44, 60, 110, 137, 260))
def test_a_log_that_follows_the_match_on_an_upright_table_shows_no_half_turn_above_the_latest(
    driver: Driver, high: float
) -> None:
    log = log_of(driver)
    log.brief = log.tabbed = True
    log.stand(Box(8, 100, 396, high))
    made = entries(40)
    for count in range(1, len(made)):
        log.show(made[:count], ())
        log.follow()
        log.scroller.jump()
        rows, offset = log._rows, log.scroller.offset
        if not rows:
            continue
        assert min(abs(offset - row.top) for row in rows) < 0.01, "a turn is cut off at its head"
        shown = [row for row in rows if row.top >= offset - 0.01]
        assert shown[-1] is rows[-1]
        assert shown[-1].bottom <= offset + log.view.height + 0.01 or len(shown) == 1, (
            "the latest turn is whole, or alone"
        )
    assert len(log._rows) > 10, "a test of nothing"
