"""The workbench without any picture: a method, its parameters and locks, the number and the size."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from hashlib import blake2b
from random import Random

from game.cabinets.workshop.settings import Settings
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.level import Level, Recipe, Value
from game.core.forge.model.method import Brought, Method, NoteT, Pin, Preset, silent


def number_of_day(day: date) -> int:
    """The number that everybody gets on a day.

    >>> number_of_day(date(2026, 11, 24)) == number_of_day(date(2026, 11, 24)) != number_of_day(date(2026, 11, 25))
    True
    """
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % MOST_NUMBER + 1


class Bench:
    """Everything a level is made from. Each method keeps the parameters that it was left with."""

    def __init__(self, method: str, number: int) -> None:
        self.method = METHODS[method]
        self.number = number
        self.preset: Preset | None = None
        """The preset that was chosen last, while everything is still as it says."""
        self._sizes: dict[str, tuple[int, int]] = {}
        self._settings: dict[str, Settings] = {}
        self._brought: dict[str, Brought] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in squares."""
        return self._sizes.get(self.method.id, self.method.size)

    @property
    def values(self) -> Mapping[str, Value]:
        """Every parameter of the method, held to what the others and the size allow."""
        return self.method.settled(self.settings.values, *self.size)

    @property
    def settings(self) -> Settings:
        """The parameters of the method that were set or locked."""
        return self._settings.setdefault(self.method.id, Settings(self.method.parameters))

    def recipe(self) -> Recipe:
        """What the level follows from."""
        width, height = self.size
        return Recipe(self.method.id, self.method.version, self.number, width, height, dict(self.values))

    @property
    def brought(self) -> Brought:
        """The pins and the text that somebody brought for this method."""
        return self._brought.get(self.method.id, Brought())

    @property
    def pieces(self) -> Mapping[str, tuple[int, int]]:
        """What can be pinned, with width and height."""
        return self.method.brings.pieces(self.brought.text) if self.method.brings else {}

    @property
    def laid(self) -> Brought | None:
        """What somebody brought; None for nothing."""
        return self.brought if any(self.brought) else None

    def make(self, note: NoteT = silent) -> Level:
        """The level of all this. Raises SpokenError where what was brought allows none."""
        return self.method.make(self.recipe(), note, self.laid)

    def bring(self, brought: Brought) -> None:
        """Let a level be made of this text and these pins from now on."""
        self._brought[self.method.id], self.preset = brought, None

    def pin_at(self, piece: str, column: int, row: int) -> Pin:
        """The pin of a piece whose middle is held over a square."""
        width, height = self.pieces[piece]
        pin = Pin(piece, column - width // 2, row - height // 2)
        return self.method.brings.snap(self.recipe(), pin, (width, height)) if self.method.brings else pin

    def pinned(self) -> list[tuple[Pin, tuple[int, int]]]:
        """The pins there are, with width and height."""
        return [(pin, self.pieces[pin.piece]) for pin in self.brought.pins if pin.piece in self.pieces]

    def with_pin(self, new: Pin) -> Brought:
        """What is brought, with one more pin; pins that it covers are removed."""
        wide, high = self.pieces[new.piece]
        kept = (
            pin
            for pin, (width, height) in self.pinned()
            if not (pin.x < new.x + wide and new.x < pin.x + width and pin.y < new.y + high and new.y < pin.y + height)
        )
        return self.brought._replace(pins=(*kept, new))

    def without_pin(self, column: int, row: int) -> Brought:
        """What is brought without the pin that lies on a square."""
        kept = (
            pin
            for pin, (width, height) in self.pinned()
            if not (pin.x <= column < pin.x + width and pin.y <= row < pin.y + height)
        )
        return self.brought._replace(pins=tuple(kept))

    def choose(self, method: str) -> None:
        """Another method, with the number that is on the bench."""
        self.method, self.preset = METHODS[method], None

    def take_preset(self, method: str, preset: Preset) -> None:
        """Set everything as a preset says; what it does not name is as usual."""
        self.method = METHODS[method]
        self.settings.take(preset.parameters)
        self._sizes[method] = (preset.width, preset.height)
        self._brought[method] = Brought(pins=preset.pins)
        self.number, self.preset = preset.number, preset

    def take_recipe(self, recipe: Recipe) -> None:
        """Set everything as a recipe says."""
        self.method, self.preset = METHODS[recipe.method], None
        self.settings.take(recipe.parameters)
        self._sizes[recipe.method] = (recipe.width, recipe.height)
        self._brought.pop(recipe.method, None)
        self.number = recipe.number

    def set_number(self, number: int) -> None:
        self.number, self.preset = max(1, min(MOST_NUMBER, number)), None

    def set_size(self, width: int, height: int) -> None:
        self._sizes[self.method.id], self.preset = (width, height), None

    def set(self, name: str, value: Value) -> None:
        """Set a parameter of the method, and another where it has to follow."""
        self.settings.set(name, value)
        self.preset = None

    def reset(self) -> None:
        """Reset every parameter that is not locked, and drop what was brought."""
        self._brought.pop(self.method.id, None)
        self.settings.reset()
        self.preset = None

    def roll(self, random: Random, name: str | None = None) -> None:
        """Draw another value for one parameter, or for each that is not locked."""
        self.settings.roll(random, name)
        self.preset = None


def method_of(name: str, text: str) -> Method | None:
    """The method that a file of somebody's own is for, by its ending or content; None for none."""
    signs = {".chunks": "\nchunk ", ".grammar": "\n[[rule]]", ".actions": ".action]]"}
    for method in ("ore", "mission", "gameplay"):
        brings = METHODS[method].brings
        if brings and (name.endswith(brings.ending) or signs[brings.ending] in f"\n{text}"):
            return METHODS[method]
    return None
