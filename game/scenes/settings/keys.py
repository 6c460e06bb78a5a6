"""Rules for binding keys, to commands and to keys of play in games in real time, and the settings' rows for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.loop.controls import binding
from game.engine.widgets import Button, Pressable, RichText, Style, draw_keycap, keycap_width
from game.engine.widgets.parts import faces
from game.ground.settings import EVERYWHERE, CommandName, PlayKey
from game.ground.texts import Texts
from game.scenes.settings.rows import Row, SettingRow, WideRow, heading_row, words_row

_NO_KEY = ("", "caps lock", "num lock", "mode", "compose", "alt gr", "left meta", "right meta")
_MODIFIERS = ("shift", "ctrl", "alt")

Meaning: TypeAlias = CommandName | PlayKey
"""The command, or key of play, to which a key may be bound."""
MeaningT = TypeVar("MeaningT", CommandName, PlayKey)


@dataclass(frozen=True)
class Change(Generic[MeaningT]):
    """A change of key bindings, and the sentence that describes it."""

    keys: dict[MeaningT, tuple[str, ...]] | None
    """The new bindings; None where nothing may change."""
    text: str
    values: dict[str, Any] = field(default_factory=dict)

    def sentence(self, texts: Texts) -> str:
        """Return the sentence that describes the change, in words."""
        shown = {
            name: meaning_label(texts, value) if isinstance(value, Meaning) else key_label(texts, value)
            for name, value in self.values.items()
        }
        return texts.line(self.text, shown)


def meaning_label(texts: Texts, meaning: Meaning) -> str:
    """Return the name of a command or key of play, as a sentence uses it."""
    if isinstance(meaning, CommandName):
        return texts.line(f"settings.command.{meaning}")
    person, button = texts.line(f"settings.play.{meaning.half}"), texts.line(f"settings.play.button.{meaning.button}")
    return texts.line("settings.play.named", person=person, button=button)


def give(keys: Mapping[MeaningT, tuple[str, ...]], command: MeaningT, key: str, old: str | None) -> Change[MeaningT]:
    """Let `key` mean `command`, in place of `old` if that is given.

    A key has one meaning: it is taken from its old one, unless that would be left without a key.
    """
    other = next((name for name, bound in keys.items() if key in bound), None)
    if other is command:
        return Change(None, "settings.keys.have", {"key": key, "command": command})
    changed = dict(keys)
    if other is not None:
        if len(keys[other]) == 1:
            return Change(None, "settings.keys.last", {"key": key, "other": other})
        changed[other] = tuple(had for had in keys[other] if had != key)
    before: tuple[str, ...] = keys.get(command, ())
    changed[command] = tuple(key if had == old else had for had in before) if old in before else (*before, key)
    if other is not None:
        return Change(changed, "settings.keys.taken", {"key": key, "command": command, "other": other})
    return Change(changed, "settings.keys.set", {"key": key, "command": command})


def clash(
    keys: Mapping[CommandName, tuple[str, ...]], play_keys: Mapping[PlayKey, tuple[str, ...]], name: Meaning, key: str
) -> Change[CommandName] | None:
    """Say why a key may not be bound: as a key of play it would leave a game in real time. None if it may be bound."""
    if isinstance(name, PlayKey):
        leading = (command for command in CommandName if command in EVERYWHERE and key in keys.get(command, ()))
        other = next(leading, None)
        return Change(None, "settings.keys.everywhere", {"key": key, "other": other}) if other else None
    played = next((play for play, bound in play_keys.items() if name in EVERYWHERE and key in bound), None)
    return Change(None, "settings.keys.played", {"key": key, "other": played, "command": name}) if played else None


def take(keys: Mapping[MeaningT, tuple[str, ...]], command: MeaningT, key: str) -> Change[MeaningT]:
    """Unbind `key` from `command`, which must keep at least one key."""
    if len(keys[command]) == 1:
        return Change(None, "settings.keys.needed", {"command": command})
    kept = tuple(bound for bound in keys[command] if bound != key)
    return Change({**keys, command: kept}, "settings.keys.removed", {"key": key, "command": command})


def may_mean(key: str, meaning: Meaning) -> bool:
    """Whether a key alone can be bound. Shift, Ctrl and Alt modify commands, and can only be keys of play."""
    return key not in _NO_KEY and (isinstance(meaning, PlayKey) or not key.endswith(_MODIFIERS))


def key_label(texts: Texts, written: str) -> str:
    """Return a binding's label: "Ctrl Z" for "ctrl+z"."""
    key, modifiers = binding(written)
    names = [name for name in ("shift", "ctrl", "alt") if name in modifiers] + [key]
    return " ".join(texts.maybe(f"settings.key.{name.replace(' ', '')}") or _plain(name) for name in names)


