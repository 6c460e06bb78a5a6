"""The phases in which a person answers by pointing: at a dealt word, a seat, or a button."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.saying import fitting
from game.cabinets.sketch.stage.seats import draw_outline
from game.cabinets.sketch.stage.task import button, side_button
from game.cabinets.sketch.state import NOBODY, Action, Enough, First, Judge, Pose, View, Vote
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.input import CommandName
from game.engine.ornament import SHEET
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.kit.choosing import Chooser
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Layout, boxed

OWN: Final = Enough()
"""Stands for the press of the button with which the master begins to write a word."""
_BUTTONS: Final[dict[str, dict[str, float]]] = {
    "talk": {"ready": 0.5},
    "vote": {"lock": 0.5},
    "runoff": {"lock": 0.5},
    "judge": {"yes": 0.25, "no": 0.75},
}
"""The buttons of each phase below the seats, each at a share of the seats' width."""


class _Offers(Layout[str]):
    """Layout of the dealt words: the first arrow press goes to the first word, never to the button below."""

    def towards(self, start: str | None, command: CommandName, among: Collection[str]) -> str | None:
        return next(iter(among), None) if start is None else super().towards(start, command, among)


class Answers(Chooser[str, Action]):
    """Chooser among the answers of a phase; draws what may be pointed at."""

    def __init__(self, given: Surroundings, places: Places, view: View, seat: Seat) -> None:
        self._given = given
        self._places = places
        self._view = view
        self._seat = seat
        seats = range(places.seats)
        shares = _BUTTONS.get(view.phase, {})
        self._buttons = {name: side_button(given, places, name, share) for name, share in shares.items()}
        boxes = {name: each.box for name, each in self._buttons.items()}
        paths: dict[tuple[str, ...], Action] = {}
        layout: type[Layout[str]] = Layout
        if view.phase in ("first", "vote", "runoff"):
            boxes |= {f"seat{number}": places.row(number) for number in seats}
        match view.phase:
            case "first":
                paths = {(f"seat{number}",): First(number) for number in seats if number != view.master}
            case "vote" | "runoff":
                named = view.tied if view.phase == "runoff" else [n for n in seats if n != view.master]
                paths = {(f"seat{number}", "lock"): Vote(number) for number in named if number != seat}
            case "talk":
                paths = {("ready",): Enough()}
            case "judge":
                paths = {("yes",): Judge(True), ("no",): Judge(False)}
            case "pose":
                layout = _Offers
                boxes = {f"offer{number}": places.offer(number) for number in range(len(view.offered))}
                paths = {(f"offer{n}",): Pose(each.category, each.word) for n, each in enumerate(view.offered)}
                below = places.below_offers
                self._buttons["own"] = button(given, "own", places.paper.centerx, below.bottom)
                boxes["own"], paths[("own",)] = self._buttons["own"].box, OWN
        super().__init__(layout({key: boxed(box) for key, box in boxes.items()}), paths, self._why)

    def _why(self, path: tuple[str, ...]) -> str | None:
        """Return the text key that says why a seat cannot be named; None where there is no reason."""
        if self._view.phase == "first":
            return "sketch.refuse.first"
        if path[0] == f"seat{self._seat}":
            return "sketch.refuse.oneself"
        if path[0] == f"seat{self._view.master}":
            return "sketch.refuse.master"
        return "sketch.refuse.vote" if self._view.phase == "runoff" and path[0].startswith("seat") else None

    @property
    def seat(self) -> Seat:
        """The seat that keys lead to, or that was just chosen."""
        named = next((key for key in (self.focus, *self.chosen) if key and key.startswith("seat")), None)
        return NOBODY if named is None else int(named[4:])

    @property
    def draft(self) -> Action | None:
        """The vote that is chosen but not yet sealed; None without one."""
        return self.paths.get((*self.chosen, "lock")) if self.chosen else None

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        """Draw outlines of seats that may be chosen, the dealt words, and the buttons of the phase."""
        for key in {path[0] for path in self.paths} | {self.focus} - {None}:
            if key is not None and key.startswith("seat"):
                strong = key in self.chosen or key == self.focus
                draw_outline(canvas, self._places.row(int(key[4:])), strong=strong)
        for number in range(len(self._view.offered)):
            self._draw_offer(canvas, number)
        for name, each in self._buttons.items():
            each.lit = name == "ready" or self.focus == name or bool(self.chosen)
            each.hovered = bool(each.box.collidepoint(pointer))
            each.draw(canvas)

    def _draw_offer(self, canvas: Canvas, number: int) -> None:
        """Draw a dealt word with its category."""
        typeface, offered, box = self._given.typeface, self._view.offered[number], self._places.offer(number)
        draw_sheet(canvas, box, 10, SHEET)
        muted, ink = theme.TEXT_ON_PAPER_MUTED, theme.TEXT_ON_PAPER
        size = fitting(typeface, offered.category, theme.CAPTION, box.width - 24)
        above, below = typeface.leading(theme.CAPTION), typeface.leading(theme.HEADING)
        most: float = theme.HEADING
        y, lower = box.top + 12 + above / 2, box.bottom - 14 - below / 2
        if self._places.upright:  # where a sheet is low, and letters are large
            below = min(below, box.height - 12 - above)
            most = min(most, below / typeface.leading(1))
            y = box.centery - below / 2
            lower = y + (above + below) / 2
        typeface.line(canvas, offered.category, box.centerx, y, size, Weight.SEMIBOLD, muted, "middle")
        size = fitting(typeface, offered.word, most, box.width - 24)
        typeface.line(canvas, offered.word, box.centerx, lower, size, Weight.BOLD, ink, "middle")
        if self.focus == f"offer{number}":
            draw_outline(canvas, box, strong=True)
