"""The picture of Slime: land that grows, ten slimes that hop over it, and orders for five of them.

The parts: stage_layout (where things lie), stage_tones and stage_pattern (colours), stage_land, stage_flood and
stage_ground (the field), stage_slime (sprites), stage_picture, stage_motion, stage_turn and stage_script (events into
movement),
stage_orders and stage_marks (steering), stage_panel, stage_side and stage_inset (what is told beside), stage_rules
(pictures of the rules).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.rules import MESSAGE_BYTES, Heading, Phase, Steer, View, may_be_said
from game.cabinets.slime.stage.ground import Ground, cloths_of
from game.cabinets.slime.stage.inset import FIGURES_SIZE, draw_around, draw_behind, is_inset
from game.cabinets.slime.stage.layout import CELL, FIELD, FRAME_HEIGHT, FRAME_WIDTH, HEADINGS, VECTORS
from game.cabinets.slime.stage.marks import (
    CHEVRON,
    draw_chosen,
    draw_direction,
    draw_offer,
    draw_reason,
    draw_routes,
    draw_send_button,
    send_button,
)
from game.cabinets.slime.stage.motion import Director
from game.cabinets.slime.stage.orders import Orders
from game.cabinets.slime.stage.panel import draw_panel
from game.cabinets.slime.stage.picture import Figure, Picture, Splat
from game.cabinets.slime.stage.rules import rules_pictures
from game.cabinets.slime.stage.side import History, draw_side
from game.cabinets.slime.stage.slime import body_size, chevron, draw_number, draw_slime, drop, rays, slime, splat
from game.cabinets.slime.stage.turn import LAST_TURNS
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import OUTLINE, PAPER, lighten
from game.engine.input import AWAY, Command, CommandName, InputEvent, PointerMoved, PointerPressed
from game.engine.light import shine
from game.engine.sprites import faded
from game.engine.stage import (
    READABLE_FROM,
    REFUSED,
    SETTLE,
    Drafting,
    HasSideCard,
    Illustrates,
    MarksTimeline,
    Remembers,
    Speaking,
    Speech,
    Stage,
    Surroundings,
    TakesNext,
    Tick,
)
from game.engine.text import Weight
from game.engine.tween import arc, back, ease_out
from game.engine.widgets.richtext import Picture as RulesPicture

_BREATH_SECONDS = 2.4
_DROPS = 7


class SlimeStage(
    Stage[View, Steer], TakesNext, Drafting[Steer], Speaking, HasSideCard, Remembers, MarksTimeline, Illustrates
):
    """The field of Slime with everything on it."""

    width: float = FRAME_WIDTH
    height: float = FRAME_HEIGHT
    ticks: ClassVar[Mapping[str, Tick]] = {
        "captured": Tick.GAIN,
        "crossed": Tick.LOSS,
        "met": Tick.LOSS,
        "enclosed": Tick.LOSS,
    }
    speech: ClassVar[Speech] = Speech(
        MESSAGE_BYTES, tuple(f"slime_stage.say_{name}" for name in ("hello", "luck", "well_done", "watch_out"))
    )
    side_title: ClassVar[str] = "slime_stage.chart"
    side_icon: ClassVar[str] = "chart-line"

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._director = Director(surroundings)
        self._ground = Ground()
        self._history = History()
        self._orders: dict[Seat, Orders] = {}
        self._asked: Seat | None = None
        self._pointer = (AWAY, AWAY)
        self._by_keys = False
        self._since_hurry = SETTLE
        self._refusal: tuple[str, float] | None = None
        self._now = 0.0

    @classmethod
    def rules_pictures(cls, surroundings: Surroundings) -> Mapping[str, RulesPicture]:
        return rules_pictures(cls, surroundings)

    def reset(self, view: View) -> None:
        self.view = view
        self._see(view)
        self._director.reset(view)
        self._refusal = None
        self._offer_orders()

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.view = view
        self._see(view)
        self._director.show(view, events)
        self._offer_orders()

    def _see(self, view: View) -> None:
        self._history.see(view.turn, (view.teams[0].squares, view.teams[1].squares))

    def update(self, seconds: float) -> None:
        self._now += seconds
        self._director.update(seconds)
        self._since_hurry += seconds
        if self._refusal:
            key, left = self._refusal
            self._refusal = (key, left - seconds) if left > seconds else None

    @property
    def picture(self) -> Picture | None:
        """What is to be seen at this moment; None before the first view."""
        return self._director.picture

    @property
    def busy(self) -> bool:
        return self._director.busy

    def hurry(self) -> None:
        if self.busy:
            self._director.hurry()
            self._since_hurry = 0.0

    def choose(self, seat: Seat | None, legal: Sequence[Steer] | None) -> None:
        self._asked = seat
        self._offer_orders()

    def _offer_orders(self) -> None:
        """Let the orders of who is asked go on from the view."""
        if self.view is not None and self._asked is not None and self.view.phase is Phase.ORDERS:
            self._orders_of(self._asked).begin(self.view)

    def _orders_of(self, seat: Seat) -> Orders:
        return self._orders.setdefault(seat, Orders(seat))

    @property
    def orders(self) -> Orders | None:
        """The orders a person is giving at this moment; None while nobody is asked."""
        if self._asked is None or self.view is None or self.view.phase is not Phase.ORDERS:
            return None
        return self._orders.get(self._asked)

    def handle(self, event: InputEvent) -> Steer | None:
        match event:
            case PointerMoved(x, y) | PointerPressed(x, y):
                self._pointer, self._by_keys = (x, y), False
            case Command():
                self._by_keys = True
        if self.busy:
            if isinstance(event, PointerPressed) or (
                isinstance(event, Command) and event.name in (CommandName.HURRY, CommandName.CONFIRM)
            ):
                self.hurry()
            return None
        orders = self.orders
        if orders is None or (isinstance(event, PointerPressed) and self._since_hurry < SETTLE):
            return None
        if self._sends(event):
            self.surroundings.play_sound(Sound.CLICK)
            return orders.steer
        if orders.handle(event) and not isinstance(event, PointerMoved):
            self.surroundings.play_sound(Sound.TOGGLE)
        return None

    def _sends(self, event: InputEvent) -> bool:
        """Whether an input means that the orders of the turn are given."""
        match event:
            case Command(name=CommandName.CONFIRM, repeated=False):
                return True
            case PointerPressed(x, y, 1):
                return bool(self._button.collidepoint(x, y))
        return False

    @property
    def _button(self) -> Box:
        return send_button(self.surroundings.typeface, self._button_text)

    @property
    def _button_text(self) -> str:
        return self.surroundings.texts.line("slime_stage.send")

    def draft(self) -> Steer | None:
        return self.orders.steer if self.orders else None

    def say(self, seat: Seat, text: str) -> str | None:
        if not may_be_said(text):
            return "slime.refuse.message"
        self._orders_of(seat).message = text
        return None

    def refuse(self, key: str) -> None:
        self._refusal = (key, REFUSED)
        self.surroundings.play_sound(Sound.REFUSE)

    def takes_next(self, steps: int) -> bool:
        return True

    def suggest(self, action: Steer) -> None:
        if self.orders:
            self.orders.suggest(action)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        orders = self.orders
        return ("slime_stage.steer", {"number": orders.chosen + 1}) if orders else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        picture = self._director.picture
        if picture is None:
            return None
        if 0 < picture.left <= LAST_TURNS:
            return "slime_stage.last_turns", {"turns": picture.left}
        return "slime_stage.turn", {"turn": picture.turn, "turns": picture.turns}

    def draw(self, canvas: Canvas) -> None:
        picture = self._director.picture
        if picture is None:
            return
        readable = canvas.scale >= READABLE_FROM
        inset = is_inset(canvas)
        if inset:
            draw_behind(canvas)
        orders = self.orders if readable and not self.busy else None
        self._ground.draw(canvas, picture.owners, picture.tide, cloths_of(self.surroundings.looks))
        if orders:
            if not self._by_keys:
                draw_offer(canvas, orders, *self._pointer)
            draw_routes(canvas, orders)
            draw_chosen(canvas, orders)
        self._draw_dead(canvas, picture)
        self._draw_slimes(canvas, picture, orders, 1.0 if readable else FIGURES_SIZE)
        if readable:
            self._draw_words(canvas, picture)
        if inset:
            draw_around(canvas, self.surroundings, picture, self._history)

    def _draw_dead(self, canvas: Canvas, picture: Picture) -> None:
        """Splats with their drops, and the light where somebody rises."""
        for team in sorted({rising.team for rising in picture.risings}):
            risings = [rising for rising in picture.risings if rising.team == team]
            strength = round(8 * max(arc(min(1.0, rising.share)) for rising in risings)) / 8
            shine(canvas, *risings[0].place, 80, "#FFD890", 0.6 * strength, 1.5)
            canvas.put_middle(faded(rays(canvas.px(120)), strength), *risings[0].place)
        for burst in picture.splats:
            self._draw_splat(canvas, burst)

    def _draw_splat(self, canvas: Canvas, burst: Splat) -> None:
        """A splat that grows at once and fades, and drops that fly off it and fall."""
        colour = self.surroundings.looks[burst.team].colour
        x, y = burst.place
        opacity = min(1.0, (1 - burst.share) * 2.5)
        shine(canvas, x, y, 46, "#FFB060", round(8 * 0.4 * opacity) / 8, 1.6)
        size = canvas.px(44) * back(min(1.0, burst.share * 4))
        made = splat(max(2, 4 * round(size / 4)), colour)
        canvas.put_middle(made if opacity >= 1 else faded(made, opacity), x, y)
        bead = drop(canvas.px(8), colour) if opacity >= 1 else faded(drop(canvas.px(8), colour), opacity)
        flown = min(1.0, burst.share * 1.6)
        for number in range(_DROPS):
            turn = math.tau * (number + 0.3) / _DROPS
            away = (22 + 9 * (number % 3)) * ease_out(flown)
            fall = 26 * flown**2 - 14 * arc(flown)
            canvas.put_middle(bead, x + away * math.cos(turn), y + away * math.sin(turn) * 0.7 + fall)

    def _draw_slimes(self, canvas: Canvas, picture: Picture, orders: Orders | None, size: float) -> None:
        readable = canvas.scale >= READABLE_FROM
        placed = picture.spread()
        for figure, x, y in placed:
            look = self.surroundings.looks[figure.team]
            draw_slime(
                canvas,
                figure.team,
                figure.heading,
                x,
                y,
                look.colour,
                look.pattern,
                size=size * figure.size,
                stretch=figure.stretch + self._breath(figure),
                height=figure.height,
                opacity=figure.opacity,
                lit=readable,
            )
        for figure, x, y in placed:
            if readable and figure.opacity >= 1:
                self._draw_sign(canvas, figure, x, y, orders)

    def _breath(self, figure: Figure) -> float:
        """Slimes at rest swell a little and sink again, each in its own time."""
        if self.surroundings.reduced_motion or self._director.moving:
            return 0.0
        phase = (self._now / _BREATH_SECONDS + figure.number * 0.2 + figure.team * 0.1) % 1.0
        return 0.03 * (arc(phase) - 0.5)

    def _draw_sign(self, canvas: Canvas, figure: Figure, x: float, y: float, orders: Orders | None) -> None:
        """A slime's number, and the arrow where it goes next."""
        typeface, look = self.surroundings.typeface, self.surroundings.looks[figure.team]
        mine = orders is not None and figure.team == orders.seat
        heading = figure.heading
        if orders is not None and mine:
            draw_direction(canvas, orders, figure.number - 1)
            heading = orders.heading(figure.number - 1)
        elif not self.busy:
            dx, dy = VECTORS[heading]
            reach = CELL * (0.85 if dx else 1.0 if dy < 0 else 0.8)
            made = chevron(heading, canvas.px(CHEVRON), PAPER)
            canvas.put_middle(faded(made, 0.8), x + dx * reach, y + dy * reach)
        aside = -17 if heading is Heading.RIGHT else 17
        draw_number(canvas, typeface, figure.number, x + aside, y + 12 - figure.height, look.colour)

    def _draw_words(self, canvas: Canvas, picture: Picture) -> None:
        """How much was captured, and the last turns counted down."""
        typeface = self.surroundings.typeface
        size = theme.HEADING * 100 / typeface.text_size
        for label in picture.labels:
            look = self.surroundings.looks[label.team]
            x, y = label.place
            alpha = round(8 * min(1.0, (1 - label.share) * 3)) / 8
            typeface.line(
                canvas,
                label.text,
                min(max(x, FIELD.left + 30), FIELD.right - 30),
                max(y - 18 * label.share, FIELD.top + 16),
                size,
                Weight.BOLD,
                lighten(look.colour, 0.7),
                "middle",
                outline=3,
                edge=OUTLINE,
                alpha=alpha,
            )
        if picture.countdown < 1 and picture.left > 0:
            alpha = round(8 * (1 - picture.countdown) * 0.9) / 8
            typeface.line(
                canvas,
                str(picture.left),
                FIELD.centerx,
                FIELD.centery,
                theme.DISPLAY * 1.8 * 100 / typeface.text_size,
                Weight.BOLD,
                PAPER,
                "middle",
                outline=4,
                edge=OUTLINE,
                alpha=alpha,
            )

    def draw_over(self, canvas: Canvas) -> None:
        if canvas.scale < READABLE_FROM or self._director.picture is None:
            return
        if self.orders and not self.busy:
            lit = any(self.orders.told(number) for number in range(TEAM))
            over = bool(self._button.collidepoint(*self._pointer))
            draw_send_button(canvas, self.surroundings.typeface, self._button_text, lit, over)
        if self._refusal:
            away = self._by_keys or self._pointer[0] < AWAY / 2
            place = (FIELD.centerx, FIELD.bottom) if away else self._pointer
            draw_reason(canvas, self.surroundings.typeface, self.surroundings.texts.line(self._refusal[0]), *place)

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        picture = self._director.picture
        if picture is not None:
            figures = picture.figures[seat * TEAM : (seat + 1) * TEAM]
            orders = self._orders.get(seat)
            unheard = orders.message if orders else None
            draw_panel(canvas, self.surroundings, seat, picture.teams[seat], figures, box, unheard)

    def remember(self, scores: Sequence[tuple[int, Sequence[int]]]) -> None:
        self._history.learn(scores)

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        picture = self._director.picture
        if picture is not None:
            ours, theirs = (team.squares for team in picture.teams)
            told = {"A": ours, "B": theirs, "free": len(picture.owners) - ours - theirs}
            draw_side(canvas, self.surroundings, self._history, picture.turn, told, box)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        looks = self.surroundings.looks
        if self.view is not None:
            yield from self._ground.warm(canvas, self.view.owners, cloths_of(looks))
        for team, look in enumerate(looks):
            for heading in HEADINGS:
                wide, high = body_size(heading)
                slime(team, heading, canvas.px(wide), canvas.px(high), look.colour, look.pattern)
                chevron(heading, canvas.px(CHEVRON), PAPER)
                yield
            splat(canvas.px(44), look.colour)
            yield
