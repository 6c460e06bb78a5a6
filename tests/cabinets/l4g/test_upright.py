"""L4G on an upright table: everything apart on 404 units, and whole matches by a finger alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.cabinets.l4g.rules.rules import Action, Go, Options, Place, Way
from game.cabinets.l4g.rules.views import Phase, PlayerState
from game.cabinets.l4g.stage.choice import Choice, towards
from game.cabinets.l4g.stage.floor.layout import Tab
from game.cabinets.l4g.stage.floor.upright import standing
from game.cabinets.l4g.stage.person import arrows
from game.cabinets.l4g.stage.stage import L4gStage
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.sprites import clear_sprites
from game.engine.stage import SETTLE, Surroundings
from game.engine.text import Typeface
from game.scenes import arcade
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.cabinets.l4g.staging import RULES, after, game, stage_at, surroundings
from tests.deciding import decided
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.finger import touch

FINGER = 44.0
ME = 6
LOW, HIGH = (404.0, 576.0), (404.0, 720.0)
"""Room for the stage in frames 690 and 892 high."""


@pytest.fixture(scope="module", autouse=True)
def _window() -> Iterator[None]:
    pygame.init()
    pygame.display.set_mode((1, 1))
    yield
    clear_sprites()


def held(viewer: int = ME, options: Options | None = None) -> Surroundings:
    """Surroundings of an upright table that a finger plays at."""
    given = surroundings(viewer=viewer, options=options or Options())
    given.least_press, given.hand.finger = FINGER, True
    return given


@pytest.mark.parametrize("text_size", [100, 130])
@pytest.mark.parametrize("side", [(7, 7), (4, 9), (9, 5), (9, 9), (2, 2)])
@pytest.mark.parametrize("high", [506.0, 576.0, 608.0, 720.0, 748.0])
def test_room_tabs_card_and_foot_lie_apart_and_can_be_pressed(
    high: float, side: tuple[int, int], text_size: int
) -> None:
    plan = standing(404, high, *side, Typeface(text_size))
    drawer = plan.drawer
    assert drawer is not None
    boxes = [plan.floor.frame, plan.sky, *drawer.tabs.values(), drawer.foot]
    boxes += [drawer.card] if drawer.card is not None else []
    whole = Box(0, 0, 404, high).inflate(0.01, 0.01)
    assert all(whole.contains(box) for box in boxes)
    for one, other in combinations(boxes, 2):
        shared = one.clip(other)
        assert min(shared.width, shared.height) < 0.01
    assert min(min(box.size) for box in [*drawer.tabs.values(), drawer.foot]) >= FINGER
    assert high < LOW[1] or min(plan.floor.cell, plan.sky.height) >= FINGER - 0.5
    assert drawer.over.contains(plan.floor.frame.inflate(-1, -1))


def tap(stage: L4gStage, x: float, y: float) -> Action | None:
    """Tap as a finger does, and return what that decided."""
    stage.handle(PointerPressed(x, y, by="finger"))
    before = decided(stage)
    assert before is None, "nothing is decided before the finger is lifted"
    stage.handle(PointerReleased(x, y))
    return decided(stage)


def asked(
    state: PlayerState,
    *,
    phase: Phase = Phase.MOVE,
    choosing: bool = False,
    size: tuple[float, float] = LOW,
    options: Options | None = None,
) -> L4gStage:
    """An upright stage on which a player is asked in such a moment."""
    for seed in range(3, 30):
        for step in game(seed, viewer=ME, until=40, options=options or Options()):
            view = step[1]
            if view.phase is not phase or view.me.state is not state or view.choosing is not choosing:
                continue
            ask = RULES.ask(step[0])
            if ask is None or ME not in ask.seats:
                continue
            stage = stage_at(step, held(options=options), size)
            stage.update(SETTLE)
            stage.choose(ME, RULES.legal(step[0], ME))
            if stage.choice is not None and not stage.choice.only_waits:
                return stage
    raise AssertionError("no such moment")


def way_of(stage: L4gStage, choice: Choice) -> tuple[Way, tuple[float, float]]:
    """Return a way that is not punished, and the middle of the square it leads to."""
    way = next(way for way in choice.ways if way is not Way.STAY)
    assert choice.me.square is not None
    return way, stage.director.plan.floor.middle(towards(choice.me.square, way))


def test_a_tap_on_a_square_beside_goes_there_and_one_farther_away_does_nothing() -> None:
    stage = asked(PlayerState.SURVIVOR)
    choice = stage.choice
    assert choice is not None
    way, middle = way_of(stage, choice)
    far = stage.director.plan.floor.middle((6 if choice.me.square[0] < 3 else 0, 3))  # type: ignore[index]
    assert tap(stage, *far) is None
    assert tap(stage, *middle) == Go(way, accept=False)


def test_a_finger_that_rests_is_told_who_stands_there_and_presses_nothing() -> None:
    stage = asked(PlayerState.SURVIVOR)
    choice, picture = stage.choice, stage.director.picture
    assert choice is not None and picture is not None and choice.me.square is not None
    own = stage.director.plan.floor.middle(choice.me.square)
    before = pictured(stage)
    stage.handle(PointerPressed(*own, by="finger"))
    assert stage.tell_at(*own)
    stage.handle(PointerReleased(AWAY, AWAY))
    assert decided(stage) is None and pictured(stage) != before
    empty = next(
        (row, column)
        for row in range(7)
        for column in range(7)
        if all(figure.square != (row, column) for figure in picture.figures.values())
    )
    assert not stage.tell_at(*stage.director.plan.floor.middle(empty))


def pictured(stage: L4gStage) -> bytes:
    canvas = Canvas(pygame.Surface((round(stage.width), round(stage.height))), 1.0)
    stage.draw(canvas)
    stage.draw_over(canvas)
    return pygame.image.tobytes(canvas.surface, "RGB")


def test_the_foot_takes_the_answer_about_direct_infection() -> None:
    stage = asked(PlayerState.SURVIVOR, choosing=True)
    choice, drawer = stage.choice, stage.director.plan.drawer
    assert choice is not None and drawer is not None
    way, middle = way_of(stage, choice)
    assert tap(stage, *drawer.foot.center) is None and choice.accepts
    assert tap(stage, *drawer.foot.center) is None and not choice.accepts
    tap(stage, *drawer.foot.center)
    assert tap(stage, *middle) == Go(way, accept=True)


def test_the_foot_lets_an_infected_stay_and_a_soul_wait_in_the_sky() -> None:
    stage = asked(PlayerState.INFECTED)
    assert stage.director.plan.drawer is not None
    assert tap(stage, *stage.director.plan.drawer.foot.center) == Go(Way.STAY, accept=False)
    stage = asked(PlayerState.SOUL, phase=Phase.PLACE)
    assert stage.director.plan.drawer is not None
    assert tap(stage, *stage.director.plan.drawer.foot.center) == Place(None)


def test_a_tab_opens_its_card_over_the_low_room_and_closes_it_and_is_shown_above_the_high_one() -> None:
    stage = asked(PlayerState.SURVIVOR)
    drawer, tabs = stage.director.plan.drawer, stage.desk.tabs
    assert drawer is not None and drawer.card is None and stage.desk.card_of(drawer) is None
    for tab, box in drawer.tabs.items():
        assert tap(stage, *box.center) is None and tabs.opened is tab
        shown = stage.desk.card_of(drawer)
        assert shown is not None and drawer.over.inflate(1, 1).contains(shown[1])
    last = drawer.tabs[Tab.INFECTION].center
    tap(stage, *last)
    assert tabs.opened is None
    tap(stage, *last)
    card = stage.desk.card_of(drawer)
    assert card is not None and stage.captures_press(*card[1].center)
    assert tap(stage, *card[1].center) is None and tabs.opened is None, "a press on the card closes it"
    stage = asked(PlayerState.SURVIVOR, size=HIGH)
    drawer = stage.director.plan.drawer
    assert drawer is not None and drawer.card is not None
    tap(stage, *drawer.tabs[Tab.INFECTION].center)
    assert stage.desk.card_of(drawer) == (Tab.INFECTION, drawer.card)


def test_who_watches_follows_players_by_taps_on_the_ranking_and_its_arrows() -> None:
    stage = stage_at(after(4, 12), held(SPECTATOR), LOW)
    drawer = stage.director.plan.drawer
    assert drawer is not None
    tap(stage, *drawer.tabs[Tab.RIGHT].center)
    pictured(stage)
    row, line = stage.desk.ranking.rows[2]
    assert row.height >= FINGER - 4 and len(stage.desk.ranking.rows) >= 6
    x, y = row.center
    stage.handle(PointerPressed(x, y, by="finger"))
    for up in range(0, 100, 10):
        stage.handle(PointerMoved(x, y - up))
    stage.handle(PointerReleased(x, y - 90))
    pictured(stage)
    assert stage.desk.ranking.first == 2 and stage.director.focus is None, "a drag scrolls, and chooses nobody"
    row, line = stage.desk.ranking.rows[0]
    tap(stage, *row.center)
    assert stage.director.focus == line.number
    tap(stage, *drawer.tabs[Tab.PERSON].center)
    pictured(stage)
    card = stage.desk.card_of(drawer)
    assert card is not None
    before, following = arrows(stage.surroundings, card[1])
    assert min(following.size) >= FINGER and not before.colliderect(following)
    tap(stage, *following.center)
    assert stage.director.focus not in (None, line.number)


def test_a_ranking_that_was_closed_takes_no_wheel() -> None:
    stage = stage_at(after(4, 12), held(SPECTATOR), LOW)
    drawer = stage.director.plan.drawer
    assert drawer is not None
    tap(stage, *drawer.tabs[Tab.RIGHT].center)
    pictured(stage)
    stage.handle(Wheel(*drawer.over.center, -2))
    assert stage.desk.ranking.first == 2
    tap(stage, *drawer.tabs[Tab.RIGHT].center)
    pictured(stage)
    stage.handle(Wheel(*drawer.over.center, -2))
    assert stage.desk.ranking.first == 2


@contextmanager
def at_phone(high: int, turns: int, players: int) -> Iterator[tuple[Driver, TableScene, L4gStage]]:
    """An upright table at which a person plays with computers."""
    seats = (SeatPlan("Mia", "human"), *(SeatPlan(f"Bot {number}", "scout") for number in range(1, players)))
    match = MatchPlan("l4g", seats, Options(turns=turns), 3, None)
    with driving(lambda context: arcade.table(context, match), size=(412, high)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, L4gStage)
        yield driver, table, table.stage


def decide(stage: L4gStage, choice: Choice, accept: bool) -> list[tuple[float, float]]:
    """Return where to tap for a decision that is not punished."""
    plan = stage.director.plan
    assert plan.drawer is not None
    if choice.placing:
        return [plan.floor.middle((len(choice.ways) % plan.floor.rows, 3))]
    foot = plan.drawer.foot
    taps = [foot.center] if accept and choice.offered and not choice.accepts else []
    ways = [way for way in choice.ways if way is not Way.STAY]
    if not ways:
        return [*taps, (foot.left + foot.width / (4 if choice.offered else 2), foot.centery)]
    assert choice.me.square is not None
    return [*taps, plan.floor.middle(towards(choice.me.square, ways[0]))]


@pytest.mark.slow
@pytest.mark.parametrize(("high", "players"), [(690, 46), (892, 46)])
def test_a_whole_match_by_touch(high: int, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    taps = wrong = 0
    with at_phone(high, Options().turns, players) as (driver, table, stage):
        assert not driver.context.settings.confirm
        while True:
            driver.until(
                lambda: (
                    isinstance(driver.top, ResultsScene)
                    or (table.board.choosing and not stage.busy and stage.choice is not None)
                )
            )
            if isinstance(driver.top, ResultsScene):
                break
            choice, asked_at = stage.choice, len(table.feed.entries)
            assert choice is not None
            if choice.only_waits:
                driver.step(draw=False)
                continue
            for point in decide(stage, choice, accept=taps % 2 == 0):
                touch(driver, *point)
                taps += 1
            wrong += len(table.feed.entries) == asked_at and stage.choice is choice
            assert not table.confirming.visible, "a tap on a square is a turn"
        assert table.feed.over
    print(f"{taps} taps, {wrong} wrong")
    assert taps >= 40 and not wrong
