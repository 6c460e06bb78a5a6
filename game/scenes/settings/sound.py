"""The rows of the settings' tab Sound: volumes, and a person's own files in place of the built-in sounds."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.cabinets.stages import PRESENTATIONS
from game.engine.audio import Sound
from game.engine.widgets import Button, Entry
from game.ground import paths
from game.ground.settings import Volume
from game.scenes.settings.rows import Editing, Row, SettingRow, declared, heading_row, slider_row, span_of, words_row

_LONGEST_PATH = 400


def sound_rows(editing: Editing) -> list[Row]:
    """Build the three volumes, then the sounds of the house and of every game."""
    style, texts = editing.style, editing.style.texts
    volume = editing.settings.volume

    def show(percent: int) -> str:
        return texts.line("settings.volume.value", percent=percent)

    def take(name: str, percent: int) -> None:
        setattr(volume, name, percent)
        editing.audio.apply(editing.settings)

    rows: list[Row] = [words_row(style, texts.line("settings.volume.silent"))] if editing.audio.silent else []
    for name, option in declared(Volume).items():
        title = texts.line(f"settings.volume.{name}")
        value = getattr(volume, name)
        rows.append(slider_row(editing, span_of(option), title, value, partial(take, name), show))
    rows.append(heading_row(style, texts.line("settings.sounds.title")))
    rows.append(words_row(style, texts.line("settings.sounds.help")))
    rows += [_own_sound_row(editing, sound, texts.line(f"settings.sound.{sound}")) for sound in Sound]
    shown: set[str] = set()
    for game, presentation in PRESENTATIONS.items():
        own = [sound for sound in presentation.sounds if sound not in shown]
        if own:
            rows.append(heading_row(style, texts.line(f"{game}.name")))
            rows += [_own_sound_row(editing, sound, texts.line(f"{game}.sound.{sound}")) for sound in own]
        shown.update(own)
    return rows


def _own_sound_row(editing: Editing, sound: str, title: str) -> Row:
    """Build a row with the path of a sound's file, and a button to play it."""
    style, texts, sounds = editing.style, editing.style.texts, editing.settings.sounds

    def write(text: str) -> None:
        path = text.strip().strip("\"'")
        if path:
            sounds[sound] = path
        else:
            sounds.pop(sound, None)
        editing.changed()

    def listen() -> None:
        editing.apply()
        written = sounds.get(sound)
        if written and not (paths.config() / Path(written).expanduser()).is_file():
            editing.notify(texts.line("settings.sounds.missing", file=written))
        editing.audio.play(sound)

    entry = Entry(
        style,
        sounds.get(sound, ""),
        placeholder=texts.line("settings.sounds.placeholder"),
        limit=_LONGEST_PATH,
        on_change=write,
        on_commit=lambda _: listen(),
    )
    test = Button(style, icon="volume-2", on_press=listen, tooltip=texts.line("settings.sounds.test"))
    return SettingRow(style, title, [entry, test])
