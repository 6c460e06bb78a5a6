"""What is held in games in real time, and who plays with what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    CommandReleased,
    Device,
    InputEvent,
    KeyPressed,
    KeyReleased,
    Unplugged,
)
from game.ground.settings import DEFAULT_PLAY_KEYS
from game.kit.held import FIRST_HALF, SECOND_HALF, Buttons, Claims, Held, pad

NOTHING = Buttons(0)
SECOND_PAD = Device("pad", 1)


@pytest.fixture
def held() -> Held:
    return Held(DEFAULT_PLAY_KEYS)


def give(to: Held | Claims, *events: InputEvent) -> None:
    for event in events:
        to.handle(event)


def masks(held: Held) -> list[Buttons]:
    """After a tick: what is held indeed."""
    held.tick()
    return [held.mask(source) for source in (FIRST_HALF, SECOND_HALF, pad(0), pad(1))]


def test_each_source_holds_its_own(held: Held) -> None:
    give(held, KeyPressed("a"), KeyPressed("right"), Command(CommandName.UP, FIRST_PAD))
    give(held, Command(CommandName.CONFIRM, SECOND_PAD), Command(CommandName.HINT, SECOND_PAD))
    assert masks(held) == [Buttons.LEFT, Buttons.RIGHT, Buttons.UP, Buttons.ACT | Buttons.EXTRA]
    give(held, KeyReleased("a"), CommandReleased(CommandName.CONFIRM, SECOND_PAD))
    assert masks(held) == [NOTHING, Buttons.RIGHT, Buttons.UP, Buttons.EXTRA]


def test_a_shift_key_that_somebody_holds_changes_no_key_of_the_other(held: Held) -> None:
    give(held, KeyPressed("right shift", frozenset({"shift"})), KeyPressed("d", frozenset({"shift"})))
    assert masks(held)[:2] == [Buttons.RIGHT, Buttons.ACT]
    assert held.handle(KeyPressed("left shift", frozenset({"shift"}))) is None


def test_two_keys_or_stick_and_cross_may_hold_the_same(held: Held) -> None:
    left = Command(CommandName.LEFT, FIRST_PAD)
    give(held, KeyPressed("return"), KeyPressed("right shift"), left, left)
    give(held, KeyReleased("return"), CommandReleased(CommandName.LEFT, FIRST_PAD))
    assert masks(held) == [NOTHING, Buttons.ACT, Buttons.LEFT, NOTHING]
    give(held, KeyReleased("right shift"), CommandReleased(CommandName.LEFT, FIRST_PAD))
    give(held, CommandReleased(CommandName.LEFT, FIRST_PAD), left)
    assert masks(held) == [NOTHING, NOTHING, Buttons.LEFT, NOTHING], "a release too many is none"


def test_a_tap_is_seen_once_even_if_it_is_over(held: Held) -> None:
    give(held, KeyPressed("space"), KeyReleased("space"))
    assert held.mask(FIRST_HALF) == Buttons.ACT
    held.tick()
    assert held.mask(FIRST_HALF) == NOTHING


def test_commands_of_the_keyboard_and_repeats_press_nothing(held: Held) -> None:
    assert held.handle(Command(CommandName.LEFT)) is None
    assert held.handle(KeyPressed("a", repeated=True)) is None
    assert held.handle(Command(CommandName.LEFT, FIRST_PAD, repeated=True)) is None
    assert held.handle(Command(CommandName.MENU, FIRST_PAD)) is None
    assert masks(held) == [NOTHING] * 4


def test_all_is_let_go_and_of_a_pad_what_was_unplugged(held: Held) -> None:
    press = Command(CommandName.LEFT, FIRST_PAD), Command(CommandName.LEFT, SECOND_PAD), KeyPressed("a")
    give(held, *press, Unplugged(FIRST_PAD))
    assert masks(held) == [Buttons.LEFT, NOTHING, NOTHING, Buttons.LEFT]
    held.let_go()
    assert masks(held) == [NOTHING] * 4
    give(held, KeyReleased("a"))
    assert masks(held) == [NOTHING] * 4


KEYS = sorted(key for keys in DEFAULT_PLAY_KEYS.values() for key in keys)


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.booleans())))
def test_the_keys_that_are_down_are_what_is_held(strokes: list[tuple[str, bool]]) -> None:
    held, down = Held(DEFAULT_PLAY_KEYS), set()
    for key, pressed in strokes:
        held.handle(KeyPressed(key) if pressed else KeyReleased(key))
        down = down | {key} if pressed else down - {key}
    held.tick()
    for source, half in ((FIRST_HALF, "first"), (SECOND_HALF, "second")):
        names = {name.button for name, keys in DEFAULT_PLAY_KEYS.items() if name.half == half and down & {*keys}}
        assert {button.name.lower() for button in held.mask(source)} == names


def test_who_presses_first_has_the_first_seat(held: Held) -> None:
    claims = Claims(held, [0, 2, 3])
    assert claims.handle(Command(CommandName.CONFIRM, SECOND_PAD)) == 0
    assert claims.handle(KeyPressed("left")) == 2
    assert claims.free == [3]
    assert claims.handle(KeyPressed("space")) == 3, "a seat is free: this is another person"
    assert claims.handle(Command(CommandName.CONFIRM, FIRST_PAD)) is None, "all seats have somebody"
    assert [claims.sources(seat) for seat in claims.seats] == [[pad(1)], [SECOND_HALF], [FIRST_HALF]]
    assert [claims.mask(seat) for seat in claims.seats] == [Buttons.ACT, Buttons.LEFT, Buttons.ACT]


def test_whoever_is_alone_at_the_keyboard_has_both_halves(held: Held) -> None:
    claims = Claims(held, [0, 1])
    give(claims, Command(CommandName.CONFIRM, FIRST_PAD), KeyPressed("left"))
    assert claims.handle(KeyPressed("space")) == 1
    assert claims.mask(1) == Buttons.LEFT | Buttons.ACT
    give(claims, Unplugged(FIRST_PAD))
    assert claims.free == [0]
    assert claims.handle(KeyPressed("a")) == 1, "both halves stay theirs"
    assert claims.handle(Command(CommandName.LEFT, SECOND_PAD)) == 0


def test_the_only_person_plays_with_everything(held: Held) -> None:
    claims = Claims(held, [3])
    presses = KeyPressed("a"), KeyPressed("up"), Command(CommandName.CONFIRM, SECOND_PAD)
    assert [claims.handle(press) for press in presses] == [3, 3, 3]
    assert claims.mask(3) == Buttons.LEFT | Buttons.UP | Buttons.ACT


def test_the_next_pad_takes_the_seat_of_one_that_was_unplugged(held: Held) -> None:
    claims = Claims(held, [0])
    give(claims, Command(CommandName.LEFT, FIRST_PAD), Unplugged(FIRST_PAD))
    assert claims.free == [0] and claims.mask(0) == NOTHING
    assert claims.handle(Command(CommandName.RIGHT, FIRST_PAD)) == 0
    assert claims.mask(0) == Buttons.RIGHT
