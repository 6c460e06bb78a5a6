"""The workbench without a picture: a method, its parameters and their locks, the number and the size of the level."""

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
    """Return the level number of a day, the same for everybody.

    >>> number_of_day(date(2026, 11, 24)) == number_of_day(date(2026, 11, 24)) != number_of_day(date(2026, 11, 25))
    True
    """
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % MOST_NUMBER + 1


class Bench:
    """All that a level is made from. Each method keeps the parameters it was last given."""

    def __init__(self, method: str, number: int) -> None:
        self.method = METHODS[method]
        self.number = number
        self.preset: Preset | None = None
        """The preset chosen last; None once anything was changed."""
        self._sizes: dict[str, tuple[int, int]] = {}
        self._settings: dict[str, Settings] = {}
        self._brought: dict[str, Brought] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the level, in squares."""
        return self._sizes.get(self.method.id, self.method.size)

    @property
    def values(self) -> Mapping[str, Value]:
        """The value of every parameter, limited to what the other parameters and the size allow."""
        return self.method.settled(self.settings.values, *self.size)

    @property
    def settings(self) -> Settings:
        """The parameters of the present method, with what is set and locked."""
        return self._settings.setdefault(self.method.id, Settings(self.method.parameters))

    def recipe(self) -> Recipe:
        """Return the recipe that the level follows from."""
        width, height = self.size
        return Recipe(self.method.id, self.method.version, self.number, width, height, dict(self.values))

    @property
    def brought(self) -> Brought:
        """The pins and the text that a person has provided for this method."""
        return self._brought.get(self.method.id, Brought())

    @property
    def pieces(self) -> Mapping[str, tuple[int, int]]:
        """Width and height of each piece that can be pinned."""
        return self.method.brings.pieces(self.brought.text) if self.method.brings else {}

    @property
    def laid(self) -> Brought | None:
        """The pins and text that a person has provided; None if there are none."""
        return self.brought if any(self.brought) else None

    def make(self, note: NoteT = silent) -> Level:
        """Make the level. Raise SpokenError if the provided text or pins allow none."""
        return self.method.make(self.recipe(), note, self.laid)

    def bring(self, brought: Brought) -> None:
        """Use this text and these pins from now on."""
        self._brought[self.method.id], self.preset = brought, None

    def pin_at(self, piece: str, column: int, row: int) -> Pin:
        """Return the pin of a piece held with its middle over a square."""
        width, height = self.pieces[piece]
        pin = Pin(piece, column - width // 2, row - height // 2)
        return self.method.brings.snap(self.recipe(), pin, (width, height)) if self.method.brings else pin

    def pinned(self) -> list[tuple[Pin, tuple[int, int]]]:
        """Return the present pins, each with its width and height."""
        return [(pin, self.pieces[pin.piece]) for pin in self.brought.pins if pin.piece in self.pieces]

    def with_pin(self, new: Pin) -> Brought:
        """Return what is provided with one more pin; pins that it overlaps are removed."""
        wide, high = self.pieces[new.piece]
        kept = (
            pin
            for pin, (width, height) in self.pinned()
            if not (pin.x < new.x + wide and new.x < pin.x + width and pin.y < new.y + high and new.y < pin.y + height)
        )
        return self.brought._replace(pins=(*kept, new))

    def without_pin(self, column: int, row: int) -> Brought:
        """Return what is provided without the pin that lies on a square."""
        kept = (
            pin
            for pin, (width, height) in self.pinned()
            if not (pin.x <= column < pin.x + width and pin.y <= row < pin.y + height)
        )
        return self.brought._replace(pins=tuple(kept))

    def choose(self, method: str) -> None:
        """Switch to another method; the number stays the same."""
        self.method, self.preset = METHODS[method], None

    def take_preset(self, method: str, preset: Preset) -> None:
        """Take over everything from a preset; parameters it does not name get their defaults."""
        self.method = METHODS[method]
        self.settings.take(preset.parameters)
        self._sizes[method] = (preset.width, preset.height)
        self._brought[method] = Brought(pins=preset.pins)
        self.number, self.preset = preset.number, preset

    def take_recipe(self, recipe: Recipe) -> None:
        """Take over everything from a recipe."""
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
        """Set a parameter of the method; a parameter that forms a range with it may follow."""
        self.settings.set(name, value)
        self.preset = None

    def reset(self) -> None:
        """Reset every unlocked parameter, and drop text and pins."""
        self._brought.pop(self.method.id, None)
        self.settings.reset()
        self.preset = None

    def roll(self, random: Random, name: str | None = None) -> None:
        """Draw a random value for the named parameter, or for each that is not locked."""
        self.settings.roll(random, name)
        self.preset = None


def method_of(name: str, text: str) -> Method | None:
    """Return the method that a person's own file is for, by its ending or content; None for no method."""
    signs = {".chunks": "\nchunk ", ".grammar": "\n[[rule]]", ".actions": ".action]]"}
    for method in ("ore", "mission", "gameplay"):
        brings = METHODS[method].brings
        if brings and (name.endswith(brings.ending) or signs[brings.ending] in f"\n{text}"):
            return METHODS[method]
    return None
