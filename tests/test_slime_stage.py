"""The picture of Slime: played through with random and with written turns, under a clock that is only told to pass.

With SOUK_PICTURES set to a folder the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import KEEP, Heading, Steer, View
from game.cabinets.slime.stage import REFUSED, SETTLE, SlimeStage
from game.cabinets.slime.stage_flood import Flood, arrivals
from game.cabinets.slime.stage_ground import Ground, Tide
from game.cabinets.slime.stage_layout import (
    CELL,
    FIELD,
    FRAME,
    HEADINGS,
    VECTORS,
    beyond,
    heading_between,
    middle,
    square_at,
    way_between,
)
from game.cabinets.slime.stage_marks import send_button
from game.cabinets.slime.stage_picture import Picture
from game.cabinets.slime.stage_tones import land_tones, skin_tones
from game.core.rules import SPECTATOR
from game.engine.canvas import Canvas
from game.engine.colour import PAPER, SEAT_COLOURS, as_deuteranope, contrast, rgb
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.light import opaque
from game.engine.sprites import clear_sprites
from game.engine.stage import Surroundings
from tests.slime_table import (
    RING,
    RULES,
    about_to_collide,
    about_to_flood,
    at,
    draw_table,
    drawn,
    match,
    play,
    save,
    surroundings,
    table_canvas,
)

FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None
FRAME_SECONDS = 1 / 30
LONGEST = 3.0
"""Seconds that anything in one turn may move at the normal pace."""
CLOTHS = (("#F2B134", "stripe"), ("#1FA5A0", "lattice"))


@pytest.fixture(scope="module", autouse=True)
def _sprites_of_many_sizes() -> Iterator[None]:
    yield
    clear_sprites()


def finish(stage: SlimeStage) -> float:
    """Let time pass until nothing moves any more; the seconds a player had to wait."""
    passed = waited = 0.0
    while stage._director.moving:
        waited += FRAME_SECONDS * stage.busy
        stage.update(FRAME_SECONDS)
        passed += FRAME_SECONDS
        assert passed < LONGEST, "the movements do not come to an end"
    return waited


def shown(stage: SlimeStage) -> Picture:
    """What is to be seen now."""
    picture = stage._director.picture
    assert picture is not None
    return picture


def steering(given: Surroundings | None = None, seed: int = 5, turn: int = 20) -> tuple[SlimeStage, View]:
    """A stage on which team A's player is asked."""
    _, view = at(seed, turn)
    stage = SlimeStage(given or surroundings(person=True))
    stage.reset(view)
    stage.choose(0, None)
    return stage, view


def drag(stage: SlimeStage, *squares: int) -> None:
    """Press on the first square and lead the pointer over the others."""
    stage.handle(PointerPressed(*middle(squares[0])))
    for square in squares[1:]:
        stage.handle(PointerMoved(*middle(square)))
    stage.handle(PointerReleased(*middle(squares[-1])))


# Geometry.


def test_every_square_is_found_at_its_middle_and_up_is_up() -> None:
    for square in range(f.SQUARES):
        assert square_at(*middle(square)) == square
        for heading in HEADINGS:
            other = beyond(square, heading)
            if other is None:
                continue
            (x, y), (other_x, other_y) = middle(square), middle(other)
            assert (other_x - x, other_y - y) == (VECTORS[heading][0] * CELL, VECTORS[heading][1] * CELL)
            assert heading_between(square, other) is heading
    assert square_at(2, 200) is None
    assert middle(0)[1] > middle(12)[1]


def test_a_way_leads_step_by_step_over_the_shortest_squares() -> None:
    chance = Random(2)
    for _ in range(200):
        start, end = chance.randrange(f.SQUARES), chance.randrange(f.SQUARES)
        way = [start, *way_between(start, end)]
        assert way[-1] == end
        assert all(heading_between(*step) is not None for step in pairwise(way))
        (x, y), (end_x, end_y) = divmod(start, f.HEIGHT), divmod(end, f.HEIGHT)
        assert len(way) - 1 == abs(end_x - x) + abs(end_y - y)
        headings = [heading_between(*step) for step in pairwise(way)]
        assert sum(one is not other for one, other in pairwise(headings)) <= 1


# Movement.


