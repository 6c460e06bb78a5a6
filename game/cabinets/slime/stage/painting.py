"""Grounds that change: painted a piece a frame while the one before is still seen, so that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

import pygame

from game.engine.light import opaque

Key = TypeVar("Key", bound=Hashable)
Size = tuple[int, int]


class Painting:
    """An opaque surface that is painted a piece at a time by `steps`."""

    def __init__(self, size: Size, paint: Callable[[pygame.Surface], Iterator[None]]) -> None:
        self._surface = opaque(*size)
        self.steps = paint(self._surface)

    def whole(self) -> pygame.Surface:
        """All of it; what is still missing is painted at once."""
        for _ in self.steps:
            pass
        return self._surface


class Paintings(Generic[Key]):
    """The two paintings used last: the ground before a change and after it."""

    def __init__(self, paint: Callable[[pygame.Surface, Key], Iterator[None]]) -> None:
        self._paint = paint
        self._kept: dict[tuple[Size, Key], Painting] = {}

    def of(self, size: Size, key: Key) -> Painting:
        """What shows `key` in so many pixels, begun if it is not kept."""
        found = self._kept.pop((size, key), None) or Painting(size, lambda surface: self._paint(surface, key))
        self._kept = dict([*self._kept.items(), ((size, key), found)][-2:])
        return found
