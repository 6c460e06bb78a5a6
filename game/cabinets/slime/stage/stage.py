"""The stage of Slime: land that grows, ten slimes that hop over it, and orders for five of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.presentation import DELAYS
from game.cabinets.slime.rules import MESSAGE_BYTES, Heading, Phase, Steer, View, may_be_said
from game.cabinets.slime.stage.effects import Rising, Splat
from game.cabinets.slime.stage.ground import Ground, cloths_of
from game.cabinets.slime.stage.layout import FRAME, LYING, TURNED
from game.cabinets.slime.stage.marks import draw_direction, draw_heading, draw_orders
from game.cabinets.slime.stage.orders import Orders
from game.cabinets.slime.stage.panel import draw_message, panel_of
from game.cabinets.slime.stage.picture import Figure, Picture
from game.cabinets.slime.stage.shares import History
from game.cabinets.slime.stage.side import draw_areas, draw_side
from game.cabinets.slime.stage.slime import draw_number, draw_slime, warm_slimes
from game.cabinets.slime.stage.tones import skin_tones
from game.cabinets.slime.stage.turn import Turn
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerMoved
from game.engine.light import dusk, shine
from game.engine.stage import (
    READABLE_FROM,
    Drafting,
    HasSideCard,
    MarksTimeline,
    Remembers,
    Speaking,
    Speech,
    Stage,
    Surroundings,
    TakesNext,
    Tick,
    Turns,
)
from game.engine.stillness import DRIFTS
from game.engine.text import Weight
from game.engine.tween import arc
from game.kit.drawing.effects import Words
from game.kit.marks import frame
from game.kit.panel.forms import Panel
from game.kit.stage import PictureStage
from game.kit.widgets import StageButton, StageWidgets

FIGURES_SIZE = 2.1
"""Scale of the slimes where the field is small, against those at the table."""
_LEAST_BAND = 90.0
_SCORE = 0.52
"""Type size of the score as a share of the band above the field, and its upper limit."""
_MOST_SCORE = 112.0


def is_inset(canvas: Canvas) -> bool:
    """Whether a canvas shows only this picture: the field reaches from side to side."""
    bounds = canvas.bounds
    around = min(bounds.width - FRAME.width, bounds.height - FRAME.height)
    return abs(around) < 2 / canvas.scale


def draw_around(canvas: Canvas, given: Surroundings, picture: Picture, history: History) -> None:
    """Draw the score above and the chart below the field, where there is room."""
    bounds, looks, typeface = canvas.bounds, given.looks, given.typeface
    band = -bounds.top
    if band < _LEAST_BAND:
        return
    middle = bounds.top + band * 0.52
    score_size = min(_MOST_SCORE, band * _SCORE)
    size = score_size * 100 / typeface.text_size
    head = score_size / 31
    for team, (heading, x, inner) in enumerate(((Heading.RIGHT, 0.17, 0.375), (Heading.LEFT, 0.83, 0.625))):
        look, x = looks[team], FRAME.width * x
        shine(canvas, x, middle, score_size * 1.4, look.colour, 0.35, 1.6)
        draw_slime(canvas, look, Figure(team, 1, heading, x, middle + 6 * head), head, lit=False)
        score, tone = str(picture.teams[team].squares), skin_tones(look.colour).middle
        typeface.line(canvas, score, FRAME.width * inner, middle, size, Weight.BOLD, tone, "middle")
    typeface.line(canvas, ":", FRAME.centerx, middle - 6, size * 0.8, Weight.BOLD, PAPER, "middle")
    chart = Box(FRAME.left + 24, FRAME.height + band * 0.26, FRAME.width - 48, band * 0.48)
    draw_areas(canvas, chart, history, picture.turn, picture.turns, looks)


_BREATH_SECONDS = 2.4
_BELOW = 6.0
"""How far the send button hangs over the frame's lower edge: presses below the stage would not reach it."""
_UNDER = 10.0
"""How far below an upright field the send button stands."""
_TURNED_BELOW = 100.0
"""Height for the send button below a turned field."""


