"""The stage of Caravan Rails with real rules under it: one builds, buys, watches, undoes, by mouse, keys and pad."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import pytest

from game.cabinets.rails.contract.actions import ORDERS, Advance, Call, Plan, Platforms
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Trouble, VehicleState, View
from game.cabinets.rails.stage.field.labels import signs_of
from game.cabinets.rails.stage.person.play import Selected
from game.cabinets.rails.stage.sight.offers import earning, next_in
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.world.land import INDUSTRY, MINE, PLAIN, POWER_STATION, Industry, Land
from game.core.rules import Event, Move
from game.engine import theme
from game.engine.input import AWAY, CommandName, PointerMoved, TriggerMoved
from game.engine.text import Weight
from game.ground.texts import LANGUAGES, Texts
from game.scenes.table.words import turn_lines
from tests.cabinets.rails.solo import FRAME, Solo
from tests.deciding import decided
from tests.scenes import narrow

RIGHT, LEFT, UP, DOWN = CommandName.RIGHT, CommandName.LEFT, CommandName.UP, CommandName.DOWN
CONFIRM, BACK = CommandName.CONFIRM, CommandName.BACK


WIDEST_CARD = 440.0
"""At the largest text."""


def valley(output: int = 240) -> Land:
    """A mine and a power station with nothing between them."""
    terrain = bytearray([PLAIN]) * 1024
    places = (MINE, 7, 12, output), (POWER_STATION, 23, 12, 0)
    for _, x, y, _ in places:
        for tile in (y * 32 + x, y * 32 + x + 1, y * 32 + x + 32, y * 32 + x + 33):
            terrain[tile] = INDUSTRY
    return Land(32, bytes(terrain), (), tuple(Industry(kind, y * 32 + x, made) for kind, x, y, made in places))


@pytest.fixture
def solo() -> Solo:
    """Somebody in the valley, with a platform at both."""
    solo = Solo(Options(size=32), 1, land=valley())
    plan = Plan(1, (Platforms(6, 15, "EW", 4, 1), Platforms(22, 15, "EW", 4, 1)))
    solo.rules.step(solo.state, [Move(0, plan)])
    solo.stage.reset(solo.view)
    solo.frame()
    return solo


def bought(solo: Solo) -> None:
    """Track between both, and a train."""
    solo.drag((10.1, 15.5), (21.9, 15.5))
    solo.click(7.5, 15.5)
    solo.press("buy")


def test_a_line_by_mouse_a_train_a_delivery_and_coins_that_fly(solo: Solo) -> None:
    bought(solo)
    assert solo.refusals == [] and len(solo.look.vehicles) == 1
    assert solo.view.cash == (60_000 - 2 * 1_600 - 1_200 - 3_000,)
    begun = solo.seconds
    solo.until(lambda: solo.view.units[0] > 0)
    assert 10 < solo.seconds - begun < 14
    solo.wait(0.2)
    assert solo.stage.reports.flights and {"hammer", "wheels", "coin"} <= set(solo.sounds)
    assert [len(way.pieces) for way in solo.stage.play.sight.ways.values()]


def test_no_view_lets_a_train_jump(solo: Solo) -> None:
    bought(solo)
    field, show, jumps = solo.stage.play.field, solo.stage.show, list[float]()

    def showing(view: View, events: Sequence[Event]) -> None:
        tick = solo.stage.play.pace.seen
        before = [field.spot_of(one.id, tick) for one in solo.look.vehicles]
        show(view, events)
        after = [field.spot_of(one.id, tick) for one in solo.look.vehicles]
        jumps.extend(math.dist(was, now) for was, now in zip(before, after, strict=True) if was and now)

    solo.stage.show = showing  # type: ignore[method-assign]
    solo.wait(20.0)
    assert len(jumps) > 20 and max(jumps) < 0.01


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [100, 150])
def test_what_a_train_can_be_told_is_told_in_words(language: str, text: int) -> None:
    solo = Solo(Options(size=32), 1, language, text, land=valley())
    plan = Plan(1, (Platforms(6, 15, "EW", 4, 1), Platforms(22, 15, "EW", 4, 1)))
    solo.rules.step(solo.state, [Move(0, plan)])
    solo.stage.reset(solo.view)
    solo.frame()
    bought(solo)
    solo.stage.play.select(Selected("vehicle", 1))
    solo.stage.handle(PointerMoved(AWAY, AWAY))
    for halted in (False, True):
        if halted:
            solo.press("halt")
        knobs = [knob for knob in solo.stage.desk.card.knobs if knob.name != "close"]
        assert len(knobs) == 7
        for knob in knobs:
            assert knob.text and knob.tooltip
            typeface = solo.stage.surroundings.typeface
            assert typeface.measure(knob.text, theme.BODY, Weight.BOLD) <= knob.box.width - 22 - 34, knob.text


def test_the_same_by_keys_alone(solo: Solo) -> None:
    _without_a_mouse(solo, pad=False)


def test_the_same_by_pad_alone(solo: Solo) -> None:
    _without_a_mouse(solo, pad=True)


def _without_a_mouse(solo: Solo, *, pad: bool) -> None:
    solo.stage.map.cursor = (10, 15)
    solo.command(CONFIRM, *[RIGHT] * 11, CONFIRM, pad=pad)
    assert solo.view.cash == (60_000 - 2 * 1_600 - 1_200,)
    solo.command(*[LEFT] * 14, CONFIRM, pad=pad)
    assert solo.stage.play.selected.kind == "station"
    solo.command(CONFIRM, pad=pad)
    solo.wait(0.1)
    assert len(solo.look.vehicles) == 1
    solo.command(BACK, pad=pad)
    assert solo.stage.play.selected.kind == ""


def test_what_would_be_refused_is_said_while_it_is_drawn(solo: Solo) -> None:
    solo.stage.handle(PointerMoved(*solo.spot(10.1, 15.5)))
    solo.stage.map.press()
    solo.stage.handle(PointerMoved(*solo.spot(10.2, 15.5)))
    for step in range(24):
        solo.stage.handle(PointerMoved(*solo.spot(10.1 + step, 15.5 - step * 0.9)))
    trial = solo.stage.play.builder.trial
    assert trial.refused and trial.refused[0].reason
    cash = solo.view.cash
    solo.stage.map.release()
    solo.wait(0.1)
    assert solo.view.cash == cash and solo.stage.play.refusal.startswith("rails.refuse.")


def test_what_was_built_is_undone_and_built_again(solo: Solo) -> None:
    solo.drag((10.1, 15.5), (21.9, 15.5))
    built, cash = solo.view.works, solo.view.cash
    assert solo.stage.takes_undo
    solo.stage.take_undo()
    solo.wait(0.1)
    assert solo.view.cash == (cash[0] + 1_200,) and solo.view.works != built
    solo.key("y")
    solo.wait(0.1)
    assert solo.view.works == built and solo.view.cash == cash
    solo.stage.take_undo()
    solo.wait(0.1)
    solo.key("y", "ctrl")
    solo.wait(0.1)
    assert solo.view.works == built and solo.view.cash == cash


def test_a_click_on_the_sign_of_a_station_opens_its_card(solo: Solo) -> None:
    """The sign is the largest thing there that looks like the station."""
    stage, field = solo.stage, solo.stage.map.field
    stage.draw(solo.canvas())
    sign = signs_of(stage.surroundings, field, stage.play.sight)[1].box
    x, y = field.camera.inside(*sign.center)
    assert stage.play.sight.station_at(math.floor(y) * 32 + math.floor(x)) == 0
    works = solo.view.works
    solo.click(x, y)
    assert stage.play.selected == Selected("station", 2) and solo.view.works == works
    solo.command(BACK)
    field.camera.zoom = field.camera.zooms[0]
    stage.draw(solo.canvas())
    solo.click(*field.camera.inside(*sign.center))
    assert stage.play.selected == Selected(), "zoomed out, no sign is drawn"


def test_undo_is_taken_while_a_step_runs_and_nobody_is_asked(solo: Solo) -> None:
    """On a busy machine that is half of the time, and a press of its key was lost."""
    cash = solo.view.cash
    solo.drag((10.1, 15.5), (21.9, 15.5))
    solo.stage.choose(None, None)
    assert solo.stage.takes_undo
    solo.stage.take_undo()
    solo.wait(0.1)
    assert solo.view.cash == cash
    solo.drag((10.1, 15.5), (21.9, 15.5))
    solo.stage.choose(None, None)
    solo.stage.view = msgspec.structs.replace(solo.view, tick=solo.state.last_tick)
    assert not solo.stage.takes_undo, "once the match is over"


def test_a_drag_is_dropped_and_the_right_button_clears(solo: Solo) -> None:
    solo.stage.map.cursor = (12, 20)
    solo.command(CONFIRM, RIGHT, RIGHT, BACK)
    assert solo.stage.play.builder.drag is None and solo.view.cash == (60_000 - 3_200,)
    solo.drag((10.1, 15.5), (21.9, 15.5))
    solo.drag((12.5, 15.5), (14.5, 15.5), button=3)
    assert solo.view.cash == (60_000 - 3_200 - 1_200 + 3 * 75,)
    assert solo.stage.play.builder.tool == "rail"


def test_space_stops_the_clock_and_building_goes_on(solo: Solo) -> None:
    solo.wait(1.0)
    solo.command(CommandName.HURRY)
    solo.wait(0.2)
    tick = solo.view.tick
    solo.wait(2.0)
    assert solo.view.tick == tick
    solo.drag((10.1, 15.5), (21.9, 15.5))
    assert solo.view.cash == (60_000 - 3_200 - 1_200,) and solo.view.tick == tick
    solo.key(".")
    solo.wait(2.0)
    assert 24 <= solo.view.tick - tick <= 44


def test_two_meet_and_the_way_out_is_pressed_on_the_map(solo: Solo) -> None:
    bought(solo)
    solo.wait(8.0)
    solo.press("buy")
    solo.until(lambda: solo.look.rings)
    solo.frame()
    stage = solo.stage
    assert stage.desk.jam.visible and "Nobody can move" in stage.map.advice.told
    assert stage.map.suggested and "bell" in solo.sounds
    solo.wait(0.5)
    solo.click(14.5, 15.5)
    solo.wait(1.0)
    assert not solo.look.rings and not stage.desk.jam.visible and not stage.map.suggested
    before = solo.view.units[0]
    solo.wait(40.0)
    assert solo.view.units[0] > before + 200 and not solo.look.rings


def test_trains_are_seen_where_the_views_say(solo: Solo) -> None:
    bought(solo)
    field = solo.stage.play.field
    assert field is not None
    gone = False
    for _ in range(30 * 30):
        solo.frame()
        one = solo.look.vehicles[0]
        gone = gone or one.state == VehicleState.MOVING
        seen = field.spot_of(1, solo.view.tick)
        assert seen is not None
        x, y = one.tile % 32 + 0.5, one.tile // 32 + 0.5
        assert math.dist(seen, (x, y)) < 0.9
    assert gone
    solo.stage.hurry()
    before = [field.motion.seen(1, solo.view.tick)[0].spots(field.motion.seen(1, solo.view.tick)[1], 6)]  # type: ignore[index]
    solo.stage.reset(solo.view)
    after = [field.motion.seen(1, solo.view.tick)[0].spots(field.motion.seen(1, solo.view.tick)[1], 6)]  # type: ignore[index]
    assert before == after


@pytest.mark.parametrize("leads", [True, False], ids=["player", "watcher"])
def test_a_view_of_many_vehicles_is_taken_in_over_some_frames(
    solo: Solo, leads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile the last view is shown whole, and nothing is sent; in the end all is as if taken in at once."""
    bought(solo)
    solo.wait(3.0)
    stage, at_once = solo.stage, RailsStage(solo.stage.surroundings)
    canvas, sounds = solo.canvas(), solo.sounds
    stage.surroundings.speed = 1 if leads else 0
    stage.play.pace.leads = at_once.play.pace.leads = leads
    at_once.reset(solo.view)
    stage.hurry()
    before = stage.play.sight
    events = solo.rules.step(solo.state, [Move(0, Advance(12))])
    at_once.show(solo.view, events)
    monkeypatch.setattr("game.cabinets.rails.stage.stage._MANY", 1)
    sounds.clear()
    stage.show(solo.view, events)
    frames = 0
    while stage.busy and stage.play.sight is before:
        assert decided(stage) is None and stage.play.pace.known == before.view.tick
        stage.draw(canvas)
        stage.update(FRAME)
        frames += 1
    assert frames == 4 and stage.play.sight.view == at_once.play.sight.view == solo.look
    for tick in range(before.view.tick, solo.view.tick + 1):
        assert stage.play.field.spot_of(1, tick) == at_once.play.field.spot_of(1, tick)


