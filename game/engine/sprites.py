"""Sprites: pictures drawn once for each set of arguments and kept.

A sprite is premultiplied, made at the size in pixels it is drawn at, and read-only: whoever wants to paint on
one takes a copy first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

import pygame

Params = ParamSpec("Params")
Made = TypeVar("Made")

_forget: list[Callable[[], None]] = []


def sprite(kept: int = 256) -> Callable[[Callable[Params, Made]], Callable[Params, Made]]:
    """Keep what a drawing function of hashable arguments returns, the `kept` last used of them."""

    def decorate(draw: Callable[Params, Made]) -> Callable[Params, Made]:
        cached = lru_cache(maxsize=kept)(draw)
        _forget.append(cached.cache_clear)

        @wraps(draw)
        def look_up(*args: Params.args, **kwargs: Params.kwargs) -> Made:
            return cached(*args, **kwargs)  # type: ignore[arg-type]

        return look_up

    return decorate


def clear_sprites() -> None:
    """Forget every sprite: after a change of scale, so that those of the old size do not stay in memory."""
    for forget in _forget:
        forget()


def blank(width_px: int, height_px: int) -> pygame.Surface:
    """A clear surface to paint premultiplied sprites on; at least one pixel large."""
    return pygame.Surface((max(1, width_px), max(1, height_px)), pygame.SRCALPHA, 32)


def put(target: pygame.Surface, source: pygame.Surface, x: float, y: float) -> None:
    """Blit a premultiplied sprite at a pixel."""
    target.blit(source, (round(x), round(y)), special_flags=pygame.BLEND_PREMULTIPLIED)


def put_middle(target: pygame.Surface, source: pygame.Surface, x: float, y: float) -> None:
    """Blit a premultiplied sprite with its middle at a pixel."""
    put(target, source, x - source.get_width() / 2, y - source.get_height() / 2)


def faded(source: pygame.Surface, opacity: float) -> pygame.Surface:
    """A copy of a premultiplied sprite at an opacity of 0 to 1."""
    copy = source.copy()
    part = max(0, min(255, round(255 * opacity)))
    copy.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def clipped(source: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """A copy of a premultiplied sprite, kept where the white premultiplied `mask` of the same size is."""
    copy = source.copy()
    copy.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def tinted(source: pygame.Surface, colour: tuple[int, int, int]) -> pygame.Surface:
    """A copy of a premultiplied sprite multiplied by a colour; white leaves it as it is."""
    copy = source.copy()
    copy.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    return copy
