"""The results: who won, why, and how it went."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from game.cabinets.listed import CABINETS
from game.core.rules import Result, SeatResult
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import FIRST_PAD, CommandName, PointerMoved
from game.engine.scene import Context
from game.engine.text import Typeface, Weight
from game.engine.widgets import Button
from game.engine.widgets.parts.style import Style
from game.ground.details import details_of
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.scenes import arcade
from game.scenes.charts.scores import ScoreChart, grid_values
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.turns import turns_of
from game.scenes.staging.looks import looks_for
from game.scenes.staging.preview import PreviewPicture, last_picture
from game.scenes.table.finished import FinishedMatch
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import FRAME, ResultsScene
from tests.engine.widgets.page_driver import SIZES, widgets
from tests.in_turns import in_turns
from tests.scenes.scene_driver import driving, plan, played

CHOICES = (MenuChoice.AGAIN, MenuChoice.WATCH, MenuChoice.TITLE)


def finished(game: str, seats: int, settings: Settings) -> FinishedMatch:
    feed = played(LocalFeed(CABINETS[game], plan(game, *["human"] * seats)))
    assert feed.result is not None
    return FinishedMatch(game, looks_for(feed.seats, settings), feed.result, tuple(feed.entries))


def scene(context: Context, game: str = "marrakech", seats: int = 4) -> ResultsScene:
    return ResultsScene(context, finished(game, seats, context.settings), CHOICES)


def test_confirm_that_was_meant_for_the_match_starts_no_other() -> None:
    with driving(scene) as driver:
        results = driver.top
        driver.step(150)
        for _ in range(3):
            driver.command(CommandName.CONFIRM)
            driver.step(60)
            assert driver.top is results
        driver.step(60)
        driver.command(CommandName.CONFIRM)
        assert driver.context.stack.top is None


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("size", [(1280, 720), (412, 690), (412, 892)])
def test_a_message_covers_neither_who_won_nor_a_button(size: tuple[int, int], seats: int) -> None:
    with driving(lambda context: arcade.table(context, plan("marrakech", *["human"] * seats)), size=size) as driver:
        results = scene(driver.context, seats=seats)
        driver.context.stack.push(results)
        driver.step(60)
        assert driver.top is results and results.design.upright == (size[0] < size[1])
        typeface, head = results.style.typeface, results.head
        driver.context.notify("Leila has left the room, and a computer plays on in this seat until she is back.")
        driver.step()
        places = driver.app.toasts.boxes(driver.context.stack.notice_place)
        wide = max(typeface.measure(head.title, theme.TITLE, Weight.BOLD), typeface.measure(head.subtitle, theme.BODY))
        title = Box(results.design.width / 2 - wide / 2, 0, wide, 28 + 26 + 2 * typeface.leading(theme.TITLE))
        covered = [title, *(button.box for button in widgets(driver, Button))]
        assert places and not [(place, box) for place in places for box in covered if place.colliderect(box)]


@pytest.mark.parametrize(("seats", "ended"), [(1, "fallen"), (2, "fallen"), (1, "escaped"), (3, "escaped")])
def test_who_stands_or_falls_as_one_has_neither_won_alone_nor_drawn(seats: int, ended: str) -> None:
    def make(context: Context) -> ResultsScene:
        whole = (
            finished("nullgame", seats, context.settings) if seats > 1 else finished("cisterns", 1, context.settings)
        )
        lines = tuple(SeatResult(1, 60, {}) for _ in range(seats))
        result = Result(lines, f"cisterns.end.{ended}")
        return ResultsScene(context, replace(whole, game="cisterns", result=result), CHOICES)

    with driving(make) as driver:
        results = driver.top
        assert isinstance(results, ResultsScene)
        assert results.head.won == (ended == "escaped")
        assert results.head.title == {"fallen": "Fallen.", "escaped": "Out alive!"}[ended]
        driver.step(2)


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_last_position_stands_where_no_points_are_charted(text_size: int) -> None:
    def make(context: Context, game: str) -> ResultsScene:
        board = last_picture(context, played(LocalFeed(CABINETS[game], plan(game, "human", "human"))))
        return ResultsScene(context, finished(game, 2, context.settings), CHOICES, board)

    for game, shown in (("tablut", True), ("marrakech", False)):
        with driving(partial(make, game=game), size=SIZES[0], text_size=text_size) as driver:
            pictures = widgets(driver, PreviewPicture)
            assert len(pictures) == shown
            for picture in pictures:
                assert FRAME.contains(picture.box) and picture.box.height >= 200
                assert not any(picture.box.colliderect(button.box) for button in widgets(driver, Button))


def test_the_best_stand_first() -> None:
    with driving(scene) as driver:
        assert isinstance(driver.top, ResultsScene)
        lines = driver.top.finished.result.seats
        assert [lines[seat].rank for seat in driver.top.order] == sorted(line.rank for line in lines)


def test_scores_that_only_tell_who_is_ahead_are_neither_charted_nor_counted() -> None:
    for game, points in (("tablut", False), ("marrakech", True)):
        with driving(partial(scene, game=game, seats=2)) as driver:
            assert isinstance(driver.top, ResultsScene)
            assert driver.top.finished.charted == points
            assert bool(driver.top._score_chart) == points


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_way_on_is_within_the_panel_in_large_text(language: str) -> None:
    longest = (
        MenuChoice.AGAIN,
        MenuChoice.STRONGER,
        MenuChoice.ROOM,
        MenuChoice.LEDGER,
        MenuChoice.REVIEW,
        MenuChoice.WATCH,
        MenuChoice.TITLE,
    )

    def make(context: Context) -> ResultsScene:
        return ResultsScene(context, finished("nullgame", 2, context.settings), longest)

    with driving(make, size=SIZES[0], text_size=150, language=language) as driver:
        buttons = widgets(driver, Button)
        assert len(buttons) == len(longest) + 1
        assert all(FRAME.left < button.box.left and button.box.right < FRAME.right for button in buttons)
        assert all(button.label or button.tooltip for button in buttons) and buttons[0].label
        assert driver.context.typeface.overflows == []


def test_a_result_is_told_point_by_point_in_both_languages() -> None:
    line = SeatResult(1, 49, {"squares": 12, "dirhams": 37, "out": False, "internal": 3})
    for language in ("en", "ko"):
        assert [detail.value for detail in details_of(line, "marrakech", Texts(language))] == ["12", "37"]
    out = SeatResult(4, 3, {"out": True})
    assert [detail.value for detail in details_of(out, "marrakech", Texts("en"))] == ["yes"]


def test_a_list_tells_what_the_details_before_it_came_to() -> None:
    line = SeatResult(1, 9, {"score": 9, "squares": 12, "dirhams": 37, "worth": [80, 20]})
    found = details_of(line, "marrakech", Texts("en"))
    assert [(detail.value, detail.worth) for detail in found] == [("12", 80), ("37", 20)]


def test_the_answer_is_what_was_chosen() -> None:
    answers: list[object] = []
    with driving(scene) as driver:
        driver.top.stack.pop = lambda value=None: answers.append(value)  # type: ignore[method-assign]
        driver.step(250)
        driver.command(CommandName.CONFIRM)
        driver.command(CommandName.LEFT)
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        driver.command(CommandName.BACK)
    assert answers == [MenuChoice.AGAIN, MenuChoice.WATCH, None]


@pytest.mark.parametrize(
    ("ranks", "person", "title", "won"),
    [
        ((1, 1, 3), 0, "You share the win!", True),
        ((1, 1, 3), 2, "Seat 0, Seat 1 share the win!", False),
        ((1, 1, 1), 0, "A draw!", False),
    ],
    ids=["shared", "shared-by-others", "draw"],
)
def test_several_may_share_the_win_and_all_of_them_draw(
    ranks: tuple[int, ...], person: int, title: str, won: bool
) -> None:
    result = Result(tuple(SeatResult(rank, 5) for rank in ranks), "nullgame.end.last_stone")

    def make(context: Context) -> ResultsScene:
        looks = finished("nullgame", len(ranks), context.settings).looks
        looks = [replace(look, person=seat == person) for seat, look in enumerate(looks)]
        return ResultsScene(context, FinishedMatch("nullgame", looks, result, ()), CHOICES)

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, ResultsScene)
        driver.step(20)
        assert driver.context.typeface.overflows == []
        assert (scene.head.title, scene.head.won) == (title, won)


def test_without_known_scores_there_is_no_chart() -> None:
    def make(context: Context) -> ResultsScene:
        told = finished("marrakech", 4, context.settings)
        entries = tuple(replace(entry, scores=()) for entry in told.entries)
        return ResultsScene(context, replace(told, entries=entries), CHOICES)

    with driving(make) as driver:
        driver.step(20)
        assert not any(isinstance(widget, ScoreChart) for widget in driver.top.group.widgets)
        assert driver.context.typeface.overflows == []


def test_the_chart_has_a_value_for_every_turn() -> None:
    found = finished("marrakech", 3, Settings())
    with driving(scene) as driver:
        chart = ScoreChart(Style.of(driver.context), Box(0, 0, 400, 200), found.looks)
    for count in (*range(0, len(found.entries), 7), len(found.entries)):
        chart.show(found.entries[:count])
    assert [point.number for point in chart.points] == list(range(len(turns_of(found.entries))))
    assert chart.points[0].scores == (30, 30, 30)
    assert chart.points[-1].scores == tuple(line.score for line in found.result.seats)
    values = [score for point in chart.points for score in point.scores]
    assert (chart.points[-1].low, chart.points[-1].high) == (min(values), max(values))


def test_points_to_be_reached_are_in_the_chart_from_the_beginning() -> None:
    found = finished("gems", 2, Settings())
    with driving(scene) as driver:
        canvas = driver.context.canvas
        drawn = []
        for goal in (None, 15):
            chart = ScoreChart(Style.of(driver.context), Box(0, 0, 400, 200), found.looks, goal)
            chart.show(found.entries[:30])
            assert chart.points[-1].high < 15
            canvas.surface.fill("black")
            chart.draw(canvas)
            drawn.append({color[:3] for x in range(400) if (color := canvas.surface.get_at(canvas.pixel(x, 10)))})
        plain, marked = drawn
        assert len(plain) < len(marked), "a line at the top"


@pytest.mark.parametrize("language", ["ko", "en"])
def test_four_seats_have_room_for_all_that_a_game_tells_of_them(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    written: list[str] = []
    line = Typeface.line

    def noted(self: Typeface, canvas: Canvas, text: str, *more: object, **named: object) -> object:
        written.append(text)
        return line(self, canvas, text, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Typeface, "line", noted)
    with driving(partial(scene, game="gems"), language=language) as driver:
        driver.step(20)
        shown, told = driver.top, " · ".join(written)
        assert isinstance(shown, ResultsScene)
        for seat in shown.finished.result.seats:
            for detail in details_of(seat, "gems", shown.texts):
                assert detail.said in told
        assert driver.context.typeface.overflows == []


def test_pointing_at_the_chart_tells_a_turn() -> None:
    with driving(scene) as driver:
        chart = next(w for w in driver.top.group.widgets if isinstance(w, ScoreChart))  # type: ignore[attr-defined]
        driver.step(30)
        before = driver.context.canvas.surface.copy()
        driver.send(PointerMoved(*chart.box.center))
        driver.step()
        area = driver.context.canvas.pixels(chart.box)
        after = driver.context.canvas.surface
        assert before.subsurface(area).get_buffer().raw != after.subsurface(area).get_buffer().raw


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 9), (-3, 55), (27, 54), (0, 100_000)])
def test_a_chart_has_few_and_round_lines(low: int, high: int) -> None:
    values = grid_values(low, high)
    assert 2 <= len(values) <= 6
    assert all(low <= value <= high for value in values)


@in_turns(language=["ko", "en"], size=SIZES, text_size=[100, 150])
@pytest.mark.parametrize(("game", "seats"), [("marrakech", 4), ("marrakech", 2), ("nullgame", 1)])
def test_no_text_overflows(language: str, size: tuple[int, int], text_size: int, game: str, seats: int) -> None:
    with driving(
        lambda context: scene(context, game, seats), size=size, language=language, text_size=text_size
    ) as driver:
        driver.step(20)
        assert driver.context.typeface.overflows == []
