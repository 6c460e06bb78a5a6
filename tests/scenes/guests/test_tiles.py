"""Pictures as tiles: a page that puts them together shows what was drawn."""

from __future__ import annotations

import pygame

from game.scenes.guests.tiles import REST, Flow, Tiles
from tests.scenes.guests.page import Page

SIZE = (200, 150)


def sheet() -> pygame.Surface:
    surface = pygame.Surface(SIZE, depth=32)
    surface.fill("#2B2438")
    pygame.draw.rect(surface, "#D9483B", (20, 30, 90, 60))
    return surface


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_a_page_shows_what_was_drawn_in_its_colours() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    message = tiles.message(surface, 0.0)
    assert message is not None
    page.show(message)
    assert page.image.size == SIZE and len(page.places) == 4 * 3
    assert page.off_by(pixels(surface)) < 4


def test_only_tiles_that_changed_are_sent() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    for at, spot in enumerate([None, (130, 70), (199, 149)]):
        if spot is not None:
            surface.set_at(spot, "#FFFFFF")
        message = tiles.message(surface, 0.01 * at)
        assert message is not None
        page.show(message)
        assert spot is None or page.places == [(spot[0] // 64, spot[1] // 64)]
    assert tiles.message(surface, 0.03) is None


def test_what_has_rested_is_sent_once_more_and_finely() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    for x in range(0, SIZE[0], 3):
        pygame.draw.line(surface, (x, 255 - x, 90), (x, 0), (x, 149))
    coarse = tiles.message(surface, 0.0)
    assert coarse is not None and not tiles.rests
    page.show(coarse)
    before = page.off_by(pixels(surface))
    assert tiles.message(surface, REST / 2) is None
    fine = tiles.message(surface, REST)
    assert fine is not None and tiles.rests
    page.show(fine)
    assert page.off_by(pixels(surface)) < before / 2
    assert tiles.message(surface, 9.0) is None


def test_another_size_is_sent_whole() -> None:
    tiles, page = Tiles(), Page()
    page.show(tiles.message(sheet(), 0.0) or b"")
    larger = pygame.Surface((300, 100), depth=32)
    page.show(tiles.message(larger, 0.1) or b"")
    assert page.image.size == (300, 100) and len(page.places) == 5 * 2


def test_two_pictures_at_most_are_on_their_way() -> None:
    flow = Flow()
    flow.send(1)
    assert flow.open
    flow.send(2)
    assert not flow.open
    flow.show(9)
    assert not flow.open, "a picture that was never sent"
    flow.show(1)
    assert flow.open
    flow.send(3)
    flow.show(3)
    flow.show(2)
    flow.send(4)
    assert flow.open
