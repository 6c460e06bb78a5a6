"""The picture of Slime: played through with random and with written turns, under a clock that is only told to pass.

With SOUK_PICTURES set to a folder the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.effects import Rising, Splat
from game.cabinets.slime.stage.layout import (
    FIELD,
    FRAME,
)
from game.cabinets.slime.stage.picture import Figure, Picture
from game.cabinets.slime.stage.stage import SlimeStage
from game.conformance.bench import FRAME_SECONDS
from game.core.rules import SPECTATOR
from game.engine.canvas import Canvas
from game.engine.input import (
    Command,
    CommandName,
    KeyPressed,
)
from game.engine.light import opaque
from game.engine.sprites import clear_sprites
from tests.cabinets.slime.table import (
    RING,
    RULES,
    about_to_collide,
    about_to_flood,
    at,
    drag,
    draw_table,
    drawn,
    finish,
    match,
    play,
    shown,
    steering,
    surroundings,
    table_canvas,
)
from tests.engine.kept_pictures import save
from tests.in_turns import some

FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None


@pytest.fixture(scope="module", autouse=True)
def _sprites_of_many_sizes() -> Iterator[None]:
    yield
    clear_sprites()


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


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.3, 0.7, 1.2])
def test_a_turn_can_be_hurried_or_overtaken_at_any_moment(wait: float) -> None:
    hurried, overtaken = SlimeStage(surroundings()), SlimeStage(surroundings())
    for stage in (hurried, overtaken):
        stage.reset(RULES.view(about_to_flood(), SPECTATOR))
    state, view, events = play(about_to_flood())
    for stage in (hurried, overtaken):
        stage.show(view, events)
        for _ in range(round(wait / FRAME_SECONDS)):
            stage.update(FRAME_SECONDS)
        assert stage.script.moving
    hurried.hurry()
    assert not hurried.script.moving
    assert shown(hurried) == Picture.of(view)
    _, view, events = play(state)
    overtaken.show(view, events)
    finish(overtaken)
    assert shown(overtaken) == Picture.of(view)


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
    while stage.script.moving:
        stage.update(FRAME_SECONDS)
        effects = [effect for effect, _ in stage.script.effects]
        splats = max(splats, sum(isinstance(effect, Splat) for effect in effects))
        risen |= {effect.team for effect in effects if isinstance(effect, Rising)}
        for figure in shown(stage).figures:
            assert FRAME.collidepoint(figure.x, figure.y)
    assert splats == 10
    assert risen == {0, 1}


def test_turns_are_counted_in_one_way_to_the_last() -> None:
    _, early = at(3, 100)
    _, late = at(3, 174)
    stage = SlimeStage(surroundings())
    stage.reset(early)
    assert stage.turn_line() == ("slime_stage.turn", {"turn": 100, "turns": 180})
    stage.reset(late)
    assert stage.turn_line() == ("slime_stage.turn", {"turn": 174, "turns": 180})


@pytest.mark.parametrize(
    ("language", "text_size", "size"),
    some(2, [("ko", 100, (1280, 720)), ("en", 100, (1720, 960)), ("en", 150, (960, 540)), ("ko", 125, (1600, 720))]),
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


def test_numbers_of_slimes_beside_each_other_do_not_cover_each_other() -> None:
    """One that goes right shows its number at its left, where the number of its neighbour may stand."""
    left, right, away = (
        Figure(0, 1, Heading.DOWN, 100.0, 100.0),
        Figure(0, 2, Heading.RIGHT, 136.0, 100.0),
        Figure(0, 3, Heading.RIGHT, 300.0, 100.0),
    )
    figures = [left, right, away]
    places = [figure.number_place(figure.heading, figures) for figure in figures]
    assert places[1][0] - places[0][0] == 36
    assert places[2][0] < away.x