def test_a_view_that_is_half_taken_in_is_finished_when_more_comes(solo: Solo, monkeypatch: pytest.MonkeyPatch) -> None:
    bought(solo)
    solo.wait(3.0)
    stage, rules = solo.stage, solo.rules
    stage.hurry()
    monkeypatch.setattr("game.cabinets.rails.stage.stage._MANY", 1)
    for end in (stage.hurry, stage.sum_up, lambda: stage.reset(solo.view), lambda: stage.show(solo.view, [])):
        for _ in range(2):
            stage.hurry()
            events = rules.step(solo.state, [Move(0, Advance(4))])
            stage.show(solo.view, events)
            stage.update(FRAME)
            assert stage.busy and stage.play.sight.view.tick == solo.view.tick - 4
            end()
            assert stage.play.sight.view == solo.look


def test_triggers_zoom_and_arrows_with_shift_pan(solo: Solo) -> None:
    camera = solo.stage.map.field.camera
    zoom = camera.zoom
    solo.stage.handle(TriggerMoved("right", 1.0))
    assert camera.zoom > zoom
    middle = camera.middle
    solo.key("right", "shift")
    assert camera.middle[0] > middle[0]
    solo.command(RIGHT, RIGHT)
    assert camera.middle != middle


def test_nothing_is_cut_in_both_languages_at_large_text() -> None:
    for language in ("en", "ko"):
        solo = Solo(Options(size=32), 1, language, 150, valley())
        plan = Plan(1, (Platforms(6, 15, "EW", 4, 1), Platforms(22, 15, "EW", 4, 1)))
        solo.rules.step(solo.state, [Move(0, plan)])
        solo.stage.reset(solo.view)
        solo.frame()
        bought(solo)
        canvas = solo.canvas(960, 540)
        for tool in "1234567890":
            solo.key(tool)
            solo.frame()
            solo.stage.draw(canvas)
            solo.stage.draw_over(canvas)
        assert solo.stage.surroundings.typeface.overflows == []


