"""What a person is asked beside the paper: words to pose, a stroke, a vote, a guess, a yes or no."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Final

from game.cabinets.sketch.book import book, plain
from game.cabinets.sketch.drawing.lists import tidy
from game.cabinets.sketch.rules import SILENCE
from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.pad import Pad
from game.cabinets.sketch.stage.places import Places, spot
from game.cabinets.sketch.stage.seats import draw_outline
from game.cabinets.sketch.stage.writing import Writing
from game.cabinets.sketch.state import (
    NOBODY,
    Action,
    Draw,
    Enough,
    First,
    Guess,
    Judge,
    Pose,
    View,
    Vote,
)
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    InputEvent,
    PointerMoved,
    PointerPressed,
)
from game.engine.ornament import SHEET
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.tween import Point
from game.kit.buttons import button_box, draw_button
from game.kit.choosing import Chooser
from game.kit.drawing.panel import draw_sheet
from game.kit.layout import Layout
from game.kit.marks import frame

_OWN: Final = Enough()
"""Stands for the button with which the master begins to write."""
_SIGNS: Final = {
    "ready": "check",
    "lock": "lock",
    "yes": "check",
    "no": "x",
    "own": "pencil",
}


class _Offers(Layout[str]):
    """The dealt words; an arrow leads to the first of them at first, never to the button below."""

    def towards(self, start: str | None, command: CommandName, among: Collection[str]) -> str | None:
        return next(iter(among), None) if start is None else super().towards(start, command, among)


class Asking:
    """Takes the inputs of the person who is asked, and draws what belongs to it."""

    def __init__(self, surroundings: Surroundings, places: Places) -> None:
        self._given = surroundings
        self.pointer: Point = (AWAY, AWAY)
        self.refused: str | None = None
        """Why what was just tried is not taken, as a text key."""
        self.hand: Hand | None = None
        self.choice: Chooser[str, Action] | None = None
        self._view: View | None = None
        self._seat: Seat | None = None
        self._turn: tuple[int, int, Seat | None] = (0, 0, None)
        self.writing: Writing | None = None
        """What the master, or who guesses, writes."""
        self.pad: Pad | None = None
        """Where the master draws the word for computers."""
        self.fit(places)

    def fit(self, places: Places) -> None:
        """Lay it out for another size."""
        self.places = places
        for hand in (self.hand, self.pad.hand if self.pad else None):
            if hand is not None:
                hand.places = places
        if self.writing is not None:
            self.writing.fit(places)
        if self._view is not None and self._seat is not None:
            self.choice = self._chooser(self._view, self._seat)

    def _button(self, name: str, number: int = 0, count: int = 1) -> Box:
        """One of several buttons below the seats."""
        room = self.places.buttons
        x = room.left + room.width * (2 * number + 1) / (2 * count)
        return button_box(self._given.typeface, self._given.texts.line(f"sketch.button.{name}"), x, room.bottom - 10)

    @property
    def _own(self) -> Box:
        """The button below what is dealt to the master."""
        paper = self.places.paper
        text = self._given.texts.line("sketch.button.own")
        return button_box(self._given.typeface, text, paper.centerx, paper.bottom - 40)

    @property
    def _phase(self) -> str:
        return "" if self._view is None or self._seat is None else self._view.phase

    @property
    def writes(self) -> bool:
        """Whether text is written now."""
        return bool(self._phase) and self.writing is not None and self.pad is None

    @property
    def composing(self) -> bool:
        return self.writing is not None and self.writing.line.composing

    @property
    def text_box(self) -> Box:
        assert self.writing is not None
        return self.writing.line.text_box

    @property
    def takes_back(self) -> bool:
        """Whether BACK begins a stroke again, or leads from writing to the dealt words."""
        if self.hand is not None and self._phase == "stroke":
            return self.hand.pen.stands or self.hand.pen.down
        if self.pad is not None:
            return bool(self.pad.strokes)
        return self._phase == "pose" and self.writing is not None and self._offers

    @property
    def _offers(self) -> bool:
        return bool(self._view and self._view.offered) and self._given.options.words == "offer"

    @property
    def aim(self) -> Hashable:
        """What a refusal is about."""
        choice = self.choice
        return (choice.chosen, choice.focus) if choice else self._seat

    @property
    def pointed(self) -> Seat:
        """The seat whose name is pointed at."""
        places = self.places
        return next((seat for seat in range(places.seats) if places.row(seat).collidepoint(self.pointer)), NOBODY)

    def ask(self, view: View, seat: Seat | None) -> None:
        """Somebody is to choose; None: nobody is."""
        self._view, self._seat = view, seat
        if view.phase not in ("pose", "guess"):
            self.writing = self.pad = None
        self.choice = None if seat is None else self._chooser(view, seat)
        if seat is None:
            return
        turn = (view.round, len(view.strokes), seat)
        if view.phase == "stroke" and (self.hand is None or self._turn != turn):
            self.hand, self._turn = Hand(self._given, self.places, seat), turn
        if view.phase in ("pose", "guess") and self._turn != turn:
            self._turn, self.pad = turn, None
            offers = view.phase == "pose" and self._offers
            self.writing = None if offers else Writing(self._given, self.places, view.phase)

    def _chooser(self, view: View, seat: Seat) -> Chooser[str, Action] | None:
        """The choice of a phase whose actions can be pointed at."""
        places, seats = self.places, range(self.places.seats)
        rows = {f"seat{number}": spot(places.row(number)) for number in seats}
        paths: dict[tuple[str, ...], Action]
        match view.phase:
            case "first":
                paths = {(f"seat{number}",): First(number) for number in seats if number != view.master}
                return Chooser(Layout(rows), paths, lambda path: "sketch.refuse.first")
            case "vote" | "runoff":
                named = view.tied if view.phase == "runoff" else [n for n in seats if n != view.master]
                paths = {(f"seat{number}", "lock"): Vote(number) for number in named if number != seat}
                layout = Layout({**rows, "lock": spot(self._button("lock"))})
                return Chooser(layout, paths, lambda path: self._no_vote(view, seat, path[0]))
            case "talk":
                return Chooser(Layout({"ready": spot(self._button("ready"))}), {("ready",): Enough()})
            case "judge":
                boxes = {name: spot(self._button(name, number, 2)) for number, name in enumerate(("yes", "no"))}
                return Chooser(Layout(boxes), {("yes",): Judge(True), ("no",): Judge(False)})
            case "pose" if self._offers:
                offers = view.offered
                boxes = {f"offer{number}": spot(places.offer(number)) for number in range(len(offers))}
                paths = {(f"offer{n}",): Pose(each.category, each.word) for n, each in enumerate(offers)}
                return Chooser(_Offers({**boxes, "own": spot(self._own)}), {**paths, ("own",): _OWN})
        return None

    def _no_vote(self, view: View, seat: Seat, row: str) -> str | None:
        """Why a seat cannot be voted for."""
        if row == f"seat{seat}":
            return "sketch.refuse.oneself"
        if row == f"seat{view.master}":
            return "sketch.refuse.master"
        return "sketch.refuse.vote" if row.startswith("seat") and view.phase == "runoff" else None

    def instruction(self) -> str:
        """What the person is to do, as a text key."""
        if self._phase == "stroke" and self.hand is not None and self.hand.pen.stands:
            return "sketch.ask.stands"
        return f"sketch.ask.{'model' if self.pad else self._phase or 'stroke'}"

    def suggest(self, action: Action) -> None:
        """Somebody advises an action."""
        if isinstance(action, Guess) and action.text != SILENCE and self.writing is not None:
            self.writing.line.write(action.text)
        elif isinstance(action, Draw) and self.hand is not None:
            self.hand.pen.offer(action.points)
        elif self.choice is not None:
            self.choice.advise(action)

    def handle(self, event: InputEvent) -> Action | None:
        """Take an input; the action it chose, if it did."""
        if isinstance(event, PointerMoved | PointerPressed):
            self.pointer = (event.x, event.y)
        match self._phase:
            case "stroke" if self.hand is not None:
                drawn = self.hand.handle(event)
                self.refused, self.hand.refused = self.hand.refused, None
                return drawn
            case "guess":
                sent = self.writing.handle(event) if self.writing else None
                return Guess(*sent) if sent else None
            case "pose" if self.pad is not None:
                return self.pad.handle(event)
            case "pose" if self.writing is not None:
                return self._write(self.writing, event)
        return self._choose(event)

    def _choose(self, event: InputEvent) -> Action | None:
        choice = self.choice
        if choice is None:
            return None
        action = choice.handle(event)
        if choice.refused:
            self.refused, choice.refused = choice.refused, None
        if choice.by_keys and choice.chosen and choice.focus == choice.chosen[-1]:
            choice.focus = "lock"
        if action is _OWN:
            self.writing = Writing(self._given, self.places, "pose")
            return None
        return action

    def _write(self, writing: Writing, event: InputEvent) -> Action | None:
        if isinstance(event, Command) and event.name == CommandName.BACK and not event.repeated and self._offers:
            self.writing = None
            return None
        sent = writing.handle(event)
        return self._posed(*sent) if sent else None

    def _posed(self, category: str, word: str) -> Pose | None:
        """The word that was written; where computers do not know how to draw it, the master is to show them."""
        posed, view, seat = Pose(category, word), self._view, self._seat
        assert view is not None and seat is not None
        entry = book(self._given.options).entry(category, word)
        known = entry is not None and entry.program is not None
        used = plain(word) in {plain(category), *(plain(each.word) for each in view.history)}
        if known or used or not tidy(word) or all(look.person for look in self._given.looks):
            return posed
        self.pad = Pad(self._given, self.places, seat, posed)
        return None

    def draft(self) -> Action | None:
        """What has been prepared."""
        if self._phase == "stroke" and self.hand is not None:
            return self.hand.draft
        if self._phase == "pose" and self.pad is not None:
            return self.pad.made
        if self._phase == "guess" and self.writing is not None and all(self.writing.texts):
            return Guess(*self.writing.texts)
        if self._phase in ("vote", "runoff") and self.choice is not None and self.choice.chosen:
            return self.choice.paths.get((*self.choice.chosen, "lock"))
        return None

    def news(self) -> bytes | None:
        """How a stroke has grown, to be told to others."""
        return self.hand.pen.news() if self.hand is not None and self._phase == "stroke" else None

    def due(self) -> Action | None:
        """A stroke that has stood long enough."""
        return self.hand.due if self.hand is not None and self._phase == "stroke" else None

    def update(self, seconds: float) -> None:
        """Let time pass for who is asked."""
        if self.writes and self.writing is not None:
            self.writing.line.update(seconds)
        elif self.pad is not None:
            self.pad.hand.update(seconds)
        elif self.hand is not None and self._phase == "stroke":
            self.hand.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """What the person is asked, over paper and seats."""
        match self._phase:
            case "stroke" if self.hand is not None:
                self.hand.draw(canvas, self.pointer)
            case "pose" if self.pad is not None:
                self.pad.draw(canvas, self.pointer)
            case "pose" | "guess" if self.writing is not None:
                self.writing.draw(canvas, self.pointer)
            case "pose":
                self._draw_offers(canvas)
            case _:
                self._draw_choice(canvas)

    def _draw_offers(self, canvas: Canvas) -> None:
        """The dealt words, each with its category."""
        view, choice, typeface = self._view, self.choice, self._given.typeface
        assert view is not None and choice is not None
        for number, offered in enumerate(view.offered):
            box = self.places.offer(number)
            draw_sheet(canvas, box, 10, SHEET)
            muted, ink = theme.TEXT_ON_PAPER_MUTED, theme.TEXT_ON_PAPER
            head = fitted(typeface, offered.category, box.width - 24, theme.CAPTION)
            y = box.top + 12 + typeface.leading(theme.CAPTION) / 2
            typeface.line(canvas, head, box.centerx, y, theme.CAPTION, Weight.SEMIBOLD, muted, "middle")
            word = fitted(typeface, offered.word, box.width - 24, theme.HEADING)
            y = box.bottom - 14 - typeface.leading(theme.HEADING) / 2
            typeface.line(canvas, word, box.centerx, y, theme.HEADING, Weight.BOLD, ink, "middle")
            if choice.focus == f"offer{number}":
                frame(canvas, spot(box), glow=0.0)
        self._draw_button(canvas, "own", self._own, lit=choice.focus == "own")

    def _draw_choice(self, canvas: Canvas) -> None:
        """Rows that may be chosen, and the buttons of the phase."""
        choice = self.choice
        if choice is None:
            return
        starts = {path[0] for path in choice.paths}
        for key in starts | {choice.focus} - {None}:
            if key is not None and key.startswith("seat"):
                strong = key in choice.chosen or key == choice.focus
                draw_outline(canvas, self.places.row(int(key[4:])), strong=strong)
        match self._phase:
            case "vote" | "runoff":
                self._draw_button(canvas, "lock", self._button("lock"), lit=bool(choice.chosen))
            case "talk":
                self._draw_button(canvas, "ready", self._button("ready"), lit=True)
            case "judge":
                self._draw_button(canvas, "yes", self._button("yes", 0, 2), lit=choice.focus == "yes")
                self._draw_button(canvas, "no", self._button("no", 1, 2), lit=choice.focus == "no")

    def _draw_button(self, canvas: Canvas, name: str, box: Box, *, lit: bool) -> None:
        text = self._given.texts.line(f"sketch.button.{name}")
        draw_button(canvas, self._given.typeface, _SIGNS[name], text, box, self.pointer, lit=lit)
