"""Short effects over the picture: the dealt note, a line that was never sent, the countdown, and pointing hands."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from game.cabinets.sketch.stage.freehand.paper import draw_stroke
from game.cabinets.sketch.stage.note import draw_note
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import NOBODY, View
from game.core.rules import Seat
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, OUTLINE
from game.engine.light import shine
from game.engine.ornament import badge
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import arc, ease_in_out, lerp_point

_COUNT: Final = 3


@dataclass(eq=False)
class Note:
    """Effect: the note that was dealt to this screen's person, shown over the paper."""

    places: Places
    view: View

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        draw_note(canvas, surroundings, self.places.card, self.view, surroundings.viewer)


@dataclass(eq=False)
class Gone:
    """Effect: a line that grew in sight and was never sent fades."""

    places: Places
    points: tuple[int, ...]
    seat: Seat

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        draw_stroke(canvas, self.places, self.points, self.seat, surroundings.looks[self.seat], dim=True)


@dataclass(eq=False)
class Count:
    """Effect: the countdown three, two, one before votes are shown."""

    places: Places

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        paper, number = self.places.paper, str(max(1, ceil(_COUNT * (1 - share))))
        shine(canvas, *paper.center, 130, LANTERN, 0.5, 1.8)
        surroundings.typeface.line(
            canvas, number, *paper.center, 120, Weight.BOLD, LANTERN, "middle", outline=4, edge=OUTLINE
        )


@dataclass(eq=False)
class Hands:
    """Effect: each seat's shape flies to the seat that it voted for."""

    places: Places
    view: View

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        flown = ease_in_out(share)
        for voter, named in enumerate(self.view.votes):
            if named == NOBODY:
                continue
            start, end = self.places.row(voter), self.places.row(named)
            x, y = lerp_point((start.left + 20, start.centery), (end.right - 70, end.centery), flown)
            look = surroundings.looks[voter]
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(26)), x - 60 * arc(flown), y)
