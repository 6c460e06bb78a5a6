"""A scene that asks for a key: the next key pressed is the answer."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import FLAME
from game.engine.input import Command, CommandName, Device, InputEvent, KeyPressed, PointerPressed
from game.engine.light import shine, veil
from game.engine.loop.controls import written
from game.engine.ornament import keycap
from game.engine.scene import Context, Scene
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets import centred, glass_panel
from game.ground.settings import PlayKey
from game.scenes.settings.keys import Meaning, may_mean, meaning_label

_WIDTH, _PADDING = 480.0, 32.0
_KEY = 72.0
_DIM = 0.55


@dataclass(frozen=True)
class Captured:
    """The key that was pressed: it replaces the key `old`, or is added where `old` is None."""

    meaning: Meaning
    old: str | None
    key: str


class KeyCapture(Scene):
    """Asks for a key; returns Captured, or None if cancelled by a click or by the pad's BACK."""

    overlay = True

    def __init__(self, context: Context, meaning: Meaning, old: str | None) -> None:
        super().__init__(context)
        self._meaning = meaning
        self._old = old

    @property
    def wants_keys(self) -> bool:
        return True

    def enter(self) -> None:
        self.context.audio.play(Sound.OPEN)

    def handle(self, event: InputEvent) -> None:
        match event:
            case KeyPressed(key, modifiers, repeated=False) if may_mean(key, self._meaning):
                text = key if isinstance(self._meaning, PlayKey) else written(key, modifiers)
                self.stack.pop(Captured(self._meaning, self._old, text))
            case PointerPressed() | Command(name=CommandName.BACK, device=Device("pad")):
                self.context.audio.play(Sound.BACK)
                self.stack.pop()

    def draw(self, canvas: Canvas) -> None:
        veil(canvas, _DIM)
        texts, typeface = self.context.texts, self.context.typeface
        meaning = texts.line("settings.keys.press_help", command=meaning_label(texts, self._meaning))
        width = min(max(_WIDTH, typeface.grown(_WIDTH * 0.8)), self.design.width - 2 * theme.GAP)
        inner = width - 2 * _PADDING
        words = typeface.height_of(meaning, inner, theme.BODY)
        high = 2 * _PADDING + _KEY + 16 + typeface.leading(theme.HEADING) + 4 + words
        box = centred(self.design.box, width, high)
        glass_panel(canvas, box)
        y = box.top + _PADDING + _KEY / 2
        shine(canvas, box.centerx, y, 110, FLAME, 0.25, 1.8)
        canvas.put_middle(keycap(canvas.px(_KEY), canvas.px(_KEY)), box.centerx, y)
        sign = icon("keyboard", canvas.px(34), theme.TEXT_ON_PAPER)
        canvas.put_middle(sign, box.centerx, y - _KEY / 24)
        y += _KEY / 2 + 16 + typeface.leading(theme.HEADING) / 2
        title = texts.line("settings.keys.press")
        typeface.line(canvas, title, box.centerx, y, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
        place = Box(box.left + _PADDING, y + typeface.leading(theme.HEADING) / 2 + 4, inner, words)
        typeface.paragraph(canvas, meaning, place, theme.BODY, anchor="middle")
