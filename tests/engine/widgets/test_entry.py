"""Writing: composition, Return after the text, selection, clipboard, limits."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextComposed,
    TextTyped,
)
from game.engine.text import Typeface
from game.engine.widgets import Button, Entry, Group, MemoryClipboard, Style
from game.engine.widgets.parts.editing import EditedLine
from game.ground.texts import Texts

CONFIRM = Command(CommandName.CONFIRM)
SHIFT, CTRL = frozenset({"shift"}), frozenset({"ctrl"})


@pytest.fixture
def style() -> Style:
    return Style(Typeface(), Texts("ko"), clipboard=MemoryClipboard())


@pytest.fixture
def committed() -> list[str]:
    return []


@pytest.fixture
def entry(style: Style, committed: list[str]) -> Entry:
    return Entry(style, box=Box(100, 100, 240, 40), limit=12, on_commit=committed.append)


@pytest.fixture
def group(style: Style, entry: Entry) -> Group:
    made = Group(style, [entry, Button(style, "확인", Box(100, 200, 100, 40))])
    made.focus(entry)
    return made


def give(group: Group, *events: InputEvent) -> None:
    for event in events:
        group.handle(event)


def write(group: Group, *syllables: str) -> None:
    """Compose each syllable jamo by jamo, as an input method does, and finish it."""
    for syllable in syllables:
        for length in range(1, len(unicodedata.normalize("NFD", syllable)) + 1):
            group.handle(TextComposed(unicodedata.normalize("NFD", syllable)[:length]))
        give(group, TextComposed(""), TextTyped(syllable))


def test_the_last_syllable_that_comes_with_return_is_kept(group: Group, entry: Entry, committed: list[str]) -> None:
    write(group, "하", "늘", "바")
    give(group, TextComposed("람"))
    assert (entry.text, entry.line.shown) == ("하늘바", "하늘바람")
    give(group, TextComposed(""), TextTyped("람"), KeyPressed("return"), CONFIRM)
    assert committed == ["하늘바람"]


def test_return_without_the_final_text_still_keeps_the_composition(group: Group, committed: list[str]) -> None:
    write(group, "하", "늘", "바")
    give(group, TextComposed("람"), KeyPressed("return"), CONFIRM)
    assert committed == ["하늘바람"]


def test_a_cancelled_composition_leaves_nothing(group: Group, entry: Entry) -> None:
    write(group, "하")
    give(group, TextComposed("늘"), TextComposed(""))
    assert entry.line.shown == "하"


def test_a_syllable_finished_after_the_focus_left_reaches_its_entry(style: Style) -> None:
    first, second = Entry(style, box=Box(0, 0, 200, 40)), Entry(style, box=Box(0, 60, 200, 40))
    group = Group(style, [first, second])
    group.focus(first)
    give(group, TextComposed("람"), Command(CommandName.NEXT))
    give(group, TextComposed(""), TextTyped("람"), TextTyped("!"))
    assert (first.text, second.text) == ("람", "!")


def test_a_syllable_never_finished_after_the_focus_left_is_kept(group: Group, entry: Entry) -> None:
    give(group, TextComposed("람"), Command(CommandName.NEXT))
    for _ in range(3):
        group.update(0.02)
    assert entry.text == entry.line.shown == "람"


def test_a_focus_that_moves_without_a_composition_holds_back_no_text(style: Style) -> None:
    first, second = Entry(style, box=Box(0, 0, 200, 40)), Entry(style, box=Box(0, 60, 200, 40))
    group = Group(style, [first, second])
    group.focus(first)
    give(group, Command(CommandName.NEXT), TextTyped("a"))
    assert (first.text, second.text) == ("", "a")


def test_editing_keys_belong_to_the_input_method_during_a_composition(group: Group, entry: Entry) -> None:
    write(group, "하", "늘")
    give(group, TextComposed("ㅂ"), KeyPressed("backspace"), KeyPressed("left"))
    assert entry.line.shown == "하늘ㅂ"


def test_the_caret_is_at_the_end_of_the_composition(group: Group, entry: Entry) -> None:
    write(group, "하", "늘")
    before = entry.text_box.left
    give(group, TextComposed("바"))
    assert entry.text_box.left > before


def test_decomposed_text_is_composed(group: Group, entry: Entry) -> None:
    give(group, TextTyped(unicodedata.normalize("NFD", "하늘")))
    assert entry.text == "하늘"
    give(group, KeyPressed("backspace"))
    assert entry.text == "하"


def test_too_long_a_text_is_cut_at_the_limit(group: Group, entry: Entry) -> None:
    give(group, TextTyped("가나다라마바사아자차카타파하"))
    assert entry.text == "가나다라마바사아자차카타"
    give(group, TextTyped("x"))
    assert len(entry.text) == 12


def test_copy_cut_and_paste(group: Group, entry: Entry, style: Style) -> None:
    give(group, TextTyped("하늘바람"), KeyPressed("a", CTRL), KeyPressed("c", CTRL), KeyPressed("end"))
    give(group, KeyPressed("v", CTRL))
    assert entry.text == "하늘바람하늘바람"
    give(group, KeyPressed("left", SHIFT), KeyPressed("left", SHIFT), KeyPressed("x", CTRL))
    assert (entry.text, style.clipboard.read()) == ("하늘바람하늘", "바람")


def test_a_paste_of_several_lines_becomes_one(group: Group, entry: Entry, style: Style) -> None:
    style.clipboard.write("a\r\nb\x00\tc")
    give(group, KeyPressed("v", CTRL))
    assert entry.text == "a b c"


def test_typing_replaces_what_is_selected(group: Group, entry: Entry) -> None:
    give(group, TextTyped("하늘바람"), KeyPressed("home"), KeyPressed("end", SHIFT), TextTyped("수크"))
    assert entry.text == "수크"


def test_words_are_stepped_over_with_ctrl(group: Group, entry: Entry) -> None:
    give(group, TextTyped("ab cd ef"), KeyPressed("left", CTRL), TextTyped("|"))
    assert entry.text == "ab cd |ef"
    give(group, KeyPressed("home"), KeyPressed("right", CTRL), TextTyped("|"))
    assert entry.text == "ab| cd |ef"


def test_click_and_drag_place_the_caret_and_select(group: Group, entry: Entry) -> None:
    give(group, TextTyped("하늘바람"))
    give(group, PointerPressed(102, 120), PointerMoved(900, 120), PointerReleased(900, 120))
    assert entry.line.selected == "하늘바람"
    give(group, PointerPressed(102, 120), PointerReleased(102, 120), TextTyped("!"))
    assert entry.text == "!하늘바람"


def test_text_is_wanted_only_while_an_entry_is_focused(group: Group, entry: Entry) -> None:
    assert group.wants_text
    assert group.text_box is not None
    give(group, Command(CommandName.DOWN, FIRST_PAD))
    assert not group.wants_text
    assert group.text_box is None


def test_changes_are_told_and_compositions_are_not(group: Group, entry: Entry) -> None:
    told: list[str] = []
    entry.on_change = told.append
    write(group, "하", "늘")
    give(group, KeyPressed("backspace"), KeyPressed("left"))
    assert told == ["하", "하늘", "하"]


def test_a_text_longer_than_its_field_keeps_the_caret_in_sight(style: Style) -> None:
    entry = Entry(style, "아주 긴 주소 " * 10, Box(100, 100, 160, 40))
    group = Group(style, [entry])
    group.focus(entry)
    canvas = Canvas.fit(pygame.Surface((1280, 720)))
    for key in ("end", "home"):
        group.handle(KeyPressed(key))
        group.draw(canvas)
        assert entry.box.left <= entry.text_box.left <= entry.box.right
    assert style.typeface.overflows == []


_KEYS = ["left", "right", "home", "end", "backspace", "delete"]
_EDITS = some.one_of(
    some.builds(TextTyped, some.text(alphabet="하늘 a\n", max_size=4)),
    some.builds(TextComposed, some.text(alphabet="ㅎ하", max_size=1)),
    some.builds(KeyPressed, some.sampled_from(_KEYS), some.sampled_from([frozenset[str](), SHIFT, CTRL])),
    some.builds(KeyPressed, some.sampled_from("acxv"), some.just(CTRL)),
)


@given(some.lists(_EDITS, max_size=30))
def test_any_editing_keeps_caret_and_length_in_bounds(events: list[InputEvent]) -> None:
    style = Style(Typeface(), Texts("ko"), clipboard=MemoryClipboard())
    entry = Entry(style, box=Box(0, 0, 200, 40), limit=6)
    group = Group(style, [entry])
    group.focus(entry)
    for event in events:
        group.handle(event)
        line = entry.line
        assert 0 <= line.caret <= len(line.text) <= 6
        assert 0 <= line.anchor <= len(line.text)
        assert "\n" not in line.text


def test_delete_and_backspace_at_the_ends_do_nothing() -> None:
    line = EditedLine("하늘")
    line.delete()
    line.move_to(0)
    line.backspace()
    assert line.text == "하늘"


def test_an_emoji_of_several_characters_is_one_sign_to_the_caret() -> None:
    family, flag = "👨‍👩‍👧‍👦", "🇰🇷"
    line = EditedLine(f"a{family}{flag}❤️b")
    assert line.text == f"a{family}{flag}❤️b", "what is drawn as a star is kept as it was typed"
    line.step(-1)
    line.backspace()
    assert line.text == f"a{family}{flag}b"
    line.step(-1)
    line.backspace()
    assert line.text == f"a{flag}b"
    line.delete()
    assert line.text == "ab" and line.caret == 1
    line.set(family)
    line.move_to(2)
    assert line.caret == len(family), "nothing is written into the middle of a family"


@pytest.mark.parametrize(("wide", "shown"), [(300, "Player 1 of the souk"), (110, "Name")])
def test_a_placeholder_without_room_is_replaced_by_a_shorter_one(
    style: Style, wide: float, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Entry(style, box=Box(0, 0, wide, 40), placeholder="Player 1 of the souk", short="Name")
    told: list[str] = []
    monkeypatch.setattr(type(style.typeface), "line", lambda _self, _canvas, text, *_rest, **_more: told.append(text))
    entry.draw(Canvas.fit(pygame.Surface((1280, 720))))
    assert shown in told
