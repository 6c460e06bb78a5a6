"""A guest's page without a browser: it puts together what it is sent, as the script of the page does."""

from __future__ import annotations

import io

from PIL import Image

from net.web.tiled import HEAD, TILE


class Page:
    """The picture that a page shows."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (1, 1))
        self.number = 0
        self.places: list[tuple[int, int]] = []
        """The tiles of the last message."""

    def show(self, message: bytes) -> None:
        self.number, width, height, columns, count = HEAD.unpack_from(message)
        if self.image.size != (width, height):
            self.image = Image.new("RGB", (width, height))
        places = message[HEAD.size : HEAD.size + 2 * count]
        self.places = [(places[2 * at], places[2 * at + 1]) for at in range(count)]
        packed = Image.open(io.BytesIO(message[HEAD.size + 2 * count :]))
        for at, (column, row) in enumerate(self.places):
            left, top = at % columns * TILE, at // columns * TILE
            self.image.paste(packed.crop((left, top, left + TILE, top + TILE)), (column * TILE, row * TILE))

    def off_by(self, pixels: bytes) -> float:
        """Return how much the picture differs from a surface's pixels, 0 … 255 in the mean."""
        wanted = Image.frombytes("RGB", self.image.size, pixels)
        pairs = zip(self.image.tobytes(), wanted.tobytes(), strict=True)
        return sum(abs(one - other) for one, other in pairs) / len(pixels)
