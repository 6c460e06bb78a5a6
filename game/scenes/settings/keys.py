"""Keys and what they mean: the rules for giving a key to a command, and the rows where that is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.loop.controls import binding
from game.engine.widgets import Button, Pressable, RichText, Style, draw_keycap, keycap_width
from game.engine.widgets.parts import faces
from game.scenes.settings.rows import Row, SettingRow, WideRow, words_row
from game.settings import CommandName
from game.settings.declared import Keys
from game.texts import Texts

_NO_COMMAND_ALONE = ("shift", "ctrl", "alt", "meta", "caps lock", "num lock", "mode", "compose", "alt gr")


@dataclass(frozen=True)
class Change:
    """What becomes of the keys, and the sentence that says so."""

    keys: Keys | None
    """None where nothing may change."""
    text: str
    values: dict[str, Any] = field(default_factory=dict)

    def sentence(self, texts: Texts) -> str:
        """It in words."""
        shown = {
            name: texts.line(f"settings.command.{value}") if isinstance(value, CommandName) else key_label(texts, value)
            for name, value in self.values.items()
        }
        return texts.line(self.text, shown)


def give(keys: Mapping[CommandName, tuple[str, ...]], command: CommandName, key: str, old: str | None) -> Change:
    """Let `key` mean `command`, in place of `old` if that is given.

    A key means one thing: it is taken from the command it meant, unless that would be left without any.
    """
    other = next((name for name, bound in keys.items() if key in bound), None)
    if other is command:
        return Change(None, "settings.keys.have", {"key": key, "command": command})
    changed = dict(keys)
    if other is not None:
        if len(keys[other]) == 1:
            return Change(None, "settings.keys.last", {"key": key, "other": other})
        changed[other] = tuple(bound for bound in keys[other] if bound != key)
    bound = keys.get(command, ())
    changed[command] = tuple(key if had == old else had for had in bound) if old in bound else (*bound, key)
    if other is not None:
        return Change(changed, "settings.keys.taken", {"key": key, "command": command, "other": other})
    return Change(changed, "settings.keys.set", {"key": key, "command": command})


def take(keys: Mapping[CommandName, tuple[str, ...]], command: CommandName, key: str) -> Change:
    """Let `key` mean nothing any more. A command keeps one key at least."""
    if len(keys[command]) == 1:
        return Change(None, "settings.keys.needed", {"command": command})
    kept = tuple(bound for bound in keys[command] if bound != key)
    return Change({**keys, command: kept}, "settings.keys.removed", {"key": key, "command": command})


def is_modifier(key: str) -> bool:
    """Whether a key only changes what others mean, so that it is no command of its own."""
    return key == "" or key.endswith(_NO_COMMAND_ALONE)


def key_label(texts: Texts, written: str) -> str:
    """What stands on a key: "Ctrl Z" for "ctrl+z"."""
    key, modifiers = binding(written)
    names = [name for name in ("shift", "ctrl", "alt") if name in modifiers] + [key]
    return " ".join(texts.maybe(f"settings.key.{name.replace(' ', '')}") or _plain(name) for name in names)


def _plain(key: str) -> str:
    return key.upper() if len(key) <= 3 else key.capitalize()


class KeyButton(Pressable):
    """A key that a command has: pressed, another is asked for; with Delete it is taken away."""

    def __init__(self, style: Style, label: str, on_press: Callable[[], None], on_delete: Callable[[], None]) -> None:
        super().__init__(style, on_press=on_press, tooltip=style.texts.line("settings.keys.change", key=label))
        self.label = label
        self._on_delete = on_delete

    def natural_width(self) -> float:
        """The key and a little room."""
        return keycap_width(self.style.typeface, self.label) + 2 * theme.GRID

    def handle(self, event: InputEvent) -> bool:
        if isinstance(event, KeyPressed) and event.key in ("delete", "backspace"):
            self._on_delete()
            return True
        return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        """The key on its ground."""
        face = faces.between(faces.WELL, faces.ROW_OVER, self.warmth)
        faces.draw_face(canvas, self.box, face, self.corner)
        draw_keycap(canvas, self.style.typeface, self.label, self.box.centerx, self.box.centery)


@dataclass(frozen=True)
class KeyActions:
    """What is done about the keys of a command."""

    ask: Callable[[CommandName, str | None], None]
    """Ask for a key, in place of one the command has or besides them (None)."""
    remove: Callable[[CommandName, str], None]


class KeyRow(SettingRow):
    """A command, its keys side by side at the right, and a button for one more."""

    def __init__(self, style: Style, command: CommandName, keys: tuple[str, ...], actions: KeyActions) -> None:
        texts = style.texts
        controls = [
            KeyButton(
                style,
                key_label(texts, key),
                partial(actions.ask, command, key),
                partial(actions.remove, command, key),
            )
            for key in keys
        ]
        more = Button(
            style, icon="plus", on_press=lambda: actions.ask(command, None), tooltip=texts.line("settings.keys.add")
        )
        super().__init__(style, texts.line(f"settings.command.{command}"), [*controls, more])

    def sizes(self) -> list[float | None]:
        return [control.natural_width() for control in self.controls]


def key_rows(style: Style, keys: Mapping[CommandName, tuple[str, ...]], actions: KeyActions) -> list[Row]:
    """What a pad's buttons mean, then every command with its keys."""
    texts = style.texts
    pad = RichText(style, f"**{texts.line('settings.keys.pad')}** {texts.line('settings.keys.pad_help')}")
    rows: list[Row] = [WideRow(style, pad), words_row(style, texts.line("settings.keys.help"))]
    return rows + [KeyRow(style, command, keys.get(command, ()), actions) for command in CommandName]
