"""Hangul by our own input method: what the line is told, beside a system's own, through editing and switching."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from game.core.language.hangul import FIRST, letter, letters
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerPressed, TextComposed, TextTyped
from game.kit.two_set import TwoSet

KEYS = {letter(key): key for key in "QWERTOPqwertyuiopasdfghjklzxcvbnm"}
CONFIRM = Command(CommandName.CONFIRM)


def written(events: Iterable[InputEvent], keys: TwoSet | None = None) -> tuple[str, str]:
    """What a line holds after these, finished and unfinished."""
    keys = keys or TwoSet(on=True)
    text = unfinished = ""
    for event in events:
        for made in keys.made(event):
            if isinstance(made, TextTyped):
                text, unfinished = text + made.text, ""
            elif isinstance(made, TextComposed):
                unfinished = made.text
    return text, unfinished


def test_syllables_come_out_as_they_were_meant() -> None:
    syllables = [chr(ord(FIRST) + number) for number in range(0, 11_172, 61)]
    text = "".join(syllables)
    typed = [TextTyped(KEYS[sign]) for sign in letters(text)]
    assert written([*typed, CONFIRM]) == (text, "")
    assert written(typed) == (text[:-1], text[-1])


def test_a_letter_is_taken_back_before_a_syllable_is() -> None:
    back = KeyPressed("backspace")
    typed = [TextTyped("ekfr")]
    assert written([*typed, back]) == ("", "달")
    assert written([*typed, *[back] * 4]) == ("", "")
    assert TwoSet(on=True).made(back) == (back,), "then the line's own signs go"


def test_what_a_system_makes_goes_through() -> None:
    made = [TextComposed("가"), TextTyped("가"), TextTyped("나 "), TextTyped("1")]
    assert written(made) == ("가나 1", "")
    assert written([TextTyped("rk"), TextComposed(""), TextTyped("d")]) == ("", "강"), "nothing composed says nothing"
    assert written([TextTyped("rk"), TextTyped("나")]) == ("가나", "")


@pytest.mark.parametrize("event", [KeyPressed("left"), KeyPressed("v", frozenset({"ctrl"})), PointerPressed(1, 1)])
def test_whatever_edits_finishes_the_syllable_first(event: InputEvent) -> None:
    keys = TwoSet(on=True)
    keys.made(TextTyped("rk"))
    assert list(keys.made(event)) == [TextTyped("가"), event]


def test_letters_stay_latin_when_it_is_switched() -> None:
    keys = TwoSet(on=True)
    switch = KeyPressed("f2")
    assert written([TextTyped("rk"), switch, TextTyped("gg"), switch, TextTyped("sk")], keys) == ("가gg", "나")
    keys.made(KeyPressed("f2", repeated=True))
    assert keys.on