@pytest.mark.parametrize("person", [False, True])
def test_every_movement_ends_in_the_view(person: bool) -> None:
    heard: list[str] = []
    stage = SlimeStage(surroundings(person=person, play_sound=heard.append))
    kinds: set[str] = set()
    for _, view, events in match(seed=4):
        if not events:
            stage.reset(view)
            continue
        stage.show(view, events)
        finish(stage)
        kinds.update(event.kind for event in events)
        assert shown(stage) == Picture.of(view), [event.kind for event in events]
    assert {"moved", "crossed", "met", "painted", "captured", "enclosed", "rose", "over"} <= kinds
    assert {"hop", "splat", "grow"} == set(heard)


@pytest.mark.parametrize("changes", [{"speed": 0.0}, {"reduced_motion": True}, {"speed": 4.0}])
def test_pace_and_reduced_motion_end_the_same(changes: dict[str, Any]) -> None:
    stage = SlimeStage(surroundings(**changes))
    for _, view, events in match(seed=6, turns=60):
        stage.show(view, events)
        assert not (changes.get("speed") == 0.0 and stage.busy)
        finish(stage)
        assert shown(stage) == Picture.of(view)


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.3, 0.7, 2.0])
def test_turns_queue_up_and_can_be_hurried_at_any_moment(wait: float) -> None:
    stage = SlimeStage(surroundings())
    for number, (_, view, events) in enumerate(match(seed=9, turns=12)):
        if number == 0:
            stage.reset(view)
        else:
            stage.show(view, events)
        last = view
    for _ in range(round(wait / FRAME_SECONDS)):
        stage.update(FRAME_SECONDS)
    assert stage.busy
    stage.hurry()
    assert not stage.busy
    assert shown(stage) == Picture.of(last)


def test_who_steers_need_not_wait_for_the_flood() -> None:
    waited = {}
    for person in (False, True):
        stage = SlimeStage(surroundings(person=person))
        state = drawn(RING, {5: (13, 12, Heading.UP)} | dict.fromkeys(range(5), (0, 0, Heading.RIGHT)))
        stage.reset(RULES.view(state, SPECTATOR))
        _, view, events = play(state)
        stage.show(view, events)
        waited[person] = finish(stage)
    assert waited[True] < 0.35 < waited[False]


def test_slimes_pop_where_they_meet_and_rise_at_home() -> None:
    state = about_to_collide()
    stage = SlimeStage(surroundings())
    stage.reset(RULES.view(state, SPECTATOR))
    _, view, events = play(state)
    stage.show(view, events)
    splats, risen = 0, set()
    while stage._director.moving:
        stage.update(FRAME_SECONDS)
        picture = shown(stage)
        splats = max(splats, len(picture.splats))
        risen |= {rising.team for rising in picture.risings}
        for figure in picture.figures:
            assert FRAME.collidepoint(figure.x, figure.y)
    assert splats == 10
    assert risen == {0, 1}


def test_the_last_turns_are_counted_down() -> None:
    _, early = at(3, 100)
    _, late = at(3, 174)
    stage = SlimeStage(surroundings())
    stage.reset(early)
    assert stage.turn_line() == ("slime_stage.turn", {"turn": 100, "turns": 180})
    stage.reset(late)
    assert stage.turn_line() == ("slime_stage.last_turns", {"turns": 6})


# Land.


def test_a_flood_goes_through_what_it_closed_before_it_goes_around() -> None:
    inside = [x * f.HEIGHT + y for x in range(5, 12) for y in range(4, 9)]
    source = 4 * f.HEIGHT + 6
    times = arrivals([source], inside)
    assert times[source] == 0
    for square in inside:
        beside = [beyond(square, heading) for heading in HEADINGS]
        earlier = [times[other] for other in beside if other is not None and times[other] < times[square]]
        assert earlier, "the flood comes from somewhere"
    assert max(times[square] for square in inside) == times[11 * f.HEIGHT + 6 - 2]


def test_a_flood_without_a_source_still_covers_what_changed() -> None:
    inside = [100, 101, 102]
    times = arrivals([], inside)
    assert all(times[square] == 1.0 for square in inside)


