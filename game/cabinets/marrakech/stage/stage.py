"""The picture of Marrakech: the board, Assam, what may be chosen, and everything that moves.

The parts: stage_layout (where things lie), stage_picture (what is to be seen now), stage_motion, stage_script and
stage_coins (events into movement), stage_reading and stage_choice (what a person chooses), and drawings in
stage_board, stage_assam, stage_rug, stage_marks, stage_panel, stage_side, stage_die, stage_notice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.rules import HEADINGS, Action, Options, Phase, View, colours_of
from game.cabinets.marrakech.stage import marks
from game.cabinets.marrakech.stage.assam import HEIGHT, TURN_STEP, figure, pointer, stand
from game.cabinets.marrakech.stage.board import GRAINS, BoardLayer, Cloth, grain, make_sprites
from game.cabinets.marrakech.stage.choice import Choice, LayChoice, TurnChoice
from game.cabinets.marrakech.stage.die import draw_die
from game.cabinets.marrakech.stage.layout import CELL, FRAME
from game.cabinets.marrakech.stage.motion import Director
from game.cabinets.marrakech.stage.notice import draw_notice
from game.cabinets.marrakech.stage.panel import draw_panel
from game.cabinets.marrakech.stage.picture import Picture, Purse
from game.cabinets.marrakech.stage.reading import Reading
from game.cabinets.marrakech.stage.rug import draw_roll, draw_unrolling
from game.cabinets.marrakech.stage.rules import rules_pictures
from game.cabinets.marrakech.stage.side import draw_side
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import Yarns, mix, yarns
from game.engine.input import AWAY, Command, CommandName, InputEvent, PointerMoved, PointerPressed
from game.engine.ornament import coin
from game.engine.sprites import blank
from game.engine.stage import READABLE_FROM, REFUSED, SETTLE, HasSideCard, HasTints, Illustrates, Stage, Surroundings
from game.engine.textile import rug
from game.engine.tween import arc, lerp_point
from game.engine.widgets.richtext import Picture as RulesPicture

FLIGHT_HEIGHT = 90.0


class MarrakechStage(Stage[View, Action], HasSideCard, HasTints, Illustrates):
    """The board of Marrakech with everything on it."""

    width: float = FRAME
    height: float = FRAME
    side_title: ClassVar[str] = "marrakech_stage.die"

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._director = Director(surroundings)
        self._layer = BoardLayer()
        self._asked: Seat | None = None
        self._choice: Choice | None = None
        self._pointer = (AWAY, AWAY)
        self._by_keys = False
        self._since_hurry = SETTLE
        self._refusal: tuple[str, float] | None = None
        self._canvas: Canvas | None = None
        self._making: Iterator[None] = iter(())

    @classmethod
    def tints_of(cls, seat: Seat, seats: int) -> tuple[int, ...]:
        return colours_of(seat, seats)

    @classmethod
    def rules_pictures(cls, surroundings: Surroundings) -> Mapping[str, RulesPicture]:
        return rules_pictures(cls, surroundings)

    def reset(self, view: View) -> None:
        self.view = view
        self._director.reset(view)
        self._refusal = None
        self._offer_choice()

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.view = view
        self._making = chain(self._making, *(self._fade_rugs(e.data["seat"]) for e in events if e.kind == "eliminated"))
        self._director.show(view, events)
        self._offer_choice()

    def _fade_rugs(self, seat: Seat) -> Iterator[None]:
        """Make the faded rugs of a seat that is about to be out, before they are to be seen."""
        picture, canvas = self._director.picture, self._canvas
        if picture and canvas:
            for colour in colours_of(seat, len(picture.purses)):
                yield from _weave(self._cloth(colour, faded=True), canvas.px(CELL))

    def update(self, seconds: float) -> None:
        next(self._making, None)
        self._director.update(seconds)
        self._since_hurry += seconds
        if self._choice:
            self._choice.update(seconds)
        if self._refusal:
            key, left = self._refusal
            self._refusal = (key, left - seconds) if left > seconds else None

    @property
    def busy(self) -> bool:
        return self._director.busy

    def hurry(self) -> None:
        if self.busy:
            self._director.hurry()
            self._since_hurry = 0.0

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        """The ways and places are read from the view; `legal` only says that there is something to choose."""
        self._asked = seat if legal else None
        self._offer_choice()

    def _offer_choice(self) -> None:
        """Make the choice that the view and the asked seat call for, or none."""
        self._choice = None
        view = self.view
        if view is None or self._asked is None or view.mover != self._asked:
            return
        options: Options = self.surroundings.options
        reading = Reading(view, options, self._asked)
        if view.phase is Phase.TURN:
            self._choice = TurnChoice(reading, self.surroundings)
        elif view.phase is Phase.LAY:
            self._choice = LayChoice(reading, self.surroundings, self._cloth(reading.colour), self._by_keys)
        if self._choice and not self._by_keys:
            self._choice.point(*self._pointer)

    @property
    def _open_choice(self) -> Choice | None:
        """What may be chosen at this moment: nothing while something moves."""
        return None if self.busy else self._choice

    def handle(self, event: InputEvent) -> Action | None:
        """A press or key while something moves hurries it; then it chooses."""
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
            elif self._choice and isinstance(event, PointerMoved):
                self._choice.handle(event)
            return None
        if self._choice is None:
            return None
        if isinstance(event, PointerPressed) and self._since_hurry < SETTLE:
            return None
        action = self._choice.handle(event)
        if action is not None:
            self.surroundings.play_sound(Sound.CLICK)
        elif isinstance(event, Command) and self._choice.refusal:
            self.refuse(self._choice.refusal)
            self._choice.refusal = None
        elif isinstance(event, PointerMoved):
            self._refusal = None
        return action

    def refuse(self, key: str) -> None:
        self._refusal = (key, REFUSED)
        self.surroundings.play_sound(Sound.REFUSE)

    def suggest(self, action: Action) -> None:
        if self._choice:
            self._choice.suggest(action)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return (self._choice.instruction, {}) if self._choice else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        if self.view is None:
            return None
        return "marrakech_stage.turn", {"turn": self.view.turn, "turns": self.view.turns}

    def _cloth(self, colour: int, faded: bool = False) -> Cloth:
        """Yarns and pattern of a colour; `faded` by the sun where its seat is out."""
        tints = self.surroundings.tints or self.surroundings.looks
        tint = tints[colour % len(tints)]
        dyed = yarns(tint.colour)
        if faded:
            dyed = Yarns(*(mix(mix(tone, "#9A8F84", 0.62), "#3A3340", 0.22) for tone in dyed))
        return dyed, tint.pattern

    def _cloths(self, picture: Picture) -> list[Cloth]:
        seats = len(picture.purses)
        colours = range(4 if seats == 2 else seats)
        return [self._cloth(colour, picture.purses[colour % seats].out) for colour in colours]

    def draw(self, canvas: Canvas) -> None:
        picture = self._director.picture
        if picture is None:
            return
        self._canvas = canvas
        readable = canvas.scale >= READABLE_FROM
        cloths = self._cloths(picture)
        self._layer.draw(canvas, picture.rugs, cloths)
        if picture.unrolling:
            draw_unrolling(canvas, picture.unrolling, cloths[picture.unrolling.colour], len(picture.rugs))
        choice = self._open_choice if readable else None
        if choice:
            choice.draw_below(canvas)
        if readable and picture.count:
            marks.count_frames(canvas, picture.count)
        pose = picture.assam
        stand(
            canvas,
            pose.x,
            pose.y,
            pose.facing,
            angle=pose.angle,
            height=pose.height,
            stretch=pose.stretch,
            opacity=pose.opacity,
        )
        if picture.unrolling and picture.unrolling.opacity >= 1:
            draw_roll(canvas, picture.unrolling, cloths[picture.unrolling.colour])
        if choice:
            choice.draw_above(canvas)
        if readable:
            self._draw_count(canvas, picture)
            self._draw_steps(canvas, picture)
            if picture.notice:
                draw_notice(canvas, self.surroundings, picture.notice)
        elif picture.throw.share < 1:
            draw_die(canvas, picture.throw, FRAME - 110, FRAME - 120, 130)

    def _draw_count(self, canvas: Canvas, picture: Picture) -> None:
        """The squares of the region that is paid for, counted so far, and the price once all are."""
        count = picture.count
        if count is None:
            return
        typeface = self.surroundings.typeface
        marks.count_numbers(canvas, typeface, count)
        if count.counted == len(count.squares):
            pose = picture.assam
            price = f"−{count.paid}" if count.paid == count.counted else f"−{count.paid} / {count.counted}"
            marks.pill(canvas, typeface, price, pose.x, pose.y - CELL * 1.15, marks.COST)

    def _draw_steps(self, canvas: Canvas, picture: Picture) -> None:
        """The steps still to walk: over Assam's turban, or beside him where the frame ends."""
        if picture.steps and not picture.count:
            pose = picture.assam
            x, y = pose.x, pose.y - pose.height - CELL * 1.2
            if y < 0:
                x, y = pose.x + CELL * 0.55, pose.y - CELL * 0.5
            marks.chip(canvas, picture.steps, x - marks.CHIP / 2, y - marks.CHIP / 2)

    def draw_over(self, canvas: Canvas) -> None:
        picture = self._director.picture
        if picture is None or canvas.scale < READABLE_FROM:
            return
        for flight in picture.flights:
            x, y = lerp_point(flight.start, flight.end, flight.share)
            canvas.put_middle(coin(flight.value, canvas.px(30)), x, y - FLIGHT_HEIGHT * arc(flight.share))
        choice = self._open_choice
        key = self._refusal[0] if self._refusal else choice.refusal if choice else None
        if key:
            marks.reason(canvas, self.surroundings.typeface, self.surroundings.texts.line(key), *self._pointer_shown())

    def _pointer_shown(self) -> tuple[float, float]:
        """Where a reason is said: at the pointer, or beside Assam for those who play by keys."""
        picture = self._director.picture
        if picture and (self._by_keys or self._pointer[0] < AWAY / 2):
            return picture.assam.x, picture.assam.y + 20
        return self._pointer

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        picture = self._director.picture
        if picture is None:
            return
        purse: Purse = picture.purses[seat]
        seats = len(picture.purses)
        cloths = [self._cloth(colour, purse.out) for colour in colours_of(seat, seats)]
        slots = b.RUGS[seats] // len(cloths)
        draw_panel(canvas, self.surroundings, purse, cloths, slots, box)

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        picture = self._director.picture
        if picture is not None:
            draw_side(canvas, self.surroundings, picture.throw, picture.rolls, box)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        cell = canvas.px(CELL)
        picture = self._director.picture
        if picture is None:
            return
        yield from make_sprites(canvas)
        cloths = self._cloths(picture)
        self._layer.draw(Canvas(blank(1, 1), canvas.scale, canvas.origin), picture.rugs, cloths)
        yield
        for heading in HEADINGS:
            figure(heading, canvas.px(HEIGHT))
            yield
        for angle in range(0, 360, TURN_STEP):
            pointer(angle, cell)
            yield
        for cloth in cloths:
            yield from _weave(cloth, cell)


def _weave(cloth: Cloth, cell_px: int) -> Iterator[None]:
    """Make every rug of a cloth, one at a time."""
    for standing in (False, True):
        for number in range(GRAINS):
            rug(*cloth, cell_px, standing, grain(number))
            yield
