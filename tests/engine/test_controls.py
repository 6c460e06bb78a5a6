"""From pygame's events to InputEvents: keys, text, pointer, pads, repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from pygame import Event

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    FIRST_PAD,
    REPEAT_DELAY,
    REPEAT_INTERVAL,
    Command,
    CommandReleased,
    InputEvent,
    KeyPressed,
    KeyReleased,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Quit,
    Resized,
    StickMoved,
    TextComposed,
    TextTyped,
    TriggerMoved,
    Unplugged,
    Wheel,
    translated,
)
from game.engine.loop.controls import Controls, Wanted, binding, written
from game.ground.settings import DEFAULT_KEYS, CommandName

CANVAS = Canvas.fit(pygame.Surface((1920, 1200)))  # scale 1.5, frame 60 pixels below the top


@pytest.fixture(autouse=True)
def video(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.fixture
def controls() -> Controls:
    return Controls(DEFAULT_KEYS)


def key(code: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=mod)


def released(code: int) -> Event:
    return Event(pygame.KEYUP, key=code, mod=0)


def read(controls: Controls, *events: Event, now: float = 0.0, wanted: Wanted = "commands") -> list[InputEvent]:
    return controls.read(events, CANVAS, now, wanted)


def commands(events: list[InputEvent]) -> list[CommandName]:
    return [event.name for event in events if isinstance(event, Command)]


@pytest.mark.parametrize(
    ("code", "mod", "name"),
    [
        (pygame.K_LEFT, 0, CommandName.LEFT),
        (pygame.K_LEFT, pygame.KMOD_NUM | pygame.KMOD_CAPS, CommandName.LEFT),
        (pygame.K_RETURN, 0, CommandName.CONFIRM),
        (pygame.K_KP_ENTER, 0, CommandName.CONFIRM),
        (pygame.K_TAB, 0, CommandName.NEXT),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, CommandName.PREVIOUS),
        (pygame.K_SPACE, 0, CommandName.HURRY),
        (pygame.K_z, pygame.KMOD_RCTRL, CommandName.UNDO),
        (pygame.K_z, pygame.KMOD_LMETA, CommandName.UNDO),
        (pygame.K_F11, 0, CommandName.FULLSCREEN),
    ],
)
def test_bound_keys_make_commands(controls: Controls, code: int, mod: int, name: CommandName) -> None:
    pressed, command = read(controls, key(code, mod))
    assert isinstance(pressed, KeyPressed) and command == Command(name)


def test_another_modifier_is_another_key(controls: Controls) -> None:
    assert commands(read(controls, key(pygame.K_z), key(pygame.K_LEFT, pygame.KMOD_ALT))) == []


def test_keys_can_be_bound_anew(controls: Controls) -> None:
    controls.bind({CommandName.HINT: ("x", "ctrl+up"), CommandName.LEFT: ()})
    made = read(controls, key(pygame.K_x), key(pygame.K_UP, pygame.KMOD_LCTRL), key(pygame.K_LEFT))
    assert commands(made) == [CommandName.HINT, CommandName.HINT]


def test_keys_that_do_not_exist_are_named() -> None:
    controls = Controls({CommandName.HINT: ("shift+frobnicate", "f1", "+")})
    assert controls.unknown_keys() == ["shift+frobnicate"]
    assert Controls(DEFAULT_KEYS).unknown_keys() == []


@pytest.mark.parametrize("text", ["a", "ctrl+z", "shift+ctrl+alt+f5", "+", "ctrl++"])
def test_a_binding_is_written_as_it_is_read(text: str) -> None:
    assert written(*binding(text)) == text


def test_keys_that_write_make_no_commands_in_a_text_entry(controls: Controls) -> None:
    typed = [key(code) for code in (pygame.K_u, pygame.K_SPACE, pygame.K_BACKSPACE, pygame.K_LEFT)]
    typed.append(key(pygame.K_z, pygame.KMOD_LCTRL))
    made = read(controls, *typed, wanted="text")
    assert commands(made) == []
    assert [event.key for event in made if isinstance(event, KeyPressed)] == ["u", "space", "backspace", "left", "z"]


def test_keys_that_lead_away_from_a_text_entry_stay_commands(controls: Controls) -> None:
    made = read(controls, *map(key, (pygame.K_TAB, pygame.K_DOWN, pygame.K_ESCAPE)), wanted="text")
    assert commands(made) == [CommandName.NEXT, CommandName.DOWN, CommandName.BACK]


def test_while_a_key_is_being_bound_no_key_is_a_command(controls: Controls) -> None:
    made = read(controls, key(pygame.K_ESCAPE), key(pygame.K_F12), wanted="keys")
    assert made == [KeyPressed("escape"), KeyPressed("f12")]


def test_return_comes_after_the_text_it_finishes(controls: Controls) -> None:
    made = read(
        controls,
        Event(pygame.TEXTEDITING, text="한", start=1, length=0),
        key(pygame.K_RETURN),
        Event(pygame.TEXTINPUT, text="\u1112\u1161\u11ab"),
        wanted="text",
    )
    assert made == [TextComposed("한"), TextTyped("한"), KeyPressed("return"), Command(CommandName.CONFIRM)]


def test_return_waits_for_text_that_comes_a_frame_later(controls: Controls) -> None:
    composing = Event(pygame.TEXTEDITING, text="한", start=1, length=0)
    assert read(controls, composing, key(pygame.K_RETURN), wanted="text") == [TextComposed("한")]
    later = read(controls, Event(pygame.TEXTINPUT, text="한"), wanted="text")
    assert later == [TextTyped("한"), KeyPressed("return"), Command(CommandName.CONFIRM)]


def test_return_does_not_wait_for_ever(controls: Controls) -> None:
    read(controls, Event(pygame.TEXTEDITING, text="한", start=1, length=0), key(pygame.K_RETURN), wanted="text")
    frames = [commands(read(controls, wanted="text")) for _ in range(4)]
    assert frames.count([CommandName.CONFIRM]) == 1


def test_return_waits_for_an_input_method_that_does_not_tell_what_it_composes(controls: Controls) -> None:
    """As nabi does by X11: keys come without text, Return comes before the last syllable, and once more behind it."""
    for sign in (pygame.K_r, pygame.K_l, pygame.K_c):
        read(controls, key(sign), wanted="text")
    read(controls, key(pygame.K_k), Event(pygame.TEXTINPUT, text="기"), wanted="text")
    assert commands(read(controls, key(pygame.K_RETURN), wanted="text")) == []
    assert commands(read(controls, wanted="text")) == []
    later = read(controls, Event(pygame.TEXTINPUT, text="차"), key(pygame.K_RETURN), wanted="text")
    assert later == [TextTyped("차"), KeyPressed("return"), Command(CommandName.CONFIRM)]
    assert commands(read(controls, key(pygame.K_RETURN), wanted="text")) == [CommandName.CONFIRM], "nothing is owed"


def test_return_comes_at_once_where_each_key_has_its_text(controls: Controls) -> None:
    read(controls, key(pygame.K_k), Event(pygame.TEXTINPUT, text="k"), wanted="text")
    assert commands(read(controls, key(pygame.K_RETURN), wanted="text")) == [CommandName.CONFIRM]
    read(controls, key(pygame.K_k), wanted="text")
    frames = [commands(read(controls, *keys, wanted="text")) for keys in ([key(pygame.K_RETURN)], *[[]] * 8)]
    assert frames.count([CommandName.CONFIRM]) == 1, "and soon where none comes"


def editing(text: str) -> Event:
    return Event(pygame.TEXTEDITING, text=text, start=len(text), length=0)


def typed(text: str) -> Event:
    return Event(pygame.TEXTINPUT, text=text)


def line_of(controls: Controls, *frames: list[Event]) -> str:
    """Return the text of a line after frames of events, and after those in which nothing more comes."""
    made = [one for frame in [*frames, *[[]] * 6] for one in read(controls, *frame, wanted="text")]
    return "".join(one.text for one in made if isinstance(one, TextTyped))


ENDED_BY_A_SIGN = [
    ([editing("마"), key(pygame.K_SLASH), typed("/"), typed("마"), editing("")], "마/"),
    ([editing("마"), key(pygame.K_SLASH), typed("/"), editing(""), typed("마")], "마/"),
    ([typed("가"), editing("나"), key(pygame.K_SPACE), typed(" "), typed("나"), editing("다"), typed("다")], "가나 다"),
    ([editing("간"), typed("가"), editing("나"), typed("나"), editing(""), typed("!")], "가나!"),
    ([editing("마"), typed("/"), typed("?"), typed("마"), editing("")], "마/?"),
    ([editing("마"), editing(""), typed("/")], "/"),
    ([editing("마"), typed("/")], "/"),
    ([editing("ni"), typed("ni"), editing(""), typed(",")], "ni,"),
]
"""What an input method tells, the key that ends a syllable before the syllable or after it; and the line meant."""


@pytest.mark.parametrize(("told", "line"), ENDED_BY_A_SIGN)
def test_a_sign_stands_after_the_syllable_that_it_ends(controls: Controls, told: list[Event], line: str) -> None:
    assert line_of(controls, told) == line
    for cut in range(1, len(told)):
        assert line_of(Controls(DEFAULT_KEYS), told[:cut], told[cut:]) == line, cut


def test_return_comes_after_a_sign_that_waits_for_its_syllable(controls: Controls) -> None:
    read(controls, editing("마"), typed("/"), key(pygame.K_RETURN), wanted="text")
    made = read(controls, typed("마"), editing(""), wanted="text")
    assert made[:2] == [TextTyped("마"), TextTyped("/")] and KeyPressed("return") in made[2:]
    read(controls, editing("마"), typed("/"), key(pygame.K_RETURN), wanted="text")
    late = [one for _ in range(6) for one in read(controls, wanted="text")]
    assert late.index(TextTyped("/")) < late.index(KeyPressed("return"))


def test_a_sign_that_waits_is_dropped_where_text_is_no_longer_wanted(controls: Controls) -> None:
    read(controls, editing("마"), typed("/"), wanted="text")
    assert not any(isinstance(one, TextTyped) for one in read(controls, typed("마")))
    assert line_of(controls, [typed("a")]) == "a"


def test_text_is_only_told_who_wants_it(controls: Controls) -> None:
    events = [Event(pygame.TEXTINPUT, text="u"), Event(pygame.TEXTEDITING, text="한", start=0, length=0)]
    assert read(controls, *events) == []


def test_the_pointer_is_told_in_design_units(controls: Controls) -> None:
    at: dict[str, Any] = {"pos": (960, 660)}
    made = read(
        controls,
        Event(pygame.MOUSEMOTION, rel=(0, 0), buttons=(0, 0, 0), **at),
        Event(pygame.MOUSEBUTTONDOWN, button=3, **at),
        Event(pygame.MOUSEBUTTONDOWN, button=5, **at),
        Event(pygame.MOUSEBUTTONUP, button=3, **at),
        Event(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False),
    )
    moved, pressed, let_go = PointerMoved(640, 400), PointerPressed(640, 400, 3), PointerReleased(640, 400, 3)
    assert made == [moved, pressed, let_go, Wheel(640, 400, -2)]


def test_of_many_moves_the_last_counts(controls: Controls) -> None:
    moves = [Event(pygame.MOUSEMOTION, pos=(x, 60), rel=(0, 0), buttons=(0, 0, 0)) for x in (0, 150, 300)]
    assert read(controls, *moves) == [PointerMoved(200, 0)]


def test_outside_the_window_the_pointer_is_over_nothing(controls: Controls) -> None:
    assert read(controls, Event(pygame.WINDOWLEAVE)) == [PointerMoved(AWAY, AWAY)]


def test_window_events(controls: Controls) -> None:
    made = read(controls, Event(pygame.VIDEORESIZE, w=960, h=540, size=(960, 540)), Event(pygame.QUIT))
    assert made == [Resized(960, 540), Quit()]


def test_a_held_direction_repeats_until_it_is_let_go(controls: Controls) -> None:
    read(controls, key(pygame.K_LEFT), now=1.0)
    assert read(controls, now=1.0 + REPEAT_DELAY - 0.01) == []
    assert read(controls, now=1.0 + REPEAT_DELAY) == [
        KeyPressed("left", repeated=True),
        Command(CommandName.LEFT, repeated=True),
    ]
    assert read(controls, now=1.0 + REPEAT_DELAY + REPEAT_INTERVAL / 2) == []
    assert len(read(controls, now=1.0 + REPEAT_DELAY + REPEAT_INTERVAL)) == 2
    let_go = [KeyReleased("left"), CommandReleased(CommandName.LEFT)]
    assert read(controls, released(pygame.K_LEFT), now=9.0) == let_go
    assert read(controls, released(pygame.K_LEFT), now=9.0) == [], "nothing is let go twice"


def test_confirm_does_not_repeat_but_backspace_in_an_entry_does(controls: Controls) -> None:
    read(controls, key(pygame.K_SPACE))
    assert read(controls, now=5.0) == []
    read(controls, key(pygame.K_BACKSPACE), wanted="text")
    assert read(controls, now=5.0, wanted="text") == [KeyPressed("backspace", repeated=True)]


def test_nothing_stays_held_when_the_window_loses_the_keyboard(controls: Controls) -> None:
    read(controls, key(pygame.K_LEFT))
    read(controls, key(pygame.K_a))
    read(controls, Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    lost = read(controls, Event(pygame.WINDOWFOCUSLOST), now=5.0)
    keys = [KeyReleased("left"), CommandReleased(CommandName.LEFT), KeyReleased("a")]
    assert lost == [*keys, PointerReleased(AWAY, AWAY)]
    assert read(controls, released(pygame.K_LEFT), now=5.0) == []


def test_a_key_is_let_go_as_what_it_was_pressed_as(controls: Controls) -> None:
    """Shift may be let go before Tab, and an entry may have got the focus meanwhile."""
    read(controls, key(pygame.K_TAB, pygame.KMOD_LSHIFT))
    made = read(controls, released(pygame.K_TAB), wanted="text")
    assert made == [KeyReleased("tab"), CommandReleased(CommandName.PREVIOUS)]


def pad(kind: int, **values: Any) -> Event:
    return Event(kind, instance_id=7, joy=0, **values)


@pytest.mark.parametrize(("button", "name"), [(0, "confirm"), (1, "back"), (2, "hurry"), (5, "next"), (7, "menu")])
def test_buttons_of_a_joystick(controls: Controls, button: int, name: str) -> None:
    made = read(controls, pad(pygame.JOYBUTTONDOWN, button=button), pad(pygame.JOYBUTTONUP, button=button))
    assert made == [Command(CommandName(name), FIRST_PAD), CommandReleased(CommandName(name), FIRST_PAD)]


@pytest.mark.parametrize(
    ("button", "name"),
    [
        (pygame.CONTROLLER_BUTTON_A, "confirm"),
        (pygame.CONTROLLER_BUTTON_DPAD_LEFT, "left"),
        (pygame.CONTROLLER_BUTTON_LEFTSHOULDER, "previous"),
    ],
)
def test_buttons_of_a_controller(controls: Controls, button: int, name: str) -> None:
    assert read(controls, pad(pygame.CONTROLLERBUTTONDOWN, button=button)) == [Command(CommandName(name), FIRST_PAD)]


def test_buttons_without_a_meaning_and_pads_that_do_not_say_who_they_are(controls: Controls) -> None:
    assert read(controls, pad(pygame.JOYBUTTONDOWN, button=30)) == []
    assert commands(read(controls, Event(pygame.JOYBUTTONDOWN, joy=0, button=0))) == [CommandName.CONFIRM]


def test_a_stick_has_a_dead_zone_and_does_not_flutter_at_its_edge(controls: Controls) -> None:
    values = (0.3, 0.6, 0.5, 0.56, 0.4, 0.1, -0.9)
    made = [read(controls, pad(pygame.JOYAXISMOTION, axis=0, value=value)) for value in values]
    assert [commands(events) for events in made] == [[], [CommandName.RIGHT], [], [], [], [], [CommandName.LEFT]]


def test_a_controllers_stick_counts_in_whole_numbers(controls: Controls) -> None:
    made = read(controls, pad(pygame.CONTROLLERAXISMOTION, axis=1, value=-32768))
    assert commands(made) == [CommandName.UP]


def test_triggers_are_no_directions(controls: Controls) -> None:
    assert read(controls, pad(pygame.JOYAXISMOTION, axis=5, value=1.0)) == []


def test_a_controllers_right_stick_and_triggers_are_told_as_they_stand(controls: Controls) -> None:
    def moved(axis: int, value: int) -> list[InputEvent]:
        return read(controls, pad(pygame.CONTROLLERAXISMOTION, axis=axis, value=value))

    assert moved(pygame.CONTROLLER_AXIS_RIGHTX, 16384) == [StickMoved(0.5, 0.0)]
    assert moved(pygame.CONTROLLER_AXIS_RIGHTY, -32768) == [StickMoved(0.5, -1.0)]
    assert moved(pygame.CONTROLLER_AXIS_RIGHTX, 3000) == [StickMoved(0.0, -1.0)]
    assert moved(pygame.CONTROLLER_AXIS_RIGHTX, 1000) == []
    assert moved(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 32767)[0] == TriggerMoved("right", pytest.approx(1.0, abs=1e-3))
    assert moved(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 0) == [TriggerMoved("left", 0.0)]


def test_pulling_a_stick_over_lets_go_of_where_it_was(controls: Controls) -> None:
    read(controls, pad(pygame.JOYAXISMOTION, axis=0, value=-1.0))
    made = read(controls, pad(pygame.JOYAXISMOTION, axis=0, value=1.0))
    assert made == [CommandReleased(CommandName.LEFT, FIRST_PAD), Command(CommandName.RIGHT, FIRST_PAD)]


def test_a_hat_repeats_like_a_key(controls: Controls) -> None:
    made = read(controls, pad(pygame.JOYHATMOTION, hat=0, value=(0, 1)))
    assert made == [Command(CommandName.UP, FIRST_PAD)]
    assert read(controls, now=5.0) == [Command(CommandName.UP, FIRST_PAD, repeated=True)]
    let_go = read(controls, pad(pygame.JOYHATMOTION, hat=0, value=(0, 0)), now=9.0)
    assert let_go == [CommandReleased(CommandName.UP, FIRST_PAD)]
    assert read(controls, now=20.0) == []


def test_a_pad_pulled_out_lets_go_of_everything(controls: Controls) -> None:
    read(controls, pad(pygame.JOYAXISMOTION, axis=0, value=1.0), pad(pygame.JOYBUTTONDOWN, button=0))
    gone = read(controls, Event(pygame.JOYDEVICEREMOVED, instance_id=7), now=5.0)
    let_go = [CommandReleased(CommandName.RIGHT, FIRST_PAD), CommandReleased(CommandName.CONFIRM, FIRST_PAD)]
    assert gone == [*let_go, Unplugged(FIRST_PAD)]
    assert read(controls, Event(pygame.JOYDEVICEREMOVED, instance_id=7), now=5.0) == [], "it is gone once"
    assert read(controls, now=9.0) == []
    assert commands(read(controls, pad(pygame.JOYAXISMOTION, axis=0, value=1.0))) == [CommandName.RIGHT]


def test_a_pad_that_vanishes_before_it_is_opened(controls: Controls) -> None:
    assert read(controls, Event(pygame.JOYDEVICEADDED, device_index=99)) == []
    assert controls.pads.count == 0


def test_a_pad_speaks_while_text_is_wanted(controls: Controls) -> None:
    assert commands(read(controls, pad(pygame.JOYBUTTONDOWN, button=0), wanted="text")) == [CommandName.CONFIRM]


def test_translated_agrees_with_the_canvas_within() -> None:
    box = Box(100, 50, 300, 500)
    inner = CANVAS.within(box, 624, 624)
    left, top = inner.surface.get_offset()
    x, y = inner.pixel(200, 100)
    seen = translated(PointerPressed(*CANVAS.design(left + x, top + y)), box, 624, 624)
    assert isinstance(seen, PointerPressed)
    assert (seen.x, seen.y) == pytest.approx((200, 100), abs=2)
    assert translated(Quit(), box, 624, 624) == Quit()
