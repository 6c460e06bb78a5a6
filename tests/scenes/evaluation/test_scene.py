"""Evaluations in the window: read, shown, and their games opened by number."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.cabinets.l4g.evaluation.result import PART_NAMES
from game.cabinets.listed import CABINETS
from game.commands import main
from game.core.tournament.evaluation import (
    EvaluationDocument,
    EvaluationError,
    FailedCall,
    by_player,
    by_seat,
    read_evaluation,
)
from game.core.work.run import Order
from game.engine.canvas import Box, Canvas
from game.engine.input import FIRST_PAD, CommandName, PointerMoved, TextTyped
from game.engine.scene import Context
from game.engine.text import Typeface
from game.engine.widgets import Entry, Segments, Style
from game.ground.texts import LANGUAGES, Texts
from game.scenes.charts.histogram import Histogram
from game.scenes.evaluation.detail import GameRow, PartTable, part_name
from game.scenes.evaluation.scene import EvaluationScene, plan_of
from game.scenes.evaluation.shelf import EvaluationShelf
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan
from tests.core.tournament.drawn import in_rooms
from tests.engine.widgets.page_driver import SIZES, click, go_to, group_of, reachable, the, widgets
from tests.scenes.scene_driver import driving
from tests.showroom.games.evaluations import made_up

GAME = "l4g"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def written(folder: Path, document: Any) -> Path:
    path = folder / "evaluation.json"
    path.write_bytes(document if isinstance(document, bytes) else msgspec.json.encode(document))
    return path


def built_in(document: EvaluationDocument) -> EvaluationDocument:
    """The same by built-in players alone."""
    changed = msgspec.to_builtins(document)
    for line in (*changed["seats"], *changed["players"]):
        line["player"] = "expert" if ".py" in line["player"] else line["player"]
    return msgspec.convert(changed, EvaluationDocument)


def test_what_a_tournament_writes_is_read(home: Path) -> None:
    cabinet = CABINETS[GAME]
    assert cabinet.tournament is not None
    tournament = cabinet.tournament(
        cabinet, Order(cabinet.info.options(turns=5), ("expert", "loner"), seats=2, games=3)
    )
    task = tournament.task()
    outcome = tournament.outcome([task(chunk, 0) for chunk in tournament.chunks()])
    document = read_evaluation(written(home, outcome.document()), CABINETS)
    assert document.games == 3 and document.lineup_of(document.numbers[0]) == ("expert", "loner")
    assert all(sum(row.histogram) == 3 for row in by_seat(document))
    assert len(document.part_names) == 6
    assert all(Texts(language).has(f"l4g.result.{name}") for name in document.part_names for language in ("ko", "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_parts_are_whole_where_half_the_table_holds_them(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, said = Texts(language), list[str]()
    monkeypatch.setattr(Typeface, "line", lambda _face, _canvas, text, *_place, **_more: said.append(text))
    table = PartTable(Style(Typeface(), texts), GAME, PART_NAMES)
    table.values, table.box = (50.0,) * len(PART_NAMES), Box(0, 0, 480, 160)
    table.draw(Canvas(pygame.Surface((480, 160)), 1.0))
    assert set(said) == {"50.0", *(part_name(GAME, name, texts) for name in PART_NAMES)}


def test_a_row_of_a_player_is_made_of_its_seats() -> None:
    document = made_up(GAME)
    seats = [row for row in by_seat(document) if row.player == "scout"]
    (player,) = [row for row in by_player(document) if row.player == "scout"]
    assert player.seats == len(seats) > 1
    assert sum(player.histogram) == sum(sum(row.histogram) for row in seats)
    assert player.best[0].grade == max(game.grade for row in seats for game in row.best)
    assert player.worst[0].grade == min(game.grade for row in seats for game in row.worst)
    assert [row.rank for row in by_seat(document)] == list(range(1, 50))


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda data: data[:500], "broken"),
        (lambda data: b"\xff\xfe", "broken"),
        (lambda data: b"[" * 100_000, "other"),
        (lambda data: b"{}", "other"),
        (lambda data: data.replace(b'"part_names":[', b'"part_names":["one",'), "other"),
        (lambda data: data.replace(b'"seat":3', b'"seat":4'), "other"),
        (lambda data: data.replace(b'"game":"l4g"', b'"game":"chess"'), "game"),
    ],
)
def test_what_is_no_evaluation_is_said(home: Path, spoil: Callable[[bytes], bytes], key: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        read_evaluation(written(home, spoil(msgspec.json.encode(made_up(GAME)))), CABINETS)
    assert caught.value.key == f"evaluation.error.{key}"


def test_the_command_says_it_in_a_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (home / "gone.json", home, written(home, b"[1, 2")):
        assert main(["results", str(path)]) == 1
        told = capsys.readouterr()
        assert len(told.err.strip().splitlines()) == 1 and str(path) in told.err and not told.out


def test_a_game_is_opened_with_the_same_players_options_and_number() -> None:
    document = built_in(made_up(GAME))
    plan = plan_of(document, -5, Texts("en"))
    assert tuple(seat.spec for seat in plan.seats) == document.lineup_of(0)
    assert plan.seed == -5 and plan.options == CABINETS[GAME].info.options()
    feed = LocalFeed(CABINETS[GAME], plan)
    feed.poll(0.0)
    assert feed.view.game_number == -5


def test_a_player_of_somebodys_own_is_found_beside_the_file(home: Path) -> None:
    document = made_up(GAME)
    (own,) = [player for player in document.lineup_of(0) if ".py:" in player]
    with pytest.raises(Exception, match="no_file"):
        plan_of(document, 1, Texts("en"), home)
    file = home / own.partition(":")[0]
    file.write_text(f"class {own.partition(':')[2]}: ...\n", encoding="utf-8")
    plan = plan_of(document, 1, Texts("en"), home)
    assert f"{file.resolve()}:{own.partition(':')[2]}" in [seat.spec for seat in plan.seats]


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [("version", 99, "version"), ("options", {"turns": "many"}, "options")],
)
def test_what_cannot_be_played_again_is_said(field: str, value: Any, key: str) -> None:
    document = msgspec.structs.replace(built_in(made_up(GAME)), **{field: value})
    with pytest.raises(EvaluationError) as caught:
        plan_of(document, 1, Texts("en"))
    assert caught.value.key == f"evaluation.error.{key}"


class Room:
    """The scene in the loop, and the matches it opened."""

    def __init__(self, document: EvaluationDocument | None = None) -> None:
        self.plans: list[MatchPlan] = []
        self.told: list[str] = []
        self.document = document or built_in(made_up(GAME))

    def make(self, context: Context) -> EvaluationScene:
        context.notify = self.told.append
        self.scene = EvaluationScene(context, self.document, self.plans.append, None)
        return self.scene


def test_a_click_on_a_game_opens_it() -> None:
    room = Room()
    with driving(room.make) as driver:
        click(driver, widgets(driver, GameRow)[0])
    best = by_seat(room.document)[0].best[0]
    assert [plan.seed for plan in room.plans] == [best.number]


def test_a_game_is_opened_by_pad_alone() -> None:
    room = Room()
    with driving(room.make) as driver:
        for _ in range(3):
            driver.command(CommandName.DOWN, FIRST_PAD)
        go_to(driver, widgets(driver, GameRow)[-1], FIRST_PAD)
        driver.command(CommandName.CONFIRM, FIRST_PAD)
    assert [plan.seed for plan in room.plans] == [by_seat(room.document)[3].worst[-1].number]


def test_any_other_number_is_typed() -> None:
    room = Room()
    with driving(room.make) as driver:
        click(driver, widgets(driver, Entry)[0])
        driver.send(TextTyped("-77"))
        driver.command(CommandName.CONFIRM)
        assert [plan.seed for plan in room.plans] == [-77]
        driver.send(TextTyped("x"))
        driver.command(CommandName.CONFIRM)
    assert len(room.plans) == 1 and len(room.told) == 1


def test_a_player_that_is_gone_is_told() -> None:
    room = Room(made_up(GAME))
    with driving(room.make) as driver:
        click(driver, widgets(driver, GameRow)[0])
    assert not room.plans and "my_player.py" in room.told[0]


def test_seats_and_players_take_turns() -> None:
    room = Room()
    with driving(room.make) as driver:
        assert len(room.scene.rows) == 49
        the(driver, Segments, lambda _: True).choose(1)
        driver.step(2)
        assert len(room.scene.rows) == len(room.document.players)


def test_a_bar_that_is_pointed_at_tells_how_often() -> None:
    with driving(Room().make) as driver:
        bars = widgets(driver, Histogram)[0]
        before = driver.context.canvas.surface.copy()
        driver.send(PointerMoved(bars.box.left + bars.box.width * 0.75, bars.box.centery))
        driver.step(2)
        area = driver.context.canvas.pixels(bars.box)
        after = driver.context.canvas.surface
        assert before.subsurface(area).get_buffer().raw != after.subsurface(area).get_buffer().raw


def test_everything_is_reached_by_next() -> None:
    with driving(Room().make) as driver:
        every = {id(widget) for widget in group_of(driver).walk() if widget.takes_focus}
        assert reachable(driver) == every


def test_the_shelf_shows_what_can_be_shown(home: Path) -> None:
    shown: list[Path] = []
    told: list[str] = []
    good = home / "good.json"
    good.write_bytes(msgspec.json.encode(made_up(GAME)))
    (home / "bad.json").write_bytes(b"{")

    def make(context: Context) -> EvaluationShelf:
        context.notify = told.append
        return EvaluationShelf(context, lambda _, path: shown.append(path), home)

    with driving(make) as driver:
        shelf = driver.top
        assert isinstance(shelf, EvaluationShelf) and len(shelf.evaluations) == 2
        for number in range(2):
            shelf._selected = number
            shelf.show()
    assert shown == [good] and len(told) == 1 and "bad.json" in told[0]


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_is_cut(language: str, text_size: int) -> None:
    for size in SIZES:
        with driving(Room().make, size=size, language=language, text_size=text_size) as driver:
            for _ in range(5):
                driver.command(CommandName.DOWN)
            driver.step(5)
            assert driver.context.typeface.overflows == []


@pytest.mark.parametrize(
    ("key", "told"), [("bots.hang.deadline", "did not decide within 2.0 seconds"), ("", "as it is")]
)
def test_a_failed_call_is_told_in_a_sentence(key: str, told: str) -> None:
    document = made_up(GAME)
    seat = document.failures[0].seat
    failed = FailedCall(1, seat, 3, "survivor_move", "as it is", "hang", key, {"seconds": 2.0})
    changed = msgspec.structs.replace(document, failures=(failed,))
    place = [row.seat for row in by_seat(changed)].index(seat)
    with driving(lambda context: EvaluationScene(context, changed, lambda plan: None, None, selected=place)) as driver:
        lines = [row.tooltip for row in widgets(driver, GameRow)]
        assert any(told in line for line in lines) and not any("deadline" in line for line in lines)


def test_an_evaluation_in_several_rooms_shows_players_and_opens_each_game_in_its_room() -> None:
    bots = list(CABINETS[GAME].bots)
    specs = {f"s{number:02}": bots[number % len(bots)] for number in range(50)}
    document = msgspec.structs.replace(in_rooms(list(specs), rounds=2), specs=specs)
    opened: list[MatchPlan] = []
    with driving(lambda context: EvaluationScene(context, document, opened.append, None)) as driver:
        scene = driver.top
        assert isinstance(scene, EvaluationScene)
        assert scene.rows == by_player(document) and not widgets(driver, Segments)
        assert "2 rooms of 49" in scene.subheading
        for number in document.numbers[:3]:
            scene.open(number)
            there = [specs.get(name, name) for name in document.lineup_of(number)]
            assert [seat.spec for seat in opened[-1].seats] == there
        assert document.lineup_of(1000) != document.lineup_of(1001)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_nothing_is_cut_where_players_moved_from_room_to_room(language: str) -> None:
    document = in_rooms([f"{'아주 긴 이름의 학생' * 3} {number}" for number in range(60)], rounds=3)
    for size in SIZES:
        with driving(
            lambda context: EvaluationScene(context, document, lambda _: None, None),
            size=size, language=language, text_size=150,
        ) as driver:  # fmt: skip
            driver.step(5)
            assert driver.context.typeface.overflows == []
