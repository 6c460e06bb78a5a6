"""The word lists of the drawing game, own lists, and the programs that say how computers draw."""

from __future__ import annotations

import math
import tomllib
import unicodedata
import zlib
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest

from game.cabinets.sketch.book import book
from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.doubts import Doubt, even, scrawled, shapes, strangeness
from game.cabinets.sketch.drawing import lists
from game.cabinets.sketch.drawing.lists import ListError, Word, WordList
from game.cabinets.sketch.drawing.recogniser import NEVER, fit, likeness, weights
from game.cabinets.sketch.drawing.strokes import INK, PRIMITIVES, ProgramError, on_canvas, polylines, strokes
from game.cabinets.sketch.freehand.hand import by_hand
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH, Points, ink_of
from game.cabinets.sketch.papers import drawn_by_computers
from game.cabinets.sketch.state import Options
from game.commands import main
from game.core.attachments import attach
from game.core.logarithms import ONE
from game.core.match.match import Match
from game.core.rules import OMNISCIENT
from game.ground.texts import LANGUAGES, Texts
from tests import ROOT

DOTS = "line 1 1 2 2 | line 3 3 4 4 | line 5 5 6 6"
OURS = lists.load()


def program(stroke: str) -> str:
    return f"{stroke} | {DOTS}"


@pytest.mark.parametrize("entry", OURS, ids=[entry.id for entry in OURS])
def test_a_list_of_ours_is_whole(entry: WordList) -> None:
    assert len(entry.words) >= 20 and all(entry.name[language] for language in LANGUAGES)
    assert entry.icon in {word.en for word in entry.words}
    for word in entry.words:
        assert any("가" <= letter <= "힣" for letter in word.ko) and word.en.isascii()
        assert word.program is not None
        for points in polylines(word.program):
            numbers = [number for point in points for number in point]
            assert 2 <= len(numbers) <= 512 and ink_of(points) <= INK
            assert all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in points)
            assert all(one != other for one, other in pairwise(points))


def test_no_word_is_in_two_lists() -> None:
    for language in LANGUAGES:
        words = [word.text(language) for entry in OURS for word in entry.words]
        assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize("entry", OURS, ids=[entry.id for entry in OURS])
def test_no_other_name_is_that_of_another_word(entry: WordList) -> None:
    names = [
        {"".join(name.lower().split()) for name in (word.ko, word.en, *word.aliases)} | {word.en}
        for word in entry.words
    ]
    for index, mine in enumerate(names):
        assert all(mine.isdisjoint(others) for others in names[index + 1 :]), entry.words[index].en


def test_a_drawing_has_five_to_ten_strokes_in_the_mean() -> None:
    for entry in OURS:
        counts = [len(polylines(word.program or "")) for word in entry.words]
        assert 5 <= sum(counts) / len(counts) <= 10, entry.id


@pytest.mark.parametrize(
    ("stroke", "points"),
    [
        ("line 0 0 100 0 100 75", [(0, 0), (1023, 0), (1023, 767)]),
        ("line -5 10 10 10.5", [(0, 102), (102, 108)]),
        ("line 10 10 50 10 mirror 50", [(102, 102), (512, 102), (922, 102)]),
        ("line 50 10 10 10 mirror 50", [(102, 102), (512, 102), (922, 102)]),
        ("zigzag 0 20 20 20 2 10", [(0, 205), (51, 102), (102, 205), (154, 102), (205, 205)]),
    ],
)
def test_a_stroke_becomes_points(stroke: str, points: list[tuple[int, int]]) -> None:
    assert polylines(program(stroke))[0] == tuple(points)


def test_a_mirror_away_from_the_line_makes_two_strokes() -> None:
    left, right, *_ = polylines(program("line 10 10 20 20 mirror 50"))
    assert (left, right) == (((102, 102), (205, 205)), ((922, 102), (819, 205)))


def test_a_curve_goes_through_its_points_and_is_round_where_it_closes() -> None:
    drawn = polylines(program("curve 20 20 60 20 60 60 20 60 20 20"))[0]
    assert {(205, 205), (614, 205), (614, 614), (205, 614)} <= set(drawn)
    assert min(x for x, _ in drawn) < 190 and drawn[0] == drawn[-1]


def test_a_point_given_twice_is_a_corner() -> None:
    drawn = polylines(program("curve 10 10 20 10 20 10 20 20"))[0]
    assert all(x == 205 or y == 102 for x, y in drawn) and (205, 102) in drawn


