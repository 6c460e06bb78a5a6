"""Setup: who may sit where, and the plan that comes of it by mouse, by keys and by pad."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device, KeyPressed, TextComposed, TextTyped, Wheel
from game.engine.scene import Context
from game.engine.widgets import Button, DropDown, Entry, Kind, Label, RichText, Stepper
from game.engine.widgets.parts import markup
from game.ground.settings import load
from game.ground.texts import Texts
from game.scenes.feeds.plan import MatchPlan
from game.scenes.setup.crowd import MOST_CARDS
from game.scenes.setup.scene import SetupScene
from game.scenes.setup.seat_card import SeatCard, VacantCard
from game.scenes.setup.seats import SeatChoice, Seating, names_of
from game.scenes.table.rules import RulesPage
from tests.engine.widgets.page_driver import SIZES, click, go_to, group_of, reachable, the, widgets
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, Told, driving

BOTS = ("random", "expert")
FEW = sorted(game for game, cabinet in CABINETS.items() if cabinet.info.seats[-1] <= MOST_CARDS)
"""The games whose seats have a card each."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def seating(*specs: str, counts: tuple[int, ...] = (2, 3, 4)) -> Seating:
    return Seating(counts, BOTS, tuple(SeatChoice(spec) for spec in specs))


def specs(seats: Seating | None) -> tuple[str, ...] | None:
    return None if seats is None else tuple(seat.spec for seat in seats.seats)


def test_one_more_takes_a_free_seat_and_then_one_of_the_other_kind() -> None:
    three = seating(HUMAN, "random", "random")
    four = three.with_people(1)
    assert specs(four) == (HUMAN, "random", "random", HUMAN)
    assert four is not None and specs(four.with_people(1)) == (HUMAN, "random", HUMAN, HUMAN)
    assert specs(three.with_computers(1)) == (HUMAN, "random", "random", "random")


def test_one_less_leaves_a_seat_and_then_gives_it_to_the_other_kind() -> None:
    two = seating(HUMAN, HUMAN)
    fewer = two.with_people(-1)
    assert specs(fewer) == (HUMAN, "expert")
    assert fewer is not None and specs(fewer.with_people(-1)) == ("expert", "expert")
    assert specs(seating(HUMAN, "random", "expert").with_computers(-1)) == (HUMAN, "random")
    assert seating(HUMAN, "random").with_computers(-1) is None


def test_there_is_no_way_beyond_what_the_game_allows() -> None:
    assert seating(*[HUMAN] * 4).with_people(1) is None
    assert seating(HUMAN, HUMAN).with_computers(-1) is None
    assert seating(HUMAN, "random").without(1) is None
    gap = seating(HUMAN, "random", counts=(2, 4))
    assert specs(gap.with_people(1)) == (HUMAN, HUMAN)


def test_what_is_remembered_must_still_be_possible() -> None:
    cabinet = CABINETS["marrakech"]
    for possible in (("greedy", HUMAN), (HUMAN, "/home/me/bot.py:Mine")):
        assert specs(Seating.first(cabinet, possible)) == possible
    for gone in ((HUMAN,), (HUMAN, "no such bot"), (HUMAN,) * 5):
        assert specs(Seating.first(cabinet, gone)) == (HUMAN, "greedy", "greedy", "greedy")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_names_differ_and_given_ones_count(language: str) -> None:
    texts = Texts(language)
    seats = seating(HUMAN, HUMAN, "random", "random").with_name(1, "수아")
    names = names_of(seats, texts, ("수아", "지우"))
    assert names[:2] == ("지우", "수아")
    assert len(set(names)) == 4
    taken = names_of(seats.with_name(0, names[2]), texts)
    assert len(set(taken)) == 4


class Room:
    """A setup in the loop, and the plans it handed over."""

    def __init__(self, game: str = "marrakech") -> None:
        self.plans: list[MatchPlan] = []
        self.game = game
        self.told = Told()

    def make(self, context: Context) -> SetupScene:
        context.notify = self.told
        self.scene = SetupScene(context, CABINETS[self.game], self.plans.append)
        return self.scene


def stepper(driver: Driver, number: int) -> Stepper:
    """That of people (0) or of computers (1)."""
    return widgets(driver, Stepper)[number]


