"""The drawing kit: colours, vector shapes, light, textiles and ornaments."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from itertools import combinations

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.engine import colour, light, ornament, textile, vector
from game.engine.canvas import Box, Canvas
from game.engine.ornament import cards
from game.engine.patterns import PATTERNS, SHAPES
from game.engine.sprites import blank, clear_sprites, faded
from game.ground import paths

MAIN_SEATS = ("saffron", "teal", "crimson", "lapis")


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def inked(surface: pygame.Surface) -> int:
    """How many pixels are not clear."""
    return pygame.mask.from_surface(surface, 0).count()


def test_colours_mix_and_measure() -> None:
    assert colour.mix("#102030", "#506070", 0.5) == "#304050"
    assert colour.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert colour.on("#FFE0A0") == colour.INK
    assert colour.on("#201040") == colour.PAPER


def test_the_four_usual_seats_differ_without_green_receptors() -> None:
    def distance(first: str, second: str) -> float:
        seen = (colour.rgb(colour.as_deuteranope(colour.SEAT_COLOURS[seat])) for seat in (first, second))
        return math.dist(*seen)

    assert min(distance(*pair) for pair in combinations(MAIN_SEATS, 2)) > 60


@pytest.mark.parametrize("main", [*colour.SEAT_COLOURS.values(), "#123456", "#fedcba", "#000000", "#ffffff"])
def test_the_pattern_shows_on_a_rug_of_any_colour(main: str) -> None:
    yarns = colour.yarns(main)
    assert yarns.main == main
    assert colour.contrast(yarns.main, yarns.dark) > 1.3
    assert colour.contrast(yarns.cream, yarns.dark) > 3


def test_a_gradient_in_shares_of_the_box_is_a_ramp() -> None:
    defs = vector.linear("ramp", [(0, "#000000"), (1, "#ffffff")])
    drawn = vector.svg(vector.rect(0, 0, 10, 100, 0, "url(#ramp)"), 10, 100, defs=defs)
    column = [drawn.get_at((5, y))[0] for y in (2, 25, 50, 75, 97)]
    assert column == sorted(column)
    assert column[0] < 20 < 110 < column[2] < 145 < 235 < column[4]


def test_sprites_are_premultiplied_kept_and_forgotten() -> None:
    body = vector.circle(20, 20, 18, "#FF8000", fill_opacity=0.5)
    drawn = vector.svg(body, 40, 40)
    assert drawn is vector.svg(body, 40, 40)
    red, _, _, alpha = drawn.get_at((20, 20))
    assert 125 <= alpha <= 129
    assert red <= alpha
    clear_sprites()
    again = vector.svg(body, 40, 40)
    assert again is not drawn
    assert pixels(again) == pixels(drawn)


def test_a_faded_copy_leaves_the_sprite_alone() -> None:
    drawn = vector.svg(vector.rect(0, 0, 8, 8, 0, "#ffffff"), 8, 8)
    assert faded(drawn, 0.5).get_at((4, 4))[3] in (127, 128)
    assert drawn.get_at((4, 4))[3] == 255


def test_every_icon_can_be_drawn() -> None:
    names = [file.stem for file in (paths.assets() / "icons").glob("*.svg")]
    assert len(names) >= 40
    empty = [name for name in names if not inked(vector.icon(name, 24, colour.PAPER))]
    assert empty == []


def test_every_drawing_can_be_drawn() -> None:
    names = [file.stem for file in (paths.assets() / "drawings").glob("*.svg")]
    assert names
    assert [name for name in names if not inked(vector.drawing(name, 70, 80))] == []


def test_an_unknown_icon_is_named() -> None:
    with pytest.raises(vector.UnknownIconError, match="no icon 'flying-saucer'"):
        vector.icon("flying-saucer", 24, colour.PAPER)


def test_an_icon_takes_its_colour() -> None:
    drawn = vector.icon("square", 48, "#FF0000")
    red, green, _, alpha = max((drawn.get_at((x, 24)) for x in range(48)), key=lambda pixel: pixel[3])
    assert alpha > 200
    assert red > 200 > 40 > green


def test_a_glow_falls_off_to_nothing() -> None:
    glow = light.glow(40, "#FFFFFF", 1.0, 2.0)
    across = [glow.get_at((x, 40))[0] for x in range(40)]
    assert across == sorted(across)
    assert across[0] == 0
    assert across[-1] > 230


def test_a_light_map_darkens_all_but_what_is_lit() -> None:
    canvas = Canvas.fit(light.opaque(640, 360))
    canvas.surface.fill("#808080")
    night = light.LightMap(canvas, "#404040")
    night.add(640, 360, 200, "#FFFFFF")
    night.apply()
    assert canvas.surface.get_at((5, 5))[0] == pytest.approx(0x20, abs=2)
    assert canvas.surface.get_at((320, 180))[0] > 0x60


def test_a_shadow_has_a_soft_margin_on_every_side() -> None:
    cast = light.shadow(100, 60, 8, 6, 160)
    assert cast.get_size() == (124, 84)
    assert cast.get_at((62, 42))[3] > 150
    assert 0 < cast.get_at((10, 42))[3] < 150
    assert cast.get_at((0, 0))[3] == 0


def test_dither_keeps_the_brightness() -> None:
    surface = light.opaque(300, 300)
    surface.fill("#404040")
    light.dither(surface, 4)
    assert pygame.transform.average_color(surface)[0] == pytest.approx(0x40, abs=1)
    assert len({surface.get_at((x, 7))[0] for x in range(300)}) > 2


@pytest.mark.parametrize("square", [18, 24, 39, 40, 72, 108])
def test_a_rug_covers_two_squares_at_every_size(square: int) -> None:
    yarns = colour.yarns(colour.SEAT_COLOURS["teal"])
    assert textile.rug(yarns, "lattice", square).get_size() == (2 * square, square)
    upright = textile.rug(yarns, "lattice", square, upright=True)
    assert upright.get_size() == (square, 2 * square)
    assert upright.get_at((square // 2, square))[3] > 250


def test_no_two_patterns_weave_the_same_rug() -> None:
    yarns = colour.yarns("#808080")
    for square in (24, 72):
        woven = [pixels(textile.rug(yarns, pattern, square)) for pattern in PATTERNS]
        assert len(set(woven)) == len(PATTERNS)


def test_a_rug_is_woven_the_same_again_and_another_seed_differs() -> None:
    yarns = colour.yarns("#F2B134")
    first = pixels(textile.rug(yarns, "stripe", 48, False, 5))
    clear_sprites()
    assert pixels(textile.rug(yarns, "stripe", 48, False, 5)) == first
    assert pixels(textile.rug(yarns, "stripe", 48, False, 6)) != first


def test_laying_a_rug_paints_its_squares_and_a_shadow() -> None:
    canvas = Canvas.fit(light.opaque(1280, 720))
    canvas.surface.fill("#FFFFFF")
    textile.lay(canvas, 100, 100, 72, colour.yarns("#5B7BE5"), "dot")
    assert canvas.surface.get_at((172, 136))[0] < 250
    assert canvas.surface.get_at((172, 176))[0] < 250
    assert canvas.surface.get_at((172, 300))[0] == 255


def test_every_shape_is_a_badge_of_its_own() -> None:
    drawn = [pixels(ornament.badge(shape, "#F2B134", 32)) for shape in SHAPES]
    assert len(set(drawn)) == len(SHAPES) == len(PATTERNS)


def test_dice_show_their_pips() -> None:
    def dark(number: int) -> int:
        face = ornament.die_face(number, 80)
        return sum(sum(face.get_at((x, y))[:3]) < 260 for x in range(12, 68) for y in range(12, 68))

    counts = [dark(number) for number in range(1, 7)]
    assert counts == sorted(counts)
    one = counts[0]
    assert [round(count / one) for count in counts] == [1, 2, 3, 4, 5, 6]


def test_coins_pile_up_and_tell_their_value_by_more_than_metal() -> None:
    assert ornament.coin(5, 40, 3).get_height() > ornament.coin(5, 40).get_height()

    def grey(value: int) -> bytes:
        return pixels(pygame.transform.grayscale(ornament.coin(value, 40)))

    assert grey(1) != grey(5)


ORNAMENTS: tuple[Callable[[int], pygame.Surface], ...] = (
    lambda size: ornament.lantern(size),
    lambda size: ornament.lantern(size, lit=False),
    lambda size: ornament.zellige(size, size, size / 3, ornament.TEAL_GLAZE),
    lambda size: ornament.wood(size, size),
    lambda size: ornament.brass_frame(size, size, size / 10),
    lambda size: ornament.stud(size),
    lambda size: ornament.die(4, 2, 1, size),
    lambda size: ornament.card(size, size, size / 8),
    lambda size: ornament.keycap(size, size),
    lambda size: ornament.pill(2 * size, size),
    lambda size: ornament.round_button(size),
    lambda size: ornament.khatam(size, colour.LANTERN),
    lambda size: textile.pattern_strip(colour.yarns("#1FA5A0"), "lattice", max(4, size // 4), size),
    lambda size: textile.pattern_wash("#1FA5A0", "lattice", size, size, 4),
)


@pytest.mark.parametrize("draw", ORNAMENTS)
@pytest.mark.parametrize("size", [1, 13, 24, 200])
def test_ornaments_are_drawn_at_any_size(draw: Callable[[int], pygame.Surface], size: int) -> None:
    drawn = draw(size)
    assert drawn.get_height() >= 1
    if size > 1:
        assert inked(drawn) > 0


def test_a_lit_lantern_gives_light_and_a_dark_one_none() -> None:
    def lit_pixels(lit: bool) -> int:
        canvas = Canvas.fit(light.opaque(640, 360))
        ornament.hang_lantern(canvas, 640, 200, 100, lit=lit)
        return pygame.mask.from_threshold(canvas.surface, (0, 0, 0), (2, 2, 2, 255)).count()

    assert lit_pixels(True) < lit_pixels(False)


def test_a_drop_shadow_follows_the_scale() -> None:
    small, large = Canvas.fit(light.opaque(640, 360)), Canvas.fit(light.opaque(1280, 720))
    for canvas in (small, large):
        canvas.surface.fill("#FFFFFF")
        light.drop_shadow(canvas, Box(400, 300, 300, 200))
    dark_small, dark_large = (
        pygame.mask.from_threshold(canvas.surface, (0, 0, 0), (200, 200, 200, 255)).count() for canvas in (small, large)
    )
    assert dark_large == pytest.approx(4 * dark_small, rel=0.1)


def test_blank_is_never_empty() -> None:
    assert blank(0, 0).get_size() == (1, 1)


@pytest.mark.parametrize("size", [(900, 300), (301, 44), (60, 60)])
@pytest.mark.parametrize("radius", [4, 16])
def test_a_wide_card_looks_as_if_drawn_whole(size: tuple[int, int], radius: float) -> None:
    for face in (ornament.GLASS, ornament.SHEET, cards.LIT):
        whole = pixels(cards._drawn_card(*size, radius, face, 1.5))
        made = pixels(cards.card(*size, radius, face))
        assert max(abs(one - other) for one, other in zip(whole, made, strict=True)) <= 1
