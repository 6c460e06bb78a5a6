"""Setup of a match of many: kinds and how many of each, the seat that is mine, players of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.engine.input import (
    FIRST_PAD,
    CommandName,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextTyped,
)
from game.engine.scene import Context
from game.engine.widgets import Button, DropDown, Entry, Kind, Slider
from game.ground.settings import load
from game.ground.texts import Texts
from game.scenes.feeds.plan import MatchPlan
from game.scenes.setup.crowd import (
    counts_of,
    crowd_names,
    mixed,
    person_seat,
    with_count,
    with_person_at,
    with_total,
    without_person_at,
)
from game.scenes.setup.crowd_card import KindCard, KindWords
from game.scenes.setup.crowd_map import SeatMap
from game.scenes.setup.own import OwnPlayerDialog
from game.scenes.setup.scene import SetupScene
from game.scenes.setup.seats import Seating
from tests.engine.widgets.page_driver import SIZES, click, go_to, group_of, reachable, the, widgets
from tests.scenes.scene_driver import Driver, Told, driving

CROWD = CABINETS["l4g"]
OWN = "/home/me/mine.py:Mine"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def first() -> Seating:
    return Seating.first(CROWD)


def test_a_room_begins_with_one_person_in_the_usual_mix() -> None:
    count = counts_of(first())
    assert count[HUMAN] == 1 and count.total() == 49
    assert max(count[bot] for bot in CROWD.mix) - min(count[bot] for bot in CROWD.mix) <= 1


@pytest.mark.parametrize("kind", [HUMAN, "expert", "loner", OWN])
@pytest.mark.parametrize("number", [0, 1, 7, 48, 49, 99])
def test_any_number_of_any_kind_keeps_the_room_full(kind: str, number: int) -> None:
    seating = with_count(first(), kind, number)
    assert counts_of(seating)[kind] == min(number, 49)
    assert len(seating.seats) == 49
    back = with_count(seating, kind, 1)
    assert counts_of(back)[kind] == 1 and len(back.seats) == 49


def test_who_is_not_touched_stays_in_their_seat() -> None:
    before = with_count(first(), OWN, 2)
    after = with_count(before, "expert", 3)
    moved = [seat for seat in range(49) if before.seats[seat] != after.seats[seat]]
    assert len(moved) == 3
    assert all(after.seats[seat].spec == "expert" for seat in moved)


@pytest.mark.parametrize("total", [2, 10, 48, 60])
def test_the_room_grows_and_shrinks_by_computers(total: int) -> None:
    seating = with_total(first(), total)
    assert len(seating.seats) == total and counts_of(seating)[HUMAN] == 1
    assert with_total(first(), 61) == first()


def test_the_person_sits_where_they_want() -> None:
    seating = with_person_at(first(), 17)
    assert person_seat(seating) == 17
    assert counts_of(seating) == counts_of(first())
    watched = without_person_at(seating, 17)
    assert person_seat(watched) is None
    assert person_seat(with_person_at(watched, 3)) == 3


def test_the_mix_leaves_people_and_their_players_alone() -> None:
    seating = mixed(with_count(with_count(first(), OWN, 2), "expert", 40))
    count = counts_of(seating)
    assert count["expert"] == 0 and count[OWN] == 2 and count[HUMAN] == 1


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_crowd_is_named_by_kind_and_number(language: str) -> None:
    names = crowd_names(with_count(first(), OWN, 1), "l4g", Texts(language), ("Mia",))
    assert names[0] == "Mia" and len(set(names)) == 49
    assert sum(name.startswith("Mine ") for name in names) == 1


@pytest.mark.parametrize(("game", "first_number"), [("l4g", 0), ("sketch", 1)])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_names_and_seats_count_from_the_same_number(game: str, first_number: int, language: str) -> None:
    """From 0 only where the rules number players so."""
    texts, seating = Texts(language), Seating.first(CABINETS[game])
    words = KindWords(texts, game)
    assert words.seats(seating) == texts.line("setup.crowd.seat", number=first_number)
    names = crowd_names(seating, game, texts)
    for seat in range(1, len(names)):
        assert words.number(seat) == first_number + seat
        assert names[seat].endswith(f" {first_number + seat}")


class Room:
    """A setup in the loop, and the plans it handed over."""

    def __init__(self, game: str = "l4g") -> None:
        self.plans: list[MatchPlan] = []
        self.told = Told()
        self.game = game

    def make(self, context: Context) -> SetupScene:
        context.notify = self.told
        self.scene = SetupScene(context, CABINETS[self.game], self.plans.append, preview=lambda _: None)
        return self.scene

    def count(self, kind: str) -> int:
        return counts_of(self.scene.seating)[kind]


def slider_of(driver: Driver, kind: str) -> Slider:
    return the(driver, KindCard, lambda card: card.kind == kind).slider


def test_a_slider_is_dragged() -> None:
    room = Room()
    with driving(room.make) as driver:
        slider = slider_of(driver, "expert")
        x, y = slider.box.left + 20, slider.box.centery
        driver.send(PointerMoved(x, y), PointerPressed(x, y))
        counts = []
        for _ in range(4):
            x += 20
            driver.send(PointerMoved(x, y))
            counts.append(room.count("expert"))
        driver.send(PointerReleased(x, y))
        assert counts == sorted(set(counts)) and counts[-1] > 10
        assert slider_of(driver, "expert") is slider
        click(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY))
    (plan,) = room.plans
    assert sum(seat.spec == "expert" for seat in plan.seats) == counts[-1]
    settings, _ = load()
    assert settings.tables["l4g"] == tuple(seat.spec for seat in plan.seats)


def test_by_pad_alone() -> None:
    room = Room()
    with driving(room.make) as driver:
        go_to(driver, slider_of(driver, "expert"), FIRST_PAD)
        for _ in range(5):
            driver.command(CommandName.RIGHT, FIRST_PAD)
        go_to(driver, widgets(driver, SeatMap)[0], FIRST_PAD)
        driver.command(CommandName.DOWN, FIRST_PAD)
        driver.command(CommandName.RIGHT, FIRST_PAD)
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        assert room.count("expert") == 5
        assert person_seat(room.scene.seating) == 21
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        assert person_seat(room.scene.seating) is None


def test_a_seat_is_taken_with_a_click() -> None:
    room = Room()
    with driving(room.make) as driver:
        place = widgets(driver, SeatMap)[0]
        driver.click(*place.cell(48).center)
        assert person_seat(room.scene.seating) == 48


def test_everything_is_reached_by_next() -> None:
    with driving(Room().make) as driver:
        every = {id(widget) for widget in group_of(driver).walk() if widget.takes_focus}
        assert reachable(driver) == every


def typed(driver: Driver, text: str) -> None:
    """Write into the dialog and press Enter."""
    entry = widgets(driver, Entry)[0]
    entry.text = ""
    driver.send(TextTyped(text))
    driver.command(CommandName.CONFIRM)
    driver.step(3)


def test_a_player_of_ones_own_is_added_and_kept(home: Path) -> None:
    file = home / "mine.py"
    file.write_text("raise SystemExit\nclass Mine: ...\n", encoding="utf-8")
    room = Room()
    with driving(room.make) as driver:
        click(driver, the(driver, Button, lambda button: button.icon == "plus"))
        driver.step(2)
        dialog = driver.top
        assert isinstance(dialog, OwnPlayerDialog)
        typed(driver, str(home / "none.py"))
        assert driver.top is dialog and "none.py" in dialog.text
        typed(driver, f'"{file}"')
        assert driver.context.stack.top is room.scene
        spec = f"{file.resolve()}:Mine"
        assert room.count(spec) == 1
        slider_of(driver, spec).set(0)
        assert slider_of(driver, spec).value == 0
        slider_of(driver, spec).set(2)
        room.scene.start()
    assert sum(seat.spec == spec for seat in room.plans[0].seats) == 2
    again = Room()
    with driving(lambda context: _remembering(context, again.make)):
        assert again.count(spec) == 2


def _remembering(context: Context, make: Callable[[Context], SetupScene]) -> SetupScene:
    context.settings.tables = load()[0].tables
    return make(context)


def test_a_small_game_seats_it_too(home: Path) -> None:
    file = home / "mine.py"
    file.write_text("class Mine: ...\n", encoding="utf-8")
    room = Room("marrakech")
    with driving(room.make) as driver:
        level = widgets(driver, DropDown)[1]
        level.choose(len(level.options) - 1)
        driver.step(2)
        assert isinstance(driver.top, OwnPlayerDialog)
        typed(driver, str(file))
        assert room.scene.seating.seats[1].spec == f"{file.resolve()}:Mine"
        driver.step(2)
        assert driver.context.typeface.overflows == []


@pytest.mark.parametrize(("text", "number"), [("-9223372036854775808", -(1 << 63)), ("12", 12)])
def test_any_game_number_can_be_typed(text: str, number: int) -> None:
    room = Room()
    with driving(room.make) as driver:
        click(driver, the(driver, Entry, lambda entry: entry.icon == "hash"))
        driver.send(TextTyped(text))
        room.scene.start()
    assert room.plans[0].seed == number


def test_other_numbers_are_refused_in_words() -> None:
    room = Room()
    with driving(room.make) as driver:
        for text in ("9223372036854775808", "1.5", "seven", "--1"):
            room.scene.seed = text
            room.scene.start()
        driver.send(KeyPressed("backspace"))
    assert not room.plans and len(room.told) == 4


def test_fresh_numbers_differ() -> None:
    room = Room()
    with driving(room.make):
        room.scene.start()
        room.scene.start()
    assert room.plans[0].seed != room.plans[1].seed
    assert all(-(1 << 63) <= plan.seed < 1 << 63 for plan in room.plans)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_is_cut_at_the_ends(language: str, text_size: int) -> None:
    for size in SIZES:
        room = Room()
        with driving(room.make, size=size, language=language, text_size=text_size) as driver:
            for total in (60, 2):
                room.scene.seating = with_count(with_total(room.scene.seating, total), OWN, 2)
                room.scene.rebuild()
                driver.step(2)
            assert driver.context.typeface.overflows == []


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_map_of_seats_stays_beside_a_whole_row_of_cards(text_size: int) -> None:
    room = Room()
    with driving(room.make, text_size=text_size) as driver:
        assert list(widgets(driver, SeatMap)), "the seat is chosen there"
        card = the(driver, KindCard, lambda card: card.kind == HUMAN)
        assert card.box.bottom <= the(driver, SeatMap, bool).box.top
