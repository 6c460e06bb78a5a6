"""The curtain over the board, or over its secret part, where several people share one screen.

The curtain falls before a secret is shown and bears the person's name, colour and shape. To look only, a person holds a
key, a pad's button or the pointer; or, as the settings say, presses once to look and once to hide. To choose, one press
lifts the curtain; choosing or BACK lowers it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

import pygame

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour, darken, mix, rgb, yarns
from game.engine.input import (
    Command,
    CommandName,
    CommandReleased,
    Device,
    InputEvent,
    PointerPressed,
    PointerReleased,
)
from game.engine.light import drop_shadow, opaque, vertical_gradient
from game.engine.ornament import SHEET, badge
from game.engine.sprites import sprite
from game.engine.stage import KeepsSecretsAt, Look
from game.engine.stillness import still_while
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.textile import pattern_strip
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.ground.settings import CurtainUse
from game.scenes.feeds.feed import Curtain
from game.scenes.table.conductor import Conductor

FALL = 0.3
"""Seconds in which the curtain falls or rises."""
LOOKED = 0.3
"""A look shorter than this many seconds was a slip: nothing counts as seen."""
_FOLDS = 9
_SHADE = ((0, "#8C8C8C"), (0.12, "#FFFFFF"), (0.85, "#E6E6E6"), (1, "#9A9A9A"))
"""Shading of the cloth from the rail down: stops (share of the height, grey to multiply with)."""
_HEM = 26.0
_PLATE = (430.0, 210.0)
Holder: TypeAlias = Literal["pointer"] | tuple[CommandName, Device]
"""The pointer, or the command and its device, that is held to keep the curtain up."""


class BoardCurtain:
    """The curtain over the board: handles the inputs that lift it, and tells the conductor what may be shown."""

    def __init__(self, style: Style, box: Box, conductor: Conductor, use: CurtainUse) -> None:
        self._style = style
        self._box = box
        self._conductor = conductor
        self._use = use
        self._fallen = 0.0
        """How far the curtain hangs down, 0 to 1."""
        self._held: Holder | None = None
        """What holds the curtain up; None while nothing does."""
        self._looked = 0.0
        self._shown: Curtain | None = None

    @property
    def stops_clock(self) -> bool:
        """Whether the match's clocks stand still: a person is about to look, or looks without being asked to choose."""
        curtain = self._conductor.curtain
        return curtain is not None and not (self._conductor.lifted and curtain.choosing)

    @property
    def still_for(self) -> float:
        """Seconds for which the curtain hangs still; see stillness.py."""
        return still_while(self._fallen in (0.0, 1.0))

    def update(self, seconds: float) -> None:
        """Advance the curtain's fall or rise."""
        curtain, lifted = self._conductor.curtain, self._conductor.lifted
        self._shown = curtain or self._shown
        self._looked = self._looked + seconds if lifted else 0.0
        step = 1.0 if self._style.reduced_motion else seconds / FALL
        down = curtain is not None and not lifted
        self._fallen = min(1.0, self._fallen + step) if down else max(0.0, self._fallen - step)

    def handle(self, event: InputEvent) -> bool:
        """Handle an input that lifts or lowers the curtain. Returns whether it was one. BACK is left to the table."""
        conductor = self._conductor
        curtain, lifted = conductor.curtain, conductor.lifted
        if curtain is None or (lifted and curtain.choosing):
            return False
        match event:
            case PointerPressed(x=x, y=y, button=1) if self._box.collidepoint(x, y):
                self._press("pointer")
            case Command(CommandName.CONFIRM | CommandName.HURRY as name, device, repeated=False):
                self._press((name, device))
            case PointerReleased(button=1) if lifted:
                self._release("pointer")
            case CommandReleased(name, device) if lifted:
                self._release((name, device))
            case _:
                return False
        return True

    def _press(self, by: Holder) -> None:
        self._style.play_sound(Sound.CLICK)
        if self._conductor.lifted:
            self.lower()
        else:
            self._held = by
            self._conductor.lift()

    def _release(self, by: Holder) -> None:
        if self._use == "hold" and by == self._held:
            self.lower()

    def lower(self) -> bool:
        """Hide the secret at once. Returns whether it was visible."""
        lifted = self._conductor.lifted
        if lifted:
            self._conductor.lower(looked=self._looked >= LOOKED)
            self._fallen = 1.0
        return lifted

    def draw(self, canvas: Canvas, looks: Sequence[Look]) -> None:
        """Draw the cloth as far as it has fallen and, once it is down, who may lift it and how."""
        curtain = self._shown
        if curtain is None or not self._fallen:
            return
        look, box = looks[curtain.seat], self._hung
        share = 1 - (1 - self._fallen) ** 2
        cloth = Box(box.left, box.top, box.width, max(_HEM + 1, box.height * share))
        area = canvas.pixels(cloth)
        clip = canvas.surface.get_clip()
        canvas.surface.set_clip(area.clip(clip))
        drawn = _cloth(canvas, look, box)
        canvas.surface.blit(drawn, (area.left, area.bottom - drawn.get_height()))
        canvas.surface.set_clip(clip)
        if self._fallen >= 1.0:
            (self._draw_plate if box is self._box else self._draw_note)(canvas, curtain, look)

    @property
    def _hung(self) -> Box:
        """Box that the curtain covers: the whole board, or the one place where the stage shows its secret."""
        stage = self._conductor.stage
        if not isinstance(stage, KeepsSecretsAt):
            return self._box
        place, scale = stage.secrets, self._box.width / stage.width
        left, top = self._box.left + place.left * scale, self._box.top + place.top * scale
        return Box(left, top, place.width * scale, place.height * scale)

    def _draw_note(self, canvas: Canvas, curtain: Curtain, look: Look) -> None:
        """Draw a small note on a curtain that covers only part of the board."""
        typeface, texts = self._style.typeface, self._style.texts
        words = texts.line(f"table.curtain.note.{'choose' if curtain.choosing else self._use}")
        hung, head = self._hung, typeface.leading(theme.LABEL)
        inner = hung.width - 52
        high = min(hung.height - 16, 10 + head + 6 + typeface.height_of(words, inner, theme.CAPTION) + 10)
        note = Box(hung.left + 14, hung.centery - _HEM / 2 - high / 2, hung.width - 28, high)
        if note.top < hung.top + 4:
            note = Box(note.left, hung.top + 8, note.width, high)
        drop_shadow(canvas, note, theme.CORNER, 8, 150, 4)
        faces.draw_face(canvas, note, SHEET, theme.CORNER, 2)
        side, x, y = typeface.grown(22), note.left + 12, note.top + 10 + head / 2
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        name = fitted(typeface, look.name, inner - side - 8, theme.LABEL)
        typeface.line(canvas, name, x + side + 8, y, theme.LABEL, Weight.BOLD, darken(look.colour, 0.55))
        top = y + head / 2 + 6
        room = Box(x, top, inner, note.bottom - top)
        typeface.paragraph(canvas, words, room, theme.CAPTION, colour=theme.TEXT_ON_PAPER)

    def _draw_plate(self, canvas: Canvas, curtain: Curtain, look: Look) -> None:
        typeface, texts, box = self._style.typeface, self._style.texts, self._box
        wide = min(box.width - 40, typeface.grown(_PLATE[0]))
        inner = wide - 48
        way = "choose" if curtain.choosing else self._use
        words = texts.line(f"table.curtain.{way}")
        words_high = typeface.height_of(words, inner, theme.BODY)
        mark = typeface.grown(52)
        name_high, alone_high = typeface.leading(theme.TITLE), typeface.leading(theme.LABEL)
        high = 24 + mark + 8 + name_high + alone_high + 12 + words_high + 22
        plate = Box(box.centerx - wide / 2, box.centery - high / 2, wide, high)
        drop_shadow(canvas, plate, theme.CORNER, 14, 150, 6)
        faces.draw_face(canvas, plate, SHEET, theme.CORNER, 2)
        y = plate.top + 24 + mark / 2
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(mark)), plate.centerx, y)
        y += mark / 2 + 8 + name_high / 2
        name = fitted(typeface, look.name, inner, theme.TITLE)
        ink = darken(look.colour, 0.55)
        typeface.line(canvas, name, plate.centerx, y, theme.TITLE, Weight.BOLD, ink, "middle")
        y += (name_high + alone_high) / 2
        alone = texts.line("table.curtain.alone")
        typeface.line(canvas, alone, plate.centerx, y, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_ON_PAPER, "middle")
        room = Box(plate.centerx - inner / 2, y + alone_high / 2 + 12, inner, words_high + 4)
        typeface.paragraph(canvas, words, room, theme.BODY, colour=theme.TEXT_ON_PAPER, anchor="middle")


