"""The rows of the settings' tabs General and Game."""

from __future__ import annotations

from functools import partial
from typing import get_args

from game.cabinets.stages import PRESENTATIONS
from game.engine.widgets import Option, Stepper, Toggle, Widget, choice
from game.ground.settings import THINKING, CommandName, Display
from game.ground.settings.declared import CurtainUse, Language, Pace
from game.scenes.settings.keys import key_label
from game.scenes.settings.rows import (
    Editing,
    Row,
    SettingRow,
    declared,
    heading_row,
    named_row,
    slider_row,
    words_row,
)

CONTROL_WIDTH = 480.0
"""Approximate width of a row's control, which decides between segments and a drop-down."""
_SIZES = ((960, 540), (1280, 720), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160))
_TEXT_STEP = 10
_DELAY_STEP, _DELAYS = 20, (0, 5000)


def general_rows(editing: Editing) -> list[Row]:
    """Build the rows for language, text size, motion and window."""
    return [
        named_row(editing, "language", _language(editing)),
        named_row(editing, "text_size", _text_size(editing)),
        named_row(editing, "reduced", _reduced(editing)),
        _fullscreen_row(editing),
        named_row(editing, "window", _window(editing)),
    ]


def _language(editing: Editing) -> Widget:
    def take(language: Language) -> None:
        editing.settings.language = language
        editing.apply()

    texts = editing.style.texts
    languages: list[Option[Language]] = [
        Option(name, texts.line(f"settings.language.{name}")) for name in get_args(Language)
    ]
    return choice(editing.style, languages, editing.settings.language, CONTROL_WIDTH, on_change=take)


def _text_size(editing: Editing) -> Widget:
    def take(percent: int) -> None:
        editing.settings.display.text_size = percent
        editing.changed_size()

    def show(percent: int) -> str:
        return editing.style.texts.line("settings.text_size.value", percent=percent)

    size = declared(Display)["text_size"]
    assert size.low is not None and size.high is not None
    value = editing.settings.display.text_size
    return Stepper(editing.style, value, size.low, size.high, step=_TEXT_STEP, show=show, on_change=take)


def _reduced(editing: Editing) -> Widget:
    def take(on: bool) -> None:
        editing.settings.motion.reduced = on
        editing.apply()

    return Toggle(editing.style, on=editing.settings.motion.reduced, on_change=take)


def _fullscreen_row(editing: Editing) -> Row:
    def take(on: bool) -> None:
        editing.settings.display.fullscreen = on
        editing.apply()

    texts = editing.style.texts
    key = next(iter(editing.settings.keys.get(CommandName.FULLSCREEN, ())), None)
    meaning = texts.line("settings.fullscreen.help", key=key_label(texts, key)) if key else ""
    toggle = Toggle(editing.style, on=editing.settings.display.fullscreen, on_change=take)
    return SettingRow(editing.style, texts.line("settings.fullscreen.title"), [toggle], meaning)


def _window(editing: Editing) -> Widget:
    display = editing.settings.display

    def take(size: tuple[int, int]) -> None:
        display.width, display.height = size
        editing.apply()

    here = (display.width, display.height) if display.fullscreen else editing.window_size
    widest, highest = editing.largest or _SIZES[-1]
    texts = editing.style.texts
    sizes = [
        Option(size, texts.line("settings.window.value", width=size[0], height=size[1]))
        for size in sorted({here, *(size for size in _SIZES if size[0] <= widest and size[1] <= highest)})
    ]
    window = choice(editing.style, sizes, here, CONTROL_WIDTH, on_change=take)
    window.enabled = not display.fullscreen
    return window


def game_rows(editing: Editing) -> list[Row]:
    """Build the rows for pace, secrets, and the length of every game's movements."""
    style, texts = editing.style, editing.style.texts
    delays = editing.settings.delays

    def show(milliseconds: int) -> str:
        return texts.line("settings.delays.value", seconds=milliseconds / 1000)

    rows: list[Row] = [
        named_row(editing, "pace", _pace(editing)),
        named_row(editing, "confirm", _confirm(editing)),
        named_row(editing, "curtain", _curtain(editing)),
        heading_row(style, texts.line("settings.delays.title")),
        words_row(style, texts.line("settings.delays.help")),
    ]

    def slider(key: str, title: str, value: int) -> Row:
        return slider_row(editing, _DELAYS, title, value, partial(delays.__setitem__, key), show, _DELAY_STEP)

    thinking = texts.line("settings_file.comment.delays.computer_thinking")
    rows.append(slider(THINKING, thinking, delays[THINKING]))
    for game, presentation in PRESENTATIONS.items():
        if presentation.delays:
            rows.append(heading_row(style, texts.line(f"{game}.name")))
        for name, usual in presentation.delays.items():
            value = editing.settings.delay(game, name, usual)
            rows.append(slider(f"{game}.{name}", texts.line(f"{game}.delay.{name}"), value))
    return rows


def _pace(editing: Editing) -> Widget:
    def take(pace: Pace) -> None:
        editing.settings.motion.pace = pace
        editing.apply()

    texts = editing.style.texts
    paces: list[Option[Pace]] = [Option(name, texts.line(f"settings.pace.{name}")) for name in get_args(Pace)]
    return choice(editing.style, paces, editing.settings.motion.pace, CONTROL_WIDTH, on_change=take)


def _confirm(editing: Editing) -> Widget:
    def take(on: bool) -> None:
        editing.settings.confirm = on
        editing.apply()

    return Toggle(editing.style, on=editing.settings.confirm, on_change=take)


def _curtain(editing: Editing) -> Widget:
    def take(use: CurtainUse) -> None:
        editing.settings.curtain = use
        editing.apply()

    texts = editing.style.texts
    uses: list[Option[CurtainUse]] = [
        Option(name, texts.line(f"settings.curtain.{name}")) for name in get_args(CurtainUse)
    ]
    return choice(editing.style, uses, editing.settings.curtain, CONTROL_WIDTH, on_change=take)