def test_an_arc_goes_as_a_clock_does() -> None:
    drawn = polylines(program("arc 50 40 20 10 180 360"))[0]
    assert (drawn[0], drawn[-1]) == ((307, 410), (717, 410)) and min(y for _, y in drawn) == 307


def test_roles_are_given_or_follow_from_the_order() -> None:
    roles = [stroke.role for stroke in strokes("line 1 1 2 2 | line 3 3 4 4 | detail line 5 5 6 6 | line 7 7 8 8")]
    assert roles == ["outline", "part", "detail", "part"]


@pytest.mark.parametrize(
    ("text", "why", "stroke"),
    [
        (program("circle 1 1 2"), "primitive", 1),
        (f"{DOTS} | ", "primitive", 4),
        (f"{DOTS} | line 1 1 2", "numbers", 4),
        (program("ellipse 1 1 2"), "numbers", 1),
        (program("line 1 1 2 x"), "numbers", 1),
        (program("line 1 1 2 nan"), "numbers", 1),
        (program("spiral 50 40 35 1000"), "numbers", 1),
        (program("zigzag 0 0 100 0 900 40"), "numbers", 1),
        (program("spiral 50 40 35 20"), "long", 1),
        (program("zigzag 0 70 100 70 50 40"), "long", 1),
        (program("curve" + " 0 0 900 0" * 100), "long", 1),
        (DOTS, "strokes", 0),
        (" | ".join([DOTS] * 5), "strokes", 0),
    ],
)
def test_a_program_that_cannot_be_drawn_is_refused(text: str, why: str, stroke: int) -> None:
    with pytest.raises(ProgramError) as caught:
        polylines(text)
    assert (caught.value.why, caught.value.stroke) == (why, stroke)


GOOD = '[[words]]\nko = "고양이"\nen = "cat"\n\n[[words]]\n'


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        (GOOD + 'ko = ""', "word", 5),
        (GOOD + "ko = 3", "field", 5),
        (GOOD + 'ko = "개"\nbreed = "Dachshund"', "field", 5),
        (GOOD + 'ko = "개"\ndifficulty = 4', "field", 5),
        (GOOD + 'ko = "고양이"', "twice", 5),
        (GOOD + 'ko = "a"\nprogram = """\nline 1 1 2 2"""', "program", 5),
        (GOOD + 'ko = "<b>"', "text", 5),
        (GOOD + 'ko = "\\u202Eabc"', "text", 5),
        (GOOD + f'ko = "{"가" * 25}"', "text", 5),
        (GOOD + 'ko = "개', "syntax", 6),
        ("words = 5", "field", 1),
        ("", "empty", None),
        ("[[words]]\nko = '가'\n" * 1, "", None),
        ("".join(f"[[words]]\nko = 'a{number}'\n" for number in range(501)), "words", 1001),
    ],
)
def test_what_is_wrong_with_an_own_list_is_said_with_its_line(text: str, key: str, line: int | None) -> None:
    if not key:
        assert lists.parse(text.encode(), "mine.toml").words[0].text("en") == "가"
        return
    with pytest.raises(ListError) as caught:
        lists.parse(text.encode(), "mine.toml")
    assert caught.value.key == f"sketch_lists.{key}" and caught.value.values.get("line") == line
    for language in LANGUAGES:
        said = Texts(language).line(caught.value.key, **caught.value.values)
        assert "mine.toml" in said and (line is None or str(line) in said)


def test_the_list_of_the_page_can_be_read() -> None:
    page = (ROOT / "docs" / "sketch.md").read_text(encoding="utf-8")
    (word,) = lists.parse(page.split("```toml")[1].split("```")[0].encode(), "animals.toml").words
    assert word.en == "cat" and len(shown(word)) == 6
    assert all(f"`{primitive}`" in page for primitive in PRIMITIVES)


def test_the_sheet_has_a_drawing_for_each_word(tmp_path: Path) -> None:
    target = tmp_path / "sheet.png"
    assert main(["sketch-sheet", "birds", "--out", str(target)]) == 0
    assert pygame.image.load(target).get_size() == (1280, 896)
    (tmp_path / "mine.csv").write_text("ko,en\n새,bird\n", encoding="utf-8")
    assert main(["sketch-sheet", str(tmp_path / "mine.csv"), "--lang", "en", "--out", str(target)]) == 0
    assert pygame.image.load(target).get_size() == (1280, 224)