def test_a_flood_ends_in_the_picture_after_it() -> None:
    state = about_to_flood()
    before = RULES.view(state, SPECTATOR).owners
    _, view, _ = play(state)
    changed = [square for square in range(f.SQUARES) if before[square] != view.owners[square]]
    tide = Tide(view.owners, Flood([13 * f.HEIGHT + 1], changed))
    canvas = Canvas(opaque(round(FRAME.width), round(FRAME.height)), 1.0)
    ground = Ground()
    pictures = []
    for front in (0.0, tide.flood.reach / 2, tide.flood.reach):
        tide.front = front
        ground.draw(canvas, before, tide, CLOTHS)
        pictures.append([canvas.surface.get_at((round(x), round(y)))[:3] for x, y in map(middle, changed)])
    ground.draw(canvas, view.owners, None, CLOTHS)
    after = [canvas.surface.get_at((round(x), round(y)))[:3] for x, y in map(middle, changed)]
    assert pictures[2] == after
    covered = sum(half == end for half, end in zip(pictures[1], after, strict=True))
    assert 0.15 * len(changed) < covered < 0.85 * len(changed)
    assert not any(start == end for start, end in zip(pictures[0], after, strict=True))


def test_squares_look_like_their_owners() -> None:
    view = RULES.view(drawn("\n".join(["A" * 8 + "." * 9 + "B" * 8] * 13), {}), SPECTATOR)
    canvas = Canvas(opaque(round(FRAME.width), round(FRAME.height)), 1.0)
    Ground().draw(canvas, view.owners, None, CLOTHS)
    found: dict[int, list[tuple[int, int, int, int]]] = {-1: [], 0: [], 1: []}
    for square, owner in enumerate(view.owners):
        around = [beyond(square, heading) for heading in HEADINGS]
        if square not in f.HOMES and all(other is not None and view.owners[other] == owner for other in around):
            x, y = middle(square)
            found[owner].append(pygame.transform.average_color(canvas.surface, (round(x) - 6, round(y) - 6, 12, 12)))
    assert all(len(colours) > 3 for colours in found.values())
    assert all(colour[2] > colour[0] for colour in found[1])
    assert all(colour[0] > 2 * colour[2] for colour in found[0])
    assert all(colour[2] > 90 for colour in found[-1])


@pytest.mark.parametrize("colour", SEAT_COLOURS.values())
def test_slimes_part_from_their_own_land(colour: str) -> None:
    land, skin = land_tones(colour), skin_tones(colour)
    assert contrast(PAPER, land.body) >= 1.8, "the line around a slime"
    assert contrast(skin.line, PAPER) >= 7, "the line around that"
    assert sum(abs(a - b) for a, b in zip(rgb(skin.middle), rgb(land.body), strict=True)) > 60


def test_lands_part_for_eyes_that_take_red_for_green() -> None:
    ours, theirs = (land_tones(colour).body for colour, _ in CLOTHS)
    assert contrast(as_deuteranope(ours), as_deuteranope(theirs)) >= 1.5


# Steering.

ARROWS = {
    Heading.UP: CommandName.UP,
    Heading.RIGHT: CommandName.RIGHT,
    Heading.DOWN: CommandName.DOWN,
    Heading.LEFT: CommandName.LEFT,
}


@pytest.mark.parametrize("device", ["keyboard", "pad"])
def test_all_five_are_steered_without_a_pointer(device: Any) -> None:
    stage, _ = steering()
    wanted = (Heading.UP, Heading.RIGHT, Heading.DOWN, Heading.LEFT, Heading.UP)
    for heading in wanted:
        assert stage.handle(Command(ARROWS[heading], device)) is None
        stage.handle(Command(CommandName.NEXT, device))
    assert stage.unsent() == Steer(wanted)
    assert stage.handle(Command(CommandName.CONFIRM, device)) == Steer(wanted)
    stage.handle(Command(CommandName.PREVIOUS, device))
    assert stage.instruction() == ("slime_stage.steer", {"number": 5})


def test_a_number_key_chooses_a_slime() -> None:
    stage, _ = steering()
    for number in range(5, 0, -1):
        stage.handle(KeyPressed(str(number)))
        assert stage.instruction() == ("slime_stage.steer", {"number": number})


def test_nothing_happens_until_orders_are_sent() -> None:
    stage, view = steering()
    events: list[InputEvent] = [KeyPressed("2"), Command(CommandName.UP), PointerMoved(300, 200)]
    events += [PointerPressed(*middle(view.slimes[3].square)), PointerReleased(0, 0), Command(CommandName.HURRY)]
    assert [stage.handle(event) for event in events] == [None] * len(events)
    stage.choose(None, None)
    assert stage.unsent() is None
    assert stage.handle(Command(CommandName.CONFIRM)) is None


def test_the_button_sends_what_is_told_and_leaves_the_rest() -> None:
    stage, _ = steering()
    texts, typeface = stage.surroundings.texts, stage.surroundings.typeface
    stage.handle(KeyPressed("3"))
    stage.handle(Command(CommandName.LEFT))
    button = send_button(typeface, texts.line("slime_stage.send"))
    assert FRAME.contains(button.clip(FRAME))
    assert stage.handle(PointerPressed(button.centerx, FRAME.bottom - 9)) == Steer(
        (None, None, Heading.LEFT, None, None)
    )