class SlimeStage(
    PictureStage[View, Steer, Picture],
    TakesNext,
    Drafting[Steer],
    Speaking,
    HasSideCard,
    Remembers,
    MarksTimeline,
    Turns,
):
    """Stage of Slime: shows the field, and takes a person's orders."""

    upright = True
    turned_size = (TURNED.frame.width, TURNED.frame.height + _TURNED_BELOW)
    width: float = FRAME.width
    height: float = FRAME.height
    delays: ClassVar[Mapping[str, int]] = DELAYS
    ticks: ClassVar[Mapping[str, Tick]] = {
        "captured": Tick.GAIN,
        **dict.fromkeys(("crossed", "met", "enclosed"), Tick.LOSS),
    }
    speech: ClassVar[Speech] = Speech(
        MESSAGE_BYTES, tuple(f"slime_stage.say_{name}" for name in ("hello", "luck", "well_done", "watch_out"))
    )
    side_title: ClassVar[str] = "slime_stage.chart"
    side_icon: ClassVar[str] = "chart-line"

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.plan = TURNED if surroundings.turned else LYING
        self.width, self.height = self.plan.frame.width, self.plan.frame.height
        self._ground = Ground(self.plan)
        self._history = History((TEAM, TEAM))
        self._orders: dict[Seat, Orders] = {}
        self._happened: list[int] = []
        self._now = 0.0
        self._widgets = StageWidgets(surroundings)
        words = surroundings.texts.line("slime_stage.send")
        self.send_button = StageButton(self._widgets.style, "play", words, name="send")
        """The button that sends the orders, on the frame's lower edge; upright, where it is large, below the field."""
        if surroundings.least_press:
            self.height += _UNDER + self.send_button.natural_height(0)
        self.send_button.stand(self.plan.frame.centerx, max(self.height, self.plan.frame.height + _BELOW))
        self._widgets.show(self.send_button)

    def still(self, view: View) -> Picture:
        return Picture.of(view, self.plan)

    def reset(self, view: View) -> None:
        super().reset(view)
        self._take_over(view)

    def show(self, view: View, events: Sequence[Event]) -> None:
        super().show(view, events)
        self._take_over(view)

    def _take_over(self, view: View) -> None:
        """Continue chart and orders from a view."""
        self._history.learn([(view.turn, [team.squares for team in view.teams])])
        if self.asked is not None and view.phase is Phase.ORDERS:
            self._orders_of(self.asked).begin(view)

    def play(self, view: View, events: Sequence[Event]) -> None:
        if self.picture and any(event.kind == "moved" for event in events):
            Turn(self.script, self.picture, view, events, self.plan).write()

    @property
    def still_for(self) -> float:
        return min(super().still_for, DRIFTS)  # slimes breathe

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._now += seconds

    def choose(self, seat: Seat | None, legal: Sequence[Steer] | None) -> None:
        super().choose(seat, legal)
        if self.view:
            self._take_over(self.view)

    def follow_on(self, before: Stage[View, Steer]) -> None:
        super().follow_on(before)
        if isinstance(before, SlimeStage):
            self._orders, self._history = before._orders, before._history
            for orders in self._orders.values():
                orders.plan = self.plan

    def _orders_of(self, seat: Seat) -> Orders:
        return self._orders.setdefault(seat, Orders(seat, self.plan))

    @property
    def orders(self) -> Orders | None:
        """The orders that a person is giving now; None while nobody is asked."""
        if self.asked is None or self.view is None or self.view.phase is not Phase.ORDERS:
            return None
        return self._orders.get(self.asked)

    def handle(self, event: InputEvent) -> None:
        by_keys = self.by_keys
        self._widgets.handle(event)
        super().handle(event)
        if isinstance(event, KeyPressed):
            self.by_keys = by_keys  # a digit key chooses the slime whose route the pointer offers

    def take(self, event: InputEvent) -> Steer | None:
        orders = self.orders
        if orders is None:
            return None
        confirmed = isinstance(event, Command) and event.name is CommandName.CONFIRM and not event.repeated
        if confirmed or self._widgets.pressed_by(event):
            return orders.steer
        if orders.handle(event) and not isinstance(event, PointerMoved):
            self.surroundings.play_sound(Sound.TOGGLE)
        return None

    def draft(self) -> Steer | None:
        return self.orders.steer if self.orders else None

    def say(self, seat: Seat, text: str) -> str | None:
        if not may_be_said(text):
            return "slime.refuse.message"
        self._orders_of(seat).message = text
        return None

    def takes_next(self, command: Command) -> bool:
        return True

    def suggest(self, action: Steer) -> None:
        if self.orders:
            self.orders.suggest(action)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        orders = self.orders
        return ("slime_stage.steer", {"number": orders.chosen + 1}) if orders else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        picture = self.picture
        return ("slime_stage.turn", {"turn": picture.turn, "turns": picture.turns}) if picture else None

    def draw(self, canvas: Canvas) -> None:
        picture, looks = self.picture, self.surroundings.looks
        if picture is None:
            return
        readable, inset = self._is_readable(canvas), is_inset(canvas)
        if inset:
            canvas.surface.blit(dusk(*canvas.surface.get_size()), (0, 0))
        orders = self.orders if readable and not self.busy else None
        self._ground.draw(canvas, picture.owners, picture.tide, cloths_of(looks))
        if orders:
            draw_orders(canvas, orders, None if self.by_keys else self.pointer)
        self.draw_effects(canvas, Rising)
        self.draw_effects(canvas, Splat)
        figures = picture.spread()
        for figure in figures:
            figure.stretch += self._breath(figure)
            draw_slime(canvas, looks[figure.team], figure, 1.0 if readable else FIGURES_SIZE, lit=readable)
        if readable:
            for square in self._happened:
                frame(canvas, self.plan.layout.spots[square], PAPER, 0.2)
            for figure in figures:
                self._draw_sign(canvas, figure, orders, figures)
            self.draw_effects(canvas, Words)
        if inset:
            draw_around(canvas, self.surroundings, picture, self._history)

    def _is_readable(self, canvas: Canvas) -> bool:
        """Return whether what is only for a table is drawn; an upright one is a table however small its field is."""
        return canvas.scale >= READABLE_FROM or self.surroundings.least_press > 0

    def point_out(self, events: Sequence[Event]) -> None:
        stood = next((event.data["to"] for event in events if event.kind == "moved"), range(0))
        slimes = [slime for event in events for slime in event.data.get("slimes", ()) if event.kind != "rose"]
        self._happened = [stood[slime] for slime in slimes if slime in range(len(stood))]
        for event in events:
            if event.kind in ("captured", "cancelled"):
                self._happened += event.data["squares"]

    def _breath(self, figure: Figure) -> float:
        """Return the stretch of a slime at rest that swells and sinks, each slime in its own rhythm."""
        if self.surroundings.reduced_motion or self.script.moving:
            return 0.0
        phase = (self._now / _BREATH_SECONDS + figure.number * 0.2 + figure.team * 0.1) % 1.0
        return 0.03 * (arc(phase) - 0.5)

    def _draw_sign(self, canvas: Canvas, figure: Figure, orders: Orders | None, figures: Sequence[Figure]) -> None:
        """Draw a slime's number, and the arrow of its next heading."""
        if figure.opacity < 1:
            return
        given, heading = self.surroundings, figure.heading
        if orders and figure.team == orders.seat:
            order = orders.slimes[figure.number - 1]
            heading = self.plan.seen(order.heading)
            draw_direction(canvas, order, self.plan)
        elif not self.busy:
            draw_heading(canvas, figure)
        x, y = figure.number_place(heading, figures)
        draw_number(canvas, given.typeface, figure.number, x, y, given.looks[figure.team].colour)

    def draw_over(self, canvas: Canvas) -> None:
        orders = self.orders
        if orders and not self.busy and self._is_readable(canvas):
            self.send_button.lit = any(order.given is not None for order in orders.slimes)
            self._widgets.draw(canvas)
        self.draw_reason(canvas)

    def panel_shows(self, view: View, seat: Seat) -> Hashable:
        assert self.picture is not None
        slimes = self.picture.team(seat)
        return self.picture.teams[seat], tuple((slime.heading, slime.deaths) for slime in slimes)

    def panel(self, view: View, seat: Seat) -> Panel:
        assert self.picture is not None
        return panel_of(self.surroundings, self.picture.teams[seat], self.picture.team(seat))

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        super().draw_panel(canvas, seat, box)
        if self.picture is None:
            return
        orders, given = self._orders.get(seat), self.surroundings
        unheard = orders.message if orders else None
        message = self.picture.teams[seat].message if unheard is None else unheard
        draw_message(canvas, given.typeface, given.looks[seat], message, box, faint=unheard is not None)

    def remember(self, scores: Sequence[tuple[int, Sequence[int]]]) -> None:
        self._history.learn(scores)

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        if self.picture is not None:
            draw_side(canvas, self.surroundings, self._history, self.picture, box)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        looks = self.surroundings.looks
        if self.view is not None:
            yield from self._ground.warm(canvas, self.view.owners, cloths_of(looks))
        yield from warm_slimes(canvas, looks)
