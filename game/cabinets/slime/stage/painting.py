"""Grounds painted piece by piece over several frames while the old one is still shown, so that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

import pygame

from game.engine.light import opaque

Key = TypeVar("Key", bound=Hashable)
Size = tuple[int, int]


class Painting:
    """An opaque surface that the iterator `steps` paints piece by piece."""

    def __init__(self, size: Size, paint: Callable[[pygame.Surface], Iterator[None]]) -> None:
        self._surface = opaque(*size)
        self.steps = paint(self._surface)

    def whole(self) -> pygame.Surface:
        """Return the finished surface; paint at once what is still missing."""
        for _ in self.steps:
            pass
        return self._surface


class Paintings(Generic[Key]):
    """Cache of the two paintings used last: the ground before a change and after it."""

    def __init__(self, paint: Callable[[pygame.Surface, Key], Iterator[None]]) -> None:
        self._paint = paint
        self._kept: dict[tuple[Size, Key], Painting] = {}

    def of(self, size: Size, key: Key) -> Painting:
        """Return the painting of `key` at a size in pixels; begin it if it is not cached."""
        found = self._kept.pop((size, key), None) or Painting(size, lambda surface: self._paint(surface, key))
        self._kept = dict([*self._kept.items(), ((size, key), found)][-2:])
        return found