def test_a_dragged_route_is_followed_turn_by_turn_and_ends() -> None:
    state = drawn(RING, {slime: (3, 3 + slime, Heading.RIGHT) for slime in range(5)})
    stage = SlimeStage(surroundings(person=True))
    stage.reset(RULES.view(state, SPECTATOR))
    stage.choose(0, None)
    start = state.field[f.SQUARE + 2]
    corner, end = start + 4 * f.HEIGHT, start + 4 * f.HEIGHT + 2
    drag(stage, start, corner, end)
    wanted = [Heading.RIGHT] * 4 + [Heading.UP] * 2
    for heading in wanted:
        steer = stage.handle(Command(CommandName.CONFIRM))
        assert steer is not None
        assert steer.headings[2] is heading
        _, view, events = play(state, steer)
        stage.show(view, events)
        stage.hurry()
        stage.choose(0, None)
    assert state.field[f.SQUARE + 2] == end
    after = stage.unsent()
    assert after is not None
    assert after.headings == KEEP


def test_a_route_is_dropped_when_its_slime_is_thrown_off_it() -> None:
    state = drawn("\n".join(["." * 25] * 13), {0: (11, 6, Heading.RIGHT), 5: (13, 6, Heading.LEFT)})
    stage = SlimeStage(surroundings(person=True))
    stage.reset(RULES.view(state, SPECTATOR))
    stage.choose(0, None)
    start = state.field[f.SQUARE]
    drag(stage, start, start + 5 * f.HEIGHT)
    steer = stage.unsent()
    assert steer is not None
    _, view, events = play(state, steer)
    assert any(event.kind == "met" for event in events)
    stage.show(view, events)
    stage.hurry()
    stage.choose(0, None)
    assert stage.unsent() == Steer(KEEP)


def test_leading_the_pointer_back_shortens_a_route_and_the_right_button_drops_it() -> None:
    stage, view = steering(seed=1, turn=3)
    orders = stage.orders
    assert orders is not None
    start = view.slimes[1].square
    step = f.HEIGHT
    drag(stage, start, start + 3 * step, start + step)
    assert orders.routes[1] == [start + step]
    drag(stage, start, start + 2 * step, start)
    assert orders.routes[1] == []
    drag(stage, start, start + 2 * step)
    stage.handle(PointerPressed(*middle(start), 3))
    assert stage.unsent() == Steer(KEEP)


def test_a_press_on_a_free_square_sends_the_chosen_slime_there() -> None:
    stage, view = steering(seed=1, turn=3)
    stage.handle(KeyPressed("4"))
    goal = 20 * f.HEIGHT + 11
    stage.handle(PointerPressed(*middle(goal)))
    orders = stage.orders
    assert orders is not None
    assert orders.routes[3] == way_between(view.slimes[3].square, goal)


def test_what_a_press_would_do_is_shown_before_it() -> None:
    stage, view = steering(seed=1, turn=3)
    orders = stage.orders
    assert orders is not None
    square = 18 * f.HEIGHT + 9
    pictures = []
    for place in ((-50.0, -50.0), middle(square), middle(view.slimes[3].square)):
        stage.handle(PointerMoved(*place))
        canvas = table_canvas(1280, 720)
        stage.draw(canvas)
        pictures.append(canvas.surface.get_buffer().raw)
    assert len(set(pictures)) == 3
    offered = orders.offered(*middle(square))
    stage.handle(PointerPressed(*middle(square)))
    assert orders.routes[0] == offered


def test_a_refusal_is_said_and_goes_again() -> None:
    heard: list[str] = []
    stage, _ = steering(surroundings(person=True, play_sound=heard.append))
    pictures = []
    for moment in range(3):
        if moment == 1:
            stage.refuse("slime.refuse.not_asked")
        elif moment == 2:
            stage.update(REFUSED + 0.1)
        canvas = table_canvas(1280, 720)
        stage.draw_over(canvas)
        pictures.append(canvas.surface.get_buffer().raw)
    assert heard == ["refuse"]
    assert pictures[0] == pictures[2] != pictures[1]


