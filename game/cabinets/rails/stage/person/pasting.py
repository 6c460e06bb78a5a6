"""Blueprints under the hand on the map: held over it, put down, copied from it, deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from game.cabinets.rails.blueprints.blueprint import box_of
from game.cabinets.rails.blueprints.copying import MOST_SIDE, copied
from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.contract.actions import MOST_PIECES, Platforms, Signal
from game.cabinets.rails.stage.hand.gestures import Drag
from game.cabinets.rails.stage.hand.shelf import Item, Shelf
from game.cabinets.rails.stage.person.copies import CopyError, delete_copy, keep_copy, kept_copies
from game.cabinets.rails.stage.person.play import Play, Selected
from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.tween import Point


class Pasting:
    """What the tool of blueprints does on one map."""

    def __init__(self, play: Play, at: Callable[[], Point], by_keys: Callable[[], bool]) -> None:
        """`at`: the point of the map that is meant; `by_keys`: whether keys have led there."""
        self.play = play
        self._at, self._by_keys = at, by_keys

    @property
    def shelf(self) -> Shelf:
        """The blueprints in reach."""
        return self.play.builder.shelf

    @property
    def in_use(self) -> bool:
        """Whether this tool is in the hand."""
        return self.play.builder.tool == "blueprint" and self.play.may_build

    def open(self, *, hold: bool) -> None:
        """The tool was taken: what was copied before is read; `hold`: the blueprint taken last lies in the hand."""
        self.shelf.own(kept_copies())
        self.shelf.copying = False
        self.play.select(Selected())
        if hold:
            self.hold()

    def hold(self) -> None:
        """Hold the blueprint that is taken over the map."""
        play = self.play
        if self.in_use and not self.shelf.copying and self.shelf.parts and play.sight is not None:
            play.builder.begin(play.sight, self._at(), play.company)

    def hover(self) -> None:
        """The pointer is over the map: what is taken lies under it."""
        if self.play.builder.drag is None and self.play.builder.question is None:
            self.hold()

    def change(self) -> None:
        """What is taken was changed: what is held is drawn anew where it lies."""
        builder = self.play.builder
        if builder.holds and self.play.sight is not None:
            builder.change(self.play.sight)

    def take(self, place: int) -> None:
        """Take another blueprint; keys have it in the hand then."""
        self.shelf.take(place)
        if self.play.builder.holds:
            self.change()
        elif self._by_keys():
            self.hold()

    def takes_key(self, key: str) -> bool:
        """Do what a key stands for with this tool. Returns whether it stands for something."""
        shelf = self.shelf
        does: dict[str, Callable[[], None]] = {
            "c": self.begin_copying,
            "x": shelf.mirror,
            "[": partial(shelf.stretch, -1),
            "]": partial(shelf.stretch, 1),
            "delete": self.delete,
        }
        if key in does:
            does[key]()
            self.change()
        return key in does

    def put_away(self) -> None:
        """Escape: the rectangle that was to be drawn, else what is held; with a mouse the tool too."""
        play = self.play
        copying, self.shelf.copying = self.shelf.copying, False
        play.builder.drop()
        if not copying and not self._by_keys():
            play.builder.tool = "rail"

    def begin_copying(self) -> None:
        """The next drag copies what it goes around; a second time: it does not."""
        self.play.builder.drop()
        self.shelf.copying, self.shelf.deleting = not self.shelf.copying, False
        if not self.shelf.copying:
            self.hold()

    def rectangle(self, drag: Drag) -> tuple[int, int, int, int]:
        """Column, row, width and height of what a drag goes around, from where it began."""
        (ax, ay), (bx, by) = drag.start, drag.end
        wide, high = min(MOST_SIDE, abs(bx - ax) + 1), min(MOST_SIDE, abs(by - ay) + 1)
        return (ax if bx >= ax else ax - wide + 1), (ay if by >= ay else ay - high + 1), wide, high

    def copy(self) -> None:
        """Take what lies in the rectangle that was drawn as a blueprint, and write it to a file."""
        play, sight = self.play, self.play.sight
        drag = play.builder.drag
        play.builder.drop()
        if drag is None or sight is None:
            return
        parts = copied(sight.works, sight.size, *self.rectangle(drag))
        pieces = sum(map(pieces_of, parts))
        if not parts or pieces > MOST_PIECES:
            play.say("rails_stage.blueprint.too_large" if parts else "rails_stage.blueprint.nothing")
            play.surroundings.play_sound(Sound.REFUSE)
            return
        _left, _top, wide, high = box_of(parts)
        line = play.surroundings.texts.line
        signals = sum(isinstance(part, Signal) for part in parts)
        platforms = sum(part.count for part in parts if isinstance(part, Platforms))
        values = {"wide": wide, "high": high, "pieces": pieces, "signals": signals, "platforms": platforms}
        try:
            path = keep_copy(parts, datetime.now())
            self.shelf.put(Item(path.name, parts, path))
            play.news_of(line("rails_stage.blueprint.copied", values))
        except CopyError as error:
            self.shelf.put(Item(line("rails_stage.blueprint.unnamed"), parts))
            play.news_of(line(error.key, error.values), tone="bad")
        play.surroundings.play_sound(Sound.CLICK)
        self.hold()

    def delete(self) -> None:
        """Delete the copy that is taken: the first press asks, the second does it."""
        shelf, play = self.shelf, self.play
        if shelf.item.is_layout:
            return
        if not shelf.deleting:
            shelf.deleting = True
            return
        try:
            if shelf.item.path is not None:
                delete_copy(shelf.item.path)
            del shelf.items[shelf.chosen]
            shelf.take(max(0, shelf.chosen - 1))
        except SpokenError as error:
            play.news_of(play.surroundings.texts.line(error.key, error.values), tone="bad")
        shelf.deleting = False
        self.change()