def test_a_table_is_a_list_too() -> None:
    text = 'ko,en,aliases,difficulty,program\n개,dog,"멍멍이; puppy",2,\n소,cow,,,"' + program("line 9 9 8 8") + '"\n'
    entry = lists.parse(text.encode("utf-8-sig"), "farm.csv")
    dog, cow = entry.words
    assert entry.id == "farm" and entry.name == {"ko": "farm", "en": "farm"}
    assert dog.aliases == ("멍멍이", "puppy") and (dog.difficulty, cow.difficulty) == (2, 1)
    assert dog.program is None and cow.program is not None
    with pytest.raises(ListError) as caught:
        lists.parse(b"ko,en\na,b\nc,d,e\n", "farm.csv")
    assert caught.value.key == "sketch_lists.columns" and caught.value.values["line"] == 3


def test_words_are_composed_and_trimmed() -> None:
    loose = unicodedata.normalize("NFD", "  밤   하늘 ")
    assert lists.tidy(loose) == "밤 하늘"
    assert lists.tidy(" - ") is None and lists.tidy("a\nb") == "a b" and lists.tidy("a\x00b") is None


def test_words_are_dealt_from_a_list_of_ones_own() -> None:
    farm = attach(b"ko,en,aliases,difficulty,program\n,scarecrow,straw man,,\n,manger,,,\n")
    options = Options(lists=f"farm@{farm}", language="en", words="deal")
    match = Match(SKETCH.rules, 5, options, 4)
    match.tick(0.0)
    view = match.view(OMNISCIENT)
    assert (view.category, view.word in ("scarecrow", "manger")) == ("farm", True)
    assert book(options).right("Straw-Man", "farm", "scarecrow")
    mixed = book(Options(lists=f"birds,farm@{farm}"))
    assert [each.id for each in mixed.lists] == ["birds", "farm"]
    toml = attach((GOOD + 'ko = "개"').encode())
    assert book(Options(lists=f"mine@{toml}")).words[-1].word == "개"


def test_a_list_that_is_none_is_said_before_a_match_begins() -> None:
    bad = attach((GOOD + 'ko = "고양이"').encode())
    with pytest.raises(ListError) as caught:
        Match(SKETCH.rules, 5, Options(lists=f"mine@{bad}"), 4)
    assert caught.value.values["name"] == "mine.toml" and caught.value.values["line"] == 5


def test_who_has_not_the_list_of_a_host_thinks_of_all_words() -> None:
    guests = book(Options(lists="theirs@0123456789abcdef"))
    assert len(guests.words) > 390 and not guests.of_category("theirs")


def shown(word: Word) -> tuple[Points, ...]:
    return polylines(word.program or "")


@pytest.mark.parametrize("entry", OURS, ids=[entry.id for entry in OURS])
def test_every_drawing_is_recognised_in_another_place(entry: WordList) -> None:
    for index in range(0, len(entry.words), 5):
        moved = [tuple((x + 40, y - 25) for x, y in points) for points in shown(entry.words[index])]
        seen = likeness(moved, entry.words)
        assert seen.index(0) == index and max(seen) == 0


@pytest.mark.slow
@pytest.mark.parametrize("entry", OURS, ids=[entry.id for entry in OURS])
def test_every_list_passes_the_gate(entry: WordList) -> None:
    random = Random(entry.id)
    times, right = 3, 0
    for index, word in enumerate(entry.words):
        for _ in range(times):
            right += likeness([by_hand(points, random, 20) for points in shown(word)], entry.words).index(0) == index
    assert right >= 0.95 * times * len(entry.words)


def test_a_word_without_a_drawing_is_never_seen() -> None:
    cat, dog = (word for word in OURS[0].words if word.en in ("cat", "dog"))
    bare = Word("새", "bird")
    assert likeness(shown(cat), (bare, cat, dog))[:2] == (NEVER, 0)
    assert likeness(shown(cat), (bare, bare)) == (0, 0)
    assert weights(likeness((), (cat, bare, dog)), 5) == [ONE, 0, ONE]


def test_more_strokes_make_surer() -> None:
    words = OURS[0].words
    for index in range(0, len(words), 4):
        strokes_of = shown(words[index])
        first, whole = (weights(likeness(seen, words), 3) for seen in (strokes_of[:1], strokes_of))
        assert whole[index] / sum(whole) >= first[index] / sum(first) - 0.02
        assert first[index] < sum(first)


