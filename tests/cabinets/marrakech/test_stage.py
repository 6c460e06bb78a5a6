"""The picture of Marrakech: played through with random matches, under a clock that is only told to pass.

With SOUK_PICTURES set to a folder the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec import structs

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.position import board_of
from game.cabinets.marrakech.rules import HEADINGS, WAYS, Action, Lay, Marrakech, Options, Phase, State, Turn, View
from game.cabinets.marrakech.stage.choice import Choice, LayChoice, TurnChoice, way
from game.cabinets.marrakech.stage.layout import CELL, PAIRS, SQUARES, Stride, loop, track, upright
from game.cabinets.marrakech.stage.picture import Picture
from game.cabinets.marrakech.stage.stage import MarrakechStage
from game.conformance.bench import draw_table, finish, match, surroundings, table_canvas
from game.core.rules import NATURE, SPECTATOR, Event, Move
from game.core.space import STRAIGHT
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, PointerMoved, PointerPressed
from game.engine.ornament import coin
from game.engine.sprites import clear_sprites
from game.kit.drawing.effects import Flight
from tests.deciding import given
from tests.engine.kept_pictures import save
from tests.in_turns import some

FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None
FRAME_SECONDS = 1 / 20
CANVAS = Canvas(pygame.Surface((1, 1)), 1.0)
RULES = Marrakech()
EXITS = [pose for pose in range(b.SQUARES * 4) if loop(pose)]
ARROWS = (CommandName.UP, CommandName.RIGHT, CommandName.DOWN, CommandName.LEFT)


def stage_of(seats: int, language: str = "ko", text_size: int = 100, **more: Any) -> MarrakechStage:
    return MarrakechStage(surroundings(seats, Options(), language, text_size, **more))


def shown(stage: MarrakechStage) -> Picture:
    assert stage.picture is not None
    return stage.picture


def chosen(stage: MarrakechStage) -> Choice:
    assert stage.choice is not None
    return stage.choice


def at(seats: int, seed: int, turn: int, phase: Phase) -> tuple[State, View]:
    """The first moment of a match in which a phase of a turn is reached."""
    steps = match(RULES, seats, seed)
    return next((step.state, step.view) for step in steps if step.view.turn >= turn and step.view.phase == phase)


def asked(phase: Phase, seats: int = 4, seed: int = 11, turn: int = 20, **more: Any) -> tuple[MarrakechStage, View]:
    """A stage on which the mover is asked in a phase of some turn."""
    state, view = at(seats, seed, turn, phase)
    stage = stage_of(seats, **more)
    stage.reset(view)
    stage.choose(view.mover, RULES.legal(state, view.mover))
    return stage, view


def test_the_track_has_a_loop_for_every_exit() -> None:
    assert len(EXITS) == 28
    assert len(track()) == 14


def test_a_stride_over_the_edge_never_jumps() -> None:
    for pose in EXITS:
        stride = Stride(pose)
        places = [stride.at(share / 60) for share in range(61)]
        assert places[0] == (*SQUARES.middle(pose // 4), pose % 4)
        assert places[-1][:2] == pytest.approx(SQUARES.middle(stride.end // 4))
        assert places[-1][2] == stride.end % 4
        for (x1, y1, _), (x2, y2, _) in pairwise(places):
            assert ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 < stride.length / 40


def test_the_nearest_side_decides_which_two_squares_are_meant() -> None:
    for pair in b.PLACES:
        x, y = PAIRS.middle(pair)
        dx, dy = (0, 9) if upright(pair) else (9, 0)
        assert PAIRS.at(x + dx, y + dy) == PAIRS.at(x - dx, y - dy) == pair
    assert PAIRS.at(5, 300) is None


@pytest.mark.parametrize("reduced_motion", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_movements_lead_to_the_view_by_themselves(seats: int, reduced_motion: bool) -> None:
    """Nothing jumps when the picture of the view takes their place, but the squares counted in the panels."""
    heard: list[str] = []
    kinds: set[str] = set()
    stage = stage_of(seats, play_sound=heard.append, reduced_motion=reduced_motion)
    for step in match(RULES, seats, seed=4):
        stage.reset(step.before)
        stage.script.begin()
        stage.play(step.view, step.events)
        stage.script.update(60.0)
        assert not stage.script.moving
        reached, still = shown(stage), Picture.of(step.view)
        for seat, owned in enumerate(reached.seats):
            reached = reached.with_seat(seat, structs.replace(owned, squares=still.seats[seat].squares))
        assert reached == still, step.events
        kinds.update(event.kind for event in step.events)
    assert {"ordered", "headed", "turned", "rolled", "walked", "paid", "laid", "over"} <= kinds
    assert {"step", "dice_roll", "dice_land", "coin", "purse", "rug", "turn"} <= set(heard)


def test_events_it_cannot_read_move_nothing() -> None:
    stage, view = asked(Phase.TURN)
    unread = [Event("flown", {}), Event("rolled", {}), Event("paid", {"payer": 0}), Event("laid", {"squares": [1]})]
    stage.show(view, unread)
    assert not stage.busy
    assert shown(stage) == Picture.of(view)


def test_money_in_the_air_is_neither_lost_nor_made() -> None:
    stage = stage_of(4)
    flew = 0
    for step in match(RULES, 4, seed=2):
        stage.reset(step.before)
        stage.show(step.view, step.events)
        pooled = any(event.kind == "pooled" for event in step.events)
        while stage.busy and not pooled:
            stage.update(FRAME_SECONDS)
            flying = [effect for effect, _ in stage.script.effects if isinstance(effect, Flight)]
            flew += len(flying)
            worth = sum(5 if flight.sprite(CANVAS) is coin(5, 30) else 1 for flight in flying)
            assert sum(owned.dirhams for owned in shown(stage).seats) + worth == 120
    assert flew


def test_a_turn_is_counted_when_the_rug_before_it_lies() -> None:
    laid = next(
        step for step in match(RULES, 4, seed=1) if step.events[0].kind == "laid" and step.view.turn > step.before.turn
    )
    stage = stage_of(4)
    stage.reset(laid.before)
    stage.show(laid.view, laid.events)
    assert stage.busy and stage.turn_line() == ("marrakech_stage.turn", {"turn": laid.before.turn, "turns": 48})
    finish(stage)
    assert stage.turn_line() == ("marrakech_stage.turn", {"turn": laid.view.turn, "turns": 48})


def test_delays_of_the_settings_are_kept() -> None:
    laid = next(step for step in match(RULES, 4, seed=1) if step.events[0].kind == "laid")
    took = []
    for delay in (100, 400):
        stage = stage_of(4, delays={"rug": delay})
        stage.reset(laid.before)
        stage.show(laid.view, laid.events)
        took.append(finish(stage))
    assert took[1] - took[0] == pytest.approx(0.3 * 1.6, abs=0.11)


def ways(stage: MarrakechStage) -> TurnChoice:
    assert isinstance(stage.choice, TurnChoice)
    return stage.choice


def test_a_way_is_chosen_by_mouse() -> None:
    stage, view = asked(Phase.TURN)
    for heading in ways(stage).ways:
        x, y = ways(stage).layout.middle(heading)
        assert given(stage, PointerMoved(x, y)) is None
        assert given(stage, PointerPressed(x, y)) == turn_to(view, heading)
        x, y = SQUARES.middle(view.square)
        dx, dy = STRAIGHT[heading]
        assert given(stage, PointerPressed(x + dx * CELL, y + dy * CELL)) == turn_to(view, heading)
    x, y = SQUARES.middle(0 if view.square > 10 else 48)
    assert given(stage, PointerPressed(x, y)) is None


def turn_to(view: View, heading: int) -> Action:
    quarters = (heading - HEADINGS.index(view.heading)) % 4
    return next(Turn(way) for way, turned in WAYS.items() if turned == quarters)


def test_a_way_is_chosen_by_keys_which_mean_the_board() -> None:
    heard: list[str] = []
    stage, view = asked(Phase.TURN, play_sound=heard.append)
    for heading, key in enumerate(ARROWS):
        assert given(stage, Command(key)) is None
        if heading in ways(stage).ways:
            assert given(stage, Command(CommandName.CONFIRM)) == turn_to(view, heading)
        else:
            assert heard[-1] == "refuse"
            assert stage.reason == "marrakech_stage.never_back"
    turns = set()
    for _ in range(3):
        stage.handle(Command(CommandName.NEXT))
        turns.add(given(stage, Command(CommandName.CONFIRM)))
    assert turns == {Turn("left"), Turn("ahead"), Turn("right")}


def test_a_way_stays_in_focus_when_the_pointer_leaves_it() -> None:
    stage, view = asked(Phase.TURN)
    heading = (HEADINGS.index(view.heading) + 1) % 4
    stage.handle(PointerMoved(*ways(stage).layout.middle(heading)))
    stage.handle(PointerMoved(-50, -50))
    assert chosen(stage).focus == heading
    stage.suggest(Turn("left"))
    assert given(stage, Command(CommandName.CONFIRM)) == Turn("left")


def test_a_place_is_chosen_by_mouse_and_a_forbidden_one_is_offered_to_be_refused() -> None:
    state, view = at(4, 11, 30, Phase.LAY)
    stage, _ = asked(Phase.LAY, turn=30)
    legal = RULES.legal(state, view.mover)
    for pair in b.PLACES:
        x, y = PAIRS.middle(pair)
        dx, dy = (0, 3) if upright(pair) else (3, 0)
        stage.handle(PointerMoved(x, y - dy))
        reason = stage.reason
        assert given(stage, PointerPressed(x - dx, y - dy)) == Lay(pair)
        why = RULES.check(state, view.mover, Lay(pair))
        assert (why is None) == (Lay(pair) in legal)
        assert reason == (None if why == "marrakech.refuse.not_beside" else why), "the pointer is still on its way"


def test_every_place_is_reached_by_keys() -> None:
    state, view = at(4, 11, 30, Phase.LAY)
    stage, _ = asked(Phase.LAY, turn=30)
    legal = set(RULES.legal(state, view.mover))
    assert given(stage, Command(CommandName.CONFIRM)) is None, "the first key shows the focus"
    found = set()
    for _ in range(len(legal)):
        found.add(given(stage, Command(CommandName.CONFIRM)))
        stage.handle(Command(CommandName.NEXT))
    assert found == legal
    for key in ARROWS:
        for _ in range(6):
            stage.handle(Command(key))
            assert given(stage, Command(CommandName.CONFIRM)) in legal


def test_arrow_keys_move_the_place_towards_them() -> None:
    stage, _ = asked(Phase.LAY, turn=30)
    for key, (dx, dy) in zip(ARROWS, STRAIGHT, strict=True):
        before = None
        for _ in range(8):
            stage.handle(Command(key))
            action = given(stage, Command(CommandName.CONFIRM))
            assert isinstance(action, Lay)
            x, y = PAIRS.middle(action.squares)
            assert before is None or x * dx + y * dy >= before
            before = x * dx + y * dy


def test_arrow_keys_alone_reach_every_place_from_every_other() -> None:
    stage = stage_of(4)
    for step in match(RULES, 4, seed=1):
        if step.view.phase is not Phase.LAY or step.seat is None:
            continue
        stage.reset(step.view)
        stage.choose(step.seat, step.legal)
        choice = chosen(stage)
        assert isinstance(choice, LayChoice)
        reached, ahead = {choice.targets[0]}, [choice.targets[0]]
        while ahead:
            start = ahead.pop()
            for key in ARROWS:
                choice.focus = start
                choice.handle(Command(key))
                assert choice.focus is not None
                if choice.focus not in reached:
                    reached.add(choice.focus)
                    ahead.append(choice.focus)
        assert reached == set(choice.targets)


def test_nothing_is_chosen_while_something_moves() -> None:
    stage, view = asked(Phase.TURN)
    state, _ = at(4, 11, 20, Phase.TURN)
    x, y = ways(stage).layout.middle(HEADINGS.index(view.heading))
    events = RULES.step(state, [Move(view.mover, Turn("left"))])
    stage.show(RULES.view(state, SPECTATOR), events)
    assert stage.busy
    assert given(stage, PointerPressed(x, y)) is None


def test_prices_are_those_of_the_rules() -> None:
    for turn in (14, 25, 40):
        state, view = at(4, 5, turn, Phase.TURN)
        board = board_of(view, Options())
        for quarters in WAYS.values():
            heading = (HEADINGS.index(view.heading) + quarters) % 4
            read = way(board, view.mover, view.square * 4 + heading)
            dues = []
            for outcome in range(6):
                copy = RULES.load(RULES.dump(state))
                RULES.step(copy, [Move(view.mover, turn_to(view, heading))])
                events = RULES.step(copy, [Move(NATURE, outcome)])
                paid = [event.data["due"] for event in events if event.kind == "paid"]
                dues.append(paid[0] if paid else 0)
                assert next(stop for stop in read.stops if b.FACES[outcome] in stop.faces).due == dues[-1]
            assert read.expected == pytest.approx(sum(dues) / 6)


MOMENTS = ("ordered", "rolled", "paid", "pooled", "laid", "eliminated", "over")


@pytest.mark.parametrize(
    ("language", "text_size", "size", "seats"),
    some(2, [("ko", 100, (1280, 720), 4), ("en", 100, (1720, 960), 3), ("en", 150, (960, 540), 2)]),
)
def test_every_kind_of_moment_is_drawn_and_no_text_is_cut(
    language: str, text_size: int, size: tuple[int, int], seats: int
) -> None:
    stage = stage_of(seats, language, text_size)
    left = set(MOMENTS)
    for seed in (5, 23, 31):
        for step in match(RULES, seats, seed):
            kinds = left & {event.kind for event in step.events}
            if not kinds:
                continue
            left -= kinds
            stage.reset(step.before)
            stage.show(step.view, step.events)
            for picture in range(30):
                stage.update(0.23)
                canvas = table_canvas(stage, *size)
                draw_table(stage, canvas)
                if picture % 3 == 2:
                    save(canvas, FOLDER, f"{'-'.join(sorted(kinds))}-{language}-{picture}")
                if not stage.busy:
                    break
    assert stage.surroundings.typeface.overflows == []
    assert left <= {"eliminated", "pooled"}
    clear_sprites()


@pytest.mark.parametrize("size", [(960, 540), (1600, 720)])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_choices_are_drawn_and_no_text_is_cut(size: tuple[int, int], language: str) -> None:
    for phase in (Phase.TURN, Phase.LAY):
        stage, view = asked(phase, turn=30, seed=3, language=language)
        bare = table_canvas(stage, *size)
        draw_table(stage, bare)
        for number, offset in enumerate(((0, -40), (CELL, 0), (-CELL, 8), (10, CELL), (4, 4))):
            x, y = SQUARES.middle(view.square)
            stage.handle(PointerMoved(x + offset[0], y + offset[1]))
            stage.update(0.2)
            canvas = table_canvas(stage, *size)
            draw_table(stage, canvas)
            save(canvas, FOLDER, f"{phase}-{language}-{size[0]}-{number}")
        stage.refuse("marrakech.refuse.same_colour")
        canvas = table_canvas(stage, *size)
        draw_table(stage, canvas)
        assert canvas.surface.get_buffer().raw != bare.surface.get_buffer().raw
        assert stage.surroundings.typeface.overflows == []


def test_a_stall_shows_the_board_without_marks() -> None:
    stage, _ = asked(Phase.TURN, turn=30)
    canvas = table_canvas(stage, 390, 219)
    stage.draw(canvas)
    before = canvas.surface.get_buffer().raw
    canvas = table_canvas(stage, 390, 219)
    stage.choose(None, None)
    stage.draw(canvas)
    assert canvas.surface.get_buffer().raw == before
