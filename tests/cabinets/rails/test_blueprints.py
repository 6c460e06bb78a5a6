"""Blueprints: layouts with their handles, and what is copied from the map, turned, kept and put down again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.rails.building.plans import pieces_of, try_groups
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.actions import MOST_PIECES, Group, Plan, Platforms, Rail, Signal, Span
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.stage.hand.shelf import Shelf, layout_parts
from game.cabinets.rails.stage.person import keeping
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.world.land import PLAIN, Land
from game.cabinets.rails.yards.blueprint import Part, Pose, box_of, posed, put_down
from game.cabinets.rails.yards.copying import copied, read_blueprint, write_blueprint
from game.cabinets.rails.yards.layouts import HANDLES, LAYOUTS, MOST_LENGTH, handled
from game.cabinets.rails.yards.yard import YardError
from game.core.rules import Move
from game.engine.input import CommandName
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.layouts import delivered, railway_of
from tests.cabinets.rails.solo import Solo

SIZE = 128
YARD: tuple[Part, ...] = (
    Rail(4, 4, "W", "E4 S E5 N E4"),
    Rail(4, 4, "W", "E14"),
    Span(11, 10, "S", 4, "bridge"),
    Platforms(18, 4, "EW", 3, 1),
    Platforms(4, 8, "EW", 4, 2),
    Platforms(9, 8, "NS", 3, 1, -2),
    Signal(6, 4, "W", "E", "two_way"),
    Signal(6, 4, "E", "W", "two_way"),
    Signal(10, 5, "W", "E", "one_way"),
)
"""A little of everything; the second station has platforms of two kinds."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def built_by(groups: tuple[Group, ...]) -> dict[int, Built]:
    """What stands where these were built on open land; nothing of them may be refused."""
    site = Site(Land(SIZE, bytes([PLAIN]) * SIZE * SIZE, (), ()), True, 1)
    trial = try_groups(site, 0, 0, groups)
    assert not trial.refused, trial.refused
    return trial.built