def _plain(key: str) -> str:
    return key.upper() if len(key) <= 3 else key.capitalize()


class KeyButton(Pressable):
    """A bound key as a button: a press asks for another key, Delete removes it."""

    def __init__(self, style: Style, label: str, on_press: Callable[[], None], on_delete: Callable[[], None]) -> None:
        super().__init__(style, on_press=on_press, tooltip=style.texts.line("settings.keys.change", key=label))
        self.label = label
        self._on_delete = on_delete

    def natural_width(self) -> float:
        """Return the width of the key's label and some margin."""
        return max(self.style.least_press, keycap_width(self.style.typeface, self.label) + 2 * theme.GRID)

    def handle(self, event: InputEvent) -> bool:
        if isinstance(event, KeyPressed) and event.key in ("delete", "backspace"):
            self._on_delete()
            return True
        return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Draw the key on its ground."""
        face = faces.between(faces.WELL, faces.ROW_OVER, self.warmth)
        faces.draw_face(canvas, self.box, face, self.corner)
        draw_keycap(canvas, self.style.typeface, self.label, self.box.centerx, self.box.centery)


@dataclass(frozen=True)
class KeyActions:
    """The actions for the keys of a command or of play."""

    ask: Callable[[Meaning, str | None], None]
    """Ask for a key, to replace the given one or, with None, to add one."""
    remove: Callable[[Meaning, str], None]


class KeyRow(SettingRow):
    """The row of a meaning: its keys side by side at the right, and a button to add one."""

    def __init__(self, style: Style, title: str, meaning: Meaning, keys: tuple[str, ...], actions: KeyActions) -> None:
        texts = style.texts
        controls = [
            KeyButton(
                style,
                key_label(texts, key),
                partial(actions.ask, meaning, key),
                partial(actions.remove, meaning, key),
            )
            for key in keys
        ]
        more = Button(
            style, icon="plus", on_press=lambda: actions.ask(meaning, None), tooltip=texts.line("settings.keys.add")
        )
        super().__init__(style, title, [*controls, more])

    def sizes(self) -> list[float | None]:
        return [control.natural_width() for control in self.controls]


def key_rows(
    style: Style,
    keys: Mapping[CommandName, tuple[str, ...]],
    play_keys: Mapping[PlayKey, tuple[str, ...]],
    actions: KeyActions,
) -> list[Row]:
    """Build the rows: the pad's buttons, then every command with its keys, then the keys of play of two people."""
    texts = style.texts
    pad = RichText(style, f"**{texts.line('settings.keys.pad')}** {texts.line('settings.keys.pad_help')}")
    rows: list[Row] = [WideRow(style, pad), words_row(style, texts.line("settings.keys.help"))]
    rows += [
        KeyRow(style, texts.line(f"settings.command.{command}"), command, keys.get(command, ()), actions)
        for command in CommandName
    ]
    rows += [heading_row(style, texts.line("settings.play.title")), words_row(style, texts.line("settings.play.help"))]
    return rows + [
        KeyRow(style, meaning_label(texts, play), play, play_keys.get(play, ()), actions) for play in PlayKey
    ]
