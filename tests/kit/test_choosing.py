"""Choosing by paths of spots: the same paths by clicks, by dragging, by keys and digits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from game.cabinets.gems.stage.menus import Menus, stacked
from game.core.space import Squares
from game.engine.canvas import Box
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.kit.choosing import Chooser
from game.kit.layout import Spot, squares

LAYOUT = squares(Squares(4, 4), Box(0, 0, 400, 400))
PATHS = {(0, 1): "step", (0, 2): "jump", (0, 2, 10): "double", (5, 6): "other", (15,): "stone"}
CONFIRM = Command(CommandName.CONFIRM)


def chooser() -> Chooser[int, str]:
    return Chooser(
        LAYOUT, PATHS, lambda path: f"no.{path[-1]}", lambda path: f"try {path[-1]}" if path[-1] == 12 else None
    )


def press(square: int, button: int = 1) -> PointerPressed:
    return PointerPressed(*LAYOUT.middle(square), button)


def release(square: int) -> PointerReleased:
    return PointerReleased(*LAYOUT.middle(square))


def move(square: int) -> PointerMoved:
    return PointerMoved(*LAYOUT.middle(square))


def play(choice: Chooser[int, str], events: Iterable[InputEvent]) -> list[str]:
    return [action for event in events if (action := choice.handle(event)) is not None]


@pytest.mark.parametrize(
    ("events", "actions"),
    [
        ([press(15)], ["stone"]),
        ([press(0), release(0), press(1)], ["step"]),
        ([press(0), move(1), release(1)], ["step"]),
        ([press(0), release(0), press(5), release(5), press(6)], ["other"]),
        ([press(0), release(0), press(2), release(2), press(2)], ["jump"]),
        ([press(0), release(0), press(2), release(2), press(10)], ["double"]),
        ([press(0), move(2), release(2), press(10)], ["double"]),
        ([press(0), release(0), press(0), release(0), press(1)], []),
        ([press(0), release(0), press(1, 3), press(1)], []),
        ([press(0), move(2), PointerMoved(AWAY, AWAY), move(1), release(1)], ["step"]),
        ([press(0), move(1), PointerReleased(-50, -50), press(1)], ["step"]),
        ([release(1)], []),
        ([press(12)], ["try 12"]),
        ([press(0), move(12), release(12)], ["try 12"]),
        ([Command(CommandName.NEXT), CONFIRM, Command(CommandName.RIGHT), CONFIRM], ["step"]),
        ([KeyPressed("3")], ["stone"]),
        ([KeyPressed("1"), KeyPressed("1")], ["step"]),
        ([KeyPressed("9")], []),
        ([Wheel(0, 0, -1), Wheel(0, 0, -1), Wheel(0, 0, -1), CONFIRM], ["stone"]),
        ([CONFIRM, CONFIRM, Command(CommandName.NEXT), Command(CommandName.NEXT), CONFIRM, CONFIRM], ["jump"]),
    ],
)
def test_a_path_is_chosen(events: list[InputEvent], actions: list[str]) -> None:
    assert play(chooser(), events) == actions


def test_what_may_come_next_is_offered() -> None:
    choice = chooser()
    assert choice.targets == (0, 5, 15)
    choice.handle(press(0))
    assert choice.targets == (1, 2)
    choice.handle(press(2))
    assert choice.targets == (10,)
    assert choice.stops == (10, 2)
    assert choice.pending == "jump"


def test_a_place_that_cannot_be_said_has_a_reason() -> None:
    choice = chooser()
    assert choice.handle(press(7)) is None
    assert choice.refused == "no.7"
    choice.handle(move(9))
    assert choice.reason == "no.9"
    choice.handle(move(5))
    assert choice.reason is None
    assert choice.preview == (5,)


def test_keys_send_nothing_that_is_not_offered() -> None:
    choice = chooser()
    choice.focus = 12
    assert choice.handle(CONFIRM) is None
    assert choice.refused == "no.12"


@pytest.mark.parametrize(("path", "action"), [(path, action) for path, action in PATHS.items() if action != "double"])
def test_advice_waits_for_a_confirmation(path: tuple[int, ...], action: str) -> None:
    choice = chooser()
    choice.suggest(path)
    confirmed = play(choice, [CONFIRM] * (1 + (action == "jump")))
    assert confirmed == [action]


def test_asked_again_a_choice_goes_on_where_it_was() -> None:
    first, again, other = chooser(), chooser(), Chooser[int, str](LAYOUT, {(5,): "stone"})
    first.handle(press(0))
    again.begin((AWAY, AWAY), True, first)
    assert (again.chosen, again.focus) == ((0,), 0)
    other.begin(LAYOUT.middle(5), False, first)
    assert (other.chosen, other.focus) == ((), 5)


def test_a_pointer_that_rests_on_what_cannot_be_chosen_is_told_why_once_it_moves() -> None:
    choice = chooser()
    choice.begin(LAYOUT.middle(9), False)
    assert choice.reason is None
    choice.handle(move(9))
    assert choice.reason == "no.9"


def test_every_target_is_reached_by_next() -> None:
    choice = chooser()
    seen = set()
    for _ in range(3):
        choice.handle(Command(CommandName.NEXT))
        seen.add(choice.focus)
    assert seen == {0, 5, 15}


class Stall(Menus[int, str]):
    """Two of the first row are taken together, sent by 3; 12 has a menu with entries at 8 and 9, its ground at 13."""

    def menu(self, spot: int) -> tuple[Mapping[int, Spot], Mapping[int, Spot]]:
        spots = LAYOUT.spots
        return {-1: spots[13]}, {-2: spots[8], -3: spots[9]}

    def press_entry(self, entry: int) -> str | None:
        return "buy" if entry == -2 else None


def stall() -> Stall:
    return Stall(LAYOUT, {(0, 1): "pair", (0, 2): "other"}, 3, (12,), lambda path: f"no.{path[-1]}")


def test_a_menu_opens_over_the_table_and_its_entries_are_pressed() -> None:
    choice = stall()
    assert set(choice.targets) == {0, 1, 2, 12}
    assert play(choice, [press(12), release(12)]) == [] and choice.opened == 12 and choice.targets == (-2, -3)
    assert choice.layout.at(*LAYOUT.middle(8)) == -2 and choice.pending is None
    assert play(choice, [press(13), release(13), press(9), release(9)]) == [] and choice.opened == 12
    assert play(choice, [press(8)]) == ["buy"]
    assert play(choice, [press(0), release(0)]) == [] and choice.opened is None and choice.chosen == (0,)
    assert play(choice, [press(1), release(1), press(3)]) == ["pair"]


def test_a_menu_is_closed_by_its_spot_by_another_place_and_by_taking_back() -> None:
    choice = stall()
    for closing in ([press(12), release(12)], [press(12, 3)], [PointerPressed(900, 900)]):
        play(choice, [press(12), release(12)])
        assert choice.opened == 12
        play(choice, closing)
        assert choice.opened is None and choice.chosen == () and choice.layout is LAYOUT
    play(choice, [CONFIRM, *[Command(CommandName.NEXT)] * 3, CONFIRM])
    assert choice.opened == 12 and choice.focus == -2 and play(choice, [CONFIRM]) == ["buy"]
    assert choice.cancel() and choice.focus == 12 and choice.opened is None


def test_a_spot_with_a_menu_is_dragged_and_a_choice_goes_on_after_a_refusal() -> None:
    choice = stall()
    play(choice, [press(12), move(6)])
    assert choice.dragging
    after = stall()
    after.begin((AWAY, AWAY), True, choice)
    assert after.opened == 12 and after.entries == (-2, -3)
    bare = Stall(LAYOUT, {(0, 1): "pair", (0, 2): "other"}, 3, ())
    bare.begin((AWAY, AWAY), True, choice)
    assert bare.chosen == () and bare.opened is None, "what cannot be chosen any more is forgotten"


@pytest.mark.parametrize(("middle", "left"), [((100.0, 100.0), False), ((380.0, 390.0), True)])
def test_a_menu_lies_beside_its_spot_and_within_the_stage(middle: tuple[float, float], left: bool) -> None:
    rows = [[("buy", 100.0, 30.0)], [("one", 20.0, 24.0), ("two", 20.0, 20.0)], [("keep", 100.0, 30.0)]]
    room = Box(0, 0, 400, 400)
    ground, spots = stacked(middle, rows, room)
    assert room.contains(ground) and not ground.collidepoint(middle) and (ground.right < middle[0]) == left
    boxes = [spot.box for spot in spots.values()]
    assert list(spots) == ["buy", "one", "two", "keep"] and all(ground.contains(box) for box in boxes)
    assert not any(box.colliderect(other) for box in boxes for other in boxes if other is not box)