def test_the_first_press_starts_against_computers() -> None:
    room = Room()
    with driving(room.make) as driver:
        driver.command(CommandName.CONFIRM)
    (plan,) = room.plans
    assert plan.game == "marrakech"
    assert [seat.person for seat in plan.seats] == [True, False, False, False]
    assert plan.options == CABINETS["marrakech"].info.options()
    assert plan.limit is None and 0 <= plan.seed < 10**9


def test_by_mouse_alone() -> None:
    room = Room()
    with driving(room.make) as driver:
        click(driver, stepper(driver, 0), 0.9)
        click(driver, stepper(driver, 1), 0.1)
        level = widgets(driver, DropDown)[1]
        click(driver, level)
        assert level.opened
        rows = level.rows.box
        driver.click(rows.centerx, rows.top + rows.height * 0.25)
        cover = the(driver, DropDown, lambda widget: "rug" in [option.value for option in widget.options])
        click(driver, cover)
        driver.click(cover.rows.box.centerx, cover.rows.box.bottom - 14)
        click(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY))
    (plan,) = room.plans
    assert [seat.spec for seat in plan.seats] == [HUMAN, "random", HUMAN]
    assert plan.options.cover == "rug"


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_by_keys_or_pad_alone(device: Device) -> None:
    room = Room()
    with driving(room.make) as driver:
        go_to(driver, stepper(driver, 1), device)
        driver.command(CommandName.LEFT, device)
        driver.command(CommandName.LEFT, device)
        assert group_of(driver).focused_widget is stepper(driver, 1)
        go_to(driver, widgets(driver, DropDown)[1], device)
        driver.command(CommandName.CONFIRM, device)
        for _ in range(5):
            driver.command(CommandName.UP, device)
        driver.command(CommandName.CONFIRM, device)
        go_to(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY), device)
        driver.command(CommandName.CONFIRM, device)
    (plan,) = room.plans
    assert [seat.spec for seat in plan.seats] == [HUMAN, HUMAN]


def test_everything_is_reached_by_next() -> None:
    room = Room()
    with driving(room.make) as driver:
        every = {id(widget) for widget in group_of(driver).walk() if widget.takes_focus}
        assert reachable(driver) == every


def test_a_korean_name_is_shown_planned_and_kept(home: Path) -> None:
    room = Room()
    with driving(room.make, language="ko") as driver:
        click(driver, widgets(driver, Entry)[0])
        assert driver.top.wants_text
        driver.send(TextTyped("하"), TextComposed("느"), TextComposed("늘"), TextTyped("늘"))
        assert room.scene.names[0] == "하늘"
        click(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY))
    assert room.plans[0].seats[0].name == "하늘"
    settings, problem = load()
    assert problem is None and settings.names == ("하늘",)
    again = Room()
    with driving(lambda context: _with(context, settings.names, again.make)) as driver:
        assert again.scene.names[0] == "하늘"


def _with(context: Context, names: tuple[str, ...], make: Callable[[Context], SetupScene]) -> SetupScene:
    context.settings.names = names
    return make(context)


def test_who_sat_there_is_kept_for_the_next_time() -> None:
    room = Room()
    with driving(room.make) as driver:
        click(driver, stepper(driver, 0), 0.9)
        room.scene.start()
    settings, _ = load()
    assert settings.tables["marrakech"] == tuple(seat.spec for seat in room.plans[0].seats)


def test_a_seat_is_left_empty_and_taken_again() -> None:
    room = Room()
    with driving(room.make) as driver:
        for _ in range(2):
            click(driver, widgets(driver, SeatCard)[-1].remove)
        assert len(room.scene.seating.seats) == 2
        assert not any(card.remove.takes_focus for card in widgets(driver, SeatCard))
        person, _ = (widget for widget in widgets(driver, VacantCard)[0].widgets if isinstance(widget, Button))
        click(driver, person)
        assert [seat.person for seat in room.scene.seating.seats] == [True, False, True]


def test_a_rule_for_two_players_is_shown_to_two_players_alone() -> None:
    room = Room()
    with driving(room.make) as driver:
        question = driver.context.texts.line("marrakech.option.region.title")
        assert question not in [label.text for label in widgets(driver, Label)]
        while len(room.scene.seating.seats) > 2:
            click(driver, widgets(driver, SeatCard)[-1].remove)
        assert question in [label.text for label in widgets(driver, Label)]


