"""Cisterns at one screen: whole matches by keys, by a pad and by mouse; walks that stop; what several people see."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import date
from itertools import product

import pygame
import pytest
from msgspec.structs import replace
from pygame import Event

from game.cabinets.cisterns.bots import ExpertBot
from game.cabinets.cisterns.knowledge import Knowledge
from game.cabinets.cisterns.rules.state import GUIDE, Action, Bomb, Descend, Drink, Options, Shove, Step, Wait
from game.cabinets.cisterns.rules.views import MonsterSeen, ThingSeen, View
from game.cabinets.cisterns.stage.bar import BUTTONS, KEYS, Button
from game.cabinets.cisterns.stage.figures import resting as resting_sign
from game.cabinets.cisterns.stage.following import REST
from game.cabinets.cisterns.stage.ground import Window
from game.cabinets.cisterns.stage.stage import BAR_Y, CisternsStage, box_of
from game.cabinets.cisterns.stage.walking import Walk, next_step, why_nowhere
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.bots import BotSetup
from game.core.forge.formats.reading import code_of, read_any
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import HEADINGS, Recipe
from game.core.rules import OMNISCIENT
from game.engine.canvas import Box
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    CommandReleased,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.scene import Context
from game.scenes import arcade
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.guide.table import GuideTable
from game.scenes.setup.scene import SetupScene
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.scenes.guide.guide_reader import obey, speaks
from tests.scenes.scene_driver import Driver, Told, driving, plan
from tests.scenes.table.finger import finger

pytestmark = pytest.mark.usefixtures("plain_home")

ARROWS = (CommandName.UP, CommandName.RIGHT, CommandName.DOWN, CommandName.LEFT)
LETTERS = {button: key for key, button in KEYS.items()}
BUTTON_OF: dict[type[Action], Button] = {Wait: "wait", Drink: "drink", Descend: "descend", Bomb: "bomb"}


def a_table(*seats: str, **options: object) -> Callable[[Context], TableScene]:
    def make(context: Context) -> TableScene:
        named = tuple(SeatPlan(f"Seat {number}", spec) for number, spec in enumerate(seats))
        return arcade.table(context, MatchPlan("cisterns", named, Options(**options), 3))  # type: ignore[arg-type]

    return make


def table_of(driver: Driver) -> tuple[TableScene, CisternsStage]:
    """The table, once somebody is asked."""
    table = driver.top
    assert isinstance(table, TableScene) and isinstance(table.stage, CisternsStage)
    driver.until(lambda: table.board.choosing)
    return table, table.stage


def is_ready(table: TableScene, stage: CisternsStage) -> bool:
    """Whether the last turn was told and somebody is asked."""
    return stage.asked is not None and stage.view == table.feed.view and not stage.busy


def give(driver: Driver, event: pygame.Event | InputEvent) -> None:
    """Give an event as the window gets it from pygame, or an input."""
    if isinstance(event, pygame.Event):
        driver.app.step([event], draw=False)
    else:
        press(driver, event)


def go_on_to_the_rat(driver: Driver, table: TableScene, stage: CisternsStage) -> None:
    """To the right until somebody is awake."""
    while not any(not monster.asleep for monster in table.feed.view.monsters):
        before = len(table.feed.entries)
        press(driver, Command(CommandName.RIGHT))
        driver.until(lambda: len(table.feed.entries) > before and is_ready(table, stage))  # noqa: B023


def press(driver: Driver, *events: InputEvent) -> None:
    """Give inputs to the table, a frame each, undrawn."""
    for event in events:
        driver.context.stack.handle(event)
        driver.app.step([], draw=False)


def by_keys(driver: Driver, table: TableScene, stage: CisternsStage, action: Action) -> None:
    if not isinstance(action, Step):
        press(driver, KeyPressed(LETTERS[BUTTON_OF[type(action)]]))
    if isinstance(action, Step | Bomb):
        press(driver, Command(ARROWS[action.heading]))


def by_pad(driver: Driver, table: TableScene, stage: CisternsStage, action: Action) -> None:
    """Shoulder buttons lead along the bar, A presses."""
    if not isinstance(action, Step):
        button = BUTTON_OF[type(action)]
        far = BUTTONS.index(button) - BUTTONS.index(stage.hand.focus)
        for _ in range(abs(far)):
            press(driver, Command(CommandName.NEXT if far > 0 else CommandName.PREVIOUS, FIRST_PAD))
        press(driver, Command(CommandName.CONFIRM, FIRST_PAD))
    if isinstance(action, Step | Bomb):
        press(driver, Command(ARROWS[action.heading], FIRST_PAD))


def by_mouse(driver: Driver, table: TableScene, stage: CisternsStage, action: Action) -> None:
    if not isinstance(action, Step):
        click(driver, table, box_of(BUTTON_OF[type(action)], table.stage.width, BAR_Y))
    if isinstance(action, Step | Bomb):
        assert stage.view is not None and stage.asked is not None
        hero, (dx, dy) = stage.view.heroes[stage.asked], HEADINGS[action.heading]
        x, y = stage.on_map((hero.x + dx, hero.y + dy))
        click(driver, table, Box(x, y, 0, 0))


DRAWN = 8
"""Of a match that is played whole one turn in so many is drawn."""
SLOW = [
    pytest.param(do, calm, marks=pytest.mark.slow) for do, calm in ((by_keys, True), (by_pad, False), (by_mouse, True))
]


def click(driver: Driver, table: TableScene, box: Box) -> None:
    """Click the middle of a box of the stage."""
    x, y = table.board.outside(box).center
    press(driver, PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y))


@pytest.mark.parametrize(
    ("do", "calm"),
    [(by_keys, False), (by_pad, True), (by_mouse, False), *SLOW],
    ids=["keys", "pad-reduced", "mouse", "keys-reduced", "pad", "mouse-reduced"],
)
def test_a_whole_match_is_played(do: Callable[[Driver, TableScene, CisternsStage, Action], None], calm: bool) -> None:
    """The first dungeon, with a bomb and a potion, as a computer would play it: what is pressed is what is played."""
    with driving(a_table("human", level=GUIDE)) as driver:
        driver.context.settings.motion.reduced = calm
        driver.context.stack.apply_settings()
        table, stage = table_of(driver)
        adviser = ExpertBot(BotSetup("cisterns", 0, 1, Options(level=GUIDE), None, 1))
        wished: list[Action] = [Bomb(3), Step(1), Step(1), Step(1), Wait()]
        while not table.feed.over:
            view = table.feed.view
            action = wished.pop(0) if wished else adviser.choose(Knowledge(view, 0))
            before = len(table.feed.entries)
            if before % DRAWN == 0:
                driver.step()
            do(driver, table, stage, action)
            driver.until(lambda: len(table.feed.entries) > before)  # noqa: B023
            assert table.feed.match.steps[-1].moves[0].action == action
            driver.until(lambda: table.feed.over or is_ready(table, stage))
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        assert table.feed.view.heroes[0].hearts and table.feed.view.heroes[0].worth >= 15


def test_one_key_explores_and_stops_at_what_is_new() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        driver.send(KeyPressed("x"))
        driver.until(lambda: not stage.hand.walks and table.board.choosing)
        view = table.feed.view
        assert view.turn >= 4 and view.heroes[0].worth == 10, "on the way it took what lay there"
        assert any(thing.kind == "lamp" for thing in view.things) or view.monsters
        presses = 0
        while not any(not monster.asleep for monster in view.monsters):
            driver.send(KeyPressed("x"))
            driver.until(lambda: not stage.hand.walks and table.board.choosing)
            view, presses = table.feed.view, presses + 1
            assert presses < 30
        assert table.ribbon().text == table.texts.line("cisterns.stage.awake")
        driver.send(KeyPressed("x"))
        assert stage.reason == "cisterns.refuse.awake" and table.feed.view == view, "nobody walks away from a rat"
        while not view.threats:
            driver.send(KeyPressed("z"))
            driver.until(lambda: table.board.choosing)
            view = table.feed.view
        assert view.heroes[0].hearts == 8, "nobody walks on to an announced square"


def test_one_key_shoves_who_is_beside_and_asks_which_way_where_several_are() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        view, hand = table.feed.view, stage.hand
        x, y = view.heroes[0].x, view.heroes[0].y
        east, south = MonsterSeen("rat", x + 1, y, 1, False), MonsterSeen("brute", x, y + 1, 6, False)
        driver.send(KeyPressed("f"))
        assert stage.reason == "cisterns.refuse.nobody" and table.feed.view == view
        assert hand.handle(KeyPressed("f"), replace(view, monsters=(east,)), 0, None, None) == Shove(1)
        both = replace(view, monsters=(east, south))
        assert hand.handle(KeyPressed("f"), both, 0, None, None) is None and hand.aiming is Shove
        assert hand.handle(Command(CommandName.DOWN), both, 0, None, None) == Shove(2) and hand.aiming is None


def test_a_click_walks_to_a_square_and_another_stops() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        x, y = stage.on_map((2, 5))
        click(driver, table, Box(x, y, 0, 0))
        driver.until(lambda: not stage.hand.walks and table.board.choosing)
        assert (table.feed.view.heroes[0].x, table.feed.view.heroes[0].y) == (2, 5)
        x, y = stage.on_map((6, 1))
        click(driver, table, Box(x, y, 0, 0))
        driver.until(lambda: table.feed.view.turn >= 4)
        driver.command(CommandName.BACK)
        driver.until(lambda: table.board.choosing)
        turn = table.feed.view.turn
        driver.step(60)
        assert table.feed.view.turn == turn and driver.top is table, "it stopped a walk, and opened no menu"


def test_two_quick_clicks_meet_the_squares_they_were_aimed_at_and_keys_bring_the_map_after() -> None:
    with driving(a_table("human", danger=0), size=(1280, 720)) as driver:
        table, stage = table_of(driver)
        hero = table.feed.view.heroes[0]
        squares = [(hero.x - far, hero.y) for far in (1, 3)]
        places = [stage.on_map(square) for square in squares]
        for square, place in zip(squares, places, strict=True):
            click(driver, table, Box(*place, 0, 0))
            driver.until(lambda: not stage.hand.walks and is_ready(table, stage))
            hero = table.feed.view.heroes[0]
            assert (hero.x, hero.y) == square
        stage.update(1.5)
        assert stage.on_map(squares[1]) == places[1] and stage.still_for > 0
        driver.command(CommandName.RIGHT)
        driver.until(lambda: is_ready(table, stage) and stage.still_for > 0)
        assert stage.on_map((hero.x + 1, hero.y)) == stage.map.center


def test_a_map_that_was_pressed_on_comes_after_a_hero_who_went_far_once_nobody_presses() -> None:
    with driving(a_table("human", danger=0), size=(1280, 720)) as driver:
        _, stage = table_of(driver)
        assert stage.picture is not None
        stage.draw(driver.context.canvas)
        following, (x, y) = stage._following, stage.camera.middle
        far, gone = (dataclasses.replace(stage.picture, middle=(x - way, y)) for way in (8, 15))
        following.press()
        following.update(REST / 2, far, at_once=False)
        assert following.middle(far) == (x, y) and not following.still
        assert following.middle(gone)[0] < x, "a hero stays in sight"
        following.update(REST, far, at_once=False)
        assert following.middle(far) == (x - 8, y) and following.still


def test_what_is_held_down_stops_where_something_is_new() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, _ = table_of(driver)
        driver.command(CommandName.RIGHT)
        for _ in range(400):
            driver.top.handle(Command(CommandName.RIGHT, repeated=True))
            driver.app.step([], draw=False)
        view = table.feed.view
        assert 2 < view.heroes[0].x < 13 and view.heroes[0].hearts == 8


@pytest.mark.parametrize("control", ["key", "mouse", "pad"])
def test_who_holds_waiting_down_waits_until_something_is_announced(control: str) -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        go_on_to_the_rat(driver, table, stage)
        turn = table.feed.view.turn
        pixel = driver.context.canvas.pixel(*table.board.outside(box_of("wait", table.stage.width, BAR_Y)).center)
        down: pygame.Event | InputEvent
        up: pygame.Event | InputEvent
        if control == "key":  # as the window tells it: once, and again when it is let go
            down, up = Event(pygame.KEYDOWN, key=pygame.K_z, mod=0), Event(pygame.KEYUP, key=pygame.K_z, mod=0)
        elif control == "mouse":
            down = Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1)
            up = Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1)
        else:
            press(driver, Command(CommandName.NEXT, FIRST_PAD))
            down, up = Command(CommandName.CONFIRM, FIRST_PAD), CommandReleased(CommandName.CONFIRM, FIRST_PAD)
        give(driver, down)
        give(driver, up)
        driver.step(100, draw=False)
        assert table.feed.view.turn == turn + 1, "let go"
        give(driver, down)
        driver.step(400, draw=False)
        view = table.feed.view
        hero, rat = view.heroes[0], next(monster for monster in view.monsters if not monster.asleep)
        assert view.turn > turn + 2 and hero.hearts == 8
        assert abs(rat.x - hero.x) + abs(rat.y - hero.y) == 2 and view.threats
        give(driver, up)
        assert stage.hand.held is None


def test_who_holds_a_letter_down_goes_on_until_something_is_new() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, _ = table_of(driver)
        give(driver, Event(pygame.KEYDOWN, key=pygame.K_d, mod=0))
        driver.step(300, draw=False)
        view = table.feed.view
        assert 3 < view.heroes[0].x < 13 and view.heroes[0].hearts == 8


def test_why_something_cannot_be_done_is_said_and_costs_no_turn() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        for key, why in (("q", "whole"), ("e", "stairs")):
            driver.send(KeyPressed(key))
            assert stage.reason == f"cisterns.refuse.{why}"
        for _ in range(4):
            driver.command(CommandName.UP)
            driver.until(lambda: table.board.choosing)
        assert stage.reason == "cisterns.refuse.wall" and table.feed.view.turn == 2


def test_whoever_has_found_everything_is_told_so_and_led_down() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, _ = table_of(driver)
        whole = replace(table.feed.match.view(OMNISCIENT), number=0)
        here = [replace(hero, x=3, y=14, keys=1) for hero in whole.heroes]
        known = replace(whole, monsters=(), things=tuple(each for each in whole.things if each.kind == "exit"))
        assert why_nowhere(Walk(), replace(known, heroes=tuple(here)), 0) == "cisterns.refuse.explored_here"
        assert why_nowhere(Walk(), replace(known, heroes=tuple(here), things=()), 0) == "cisterns.refuse.explored"
        assert why_nowhere(Walk(), whole, 0) == "cisterns.refuse.nowhere"
        assert why_nowhere(Walk((3, 3)), replace(known, heroes=tuple(here)), 0) == "cisterns.refuse.nowhere"
        awake = tuple(replace(monster, asleep=False) for monster in whole.monsters)
        assert why_nowhere(Walk(), replace(whole, monsters=awake), 0) == "cisterns.refuse.awake"


def test_whose_only_way_leads_over_a_hero_walks_up_to_them_and_is_told_who_is_in_the_way() -> None:
    with driving(a_table("human", "human", level=GUIDE)) as driver:
        table, _ = table_of(driver)
        whole = replace(
            table.feed.match.view(OMNISCIENT), number=0, monsters=(), things=(ThingSeen("treasure", 12, 3, 5),)
        )

        def standing(*squares: tuple[int, int]) -> View:
            heroes = zip(whole.heroes, squares, strict=True)
            return replace(whole, heroes=tuple(replace(hero, x=x, y=y) for hero, (x, y) in heroes))

        away, beside = standing((4, 3), (8, 3)), standing((7, 3), (8, 3))
        for walk in (Walk(), Walk((12, 3))):
            assert next_step(walk, away, 0) == Step(1)
            assert next_step(walk, beside, 0) is None and why_nowhere(walk, beside, 0) == "cisterns.refuse.hero"


def test_friends_at_one_screen_choose_in_turn_without_a_curtain() -> None:
    with driving(a_table("human", "human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        assert stage.asked == 0 and table.feed.curtain is None
        driver.command(CommandName.RIGHT)
        driver.until(lambda: stage.asked == 1 and table.board.choosing)
        assert stage._sent.keys() == {0}, "what the first one chose is seen as an arrow"
        assert table.feed.view.heroes[1].potions == 1, "bags of friends are known"
        driver.send(KeyPressed("."))
        driver.until(lambda: table.feed.view.turn == 1 and stage.asked == 0)


def test_rivals_at_one_screen_have_a_curtain() -> None:
    with driving(a_table("human", "human", level=GUIDE, mode="rivals")) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.feed.curtain is not None)
        assert all(hero.x < 0 and not hero.potions for hero in table.feed.view.heroes)


@pytest.mark.parametrize("method", ["mission", "bsp", "caves"])
def test_a_level_comes_by_its_code(method: str) -> None:
    level = level_of(Recipe(method, METHODS[method].version, 7, 32, 24))
    with driving(a_table("human", level=code_of(level))) as driver:
        table, _ = table_of(driver)
        squares = table.feed.match.view(OMNISCIENT).squares
        assert bytes((code & 31) - 1 for code in squares) == level.tiles


@pytest.mark.parametrize(
    ("language", "size", "text_size"),
    [
        ("ko", (960, 540), 150),
        ("en", (1920, 1080), 100),
        pytest.param("en", (960, 540), 150, marks=pytest.mark.slow),
        pytest.param("ko", (1280, 720), 100, marks=pytest.mark.slow),
    ],
)
def test_what_is_pointed_at_is_said_and_fits(language: str, size: tuple[int, int], text_size: int) -> None:
    with driving(a_table("human", level=GUIDE), language=language, size=size, text_size=text_size) as driver:  # type: ignore[arg-type]
        table, stage = table_of(driver)
        driver.context.typeface.overflows.clear()
        for button in BUTTONS:
            middle = table.board.outside(box_of(button, table.stage.width, BAR_Y)).center
            driver.send(PointerMoved(*middle))
            driver.step(2)
        for square in ((4, 3), (2, 3), (12, 10), (9, 3)):
            middle = table.board.outside(Box(*stage.on_map(square), 0, 0)).center
            driver.send(PointerMoved(*middle))
            driver.step(2)
        assert not driver.context.typeface.overflows


@pytest.mark.parametrize(("size", "taken"), [((64, 64), True), ((128, 128), False)])
def test_two_presses_lead_from_a_level_of_the_workshop_to_its_cisterns(size: tuple[int, int], taken: bool) -> None:
    """P and Return; why a level is not taken is said."""
    level = level_of(Recipe("bsp", METHODS["bsp"].version, 3, *size))

    def make(context: Context) -> WorkshopScene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), date(2026, 1, 1))

    with driving(make) as driver:
        workshop = driver.top
        assert isinstance(workshop, WorkshopScene)
        workshop.open_level(level)
        driver.send(KeyPressed("p"))
        driver.step(4)
        if not taken:
            assert isinstance(workshop.context.notify, Told) and len(workshop.context.notify) == 1
            assert driver.top is workshop
            return
        driver.until(lambda: isinstance(driver.top, SetupScene))
        setup = driver.top
        driver.step(40)
        assert isinstance(setup, SetupScene) and read_any(str(setup.options["level"])) == level
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, TableScene))


def test_a_button_that_is_held_on_waiting_ends_where_the_menu_opens() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        middle = table.board.outside(box_of("wait", table.stage.width, BAR_Y)).center
        driver.send(PointerMoved(*middle), PointerPressed(*middle))
        driver.until(lambda: table.feed.view.turn >= 3)
        driver.command(CommandName.MENU)
        driver.until(lambda: driver.top is not table)
        assert stage.hand.held is None
        driver.send(PointerReleased(*middle))
        turn = table.feed.view.turn
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is table)
        driver.step(90)
        assert table.feed.view.turn <= turn + 1


def test_the_frame_of_a_pointed_square_leaves_the_hourglass_of_who_rests_in_sight() -> None:
    with driving(a_table("human", level=GUIDE)) as driver:
        table, stage = table_of(driver)
        view = table.feed.view
        resting = MonsterSeen("brute", view.heroes[0].x + 2, view.heroes[0].y, 6, False, True)
        stage.reset(replace(view, monsters=(resting,)))
        spot = stage.on_map((resting.x, resting.y))
        pictures = []
        for place in ((2.0, 2.0), table.board.outside(Box(*spot, 0, 0)).center):
            driver.send(PointerMoved(*place))
            driver.step(2)
            pictures.append(driver.context.canvas.surface.copy())
        canvas = table.board.canvas_for(driver.context.canvas)
        window = Window.of(canvas, stage.map, stage.camera.middle, stage.camera.zoom)
        left, top = window.corner(resting.x, resting.y)
        sign = resting_sign(window.size * 9 // 16)
        opaque = [
            (x, y)
            for x, y in product(range(sign.get_width()), range(sign.get_height()))
            if sign.get_at((x, y))[3] > 250
        ]
        corner = left + window.size * 9 // 16, top - window.size // 8
        without, pointed = ([picture.get_at((corner[0] + x, corner[1] + y)) for x, y in opaque] for picture in pictures)
        assert (
            opaque
            and max(abs(a - b) for pair in zip(without, pointed, strict=True) for a, b in zip(*pair, strict=True)) < 12
        )
        assert pictures[0].get_at((left, top + window.size // 2)) != pictures[1].get_at((left, top + window.size // 2))


def test_a_step_that_the_guide_does_not_wait_for_is_refused_with_its_reason() -> None:
    with driving(lambda context: GuideTable(context, "cisterns")) as driver:
        while True:
            driver.until(lambda: speaks(driver))
            guide = driver.top
            assert isinstance(guide, GuideTable) and guide.step_now is not None
            if guide.step_now.name == "meet":
                break
            obey(driver, guide.step_now)
        driver.until(lambda: guide.board.choosing)
        driver.command(CommandName.LEFT)
        driver.step(2)
        assert guide.stage.reason == "guide.refuse", "nothing stands in the way"  # type: ignore[attr-defined]


@pytest.mark.parametrize("seats", [1, 3])
def test_a_crawl_gives_its_map_the_table_until_a_person_unfolds_what_lay_beside_it(seats: int) -> None:
    with driving(lambda context: arcade.table(context, plan("cisterns", *["human"] * seats))) as driver:
        driver.until(lambda: isinstance(driver.top, TableScene))
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, CisternsStage)
        area, panels = table.layout.board, table.layout.panels
        assert table.stage.width / table.stage.height == pytest.approx(area.width / area.height, rel=0.01)
        assert area.width * area.height > 0.6 * 1280 * 720 and not any(area.colliderect(panel) for panel in panels)
        driver.send(KeyPressed("p"))
        driver.step(2)
        assert table.layout.board.width < 0.8 * area.width and table.log.visible
        assert table.stage.map.width == table.stage.width


def touched(driver: Driver, x: float, y: float, *, seconds: float = 0.0, to: tuple[float, float] | None = None) -> None:
    """Lay a finger on a point of the stage, hold it, drag it to another point, and lift it."""
    finger(driver, pygame.MOUSEBUTTONDOWN, x, y)
    for _ in range(round(60 * seconds)):
        driver.step()
    if to is not None:
        finger(driver, pygame.MOUSEMOTION, *to)
    finger(driver, pygame.MOUSEBUTTONUP, *(to or (x, y)))
    driver.step(2)


def test_upright_a_tap_walks_a_finger_that_rests_is_told_and_a_drag_pans() -> None:
    with driving(a_table("human"), size=(412, 690)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, CisternsStage)
        stage = table.stage
        driver.until(lambda: table.board.choosing and not stage.busy)
        assert (stage.width, stage.map.width) == (404, 404) and stage.map.height >= 336
        assert box_of("wait", stage.width, stage.bar_y).height >= 44
        view, played = table.feed.view, len(table.feed.entries)
        hero = view.heroes[0]
        step = next(action for action in table.feed.choice.legal if isinstance(action, Step))  # type: ignore[union-attr]
        beside = hero.x + HEADINGS[step.heading][0], hero.y + HEADINGS[step.heading][1]
        touched(driver, *stage.on_map(beside), seconds=0.6)
        assert stage._tap.told and len(table.feed.entries) == played
        touched(driver, *box_of("wait", stage.width, stage.bar_y).center, seconds=0.6)
        assert stage._tip(view, 0) == [table.texts.line("cisterns.button.wait")] and len(table.feed.entries) == played
        touched(driver, *stage.on_map(beside), to=(stage.on_map(beside)[0] - 60, stage.on_map(beside)[1]))
        assert stage.camera.taken and len(table.feed.entries) == played
        touched(driver, *stage.camera.outside(beside[0] + 0.5, beside[1] + 0.5))
        driver.until(lambda: len(table.feed.entries) > played)
        assert not table.confirming.visible
        moved = table.feed.view.heroes[0]
        assert (moved.x, moved.y) == beside


def test_who_only_watches_a_crawl_is_not_told_of_stairs_that_they_did_not_find() -> None:
    with driving(a_table("random", size="small")) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.stage.view is not None and table.stage.view.floor)
        assert table.summary() is None
