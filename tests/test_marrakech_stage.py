"""The picture of Marrakech: played through with a random match, under a clock that is only told to pass.

With SOUK_PICTURES set to a folder the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.rules import HEADINGS, Heading, Lay, Options, Phase, Turn, View
from game.cabinets.marrakech.stage.choice import LayChoice
from game.cabinets.marrakech.stage.layout import (
    CELL,
    VECTORS,
    Stride,
    middle,
    neighbour,
    pair_at,
    pair_middle,
    track,
    upright,
)
from game.cabinets.marrakech.stage.marks import arrow_at
from game.cabinets.marrakech.stage.picture import Picture
from game.cabinets.marrakech.stage.reading import Reading
from game.cabinets.marrakech.stage.stage import MarrakechStage
from game.core.rules import NATURE, Move
from game.engine.colour import yarns
from game.engine.input import Command, CommandName, PointerMoved, PointerPressed
from game.engine.sprites import clear_sprites
from game.engine.stage import SETTLE
from tests.marrakech_table import RULES, at, draw_table, match, save, surroundings, table_canvas

FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None
FRAME_SECONDS = 1 / 20
LONGEST = 8.0
"""Seconds that the movements of one step may take at the normal pace."""


def exits() -> list[tuple[int, Heading, int, Heading]]:
    """Every way off the board: square, heading, and where one comes in again."""
    found = []
    for square in range(b.SQUARES):
        for heading in HEADINGS:
            if neighbour(square, heading) is None:
                pose = int(b.WALK[(square * 4 + HEADINGS.index(heading)) * 4])
                found.append((square, heading, pose >> 2, HEADINGS[pose & 3]))
    return found


def finish(stage: MarrakechStage) -> float:
    """Let time pass until nothing moves; the seconds it took."""
    passed = 0.0
    while stage.busy:
        stage.update(FRAME_SECONDS)
        passed += FRAME_SECONDS
        assert passed < LONGEST, "the movements do not come to an end"
    return passed


def shown(stage: MarrakechStage) -> Picture:
    """What is to be seen now."""
    picture = stage._director.picture
    assert picture is not None
    return picture


def asked(phase: Phase, seats: int = 4, seed: int = 11, turn: int = 20, **more: Any) -> tuple[MarrakechStage, View]:
    """A stage on which the mover is asked in a phase of some turn."""
    state, view = at(seats, seed, turn, phase)
    stage = MarrakechStage(surroundings(seats, **more))
    stage.reset(view)
    stage.choose(view.mover, RULES.legal(state, view.mover))
    return stage, view


def test_the_track_has_a_loop_for_every_exit() -> None:
    assert len(exits()) == 28
    assert len(track()) == 14


def test_a_stride_over_the_edge_never_jumps() -> None:
    for way in exits():
        stride = Stride(*way)
        places = [stride.at(share / 60) for share in range(61)]
        assert places[0] == (*middle(way[0]), way[1])
        assert places[-1][:2] == pytest.approx(middle(way[2]))
        assert places[-1][2] is way[3]
        for (x1, y1, _), (x2, y2, _) in pairwise(places):
            assert ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 < stride.length / 40


def test_the_nearest_side_decides_which_two_squares_are_meant() -> None:
    for pair in b.PLACES:
        x, y = pair_middle(pair)
        dx, dy = (0, 9) if upright(pair) else (9, 0)
        assert pair_at(x + dx, y + dy) == pair_at(x - dx, y - dy) == pair
    assert pair_at(5, 300) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_movement_ends_in_the_view(seats: int) -> None:
    heard: list[str] = []
    stage = MarrakechStage(surroundings(seats, play_sound=heard.append))
    kinds: set[str] = set()
    for _, view, events in match(seats, seed=4):
        if stage.view is None:
            stage.reset(view)
            continue
        stage.show(view, events)
        finish(stage)
        kinds.update(event.kind for event in events)
        picture, still = shown(stage), Picture.of(view)
        assert picture == still, [event.kind for event in events]
    assert {"ordered", "headed", "turned", "rolled", "walked", "paid", "laid", "over"} <= kinds
    assert {"step", "dice_roll", "dice_land", "coin", "purse", "rug", "turn"} <= set(heard)


def test_money_in_the_air_is_neither_lost_nor_made() -> None:
    stage = MarrakechStage(surroundings(4))
    flew = 0
    for _, view, events in match(4, seed=2):
        if stage.view is None:
            stage.reset(view)
            continue
        stage.show(view, events)
        pooled = any(event.kind == "pooled" for event in events)
        while stage.busy:
            stage.update(FRAME_SECONDS)
            picture = shown(stage)
            held = sum(purse.ones + 5 * purse.fives for purse in picture.purses)
            flew += len(picture.flights)
            if not pooled:
                assert held + sum(flight.value for flight in picture.flights) == 120
    assert flew


@pytest.mark.parametrize("changes", [{"speed": 0.0}, {"reduced_motion": True}, {"speed": 4.0}])
def test_pace_and_reduced_motion_end_the_same(changes: dict[str, Any]) -> None:
    stage = MarrakechStage(surroundings(3, **changes))
    for _, view, events in match(3, seed=6):
        if stage.view is None:
            stage.reset(view)
            continue
        stage.show(view, events)
        assert not (changes.get("speed") == 0.0 and stage.busy)
        finish(stage)
        assert shown(stage) == Picture.of(view)


def test_steps_queue_up_and_can_be_hurried_at_any_moment() -> None:
    for wait in (0.0, 0.3, 1.1, 2.0):
        stage = MarrakechStage(surroundings(4))
        for number, (_, view, events) in enumerate(match(4, seed=9)):
            if number == 0:
                stage.reset(view)
            elif number < 30:
                stage.show(view, events)
                last = view
        stage.update(wait)
        assert stage.busy
        stage.hurry()
        assert not stage.busy
        assert shown(stage) == Picture.of(last)


def test_delays_of_the_settings_are_kept() -> None:
    took = []
    for delay in (100, 400):
        stage = MarrakechStage(surroundings(4, delays={"rug": delay}))
        for _, view, events in match(4, seed=1):
            if stage.view is not None and events[0].kind == "laid":
                stage.show(view, events)
                break
            stage.reset(view)
        took.append(finish(stage))
    assert took[1] - took[0] == pytest.approx(0.3 * 1.6, abs=0.11)


def test_a_way_is_chosen_by_mouse() -> None:
    stage, view = asked(Phase.TURN)
    for heading, way in Reading(view, Options(), view.mover).ways.items():
        x, y = arrow_at(view.square, heading)
        assert stage.handle(PointerMoved(x, y)) is None
        assert stage.handle(PointerPressed(x, y)) == way.turn
    x, y = middle(0 if view.square > 10 else 48)
    assert stage.handle(PointerPressed(x, y)) is None


def test_a_way_is_chosen_by_keys_which_mean_the_board() -> None:
    heard: list[str] = []
    stage, view = asked(Phase.TURN, play_sound=heard.append)
    keys = {Heading.NORTH: CommandName.UP, Heading.EAST: CommandName.RIGHT}
    keys |= {Heading.SOUTH: CommandName.DOWN, Heading.WEST: CommandName.LEFT}
    ways = Reading(view, Options(), view.mover).ways
    for heading, key in keys.items():
        assert stage.handle(Command(key)) is None
        if heading in ways:
            assert stage.handle(Command(CommandName.CONFIRM)) == ways[heading].turn
        else:
            assert heard[-1] == "refuse"
    turns = set()
    for _ in range(3):
        stage.handle(Command(CommandName.NEXT))
        action = stage.handle(Command(CommandName.CONFIRM))
        assert isinstance(action, Turn)
        turns.add(action.way)
    assert turns == {"left", "ahead", "right"}


def test_a_place_is_chosen_by_mouse_and_a_forbidden_one_is_offered_to_be_refused() -> None:
    state, view = at(4, 11, 30, Phase.LAY)
    stage, _ = asked(Phase.LAY, turn=30)
    legal = RULES.legal(state, view.mover)
    for pair in b.PLACES:
        x, y = pair_middle(pair)
        stage.handle(PointerMoved(x, y - 3 if upright(pair) else y))
        action = stage.handle(PointerPressed(x - 3 if not upright(pair) else x, y - 3 if upright(pair) else y))
        assert action == Lay(pair)
        reading = Reading(view, Options(), view.mover)
        assert (reading.refusal(pair) is None) == (action in legal)
        assert reading.refusal(pair) == RULES.check(state, view.mover, Lay(pair))


def test_every_place_is_reached_by_keys() -> None:
    state, view = at(4, 11, 30, Phase.LAY)
    stage, _ = asked(Phase.LAY, turn=30)
    legal = set(RULES.legal(state, view.mover))
    assert stage.handle(Command(CommandName.CONFIRM)) is None, "the first key shows the focus"
    found = set()
    for _ in range(len(legal)):
        found.add(stage.handle(Command(CommandName.CONFIRM)))
        stage.handle(Command(CommandName.NEXT))
    assert found == legal
    for key in (CommandName.LEFT, CommandName.UP, CommandName.RIGHT, CommandName.DOWN):
        for _ in range(6):
            stage.handle(Command(key))
            assert stage.handle(Command(CommandName.CONFIRM)) in legal


def test_arrow_keys_move_the_place_towards_them() -> None:
    stage, _ = asked(Phase.LAY, turn=30)
    for key, heading in ((CommandName.LEFT, Heading.WEST), (CommandName.DOWN, Heading.SOUTH)):
        before = None
        for _ in range(8):
            stage.handle(Command(key))
            action = stage.handle(Command(CommandName.CONFIRM))
            assert isinstance(action, Lay)
            x, y = pair_middle(action.squares)
            reached = x * VECTORS[heading][0] + y * VECTORS[heading][1]
            assert before is None or reached >= before
            before = reached


def test_arrow_keys_alone_reach_every_place_from_every_other() -> None:
    for state, view, _ in match(4, seed=1):
        if view.phase is not Phase.LAY:
            continue
        given = surroundings(4)
        choice = LayChoice(Reading(view, Options(), view.mover), given, (yarns("#F2B134"), "stripe"), by_keys=True)
        assert {Lay(pair) for pair in choice.places} == set(RULES.legal(state, view.mover))
        reached, ahead = {choice.places[0]}, [choice.places[0]]
        while ahead:
            start = ahead.pop()
            for heading in HEADINGS:
                choice.focus = start
                choice.steer(heading)
                if choice.focus not in reached:
                    reached.add(choice.focus)
                    ahead.append(choice.focus)
        assert reached == set(choice.places)


def test_a_press_while_something_moves_hurries_and_chooses_nothing() -> None:
    stage, view = asked(Phase.TURN)
    state, _ = at(4, 11, 20, Phase.TURN)
    events = RULES.step(state, [Move(view.mover, Turn("left"))])
    stage.show(RULES.view(state, view.mover), events)
    assert stage.busy
    assert stage.handle(PointerPressed(*middle(view.square))) is None
    assert not stage.busy
    stage, view = asked(Phase.TURN)
    stage.show(view, [])
    x, y = arrow_at(view.square, view.heading)
    assert stage.handle(PointerPressed(x, y)) is None, "this press hurries"
    assert stage.handle(PointerPressed(x, y)) is None, "a double click is meant to hurry too"
    stage.update(SETTLE + 0.01)
    assert stage.handle(PointerPressed(x, y)) == Turn("ahead")


def test_prices_are_those_of_the_rules() -> None:
    for turn in (14, 25, 40):
        state, view = at(4, 5, turn, Phase.TURN)
        reading = Reading(view, Options(), view.mover)
        for way in reading.ways.values():
            dues = []
            for outcome in range(6):
                copy = RULES.load(RULES.dump(state))
                RULES.step(copy, [Move(view.mover, way.turn)])
                events = RULES.step(copy, [Move(NATURE, outcome)])
                paid = [event.data["due"] for event in events if event.kind == "paid"]
                dues.append(paid[0] if paid else 0)
                face = b.FACES[outcome]
                stop = next(stop for stop in way.stops if face in stop.faces)
                assert stop.due == dues[-1]
            assert way.expected == pytest.approx(sum(dues) / 6)


MOMENTS = ("ordered", "rolled", "paid", "pooled", "laid", "eliminated", "over")


@pytest.mark.parametrize(
    ("language", "text_size", "size", "seats"),
    [("ko", 100, (1280, 720), 4), ("en", 150, (960, 540), 2), ("en", 100, (1720, 960), 3)],
)
def test_every_kind_of_moment_is_drawn_and_no_text_is_cut(
    language: str, text_size: int, size: tuple[int, int], seats: int
) -> None:
    given = surroundings(seats, language, text_size)
    stage = MarrakechStage(given)
    left = set(MOMENTS)
    for seed in (5, 23, 31):
        stage.view = None
        for _, view, events in match(seats, seed):
            kinds = left & {event.kind for event in events}
            if stage.view is None or not kinds:
                stage.reset(view)
                continue
            left -= kinds
            stage.show(view, events)
            for picture in range(30):
                stage.update(0.23)
                canvas = table_canvas(*size)
                draw_table(stage, canvas)
                if picture % 3 == 2:
                    save(canvas, FOLDER, f"{'-'.join(sorted(kinds))}-{language}-{picture}")
                if not stage.busy:
                    break
            stage.reset(view)
    assert given.typeface.overflows == []
    assert left <= {"eliminated", "pooled"}
    clear_sprites()


@pytest.mark.parametrize("size", [(960, 540), (1600, 720)])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_choices_are_drawn_and_no_text_is_cut(size: tuple[int, int], language: str) -> None:
    for phase in (Phase.TURN, Phase.LAY):
        stage, view = asked(phase, turn=30, seed=3)
        stage.surroundings.texts = surroundings(4, language).texts
        bare = table_canvas(*size)
        draw_table(stage, bare)
        for number, offset in enumerate(((0, -40), (CELL, 0), (-CELL, 8), (10, CELL), (4, 4))):
            x, y = middle(view.square)
            stage.handle(PointerMoved(x + offset[0], y + offset[1]))
            stage.update(0.2)
            canvas = table_canvas(*size)
            draw_table(stage, canvas)
            save(canvas, FOLDER, f"{phase}-{language}-{size[0]}-{number}")
        stage.refuse("marrakech.refuse.same_colour")
        canvas = table_canvas(*size)
        draw_table(stage, canvas)
        assert canvas.surface.get_buffer().raw != bare.surface.get_buffer().raw
        assert stage.surroundings.typeface.overflows == []


def test_a_stall_shows_the_board_without_marks() -> None:
    stage, _ = asked(Phase.TURN, turn=30)
    canvas = table_canvas(390, 219)
    stage.draw(canvas)
    before = canvas.surface.get_buffer().raw
    canvas = table_canvas(390, 219)
    stage.choose(None, None)
    stage.draw(canvas)
    assert canvas.surface.get_buffer().raw == before
