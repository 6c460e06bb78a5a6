"""A surface that remembers what was laid on it, so that laying the same again costs nothing.

Within a frame, what is laid is noted first. Where the notes at the frame's end are those of the frame before, the
surface shows that picture already. Whoever asks for the surface itself, to draw or to read there, has everything laid
at once, and that frame counts as another picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

Laid: TypeAlias = Sequence[tuple[pygame.Surface, tuple[int, int]]]
"""Sprites and the pixels of their corners."""
_Note: TypeAlias = tuple[Laid, int] | tuple[pygame.Surface, tuple[int, int], int] | tuple[int, int, int, int]
"""Sprites laid together with one blend, or one, or the box to which everything is clipped from then on."""


class Plate:
    """Remembers one frame. Sprites that are laid must never be painted on again."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._clip = surface.get_clip()
        self._notes: list[_Note] | None = None
        """What is to be laid; None where everything is laid at once: outside of a frame, and in one that is not noted
        to its end.
        """
        self._before: list[_Note] | None = None
        """The notes of the picture that the surface shows; None where it was not noted."""

    @property
    def size(self) -> tuple[int, int]:
        return self._surface.get_size()

    @property
    def surface(self) -> pygame.Surface:
        """The surface itself, as it has to look by now."""
        notes, self._notes = self._notes, None
        if notes is not None:
            self._lay(notes)
        self._before = None
        return self._surface

    @property
    def clip(self) -> pygame.Rect:
        """The box to which everything is clipped."""
        return self._surface.get_clip() if self._notes is None else self._clip

    @clip.setter
    def clip(self, box: pygame.Rect) -> None:
        if self._notes is None:
            self._surface.set_clip(box)
        else:
            self._clip = box.clip(self._surface.get_rect())
            self._notes.append((box.left, box.top, box.width, box.height))

    def begin(self) -> None:
        """Begin a frame."""
        self._notes, self._clip = [], self._surface.get_clip()

    def end(self) -> bool:
        """End the frame, and return whether the surface may look other than before."""
        notes, self._notes = self._notes, None
        if notes is not None and notes == self._before:
            return False
        if notes is not None:
            self._lay(notes)
        self._before = notes
        return True

    def lay(self, sprite: pygame.Surface, place: tuple[int, int], blend: int) -> None:
        """Lay a sprite with its corner at a pixel."""
        if self._notes is None:
            self._before = None
            self._surface.blit(sprite, place, special_flags=blend)
        else:
            self._notes.append((sprite, place, blend))

    def lay_all(self, sprites: Laid, blend: int) -> None:
        """Lay sprites, one after another."""
        if self._notes is None:
            self._before = None
            self._surface.fblits(sprites, blend)
        else:
            self._notes.append((sprites, blend))

    def _lay(self, notes: Sequence[_Note]) -> None:
        for note in notes:
            if len(note) == 3:
                self._surface.blit(note[0], note[1], special_flags=note[2])
            elif len(note) == 2:
                self._surface.fblits(note[0], note[1])
            else:
                self._surface.set_clip(note)