def _cloth(canvas: Canvas, look: Look, box: Box) -> pygame.Surface:
    return _drawn_cloth(look.colour, look.pattern, *canvas.pixels(box).size, canvas.px(_HEM))


@sprite(kept=2)
def _drawn_cloth(colour: Colour, pattern: str, width_px: int, height_px: int, hem_px: int) -> pygame.Surface:
    """Render heavy cloth in folds with a woven band at its hem; opaque, so that nothing shines through."""
    folds = opaque(width_px, 1)
    dark, light = darken(colour, 0.72), darken(colour, 0.3)
    for x in range(width_px):
        wave = math.sin(x / width_px * math.tau * _FOLDS) + 0.35 * math.sin(x / width_px * math.tau * _FOLDS * 2.7 + 1)
        folds.fill(rgb(mix(dark, light, (wave + 1.35) / 2.7)), (x, 0, 1, 1))
    cloth = opaque(width_px, height_px)
    cloth.blit(pygame.transform.scale(folds, (width_px, height_px)), (0, 0))
    shade = vertical_gradient(
        width_px, height_px, [(0, "#8C8C8C"), (0.12, "#FFFFFF"), (0.85, "#E6E6E6"), (1, "#9A9A9A")]
    )
    cloth.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    band = pygame.transform.rotate(pattern_strip(yarns(colour), pattern, hem_px, width_px), 90)
    cloth.blit(band, (0, height_px - hem_px))
    return cloth
