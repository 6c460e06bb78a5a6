"""The picture of Marrakech: the board, Assam, what may be chosen, and everything that moves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from game.cabinets.marrakech.board import FACES
from game.cabinets.marrakech.presentation import DELAYS
from game.cabinets.marrakech.rules import Action, Phase, View, colours_of
from game.cabinets.marrakech.stage import marks
from game.cabinets.marrakech.stage.advice import draw_advice
from game.cabinets.marrakech.stage.assam import HEIGHT, TURN_STEP, figure, pointer, stand
from game.cabinets.marrakech.stage.board import GRAINS, BoardLayer, Cloth, grain, make_sprites
from game.cabinets.marrakech.stage.choice import Choice, LayChoice, TurnChoice
from game.cabinets.marrakech.stage.dice import RollWords, Sides, Throw, draw_card, draw_die, small_face
from game.cabinets.marrakech.stage.layout import CELL, FRAME, PAIRS
from game.cabinets.marrakech.stage.motion import Motion
from game.cabinets.marrakech.stage.panel import panel_of
from game.cabinets.marrakech.stage.picture import Picture
from game.cabinets.marrakech.stage.rug import draw_roll, draw_unrolling
from game.core.rules import Event, Seat
from game.core.space import STRAIGHT
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, Yarns, mix, yarns
from game.engine.sprites import blank
from game.engine.stage import READABLE_FROM, HasSideCard, HasTints, Surroundings
from game.engine.stage.advice import ShowsAdvice
from game.engine.textile import rug
from game.kit.marks import CHIP, COST, last_move, pill
from game.kit.panel.forms import Panel
from game.kit.stage import PictureStage

SIDES: Mapping[int, Sides] = {
    0: (1, 4, 2, 2, 3, 1),
    1: (1, 4, 2, 2, 3, 1),
    2: (2, 1, 3, 2, 3, 1),
    3: (3, 4, 2, 2, 3, 1),
    4: (4, 2, 1, 2, 3, 1),
}
"""How the die lies, by the face on top; 0 is before the first throw."""


def draw_side(canvas: Canvas, surroundings: Surroundings, throw: Throw, rolls: Sequence[int], box: Box) -> None:
    line = surroundings.texts.line
    words = RollWords(*(line(f"marrakech_stage.{key}", count=sum(rolls)) for key in ("rolls", "expected", "actual")))
    draw_card(canvas, surroundings.typeface, throw, SIDES[throw.face], rolls, FACES, words, box)


class MarrakechStage(PictureStage[View, Action, Picture], HasSideCard, HasTints, ShowsAdvice[Action]):
    """The stage of Marrakech: the board with everything on it."""

    upright = True
    width: float = FRAME
    height: float = FRAME
    side_title: ClassVar[str] = "marrakech_stage.die"
    delays: ClassVar[Mapping[str, int]] = DELAYS
    choice: Choice | None

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._layer = BoardLayer()
        self._canvas: Canvas | None = None
        self._making: Iterator[None] = iter(())
        self._pointed = marks.Happened()

    @classmethod
    def tints_of(cls, seat: Seat, seats: int) -> tuple[int, ...]:
        return colours_of(seat, seats)

    def still(self, view: View) -> Picture:
        return Picture.of(view)

    def play(self, view: View, events: Sequence[Event]) -> None:
        assert self.shown is not None
        motion = Motion(self, self.shown)
        for event in events:
            motion.play(event)
        out = [
            seat for seat, (old, new) in enumerate(zip(self.shown.seats, view.seats, strict=True)) if old.out < new.out
        ]
        self._making = chain(self._making, *map(self._fade_rugs, out))

    def _fade_rugs(self, seat: Seat) -> Iterator[None]:
        """Make the faded rugs of a seat that is about to be out, one at each step, before they are shown."""
        if self.picture and self._canvas:
            for colour in colours_of(seat, len(self.picture.seats)):
                yield from _weave(self._cloth(colour, faded=True), self._canvas.px(CELL))

    def update(self, seconds: float) -> None:
        next(self._making, None)
        super().update(seconds)

    def offer(self, view: View, seat: Seat, legal: Sequence[Action] | None) -> Choice | None:
        if not legal or view.mover != seat:
            return None
        if view.phase is Phase.TURN:
            return TurnChoice(self.surroundings, view, seat, legal)
        choice = LayChoice(self.surroundings, view, legal, self._cloth(view.seats[seat].next_colour))
        if self.by_keys:
            choice.cycle(1)
        return choice

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return (self.choice.instruction, {}) if self.choice else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown or self.view
        return ("marrakech_stage.turn", {"turn": view.turn, "turns": view.turns}) if view else None

    def _cloth(self, colour: int, faded: bool = False) -> Cloth:
        """Return the yarns and pattern of a colour; `faded` by the sun if its seat is out."""
        tints = self.surroundings.tints or self.surroundings.looks
        tint = tints[colour % len(tints)]
        dyed = yarns(tint.colour)
        if faded:
            dyed = Yarns(*(mix(mix(tone, "#9A8F84", 0.62), "#3A3340", 0.22) for tone in dyed))
        return dyed, tint.pattern

    def _cloths(self, picture: Picture) -> list[Cloth]:
        seats = len(picture.seats)
        colours = range(4 if seats == 2 else seats)
        return [self._cloth(colour, picture.seats[colour % seats].out) for colour in colours]

    def draw(self, canvas: Canvas) -> None:
        picture = self.picture
        if picture is None:
            return
        self._canvas = canvas
        readable = canvas.scale >= READABLE_FROM
        choice = self.choice if readable and not self.busy else None
        cloths = self._cloths(picture)
        rolling = picture.unrolling
        self._layer.draw(canvas, picture.rugs, cloths)
        if rolling:
            draw_unrolling(canvas, rolling, cloths[rolling.colour], len(picture.rugs))
        if readable and not rolling and picture.rugs:
            last_move(canvas, PAIRS.spots[picture.rugs[-1].squares], PAPER)
        if readable:
            marks.happened(canvas, self._pointed)
        if choice:
            choice.draw_below(canvas)
        if readable and picture.count:
            marks.count_frames(canvas, picture.count)
        stand(canvas, picture.assam)
        if rolling and rolling.opacity >= 1:
            draw_roll(canvas, rolling, cloths[rolling.colour])
        if isinstance(choice, TurnChoice):
            choice.draw_above(canvas)
        if readable:
            self._draw_count(canvas, picture)
            self._draw_steps(canvas, picture)
        elif picture.throw.share < 1:
            draw_die(canvas, picture.throw, SIDES[picture.throw.face], FRAME - 110, FRAME - 120, 130)

    def _draw_count(self, canvas: Canvas, picture: Picture) -> None:
        """Draw numbers on the squares of the region counted so far, and the price once all are counted."""
        count = picture.count
        if count is None:
            return
        typeface = self.surroundings.typeface
        marks.count_numbers(canvas, typeface, count)
        if count.counted == len(count.squares):
            price = f"−{count.paid}" if count.paid == count.counted else f"−{count.paid} / {count.counted}"
            pill(canvas, typeface, price, picture.assam.x, picture.assam.y - CELL * 1.5, COST, Box(0, 0, FRAME, FRAME))

    def _draw_steps(self, canvas: Canvas, picture: Picture) -> None:
        """Draw the steps still to walk: over Assam's turban, or beside him at the board's upper edge."""
        if picture.steps and not picture.count:
            pose = picture.assam
            x, y = pose.x, pose.y - pose.height - CELL * 1.2
            if y < 0:
                x, y = pose.x + CELL * 0.55, pose.y - CELL * 0.5
            small_face(canvas, picture.steps, x - CHIP / 2, y - CHIP / 2)

    def draw_over(self, canvas: Canvas) -> None:
        if self.view is not None and not self.busy and canvas.scale >= READABLE_FROM:
            draw_advice(canvas, self.surroundings.typeface, self.view, self.advice, self._cloth)
        super().draw_over(canvas)

    def point_out(self, events: Sequence[Event]) -> None:
        self._pointed = marks.Happened.of(events)

    def panel_shows(self, view: View, seat: Seat) -> Hashable:
        assert self.picture is not None
        return self.picture.seats[seat]

    def panel(self, view: View, seat: Seat) -> Panel:
        assert self.picture is not None
        owned, rugs = self.picture.seats[seat], view.turns // len(view.seats)
        cloths = [self._cloth(colour, owned.out) for colour in owned.colours]
        return panel_of(self.surroundings.texts, owned, cloths, rugs // len(cloths))

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        if self.picture is not None:
            draw_side(canvas, self.surroundings, self.picture.throw, self.picture.rolls, box)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        cell = canvas.px(CELL)
        if self.picture is None:
            return
        yield from make_sprites(canvas)
        cloths = self._cloths(self.picture)
        self._layer.draw(Canvas(blank(1, 1), canvas.scale, canvas.origin), self.picture.rugs, cloths)
        yield
        for heading in range(len(STRAIGHT)):
            figure(heading, canvas.px(HEIGHT))
            yield
        for angle in range(0, 360, TURN_STEP):
            pointer(angle, cell)
            yield
        for cloth in cloths:
            yield from _weave(cloth, cell)


def _weave(cloth: Cloth, cell_px: int) -> Iterator[None]:
    for standing in (False, True):
        for number in range(GRAINS):
            rug(*cloth, cell_px, standing, grain(number))
            yield
