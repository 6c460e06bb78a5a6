"""The law of upright scenes: no text is cut, what is read has letters of 14 units, what is pressed is 44 units high."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.cabinets.cisterns.scenes.daily import daily
from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.bot.loading import HUMAN
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.scene import Context, Scene
from game.engine.stage import Speaking, StandsUpright
from game.engine.text import Typeface
from game.engine.widgets.parts.button import Button, Pressable
from game.ground.days import note_day
from game.ground.texts import LANGUAGES
from game.kit.widgets import StageButton
from game.scenes import arcade
from game.scenes.evaluation.start import EvaluateScene, EvaluationPlan
from game.scenes.files.chooser import FileChooser
from game.scenes.guests.room import GuestRoom
from game.scenes.lobby.table import LanTable
from game.scenes.replays.table import ReplayTable
from game.scenes.review.table import ReviewTable
from game.scenes.settings.scene import SettingsScene, Tab
from game.scenes.setup.colours import SeatColours
from game.scenes.setup.friends import FriendsList
from game.scenes.table.drawer import Page
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from game.scenes.table.speech import SpeechDialog
from game.scenes.title.scene import TitleScene
from net.messages import Said
from tests import ROOT
from tests.in_turns import in_turns
from tests.scenes.lan.test_table import asked, at_table
from tests.scenes.scene_driver import Driver, driving, plan, play_out
from tests.showroom.lan import OWNER, StillClient, room, welcome
from tests.showroom.moment import Moment
from tests.showroom.scenes import maker

pytestmark = pytest.mark.usefixtures("plain_home")

UPRIGHT = sorted(game for game, stage in STAGES.items() if stage.upright)
WITH_DRAWER = [game for game in UPRIGHT if game != "l4g"]
"""L4G has tabs of its own, and no panels."""
HEIGHTS = (690, 780, 892)
READ, PRESSED = 14.0, 44.0
FOR_THE_GLANCE = {
    "draw_labels": 12.5,  # the rims of boards
    "chip": 8.5,
    "pill": 8.5,
    "draw_stone": 5.0,  # on cards and nobles, which are shown large where they are pointed at
    "draw_token": 8.5,  # in crowds, which are listed where a finger rests
    "draw_plate": 7.5,
    "_standing": 5.0,
    "Chip.draw": 13.0,
    "Note.draw": 13.0,
}
"""The least size of letters that are no sentence, by the function that writes them: signs on pieces, for a glance."""


class Readings:
    """What is written and pressed on a screen while it is drawn."""

    def __init__(self) -> None:
        self.small: set[tuple[str, str, float]] = set()
        self.low: set[tuple[str, float]] = set()
        self.unit = 0.0
        """Pixels to a unit of the frame; 0 while nothing is read."""

    def wrote(self, typeface: Typeface, canvas: Canvas, text: str, size: float) -> None:
        frame = sys._getframe(2)
        while frame.f_code.co_filename.endswith("typeface.py") and frame.f_back is not None:
            frame = frame.f_back
        name = frame.f_code.co_qualname if hasattr(frame.f_code, "co_qualname") else frame.f_code.co_name
        if name == "draw" and "items" in frame.f_code.co_filename:
            name = f"{type(frame.f_locals['self']).__name__}.draw"
        least = FOR_THE_GLANCE.get(name, FOR_THE_GLANCE.get(frame.f_code.co_name, READ))
        got = typeface.grown(size) * canvas.scale / self.unit
        if text.strip() and got < least - 0.05:
            self.small.add((name, text, round(got, 1)))


@contextmanager
def read(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Iterator[Readings]:
    """Read all that is drawn meanwhile."""
    readings = Readings()
    readings.unit = driver.context.canvas.scale
    line, draw, paint = Typeface.line, StageButton.draw, Layer.draw

    def written(
        typeface: Typeface, canvas: Canvas, string: str, x: float, y: float, size: float = 16, *more: Any, **named: Any
    ) -> float:
        readings.wrote(typeface, canvas, string, size)
        return line(typeface, canvas, string, x, y, size, *more, **named)

    def drawn(button: StageButton, canvas: Canvas) -> None:
        high = min(button.box.width, button.box.height) * canvas.scale / readings.unit
        if high < PRESSED - 0.5:
            readings.low.add((button.words, round(high, 1)))
        draw(button, canvas)

    def painted(layer: Layer, *drawn: Any) -> None:
        layer.forget()
        paint(layer, *drawn)

    with monkeypatch.context() as patched:
        patched.setattr(Layer, "draw", painted)
        patched.setattr(Typeface, "line", written)
        patched.setattr(StageButton, "draw", drawn)
        driver.context.typeface.forget_overflows()
        yield readings
    for widget in driver.top.group.walk():  # type: ignore[attr-defined]
        if isinstance(widget, Pressable) and widget.box.width and min(widget.box.width, widget.box.height) < PRESSED:
            readings.low.add((type(widget).__name__, round(min(widget.box.width, widget.box.height), 1)))
        if isinstance(widget, Button) and widget.label and widget._content_width() > widget.box.width:
            readings.small.add(("shortened", widget.label, 0.0))


def check(driver: Driver, readings: Readings) -> None:
    assert readings.small == set() and readings.low == set()
    assert driver.context.typeface.overflows == []


def by_finger(make: Any) -> Any:
    def made(context: Context) -> Scene:
        context.hand.finger = True
        return make(context)  # type: ignore[no-any-return]

    return made


@contextmanager
def showing(scene: str, game: str | None, folder: Path, *, turn: int = 12, **window: Any) -> Iterator[Driver]:
    """A scene of the showroom, met by a finger; its match has come to a turn."""
    make, of = maker(scene, game)
    with driving(by_finger(lambda context: make(Moment(context, of, 1, turn, folder))), **window) as driver:
        yield driver


@in_turns(one_in=2, game=UPRIGHT, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_table(game: str, high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = [next(iter(CABINETS[game].bots))] * (CABINETS[game].info.usual_seats - 1)
    match, random = plan(game, HUMAN, *bots), Random(3)
    make = by_finger(lambda context: arcade.table(context, match))
    with driving(make, size=(412, high), language=language, text_size=text_size) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and table.design.upright
        driver.step(3)
        with read(driver, monkeypatch) as readings:
            for number in range(240):
                table.conductor.hurry()
                driver.app.step([], draw=number % 24 == 0)
                choice = table.feed.choice
                if choice is not None and table.board.choosing and choice.legal and not table.feed.over:
                    table.feed.play(choice.seat, random.choice(list(choice.legal)))
                if driver.context.stack.changing or driver.top is not table or table.feed.over:
                    break
        check(driver, readings)
        assert list(table.stage.surroundings.typeface.overflows) == []


@in_turns(one_in=2, game=WITH_DRAWER, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_drawer(game: str, high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_upright_table(game, size=(412, high), language=language, text_size=text_size) as (driver, table):
        assert table.drawer is not None
        with read(driver, monkeypatch) as readings:
            for page in table.drawer.pages:
                table.drawer.turn_to(page)
                driver.step(3)
                table.drawer.open(page)
                driver.step(3)
            table.drawer.close()
        check(driver, readings)


@in_turns(one_in=2, game=WITH_DRAWER, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_seat(game: str, high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_upright_table(game, size=(412, high), language=language, text_size=text_size) as (driver, table):
        assert table.frame is not None
        for panel in table.frame.panels[-1:]:
            table._open_seat(panel.seat)
        driver.step(20)
        with read(driver, monkeypatch) as readings:
            driver.step(3)
        check(driver, readings)


@contextmanager
def at_upright_table(game: str, **window: Any) -> Iterator[tuple[Driver, TableScene]]:
    """A table of a person and bots, some turns on, so that every page has something to show."""
    bots = [next(iter(CABINETS[game].bots))] * (CABINETS[game].info.usual_seats - 1)
    match = plan(game, HUMAN, *bots)
    with driving(by_finger(lambda context: arcade.table(context, match)), **window) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        for _ in range(40):
            choice = table.feed.choice
            if choice is not None and choice.legal and not table.feed.over:
                table.feed.play(choice.seat, next(iter(choice.legal)))
            table.conductor.hurry()
            driver.app.step([], draw=False)
        yield driver, table


@in_turns(high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_chat(high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_table(asked(), size=(412, high), language=language, text_size=text_size) as here:
        here.driver.context.hand.finger = True
        here.hear(Said(OWNER, "Leila", "Carl is the odd one! " * 5), Said(77, "Omar", "gg"))
        with read(here.driver, monkeypatch) as readings:
            here.driver.step(3)
            assert here.table.drawer is not None
            here.table.drawer.open(Page.CHAT)
            here.driver.step(3)
        check(here.driver, readings)


WATCHED = sorted(game for game, stage in STAGES.items() if stage.by_phone == "watch")


@in_turns(game=WATCHED, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_what_is_only_watched(
    game: str, high: int, language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with showing("lan-watch", game, tmp_path, turn=2, size=(412, high), language=language, text_size=text_size) as at:
        table = at.top
        assert isinstance(table, LanTable) and table.watching and table.design == (412, high)
        assert table.drawer is not None
        table.drawer.close()
        at.step(30)
        with read(at, monkeypatch) as readings:
            at.step(3)
        check(at, readings)
        assert list(table.stage.surroundings.typeface.overflows) == []


@in_turns(game=["omok", "sketch", "gems"], high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_room(game: str, high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make = by_finger(lambda context: GuestRoom(context, StillClient(welcome(language, room(language, game)))))
    with driving(make, size=(412, high), language=language, text_size=text_size) as driver:
        driver.step(3)
        with read(driver, monkeypatch) as readings:
            driver.step(20)
        check(driver, readings)


@in_turns(high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_results(high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make = by_finger(lambda context: arcade.table(context, plan("marrakech", HUMAN, HUMAN)))
    with driving(make, size=(412, high), language=language, text_size=text_size) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        play_out(driver, table)
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        driver.step(30)
        with read(driver, monkeypatch) as readings:
            driver.step(20)
        check(driver, readings)


@in_turns(one_in=6, game=UPRIGHT, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_replay(
    game: str, high: int, language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with showing("replay", game, tmp_path, turn=6, size=(412, high), language=language, text_size=text_size) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable) and table.design == (412, high)
        driver.step(3)
        for name in ("Note.draw", "Chip.draw"):  # low panels above a timeline, which a tap shows large
            monkeypatch.setitem(FOR_THE_GLANCE, name, 7.0)
        with read(driver, monkeypatch) as readings:
            for _ in range(4):
                table.step(1)
                table.conductor.hurry()
                driver.step(2)
        check(driver, readings)
        assert list(table.stage.surroundings.typeface.overflows) == []
        frame, foot = Box(0, 0, 412, high), table.layout.foot
        assert foot is not None and table.layout.timeline is not None
        below = [foot.ribbon, table.timeline.box, *(b.box for b in table.group.walk() if b.box.top > foot.ribbon.top)]
        assert all(frame.contains(box) for box in below)
        assert not foot.ribbon.colliderect(table.layout.board) and not foot.ribbon.colliderect(table.layout.timeline)


PUZZLES = tuple(f"{game}-puzzle" for game in ("gems", "omok", "tablut", "volcano", "words"))
PAGES = (
    *PUZZLES,
    "omok-storm",
    "words-storm",
    "history",
    "history-empty",
    "figures",
    "replays",
    "reading",
    "failure",
    "phones",
    "installation",
    "portrait",
    "omok-quiz",
    "omok-puzzles",
    "tablut-puzzles",
    "words-puzzles",
)


@in_turns(one_in=2, page=PAGES, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_page(
    page: str, high: int, language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FOR_THE_GLANCE, "draw_labels", 12.0)  # a board below a card is a little smaller,
    monkeypatch.setattr(sys.modules[__name__], "PRESSED", 42.0)  # and so is what is pressed on it
    with showing(page, None, tmp_path, size=(412, high), language=language, text_size=text_size) as driver:
        assert driver.top.design == (412, high)
        driver.step(3)
        with read(driver, monkeypatch) as readings:
            driver.step(20)
        check(driver, readings)
        frame = Box(0, 0, 412, high)
        for widget in driver.top.group.walk():  # type: ignore[attr-defined]
            assert frame.contains(widget.box) or not isinstance(widget, Button), widget


CROWDED = {
    "lan-heir": "ko",
    "lan-end": "en",
    "join-refused": "en",
    "mix-card": "ko",
    "mix-home": "ko",
    "mix-menu": "en",
    "gems-puzzles": "ko",
}
"""Pages with much on them, and the language in which their words are longest."""


@pytest.mark.slow
@pytest.mark.parametrize(("page", "language"), CROWDED.items())
def test_a_crowded_page(page: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the largest letters on a low frame no word is cut, and no button lies on another one or outside."""
    with showing(page, None, tmp_path, size=(412, 690), language=language, text_size=130) as driver:
        driver.step(60)
        with read(driver, monkeypatch):
            driver.step(3)
        assert driver.context.typeface.overflows == []
        frame, top = Box(0, 0, 412, 690), driver.top
        buttons = [each.box for each in top.group.walk() if isinstance(each, Button) and each.visible]  # type: ignore[attr-defined]
        assert buttons and all(frame.contains(box) for box in buttons)
        assert all(not one.colliderect(other) for one, other in combinations(buttons, 2))
        if isinstance(top, ResultsScene):
            assert top._table.height >= len(top.order) * 30