def test_no_sign_of_a_station_lies_on_another(solo: Solo) -> None:
    plan = Plan(2, (Platforms(11, 17, "EW", 4, 1), Platforms(10, 19, "EW", 4, 1), Platforms(24, 17, "EW", 4, 1)))
    solo.rules.step(solo.state, [Move(0, plan)])
    solo.stage.reset(solo.view)
    field, sight = solo.stage.play.field, solo.stage.play.sight
    assert field is not None and sight is not None
    for zoom in field.camera.zooms[1:]:
        field.camera.zoom = zoom
        boxes = [sign.box for sign in signs_of(solo.stage.surroundings, field, sight)]
        assert len(boxes) == 5 and all(box.collidelist(boxes[:place]) < 0 for place, box in enumerate(boxes))


def test_every_station_of_a_yard_is_seen_beside_tools_at_first() -> None:
    solo = Solo(Options(yard="oil_at_sea"), 1, "ko", 150)
    solo.frame()
    field, view = solo.stage.play.field, solo.view
    assert field is not None and len(view.stations) == 3
    for station in view.stations:
        x, _ = field.camera.outside(station.tile % view.size + 0.5, station.tile // view.size + 0.5)
        assert solo.stage.desk.tools.box.right < x < solo.stage.width - WIDEST_CARD


@pytest.mark.parametrize(("yard", "text"), [("oil_at_sea", 150), ("last_coins", 100), ("hub", 150)])
def test_no_edge_of_a_map_lies_within_what_both_bars_leave_free(yard: str, text: int) -> None:
    solo = Solo(Options(yard=yard), 1, "ko", text)
    solo.frame()
    field = solo.stage.play.field
    assert field is not None
    top, foot = (field.camera.outside(0, y)[1] for y in (0, solo.view.size))
    head, below = solo.stage.desk.top.box.bottom, solo.stage.height - solo.stage.desk.top.box.bottom
    if foot - top <= below - head:
        assert head <= top and foot <= below, "all of it is seen"
    else:
        assert top <= head + 16 and foot >= below - 16, "nothing of the room is wasted on the table"


def test_the_number_of_a_match_is_told_but_not_that_of_a_task() -> None:
    texts = Texts("en")
    free, task = Solo(Options(size=32)), Solo(Options(yard="first_coal"))
    assert any("game 7" in line for line in turn_lines(free.stage, 7, texts))
    assert not any("game" in line for line in turn_lines(task.stage, 7, texts))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", [each for each in Trouble if each])
def test_every_trouble_of_an_order_has_a_sentence(language: str, trouble: Trouble) -> None:
    assert Texts(language).line(f"rails.trouble.{trouble}")


def test_a_card_that_is_kept_as_a_picture_shows_what_a_fresh_one_shows(solo: Solo) -> None:
    card = solo.stage.desk.card

    def same() -> None:
        shown = []
        for _ in range(2):
            canvas = solo.canvas(960, 540)
            solo.stage.desk.lay()
            card.draw(canvas)
            shown.append(bytes(canvas.surface.subsurface(canvas.pixels(card.box)).copy().get_buffer().raw))
            card.touched()
        assert shown[0] == shown[1]

    solo.drag((10.1, 15.5), (21.9, 15.5))
    solo.click(7.5, 15.5)
    same()
    for name in ("fewer", "engine", "buy"):
        solo.press(name)
        same()
    solo.wait(2.0)
    same()
    solo.key("m")
    same()
    solo.command(RIGHT, RIGHT)
    same()
    solo.click(7.2, 15.5)
    same()
    solo.key("9")
    solo.press("blueprint.2")
    solo.press("blueprint.length.plus")
    same()


@pytest.mark.parametrize("height", narrow.HEIGHTS)
def test_in_a_narrow_frame_every_knob_stands_on_its_card_in_sight(solo: Solo, height: float) -> None:
    solo.stage.fit(narrow.WIDTH, height)
    solo.drag((10.1, 15.5), (21.9, 15.5))
    for select in (Selected(), Selected("station", 1), Selected("industry", 0)):
        solo.stage.play.select(select)
        solo.frame()
        for card in solo.stage.desk.cards.cards:
            assert card.box.right <= narrow.WIDTH and card.box.bottom <= height
            assert all(card.box.contains(knob.box) for knob in card.knobs), type(card).__name__


def test_adviser_and_overlays_are_in_reach_of_mouse_and_pad(solo: Solo) -> None:
    play, desk = solo.stage.play, solo.stage.desk
    solo.press("overlay")
    assert play.overlay == 1 and desk.cards.keyed is None
    solo.command(CommandName.PREVIOUS, CONFIRM, pad=True)
    assert play.overlay == 2 and solo.focus == "overlay"
    solo.stage.handle(PointerMoved(AWAY, AWAY))
    solo.frame()
    assert solo.focus == "overlay", "a pointer that leaves takes nothing from the keys"
    solo.command(CommandName.PREVIOUS, CONFIRM, pad=True)
    found = len(solo.stage.map.advice.findings)
    assert found and solo.focus == "adviser"
    solo.command(*[CONFIRM] * found, pad=True)
    assert not solo.stage.map.advice.findings
    solo.command(CommandName.NEXT, CommandName.NEXT, pad=True)
    assert play.builder.tool == "rail" and desk.cards.keyed is None
    solo.command(CommandName.PREVIOUS, CommandName.PREVIOUS, CommandName.PREVIOUS, pad=True)
    assert play.builder.tool == "clear"


def test_a_stations_card_says_what_a_train_brings_and_which_one_comes_next(solo: Solo) -> None:
    bought(solo)
    sight = solo.stage.play.sight
    assert sight is not None
    orders = sight.orders_of(sight.view.vehicles[0])
    calls = tuple(Call(one.station, ORDERS[one.order]) for one in orders)
    brings = earning(sight, calls, 120)
    assert earning(sight, calls[::-1], 120) == 0
    solo.until(lambda: solo.view.units[0] == 120)
    assert solo.view.delivered == (brings,)
    solo.until(lambda: solo.look.vehicles[0].state == VehicleState.MOVING)
    sight = solo.stage.play.sight
    assert sight is not None
    coming = [next_in(sight, station) for station in (1, 2)]
    assert [one.id if one else 0 for one in coming] == [1, 0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_station_yet_is_told_how_to_begin(language: str) -> None:
    fresh = Solo(Options(size=32), 1, language, land=valley())
    fresh.frame()
    told = fresh.stage.instruction()
    assert told == ("rails_stage.hint.first", {})
    assert "5" in Texts(language).line(told[0])


@pytest.mark.slow
def test_two_bars_grow_once_the_first_jam_of_the_valley_is_gone() -> None:
    first = Solo(Options(yard="valley", size=32), 1)
    first.frame()
    first.drag((10.1, 15.5), (21.9, 15.5))
    first.click(7.5, 15.5)
    first.press("buy")
    first.wait(1.0)
    first.press("buy")
    bars = first.stage.desk.bars
    first.until(lambda: bool(first.look.rings))
    assert not bars.visible
    first.press("offer.0")
    first.until(lambda: bars.visible)
    assert not first.look.rings and bars.box.bottom <= first.stage.height
    first.until(lambda: not bars.visible)