def tiles(works: dict[int, Built]) -> dict[tuple[int, int], Built]:
    """By place from the corner of all of it, stations by the order of their first tile."""
    left, top = min(tile % SIZE for tile in works), min(tile // SIZE for tile in works)
    stations: dict[int, int] = {}
    found = {}
    for tile, one in sorted(works.items()):
        number = stations.setdefault(one.station, len(stations)) if one.station else -1
        found[tile % SIZE - left, tile // SIZE - top] = one._replace(tile=0, station=number)
    return found


@st.composite
def cut(draw: st.DrawFn) -> tuple[dict[int, Built], tuple[int, int, int, int]]:
    """A layout or the yard as it stands on a map, and a rectangle of it."""
    name = draw(st.sampled_from(["yard", *LAYOUTS]))
    parts = YARD if name == "yard" else layout_parts(name, draw(st.integers(1, 4)), draw(st.sampled_from([12, 24])))
    works = built_by(put_down(parts, 30, 30, {}))
    left, top = draw(st.integers(26, 60)), draw(st.integers(26, 36))
    return works, (left, top, draw(st.integers(1, 24)), draw(st.integers(1, 24)))


@settings(max_examples=40, deadline=None)
@given(cut(), st.integers(0, 3), st.booleans())
def test_what_is_copied_stands_elsewhere_as_it_stood(
    cutting: tuple[dict[int, Built], tuple[int, int, int, int]], quarters: int, mirrored: bool
) -> None:
    works, (left, top, wide, high) = cutting
    parts = copied(works, SIZE, left, top, wide, high)
    laid = built_by(put_down(parts, 60, 60, {}))

    def track(works: dict[int, Built], x: int, y: int) -> dict[tuple[int, int], tuple[object, ...]]:
        within = {(tile % SIZE - x, tile // SIZE - y): one for tile, one in works.items() if one.pieces}
        return {
            (across, down): (one.pieces, one.signals)
            for (across, down), one in within.items()
            if 0 <= across < wide and 0 <= down < high
        }

    assert track(laid, 60, 60) == track(works, left, top)
    pose = Pose(quarters, mirrored)
    turned = put_down(posed(parts, pose), 60, 60, {})
    assert len(built_by(turned)) == len(laid)
    back = posed(posed(posed(parts, pose), Pose(0, mirrored)), Pose(-quarters % 4))
    assert tiles(built_by(put_down(back, 60, 60, {}))) == tiles(laid) if laid else not parts


def test_a_whole_yard_is_copied_with_its_stations_and_bridges() -> None:
    works = built_by(put_down(YARD, 0, 0, {}))
    parts = copied(works, SIZE, 0, 0, 24, 24)
    assert tiles(built_by(put_down(parts, 40, 40, {}))) == tiles(works)
    assert {type(part) for part in parts} == {Rail, Span, Platforms, Signal}
    assert len(parts) <= len(YARD) + 1
    assert len({one.station for one in works.values() if one.station}) == 2


def test_runs_are_joined_and_go_straight_on_over_a_junction() -> None:
    works = built_by(put_down((Rail(2, 2, "W", "E9"), Rail(4, 2, "W", "S E4 N E")), 0, 0, {}))
    assert set(copied(works, SIZE, 0, 0, 24, 24)) == {Rail(2, 2, "W", "E9"), Rail(4, 2, "W", "S E4 N E")}


def test_a_station_that_comes_to_touch_ones_own_becomes_part_of_it() -> None:
    parts = (Platforms(0, 0, "EW", 4, 1), Platforms(9, 0, "EW", 4, 1), Platforms(9, 1, "EW", 4, 1, -2))
    own = {(x, 9): 7 for x in range(4)}
    stations = [group.station for group in put_down(parts, 0, 10, own) if isinstance(group, Platforms)]
    assert stations == [7, 0, -1]
    drawn = {(x, 9): -1 for x in range(4)}
    stations = [group.station for group in put_down(parts, 0, 10, drawn, 1) if isinstance(group, Platforms)]
    assert stations == [-1, 0, -2]


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_setting_of_the_handles_fits_a_plan_and_is_laid(name: str) -> None:
    least, most, least_length = HANDLES[name]
    for platforms in range(least, most + 1):
        for length in (least_length, 40, MOST_LENGTH):
            parts = layout_parts(name, platforms, length)
            assert sum(map(pieces_of, parts)) <= MOST_PIECES
            works = built_by(put_down(parts, 0, 0, {}))
            rows = sum(part.count for part in parts if isinstance(part, Platforms))
            assert sum(one.platform for one in works.values()) == 4 * rows
    assert handled(name, least, 40) == handled(name, least - 5, 43)


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
def test_trains_run_over_every_setting_of_the_handles(name: str) -> None:
    least, most, least_length = HANDLES[name]
    for platforms in range(least, most + 1):
        for length in (least_length, 40):
            layout = handled(name, platforms, length)
            railway = railway_of(layout, 1 if name == "single" and platforms == 1 else min(3, len(layout.starts) - 1))
            railway.run(2_000)
            before = delivered(railway)
            railway.run(2_000)
            assert delivered(railway) > before + 400, (platforms, length)


def test_a_file_gives_back_what_was_written() -> None:
    parts = posed(YARD, Pose())
    assert read_blueprint(write_blueprint(parts)) == parts
    for name in LAYOUTS:
        parts = copied(built_by(put_down(layout_parts(name, 2, 12), 4, 4, {})), SIZE, 4, 4, 24, 24)
        assert read_blueprint(write_blueprint(parts)) == posed(parts, Pose())


def test_whatever_a_file_holds_is_read_or_refused_in_a_sentence() -> None:
    whole = write_blueprint(YARD)
    chance = random.Random(7)
    texts = [Texts(language) for language in LANGUAGES]
    refused = 0
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            data[at : at + chance.randint(0, 2)] = bytes([chance.choice(b"0927NESW(),'=\nrx\xff")])
        try:
            parts = read_blueprint(bytes(data))
            assert max(box_of(parts)) <= 24
        except YardError as error:
            refused += 1
            assert all(text.line(error.key, error.values) != error.key for text in texts)
    assert refused > 100


@pytest.mark.parametrize(
    ("built", "what"),
    [
        ("road (0, 0) E2", "blueprint_parts"),
        ("", "text"),
        ("# nothing", "blueprint_empty"),
        ("rail (0, 0) from W E40", "blueprint_large"),
        ("rail (0, 0) from W W", "blueprint_turns"),
        ("\n".join(f"rail (0, {y}) from W E20" for y in range(21)), "blueprint_long"),
    ],
)
def test_a_broken_blueprint_is_listed_with_its_sentence(built: str, what: str) -> None:
    keeping.copies_folder().mkdir(parents=True)
    (keeping.copies_folder() / "mine.toml").write_text(f"blueprint = 1\nbuilt = '''\n{built}\n'''\n", encoding="utf-8")
    (item,) = keeping.kept_copies()
    assert isinstance(item.trouble, YardError) and item.trouble.what == what
    assert not Shelf().item.trouble


def solo() -> Solo:
    """Somebody on open land with a little railway."""
    table = Solo(Options(size=64), 1, land=Land(64, bytes([PLAIN]) * 4096, (), ()))
    plan = Plan(1, put_down(YARD, 20, 20, {}))
    assert table.rules.check(table.state, 0, plan) is None
    table.rules.step(table.state, [Move(0, plan)])
    table.stage.reset(table.view)
    table.stage.map.look_at(30, 30)
    table.wait(1.0)
    return table


def by_mouse(table: Solo) -> None:
    table.press("tool.blueprint")
    table.press("blueprint.copy")
    table.drag((22.5, 22.5), (42.5, 38.5))
    table.click(32.5, 42.5)


def by_keys(table: Solo, pad: bool = False) -> None:
    steps = {"across": CommandName.RIGHT, "down": CommandName.DOWN}
    table.stage.map.cursor = (22, 22)
    if pad:
        table.command(*[CommandName.NEXT] * 8, CommandName.CONFIRM, pad=True)
    else:
        table.key("9")
        table.key("9")
    while table.focus != "blueprint.copy":
        table.command(CommandName.RIGHT, pad=pad)
    table.command(CommandName.CONFIRM, pad=pad)
    table.command(CommandName.CONFIRM, *[steps["across"]] * 20, *[steps["down"]] * 16, CommandName.CONFIRM, pad=pad)
    table.command(*[CommandName.LEFT] * 10, *[steps["down"]] * 4, CommandName.CONFIRM, pad=pad)


def by_pad(table: Solo) -> None:
    by_keys(table, pad=True)


def dispatched(table: Solo) -> int:
    return len(table.stage.play.sight.works) if table.stage.play.sight else 0


@pytest.mark.parametrize("by", [by_mouse, by_keys, by_pad])
def test_a_railway_is_copied_kept_and_built_again(by: object) -> None:
    table = solo()
    stood, cash = dispatched(table), table.view.cash[0]
    assert callable(by)
    by(table)
    table.wait(0.2)
    assert table.refusals == [] and dispatched(table) == 2 * stood
    assert table.view.cash[0] < cash
    (kept,) = keeping.kept_copies()
    assert tiles(built_by(put_down(kept.parts, 20, 20, {}))) == tiles(built_by(put_down(YARD, 20, 20, {})))
    assert table.stage.takes_undo
    table.stage.play.builder.drop()
    table.stage.take_undo()
    table.wait(0.2)
    assert dispatched(table) == stood and table.view.cash[0] == cash


@pytest.fixture
def table() -> Iterator[Solo]:
    yield solo()


def test_handles_turn_and_mirror_change_what_is_held(table: Solo) -> None:
    table.press("tool.blueprint")
    table.press("blueprint.1")
    builder = table.stage.play.builder
    before = builder.shelf.sides
    table.press("blueprint.length.plus")
    table.press("blueprint.platforms.plus")
    assert builder.shelf.sides == (before[0] + 4, before[1] + 1)
    table.key("r")
    assert builder.shelf.sides == (before[1] + 1, before[0] + 4)
    table.key("x")
    table.key("[")
    assert builder.shelf.pose == Pose(1, True) and builder.shelf.sides == (before[1] + 1, before[0])
    table.command(CommandName.NEXT)
    assert builder.shelf.item.name == "simple_double" and builder.shelf.pose == Pose()


def test_what_would_not_fit_is_said_while_it_is_held_and_nothing_is_built(table: Solo) -> None:
    cash = table.view.cash
    table.press("tool.blueprint")
    table.press("blueprint.5")
    table.drag((30.5, 25.5))
    assert table.stage.play.refusal.startswith("rails.refuse.") and table.view.cash == cash
    assert table.stage.play.builder.holds
    table.command(CommandName.BACK)
    assert not table.stage.play.builder.holds and table.stage.play.builder.tool == "rail"


def test_a_full_disk_says_a_sentence_and_the_copy_is_used(table: Solo, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "write_new", full)
    table.key("9")
    table.key("c")
    table.drag((22.5, 22.5), (42.5, 38.5))
    assert "No space left" in table.stage.play.news[-1].text and table.stage.play.news[-1].tone == "bad"
    assert table.stage.play.builder.holds and keeping.kept_copies() == []


def test_an_empty_rectangle_is_no_blueprint(table: Solo) -> None:
    table.key("9")
    table.key("c")
    table.drag((50.5, 30.5), (53.5, 33.5))
    assert table.stage.play.refusal == "rails_stage.blueprint.nothing" and keeping.kept_copies() == []


def test_a_copy_is_deleted_by_the_second_press(table: Solo) -> None:
    table.key("9")
    table.key("c")
    table.drag((22.5, 22.5), (42.5, 38.5))
    table.press("blueprint.delete")
    assert len(keeping.kept_copies()) == 1
    table.press("blueprint.delete")
    assert keeping.kept_copies() == [] and len(table.stage.play.builder.shelf.items) == len(LAYOUTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_copy_is_called_by_its_date_and_a_file_by_its_name(language: str) -> None:
    texts = Texts(language)
    assert "14:05" in keeping.title_of_copy("copy 2026-11-26 14.05.33-1.toml", texts)
    assert keeping.title_of_copy("my hub.toml", texts) == "my hub"
