"""The rows of the tab sound: volumes, and a person's own files in place of Souk's."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game import paths
from game.engine.audio import Sound
from game.engine.widgets import Button, Entry
from game.scenes.settings.rows import Editing, Row, SettingRow, declared, heading_row, slider_row, words_row
from game.settings import Volume

_LONGEST_PATH = 400


def sound_rows(editing: Editing) -> list[Row]:
    """Three volumes, then every sound there is."""
    style, texts = editing.style, editing.style.texts
    volume = editing.settings.volume

    def show(percent: int) -> str:
        return texts.line("settings.volume.value", percent=percent)

    def take(name: str, percent: int) -> None:
        setattr(volume, name, percent)
        editing.audio.apply(editing.settings)

    rows: list[Row] = [words_row(style, texts.line("settings.volume.silent"))] if editing.audio.silent else []
    for name, span in declared(Volume).items():
        title = texts.line(f"settings.volume.{name}")
        value = getattr(volume, name)
        rows.append(slider_row(editing, span, title, value, partial(take, name), show))
    rows.append(heading_row(style, texts.line("settings.sounds.title")))
    rows.append(words_row(style, texts.line("settings.sounds.help")))
    return rows + [_own_sound_row(editing, sound) for sound in Sound]


def _own_sound_row(editing: Editing, sound: Sound) -> Row:
    """The path of a file, and a button to hear it."""
    style, texts, sounds = editing.style, editing.style.texts, editing.settings.sounds

    def write(text: str) -> None:
        path = text.strip().strip("\"'")
        if path:
            sounds[sound.value] = path
        else:
            sounds.pop(sound.value, None)
        editing.changed()

    def listen() -> None:
        editing.apply()
        written = sounds.get(sound.value)
        if written and not (paths.config() / Path(written).expanduser()).is_file():
            editing.notify(texts.line("settings.sounds.missing", file=written))
        editing.audio.play(sound)

    entry = Entry(
        style,
        sounds.get(sound.value, ""),
        placeholder=texts.line("settings.sounds.placeholder"),
        limit=_LONGEST_PATH,
        on_change=write,
        on_commit=lambda _: listen(),
    )
    test = Button(style, icon="volume-2", on_press=listen, tooltip=texts.line("settings.sounds.test"))
    return SettingRow(style, texts.line(f"settings.sound.{sound}"), [entry, test])
