"""Draw sheets of all cards of Gem Merchants and all tiles of Volcano Isle: `python build/sheets.py FOLDER`.

Each sheet is drawn as it is, as seen without green receptors (Machado, Oliveira and Fernandes 2009, severity 1.0), and
in grey.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pygame

DEUTERANOPIA: Final = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
GREY: Final = ((0.2126, 0.7152, 0.0722),) * 3
_GAP: Final = 6


def sheet(sprites: Sequence[pygame.Surface], columns: int) -> pygame.Surface:
    """Arrange sprites of one size in rows."""
    wide, high = (side + _GAP for side in sprites[0].get_size())
    drawn = pygame.Surface((columns * wide + _GAP, -(-len(sprites) // columns) * high + _GAP))
    drawn.fill("#3A2A44")
    for number, each in enumerate(sprites):
        place = number % columns * wide + _GAP, number // columns * high + _GAP
        drawn.blit(each, place, None, pygame.BLEND_PREMULTIPLIED)
    return drawn


def seen(picture: pygame.Surface, matrix: Sequence[Sequence[float]]) -> pygame.Surface:
    """Apply a colour matrix to a picture in linear red, green and blue."""
    light = (pygame.surfarray.array3d(picture) / 255) ** 2.2 @ np.array(matrix).T
    return pygame.surfarray.make_surface((255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8))


def cards(width: int = 96) -> pygame.Surface:
    """Draw the 90 cards by level and colour, fifteen in a row."""
    from game.cabinets.gems.cards import CARD_OF
    from game.cabinets.gems.stage.cards import card

    return sheet([card(number, width) for number in sorted(CARD_OF)], 15)


def tiles(width: int = 120) -> pygame.Surface:
    """Draw the 25 kinds of tiles: rows share the left field, columns the right field."""
    from game.cabinets.volcano.stage.faces import tile
    from game.cabinets.volcano.tiles import KINDS

    return sheet([tile(kind, width) for kind in range(len(KINDS))], 5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.set_mode((1, 1))
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in (("cards", cards()), ("tiles", tiles())):
        for sight, picture in (("", drawn), ("_green", seen(drawn, DEUTERANOPIA)), ("_grey", seen(drawn, GREY))):
            pygame.image.save(picture, folder / f"{name}{sight}.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
