"""The panel of a level's steps: pseudocode, counters, and the bar that plays them."""

from __future__ import annotations

from collections.abc import Callable

from game.cabinets.workshop.scenes.layout import BAR_HIGH, BAR_PADDING
from game.cabinets.workshop.scenes.timeline import SPEEDS, CodePanel, Counters, StepTrack
from game.cabinets.workshop.stage.steps import Player, Steps, speed_near
from game.core.forge.model.method import Method
from game.engine.canvas import Box
from game.engine.widgets import Button, Panel, Slider, Style, Widget


class StepsPanel:
    """Builds the widgets of the panel, and updates them from a player."""

    def __init__(
        self, style: Style, box: Box, method: Method | None, player: Player, fold: Callable[[], None], *, folded: bool
    ) -> None:
        """`fold` folds the panel to its bar, or unfolds it; `folded`: its box has room for the bar alone."""
        line = style.texts.line
        self._line = line
        high = style.typeface.grown(BAR_HIGH)
        inside = box.inflate(-2 * BAR_PADDING, -2 * BAR_PADDING)
        bar = Box(inside.left, inside.bottom - high, inside.width, high)
        self.code = CodePanel(style)
        self.code.box = Box(box.left + 4, box.top + 4, box.width * 0.68, bar.top - box.top - 8)
        self.code.lines = [line(f"workshop.method.{method.id}.code.{name}") for name in method.lines] if method else ()
        self.counters = Counters(style)
        left = self.code.box.right + 12
        self.counters.box = Box(left, inside.top, inside.right - left, bar.top - inside.top - 4)
        back = Button(style, icon="step-back", on_press=lambda: player.go(-1), tooltip=line("workshop.steps.back"))
        self.play = Button(style, icon="play", on_press=player.toggle, tooltip=line("workshop.steps.play"))
        ahead = Button(style, icon="step-forward", on_press=lambda: player.go(1), tooltip=line("workshop.steps.next"))
        self.track = StepTrack(style, player.seek, line("workshop.steps.track"))

        def set_speed(place: int) -> None:
            player.speed = float(SPEEDS[place])

        self.speed = Slider(
            style,
            speed_near(SPEEDS, player.speed),
            0,
            len(SPEEDS) - 1,
            show=lambda place: line("workshop.steps.speed", count=SPEEDS[place]),
            on_change=set_speed,
            tooltip=line("workshop.steps.speed_help"),
        )
        x = bar.left
        for button in (back, self.play, ahead):
            button.box = Box(x, bar.top, high, high)
            x += high + 4
        folding = Button(
            style,
            icon="chevron-up" if folded else "chevron-down",
            on_press=fold,
            tooltip=line("workshop.steps.unfold" if folded else "workshop.steps.fold"),
        )
        folding.box = Box(bar.right - high, bar.top, high, high)
        wide = self.speed.widest_value + 110
        self.speed.box = Box(folding.box.left - 8 - wide, bar.top, wide, high)
        self.track.box = Box(x + 4, bar.top, self.speed.box.left - 16 - x, high)
        self.widgets: list[Widget] = [
            Panel(style, box),
            *(() if folded else (self.code, self.counters)),
            back,
            self.play,
            ahead,
            self.track,
            self.speed,
            folding,
        ]

    def follow(self, player: Player, steps: Steps) -> None:
        """Update the panel to the step at which the player stands."""
        self.track.step, self.track.count, self.track.stops = player.step, player.count, player.stops
        self.play.icon = "pause" if player.playing else "play"
        if player.count:
            step = steps.at(player.step)
            self.code.lit, self.code.beside = step.line, step.beside
        found = steps.counters(player.step)
        self.counters.shown = [
            (self._line("workshop.steps.step"), f"{player.step} / {player.count}"),
            *((self._line(f"workshop.counter.{name}"), str(value)) for name, value in found.items()),
        ]