def test_clicks_go_through_slimes_that_share_a_square() -> None:
    state = drawn(RING, dict.fromkeys(range(5), (6, 6, Heading.RIGHT)))
    stage = SlimeStage(surroundings(person=True))
    stage.reset(RULES.view(state, SPECTATOR))
    stage.choose(0, None)
    chosen = set()
    for _ in range(5):
        stage.handle(PointerPressed(*middle(state.field[f.SQUARE])))
        assert stage.orders is not None
        chosen.add(stage.orders.chosen)
    assert chosen == set(range(5))


def test_advice_becomes_the_orders() -> None:
    stage, _ = steering()
    advice = Steer((Heading.UP, None, Heading.LEFT, Heading.DOWN, Heading.RIGHT))
    stage.suggest(advice)
    assert stage.unsent() == advice


def test_a_press_while_something_moves_hurries_and_orders_nothing() -> None:
    stage, _ = steering()
    state, _ = at(5, 20)
    _, view, events = play(state)
    stage.show(view, events)
    assert stage.busy
    button = send_button(stage.surroundings.typeface, stage.surroundings.texts.line("slime_stage.send")).center
    assert stage.handle(PointerPressed(*button)) is None
    assert not stage.busy
    assert stage.handle(PointerPressed(*button)) is None, "a double click is meant to hurry too"
    stage.update(SETTLE + 0.01)
    assert stage.handle(PointerPressed(*button)) == Steer(KEEP)


# Pictures.


@pytest.mark.parametrize(
    ("language", "text_size", "size"),
    [("ko", 100, (1280, 720)), ("en", 150, (960, 540)), ("en", 100, (1720, 960)), ("ko", 125, (1600, 720))],
)
def test_every_kind_of_moment_is_drawn_and_no_text_is_cut(language: str, text_size: int, size: tuple[int, int]) -> None:
    given = surroundings(language, text_size)
    stage = SlimeStage(given)
    for name, state in (("flood", about_to_flood()), ("collision", about_to_collide())):
        state.messages = ["둘레를 잇는 중이니 발밑 조심!"[:13], "Closing the ring, mind your feet! 12345"]
        stage.reset(RULES.view(state, SPECTATOR))
        _, view, events = play(state)
        stage.show(view, events)
        for number in range(14):
            stage.update(0.11)
            canvas = table_canvas(*size)
            draw_table(stage, canvas, narrow=number % 2 == 1)
            save(canvas, FOLDER, f"{name}-{language}-{size[0]}-{number:02}")
    _, view = at(2, 180)
    stage.reset(view)
    canvas = table_canvas(*size)
    draw_table(stage, canvas)
    save(canvas, FOLDER, f"end-{language}-{size[0]}")
    assert given.typeface.overflows == []


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_orders_are_drawn_and_no_text_is_cut(size: tuple[int, int], language: str) -> None:
    given = surroundings(language, person=True)
    stage, view = steering(given)
    bare = table_canvas(*size)
    draw_table(stage, bare)
    start = view.slimes[1].square
    drag(stage, start, start + 4 * f.HEIGHT, 8 * f.HEIGHT + 3)
    stage.handle(KeyPressed("4"))
    stage.handle(Command(CommandName.LEFT))
    stage.refuse("slime.refuse.not_asked")
    canvas = table_canvas(*size)
    draw_table(stage, canvas)
    save(canvas, FOLDER, f"orders-{language}-{size[0]}")
    assert canvas.surface.get_buffer().raw != bare.surface.get_buffer().raw
    assert given.typeface.overflows == []


def test_warming_leaves_nothing_for_the_first_turn_but_its_land() -> None:
    stage, _ = steering()
    canvas = table_canvas(1280, 720)
    pieces = sum(1 for _ in stage.warm(canvas))
    assert pieces > 10
    draw_table(stage, canvas)
    middle_of_field = canvas.pixel(*FIELD.center)
    assert canvas.surface.get_at(middle_of_field)[:3] != (0, 0, 0)


def test_a_stall_shows_the_match_without_marks() -> None:
    given = surroundings(person=True)
    stage, _ = steering(given, turn=90)
    pictures = []
    for seat in (0, None):
        stage.choose(seat, None)
        surface = opaque(190, 190)
        stage.draw(Canvas(surface, 1.0).within(pygame.FRect(0, 0, 190, 190), stage.width, stage.height))
        pictures.append(surface.get_buffer().raw)
        save(Canvas(surface, 1.0), FOLDER, f"stall-{seat}")
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0][:: 4 * 97])) > 8, "the whole screen is filled"
    assert given.typeface.overflows == []
