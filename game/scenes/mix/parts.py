"""What the pages of a mix are made of, in a room and at one screen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.scene import Context
from game.engine.text import Anchor, Weight
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.label import Label, OneLine, Panel
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Beside, Column, Fill, Laid, Of, Over, Pad, Part, Row
from game.scenes.evening.games import paint_beginning
from game.scenes.page.overlay import OverlayScene

_WIDTH, _PAD, _EDGE = 520.0, 28.0, 16.0
_PICTURE_WIDE, _PICTURE_HIGH, _GAP = 138.0, 92.0, 16.0


_LEAST_WORDS = 240.0
"""The least width of words beside the picture of a game."""


def panel(scene: OverlayScene, trees: Iterable[Part]) -> Laid:
    """Return the first of these trees that is low enough for a scene, else the last one, on a panel in its middle."""
    style, frame = scene.style, scene.design
    width, room = _width(scene), frame.height - 2 * _EDGE
    high, tree = 0.0, None
    for each in trees:
        tree = Pad(each, _PAD, _PAD)
        high = tree.high(width)
        if high <= room:
            break
    assert tree is not None
    high = min(high, room)
    box = Box((frame.width - width) / 2, (frame.height - high) / 2, width, high)
    return Laid(style, Over(Panel(style), tree), box)


def _width(scene: OverlayScene) -> float:
    return min(_WIDTH, scene.design.width - 2 * _EDGE)


def card_head(scene: OverlayScene, game: str, number: str, name: str, sentence: str, company: str = "") -> Part:
    """Return the picture of a game beside the number of its round, its name, its sentence, and with whom one plays, or
    above them where they would be narrow; what is empty is left out.
    """
    style, whole = scene.style, _width(scene) - 2 * _PAD
    wide = whole - _PICTURE_WIDE - _GAP
    beside = wide >= _LEAST_WORDS
    anchor: Anchor = "left" if beside else "middle"
    labels = (
        Label(style, number, size=theme.LABEL, colour=theme.TEXT_MUTED, anchor=anchor),
        Label(style, name, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, anchor=anchor),
        Label(style, sentence, anchor=anchor),
        Label(style, company, size=theme.LABEL, colour=theme.TEXT_MUTED, anchor=anchor),
    )
    picture = GamePicture(scene.context, style, game)
    words = [Of(label, wide=wide if beside else whole) for label in labels if label.text]
    if beside:
        return Row(picture, Column(*words, gap=4, grow=1), gap=_GAP)
    return Column(Row(Fill(), picture, Fill()), *words, gap=4)


class GamePicture(Widget):
    """The middle of a game's board at its beginning."""

    def __init__(self, context: Context, style: Style, game: str) -> None:
        super().__init__(style)
        self._paint = partial(paint_beginning, context, game)
        self._picture = Layer()

    def natural_width(self) -> float:
        return _PICTURE_WIDE

    def natural_height(self, width: float) -> float:
        return _PICTURE_HIGH

    def draw(self, canvas: Canvas) -> None:
        box = Box(self.box.left, self.box.centery - _PICTURE_HIGH / 2, _PICTURE_WIDE, _PICTURE_HIGH)
        self._picture.draw(canvas, box, None, self._paint)


def in_a_row(*buttons: Button) -> Part:
    """Return buttons side by side, or below each other where their words have no room."""
    return Beside(*(Of(button, grow=1, least=button.natural_width()) for button in buttons), gap=12)


def standing_row(style: Style, name: str, points: int, won: int, *, mine: bool = False) -> Part:
    """Return the row of a person in the standing of a mix: points, and what the last round brought."""
    weight = Weight.BOLD if mine else Weight.REGULAR
    told = OneLine(style, f"{points}  (+{won})" if won else str(points), size=theme.BODY, weight=weight, anchor="right")
    return Row(Of(OneLine(style, name, size=theme.BODY, weight=weight, cuts=True), grow=1), told, gap=12)


def finale_head(style: Style, said: str) -> list[Label]:
    """Return what stands above the standing at the end of a mix; `said`: how it came out, empty where nobody won."""
    over = style.texts.line("mix.finale.title")
    labels = [Label(style, over, size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle")]
    if said:
        size, colour = theme.HEADING, theme.TEXT_BRIGHT
        labels.append(Label(style, said, size=size, weight=Weight.BOLD, colour=colour, anchor="middle"))
    return labels
