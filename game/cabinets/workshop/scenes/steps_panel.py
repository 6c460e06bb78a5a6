"""The panel of a level's steps: pseudocode, counters, and the bar that plays them."""

from __future__ import annotations

from collections.abc import Callable

from game.cabinets.workshop.scenes.timeline import SPEEDS, CodePanel, StepTrack
from game.cabinets.workshop.stage.counters import Counters
from game.cabinets.workshop.stage.steps import Player, Steps, speed_near
from game.core.forge.model.method import Method
from game.engine.widgets import Button, Panel, Slider, Style
from game.engine.widgets.parts.tree import Column, Of, Over, Pad, Part, Row, may_go

_TRACK_WIDE = 48.0
"""Width of the track for which the speed leaves the bar."""
_BAR_HIGH, _HIGH = 32.0, 162.0
"""Height of the bar, and of the whole panel."""
_EDGE, _PADDING, _BELOW = 4.0, 6.0, 5.0
"""Space between the panel's edge and the code, and what the rest has beyond that, beside it and above and below."""


class StepsPanel:
    """The panel as a tree, with what follows a player."""

    def __init__(
        self, style: Style, method: Method | None, player: Player, fold: Callable[[], None], *, folded: bool
    ) -> None:
        """`fold` folds the panel to its bar, or unfolds it."""
        line, high = style.texts.line, style.typeface.grown(_BAR_HIGH)
        self._line = line
        self.code = CodePanel(style)
        self.code.lines = [line(f"workshop.method.{method.id}.code.{name}") for name in method.lines] if method else ()
        self.counters = Counters(style)
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
        folding = Button(
            style,
            icon="chevron-up" if folded else "chevron-down",
            on_press=fold,
            tooltip=line("workshop.steps.unfold" if folded else "workshop.steps.fold"),
        )
        buttons = [Of(button, wide=high) for button in (back, self.play, ahead)]
        speed = may_go(Of(self.speed, wide=self.speed.widest_value + 110))
        track = Of(self.track, wide=_TRACK_WIDE, grow=1)
        parts = (Row(*buttons, gap=4, fill=True), track, speed, Of(folding, wide=high))
        bar = Row(*parts, gap=8, high=high, fill=True)
        shown: list[Part] = [Pad(bar, _PADDING, _BELOW)]
        if not folded:
            steps = Row(
                Of(self.code, grow=0.69), Pad(self.counters, _PADDING, grow=0.31), gap=_PADDING,
                high=style.typeface.grown(_HIGH) - high - 2 * (_EDGE + _BELOW), fill=True,
            )  # fmt: skip
            shown.insert(0, steps)
        self.tree = Over(Panel(style), Pad(Column(*shown, gap=0), _EDGE))

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
