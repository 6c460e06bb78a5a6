"""Pictures as tiles: a page that puts them together shows what was drawn."""

from __future__ import annotations

import math

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
    (message,) = tiles.messages(surface, 0.0)
    page.show(message)
    assert page.image.size == SIZE and len(page.places) == 4 * 3
    assert page.off_by(pixels(surface)) < 4


def test_only_tiles_that_changed_are_sent() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    for at, spot in enumerate([None, (130, 70), (199, 149)]):
        if spot is not None:
            surface.set_at(spot, "#FFFFFF")
        (message,) = tiles.messages(surface, 0.01 * at)
        page.show(message)
        assert spot is None or page.places == [(spot[0] // 64, spot[1] // 64)]
    assert tiles.messages(surface, 0.03) == []


def test_what_has_rested_is_sent_once_more_and_finely() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    for x in range(0, SIZE[0], 3):
        pygame.draw.line(surface, (x, 255 - x, 90), (x, 0), (x, 149))
    (coarse,) = tiles.messages(surface, 0.0)
    assert tiles.rest_due(0.0) == REST
    page.show(coarse)
    before = page.off_by(pixels(surface))
    assert tiles.messages(surface, REST / 2) == []
    (fine,) = tiles.messages(surface, REST)
    assert tiles.rest_due(REST) == math.inf
    page.show(fine)
    assert page.off_by(pixels(surface)) < before / 2
    assert tiles.messages(surface, 9.0) == []


def test_what_rests_is_sent_finely_while_something_else_moves_on() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    fine: list[tuple[int, int]] = []
    for frame in range(12):
        surface.set_at((10, 140), (20 * frame, 0, 0))
        coarse, *rest = tiles.messages(surface, frame * REST / 6)
        page.show(coarse)
        assert (0, 2) in page.places, "what moves comes first, and coarse"
        for message in rest:
            page.show(message)
            fine += page.places
    assert sorted(fine) == [(column, row) for column in range(4) for row in range(3) if (column, row) != (0, 2)]
    assert tiles.rest_due(0.0) < 99 and page.off_by(pixels(surface)) < 2


def test_tiles_that_are_wanted_again_are_sent_as_they_are_now() -> None:
    surface, tiles, page = sheet(), Tiles(), Page()
    assert tiles.again(surface) is None
    page.show(*tiles.messages(surface, 0.0))
    page.show(tiles.again(surface, [(1, 0), (99, 99)]) or b"")
    assert page.places == [(1, 0)] and page.number == 2
    late = Page()
    late.show(tiles.again(surface) or b"")
    assert late.off_by(pixels(surface)) < 2 and len(late.places) == 4 * 3


def test_another_size_is_sent_whole() -> None:
    tiles, page = Tiles(), Page()
    page.show(*tiles.messages(sheet(), 0.0))
    larger = pygame.Surface((300, 100), depth=32)
    page.show(*tiles.messages(larger, 0.1))
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
