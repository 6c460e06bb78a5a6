"""A sentence on what a method does and what to do next, and its full description in a dialog."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from game.cabinets.workshop.own_bench import OwnBench
from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.layout import words_high
from game.core.forge.model.declared import range_of
from game.core.forge.model.method import Method
from game.engine import theme
from game.engine.canvas import Box
from game.engine.widgets import Button, Kind, Label, Style
from game.engine.widgets.parts.tree import Of, Pad, Row, Worded
from game.ground.gameplay import own_play
from game.ground.texts import Texts


class _Sentence(Of):
    """A sentence in as many lines as fit into a height; what does not fit is read by pointing at it."""

    def __init__(self, style: Style, said: str, high: float) -> None:
        self._said, self._typeface, self._room = said, style.typeface, high
        self.label = Label(style, said, size=theme.CAPTION)
        super().__init__(self.label, wide=self._narrowest_whole(), grow=1)

    def _fits(self, width: float) -> bool:
        return self._typeface.height_of(self._said, width, theme.CAPTION) <= self._room

    def _narrowest_whole(self) -> float:
        """Return the least width, to 4 design units, at which all of it fits."""
        low, high = 0.0, self.label.natural_width()
        while high - low > 4:
            middle = (low + high) / 2
            low, high = (low, middle) if self._fits(middle) else (middle, high)
        return high

    def high(self, width: float) -> float:
        return self._room

    def place(self, box: Box) -> None:
        super().place(box)
        whole = self._fits(box.width)
        shown = self._typeface.lines_in(self._said, box.width, self._room, theme.CAPTION)
        self.label.text = self._said if whole else "\n".join(shown)
        self.label.tooltip = "" if whole else self._said


def build_words(
    style: Style, desk: Desk, on_another: Callable[[], None], on_what: Callable[[], None], on_play: Callable[[], None]
) -> Row:
    """Return the sentence and three buttons, which lose their keys and then their words if the sentence is long."""
    line, high = style.texts.line, words_high(style.typeface)
    buttons = [
        Button(style, line("workshop.another"), icon="dices", key="N", on_press=on_another),
        Button(style, line("workshop.what"), icon="info", on_press=on_what),
        Button(style, line("workshop.play"), icon="play", key="P", kind=Kind.PRIMARY, on_press=on_play),
    ]
    for button in buttons:
        button.tooltip = button.label
    said = _Sentence(style, line(_key_of(desk), name=desk.own_name), high)
    another, what, play = buttons
    return Row(Pad(said, 2, 0, grow=1), Worded(another, 2), Worded(what, 2), Worded(play, 1), gap=8, high=high)


def _key_of(desk: Desk) -> str:
    """Return the text key of the shown figure's caption, or else of what was provided, or of the method."""
    if desk.own is not None:
        return "workshop.own.line"
    preset, stem = desk.bench.preset, f"workshop.method.{desk.bench.method.id}"
    if preset is not None and preset.figure:
        return f"{stem}.figure.{preset.name}"
    told = "brought" if any(desk.bench.brought) else "by_hand" if desk.by_hand else ""
    return f"workshop.{told}" if told else f"{stem}.line"


def told_of(texts: Texts, method: Method) -> tuple[str, str]:
    """Return a method's name and its description as marked-up text: pseudocode, figures and parameters."""
    line, stem = texts.line, f"workshop.method.{method.id}"
    lines = [f"{place + 1}. {line(f'{stem}.code.{name}')}" for place, name in enumerate(method.lines)]
    helps = [
        f"- **{line(f'{stem}.parameter.{name}.title')}**: {line(f'{stem}.parameter.{name}.help')}"
        for name in method.parameters
    ]
    figures = [
        f"- **{preset.figure}**: {line(f'{stem}.figure.{preset.name}')}" for preset in method.presets if preset.figure
    ]
    parts = (line(f"{stem}.line"), "", *lines, "", *([*figures, ""] if figures else ()), *helps)
    return line(f"{stem}.name"), "\n".join(parts)


def told_of_own(texts: Texts, own: OwnBench) -> tuple[str, str]:
    """Return an own generator's name and its description as marked-up text, with the parameters it declares."""
    file = own.spec.rpartition(":")[0] or own.spec
    parts = [texts.line("workshop.own.line", name=own.name), "", texts.line("workshop.own.again", file=file), ""]
    for name, parameter in own.settings.parameters.items():
        parts.append(texts.line("workshop.own.parameter", name=name, range=range_of(parameter)))
    if (play := own_play()) is not None:
        parts += ["", texts.line("workshop.own.plays", msgspec.structs.asdict(play))]
    return own.name, "\n".join(parts)
