"""Setting type: breaking lines, measuring, shortening, and the overflow check."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.engine.canvas import Box, Canvas
from game.engine.text import FontError, Typeface, Weight, flow, pieces_of, tidy
from game.engine.text.fitting import first_fitting, fitted
from game.engine.text.typeface import Kept
from game.engine.text.wrapping import joined, shortened


def canvas(width: int = 1280, height: int = 720) -> Canvas:
    return Canvas.fit(pygame.Surface((width, height)))


def ink(surface: pygame.Surface) -> pygame.Rect:
    return (
        pygame.mask.from_threshold(surface, (255, 255, 255), (150, 150, 150, 255))
        .get_bounding_rects()[0]
        .unionall(pygame.mask.from_threshold(surface, (255, 255, 255), (150, 150, 150, 255)).get_bounding_rects())
    )


def lines(text: str, width: float) -> list[str]:
    return [joined(line) for line in flow(pieces_of(text, None, len), width, lambda part, _: len(part))]


def test_korean_breaks_between_words_before_it_breaks_in_one() -> None:
    assert lines("융단을 펴고 통행료를 받아요", 7) == ["융단을 펴고", "통행료를", "받아요"]


def test_a_word_wider_than_a_line_is_cut_and_starts_its_own_line() -> None:
    assert lines("가 나다라마바사 아", 3) == ["가", "나다라", "마바사", "아"]


@given(some.text(alphabet="가나다 abc", max_size=60), some.integers(1, 12))
def test_breaking_loses_no_letter_and_keeps_to_the_width(text: str, width: int) -> None:
    broken = lines(text, width)
    assert "".join(broken).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= width for line in broken)


@given(some.text(alphabet="가나다 abc", min_size=1, max_size=30), some.integers(1, 12))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert len(shortened(text, width, len)) <= width


def test_tidy_composes_and_drops_what_no_font_can_set() -> None:
    assert tidy(unicodedata.normalize("NFD", "하늘바람")) == "하늘바람"
    assert tidy("a\x00b\ud800c\td\ne") == "abc d\ne"


def test_emoji_are_drawn_as_signs_that_the_font_has() -> None:
    for name, shown in (
        ("🐯Leila", "☆Leila"),
        ("🧑🏽‍🚀 민수❤️", "☆ 민수♥"),
        ("👨‍👩‍👧‍👦 가족 🇰🇷", "☆ 가족 ☆"),
        ("♡ 지영 ☆", "♡ 지영 ☆"),
    ):
        assert tidy(name) == shown
        pictures = []
        for text in (name, shown):
            on = canvas(300, 60)
            Typeface().line(on, text, 10, 30, colour="#FFFFFF")
            pictures.append(pygame.image.tobytes(on.surface, "RGB"))
        assert pictures[0] == pictures[1]


@pytest.mark.parametrize("size", [13, 16, 20, 26, 40])
@pytest.mark.parametrize("word", ["H", "가"])
def test_a_line_is_centred_on_its_ink(size: int, word: str) -> None:
    target = canvas()
    Typeface().line(target, word, 400, 300, size, Weight.BOLD, "#FFFFFF")
    assert abs(ink(target.surface).centery - 300) <= 2


@pytest.mark.parametrize("anchor, edge", [("left", "left"), ("right", "right"), ("middle", "centerx")])
def test_anchors(anchor: str, edge: str) -> None:
    target = canvas()
    Typeface().line(target, "융단HHH융단", 640, 300, 26, Weight.BOLD, "#FFFFFF", anchor)  # type: ignore[arg-type]
    assert abs(getattr(ink(target.surface), edge) - 640) <= 3


@pytest.mark.parametrize("height", [540, 720, 1080, 2160])
def test_a_line_is_as_wide_as_it_measures_at_every_scale(height: int) -> None:
    target, typeface = canvas(height * 16 // 9, height), Typeface()
    words = "https://souk.example/어디까지나/HHH"
    wide = typeface.line(target, words, 40, 100, 16, colour="#FFFFFF")
    assert wide == typeface.measure(words, 16)
    assert abs(ink(target.surface).width / target.scale - wide) < 4


def test_measures_grow_with_the_text_size_and_large_type_grows_less() -> None:
    usual, large = Typeface(100), Typeface(150)
    assert large.measure("융단", 16) == pytest.approx(1.5 * usual.measure("융단", 16))
    assert (usual.grown(72), large.grown(72), large.grown(16)) == (72, 85, 24)


def test_text_that_fits_is_no_overflow() -> None:
    target, typeface = canvas(), Typeface()
    typeface.line(target, "융단", 40, 40, max_width=typeface.measure("융단"))
    typeface.paragraph(target, "융단을 펴고 통행료를 받아요", Box(40, 80, 90, 200))
    assert typeface.overflows == []


def test_too_wide_a_line_is_shortened_and_recorded_on_every_drawing() -> None:
    target, typeface = canvas(), Typeface()
    for _ in range(2):
        typeface.forget_overflows()
        wide = typeface.line(target, "아주 긴 이름을 가진 사람", 40, 40, max_width=80)
        assert wide <= 80
        assert [overflow.text for overflow in typeface.overflows] == ["아주 긴 이름을 가진 사람"]


def test_the_programs_own_words_are_recorded_where_they_are_cut_and_names_are_not() -> None:
    typeface = Typeface()
    assert fitted(typeface, "아주 긴 이름을 가진 사람", 80, 16).endswith("…") and typeface.overflows == []
    for cut in (typeface.cut("게임 시작하기", 60, 16), first_fitting(typeface, ["게임 시작하기", "시작하기"], 30, 16)):
        assert cut.endswith("…")
    assert [overflow.text for overflow in typeface.overflows] == ["게임 시작하기", "시작하기"]


def test_too_high_a_paragraph_is_recorded() -> None:
    typeface = Typeface()
    used = typeface.paragraph(canvas(), "하나 둘 셋 넷 다섯 여섯", Box(40, 40, 50, 50))
    assert used <= 50
    assert len(typeface.overflows) == 1


@pytest.mark.parametrize("x, y", [(-20, 300), (1260, 300), (300, -10), (300, 730)])
def test_a_line_cut_by_the_edge_is_recorded(x: float, y: float) -> None:
    typeface = Typeface()
    typeface.line(canvas(), "레일라의 양탄자", x, y)
    assert len(typeface.overflows) == 1


def test_what_is_scrolled_under_a_clip_may_leave_the_canvas() -> None:
    target, typeface = canvas(), Typeface()
    target.surface.set_clip((0, 0, 400, 400))
    typeface.line(target, "레일라의 양탄자", -20, 300)
    assert typeface.overflows == []


def test_a_change_of_text_size_sets_lines_anew() -> None:
    target, typeface = canvas(), Typeface()
    usual = typeface.line(target, "융단", 40, 40)
    typeface.resize(150)
    assert typeface.line(target, "융단", 40, 40) == pytest.approx(1.5 * usual)


def test_colour_and_opacity_reach_the_pixels() -> None:
    typeface = Typeface()
    brightest = []
    for alpha in (1.0, 0.5):
        target = canvas()
        typeface.line(target, "■■■", 40, 40, 40, colour="#F6B24A", alpha=alpha)
        brightest.append(max(target.surface.get_at((x, 40))[:3] for x in range(40, 140)))
    assert brightest[0] == (0xF6, 0xB2, 0x4A)
    assert abs(brightest[1][0] - 0xF6 / 2) <= 2


def test_kept_widths_are_bounded() -> None:
    kept = Kept()
    typeface = Typeface(kept=kept)
    for number in range(9000):
        typeface.measure(str(number))
    assert len(kept.widths) <= 8192


@pytest.mark.parametrize("content", [None, b"", b"no font at all"])
def test_a_broken_font_says_which_file_it_is(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "Pretendard-Regular.otf").write_bytes(content)
    with pytest.raises(FontError) as caught:
        Typeface(folder=tmp_path).measure("융단")
    assert "Pretendard-Regular.otf" in caught.value.values["file"]


def test_lines_kept_in_pixels_take_so_much_memory_and_no_more() -> None:
    kept, sheet = Kept(), canvas()
    typeface = Typeface(kept=kept)
    for number in range(60):
        typeface.line(sheet, f"{number} dirhams", 20, 40, 40)
    sprites = [line.sprite for line in kept.lines.values()]
    assert len(sprites) == 60
    few = Kept(5 * max(4 * sprite.get_width() * sprite.get_height() for sprite in sprites))
    small = Typeface(kept=few)
    for number in range(60):
        small.line(sheet, f"{number} dirhams", 20, 40, 40)
    assert 5 <= len(few.lines) < 10
    assert next(reversed(few.lines))[0] == "59 dirhams", "the newest stays"
    small.forget_lines()
    small.line(sheet, "one", 20, 40, 40)
    assert [key[0] for key in few.lines] == ["one"]
