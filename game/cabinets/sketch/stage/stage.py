"""The stage of Odd Brush: the paper with everybody's strokes, the seats beside it, and what the person is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from game.cabinets.sketch.book import book, plain
from game.cabinets.sketch.drawing.lists import load, tidy
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.freehand.growing import Growing
from game.cabinets.sketch.freehand.points import flat
from game.cabinets.sketch.presentation import PRESENTATION
from game.cabinets.sketch.stage.album import Album
from game.cabinets.sketch.stage.answers import OWN, Answers
from game.cabinets.sketch.stage.effects import Note
from game.cabinets.sketch.stage.freehand.ink import WetLine, draw_wet, is_on
from game.cabinets.sketch.stage.freehand.paper import draw_paper, ink_colour, marks
from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.note import draw_folded, draw_note, has_note, is_dealt
from game.cabinets.sketch.stage.pad import Pad
from game.cabinets.sketch.stage.places import SIZE, Places
from game.cabinets.sketch.stage.saying import draw_banner, draw_guess, draw_waiting
from game.cabinets.sketch.stage.seats import SeatRows
from game.cabinets.sketch.stage.task import Task
from game.cabinets.sketch.stage.telling import Picture, Telling
from game.cabinets.sketch.stage.timeline import Timeline
from game.cabinets.sketch.stage.writing import Writing
from game.cabinets.sketch.state import NOBODY, Action, Draw, Enough, Guess, Pose, Stroke, View
from game.core.rules import Event, Seat
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, Command, InputEvent, PointerPressed
from game.engine.stage import (
    READABLE_FROM,
    Drafting,
    FillsTable,
    FollowsOn,
    HasLine,
    Stage,
    Surroundings,
    TakesBack,
    Tool,
    WrittenLine,
)
from game.engine.stillness import MOVES
from game.engine.tween import Point
from game.kit.stage import PictureStage


@lru_cache(maxsize=1)
def sample() -> tuple[Stroke, ...]:
    """Return strokes for an empty paper that is shown small, so that a stall's screen shows a drawing."""
    lines = polylines(load("animals")[0].words[0].program or "")
    return tuple(Stroke(number % 5, flat(line), 0) for number, line in enumerate(lines))


