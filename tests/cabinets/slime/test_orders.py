"""How a team of Slime is steered: by pointer, keys and pad; routes and standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import KEEP, Heading, Steer
from game.cabinets.slime.stage.layout import (
    FRAME,
    middle,
    way_between,
)
from game.cabinets.slime.stage.stage import SlimeStage
from game.core.rules import SPECTATOR
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.stage import REFUSED
from tests.cabinets.slime.table import (
    RING,
    RULES,
    at,
    drag,
    drawn,
    play,
    steering,
    surroundings,
    table_canvas,
)
from tests.deciding import given

ARROWS = {
    Heading.UP: CommandName.UP,
    Heading.RIGHT: CommandName.RIGHT,
    Heading.DOWN: CommandName.DOWN,
    Heading.LEFT: CommandName.LEFT,
}


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_all_five_are_steered_without_a_pointer(device: Any) -> None:
    stage, _ = steering()
    wanted = (Heading.UP, Heading.RIGHT, Heading.DOWN, Heading.LEFT, Heading.UP)
    for heading in wanted:
        assert given(stage, Command(ARROWS[heading], device)) is None
        stage.handle(Command(CommandName.NEXT, device))
    assert stage.draft() == Steer(wanted)
    assert given(stage, Command(CommandName.CONFIRM, device)) == Steer(wanted)
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
    assert [given(stage, event) for event in events] == [None] * len(events)
    stage.choose(None, None)
    assert stage.draft() is None
    assert given(stage, Command(CommandName.CONFIRM)) is None


def test_the_button_sends_what_is_told_and_leaves_the_rest() -> None:
    stage, _ = steering()
    stage.handle(KeyPressed("3"))
    stage.handle(Command(CommandName.LEFT))
    button = stage.send_button.box
    assert FRAME.contains(button.clip(FRAME))
    assert given(stage, PointerPressed(button.centerx, FRAME.bottom - 9)) == Steer(
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
        steer = given(stage, Command(CommandName.CONFIRM))
        assert steer is not None
        assert steer.headings[2] is heading
        _, view, events = play(state, steer)
        stage.show(view, events)
        stage.hurry()
        stage.choose(0, None)
    assert state.field[f.SQUARE + 2] == end
    after = stage.draft()
    assert after is not None
    assert after.headings == KEEP


def test_a_route_is_dropped_when_its_slime_is_thrown_off_it() -> None:
    state = drawn("\n".join(["." * 25] * 13), {0: (11, 6, Heading.RIGHT), 5: (13, 6, Heading.LEFT)})
    stage = SlimeStage(surroundings(person=True))
    stage.reset(RULES.view(state, SPECTATOR))
    stage.choose(0, None)
    start = state.field[f.SQUARE]
    drag(stage, start, start + 5 * f.HEIGHT)
    steer = stage.draft()
    assert steer is not None
    _, view, events = play(state, steer)
    assert any(event.kind == "met" for event in events)
    stage.show(view, events)
    stage.hurry()
    stage.choose(0, None)
    assert stage.draft() == Steer(KEEP)


def test_leading_the_pointer_back_shortens_a_route_and_the_right_button_drops_it() -> None:
    stage, view = steering(seed=1, turn=3)
    orders = stage.orders
    assert orders is not None
    start = view.slimes[1].square
    step = f.HEIGHT
    drag(stage, start, start + 3 * step, start + step)
    assert orders.slimes[1].route == [start + step]
    drag(stage, start, start + 2 * step, start)
    assert orders.slimes[1].route == []
    drag(stage, start, start + 2 * step)
    stage.handle(PointerPressed(*middle(start), 3))
    assert stage.draft() == Steer(KEEP)


def test_a_press_on_a_free_square_sends_the_chosen_slime_there() -> None:
    stage, view = steering(seed=1, turn=3)
    stage.handle(KeyPressed("4"))
    goal = 20 * f.HEIGHT + 11
    stage.handle(PointerPressed(*middle(goal)))
    orders = stage.orders
    assert orders is not None
    assert orders.slimes[3].route == way_between(view.slimes[3].square, goal)


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
    assert orders.slimes[0].route == offered


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
    assert stage.draft() == advice


def test_nothing_is_ordered_while_somebody_waits_for_the_picture() -> None:
    stage, _ = steering()
    state, _ = at(5, 20)
    _, view, events = play(state)
    stage.show(view, events)
    assert stage.busy
    button = stage.send_button.box.center
    assert given(stage, PointerPressed(*button)) is None
    assert stage.busy, "hurrying is the table's business"
    stage.hurry()
    assert given(stage, PointerPressed(*button)) == Steer(KEEP)


def test_a_digit_chooses_whose_route_the_pointer_offers() -> None:
    stage, _ = steering(seed=1, turn=3)
    stage.handle(PointerMoved(*middle(20 * f.HEIGHT + 11)))
    stage.handle(KeyPressed("4"))
    assert not stage.by_keys
    stage.handle(Command(CommandName.NEXT))
    assert stage.by_keys
