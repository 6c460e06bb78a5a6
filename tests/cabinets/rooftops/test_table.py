"""The race at one screen: alone, by four at once, under the menu, on after a stall; its replay; and played by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from operator import ne
from pathlib import Path

import msgspec
import pygame
import pytest

from game.cabinets.rooftops.course import DIFFICULTIES, FIRST, Course, course_of
from game.cabinets.rooftops.first_level import first_level
from game.cabinets.rooftops.rules import MOST_TICKS, SLICE, Options, coming
from game.cabinets.rooftops.scenes.races import first_race
from game.cabinets.rooftops.stage import ghosts
from game.cabinets.rooftops.stage.figures import sign, sign_px
from game.cabinets.rooftops.stage.finish import HELD_FOR, Finish, Told, Try, next_options
from game.cabinets.rooftops.stage.finish import Way as FinishWay
from game.cabinets.rooftops.stage.footprints import AFTER, Footprints
from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.core.forge.formats.codes import write_level
from game.core.forge.formats.reading import code_of, read_any
from game.core.forge.physics import numbers as n
from game.core.forge.physics.movers import die
from game.core.forge.proof.platform import prove
from game.core.forge.proof.repair import mended
from game.engine.canvas import Box
from game.engine.colour import SEAT_COLOURS, lighten, luminance
from game.engine.input import Command, CommandName, KeyPressed, KeyReleased
from game.engine.patterns import SHAPES
from game.engine.stage import Surroundings
from game.engine.text import Typeface
from game.engine.widgets import MemoryClipboard
from game.engine.widgets.parts.tree import Laid
from game.ground import gameplay, paths
from game.ground.texts import LANGUAGES, Texts
from game.kit.held import FIRST_HALF, SECOND_HALF, pad
from game.kit.widgets import StageButton
from game.scenes import arcade
from game.scenes.replays.table import ReplayTable
from game.scenes.setup.scene import SetupScene
from game.scenes.table.menu import TableMenu
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests import ROOT
from tests.scenes import narrow
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.real_time_table import (
    LET_GO,
    ONE,
    PRESSED,
    Hands,
    Press,
    TableOf,
    by_keys,
    by_other_keys,
    by_other_pad,
    by_pad,
    run_way,
    running,
)

pytestmark = pytest.mark.usefixtures("plain_home")


def table_of(driver: Driver) -> tuple[TableScene, RooftopsStage]:
    """The table, once its level is there and people may run."""
    return running(driver, RooftopsStage)


def a_table(*seats: str, **options: object) -> TableOf:
    return TableOf("rooftops", *seats, **options)


def test_alone_time_begins_with_the_first_press_which_is_seen_in_the_next_frame() -> None:
    with driving(a_table("human")) as driver:
        table, stage = table_of(driver)
        driver.step(60)
        assert table.feed.view.slices == 0 and not stage.own[0].begun
        driver.top.handle(PRESSED[0])
        driver.step(2)
        assert stage.numbers(0)[n.SPEED_X] > 0, "whatever the match says"
        driver.step(30)
        assert table.feed.view.slices > 0 and table.feed.view.runners[0].x > stage.course.world.start[0]
        driver.top.handle(KeyPressed("space"))
        driver.step(2)
        assert stage.numbers(0)[n.SPEED_Y] < 0


@pytest.mark.parametrize("language", ["en", "ko"])
def test_who_begins_is_told_the_keys_of_what_is_in_hand(language: str) -> None:
    with driving(a_table("human"), language=language) as driver:
        _, stage = table_of(driver)
        driver.until(lambda: bool(stage._said(0)))
        told = {}
        for stage.surroundings.hand.kind in ("keyboard", "pad"):
            told[stage.surroundings.hand.kind] = stage._said(0)[-1]
        assert "A D" in told["keyboard"] and "Y" in told["pad"] and "A D" not in told["pad"]


def test_the_first_race_is_alone_over_the_level_that_everybody_runs_first() -> None:
    with driving(first_race) as driver:
        table, stage = table_of(driver)
        assert table.feed.options.level == FIRST and len(table.feed.seats) == 1
        assert stage.course is not None and stage.course.level == first_level()


def test_four_at_one_screen_run_at_once() -> None:
    with driving(a_table(*["human"] * 4, difficulty=0)) as driver:
        table, stage = table_of(driver)
        assert len(stage.panes()) == 4
        driver.step(30)
        assert all(stage.own[seat].clock == 0 for seat in stage.own), "three, two, one"
        driver.until(lambda: table.feed.view.slices > 0)
        for seat, pressed in enumerate(PRESSED):
            driver.top.handle(pressed)
            driver.step(2)
            assert stage.numbers(seat)[n.SPEED_X] > 0, seat
        assert all(own.clock <= 24 for own in stage.own.values()), "nobody ran before the race began"
        assert [stage.claims.sources(seat) for seat in range(4)] == [[FIRST_HALF], [SECOND_HALF], [pad(0)], [pad(1)]]
        first = stage.course.world.start[0]
        driver.until(lambda: all(runner.x > first + 300 for runner in table.feed.view.runners))
        driver.top.handle(LET_GO[0])
        driver.top.handle(LET_GO[3])
        driver.step(10)
        assert stage.numbers(0)[n.HELD] == stage.numbers(3)[n.HELD] == 0 < stage.numbers(1)[n.HELD]


def test_levels_of_rooms_say_how_many_jewels_light_the_lantern() -> None:
    with driving(a_table("human", method="rooms")) as driver:
        _, stage = table_of(driver)
        driver.step(2)
        assert stage.instruction() == ("rooftops.stage.fetch", {"jewels": 10})
        (own,) = stage.own.values()
        own.numbers[n.GEM_COUNT] = 10
        assert stage.instruction() == ("rooftops.stage.instruction", {})


def test_signs_of_four_runners_differ_without_their_colours_at_the_size_of_the_smallest_window() -> None:
    """In quarters of 960 × 540 a square has 15 pixels."""
    side = sign_px(15)
    shapes = SHAPES[:4]
    greys = [pygame.transform.grayscale(sign(shape, SEAT_COLOURS["saffron"], side)) for shape in shapes]
    grids = [[level > 100 for level in pygame.image.tobytes(grey, "RGB")[::3]] for grey in greys]
    for one, other in combinations(grids, 2):
        assert sum(map(ne, one, other)) >= side * side // 10
    for colour in list(SEAT_COLOURS.values())[:4]:
        assert luminance(lighten(colour, 0.5)) > 0.2, "pale before the night, whoever it is"


@pytest.mark.parametrize("people", [1, 4])
def test_what_is_said_stands_in_the_sky_and_not_in_a_column_over_a_runner(people: int) -> None:
    with driving(a_table(*["human"] * people)) as driver:
        _, stage = table_of(driver)
        talk, runner = stage.place("talk"), stage.place("runner")
        assert talk is not None and runner is not None
        assert talk.width > 300 and stage.panes()[0].box.contains(talk) and not talk.colliderect(runner)
        assert stage.place("a word of another game") is None


def test_four_run_a_whole_race_at_one_screen_by_two_halves_of_the_keyboard_and_two_pads() -> None:
    with driving(a_table(*["human"] * 4, width=100, difficulty=0)) as driver:
        table, stage = table_of(driver)
        assert stage.course is not None
        for press in (by_keys, by_other_keys, by_pad, by_other_pad):  # who presses first takes the next seat
            driver.top.handle(press(n.UP, True))
            driver.top.handle(press(n.UP, False))
        driver.until(lambda: table.feed.view.slices > 0)
        run_way(driver, prove(stage.course.level).way, by_keys, by_other_keys, by_pad, by_other_pad)
        driver.until(lambda: table.feed.over, frames=60)
        runners = table.feed.view.runners
        assert runners[0].goal and not runners[0].deaths and len(set(runners)) == 1
        assert [line.rank for line in table.feed.result.seats] == [1] * 4
        driver.until(lambda: isinstance(driver.top, ResultsScene))


@pytest.mark.parametrize(
    "method",
    [pytest.param(method, marks=[pytest.mark.slow] * (method != "rooms")) for method in DIFFICULTIES],
)
def test_a_level_of_each_method_is_run_by_its_number_by_a_code_and_from_the_workshop(method: str) -> None:
    def begun(**options: object) -> Course:
        with driving(a_table("human", **options)) as driver:
            course = table_of(driver)[1].course
            assert course is not None
            return course

    level = begun(method=method, difficulty=2).level
    assert level.recipe.method == method
    assert begun(level=code_of(level)).level == level, "a short code"
    proved = mended(level).level
    handed = Options(level=write_level(proved))
    with driving(lambda context: arcade.setup(context, "rooftops", handed)) as driver:
        assert isinstance(driver.top, SetupScene)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, TableScene) and not driver.context.stack.fading)
        _, stage = table_of(driver)
        assert stage.course is not None and stage.course.level == proved
        assert stage.course.par == sum(ticks for ticks, _ in proved.way)


def test_time_stands_under_the_menu_and_nothing_is_held_after_it() -> None:
    with driving(a_table("human")) as driver:
        table, stage = table_of(driver)
        driver.top.handle(PRESSED[0])
        driver.step(30)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, TableMenu))
        slices, clock = table.feed.view.slices, stage.own[0].clock
        driver.step(60)
        assert (table.feed.view.slices, stage.own[0].clock) == (slices, clock)
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is table)
        driver.step(30)
        assert stage.numbers(0)[n.HELD] == 0


@pytest.mark.parametrize(
    ("press", "calm"),
    [(by_keys, False), pytest.param(by_pad, True, marks=pytest.mark.slow)],
    ids=["keys", "pad-reduced"],
)
def test_a_whole_race_is_run_by_keys_or_by_a_pad_and_what_the_match_says_is_what_was_seen(
    press: Press, calm: bool
) -> None:
    """There is no sound here; with reduced motion nothing is squashed, shaken or stopped."""
    with driving(a_table("human", width=100, difficulty=0)) as driver:
        driver.context.settings.motion.reduced = calm
        driver.context.stack.apply_settings()
        table, stage = table_of(driver)
        assert stage.surroundings.reduced_motion is calm
        assert stage.course is not None
        run_way(driver, prove(stage.course.level).way, press)
        driver.until(lambda: table.feed.over, frames=600)
        runner = table.feed.view.runners[0]
        assert runner.goal and not runner.deaths and runner.coins == int(stage.numbers(0)[n.COIN_COUNT])
        course = stage.course
        assert ghosts.ticks_of(course, ghosts.best_of(course)) == runner.goal
        kept = gameplay.own_play()
        assert kept is not None and (kept.runs, kept.finished, kept.furthest, kept.deaths) == (1, 1, 1000, {})
        assert (kept.ticks, kept.coins) == (runner.goal, runner.coins) and kept.jumps > 0
    with driving(a_table("human", width=100, difficulty=0)) as driver:
        _, again = table_of(driver)
        assert again._ghost is not None and again._best == runner.goal, "the best run is run along with"
        driver.top.handle(PRESSED[0])
        driver.step(60)
        assert again._ghost.numbers[n.CLOCK] == again.own[0].clock


@contextmanager
def at_the_goal() -> Iterator[tuple[Driver, TableScene, RooftopsStage]]:
    """Somebody alone who has come to the goal of the first level."""
    with driving(first_race) as driver:
        table, stage = table_of(driver)
        assert stage.course is not None
        run_way(driver, stage.course.level.way)
        driver.until(lambda: table.feed.over, frames=60)
        assert stage.tells_end
        yield driver, table, stage


def recordings() -> list[Path]:
    return sorted(paths.replays().glob("*rooftops*"))


def press_button(driver: Driver, way: FinishWay) -> None:
    table = driver.top
    assert isinstance(table, TableScene) and isinstance(table.stage, RooftopsStage) and table.stage._finish
    driver.step(2)
    buttons = [widget for widget in table.stage._finish.widgets.walk() if isinstance(widget, StageButton)]
    box = table.board.outside(next(button.box for button in buttons if button.icon == way.value[4]))
    driver.click(box.centerx, box.centery)


def test_the_card_at_the_goal_names_the_buttons_of_the_pad_that_came_there() -> None:
    given = Surroundings(Texts("en", ["A"]), Typeface(100), [], 0, Options())
    for given.hand.kind, names in (("keyboard", {"Enter", "R", "S"}), ("pad", {"A", "Y", "X"})):
        finish = Finish(given, course_of("ore", 160, 2, "", 5), Try())
        finish.tell(Told(1500, 1500, 0, 0, 0, 1500, 0, 0))
        (card,) = finish.widgets.widgets
        assert isinstance(card, Laid)
        card.lay(Box(0, 0, 600, 400))
        buttons = [widget for widget in finish.widgets.walk() if isinstance(widget, StageButton)]
        assert {button.words.partition(":")[0] for button in buttons} == names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text_size", [100, 150])
def test_the_card_at_the_goal_stands_in_a_narrow_frame(language: str, text_size: int) -> None:
    given = Surroundings(Texts(language, ["A"]), Typeface(text_size), [], 0, Options())
    for tried in (Try(), Try(told=given.texts.line("days.counted"))):
        finish = Finish(given, course_of("ore", 160, 2, "", 5), tried)
        finish.tell(Told(1900, 1800, coins=2, jewels=1, deaths=0, par=2000, best=1950, pale=1700))
        for height in narrow.HEIGHTS:
            (card,) = finish.widgets.widgets
            assert isinstance(card, Laid)
            narrow.check(card, Box(0, 0, narrow.WIDTH, height))


@pytest.mark.parametrize(
    "ask",
    [
        lambda driver: driver.top.handle(KeyPressed("r")),
        pytest.param(lambda driver: driver.top.handle(Command(CommandName.HINT, ONE)), marks=pytest.mark.slow),
        lambda driver: press_button(driver, FinishWay.AGAIN),
    ],
    ids=["key", "pad", "mouse"],
)
def test_the_same_again_begins_at_once_without_a_fade_and_with_the_ghost(ask: Callable[[Driver], None]) -> None:
    with at_the_goal() as (driver, table, _):
        ask(driver)
        driver.step(2)
        assert driver.top is not table and not driver.context.stack.fading
        again, stage = table_of(driver)
        assert (again.feed.options, again.feed.number) == (table.feed.options, table.feed.number)
        driver.step(2)
        assert not stage.own[0].begun and stage._ghost is not None
        driver.top.handle(PRESSED[0])
        driver.step(2)
        assert stage.numbers(0)[n.SPEED_X] > 0
        assert len(recordings()) == 2, "what was run is kept"


def test_the_next_number_is_a_shade_harder_and_a_jump_at_the_goal_does_not_lead_there() -> None:
    with at_the_goal() as (driver, table, _):
        driver.top.handle(Command(CommandName.CONFIRM, ONE))
        driver.step(40)
        assert driver.top is table
        driver.top.handle(KeyPressed("return"))
        driver.step(2)
        following, _ = table_of(driver)
        assert following.feed.number == table.feed.number + 1
        assert following.feed.options == Options(difficulty=0), "the par was not beaten"
    course = course_of("ore", 160, 2, "", 5)
    told = Told(course.par - 1, 0, 0, 0, deaths=0, par=course.par, best=0, pale=0)
    for run, before, after in (
        (told, 2, 3),
        (told, 4, 4),
        (replace(told, goal=course.par), 2, 2),
        (replace(told, deaths=1), 2, 2),
    ):
        following = next_options(Options("ore", difficulty=before), course, run)
        assert (following.difficulty, following.method) == (after, "ore")


def test_the_code_of_a_level_is_copied_and_gives_the_same_level() -> None:
    with at_the_goal() as (driver, table, stage):
        table.style.clipboard = MemoryClipboard()
        driver.top.handle(KeyPressed("s"))
        driver.step(2)
        assert driver.top is table and read_any(table.style.clipboard.read()) == stage.course.level
    level = course_of("rooms", 160, 1, "", 5).level
    assert code_of(level).startswith("SK1-") and read_any(Options(level=code_of(level)).level) == level


def test_the_way_back_to_the_flag_held_begins_anew_and_keeps_nothing_of_the_run() -> None:
    with driving(a_table("human")) as driver:
        table, _ = table_of(driver)
        driver.top.handle(PRESSED[0])
        driver.step(30)
        driver.top.handle(KeyPressed("r"))
        driver.step(HELD_FOR - 4)
        assert driver.top is table
        driver.top.handle(KeyReleased("r"))
        driver.step(30)
        assert driver.top is table, "a press is the way back to the flag"
        driver.top.handle(KeyPressed("r"))
        driver.step(HELD_FOR + 4)
        assert driver.top is not table and not driver.context.stack.fading
        again, stage = table_of(driver)
        driver.step(2)
        assert again.feed.number == table.feed.number and not stage.own[0].begun
        assert recordings() == [again.feed.recording]


def test_who_is_alone_and_not_at_the_lantern_in_time_has_not_won() -> None:
    with driving(a_table("human", method="rooms")) as driver:
        table, stage = table_of(driver)
        driver.top.handle(PRESSED[0])
        driver.step(30)
        driver.top.handle(LET_GO[0])
        told = table.summary()
        assert told is not None and not told.won and "0 of 10" in told.text
        assert (
            told.title == table.texts.line("rooftops.stage.missed_title")
            and f" {coming(stage.course, 20) * SLICE:.0f} " in told.text
        )
    with at_the_goal() as (_, table, _):
        assert table.summary() is None
    with driving(a_table("rookie", level=FIRST)) as driver:
        driver.step(5)
        watched = driver.top
        assert isinstance(watched, TableScene) and watched.summary() is None, "nobody ran here"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_who_runs_is_told_before_time_is_up(language: str) -> None:
    with driving(a_table("human", level=FIRST), language=language) as driver:
        _, stage = table_of(driver)
        driver.top.handle(PRESSED[0])
        driver.step(30)
        assert not stage._said(0)
        view = stage.view
        for slices_left, seconds in ((160, ""), (149, "15"), (1, "1"), (0, "")):
            stage.view = msgspec.structs.replace(view, slices=view.limit - slices_left)
            told = stage._said(0)
            assert told == ([stage.surroundings.texts.line("rooftops.stage.ends", seconds=seconds)] if seconds else [])
        stage.view = view


def test_the_end_of_a_race_of_several_is_told_by_the_results() -> None:
    with driving(a_table("human", "human", level=FIRST)) as driver:
        table, stage = table_of(driver)
        driver.until(lambda: table.feed.view.slices > 0)
        run_way(driver, first_level().way)
        assert not stage.tells_end
        driver.until(lambda: isinstance(driver.top, ResultsScene))


@pytest.mark.parametrize("data", [b"", b"junk", b"\x91\x92\x00\x01", b"\x91\x92\x05\x02", b"x" * 300_000])
def test_a_file_of_a_ghost_that_is_none_is_none(data: bytes) -> None:
    course = course_of("rhythm", 160, 1, "", 9)
    paths.ghosts().mkdir(parents=True)
    way = prove(course.level).way
    assert ghosts.keep(course, way) and ghosts.best_of(course) == way
    assert not ghosts.keep(course, way), "no better"
    next(paths.ghosts().iterdir()).write_bytes(data)
    assert ghosts.best_of(course) == ()
    assert ghosts.keep(course, way), "and a run takes its place"


def test_a_stall_of_five_seconds_ends_no_race() -> None:
    with driving(a_table("human", difficulty=0)) as driver:
        table, stage = table_of(driver)
        driver.top.handle(PRESSED[0])
        driver.step(30)
        for _ in range(50):  # frames of a tenth of a second: a window that was dragged, a disk that slept
            driver.app.step([], draw=False)
            table.update(0.1)
        driver.step(60)
        own = stage.own[0]
        assert len(own._held) <= MOST_TICKS
        assert 0 <= own.clock - table.feed.view.runners[0].clock <= MOST_TICKS


@pytest.mark.parametrize(
    ("course", "carried"),
    [(course_of("rhythm", 160, 1, FIRST, 1), True), (course_of("rhythm", 100, 1, "", 4), False)],
    ids=["carried", "searched"],
)
def test_the_third_death_at_one_flag_shows_the_next_stretch_of_a_way(course: Course, carried: bool) -> None:
    footprints, numbers = Footprints(course), course.world.runner()
    for _ in range(AFTER):
        assert footprints.spots(numbers) == []
        die(numbers, n.FELL)
        footprints.died(numbers)
    assert (footprints.searching is None) is carried
    if footprints.searching is not None:
        footprints.searching.join()
    spots = footprints.spots(numbers)
    assert len(spots) == 30 and spots[0][0] < spots[-1][0]
    numbers[n.BACK_X] += n.SQUARE
    assert footprints.spots(numbers) == [], "another flag"


def test_a_replay_goes_on_without_a_rest_and_is_scrubbed() -> None:
    recording = ROOT / "tests" / "golden" / "rooftops-3.souk"
    with driving(lambda context: arcade.replay(context, recording)) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable)
        driver.step(2)
        begin = table.replay.position
        driver.step(120)
        assert table.replay.position - begin >= 18, "a slice of 0.1 s lasts a tenth of a second"
        for position in (70, 20, 100, 19):
            table.seek(position)
            driver.step()
            assert table.stage.view.slices == position - 1


def test_a_run_with_many_deaths_leads_on_to_a_number_a_shade_easier() -> None:
    course = course_of("rhythm", 160, 2, "", 7)
    for deaths, difficulty in ((0, 2), (5, 2), (6, 1), (20, 1)):
        told = Told(course.par + 60, course.par + 60, 0, 0, deaths, course.par, 0, 0)
        assert next_options(Options(difficulty=2), course, told).difficulty == difficulty
    assert next_options(Options(difficulty=0), course, Told(9999, 9999, 0, 0, 9, course.par, 0, 0)).difficulty == 0


@pytest.mark.slow
def test_who_is_at_the_lantern_waits_for_computers_a_third_of_the_time() -> None:
    with driving(a_table("human", "rookie", level=FIRST)) as driver:
        table, stage = table_of(driver)
        hands = Hands(driver, by_keys)
        pressed = [buttons for ticks, buttons in first_level().way for _ in range(ticks)]
        driver.until(lambda: table.feed.view.slices > 0)
        while not stage.numbers(0)[n.GOAL]:
            clock = int(stage.numbers(0)[n.CLOCK])
            hands.hold(pressed[clock] if clock < len(pressed) else n.RIGHT)
            driver.app.step([], draw=False)
        driver.until(lambda: bool(table.feed.view.runners[0].goal))
        assert not table.feed.view.runners[1].goal
        before = table.feed.view.slices
        driver.step(60)
        assert 25 <= table.feed.view.slices - before <= 35
        assert stage.others[1].behind < 120, "and they are shown as fast"
        assert stage.instruction() == ("rooftops.stage.there", {})