class SketchStage(
    PictureStage[View, Action, Picture],
    FillsTable,
    FollowsOn,
    Drafting[Action],
    HasLine,
    TakesBack,
):
    """Stage of Odd Brush: shows the paper, and lets a person draw, vote and write."""

    width: float = SIZE[0]
    height: float = SIZE[1]
    upright = True
    delays: ClassVar[Mapping[str, int]] = PRESENTATION.delays

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.places = Places(self.width, self.height, len(surroundings.looks))
        self.task: Task | None = None
        """The task of the person who is asked; None where they only point at an answer."""
        self._turn: tuple[object, ...] = ()
        """The turn to which `task` belongs: a person who is asked again in it keeps the task."""
        self.timeline = Timeline(surroundings)
        self._rows = SeatRows(surroundings)
        self._note_open = False
        self._wants_look = False
        self._rested: Point | None = self.pointer
        """Position of a pointer that has not moved since the phase began, as over a new stroke: it means nothing."""
        self._sent: tuple[int, ...] = ()
        """The last stroke sent from this screen, which need not be animated again."""
        self._wet, self.growing = WetLine(), Growing(surroundings.options.longest)
        """The stroke that is being drawn at another screen, and what draws it."""
        self.missing: Sequence[Seat] | None = None
        """The seats whose answers are missing; None while unknown."""
        self.album = Album()
        self._ready: int = -1
        """The round in which this screen said that enough was talked; -1 for none."""

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.places = Places(width, height, len(self.surroundings.looks))
        if self.task is not None:
            self.task.fit(self.places)
        if self.asked is not None:
            self.choose(self.asked, None)

    @property
    def _people(self) -> int:
        return sum(look.person for look in self.surroundings.looks)

    @property
    def writing(self) -> Writing | None:
        """The writing task while a person writes; None otherwise."""
        return self.task if self.asked is not None and isinstance(self.task, Writing) else None

    @property
    def wants_text(self) -> bool:
        return self.writing is not None

    @property
    def composing(self) -> bool:
        return self.writing is not None and self.writing.line.composing

    @property
    def text_box(self) -> Box:
        assert self.writing is not None
        return self.writing.line.text_box

    @property
    def written(self) -> WrittenLine | None:
        return self.writing.line.written if self.writing is not None else None

    @property
    def takes_back(self) -> bool:
        return self.asked is not None and self.task is not None and self.task.takes_back

    def captures_press(self, x: float, y: float) -> bool:
        return bool(self.places.note.collidepoint(x, y)) and (self._has_note or self._shares_note)

    @property
    def decides_alone(self) -> bool:
        return self._said_enough

    @property
    def _said_enough(self) -> bool:
        view = self.view
        return view is not None and view.phase == "talk" and self._ready == view.round

    def alone(self) -> Action | None:
        if self._said_enough:
            return Enough()
        return self._keep(self.task.due) if isinstance(self.task, Hand) else None

    def draft(self) -> Action | None:
        if self.task is not None:
            return self._keep(self.task.draft)
        return self.choice.draft if isinstance(self.choice, Answers) else None

    def _keep(self, action: Action | None) -> Action | None:
        """Remember an action that is sent from this screen, and return it."""
        if isinstance(action, Draw):
            self._sent = action.points
        elif isinstance(action, Enough) and self.view is not None:
            self._ready = self.view.round
        return action

    def tools(self) -> Sequence[Tool]:
        note = "eye" if self.places.upright else "scroll-text"  # an upright table has a tool for the log beside it
        return [
            Tool(note, "sketch.tool.note", "n", self._press_note, lambda: self._note_open),
            Tool("palette", "sketch.tool.album", "b", self.press_album, lambda: self.album.open),
        ]

    def press_album(self) -> None:
        """Open or close the album of the rounds so far."""
        if self.album.pages:
            self.album.open = not self.album.open
        else:
            super().refuse("sketch.refuse.no_album")

    def follow_on(self, before: Stage[Any, Any]) -> None:
        if isinstance(before, SketchStage):
            self.album = before.album

    def _press_note(self) -> None:
        """Open or close the note. On a shared screen, ask for the curtain first, so that only one person sees it."""
        if self._shares_note:
            self._wants_look = True
        elif self._has_note:
            self._note_open = not self._note_open
        else:
            super().refuse("sketch.refuse.no_note")

    def take_look(self) -> bool:
        wanted, self._wants_look = self._wants_look, False
        return wanted

    @property
    def _has_note(self) -> bool:
        return self.view is not None and has_note(self.view, self.surroundings.viewer)

    @property
    def _shares_note(self) -> bool:
        """Whether the person who is asked has a note that other people at this screen must not see."""
        shared = self._people > 1 and self.surroundings.viewer < 0
        return shared and self.asked is not None and self.view is not None and is_dealt(self.view)

    def place(self, name: str) -> Box | None:
        return self.places.named(name)

    def still(self, view: View) -> Picture:
        return Picture(view)

    def reset(self, view: View) -> None:
        super().reset(view)
        self._note_open = False
        self.growing = Growing(self.surroundings.options.longest)

    def show(self, view: View, events: Sequence[Event]) -> None:
        before = self.view
        super().show(view, events)
        self.album.take(view)
        own = self.surroundings.viewer
        turned = before is not None and view.artist != before.artist and own in (view.artist, before.artist)
        fresh = any(event.kind in ("dealt", "blank") for event in events)
        self._note_open = self._note_open and not (fresh or turned)
        if before is None or view.phase != before.phase:
            self._rested = self.pointer
            self.timeline.begin()
        self.growing = Growing(self.surroundings.options.longest)

    def gestures(self) -> Sequence[tuple[str, bytes]]:
        news = self.task.pen.news() if self.asked is not None and isinstance(self.task, Hand) else None
        return () if news is None else (("line", news),)

    def gestured(self, seat: Seat, kind: str, data: bytes) -> None:
        if self.view is not None and self.view.artist == seat and kind == "line":
            self.growing.take(data)

    def tell_missing(self, seats: Sequence[Seat]) -> None:
        self.missing = seats

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        if seat is not None and self.view is not None:
            turn = (self.view.phase, self.view.round, len(self.view.strokes), seat)
            if turn != self._turn:
                self._turn, self.task = turn, self._task(self.view, seat)
        super().choose(seat, legal)

    def _task(self, view: View, seat: Seat) -> Task | None:
        """Return the task of a phase that needs more than pointing at an answer; None for the others."""
        given, places = self.surroundings, self.places
        if view.phase == "stroke":
            return Hand(given, places, seat)
        if view.phase == "guess":
            return Writing(given, places, "guess", Guess, leaves=False)
        if view.phase == "pose" and (not view.offered or given.options.words != "offer"):
            return Writing(given, places, "write", self._posed, leaves=False)
        return None

    def offer(self, view: View, seat: Seat, legal: Sequence[Action] | None) -> Answers | None:
        return None if self.task is not None else Answers(self.surroundings, self.places, view, seat)

    def take(self, event: InputEvent) -> Action | None:
        task = self.task
        if task is None:
            return self._answered(super().take(event))
        if isinstance(task, Writing) and task.goes_back(event):
            self.task = None
            self.choose(self.asked, None)
            return None
        action = self._keep(task.handle(event))
        if task.refused:
            self.refuse(task.refused)
            task.refused = None
        return action

    def _answered(self, action: Action | None) -> Action | None:
        """Return the action that was pointed at; the button with which writing begins is none."""
        choice = self.choice
        if choice is not None and choice.by_keys and choice.chosen and choice.focus == choice.chosen[-1]:
            choice.focus = "lock"
        if action is not OWN:
            return self._keep(action)
        self.task = Writing(self.surroundings, self.places, "write", self._posed, leaves=True)
        return None

    def _posed(self, category: str, word: str) -> Pose | None:
        """Return the written word as an action; None where the master must first show computers how to draw it."""
        posed, view, seat, given = Pose(category, word), self.view, self.asked, self.surroundings
        assert view is not None and seat is not None
        entry = book(given.options).entry(category, word)
        known = entry is not None and entry.program is not None
        used = plain(word) in {plain(category), *(plain(each.word) for each in view.history)}
        if known or used or not tidy(word) or self._people == len(given.looks):
            return posed
        self.task = Pad(given, self.places, seat, posed, self.writing)
        return None

    def handle(self, event: InputEvent) -> None:
        if self.album.open and isinstance(event, PointerPressed | Command):
            self.album.open = False
            return
        if isinstance(event, PointerPressed) and self.captures_press(event.x, event.y):
            self._press_note()
            return
        if self.view is not None and self.timeline.handle(event, self.view, self.places):
            self.by_keys = True
            return
        if isinstance(event, PointerPressed) and self._waits and self.places.paper.collidepoint(event.x, event.y):
            super().refuse("sketch.refuse.turn")
        super().handle(event)

    @property
    def _waits(self) -> bool:
        """Whether this screen's person watches somebody else draw."""
        view, given = self.view, self.surroundings
        drawn = view is not None and view.phase == "stroke" and self.asked is None and not self.busy
        return drawn and given.viewer > NOBODY and given.looks[given.viewer].person

    def suggest(self, action: Action) -> None:
        if self.task is not None:
            self.task.suggest(action)
        else:
            super().suggest(action)

    @property
    def still_for(self) -> float:
        return MOVES  # strokes grow, by hand and in the timeline

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.timeline.update(seconds)
        if self.pointer != self._rested:
            self._rested = None
        if self.asked is not None and self.task is not None and not self.busy:
            self.task.update(seconds)

    def refuse(self, key: str) -> None:
        self._sent = ()
        self._ready = -1
        if isinstance(self.task, Pad):
            self.task = self.task.before
        super().refuse(key)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        if self.asked is None or self.view is None:
            return None
        return f"sketch.ask.{self.task.asks if self.task is not None else self.view.phase}", {}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is None or not view.round:
            return None
        if view.phase == "stroke":
            laps = self.surroundings.options.laps
            return "sketch.stage.lap", {"round": view.round, "lap": view.lap + 1, "laps": laps}
        return "sketch.stage.round", {"round": view.round}

    def play(self, view: View, events: Sequence[Event]) -> None:
        telling = Telling(self.surroundings, self.script, self.places, view)
        self.picture = telling.picture
        drawn_here = bool(view.strokes) and view.strokes[-1].points == self._sent
        telling.tell(events, None if drawn_here else self.growing.points)
        if drawn_here:
            self._sent = ()

    def draw(self, canvas: Canvas) -> None:
        picture = self.picture
        if picture is None:
            return
        view, readable = picture.view, canvas.scale >= READABLE_FROM
        places = self.places if readable else Places(2 * self.height, self.height + 52, self.places.seats)
        if not readable:
            left = (self.width - places.paper.width) / 2
            (x, y), scale = canvas.origin, canvas.scale
            canvas = Canvas(canvas.surface, scale, (x + left * scale, y - places.paper.top * scale))
        strokes = view.strokes or (() if readable else sample())
        lit = NOBODY if view.phase == "stroke" and self.asked is not None else self.pointed(view)
        drawn = min(picture.drawn, self.timeline.drawn(view), len(strokes))
        looks, whole = self.surroundings.looks, int(drawn)
        draw_paper(canvas, places, marks(strokes[:whole], looks, lit))
        if drawn > whole:
            draw_wet(canvas, places, strokes[whole].points, ink_colour(looks[strokes[whole].seat]), drawn - whole)
        if not readable:
            return
        given = self.surroundings
        draw_banner(canvas, given, places, view, picture.word)
        if self.growing.line.settled and not self.busy:
            self._wet.draw(canvas, places, self.growing.line, looks[view.artist].colour, tip=True)
        self._rows.draw(canvas, self._row_places, picture, dim=lit, nods=self.nods(view))
        if self.asked is None or self.busy:
            draw_waiting(canvas, given, places, view)
        draw_guess(canvas, given, places, view)
        if self.timeline.shows(view) and not self.busy:
            self.timeline.draw(canvas, view, places)
        if self.asked is not None and not self.busy:
            asks = self.task if self.task is not None else self.choice
            if isinstance(asks, Task | Answers):
                asks.draw(canvas, self._aimed)
        self._draw_note(canvas, view)
        if self.album.open:
            self.album.draw(canvas, given, places.paper)

    def nods(self, view: View) -> Sequence[Seat]:
        """List the seats that have answered a question put to several seats at once."""
        if self.missing is None or view.phase not in ("talk", "vote", "runoff", "judge"):
            return ()
        silent = (*self.missing, view.master, *([view.odd] if view.phase == "judge" else []))
        return [seat for seat in range(self.places.seats) if seat not in silent]

    @property
    def _aimed(self) -> tuple[float, float]:
        """Where the pointer is; outside the stage while keys are used."""
        return (AWAY, AWAY) if self.by_keys else self.pointer

    @property
    def _row_places(self) -> Places:
        """The layout with the rows as they are now: moved up while the on-screen keyboard is shown."""
        return replace(self.places, keyed=self.writing is not None and self.writing.keys.shown)

    def pointed(self, view: View) -> Seat:
        """Return the seat whose name or stroke is pointed at, or that keys lead to; NOBODY for none."""
        if self.by_keys and isinstance(self.choice, Answers) and view.phase in ("vote", "runoff"):
            return self.choice.seat
        x, y = self._aimed
        if (x, y) == self._rested:
            return NOBODY
        if not self.places.paper.collidepoint(x, y):
            rows = self._row_places
            return next((seat for seat in range(rows.seats) if rows.row(seat).collidepoint(x, y)), NOBODY)
        if view.phase == "stroke":
            return NOBODY  # the person's own stroke has just ended here
        place = self.places.on_canvas(x, y)
        return next((stroke.seat for stroke in reversed(view.strokes) if is_on(place, stroke.points)), NOBODY)

    def _draw_note(self, canvas: Canvas, view: View) -> None:
        viewer = self.surroundings.viewer
        if self._shares_note and not self.busy:
            draw_folded(canvas, self.surroundings, self.places)
        if not has_note(view, viewer) or any(isinstance(effect, Note) for effect, _ in self.script.effects):
            return
        if self._people > 1 and self.asked is None:  # behind the curtain
            draw_note(canvas, self.surroundings, self.places.card, view, viewer)
        elif self._note_open or (self.places.note.collidepoint(self._aimed) and not self.surroundings.hand.finger):
            draw_note(canvas, self.surroundings, self.places.open_note, view, viewer)
        else:
            draw_folded(canvas, self.surroundings, self.places)
