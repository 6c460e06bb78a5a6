"""Writing on the word game's table: ahead of one's turn, on a Latin keyboard, on the stage's; the flag; what stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest
from msgspec.structs import replace as replace_fields

from game.cabinets.words.book import slurs
from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.rules import Words
from game.cabinets.words.solved import solver_of
from game.cabinets.words.stage.danger import Judge
from game.cabinets.words.stage.guide import GUIDE, _example, _options
from game.cabinets.words.stage.stage import PAD_TEMPO, WordsStage
from game.cabinets.words.state import GiveUp, Missed, Options, Said, Try
from game.core.language.hangul import SPLIT, letter, parts
from game.core.match.match import Match
from game.core.rules import Move, Timed
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import FIRST_PAD, Command, CommandName, KeyPressed, PointerPressed, TextComposed, TextTyped
from game.engine.stage import Look, Surroundings
from game.engine.text import Typeface, Weight
from game.engine.widgets import Style
from game.ground.texts import Texts
from game.kit.drawing.announcement import Announcement
from game.kit.keyboard import Keys
from game.kit.layout import ARROWS
from game.kit.widgets import StageButton
from game.scenes.table.widgets.board import BoardWidget
from tests.deciding import decided, given


@pytest.fixture
def table() -> tuple[Match, WordsStage]:
    pygame.init()
    pygame.display.set_mode((1, 1))
    match = Match(WORDS.rules, 2, Options(mode="chain"), 3)
    match.tick(0.0)
    looks = [Look("A", "#F2B134", "stripe", "square", person=True), Look("B", "#1FA5A0", "lattice", "diamond")]
    stage = WordsStage(Surroundings(Texts("ko", ["A", "B"]), Typeface(100), looks, 0, match.options))
    stage.reset(match.view(0))
    return match, stage


def send(stage: WordsStage, text: str) -> object:
    stage.handle(TextTyped(text))
    return given(stage, Command(CommandName.CONFIRM))


def test_a_word_is_written_and_sent(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    stage.handle(TextComposed("가바"))
    assert stage.composing
    assert send(stage, "가방") == Try("가방")


def test_blanks_and_a_latin_keyboard_are_understood(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    stage.handle(KeyPressed("f2"))
    assert send(stage, "rkqkd") == Try("가방")
    stage.line.clear()
    assert send(stage, "가 \u202e방\u200b ") == Try("가방")
    stage.line.clear()
    for text in ("gg", "ㅈㅈ", "ww"):
        assert send(stage, text) == GiveUp()
        assert not stage.line.draft


@pytest.mark.parametrize("switch", ["f2", "hangul", "right alt"])
def test_hangul_is_written_without_an_input_method(table: tuple[Match, WordsStage], switch: str) -> None:
    _, stage = table
    stage.choose(0, None)
    for key in "ekfr":
        stage.handle(KeyPressed(key))
        stage.handle(TextTyped(key))
    assert (stage.line.text, stage.line.draft, stage.composing) == ("", "닭", True)
    assert send(stage, "l") == Try("달기")
    stage.handle(KeyPressed(switch))
    assert send(stage, "gg") == GiveUp()


def test_what_is_sent_ahead_is_played_when_the_turn_comes(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    assert stage.wants_text
    assert send(stage, "가방") is None
    assert stage.decides_alone
    stage.update(0.0)
    assert decided(stage) is None
    stage.choose(0, None)
    stage.update(0.0)
    assert decided(stage) == Try("가방")
    assert not stage.decides_alone


def button(stage: WordsStage, name: str) -> tuple[float, float]:
    return next(
        widget.box.center for widget in stage.buttons.walk() if isinstance(widget, StageButton) and widget.name == name
    )


def test_the_flag_gives_up(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    x, y = button(stage, "give_up")
    assert given(stage, PointerPressed(x, y)) is None
    stage.choose(0, None)
    assert given(stage, PointerPressed(x, y)) == GiveUp()


def test_a_refused_word_stays_and_one_that_counted_goes(table: tuple[Match, WordsStage]) -> None:
    match, stage = table
    seat = match.waiting_for[0]
    stage.choose(seat, None)
    sent = send(stage, "갸갸")
    assert match.offer(seat, Timed(sent, 500)) is None
    for step in match.tick(0.0):
        stage.show(match.view(0), step.events)
    assert stage.line.text == "갸갸"
    assert match.view(0).tries[-1].why in ("start", "unknown")
    words = match.rules.sketch(match.view(0))
    assert "→" in words


class Heard(Typeface):
    """Keeps the lines that are written."""

    def line(self, canvas: Canvas, text: str, *args: Any, **named: Any) -> float:
        self.__dict__.setdefault("heard", []).append(text)
        return super().line(canvas, text, *args, **named)


def written(stage: WordsStage, typeface: Typeface | None = None) -> list[str]:
    """The lines of a picture of the stage."""
    heard = typeface or Heard(100)
    stage.surroundings = replace(stage.surroundings, typeface=heard)
    stage.buttons.style.typeface = heard
    stage.draw(Canvas.fit(pygame.Surface((1280, 720))))
    lines: list[str] = heard.__dict__["heard"]
    return lines


@pytest.mark.parametrize("text_size", [100, 150])
def test_of_a_long_word_that_is_refused_the_reason_stays_whole(table: tuple[Match, WordsStage], text_size: int) -> None:
    match, stage = table
    view = replace_fields(match.view(0), tries=(Missed("가" * 40, "start", 0),))
    stage.reset(view)
    typeface = Heard(text_size)
    why = stage.surroundings.texts.line("words.why.start")
    told = next(line for line in written(stage, typeface) if why in line)
    assert told.startswith("가") and told.endswith(f"… – {why}")
    assert typeface.measure(told, theme.BODY, Weight.SEMIBOLD) <= 590


def test_once_a_match_is_over_there_is_no_line_to_write_in(table: tuple[Match, WordsStage]) -> None:
    match, stage = table
    give_up = stage.surroundings.texts.line("words.stage.give_up")
    assert stage.wants_text and give_up in written(stage)
    stage.reset(replace_fields(match.view(0), phase="over"))
    assert not stage.wants_text and give_up not in written(stage)


def test_before_the_first_round_the_sheet_names_the_mode_and_no_bar_is_shown() -> None:
    match = Match(WORDS.rules, 2, Options(mode="chain"), 3)
    looks = [Look(name, "#F2B134", "stripe", "square") for name in "AB"]
    stage = WordsStage(Surroundings(Texts("ko", ["A", "B"]), Typeface(100), looks, 0, match.options))
    stage.reset(match.view(0))
    assert written(stage) == [stage.surroundings.texts.line("words.option.mode.chain")]


def test_a_word_is_written_on_the_keyboard_of_the_stage(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    stage.handle(Command(CommandName.DOWN))
    assert stage.keys.shown
    for key in "rkqkd":
        x, y = stage.keys.layout.middle(key)
        assert given(stage, PointerPressed(x, y)) is None
    assert stage.line.text == "가방"
    for key in ("back", "shift", "r"):
        stage.handle(PointerPressed(*stage.keys.layout.middle(key)))
    assert stage.line.text == "가밖"
    stage.handle(PointerPressed(*stage.keys.layout.middle("back")))
    assert given(stage, PointerPressed(*stage.keys.layout.middle("send"))) == Try("가바")
    stage.handle(TextTyped("다"))
    assert not stage.keys.shown


def test_who_writes_by_pad_is_advised_longer_turns(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    assert "F2" in stage.typing_advice()
    stage.handle(Command(CommandName.DOWN))
    assert stage.typing_advice() == "", "by keys"
    stage.keys.shown = False
    stage.surroundings.hand.take(Command(CommandName.DOWN, FIRST_PAD))
    assert "A" in stage.typing_advice() and "F2" not in stage.typing_advice()
    stage.handle(Command(CommandName.DOWN, FIRST_PAD))
    assert str(PAD_TEMPO) in stage.typing_advice()
    slower = WordsStage(replace(stage.surroundings, options=Options(tempo=PAD_TEMPO)))
    slower.handle(Command(CommandName.DOWN, FIRST_PAD))
    assert slower.typing_advice() == ""


def test_on_the_keyboard_a_letter_takes_the_place_of_a_refused_word(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    stage.keys.open(stage.line)

    def press(*keys: str) -> object:
        return [given(stage, PointerPressed(*stage.keys.layout.middle(key))) for key in keys][-1]

    assert press("q", "n", "f", "send") == Try("불")
    press("r", "k")
    assert stage.line.text == "가", "what is written anew begins anew"
    press("send", "back")
    assert stage.line.text == "ㄱ", "a letter less mends what was sent"


def test_a_pad_opens_the_keyboard_takes_letters_back_and_puts_it_away(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    assert not stage.takes_back
    confirm, back = Command(CommandName.CONFIRM, FIRST_PAD), Command(CommandName.BACK, FIRST_PAD)
    stage.handle(confirm)
    assert stage.keys.shown and stage.takes_back and stage.line.text == ""
    stage.handle(confirm)
    assert stage.line.text == "ㅂ"
    stage.handle(back)
    assert stage.keys.shown and stage.line.text == ""
    stage.handle(back)
    assert not stage.takes_back, "BACK leads to the menu now"


def test_the_last_words_stay_in_sight_above_the_keyboard_that_hides_the_chain(
    table: tuple[Match, WordsStage],
) -> None:
    match, stage = table
    for word in ("가방", "방송"):
        match._state.chain.append(Said(word, match.waiting_for[0], 0, 500))
    stage.reset(match.view(0))
    stage.choose(0, None)
    assert "가방 → 방송" not in written(stage)
    stage.keys.open(stage.line)
    assert "가방 → 방송" in written(stage, Heard(100))


def test_keys_and_pad_lead_over_the_keyboard(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    for name in (CommandName.DOWN, CommandName.CONFIRM, CommandName.RIGHT, CommandName.CONFIRM):
        assert given(stage, Command(name)) is None
    assert stage.line.text == "ㅂㅈ"
    for name in (CommandName.UP, CommandName.LEFT):
        stage.handle(Command(name))
    assert given(stage, Command(CommandName.CONFIRM)) == GiveUp()


def test_a_word_is_drummed_sign_by_sign_and_the_last_seconds_tick() -> None:
    heard: list[str] = []
    looks = [Look("A", "#F2B134", "stripe", "square", person=True)]
    options = Options(position="기")
    stage = WordsStage(Surroundings(Texts("ko", ["A"]), Typeface(100), looks, 0, options, play_sound=heard.append))
    state = Words().start(1, options)
    stage.reset(Words().view(state, 0))
    events = Words().step(state, [Move(0, Try("기차놀이"), spent=900)])
    stage.show(Words().view(state, 0), events)
    for _ in range(200):
        stage.update(0.02)
    assert heard == [Sound.STEP] * 3 + [Sound.DICE_LAND, "tone1"]
    heard.clear()
    stage.choose(0, None)
    for tenths in range(45, -1, -1):
        stage.tell_time(tenths / 10, 10.0)
    assert heard == [Sound.TOGGLE] * 3


@pytest.mark.parametrize(("words", "tone", "told"), [(1, 1, False), (5, 2, False), (10, 3, True), (40, 5, True)])
def test_a_round_that_runs_on_sounds_higher_and_every_tenth_word_is_counted(words: int, tone: int, told: bool) -> None:
    heard: list[str] = []
    looks = [Look("A", "#F2B134", "stripe", "square", person=True)]
    options = Options(position="기")
    stage = WordsStage(Surroundings(Texts("ko", ["A"]), Typeface(100), looks, 0, options, play_sound=heard.append))
    state = Words().start(1, options)
    stage.reset(Words().view(state, 0))
    events = Words().step(state, [Move(0, Try("기차놀이"), spent=900)])
    stage.show(replace_fields(Words().view(state, 0), words=words), events)
    announced = False
    for _ in range(200):
        announced = announced or any(isinstance(effect, Announcement) for effect, _ in stage.script.effects)
        stage.update(0.02)
    assert heard[-1] == f"tone{tone}" and announced == told


def drafts(stage: WordsStage) -> list[str]:
    stage.update(1.0)
    return [data.decode() for _, data in stage.gestures()]


def test_others_see_what_is_being_written_as_far_as_the_match_says(table: tuple[Match, WordsStage]) -> None:
    match, stage = table
    assert drafts(stage) == [], "nobody is asked"
    stage.choose(0, None)
    stage.handle(TextTyped("가"))
    stage.handle(TextComposed("ㅂ"))
    assert drafts(stage) == ["가ㅂ"]
    assert drafts(stage) == [], "nothing has changed"
    stage.line.write(min(slurs(), key=len))
    assert drafts(stage) == [str(len(min(slurs(), key=len)))], "what is blocked is dots"
    for options, told in (
        (Options(mode="quiz"), ["2"]),
        (Options(mode="gloss"), ["2"]),
        (Options(typing="dots"), ["2"]),
        (Options(typing="off"), []),
    ):
        other = WordsStage(replace(stage.surroundings, options=options))
        other.choose(0, None)
        other.line.write("가방")
        assert [data.decode() for _, data in other.gestures()] == told
    stage.gestured(1, "typing", "기ㅊ".encode())
    assert stage.typing.of(1) == "기ㅊ"
    stage.gestured(1, "typing", b"3")
    assert stage.typing.of(1) == "•••"
    for data in (b"\xff\x00", b"x" * 41, "\u202e".encode()):
        stage.gestured(1, "typing", data)
    assert stage.typing.of(1) == "•••"
    stage.show(match.view(0), [])
    assert stage.typing.of(1) == ""


def test_who_wins_is_known_where_two_play_without_manners() -> None:
    state = Words().start(2, Options(manner="off", teach="danger", position="기", words="usual"))
    judge = Judge(state.options, 2)
    assert not Judge(state.options, 3).able
    assert judge.label(Words().view(state, 0)) is None, "the first word of a round has a law of its own"
    for word in ("기차", "차례", "예술"):
        seat = state.order[state.place]
        assert Words().step(state, [Move(seat, Try(word), spent=900)])[0].kind == "said"
    fresh = solver_of(state.options).copy()
    for word in ("기차", "차례", "예술"):
        fresh.use(word[0], word[-1])
    assert judge.label(Words().view(state, 0)) == fresh.label("술")


def sequence(word: str) -> list[str]:
    """The keys of a two-set keyboard for a word, `shift` before those that need it."""
    pressed: list[str] = []
    for sign in "".join(SPLIT.get(part, part) for syllable in word for part in parts(syllable)):
        key = next(key for key in "qwertyuiopasdfghjklzxcvbnmQWERTOP" if letter(key) == sign)
        pressed += ["shift", key.lower()] if key.isupper() else [key]
    return pressed


def typed(stage: WordsStage, word: str | None) -> object:
    return send(stage, word or "ww")


def clicked(stage: WordsStage, word: str | None) -> object:
    if not stage.keys.shown:
        assert given(stage, PointerPressed(*button(stage, "keys"))) is None
    assert stage.keys.shown
    *keys, last = [*sequence(word), "send"] if word else ["give_up"]
    for key in keys:
        assert given(stage, PointerPressed(*stage.keys.layout.middle(key))) is None
    return given(stage, PointerPressed(*stage.keys.layout.middle(last)))


def steered(stage: WordsStage, word: str | None) -> object:
    """By arrows and the button of a pad alone."""
    if not stage.keys.shown:
        stage.handle(Command(CommandName.DOWN))
    assert stage.keys.shown
    action: object = None
    for key in [*sequence(word), "send"] if word else ["give_up"]:
        for name in way(stage.keys, key):
            assert given(stage, Command(name)) is None
        action = given(stage, Command(CommandName.CONFIRM))
    return action


def way(keys: Keys, goal: str) -> list[CommandName]:
    """The fewest arrows from the key in focus to another."""
    assert keys.focus is not None
    found: dict[str, list[CommandName]] = {keys.focus: []}
    queue = [keys.focus]
    for key in queue:
        for name, step in ARROWS.items():
            if (other := keys._towards(key, *step)) not in found:
                found[other] = [*found[key], name]
                queue.append(other)
    return found[goal]


@pytest.mark.parametrize("write", [typed, clicked, steered])
def test_a_whole_match_is_played_by_keys_by_the_mouse_and_by_a_pad(write: Callable[..., object]) -> None:
    pygame.init()
    match = Match(WORDS.rules, 1, Options(rounds=2, words="usual"), 4)
    look = Look("A", "#F2B134", "stripe", "square", person=True)
    stage = WordsStage(Surroundings(Texts("ko", ["A"]), Typeface(100), [look], 0, match.options, speed=0.0))
    match.tick(0.0)
    stage.reset(match.view(0))
    said = 0
    while not match.over:
        stage.choose(0, None)
        view = match.view(0)
        word = _example(view) if view.words < 3 else None
        action = write(stage, word)
        assert action == (Try(word) if word else GiveUp())
        assert match.offer(0, Timed(action, 900)) is None
        stage.choose(None, None)
        for step in match.tick(0.0):
            stage.show(match.view(0), step.events)
            said += sum(event.kind == "said" for event in step.events)
        stage.hurry()
    assert said == 6


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_guides_first_word_shows_that_the_sign_changes_and_only_hangul_has_a_law(language: str) -> None:
    match = Match(WORDS.rules, 1 + len(GUIDE.bots), _options(language), GUIDE.seed)
    match.tick(0.0)
    word = _example(match.view(0))
    assert match.waiting_for == (0,) and word[0] != word[-1]
    law = next(step for step in GUIDE.steps if step.name == "law")
    assert law.optional and law.moment(replace_fields(match.view(0), mover=1)) == (language == "ko")


def test_the_table_gives_the_stage_its_text(table: tuple[Match, WordsStage]) -> None:
    _, stage = table
    stage.choose(0, None)
    inside = Box(328, 80, 312, 312)
    board = BoardWidget(Style(stage.surroundings.typeface, stage.surroundings.texts), inside, stage, lambda: None)
    board.focus_changed(True)
    board.choosing = True
    assert board.wants_text and board.text_box is not None and inside.contains(board.text_box)
    assert board.handle(Command(CommandName.CONFIRM)) and decided(stage) is None, "an empty line sends nothing"
    for event in (TextTyped("가방나"), KeyPressed("backspace"), Command(CommandName.CONFIRM)):
        assert board.handle(event)
    assert decided(stage) == Try("가방")
    assert not board.handle(Command(CommandName.NEXT)), "Tab still leads away"
    stage.choose(None, None)
    board.focus_changed(False)
    assert not board.wants_text
