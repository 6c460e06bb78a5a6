"""The picture of the drawing game: strokes by mouse and keys, a round at one screen, lines that are told apart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from math import inf

import pygame
import pytest
from msgspec.structs import replace as replaced

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.freehand.points import ink_of, pairs
from game.cabinets.sketch.stage.effects import Count, Hands
from game.cabinets.sketch.stage.freehand import ink
from game.cabinets.sketch.stage.freehand.ink import Easel, WetLine, draw_wet
from game.cabinets.sketch.stage.freehand.pen import Pen
from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.pad import Pad
from game.cabinets.sketch.stage.stage import SketchStage
from game.cabinets.sketch.stage.writing import Writing
from game.cabinets.sketch.state import NOBODY, Guess, Options
from game.core.rules import OMNISCIENT, SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    CommandReleased,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextTyped,
)
from game.engine.scene import Context
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import TableHead
from game.scenes.table.widgets.panels import SeatPanel
from tests.scenes.scene_driver import Driver, driving


@pytest.fixture
def driver() -> Iterator[Driver]:
    def table(context: Context) -> TableScene:
        context.settings.motion.pace = "instant"
        people = tuple(SeatPlan(name, "human") for name in ("Mina", "Jun", "Ara", "Bo", "Dan"))
        return TableScene(context, LocalFeed(SKETCH, MatchPlan("sketch", people, Options(laps=1, goal=3), 5)))

    with driving(table) as driver:
        yield driver


def at(driver: Driver) -> TableScene:
    found = driver.top
    assert isinstance(found, TableScene)
    return found


def stage(driver: Driver) -> SketchStage:
    found = at(driver).stage
    assert isinstance(found, SketchStage)
    return found


def look(driver: Driver) -> None:
    """Everybody looks at what is for them alone; then somebody is asked."""
    table = at(driver)
    for _ in range(40):
        driver.until(lambda: table.conductor.curtain is not None or table.board.choosing)
        curtain = table.conductor.curtain
        if curtain is None or table.conductor.lifted:
            return
        assert stage(driver).surroundings.viewer == SPECTATOR and stage(driver).view.word is None  # type: ignore[union-attr]
        driver.step(30)
        driver.send(Command(CommandName.CONFIRM))
        driver.step(30)
        if curtain.choosing:
            return
        driver.send(CommandReleased(CommandName.CONFIRM))
        driver.step(3)


def press(driver: Driver, *names: CommandName) -> None:
    for name in names:
        driver.context.stack.handle(Command(name, FIRST_PAD))
        driver.app.step([], draw=False)
        driver.app.step([], draw=False)
    driver.step()


def pointer(driver: Driver, *places: tuple[float, float]) -> None:
    """A stroke by mouse, in units of the canvas."""
    board, shown = at(driver).board, stage(driver)
    scale = board.box.height / shown.height
    points = [shown.places.on_stage(*place) for place in places]
    points = [(board.box.left + x * scale, board.box.top + y * scale) for x, y in points]
    driver.send(PointerMoved(*points[0]), PointerPressed(*points[0]))
    for place in points[1:]:
        driver.context.stack.handle(PointerMoved(*place))
        driver.app.step([], draw=False)
    driver.send(PointerReleased(*points[-1]))


def phase(driver: Driver) -> str:
    view = stage(driver).view
    return view.phase if view else ""


def act(driver: Driver) -> str:
    """Do by the pad what is asked now, and name the odd one where one votes; the phase."""
    asked = phase(driver)
    shown = stage(driver)
    choice = shown.choice
    match asked:
        case "talk":
            check_timeline(driver)
            press(driver, CommandName.LEFT, CommandName.CONFIRM, CommandName.CONFIRM)
        case "pose" | "first" | "judge":
            press(driver, CommandName.CONFIRM, CommandName.CONFIRM)
        case "stroke":
            press(driver, *[CommandName.CONFIRM] * 4)
            assert isinstance(shown.task, Hand) and shown.task.pen.down, "presses too many send no dot"
            press(driver, *[CommandName.RIGHT] * 4)
            shown.surroundings.hand.take(Command(CommandName.RIGHT, FIRST_PAD))
            assert shown.task.way == "hand_pad"
            press(driver, CommandName.CONFIRM, CommandName.CONFIRM)
        case "vote":
            truth = at(driver).feed.match.view(OMNISCIENT).odd  # type: ignore[attr-defined]
            assert shown.view and shown.timeline.drawn(shown.view) == inf, "who looked back sees all as they vote"
            aims = {path[0] for path in choice.paths}  # type: ignore[union-attr]
            for _ in range(8):
                if f"seat{truth}" in aims and choice.focus != f"seat{truth}":  # type: ignore[union-attr]
                    press(driver, CommandName.DOWN)
                    assert choice.focus == f"seat{shown.pointed(shown.view)}", "keys light strokes as a pointer does"  # type: ignore[union-attr]
            press(driver, CommandName.CONFIRM, CommandName.CONFIRM, CommandName.CONFIRM)
        case "guess":
            # q is ㅂ in Hangul; the last row has the keys that send
            press(driver, CommandName.DOWN, CommandName.CONFIRM, CommandName.UP)
            assert isinstance(shown.task, Writing) and shown.task.keys.shown and shown.draft() == Guess("ㅂ")
            for _ in range(3):
                press(driver, CommandName.RIGHT)
            press(driver, CommandName.CONFIRM)
    return asked


def check_timeline(driver: Driver) -> None:
    """Keys and the pointer go back to what was drawn, and a stroke that is pointed at tells its seat."""
    shown, board = stage(driver), at(driver).board
    view = shown.view
    assert view is not None
    whole = len(view.strokes)
    press(driver, CommandName.LEFT, CommandName.LEFT)
    assert whole - 2 <= shown.timeline.drawn(view) < whole
    assert shown.choice is not None and shown.choice.focus is None
    scale = board.box.height / shown.height

    def point(x: float, y: float) -> None:
        driver.send(PointerMoved(board.box.left + x * scale, board.box.top + y * scale))

    point(*shown.places.moment(0, whole).center)
    driver.step(60)
    assert shown.timeline.drawn(view) == 1
    point(*shown.places.on_stage(*view.strokes[-1].points[:2]))
    assert shown.timeline.drawn(view) == math.inf and shown.pointed(view) == view.strokes[-1].seat
    assert shown.pointed(replaced(view, phase="stroke")) == NOBODY, "the pointer lies where one's own stroke ended"


def test_five_people_at_one_screen_play_a_whole_match_by_a_pad(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table, phases = at(driver), set[str]()
    rings: list[tuple[float, float]] = []
    ahead = set[str]()
    monkeypatch.setattr(SeatPanel, "draw_ring", lambda _panel, _canvas, *told: rings.append(told))
    monkeypatch.setattr(TableHead, "draw_deadline", lambda _head, _canvas, _ribbon, *told: rings.append(told))
    for _ in range(80):
        driver.until(lambda: table.feed.over or table.conductor.curtain is not None or table.board.choosing)
        if table.feed.over:
            break
        if phase(driver) == "talk":
            assert not table.feed.unhurried and table.feed.deadline
        deadline = table.feed.deadline
        if deadline and deadline.at - driver.app.context.clock.now() > deadline.seconds + 1:
            ahead.add(phase(driver))
        driver.step()
        look(driver)
        phases.add(act(driver))
        driver.app.step([], draw=False)
    assert table.feed.over and phases == {"pose", "first", "stroke", "talk", "vote", "guess", "judge"}
    assert "pose" in ahead and rings and all(left <= seconds + 0.5 for left, seconds in rings), (
        "time that has not begun is not counted down"
    )


def test_a_stroke_by_mouse_stands_is_begun_again_and_sent(driver: Driver) -> None:
    table = at(driver)
    look(driver)
    press(driver, CommandName.CONFIRM, CommandName.CONFIRM)
    look(driver)
    press(driver, CommandName.CONFIRM, CommandName.CONFIRM)
    driver.until(lambda: phase(driver) == "stroke" and table.board.choosing)
    hand = stage(driver).task
    assert isinstance(hand, Hand)
    pointer(driver, (1100, 300))
    assert stage(driver).reason == "sketch.refuse.outside" and not hand.pen.points
    for left in (1, 0):
        pointer(driver, (200, 200), (300, 240), (400, 200))
        assert hand.pen.stands and not stage(driver).view.strokes  # type: ignore[union-attr]
        driver.send(KeyPressed("backspace"))
        assert not hand.pen.points and hand.pen.again_left == left
    pointer(driver, *((100 + 800 * (step % 2), 100 + 30 * step % 500) for step in range(40)))
    assert hand.pen.is_over and ink_of(pairs(hand.pen.points)) <= 3000
    driver.send(KeyPressed("backspace"))
    assert hand.pen.points, "twice is enough"
    sent = hand.pen.points
    driver.until(lambda: bool(stage(driver).view.strokes), 300)  # type: ignore[union-attr]
    assert stage(driver).view.strokes[0].points == sent  # type: ignore[union-attr]


def to_strokes(driver: Driver) -> None:
    """The master has chosen a word and who begins; somebody is asked for a stroke."""
    for _ in range(2):
        look(driver)
        press(driver, CommandName.CONFIRM, CommandName.CONFIRM)
    driver.until(lambda: phase(driver) == "stroke" and at(driver).board.choosing)


def test_who_forgot_the_word_looks_again_behind_the_curtain(driver: Driver) -> None:
    to_strokes(driver)
    conductor, shown = at(driver).conductor, stage(driver)
    asked = shown.asked
    pointer(driver, (200, 200), (300, 240))
    drawn = shown.task
    driver.send(KeyPressed("n"))
    driver.until(lambda: conductor.curtain is not None)
    driver.step(40)
    assert conductor.curtain is not None and conductor.curtain.seat == asked and not conductor.curtain.choosing
    driver.send(Command(CommandName.CONFIRM))
    driver.step(40)
    assert shown.view is not None and (shown.view.word is not None or shown.view.odd == asked)
    driver.send(CommandReleased(CommandName.CONFIRM))
    driver.until(lambda: at(driver).board.choosing)
    assert shown.asked == asked and shown.task is drawn, "the line that was begun is still there"
    assert shown.view.word is None


def test_where_no_note_is_out_it_is_said(driver: Driver) -> None:
    look(driver)
    driver.send(KeyPressed("n"))
    assert stage(driver).reason == "sketch.refuse.no_note"


def test_the_master_writes_a_word_of_their_own(driver: Driver) -> None:
    look(driver)
    press(driver, CommandName.CONFIRM, CommandName.UP, CommandName.DOWN, CommandName.DOWN, CommandName.DOWN)
    shown = stage(driver)
    shown.choice.focus = "own"  # type: ignore[union-attr]
    press(driver, CommandName.CONFIRM)
    assert shown.wants_text and shown.instruction() == ("sketch.ask.write", {})
    back = next(button.box.center for button in shown.writing.buttons() if button.name == "back")  # type: ignore[union-attr]
    shown.handle(PointerPressed(*back))
    assert not shown.wants_text and shown.choice is not None, "back to the dealt words"
    shown.choice.focus = "own"
    press(driver, CommandName.CONFIRM)
    # Latin keys write Hangul, for who has no input method
    driver.send(TextTyped("rhkwk"), Command(CommandName.CONFIRM), TextTyped("과자"), Command(CommandName.CONFIRM))
    driver.step(3)
    assert shown.reason == "sketch.refuse.same"
    driver.send(TextTyped("약과" * 5_000))
    assert shown.reason == "sketch.refuse.write" and len(shown.writing.line.text) == 24  # type: ignore[union-attr]
    shown.writing.line.clear()  # type: ignore[union-attr]
    driver.send(TextTyped("약과"), Command(CommandName.CONFIRM))
    driver.until(lambda: shown.view is not None and shown.view.category == "과자")


def test_a_master_shows_computers_what_no_list_has() -> None:
    def table(context: Context) -> TableScene:
        context.settings.motion.pace = "instant"
        seats = (SeatPlan("Mina", "human"), *(SeatPlan(f"{n}", "apprentice") for n in range(4)))
        return TableScene(context, LocalFeed(SKETCH, MatchPlan("sketch", seats, Options(words="free"), 11)))

    with driving(table) as driver:
        driver.until(lambda: phase(driver) == "pose" and at(driver).board.choosing)
        driver.send(TextTyped("과자"), Command(CommandName.CONFIRM), TextTyped("약과"), Command(CommandName.CONFIRM))
        driver.step(3)
        shown = stage(driver)
        assert isinstance(shown.task, Pad) and not shown.wants_text
        for number in range(5):
            pointer(driver, (200 + 90 * number, 200), (240 + 90 * number, 500))
        driver.send(KeyPressed("backspace"))
        assert len(shown.task.strokes) == 4
        press(driver, CommandName.NEXT)
        driver.until(lambda: phase(driver) == "first")
        assert shown.view is not None and len(shown.view.model) == 4 and shown.view.word == "약과"


def test_on_a_stall_the_paper_is_never_bare(driver: Driver) -> None:
    look(driver)
    shown = stage(driver)
    assert shown.view is not None and not shown.view.strokes
    little = Canvas(pygame.Surface((400, 240)), 0.3)
    shown.draw(little)
    marks = {tuple(little.surface.get_at((x, y)))[:3] for x in range(0, 400, 2) for y in range(0, 240, 2)}
    assert sum(max(mark) - min(mark) > 90 for mark in marks) > 8, "lines in the colours of the seats"


def test_an_impatient_press_skips_one_beat_of_what_is_told_not_votes_who_was_odd_and_points() -> None:
    def table(context: Context) -> TableScene:
        context.settings.motion.pace = "normal"
        seats = tuple(SeatPlan(f"{n}", "random") for n in range(5))
        options = Options(master="machine", laps=1, talk=0, judge="exact")
        feed = LocalFeed(SKETCH, MatchPlan("sketch", seats, options, 5))
        feed.seat_bots(None, inline=True)
        return TableScene(context, feed)

    with driving(table) as driver:

        def told() -> tuple[bool, ...]:
            """Whether a count, hands, votes, who was odd, and points have been seen when this is."""
            shown = stage(driver)
            picture, effects = shown.picture, {type(effect) for effect, _ in shown.script.effects}
            assert picture is not None
            votes = picture.votes and bool(picture.view.counts)
            return Count in effects, Hands in effects, votes, picture.odd is not None, any(picture.points)

        driver.until(lambda: told()[0])
        shown = driver.top
        assert isinstance(shown, TableScene)
        assert shown.ribbon().text == driver.context.texts.line("table.turn.told")
        seen, frames = set[int](), 0
        while not any(told()[4:]):
            press(driver, CommandName.HURRY)
            seen |= {number for number, here in enumerate(told()) if here}
            frames += 3
        assert seen == {0, 1, 2, 3, 4} and frames > 100
        while told()[3]:
            press(driver, CommandName.HURRY)
            frames += 3
        assert stage(driver).picture.points and frames > 200, "what the round gave stands for a moment"  # type: ignore[union-attr]


class Paper(Easel):
    paper = Box(40, 30, 800, 600)  # type: ignore[assignment]


def test_a_growing_line_is_drawn_as_a_finished_one_and_stamps_only_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    stamps: list[int] = []
    made = ink._stepped
    monkeypatch.setattr(ink, "_stepped", lambda line, apart: stamps.append(len(made(line, apart))) or made(line, apart))
    pen, wet, drawn = Pen(0), WetLine(), Canvas.fit(pygame.Surface((1280, 720)))
    pen.press(100, 300)
    frames = []
    for step in range(400):
        pen.move(100 + 2 * step, 300 + 200 * math.sin(step / 9))
        stamps.clear()
        drawn.surface.fill("white")
        wet.draw(drawn, Paper(), pen.line, "#102030")
        frames.append(sum(stamps))
    assert max(frames[-100:]) <= max(frames[100:200])
    whole = Canvas.fit(pygame.Surface((1280, 720)))
    whole.surface.fill("white")
    draw_wet(whole, Paper(), pen.points, "#102030")
    mine, all_at_once = (pygame.mask.from_threshold(each.surface, "#102030", (60, 60, 60)) for each in (drawn, whole))
    assert mine.overlap_area(all_at_once, (0, 0)) > 0.97 * max(mine.count(), all_at_once.count()) > 10_000