def seed_entry(driver: Driver) -> Entry:
    return the(driver, Entry, lambda entry: entry.icon == "hash")


def test_a_seed_counts_and_nonsense_is_refused() -> None:
    room = Room()
    with driving(room.make) as driver:
        click(driver, seed_entry(driver))
        driver.send(TextTyped("12x"))
        room.scene.start()
        assert not room.plans and room.told == [driver.context.texts.line("setup.seed_refused")]
        driver.send(KeyPressed("backspace"))
        room.scene.start()
        room.scene.seed = ""
        room.scene.start()
        room.scene.start()
    assert (room.plans[0].seed, room.plans[0].key) == (12, 0)
    assert room.plans[1].seed != room.plans[2].seed


def test_a_key_is_typed_behind_its_seed_and_drawn_against_programs(tmp_path: Path) -> None:
    room = Room()
    with driving(room.make):
        for text in ("12/34", "12 / 34", "12", f"12/{1 << 64}", "12/"):
            room.scene.seed = text
            room.scene.start()
        assert [(plan.seed, plan.key) for plan in room.plans] == [(12, 34), (12, 34), (12, 0)]
        (tmp_path / "own.py").write_text("", encoding="utf-8")
        room.scene.seed = "12"
        room.scene.seating = room.scene.seating.with_spec(1, f"{tmp_path / 'own.py'}:Own")
        room.scene.start()
    assert room.plans[3].seed == 12 and room.plans[3].key


def test_the_rules_are_read_and_put_away() -> None:
    room = Room()
    with driving(room.make, text_size=150) as driver:
        click(driver, the(driver, Button, lambda button: button.icon == "book-open"))
        driver.step(20)
        assert isinstance(driver.top, RulesPage)
        text = widgets(driver, RichText)[0]
        driver.command(CommandName.DOWN, FIRST_PAD)
        driver.step(30)
        by_pad = text.scroller.offset
        driver.send(Wheel(640, 360, -2))
        driver.step(30)
        assert 0 < by_pad < text.scroller.offset
        driver.send(KeyPressed("home"))
        driver.step(60)
        assert text.scroller.offset == 0
        driver.command(CommandName.BACK)
        driver.step(2)
        assert driver.context.stack.top is room.scene


@in_turns(one_in=5, game=FEW, language=["ko", "en"])
@pytest.mark.parametrize("text_size", [pytest.param(100, marks=pytest.mark.slow), 150])
def test_nothing_is_cut(game: str, language: str, text_size: int) -> None:
    for size in SIZES:
        room = Room(game)
        with driving(room.make, size=size, language=language, text_size=text_size) as driver:
            for count in reversed(CABINETS[game].info.seats):
                while len(room.scene.seating.seats) > count:
                    fewer = room.scene.seating.with_computers(-1)
                    assert fewer is not None
                    room.scene.seating = fewer
                room.scene.rebuild()
                driver.step(2)
            assert driver.context.typeface.overflows == []


@in_turns(one_in=5, game=sorted(CABINETS), language=["ko", "en"])
@pytest.mark.parametrize("text_size", [pytest.param(100, marks=pytest.mark.slow), 150])
def test_the_rules_are_not_cut(game: str, language: str, text_size: int) -> None:
    for size in SIZES:
        with driving(
            lambda context: RulesPage(context, game), size=size, language=language, text_size=text_size
        ) as driver:
            for _ in range(8):
                driver.command(CommandName.DOWN)
                driver.step(4)
            assert driver.context.typeface.overflows == []


@pytest.mark.parametrize("game", sorted(CABINETS))
@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_picture_that_the_rules_name_is_drawn(game: str, language: str) -> None:
    named = re.findall(r"^!\[(.+)\]$", Texts(language).line(f"{game}.rules"), re.MULTILINE)
    with driving(lambda context: RulesPage(context, game), language=language) as driver:
        text = widgets(driver, RichText)[0]
        shown = [block.sign for block in text._blocks if block.kind is markup.BlockKind.PICTURE]
        assert sorted(text.pictures) == sorted(shown) and {*named} <= {*shown}
