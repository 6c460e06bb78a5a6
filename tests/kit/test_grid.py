"""What surrounds and covers boards of lines: labels that stay on the rim, bands told apart without colour."""

from __future__ import annotations

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.stage import READABLE_FROM
from game.engine.text import Typeface
from game.kit.grid.bands import Band, draw_band
from game.kit.grid.labels import draw_labels, letters, numbers

BOARD, FIELD = Box(0, 0, 200, 200), Box(30, 30, 140, 140)


def drawn_labels(text_size: int, scale: float) -> pygame.Surface:
    surface = pygame.Surface((200, 200), pygame.SRCALPHA)
    draw_labels(Canvas(surface, scale), Typeface(text_size), BOARD, FIELD, letters(6), numbers(6), "#FFFFFF")
    return surface


def test_labels_stand_on_all_four_sides_and_never_on_the_field() -> None:
    for text_size in (100, 150):
        surface = drawn_labels(text_size, 1.0)
        sides = [(0, 30, 30, 140), (170, 30, 30, 140), (30, 0, 140, 30), (30, 170, 140, 30)]
        assert all(surface.subsurface(side).get_bounding_rect() for side in sides)
        assert not surface.subsurface((30, 30, 140, 140)).get_bounding_rect()
        assert len(pygame.mask.from_surface(surface).connected_components(4)) >= 24


def test_labels_of_lines_stand_at_their_ends_and_those_of_squares_at_their_middles() -> None:
    for of_lines, first, last in ((False, 41, 158), (True, 30, 170)):
        surface = pygame.Surface((200, 200), pygame.SRCALPHA)
        names = letters(6), numbers(6)
        draw_labels(Canvas(surface, 1.0), Typeface(100), BOARD, FIELD, *names, "#FFFFFF", of_lines=of_lines)
        above = surface.subsurface((22, 0, 156, 30)).get_bounding_rect()
        assert abs(22 + above.left - first) < 8 and abs(22 + above.right - last) < 8


def test_labels_are_left_out_where_they_could_not_be_read() -> None:
    assert not drawn_labels(100, READABLE_FROM - 0.01).get_bounding_rect()


def test_bands_differ_without_colour_and_reach_both_ends() -> None:
    shapes = []
    for band in Band:
        surface = pygame.Surface((200, 200), pygame.SRCALPHA)
        draw_band(Canvas(surface, 1.0), (40, 150), (160, 30), "#FFFFFF", band, 6)
        mask = pygame.mask.from_surface(surface)
        assert mask.get_at((40, 150))
        left, top, wide, high = surface.get_bounding_rect()
        assert max(abs(left - 40), abs(top - 30), abs(left + wide - 160), abs(top + high - 150)) < 10
        shapes.append(mask.count())
    assert len(set(shapes)) == len(shapes)


def test_a_level_band_covers_its_points() -> None:
    surface = pygame.Surface((200, 200), pygame.SRCALPHA)
    draw_band(Canvas(surface, 1.0), (40, 100), (160, 100), "#FFFFFF")
    assert all(tuple(surface.get_at((x, 100))) == (255, 255, 255, 255) for x in (40, 100, 159))