@in_turns(high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_list_of_days(high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    note_day("cisterns", "2026-10-03", 123_456, counts=True)
    with driving(by_finger(daily), size=(412, high), language=language, text_size=text_size) as driver:
        assert driver.top.design == (412, high)
        driver.step(3)
        with read(driver, monkeypatch) as readings:
            driver.step(3)
        check(driver, readings)


@pytest.mark.slow
def test_a_card_of_a_puzzle_says_its_whole_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    line = Typeface.line

    def noted(typeface: Typeface, canvas: Canvas, string: str, *more: Any, **named: Any) -> float:
        written.append(string)
        return line(typeface, canvas, string, *more, **named)

    monkeypatch.setattr(Typeface, "line", noted)
    with showing("words-puzzle", None, tmp_path, size=(412, 780), language="ko") as driver:
        driver.step(3)
    assert written and [text for text in written if text.endswith("…")] == []


REVIEWED = [game for game in UPRIGHT if CABINETS[game].analyst and not issubclass(STAGES[game], StandsUpright)]


@pytest.mark.slow
@in_turns(game=REVIEWED, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_a_review_and_its_lesson(
    game: str, high: int, language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with showing("review", game, tmp_path, size=(412, high), language=language, text_size=text_size) as driver:
        table = driver.top
        assert isinstance(table, ReviewTable) and table.design == (412, high)
        driver.step(3)
        for name in ("draw_labels", "Note.draw", "Chip.draw"):
            monkeypatch.setitem(FOR_THE_GLANCE, name, 7.0)  # a board that is looked at, not played on
        monkeypatch.setitem(FOR_THE_GLANCE, "pill", 6.0)
        with read(driver, monkeypatch) as readings:
            driver.step(2)
            table.learn()
            driver.step(2)
            table._give_up()
            driver.step(2)
        check(driver, readings)
        card, foot = table.card.layout.frame, table.layout.foot
        assert foot is not None and table.layout.board.bottom < card.top and card.bottom < foot.ribbon.top
        assert table.layout.board.height >= 200


@in_turns(high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_the_street(high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(by_finger(arcade.title), size=(412, high), language=language, text_size=text_size) as driver:
        title = driver.top
        assert isinstance(title, TitleScene) and title.list is not None
        with read(driver, monkeypatch) as readings:
            for row in title.list.rows:
                title.group.focus(row)
                driver.step(2)
        check(driver, readings)


@in_turns(tab=Tab, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_settings(tab: Tab, high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make = by_finger(lambda context: SettingsScene(context, tab))
    with driving(make, size=(412, high), language=language, text_size=text_size) as driver:
        assert driver.top.design.upright
        driver.step(3)
        with read(driver, monkeypatch) as readings:
            driver.step(20)
        check(driver, readings)


def say(driver: Driver) -> Scene:
    table = driver.top
    assert isinstance(table, TableScene) and isinstance(table.stage, Speaking)
    return SpeechDialog(driver.context, 0, table.stage.speech)


OVER: dict[str, tuple[Callable[[Context], Scene], Callable[[Driver], Scene]]] = {
    "say": (lambda context: arcade.table(context, plan("slime", HUMAN, HUMAN)), say),
    "colours": (
        lambda context: arcade.setup(context, "marrakech"),
        lambda driver: SeatColours(driver.context, "Mia", (0, 1)),
    ),
    "friends": (
        lambda context: arcade.setup(context, "marrakech"),
        lambda driver: FriendsList(driver.context, lambda _name: None),
    ),
    "files": (
        lambda context: arcade.setup(context, "marrakech"),
        lambda driver: FileChooser(driver.context, "A file", (".py",), Path.home()),
    ),
    "evaluation": (
        lambda context: arcade.setup(context, "l4g"),
        lambda driver: EvaluateScene(driver.context, plan_of_players(), lambda *_done: None),
    ),
}
"""What is opened over upright scenes: the scene below, and what makes the one above."""


def plan_of_players() -> EvaluationPlan:
    return EvaluationPlan("l4g", ("scout",) * 49, 1000, "souk")


@in_turns(over=OVER, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_what_lies_over(over: str, high: int, language: str, text_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    below, above = OVER[over]
    with driving(by_finger(below), size=(412, high), language=language, text_size=text_size) as driver:
        driver.step(3)
        made = above(driver)
        driver.context.stack.push(made)
        driver.step(3)
        assert driver.top is made and made.design.upright
        with read(driver, monkeypatch) as readings:
            driver.step(3)
        check(driver, readings)
        frame = Box(0, 0, 412, high)
        for widget in made.group.walk():  # type: ignore[attr-defined]
            assert frame.contains(widget.box) or not widget.box.width, widget


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_results_that_are_low_leave_details_out(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evening's lines and five buttons leave four cards no second line."""
    drawn: list[tuple[int, list[str]]] = []
    told = ResultsScene._told

    def noted(scene: ResultsScene, details: Any, room: float, most: int) -> list[str]:
        lines = told(scene, details, room, most)
        drawn.append((most, lines))
        return lines

    monkeypatch.setattr(ResultsScene, "_told", noted)
    with showing("lan-end", None, tmp_path, size=(412, 690), language=language) as driver:
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        driver.step(60)
    assert drawn and all(len(lines) <= most for most, lines in drawn)


@pytest.mark.slow
@in_turns(high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_results_of_many(high: int, language: str, text_size: int, tmp_path: Path) -> None:
    with showing("results", "l4g", tmp_path, size=(412, high), language=language, text_size=text_size) as driver:
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        scene = driver.top
        assert isinstance(scene, ResultsScene)
        driver.step(3)
        buttons = [each.box.top for each in scene.group.walk() if isinstance(each, Button)]
        assert scene._detail is not None and scene._detail.box.bottom < min(buttons)
        assert scene._table.bottom < scene._detail.box.top and scene._table.height >= 80


def test_no_scene_is_laid_out_in_the_middle_of_the_wide_frame_whatever_its_own_is() -> None:
    spoiled = [
        path for path in ROOT.glob("game/scenes/**/*.py") if "DESIGN_WIDTH, DESIGN_HEIGHT)" in path.read_text("utf-8")
    ]
    assert [path.name for path in spoiled] == []


def test_what_is_small_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    make = by_finger(lambda context: arcade.table(context, plan("omok", HUMAN, HUMAN)))
    with driving(make, size=(412, 690)) as driver:
        with read(driver, monkeypatch) as readings:
            driver.context.typeface.line(driver.context.canvas, "too small", 10, 10, 10)
            StageButton(driver.top.style, "flag", "too low").draw(driver.context.canvas)  # type: ignore[attr-defined]
        assert {text for _, text, _ in readings.small} >= {"too small"}
        assert {words for words, _ in readings.low} == {"too low"}
