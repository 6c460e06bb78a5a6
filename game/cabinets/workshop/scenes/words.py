"""A sentence on what a method does and what to do next, and its full description in a dialog."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from game.cabinets.workshop.own_bench import OwnBench
from game.cabinets.workshop.scenes.desk import Desk
from game.core.forge.model.declared import range_of
from game.core.forge.model.method import Method
from game.engine import theme
from game.engine.canvas import Box
from game.engine.widgets import Button, Kind, Label, Style, Widget, line_up
from game.ground.gameplay import own_play
from game.ground.texts import Texts


def build_words(
    style: Style,
    box: Box,
    desk: Desk,
    on_another: Callable[[], None],
    on_what: Callable[[], None],
    on_play: Callable[[], None],
) -> list[Widget]:
    """Return the sentence and three buttons, which lose their keys and then their words if the sentence is long.

    The full sentence is shown as a tooltip if it still does not fit.
    """
    line = style.texts.line
    buttons: list[Button] = [
        Button(style, line("workshop.another"), icon="dices", key="N", on_press=on_another),
        Button(style, line("workshop.what"), icon="info", on_press=on_what),
        Button(style, line("workshop.play"), icon="play", key="P", kind=Kind.PRIMARY, on_press=on_play),
    ]
    said = line(_key_of(desk), name=desk.own_name)
    for button in buttons:
        button.tooltip = button.label

    def room() -> float:
        return box.width - sum(button.natural_width() + 8 for button in buttons) - 8

    def fits() -> bool:
        return style.typeface.height_of(said, room(), theme.CAPTION) <= box.height

    if not fits():
        for button in buttons:
            button.key = ""
    if not fits():
        for button in buttons[:2]:
            button.label = ""
    if not fits():
        buttons[-1].label = ""
    shown = style.typeface.lines_in(said, room(), box.height, theme.CAPTION)
    place = Box(box.left + 2, box.top, room(), box.height)
    told, hint = (said, "") if fits() else ("\n".join(shown), said)
    words = Label(style, told, place, size=theme.CAPTION, tooltip=hint)
    line_up(box, buttons, 8, "right")
    high = min(box.height, style.typeface.grown(theme.CONTROL_HEIGHT))
    for button in buttons:
        button.box = Box(button.box.left, box.centery - high / 2, button.box.width, high)
    return [words, *buttons]


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
