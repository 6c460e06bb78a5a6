"""The picture of the drawing game: the paper with everybody's strokes, the seats beside it, what one is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, ClassVar, Final

from game.cabinets.sketch.drawing.lists import load
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.presentation import BRUSH, COUNT, GASP, PRESENTATION
from game.cabinets.sketch.stage.asking import Asking
from game.cabinets.sketch.stage.effects import Gone, Hands, Note
from game.cabinets.sketch.stage.ink import draw_paper, ink_colour, marks
from game.cabinets.sketch.stage.note import draw_folded, draw_note, has_note, shows_card
from game.cabinets.sketch.stage.places import SIZE, Places
from game.cabinets.sketch.stage.saying import draw_banner, draw_guess, draw_waiting
from game.cabinets.sketch.stage.seats import SeatRows
from game.cabinets.sketch.stage.timeline import Timeline
from game.cabinets.sketch.state import NOBODY, Action, Draw, Enough, Stroke, View
from game.core.freehand.growing import Growing
from game.core.freehand.points import flat, ink_of, pairs
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, Command, InputEvent, KeyPressed, PointerMoved, PointerPressed
from game.engine.stage import (
    READABLE_FROM,
    CapturesPress,
    DecidesAlone,
    Drafting,
    FillsTable,
    Gesturing,
    HasPlaces,
    HasTools,
    ShowsMissing,
    Surroundings,
    TakesBack,
    Tool,
    Writes,
)
from game.kit.drawing.announcement import Announcement
from game.kit.freehand.ink import draw_wet, is_on
from game.kit.stage import PictureStage

FASTER: Final = 4
"""So many times as fast as the hands is the picture drawn again when the word is told."""


@lru_cache(maxsize=1)
def sample() -> tuple[Stroke, ...]:
    """What lies on the paper where it is bare and too small to read: a stall shows what is sold."""
    lines = polylines(load("animals")[0].words[0].program or "")
    return tuple(Stroke(number % 5, flat(line), 0) for number, line in enumerate(lines))


@dataclass
class Picture:
    """What is seen, and what of the view is held back while it is told."""

    view: View
    drawn: float = inf
    """How many strokes are drawn, the last of them in part."""
    votes: bool = True
    odd: bool = True
    word: float = 1.0
    """How much of a word that is told to all has been written."""


class SketchStage(
    PictureStage[View, Action, Picture],
    FillsTable,
    Writes,
    Drafting[Action],
    DecidesAlone[Action],
    TakesBack,
    CapturesPress,
    HasTools,
    Gesturing,
    HasPlaces,
    ShowsMissing,
):
    """Shows the paper, and lets a person draw, vote, write."""

    width: float = SIZE[0]
    height: float = SIZE[1]
    delays: ClassVar[Mapping[str, int]] = PRESENTATION.delays

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.places = Places(self.width, self.height, len(surroundings.looks))
        self.asking = Asking(surroundings, self.places)
        self._timeline = Timeline(surroundings)
        self._rows = SeatRows(surroundings)
        self._note_open = False
        self._sent: tuple[int, ...] = ()
        """The stroke that was sent from here: it has been seen."""
        self._growing = Growing(surroundings.options.longest)
        """The stroke that is being drawn elsewhere."""
        self._missing: Sequence[Seat] | None = None
        self._ready: int = -1
        """The round in which enough was said here."""

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.places = Places(width, height, len(self.surroundings.looks))
        self.asking.fit(self.places)

    @property
    def _people(self) -> int:
        return sum(look.person for look in self.surroundings.looks)

    @property
    def wants_text(self) -> bool:
        return self.asked is not None and self.asking.writes

    @property
    def composing(self) -> bool:
        return self.asking.composing

    @property
    def text_box(self) -> Box:
        return self.asking.text_box

    @property
    def takes_back(self) -> bool:
        return self.asked is not None and self.asking.takes_back

    def captures_press(self, x: float, y: float) -> bool:
        return bool(self.places.note.collidepoint(x, y)) and self._has_note

    @property
    def auto_decides(self) -> bool:
        return self._said_enough

    @property
    def _said_enough(self) -> bool:
        view = self.view
        return view is not None and view.phase == "talk" and self._ready == view.round

    def auto_action(self) -> Action | None:
        if self.asked is None or self.busy:
            return None
        return Enough() if self._said_enough else self._keep(self.asking.due())

    def draft(self) -> Action | None:
        return self._keep(self.asking.draft())

    def _keep(self, action: Action | None) -> Action | None:
        """Remember what is sent from here."""
        if isinstance(action, Draw):
            self._sent = action.points
        elif isinstance(action, Enough) and self.view is not None:
            self._ready = self.view.round
        return action

    def tools(self) -> Sequence[Tool]:
        return [Tool("scroll-text", "sketch.tool.note", "n", self._turn_note, lambda: self._note_open)]

    def _turn_note(self) -> None:
        self._note_open = not self._note_open

    @property
    def _has_note(self) -> bool:
        return self.view is not None and has_note(self.view, self.surroundings.viewer)

    def place(self, name: str) -> Box | None:
        return self.places.named(name)

    def still(self, view: View) -> Picture:
        return Picture(view)

    def reset(self, view: View) -> None:
        super().reset(view)
        self._note_open = False
        self._growing = Growing(self.surroundings.options.longest)

    def show(self, view: View, events: Sequence[Event]) -> None:
        super().show(view, events)
        self._growing = Growing(self.surroundings.options.longest)

    def gestures(self) -> Sequence[tuple[str, bytes]]:
        news = self.asking.news() if self.asked is not None else None
        return () if news is None else (("line", news),)

    def gestured(self, seat: Seat, kind: str, data: bytes) -> None:
        if self.view is not None and self.view.artist == seat and kind == "line":
            self._growing.take(data)

    def tell_missing(self, seats: Sequence[Seat]) -> None:
        self._missing = seats

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        super().choose(seat, None)
        self.choice = None
        if self.view is not None:
            self.asking.ask(self.view, seat)

    def take(self, event: InputEvent) -> Action | None:
        action = self._keep(self.asking.handle(event))
        if self.asking.refused:
            self.refuse(self.asking.refused)
            self.asking.refused = None
        return action

    def handle(self, event: InputEvent) -> Action | None:
        if isinstance(event, PointerPressed) and self._has_note and self.places.note.collidepoint(event.x, event.y):
            self._turn_note()
            return None
        if isinstance(event, PointerMoved):
            self.asking.pointer = (event.x, event.y)
        elif isinstance(event, Command | KeyPressed):
            self.asking.pointer = (AWAY, AWAY)
        if self.view is not None and self._timeline.handle(event, self.view, self.places):
            return None
        return super().handle(event)

    def suggest(self, action: Action) -> None:
        self.asking.suggest(action)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._timeline.update(seconds)
        if self.asked is not None and not self.busy:
            self.asking.update(seconds)

    def refuse(self, key: str) -> None:
        self._sent = ()
        self._ready = -1
        self.asking.pad = None
        super().refuse(key)

    @property
    def _aim(self) -> Any:
        return self.asking.aim

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        if self.asked is None or self.view is None:
            return None
        return self.asking.instruction(), {}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is None or not view.round:
            return None
        if view.phase == "stroke":
            laps = self.surroundings.options.laps
            return "sketch.stage.lap", {"round": view.round, "lap": view.lap + 1, "laps": laps}
        return "sketch.stage.round", {"round": view.round}

    def play(self, view: View, events: Sequence[Event]) -> None:
        kinds = {event.kind for event in events}
        told = Picture(view)
        if kinds & {"tallied", "nobody", "tied"}:
            told.votes = told.odd = False
        if "revealed" in kinds:
            told.odd, told.word = False, 0.0
        self.picture = told
        for event in events:
            self._play_event(view, told, event)

    def _play_event(self, view: View, told: Picture, event: Event) -> None:
        script = self.script
        match event.kind:
            case "drew":
                self._play_stroke(view, told)
            case "dealt" | "blank" if self._people == 1 and self._has_note:
                script.sound(Sound.PAGE)
                script.effect(Note(self.places, view), script.seconds("card"))
            case "posed" | "dealt_category":
                script.sound(Sound.NOTICE)
                self._tell(event)
            case "tallied" | "nobody" | "tied":
                self._play_votes(view, told)
                self._tell(event, *([event.data["seat"]] if "seat" in event.data else []))
            case "caught" | "guessed" | "judged" | "scored_odd" | "scored_artists":
                self._tell(event)
            case "revealed":
                self._play_reveal(view, told, event)

    def _tell(self, event: Event, *seats: Seat) -> None:
        text = self.surroundings.texts.line(f"sketch.event.{event.kind}", event.data)
        shown = Announcement(text, seats, self.places.paper.width, self.height)
        self.script.effect(shown, self.script.seconds("told"))

    def _play_stroke(self, view: View, told: Picture) -> None:
        stroke = view.strokes[-1]
        if stroke.points == self._sent:
            self._sent = ()
            return
        self.script.sound(BRUSH)
        seen = self._growing.points
        if self.script.reduced:
            return
        if len(stroke.points) == 2:
            if seen:
                self.script.effect(Gone(self.places, seen, stroke.seat), 0.6)
            return
        begun = min(1.0, ink_of(pairs(seen)) / max(1, ink_of(pairs(stroke.points))))
        before = len(view.strokes) - 1

        def dry(share: float) -> None:
            told.drawn = before + begun + (1 - begun) * share

        dry(0.0)
        seconds = min(self.script.seconds("stroke"), max(0.35, stroke.took / 1000))
        self.script.then((1 - begun) * seconds, dry)

    def _play_votes(self, view: View, told: Picture) -> None:
        """Everybody points at once."""
        self.script.effect(Hands(self.places, view), self.script.seconds("hands"))

        def point() -> None:
            told.votes = True

        self.script.sound(COUNT)
        self.script.call(point)

    def _play_reveal(self, view: View, told: Picture, event: Event) -> None:
        """The word writes itself, the odd brush turns around, and one sees what each stroke meant."""

        def write(share: float) -> None:
            told.word = share

        def turn() -> None:
            told.odd = True

        def draw(share: float) -> None:
            told.drawn = share * len(view.strokes)

        whole = self.script.seconds("revealed")
        self.script.sound(GASP)
        self.script.move(whole / 4, write)
        self.script.call(turn)
        self._tell(event, event.data["seat"])
        self.script.move(min(whole, sum(stroke.took for stroke in view.strokes) / 1000 / FASTER), draw)
        self.script.rest(whole / 4)

    def draw(self, canvas: Canvas) -> None:
        picture = self.picture
        if picture is None:
            return
        view, readable = picture.view, canvas.scale >= READABLE_FROM
        places = self.places if readable else Places(2 * self.height, self.height + 52, self.places.seats)
        if not readable:
            left = (self.width - places.paper.width) / 2
            x, y = canvas.origin
            origin = x + left * canvas.scale, y - places.paper.top * canvas.scale
            canvas = Canvas(canvas.surface, canvas.scale, origin)
        strokes = view.strokes or (() if readable else sample())
        lit = NOBODY if view.phase == "stroke" and self.asked is not None else self._pointed(view)
        drawn = min(picture.drawn, self._timeline.drawn(view), len(strokes))
        looks, whole = self.surroundings.looks, int(drawn)
        draw_paper(canvas, places, marks(strokes[:whole], looks, lit))
        if drawn > whole:
            draw_wet(canvas, places, strokes[whole].points, ink_colour(looks[strokes[whole].seat]), drawn - whole)
        if not readable:
            return
        given = self.surroundings
        draw_banner(canvas, given, places, view, picture.word)
        if self._growing.points and not self.busy:
            draw_wet(canvas, places, self._growing.points, looks[view.artist].colour, tip=True)
        odd = view.odd if picture.odd and (view.revealed or view.suspect == view.odd) else None
        self._rows.draw(canvas, places, view, votes=picture.votes, odd=odd, dim=lit, nods=self._nods(view))
        if self.asked is None or self.busy:
            draw_waiting(canvas, given, places, view)
        draw_guess(canvas, given, places, view)
        if self._timeline.shows(view) and not self.busy:
            self._timeline.draw(canvas, view, places)
        if self.asked is not None and not self.busy:
            self.asking.draw(canvas)
        self._draw_note(canvas, view)

    def _nods(self, view: View) -> Sequence[Seat]:
        """Who has answered what many are asked at once."""
        if self._missing is None or view.phase not in ("talk", "vote", "runoff", "judge"):
            return ()
        silent = (*self._missing, view.master, *([view.odd] if view.phase == "judge" else []))
        return [seat for seat in range(self.places.seats) if seat not in silent]

    def _pointed(self, view: View) -> Seat:
        """The seat whose name, or one of whose strokes, is pointed at."""
        x, y = self.asking.pointer
        if not self.places.paper.collidepoint(x, y):
            return self.asking.pointed
        place = self.places.on_canvas(x, y)
        return next((stroke.seat for stroke in reversed(view.strokes) if is_on(place, stroke.points)), NOBODY)

    def _draw_note(self, canvas: Canvas, view: View) -> None:
        viewer = self.surroundings.viewer
        if not has_note(view, viewer):
            return
        if shows_card(view, viewer, self._people, self.asked):
            draw_note(canvas, self.surroundings, self.places.card, view, viewer)
        elif self._note_open or self.places.note.collidepoint(self.asking.pointer):
            draw_note(canvas, self.surroundings, self.places.open_note, view, viewer)
        else:
            draw_folded(canvas, self.surroundings, self.places)

    def reason_place(self) -> tuple[float, float]:
        return self.asking.pointer if not self.by_keys else self.places.paper.center
