"""The blueprint tool on the map: hold a blueprint at the pointer, paste it, copy from the map, delete a copy."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.contract.actions import MOST_PIECES, Platforms, Signal
from game.cabinets.rails.stage.hand.gestures import Drag
from game.cabinets.rails.stage.hand.shelf import Item, Shelf
from game.cabinets.rails.stage.person.keeping import KeepingError, forget, keep_copy, kept_copies
from game.cabinets.rails.stage.person.play import Play, Selected
from game.cabinets.rails.yards.blueprint import box_of
from game.cabinets.rails.yards.copying import MOST_SIDE, copied
from game.engine.audio import Sound
from game.engine.tween import Point


class Pasting:
    """The blueprint tool on one map."""

    def __init__(self, play: Play, at: Callable[[], Point], by_keys: Callable[[], bool]) -> None:
        """Take the person's play, `at` (the point of the map they mean) and `by_keys` (whether keys led there)."""
        self.play = play
        self._at, self._by_keys = at, by_keys

    @property
    def shelf(self) -> Shelf:
        """The blueprints to choose from."""
        return self.play.builder.shelf

    @property
    def in_use(self) -> bool:
        """Whether the blueprint tool is taken."""
        return self.play.builder.tool == "blueprint" and self.play.plays

    @property
    def copies(self) -> bool:
        """Whether the next drag, or that under way, copies a rectangle of the map."""
        return self.in_use and self.shelf.copying

    def open(self, *, hold: bool) -> None:
        """Read the copied blueprints when the tool is taken; with `hold`, hold the last chosen one at the pointer."""
        self.shelf.own(kept_copies())
        self.shelf.copying = False
        self.play.select(Selected())
        if hold:
            self.hold()

    def hold(self) -> None:
        """Hold the chosen blueprint at the pointer over the map."""
        if self.in_use and not self.shelf.copying and self.shelf.parts:
            self.play.builder.begin(self._at())

    def hover(self) -> None:
        """Hold the chosen blueprint once the pointer is over the map, unless a drag or question is open."""
        if self.play.builder.drag is None and self.play.builder.question is None:
            self.hold()

    def change(self, how: Callable[[], None] = lambda: None) -> None:
        """Change the chosen blueprint, and draw it anew if it is held."""
        how()
        if self.play.builder.holds:
            self.play.builder.change()

    def take(self, place: int) -> None:
        """Choose another blueprint by its index; with keys, hold it at once."""
        self.shelf.take(place)
        if self.play.builder.holds:
            self.change()
        elif self._by_keys():
            self.hold()

    def takes_key(self, key: str) -> bool:
        """Do what a key means for the blueprint tool. Return whether it means anything."""
        shelf = self.shelf
        does: dict[str, Callable[[], None]] = {
            "c": self.begin_copying,
            "x": shelf.mirror,
            "[": partial(shelf.stretch, -1),
            "]": partial(shelf.stretch, 1),
            "delete": self.delete,
        }
        if key in does:
            self.change(does[key])
        return key in does

    def put_away(self) -> None:
        """Handle Escape: stop copying, or else drop the held blueprint; with a mouse, also leave the tool."""
        play = self.play
        copying, self.shelf.copying = self.shelf.copying, False
        play.builder.drop()
        if not copying and not self._by_keys():
            play.builder.tool = "rail"

    def begin_copying(self) -> None:
        """Let the next drag copy its rectangle; a second call cancels that."""
        self.play.builder.drop()
        self.shelf.copying, self.shelf.deleting = not self.shelf.copying, False
        if not self.shelf.copying:
            self.hold()

    def rectangle(self, drag: Drag) -> tuple[int, int, int, int]:
        """Return column, row, width and height in tiles of a drag's rectangle, at most `MOST_SIDE` wide and high."""
        (ax, ay), (bx, by) = drag.start, drag.end
        wide, high = min(MOST_SIDE, abs(bx - ax) + 1), min(MOST_SIDE, abs(by - ay) + 1)
        return (ax if bx >= ax else ax - wide + 1), (ay if by >= ay else ay - high + 1), wide, high

    def copy(self) -> None:
        """Copy what lies in the drawn rectangle as a blueprint, and write it to a file."""
        play, sight = self.play, self.play.sight
        drag = play.builder.drag
        play.builder.drop()
        if drag is None:
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
        except KeepingError as error:
            self.shelf.put(Item(line("rails_stage.blueprint.unnamed"), parts))
            play.news_of(line(error.key, error.values), tone="bad")
        play.surroundings.play_sound(Sound.CLICK)
        self.hold()

    def delete(self) -> None:
        """Delete the chosen copy: the first call asks for confirmation, the second deletes."""
        shelf, play = self.shelf, self.play
        if shelf.item.is_layout:
            return
        if not shelf.deleting:
            shelf.deleting = True
            return
        try:
            if shelf.item.path is not None:
                forget(shelf.item.path)
            del shelf.items[shelf.chosen]
            shelf.take(max(0, shelf.chosen - 1))
        except KeepingError as error:
            play.news_of(play.surroundings.texts.line(error.key, error.values), tone="bad")
        shelf.deleting = False
        self.change()
