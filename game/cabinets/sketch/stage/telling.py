"""Movement from one view to the next: strokes are drawn, hands point, the word writes itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from game.cabinets.sketch.freehand.points import ink_of, pairs
from game.cabinets.sketch.presentation import BRUSH, COUNT, GASP
from game.cabinets.sketch.stage.effects import Count, Gone, Hands, Note
from game.cabinets.sketch.stage.note import has_note
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import View
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.colour import LANTERN
from game.engine.stage import Surroundings
from game.kit.drawing.announcement import Announcement
from game.kit.drawing.effects import Words
from game.kit.script import Script

FASTER: Final = 4
"""At the reveal the picture is drawn again this many times as fast as the hands drew it."""


COUNTED: Final = 0.6
"""Share of the vote's movement that the countdown takes."""


@dataclass
class Picture:
    """What is on screen, and which parts of the view are held back during a movement."""

    view: View
    drawn: float = inf
    """How many strokes are drawn; a fraction is the part of the last one."""
    votes: bool = True
    told: bool = True
    """Whether the odd one is shown."""
    paid: bool = True
    """Whether the seats' points include the round that ended."""
    word: float = 1.0
    """Share of the revealed word that has been written, 0 … 1."""

    @property
    def odd(self) -> Seat | None:
        """The seat that is shown to be the odd one; None while it is not shown."""
        view = self.view
        return view.odd if self.told and (view.revealed or view.suspect == view.odd) else None

    @property
    def points(self) -> Sequence[int]:
        """The points that are shown for each seat."""
        if self.paid:
            return self.view.points
        return [has - gained for has, gained in zip(self.view.points, self.view.history[-1].points, strict=True)]


class Telling:
    """Writes the movement to a view into a script; holds back in `picture` what is not shown yet."""

    def __init__(self, given: Surroundings, script: Script, places: Places, view: View) -> None:
        self._given = given
        self._script = script
        self._places = places
        self._view = view
        self.picture = Picture(view)

    def tell(self, events: Sequence[Event], seen: tuple[int, ...] | None) -> None:
        """Write the whole movement. `seen` is the part of a new stroke that was seen growing; None for a stroke drawn
        at this screen.
        """
        kinds = {event.kind for event in events}
        if kinds & {"tallied", "nobody", "tied"}:
            self.picture.votes = self.picture.told = False
        if "revealed" in kinds:
            self.picture.paid, self.picture.word = False, 0.0
            self.picture.told = self._view.suspect == self._view.odd
        alone = sum(look.person for look in self._given.looks) == 1 and has_note(self._view, self._given.viewer)
        for event in events:
            match event.kind:
                case "drew" if seen is not None:
                    self._stroke(seen)
                case "dealt" | "blank" if alone:
                    self._script.sound(Sound.PAGE)
                    self._script.effect(Note(self._places, self._view), self._script.seconds("card"))
                case "posed" | "dealt_category":
                    self._script.sound(Sound.NOTICE)
                    self._say(event)
                case "tallied" | "nobody" | "tied":
                    self._votes()
                    self._say(event, *([event.data["seat"]] if "seat" in event.data else []))
                case "caught" | "guessed" | "judged":
                    self._say(event)
                case "scored_odd" | "scored_artists":
                    self._pay(event)
                case "revealed":
                    self._reveal(event)

    def _say(self, event: Event, *seats: Seat) -> None:
        text = self._given.texts.line(f"sketch.event.{event.kind}", event.data)
        shown = Announcement(text, seats, self._places.paper.width, self._places.height)
        self._script.effect(shown, self._script.seconds("told"))
        self._script.beat()

    def _stroke(self, seen: tuple[int, ...]) -> None:
        """Draw the new stroke on from the part already seen; fade a seen line that was not sent."""
        view, script, stroke = self._view, self._script, self._view.strokes[-1]
        script.sound(BRUSH)
        if script.reduced:
            return
        if len(stroke.points) == 2:
            if seen:
                script.effect(Gone(self._places, seen, stroke.seat), 0.6)
            return
        begun = min(1.0, ink_of(pairs(seen)) / max(1, ink_of(pairs(stroke.points))))
        before = len(view.strokes) - 1

        def dry(share: float) -> None:
            self.picture.drawn = before + begun + (1 - begun) * share

        dry(0.0)
        seconds = min(script.seconds("stroke"), max(0.35, stroke.took / 1000))
        script.then((1 - begun) * seconds, dry)

    def _votes(self) -> None:
        """Count down three, two, one; then all votes show at once."""
        script, seconds = self._script, self._script.seconds("hands")

        def point() -> None:
            self.picture.votes = True

        script.sound(COUNT)
        script.effect(Count(self._places), COUNTED * seconds)
        script.beat()
        script.effect(Hands(self._places, self._view), (1 - COUNTED) * seconds)
        script.beat()
        script.call(point)

    def _pay(self, event: Event) -> None:
        """Let points rise from the rows of the seats that gain them, beside their totals."""

        def pay() -> None:
            self.picture.paid = True

        self._script.call(pay)
        self._say(event)
        for seat, gained in enumerate(self._view.history[-1].points):
            if gained:
                row = self._places.row(seat)
                rising = Words(f"+{gained}", (row.left + 75, row.centery), LANTERN)
                self._script.effect_beside(rising, self._script.seconds("told") / 2)

    def _reveal(self, event: Event) -> None:
        """Write the word, turn the odd brush around, and draw the picture again."""
        script, strokes = self._script, self._view.strokes

        def write(share: float) -> None:
            self.picture.word = share

        def turn() -> None:
            self.picture.told = True

        def draw(share: float) -> None:
            self.picture.drawn = share * len(strokes)

        whole = script.seconds("revealed")
        script.sound(GASP)
        script.move(whole / 4, write)
        script.call(turn)
        self._say(event, event.data["seat"])
        script.move(min(whole, sum(stroke.took for stroke in strokes) / 1000 / FASTER), draw)
        script.rest(whole / 4)
        script.beat()
