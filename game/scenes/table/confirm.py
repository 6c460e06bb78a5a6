"""Confirmation before a chosen action is played, if the settings ask for it."""

from __future__ import annotations

from math import ceil
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET
from game.engine.stage import Drafting
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.style import Style
from game.scenes.table.conductor import Conductor
from game.scenes.table.widgets.head import RIBBON_TOP

_GAP = 10.0
_PADDING = 18.0
_NO = 0.34
"""Share of the room that the refusal takes at the foot of an upright table, unless its words need more."""


class Confirming(Container):
    """A question in the ribbon's place while an action waits to be confirmed. Choosing the same action again confirms
    it too.
    """

    def __init__(
        self, style: Style, conductor: Conductor, room: tuple[float, float], *, asks: bool, place: Box | None = None
    ) -> None:
        """`room`: left and right end of the room between the button back and the tools. `place`: where the ribbon is,
        if not there. Without `asks`, an action is played at once
        unless a finger chose it.
        """
        super().__init__(style)
        self._conductor = conductor
        self._asks = asks
        self.chosen: Any = None
        self._position = 0
        line = style.texts.line
        no = Button(style, line("table.confirm.no"), icon="x", on_press=self.drop)
        yes = Button(style, line("table.confirm.yes"), icon="check", kind=Kind.PRIMARY, on_press=self._play)
        self.widgets = [no, yes]
        self.visible = False
        self._words = line("table.confirm.ask")
        wide = [button.natural_width() for button in (no, yes)]
        high = max(48.0, no.natural_height(0) + 8)
        words = style.typeface.measure(self._words, theme.LABEL, Weight.BOLD) + _GAP
        buttons = sum(wide) + _GAP + 2 * _PADDING
        half = min(640 - room[0], room[1] - 640) - 8
        self._worded = buttons + words <= 2 * half
        whole = buttons + (words if self._worded else 0.0)
        whole = max(whole, min(2 * half, 480.0))
        self.box = Box(640 - whole / 2, RIBBON_TOP - 2, whole, high)
        x = self.box.right - _PADDING
        if place:
            self._worded, self.box, free = False, place, place.width - 3 * _GAP
            refusal = min(max(free * _NO, ceil(wide[0])), free - wide[1])
            wide, x = [refusal, free - refusal], place.right - _GAP
        tall = no.natural_height(0)
        for button, width in zip((yes, no), reversed(wide), strict=True):
            x -= width
            button.box = Box(x, self.box.centery - tall / 2, width, tall)
            x -= _GAP

    def take(self, action: Any) -> None:
        """Take an action chosen on the board: play it, or ask first if the settings say so."""
        stage, choice = self._conductor.stage, self._conductor.feed.choice
        listed = choice is not None and choice.legal is not None and action in choice.legal
        asks = self._asks or (stage.surroundings.hand.finger and not stage.taps_play)
        if not asks or not listed or isinstance(stage, Drafting) or (self.visible and action == self.chosen):
            self.visible = False
            self._conductor.play(action)
            return
        self.chosen, self.visible = action, True
        self._position = self._conductor.showing
        stage.suggest(action)

    def _play(self) -> None:
        self.visible = False
        self._conductor.play(self.chosen)

    def drop(self) -> None:
        """Discard the action; the person may choose again."""
        self.visible = False

    def update(self, seconds: float) -> None:
        """Discard an action that can no longer be played."""
        super().update(seconds)
        if self._conductor.chooser is None or self._conductor.showing != self._position:
            self.visible = False

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper with the question and its buttons."""
        drop_shadow(canvas, self.box, theme.CONTROL_CORNER, 8, 120, 4)
        faces.draw_face(canvas, self.box, SHEET, theme.CONTROL_CORNER, 1.5)
        if self._worded:
            x, y = self.box.left + _PADDING, self.box.centery
            typeface = self.style.typeface
            typeface.line(canvas, self._words, x, y, theme.LABEL, Weight.BOLD, theme.TEXT_ON_PAPER)
        super().draw(canvas)
