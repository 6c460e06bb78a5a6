"""How much a window keeps of what it has drawn, and how thoroughly it clears up between scenes."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.sprites import KEPT_BYTES


@dataclass(frozen=True)
class Thrift:
    """The memory and time that a window spends on what may be wanted again; the defaults are for a program with one
    window. Sprites belong to the process, so a process with many windows after one another may want to keep more.
    """

    sprite_bytes: int = KEPT_BYTES
    """Bytes of sprites that are kept when a scene gives way to another, beside those that the new one has used."""
    all_sizes: bool = False
    """Whether sprites, lines of text and fonts are kept when the window's size changes."""
    generation: int = 2
    """The oldest generation of objects that is looked through for garbage when a scene gives way to another."""
    warming: bool = True
    """Whether pages and tables are drawn once in the dark before they are seen, so that no frame stutters."""