def test_a_small_picture_and_one_in_a_mirror_are_recognised() -> None:
    words = OURS[0].words
    for index in (3, 11, 17):
        drawn = shown(words[index])
        for picture in (
            [tuple((x // 2 + 20, y // 2 + 300) for x, y in points) for points in drawn],
            [tuple((1000 - x, y) for x, y in points) for points in drawn],
        ):
            assert likeness(picture, words).index(0) == index


def test_strangers_draw_words_of_ours_otherwise() -> None:
    strangers = tomllib.loads((ROOT / "build" / "sketch_strangers.toml").read_text(encoding="utf-8"))
    known = {entry.id: {word.en: word for word in entry.words} for entry in OURS}
    drawings = [(known[name][word], program) for name, words in strangers.items() for word, program in words.items()]
    assert len(drawings) >= 40 and len(strangers) == len(OURS)
    for word, program in drawings:
        assert fit(polylines(program), shown(word)).cost > 0.15 * ONE, word.en


def test_a_picture_is_fitted_onto_its_drawing() -> None:
    cat = OURS[0].words[0]
    drawn = shown(cat)
    here = fit(drawn, drawn)
    assert (here.cost, here.shift, here.scale) == (0, (0, 0), 100)
    there = fit([tuple((x + 64, y) for x, y in points) for points in drawn], drawn)
    assert there.shift == (-64, 0) and there.scale == 100 and there.cost < ONE / 2
    assert fit(drawn, shown(OURS[0].words[3])).cost > there.cost


def test_a_hand_strays_as_far_as_its_noise() -> None:
    points = shown(OURS[0].words[0])[0]
    assert by_hand(points, Random(1), 20) == by_hand(points, Random(1), 20) != by_hand(points, Random(2), 20)
    far = [math.dist(points[0], by_hand(points, Random(seed), noise)[0]) for noise in (10, 40) for seed in range(40)]
    assert sum(far[:40]) * 2 < sum(far[40:]) and sum(far[:40]) / 40 < 40
    assert by_hand(((512, 384),), Random(1), 0) == ((512, 384),)
    assert all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in by_hand(((0, 0), (1023, 767)), Random(3), 90))


def test_computers_draw_alike_on_every_machine() -> None:
    """After a wanted change of drawings, or of how computers think, the numbers are taken anew."""
    drawings = [polylines(word.program or "") for entry in OURS for word in entry.words]
    assert zlib.crc32(repr(drawings).encode()) == 1254988180
    paper = drawn_by_computers(3, "ko", {level: SKETCH.bots[level] for level in ("apprentice", "artist", "master")})
    assert zlib.crc32(repr(paper.strokes).encode()) == 4182327246


def test_a_copy_is_doubted_a_part_is_trusted_and_a_way_of_ones_own_is_neither() -> None:
    doubt = Doubt(strays=40)
    ring = tuple((round(500 + 120 * math.cos(n / 4)), round(380 + 90 * math.sin(n / 4))) for n in range(26))
    roof = ((300, 300), (500, 120), (700, 300), (720, 420))
    copy = tuple((1100 - x, y + 20) for x, y in ring)
    parts = [even(roof), even(((300, 300), (300, 700)))]
    near_roof = tuple((x + 14, y - 9) for x, y in roof)
    strange = ((80, 700), (200, 610), (160, 500), (330, 560), (90, 400))
    judged = [strangeness(stroke, [ring], parts, doubt) for stroke in (copy, strange, near_roof)]
    assert judged[0] > ONE > 0 > judged[2] and 100 * judged[2] >= -doubt.trust * ONE
    assert abs(judged[1]) < 0.7 * ONE < judged[0] / 2, judged
    supposed = [(ONE * 8 // 10, [even(strange)])]
    wary = doubt._replace(supposes=30)
    assert strangeness(strange, [ring], parts, wary, supposed) > judged[1] + ONE, "a part of another word"


def test_a_shape_that_nobody_draws_is_doubted() -> None:
    drawn = [stroke for word in OURS[0].words for stroke in polylines(word.program or "")]
    known = shapes(map(even, drawn))
    moved = [tuple((40 - x, y + 30) for x, y in stroke[::-1]) for stroke in drawn[:20]]
    assert not any(scrawled(even(stroke), known) for stroke in (*drawn[:20], *moved)), (
        "in a mirror, backwards, elsewhere"
    )
    scrawl = on_canvas([(5, 70), (90, 8), (20, 5), (95, 70), (10, 30)])
    assert scrawled(even(scrawl), known) == ONE == scrawled(even(scrawl), ())
    doubt = Doubt(strays=40)
    assert strangeness(scrawl, [], (), doubt, scrawl=ONE) > strangeness(scrawl, [], (), doubt) + ONE
