"""What the drawing game tells on a stage alone: notes, the album, one word after the other, whole at every size."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from msgspec.structs import replace as replaced

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.drawing.lists import MOST_LETTERS
from game.cabinets.sketch.stage.answers import Answers
from game.cabinets.sketch.stage.effects import Note
from game.cabinets.sketch.stage.note import draw_note
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.saying import draw_banner
from game.cabinets.sketch.stage.stage import SketchStage
from game.cabinets.sketch.state import NOBODY, First, Guess, Offered, Options, Pose, Vote
from game.core.match.match import Match
from game.core.rules import NATURE, SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    PointerMoved,
    PointerPressed,
)
from game.engine.stage import Look, Surroundings
from game.engine.text import Typeface
from game.ground.texts import Texts
from game.kit.drawing.effects import Words
from tests.cabinets.sketch.test_rules import LINE, RULES, WORD, Round


class Reading(Typeface):
    """Notes what is written."""

    def __init__(self, text_size: int = 100) -> None:
        super().__init__(text_size)
        self.read: list[str] = []

    def line(self, canvas: Canvas, text: str, *rest: Any, **more: Any) -> Any:
        self.read.append(text)
        return super().line(canvas, text, *rest, **more)

    def paragraph(self, canvas: Canvas, text: str, *rest: Any, **more: Any) -> Any:
        self.read.append(text)
        return super().paragraph(canvas, text, *rest, **more)


def surroundings(typeface: Typeface, options: Options) -> Surroundings:
    """Of five, the first of whom is a person."""
    looks = [Look(name, "#F2B134", "stripe", "square", person=name == "A") for name in "ABCDE"]
    return Surroundings(Texts("ko", list("ABCDE")), typeface, looks, 0, options)


def test_a_note_that_was_left_open_is_closed_when_the_next_is_dealt() -> None:
    options = Options(master="machine", laps=1, talk=0)
    match, reading = Match(SKETCH.rules, 5, options, 4), Reading()
    shown = SketchStage(surroundings(reading, options))
    canvas = Canvas(pygame.Surface((1232, 624)), 1.0)

    def words_seen() -> int:
        assert shown.view is not None and not shown.view.revealed
        reading.read.clear()
        shown.draw(canvas)
        shown.draw_over(canvas)
        return reading.read.count(shown.view.word or shown.surroundings.texts.line("sketch.stage.blank"))

    shown.reset(match.view(0))
    for rounds in (1, 2):
        while match.view(0).round < rounds or match.view(0).phase != "stroke":
            events = [event for step in match.tick(match.deadline or 0.0) for event in step.events]
            shown.show(match.view(0), [event for event in events if event.seen_by(0)])
        while not any(isinstance(effect, Note) for effect, _ in shown.script.effects):
            shown.update(0.1)
        assert words_seen() == 1, "on the card as it is dealt, and nowhere else"
        shown.hurry()
        assert words_seen() == 0
        shown.handle(PointerMoved(*shown.places.note.center))
        assert words_seen() == 1
        shown.handle(PointerMoved(AWAY, AWAY))
        shown.tools()[0].press()
        assert words_seen() == 1
        shown.handle(PointerPressed(*shown.places.paper.center))
        assert shown.reason == "sketch.refuse.turn"


def test_what_a_round_gave_and_who_was_odd_is_seen_when_it_is_told_not_while_hands_are_counted_down() -> None:
    played, reading = Round(seats=5), Reading()
    played.drawn()
    shown = SketchStage(surroundings(reading, played.state.options))
    shown.reset(played.view(SPECTATOR))
    played.play(Vote(3), s3=Vote(1))
    view = played.view(SPECTATOR)
    shown.show(view, played.events)
    assert shown.picture is not None
    shown.draw(Canvas(pygame.Surface((1232, 624)), 1.0))
    assert view.category in reading.read and not any(shown.picture.points) and shown.picture.odd is None
    while not shown.picture.paid:
        shown.update(0.25)
    assert shown.busy and tuple(shown.picture.points) == (2, 0, 2, 0, 0) and shown.picture.odd == 2
    shown.update(0.1)
    rising = [effect.place[0] for effect, _ in shown.script.effects if isinstance(effect, Words)]
    assert len(rising) == 2 and max(rising) < shown.places.row(0).right - 60, "beside the figure, not over it"
    caught = Round(seats=5)
    caught.drawn()
    caught.play(Vote(2), s2=Vote(1))
    shown.reset(caught.view(SPECTATOR))
    caught.play()
    shown.show(caught.view(SPECTATOR), caught.events)
    assert shown.picture.odd == 2 and not any(shown.picture.points), "that one was caught is known"


def test_the_album_keeps_what_each_round_left_when_the_paper_is_wiped() -> None:
    played, reading = Round(seats=5), Reading()
    shown = SketchStage(surroundings(reading, played.state.options))
    shown.reset(played.view(SPECTATOR))
    (album,) = (tool for tool in shown.tools() if tool.text == "sketch.tool.album")
    album.press()
    assert not album.lit(), "there is nothing in it yet"
    played.drawn()
    drawn = played.view(SPECTATOR).strokes
    played.play(Vote(3), s3=Vote(1))
    shown.show(played.view(SPECTATOR), played.events)
    while RULES.ask(played.state) is not None and len(played.view(SPECTATOR).strokes) == len(drawn):
        ask = RULES.ask(played.state)
        assert ask is not None
        played.nature(0) if ask.seats == (NATURE,) else played.play()
        shown.show(played.view(SPECTATOR), played.events)
    assert not played.view(SPECTATOR).strokes
    assert [(told.word, strokes) for told, strokes in shown.album.pages.values()] == [(WORD, drawn)]
    again = SketchStage(surroundings(reading, played.state.options))
    again.follow_on(shown)
    again.reset(played.view(SPECTATOR))
    again.press_album()
    again.draw(Canvas(pygame.Surface((1232, 624)), 1.0))
    assert again.album.open and any(WORD in line for line in reading.read)
    assert again.handle(PointerPressed(200, 200)) is None and not again.album.open, "it draws nothing"


def test_the_keyboard_leaves_room_for_ten_seats() -> None:
    places = Places(1232, 624, 10, keyed=True)
    rows = [places.row(seat) for seat in range(10)]
    assert rows[-1].bottom + 10 < places.keys.top and min(row.height for row in rows) > 22


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_who_judges_a_guess_has_the_word_beside_it(viewer: int) -> None:
    played, reading = Round(seats=5), Reading()
    played.drawn()
    played.play(Vote(2), s2=Vote(1))
    played.play(Guess("솥"))
    shown = SketchStage(replace(surroundings(reading, played.state.options), viewer=viewer))
    shown.reset(played.view(viewer))
    shown.draw(Canvas(pygame.Surface((1232, 624)), 1.0))
    said = next(text for text in reading.read if "솥" in text)
    assert (WORD in said) == (viewer in (0, 1))


@pytest.mark.parametrize("word", ["뼈", "graduation cap", "the longest word that is"])
def test_the_word_and_the_blank_are_equally_long_and_bright(word: str) -> None:
    played = Round(seats=5)
    played.play(Pose("학용품", word))
    played.nature(1)
    rows = []
    for viewer in (1, 2):
        given = replace(surroundings(Typeface(100), played.state.options), viewer=viewer)
        surface = pygame.Surface((420, 220))
        draw_note(Canvas(surface, 1.0), given, Box(0, 0, 420, 220), played.view(viewer), viewer)
        rows.append(pygame.transform.average_color(surface)[:3])
        middle = surface.subsurface(Box(8, 82, 404, 56))
        inked = [x for x in range(404) if any(sum(middle.get_at((x, y))[:3]) < 400 for y in range(56))]
        assert inked[0] < 40 and inked[-1] > 364, "from edge to edge"
    assert max(abs(one - other) for one, other in zip(*rows, strict=True)) < 8


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("letter", ["뷁", "W"])
def test_the_longest_word_and_category_are_whole_wherever_they_stand(letter: str, text_size: int) -> None:
    played, reading = Round(seats=5), Reading(text_size)
    category, word = letter * (MOST_LETTERS - 1) + "1", letter * MOST_LETTERS
    played.play(Pose(category, word))
    played.nature(1)
    given = replace(surroundings(reading, played.state.options), viewer=1)
    for box in (Places(1232, 624, 5).card, Places(1232, 624, 5).open_note):
        reading.read.clear()
        surface = pygame.Surface(box.size)
        draw_note(Canvas(surface, 1.0), given, Box(0, 0, *box.size), played.view(1), 1)
        assert reading.read[:2] == [category, word]
    view = replaced(played.view(0), phase="pose", offered=(Offered(category, word),), revealed=True, word=word)
    canvas = Canvas(pygame.Surface((1232, 624)), 1.0)
    Answers(given, Places(1232, 624, 5), view, 0).draw(canvas, (0, 0))
    draw_banner(canvas, given, Places(1232, 624, 5), view, 1.0)
    assert {category, word, f"{category} · {word}"} <= set(reading.read)


def test_a_pointer_that_rests_on_the_stroke_just_drawn_tells_nothing_until_it_moves() -> None:
    played = Round(seats=5)
    played.play(Pose("부엌", WORD))
    played.nature(1)
    played.play(First(1))
    while played.state.phase == "stroke":
        before = played.view(SPECTATOR)
        played.play(LINE)
    shown = SketchStage(surroundings(Typeface(), played.state.options))
    shown.reset(before)
    view = played.view(SPECTATOR)
    assert before.phase == "stroke" and view.phase == "talk"
    x, y = shown.places.on_stage(*view.strokes[-1].points[:2])
    shown.handle(PointerMoved(x, y))
    shown.show(view, ())
    shown.hurry()
    assert shown.pointed(view) == NOBODY
    shown.handle(PointerMoved(x + 1, y))
    assert shown.pointed(view) == view.strokes[-1].seat
