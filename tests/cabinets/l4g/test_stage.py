"""The picture of L4G: games of random players and written ones, under a clock that is only told to pass.

With SOUK_PICTURES set to a folder the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path

import pygame
import pytest

from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.views import Phase, PlayerState, PlayerView, Sight, View, sight_of
from game.cabinets.l4g.stage.bar import gaps
from game.cabinets.l4g.stage.floor.acts import ACT_OF, Act, scenes
from game.cabinets.l4g.stage.floor.crowd import Standing, arranged
from game.cabinets.l4g.stage.floor.fog import loops
from game.cabinets.l4g.stage.floor.layout import alone, at_table
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.told import KINDS, tales
from game.cabinets.l4g.stage.ranking import dropped, ranking
from game.cabinets.l4g.stage.stage import L4gStage
from game.core.rules import SPECTATOR
from game.engine import theme
from game.engine.input import KeyPressed, PointerMoved, PointerPressed, Wheel
from game.engine.sprites import clear_sprites
from game.engine.text import Typeface
from tests.cabinets.l4g.staging import (
    REPLAY,
    RULES,
    TABLE,
    after,
    draw_table,
    game,
    save,
    stage_at,
    surroundings,
    table_canvas,
)
from tests.in_turns import in_turns

FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None
FRAME = 1 / 30
LONGEST = 6.0
UPRIGHT = (404.0, 1300.0)
"""A frame for everything below each other."""
"""Seconds that a turn may move at the normal pace."""
SMALL = Options(rows=4, columns=4, turns=24, incubation=3, penalty=3)


@pytest.fixture(scope="module", autouse=True)
def _window() -> Iterator[None]:
    pygame.init()
    pygame.display.set_mode((1, 1))
    yield
    clear_sprites()


def shown(stage: L4gStage) -> Picture:
    """What is to be seen now."""
    picture = stage.director.picture
    assert picture is not None
    return picture


def finish(stage: L4gStage) -> float:
    """Let time pass until nothing moves; how long it took."""
    passed = 0.0
    while stage.busy and not stage.paused:
        stage.update(FRAME)
        passed += FRAME
        assert passed < LONGEST, "the movements do not come to an end"
    return passed


def known(view: View) -> dict[int, tuple[PlayerState, tuple[int, int] | None]]:
    return {player.number: (player.state, player.square) for player in view.players}


# Where things stand.


@pytest.mark.parametrize("count", [*range(1, 13), 20, 37, 60])
def test_a_crowd_stands_side_by_side_in_its_square(count: int) -> None:
    plan = alone(7, 7)
    states = list(PlayerState)[:3]
    spots = arranged([Standing(number, states[number % 3], (3, 4)) for number in range(count)], plan)
    box = plan.floor.square((3, 4))
    assert len(spots) == count
    for spot in spots.values():
        assert box.left <= spot.x - spot.radius and spot.x + spot.radius <= box.right
        assert box.top <= spot.y - spot.radius and spot.y + spot.radius <= box.bottom
    for one, other in combinations(spots.values(), 2):
        assert hypot(one.x - other.x, one.y - other.y) >= one.radius + other.radius - 0.5


def test_souls_stand_in_the_sky_and_those_that_return_first_come_first() -> None:
    plan = alone(7, 7)
    souls = [Standing(number, PlayerState.SOUL, None, wait=60 - number) for number in range(60)]
    spots = arranged(souls, plan)
    assert all(plan.sky.collidepoint(spot.x, spot.y) for spot in spots.values())
    first_row = [number for number, spot in spots.items() if spot.y < plan.sky.centery]
    assert sorted(first_row, key=lambda number: spots[number].x) == sorted(first_row, reverse=True)
    assert min(first_row) > max(set(spots) - set(first_row))


@pytest.mark.parametrize("text_size", [100, 125, 150])
@pytest.mark.parametrize("size", [TABLE, REPLAY, UPRIGHT])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (7, 7), (9, 9), (2, 9), (9, 2)])
def test_room_and_cards_never_overlap(rows: int, columns: int, size: tuple[float, float], text_size: int) -> None:
    plan = at_table(*size, rows, columns, Typeface(text_size))
    cards = plan.cards
    assert cards is not None
    boxes = [plan.floor.frame, plan.sky, cards.person, cards.told, cards.infection, cards.right, cards.bar]
    for one, other in combinations(boxes, 2):
        assert not one.inflate(-0.5, -0.5).colliderect(other.inflate(-0.5, -0.5))
    for box in boxes:
        assert box.left >= -0.01 and box.top >= -0.01 and box.width > 0 and box.height > 0
        assert box.right <= size[0] + 0.01 and box.bottom <= size[1] + 0.01
    assert plan.floor.cell >= 30


@pytest.mark.parametrize("text_size", [100, 125, 150])
@pytest.mark.parametrize("size", [TABLE, REPLAY])
def test_large_text_leaves_lines_for_what_happened(size: tuple[float, float], text_size: int) -> None:
    typeface = Typeface(text_size)
    cards = at_table(*size, 7, 7, typeface).cards
    assert cards is not None
    line = max(24.0, typeface.leading(theme.CAPTION) + 4)
    assert cards.told.height >= typeface.leading(theme.BODY) + (3 if size == TABLE else 2) * line + 18
    assert cards.with_chart == (size == TABLE and text_size < 150)


def test_turns_that_were_not_watched_are_known_as_such() -> None:
    stage = stage_at(after(3, 20), surroundings())
    moments = stage.desk.record.moments
    assert gaps(moments, 20) == [(1, 19)]
    for state, view, events in game(3, until=22):
        if view.turn >= 21 and RULES.ask(state) is not None:
            stage.show(view, events)
    assert gaps(moments, 22) == [(1, 19)]


def test_every_square_is_found_at_its_middle() -> None:
    floor = alone(5, 8).floor
    for row in range(5):
        for column in range(8):
            assert floor.at(*floor.middle((row, column))) == (row, column)
            assert floor.holds((row, column))
    assert not floor.holds(floor.at(floor.box.right + 4, floor.box.top + 4))


def test_the_outline_of_sight_goes_around_it_once() -> None:
    cross = {(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)}
    (loop,) = loops(cross)
    assert len(loop) == 12 and len(set(loop)) == 12
    assert all(abs(x - to_x) + abs(y - to_y) == 1 for (x, y), (to_x, to_y) in pairwise([*loop, loop[0]]))
    assert len(list(loops({(0, 0), (2, 2)}))) == 2


# A turn in its eight acts.


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 5])
def test_the_acts_lead_from_each_view_to_the_next(viewer: int) -> None:
    told: set[Act] = set()
    steps = [*game(4, 12, viewer=viewer, options=SMALL)]
    for (_, before, _), (_, view, events) in pairwise(steps):
        players = known(before)
        played = scenes(before, view, events)
        assert [scene.act for scene in played] == sorted(scene.act for scene in played)
        if before.phase is Phase.NUMBER:
            continue
        for scene in played:
            players |= {change.number: (change.state, change.square) for change in scene.appear}
            for change in scene.changes:
                assert change.number in players
                players[change.number] = (change.state, change.square)
            for number in scene.vanish:
                del players[number]
            assert all(ACT_OF[deed.kind] is scene.act for deed in scene.deeds)
            told |= {scene.act} if not scene.empty else set()
        assert players == known(view)
    assert len(told) >= (7 if viewer == SPECTATOR else 5)


@pytest.mark.parametrize("viewer", [0, 5])
def test_nobody_is_drawn_whom_the_view_does_not_hold(viewer: int) -> None:
    hidden = 0
    stage = L4gStage(surroundings(12, viewer=viewer, options=SMALL))
    stage.fit(*TABLE)
    before: set[int] = set()
    for _, view, events in game(6, 12, viewer=viewer, options=SMALL):
        numbers = set(known(view))
        stage.show(view, events)
        while stage.busy:
            stage.update(0.1)
            assert set(shown(stage).figures) <= numbers | before
        assert set(shown(stage).figures) == numbers
        hidden += 12 - len(numbers)
        for figure in shown(stage).figures.values():
            assert figure.number == viewer or (figure.health is None and figure.life is None)
        before = numbers
    assert hidden > 30


def test_the_sight_of_a_player_is_that_of_its_view() -> None:
    compared = 0
    for state, view, _ in game(8, 12, options=SMALL):
        if view.phase is not Phase.MOVE:
            continue
        for seat in range(12):
            own: View = RULES.view(state, seat)
            everybody = sight_of(view.players, seat, view.rows, view.columns)
            assert everybody == own.sight == sight_of(own.players, seat, view.rows, view.columns)
            compared += 1
    assert compared > 200


def test_what_happened_is_told_kind_by_kind() -> None:
    _, view, _ = after(3, 40)
    found = tales([*view.actions, *view.events])
    assert [list(KINDS).index(tale.kind) for tale in found] == sorted(list(KINDS).index(tale.kind) for tale in found)
    died = {deed.number for deed in view.events if deed.kind == "died"}
    assert {number for tale in found if tale.kind == "died" for number in tale.others} == died
    assert all(tale.doers for tale in found if tale.kind in ("died", "gave"))


# Movement.


def test_every_turn_comes_to_an_end_in_the_view() -> None:
    stage = L4gStage(surroundings())
    stage.fit(*TABLE)
    for _, view, events in game(2, until=18):
        stage.show(view, events)
        finish(stage)
        assert {n: (f.state, f.square) for n, f in shown(stage).figures.items()} == known(view)
        assert stage.director.act in (None, Act.MOVE, Act.SPOTTING)
        at_rest = Picture.of(view, stage.director.plan)
        assert set(tales(shown(stage).deeds)) == set(tales(at_rest.deeds))


def test_hurrying_ends_it_and_reduced_motion_cuts_it_short() -> None:
    steps = [*game(2, until=14)]
    hurried, brief = L4gStage(surroundings()), L4gStage(surroundings())
    brief.surroundings.reduced_motion = True
    for stage in (hurried, brief):
        stage.fit(*TABLE)
    for _, view, events in steps:
        hurried.show(view, events)
        hurried.update(0.05)
        hurried.hurry()
        assert not hurried.busy
        brief.show(view, events)
        assert finish(brief) < 2.0
        assert known(view) == {n: (f.state, f.square) for n, f in shown(brief).figures.items()}


def test_step_by_step_it_stops_after_each_of_the_eight_acts() -> None:
    (_, before, _), *steps = [step for step in game(3, until=30) if step[1].turn >= 25]
    stage = L4gStage(surroundings())
    stage.fit(*TABLE)
    stage.reset(before)
    tool = stage.tools()[-1]
    assert not tool.lit()
    tool.press()
    assert tool.lit()
    acts = []
    for _, view, events in steps:
        stage.show(view, events)
        while stage.busy:
            finish(stage)
            if stage.paused:
                acts.append(stage.director.act)
                stage.update(5.0)
                assert stage.paused, "only going on leads on"
                stage.resume()
    whole = [acts[place : place + 8] for place in range(0, len(acts) - len(acts) % 8, 8)]
    assert len(whole) >= 4
    assert all(turn == list(Act) for turn in whole)


def test_hurrying_step_by_step_leads_to_the_next_stop_even_at_speed_zero() -> None:
    (_, before, _), *steps = [step for step in game(3, until=30) if step[1].turn >= 25]
    for speed in (1.0, 0.0):
        stage = L4gStage(surroundings())
        stage.surroundings.speed = speed
        stage.fit(*TABLE)
        stage.reset(before)
        stage.tools()[-1].press()
        stage.show(*steps[0][1:])
        stage.hurry()
        assert stage.paused and stage.director.act is Act.MOVE
        stage.resume()
        assert not stage.paused or stage.director.act is not Act.MOVE
        stage.show(*steps[1][1:])
        stage.hurry()
        assert stage.paused
        stage.tools()[-1].press()
        assert not stage.paused, "switching it off leads on"


# Following.


def test_one_follows_by_token_by_line_by_arrow_and_by_key() -> None:
    step = after(3, 40)
    stage = stage_at(step, surroundings())
    canvas = table_canvas()
    draw_table(stage, canvas)
    figure = next(figure for figure in shown(stage).figures.values() if figure.square and figure.radius > 15)
    assert stage.captures_press(figure.x, figure.y)
    stage.handle(PointerPressed(figure.x, figure.y))
    assert stage.director.focus == figure.number
    assert shown(stage).sight is not None or figure.state is PlayerState.SOUL
    stage.handle(PointerPressed(figure.x, figure.y))
    assert stage.director.focus is None and shown(stage).sight is None
    lines = ranking(step[1], 0)
    row, line = stage.desk.ranking.rows[4]
    assert line.number == lines[4].number
    stage.handle(PointerPressed(*row.center))
    assert stage.director.focus == lines[4].number
    stage.handle(KeyPressed("."))
    assert stage.director.focus == lines[5].number
    stage.handle(KeyPressed(","))
    stage.handle(KeyPressed(","))
    assert stage.director.focus == lines[3].number
    stage.tools()[0].press()
    assert stage.director.focus == lines[4].number


def test_the_ranking_scrolls_and_keeps_whom_one_follows() -> None:
    step = after(3, 40)
    stage = stage_at(step, surroundings())
    canvas = table_canvas()
    lines = ranking(step[1], 0)
    stage.follow(lines[40].number)
    draw_table(stage, canvas)
    listed = [line.number for _, line in stage.desk.ranking.rows]
    assert listed[-1] == lines[40].number and listed[0] == lines[0].number
    plan = stage.director.plan
    assert plan.cards is not None
    for _ in range(100):
        stage.handle(Wheel(*plan.cards.right.center, -1))
        draw_table(stage, canvas)
    listed = [line.number for _, line in stage.desk.ranking.rows]
    assert listed[-1] == lines[-1].number


def test_the_ranking_is_that_of_the_result() -> None:
    *_, (state, view, _) = game(5, 12, options=SMALL)
    result = RULES.result(state)
    for line in ranking(view, 0):
        seat = result.seats[line.number]
        assert (line.rank, line.grade, list(line.grades)) == (seat.rank, seat.score, seat.details["grades"])
        assert sum(line.grades) - sum(line.grades[part] for part in dropped(line.grades)) == line.grade
    assert ranking(RULES.view(state, 3), 0) == ()


def test_the_path_of_whom_one_follows_is_where_it_came_from() -> None:
    stage = L4gStage(surroundings(12, options=SMALL))
    walked: list[tuple[int, int] | None] = []
    for _, view, events in game(9, 12, until=4, options=SMALL):
        stage.show(view, events)
        if view.phase is Phase.MOVE:
            walked.append(view.players[4].square)
    path = list(stage.desk.record.path(4, 4, 8))
    assert path == [square for square in walked if square][-len(path) :] and len(path) >= 3
    stage.reset(next(iter(game(9, 12, options=SMALL)))[1])
    assert stage.desk.record.path(4, 50, 8) == []


def test_who_holds_a_seat_follows_itself_alone() -> None:
    step = after(3, 20, viewer=7)
    stage = stage_at(step, surroundings(viewer=7))
    stage.follow(3)
    assert stage.director.focus == 7
    assert [tool.icon for tool in stage.tools()] == ["footprints"]
    assert not stage.captures_press(*shown(stage).figures[7].spot[:2])


# The whole of it.


@in_turns(language=["ko", "en"], text_size=[150, 100], size=[TABLE, REPLAY])
def test_nothing_is_cut(language: str, text_size: int, size: tuple[float, float]) -> None:
    for viewer, turn in ((SPECTATOR, 40), (SPECTATOR, 1), (SPECTATOR, 6), (5, 1), (5, 23), (5, 0)):
        step = after(3, turn, viewer=viewer)
        stage = stage_at(step, surroundings(49, language, text_size, viewer=viewer), size)
        if viewer >= 0:
            stage.choose(viewer, RULES.legal(step[0], viewer))
        canvas = table_canvas()
        for follow in (None, 3, 30):
            stage.follow(follow)
            stage.handle(PointerMoved(*stage.director.plan.floor.middle((3, 2))))
            draw_table(stage, canvas)
        assert stage.surroundings.typeface.overflows == []
        save(canvas, FOLDER, f"l4g-{viewer}-{turn}-{language}-{text_size}-{round(size[1])}")


@pytest.mark.parametrize(("rows", "columns", "seats"), [(2, 2, 60), (9, 9, 60), (2, 9, 30), (9, 2, 30), (3, 3, 2)])
def test_rooms_of_every_shape_are_drawn(rows: int, columns: int, seats: int) -> None:
    step = after(1, 12, seats, options=Options(rows=rows, columns=columns))
    stage = stage_at(step, surroundings(seats, options=Options(rows=rows, columns=columns)))
    for pixels in ((960, 540), (1280, 720)):
        canvas = table_canvas(*pixels)
        draw_table(stage, canvas)
        stage.handle(PointerMoved(*stage.director.plan.floor.middle((1, 1))))
        draw_table(stage, canvas)
    assert stage.surroundings.typeface.overflows == []
    save(canvas, FOLDER, f"l4g-{rows}x{columns}-{seats}")


def test_small_pictures_show_the_room_alone() -> None:
    step = after(3, 30)
    stage = L4gStage(surroundings())
    stage.reset(step[1])
    canvas = table_canvas(160, 120)
    stage.draw(canvas)
    assert (stage.width, stage.height) == (624, 624)
    assert shown(stage).sight is None


def test_settings_that_change_keep_whom_one_follows() -> None:
    step = after(3, 30)
    stage = stage_at(step, surroundings())
    stage.follow(9)
    stage.tools()[-1].press()
    other = L4gStage(surroundings(language="ko"))
    other.reset(step[1])
    other.follow_on(stage)
    assert other.director.focus == 9 and shown(other).sight is not None
    assert other.tools()[-1].lit()


def test_fog_lies_where_one_does_not_see() -> None:
    step = after(3, 6)
    stage = stage_at(step, surroundings())
    survivor = next(player for player in step[1].players if player.state is PlayerState.SURVIVOR)
    clear, fogged = table_canvas(), table_canvas()
    draw_table(stage, clear)
    stage.follow(survivor.number)
    draw_table(stage, fogged)
    sight = shown(stage).sight
    assert sight is not None
    floor = stage.director.plan.floor
    brightness: dict[Sight, list[float]] = {level: [] for level in Sight}
    taken = {player.square for player in step[1].players}
    for row in range(7):
        for column in range(7):
            if (row, column) not in taken:
                x, y = floor.middle((row, column))
                pixel = fogged.pixel(x + 6, y + 6)
                share = sum(fogged.surface.get_at(pixel)[:3]) / sum(clear.surface.get_at(pixel)[:3])
                brightness[sight[row * 7 + column]].append(share)
    if brightness[Sight.FULL] and brightness[Sight.NOTHING]:
        assert min(brightness[Sight.FULL]) > 0.9
        assert max(brightness[Sight.NOTHING]) < 0.7


def test_a_player_view_names_its_life() -> None:
    view: View = after(3, 30, viewer=4)[1]
    assert isinstance(view.me, PlayerView) and view.me.life is not None
    assert all(player.life is None for player in view.players if player.number != 4)


def test_grades_are_ranked_from_the_first_difference_on() -> None:
    first, later = stage_at(after(3, 0), surroundings()), stage_at(after(3, 40), surroundings())
    for stage, told in ((first, False), (later, True)):
        draw_table(stage, table_canvas())
        assert stage.desk.ranking.told_apart is told
